# SPDX-License-Identifier: Apache-2.0
"""Cell libraries: the cells of a Liberty file by their functions, and their areas by its LEF file."""
import itertools
import pathlib
import re

from scripts.flow.synthesis.tools import Stop

LIBRARIES = {name: pathlib.Path(f"/usr/share/qflow/tech/{name}/{file}_stdcells.lib")
             for name, file in (("osu018", "osu018"), ("osu035", "osu035"), ("osu050", "osu05"))}

SHOWN = 3       # cells that a message names
GATE = "gsq_clock_gate_cell"  # module of a netlist that gates a clock: ce, clk, gclk


def groups(text):
    """The groups of a Liberty text: [(kind, name, attributes, groups inside)]."""
    text = re.sub(r"/\*.*?\*/|\\\n", "", text, flags=re.S)
    top = ("", "", {}, [])
    stack = [top]
    # Lists of numbers are attributes of the form name("…"), which this pattern skips.
    for match in re.finditer(r"(\w+)\s*\(([^(){};]*)\)\s*\{|(\})|(\w+)\s*:\s*(\"[^\"]*\"|[^;\n{}]+)",
                             text):
        kind, name, end, key, value = match.groups()
        if kind:
            stack.append((kind, name.replace('"', "").strip(), {}, []))
            stack[-2][3].append(stack[-1])
        elif end:
            if len(stack) > 1:
                stack.pop()
        else:
            stack[-1][2][key] = value.strip().strip('"').strip()
    return top[3]


def truth(function, pins):
    """Truth table of a Liberty function: its value for each combination of `pins`, the first pin
    changing slowest; None if it needs something else."""
    text = re.sub(r"(\w+|\))\s*'", r"\1 '", function)
    tokens = re.findall(r"\w+|[()!'*&+|^]", text)
    place = 0

    def peek():
        return tokens[place] if place < len(tokens) else ""

    def take():
        nonlocal place
        place += 1
        return tokens[place - 1]

    def atom(env):
        if peek() == "!":
            take()
            return not atom(env)
        if peek() == "(":
            take()
            value = either(env)
            take()
        else:
            name = take()
            value = name == "1" if name in ("0", "1") else env[name]
        while peek() == "'":
            take()
            value = not value
        return value

    # Highest first: ! and ', then ^, then and (also without any operator), then or.
    def differ(env):
        value = atom(env)
        while peek() == "^":
            take()
            value = atom(env) != value
        return value

    def both(env):
        value = differ(env)
        while peek() not in ("", ")", "+", "|"):
            if peek() in "*&":
                take()
            value = differ(env) and value
        return value

    def either(env):
        value = both(env)
        while peek() in ("+", "|"):
            take()
            value = both(env) or value
        return value

    table = []
    try:
        for values in itertools.product((False, True), repeat=len(pins)):
            place = 0
            table.append(either(dict(zip(pins, values))))
    except (KeyError, IndexError):
        return None
    return tuple(table)


class Cell:
    """One cell: area, pins and what it does."""

    def __init__(self, name, attributes, inside):
        self.name = name
        self.area = float(attributes.get("area", 0))
        self.unused = attributes.get("dont_use") == "true"
        self.clock_gate = attributes.get("clock_gating_integrated_cell", "")
        pins = {group[1]: group for group in inside if group[0] == "pin"}
        self.pins = {pin: group[2] for pin, group in pins.items()}
        # Kinds of the times that the library gives for each pin
        self.arcs = {pin: [part[2].get("timing_type", "combinational") for part in group[3]
                           if part[0] == "timing"] for pin, group in pins.items()}
        self.inputs = [pin for pin, item in self.pins.items() if item.get("direction") == "input"]
        self.outputs = [pin for pin, item in self.pins.items() if item.get("direction") == "output"]
        self.capacitance = max((float(self.pins[pin].get("capacitance", 0)) for pin in self.inputs),
                               default=0.0)
        state = {group[0]: group[2] for group in inside if group[0] in ("ff", "latch")}
        self.flop, self.latch = state.get("ff"), state.get("latch")
        self.table = None
        if (len(self.outputs) == 1 and len(self.inputs) <= 6 and not self.sequential
                and not self.clock_gate):
            output = self.pins[self.outputs[0]]
            if "function" in output and "three_state" not in output:
                self.table = truth(output["function"], self.inputs)

    @property
    def sequential(self):
        return self.flop is not None or self.latch is not None

    def named(self, function):
        """The inputs that a function names."""
        return [pin for pin in re.findall(r"\w+", function or "") if pin in self.inputs]

    def timed(self, pin, kind):
        """Whether the library has a time of that kind for a pin."""
        return any(found.startswith(kind) for found in self.arcs[pin])

    def lacks(self):
        """What a figure of this cell needs and the library does not have."""
        if not self.area:
            yield "no area"
        for pin in self.outputs:
            if not self.arcs[pin]:
                yield f"no timing () at its output {pin}"
        for pin in self.named(self.flop.get("next_state")) if self.flop else ():
            if not self.timed(pin, "setup_"):
                yield f"no timing () with setup_… at its input {pin}"
        for pin in self.inputs:
            if "capacitance" not in self.pins[pin]:
                yield f"no capacitance of its input {pin}"

    def unlike_register(self):
        """Why a flip-flop is not one by which clock-to-output and setup can be measured."""
        for key in ("clocked_on", "next_state"):
            value = self.flop.get(key, "")
            if value not in self.inputs:
                yield f"{key} is '{value}', expected the name of an input"
        more = sorted(set(self.inputs) - set(self.named(self.flop.get("clocked_on"))) -
                      set(self.named(self.flop.get("next_state"))))
        if more:
            yield f"inputs beside clock and data: {', '.join(more)}"
        yield from self.lacks()


