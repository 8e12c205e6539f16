# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/flow/synthesis/: libraries with other cell names, flat netlists, paths and clocks."""
import pathlib
import tempfile
import unittest
import unittest.mock

from scripts.flow.synthesis import (abc, area, constants, fanout, landed, liberty, netlist, reports,
                                    sta)
from scripts.flow.synthesis.tools import Stop


def pin(name, direction, more=""):
    return f'    pin ("{name}") {{ direction : {direction}; capacitance : 1.5; {more} }}\n'


def gate(name, size, inputs, output, function, more=""):
    pins = "".join(pin(item, "input") for item in inputs)
    return (f'  cell ("{name}") {{\n    area : {size}; {more}\n{pins}' +
            pin(output, "output", f'function : "{function}";') + "  }\n")


def flop(name, size, clock="CK", more="", setup=True, launch=True):
    """`more`: further pins; without `setup` and `launch` without these times."""
    late = 'timing () { related_pin : "CK"; timing_type : rising_edge; }' if launch else ""
    before = 'timing () { related_pin : "CK"; timing_type : setup_rising; }' if setup else ""
    return (f'  cell ({name}) {{ area : {size};\n    ff (IQ, IQN) {{ clocked_on : "{clock}"; '
            f'next_state : "D"; }}\n' + pin("CK", "input", "clock : true;") + pin("D", "input", before) +
            more + pin("Q", "output", f'function : "IQ"; {late}') + "  }\n")


def latch(name, size, enable):
    return (f'  cell ({name}) {{ area : {size};\n    latch (IQ, IQN) {{ enable : "{enable}"; '
            f'data_in : "D"; }}\n' + pin("G", "input", "clock : true;") + pin("D", "input") +
            pin("Q", "output", 'function : "IQ";') + "  }\n")


def library_text(*cells):
    return ("/* a comment { */ library (made) {\n  capacitive_load_unit (1.0, ff);\n"
            '  time_unit : "1ns";\n' + "".join(cells) + "}\n")


PLAIN = (gate("x_nand2_1", 2, "AB", "Y", "!(A&B)"), gate("x_buf_1", 3, "A", "X", "A"),
         gate("x_inv_1", 1.5, "A", "Y", "!A"), gate("x_and2_0", 3, "AB", "X", "(A B)"))


class WithLibrary(unittest.TestCase):

    def library(self, *cells, lef=""):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "made.lib"
        path.write_text(library_text(*cells))
        if lef:
            (pathlib.Path(folder.name) / "made.lef").write_text(lef)
        return liberty.Library(str(path))


class Truth(unittest.TestCase):

    def test_operators_of_liberty(self):
        for function in ("!(A&B)", "(A*B)'", "(A B)'", "!A+!B", "A' | B'", "((!A) + (!B))"):
            self.assertEqual(liberty.truth(function, ["A", "B"]), liberty.NAND, function)

    def test_precedence(self):
        # and binds more than or, xor more than and
        self.assertEqual(liberty.truth("A+B*C", ["A", "B", "C"]),
                         tuple(bool(a or (b and c)) for a in (0, 1) for b in (0, 1) for c in (0, 1)))
        self.assertEqual(liberty.truth("A&B^C", ["A", "B", "C"]),
                         tuple(bool(a and (b != c)) for a in (0, 1) for b in (0, 1) for c in (0, 1)))

    def test_unknown_pin_has_no_table(self):
        self.assertIsNone(liberty.truth("A&IQ", ["A"]))


