#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of gsq perf: figures computed by hand, notes, statistics, errors of one line.

Usage: perf.py GSQ
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIMITS = ROOT / "tb" / "patterns" / "limits.json"
UNIFORM = 49.4      # elements a cycle that the window of `full` must reach at random indices
GSQ = ""
GOOD = {"name": "a", "pattern": "UNIFORM:8:1:NR", "count": 4}


class Perf(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def gsq(self, *arguments, status=0):
        done = subprocess.run([GSQ, *map(str, arguments)], cwd=self.folder, timeout=300,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def perf(self, patterns, *options):
        """Standard output and the object of --stats."""
        (self.folder / "p.json").write_text(json.dumps(patterns))
        done = self.gsq("perf", "p.json", "--stats", "s.json", *options)
        self.assertEqual(done.stderr, "")
        return done.stdout, json.loads((self.folder / "s.json").read_text())

    def config(self):
        return json.loads(self.gsq("info", "--json").stdout)["parameters"]

    def test_figures(self):
        config = self.config()
        lanes, banks = config["VlenBytes"] // 4, config["Banks"]
        ub_words = config["UbBytes"] // 4
        rng = random.Random(5)
        span = max(lanes, banks)
        permutation = [span * block + word for block in range(4)
                       for word in rng.sample(range(span), span)]
        uniform = [rng.randrange(ub_words) for _ in range(16 * lanes)]
        most = min(lanes, banks * config["BankBytes"] // 4)  # elements a cycle
        self.assertEqual(most, lanes)
        for kernel in ["gather", "scatter"]:
            patterns = [
                {"pattern": f"UNIFORM:{lanes}:1:NR", "count": 1000},
                {"pattern": permutation, "delta": 4 * span, "count": 1000},
                {"pattern": f"UNIFORM:{lanes}:0", "delta": 1, "count": 1000},
                {"pattern": uniform, "delta": 3, "count": 10},
                {"pattern": f"UNIFORM:{lanes}:{banks}:NR", "count": 100}]
            _, stats = self.perf([{**p, "kernel": kernel} for p in patterns], "--width", "b32")
            rows = stats["patterns"]
            self.assertEqual(stats["config"], config)
            for row in rows:
                with self.subTest(kernel=kernel, index=row["index"]):
                    self.assertLessEqual(row["bound_bank"], row["bound_window"])
                    self.assertLessEqual(row["bound_window"], row["access_cycles"])
                    if config["Places"] == 1:
                        self.assertEqual(row["bound_window"], row["bound"])
                        self.assertEqual(row["bank_cycles"], row["bound"])
                    else:
                        self.assertLessEqual(row["bank_cycles"], row["bound"])
                    self.assertEqual(row["elements"], lanes * row["commands"])
                    self.assertGreater(row["cycles"], row["access_cycles"])
                    self.assertAlmostEqual(row["elements_per_cycle"],
                                           row["elements"] / row["access_cycles"])
            for row in rows[:3]:
                self.assertEqual(row["commands"], 1000)
                self.assertEqual(row["access_cycles"], 1000)  # every cycle
            self.assertEqual([row["merged"] for row in rows[:3]], [0, 0, 1000 * (lanes - 1)])
            self.assertEqual(rows[0]["utilisation"], lanes / banks * 4 / config["BankBytes"])
            self.assertEqual(rows[2]["utilisation"], 1 / banks)
            if config["BankHash"] == 0:
                self.assertEqual(rows[4]["bank_cycles"], rows[4]["elements"])  # one bank

    def test_rates_of_full(self):
        """What conflicts nowhere has every lane in every cycle; random indices have what a window must give."""
        if self.config() != json.loads((ROOT / "configs" / "full.json").read_text(encoding="utf-8")):
            self.skipTest("another configuration")
        self.gsq("perf", LIMITS, "--width", "b32", "--backend", "cycle", "--stats", "s.json")
        rows = json.loads((self.folder / "s.json").read_text())["patterns"]
        told = 0
        for row in rows:
            with self.subTest(pattern=row["name"], kernel=row["kernel"]):
                if row["name"] in ("stride 1", "permutation", "all lanes one word"):
                    self.assertEqual(row["elements_per_cycle"], 64)
                    told += 1
                elif row["name"] == "uniform random":
                    self.assertGreaterEqual(row["elements_per_cycle"], UNIFORM)
                    told += 1
        self.assertEqual(told, 6)

    def test_widths(self):
        config = self.config()
        for width, lanes in [("b8", 2), ("b16", 2), ("b32", 4), ("b64", 8)]:
            lanes = config["VlenBytes"] // lanes
            with self.subTest(width):
                _, stats = self.perf([{"pattern": "UNIFORM:8:1:NR", "count": lanes}],
                                     "--width", width)
                row, = stats["patterns"]
                self.assertEqual((row["elements"], row["commands"]), (8 * lanes, 8))
        # b64 is the default
        self.assertEqual(self.perf([{"pattern": "UNIFORM:8:1:NR", "count": lanes}])[1], stats)

    def test_backends_agree(self):
        patterns = [GOOD, {**GOOD, "kernel": "Scatter", "delta": [1, 5]},
                    {"kernel": "GS", "pattern-gather": [5, 1, 9], "pattern-scatter": [1, 1, 7]}]
        rows = {backend: self.perf(patterns, "--backend", backend)[1]["patterns"]
                for backend in ["golden", "rtl", "lockstep"]}
        self.assertEqual(rows["rtl"], rows["lockstep"])
        for golden, timed in zip(rows["golden"], rows["lockstep"]):
            for name in ["elements", "commands", "bound", "bound_bank", "bound_window", "merged"]:
                self.assertEqual(golden[name], timed[name])
            self.assertEqual(golden["bank_cycles"], 0)
            self.assertGreater(timed["bank_cycles"], 0)

    def test_what_is_left_out_is_said(self):
        lanes = self.config()["VlenBytes"] // 8
        out, stats = self.perf([{"name": "long", "pattern": [0], "count": 10**9, "wrap": 2},
                                {"kernel": "gs", "pattern-gather": [0], "pattern-scatter": [1],
                                 "count": 10**9}, {"pattern": [0], "count": 1}], "--commands-max", "6")
        rows = stats["patterns"]
        self.assertEqual([row["commands"] for row in rows[:2]], [6, 6])
        self.assertEqual([row["elements"] for row in rows[:2]], [6 * lanes, 6 * lanes])
        self.assertEqual(rows[0]["left_out"], 10**9 - 6 * lanes)
        self.assertEqual(rows[1]["left_out"], 2 * 10**9 - 6 * lanes)
        self.assertEqual(rows[2]["left_out"], 0)
        self.assertIn(f"p.json: 2 of 3 patterns cut short, {3 * 10**9 - 12 * lanes} of {3 * 10**9 + 1} "
                      "elements left out, --commands-max is 6\n", out)
        self.assertEqual(out.count("note: "), 2)
        self.assertIn("p.json pattern 0: without meaning here: wrap", out)

    def test_the_last_command_is_masked(self):
        lanes = self.config()["VlenBytes"] // 8
        _, stats = self.perf([{"pattern": [0], "delta": 1, "count": lanes + 1}])
        row, = stats["patterns"]
        self.assertEqual((row["elements"], row["commands"]), (lanes + 1, 2))
        self.assertEqual(row["merged"], 0)  # lanes without an element would meet at index 0

    def test_bounds_of_forms(self):
        """The bound of each form from the indices that its formula gives."""
        config = self.config()
        lanes, words = config["VlenBytes"] // 4, config["UbBytes"] // 4

        def bound(pattern, delta, count):
            """For each command the most words of one bank; banks are the lowest bits of the word."""
            indices = [(place + delta * i) % words for i in range(count) for place in pattern]
            return sum(max(len({index for index in indices[at:at + lanes]
                                if index % config["Banks"] == bank})
                           for bank in range(config["Banks"]))
                       for at in range(0, len(indices), lanes))

        star = [0, 99, 100, 101, 200]
        cases = [({"pattern": "LAPLACIAN:2:1:100"}, star, 1),
                 ({"pattern": "LAPLACIAN:2:1:100", "delta": 7}, star, 7),
                 ({"pattern": "UNIFORM:8:1:16"}, range(8), 16),
                 ({"pattern": "UNIFORM:8:1:NR", "delta": 1}, range(8), 8),
                 ({"pattern": "0, 4, 8, 12", "delta": 4}, [0, 4, 8, 12], 4),
                 ({"pattern": "MS1:8: 2, 3: 20", "delta": "3"}, [0, 1, 21, 41, 42, 43, 44, 45], 3),
                 # all of it 63 * 12 up, which is a turn of the banks
                 ({"pattern": [0, 24, 48, 72], "delta": -12},
                  [63 * 12 + place for place in (0, 24, 48, 72)], -12)]
        _, stats = self.perf([{"kernel": kernel, "count": 64, **fields} for fields, *_ in cases
                              for kernel in ("Gather", "scatter")],
                             "--width", "b32", "--backend", "golden")
        for row, (fields, pattern, delta) in zip(
                stats["patterns"], (case for case in cases for _ in range(2)), strict=True):
            with self.subTest(fields):
                self.assertEqual(row["elements"], 64 * len(pattern))
                if config["BankHash"] == 0:
                    self.assertEqual(row["bound"], bound(pattern, delta, 64))

    def test_what_is_folded_is_said(self):
        words = self.config()["UbBytes"] // 4
        out, stats = self.perf(
            [{"pattern": [words - 1], "delta": 1, "count": 5}, {"pattern": [words - 1], "count": 1},
             {"kernel": "gs", "pattern-gather": [0, words], "delta-gather": 0,
              "pattern-scatter": [words - 1, words], "delta-scatter": 1, "count": 3}],
            "--width", "b32")
        self.assertEqual([row["folded"] for row in stats["patterns"]], [4, 0, 3 + 2 + 3])
        head, *rows = (line.split() for line in out.splitlines()[:4])
        self.assertEqual(head[-1], "folded")
        self.assertEqual([row[-1] for row in rows], ["4", "0", "8"])
        self.assertIn(f"note: p.json: 2 of 3 patterns folded: 12 of 18 elements replayed lie beyond the "
                      f"{words} elements that indices reach in UB, their addresses are taken modulo "
                      f"{4 * words:#x} bytes\n", out)
        self.assertEqual(out.count("note: "), 1)
        # Only what was replayed counts.
        _, stats = self.perf([{"pattern": [words], "delta": 0, "count": 10**6}], "--width", "b32",
                             "--commands-max", "1")
        self.assertEqual(stats["patterns"][0]["folded"], self.config()["VlenBytes"] // 4)

    def test_what_is_read_otherwise_than_written_is_said(self):
        out, stats = self.perf([{"pattern": [0, 24], "delta": -4, "count": 10},
                                {"pattern": "UNIFORM:8:1:NR", "delta": 1}, GOOD])
        self.assertEqual([len(row["notes"]) for row in stats["patterns"]], [1, 1, 0])
        for row in stats["patterns"][:2]:
            self.assertIn(f"note: p.json pattern {row['index']}: {row['notes'][0]}\n", out)
        self.assertIn("note: p.json pattern 0: negative delta: the gather begins 36 elements up, so that "
                      "no index is below 0\n", out)
        self.assertIn("note: p.json pattern 1: UNIFORM:8:1:NR gives the delta 8, field \"delta\" does "
                      "not count\n", out)
        out = self.gsq("perf", "UNIFORM:8:1:NR", "--delta", "1").stdout
        self.assertIn("note: UNIFORM:8:1:NR pattern 0: UNIFORM:8:1:NR gives the delta 8", out)

    def test_a_file_as_in_spatters_command_line(self):
        _, stats = self.perf([GOOD])
        self.gsq("perf", "FILE=p.json", "--stats", "t.json")
        self.assertEqual(json.loads((self.folder / "t.json").read_text()), stats)
        self.bad("FILE=absent.json", said="absent.json")

    def test_patterns_on_the_command_line_are_those_of_a_file(self):
        for word, options, fields in [
                ("UNIFORM:8:4", [], {}), ("UNIFORM:8:4:NR", ["--kernel", "gather"], {}),
                ("MS1:8:2,5:20", ["--kernel", "scatter"], {"kernel": "scatter"}),
                ("LAPLACIAN:2:1:100", ["--delta", "3"], {"delta": 3}),
                ("0,4,9", ["--count", "77", "--delta", "0"], {"count": 77, "delta": 0}),
                ("UNIFORM:8:3", ["--delta", "-4,0x10"], {"delta": [-4, 16]}),
                ("0, 4", ["--count", "9"], {"count": 9}),
                ("7", ["--width", "b16"], {})]:
            with self.subTest(word):
                width = [one for one in options if "b16" in one or one == "--width"]
                _, expected = self.perf([{"pattern": word, "name": word, **fields}], *width)
                self.gsq("perf", word, *options, "--stats", "s.json")
                found = json.loads((self.folder / "s.json").read_text())
                self.assertEqual(found["patterns"][0].pop("file"), word)
                del expected["patterns"][0]["file"]
                self.assertEqual(found, expected)
        (self.folder / "p.json").write_text(json.dumps([GOOD]))
        out = self.gsq("perf", "UNIFORM:8:1", "p.json", "UNIFORM:8:2", "--count", "4").stdout
        self.assertEqual([line.split()[0] for line in out.splitlines()[1:4]],
                         ["UNIFORM:8:1", "a", "UNIFORM:8:2"])

    def test_gigabytes_a_second(self):
        for clock in ["4", "0.5"]:
            for width, size in [("b16", 2), ("b64", 8)]:
                out = self.gsq("perf", "UNIFORM:8:3", "--clock-ns", clock, "--width", width,
                               "--stats", "s.json").stdout
                stats = json.loads((self.folder / "s.json").read_text())
                row, = stats["patterns"]
                self.assertEqual(stats["clock_ns"], float(clock))
                rate = row["elements"] * size / (row["access_cycles"] * float(clock))
                self.assertAlmostEqual(row["gb_per_second"], rate)
                head, line = (text.split() for text in out.splitlines()[:2])
                self.assertEqual(head[4:6], ["el/cycle", "GB/s"])
                self.assertEqual(line[5], f"{rate:.2f}")
                self.assertIn(f"elements {width}, clock {clock} ns\n", out)
        out = self.gsq("perf", "UNIFORM:8:3", "--clock-ns", "1", "--backend", "golden").stdout
        self.assertEqual(out.splitlines()[1].split()[4:6], ["-", "-"])
        self.assertNotIn("GB/s", self.gsq("perf", "UNIFORM:8:3", "--count", "1").stdout)

    def test_bad_patterns_on_the_command_line(self):
        for word, said in [("UNIFROM:8:1", "UNIFROM:8:1: error: "), ("UNIFORM:8", "expected UNIFORM:"),
                           ("UNIFORM:8:x", "found 'x'"), (",", "found ''"), ("UNIFORM:0:1", "indices"),
                           ("MS1:8:2", "expected UNIFORM:"), ("folder/UNIFORM:8:1", "cannot be read"),
                           ("UNIFORM:8:1.json", "UNIFORM:8:1.json: cannot be read")]:
            with self.subTest(word):
                self.bad(word, said=said)
        (self.folder / "p.json").write_text(json.dumps([GOOD]))
        for option, value in [("--kernel", "scatter"), ("--delta", "1"), ("--count", "1")]:
            self.bad("p.json", option, value, said=f"{option}: expected a pattern such as UNIFORM:64:8")
        for options in [("--kernel", "gs"), ("--count", "0"), ("--delta", "1,x"), ("--clock-ns", "0"),
                        ("--clock-ns", "-1"), ("--clock-ns", "nan"), ("--clock-ns", "1e9"),
                        ("--clock-ns", "x")]:
            with self.subTest(options):
                self.bad("UNIFORM:8:1", *options, said=options[1])

    def test_bad_files(self):
        for text, said in [
                ('[{"pattern":[1],"kernel":"copy"}]', "p.json:1:17: error: pattern 0, field"),
                ('[{"pattern":[1],"colour":1}]', "p.json:1:17: error: pattern 0, field"),
                ("[{]", "p.json:1:3: error: expected JSON"),
                ("[" * 100000, "p.json:1:100001: error: expected JSON")]:
            with self.subTest(text[:40]):
                (self.folder / "p.json").write_text(text)
                self.bad("p.json", said=said)
        self.bad("absent.json", said="absent.json")
        self.bad(".", said="cannot be read")

    def test_bad_command_lines(self):
        (self.folder / "p.json").write_text(json.dumps([GOOD]))
        for options in [("--commands-max", "0"), ("--commands-max", "1000001"),
                        ("--commands-max", "-1"), ("--width", "b24"),
                        ("--backend", "silver"), ("--stats", "absent/s.json"), ("--nothing",)]:
            with self.subTest(options):
                self.bad("p.json", *options, said=options[1] if options[1:] else "nothing")
        self.bad(said="PATTERNS")

    def test_a_waveform(self):
        self.gsq("perf", "UNIFORM:8:1", "--count", "2", "--waves", "w.fst")
        self.assertGreater((self.folder / "w.fst").stat().st_size, 1000)
        for options, said in [(("--backend", "cycle", "--waves", "w.fst"), "models have no waves"),
                              (("--waves", "absent/w.fst"), "absent/w.fst")]:
            with self.subTest(options):
                self.bad("UNIFORM:8:1", *options, said=said)

    def bad(self, *arguments, said):
        done = self.gsq("perf", *arguments, status=2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(said, done.stderr)


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
