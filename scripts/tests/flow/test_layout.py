# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/flow/layout/ on small netlists with results calculated by hand.

They need scripts/setup.sh layout.
"""
import itertools
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import types
import unittest

from scripts.flow import layout_table, make_layout
from scripts.flow.layout import (
    buffer, congestion, design, draw, drive, floorplan, lef, optimize, place, report, route,
    steiner, timing, wires)
from scripts.flow.layout.tools import ROOT, Stop
from scripts.flow.synthesis import liberty
from scripts.tests.flow.test_synthesis import PLAIN, WithLibrary, flop, latch

LAYER = """LAYER {name}
  TYPE ROUTING ;
  DIRECTION {way} ;
  PITCH {pitch} ;
  WIDTH 0.5 ;
  RESISTANCE RPERSQ {r} ;
  CAPACITANCE CPERSQDIST 4e-05 ;
  EDGECAPACITANCE {edge} ;
END {name}
"""
# Resistance 0.2 and 0.4 ohm/um of V and H, capacitance 0.12 and 0.22 fF/um; metal4 is power's
LAYERS = "".join(LAYER.format(name=f"metal{number}", way=way, pitch=pitch, r=r, edge=edge)
                 for number, way, pitch, r, edge in (
                     (1, "HORIZONTAL", 1, 0.1, 1e-4), (2, "VERTICAL", 1, 0.1, 5e-5),
                     (3, "HORIZONTAL", 2, 0.2, 1e-4), (4, "VERTICAL", 4, 0.01, 1e-4)))
SITE = "SITE core\n  CLASS CORE ;\n  SIZE 1.0 BY 10.0 ;\nEND core\n"


def macro(name, width, pins):
    """`pins`: {name: (direction, x, y)}"""
    text = "".join(f"  PIN {pin}\n    DIRECTION {way} ;\n    PORT\n      LAYER metal1 ;\n"
                   f"        RECT {x - 0.5} {y - 1} {x + 0.5} {y + 1} ;\n    END\n  END {pin}\n"
                   for pin, (way, x, y) in pins.items())
    return f"MACRO {name}\n  SIZE {width} BY 10.0 ;\n{text}END {name}\n"


MACROS = (macro("x_nand2_1", 3, {"A": ("INPUT", 0.5, 2), "B": ("INPUT", 1.5, 2),
                                 "Y": ("OUTPUT", 2.5, 6)}) +
          macro("x_buf_1", 2, {"A": ("INPUT", 0.5, 3), "X": ("OUTPUT", 1.5, 7)}) +
          macro("x_inv_1", 2, {"A": ("INPUT", 0.5, 3), "Y": ("OUTPUT", 1.5, 7)}) +
          macro("x_and2_0", 4, {"A": ("INPUT", 0.5, 3), "B": ("INPUT", 1.5, 3),
                                "X": ("OUTPUT", 3.5, 7)}) +
          macro("x_dfxtp_1", 8, {"CK": ("INPUT", 0.5, 3), "D": ("INPUT", 2.5, 3),
                                 "Q": ("OUTPUT", 7.5, 7)}) +
          macro("low", 6, {"G": ("INPUT", 0.5, 3), "D": ("INPUT", 2.5, 3),
                           "Q": ("OUTPUT", 5.5, 7)}))


class WithDesign(WithLibrary):
    """A library of a few cells, and designs of these."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cells = self.library(*PLAIN, flop("x_dfxtp_1", 20), latch("low", 10, "!G"))
        self.lef = self.read(LAYERS + SITE + MACROS)

    def read(self, text):
        path = self.folder / "made.lef"
        path.write_text(text)
        return lef.Lef(path)

    def made(self, ports, cells):
        """`ports`: {name: (direction, net)}; `cells`: {path: (kind, pins)}"""
        item = design.Design("top", self.cells)
        for name, (direction, net) in ports.items():
            item.names.used.add(name)
            item.ports[name] = design.Port(direction, net, name)
        for path, (kind, pins) in cells.items():
            item.names.used.update(pins.values())
            item.add(kind, pins, path.rpartition("/")[0], path)
        return item

    def chain(self, count):
        """Inverters in a row, from a to q."""
        return self.made({"a": ("input", "n0"), "q": ("output", f"n{count}")},
                         {f"u/i{n}": ("x_inv_1", {"A": f"n{n}", "Y": f"n{n + 1}"})
                          for n in range(count)})


class ReadLef(WithDesign):

    def test_wires_by_hand(self):
        # 0.1 ohm a square and 0.5 um wide; 4e-5 pF/um2 * 0.5 um + 2 edges of 5e-5 pF/um
        self.assertAlmostEqual(self.lef.wire("V")[0], 0.2)
        self.assertAlmostEqual(self.lef.wire("V")[1], 0.12)
        self.assertAlmostEqual(self.lef.wire("H")[0], 0.4)
        self.assertAlmostEqual(self.lef.wire("H")[1], 0.22)
        self.assertEqual((self.lef.tracks("V"), self.lef.tracks("H")), (1.0, 0.5))

    def test_pins_are_the_centres_of_their_shapes(self):
        self.assertEqual(self.lef.macros["x_nand2_1"].pins["B"], lef.Pin(1.5, 2.0, "input"))

    def test_with_three_layers_none_is_left_to_power(self):
        three = self.read(LAYERS.split("LAYER metal4")[0] + SITE + MACROS)
        self.assertEqual([layer.name for layer in three.signals["H"]], ["metal3"])

    def test_what_is_missing_is_said(self):
        for text, what in ((LAYERS.replace("EDGECAPACITANCE", "EDGE") + SITE, "no EDGECAPACITANCE"),
                           (LAYERS, "no SITE"),
                           (LAYERS.split("LAYER metal2")[0] + SITE, "both directions")):
            with self.assertRaisesRegex(Stop, what):
                self.read(text)
        with self.assertRaisesRegex(Stop, "no LEF file beside it"):
            lef.Lef(None)


