# SPDX-License-Identifier: Apache-2.0
"""Plants the faults of tb/plan/faults.toml in the RTL, one at a time; a test must fail for each.
The head of that file says what a fault is.

Only tests that judge RTL count (gsq_judges_rtl in CMakeLists.txt): the benches of the module and of
its parents, small modules and quick benches first, then the tests of the configuration, up to the
first that fails. The sound RTL must pass all of them first, under the same conditions.

A fault is planted in a copy of the sources in build/mutate/trees/, of which each machine has as many
as it tries faults at once (RUNNER, JOBS). One fault after the other uses it, so only programs that
contain the module are rebuilt. Prints one line a fault and writes build/mutate/results.json; logs are
in build/mutate/faults/. Exit 1 unless all faults are caught, except those that must survive. A fault
that was tried is not tried again until the sources change. FAULT=NAME,… selects faults.
"""
import collections
import contextlib
import dataclasses
import fcntl
import itertools
import json
import os
import re
import subprocess
import sys
import time
import tomllib

from scripts.core import runner, tasks
from scripts.core.source_copy import SOURCES, copy_sources
from scripts.spec import rtl_doc
from scripts.spec.rtl_files import MODULES, ROOT

OUT = ROOT / "build" / "mutate"
FAULTS = ROOT / "tb" / "plan" / "faults.toml"
SOUND = "(no fault)"    # the RTL as it is

# A line of judges.txt. target: the executable; module: it judges this one and all below;
# label: unit, or the name of a configuration.
Judge = collections.namedtuple("Judge", "test target module label")


