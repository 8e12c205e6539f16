# SPDX-License-Identifier: Apache-2.0
"""Which words are instructions: random ones on Spike, in the reference and in gsq::crack. For scripts/run/rvv_tandem.py."""
import collections
import subprocess

from scripts.run import rvv_spike
from scripts.spec.rvv_table import Table

MOST = 300_000      # words that fit between code and data of a program
ENOUGH = 50_000     # words among which each row of left_out occurs
MEMORY = "-m0x80000000:0x800000,0x80800000:0x4000"     # code, and the data that the reference knows


def judged(said, length, words):
    """(reports, reasons with their counts, lines that say what is wrong) of what rvv_tandem says."""
    table, counts, reasons, wrong = Table(), {}, collections.Counter(), []
    for line in said.splitlines():
        if not line.startswith("skipped "):
            name, _, number = line.partition(" ")
            counts[name] = int(number)
            continue
        count, one, outcome = rvv_spike.skipped(line, length)
        why = rvv_spike.reason(table, one, outcome)
        if not why:
            wrong.append(rvv_spike.no_reason(one))
        reasons[why] += count
    for row in table.left_out:
        if not reasons[row.what] and words >= ENOUGH:
            wrong.append(f"none of {words} words was left out as '{row.what}': expected some; has the row become wrong?")
    return counts, reasons, wrong


def run(tandem, seed, words, length):
    """Whether both have the same instructions but for what is left out."""
    folder = rvv_spike.OUT / f"words-{seed}-{length}"
    folder.mkdir(parents=True, exist_ok=True)
    elf, log = folder / "words.elf", folder / "commits.log"
    arguments = [str(seed), str(words), str(length)]
    count = subprocess.run([tandem, "write-words", *arguments, elf], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()[-1]
    if failed := rvv_spike.simulate(elf, length, count, log, MEMORY):
        print(f"rvv: {failed}")
        return False
    done = subprocess.run([tandem, "judge-words", *arguments, log], check=False, text=True, stdout=subprocess.PIPE)
    if done.returncode:
        print(done.stdout, end="")
        return False
    counts, reasons, wrong = judged(done.stdout, length, words)
    for line in wrong:
        print(f"rvv: {line}")
    if wrong:
        return False
    log.unlink()    # it is long
    print(f"rvv: {words} words, VlenBytes {length}: {counts['both']} are executed by both, of them {counts['faults']} with an "
          f"exception of an address in Spike, {counts['neither']} by none, {reasons.total()} only by Spike:")
    for why, number in reasons.most_common():
        print(f"  {number:6}  {why}")
    return True
