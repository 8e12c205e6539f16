# SPDX-License-Identifier: Apache-2.0
"""Where things are before the cells are placed: rows of cells, memories around them, pins.

All lengths are in um; the lower left corner of the die is (0, 0). Memories are blocks with pins at
the edge that faces the cells: the banks of the core in two rows, above and below the cells, V on
the right. The pins of the module are then on the left. Without memories, they are all around:
inputs mostly on the left, pins to banks at the top, outputs on the right.
"""
import collections
import dataclasses
import fnmatch
import math
import re

from scripts.flow.layout.tools import Stop
from scripts.flow.synthesis.sources import MEMORIES, WEIGHED
from scripts.flow.synthesis.sta import MEMORY_PINS

# Of a memory. A cell of six transistors takes 4.65 um2 in 0.18 um; each port beside the first
# widens it by half, in both directions, and half of the block is cells.
BIT_UM2, PORT_GROWTH, CELL_SHARE = 4.65, 0.5, 0.5
ASPECT = 2          # width by height of a bank
CHANNEL = 20        # um between memories and cells
MOST = 95           # %: cells that fill more cannot be placed

Box = collections.namedtuple("Box", "left bottom right top")
Place = collections.namedtuple("Place", "x y layer")    # of a pin of the module


@dataclasses.dataclass
class Block:
    """A memory: its box, what it is, and {(cell, pin): (x, y)}; a pin of the module that goes to it
    is one of the cell PORT."""
    name: str
    box: Box
    pins: dict


@dataclasses.dataclass
class Floorplan:
    """Size of the die, the box of the rows, memories, {pin of the module: Place}, and how much of
    the rows cells fill."""
    width: float
    height: float
    core: Box
    blocks: list
    ports: dict
    utilisation: float

    def pins(self):
        """{(cell, pin): (x, y)} of everything that does not move."""
        found = {("", name): (place.x, place.y) for name, place in self.ports.items()}
        for block in self.blocks:
            found.update(block.pins)
        return found


def memory_um2(bits, ports):
    """Area of a memory."""
    return bits * BIT_UM2 * (1 + PORT_GROWTH * (ports - 1)) ** 2 / CELL_SHARE


def number_of(pin):
    """The number of a bit in the name of a pin, 0 without one."""
    match = re.search(r"\[(\d+)\]$", pin)
    return int(match[1]) if match else 0


def stem(pin):
    return re.sub(r"\[\d+\]$", "", pin)


