# SPDX-License-Identifier: Apache-2.0
"""Tests of the table of vector instructions: its errors, and words that were worked out by hand."""
import copy
import tomllib
import unittest

from scripts.spec.rvv_left_out import CONDITIONS
from scripts.spec.rvv_table import TABLE, Table, Wrong

TEXT = tomllib.loads(TABLE.read_text(encoding="utf-8"))
WORDS = {   # as clang-16 assembles them
    0x022180d7: "vadd",             # vadd.vv v1, v2, v3
    0x002180d7: "vadd",             # vadd.vv v1, v2, v3, v0.t
    0x0225c0d7: "vadd",             # vadd.vx v1, v2, a1
    0x0205e407: "vle*.v",           # vle32.v v8, (a1)
    0x02858427: "vs<n>r.v",         # vs1r.v v8, (a1)
    0x0285e407: "vl<n>re*.v",       # vl1re32.v v8, (a1)
    0x80c5f557: None,               # vsetvl a0, a1, a2
    0x5e11a157: "vcompress.vm",     # vcompress.vm v2, v1, v3
    0x420860d7: "vmv.s.x",          # vmv.s.x v1, a6
    0x42202557: "vmv.x.s",          # vmv.x.s a0, v2
    0x9e40b157: "vmv<n>r.v",        # vmv2r.v v2, v4
    0x06458107: "vluxei*.v",        # vluxei8.v v2, (a1), v4
    0x5c25c0d7: "vmerge",           # vmerge.vxm v1, v2, a1, v0
    0x9621a0d7: None,               # vmul.vv v1, v2, v3
    0x522820d7: "viota.m",             # viota.m v1, v2
    0x0205f407: None,               # vle64.v v8, (a1)
}


class Tests(unittest.TestCase):

    def refused(self, change, *said):
        """A table with a change is not taken."""
        table = copy.deepcopy(TEXT)
        change(table)
        with self.assertRaises(Wrong) as stop:
            Table(table)
        for words in said:
            self.assertIn(words, str(stop.exception))

    def first(self, **values):
        return lambda table: table["instructions"][0].update(values)

    def test_errors_of_instructions(self):
        self.refused(self.first(funct6="00000"), "vle*.v: funct6 is '00000': expected 6 of 0, 1, x")
        self.refused(self.first(command="load"), "vle*.v: command has 'load'")
        self.refused(self.first(crack="lane"), "vle*.v: crack has 'lane'")
        self.refused(self.first(groups=["vs3"]), "vle*.v: groups has 'vs3'")
        self.refused(self.first(color="red"), "vle*.v has color: expected one of")
        self.refused(lambda table: table["instructions"].append(table["instructions"][0]), "a word can be vle*.v and vle*.v")

    def test_errors_of_cracks(self):
        def step(text):
            return lambda table: table["cracks"]["lanes"].update(steps=[text])
        self.refused(step("lane.mul vd=vd"), "there is no command lane.mul")
        self.refused(step("own vd=v7"), "has vd=v7")
        self.refused(step("own n=many"), "has n=many")
        self.refused(step("own b16"), "has b16")
        self.refused(lambda table: table["cracks"]["compare"].update(same=[]), "has masked and same")
        self.refused(lambda table: table["cracks"].update(idle=table["cracks"]["lanes"]), "no instruction uses cracks.idle")

    def test_errors_of_what_is_left_out(self):
        def case(**values):
            return lambda table: table["left_out"][0].update(cases=[values])
        self.refused(case(names=["vadd.*"]), "left_out 'vmsbf", "has vadd.v", "which is executed: expected a condition")
        self.refused(case(names=["vadd.*"], when=["masked"]), "left_out 'vmsbf", "has when: expected one of names with")
        self.refused(case(names=["vadd.*"], **{"with": ["SEW 4"]}), "has the condition 'SEW 4': expected one of SEW not 16,")
        self.refused(case(names=["vle64.v"], **{"with": ["masked"]}), "has conditions for vle64.v, of which nothing is executed")

    def test_every_condition_of_what_is_left_out_is_used(self):
        used = {condition for row in Table().left_out for case in row.cases for condition in case.conditions}
        self.assertEqual(used, set(CONDITIONS))

    def test_mnemonics(self):
        table = Table()
        for name in ("vadd.vi", "vmerge.vxm", "vmv.v.x", "vl8re16.v", "vmv4r.v", "vluxei8.v", "vmand.mm", "vsetvl", "vle8.v", "vlm.v"):
            self.assertIn(name, table.mnemonics)
        for name in ("vsub.vi", "vl3re8.v", "vle64.v", "vadd", "vrsub.vv"):
            self.assertNotIn(name, table.mnemonics)

    def test_words(self):
        table = Table()
        for word, name in WORDS.items():
            found = [one.name for one in table.instructions
                     if word & one.mask == one.match and one.funct3s >> (word >> 12 & 7) & 1]
            self.assertEqual(found, [name] if name else [], hex(word))


if __name__ == "__main__":
    unittest.main()
