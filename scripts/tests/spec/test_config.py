# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/spec/config.py."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from scripts.spec import config

SCRIPTS = pathlib.Path(config.__file__).resolve().parents[1]


class Resolve(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(setattr, config, "ROOT", config.ROOT)
        shutil.copytree(config.ROOT / "configs", f"{folder.name}/configs")
        config.ROOT = pathlib.Path(folder.name)

    def test_every_named_configuration_is_legal(self):
        for path in (config.ROOT / "configs").glob("*.json"):
            self.assertEqual(config.resolve(path.stem, ""), path.stem)
            self.assertEqual(set(json.loads(path.read_text())), {parameter.name for parameter in config.CONFIG})

    def test_overrides_make_a_file_of_their_own(self):
        name = config.resolve("small", "BankHash=1,Banks=8")
        self.assertEqual(name, "small+Banks8+BankHash1")
        small = json.loads((config.ROOT / "configs/small.json").read_text())
        made = json.loads((config.ROOT / f"build/configs/{name}.json").read_text())
        self.assertEqual(made, {**small, "Banks": 8, "BankHash": 1})

    def test_an_override_that_changes_nothing_is_the_configuration_itself(self):
        self.assertEqual(config.resolve("small", "Banks=16"), "small")
        self.assertFalse((config.ROOT / "build").exists())

    def test_what_is_wrong_is_said_in_one_line(self):
        for base, overrides, said in [
                ("huge", "", "CONFIG=huge"), ("tiny", "Bank=8", "no parameter Bank;"),
                ("tiny", "Banks", "found 'Banks'"), ("tiny", "Banks=x", "found 'Banks=x'"),
                ("tiny", "Banks=12", "Banks must be"), ("tiny", "Banks=4", "Banks must be"),
                ("tiny", "UbBytes=4096,Banks=1024", "Banks must be"),
                ("tiny", "VlenBytes=16", "VlenBytes must be"), ("tiny", "Places=2", "Places must be"),
                ("full", "Banks=256,BankHash=2", "Banks must be at most 128 with BankHash 2, found 256"),
                ("tiny", "RspDepth=64", "RspDepth must be"),
                ("tiny", "HostPatience=48", "HostPatience must be"),
                ("tiny", "SqueezeCuts=4", "SqueezeCuts must be")]:
            with self.subTest(base=base, overrides=overrides):
                done = subprocess.run([sys.executable, SCRIPTS, "config", base, overrides],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertIn(said, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