BUFFER = (False, True)
INVERTER = (True, False)
NAND = (True, True, True, False)
AND = (False, False, False, True)


class Library:
    """The cells of a Liberty file, with the properties that the flow and the reports need.

    Areas are those of the Liberty file. A LEF file beside it (the same name, or the only one there)
    gives the areas of the layout, `lef`; a cell without area in the Liberty file has its LEF area.
    """

    def __init__(self, name):
        self.path = LIBRARIES.get(name, pathlib.Path(name)).resolve()
        self.name = name if name in LIBRARIES else self.path.stem
        if not self.path.is_file():
            raise Stop(f"there is no library {self.path}; LIB is {', '.join(LIBRARIES)} or a "
                       "Liberty file")
        self.text = self.path.read_text(encoding="utf-8", errors="replace")
        tree = next((group for group in groups(self.text) if group[0] == "library"), None)
        if tree is None:
            raise Stop(f"{self.path} is not a Liberty file: it has no group library (…)")
        self.cells = {group[1]: Cell(group[1], group[2], group[3])
                      for group in tree[3] if group[0] == "cell"}
        lef = self.path.with_suffix(".lef")
        found = [lef] if lef.is_file() else sorted(self.path.parent.glob("*.lef"))
        self.lef_path = found[0] if len(found) == 1 else None
        self.lef = self.read_lef(self.lef_path) if self.lef_path else {}
        self.nand, self.buffer, self.inverter = (
            self.smallest(table, what) for table, what in
            ((NAND, "two-input NAND, by which areas are measured"),
             (BUFFER, "buffer, by which ports are driven"), (INVERTER, "inverter")))
        if self.lef:
            # In the unit of the Liberty file, by the cell that areas are measured by.
            unit = self.cells[self.nand].area / self.lef[self.nand]
            self.lef = {cell: area * unit for cell, area in self.lef.items()}
            for cell in self.cells.values():
                cell.area = cell.area or self.lef.get(cell.name, 0.0)
        self.ge = self.cells[self.nand].area
        unit = re.search(r"capacitive_load_unit\s*\(\s*\"?([\d.]+)\"?\s*,\s*\"?(\w+)", self.text)
        if not unit or unit[2].lower() not in ("pf", "ff"):
            raise Stop(f"library {self.path} has no capacitive_load_unit in pf or ff")
        # Of an output: four gates
        self.load_ff = (4 * self.cells[self.nand].capacitance * float(unit[1]) *
                        {"pf": 1000, "ff": 1}[unit[2].lower()])
        if not self.load_ff:
            raise Stop(f"library {self.path} gives the inputs of {self.nand} no capacitance, by "
                       "which outputs are loaded")
        self.gate = self.clock_gate()
        self.flop = next((cell for cell in self.usable("flop")
                          if not [*cell.unlike_register()]), None)

    def usable(self, *kinds):
        """Cells that have one of these attributes, the smallest first."""
        return sorted((cell for cell in self.cells.values()
                       if any(getattr(cell, kind) for kind in kinds) and not cell.unused),
                      key=lambda cell: (cell.area, cell.name))

    def expect_registers(self):
        """Raises Stop, with what is missing, when flip-flops or clock gates of this library are not
        recognised: their times and numbers would be 0."""
        flops = self.usable("flop")
        if not self.flop:
            found = [f"{cell.name}: {'; '.join(cell.unlike_register())}" for cell in flops[:SHOWN]]
            more = f"; and {len(flops) - SHOWN} more" if len(flops) > SHOWN else ""
            raise Stop(f"library {self.path} has no flip-flop by which clock-to-output and setup can "
                       "be measured, which would be 0 in all figures; expected a cell with ff (…) "
                       "whose clocked_on and next_state name its only two inputs, with area, timing "
                       "() of both and capacitance; found " +
                       (" | ".join(found) + more if found else "no cell with ff (…)"))
        gates = self.usable("latch", "clock_gate")
        if gates and not self.gate:
            raise Stop(f"library {self.path} has latches or clock gates of which none is recognised, "
                       "so clock gates would be 0 in all figures; expected a latch_posedge cell with "
                       "clock_gate_… attributes of its pins, or a latch with one data input, one "
                       "enable and the state at an output, and a two-input AND; found "
                       f"{', '.join(cell.name for cell in gates[:SHOWN])}")

    def expect(self, kinds):
        """Raises Stop when the library lacks what figures of these cells need."""
        for kind in sorted(kinds):
            for cell in ([part for part, _ in self.gate["cells"]] if kind == GATE and self.gate else
                         [kind] if kind in self.cells else []):
                lacks = [*self.cells[cell].lacks()]
                if lacks:
                    raise Stop(f"cell {cell} of library {self.path} is used and has "
                               f"{'; '.join(lacks)}: figures would count it as 0")

    @staticmethod
    def read_lef(path):
        """{macro: area in um2} of a LEF file."""
        text = path.read_text(encoding="utf-8", errors="replace")
        return {match[1]: float(match[2]) * float(match[3]) for match in re.finditer(
            r"^\s*MACRO\s+(\S+)(?:(?!^\s*MACRO).)*?\bSIZE\s+([\d.]+)\s+BY\s+([\d.]+)", text,
            re.M | re.S)}

    def like(self, table):
        """Cells with that truth table, the smallest first; not those for clocks or delays."""
        found = [cell for cell in self.cells.values()
                 if cell.table == table and cell.area > 0 and not cell.unused
                 and not re.search(r"clk|dly|delay", cell.name, re.I)]
        return [cell.name for cell in sorted(found, key=lambda cell: (cell.area, cell.name))]

    def smallest(self, table, what):
        found = self.like(table)
        if not found:
            raise Stop(f"library {self.path} has no {what}")
        return found[0]

    def area(self, name, lef=False):
        """Area of a cell, or of the clock gate with its parts, in the unit of the library."""
        if name == GATE:
            return sum(self.area(cell, lef) for cell, _ in self.gate["cells"])
        return self.lef.get(name, self.cells[name].area) if lef else self.cells[name].area

    def known(self, name):
        return name in self.cells or (name == GATE and self.gate is not None)

    def sequential(self, name):
        return name != GATE and self.cells[name].sequential

    def clock_gate(self):
        """How a clock is gated: the library's own cell, or a latch that is open while the clock is
        low and an AND gate. None if the library has neither.

        Returns {"text": module GATE in Verilog, "cells": [(cell, {pin: wire})]}.
        """
        own = [cell for cell in self.cells.values() if cell.clock_gate.startswith("latch_posedge")
               and "obs" not in cell.clock_gate and cell.area and not cell.unused]
        for cell in sorted(own, key=lambda cell: (len(cell.inputs), cell.area)):
            wires = {}
            for pin, item in cell.pins.items():
                for key, wire in (("clock_gate_enable_pin", "ce"), ("clock_gate_clock_pin", "clk"),
                                  ("clock_gate_out_pin", "gclk"), ("clock_gate_test_pin", "1'b0")):
                    if item.get(key) == "true":
                        wires[pin] = wire
            if {"ce", "clk", "gclk"} <= set(wires.values()):
                return self.gate_module([(cell.name, wires)])
        latches = [cell for cell in self.cells.values() if cell.latch and cell.area
                   and not cell.unused and len(cell.inputs) == 2
                   and cell.latch.get("data_in") in cell.inputs]
        ands = self.like(AND)
        for cell in sorted(latches, key=lambda cell: cell.area):
            low = truth(cell.latch.get("enable", ""), [pin for pin in cell.inputs
                                                       if pin != cell.latch["data_in"]])
            enable = next(pin for pin in cell.inputs if pin != cell.latch["data_in"])
            output = next((pin for pin in cell.outputs
                           if cell.pins[pin].get("function") == self.state(cell)), None)
            if not ands or output is None or low not in (BUFFER, INVERTER):
                continue
            parts = [(cell.name, {cell.latch["data_in"]: "ce", output: "held",
                                  enable: "clk" if low == INVERTER else "low"})]
            if low == BUFFER:
                inverter = self.cells[self.inverter]
                parts.insert(0, (inverter.name, {inverter.inputs[0]: "clk",
                                                 inverter.outputs[0]: "low"}))
            gate = self.cells[ands[0]]
            parts.append((gate.name, {gate.inputs[0]: "clk", gate.inputs[1]: "held",
                                      gate.outputs[0]: "gclk"}))
            return self.gate_module(parts)
        return None

    def state(self, cell):
        """The name of the state of a latch, which its output has as function."""
        match = re.search(rf"cell\s*\(\s*\"?{cell.name}\"?\s*\).*?\blatch\s*\(\s*\"?(\w+)",
                          self.text, re.S)
        return match[1] if match else ""

    @staticmethod
    def gate_module(parts):
        lines = [f"module {GATE}(ce, clk, gclk);", "  input ce, clk;", "  output gclk;",
                 "  wire low, held;"]
        for place, (cell, wires) in enumerate(parts):
            pins = ", ".join(f".{pin}({wire})" for pin, wire in wires.items())
            lines.append(f"  {cell} part{place} ({pins});")
        return {"text": "\n".join([*lines, "endmodule"]) + "\n", "cells": parts}


