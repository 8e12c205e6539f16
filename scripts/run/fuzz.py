# SPDX-License-Identifier: Apache-2.0
"""Fuzzes what takes input from outside, compiled with AddressSanitizer and UndefinedBehaviorSanitizer.

Names are those of tb/fuzz/fuzz_NAME.cpp, and study. JOBS says how many run at a time, SEED where they begin.
Each starts from the kept inputs, tb/fuzz/corpus/NAME.zip, from those that once found a defect,
tb/fuzz/found/NAME/, and from those that earlier runs in this tree found. Prints a table; exit 1 if an input did what its fuzzer forbids, which then lies in
build/fuzz/NAME/.
"""
import concurrent.futures
import io
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import zipfile

from scripts.core import tasks
from scripts.core.source_copy import copy_sources
from scripts.run import fuzzed

OUT = tasks.ROOT / "build" / "fuzz"
TREE = OUT / "tree"             # where the programs are built, with Clang
KEPT = tasks.ROOT / "tb" / "fuzz" / "corpus"
FOUND = tasks.ROOT / "tb" / "fuzz" / "found"    # inputs that once found a defect, each with a name
COMPILER = "clang++-16"
FLAGS = "-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -g1"
RECORDING = threading.Lock()
# What takes longer than -timeout is a hang; libFuzzer would save inputs slower than 10 s as well.
LIMITS = ("-max_len=4096", "-timeout=30", "-report_slow_units=30", "-rss_limit_mb=3000")
PYTHON = {"study": tasks.ROOT / "tb" / "fuzz" / "fuzz_study.py"}     # with Atheris
# libFuzzer starts itself again to merge inputs, by the name of the script: its Python is found first.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1",
               "PATH": f"{tasks.ROOT / 'build' / 'venv' / 'bin'}:{os.environ['PATH']}"}


def names():
    """All fuzzers."""
    sources = (tasks.ROOT / "tb" / "fuzz").glob("fuzz_*.cpp")
    return sorted([path.stem.removeprefix("fuzz_") for path in sources] + [*PYTHON])


def command_of(name):
    """The words that start a fuzzer."""
    if name in PYTHON:
        return [PYTHON[name]]
    return [TREE / "build" / "cmake" / "tb" / "fuzz" / f"fuzz_{name}"]


def build(wanted):
    targets = [f"fuzz_{name}" for name in wanted if name not in PYTHON]
    if not targets:
        return
    copy_sources(TREE)
    environment = {**os.environ, "CXX": COMPILER, "CXXFLAGS": FLAGS, "CCACHE_BASEDIR": str(TREE),
                   "CCACHE_NOHASHDIR": "1"}
    if subprocess.run([TREE / "scripts" / "build.sh", *targets], cwd=TREE, env=environment,
                      check=False).returncode:
        sys.exit("fuzz: the fuzzers cannot be built")


def call(name, folder, *arguments):
    """Runs a fuzzer; its status, what it printed, and its seconds of processor time."""
    with subprocess.Popen([*map(str, command_of(name)), *LIMITS, *map(str, arguments)], cwd=folder,
                          env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace") as process:
        said = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, said, used.ru_utime + used.ru_stime


def keep(name, folder):
    """Adds to the kept inputs those that reach more; how many."""
    kept = folder / "kept"
    before = len([*kept.iterdir()])
    # The fewest that reach all code; how often they pass it does not count.
    status, said, _ = call(name, folder, "-set_cover_merge=1", "-use_counters=0", kept,
                           folder / "inputs")
    if status or "MERGE-OUTER: successful" not in said:
        sys.exit(f"fuzz: inputs of {name} cannot be merged: {said[-300:]}")
    files = sorted(kept.iterdir())
    if len(files) > before:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            for path in files:  # without its time, so that the same inputs are the same file
                archive.writestr(zipfile.ZipInfo(path.name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        tasks.write(KEPT / f"{name}.zip", made.getvalue())
    return len(files) - before


def fuzz(name, seconds, progress, sources, options):
    """Runs a fuzzer of these sources for so long: its row of the table, and whether it found nothing."""
    folder = OUT / name
    (folder / "inputs").mkdir(parents=True, exist_ok=True)
    kept = folder / "kept"
    shutil.rmtree(kept, ignore_errors=True)
    with zipfile.ZipFile(KEPT / f"{name}.zip") as archive:
        archive.extractall(kept)
    before = {path.name for path in folder.iterdir()}
    progress.begin(name)
    seed = int(os.environ.get("SEED") or 1)
    status, said, used = call(name, folder, f"-max_total_time={seconds}", "-print_final_stats=1",
                              f"-artifact_prefix={folder}/", f"-seed={seed}", folder / "inputs",
                              kept, *([FOUND / name] if (FOUND / name).exists() else []))
    tasks.write(folder / "run.log", said)
    reached = re.findall(r"cov: (\d+)", said)
    executed = re.search(r"stat::number_of_executed_units: *(\d+)", said)
    # A fuzzer that ended before its time did not work, whatever its status says.
    works = status == 0 and executed is not None and int(executed[1]) > 0 and reached
    added = keep(name, folder) if works and options.keep else 0
    progress.end(name)
    found = sorted({path.name for path in folder.iterdir()} - before - {"run.log", "inputs.toml"})
    result = "nothing found" if works and not found else (
        f"FOUND {', '.join(found)}" if found else "FAILED") + f", see {folder.relative_to(tasks.ROOT)}/"
    progress.say(f"{name:9} {int(executed[1]) if executed else 0:>11} inputs tried, "
                 f"{reached[-1] if reached else 0:>6} edges reached, "
                 f"{len([*kept.iterdir()]):>4} inputs kept{f' (+{added})' if added else ''}  "
                 f"{result}")
    good = bool(works) and not found
    if good and options.land:
        with RECORDING:
            if fuzzed.add(name, sources, seed, round(used), int(executed[1])):
                progress.say(f"{name}: its minutes are in {fuzzed.KEPT.relative_to(tasks.ROOT)}")
            else:
                progress.say(f"{name}: seed {seed} is in {fuzzed.KEPT.relative_to(tasks.ROOT)} already: it does "
                             "not count again, take another SEED")
    return good


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", type=tasks.one_of(names()),
                        help=f"of {', '.join(names())}; default: all")
    parser.add_argument("--minutes", type=int, default=1, help="how long each runs")
    parser.add_argument("--keep", action="store_true", help="add to the kept inputs, which are tests, those "
                        "that reach code that none of them reached")
    parser.add_argument("--land", action="store_true", help="record runs that found nothing for the sign-off")
    options = parser.parse_args()
    wanted = options.names or names()
    if options.minutes < 1:
        parser.error(f"expected --minutes of at least 1, found {options.minutes}")
    seconds = 60 * options.minutes
    start = time.monotonic()
    sources = {name: fuzzed.sources(name) for name in wanted}
    build(wanted)
    jobs = tasks.jobs()
    with tasks.Progress("fuzz", dict.fromkeys(wanted, seconds), jobs, "fuzzers") as progress, \
         concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        good = [*pool.map(lambda name: fuzz(name, seconds, progress, sources[name], options), wanted)]
    print(f"{sum(good)} fuzzers found nothing, {len(good) - sum(good)} found something or failed, "
          f"{tasks.duration(time.monotonic() - start)}, logs in build/fuzz/*/run.log")
    return 0 if all(good) else 1
