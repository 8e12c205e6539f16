# SPDX-License-Identifier: Apache-2.0
"""Tests of the table of commands: what RTL and C++ get of it, and its errors."""
import copy
import tomllib
import unittest

from scripts.spec import commands, isa_header
from scripts.spec.commands import Isa, Wrong

TABLE = tomllib.loads(commands.TABLE.read_text(encoding="utf-8"))


class Table(unittest.TestCase):

    def refused(self, change, *said):
        """A table with a change is not taken."""
        table = copy.deepcopy(TABLE)
        change(table, {entry["name"]: entry for entry in table["commands"]})
        with self.assertRaises(Wrong) as stop:
            Isa(table)
        for words in said:
            self.assertIn(words, str(stop.exception))

    def command(self, name, *said, **facts):
        """A command with other facts is not taken; None takes a line away."""
        def change(_, entries):
            for key, value in facts.items():
                entries[name][{"cls": "class"}.get(key, key)] = value
                if value is None:
                    del entries[name][key]
        self.refused(change, f"{name}: ", *said)

    def test_what_rtl_gets(self):
        text = "\n".join(commands.package(Isa()))
        for line in ("    OpStoreUnalignPost = 6'd16,  // \"store_unalign_post\"",
                     "    ClassMemory    = 2'd2   // \"memory\": through the memory queue and the access pipe",
                     "    '{OpStoreAlign, ClassMemory, MemStore, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b1, 1'b0, 1'b0,\n      "
                     "MaskLane, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b00011001, '{width: '1, distr: '1, vs:",
                     "    '{FormB8x8, WidthB8, WidthB8, WidthB8}\n"):
            self.assertIn(line, text)
        self.assertLessEqual(max(map(len, text.split("\n"))), 100)

    def test_what_cpp_gets(self):
        isa = Isa()
        text = "\n".join([*isa_header.cpp_commands(isa), *isa_header.cpp_forms(isa)])
        for line in (
                "{Opcode::StoreAlign, CommandClass::Memory, MemKind::Store, AluOp::Copy, MaskOp::None, LaneOp::None, false, "
                "true, false, false, MaskUse::Lane, StreamUse::None, 0xfu, 0xffu, 0xfu, 0x19u, 0x54027u},",
                "{Form::B64, Width::B64, Width::B64, Width::B32},"):
            self.assertIn(line, text)

    def test_facts_that_are_no_codes_are_refused(self):
        self.command("gather", "expected none, load, ", "of mem_kind, found gatherer", kind="gatherer")
        self.command("gather", "expected modes of elem, byte, row, found norm", modes=["norm"])
        self.command("gather", "there is no colour of a command", colour="red")
        self.command("gather", "expected fields of cmd in its order", fields=["m", "form"])
        self.command("gather", "expected fields of cmd in its order", fields=["vx"])
        self.refused(lambda table, _: table["forms"][0].update(elem="b7"), "of width, found b7")

    def test_facts_that_contradict_each_other_are_refused(self):
        self.command("get_spr", "no widths: the command does not have the field width", widths=["b8"])
        self.command("squeeze", "fields that fit mask = none", mask=None)
        self.command("load_align", "fields that fit mask = own", mask="own")
        self.command("squeeze", "fields that fit stream = none", stream=None)
        self.command("gather", "fields that fit stream = store", stream="store")
        self.command("squeeze", "a kind for commands of class memory, and none for others", kind="load")
        self.command("gather", "a kind for commands of class memory", kind=None)
        self.command("mask.not", "a mask_op for mask = logic", mask_op=None)
        self.command("squeeze", "a mask_op for mask = logic, and none for others", mask_op="and")
        self.command("lane.add", "a lane_op for class = compute with lane_ops", lane_op=None)
        self.command("gather_lanes", "a lane_op for class = compute with lane_ops", lane_op="add")
        self.command("squeeze", "a lane_op for class = compute with lane_ops", lane_op="add")
        self.command("lane.eq", "a lane_op for class = compute with lane_ops", mask="write")
        self.command("mask.or", "expected it before the first command with lane_ops", lane_ops=False)
        self.command("gather_block", "vs, vi, vd and stream as other commands of kind load have them", kind="load")

    def test_codes_fit(self):
        self.refused(lambda table, _: table["commands"].extend(
            {"name": f"more{number}", "class": "immediate", "lane_ops": True, "fields": []}
            for number in range(65 - len(TABLE["commands"]))),
            "opcode: expected at most 64 codes in 6 bits, found 65")
        self.refused(lambda table, _: table["enums"]["dist"]["codes"].append("norm"),
                     "dist: expected each name once, found norm again")

    def test_sizes(self):
        self.refused(lambda table, _: table["constants"].update(New=["2 + 2", ""]), "expected a number, or clog2")
        self.assertIn(("RspIdWidth", 5, "bits of a number of an entry"), Isa().constants)
