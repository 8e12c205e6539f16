#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants the faults of tb/faults.json in the RTL, one at a time; a test must fail for each.

A fault is {"name", "module", "find", "replace", "intent"}: the text `find`, which occurs exactly
once in the source of `module`, becomes `replace`. With "config" it has an effect only in that
configuration, without it in tiny. With "survives": true it has no observable effect and must be
reported as surviving, which shows that survivors are found. With "assertion" that assertion of the
RTL must fail in random commands before a port differs.

Only tests that judge RTL count (gsq_judges_rtl in CMakeLists.txt): the benches of the module and of
its parents, small modules and quick benches first, then the tests of the configuration, up to the
first that fails. The sound RTL must pass all of them first, under the same conditions.

Each of JOBS workers has a copy of the sources in build/mutate/ for one fault after the other, so
only programs that contain the module are rebuilt. Prints one line a fault and writes
build/mutate/results.json; exit 1 unless all faults are caught, except those that must survive.
FAULT=NAME,… selects faults.
"""
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import queue
import re
import subprocess
import sys
import time

import rtl_doc
import tasks
from rtl_files import MODULES, ROOT
from source_copy import copy_sources

OUT = ROOT / "build" / "mutate"
FAULTS = ROOT / "tb" / "faults.json"
SOUND = "(no fault)"    # the RTL as it is

# A line of judges.txt. target: the executable; module: it judges this one and all below;
# label: unit, or the name of a configuration.
Judge = collections.namedtuple("Judge", "test target module label")


@dataclasses.dataclass
class Fault:
    """An entry of tb/faults.json."""
    name: str
    module: str
    find: str
    replace: str
    intent: str
    config: str = "tiny"
    survives: bool = False
    assertion: str = ""

    def judges(self, judges):
        """The judges that contain the module."""
        return [judge for judge in judges if judge.label in ("unit", self.config)
                and self.module in rtl_doc.below(judge.module)]


class Tree:
    """A copy of the sources in build/mutate/NAME with a build of its own."""

    def __init__(self, name):
        self.folder = OUT / name
        self.planted = None     # the file with a fault, and its original text
        copy_sources(self.folder)

    def plant(self, fault):
        """Plants the fault instead of the previous one."""
        if self.planted:
            self.planted[0].write_bytes(self.planted[1])
        path = self.folder / MODULES[fault.module].relative_to(ROOT)
        self.planted = path, path.read_bytes()
        path.write_bytes(self.planted[1].replace(fault.find.encode(), fault.replace.encode()))

    def run(self, log, command, jobs):
        environment = {**os.environ, "CCACHE_BASEDIR": str(self.folder), "CCACHE_NOHASHDIR": "1",
                       "JOBS": str(jobs),
                       "GSQ_SHRINK_SECONDS": "0"}  # the failing program is not used
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True,
                              text=True, errors="replace", check=False)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"$ {' '.join(map(str, command))}\n{done.stdout}{done.stderr}\n")
        return done

    def first_failure(self, name, judges, jobs=1):
        """Builds what the judges need and runs them, up to the first that fails.

        Returns its name, None when all pass, or a sentence in capitals when the build fails; and
        the seconds that building and testing took.
        """
        log = OUT / f"{name}.log"
        log.unlink(missing_ok=True)
        seconds = [0.0, 0.0]
        for target in dict.fromkeys(judge.target for judge in judges):
            start = time.monotonic()
            build = self.run(log, ["scripts/build.sh", target], jobs)
            built = time.monotonic()
            seconds[0] += built - start
            if build.returncode:
                return f"NOT BUILT, see {log.relative_to(ROOT)}", seconds
            names = "|".join(re.escape(judge.test) for judge in judges if judge.target == target)
            tests = self.run(log, ["ctest", "--test-dir", "build/cmake", "-R", f"^({names})$",
                                   "-j", str(jobs), "--stop-on-failure", "--no-tests=error",
                                   "--output-on-failure"], jobs)
            seconds[1] += time.monotonic() - built
            if tests.returncode:
                failed = re.search(r"Test +#\d+: (\S+) .*\*\*\*", tests.stdout)
                return failed[1] if failed else f"NOT TESTED, see {log.relative_to(ROOT)}", seconds
        return None, seconds


    def asserted(self, fault):
        """Like first_failure, for a fault for which an assertion must be the first to fail."""
        log = OUT / f"{fault.name}.log"
        log.unlink(missing_ok=True)
        start = time.monotonic()
        build = self.run(log, ["scripts/build.sh", f"gsq-{fault.config}"], 1)
        built = time.monotonic()
        failed = f"NOT BUILT, see {log.relative_to(ROOT)}" if build.returncode else None
        for seed in range(1, 6):
            if failed:
                break
            run = self.run(log, [f"build/{fault.config}/gsq", "random", "--commands", "20000",
                                 "--stall", "30", "--seed", str(seed), "--failures", "none"], 1)
            if re.search(rf"an assertion failed: \S+\.{fault.assertion} ", run.stdout + run.stderr):
                failed = f"assertion {fault.assertion}"
        return failed, [built - start, time.monotonic() - built]


def load_faults():
    """The faults that FAULT selects; ends the program when the list does not match the RTL."""
    faults = [Fault(**fault) for fault in json.loads(FAULTS.read_text(encoding="utf-8"))]
    for fault in faults:
        if fault.module not in MODULES:
            sys.exit(f"tb/faults.json: {fault.name}: there is no module {fault.module} in rtl/")
        path = MODULES[fault.module]
        count = path.read_text(encoding="utf-8").count(fault.find)
        if count != 1:
            sys.exit(f"tb/faults.json: {fault.name}: expected its text `find` once in "
                     f"{path.relative_to(ROOT)}, found it {count} times; adapt the fault to the "
                     "RTL")
        if fault.find == fault.replace:
            sys.exit(f"tb/faults.json: {fault.name}: `replace` changes nothing")
    wanted = [name for name in os.environ.get("FAULT", "").split(",") if name]
    unknown = set(wanted) - {fault.name for fault in faults}
    if unknown:
        sys.exit(f"there is no FAULT={','.join(sorted(unknown))} in tb/faults.json")
    return [fault for fault in faults if not wanted or fault.name in wanted]


def verdict(fault, caught_by):
    """caught, expected survivor, or the error."""
    if caught_by and caught_by.startswith("NOT "):
        return "failed"
    if fault.survives:
        return "unexpected catch" if caught_by else "expected survivor"
    return "caught" if caught_by else "unexpected survivor"


def try_all(faults, jobs, progress):
    """The result of each fault, for results.json; ends the program when the sound RTL fails."""
    progress.begin(SOUND)
    OUT.mkdir(parents=True, exist_ok=True)
    trees = queue.Queue()
    trees.put(sound := Tree("tree0"))
    if sound.run(OUT / "configure.log", ["scripts/build.sh", "gsq_isa"], jobs).returncode:
        sys.exit(f"mutate: configuring failed, see {(OUT / 'configure.log').relative_to(ROOT)}")
    judges = [Judge(*line.split()) for line in
              (sound.folder / "build/cmake/judges.txt").read_text(encoding="utf-8").splitlines()]
    needed = [judge for judge in judges if any(fault.judges([judge]) for fault in faults)]
    failed, seconds = sound.first_failure("sound", needed, jobs)
    if failed:
        sys.exit(f"mutate: the RTL without a fault must pass first: {failed}, see "
                 f"{(OUT / 'sound.log').relative_to(ROOT)}")
    progress.end(SOUND)
    progress.say(f"{SOUND:28} {'passes':19} {sum(seconds):4.0f} s  all of {len(needed)} tests")
    took = {test: float(time) for test, time in re.findall(
        r"Test +#\d+: (\S+) \.+ +Passed +([\d.]+) sec",
        (OUT / "sound.log").read_text(encoding="utf-8"))}
    needed.sort(key=lambda judge: (len(rtl_doc.below(judge.module)), took[judge.test]))
    candidates = {fault.name: fault.judges(needed) for fault in faults}
    for worker in range(1, min(jobs, len(faults))):
        trees.put(Tree(f"tree{worker}"))

    def attempt(fault):
        tree = trees.get()
        progress.begin(fault.name)
        try:
            tree.plant(fault)
            if fault.assertion:
                return tree.asserted(fault)
            return tree.first_failure(fault.name, candidates[fault.name])
        finally:
            progress.end(fault.name)
            trees.put(tree)

    results = []
    # One module after the other, so that a tree rarely has to rebuild the sound module.
    faults.sort(key=lambda fault: fault.module)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for fault, (caught_by, seconds) in zip(faults, pool.map(attempt, faults)):
            results.append({"name": fault.name, "intent": fault.intent, "caught_by": caught_by,
                            "verdict": verdict(fault, caught_by),
                            "build_seconds": round(seconds[0], 1),
                            "test_seconds": round(seconds[1], 1)})
            progress.say(f"{fault.name:28} {verdict(fault, caught_by):19} {sum(seconds):4.0f} s  "
                         f"{caught_by or f'none of {len(candidates[fault.name])} tests'}")
    return results


def main():
    start = time.monotonic()
    faults = load_faults()
    jobs = tasks.jobs()
    with tasks.Progress("mutate", [SOUND, *(fault.name for fault in faults)], jobs,
                        "faults") as progress:
        results = try_all(faults, jobs, progress)
    path = OUT / "results.json"
    tasks.write(path, json.dumps(results, indent=2) + "\n")
    count = collections.Counter(result["verdict"] for result in results)
    print(f"{count['caught']} faults caught, {count['expected survivor']} survivors expected, "
          f"{count['unexpected survivor']} unexpected, {count['unexpected catch']} caught that "
          f"must survive, {count['failed']} not tried, {time.monotonic() - start:.0f} seconds, "
          f"results in {path.relative_to(ROOT)}")
    sys.exit(len(results) != count["caught"] + count["expected survivor"])


if __name__ == "__main__":
    tasks.main(main)
