# SPDX-License-Identifier: Apache-2.0
"""Tests of others for single vector instructions, as the generator riscv-vector-tests makes them. For scripts/run/rvv_tandem.py.

A test is a program of 32 bits for RISC-V named after its instruction, such as vadd_vv-0, that ends with a write to tohost.
"""
import collections
import concurrent.futures
import dataclasses
import os
import re
import subprocess
import sys
import textwrap
import time

from scripts.core import regions, tasks
from scripts.run import rvv_spike
from scripts.spec import rvv_page
from scripts.spec.rvv_table import Table

MOST = 4_000_000    # instructions of a test
ELF = b"\x7fELF\x01"
# Other names that assemblers have for an instruction with its sources exchanged
ALIASES = {"vmsgt.vv": "vmslt.vv", "vmsgtu.vv": "vmsltu.vv"}
NO_INSTRUCTION = "not named after an instruction of RVV"


@dataclasses.dataclass
class Outcome:
    """What became of a test. It is taken if its own instruction was compared; otherwise `why` says why not."""
    name: str
    failed: str = ""
    why: str = ""
    compared: int = 0           # instructions of the test, of all names
    own: int = 0                # of these of its own name
    passed_over: collections.Counter = dataclasses.field(default_factory=collections.Counter)   # of its own name, by reason

    @property
    def taken(self):
        return self.own > 0 or bool(self.failed)


def instruction_of(name):
    """The instruction that a test is named after."""
    mnemonic = re.sub(r"(-\d+)?(\.elf)?$", "", name).replace("_", ".")
    return ALIASES.get(mnemonic, mnemonic)


def found(folder):
    """The programs of a folder and those in it."""
    def is_program(path):
        if not path.is_file() or path.suffix == ".o":
            return False
        with path.open("rb") as file:
            return file.read(len(ELF)) == ELF
    return sorted(path for path in folder.rglob("*") if is_program(path))


def left_out(table, mnemonic):
    """Why tests of an instruction are not run, or nothing."""
    if mnemonic in table.mnemonics:
        return ""
    return next((row.what for row in table.left_out if row.covers_all(mnemonic)), NO_INSTRUCTION)


def outcome_of(table, name, said, length):
    """What became of a test, from what rvv_tandem says about it."""
    own, one = instruction_of(name), Outcome(name)
    for line in said.splitlines():
        if line.startswith("compared "):
            _, mnemonic, count = line.split()
            one.compared += int(count)
            one.own += int(count) if mnemonic == own else 0
        elif line.startswith("skipped "):
            count, seen, outcome = rvv_spike.skipped(line, length)
            why = rvv_spike.reason(table, seen, outcome)
            if not why:
                one.failed = rvv_spike.no_reason(seen)
            if seen.mnemonic == own:
                one.passed_over[why] += count
    if not one.own and not one.passed_over and not one.failed:
        one.failed = f"expected the instruction {own} in it, found none"
    if not one.own and one.passed_over:
        one.why = one.passed_over.most_common(1)[0][0]
    return one


def run_one(table, tandem, path, length):
    if why := left_out(table, instruction_of(path.name)):
        return Outcome(path.name, why=why)
    folder = rvv_spike.OUT / f"tests-{length}"
    log = folder / f"{path.name}.log"
    if failed := rvv_spike.simulate(path, length, MOST, log):
        return Outcome(path.name, failed=failed)
    done = subprocess.run([tandem, "test", str(length), path, log, str(MOST)], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode:
        return Outcome(path.name, failed=f"{done.stdout.strip()}\nThe log of Spike is {log}.")
    one = outcome_of(table, path.name, done.stdout, length)
    if not one.failed:
        log.unlink()    # it is long
        log.with_suffix(".txt").unlink()
    return one


def report(outcomes):
    """The last line, and the table of what is left out."""
    taken = [one for one in outcomes if one.taken]
    failed = [one for one in outcomes if one.failed]
    part = [one for one in taken if one.passed_over]
    rest = [one for one in outcomes if not one.taken]
    line = (f"{len(outcomes)} tests: {len(taken)} taken, of {len({instruction_of(one.name) for one in taken})} instructions, "
            f"{len(part)} of them in part, {len(taken) - len(failed)} passed, {len(failed)} failed, {len(rest)} left out; "
            f"{sum(one.compared for one in outcomes)} instructions compared, {sum(one.own for one in outcomes)} of them "
            "those that tests are named after")
    whole = collections.Counter(one.why for one in rest)
    over = sum((one.passed_over for one in taken), collections.Counter())
    table = ["| left out | tests | instructions in tests that are taken |", "|---|---|---|"]
    table += [f"| {why} | {whole[why]} | {over[why]} |" for why, _ in (whole + over).most_common()]
    return line, table


def run(tandem, folder, length, update):
    """Whether every test that is taken has passed."""
    begin = time.monotonic()
    table, paths = Table(), found(folder)
    if not paths:
        sys.exit(f"rvv: expected programs of 32 bits for RISC-V in {folder}, found none; docs/develop/rvv_tests.md says how "
                 "they are made")
    (rvv_spike.OUT / f"tests-{length}").mkdir(parents=True, exist_ok=True)
    names = [os.fspath(path.relative_to(folder)) for path in paths]
    with tasks.Progress("rvv", dict.fromkeys(names), tasks.jobs(), "tests") as progress, \
         concurrent.futures.ThreadPoolExecutor(tasks.jobs()) as pool:

        def timed(name):
            progress.begin(name)
            one = run_one(table, tandem, folder / name, length)
            progress.end(name)
            if one.failed:
                progress.say(f"rvv: {name} failed: {one.failed}")
            return one

        outcomes = list(pool.map(timed, names))
    line, rows = report(outcomes)
    for row in rows[2:]:
        why, tests, passed_over = (word.strip() for word in row.strip("|").rsplit("|", 2))
        print(f"  {tests:>5} tests left out, and {passed_over:>6} instructions of others:  {why}")
    print(f"rvv: VlenBytes {length}, {line}; {time.monotonic() - begin:.0f} seconds")
    if update:
        page = rvv_page.TESTS
        text = page.read_text(encoding="utf-8")
        tasks.write(page, regions.replaced(page, text, f"VlenBytes {length}", [*textwrap.wrap(f"{line}.", 128), "", *rows]))
        print(f"rvv: {tasks.changed(page, 'the numbers of this run')}")
    return not any(one.failed for one in outcomes)