class Cells(WithLibrary):

    def test_found_by_function_in_names_like_sky130(self):
        library = self.library(*PLAIN, flop("x_dfxtp_1", 20),
                               gate("x_clkbuf_1", 1, "A", "X", "A"),
                               gate("x_dlygate4sd1_1", 1, "A", "X", "A"),
                               gate("x_nand2_0", 1, "AB", "Y", "!(A&B)", "dont_use : true;"))
        self.assertEqual((library.nand, library.buffer, library.inverter, library.flop.name),
                         ("x_nand2_1", "x_buf_1", "x_inv_1", "x_dfxtp_1"))
        self.assertEqual((library.ge, library.load_ff), (2, 6.0))

    def test_names_like_nangate45(self):
        library = self.library(gate("NAND2_X1", 0.8, ["A1", "A2"], "ZN", "!(A1 & A2)"),
                               gate("NAND2_X2", 1.3, ["A1", "A2"], "ZN", "!(A1 & A2)"),
                               gate("BUF_X1", 0.8, "A", "Z", "A"), gate("INV_X1", 0.5, "A", "ZN", "!A"))
        self.assertEqual((library.nand, library.buffer, library.inverter),
                         ("NAND2_X1", "BUF_X1", "INV_X1"))
        self.assertIsNone(library.flop)
        self.assertIsNone(library.gate)

    def test_a_library_without_nand_is_refused_in_one_sentence(self):
        with self.assertRaisesRegex(Stop, "has no two-input NAND"):
            self.library(*PLAIN[1:])

    def test_a_file_that_is_no_library(self):
        with tempfile.NamedTemporaryFile("w", suffix=".lib") as file:
            file.write("cell (a) { area : 1; }\n")
            file.flush()
            with self.assertRaisesRegex(Stop, "is not a Liberty file"):
                liberty.Library(file.name)

    def test_areas_of_the_lef_are_beside_and_fill_in_for_none(self):
        lef = "".join(f"MACRO {name}\n  FOREIGN {name} 0 0 ;\n  SIZE {width} BY 4.0 ;\nEND {name}\n"
                      for name, width in (("x_nand2_1", 1), ("x_inv_1", 1), ("low", 3)))
        library = self.library(*PLAIN, latch("low", 0, "!G"), lef=lef)
        # The NAND has 2 in Liberty and 4 in the LEF
        self.assertEqual((library.area("x_inv_1"), library.area("x_inv_1", lef=True)), (1.5, 2))
        self.assertEqual(library.area("low"), 6)
        self.assertEqual(library.area("x_buf_1", lef=True), 3)


class NothingIsZeroUnrecognised(WithLibrary):

    def refused(self, *cells):
        with self.assertRaises(Stop) as stop:
            self.library(*PLAIN, *cells).expect_registers()
        return str(stop.exception)

    def test_registers_that_are_recognised(self):
        for cells in ([flop("dff", 20)], [flop("dffr", 20, more=pin("R", "input")), flop("dff", 30)],
                      [flop("dff", 20), latch("low", 5, "!G")]):
            self.library(*PLAIN, *cells).expect_registers()

    def test_what_a_flip_flop_lacks(self):
        for cell, said in ((flop("d1", 20, clock="(CK)"), "d1: clocked_on is '(CK)', expected the name of"),
                           (flop("d1", 20, more=pin("R", "input")), "d1: inputs beside clock and data: R"),
                           (flop("d1", 20, setup=False), "d1: no timing () with setup_… at its input D"),
                           (flop("d1", 20, launch=False), "d1: no timing () at its output Q"),
                           (flop("d1", 0), "d1: no area"),
                           (flop("d1", 20).replace("capacitance : 1.5", ""), "no capacitance of its input"),
                           (gate("x", 1, "A", "Y", "A"), "found no cell with ff (…)")):
            said_here = self.refused(cell)
            self.assertIn("made.lib has no flip-flop", said_here)
            self.assertIn(said, said_here)

    def test_latches_of_which_no_clock_gate_can_be_made(self):
        odd = latch("odd", 5, "!G").replace('data_in : "D"', 'data_in : "(D)"')
        self.assertIn("made.lib has latches or clock gates of which none is recognised",
                      self.refused(flop("dff", 20), odd))
        self.assertIn("found odd", self.refused(flop("dff", 20), odd))

    def test_cells_that_are_used(self):
        timed = 'timing () { related_pin : "A"; }'
        whole = gate("a", 2, "A", "Y", "A").replace('function : "A";', f'function : "A"; {timed}')
        library = self.library(*PLAIN, whole, whole.replace('"a"', '"b"').replace("area : 2", "area : 0"),
                               whole.replace('"a"', '"c"').replace("capacitance : 1.5;", "", 1),
                               flop("d1", 20), flop("d2", 20, setup=False))
        library.expect({"a", "d1", "another module"})
        for kind, lacks in (("b", "no area"), ("c", "no capacitance of its input A"),
                            ("d2", "no timing () with setup_… at its input D"),
                            ("x_inv_1", "no timing () at its output Y")):
            with self.assertRaisesRegex(Stop, f"cell {kind} of library .*made.lib is used and has "
                                              f"{lacks}".replace("(", "[(]").replace(")", "[)]")):
                library.expect({"a", kind})

    def test_an_inverter_without_capacitance(self):
        with self.assertRaisesRegex(Stop, "gives the inputs of x_nand2_1 no capacitance"):
            self.library(*[cell.replace("capacitance : 1.5;", "") for cell in PLAIN])

    def test_times_that_the_timer_does_not_report(self):
        library = self.library(*PLAIN, flop("dff", 20))
        folder = pathlib.Path(library.path).parent
        inverters = "\n".join(f"   0.1000    0.1000 v i{stage}/Y (x_inv_1)" for stage in range(8))
        whole = (f"Startpoint: a\nEndpoint: b (x)\n   0.3000    0.3000 ^ a/Q (dff)\n{inverters}\n"
                 "  -0.2000  999.0000   library setup time\n")
        with unittest.mock.patch("scripts.flow.synthesis.sta.report", return_value=whole):
            self.assertEqual(sta.measure(library, folder),
                             {"fo4": 0.1, "launch": 0.3, "setup": 0.2, "gate": None})
        for lost, said in (("library setup time", "no setup of dff"), (" a/Q", "no clock-to-output of dff"),
                           ("Endpoint: b", "no path through x_inv_1 and dff")):
            with unittest.mock.patch("scripts.flow.synthesis.sta.report", return_value=whole.replace(lost, "")), \
                    self.assertRaisesRegex(Stop, f"{said} for library .*made.lib, so it would be 0"):
                sta.measure(library, folder)


