# SPDX-License-Identifier: Apache-2.0
"""Repeats the example of docs/start/debugging.md: plants a fault, runs make sim, draws waveforms.

Works on a copy of the project in build/broken/, with one of the faults of tb/plan/faults.toml. Writes what
the page shows into docs/start/debugging/: fault.diff, report.txt, shrunk.gsq, waves.png, merge.png.
--check tests that fault.diff, with which the page has its reader plant the fault, fits the RTL.
"""
import difflib
import os
import pathlib
import shutil
import subprocess
import sys

from scripts.core import tasks
from scripts.mutate import mutate
from scripts.spec.rtl_files import MODULES

ROOT = mutate.ROOT
FAULT = "merge_held_over_data"
SHOWN = ROOT / "docs" / "start" / "debugging"
VIEWS = {"waves": "", "merge": (  # pictures, and further options of make waves
    r' --cycles 20:40 --show "u_access\.s_valid|u_stream_merge\.(offset_i|(held_i|blocks_[io]\[0\]|held_o)\[0\])"')}


def run(folder, *command):
    environment = {name: value for name, value in os.environ.items() if name[:4] != "MAKE"}
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, env=environment)
    return done.returncode, done.stdout


def fault_diff(fault):
    """The fault as a patch for `git apply -p0`."""
    path = MODULES[fault.module]
    sound = path.read_text(encoding="utf-8")
    file = path.relative_to(ROOT).as_posix()
    diff = difflib.unified_diff(sound.splitlines(),
                                sound.replace(fault.find, fault.replace).splitlines(), file, file,
                                n=1, lineterm="")
    return "\n".join(diff) + "\n"


def broken(folder, fault):
    """A copy of the sources with the fault."""
    tree = mutate.Tree(folder)
    tree.plant(fault)
    return tree.folder


def main():
    check = tasks.check_asked(__doc__)
    fault = next(fault for fault in mutate.load_faults() if fault.name == FAULT)
    shown = SHOWN / "fault.diff"
    if check:
        if shown.read_text(encoding="utf-8") != fault_diff(fault):
            sys.exit(f"debug_demo: docs/start/debugging/{shown.name} is not the fault {FAULT} of "
                     "tb/plan/faults.toml in the RTL of today; make docs writes it anew")
        with tasks.temporary() as folder:
            file = MODULES[fault.module].relative_to(ROOT)
            planted = broken(pathlib.Path(folder), fault) / file
            if fault.replace not in planted.read_text(encoding="utf-8"):
                sys.exit(f"debug_demo: the copy of {planted.name} has no fault {FAULT}")
        return
    folder = broken(ROOT / "build" / "broken", fault)
    shutil.copy(ROOT / "Makefile", folder)
    # The example starts from a clean copy, except for compiled files.
    shutil.rmtree(folder / "build" / "failures", ignore_errors=True)
    status, text = run(folder, "make", "sim", "CONFIG=tiny")
    if status == 0 or "mismatch in cycle" not in text:
        sys.exit(f"debug_demo: expected make sim to fail with a mismatch in {folder}:\n{text}")
    failure, = (folder / "build" / "failures").iterdir()
    page = SHOWN.with_suffix(".md").read_text(encoding="utf-8")
    if failure.name not in page:
        sys.exit(f"debug_demo: the case is now {failure.name}, of which docs/start/debugging.md does "
                 "not tell: adapt what it says of cycles and lines, and VIEWS")
    SHOWN.mkdir(exist_ok=True)
    report = text[text.index("mismatch in cycle"):]
    tasks.write(SHOWN / "report.txt", report[:report.index("make: ***")])
    tasks.write(SHOWN / "shrunk.gsq", (failure / "shrunk.gsq").read_bytes())
    tasks.write(shown, fault_diff(fault))
    for name, more in VIEWS.items():
        picture = SHOWN / f"{name}.png"
        status, text = run(folder, "make", "waves", f"ARGS={(failure / 'waves.fst').relative_to(folder)} "
                           f"--png {picture}{more}")
        if status:
            sys.exit(f"debug_demo: make waves failed:\n{text}")
    print(f"wrote {', '.join(sorted(path.name for path in SHOWN.iterdir()))} in "
          f"{SHOWN.relative_to(ROOT)}")