HEAD = ['delay_model : table_lookup; time_unit : "1ns";',
        '  voltage_unit : "1V"; current_unit : "1uA"; pulling_resistance_unit : "1kohm";',
        '  leakage_power_unit : "1nW"; capacitive_load_unit (1, ff);',
        "  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;",
        "  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;",
        "  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;",
        "  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;"]


def gate_liberty(library, setup_ns):
    """Liberty of a clock gate that is made of several cells: its enable has a setup time."""
    setup = f'(scalar) {{ values ("{setup_ns:.4f}"); }}'
    zero = '(scalar) { values ("0.0"); }'
    pins = [cell.pins[pin] for name, wires in library.gate["cells"]
            for cell in [library.cells[name]] for pin, wire in wires.items() if wire == "ce"]
    unit = library.load_ff / 4 / library.cells[library.nand].capacitance
    load = max(float(pin.get("capacitance", 0)) for pin in pins) * unit
    return "\n".join(["library (gate) {", *HEAD, f"""  cell ({GATE}) {{ area : 0;
    pin (clk) {{ direction : input; clock : true; capacitance : 0; }}
    pin (ce) {{ direction : input; capacitance : {load:.4f};
      timing () {{ related_pin : "clk"; timing_type : setup_rising;
        rise_constraint {setup} fall_constraint {setup} }} }}
    pin (gclk) {{ direction : output; function : "clk";
      timing () {{ related_pin : "clk"; timing_sense : positive_unate; cell_rise {zero}
        cell_fall {zero} rise_transition {zero} fall_transition {zero} }} }}
  }}
}}"""]) + "\n"