class ClockGates(WithLibrary):

    def parts(self, *cells):
        library = self.library(*PLAIN, *cells)
        return [cell for cell, _ in library.gate["cells"]], library

    def test_the_cell_of_the_library_is_preferred(self):
        own = ('  cell (icg) { area : 9; clock_gating_integrated_cell : "latch_posedge_precontrol";\n'
               + pin("CK", "input", "clock_gate_clock_pin : true;")
               + pin("E", "input", "clock_gate_enable_pin : true;")
               + pin("SE", "input", "clock_gate_test_pin : true;")
               + pin("GCK", "output", "clock_gate_out_pin : true;") + "  }\n")
        parts, library = self.parts(own, latch("low", 5, "!G"))
        self.assertEqual(parts, ["icg"])
        self.assertIn(".SE(1'b0)", library.gate["text"])
        self.assertEqual(library.area(liberty.GATE), 9)

    def test_a_latch_that_is_open_while_low_needs_no_inverter(self):
        parts, library = self.parts(latch("low", 5, "!G"))
        self.assertEqual(parts, ["low", "x_and2_0"])
        self.assertEqual(library.area(liberty.GATE), 8)

    def test_another_latch_gets_one(self):
        parts, library = self.parts(latch("high", 5, "G"))
        self.assertEqual(parts, ["x_inv_1", "high", "x_and2_0"])
        self.assertIn(".G(low)", library.gate["text"])


