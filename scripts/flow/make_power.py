# SPDX-License-Identifier: Apache-2.0
"""Energy of a cycle of an RTL module: clock, registers, gates, wires and leakage, by block.

The layout of `make layout` is simulated as gates, with random inputs and with inputs that stay; the
core, gsq_core, with the inputs that its RTL has in a run of --gsq. The energy of each edge is in the
tables of the library. docs/evaluate/power.md explains the figures. Results: build/power/<key>/.
"""
import pathlib
import sys

from scripts.flow import effort, make_layout, synth
from scripts.flow.synthesis.tools import Stop, shown

TOP = "gsq_xbar"
CORE = "gsq_core"
WIDTHS = ("b8", "b16", "b32")   # that gathers and scatters have


def check(top, program, pattern, gates, width):
    """Raises Stop when this module cannot run that, or when a file is not there."""
    if program and pattern:
        raise Stop("PROGRAM and PATTERNS are two runs: expected one of them")
    for name, value in (("PROGRAM", program), ("PATTERNS", pattern)):
        if value and top != CORE:
            raise Stop(f"{name}={value} runs on the core: expected TOP={CORE}, found TOP={top}")
    if program and not pathlib.Path(program).is_file():
        raise Stop(f"there is no PROGRAM={program}: expected a program, such as "
                   "tb/programs/squeeze_kernel.gsq")
    if width and not pattern:
        raise Stop(f"WIDTH={width} is that of the elements of PATTERNS, and there is none")
    if width not in ("", *WIDTHS):
        raise Stop(f"expected WIDTH={', '.join(WIDTHS)}, found WIDTH={width}")
    for word in pattern.split():
        if word.startswith("-"):
            raise Stop(f"expected patterns and files in PATTERNS, found the option {word}")
        if word.endswith(".json") and not pathlib.Path(word).is_file():
            raise Stop(f"there is no PATTERNS={word}: expected a file with patterns, such as "
                       "tb/patterns/limits.json, or a pattern such as UNIFORM:64:8")
    if gates not in ("", "0", "1"):
        raise Stop(f"expected --gates 0 for transparent clock gates, or 1, found '{gates}'")


def main():
    parser = make_layout.arguments(__doc__, TOP)
    parser.add_argument("--gates", metavar="0|1", default="", help="0: clock gates are transparent")
    parser.add_argument("--gsq", metavar="FILE", default="", help="simulation of the RTL of this core")
    parser.add_argument("--program", metavar="FILE.gsq", default="", help="that it runs")
    parser.add_argument("--pattern", metavar="WORD…", default="", help="or what gsq perf takes")
    parser.add_argument("--width", default="", help=f"of the elements of patterns: {', '.join(WIDTHS)}")
    args = parser.parse_args()
    what = " ".join(filter(None, (args.top, args.config, args.overrides, args.lib, args.clock,
                                  args.util, args.program, args.pattern)))
    try:
        synth.check(args.top, args.config, args.overrides, args.clock)
        make_layout.check(args.util)
        check(args.top, args.program, args.pattern, args.gates, args.width)
        from scripts.flow.layout.flow import UTILISATION
        from scripts.flow.power import flow, record
        asked = None
        if args.top == CORE:
            args.config = args.config or "full"     # as the simulation; defaults of RTL are others
            asked = flow.Asked(pathlib.Path(args.gsq).resolve(), args.program,
                               tuple(args.pattern.split()), args.width or record.WIDTH)
            asked.check()
        synth.announce(args.top, args.config, args.overrides)
        with effort.shown("power", "power", what, args.top, args.config, args.overrides):
            result, folder = flow.measure(
                args.top, args.config, args.overrides, args.lib,
                float(args.clock) if args.clock else None,
                float(args.util) if args.util else UTILISATION, args.gates != "0", asked)
    except Stop as stop:
        print(f"power: {stop}", file=sys.stderr)
        return 2
    print("\n".join(flow.lines(result)))
    print(f"all of it: {shown(folder)}/result.json")
    return 0
