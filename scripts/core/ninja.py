# SPDX-License-Identifier: Apache-2.0
"""For scripts/build.sh: configures build/cmake if needed and builds targets with Ninja.

Prints how far it is, errors, and nothing else. The time that is left comes from the log of earlier
builds in this tree.
"""
import json
import os
import re
import subprocess
import sys
import time

from scripts.core import tasks

FOLDER = tasks.ROOT / "build" / "cmake"
PLAN = "plan.ninja"
NINJA = ("ninja", "-C", str(FOLDER))


def output_of(*arguments):
    return subprocess.run([*NINJA, *arguments], capture_output=True, text=True, errors="replace",
                          check=False).stdout


def expected(targets):
    """The commands that the targets still need, with the seconds that each took before, or None."""
    # A manifest that is not itself made by a command: Ninja would plan that command only.
    tasks.write(FOLDER / PLAN, "include build.ninja\n")
    commands = dict.fromkeys(
        re.findall(r"^\[\d+/\d+\] (.*)", output_of("-f", PLAN, "-n", "-v", *targets), re.M))
    log = FOLDER / ".ninja_log"
    if not commands or not log.exists():
        return commands
    seconds = {}
    for line in log.read_text(encoding="utf-8").splitlines()[1:]:
        begin, end, _, output, *_ = line.split("\t")
        seconds[output] = (int(end) - int(begin)) / 1000
    return commands | {
        entry["command"]: seconds.get(entry["output"])
        for entry in json.loads(output_of("-t", "compdb")) if entry["command"] in commands}


def configure():
    """Runs CMake when it has not run yet or its input changed."""
    log = FOLDER / "configure.log"
    with log.open("w", encoding="utf-8") as file:
        for command in ([*NINJA, "build.ninja"] if (FOLDER / "build.ninja").exists() else ["false"],
                        ["cmake", "-G", "Ninja", "-B", str(FOLDER)]):
            if not subprocess.run(command, stdout=file, stderr=file, cwd=tasks.ROOT,
                                  check=False).returncode:
                return
    print("\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-20:]))
    sys.exit(f"configuring failed, see {log.relative_to(tasks.ROOT)}")


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("-k", default="1", metavar="N", help="stop when N commands failed; 0: never")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: those of Ninja")
    asked = parser.parse_args()
    targets = ["-k", asked.k, *asked.targets]
    configure()
    with tasks.Progress("build", expected(targets), tasks.jobs(), "steps") as progress:
        child = subprocess.Popen([*NINJA, "-v", "-j", str(tasks.jobs()), *targets], text=True,
                                 errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 env={**os.environ, "NINJA_STATUS": "[%f/%t] "})
        last = time.monotonic()
        for line in child.stdout:
            ended = re.match(r"\[\d+/(\d+)\] (.*)", line)
            if ended:
                now = time.monotonic()
                # Ninja does not say when a command began: all of them together took this time.
                progress.end(ended[2], (now - last) * progress.workers)
                progress.count(int(ended[1]))
                last = now
            elif not line.startswith(("ninja: Entering directory", "ninja: no work to do")):
                progress.say(line.rstrip("\n"))
        return child.wait()