class Flat(WithLibrary):

    # Two instances of a module with an inverter of its input, which it also passes on, and a flop.
    CHILD = {"ports": {"clk_i": ["input", ["clk_i"]], "a_i": ["input", ["a_i"]],
                       "y_o": ["output", ["y"]], "q_o": ["output", ["q"]]},
             "cells": [["x_inv_1", "g", {"A": ["a_i"], "Y": ["y"]}],
                       ["x_dff", "f", {"CK": ["clk_i"], "D": ["y"], "Q": ["q"]}]],
             "aliases": {"q": ["q_o"]}}
    TOP = {"ports": {"clk_i": ["input", ["clk_i"]], "d_i": ["input", ["d_i[0]", "d_i[1]"]],
                     "z_o": ["output", ["z"]]},
           "cells": [["child", "u0", {"clk_i": ["clk_i"], "a_i": ["d_i[0]"], "y_o": ["y0"],
                                      "q_o": ["q0"]}],
                     ["child", "u1", {"clk_i": ["clk_i"], "a_i": ["d_i[0]"], "y_o": ["y1"],
                                      "q_o": ["q1"]}],
                     ["x_buf_1", "b", {"A": ["y1"], "X": ["late"]}],
                     ["x_nand2_1", "n", {"A": ["y0"], "B": ["late"], "Y": ["z"]}]],
           "aliases": {}}
    MODULES = {"child": {"children": []}, "top": {"children": [("u0", "child"), ("u1", "child")]}}

    def flat(self):
        library = self.library(*PLAIN, flop("x_dff", 20))
        flat, borders = netlist.flatten("top", self.MODULES,
                                        {"child": self.CHILD, "top": self.TOP}, library)
        return flat, borders, library

    def test_nets_have_the_path_of_what_drives_them(self):
        flat, borders, _ = self.flat()
        self.assertEqual([(item.owner, item.pins) for item in flat.gates],
                         [("u0", {"A": "d_i[0]", "Y": "u0.y"}), ("u1", {"A": "d_i[0]", "Y": "u1.y"}),
                          ("", {"A": "u0.y", "B": "u1.y", "Y": "z"})])
        self.assertEqual([item.name for item in flat.cells], ["q_reg", "q_reg"])
        self.assertEqual(flat.aliases, {"u0.q_o": "u0.q", "u1.q_o": "u1.q"})
        self.assertEqual(borders["u0.y"], {("child", "y"), ("top", "y0")})

    def test_gates_with_the_same_inputs_are_one(self):
        flat, _, library = self.flat()
        once = abc.shared(flat, library)
        self.assertEqual(len(once.gates), 2)
        self.assertEqual(len({item.pins["D"][0] for item in once.cells}), 1)

    def test_gates_get_their_names_back(self):
        flat, _, library = self.flat()
        flat = abc.shared(flat, library)
        first, last = flat.gates
        back = {"n0": "d_i[0]", "n1": first.pins["Y"], "n2": "z"}
        made = [("x_nand2_1", {"A": "new1", "B": "n1", "Y": "n2"}),
                ("x_buf_1", {"A": "new1", "X": "n1"}), ("x_inv_1", {"A": "n0", "Y": "new1"})]
        result = {item.name: item for item in abc.named(flat.gates, made, back, library, {})}
        self.assertEqual(len(result), 3)
        self.assertEqual((result["g"].owner, result["n"].owner), (first.owner, last.owner))
        added = next(item for item in result.values() if item.type == "x_buf_1")
        self.assertEqual((added.owner, added.pins["X"]), (first.owner, first.pins["Y"]))

    def test_a_gate_that_was_not_there_is_an_error(self):
        flat, _, library = self.flat()
        back = {"n0": "d_i[0]", "n2": "z"}
        with self.assertRaisesRegex(Stop, "was not there before"):
            list(abc.named(flat.gates, [("x_buf_1", {"A": "n0", "X": "w"}),
                                        ("x_nand2_1", {"A": "w", "B": "w", "Y": "n2"})], back, library,
                           {}))

    def test_a_gate_that_is_lost_is_an_error(self):
        flat, _, library = self.flat()
        with self.assertRaisesRegex(Stop, "lost gates"):
            list(abc.named(flat.gates, [("x_inv_1", {"A": "n0", "Y": "w"})], {"n0": "d_i[0]"}, library,
                           {}))

    def test_a_buffer_belongs_to_what_drives_it(self):
        library = self.library(*PLAIN)
        gates = [netlist.Item("x_inv_1", "u1", "g", {"A": "u0.q", "Y": "y"})]
        made = [("x_buf_1", {"A": "n0", "X": "w"}), ("x_inv_1", {"A": "w", "Y": "n1"})]
        buffer, _ = abc.named(gates, made, {"n0": "u0.q", "n1": "y"}, library, {"u0.q": "u0"})
        self.assertEqual((buffer.type, buffer.owner), ("x_buf_1", "u0"))

    def test_area_of_each_instance(self):
        flat, _, library = self.flat()
        rows = {row["instance"]: row for row in area.area_tree("top", self.MODULES, flat, library)}
        self.assertEqual((rows["u0"]["um2"], rows[""]["own_um2"], rows[""]["um2"]), (21.5, 2, 45))
        self.assertEqual((rows[""]["registers"], rows[""]["ge"]), (2, 22.5))

    def test_verilog(self):
        flat, _, library = self.flat()
        text = netlist.verilog("top", flat, library)
        self.assertIn("  x_nand2_1 \\n (.A(\\u0.y ), .B(\\u1.y ), .Y(\\z ));", text)
        self.assertIn(".A(\\d_i [0])", text)
        self.assertIn("assign \\z_o  = \\z ;", text)
        self.assertIn("assign \\u0.q_o = \\u0.q ;", text)


