#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains an executable for profile-guided optimisation; for sim/verilate.cmake.

Usage: pgo_train.py GSQ CODE FOLDER

GSQ counts what its RTL does into FOLDER/counts. It runs in short what make regress runs. CODE has
the Verilated code, fast_*.cpp, and for each of these FOLDER/trained has a file that includes it.
These change only when the code or the training does: a change of the testbench needs no other
profile.
"""
import hashlib
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


def profile_of(source, counts):
    """Profiles of a source, whose names sim/verilate.cmake gives."""
    return [*counts.glob(f"*rtl_{source.stem}.gcda")]


def train(gsq, counts, sources):
    """Runs the executable, which writes a profile of each source into the folder."""
    shutil.rmtree(counts, ignore_errors=True)
    for words in TRAINING:
        what = f"training: {gsq} {' '.join(words)}"
        try:
            ran = subprocess.run([gsq, *words, "--failures", "none"], cwd=tasks.ROOT, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                                 check=False, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            raise Failed(f"{what} took more than {LIMIT} s, expected less than a minute") from None
        if ran.returncode:
            print(ran.stdout, end="")
            raise Failed(f"{what} ended with exit status {ran.returncode}, expected 0; the same "
                         "words without PGO give a report and a waveform")
    for path in sources:
        if not profile_of(path, counts):
            raise Failed(f"training left no profile of {path.name} in {counts}, expected "
                         f"*rtl_{path.stem}.gcda: was {gsq} built with -fprofile-generate and "
                         "these names?")


def main():
    gsq, code, folder = map(pathlib.Path, sys.argv[1:])
    trained = folder / "trained"
    sources = sorted(code.glob("fast_*.cpp"))
    patterns = [tasks.ROOT / word for words in TRAINING for word in words if word.endswith(".json")]
    key = hashlib.sha256(b"".join(path.read_bytes() for path in (*sources, *patterns))
                         + repr(TRAINING).encode()).hexdigest()[:16]
    texts = {trained / path.name: f'#include "{path}"\n// profile {key}\n' for path in sources}
    if all(path.exists() and path.read_text(encoding="utf-8") == text
           and profile_of(path, folder / "counts") for path, text in texts.items()):
        return 0
    shutil.rmtree(trained, ignore_errors=True)  # or a training that is stopped would seem done
    try:
        train(gsq, folder / "counts", sources)
    except Failed as failed:
        sys.exit(f"{failed}")
    trained.mkdir(parents=True)
    for path, text in texts.items():
        tasks.write(path, text)
    return 0


if __name__ == "__main__":
    tasks.main(main)
