# SPDX-License-Identifier: Apache-2.0
"""Why an instruction of RVV is not executed: the entries left_out of configs/rvv.toml. For scripts/spec/rvv_table.py."""
import dataclasses
import fnmatch


@dataclasses.dataclass
class Seen:
    """An instruction as it was met: its mnemonic, the word, and the CSR vtype."""
    mnemonic: str
    word: int
    vtype: int
    vlen_bytes: int

    @property
    def sew(self):
        return 8 << (self.vtype >> 3 & 7)

    @property
    def lmul(self):
        """Its logarithm."""
        code = self.vtype & 7
        return code if code < 4 else code - 8

    @property
    def masked(self):
        return not self.word >> 25 & 1

    @property
    def width(self):
        """Of a load or store: bits of an element, or of an index."""
        return {0: 8, 5: 16, 6: 32, 7: 64}.get(self.word >> 12 & 7, 0)

    @property
    def vlmax(self):
        return 8 * self.vlen_bytes * 2 ** self.lmul // self.sew


CONDITIONS = {
    "SEW not 16": lambda one: one.sew != 16,
    "LMUL above 1": lambda one: one.lmul > 0,
    "LMUL or that of indices above 1": lambda one: one.lmul > 0 or one.width * 2 ** one.lmul > one.sew,
    "other index": lambda one: one.width != one.sew,
    "VLMAX above VlenBytes": lambda one: one.vlmax > one.vlen_bytes,
    "masked": lambda one: one.masked,
    "vta 0": lambda one: not one.vtype >> 6 & 1,
    "vma 0": lambda one: not one.vtype >> 7 & 1,
}


@dataclasses.dataclass
class Case:
    names: list
    conditions: list

    def covers(self, mnemonic):
        return any(fnmatch.fnmatchcase(mnemonic, name) for name in self.names)


@dataclasses.dataclass
class LeftOut:
    """A row of the table, which begins with `what`."""
    what: str
    why: str
    cases: list

    def covers(self, one):
        """It says why this instruction is not executed."""
        return any(case.covers(one.mnemonic) and all(CONDITIONS[name](one) for name in case.conditions) for case in self.cases)

    def covers_all(self, mnemonic):
        """It says so whatever vtype and registers are."""
        return any(case.covers(mnemonic) and not case.conditions for case in self.cases)
