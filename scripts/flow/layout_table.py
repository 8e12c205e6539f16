# SPDX-License-Identifier: Apache-2.0
"""Writes docs/evaluate/layout_table.md: layouts of blocks, choices, estimated and routed wires.

Stored layouts are used; all of them take
about three quarters of an hour on two cores.
"""
import itertools
import sys
import time
import unittest.mock

from scripts.core import tasks
from scripts.flow import effort
from scripts.flow.area_tables import STAGED, extra_source, variant
from scripts.flow.layout import floorplan, flow, lef
from scripts.flow.layout.tools import ROOT, Stop
from scripts.flow.power import flow as power
from scripts.flow.synthesis import flow as synthesis
from scripts.flow.synthesis.liberty import Library

PAGE = ROOT / "docs" / "evaluate" / "layout_table.md"
ROUTED_UTIL = 50    # a router needs more room than an estimate
ROUTED = (("gsq_compact", "", "Lanes=8"), ("gsq_bank_queues", "", "VlenBytes=32,Banks=8"),
          ("gsq_mask_regs", "", "VlenBytes=32"))
PLACED = (("gsq_compact", "", "Lanes=32"),
          ("gsq_xbar", "", "VlenBytes=32,UbBytes=32768,Banks=8"),
          ("gsq_xbar", "", "VlenBytes=64,UbBytes=65536,Banks=16"), ("gsq_core", "tiny", ""),
          ("gsq_core", "small", ""))
LIB = "osu018"
# Crossbars that are laid out in several codings, and with their pins in several orders. Indices in
# both directions take most of an hour at 16 x 16, to no avail at 8 x 8.
XBAR = "gsq_xbar"
ANDOR, BACK, INDEXED = "AND-OR", "words back by index", "both by index"
PLACED_PINS, BY_WORD, BY_BIT = "as their cells are placed", "word by word", "bit by bit"
CHOICES = ((8, ANDOR, PLACED_PINS), (8, BACK, PLACED_PINS), (8, INDEXED, PLACED_PINS),
           (8, ANDOR, BY_WORD), (8, ANDOR, BY_BIT),
           (16, ANDOR, PLACED_PINS), (16, BACK, PLACED_PINS), (16, ANDOR, BY_BIT))
WORDS, WORD = ("data_i", "late_data_i", "bank_rdata_i", "bank_wdata_o", "ret_word_o"), 32
TRAFFIC = ("random gathers", "random scatters")
CORE = "gsq_core"
LANES = 64      # of the compaction network, as in small
NOISE = 0.02    # a smaller difference may be luck, see docs/evaluate/area.md


def name(top, config, overrides):
    return f"`{top}` {' '.join(filter(None, (config, overrides.replace(',', ' '))))}".strip()


def timed():
    """[(name, result, seconds that it took when it was computed last)] of layouts."""
    times, found = tasks.Times("layout"), []
    for item in PLACED:
        what, start = " ".join(filter(None, (*item, LIB))), time.monotonic()
        result, _ = flow.lay_out(*item, LIB)
        if time.monotonic() - start > effort.STORED:
            times.add(what, time.monotonic() - start)
        found.append((name(*item), result, times.of([what])[what]))
    return found


def xbar(size, coding, order):
    """The layout of a crossbar and its power."""
    overrides = f"VlenBytes={4 * size},UbBytes={4096 * size},Banks={size}" + (
        ",XbarOneHot=0" if coding == INDEXED else "")
    if order != PLACED_PINS:
        return ordered(size, overrides, order)
    files = [variant("gsq_word_return", "gsq_word_return",
                     (".OneHot   (Cfg.XbarOneHot)\n  ) u_bank_to_slot", ".OneHot(0)) u_bank_to_slot"))
             ] if coding == BACK else []
    result, folder = flow.lay_out(XBAR, "", overrides, LIB, extra=files)
    return result, powered(result, folder)


def powered(result, folder):
    library = Library(LIB)
    return power.Block(result, folder, library, power.OUT / folder.name, True).random()