@dataclasses.dataclass
class Fault:
    """An entry of tb/plan/faults.toml."""
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
    """A copy of the sources with a build of its own."""

    def __init__(self, folder):
        self.folder = folder
        copy_sources(folder)

    def plant(self, fault):
        """Plants the fault."""
        path = self.folder / MODULES[fault.module].relative_to(ROOT)
        path.write_bytes(path.read_bytes().replace(fault.find.encode(), fault.replace.encode()))

    def run(self, command):
        """Runs a command with its output in the log."""
        environment = {**os.environ, "CCACHE_BASEDIR": str(self.folder), "CCACHE_NOHASHDIR": "1",
                       "GSQ_SHRINK_SECONDS": "0"}  # the failing program is not used
        done = subprocess.run(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        print(f"$ {' '.join(map(str, command))}\n{done.stdout}")
        runner.expect_alive(done.returncode, command[0])
        return done

    def build(self, target):
        """Builds a target; returns the seconds that it took."""
        start = time.monotonic()
        if self.run(["scripts/build.sh", target]).returncode:
            raise runner.Failed("NOT BUILT")
        return time.monotonic() - start

    def first_failure(self, judges):
        """Builds what the judges need and runs them, up to the first that fails.

        Returns its name or None, the seconds that building and testing took, and the seconds of
        each test that passed.
        """
        seconds, took = [0.0, 0.0], {}
        for target in dict.fromkeys(judge.target for judge in judges):
            seconds[0] += self.build(target)
            built = time.monotonic()
            names = "|".join(re.escape(judge.test) for judge in judges if judge.target == target)
            tests = self.run(["ctest", "--test-dir", "build/cmake", "-R", f"^({names})$", "-j",
                              str(tasks.jobs()), "--stop-on-failure", "--no-tests=error",
                              "--output-on-failure"])
            seconds[1] += time.monotonic() - built
            took |= {test: float(time) for test, time in re.findall(
                r"Test +#\d+: (\S+) \.+ +Passed +([\d.]+) sec", tests.stdout)}
            if tests.returncode:
                if re.search(r"Subprocess (killed|terminated)\*\*\*", tests.stdout):
                    raise runner.Lost("a test was killed from outside")
                failed = re.search(r"Test +#\d+: (\S+) .*\*\*\*", tests.stdout)
                if not failed:
                    raise runner.Failed("NOT TESTED")
                return failed[1], seconds, took
        return None, seconds, took

    def asserted(self, fault):
        """Like first_failure, for a fault for which an assertion must be the first to fail."""
        seconds = self.build(f"gsq-{fault.config}")
        built = time.monotonic()
        failed = None
        for seed in range(1, 6):
            run = self.run([f"build/{fault.config}/gsq", "random", "--commands", "20000",
                            "--stall", "30", "--seed", str(seed), "--failures", "none"])
            if re.search(rf"an assertion failed: \S+\.{fault.assertion} ", run.stdout):
                failed = f"assertion {fault.assertion}"
                break
        return failed, [seconds, time.monotonic() - built], {}


@contextlib.contextmanager
def free_tree():
    """A tree of this machine that no other task uses."""
    trees = OUT / "trees"
    trees.mkdir(parents=True, exist_ok=True)
    for number in itertools.count():
        name = f"{os.uname().nodename}-{number}"
        with open(trees / f"{name}.lock", "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield Tree(trees / name)
            return


def load_faults():
    """The faults that FAULT selects; ends the program when the list does not match the RTL."""
    faults = [Fault(**fault) for fault in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]]
    for fault in faults:
        if fault.module not in MODULES:
            sys.exit(f"tb/plan/faults.toml: {fault.name}: there is no module {fault.module} in rtl/")
        path = MODULES[fault.module]
        count = path.read_text(encoding="utf-8").count(fault.find)
        if count != 1:
            sys.exit(f"tb/plan/faults.toml: {fault.name}: expected its text `find` once in "
                     f"{path.relative_to(ROOT)}, found it {count} times; adapt the fault to the "
                     "RTL")
        if fault.find == fault.replace:
            sys.exit(f"tb/plan/faults.toml: {fault.name}: `replace` changes nothing")
    wanted = [name for name in os.environ.get("FAULT", "").split(",") if name]
    unknown = set(wanted) - {fault.name for fault in faults}
    if unknown:
        sys.exit(f"there is no FAULT={','.join(sorted(unknown))} in tb/plan/faults.toml")
    return [fault for fault in faults if not wanted or fault.name in wanted]


def try_sound(_folder, faults):
    """The task that runs all tests on the RTL without a fault. Returns for each fault the judges
    that contain its module, small modules and quick tests first; how many judges there are; and the
    seconds that building and testing took."""
    faults = [Fault(**fault) for fault in faults]
    with free_tree() as tree:
        tree.build("gsq_isa")   # configures
        judges = [Judge(*line.split()) for line in
                  (tree.folder / "build/cmake/judges.txt").read_text(encoding="utf-8").splitlines()]
        needed = [judge for judge in judges if any(fault.judges([judge]) for fault in faults)]
        failed, seconds, took = tree.first_failure(needed)
    if failed:
        raise runner.Failed(f"the RTL without a fault must pass first: {failed} fails")
    needed.sort(key=lambda judge: (len(rtl_doc.below(judge.module)), took[judge.test]))
    return {"judges": {fault.name: fault.judges(needed) for fault in faults}, "tests": len(needed),
            "seconds": sum(seconds)}


def try_fault(_folder, fault, judges):
    """The task that tries a fault: who catches it, or None, and the seconds of build and test."""
    fault = Fault(**fault)
    with free_tree() as tree:
        tree.plant(fault)
        caught_by, seconds, _ = (tree.asserted(fault) if fault.assertion else
                                 tree.first_failure([Judge(*judge) for judge in judges]))
    return caught_by, seconds


def verdict(fault, outcome):
    """caught, expected survivor, or the error."""
    if not outcome.passed:
        return "failed"
    caught_by, _ = outcome.result
    if fault.survives:
        return "unexpected catch" if caught_by else "expected survivor"
    return "caught" if caught_by else "unexpected survivor"


def entry(outcome):
    """The result of a fault, for results.json."""
    fault = Fault(**outcome.task.arguments["fault"])
    caught_by, seconds = outcome.result or (None, (0, 0))
    return {"name": fault.name, "intent": fault.intent, "caught_by": caught_by,
            "verdict": verdict(fault, outcome), "error": outcome.error,
            "build_seconds": round(seconds[0], 1), "test_seconds": round(seconds[1], 1)}


def row(outcome):
    result = entry(outcome)
    seconds = result["build_seconds"] + result["test_seconds"]
    caught_by = (result["caught_by"] or
                 result["error"] and f"{result['error']}, see {runner.shown(outcome.folder)}" or
                 f"none of {len(outcome.task.arguments['judges'])} tests")
    return f"{result['name']:28} {result['verdict']:19} {seconds:4.0f} s  {caught_by}"


def sound_row(outcome):
    if outcome.passed:
        return (f"{SOUND:28} {'passes':19} {outcome.result['seconds']:4.0f} s  all of "
                f"{outcome.result['tests']} tests")
    return None


def main():
    tasks.arguments(__doc__).parse_args()
    start = time.monotonic()
    faults = load_faults()
    # One module after the other, so that a tree rarely has to rebuild the sound module.
    faults.sort(key=lambda fault: fault.module)
    # Another fault changes nothing for those that were tried.
    sources = [path for source in SOURCES for path in (
        (ROOT / source).iterdir() if source == "tb" else [ROOT / source]) if path != FAULTS.parent]
    asked = [dataclasses.asdict(fault) for fault in faults]
    sound = runner.run("mutate", [runner.Task(SOUND, "scripts.mutate.mutate:try_sound", {"faults": asked},
                                              OUT / "sound", runner.key(asked, sources))],
                       OUT, sound_row, "faults", wide=True)[SOUND]
    if not sound.passed:
        sys.exit(f"mutate: {sound.error}, see {runner.shown(sound.folder)}")
    todo = [runner.Task(fault["name"], "scripts.mutate.mutate:try_fault",
                        {"fault": fault, "judges": sound.result["judges"][fault["name"]]},
                        OUT / "faults" / fault["name"], runner.key(fault, sources))
            for fault in asked]
    outcomes = runner.run("mutate", todo, OUT, row, "faults")
    results = [entry(outcome) for outcome in outcomes.values()]
    path = OUT / "results.json"
    tasks.write(path, json.dumps(results, indent=2) + "\n")
    count = collections.Counter(result["verdict"] for result in results)
    print(f"{count['caught']} faults caught, {count['expected survivor']} survivors expected, "
          f"{count['unexpected survivor']} unexpected, {count['unexpected catch']} caught that "
          f"must survive, {count['failed']} not tried, {time.monotonic() - start:.0f} seconds"
          f"{runner.summary(outcomes)}, results in {path.relative_to(ROOT)}")
    return len(results) != count["caught"] + count["expected survivor"]