class Netlists(WithDesign):

    DATA = {"ports": {"clk_i": {"direction": "input", "bits": [2]},
                      "d_i": {"direction": "input", "bits": [3, 4]},
                      "q_o": {"direction": "output", "bits": [6, "0"]}},
            "netnames": {"clk_i": {"bits": [2]}, "r": {"bits": [7, 8]}, "d_i": {"bits": [3, 4]},
                         "u.x[1]": {"bits": [5]}, "y": {"bits": [6]}},
            "cells": {"u/g": {"type": "x_nand2_1", "connections": {"A": [3], "B": [4], "Y": [5]}},
                      "u/b": {"type": "x_buf_1", "connections": {"A": [5], "X": [6]}},
                      "v": {"type": "gsq_vreg", "connections": {"rdata_o": [7, 8],
                                                                "wdata_i": [6, 6]}}}}

    def test_names_are_plain_and_the_old_ones_known(self):
        item = design.from_json("top", self.DATA, self.cells)
        self.assertEqual(item.cells["u_g"], design.Cell(
            "x_nand2_1", {"A": "d_i_0", "B": "d_i_1", "Y": "u_x_1"}, "u", "u/g"))
        self.assertEqual(item.ports["q_o_1"], design.Port("output", "0", "q_o[1]"))
        self.assertEqual(item.nets()["y"], [("u_b", "X"), ("", "q_o_0"), ("v", "wdata_i[0]"),
                                            ("v", "wdata_i[1]")])

    def test_directions_of_memory_pins(self):
        item = design.from_json("top", self.DATA, self.cells)
        self.assertTrue(item.drives("v", "rdata_o[1]"))
        self.assertFalse(item.drives("v", "wdata_i[1]"))

    def test_verilog(self):
        text = design.from_json("top", self.DATA, self.cells).verilog()
        self.assertIn("module top (clk_i, d_i_0, d_i_1, q_o_0, q_o_1);", text)
        self.assertIn("  assign q_o_0 = y;\n", text)
        self.assertIn("  assign q_o_1 = 1'b0;\n", text)
        self.assertRegex(text, r"gsq_vreg v \(\.rdata_o\(\{\w+, \w+\}\), \.wdata_i\(\{y, y\}\)\);")

    def test_a_chain_of_buffers_is_dissolved(self):
        item = self.made({"a": ("input", "n0"), "q": ("output", "n2")}, {
            "b0": ("x_buf_1", {"A": "n0", "X": "n1"}), "b1": ("x_buf_1", {"A": "n1", "X": "n2"}),
            "g": ("x_inv_1", {"A": "n1", "Y": "n3"})})
        item.dissolve(item.buffers())
        self.assertEqual(list(item.cells), ["g"])
        self.assertEqual((item.cells["g"].pins["A"], item.ports["q"].net), ("n0", "n0"))

    def test_a_copy_changes_alone(self):
        item = self.chain(1)
        other = item.copy()
        other.cells["u_i0"].pins["A"] = "0"
        other.ports["q"].net = "0"
        other.add("x_inv_1", {}, "", "more")
        self.assertEqual((item.cells["u_i0"].pins["A"], item.ports["q"].net), ("n0", "n1"))
        self.assertEqual(len(item.cells), 1)
        self.assertEqual(other.add("x_inv_1", {}, "", "u_i0"), "u_i0_1")

    def test_the_clock_and_gated_clocks_are_trees_of_their_own(self):
        item = self.made({"clk_i": ("input", "clk"), "e": ("input", "e")}, {
            "c": ("gsq_clock_gate_cell", {"ce": "e", "clk": "clk", "gclk": "g"}),
            "f": ("x_dfxtp_1", {"CK": "g", "D": "e", "Q": "q"})})
        self.assertEqual(item.clock_nets(item.nets()), {"clk", "g"})


