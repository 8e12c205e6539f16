#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of build/gsq, which has no RTL: the choice of a configuration, and what it refuses.

Usage: models.py GSQ GSQ_WITH_RTL
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
from scripts.spec import config  # noqa: E402
from scripts.spec import parameters  # noqa: E402

GSQ = WITH_RTL = ""
PROGRAM = "load_align v0, [0x100], norm\n.expect status OK\n"


def named(name):
    return json.loads((ROOT / "configs" / f"{name}.json").read_text(encoding="utf-8"))


class Models(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "p.gsq").write_text(PROGRAM)

    def run_(self, *arguments, gsq=None, status=0):
        done = subprocess.run([gsq or GSQ, *map(str, arguments)], cwd=self.folder, timeout=120,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def info(self, *arguments):
        return json.loads(self.run_("info", "--json", *arguments).stdout)

    def test_configuration_by_name_file_and_overrides(self):
        self.assertEqual(self.info()["parameters"], named("full"))
        for path in (ROOT / "configs").glob("*.json"):
            self.assertEqual(self.info("--config", path.stem)["parameters"], named(path.stem))
        values = {**named("tiny"), "Places": 4, "Parts": 2}
        (self.folder / "mine.json").write_text(json.dumps(values))
        self.assertEqual(self.info("--config", "mine.json")["parameters"], values)
        self.assertEqual(self.info("--config", "mine.json")["configuration"], "mine")
        for overrides in ["", "Places=4,Parts=2", "BankHash=1,Banks=016,", "Banks=8", "HostPatience=2,Banks=32"]:
            with self.subTest(overrides):
                info = self.info("--config", "tiny", "--set", overrides)
                # The same name, and the same parameters, as of an executable with this RTL.
                name = config.resolve("tiny", overrides)
                folder = ROOT / ("build/configs" if "+" in name else "configs")
                self.assertEqual(info["configuration"], name)
                self.assertEqual(info["parameters"],
                                 json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))

    def test_rates_of_small_with_a_window(self):
        self.run_("perf", ROOT / "tb" / "patterns" / "limits.json", "--width", "b32", "--config", "small",
                  "--set", "Places=6,Parts=4,RspDepth=32", "--stats", "s.json")
        rows = json.loads((self.folder / "s.json").read_text())["patterns"]
        rates = [(row["name"], row["elements_per_cycle"]) for row in rows]
        self.assertEqual([rate for name, rate in rates if name == "stride 1"], [16] * 2)
        uniform = [rate for name, rate in rates if name == "uniform random"]
        self.assertEqual(len(uniform), 2)
        self.assertGreaterEqual(min(uniform), 12.7)     # elements a cycle

    def test_illegal_values_are_refused_in_the_words_of_the_table(self):
        for name in named("tiny"):
            for value in (0, 1, 3, 7, 1 << 31, (1 << 33) + 1):
                values = {**named("tiny"), name: value}
                sentence = parameters.fault(values)
                with self.subTest(f"{name}={value}"):
                    done = self.run_("info", "--config", "tiny", "--set", f"{name}={value}",
                                     status=2 if sentence else 0)
                    if sentence:
                        self.assertEqual(done.stderr,
                                         f"gsq: error: --set: configuration tiny: {sentence}\n")

    def test_bad_texts(self):
        for arguments, said in [
                (("--set", "Bank=8"), "unknown parameter Bank; there are VlenBytes, "),
                (("--set", "Bank=8"), "did you mean 'Banks'?"),
                (("--set", "Banks"), "expected Name=Value,… with decimal values, found 'Banks'"),
                (("--set", "Banks=0x8"), "decimal values, found 'Banks=0x8'"),
                (("--set", "Banks=-8"), "decimal values, found 'Banks=-8'"),
                (("--set", "=8"), "decimal values, found '=8'"),
                (("--config", "ful"), "did you mean 'full'?"),
                (("--config", "none.json"), "none.json")]:
            with self.subTest(arguments):
                self.assertIn(said, self.run_("info", *arguments, status=2).stderr)

    def test_rtl_is_refused_with_what_has_it(self):
        for arguments in [("run", "p.gsq"), ("perf", "UNIFORM:8:1")]:
            for backend in ["rtl", "lockstep"]:
                done = self.run_(*arguments, "--backend", backend, status=2)
                self.assertEqual(done.stdout, "")
                self.assertIn(f"--backend {backend}: expected golden or cycle, since this executable "
                              "has no RTL", done.stderr)
        self.assertIn("expected --backend rtl or lockstep",
                      self.run_("run", "p.gsq", "--waves", "a.fst", status=2).stderr)

    def test_cycle_is_the_default_and_has_cycles(self):
        self.assertRegex(self.run_("run", "p.gsq", "--config", "tiny").stdout,
                         r"(?m)^backend +cycle, configuration tiny$")
        done = self.run_("run", "p.gsq", "--backend", "cycle", gsq=WITH_RTL)
        self.assertRegex(done.stdout, r"(?m)^cycles +[1-9]\d*$")
        self.assertIn("expected an option, found '--config'",
                      self.run_("run", "p.gsq", "--config", "tiny", gsq=WITH_RTL, status=2).stderr)


if __name__ == "__main__":
    GSQ, WITH_RTL = map(str, (pathlib.Path(path).resolve() for path in sys.argv[1:3]))
    unittest.main(argv=sys.argv[:1], verbosity=0)