def memory_liberty(memories, library, access_ns, setup_ns):
    """Liberty of the memories: no area, read data a stated time after the clock edge, and inputs
    that a register takes with a stated setup time."""
    text = ["library (memories) {", *HEAD]
    widths = sorted({bits for ports in memories.values() for _, bits in ports.values() if bits > 1})
    text += [f"  type (bus{bits}) {{ base_type : array; data_type : bit; bit_width : {bits}; "
             f"bit_from : {bits - 1}; bit_to : 0; downto : true; }}" for bits in widths]
    access = f'(scalar) {{ values ("{access_ns:.4f}"); }}'
    setup = f'(scalar) {{ values ("{setup_ns:.4f}"); }}'
    slew = '(scalar) { values ("0.1"); }'
    for name, ports in memories.items():
        text.append(f"  cell ({name}) {{ area : 0;")
        for port, (direction, bits) in ports.items():
            clock = " clock : true;" if port == "clk_i" else ""
            text.append(f"    {'pin' if bits == 1 else 'bus'} ({port}) {{" +
                        (f" bus_type : bus{bits};" if bits > 1 else "") +
                        f" direction : {direction};{clock}" +
                        (f" capacitance : {library.load_ff / 4:.3f};"
                         if direction == "input" else ""))
            if direction == "output":
                text.append('      timing () { related_pin : "clk_i"; timing_type : rising_edge; '
                            f"cell_rise {access} cell_fall {access} rise_transition {slew} "
                            f"fall_transition {slew} }}")
            elif not clock:
                text.append('      timing () { related_pin : "clk_i"; timing_type : setup_rising; '
                            f"rise_constraint {setup} fall_constraint {setup} }}")
            text.append("    }")
        text.append("  }")
    return "\n".join(text + ["}"]) + "\n"