class Trees(unittest.TestCase):

    @staticmethod
    def connected(count, places, edges):
        found, todo = {0}, [0]
        while todo:
            node = todo.pop()
            for a, b in edges:
                for other in ((b,) if a == node else (a,) if b == node else ()):
                    if other not in found:
                        found.add(other)
                        todo.append(other)
        return set(range(count)) <= found and len(edges) == len(places) - 1

    @staticmethod
    def spanning(pins):
        """Length of the shortest tree without Steiner points."""
        far = {n: abs(x - pins[0][0]) + abs(y - pins[0][1])
               for n, (x, y) in enumerate(pins) if n}
        total = 0
        while far:
            nearest = min(far, key=far.get)
            total += far.pop(nearest)
            for other in far:
                far[other] = min(far[other], abs(pins[other][0] - pins[nearest][0]) +
                                 abs(pins[other][1] - pins[nearest][1]))
        return total

    def shortest(self, pins):
        """By trying all Steiner points on lines through pins."""
        lines = itertools.product(sorted({x for x, _ in pins}), sorted({y for _, y in pins}))
        points = [point for point in lines if point not in pins]
        return min(self.spanning(pins + list(chosen)) for count in range(len(pins) - 1)
                   for chosen in itertools.combinations(points, count))

    def test_by_hand(self):
        for pins, expected in (([(0, 0), (3, 4)], 7), ([(0, 0), (4, 0), (2, 3)], 7),
                               ([(0, 1), (2, 1), (1, 0), (1, 2)], 4),
                               ([(5, 5), (5, 5), (5, 5), (8, 5)], 3),
                               ([(0, 0), (10, 0), (5, 0), (5, 0)], 10)):
            places, edges = steiner.tree(pins)
            self.assertEqual(steiner.length(places, edges), expected, pins)
            self.assertTrue(self.connected(len(pins), places, edges))

    def test_four_and_five_pins_have_the_shortest_tree(self):
        dice = random.Random(5)
        for count, times in ((4, 60), (5, 20)):
            for _ in range(times):
                pins = [(dice.randrange(50), dice.randrange(50)) for _ in range(count)]
                self.assertAlmostEqual(steiner.length(*steiner.tree(pins)), self.shortest(pins),
                                       msg=pins)

    def test_large_trees_reach_all_pins_and_are_a_tenth_shorter_than_without_steiner_points(self):
        dice = random.Random(6)
        for count in (10, 60, 300):
            pins = [(dice.randrange(1000), dice.randrange(1000)) for _ in range(count)]
            places, edges = steiner.tree(pins)
            self.assertTrue(self.connected(count, places, edges))
            share = steiner.length(places, edges) / self.spanning(pins)
            self.assertTrue(0.85 < share < 0.95, share)

    def test_many_pins_at_the_same_place(self):
        places, edges = steiner.tree([(1, 1)] * 12 + [(4, 1)])
        self.assertEqual(steiner.length(places, edges), 3)
        self.assertTrue(self.connected(13, places, edges))


class Plans(WithDesign):

    def test_size_by_hand(self):
        # 50 inverters of 20 um2 at 50 %: 2000 um2, 4 rows of 50 um
        plan = floorplan.plan(self.chain(50), self.lef, 1000.0, 0.5)
        self.assertEqual((plan.width, plan.height, plan.utilisation), (50.0, 40.0, 0.5))

    def test_inputs_are_on_the_left_outputs_on_the_right_and_each_on_a_track_of_its_own(self):
        item = self.made({**{f"a{n}": ("input", f"a{n}") for n in range(8)},
                          **{f"q{n}": ("output", f"a{n}") for n in range(8)}}, {})
        plan = floorplan.plan(item, self.lef, 1000.0, 0.5)
        self.assertEqual(len({(at.x, at.y, at.layer) for at in plan.ports.values()}), 16)
        right = [plan.ports[f"q{n}"].x for n in range(8)]
        left = [plan.ports[f"a{n}"].x for n in range(8)]
        self.assertLess(max(left), min(right))
        for at in plan.ports.values():
            across = at.y if at.layer == "metal3" else at.x
            self.assertEqual(across % (2 if at.layer == "metal3" else 1),
                             1 if at.layer == "metal3" else 0.5)

    def test_pins_that_do_not_fit(self):
        item = self.made({f"a{n}": ("input", f"a{n}") for n in range(200)}, {})
        with self.assertRaisesRegex(Stop, r"pins of the module do not fit on the \w+ side"):
            floorplan.plan(item, self.lef, 1000.0, 0.5)

    def test_utilisation_that_cannot_be(self):
        for utilisation in (1.2, 0.0, -1.0):
            with self.assertRaisesRegex(Stop, "expected a percentage from 1 to 95"):
                floorplan.plan(self.chain(3), self.lef, 100.0, utilisation)
        with self.assertRaisesRegex(Stop, "no cells"):
            floorplan.plan(self.chain(0), self.lef, 0.0, 0.7)

    def core(self):
        """A core with two banks of 4 words of 8 bits, and a V of 2 registers of 4 bits."""
        item = self.made({}, {})
        item.top = "gsq_core"
        for stem, way, bits in (("bank_req_o", "output", 2), ("bank_addr_o", "output", 4),
                                ("bank_wdata_o", "output", 16), ("bank_rdata_i", "input", 16),
                                ("cmd_i", "input", 3)):
            for bit in range(bits):
                item.ports[f"{stem}_{bit}"] = design.Port(way, f"{stem}_{bit}", f"{stem}[{bit}]")
        pins = {f"{stem}[{bit}]": "0" for stem, bits in (
            ("rdata_o", 12), ("raddr_i", 3), ("re_i", 3), ("we_i", 2), ("waddr_i", 2),
            ("wdata_i", 8)) for bit in range(bits)}
        item.add("gsq_vreg", {**pins, "clk_i": "0"}, "", "u_vreg")
        return item

    def test_memories_by_hand(self):
        plan = floorplan.plan(self.core(), self.lef, 10000.0, 0.5)
        sizes = {block.name: (block.box.right - block.box.left) * (block.box.top - block.box.bottom)
                 for block in plan.blocks}
        # 4 words of 8 bits with one port; 2 registers of 4 bits with 5 ports: 3 times as wide, high
        self.assertAlmostEqual(sizes["bank 0"], 32 * 4.65 / 0.5)
        self.assertAlmostEqual(sizes["V"], 8 * 4.65 * 9 / 0.5)
        self.assertEqual({pin for block in plan.blocks[:2] for _, pin in block.pins},
                         {name for name in self.core().ports if name.startswith("bank")})
        # Bits 8 to 15 of the data of both are those of bank 1, below the cells
        self.assertIn(("", "bank_wdata_o_8"), plan.blocks[1].pins)
        self.assertLessEqual(plan.blocks[1].box.top, plan.core.bottom)
        self.assertGreaterEqual(plan.blocks[0].box.bottom, plan.core.top)
        self.assertGreaterEqual(plan.blocks[2].box.left, plan.core.right)
        self.assertEqual({plan.ports[f"cmd_i_{n}"].x for n in range(3)}, {0.0})

    def test_blocks_do_not_overlap_and_lie_on_the_die(self):
        plan = floorplan.plan(self.core(), self.lef, 10000.0, 0.5)
        boxes = [block.box for block in plan.blocks] + [plan.core]
        for one, two in itertools.combinations(boxes, 2):
            self.assertTrue(one.right <= two.left or two.right <= one.left or
                            one.top <= two.bottom or two.top <= one.bottom, (one, two))
        for box in boxes:
            self.assertTrue(0 <= box.left and box.right <= plan.width and 0 <= box.bottom and
                            box.top <= plan.height)

    def test_pins_of_v_are_in_the_order_of_bits(self):
        core = self.core()
        plan = floorplan.plan(core, self.lef, 10000.0, 0.5)
        at = {pin: y for (cell, pin), (_, y) in plan.blocks[2].pins.items()}
        self.assertLess(max(at["rdata_o[0]"], at["wdata_i[4]"]), min(at["rdata_o[5]"],
                                                                   at["wdata_i[1]"]))

    def test_a_memory_that_is_not_of_the_core(self):
        item = self.made({}, {"u/bank": ("gsq_ub_bank", {"addr_i": "0"})})
        with self.assertRaisesRegex(Stop, "expected TOP=gsq_core"):
            floorplan.plan(item, self.lef, 100.0, 0.5)


