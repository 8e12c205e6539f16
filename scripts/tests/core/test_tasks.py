# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/core/tasks.py: files, estimates and progress. interrupt_test.py tests interrupts."""
import contextlib
import io
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import unittest

from scripts.core import tasks


class Estimates(unittest.TestCase):

    def progress(self, parts, workers=1):
        return tasks.Progress("work", parts, workers)

    def test_before_anything_ran(self):
        self.assertAlmostEqual(self.progress({"a": 60, "b": 30}).left(), 90)
        self.assertAlmostEqual(self.progress({"a": 60, "b": 30, "c": 30}, 2).left(), 60)
        self.assertAlmostEqual(self.progress({"a": 60, "b": 10}, 2).left(), 60)  # the longest

    def test_unknown_parts_are_like_the_known(self):
        self.assertIsNone(self.progress({"a": None}).left())
        self.assertAlmostEqual(self.progress({"a": 40, "b": None}).left(), 80)
        progress = self.progress({"a": None, "b": None})
        progress.end("a", 50)
        self.assertAlmostEqual(progress.left(), 50)

    def test_it_follows_what_this_run_takes(self):
        progress = self.progress({name: 10 for name in "abcdefghij"})
        for name in "abcde":
            progress.end(name, 20)
        doubt = 100 / 10 ** 0.5
        self.assertAlmostEqual(progress.left(), 50 * (100 + doubt) / (50 + doubt))

    def test_stored_results_take_no_time(self):
        progress = self.progress({"a": 0, "b": 0, "c": 30})
        progress.end("a", 0.01)
        progress.end("b", 0.01)
        self.assertAlmostEqual(progress.left(), 30, delta=0.5)

    def test_parts_that_took_no_time(self):
        progress = self.progress({"a": 0.0, "b": 0.0})
        progress.end("a", 0.01)
        self.assertEqual(progress.left(), 0)

    def test_parts_that_are_not_needed(self):
        progress = self.progress({"a": 10, "b": 10, "c": 10})
        progress.end("a", 10)
        progress.count(2)
        self.assertEqual(set(progress.expected), {"a", "b"})

    def test_parts_that_come(self):
        progress = self.progress({"a": 10})
        progress.end("a", 10)
        progress.count(3)
        self.assertAlmostEqual(progress.left(), 20)

    def test_a_late_part_takes_some_more(self):
        progress = self.progress({"a": 10})
        progress.begin("a")
        progress.running["a"] -= 100
        self.assertAlmostEqual(progress.left(), 10, delta=0.1)

    def test_texts(self):
        progress = self.progress({"a": 600, "b": 600})
        self.assertEqual(progress.text(), "work: 0 of 2 tasks, about 20 min left")
        self.assertEqual(self.progress({"a": None}).text(),
                         "work: no earlier run says how long it takes")
        progress.note = "about 5 kGE"
        self.assertEqual(progress.text(), "work: 0 of 2 tasks, about 20 min left (about 5 kGE)")
        late = tasks.Progress("work", ["one"])
        late.start -= 180
        self.assertEqual(late.text(), "work: 3 min so far, no earlier run says how long it takes")
        self.assertEqual([tasks.duration(s) for s in (5, 100, 9000)], ["5 s", "2 min", "2.5 h"])

    def test_times_are_kept_from_run_to_run(self):
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(setattr, tasks, "TIMES", tasks.TIMES)
            tasks.TIMES = pathlib.Path(folder)
            progress = self.progress(["a", "b"])
            self.assertIsNone(progress.left())
            progress.end("a", 70)
            self.assertAlmostEqual(self.progress(["a"]).left(), 70)
            (tasks.TIMES / "work.json").write_text("{")     # of another version
            self.assertIsNone(self.progress(["a"]).left())

    def test_outside_a_terminal_one_line_at_once(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.progress({"a": 100}) as progress:
            progress.stop.wait(1)
        self.assertEqual(said.getvalue(), "work: about 2 min left\n")
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.progress({"a": 1}) as progress:
            progress.stop.wait(1)
        self.assertEqual(said.getvalue(), "", "what is short is not announced")

    def test_a_step_is_that_of_the_innermost_work(self):
        tasks.step("nobody says how far it is")
        with contextlib.redirect_stderr(io.StringIO()), self.progress({"a": 1}) as outer:
            with self.progress({"b": 1}) as inner:
                tasks.step("one of two")
            self.assertEqual((outer.note, inner.note), ("", "one of two"))
            tasks.step("two of two")
        self.assertEqual((outer.note, inner.note), ("two of two", "one of two"))

    def test_on_a_terminal_a_bar_that_disappears(self):
        main, terminal = pty.openpty()
        subprocess.run([sys.executable, "-c", """
import time
from scripts.core import tasks
with tasks.Progress("work", {"a": 100, "b": 100}) as progress:
    progress.end("a", 100)
    progress.say("a is done")
    time.sleep(0.7)
"""], cwd=tasks.ROOT, stdout=terminal, stderr=terminal, check=True,
                       env={**os.environ, "COLUMNS": "100"})
        os.close(terminal)
        said = b""
        with contextlib.suppress(OSError):
            while more := os.read(main, 4096):
                said += more
        os.close(main)
        said = said.decode()
        self.assertIn("a is done\r\n", said)
        self.assertRegex(said, r"\[[# ]{24}\] work: 1 of 2 tasks, about 2 min left")
        self.assertTrue(said.endswith("\r\033[K"))


class Files(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name, "file")

    def test_written_whole(self):
        tasks.write(self.file, "text é")
        tasks.write(self.file, b"bytes")
        self.assertEqual(self.file.read_text(), "bytes")
        self.assertEqual(list(self.file.parent.iterdir()), [self.file])

    def test_mode_is_kept(self):
        tasks.write(self.file, "a")
        self.file.chmod(0o755)
        tasks.write(self.file, "b")
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o755)

    def test_an_error_leaves_the_old_file(self):
        tasks.write(self.file, "old")
        with self.assertRaises(UnicodeEncodeError):
            tasks.write(self.file, "\ud800")
        self.assertEqual(self.file.read_text(), "old")
        self.assertEqual(list(self.file.parent.iterdir()), [self.file])


