# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/flow/power/: edges and energies of small circuits, calculated by hand.

They need scripts/setup.sh layout.
"""
import itertools
import pathlib
import random
import tempfile
import unittest

from scripts.flow import make_power, power_table
from scripts.flow.layout.design import Design, Port
from scripts.flow.layout.tools import ROOT, Stop
from scripts.flow.power import banks, energy, flow, known, record, simulate, tables
from scripts.flow.synthesis import liberty
from scripts.tests.flow.test_synthesis import PLAIN, flop, gate, latch, library_text

HEAD = """  nom_voltage : 2.0;
  leakage_power_unit : "1nW";
  power_lut_template(energy) {
    variable_1 : total_output_net_capacitance; variable_2 : input_transition_time;
    index_1 ("0.0, 1.0"); index_2 ("0.1, 0.2");
  }
  power_lut_template(passive) { variable_1 : input_transition_time; index_1 ("0.1, 0.2"); }
"""
# An inverter: 1 pJ + 2 pJ/pF + 10 pJ/ns when it rises, a third of it when it falls; 0.25 pF, 5 nW
POWERED = """  cell (p_inv) { area : 1; cell_leakage_power : 5;
    pin (A) { direction : input; capacitance : 0.25;
      internal_power () { rise_power (passive) { values ("0.5, 1.0"); }
                          fall_power (passive) { values ("0.5, 1.0"); } } }
    pin (Y) { direction : output; function : "!A";
      internal_power () { related_pin : "A";
        rise_power (energy) { values ("2.0, 3.0", "4.0, 5.0"); }
        fall_power (energy) { values ("0.0, 1.0", "2.0, 3.0"); } } }
  }
