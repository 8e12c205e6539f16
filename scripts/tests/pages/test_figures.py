# SPDX-License-Identifier: Apache-2.0
"""Tests of figures.py: what it says of pages with planted mistakes, and what is the same figure."""
import json
import pathlib
import shutil
import tempfile
import unittest
import unittest.mock

from scripts.pages import ahead_table, figure_pages, figures

WINDOW, PERFORMANCE = "docs/evaluate/study-window.md", "docs/evaluate/performance.md"
RANDOM = "| uniform random, gather | 16.4"  # of WINDOW, for full_w1


class Planted(unittest.TestCase):
    """A copy of all pages with one text replaced."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for path in (*figures.ROOT.glob("docs/**/*.md"), figures.ROOT / figures.measured.KEPT, figures.ROOT / "README.md",
                     figures.ROOT / "scripts" / "flow" / "landed.json"):
            copy = self.root / path.relative_to(figures.ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        shutil.copytree(figures.ROOT / "rtl", self.root / "rtl")
        self.older = {"docs/evaluate/study.md", "docs/evaluate/layout_table.md"}    # whatever the RTL is now

    def wrong(self, name, old, new):
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text, f"{name} is not what this test plants a mistake in")
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return figures.check(self.root, self.older)[1]

    def assert_told(self, wrong, *parts):
        self.assertTrue(any(all(part in sentence for part in parts) for sentence in wrong),
                        f"{parts} in none of {wrong}")

    def test_the_pages_as_they_are(self):
        self.assertEqual(figures.check(self.root)[1], [])

    def test_another_rate_than_on_another_page(self):
        wrong = self.wrong(WINDOW, RANDOM, RANDOM.replace("16.4", "16.9"))
        self.assert_told(wrong, "elements a cycle of full_w1 (uniform random, gather, b32, at most "
                                "1,000 commands of a pattern): ", f" in {WINDOW}:")

    def test_a_clock_in_mhz_and_one_in_ns(self):
        self.assert_told(self.wrong("README.md", "| 1183 | 260 |", "| 1183 | 266 |"),
                         "clock, ns of full_w1", "266 MHz in README.md:",
                         "3.84 in scripts/flow/landed.json:")

    def test_gates(self):
        self.assert_told(self.wrong("README.md", "| 1183 | 260 |", "| 1186 | 260 |"),
                         "gates, kGE of full_w1 (osu018, mapped for 4 ns): 1186 in README.md")

    def test_gates_that_were_not_landed(self):
        with unittest.mock.patch.object(figure_pages.landed, "load", return_value={}):
            self.assert_told(figures.check(self.root)[1], "`full` has no landed gates")
            row = next(line for line in (self.root / "README.md").read_text(encoding="utf-8").split("\n")
                       if line.startswith("| `full` |"))
            wrong = self.wrong("README.md", row, "|".join([*row.split("|")[:-3], " – ", " – ", ""]))
        self.assertFalse(any("`full` has no" in sentence for sentence in wrong))

    def test_commands_of_a_pattern_must_be_said(self):
        self.assert_told(self.wrong(WINDOW, "at most 1,000 commands of a pattern", "a"),
                         f"{WINDOW}: does not say how many commands a pattern has")

    def test_a_figure_that_nothing_compares(self):
        self.assert_told(self.wrong("docs/index.md", "\n\n", "\n\nIt takes 93 kGE.\n\n"),
                         "docs/index.md:3: a figure that no reader", "It takes 93 kGE.")

    def test_a_page_that_no_reader_understands_any_more(self):
        path = self.root / PERFORMANCE
        path.write_text(path.read_text(encoding="utf-8").replace("$ build/", "$ ./"))
        self.assert_told(figures.check(self.root)[1],
                         f"{PERFORMANCE}: expected figures, found none")

    def test_other_rtl_is_said_on_the_page(self):
        path = next((self.root / "rtl").rglob("gsq_xbar.sv"))
        text = path.read_text(encoding="utf-8")
        before = figures.measured.stale(self.root)
        path.write_text("// another comment\n" + text.replace("  ", "    "), encoding="utf-8")
        self.assertEqual(figures.measured.stale(self.root), before)
        path.write_text(text.replace("endmodule", "wire more;\nendmodule"), encoding="utf-8")
        self.assertEqual(set(figures.measured.stale(self.root)), set(figures.measured.PAGES))
        wrong = figures.check(self.root)[1]
        for page in set(figures.measured.PAGES) - set(before):
            self.assert_told(wrong, f"{page}: expected 'Measured on the RTL of commit", "has changed since")

    def test_a_page_that_was_written_anew_says_nothing_of_its_rtl(self):
        path = self.root / WINDOW
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(figures.measured.BEGIN, ""), encoding="utf-8")
        self.assert_told(figures.check(self.root)[1], f"{WINDOW}: expected 'Measured on")


class Steps(unittest.TestCase):

    def test_they_write_pages_that_are_there(self):
        written = {page for pages, _ in figures.STEPS.values() for page in pages.split(", ")}
        for page in written:
            self.assertTrue((figures.ROOT / page).exists(), page)
        self.assertEqual(set(figure_pages.READERS) - written, set())

    def test_what_is_landed_is_measured_as_it_is_named(self):
        for words, key in zip(figures.land_all(), figures.landed.load()):
            text = (f"{words[2][4:]} {words[3][4:]} {words[4][4:]} {words[5][6:]} ns"
                    f"{' flat' if 'ARGS=--flat' in words else ''}")
            self.assertEqual(text, key)

    def test_named_configurations_are_landed(self):
        made = [words for words in figures.land_all() if words[2].startswith("CONFIG=")]
        missing = {f"CONFIG={name}" for name in figures.config.named()
                   if figures.landed_for(figures.core(figures.named(name))) is None}
        self.assertEqual({words[2] for words in made}, missing)
        with unittest.mock.patch.object(figures.landed, "load", return_value={}):
            self.assertEqual({words[2] for words in figures.land_all()},
                             {f"CONFIG={name}" for name in figures.config.named()})


class Ahead(unittest.TestCase):
    """The table of commands issued ahead, which is measured by hand: its configurations are legal."""

    def test_a_window_is_what_differs(self):
        for base, _, *sets in ahead_table.PAIRS:
            without, with_window = (
                json.loads((figures.ROOT / "build" / "configs" / f"{name}.json").read_text("utf-8"))
                for name in ahead_table.configurations(base, sets))
            differs = {key for key, value in without.items() if with_window[key] != value}
            self.assertEqual(differs, {"Places", "Parts", "RspDepth"})


class Same(unittest.TestCase):

    def figures(self, *texts):
        page = figure_pages.Page("page.md", "line")
        for text, mhz in texts:
            page.add(0, ("quantity", "subject", "conditions"), text, mhz)
        return page.figures

    def test_rounding(self):
        for one, two, agree in (("184", "184.3", True), ("184", "184.6", False),
                                ("16.4", "16.41", True), ("16.41", "16.42", False),
                                ("1,183", "1183.4", True), ("36.5", "36.55", True),
                                ("**30.0**", "30.04", True)):
            first, second = self.figures((one, False), (two, False))
            self.assertEqual(first.agrees(second), agree, (one, two))
            self.assertEqual(second.agrees(first), agree, (two, one))

    def test_mhz(self):
        for mhz, ns, agree in (("295", "3.39", True), ("299", "3.39", False),
                               ("298", "3.36", True)):
            first, second = self.figures((mhz, True), (ns, False))
            self.assertEqual(first.agrees(second), agree, (mhz, ns))

    def test_a_point_has_all_parameters(self):
        self.assertEqual(figure_pages.core(figure_pages.point("Places=6 Parts=4 RspDepth=32", "full_w1")),
                         figure_pages.core(figure_pages.named("full")))
        self.assertNotEqual(figure_pages.core(figure_pages.point("BankHash=1", "small")),
                            figure_pages.core(figure_pages.named("small")))
