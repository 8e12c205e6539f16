# SPDX-License-Identifier: Apache-2.0
"""Cell libraries: reading a Liberty file, and writing one for the memories."""
import pathlib
import re

from synthesis.tools import Stop

LIBRARIES = {name: pathlib.Path(f"/usr/share/qflow/tech/{name}/{file}_stdcells.lib")
             for name, file in (("osu018", "osu018"), ("osu035", "osu035"), ("osu050", "osu05"))}


class Library:
    """The cells of a Liberty file, with the properties that the flow and the reports need."""

    def __init__(self, name):
        self.path = LIBRARIES.get(name, pathlib.Path(name)).resolve()
        self.name = name if name in LIBRARIES else self.path.stem
        if not self.path.is_file():
            raise Stop(f"there is no library {self.path}; LIB is {', '.join(LIBRARIES)} or a "
                       "Liberty file")
        self.text = self.path.read_text(encoding="utf-8", errors="replace")
        plain = re.sub(r"/\*.*?\*/", "", self.text, flags=re.S)
        self.cells = {}
        starts = list(re.finditer(r"^\s*cell\s*\(\s*\"?(\w+)\"?\s*\)", plain, re.M))
        for start, end in zip(starts, [m.start() for m in starts[1:]] + [len(plain)]):
            self.cells[start[1]] = self.cell(plain[start.end():end])
        nands = self.like(r"!\(\w+\s*[ &*]\s*\w+\)")
        buffers = self.like(r"(\w+)")
        if not nands or not buffers:
            raise Stop(f"library {self.path} has no {'buffer' if nands else 'two-input NAND'}, by "
                       "which areas are measured and ports driven")
        self.nand = nands[0]
        self.buffer = buffers[0]
        self.ge = self.cells[self.nand]["area"]
        self.load = 4 * self.cells[self.nand]["capacitance"]  # of an output: four gates
        unit = re.search(r"capacitive_load_unit\s*\(\s*([\d.]+)\s*,\s*(\w+)", plain)
        self.load_ff = self.load * float(unit[1]) * {"pf": 1000, "ff": 1}[unit[2].lower()]

    @staticmethod
    def cell(text):
        area = re.search(r"\barea\s*:\s*([\d.]+)", text)
        functions = re.findall(r"\bfunction\s*:\s*\"([^\"]*)\"", text)
        capacitance = re.findall(r"\bcapacitance\s*:\s*([\d.eE+-]+)", text)
        return {"area": float(area[1]) if area else 0.0,
                "function": re.sub(r"^\((.*)\)$", r"\1", functions[0].strip())
                            if len(functions) == 1 else "",
                "flop": re.search(r"\bff\s*\(", text) is not None,
                "latch": re.search(r"\blatch\s*\(", text) is not None,
                "capacitance": max(map(float, capacitance), default=0.0)}

    def like(self, function):
        """Cells with that function, the smallest first."""
        found = [name for name, cell in self.cells.items() if cell["area"] > 0 and
                 not cell["flop"] and not cell["latch"] and
                 re.fullmatch(function, cell["function"]) and not name.upper().startswith("CLK")]
        return sorted(found, key=lambda name: self.cells[name]["area"])

    def sequential(self, name):
        return self.cells[name]["flop"] or self.cells[name]["latch"]


def memory_liberty(memories, library):
    """Liberty of the memories: no area, pins timed like those of an ideal flip-flop.

    The access time of a macro has to be added to paths that begin at one.
    """
    text = ['library (memories) { delay_model : table_lookup; time_unit : "1ns";',
            '  voltage_unit : "1V"; current_unit : "1uA"; pulling_resistance_unit : "1kohm";',
            '  leakage_power_unit : "1nW"; capacitive_load_unit (1, ff);',
            "  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;",
            "  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;",
            "  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;",
            "  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;"]
    widths = sorted({bits for ports in memories.values() for _, bits in ports.values() if bits > 1})
    text += [f"  type (bus{bits}) {{ base_type : array; data_type : bit; bit_width : {bits}; "
             f"bit_from : {bits - 1}; bit_to : 0; downto : true; }}" for bits in widths]
    zero = '(scalar) { values ("0.0"); }'
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
                            f"cell_rise {zero} cell_fall {zero} rise_transition {slew} "
                            f"fall_transition {slew} }}")
            elif not clock:
                text.append('      timing () { related_pin : "clk_i"; timing_type : setup_rising; '
                            f"rise_constraint {zero} fall_constraint {zero} }}")
            text.append("    }")
        text.append("  }")
    return "\n".join(text + ["}"]) + "\n"
