# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/flow/effort.py: how long synthesis, layout and power say that they take."""
import contextlib
import io
import pathlib
import tempfile
import unittest
import unittest.mock

from scripts.core import tasks
from scripts.flow import effort
from scripts.flow.synthesis import blocks

# A core of 8 lanes, half of which is a crossbar; two blocks of the same module; and a landed core.
CORE = {"VlenBytes": 32, "UbBytes": 4096, "Banks": 8, "BankBytes": 4, "BankHash": 0, "RowMultiplier": 0,
        "Places": 1, "Parts": 1, "RspDepth": 16, "HostPatience": 64, "SqueezeCuts": 1, "SqueezeRadix": 2, "Coalesce": 1}
KNOWN = [(CORE, 100.0, {"": 10e3, "u_access/u_xbar": 20e3, "u_access/u_xbar/g_many.u_schedule": 30e3,
                        "u_issue/u_sum": 40e3}),
         ({**CORE, "VlenBytes": 256, "Banks": 64}, 1000.0, {})]
CHOSEN = {"gsq_xbar": "u_access/u_xbar", "gsq_carry_save": "u_issue/u_sum"}


class Effort(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, value in (
                ("flow.effort.known", lambda: KNOWN), ("core.tasks.TIMES", pathlib.Path(folder.name)),
                ("flow.effort.blocks.chosen",
                 lambda top, config, overrides: blocks.Chosen({}, [], CHOSEN[top])),
                ("flow.effort.blocks.elaborated", lambda core: {
                    "gsq_xbar": [{"parameters": {}, "instances": ["u_access/u_xbar"]}],
                    "gsq_carry_save": [{"parameters": {}, "instances": ["u_issue/u_sum"] * 4}]})):
            patch = unittest.mock.patch(f"scripts.{name}", value)
            patch.start()
            self.addCleanup(patch.stop)

    def test_the_gates_of_a_core(self):
        self.assertEqual(effort.kge_of("gsq_core", "tiny", ""), 100)
        self.assertAlmostEqual(effort.kge_of("gsq_core", "tiny", "VlenBytes=64"), 200)
        self.assertEqual(effort.core_kge({**CORE, "VlenBytes": 256, "Banks": 64}), 1000)
        # Crossbars grow with the banks, and are a part.
        self.assertTrue(1000 < effort.core_kge({**CORE, "VlenBytes": 256, "Banks": 128}) < 1500)
        # Without a configuration it has the defaults of the RTL.
        self.assertEqual(effort.kge_of("gsq_core", "", ""), 1000)

    def test_the_share_of_a_block(self):
        self.assertAlmostEqual(effort.kge_of("gsq_xbar", "tiny", ""), 50)
        self.assertAlmostEqual(effort.kge_of("gsq_carry_save", "tiny", ""), 10)
        self.assertIsNone(effort.kge_of("gsq_xbar", "", ""))

    def said(self, seconds):
        """What work says when it begins, and that it took so long."""
        text = io.StringIO()
        with contextlib.redirect_stderr(text), unittest.mock.patch("scripts.flow.effort.time") as clock:
            clock.monotonic.side_effect = [0.0, seconds]
            with effort.shown("area", "synthesis", "tiny", "gsq_core", "tiny", ""):
                tasks._shown[-1].stop.wait(0.8)
        return text.getvalue()

    def test_the_time_is_said_before_and_learnt(self):
        self.assertEqual(self.said(600), f"synthesis of gsq_core: about {tasks.duration(effort.USUAL['area'])} "
                                         "left (about 100 kGE)\n")
        self.assertEqual(self.said(300), "synthesis of gsq_core: about 10 min left (about 100 kGE)\n")
        self.assertEqual(tasks.Times("area").known, {"tiny": 300, effort.PACE: 300})
        # What was stored says nothing about the next time.
        self.said(1)
        self.assertEqual(tasks.Times("area").known, {"tiny": 300, effort.PACE: 300})


class Known(unittest.TestCase):

    def test_landed_and_stored_cores(self):
        rows = effort.known()
        self.assertTrue(any(blocks_of for _, _, blocks_of in rows))
        self.assertTrue(any(not blocks_of for _, _, blocks_of in rows))
        for parameters, kge, _ in rows:
            self.assertLessEqual({"VlenBytes", "Banks"}, parameters.keys())
            self.assertGreater(kge, 0)
