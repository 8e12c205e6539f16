# SPDX-License-Identifier: Apache-2.0
"""A placed layout of an RTL module: die, wires, congestion, and the clock with wires.

The netlist of `make area` is placed by Coloquinte, buffered for its wires, and timed by OpenSTA
with the wires; each step is a module of scripts/flow/layout/. Results: build/layout/<key>/;
docs/evaluate/layout.md explains the figures. What was computed once from the same netlist, parameters, library and tools is
reused.
"""
import re
import sys

from scripts.flow import effort, synth
from scripts.flow.synthesis.tools import Stop, shown


def check(util):
    """Raises Stop when this is not a percentage that can be placed."""
    from scripts.flow.layout.floorplan import MOST
    if not re.fullmatch(r"(\d+(\.\d+)?)?", util) or util and not 0 < float(util) <= MOST:
        raise Stop(f"expected --util, the part of the rows that cells fill, in percent from 1 to "
                   f"{MOST}; found '{util}'")


def arguments(text, top):
    """The words of a command line that say what is laid out, by default `top`."""
    parser = synth.arguments(text, top)
    parser.add_argument("--util", metavar="PERCENT", default="",
                        help="part of the rows that cells fill; default: 70")
    return parser


def main():
    parser = arguments(__doc__, synth.TOP)
    parser.add_argument("--route", action="store_true", help="route a small block, to compare")
    args = parser.parse_args()
    what = " ".join(filter(None, (args.top, args.config, args.overrides, args.lib, args.clock,
                                  args.util, "routed" if args.route else "")))
    try:
        synth.check(args.top, args.config, args.overrides, args.clock)
        check(args.util)
        from scripts.flow.layout import flow, report
        synth.announce(args.top, args.config, args.overrides)
        with effort.shown("layout", "layout", what, args.top, args.config, args.overrides):
            result, folder = flow.lay_out(
                args.top, args.config, args.overrides, args.lib,
                float(args.clock) if args.clock else None,
                float(args.util) if args.util else flow.UTILISATION, args.route)
    except Stop as stop:
        print(f"layout: {stop}", file=sys.stderr)
        return 2
    print("\n".join(report.lines(result)))
    print(f"all of it: {shown(folder)}/{{layout.txt,result.json,cells.png,congestion.png,"
          "netlist.v,wires.spef}")
    return 0
