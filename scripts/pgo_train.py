#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains an executable for profile-guided optimisation; for sim/verilate.cmake.

Usage: pgo_train.py GSQ CODE FOLDER MERGE

GSQ counts what its RTL does, and runs in short what make regress runs. CODE has the Verilated code,
fast_*.cpp; FOLDER/trained gets the profile, which MERGE (llvm-profdata) adds up, and for each of
these a file that includes it. These change only when the code or the training does: a change of the
testbench needs no other profile.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

import tasks

# Without files of failures no process is forked, whose counters would be lost.
TRAINING = (
    *(("random", "--commands", "1500", "--seed", "77", "--stall", stall, "--mix", mix)
      for stall, mix in (("0", "all"), ("30", "all"), ("70", "all"), ("30", "gather"))),
    *(("perf", f"tb/patterns/{name}.json", "--width", "b32", "--commands-max", "20")
      for name in ("limits", "workloads")),
)
LIMIT = 1200    # s for one of them, on a machine that is busy, too


class Failed(Exception):
    """One sentence."""


def train(gsq, counts, profile, merge):
    """Runs the executable, which writes what it counts into the folder; the sum is the profile."""
    shutil.rmtree(counts, ignore_errors=True)
    for number, words in enumerate(TRAINING):
        what = f"training: {gsq} {' '.join(words)}"
        try:
            ran = subprocess.run([gsq, *words, "--failures", "none"], cwd=tasks.ROOT, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                                 check=False, timeout=LIMIT,
                                 env={**os.environ,
                                      "LLVM_PROFILE_FILE": f"{counts}/{number}.profraw"})
        except subprocess.TimeoutExpired:
            raise Failed(f"{what} took more than {LIMIT} s, expected less than a minute") from None
        if ran.returncode:
            print(ran.stdout, end="")
            raise Failed(f"{what} ended with exit status {ran.returncode}, expected 0; the same "
                         "words without PGO give a report and a waveform")
        if not (counts / f"{number}.profraw").exists():
            raise Failed(f"{what} left no {counts}/{number}.profraw: was it built with "
                         "-fprofile-instr-generate?")
    profile.parent.mkdir(parents=True)
    try:
        merged = subprocess.run([merge, "merge", "-o", profile, *sorted(counts.glob("*.profraw"))],
                                text=True, capture_output=True, check=False)
    except FileNotFoundError:
        raise Failed(f"{merge} is not installed, expected it to add up what the training counted: "
                     "run scripts/setup.sh pgo") from None
    if merged.returncode:
        raise Failed(f"{merge} refused the counts of the training: {merged.stderr.strip()}")


def main():
    gsq, code, folder, merge = map(pathlib.Path, sys.argv[1:])
    trained = folder / "trained"
    sources = sorted(code.glob("fast_*.cpp"))
    patterns = [tasks.ROOT / word for words in TRAINING for word in words if word.endswith(".json")]
    key = hashlib.sha256(b"".join(path.read_bytes() for path in (*sources, *patterns))
                         + repr(TRAINING).encode()).hexdigest()[:16]
    profile = trained / "profile.profdata"      # sim/verilate.cmake has the same name
    texts = {trained / path.name: f'#include "{path}"\n// profile {key}\n' for path in sources}
    if profile.exists() and all(path.exists() and path.read_text(encoding="utf-8") == text
                                for path, text in texts.items()):
        return 0
    shutil.rmtree(trained, ignore_errors=True)  # or a training that is stopped would seem done
    try:
        train(gsq, folder / "counts", profile, merge)
    except Failed as failed:
        sys.exit(f"{failed}")
    for path, text in texts.items():
        tasks.write(path, text)
    return 0


if __name__ == "__main__":
    tasks.main(main)