class Unread(unittest.TestCase):
    """Scripts whose output goes to a pipe that nobody reads any more."""

    SILENT = 128 + signal.SIGPIPE, ""

    def ended(self, *words, streams=("stdout",)):
        """Exit status and standard error of a script that prints into a closed pipe."""
        reader, writer = os.pipe()
        os.close(reader)
        with tempfile.TemporaryFile("w+") as said:
            streams = {"stderr": said, **{stream: writer for stream in streams}}
            done = subprocess.run([sys.executable, *words], env={
                **{name: value for name, value in os.environ.items() if name != tasks.DEPTH},
                "PYTHONPATH": str(tasks.ROOT)}, check=False, timeout=60,
                stdin=subprocess.DEVNULL, **streams)
            os.close(writer)
            said.seek(0)
            return done.returncode, said.read()

    def main(self, *lines, **how):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script.py")
            script.write_text("\n    ".join(["import os, sys\nfrom scripts.core import tasks\ndef main():", *lines]) +
                              "\ntasks.main(main)\n", encoding="utf-8")
            return self.ended(script, **how)

    def test_it_ends_without_a_word(self):
        self.assertEqual(self.main("for i in range(100000): print('line', i)"), self.SILENT)
        self.assertEqual(self.main("print('no line end', end='')"), self.SILENT)
        self.assertEqual(self.main("print('x', end='')", "sys.exit('a sentence')"), self.SILENT)
        self.assertEqual(self.main("print('x')", streams=("stdout", "stderr")), self.SILENT)
        # argparse keeps the error to itself: what counts is that nothing is said.
        self.assertEqual(self.ended(tasks.ROOT / "scripts", "functional-coverage", "--help")[1], "")

    def test_what_prints_nothing_ends_as_ever(self):
        self.assertEqual(self.main("return 3"), (3, ""))
        self.assertEqual(self.main("sys.exit('a sentence')"), (1, "a sentence\n"))

    def test_other_pipes_are_a_matter_of_the_script(self):
        status, said = self.main("os.dup2(os.open(os.devnull, os.O_WRONLY), 1)",
                                 "reader, writer = os.pipe()", "os.close(reader)",
                                 "os.write(writer, b'x')")
        self.assertEqual(status, 1)
        self.assertIn("BrokenPipeError", said)