def banks_of(design):
    """The pins of each bank that is outside of the module, [[port]], and the area of one."""
    pattern = MEMORY_PINS.get(design.top)
    pins = [name for name, port in design.ports.items()
            if pattern and fnmatch.fnmatch(port.path, pattern)]
    widths = collections.Counter(stem(design.ports[name].path) for name in pins)
    count = widths.get("bank_req_o", 0)
    banks = [[] for _ in range(count)]
    for name in pins:
        path = design.ports[name].path
        banks[number_of(path) * count // widths[stem(path)]].append(name)
    if not count:
        return [], 0.0
    bits = 2 ** (widths["bank_addr_o"] // count) * widths["bank_wdata_o"] // count
    return banks, memory_um2(bits, 1)


def memories_of(design):
    """The memories inside of the module: [(cell, its area)]."""
    found = []
    for name, cell in design.cells.items():
        if cell.kind not in MEMORIES:
            continue
        if cell.kind != WEIGHED:
            raise Stop(f"{cell.kind} ({cell.path}) is a memory whose place is outside of gsq_core; "
                       "expected TOP=gsq_core or a block below it")
        widths = collections.Counter(stem(pin) for pin in cell.pins)
        reads, writes = ports(widths)
        words = 2 ** (widths["raddr_i"] // reads)
        found.append((name, memory_um2(words * widths["rdata_o"] // reads, reads + writes)))
    return found


def ports(widths):
    """Read and write ports of a memory with pins of these widths. Of a write port each slice has an
    enable and an address, but the data are as wide as those of a read port."""
    reads = max(widths["re_i"], 1)
    return reads, widths["wdata_i"] * reads // max(widths["rdata_o"], 1)


def spread(first, last, count):
    """So many places between two ends, evenly."""
    return [first + (last - first) * (place + 0.5) / count for place in range(count)]


def interleaved(design, pins):
    """Pins of a bank in the order of their bits, so that data and byte enables go together."""
    widths = collections.Counter(stem(design.ports[name].path) for name in pins)

    def place(name):
        path = design.ports[name].path
        width = widths[stem(path)]
        return number_of(path) % width / width, path
    return sorted(pins, key=place)


def slices(cell):
    """Pins of a memory in the order of its bits: bit 0 of all ports, then bit 1; addresses and
    enables in the middle."""
    widths = collections.Counter(stem(pin) for pin in cell.pins)
    widest = max(widths.values())
    copies = dict(zip(("rdata_o", "wdata_i"), ports(widths)))

    def place(pin):
        base = stem(pin)
        if base not in copies:
            return 0.5, base, number_of(pin)
        bits = max(widths[base] // max(copies[base], 1), 1)
        return (number_of(pin) % bits) / bits, base, number_of(pin) // bits
    return sorted(cell.pins, key=place) if widest > 1 else sorted(cell.pins)


def plan(design, lef, area, utilisation):
    """The floorplan for cells of an area in um2 that fill `utilisation` of the rows. Pins of the
    module are in the order of their bits; `ordered` moves them."""
    if not 0 < utilisation <= MOST / 100:
        raise Stop(f"--util {100 * utilisation:g}: cells cannot fill that part of the rows; expected "
                   f"a percentage from 1 to {MOST}")
    if not area:
        raise Stop(f"{design.top} has no cells, so there is nothing to place")
    # Rows in whole numbers, of whole sites; the whole is about square.
    rows = max(round(math.sqrt(area / utilisation) / lef.row_height), 1)
    height = rows * lef.row_height
    width = math.ceil(area / utilisation / height / lef.site_width - 1e-9) * lef.site_width
    banks, bank_um2 = banks_of(design)
    memories = memories_of(design)

    def snapped(value, step):
        return math.ceil(value / step - 1e-9) * step

    # Banks above and below
    side = -(-len(banks) // 2)
    bank_width = min(math.sqrt(ASPECT * bank_um2), width / side) if banks else 0
    bank_height = bank_um2 / bank_width if banks else 0
    bottom = snapped(bank_height + CHANNEL, lef.row_height) if banks else 0
    core = Box(0, bottom, width, bottom + height)
    blocks = []
    for number, pins in enumerate(banks):
        place = number % side
        middle = (place + 0.5) * width / side
        low = number >= side
        box = Box(middle - bank_width / 2, 0 if low else core.top + CHANNEL,
                  middle + bank_width / 2, bank_height if low else core.top + CHANNEL + bank_height)
        edge, places = box.top if low else box.bottom, spread(box.left, box.right, len(pins))
        blocks.append(Block(f"bank {number}", box, {
            ("", name): (x, edge) for name, x in zip(interleaved(design, pins), places)}))
    # V on the right
    right = width
    for name, um2 in memories:
        box = Box(right + CHANNEL, core.bottom, right + CHANNEL + um2 / height, core.top)
        pins = slices(design.cells[name])
        blocks.append(Block(MEMORIES[design.cells[name].kind], box, {
            (name, pin): (box.left, y) for pin, y in zip(pins, spread(box.bottom, box.top,
                                                                      len(pins)))}))
        right = box.right
    die_height = core.top + (CHANNEL + bank_height if banks else 0)
    result = Floorplan(snapped(right, lef.site_width), snapped(die_height, lef.row_height), core,
                       blocks, {}, area / (width * height))
    order_pins(design, lef, result, None)
    return result


def free_pins(design, floorplan):
    taken = {pin for block in floorplan.blocks for cell, pin in block.pins if not cell}
    return [name for name in design.ports if name not in taken]


def order_pins(design, lef, floorplan, wishes):
    """Places the pins of the module that go to no memory. `wishes`: {pin: (x, y)}, near which it
    should be; None: in the order of the bits."""
    core = floorplan.core
    width, height = core.right - core.left, core.top - core.bottom
    # The sides clockwise from the lower left corner
    sides = [("left", height)]
    if not floorplan.blocks:
        sides += [("top", width), ("right", height), ("bottom", width)]
    ring = sum(length for _, length in sides)
    pins = free_pins(design, floorplan)
    widths = collections.Counter(stem(design.ports[pin].path) for pin in pins)

    def group(pin):
        if len(sides) == 1:
            return 0
        if design.ports[pin].path.startswith("bank_"):
            return 1
        return 0 if design.ports[pin].direction == "input" else 2

    def along(pin):
        """Where on the ring a pin wishes to be, from the middle of the left side."""
        x, y = wishes[pin]
        x, y = (x - core.left) / width - 0.5, (y - core.bottom) / height - 0.5
        far = max(abs(x), abs(y), 1e-9)
        x, y = x / far / 2 + 0.5, y / far / 2 + 0.5     # on the nearest side
        if len(sides) == 1 or x <= 0:
            return (y - 0.5) * height
        if y >= 1:
            return height / 2 + x * width
        if x >= 1:
            return height / 2 + width + (1 - y) * height
        return height / 2 + width + height + (1 - x) * width

    order = {pin: place for place, pin in enumerate(pins)}
    if wishes is None:
        pins.sort(key=lambda pin: (group(pin), number_of(design.ports[pin].path) /
                                   widths[stem(design.ports[pin].path)], order[pin]))
    else:
        middle = group_middles([group(pin) for pin in pins], ring)
        pins.sort(key=lambda pin: (group(pin), turned(along(pin), middle[group(pin)], ring),
                                   order[pin]))
    # The first group is in the middle of the left side.
    first = sum(group(pin) == 0 for pin in pins)
    begin = (height - ring * first / len(pins)) / 2 if pins and len(sides) > 1 else 0
    places = sorted(((begin + at) % ring, pin) for pin, at in zip(pins, spread(0, ring, len(pins))))
    start = 0
    for side, length in sides:
        snap(side, [pin for at, pin in places if start <= at < start + length], lef, floorplan)
        start += length


def group_middles(groups, ring):
    """Where the middle of each group is on the ring, from the middle of the first."""
    counts = collections.Counter(groups)
    middles, before = {}, 0
    for group in sorted(counts):
        middles[group] = ring * (before + counts[group] / 2) / len(groups)
        before += counts[group]
    zero = middles[min(counts)]
    return {group: at - zero for group, at in middles.items()}


def turned(at, middle, ring):
    """A place on the ring relative to a middle: -ring/2 … ring/2."""
    return (at - middle + ring / 2) % ring - ring / 2


def snap(side, pins, lef, floorplan):
    """Pins on the tracks of a side, spread evenly in their order."""
    core = floorplan.core
    upright = side in ("left", "right")
    layers = lef.signals["H" if upright else "V"]
    length = core.top - core.bottom if upright else core.right - core.left
    tracks = int(length / layers[0].pitch)
    if len(pins) > tracks * len(layers):
        raise Stop(f"{len(pins)} pins of the module do not fit on the {side} side, which has "
                   f"{tracks * len(layers)} tracks; give a lower --util")
    for place, pin in enumerate(pins if side in ("left", "top") else pins[::-1]):
        slot = int((place + 0.5) * tracks * len(layers) / len(pins))
        layer = layers[slot % len(layers)]
        at = layer.offset + layer.pitch * (slot // len(layers))
        if upright:
            x = core.left if side == "left" else core.right
            floorplan.ports[pin] = Place(x, core.bottom + at, layer.name)
        else:
            y = core.top if side == "top" else core.bottom
            floorplan.ports[pin] = Place(core.left + at, y, layer.name)
