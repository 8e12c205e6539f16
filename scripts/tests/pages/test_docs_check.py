# SPDX-License-Identifier: Apache-2.0
"""Tests of docs_check.py: what it says of pages with planted mistakes."""
import contextlib
import io
import pathlib
import subprocess
import sys
import unittest
import unittest.mock

from scripts import docs_check
from scripts.core import tasks


def said(text):
    """What is wrong with a page, in sentences."""
    return docs_check.check({"page.md": text})[1]


def shell(*lines):
    return "\n".join(("```sh", *lines, "```"))


class Planted(unittest.TestCase):

    def assert_told(self, text, *parts):
        (sentence,) = said(text)
        for part in parts:
            self.assertIn(part, sentence)

    def test_what_is_right(self):
        for text in (shell("make sim CONFIG=tiny WAVES=1   # a comment", "", "CXX=g++ make sim"),
                     shell("make area TOP=gsq_compact \\", "  SET=Lanes=8"), "`make prove ARGS=xbar`",
                     "`python3 -m scripts lint tidy`", "`gsq run PROGRAM.gsq --stats FILE.json`",
                     "`GSQ_NATIVE=OFF make sim`",
                     "```text\ngsq run PROGRAM.gsq [--stall PERCENT]\n    [--seed N]\n```",
                     "```console\n$ build/tiny/gsq info\nnonsense --of output\n```",
                     "`tb/programs/*.gsq`, `configs/{tiny,small}.json`, `tb/programs/NAME.gsq`"):
            with self.subTest(text):
                self.assertEqual(said(text), [])

    def test_a_target_that_is_not_there(self):
        self.assert_told(shell("make aera TOP=gsq_core"), "page.md:2", "no target aera of make")

    def test_a_variable_that_is_not_there(self):
        self.assert_told("`make sim CONFIGURATION=FILE`", "no variable CONFIGURATION of make")

    def test_a_value_that_cannot_be(self):
        self.assert_told("\n`make sim CONFIG=tny`", "page.md:2", "tny")
        self.assert_told(shell("make prove CONFIG=nonsense"), "nonsense")

    def test_an_option_that_is_not_there(self):
        self.assert_told("`gsq run FILE.gsq --stal 3`", "gsq run has no option --stal")
        self.assert_told("```text\ngsq trace FILE\n   [--form text]\n```", "no option --form")
        self.assert_told("`python3 -m scripts spdx --fixx`",
                         "python3 -m scripts spdx has no option --fixx")

    def test_a_command_of_gsq_or_a_script_that_is_not_there(self):
        self.assert_told("`gsq rum FILE.gsq`", "no command rum of gsq")
        self.assert_told("`python3 -m scripts gone --all`", "no command gone of python3 -m scripts")
        self.assert_told("`make regress ARGS=--gone`", "no command that make regress runs has an option")
        self.assert_told("`scripts/gone.sh --all FILE`", "there is no scripts/gone.sh")
        self.assert_told("`scripts/setup.sh nothing`", "no group nothing")
        self.assert_told("`scripts/spec/parameters.py FILE`", "is not executable")

    def test_a_test_that_is_not_there(self):
        self.assert_told(shell("ctest --test-dir build/cmake -R '^system.tiny.gone$'"),
                         "no test of ctest has a name like ^system.tiny.gone$")

    def test_a_file_that_is_not_there(self):
        self.assert_told(shell("make sim PROGRAM=tb/programs/gone.gsq"), "tb/programs/gone.gsq")
        self.assert_told("It is in `tb/gone/`.", "there is no tb/gone/")
        self.assert_told("`configs/{tiny,gone}.json`", "there is no configs/{tiny,gone}.json")

    def test_a_command_that_the_table_does_not_know(self):
        self.assert_told(shell("rm -rf build"), "no row of docs_check.toml")

    def test_a_command_that_fails(self):
        for text, parts in (("build/tiny/gsq info --config", "ended with status"),
                            ("build/tiny/gsq info && false", "ended with status 1")):
            command = docs_check.Command("page.md:1", text)
            self.assertIn(parts, docs_check.run(command))
        self.assertIsNone(docs_check.run(docs_check.Command("page.md:1", "build/tiny/gsq info")))

    def test_a_command_that_changes_the_repository(self):
        answers = iter(("", " M README.md\n"))
        with unittest.mock.patch.object(docs_check.output, "__wrapped__", lambda *_: next(answers)):
            self.assertIn("changed the repository: M README.md",
                          docs_check.run(docs_check.Command("page.md:1", "gsq info")))


class Pages(unittest.TestCase):

    def test_a_dead_link(self):
        with tasks.temporary() as folder:
            file = pathlib.Path(folder, "page.md")
            file.write_text("[here](page.md#part), [gone](gone.md)\n", encoding="utf-8")
            with unittest.mock.patch.object(docs_check.docs, "ROOT", file.parent):
                self.assertEqual([*docs_check.links_of(file)],
                                 ["page.md:1: dead link: there is no gone.md"])

    def test_rows_that_nothing_needs(self):
        with unittest.mock.patch.object(docs_check, "table", lambda: [("quick", "nothing ")]), \
             unittest.mock.patch.object(docs_check, "TIMES", {"quick": 1}), \
             unittest.mock.patch.object(sys, "argv", ["docs_check.py", "--quick"]), \
             contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(docs_check.main(), 1)
        self.assertIn("no command of a page matches 'nothing '", out.getvalue())

    def test_a_page_by_its_name(self):
        done = subprocess.run([sys.executable, tasks.ROOT / "scripts", "docs-check", "--quick",
                               tasks.ROOT / "docs" / "index.md"], capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stdout.split(",")[0]), (0, "docs-check: 1 pages"))
