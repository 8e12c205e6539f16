# SPDX-License-Identifier: Apache-2.0
"""Tests of matrix_market.py and own_traffic.py: matrices written out by hand, sweeps that name files,
and what the cycle model takes for them. build/gsq must be there.
"""
import gzip
import itertools
import json
import pathlib
import random
import unittest
import unittest.mock

from scripts.core import tasks
from scripts.explore import matrix_market, own_traffic, study

GENERAL = """\
%%MatrixMarket matrix coordinate real general
% A 3 x 4 matrix; entries in the order of columns, as most files have them.

3 4 5
1 1 1.5
3 1 -2e3
1 3 4
2 4 1
3 4 0.0
"""


def head(kind):
    return f"%%MatrixMarket matrix coordinate {kind}\n"


class Matrices(unittest.TestCase):

    def read(self, text):
        return matrix_market.matrix(text.splitlines(keepends=True), "a.mtx")

    def test_rows_after_rows(self):
        found = self.read(GENERAL)
        self.assertEqual(found.indices, [0, 2, 3, 0, 3])
        self.assertEqual((found.rows, found.columns, found.stored), (3, 4, 5))
        self.assertEqual(found.text(), "3 x 4, 5 entries")

    def test_both_triangles_of_symmetric_ones(self):
        # 1 2 .        the lower triangle is in the file: (1,1), (2,1), (3,2)
        # 2 . 3
        # . 3 .
        for kind, value in (("real symmetric", "1"), ("pattern symmetric", ""),
                            ("complex hermitian", "1 2"), ("integer symmetric", "7")):
            found = self.read(f"{head(kind)}3 3 3\n1 1 {value}\n2 1 {value}\n3 2 {value}\n")
            self.assertEqual(found.indices, [0, 1, 0, 2, 1], kind)
            self.assertEqual(found.text(), f"3 x 3, 5 entries ({kind.split()[1]}, 3 in the file)")
        found = self.read(f"{head('real skew-symmetric')}3 3 2\n2 1 1\n3 2 1\n")
        self.assertEqual(found.indices, [1, 0, 2, 1])

    def test_kinds(self):
        self.assertEqual(self.read(head("pattern general") + "1 9 2\n1 8\n1 3\n").indices, [2, 7])
        self.assertEqual(self.read(head("complex general") + "1 9 1\n1 8 1 -2\n").indices, [7])
        self.assertEqual(self.read(head("INTEGER General").replace("matrix c", "MATRIX C") +
                                   "1 9 1\n%\n\n1 8 3\n\n%end\n").indices, [7])
        self.assertEqual(self.read(head("pattern general") + "1 9 2\n1 8\n1 8\n").indices, [7])  # once

    def test_against_a_dense_matrix(self):
        pick = random.Random(4)
        for symmetry in matrix_market.SYMMETRIES:
            size, dense = 17, set()
            places = [(row, column) for row, column in itertools.product(range(size), repeat=2)
                      if symmetry == "general" or row > column or row == column and
                      symmetry != "skew-symmetric"]
            stored = pick.sample(places, 60)
            for row, column in stored:
                dense |= {(row, column)} | ({(column, row)} if symmetry != "general" else set())
            text = head(f"pattern {symmetry}") + f"{size} {size} {len(stored)}\n" + "".join(
                f"{row + 1} {column + 1}\n" for row, column in stored)
            self.assertEqual(self.read(text).indices, [
                column for row in range(size) for column in range(size) if (row, column) in dense])

    def test_errors_say_where(self):
        real = head("real general")
        for text, said in [
                ("", "a.mtx:1: error: expected %%MatrixMarket matrix coordinate real|"),
                ("1 2 3\n", "a.mtx:1: error: expected %%MatrixMarket matrix coordinate .*, found '1 2 3'"),
                (head("real diagonal"), "a.mtx:1: error: expected %%Matr"),
                (head("quad general"), "a.mtx:1: error: expected %%Matr"),
                ("%%MatrixMarket matrix array real general\n2 2\n", "a.mtx:1: error: expected a coordinate "
                 "matrix, since a dense one has no indices"),
                (real + "% no size\n", "a.mtx:3: error: expected numbers of rows, columns and entries, found "
                 "the end of the file"),
                (real + "2 2\n", "a.mtx:2: error: expected numbers of rows, .*, found '2 2'"),
                (real + "2 -2 1\n", "a.mtx:2: error: expected numbers of rows, .*, found '2 -2 1'"),
                (real + "2 2 1\n\n1 1\n", "a.mtx:4: error: expected a row, a column and 1 numbers of a real "
                 "value, found '1 1'"),
                (real + "2 2 1\n1 1 1 1\n", "a.mtx:3: error: .*, found '1 1 1 1'"),
                (real + "2 2 1\n1 x 1\n", "a.mtx:3: error: .*, found '1 x'"),
                (real + "2 2 1\n1 3 1\n", "a.mtx:3: error: expected a row from 1 to 2 and a column from 1 to "
                 "2, found 1 and 3"),
                (real + "2 2 1\n0 1 1\n", "a.mtx:3: error: .*found 0 and 1"),
                (real + "2 2 2\n1 1 1\n", "a.mtx:4: error: expected 2 entries, found the end of the file "
                 "behind 1"),
                (real + "2 2 1\n1 1 1\n2 2 1\n", "a.mtx:4: error: expected the end of the file behind 1 "
                 "entries, found '2 2 1'"),
                (real + "2 2 0\n", "a.mtx:3: error: expected at least one entry"),
                (real + "9" * 30 + " 2 1\n", "a.mtx:2: error: "),
                (head("pattern general") + "2 2 1\n1 1 1\n", "a.mtx:3: error: expected a row, a column, "
                 "found '1 1 1'"),
                (head("real symmetric") + "2 3 1\n", "a.mtx:2: error: expected as many rows as columns, since "
                 "the matrix is symmetric, found 2 and 3"),
                (head("real skew-symmetric") + "2 2 1\n1 1 0\n", "a.mtx:3: error: expected no entry of the "
                 "diagonal")]:
            with self.subTest(text[-40:]), self.assertRaisesRegex(matrix_market.Wrong, f"^{said}"):
                self.read(text)

    def test_files(self):
        with tasks.temporary() as folder:
            (folder / "a.mtx").write_text(GENERAL, encoding="utf-8")
            with gzip.open(folder / "a.mtx.gz", "wt") as file:
                file.write(GENERAL)
            self.assertEqual(matrix_market.read(folder / "a.mtx"), matrix_market.read(folder / "a.mtx.gz"))
            (folder / "b.mtx.gz").write_text(GENERAL, encoding="utf-8")
            (folder / "c.mtx").mkdir()
            for name in ("b.mtx.gz", "c.mtx", "none.mtx", "a\0b.mtx"):
                with self.subTest(name), self.assertRaisesRegex(matrix_market.Wrong, "cannot be read: "):
                    matrix_market.read(folder / name)


