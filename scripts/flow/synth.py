# SPDX-License-Identifier: Apache-2.0
"""Area and timing of RTL modules with open tools: area by hierarchy, longest paths, clock.

A current Yosys (slang) elaborates, Debian's Yosys with ABC maps each module once, OpenSTA times the
whole; each step is a module of scripts/flow/synthesis/. Results:
build/area/<key>/{area.txt,timing.txt,result.json,netlist.v}; docs/evaluate/area.md explains the figures. What
was computed once from the same sources, parameters, library and tools is reused.
"""
import re
import sys

from scripts.core import tasks
from scripts.flow import effort
from scripts.flow.synthesis import blocks, flow, landed, reports
from scripts.flow.synthesis.tools import Stop, shown


TOP = "gsq_core"


def check(top, config, overrides, clock):
    """Raises Stop when there is no such module, configuration, parameter or clock."""
    blocks.settings(top, config, overrides)
    if not re.fullmatch(r"(\d+(\.\d+)?)?", clock):
        raise Stop(f"expected CLOCK in ns, such as 3.0, or 0 for the fastest gates; found '{clock}'")


def announce(top, config, overrides):
    """Says which parameters a block has in a configuration. Raises Stop when it is not there."""
    for line in blocks.chosen(top, config, overrides).said:
        print(line, flush=True)


def synthesize(args):
    """The result of the flow and its folder; says how long it takes."""
    what = " ".join(filter(None, (args.top, args.config, args.overrides, args.lib, args.clock,
                                  "flat" if args.flat else "")))
    with effort.shown("area", "synthesis", what, args.top, args.config, args.overrides):
        return flow.synthesize(args.top, args.config, args.overrides, args.lib,
                               float(args.clock) if args.clock else None, flat=args.flat)


def arguments(doc, top):
    """A parser of the words that choose a module, its parameters, library and clock."""
    parser = tasks.arguments(doc)
    parser.add_argument("--top", metavar="MODULE", default=top, help=f"default: {top}")
    parser.add_argument("--config", metavar="NAME", default="",
                        help="configuration in whose core the module has its parameters")
    parser.add_argument("--set", metavar="Name=Value,…", dest="overrides", default="",
                        help="overrides of its parameters")
    parser.add_argument("--lib", metavar="NAME|FILE.lib", default="osu018",
                        help="its cells: osu018, osu035, osu050 or a Liberty file; default: osu018")
    parser.add_argument("--clock", metavar="NS", default="", help="0: the fastest gates; default: 35 FO4")
    return parser


def main():
    parser = arguments(__doc__, TOP)
    parser.add_argument("--flat", action="store_true",
                        help="dissolve the hierarchy: fewer gates, no area by block")
    parser.add_argument("--land", action="store_true", help="record the figures as landed")
    parser.add_argument("--report", choices=("area", "timing"), action="append",
                        help="what is printed; may be given several times")
    args = parser.parse_args()
    try:
        check(args.top, args.config, args.overrides, args.clock)
        announce(args.top, args.config, args.overrides)
        result, folder = synthesize(args)
    except Stop as stop:
        print(f"synthesis: {stop}", file=sys.stderr)
        return 2
    for report in args.report or ("area", "timing"):
        lines = reports.area_lines(result, 2) if report == "area" else reports.timing_lines(result)
        print("\n".join(lines))
    print(landed.line(result, landed.load()))
    if args.land:
        landed.land(result)
        print(tasks.changed(landed.LANDED, "these figures"))
    print(f"all of it: {shown(folder)}/{{area.txt,timing.txt,result.json}}")
    return 0
