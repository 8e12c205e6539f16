# SPDX-License-Identifier: Apache-2.0
"""Tests of waves.py: the size of pictures, and bad input."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from scripts.pages import waves

WAVES = (waves.ROOT / "scripts", "waves")


def group(name, *lines, closed=False):
    return [f"@{'c' if closed else '8'}00200", f"-{name}", *lines,
            f"@{'1401200' if closed else '1000200'}", f"-{name}"]


def count(lines):
    return len(waves.rows(lines))


class Rows(unittest.TestCase):

    def test_signals_have_a_row(self):
        self.assertEqual(count(["@28", "gsq_top.clk_i", "@24", "[color] 3", "+{a} gsq_top.a"]),
                         2)

    def test_an_open_group_has_two_rows_more_than_its_signals(self):
        self.assertEqual(count(group("g", "@28", "a", "@28", "b")), 4)

    def test_a_closed_group_has_one_row_whatever_is_inside(self):
        inner = group("inner", "@28", "a")
        self.assertEqual(count(group("g", *inner, closed=True)), 1)
        self.assertEqual(count(group("g", "@28", "a", *group("h", "@28", "b", closed=True))), 4)
        self.assertEqual(count([*group("g", *group("h", closed=True), closed=True), "a"]), 2)


class Labels(unittest.TestCase):
    """They have room for the longest name and the longest value at the marker."""

    def width(self, *lines, texts=()):
        return waves.labels_width(lines, dict(texts))

    def pixels(self, name, value):
        return waves.EDGE + waves.LETTER * (name + 1 + value)

    def test_names_and_values_of_all_kinds(self):
        wide = "n" * 30
        for radix, bits, value in ((waves.BITS, "[39:0]", 40), (waves.HEX, "[38:0]", 10),
                                   (waves.DEC, "[7:0]", 3), (waves.BITS, "", 1),
                                   (waves.ENUM, "[3:0]", waves.ENUM_LETTERS)):
            with self.subTest(radix=radix, bits=bits):
                expected = max(self.pixels(30, value), waves.LEAST)
                self.assertEqual(self.width(f"@{radix}", f"+{{{wide}}} gsq_top.a{bits}"), expected)
        self.assertEqual(self.width("@28", "gsq_top.u_core." + wide + "[39:0]"),
                         self.pixels(len(wide + "[39:0]"), 40))

    def test_a_text_as_it_is_at_the_marker(self):
        text = "27: store_unalign [0x0400], v7, u0, post"
        name = waves.MODEL + "text_offered"
        lines = [f"@{waves.TEXT}", f"+{{offered}} {name}[767:0]"]
        self.assertEqual(self.width(*lines, texts={name: text}),
                         self.pixels(len("offered"), len(text) + 2))
        # The longest name and the longest value need not be those of one row.
        self.assertEqual(self.width(*lines, "@28", "+{" + "n" * 30 + "} gsq_top.a",
                                    texts={name: text}), self.pixels(30, len(text) + 2))

    def test_closed_groups_need_none_and_there_is_a_limit(self):
        row = ["@28", "+{" + "n" * 90 + "} gsq_top.a[63:0]"]
        self.assertEqual(self.width(*group("g", *row, closed=True)), waves.LEAST)
        self.assertEqual(self.width(*row), waves.MOST)


VCD = """\
$scope module gsq_top $end
$var wire 1 ! clk_i $end
$upscope $end
#{first}
0!
#245
1!
"""


class OneWaveform(unittest.TestCase):
    """Of the cycles 3 to 24, with a stub in place of GTKWave."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in (("fst2vcd", "cat $1"), ("gtkwave", "")):
            (self.folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.folder / name).chmod(0o755)

    def show(self, file, *arguments, display=":7"):
        return subprocess.run(
            [sys.executable, *WAVES, self.folder / file, *arguments], capture_output=True, text=True,
            check=False, env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}",
                              "DISPLAY": display, "WAYLAND_DISPLAY": ""})

    def test_its_cycles_are_told(self):
        (self.folder / "w.fst").write_text(VCD.format(first=30))
        self.assertIn("w.fst: cycles 3 to 24; layout in ", self.show("w.fst").stdout)
        for cycles in ("0:2", "25:30"):
            done = self.show("w.fst", "--cycles", cycles)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"w.fst has the cycles 3 to 24, none of {cycles}$")
        self.assertEqual(self.show("w.fst", "--cycles", "20:30").returncode, 0)

    def test_a_folder_of_a_hang_has_only_the_shrunk_one(self):
        (self.folder / "hang").mkdir()
        self.assertIn("hang/waves.fst: expected", self.show("hang").stderr)
        (self.folder / "hang" / "shrunk.fst").write_text(VCD.format(first=0))
        self.assertIn("hang/shrunk.fst: cycles 0 to 24; ", self.show("hang").stdout)

    def test_without_a_screen(self):
        (self.folder / "w.fst").write_text(VCD.format(first=0))
        done = self.show("w.fst", display="")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no screen", done.stderr)

    def test_one_without_its_end(self):
        (self.folder / "w.fst").write_text("")
        self.assertIn("a run that was killed", self.show("w.fst").stderr)


class Values(unittest.TestCase):
    """What is read of a waveform at the marker, and how GTKWave wants names."""

    def test_texts_and_a_range_of_one_bit(self):
        def bits(text):
            return f"{int.from_bytes(text.encode(), 'big'):b}"
        vcd = (f"$scope module gsq_top $end\n$scope module u_expected $end\n"
               f"$var wire 768 ! text_oldest [767:0] $end\n$var wire 1 \" one [0:0] $end\n"
               f"$var wire 8 # mismatch_bank_addr [7:0] $end\n"
               f"$upscope $end\n$upscope $end\n#0\nb{bits('1: load')} !\nb101 #\n1\"\n"
               f"#100\nb{bits('2: store')} !\n#200\nb{bits('3: gather')} !\nb0 #\n")
        with tempfile.TemporaryDirectory() as folder:
            stub = pathlib.Path(folder, "fst2vcd")
            stub.write_text("#!/bin/sh\ncat $1\n")
            stub.chmod(0o755)
            file = pathlib.Path(folder, "w.fst")
            file.write_text(vcd)
            with unittest.mock.patch.dict(os.environ, {"PATH": f"{folder}:{os.environ['PATH']}"}):
                found = waves.Waveform(file, 105)
                later = waves.Waveform(file, 195)
        self.assertEqual(found.texts, {waves.MODEL + "text_oldest": "2: store"})
        self.assertEqual(found.commands, {"load", "store"}, "the present one and the one before")
        self.assertEqual(later.commands, {"store"}, "also when it came long ago")
        self.assertEqual(found.values, {"mismatch_bank_addr": 5})
        self.assertEqual(found.names[waves.MODEL + "one"], waves.MODEL + "one[0]")


class BadInput(unittest.TestCase):

    def test_height(self):
        with tempfile.NamedTemporaryFile(suffix=".fst") as file:
            for height in ("0", "99", "-5", "10000", "tall"):
                done = subprocess.run([sys.executable, *WAVES, file.name, f"--height={height}"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr, "waves: expected a height from 100 to 9999 pixels, "
                                              f"found {height}\n")
