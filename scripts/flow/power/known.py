# SPDX-License-Identifier: Apache-2.0
"""A circuit whose energy is known: calculated by hand, as `make power` says, and by OpenSTA.

Registers p and q of random inputs a and b, y of both by a NAND and an inverter. Each net has 75 fF,
that of the clock 100 fF.
"""
import re
import types

from scripts.flow.layout import wires
from scripts.flow.layout.design import Design, Port
from scripts.flow.layout.tools import Stop, run, shown
from scripts.flow.power import energy, simulate, tables
from scripts.flow.synthesis.liberty import Library

LIBRARY, PERIOD = "osu018", 4.0     # ns
CELLS = {"p_reg": ("DFFPOSX1", {"CLK": "clk_i", "D": "a", "Q": "p"}),
         "q_reg": ("DFFPOSX1", {"CLK": "clk_i", "D": "b", "Q": "q"}),
         "nand": ("NAND2X1", {"A": "p", "B": "q", "Y": "n"}),
         "inv": ("INVX1", {"A": "n", "Y": "x"}),
         "y_reg": ("DFFPOSX1", {"CLK": "clk_i", "D": "x", "Q": "y"})}
LOADS = {"clk_i": 100.0, **dict.fromkeys("abpqnxy", 75.0)}      # fF
CYCLES = 2000


def between(low, high, part):
    return low + part * (high - low)


def by_hand():
    """{cell: (fJ a cycle inside, fJ a cycle in the net that it drives)}, of figures of osu018.

    Edges a cycle of random bits: 1/2, of their NAND twice 3/4 * 1/4. At 75 fF and a clock of 0.06 ns
    a register makes slopes of 0.1182 ns up and 0.1086 ns down. The tables are read at 75 fF, between
    0.06 and 0.18 ns; the slope of n is 0.199 ns up, which is between 0.18 and 0.42 ns.
    """
    half, least = 1 / 2, 3 / 8
    edge = 0.5 * 75 * 1.8 ** 2      # fJ
    clock = 6.865 + 110.34
    inputs = (between(45.424, 45.977, 0.75) + between(88.41, 87.952, 0.75)) / 2     # at 0.15 ns
    last = (between(45.977, 55.651, 0.04) + between(88.41, 87.952, 0.85)) / 2   # 0.190 and 0.162 ns
    output = (43.452 + 62.326) / 2
    nand = (between(8.135, 7.795, 0.485) + between(46.51, 47.725, 0.405) +
            between(8.019, 7.148, 0.485) + between(36.401, 36.373, 0.405)) / 4
    inverter = (between(7.243, 1.451, 0.08) + between(24.479, 25.247, 0.667)) / 2
    register = (clock + half * inputs + half * output, half * edge)
    return {"p_reg": register, "q_reg": register, "nand": (least * nand, least * edge),
            "inv": (least * inverter, least * edge),
            "y_reg": (clock + least * last + least * output, least * edge)}


class Known:
    """The circuit, and its edges in a simulation with random inputs."""

    def __init__(self, folder):
        self.folder, self.library = folder, Library(LIBRARY)
        self.energies = tables.Energies(self.library)
        self.design = Design("known", self.library)
        for name in ("clk_i", "a", "b", "y"):
            self.design.ports[name] = Port("output" if name == "y" else "input", name, name)
        self.design.names.used.update(LOADS)
        for name, (kind, pins) in CELLS.items():
            self.design.add(kind, pins, "", name)
        # Wires of 1 fF/um, as long as the pins of the net leave fF
        pins, nets = energy.loads(self.design, self.energies, {}), self.design.nets()
        self.wires = wires.Wires(types.SimpleNamespace(wire=lambda way: (0.0, 1.0)))
        self.wires.update(nets, {pin: (place and load - 1000 * pins[net][0], 0)
                                 for net, load in LOADS.items()
                                 for place, pin in enumerate(nets[net])})
        self.activity = simulate.activity(self.design, self.library, CYCLES, {}, folder)[0]

    def by_power(self):
        """{cell: fJ a cycle}, with the nets that cells drive."""
        owners = {name: name for name in self.design.cells}
        found = energy.per_cycle(self.design, self.library, self.energies,
                                 {net: self.wires.capacitance(net) for net in LOADS},
                                 self.activity, owners, PERIOD)
        return {cell: 1000 * sum(pj for (owner, _), pj in found.items() if owner == cell)
                for cell in CELLS}

    def by_opensta(self):
        """{cell: (fJ a cycle inside, fJ a cycle in the net that it drives)} for the same edges."""
        (self.folder / "known.v").write_text(self.design.verilog(), encoding="utf-8")
        (self.folder / "known.spef").write_text(wires.spef(self.design, self.wires),
                                                encoding="utf-8")
        script = [f"read_liberty {self.library.path}", "read_verilog known.v", "link_design known",
                  f"create_clock -name core -period {PERIOD} [get_ports clk_i]",
                  "set_propagated_clock core", "read_spef known.spef",
                  f"set_input_transition {energy.CLOCK_SLOPE} [get_ports clk_i]",
                  f"set_input_transition {energy.SLOPE} [get_ports {{a b}}]"]
        # What set_power_activity calls; its own -pins fails in OpenSTA 2.0.17.
        script += [f"sta::set_power_input_port_activity [get_ports {port}] {self.activity[port]} 0.5"
                   for port in "ab"]
        script += [f"sta::set_power_pin_activity [get_pins {cell}/{pin}] {self.activity[net]} 0.5"
                   for cell, (_, pins) in CELLS.items() for pin, net in pins.items()]
        script += ["report_power -instances [get_cells *] -digits 6", "exit"]
        (self.folder / "power.tcl").write_text("\n".join(script) + "\n", encoding="utf-8")
        good, log = run(["sta", "-no_splash", "-exit", "power.tcl"], self.folder, "power.log")
        rows = re.findall(r"^ *(\S+) +(\S+) +\S+ +\S+ (\w+)$", log, re.M)
        found = {cell: (float(inside) * PERIOD * 1e6, float(net) * PERIOD * 1e6)
                 for inside, net, cell in rows if cell in CELLS}
        if not good or found.keys() != CELLS.keys():
            raise Stop(f"OpenSTA reports no power of the known circuit; see "
                       f"{shown(self.folder / 'power.log')}")
        return found


def table(folder):
    """Lines that compare the three."""
    known = Known(folder)
    hand, ours, sta = by_hand(), known.by_power(), known.by_opensta()
    yield ("| fJ a cycle | by hand | `make power` | OpenSTA: inside of cells | OpenSTA: nets | "
           "half of inside, and nets |")
    yield "|---|---:|---:|---:|---:|---:|"

    def line(name, cells):
        def total(values):
            return sum(values(cell) for cell in cells)

        yield (f"| {name} | {total(lambda cell: sum(hand[cell])):.1f} | "
               f"{total(ours.get):.1f} | {total(lambda cell: sta[cell][0]):.1f} | "
               f"{total(lambda cell: sta[cell][1]):.1f} | "
               f"{total(lambda cell: sta[cell][0] / 2 + sta[cell][1]):.1f} |")

    for cell, (kind, _) in CELLS.items():
        yield from line(f"`{cell}` ({kind})", [cell])
    yield from line("all", CELLS)
