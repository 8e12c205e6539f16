# SPDX-License-Identifier: Apache-2.0
"""Tests what scripts/flow/power/record.py reads from waveforms of RTL, beside statistics of the run.

The variable GSQ names the gsq of a configuration. It needs fst2vcd of Debian's package gtkwave.
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from scripts.flow.layout.tools import Stop
from scripts.flow.power import record

GSQ = os.environ["GSQ"]


class Ports(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        info = subprocess.run([GSQ, "info", "--json"], capture_output=True, text=True, check=True)
        self.config = json.loads(info.stdout)["parameters"]

    def bits(self, banks):
        """Inputs and outputs that tell commands, answers and accesses."""
        return [[record.Bit("", port, place) for port, count in ports.items()
                 for place in range(count)]
                for ports in ({"rst_ni": 1, "cmd_valid_i": 1, "rsp_ready_i": 1},
                              {"cmd_ready_o": 1, "rsp_valid_o": 1, "bank_req_o": banks,
                               "bank_we_o": banks})]

    def test_accesses_are_those_of_the_statistics(self):
        lanes = self.config["VlenBytes"] // 4
        for place, kernel in enumerate(("gather", "scatter")):
            with self.subTest(kernel):
                words = record.uniform(kernel, self.config["UbBytes"], lanes, self.folder)
                made = record.pattern(GSQ, ["perf", words, "--width", "b32"],
                                      *self.bits(self.config["Banks"]), self.folder, kernel)
                row, = json.loads((self.folder / "pattern.json").read_text())["patterns"]
                self.assertEqual(made.elements, record.COMMANDS * lanes)
                accesses = row["utilisation"] * row["bank_cycles"] * self.config["Banks"]
                self.assertEqual(made.banks[place], round(accesses))
                if self.config["Places"] == 1:  # in a window a shared word may take two accesses
                    self.assertEqual(made.banks[place] + row["merged"], made.elements)
                self.assertEqual(made.banks[1 - place], 0)
                # Two commands that make masks come first, so the run is longer than the pattern.
                counted = made.segments.count(record.RUN)
                self.assertGreater(counted, row["cycles"])
                self.assertLess(counted, row["cycles"] + 100)

    def test_ports_of_another_configuration(self):
        banks = 2 * self.config["Banks"]
        with self.assertRaisesRegex(Stop, f"{banks // 2} bits in the simulation and {banks} in"):
            record.pattern(GSQ, ["perf", "UNIFORM:8:1"], *self.bits(banks), self.folder, "wide")
