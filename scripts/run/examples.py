# SPDX-License-Identifier: Apache-2.0
"""Runs all examples on the golden model, on the RTL and on both in lockstep, and prints one table.

Build them first (target examples). The variable JOBS is the number of parallel runs; output goes to
build/examples/NAME.BACKEND.log. Exit 1 if any of them fails.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import time

from scripts.core import tasks

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "examples"
BACKENDS = ("golden", "rtl", "lockstep")
LIMIT = ("timeout", "--foreground", "--kill-after=1", "600")  # no run takes ten minutes
ROW = "{:24} {:9} {:>8} {:>10} {:>6} {:>8} {:>11} {:>7} {:>7}  {}"
FIGURES = {"commands": r"^commands +(\d+)", "operations": r"(\d+) operations of the processor",
           "drains": r"operations of the processor in (\d+) drains", "cycles": r"^cycles +(\d+)",
           "bank_cycles": r"^banks +(\d+)", "banks": r"([\d.]+) % of all banks",
           "bound": r"^bound +(\d+)", "percent": r"([\d.]+) % reached"}


def names():
    """All examples."""
    return sorted(path.stem for path in (ROOT / "examples").glob("*.cpp"))


def measure(name, backend, *options):
    """One run with these options: its figures as texts by the names of FIGURES, "-" where the report has none, and
    what is wrong, or None."""
    done = subprocess.run([*LIMIT, OUT / name, "--backend", backend, *options], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    log = OUT / f"{'.'.join([name, backend, *options[1:]])}.log"
    log.write_text(done.stdout + done.stderr, encoding="utf-8")
    found = {key: re.search(pattern, done.stdout, re.M) for key, pattern in FIGURES.items()}
    agreed = backend != "lockstep" or "RTL and golden model agreed on" in done.stdout
    passed = done.returncode == 0 and agreed
    return ({key: match[1] if match else "-" for key, match in found.items()},
            None if passed else f"FAIL (exit {done.returncode}), see {log.relative_to(ROOT)}")


def run(name, backend):
    """One run: its row of the table, and whether it passed."""
    figures, wrong = measure(name, backend)
    shown = [text for key, text in figures.items() if key != "bound"]
    return ROW.format(name, backend, *shown, wrong or "pass"), wrong is None


def main():
    tasks.arguments(__doc__).parse_args()
    start = time.monotonic()
    print(ROW.format("example", "backend", "commands", "operations", "drains", "cycles",
                     "bank cycles", "banks %", "bound %", "result"))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or 0) or None) as pool:
        runs = [pool.submit(run, name, backend) for name in names() for backend in BACKENDS]
        for done in runs:
            row, passed = done.result()
            failed += not passed
            print(row, flush=True)
    print(f"{len(runs) - failed} runs passed, {failed} failed, "
          f"{time.monotonic() - start:.0f} seconds")
    sys.exit(1 if failed or not runs else 0)
