# SPDX-License-Identifier: Apache-2.0
"""Tests of the list of proofs in prove.py, without proving anything."""
import unittest

from scripts.formal import prove


class Faults(unittest.TestCase):
    """`make prove` takes most of an hour; that a fault no longer fits the RTL is known in no time."""

    def test_each_fault_finds_its_text_once(self):
        for proof in prove.PROOFS:
            file, text, replacement = proof.fault
            found = (prove.ROOT / "rtl" / file).read_text(encoding="utf-8").count(text)
            self.assertEqual(found, 1, f"{proof.name}: expected '{text}' once in rtl/{file}; adapt its fault")
            self.assertNotEqual(text, replacement, proof.name)


if __name__ == "__main__":
    unittest.main()
