# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/lint/lint_cpp.py: what is planted in the sources of today is found, and nothing else."""
import unittest

from scripts.lint import lint_cpp
from scripts.lint.lint_check import relative, text_of


class Conventions(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.texts = {relative(path): text_of(path) for path in lint_cpp.CPP}

    def with_first_line(self, file, line):
        return lint_cpp.breaches({**self.texts, file: f"{line}\n{self.texts[file]}"})

    def test_sources_of_today(self):
        self.assertEqual(lint_cpp.breaches(self.texts), [])

    def test_include_of_a_room_above(self):
        for file, header in (("cpp_model/src/base/words.cpp", "gsq/semantics/fault.hpp"),
                             ("cpp_model/include/gsq/config.hpp", "gsq/timing/bound.hpp"),
                             ("cpp_model/include/gsq/timing/bound.hpp", "gsq/stimulus/random.hpp"),
                             ("cpp_model/src/timing/planner.cpp", "gsq/backend.hpp"),
                             ("cpp_model/src/backends/golden_backend.cpp", "gsq/programs/program.hpp"),
                             ("cpp_model/src/programs/hex.cpp", "cli/command_line.hpp"),
                             ("cpp_model/tlm/loose_target.cpp", "gsq/kernel/unit.hpp"),
                             ("cpp_model/tests/base/isa_test.cpp", "gsq/kernel/pto/tile.hpp"),
                             ("kernels/src/mojo/mojo.cpp", "system/dut.hpp"),
                             ("tb/system/dut.cpp", "progress.hpp")):
            with self.subTest(f"{header} in {file}"):
                finding, = self.with_first_line(file, f'#include "{header}"')
                self.assertRegex(finding, f"^{file}:1: includes .*/{header}, whose room is above its own")

    def test_include_of_its_own_room_or_one_below(self):
        for file, header in (("cpp_model/src/timing/planner.cpp", "gsq/timing/cycle_model.hpp"),
                             ("cpp_model/src/cli/command_line.cpp", "gsq/semantics/fault.hpp"),
                             ("kernels/src/mojo/mojo.cpp", "gsq/backend.hpp"),
                             ("examples/unique.cpp", "common/add_example.hpp")):
            with self.subTest(f"{header} in {file}"):
                self.assertEqual(self.with_first_line(file, f'#include "{header}"'), [])

    def test_default_in_a_switch(self):
        nested = "switch (a) { case Opcode::Gather: switch (b) { default: {} } }"
        for line, count in (("switch (a) { case Opcode::Gather: { f(); } default: break; }", 1),
                            ("switch (a) { case gsq::MemKind::Load: default: break; }", 1),
                            ("switch (a) { case Width::B8: default: break; }", 0), (nested, 0)):
            with self.subTest(line):
                found = self.with_first_line("tb/system/dut.cpp", line)
                self.assertEqual([finding.split(" a switch")[0] for finding in found],
                                 ["tb/system/dut.cpp:1: a default in"] * count)

    def test_names_and_parents(self):
        self.assertIn("'..'", self.with_first_line("sim/src/main.cpp", '#include "../progress.hpp"')[0])
        twin = lint_cpp.breaches({**self.texts, "tb/common/progress.hpp": ""})
        self.assertIn("has the same name: rename one", twin[0])