class Fanout(WithLibrary):

    def loads(self, flat, library):
        """How many inputs each net has, and through how many buffers each flip-flop is driven."""
        readers = [pins[pin] for _, _, _, pins in flat.gates for pin in "A"]
        readers += [item.pins["D"][0] for item in flat.cells]
        driven = {item.pins["X"]: item.pins["A"] for item in flat.gates}
        depths = set()
        for item in flat.cells:
            net, depth = item.pins["D"][0], 0
            while net in driven:
                net, depth = driven[net], depth + 1
            self.assertEqual(net, "q")
            depths.add(depth)
        return {net: readers.count(net) for net in readers}, depths

    def test_many_registers_behind_one_net_get_a_tree(self):
        library = self.library(*PLAIN, flop("x_dff", 20))
        for count, depths in ((16, {0}), (17, {1}), (256, {1}), (257, {1, 2}), (5000, {3})):
            flat = netlist.Flat({}, [netlist.Item("x_dff", f"u_{i // 7}" if i % 3 else "", f"r{i}",
                                                  {"CK": ["clk_i"], "D": ["q"], "Q": [f"r{i}"]})
                                     for i in range(count)], [], {})
            spread = fanout.spread(flat, library)
            loads, found = self.loads(spread, library)
            self.assertLessEqual(max(loads.values()), abc.FANOUT)
            self.assertEqual(found, depths)
            self.assertEqual({tuple(item.pins["CK"]) for item in spread.cells}, {("clk_i",)})
            self.assertEqual(flat.cells[0].pins["D"], ["q"])  # the other is a copy
            names = {item.name for item in spread.gates}
            self.assertEqual(len(names), len(spread.gates))
            self.assertFalse(names & loads.keys())  # cells and nets of a module share their names

    def test_constants_resets_and_few_registers_stay(self):
        cell = flop("x_dffr", 20, more=pin("RN", "input")).replace(
            'next_state : "D";', 'next_state : "D"; clear : "!RN";')
        library = self.library(*PLAIN, cell)
        items = [netlist.Item("x_dffr", "", f"r{i}", {"CK": ["clk_i"], "RN": ["rst_ni"], "D": ["0"],
                                                      "Q": [f"r{i}"]}) for i in range(40)]
        spread = fanout.spread(netlist.Flat({}, items, [], {}), library)
        self.assertEqual(spread.gates, [])
        self.assertEqual(spread.cells, items)


