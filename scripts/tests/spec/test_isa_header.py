# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/spec/isa_header.py: its output for the package, and its errors."""
import contextlib
import io
import pathlib
import re
import tempfile
import unittest
from unittest import mock

from scripts.spec import isa_header

PACKAGE = pathlib.Path(__file__).resolve().parents[3] / "rtl" / "gsq_pkg.sv"


class GenIsa(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.text = PACKAGE.read_text(encoding="utf-8")
        self.codes = {name: [item for item, _, _ in items]
                      for name, _, items, _ in isa_header.Parser(PACKAGE).enums}

    def changed(self, find, replace):
        """A copy of the package with a text, which occurs once, replaced."""
        self.assertEqual(self.text.count(find), 1, f"{find!r} must be in the package once")
        return self.package(self.text.replace(find, replace))

    def package(self, text):
        path = self.folder / "gsq_pkg.sv"
        path.write_text(text, encoding="utf-8")
        return path

    def row(self, op):
        """Text of the row of a command, with the comma behind it if there is one."""
        start = self.text.index(f"    '{{{op},")
        ends = (self.text.find("    '{Op", start + 1), self.text.find("  };", start))
        return self.text[start:min(end for end in ends if end > 0)]

    def refused(self, path, *said):
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as stop:
            isa_header.Parser(path)
        for words in (f"{path}:", "error: expected", *said):
            self.assertIn(words, str(stop.exception))

    def test_the_package_has_a_row_for_each_command_and_form(self):
        isa = isa_header.Parser(PACKAGE)
        self.assertEqual([row.facts["op"] for row in isa.commands], self.codes["opcode_e"])
        self.assertEqual([row.facts["form"] for row in isa.forms], self.codes["form_e"])

    def test_what_stands_in_the_tables_is_what_cpp_gets(self):
        output = self.folder / "out" / "isa.hpp"
        with mock.patch("sys.argv", ["isa-header", str(PACKAGE), str(output)]):
            isa_header.main()
        text = output.read_text(encoding="utf-8")
        for line in (
                "inline constexpr std::uint32_t kRspIdWidth = 5u;  ///< bits of a number of an "
                "entry",
                "{Opcode::StoreAlign, CommandClass::Memory, MemKind::Store, AluOp::Copy, true, "
                "false, false, MaskUse::Lane, StreamUse::None, 0xfu, 0xffu, 0xfu, 0x19u, 0x15027u},",
                "{Form::B64, Width::B64, Width::B64, Width::B32},",
                'StoreReg = 7,  ///< "store_reg"'):
            self.assertIn(line, text)

    def test_a_forgotten_row_is_refused(self):
        for op in self.codes["opcode_e"]:
            place = "above" if op == self.codes["opcode_e"][-1] else "at this place"
            with self.subTest(op=op):
                self.refused(self.changed(self.row(op), ""), f"the row of {op} {place}")
        self.refused(self.changed("    '{FormB16,    WidthB16, WidthB16, WidthB16},\n", ""),
                     "the row of FormB16 at this place")

    def test_a_command_without_a_row_is_refused(self):
        ops = self.codes["opcode_e"]
        last = re.search(rf"{ops[-1]} *= 5'd\d+", self.text)[0]
        added = f"{last},  // \"last\"\n    OpNew = 5'd{len(ops)} "
        self.refused(self.changed(last, added), "the row of OpNew above")

    def test_rows_out_of_order_and_doubled_are_refused(self):
        copy, add = self.row("OpClearSpr"), self.row("OpGetSpr")
        self.refused(self.changed(copy + add, add + copy), "the row of OpClearSpr at this place")
        self.refused(self.changed(copy, copy + copy), "the row of OpGetSpr at this place")

    def test_facts_that_are_no_codes_are_refused(self):
        row = self.row("OpGather")
        for find, replace, said in (
                ("MemGather, ", "MemGatherer, ", "a code of mem_kind_e for kind, not MemGatherer"),
                ("AllForms", "8'h3f", "'1 or a form_set_t defined above for forms, not 8'h3f"),
                ("AllForms", "AllModes", "'1 or a form_set_t defined above for forms"),
                ("1'b0, 1'b1, 1'b1", "1'b0, 1'b1", "'{…} with the 14 facts op, cls"),
                ("1'b0, 1'b1, 1'b1", "1'b0, 1'b2, 1'b1", "1'b0 or 1'b1 for reads_vi, not 1'b2"),
                ("vi: '1, m: '1", "m: '1, vi: '1", "fields of cmd_t in its order"),
                ("vi: '1", "vx: '1", "fields of cmd_t in its order"),
                ("default: '0", "", "default: '0}")):
            with self.subTest(replace=replace):
                self.refused(self.changed(row, row.replace(find, replace)), said)
        self.refused(self.changed("4'd1 << ModeElem |", "4'd1 << DistNorm |"), "codes of amode_e")
        self.refused(self.changed("typedef logic [7:0] dist_set_t", "typedef logic [3:0] dist_set_t"),
                     "a bit for each of the 8 codes of dist_e")

    def test_facts_that_contradict_each_other_are_refused(self):
        for op, find, replace, said in (
                ("OpGather", "AllForms", "'1", "forms with codes of form_e only"),
                ("OpGetSpr", "'1, '1, '1, '1", "WidthsOfAlu, '1, '1, '1", "'1 for widths"),
                ("OpGather", "1'b0, 1'b1, 1'b1", "1'b1, 1'b1, 1'b1",
                 "reads_vs and the field vs both or neither"),
                ("OpSqueeze", "MaskLane", "MaskNone", "fields that fit MaskNone"),
                ("OpLoadAlign", "MaskNone", "MaskOwn", "fields that fit MaskOwn"),
                ("OpSqueeze", "StreamCount", "StreamNone", "fields that fit StreamNone"),
                ("OpGather", "StreamNone", "StreamStore", "fields that fit StreamStore"),
                ("OpSqueeze", "MemNone, ", "MemLoad, ", "MemNone for others"),
                ("OpGather", "MemGather, ", "MemNone, ", "a memory kind for commands of ClassMemory"),
                ("OpGatherBlock", "MemGatherBlock", "MemLoad",
                 "reads_vs, reads_vi, writes_vd, stream as other commands of MemLoad have them")):
            with self.subTest(op=op, replace=replace):
                row = self.row(op)
                self.assertIn(find, row)
                self.refused(self.changed(row, row.replace(find, replace)), said)

    def test_names_of_fields_must_be_those_of_the_command(self):
        self.refused(self.changed("    logic row_stride, col, mask;", "    logic row_stride, mask;"),
                     "the names of cmd_t after op, in its order")

    def test_what_is_not_understood_is_refused(self):
        self.refused(self.changed("localparam int unsigned NumUregs = 4; ",
                                  "localparam int unsigned NumUregs = 2 + 2; "), "a number, $clog2")
        self.refused(self.changed("  // One response.\n", "  logic oops;\n"), "a localparam")