def ordered(size, overrides, order):
    """The crossbar with its pins in one of the fixed orders, and its power."""
    synthesized, source = synthesis.synthesize(XBAR, "", overrides, LIB)
    library = Library(LIB)
    folder = flow.OUT / f"{source.name}-{order.replace(' ', '-')}"
    folder.mkdir(parents=True, exist_ok=True)
    kept = floorplan.number_of

    def bit_first(path):
        number = kept(path)
        return number % WORD * size + number // WORD if floorplan.stem(path) in WORDS else number

    numbers = bit_first if order == BY_BIT else kept
    with unittest.mock.patch("scripts.flow.layout.floorplan.number_of", numbers), \
            unittest.mock.patch("scripts.flow.layout.place.order_pins"):
        result = flow.Layout(synthesized, source, library, lef.Lef(library.lef_path),
                             folder).compute(flow.UTILISATION / 100, False, print)
    return result, powered(result, folder)


def networks():
    """[(radix, cuts, layout)] of the compaction network between registers."""
    wrapper = extra_source("gsq_compact_staged", STAGED)
    return [(radix, cuts, flow.lay_out("gsq_compact_staged", "",
                                       f"Lanes={LANES},Cuts={cuts},Radix={radix}", LIB,
                                       extra=[wrapper])[0])
            for radix, cuts in itertools.product((2, 4), range(4))]


def figures(placed, measured):
    """What choices of the crossbar are compared in."""
    return (placed["cells"], placed["die"]["mm2"], placed["wires"]["mm"], placed["free_ns"],
            placed["wired_ns"], *(measured["modes"][mode]["pj"] / measured["modes"][mode]["elements"]
                                  for mode in TRAFFIC))


def change(new, old):
    """A difference in words."""
    part = new / old - 1
    return "the same" if abs(part) <= NOISE else f"{100 * part:+.0f} %"


def choices(found):
    """Lines of the table of [(size, coding, order of pins, layout, power)], and what it says."""
    yield ""
    yield "## Coding and pins of the crossbar"
    yield ""
    yield (f"`{XBAR}` as above in both codings of `XbarOneHot`: AND-OR (1), or indices (0), of which the "
           "synthesis makes multiplexers; or with indices only for the words that come back, each slot "
           "then a tree of multiplexers. Pins lie where the cells of their nets are, or in a fixed "
           "order: all bits of a word together, or bit 0 of all words, then bit 1. pJ an element: "
           "[power](power.md).")
    yield ""
    yield ("| slots x banks | coding | pins | cells | die, mm² | wires, mm | clock without wires, ns | "
           "with wires, ns | pJ, gathers | pJ, scatters |")
    yield "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|"
    said = []
    for size, coding, order, *results in found:
        values = figures(*results)
        yield (f"| {size} x {size} | {coding} | {order} | "
               + " | ".join(f"{value:.{digits}f}" for value, digits in
                            zip(values, (0, 3, 0, 2, 2, 1, 1))) + " |")
        if (coding, order) == (ANDOR, PLACED_PINS):
            base = values
            continue
        cells, die, wires, free, wired, gather, scatter = (
            change(new, old) for new, old in zip(values, base))
        what = f"pins {order}" if coding == ANDOR else coding
        said.append(f"- **{size} x {size}, {what}**: clock without wires {free}, with wires {wired}; "
                    f"cells {cells}, die {die}, wires {wires}; energy of gathers {gather}, of "
                    f"scatters {scatter}.")
    yield ""
    yield (f"Compared with AND-OR and pins as their cells are placed; up to {100 * NOISE:.0f} % is the "
           "same:")
    yield ""
    yield from said