class Sweeps(unittest.TestCase):

    def setUp(self):
        self.folder = self.enterContext(tasks.temporary())
        (self.folder / "a.mtx").write_text(GENERAL, encoding="utf-8")
        (self.folder / "mine.json").write_text(json.dumps([
            {"pattern": "UNIFORM:8:1:NR", "count": 50},
            {"name": "twice", "kernel": "Scatter", "pattern": "UNIFORM:8:8", "delta": 1, "count": 8},
            {"name": "twice", "kernel": "scatter", "pattern": [0], "delta": 0, "count": 64}]),
            encoding="utf-8")

    def asked(self, line):
        (self.folder / "s.toml").write_text(f'base = "tiny"\nbackend = "cycle"\n{line}\n', encoding="utf-8")
        return study.read(self.folder / "s.toml")["traffic"]

    def test_names_are_relative_to_the_sweep(self):
        self.assertEqual(self.asked(""), own_traffic.DEFAULT)
        limits, mine, matrix = self.asked('traffic = ["limits", "mine.json", "./a.mtx"]')
        self.assertEqual((limits.name, limits.file), ("limits", ""))
        self.assertEqual((mine.name, mine.file), ("mine.json", f"{self.folder / 'mine.json'}"))
        self.assertEqual(pathlib.Path(matrix.file).read_text(encoding="utf-8"), GENERAL)

    def test_what_is_wrong(self):
        (self.folder / "b.mtx").write_text("1 2 3\n", encoding="utf-8")
        for line, said in [('traffic = "mine.json"', r"expected traffic = \[NAME, \.\.\.\] with names of sets "
                                                     r"\(limits, workloads, applications, commands\)"),
                           ("traffic = []", r"expected traffic = \[NAME"),
                           ("traffic = [1]", r"expected traffic = \[NAME"),
                           ('traffic = ["mine.txt"]', 'found "mine.txt"'),
                           ('traffic = ["limit"]', 'found "limit"'),
                           ('traffic = ["limits", "limits"]', "each name in traffic once"),
                           ('traffic = ["none.json"]', 'traffic "none.json": .*none.json cannot be read: No s'),
                           ('traffic = ["a\\u0000.json"]', "cannot be read"),
                           ('traffic = ["b.mtx"]', r"b.mtx:1: error: expected %%MatrixMarket")]:
            with self.subTest(line), self.assertRaisesRegex(SystemExit, f"^study: .*s.toml: .*{said}"):
                self.asked(line)

    def test_other_traffic_is_another_result(self):
        def task(line):
            return study.task_of("tiny", "tiny", "traffic", backend="cycle", traffic=self.asked(line))

        tasks_ = [task(""), task('traffic = ["mine.json"]'), task('traffic = ["a.mtx"]'),
                  task('traffic = ["limits"]')]
        (self.folder / "a.mtx").write_text(GENERAL.replace("1 3 4", "1 2 4"), encoding="utf-8")
        tasks_.append(task('traffic = ["a.mtx"]'))
        self.assertEqual(len({one.key for one in tasks_}), 5)
        self.assertEqual(len({one.folder for one in tasks_}), 5)
        self.assertEqual(tasks_[0].folder.name, "traffic_cycle")
        json.dumps(tasks_[1].arguments)     # as the runner hands it on

    def rows(self, *names):
        traffic = self.asked(f"traffic = {json.dumps(names)}")
        with unittest.mock.patch("scripts.explore.study.build"):    # the test has built it
            return study.measure_traffic("tiny", "cycle", [vars(one) for one in traffic])["traffic"]

    def test_what_the_model_takes(self):
        mine = self.rows("mine.json")
        self.assertEqual([row["name"] for row in mine],
                         ["mine.json:0, gather", "twice, scatter", "twice, scatter (mine.json:2)"])
        self.assertEqual([row["elements_per_cycle"] for row in mine], [8.0, 1.0, 8.0])
        self.assertEqual({row["set"] for row in mine}, {"mine.json"})
        limits = self.rows("limits")
        self.assertEqual([row["name"] for row in limits][:2], ["stride 1, gather", "reversed, gather"])
        self.assertEqual(self.rows("limits", "mine.json"), limits + mine)
        self.assertEqual([row["name"] for row in self.rows("commands")][0], "squeeze 25 %")

    def test_a_matrix_is_the_gather_of_its_columns(self):
        """The same cycles as the indices written into a file of patterns."""
        pick, size = random.Random(9), 300
        rows = [sorted(pick.sample(range(size), pick.randrange(12))) for _ in range(size)]
        places = [(row, column) for row, columns in enumerate(rows) for column in columns]
        pick.shuffle(places)
        (self.folder / "random.mtx").write_text(head("pattern general") + f"{size} {size} {len(places)}\n" +
                                                "".join(f"{r + 1} {c + 1}\n" for r, c in places),
                                                encoding="utf-8")
        most = self.enterContext(unittest.mock.patch("scripts.explore.study.COMMANDS", 100))
        columns = [column for row in rows for column in row][:most * 8]     # 8 lanes in tiny
        (self.folder / "random.json").write_text(json.dumps([
            {"name": "random.mtx", "pattern": columns, "delta": 0, "count": 1}]), encoding="utf-8")
        (matrix,), (patterns,) = self.rows("random.mtx"), self.rows("random.json")
        self.assertEqual(matrix, {**patterns, "set": "random.mtx"})
        self.assertEqual((matrix["name"], matrix["elements"], matrix["folded"]),
                         ("random.mtx, gather", len(columns), 0))
        self.assertGreater(len(places), len(columns))

    def test_it_is_described(self):
        rows = [{"set": "a.mtx", "elements": 5, "folded": 2, "notes": []},
                {"set": "mine.json", "elements": 9, "folded": 0, "notes": []},
                {"set": "mine.json", "name": "down", "elements": 7, "folded": 0, "notes": ["it begins up"]}]
        mine, matrix = self.asked('traffic = ["mine.json", "a.mtx"]')
        self.assertEqual(own_traffic.described(mine, rows), "`mine.json`: patterns as gsq perf takes them. "
                         "16 elements were replayed. down: it begins up.")
        self.assertEqual(own_traffic.described(matrix, rows), "`a.mtx`: the reads of x in y = A x, row after "
                         "row as CSR has them; A is 3 x 4, 5 entries. 5 elements were replayed, 2 of them "
                         "folded since UB is smaller.")

    def test_a_file_of_patterns_with_an_error(self):
        (self.folder / "mine.json").write_text('[{"pattern": [1], "colour": 3}]', encoding="utf-8")
        with self.assertRaisesRegex(study.Failed, "mine.json:1:19: error: pattern 0, field \"colour\""):
            self.rows("mine.json")