class Places(WithDesign):

    def placed(self, item, utilisation):
        macros = place.macros_of(item, self.lef)
        plan = floorplan.plan(item, self.lef, place.area(item, macros), utilisation)
        return macros, plan, place.place(item, self.lef, macros, plan)

    def test_cells_are_in_rows_on_sites_and_apart_and_always_the_same(self):
        item = self.chain(60)
        macros, plan, cells = self.placed(item, 0.6)
        taken = set()
        for name, at in cells.items():
            row, rest = divmod(at.y - plan.core.bottom, 10)
            self.assertEqual((rest, at.x % 1, at.flipped), (0, 0, row % 2 == 1))
            sites = {(at.y, at.x + site) for site in range(2)}
            self.assertFalse(taken & sites)
            taken |= sites
        self.assertTrue(all(0 <= x < plan.width and 0 <= y < plan.height for y, x in taken))
        self.assertEqual(self.placed(self.chain(60), 0.6)[2], cells)

    def test_places_are_whole_sites_and_cells_stay_apart(self):
        item = self.chain(2)
        macros = place.macros_of(item, self.lef)
        plan = floorplan.plan(item, self.lef, 80.0, 0.5)
        made = place.Placer(item, self.lef, macros, plan)
        made.circuit.cell_x = [round(x * place.UNITS) for x in (1.4, 3.45, 0)]
        self.assertEqual([at.x for at in made.run(1, []).values()], [1.0, 3.0])

    def test_neighbours_in_the_netlist_are_near(self):
        macros, plan, cells = self.placed(self.chain(100), 0.6)
        at = list(cells.values())
        steps = [abs(a.x - b.x) + abs(a.y - b.y) for a, b in zip(at, at[1:])]
        self.assertLess(sum(steps) / len(steps), (plan.width + plan.height) / 6)

    def test_pins_of_a_flipped_cell(self):
        item = self.chain(1)
        macros = place.macros_of(item, self.lef)
        plan = floorplan.plan(item, self.lef, 40.0, 0.5)
        places = place.pin_places(item, macros, plan, {"u_i0": place.Cell(4.0, 10.0, True)})
        self.assertEqual((places["u_i0", "A"], places["u_i0", "Y"]), ((4.5, 17.0), (5.5, 13.0)))

    def test_a_cell_that_the_lef_does_not_have(self):
        item = self.made({}, {"g": ("x_strange", {})})
        with self.assertRaisesRegex(Stop, "cell x_strange of the netlist is not in .*made.lef"):
            place.macros_of(item, self.lef)

    def test_cells_that_do_not_fit(self):
        item = self.chain(60)
        macros = place.macros_of(item, self.lef)
        plan = floorplan.plan(item, self.lef, 0.5 * place.area(item, macros), 0.9)
        with self.assertRaisesRegex(Stop, r"cannot be placed, they fill 1\d\d % of the rows"):
            place.place(item, self.lef, macros, plan)

    def test_a_clock_gate_is_as_wide_as_its_parts(self):
        item = self.made({}, {"c": ("gsq_clock_gate_cell", {"ce": "e", "clk": "c", "gclk": "g"})})
        gate = place.macros_of(item, self.lef)["gsq_clock_gate_cell"]
        # The latch is open while its pin is low: no inverter. Latch 6 um, AND 4 um
        self.assertEqual(gate.width, 10.0)
        self.assertEqual(gate.pins["gclk"].x, 9.5)