def cuts(found):
    """Lines of the table of `networks`."""
    target = found[0][2]["target_ns"]
    yield ""
    yield "## Cuts of the compaction network"
    yield ""
    yield (f"`gsq_compact` of {LANES} lanes between registers, mapped for {target:g} ns, in each "
           "`SqueezeRadix` and `SqueezeCuts`.")
    yield ""
    yield ("| radix | cuts | cells | die, mm² | clock without wires, ns | with wires, ns | "
           "with / without |")
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    for radix, count, item in found:
        yield (f"| {radix} | {count} | {item['cells']} | {item['die']['mm2']:.3f} | "
               f"{item['free_ns']:.2f} | {item['wired_ns']:.2f} | "
               f"{item['wired_ns'] / item['free_ns']:.2f} |")
    yield ""
    for radix in (2, 4):
        fewest = [next((count for one, count, item in found if one == radix and item[what] <= target),
                       None) for what in ("free_ns", "wired_ns")]
        yield (f"- **Radix {radix}** reaches {target:g} ns "
               + (f"without wires from {fewest[0]} cuts on, with wires from {fewest[1]} on."
                  if None not in fewest else "with none of these numbers of cuts once it has wires."))


def binding(placed):
    """Lines about the longest path of each class of the cores."""
    yield ""
    yield "## Where wires bind"
    yield ""
    yield ("The longest path with wires of each class that the clock of a core has to wait for. The "
           "share of wires is that of the path, without the access time of a bank.")
    yield ""
    yield "| core | class | needs, ns | from | to | share of wires |"
    yield "|---|---|---:|---|---|---:|"
    for what, item in placed:
        for key, needed in sorted(item["periods"].items(), key=lambda entry: -entry[1]):
            path = item["paths"][key][0]
            yield (f"| {what} | {key} | {needed:.2f} | `{path['from']}` | `{path['to']}` | "
                   f"{100 * path['wire_share']:.0f} % |")


def page(placed, routed):
    """The page of [(name, result, seconds)] of layouts, and [(name, result)] of those that were
    routed."""
    yield "# Layouts of blocks"
    yield ""
    yield ("Written by `make layout-table`; how to read the figures: [layout](layout.md). "
           f"{LIB}, mapped for the default clock, rows filled to {flow.UTILISATION} % before "
           "buffering. The last column: minutes that the layout took when it was last computed "
           "here, with the synthesis unless that was stored; a dash if it never was.")
    yield ""
    yield ("| block | cells | die, mm² | wires, mm | um a net | tiles above 70 % | clock without "
           "wires, ns | placed, with wires, ns | with / without | placed, wires ignored, ns | min |")
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for what, item, seconds in placed:
        wires = item["wires"]
        yield (f"| {what} | {item['cells']} | {item['die']['mm2']:.3f} | {wires['mm']:.1f} | "
               f"{wires['mean_um']:.0f} | {100 * item['congestion']['full']:.1f} % | "
               f"{item['free_ns']:.2f} | {item['wired_ns']:.2f} | "
               f"{item['wired_ns'] / item['free_ns']:.2f} | {item['bare_ns']:.2f} | "
               f"{f'{seconds / 60:.1f}' if seconds else '–'} |")
    yield ""
    yield "## Estimated and routed wires"
    yield ""
    yield (f"qrouter routed these in detail, with rows filled to {ROUTED_UTIL} %. The correlation "
           "is that of the lengths of single nets.")
    yield ""
    yield "| block | cells | nets | not routed | routed, mm | estimated, mm | | correlation |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for what, item in routed:
        wire = item["route"]
        yield (f"| {what} | {item['cells']} | {wire['nets']} | {wire['failed']} | "
               f"{wire['routed_mm']:.2f} | {wire['estimated_mm']:.2f} | "
               f"{100 * (wire['estimated_mm'] / wire['routed_mm'] - 1):+.1f} % | "
               f"{wire['correlation']:.4f} |")


def main():
    tasks.arguments(__doc__).parse_args()
    try:
        placed = timed()
        lines = [*page(placed, [(name(*item), flow.lay_out(*item, LIB, utilisation=ROUTED_UTIL,
                                                           routed=True)[0]) for item in ROUTED]),
                 *choices([(*choice, *xbar(*choice)) for choice in CHOICES]), *cuts(networks()),
                 *binding([(what, item) for what, item, _ in placed if item["top"] == CORE])]
    except Stop as stop:
        print(f"layout: {stop}", file=sys.stderr)
        return 2
    tasks.write(PAGE, "\n".join(lines) + "\n")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0
