#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area and clock of what gsq_axi adds to gsq_core: docs/axi/area.txt.

Usage: python3 -m scripts axi-area

Synthesizes gsq_axi_port for two widths of the bus, and gsq_axi_lite, with the flow of `make area`;
stored results are used again. `scripts/setup.sh area` installs what that needs.
"""
import sys

from scripts.core import tasks
from scripts.flow.synthesis.flow import synthesize
from scripts.flow.synthesis.tools import Stop
from scripts.spec.rtl_files import ROOT

OUT = ROOT / "docs" / "axi" / "area.txt"
LIBRARY = "osu018"
BLOCKS = [("gsq_axi_port", f"AxiDataWidth={width}") for width in (32, 64, 256, 512)] + \
    [("gsq_axi_lite", "VlenBytes=32,UbBytes=4096")]


def main():
    if sys.argv[1:]:
        sys.exit("usage: python3 -m scripts axi-area")
    lines = [f"{'block':14} {'parameters':28} {'kGE':>6} {'registers':>9} {'clock, MHz':>10}"]
    for top, overrides in BLOCKS:
        result, _ = synthesize(top, overrides=overrides, lib=LIBRARY)
        row = result["area"][0]
        lines.append(f"{top:14} {overrides:28} {row['ge'] / 1000:6.1f} {row['registers']:9} "
                     f"{1000 / result['clock_ns']:10.0f}")
    lines.append(f"{LIBRARY}, mapped for {result['target_ns']:.1f} ns, without the core; "
                 "python3 -m scripts axi-area")
    OUT.parent.mkdir(exist_ok=True)
    tasks.write(OUT, "\n".join([*lines, ""]))
    print(OUT.read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    try:
        tasks.main(main)
    except Stop as stop:
        sys.exit(f"{stop}")
