# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/__main__.py: its list of commands, and how it begins one."""
import ast
import concurrent.futures
import os
import subprocess
import sys
import unittest

from scripts.core import tasks
from scripts.lint import packages

MAIN = tasks.ROOT / "scripts" / "__main__.py"
COMMANDS = next(ast.literal_eval(node.value) for node in ast.parse(MAIN.read_text(encoding="utf-8")).body
                if isinstance(node, ast.Assign) and node.targets[0].id == "COMMANDS")


class Commands(unittest.TestCase):

    def run_main(self, *words, cwd=tasks.ROOT, options=()):
        environment = {name: value for name, value in os.environ.items() if name != tasks.DEPTH}
        return subprocess.run([sys.executable, *options, MAIN.parent, *words], cwd=cwd, text=True, capture_output=True,
                              check=False, env={**environment, "GSQ_SETUP": "all"})

    def test_each_is_a_module_with_a_main_and_a_docstring(self):
        groups = packages.groups(packages.SETUP)
        for room, commands in COMMANDS.items():
            for name, needed in commands.items():
                with self.subTest(name):
                    path = MAIN.parent / room / f"{name.replace('-', '_')}.py"
                    tree = ast.parse(path.read_text(encoding="utf-8"))
                    self.assertTrue(ast.get_docstring(tree))
                    self.assertIn("main", [node.name for node in tree.body
                                           if isinstance(node, ast.FunctionDef)])
                    self.assertLessEqual(set(needed.split()), set(groups))

    def test_no_module_with_a_main_is_forgotten(self):
        known = {(room, name.replace("-", "_")) for room, names in COMMANDS.items() for name in names}
        for path in MAIN.parent.glob("*/*.py"):
            if path.parent.name != "package" and path.stem not in ("tasks", "pins"):
                main = [node for node in ast.parse(path.read_text(encoding="utf-8")).body
                        if isinstance(node, ast.FunctionDef) and node.name == "main"]
                self.assertEqual(bool(main), (path.parent.name, path.stem) in known, path)

    def test_the_list(self):
        said = self.run_main()
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertRegex(said.stdout, r"\n  study  +Measures throughput, area and timing over a sweep")

    def test_from_anywhere(self):
        said = self.run_main("config", "tiny", "Banks=16", cwd="/")
        self.assertEqual((said.returncode, said.stdout), (0, "tiny+Banks16\n"), said.stderr)

    def test_help(self):
        said = self.run_main("doc-output", "--help").stdout
        self.assertTrue(said.startswith("usage: python3 -m scripts doc-output [-h] [--update]\n"), said)
        self.assertIn("\nCompares the terminal sessions of a page", said)
        self.assertRegex(said, r"\n  --update +write the output of today into the page\n")

    def test_each_tells_its_words_and_refuses_others(self):
        """Without packages of others (-S): imports of them wait until they are needed."""
        names = [name for commands in COMMANDS.values() for name in commands]

        def said(name, word):
            return self.run_main(name, word, options=["-S"])

        with concurrent.futures.ThreadPoolExecutor(tasks.jobs()) as pool:
            helped = {name: pool.submit(said, name, "--help") for name in names}
            # The options of slang are its own: flow/test_blocks.py.
            refused = {name: pool.submit(said, name, "--no-such-option") for name in names if name != "slang"}
        for name, done in helped.items():
            with self.subTest(name):
                self.assertEqual((done.result().returncode, done.result().stderr), (0, ""))
                self.assertRegex(done.result().stdout, r"^usage: [^\n]*\b" + name)
        for name, done in refused.items():
            with self.subTest(name):
                self.assertEqual((done.result().returncode, done.result().stdout), (2, ""))
                self.assertRegex(done.result().stderr, r": error: .*(--no-such-option|required).*\n$")

    def test_words_of_which_each_is_one_of_some(self):
        said = self.run_main("sanitize", "addres")
        self.assertEqual((said.returncode, said.stderr.splitlines()[-1].partition("error: ")[2]), (
            2, "argument SANITIZER: there is no addres; there are address, thread"))

    def test_a_command_that_is_not_there(self):
        said = self.run_main("stduy")
        self.assertEqual((said.returncode, said.stderr), (
            1, "scripts: there is no command stduy; python3 -m scripts lists all\n"))