class WireModel(WithDesign):

    def wired(self, item, places):
        made = wires.Wires(self.lef)
        made.update(item.nets(), places)
        return made

    def test_capacitance_by_hand_and_spef(self):
        item = self.chain(1)
        made = self.wired(item, {("", "a"): (0, 0), ("u_i0", "A"): (10, 20),
                                 ("u_i0", "Y"): (10, 30), ("", "q"): (10, 130)})
        # 10 um across of 0.22 fF/um, 20 um up of 0.12; 10 * 0.4 ohm and 20 * 0.2
        self.assertAlmostEqual(made.capacitance("n0"), 4.6)
        text = wires.spef(item, made)
        self.assertIn("*D_NET a 4.6000\n*CONN\n*P a I\n*I u_i0:A I\n*CAP\n1 a 2.30000\n"
                      "2 u_i0:A 2.30000\n*RES\n1 a u_i0:A 8.0000\n*END\n", text)
        self.assertIn("*D_NET n1 12.0000\n*CONN\n*I u_i0:Y O\n*P q O\n", text)
        self.assertNotIn("D_NET n1", wires.spef(item, made, {"n1"}))

    def test_a_tree_is_grown_anew_when_a_pin_moves(self):
        item = self.chain(1)
        places = {("", "a"): (0, 0), ("u_i0", "A"): (10, 0), ("u_i0", "Y"): (0, 0),
                  ("", "q"): (0, 0)}
        made = self.wired(item, places)
        made.update(item.nets(), {**places, ("u_i0", "A"): (25, 0)})
        self.assertEqual(made.trees["n0"].length, 25)


class DriveModel(unittest.TestCase):

    LIBERTY = """library (made) {
  capacitive_load_unit (1, ff); time_unit : "1ns";
  lu_table_template (t) { variable_1 : input_net_transition;
    variable_2 : total_output_net_capacitance; index_1 ("0.1, 0.2"); index_2 ("1, 11, 21"); }
""" + "".join(PLAIN) + """  cell (x_inv_4) { area : 4;
    pin (A) { direction : input; capacitance : 2.5; }
    pin (Y) { direction : output; function : "!A"; max_capacitance : 50;
      timing () { related_pin : "A";
        cell_rise (t) { values ("1, 2, 3", "7, 8, 9"); }
        cell_fall (t) { index_1 ("0.1, 0.2"); index_2 ("1, 6, 11"); values ("1, 1, 2", "7, 8, 9"); }
      } } }
}
"""

    def test_a_line_through_the_tables(self):
        with tempfile.NamedTemporaryFile("w", suffix=".lib") as file:
            file.write(self.LIBERTY)
            file.flush()
            library = liberty.Library(file.name)
        found = drive.Drives(library)
        # Rising 2 ns in 20 fF, falling 1 ns in 10 fF; without load 0.9 ns both
        self.assertAlmostEqual(found.drive["x_inv_4"].resistance, 0.1)
        self.assertAlmostEqual(found.drive["x_inv_4"].delay, 0.9)
        self.assertEqual(found.drive["x_inv_4"].limit, 50)
        self.assertEqual(found.load["x_inv_4", "A"], 2.5)
        self.assertNotIn("x_inv_1", found.drive)    # has no tables


class Buffers(unittest.TestCase):

    KIND = buffer.Kind("buf", 0.1, 0.001, 5.0, 1000.0, 20.0)
    DRIVER = buffer.Driver("inv", 0.0, 0.01, 500.0, 0.0, 0.0)

    @staticmethod
    def segment(one, two):
        distance = abs(one[0] - two[0]) + abs(one[1] - two[1])
        return distance, distance / 10      # 1 ohm and 0.1 fF for each um

    def net(self, far, load=10.0, time=1.0):
        return buffer.ways_of([(0, 0), (far, 0)], [(0, 1)], {1: buffer.Sink(load, time)},
                              [self.KIND], self.segment)

    def test_without_a_buffer_by_hand(self):
        # 600 ohm and 60 fF: 600 ohm * (30 + 10) fF = 0.024 ns; the driver: 70 fF * 0.01 ns/fF
        rank, _, way = buffer.choose(self.net(600), [self.DRIVER], 0.0, 0.2)
        self.assertEqual((way.um2, way.load), (0.0, 70.0))
        self.assertAlmostEqual(-rank[2], 1 - 0.024 - 0.7)

    def test_the_best_place_of_one_buffer(self):
        # At 0, 200, 400 or 600 um; the best is at the driver: 0.01*5 + 0.1 + 0.001*70 + 0.024
        rank, _, way = buffer.choose(self.net(600), [self.DRIVER], 0.0, 0.7)
        self.assertEqual(way.um2, 20.0)
        self.assertAlmostEqual(-rank[2], 1 - 0.05 - 0.1 - 0.07 - 0.024)
        self.assertEqual(way.made, buffer.Buffer("buf", (0, 0), 1))

    def test_the_cheapest_that_is_early_enough(self):
        for goal, um2 in ((0.0, 0.0), (0.27, 0.0), (0.28, 20.0), (0.9, 20.0)):
            self.assertEqual(buffer.choose(self.net(600), [self.DRIVER], 0.0, goal)[2].um2, um2)

    def test_nothing_drives_more_than_it_may(self):
        weak = self.DRIVER._replace(limit=20.0)
        self.assertEqual(buffer.choose(self.net(600), [weak], 0.0, -9.0)[2].um2, 20.0)

    def test_no_buffer_drives_more_than_it_may(self):
        weak = self.KIND._replace(limit=20.0)
        for kind, count in ((self.KIND, 1), (weak, 0)):
            ways = buffer.with_buffer([buffer.Way(30.0, 1.0, 0.0, 1)], (0, 0), [kind])
            self.assertEqual(sum(isinstance(way.made, buffer.Buffer) for way in ways), count)

    def test_a_larger_driver_counts_what_it_costs_before(self):
        large = buffer.Driver("inv8", 0.0, 0.001, 5000.0, 5.0, 0.0)
        self.assertEqual(buffer.choose(self.net(600), [self.DRIVER, large], 0.0, 0.7)[1].name,
                         "inv8")
        slow = large._replace(before=0.9)
        self.assertEqual(buffer.choose(self.net(600), [self.DRIVER, slow], 0.0, 0.7)[1].name, "inv")

    def test_a_sink_that_is_late_is_freed_of_the_others(self):
        sinks = {1: buffer.Sink(10.0, 0.5), **{n: buffer.Sink(10.0, 9.0) for n in range(2, 30)}}
        places = [(0, 0)] + [(n, 0) for n in sinks]
        tree = buffer.grouped(places, sinks)
        found = buffer.ways_of(*tree, sinks, [self.KIND], self.segment)
        way = buffer.choose(found, [self.DRIVER], 0.0, 0.3)[2]
        parts = buffer.parts(way.made)
        self.assertIn(1, parts)
        self.assertTrue(any(isinstance(part, buffer.Buffer) for part in parts))
        self.assertGreater(0.5 - 0.3, 0.01 * way.load)

    def test_each_sink_is_in_the_result_once(self):
        dice = random.Random(3)
        sinks = {n: buffer.Sink(5.0, dice.random()) for n in range(1, 70)}
        places = [(dice.randrange(2000), dice.randrange(2000)) for _ in range(70)]
        way = buffer.choose(buffer.ways_of(*buffer.grouped(places, sinks), sinks, [self.KIND],
                                           self.segment), [self.DRIVER], 0.0, 9.0)[2]

        def below(made):
            for part in buffer.parts(made):
                yield from below(part.below) if isinstance(part, buffer.Buffer) else (part,)
        self.assertEqual(sorted(below(way.made)), sorted(sinks))
        self.assertGreater(way.um2, 20)

    def test_ways_that_are_worse_in_everything_are_dropped(self):
        ways = [buffer.Way(5, 1.0, 20, None), buffer.Way(6, 0.9, 20, None),
                buffer.Way(4, 0.5, 30, None), buffer.Way(9, 2.0, 0, None)]
        self.assertEqual({way.load for way in buffer.kept(ways)}, {4, 5, 9})


