#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds targets with Ninja, for scripts/build.sh: how far it is, errors, and nothing else.

Usage: ninja.py TARGET…

The time that is left comes from the log of earlier builds in this tree.
"""
import json
import os
import re
import subprocess
import sys
import time

import tasks

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


def main():
    targets = sys.argv[1:]
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


if __name__ == "__main__":
    tasks.main(main)
