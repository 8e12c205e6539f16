#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/power/: edges and energies of small circuits, calculated by hand.

They need the packages of build/layout-venv (scripts/setup.sh layout).
"""
import itertools
import pathlib
import random
import tempfile
import unittest

from layout.design import Cell, Design, Port
from layout.tools import Stop
from power import energy, simulate, tables
from synthesis import liberty
from synthesis_test import PLAIN, flop, gate, latch, library_text

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

    def test_wires_of_a_spef(self):
        self.assertEqual(energy.read_spef("*D_NET one 1.5\n*CONN\n*D_NET w2 0.25\n"),
                         {"one": 1.5, "w2": 0.25})


if __name__ == "__main__":
    unittest.main()