class Congestion(WithDesign):

    def test_a_wire_by_hand(self):
        # 30 um of each half in the first tile, 20 um in the second; up half at x = 20 and x = 70
        tree = wires.Tree([], [(20, 10), (70, 90)], [(0, 1)], 130)
        found = congestion.demand([tree], 100, 100)
        self.assertEqual(found["H"].tolist(), [[15, 15], [10, 10]])
        self.assertEqual(found["V"].tolist(), [[20, 20], [20, 20]])
        # Tracks: 50 * 0.5 across of 50 um each, 50 * 1 up
        share = congestion.used([tree], self.lef, 100, 100)
        self.assertAlmostEqual(share[0][0], 15 / 1250)
        self.assertEqual(congestion.figures(share)["full"], 0.0)

    def test_full_tiles(self):
        trees = [wires.Tree([], [(0, 25), (50, 25)], [(0, 1)], 50)] * 20
        share = congestion.used(trees, self.lef, 100, 50)
        self.assertAlmostEqual(share[0][0], 0.8)
        self.assertEqual(congestion.figures(share)["full"], 0.5)


class Timing(WithDesign):

    PINS = """PIN g/A
 (ports ^) r 0.1:2.5 f 0.2:2.0
 (core ^) r INF:INF f 0.3:1.5
ARRIVAL
 (ports ^) r 0.0:1.0 f 0.0:1.25
 (core ^) r INF:-INF f 0.1:0.5
PIN a
ARRIVAL
 (ports ^) r 0.0:0.0 f 0.0:0.0
"""
    PATH = """f_reg (rising edge-triggered flip-flop clocked by core)
Endpoint: g_reg (rising edge-triggered flip-flop clocked by core)

      Cap     Delay      Time   Description
             0.0000    0.0000 ^ f_reg/CK (x_dfxtp_1)
  20.0000    0.3000    0.3000 ^ f_reg/Q (x_dfxtp_1)
             0.0500    0.3500 ^ u_i0/A (x_inv_1)
  10.0000    0.2000    0.5500 v u_i0/Y (x_inv_1)
             0.1000    0.6500 v g_reg/D (x_dfxtp_1)
                       0.6500   data arrival time

             2.0000    2.0000   max_delay
            -0.1500    1.8500   library setup time
"""

    def test_arrivals_and_slacks(self):
        self.assertEqual(timing.arrivals(self.PINS), {("g", "A"): (1.25, 1.5)})

    def test_pins_on_paths_that_are_too_long(self):
        text = "Startpoint: " + self.PATH + "  -0.2500   slack (VIOLATED)\n"
        other = text.replace("-0.2500", "-0.3000").replace("0.5500 v", "0.6600 v")
        found = timing.late_arrivals(other + text)
        self.assertEqual(found["u_i0", "Y"], (0.66, -0.3))
        self.assertEqual(found["g_reg", "D"], (0.65, -0.3))
        self.assertEqual(len(found), 5)

    def path(self):
        item = self.made({}, {"f_reg": ("x_dfxtp_1", {"Q": "w"}),
                              "g_reg": ("x_dfxtp_1", {"D": "y"}),
                              "u/i0": ("x_inv_1", {"A": "w", "Y": "y"})})
        timer = timing.Timer("top", self.cells, [], {}, {"top": {"children": [("u", "below")]}},
                             self.folder, 2.0)
        return item, timer.path(item, self.PATH)

    def test_a_path(self):
        _, path = self.path()
        self.assertEqual((path["from"], path["to"], path["ns"], path["setup_ns"]),
                         ("f", "g", 0.8, 0.15))
        self.assertEqual([(hop["instance"], hop["module"], hop["ns"], hop["cells"])
                          for hop in path["through"]],
                         [("", "top", 0.3, 1), ("u", "below", 0.25, 1)])

    def test_the_share_of_wires_by_hand(self):
        item, path = self.path()
        made = types.SimpleNamespace(capacitance={"w": 10.0, "y": 5.0}.get)
        # 0.05 + 0.1 ns along the wires, 15 fF * 0.01 ns/fF in the gates, of 0.8 ns
        self.assertAlmostEqual(report.wire_share(path, item, made, lambda cell: 0.01), 0.3 / 0.8)


