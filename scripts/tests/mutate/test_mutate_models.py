# SPDX-License-Identifier: Apache-2.0
"""Tests of mutate_models.py and model_sites.py on a source of a few lines: which mutants there are,
that one program has them all, that none changes it with 0, and which lines the compiler refuses.
Needs scripts/setup.sh mutants."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from scripts.core import tasks
from scripts.mutate import model_sites, mutants, mutate_models

SOURCE = """\
#include <algorithm>
#include <array>
#include <cstdio>
namespace {
constexpr int twice(int x) { return x * 2; }
int clamp(int value, bool wide) {
  constexpr int kFour = 2 + 2;
  static_assert(kFour == 4, "");
  const std::array<int, 3> limits{5, 7, 9};
  int limit = limits[wide ? 2 : 0];
  if (value > limit && !wide) return std::min(value, twice(limit));
  limit += 3 * std::get<1>(limits);
  if (wide) std::swap(value, limit);
  else
    value -= kFour;
  switch (value) {
    case 8:
      value = 80;
      break;
    default:
      ++value;
  }
  return value;
}
}  // namespace
int main() {
  for (int i = 0; i < 16; ++i) std::printf("%d ", clamp(i, i % 3 == 0));
}
"""


class Small(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Sources are found below the project only.
        cls.root = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(
            dir=tasks.ROOT / "build")))
        cls.source = cls.root / "small.cpp"
        cls.source.write_text(SOURCE, encoding="utf-8")
        (cls.root / "commands.json").write_text(json.dumps([
            {"file": str(cls.source), "command": f"clang++ -std=c++17 -c {cls.source}"}]))
        file = cls.source.relative_to(tasks.ROOT).as_posix()
        cls.sites = model_sites.sites(cls.root / "commands.json", [file])

    def of(self, operator):
        return {(mutant["original"], mutant["mutated"]) for mutant in self.sites
                if mutant["operator"] == operator}

    def test_mutants(self):
        self.assertEqual(self.of("drop"), {
            ("limit += 3 * std::get<1>(limits)", ""), ("std::swap(value, limit)", ""), ("value -= kFour", ""),
            ("value = 80", ""), ("++value", ""),
            ('std::printf("%d ", clamp(i, i % 3 == 0))', "")})
        self.assertIn(("value > limit && !wide", "bool(value > limit)"), self.of("term"))
        self.assertIn(("std::min(value, twice(limit))", "std::max(value, twice(limit))"),
                      self.of("operator"))
        self.assertIn(("value > limit", "(value) >= (limit)"), self.of("operator"))
        self.assertIn(("wide ? 2 : 0", "(wide) ? (0) : (2)"), self.of("swap"))
        self.assertIn(("wide", "!(wide)"), self.of("negate"))
        self.assertIn(("limit += 3 * std::get<1>(limits)", "(limit) -= (3 * std::get<1>(limits))"),
                      self.of("operator"))
        for mutant in self.sites:
            self.assertEqual(SOURCE[mutant["begin"]:mutant["end"]], mutant["original"])
            self.assertNotIn(mutant["line"], (5, 7, 8), "a constant is needed there")

    def compiled(self, chosen):
        """The lines of the source with mutants, and what the compiler says of it."""
        text = CHOICE + mutants.schema(SOURCE, chosen, mutate_models.choose)
        place = self.root / "all.cpp"
        place.write_text(text, encoding="utf-8")
        done = subprocess.run(["clang++-16", "-std=c++17", "-w", "-ferror-limit=0", "-o",
                               self.root / "program", place], capture_output=True, text=True,
                              check=False)
        return text.split("\n"), done

    def output(self, number):
        done = subprocess.run([self.root / "program"], capture_output=True, text=True, check=False,
                              env={**os.environ, "GSQ_MUTANT": str(number)})
        return done.stdout

    def test_every_mutant_is_in_one_program(self):
        chosen = dict(enumerate(mutants.drawn(self.sites, 1), 1))
        lines, done = self.compiled(chosen)
        self.assertNotEqual(done.returncode, 0, "an argument of a template is a constant")
        refused = {int(number) for line in re.findall(r":(\d+):\d+: error:", done.stderr)
                   for number in re.findall(r"gsq_chosen_mutant == (\d+)", lines[int(line) - 1])}
        self.assertTrue(refused)
        self.assertTrue({chosen[number]["line"] for number in refused} == {12})
        chosen = {number: mutant for number, mutant in chosen.items() if number not in refused}
        _, done = self.compiled(chosen)
        self.assertEqual(done.returncode, 0, done.stderr)
        sound = self.output(0)
        self.assertEqual(self.output(max(chosen) + 1), sound)
        (self.root / "program").rename(self.root / "mutants")
        self.compiled({})
        self.assertEqual(self.output(0), sound)
        (self.root / "mutants").rename(self.root / "program")
        differ = {number for number in chosen if self.output(number) != sound}
        same = {(mutant["original"], mutant["mutated"]) for number, mutant in chosen.items()
                if number not in differ}
        self.assertNotIn(("++value", ""), same)
        self.assertNotIn(("limit += 3 * std::get<1>(limits)", ""), same)
        self.assertGreater(len(differ), 0.7 * len(chosen))


CHOICE = mutate_models.CHOICE.replace("#pragma once\n", "")


class Judges(unittest.TestCase):
    def test_tests_of_models_and_of_the_unit(self):
        registered = (
            'add_test(model.tlm "/b/build/cmake/cpp_model/tlm_test" "--gtest_brief=1")\n'
            'add_test([=[model.a]=] "/b/build/cmake/cpp_model/a" "/b/cpp_model/src")\n'
            'add_test([=[model.must_not_compile.x]=] "/usr/bin/python3" "/b/x.py")\n'
            'add_test([=[scripts.x]=] "/b/build/cmake/cpp_model/verdicts")\n'
            'add_test([=[system.tiny+Places4+Parts2+LaneOps1.x]=] "py" "/b/x.py" "/b/build/gsq" '
            '"/b/build/tiny+Places4+Parts2+LaneOps1/gsq")\n'
            'set_tests_properties([=[system.tiny+Places4+Parts2+LaneOps1.x]=] PROPERTIES LABELS "system")\n'
            'add_test([=[system.full.x]=] "/b/build/full/gsq" "run")\n')
        judges = mutate_models.judges_of(registered, "/b")
        self.assertEqual([(judge["test"], judge["targets"]) for judge in judges],
                         [("model.tlm", ["tlm_test"]), ("model.a", ["a"]),
                          ("system.tiny+Places4+Parts2+LaneOps1.x", ["gsq", "gsq-tiny+Places4+Parts2+LaneOps1"])])