class Timing(unittest.TestCase):

    PATH = """u_a/x_q[3]_reg (rising edge-triggered flip-flop clocked by core)
Endpoint: u_b/y_q_reg (rising edge-triggered flip-flop clocked by core)
   0.0000    0.0000 ^ u_a/x_q[3]_reg/CLK (DFF)
   0.3000    0.3000 v u_a/x_q[3]_reg/Q (DFF)
   1.7000    2.0000 ^ u_a/_g1_/Y (NAND)
   1.9000    3.9000 v u_b/_g2_/Y (NAND)
             3.9000   data arrival time
  -0.1000  999.9000   library setup time
"""

    def path(self):
        modules = {"top": {"children": [("u_a", "a"), ("u_b", "b")]}, "a": {"children": []},
                   "b": {"children": []}}
        return sta.read_path(self.PATH, "top", modules)

    def test_a_path_with_its_crossing(self):
        path = self.path()
        self.assertEqual((path["from"], path["to"], path["ns"]), ("u_a/x_q", "u_b/y_q", 4.0))
        self.assertEqual(path["crossings"], [("u_a/_g1_", "Y", 2.0)])
        self.assertEqual([hop["module"] for hop in path["through"]], ["a", "b"])

    def test_modules_get_their_share_of_the_clock(self):
        flat = netlist.Flat({}, [], [netlist.Item("NAND", "u_a", "_g1_", {"Y": "u_a.w[5]"})], {})
        borders = {"u_a.w[5]": {("a", "w_o[5]"), ("b", "w_i[5]")}}
        times = {"launch": 0.2, "fo4": 0.1}

        def budgets(top, key, clock):
            return sta.budgets(top, {key: [self.path()]}, clock, flat, borders, times)

        share = {"a": {"w_o": 800}, "b": {"w_i": 800}}
        self.assertEqual(budgets("top", "reg to reg", 2.0), share)
        self.assertEqual(budgets("top", "reg to reg", 4.0), {})
        # Pins of the core have half a period outside, those of a memory 15 FO4.
        self.assertEqual(budgets("gsq_core", "reg to out", 4.0), share)
        self.assertEqual(budgets("gsq_core", "in to reg", 4.0),
                         {"a": {"w_o": 2800}, "b": {"w_i": 2800}})
        self.assertEqual(budgets("gsq_core", "bank to reg", 3.5),
                         {"a": {"w_o": 2300}, "b": {"w_i": 2300}})

    def test_pins_of_the_core_have_half_a_period_outside(self):
        timing = {key: [{"ns": 1.0}] for key in sta.CLASSES}
        found = sta.periods("gsq_core", timing, {"fo4": 0.1})
        self.assertEqual(found, {"in to reg": 2, "reg to reg": 1, "reg to out": 2, "in to out": 2,
                                 "bank to reg": 2.5, "reg to bank": 1.2, "in to bank": 2.4,
                                 "bank to out": 5.0, "bank to bank": 2.7})
        self.assertEqual(sta.periods("gsq_xbar", timing, {"fo4": 0.1}), {"reg to reg": 1})


class Constants(WithLibrary):

    def folded(self, *gates):
        library = self.library(*PLAIN, gate("x_nand3_1", 3, "ABC", "Y", "!(A&B&C)"),
                               gate("x_aoi21_1", 4, "ABC", "Y", "!((A&B)|C)"),
                               gate("x_nor2_1", 2.5, "AB", "Y", "!(A|B)"))
        items = [netlist.Item(kind, "", f"g{place}", pins) for place, (kind, pins) in enumerate(gates)]
        flat = netlist.Flat({"z_o": ("output", ["z"])}, [], items, {})
        return constants.folded(flat, library)

    def test_the_gate_without_its_constant_input(self):
        flat = self.folded(("x_nand3_1", {"A": "a", "B": "1", "C": "c", "Y": "z"}))
        self.assertEqual([(item.type, item.pins) for item in flat.gates],
                         [("x_nand2_1", {"A": "a", "B": "c", "Y": "z"})])
        # The inputs of a smaller cell with another order: !((1 & b) | c)
        flat = self.folded(("x_aoi21_1", {"A": "1", "B": "b", "C": "c", "Y": "z"}))
        self.assertEqual(flat.gates[0].type, "x_nor2_1")
        self.assertEqual({flat.gates[0].pins[pin] for pin in "AB"}, {"b", "c"})

    def test_constants_pass_gates(self):
        # An output that is constant, and one that equals an input, have no gate.
        flat = self.folded(("x_nand2_1", {"A": "a", "B": "0", "Y": "one"}),
                           ("x_and2_0", {"A": "one", "B": "b", "X": "z"}))
        self.assertEqual((flat.gates, flat.ports["z_o"]), ([], ("output", ["b"])))
        flat = self.folded(("x_nand2_1", {"A": "1", "B": "1", "Y": "z"}))
        self.assertEqual((flat.gates, flat.ports["z_o"]), ([], ("output", ["0"])))

    def test_other_gates_stay(self):
        gates = ("x_nand2_1", {"A": "a", "B": "b", "Y": "n"}), ("x_inv_1", {"A": "n", "Y": "z"})
        self.assertEqual([(item.type, item.pins) for item in self.folded(*gates).gates], list(gates))