class Insertion(WithDesign):

    def test_sinks_move_behind_their_buffer(self):
        item = self.made({"a": ("input", "n0")}, {
            f"i{n}": ("x_inv_1", {"A": "n0", "Y": f"y{n}"}) for n in range(3)})
        plan = floorplan.plan(item, self.lef, 60.0, 0.3)
        drives = types.SimpleNamespace(drive={}, load={})
        made = optimize.Optimizer(item, self.lef, place.macros_of(item, self.lef), plan, drives,
                                  None)
        made.cells = {}
        pins = item.nets()["n0"]
        inner = buffer.Buffer("x_buf_1", (3, 3), 3)
        made.insert("n0", pins, "", [1, buffer.Buffer("x_buf_1", (2, 2), (2, inner))])
        nets = item.nets()
        first = next(cell for cell, pin in nets["n0"] if cell.startswith("buffer"))
        behind = nets[item.cells[first].pins["X"]]
        self.assertEqual({cell for cell, _ in nets["n0"]}, {"", "i0", first})
        self.assertEqual(len(behind), 3)
        self.assertEqual({made.root(net, nets) for net in nets if not net.startswith("y")}, {"n0"})
        made.remove({"n0"})
        self.assertEqual([cell for cell, _ in item.nets()["n0"]], ["", "i0", "i1", "i2"])
        self.assertFalse(made.cells)


class Rounds(WithDesign):

    def optimizer(self, item):
        drives = types.SimpleNamespace(drive={}, load={})
        return optimize.Optimizer(item, self.lef, {}, None, drives,
                                  types.SimpleNamespace(clock=2.0))

    def test_nets_that_are_late(self):
        item = self.chain(2)
        times = types.SimpleNamespace(arrivals={("u_i0", "A"): (1.0, -0.4), ("u_i1", "A"):
                                                (1.0, -0.1), ("", "q"): (1.0, 0.2)})
        made = self.optimizer(item)
        self.assertEqual(made.late(item.nets(), set(), times, 1.0), {"n0", "n1"})
        self.assertEqual(made.late(item.nets(), set(), times, 0.5), {"n0"})
        self.assertEqual(made.late(item.nets(), {"n0"}, times, 1.0), {"n1"})

    def test_a_net_may_use_a_part_of_what_it_has_to_spare(self):
        made = self.optimizer(self.chain(1))
        # A tenth of 2 ns stays; of the rest a fifth may be used
        for slack, goal in ((-0.5, 0.0), (0.1, 0.1), (0.2, 0.2), (1.2, 1.0)):
            self.assertAlmostEqual(made.goal(slack), goal)


class Routes(WithDesign):

    def test_what_cannot_be_routed_is_refused_before_the_work(self):
        item = self.chain(route.MOST + 1)
        with self.assertRaisesRegex(Stop, "2501 cells, and qrouter manages about 2500"):
            route.check(item, floorplan.plan(item, self.lef, 1000.0, 0.5))
        route.check(self.chain(9), floorplan.plan(self.chain(9), self.lef, 1000.0, 0.5))

    def test_def_has_the_parts_of_a_clock_gate_and_short_lines(self):
        item = self.made({"e": ("input", "n1"), "q": ("output", "n2"), "f": ("input", "n3")}, {
            "c": ("gsq_clock_gate_cell", {"ce": "n1", "clk": "0", "gclk": "n2"})})
        macros = place.macros_of(item, self.lef)
        plan = floorplan.plan(item, self.lef, 100.0, 0.5)
        self.assertEqual(route.names_of(self.made({"a": ("input", "n"), "p": ("output", "m"),
                                                   "q": ("output", "m")}, {})),
                         {"n": "a", "m": ""})
        text = route.placed_def(types.SimpleNamespace(
            design=item, lef=self.lef, library=self.cells, macros=macros,
            cells={"c": place.Cell(2.0, 10.0, True)}), plan)
        self.assertIn("PINS 2 ;", text)     # nothing reads f
        # All of it 4 um, a multiple of all pitches, from the edge
        self.assertIn("- c_part0 low + PLACED ( 6000 14000 ) FS ;", text)
        self.assertIn("- c_part1 x_and2_0 + PLACED ( 12000 14000 ) FS ;", text)
        # A net at a pin of the module has its name, as qrouter needs it.
        self.assertIn("- q\n  ( PIN q )\n  ( c_part1 X ) ;", text)
        self.assertIn("- c_held\n  ( c_part0 Q )\n  ( c_part1 B ) ;", text)

    def test_lengths_of_a_routed_def(self):
        text = ("DESIGN x ;\nNETS 3 ;\n- a\n  ( PIN a )\n  ( g A )\n+ ROUTED metal2 ( 1000 500 ) "
                "( * 3500 ) M3_M2\n  NEW metal3 ( 1000 3500 ) ( 3000 * ) ;\n- b ( g B ) ( h A ) ;\n"
                "- c\n + ROUTED metal1 ( 0 0 ) ( 400 * ) ( * 600 ) ;\nEND NETS\n")
        self.assertEqual(route.lengths(text), {"a": 5.0, "c": 1.0})


