# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/lint/lint_python.py."""
import unittest

from scripts.lint import lint_python
from scripts.spec.rtl_files import ROOT


class Rooms(unittest.TestCase):

    def findings(self, path, text):
        return list(lint_python.breaches({path: text}))

    def test_an_import_back_up_is_reported(self):
        for line in ("from scripts.pages import docs", "import scripts.pages.docs",
                     "from scripts import make_checks", "def f():\n    from scripts.run.fuzz import names"):
            with self.subTest(line):
                found, = self.findings("scripts/explore/study.py", f"import os\n{line}\n")
                self.assertRegex(found, r"^scripts/explore/study\.py:[23]: explore imports scripts\.\w+")

    def test_down_and_beside_is_right(self):
        self.assertEqual(self.findings("scripts/explore/study.py", "from scripts.core import tasks\n"
                                       "from scripts.explore import matrix_market\nimport json\n"), [])

    def test_every_room_has_a_place(self):
        rooms = {path.name for path in (ROOT / "scripts").iterdir()
                 if path.is_dir() and any(path.rglob("*.py"))}
        self.assertEqual(rooms - {"tests", "package", "__pycache__"}, set(lint_python.ROOMS))