class Squeeze(unittest.TestCase):

    def line(self, inside, outside, periods, **parameters):
        through = [{"module": "gsq_compact", "ns": inside}, {"module": "gsq_mem_queue", "ns": outside}]
        return reports.squeeze_line({"periods": periods, "parameters": parameters, "timing": {
            "reg to reg": [{"ns": inside + outside, "through": through}]}})

    def test_the_cuts_bind(self):
        said = self.line(3.0, 0.5, {"reg to reg": 3.5, "in to reg": 3.0}, SqueezeCuts=1)
        self.assertEqual(said, "SqueezeCuts=1 binds: 3.00 ns of the longest path are in the squeeze network, "
                               "which has registers at its cuts; allowed are 0, 1, 2 or 3")
        self.assertIn("Cuts=2 binds", self.line(3.0, 0.5, {"reg to reg": 3.5}, Cuts=2))
        result = {"top": "gsq_core", "flat": False, "parameters": {"SqueezeCuts": 1}, "library": "x",
                  "target_ns": 3.5, "clock_ns": 3.5, "left_out": [], "lef": False,
                  "periods": {"reg to reg": 3.5}, "area": [{
                      "instance": "", "module": "gsq_core", "ge": 1.0, "own_ge": 1.0, "um2": 1.0, "cells": 1,
                      "registers": 1, "gates": 0}],
                  "timing": {"reg to reg": [{"ns": 3.5, "setup_ns": 0.1, "from": "a", "to": "b", "through": [
                      {"instance": "u_c", "module": "gsq_prefix_count", "ns": 3.4, "cells": 9}]}]}}
        for lines in (reports.area_lines(result, 2), reports.timing_lines(result)):
            self.assertIn("SqueezeCuts=1 binds: 3.40 ns", "\n".join(lines))

    def test_something_else_binds(self):
        self.assertEqual(self.line(0.5, 3.0, {"reg to reg": 3.5}), "")
        self.assertEqual(self.line(3.0, 0.5, {"reg to reg": 3.5, "reg to out": 4.0}), "")


class Landed(unittest.TestCase):

    RESULT = {"top": "gsq_x", "flat": False, "parameters": {"B": 2, "A": 1}, "library": "osu018",
              "target_ns": 3.5, "area": [{"ge": 12345.0}], "clock_ns": 3.456}

    def test_the_difference(self):
        key = landed.key(self.RESULT)
        self.assertEqual(key, "gsq_x A=1,B=2 osu018 3.5 ns")
        self.assertEqual(landed.line(self.RESULT, {key: {"kge": 13.0, "ns": 3.4}}),
                         "against the landed figures: -0.7 kGE (13.0), +0.06 ns (3.40)")
        self.assertIn("no landed figures", landed.line(self.RESULT, {}))

    def test_the_core_of_a_configuration(self):
        known = {"gsq_core A=1,B=2 osu018 3.5 ns": {"kge": 2.0, "ns": 3.6},
                 "gsq_core A=1,B=2 osu018 4 ns": {"kge": 1.0, "ns": 3.9},
                 "gsq_core A=2,B=2 osu018 4 ns": {"kge": 1.5, "ns": 3.0},
                 "gsq_x A=1,B=2 osu018 4 ns": {"kge": 0.5, "ns": 2.0}}
        with unittest.mock.patch("scripts.flow.synthesis.landed.load", lambda: known):
            self.assertEqual(landed.of_core({"A": 1, "B": 2, "C": 3}), {"kge": 2.0, "ns": 3.6})
            self.assertIsNone(landed.of_core({"A": 3, "B": 2}))