"""


class Case(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def library(self, *cells):
        path = self.folder / "made.lib"
        path.write_text(library_text(HEAD, *PLAIN, *cells).replace("(1.0, ff)", "(1.0, pf)"))
        return liberty.Library(str(path))

    def design(self, library, inputs, outputs, cells):
        """cells: (kind, {pin: net}); ports have the names of their nets."""
        made = Design("made", library)
        made.ports = {name: Port(way, name, name) for way, names in (("input", inputs),
                                                                    ("output", outputs))
                      for name in names}
        made.names.used |= made.ports.keys()
        for number, (kind, pins) in enumerate(cells):
            made.add(kind, pins, "u_block" if number else "", f"c{number}")
        return made

    def activity(self, made, library, chances=None, cycles=400):
        return simulate.activity(made, library, cycles, chances or {}, self.folder)[0]


class Words(unittest.TestCase):

    def test_expressions_are_their_tables(self):
        pick = random.Random(1)
        for inputs in range(5):
            for _ in range(40):
                table = [pick.random() < 0.5 for _ in range(1 << inputs)]
                text = simulate.expression(table, [f"x[{place}]" for place in range(inputs)])
                text = text.replace("(uint64_t)", "")
                for row, values in enumerate(itertools.product((0, -1), repeat=inputs)):
                    self.assertEqual(eval(text, {"x": values}), -table[row], text)


class Edges(Case):

    def test_gates(self):
        library = self.library()
        made = self.design(library, ["a", "b"], ["y", "z"], [
            ("x_nand2_1", {"A": "a", "B": "b", "Y": "y"}), ("x_inv_1", {"A": "y", "Y": "z"})])
        found = self.activity(made, library)
        self.assertAlmostEqual(found["a"], 0.5, delta=0.02)
        self.assertAlmostEqual(found["y"], 2 * 0.75 * 0.25, delta=0.02)
        self.assertEqual(found["y"], found["z"])

    def test_other_chances(self):
        library = self.library()
        made = self.design(library, ["a", "b"], ["y"], [
            ("x_nand2_1", {"A": "a", "B": "b", "Y": "y"})])
        found = self.activity(made, library, {"a": 64, "b": 0})
        self.assertAlmostEqual(found["a"], 2 * 0.25 * 0.75, delta=0.02)
        self.assertEqual((found["b"], found["y"]), (0, 0))

    def test_a_port_and_its_bits(self):
        library = self.library()
        made = self.design(library, ["a_0", "a_1", "b"], ["y_0", "y_1", "z"], [
            ("x_buf_1", {"A": "a_0", "X": "y_0"}), ("x_buf_1", {"A": "a_1", "X": "y_1"}),
            ("x_inv_1", {"A": "b", "Y": "z"})])
        edges, ones = simulate.activity(made, library, 400, {"a": 256, "a_1": 64}, self.folder, "y")
        self.assertAlmostEqual(ones, 1.25, delta=0.02)
        self.assertEqual(edges["a_0"], 0)
        self.assertAlmostEqual(edges["b"], 0.5, delta=0.02)

    def test_a_flip_flop_that_toggles(self):
        library = self.library(flop("x_dff", 5))
        made = self.design(library, ["clk_i", "rst_ni"], ["q"], [
            ("x_dff", {"CK": "clk_i", "D": "d", "Q": "q"}), ("x_inv_1", {"A": "q", "Y": "d"})])
        found = self.activity(made, library)
        self.assertEqual((found["q"], found["d"], found["clk_i"], found["rst_ni"]), (1, 1, 2, 0))

    def test_a_gated_clock(self):
        library = self.library(flop("x_dff", 5), latch("low", 5, "!G"))
        made = self.design(library, ["clk_i", "rst_ni", "en"], ["q"], [
            ("x_dff", {"CK": "g", "D": "d", "Q": "q"}), ("x_inv_1", {"A": "q", "Y": "d"}),
            (liberty.GATE, {"ce": "en", "clk": "clk_i", "gclk": "g"})])
        found = self.activity(made, library, {"en": 64})
        self.assertAlmostEqual(found["q"], 0.25, delta=0.02)
        self.assertAlmostEqual(found["g"], 0.5, delta=0.04)
        self.assertEqual(self.activity(made, library, {"en": 0})["q"], 0)

    def test_what_cannot_be_simulated(self):
        library = self.library(flop("x_dff", 5))
        for cells, said in (
                ([("x_inv_1", {"A": "y", "Y": "z"}), ("x_inv_1", {"A": "z", "Y": "y"})], "in a loop"),
                ([("x_dff", {"CK": "a", "D": "a", "Q": "y"})], "neither clk_i nor gated")):
            made = self.design(library, ["clk_i", "a"], ["y"], cells)
            with self.subTest(said), self.assertRaisesRegex(Stop, said):
                self.activity(made, library)


def vcd(cycles):
    """The waveform of a core in these cycles, {code: value}; registers follow the clock."""
    lines = ["$scope module gsq_top $end", "$var wire 1 c clk_i $end", "$scope module u_core $end",
             "$var wire 1 c clk_i $end", "$var wire 1 r rst_ni $end",
             "$var wire 1 v cmd_valid_i $end", "$var wire 1 y cmd_ready_o $end",
             "$scope struct cmd_i $end", "$var wire 3 h high [2:0] $end", "$scope struct more $end",
             "$var wire 2 m middle [1:0] $end", "$upscope $end", "$var wire 1 l low $end",
             "$upscope $end", "$var wire 1 w rsp_valid_o $end", "$var wire 1 x rsp_ready_i $end",
             "$var wire 2 b bank_req_o [1:0] $end", "$var wire 2 e bank_we_o [1:0] $end",
             "$var wire 4 0 data_o[0] [3:0] $end", "$var wire 4 1 data_o[1] [3:0] $end",
             "$scope module u_vreg $end", "$var wire 1 i we_i $end",
             "$var logic 2 z mem_q[0][1] [1:0] $end", "$upscope $end",
             "$upscope $end", "$upscope $end", "$enddefinitions $end", "#0", "$dumpvars", "0c"]
    last = {}
    for number, at in enumerate(cycles):
        lines += [f"#{10 * number + 5}", "0c", *(f"b{value:b} {code}" for code, value in at.items()
                                                if last.get(code) != value),
                  f"#{10 * number + 10}", "1c"]
        last.update(at)
    return [f"{line}\n" for line in lines]


CONTROL = [record.Bit("", port, 0) for port in ("rst_ni", "cmd_valid_i", "rsp_ready_i")]
DONE = [record.Bit("", port, place) for port, places in (
    ("cmd_ready_o", 1), ("rsp_valid_o", 1), ("bank_req_o", 2), ("bank_we_o", 2))
        for place in range(places)]
RESET_CYCLE = {code: 0 for code in "rvywxbe01hmliz"}
RUNNING = {**RESET_CYCLE, "r": 1, "y": 1, "x": 1}


class Recordings(Case):

    def test_bits_of_structures_and_arrays(self):
        bits = [*(record.Bit("", "cmd_i", place) for place in range(6)),
                *(record.Bit("", "data_o", place) for place in range(8)),
                record.Bit("u_vreg", "we_i", 0)]
        lines = vcd([{**RUNNING, "h": 0b101, "m": 0b01, "l": 1, "0": 0x3, "1": 0xC, "i": 1},
                     {**RUNNING, "h": 0b010}])
        found = [row for row, _ in record.rows(lines, bits)]
        self.assertEqual(found, [1 << 14 | 0xC3 << 6 | 0b101011, 0b010000])
        # The same bits in another order
        self.assertEqual(next(record.rows(lines, bits[::-1]))[0],
                         int(f"{found[0]:015b}"[::-1], 2))

    def test_names_of_netlists(self):
        self.assertEqual(record.bit_of("", "clk_i"), ("", "clk_i", 0))
        self.assertEqual(record.bit_of("", "cmd_i_12"), ("", "cmd_i", 12))
        self.assertEqual(record.bit_of("u_vreg", "rdata_o[7]"), ("u_vreg", "rdata_o", 7))

    def test_segments(self):
        cycles = [RESET_CYCLE, RUNNING, {**RUNNING, "v": 1}, {**RUNNING, "b": 3, "e": 1},
                  {**RUNNING, "w": 1}, {**RUNNING, "b": 1}]
        found = record.from_waveform("made", vcd(cycles), CONTROL, DONE)
        self.assertEqual(found.segments[:6], [0, 0, 1, 1, 1, 0])
        self.assertEqual(found.segments[6:], [0] * record.SETTLE + [2] * record.IDLE_CYCLES)
        self.assertEqual(found.inputs[:4] + found.inputs[-1:], [0, 0b101, 0b111, 0b101, 0b101])
        self.assertEqual(found.outputs, [0, 1, 1, 0b011101, 0b11, 0b101])
        self.assertEqual((found.banks, found.elements), ((1, 1), 2))

    def test_what_cannot_be_recorded(self):
        for bits, said in (([record.Bit("", "none_o", 0)], "no signal gsq_top.u_core.none_o"),
                           ([record.Bit("u_vreg", "re_i", 0)], "gsq_top.u_core.u_vreg.re_i"),
                           ([record.Bit("", "data_o", place) for place in range(16)],
                            "data_o has 8 bits in the simulation and 16 in the netlist")):
            with self.subTest(said), self.assertRaisesRegex(Stop, said):
                list(record.rows(vcd([RUNNING]), bits))
        with self.assertRaisesRegex(Stop, "made has no command"):
            record.from_waveform("made", vcd([RUNNING] * 3), CONTROL, DONE)

    def test_what_gsq_says(self):
        gsq = self.folder / "gsq"
        gsq.write_text("#!/bin/sh\necho table\necho p.gsq:1:2: error: no >&2\nexit 2\n")
        gsq.chmod(0o755)
        with self.assertRaisesRegex(Stop, "^the run fails: p.gsq:1:2: error: no$"):
            record.check(gsq, ["run", "p.gsq"])
        with self.assertRaisesRegex(Stop, "there is no simulation"):
            flow.Asked(self.folder / "absent").check()


class Replays(Case):
    """A flip-flop with a gated clock in front of a memory, and an inverter of what this gives."""

    def made(self, kind="x_inv_1", free=()):
        library = self.library(flop("x_dff", 5), latch("low", 5, "!G"))
        made = self.design(library, ["clk_i", "rst_ni", "en", "d"], ["q", "y"], [
            ("x_dff", {"CK": "g", "D": "d", "Q": "q"}),
            (liberty.GATE, {"ce": "en", "clk": "clk_i", "gclk": "g"}),
            ("gsq_vreg", {"clk_i": "clk_i", "we_i": "q", "rdata_o[0]": "m0", "rdata_o[1]": "m1"}),
            (kind, {"A": "m0", "Y": "y", **({} if kind == "x_inv_1" else {"B": "m1"})})])
        next(cell for cell in made.cells.values() if cell.kind == "gsq_vreg").path = "u_vreg"
        return simulate.Replay(made, library, self.folder, free), made

    def recording(self, replay, cycles, outputs):
        """cycles: {port: value of inputs}; outputs: (q, y); q is also at the memory."""
        def row(bits, at):
            return sum(at[bit.port] << place if bit.port != "rdata_o"
                       else (at["m"] >> bit.place & 1) << place for place, bit in enumerate(bits))

        return record.Recording(
            "made", [1] * len(cycles), [row(replay.inputs, {"rst_ni": 1, **at}) for at in cycles],
            [row(replay.outputs, {"q": q, "we_i": q, "y": y}) for q, y in outputs], (0, 0), 1,
            "words")

    CYCLES = [{"en": 0, "d": 1, "m": 0}, {"en": 1, "d": 1, "m": 1}, {"en": 0, "d": 0, "m": 3},
              {"en": 1, "d": 0, "m": 2}, {"en": 0, "d": 1, "m": 2}]
    OUTPUTS = [(0, 1), (1, 0), (1, 0), (1, 1), (0, 1)]

    def test_edges_and_bits_that_nothing_decided(self):
        replay, made = self.made()
        (edges, _), counts = replay.run(self.recording(replay, self.CYCLES, self.OUTPUTS))
        self.assertEqual([(bit.scope, bit.port) for bit in replay.outputs],
                         [("", "q"), ("", "y"), ("u_vreg", "we_i")])
        self.assertEqual(counts, (15 - 4, 4))   # q and its copy, before they are written
        self.assertAlmostEqual(edges["y"], 3 / 5)   # it starts with 0
        self.assertAlmostEqual(edges["m1"], 1 / 5)
        self.assertEqual((edges["clk_i"], edges["g"]), (2.0, 2 * 2 / 5))
        self.assertEqual(simulate.transparent(made, edges), {**edges, "g": 2.0})

    def test_a_bit_that_differs(self):
        replay, _ = self.made()
        for cycle, place, said in (
                (3, 1, "cycle 3 at y.0.: expected 0 as recorded, the gates give 1"),
                (4, 0, "cycle 4 at q.0.: expected 1 as recorded")):
            outputs = [list(at) for at in self.OUTPUTS]
            outputs[cycle][place] ^= 1
            with self.subTest(said), self.assertRaisesRegex(Stop, said):
                replay.run(self.recording(replay, self.CYCLES, outputs))
        with self.assertRaisesRegex(Stop, "made: the netlist differs from the RTL in 1 bits of 11"):
            outputs = [(q, y ^ (cycle == 1)) for cycle, (q, y) in enumerate(self.OUTPUTS)]
            replay.run(self.recording(replay, self.CYCLES, outputs))

    def test_an_output_that_may_differ(self):
        replay, _ = self.made(free=("y",))
        self.assertEqual([bit.port for bit in replay.outputs], ["q", "we_i"])
        replay.run(self.recording(replay, self.CYCLES, [(q, 1 - y) for q, y in self.OUTPUTS]))
        with self.assertRaisesRegex(Stop, "at q.0.: expected 0"):
            replay.run(self.recording(replay, self.CYCLES, [(0, y) for _, y in self.OUTPUTS]))

    def test_an_input_that_differs(self):
        replay, _ = self.made()
        cycles = [dict(at) for at in self.CYCLES]
        cycles[3]["en"] = 0     # the clock stays off
        with self.assertRaisesRegex(Stop, "cycle 4 at q"):
            replay.run(self.recording(replay, cycles, self.OUTPUTS))

    def test_a_gate_that_differs(self):
        replay, _ = self.made("x_nand2_1")
        with self.assertRaisesRegex(Stop, "in 1 bits of 11, first in cycle 1 at y"):
            replay.run(self.recording(replay, self.CYCLES, self.OUTPUTS))


class Asked(unittest.TestCase):

    def test_banks(self):
        parameters = {"UbBytes": 65536, "Banks": 8, "BankBytes": 8}
        self.assertAlmostEqual(banks.access(parameters, "osu018", 0.9), 10 * 4)
        self.assertAlmostEqual(banks.access(parameters, "osu018", 1.8), 10 * 4 * 4)
        quarter = {"UbBytes": 65536, "Banks": 32, "BankBytes": 4}
        self.assertAlmostEqual(banks.access(quarter, "osu018", 1.8), 10 * 4 * 4 / 2 / 2)
        self.assertIsNone(banks.access(parameters, "made", 1.8))

    def test_what_cannot_be(self):
        for words, said in (
                (("gsq_xbar", "p.gsq", "", "", ""), "PROGRAM=p.gsq runs on the core.*TOP=gsq_xbar"),
                (("gsq_xbar", "", "UNIFORM:8:1", "", ""), "PATTERNS=UNIFORM:8:1 runs on the core"),
                (("gsq_core", "a", "b", "", ""), "expected one of them"),
                (("gsq_core", "absent.gsq", "", "", ""), "there is no PROGRAM=absent.gsq"),
                (("gsq_core", "", "1 absent.json", "", ""), "there is no PATTERNS=absent.json"),
                (("gsq_xbar", "", "", "2", ""), "--gates 0 for transparent clock gates.*found '2'"),
                (("gsq_core", "", "--help", "", ""), "found the option --help"),
                (("gsq_core", "", "1 2", "", "b99"), "expected WIDTH=b8, b16, b32, found WIDTH=b99"),
                (("gsq_core", "", "", "", "b16"), "WIDTH=b16 is that of .* PATTERNS, and there is none")):
            with self.subTest(said), self.assertRaisesRegex(Stop, said):
                make_power.check(*words)
        make_power.check("gsq_core", "", "UNIFORM:8:1 0,3,4", "0", "b16")

    def test_the_table_says_what_binds(self):
        def result(*pj):
            return {"library": "made", "target_ns": 3.0, "cells": 2, "modes": {
                name: {"pj": value, "elements": elements, "kinds": {"clock": value, "gates": 0.0},
                       "blocks": {"u_a": 0.75 * value, "u_b": 0.25 * value}}
                for name, value, elements in zip(("random gathers", flow.NO_COMMAND), pj, (2, 0))}}

        lines = list(power_table.gates({"tiny": (result(100, 50), result(60, 20))}))
        self.assertIn("| tiny | random gathers | 100 | 60 | 50 | 30 | 0.600 | 0.7 |", lines)
        self.assertEqual(lines[-1], "tiny, no command misses its target: 100 % clock; u_a 75 %, u_b 25 %.")
        self.assertNotIn("misses", "".join(power_table.gates(
            {"tiny": (result(100, 50), result(60, 2))})))

    def test_what_is_kept_still_beside_a_core_that_keeps_nothing(self):
        def measured(pj):
            row = {"pj": pj, "elements": 2.0, "kinds": {"clock": pj / 2},
                   "blocks": {"u_access/u_group_return": pj / 4, "u_bank_port/u_bank_mux": pj / 8}}
            return {"modes": {"random gathers": row, flow.NO_COMMAND: {**row, "pj": 1.0,
                                                                       "elements": 0.0}}}

        placed = {"cells": 7, "wired_ns": 3.5}
        lines = list(power_table.still({"tiny": (placed, measured(400))},
                                       {"tiny": ({**placed, "cells": 8}, measured(300))}))
        self.assertEqual([line.split("|")[2:5] for line in lines[2:6]], [
            [" clock ", " 100.0 ", " 75.0 "], [" `u_access/u_group_return` ", " 50.0 ", " 37.5 "],
            [" `u_bank_port/u_bank_mux` ", " 25.0 ", " 18.8 "], [" the core ", " 200.0 ", " 150.0 "]])
        self.assertEqual(lines[-1], "`tiny`: 7 cells and 3.50 ns with wires became 8 and 3.50. "
                                    "Energy of a cycle: random gathers -25 %, no command +0 %.")

    def test_the_texts_that_are_kept_still_are_in_the_rtl(self):
        for _, _, change in power_table.STILL:
            for module, texts in change.items():
                rtl = next(ROOT.glob(f"rtl/**/{module}.sv")).read_text(encoding="utf-8")
                for old, _ in texts:
                    self.assertEqual(rtl.count(old), 1, (module, old))

    def test_what_the_terminal_shows(self):
        kinds = {kind: 2.0 if kind == "clock" else 0.0 for kind in energy.KINDS}
        row = {"pj": 2.0, "elements": 0.5, "kinds": kinds, "blocks": {"u_a": 2.0}, "edges": 0.25,
               "cycles": 40, "moved": 20, "unit": "words", "compared": 7, "unknown": 3}
        result = {"top": "gsq_core", "library": "made", "target_ns": 4.0, "cells": 9,
                  "gated": False, "modes": {"tb/patterns/limits.json": {**row, "banks_pj": 1.5},
                                            "masks": {**row, "elements": 0.0, "banks_pj": 0.0},
                                            flow.NO_COMMAND: {**row, "elements": 0.0}}}
        del result["modes"][flow.NO_COMMAND]["moved"]
        lines = list(flow.lines(result))
        self.assertTrue(lines[0].endswith("9 cells, recorded runs, clock gates transparent"))
        self.assertEqual(lines[2].split()[0], "..erns/limits.json")
        self.assertEqual(lines[2].split()[-2:], ["0.50", "4.00"])
        self.assertRegex(lines[5], "limits.json: 40 cycles, 20 words; .* in 7 bits .*; 3 others")
        self.assertRegex(lines[6], "another 1.50 pJ a cycle .*, 3.00 pJ each of its words")
        self.assertTrue(lines[8].endswith("another 0.00 pJ a cycle by a model of SRAM"))
        self.assertEqual(lines[-1].split(), ["2.00", "100.0%", "u_a"])
        self.assertEqual(len(lines), 11)

    def test_the_parts_of_an_element(self):
        kinds = dict.fromkeys(energy.KINDS, 1.0)
        row = {"pj": 5.0, "elements": 2.0, "kinds": kinds, "blocks": {"(top)": 3.0, "u_a": 2.0}}
        found = {name: {"modes": {"random gathers": {**row, "elements": elements},
                                  flow.NO_COMMAND: {**row, "elements": 0.0}}}
                 for name, elements in (("tiny", 2.0), ("small", 4.0))}
        lines = list(power_table.parts(found))
        self.assertEqual(lines[:3], ["| pJ an element | tiny: random gathers | small: random gathers |",
                                     "|---|---:|---:|", "| clock | 0.5 | 0.2 |"])
        self.assertEqual(lines[-3:], ["| (top) | 1.5 | 0.8 |", "| `u_a` | 1.0 | 0.5 |",
                                      "| others | 0.0 | 0.0 |"])


class Known(Case):
    """A circuit of real cells: by hand, as make power says, and by OpenSTA."""

    def near(self, found, expected, part):
        self.assertLess(abs(found / expected - 1), part, (found, expected))

    def test_by_hand_and_by_opensta(self):
        made, hand = known.Known(self.folder), known.by_hand()
        power, sta = made.by_power(), made.by_opensta()
        for cell, (inside, net) in hand.items():
            with self.subTest(cell):
                self.near(power[cell], inside + net, 0.02)
                self.near(sta[cell][1], net, 0.02)
        # docs/evaluate/power.md says why: rising and falling edges are added, of which each edge is
        # one, and an edge of each input that passes the NAND is one of its output.
        for cell, times in (("inv", 2), ("nand", 2 * (1 / 2) / (3 / 8))):
            self.near(sta[cell][0], times * hand[cell][0], 0.1)


class Energy(Case):

    def test_tables(self):
        energies = tables.Energies(self.library(POWERED))
        # rising 2 + 2 load + 10 (slope - 0.1), falling 2 less
        for load, slope, pj in ((0.0, 0.1, 1.0), (0.5, 0.1, 2.0), (0.5, 0.15, 2.5), (2.0, 0.2, 6.0)):
            self.assertAlmostEqual(energies.edge("p_inv", "Y", load, slope), pj)
        self.assertAlmostEqual(energies.edge("p_inv", "A", 0.0, 0.15), 0.75)
        self.assertAlmostEqual(energies.charge(0.25), 0.5)
        self.assertEqual(energies.leakage["p_inv"], 5)

    def test_two_inverters(self):
        library = self.library(POWERED)
        made = self.design(library, ["a"], ["z"], [("p_inv", {"A": "a", "Y": "y"}),
                                                   ("p_inv", {"A": "y", "Y": "z"})])
        found = energy.per_cycle(made, library, tables.Energies(library), {"y": 250.0},
                                 {"a": 0.5, "y": 0.5, "z": 0.5}, {"c0": "", "c1": "u_block"}, 4.0)
        # An input of 0.25 pF at 2 V: 0.5 pJ an edge, as much as the wire of y; input pins 0.75 pJ
        # inside; outputs 1.5 pJ, y 1 pJ more for its load of 0.5 pF.
        self.assertAlmostEqual(found["", "gates"], 0.5 * (0.5 + 0.75 + 1.5 + 1.0 + 0.5))
        self.assertAlmostEqual(found["", "wires"], 0.5 * 0.5)
        self.assertAlmostEqual(found["u_block", "gates"], 0.5 * (0.75 + 1.5))
        self.assertAlmostEqual(found["u_block", "leakage"], 5 * 4.0 * 1e-6)

    def test_the_clock(self):
        cell = POWERED.replace("cell (p_inv)", "cell (p_dff)").replace("pin (A)", "pin (CK)").replace(
            "area : 1;", 'area : 1; ff (IQ, IQN) { next_state : "D"; clocked_on : "CK"; }').replace(
            '"!A"', '"IQ"').replace("pin (Y)", "pin (D) { direction : input; capacitance : 0.1; }\n"
                                    "    pin (Y)")
        library = self.library(cell)
        made = self.design(library, ["clk_i", "d"], ["q"], [
            ("p_dff", {"CK": "clk_i", "D": "d", "Y": "q"})])
        found = energy.per_cycle(made, library, tables.Energies(library), {"clk_i": 250.0},
                                 {"clk_i": 2.0, "d": 0.5, "q": 0.5}, {"c0": "u_block"}, 4.0)
        # Pins and wire of the tree: 0.5 pF; inside of the cell 0.5 + 5 (0.06 - 0.1) pJ an edge
        self.assertAlmostEqual(found["", "clock"], 2 * 1.0)
        self.assertAlmostEqual(found["", "gates"], 0.5 * 0.2)     # the pin that d charges
        self.assertEqual(found["", "wires"], 0)
        self.assertAlmostEqual(found["u_block", "clock"], 2 * 0.3)
        self.assertAlmostEqual(found["u_block", "registers"], 0.5 * (1.0 + 10 * (0.06 - 0.1)))

    def test_a_library_without_power(self):
        path = self.folder / "none.lib"
        path.write_text(library_text(*PLAIN))
        with self.assertRaisesRegex(Stop, "has no power: expected nom_voltage"):
            tables.Energies(liberty.Library(str(path)))

    def test_what_a_library_lacks_is_not_0(self):
        tables.Energies(self.library(POWERED)).expect({"p_inv", "another module"})
        for key, said in (("cell_leakage_power", "no cell_leakage_power"),
                          ("_power (energy)", "no internal_power at Y")):
            self.assertIn(key, POWERED)
            energies = tables.Energies(self.library(POWERED.replace(key, "_gone")))
            with self.assertRaisesRegex(Stop, f"cell p_inv of library .* is used and has {said}"):
                energies.expect({"p_inv"})

    def test_wires_of_a_spef(self):
        self.assertEqual(energy.read_spef("*D_NET one 1.5\n*CONN\n*D_NET w2 0.25\n"),
                         {"one": 1.5, "w2": 0.25})
