# SPDX-License-Identifier: Apache-2.0
"""Tests of the HTML that make docs writes: what its pages do in Chromium, opened as files.

Needs scripts/setup.sh docs and scripts/setup.sh browser.
"""
import contextlib
import io
import pathlib
import shutil
import sys
import unittest
import unittest.mock

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from scripts.core import tasks
from scripts.pages import docs
from scripts.tests.browser import DESK, PHONE, opened, too_wide

WIDE = ("reference/commands", "kernels/calls", "reference/make", "reference/modules",
        "reference/parameters", "evaluate/performance")  # have tables


class Site(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        said, draw = io.StringIO(), docs.draw

        def draw_what_is_built(dot, file):
            if not file.is_relative_to(docs.DOCS):  # a test does not write into the sources
                draw(dot, file)

        with unittest.mock.patch.object(docs, "draw", draw_what_is_built), \
             unittest.mock.patch.object(sys, "argv", ["docs.py"]), contextlib.redirect_stdout(said):
            try:
                docs.main()
            except SystemExit as end:
                assert not end.code, said.getvalue()

    def page(self, name, width):
        path, _, question = name.partition("?")
        browser = opened(self, f"{(docs.SITE / path).as_uri()}?{question}", width)
        self.assertEqual(browser.get_log("browser"), [], name)
        return browser

    def found(self, question):
        """The text of the search page, when it has answered, and the addresses in it."""
        browser = self.page(f"search.html?q={question}", DESK)
        results = WebDriverWait(browser, 60).until(lambda _: next(
            (part for part in browser.find_elements(By.ID, "mkdocs-search-results")
             if part.text and "Searching" not in part.text), None))
        return results.text, [link.get_attribute("href")
                              for link in results.find_elements(By.CSS_SELECTOR, "h3 a")]

    def test_the_search_answers(self):
        text, addresses = self.found("store_unalign+post")
        self.assertIn((docs.SITE / "reference/commands/store_unalign_post.html").as_uri(),
                      [address.partition("#")[0] for address in addresses])
        self.assertIn("store_unalign_post", text)
        self.assertEqual(self.found("nosuchword"), ("Nothing found.", []))

    def test_the_menu_shows_where_one_is(self):
        browser = self.page("reference/modules/gsq_xbar.html", DESK)
        here = browser.find_element(By.CSS_SELECTOR, ".wy-menu li.current > a.current")
        self.assertEqual(here.text, "gsq_xbar")
        self.assertLess(0, here.rect["y"])
        self.assertLess(here.rect["y"], browser.get_window_size()["height"])

    def test_an_old_address_leads_to_the_page(self):
        for old, new in (("kernel-api.html", "kernels/api.html"),
                         ("commands/vec.html", "reference/commands/vec.html"),
                         ("modules/gsq_agu.html", "reference/modules/gsq_agu.html")):
            browser = opened(self, (docs.SITE / old).as_uri() + "#here", DESK)
            WebDriverWait(browser, 60).until(lambda browser, new=new: browser.current_url ==
                                             (docs.SITE / new).as_uri() + "#here")

    def test_links_that_lead_nowhere(self):
        folder = self.enterContext(tasks.temporary())
        (folder / "src").mkdir()
        links = "[a](#none) [b](two.md#none) [c](three.md) [d](two.md#two)"
        for name, text in (("index.md", f"# One\n{links}"), ("lost.md", "# Lost"),
                           ("two.md", "# Two\n[e](index.md#one) [f](/index.md)")):
            (folder / "src" / name).write_text(text, encoding="utf-8")
        config = (docs.ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[0]
        for old, new in (("docs-src", "src"), ("site_dir: docs", "site_dir: site"),
                         ("../docs", f"{docs.DOCS}")):
            config = config.replace(old, new)
        (folder / "mkdocs.yml").write_text(f"{config}\nnav: [index.md, two.md]\n", encoding="utf-8")
        with unittest.mock.patch.object(docs, "errors", []) as errors:
            self.assertFalse(docs.build_site(folder / "mkdocs.yml"))
        (said,) = errors
        for part in ("- lost.md", "'index.md' contains a link '#none'",
                     "'two.md' does not contain an anchor '#none'",
                     "'index.md' contains a link 'three.md'", "an absolute link '/index.md'"):
            self.assertIn(part, said)
        self.assertEqual(said.count("WARNING"), 5, said)

    def test_pages_fit_a_phone(self):
        for name in WIDE:
            with self.subTest(name):
                self.assertEqual(too_wide(self.page(f"{name}.html", PHONE)), 0)

    def test_the_menu_of_a_phone_opens(self):
        browser = self.page("reference/make.html", PHONE)
        menu = browser.find_element(By.CSS_SELECTOR, ".wy-nav-side")
        before = menu.rect["x"]
        browser.find_element(By.CSS_SELECTOR, "[data-toggle=wy-nav-top]").click()
        WebDriverWait(browser, 60).until(lambda _: menu.rect["x"] > before)


class Notes(unittest.TestCase):

    def said(self, change):
        """What is wrong after a change of the text of xbar.md."""
        with tasks.temporary() as folder:
            notes = pathlib.Path(folder).resolve() / "docs" / "reference" / "modules"
            shutil.copytree(docs.NOTES, notes)
            file = notes / "xbar.md"
            file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
            with unittest.mock.patch.multiple(docs, ROOT=notes.parents[2], NOTES=notes, errors=[]):
                docs.check_notes()
                return docs.errors

    def test_as_they_are(self):
        self.assertEqual(self.said(lambda text: text), [])

    def test_a_module_without_section(self):
        said = self.said(lambda text: text.replace("## gsq_lanes\n", "", 1))
        self.assertEqual([error.partition(": every")[0] for error in said], [
            f"docs/reference/modules/xbar.md: expected '### {heading}' with text in a section "
            "'## gsq_lanes'" for heading in ("Theory", "Integration")])

    def test_a_section_of_no_module(self):
        for name in ("gsq_gone", "gsq_agu"):    # the second is of another folder
            self.assertEqual(self.said(lambda text, name=name: f"{text}\n## {name}\n"), [
                f"docs/reference/modules/xbar.md: there is no module {name} in rtl/xbar/"])

    def test_two_sections_of_a_module(self):
        section = "\n## gsq_xbar\n\n### Theory\n\nText.\n\n### Integration\n\nText.\n"
        self.assertEqual(self.said(lambda text: text + section), [
            "docs/reference/modules/xbar.md: expected one section '## gsq_xbar', found 2"])

    def test_places(self):
        for file, anchor, place in (
                ("access.md", "gsq_agu", ("gsq_agu.md", "")),
                ("access.md", "which-access-comes-when", ("gsq_agu.md", "which-access-comes-when")),
                ("access.md", "theory", None), ("access.md", "gsq_xbar", None), ("access.md", "", None)):
            with self.subTest(anchor):
                self.assertEqual(docs.place_of(docs.NOTES / file, anchor),
                                 place and (f"{docs.MODULE_PAGES}/{place[0]}", place[1]))
