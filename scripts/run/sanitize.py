# SPDX-License-Identifier: Apache-2.0
"""Runs tests in programs that find undefined behaviour: make sanitize.

address: the tests of models, parsers and kernel APIs, those of the tools and the system on tiny, and
the kept inputs of the fuzzers, with AddressSanitizer and UndefinedBehaviorSanitizer. thread: those on
tiny with ThreadSanitizer; the threads are those that write waveforms. Each has a copy of the sources
in build/sanitize/ with a build of its own. Exit 1 if a test fails.
"""
import os
import re
import subprocess
import time

from scripts.core import tasks
from scripts.core.source_copy import copy_sources

OUT = tasks.ROOT / "build" / "sanitize"
# Flags of the compiler, targets, labels of ctest. With AddressSanitizer GCC 12 warns of std::regex.
KINDS = {
    "address": ("-fsanitize=address,undefined -fno-sanitize-recover=undefined "
                "-Wno-maybe-uninitialized", ("model_tests", "tiny_tests", "replays"),
                "model|tiny|fuzz"),
    "thread": ("-fsanitize=thread", ("tiny_tests",), "tiny"),
}
# Tests that build or load the project in other ways, and one that limits the size of files, within
# which a sanitizer does not start.
LEFT_OUT = r"^(python|package)\.|\.outputs$"
# Both libraries end a program at the first finding, with a status that no test expects. After an
# abort a program closes its waveform and writes a report if it can, which is not safe in a signal.
OPTIONS = {"ASAN_OPTIONS": "exitcode=99:detect_leaks=0",
           "TSAN_OPTIONS": "exitcode=99:halt_on_error=1:report_signal_unsafe=0",
           "UBSAN_OPTIONS": "print_stacktrace=1"}


def run(kind):
    """Builds and runs the tests with one kind of sanitizer; whether all passed."""
    flags, targets, labels = KINDS[kind]
    tree = OUT / kind
    copy_sources(tree, more=("README.md", "docs"))
    environment = {**os.environ, **OPTIONS, "CXX": "g++", "CXXFLAGS": f"{flags} -g1",
                   "CCACHE_BASEDIR": str(tree), "CCACHE_NOHASHDIR": "1"}
    start = time.monotonic()
    print(f"{kind}: building", flush=True)
    if subprocess.run([tree / "scripts" / "build.sh", *targets], cwd=tree, env=environment,
                      check=False).returncode:
        print(f"{kind}: the tests cannot be built, see build/sanitize/{kind}/build")
        return False
    built = time.monotonic()
    log = tree / "build" / "test.log"
    done = subprocess.run(["ctest", "--test-dir", "build/cmake", "-L", f"^({labels})$", "-E",
                           LEFT_OUT, "-j", str(tasks.jobs()), "--no-tests=error",
                           "--output-on-failure", "--timeout", "3600", "--output-log", log],
                          cwd=tree, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    count = re.search(r"(\d+) tests failed out of (\d+)", done.stdout)
    if not count:
        print(f"{kind}: ctest did not run, see {log.relative_to(tasks.ROOT)}")
        return False
    failed, tests = map(int, count.groups())
    for name in re.findall(r"^\s*\d+ - (\S+) \(", done.stdout, re.M):
        print(f"  failed: {name}")
    print(f"{kind}: {tests - failed} tests passed, {failed} failed, built in "
          f"{tasks.duration(built - start)}, ran in {tasks.duration(time.monotonic() - built)}, see "
          f"{log.relative_to(tasks.ROOT)}", flush=True)
    return done.returncode == 0


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("kinds", nargs="*", metavar="SANITIZER", type=tasks.one_of(KINDS),
                        help=f"{' or '.join(KINDS)}; default: both")
    return 0 if all([run(kind) for kind in parser.parse_args().kinds or KINDS]) else 1