class Pictures(WithDesign):

    def test_files_are_written(self):
        plan = floorplan.plan(self.chain(20), self.lef, 400.0, 0.5)
        draw.draw_cells(self.folder / "cells.png", plan, [("u", 0xFF0000, [(0, 0, 5, 10)])])
        share = congestion.used([], self.lef, 200, 100)
        share[0][0] = 1.5
        draw.draw_congestion(self.folder / "full.png", share, 200, 100)
        for name in ("cells.png", "full.png"):
            self.assertEqual((self.folder / name).read_bytes()[:4], b"\x89PNG")

    def test_colours_differ(self):
        self.assertEqual(len(set(draw.colours(12))), 12)


class Tables(unittest.TestCase):

    def result(self, mm2, mm, ns):
        return {"cells": 5, "die": {"mm2": mm2}, "wires": {"mm": mm, "mean_um": 2 * mm},
                "congestion": {"full": 0.125}, "free_ns": 2.0, "wired_ns": ns, "bare_ns": 1.5}

    def test_blocks(self):
        lines = list(layout_table.page([("`a`", self.result(1.0, 10, 2.2), 255)], []))
        self.assertIn("| `a` | 5 | 1.000 | 10.0 | 20 | 12.5 % | 2.00 | 2.20 | 1.10 | 1.50 | 4.2 |",
                      lines)

    def test_choices_beside_the_first(self):
        def power(gather):
            return {"modes": {"random gathers": {"pj": gather, "elements": 2.0},
                              "random scatters": {"pj": 8.0, "elements": 4.0}}}

        lines = list(layout_table.choices([
            (8, layout_table.ANDOR, layout_table.PLACED_PINS, self.result(1.0, 10, 2.0), power(6.0)),
            (8, layout_table.INDEXED, layout_table.PLACED_PINS, self.result(1.1, 10.1, 2.2),
             power(9.0)),
            (8, layout_table.ANDOR, layout_table.BY_BIT, self.result(1.0, 15, 2.0), power(6.0))]))
        self.assertIn("| 8 x 8 | both by index | as their cells are placed | 5 | 1.100 | 10 | 2.00 | 2.20 | "
                      "4.5 | 2.0 |", lines)
        self.assertEqual(lines[-2:], [
            "- **8 x 8, both by index**: clock without wires the same, with wires +10 %; cells the same, die "
            "+10 %, wires the same; energy of gathers +50 %, of scatters the same.",
            "- **8 x 8, pins bit by bit**: clock without wires the same, with wires the same; cells "
            "the same, die the same, wires +50 %; energy of gathers the same, of scatters the same."])

    def test_the_cuts_that_a_clock_takes(self):
        found = [(radix, cuts, {**self.result(1.0, 10, ns), "free_ns": ns - 0.4, "target_ns": 3.0})
                 for radix, times in ((2, (4.0, 3.2, 2.5, 2.0)), (4, (5.0, 4.5, 4.0, 3.2)))
                 for cuts, ns in enumerate(times)]
        lines = list(layout_table.cuts(found))
        self.assertIn("| 2 | 1 | 5 | 1.000 | 2.80 | 3.20 | 1.14 |", lines)
        self.assertEqual(lines[-2:], [
            "- **Radix 2** reaches 3 ns without wires from 1 cuts on, with wires from 2 on.",
            "- **Radix 4** reaches 3 ns with none of these numbers of cuts once it has wires."])

    def test_paths_that_bind(self):
        path = {"from": "a_q", "to": "b_q", "wire_share": 0.25}
        item = {"periods": {"reg to reg": 3.0, "bank to reg": 3.5},
                "paths": {"reg to reg": [path], "bank to reg": [{**path, "from": "bank_rdata_i"}]}}
        self.assertEqual(list(layout_table.binding([("core", item)]))[-2:], [
            "| core | bank to reg | 3.50 | `bank_rdata_i` | `b_q` | 25 % |",
            "| core | reg to reg | 3.00 | `a_q` | `b_q` | 25 % |"])


class Command(unittest.TestCase):

    def test_bad_input_is_one_sentence(self):
        for words, what in ((["--util", "120"], "expected --util"),
                            (["--util", "a"], "expected --util"),
                            (["--top", "gsq_cor"], "there is no module TOP=gsq_cor"),
                            (["--lib", "/nowhere.lib"], "there is no library")):
            done = subprocess.run([sys.executable, ROOT / "scripts", "make-layout", *words],
                                  capture_output=True, text=True, check=False,
                                  env={key: value for key, value in os.environ.items()
                                       if key != "GSQ_TASKS"})
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(what, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_check(self):
        for good in ("", "1", "70", "62.5", "95"):
            make_layout.check(good)
        for bad in ("0", "95.5", "120", "-3", "x", "7 0"):
            with self.assertRaises(Stop):
                make_layout.check(bad)
