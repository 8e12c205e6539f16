# SPDX-License-Identifier: Apache-2.0
"""Tests of interrupts: builds and studies end with one sentence, leave nothing behind, and go on.

Each runs in a copy of the scripts with Ninja on a small build file, and with stubs that take their
time in place of compilers, gsq and the synthesis.
"""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import uuid

from scripts.core import tasks

SENTENCE = tasks.SENTENCE + "\n"
PATIENCE = 60   # s for anything, on a loaded machine

# A slow program: writes half of its output, says so in STUB_MARKS, waits, writes all of it. As gsq
# and Ninja, it takes Ctrl-C by itself if that reaches it.
SLOW = """#!/usr/bin/env python3
import os, pathlib, signal, subprocess, sys
{head}
signal.signal(signal.SIGINT, signal.SIG_DFL)
if os.environ.get("STUB_STUBBORN"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
def slowly(path, text):
    pathlib.Path(path).write_text(text[:len(text) // 2])
    pathlib.Path(os.environ["STUB_MARKS"], f"{{os.getpid()}}").touch()
    subprocess.run(["sleep", os.environ["STUB_SECONDS"]])
    pathlib.Path(path).write_text(text)
{body}
"""
COMPILE = SLOW.format(head="", body="slowly(sys.argv[1], 'compiled\\n')")
GSQ = SLOW.format(head="import json", body="""
stats = sys.argv[sys.argv.index("--stats") + 1]
row = {"file": "f", "index": 0, "name": "p", "kernel": "Gather", "elements": 8,
       "access_cycles": 4, "bank_cycles": 4, "bound": 4, "folded": 0, "notes": []}
command = {"issue": 0, "retire": 9, "bound": 1, "ub_beats": 1}
slowly(stats, json.dumps({"patterns": [row], "commands": [command] * 200}))""")
# In place of the modules of the same names
SYNTHESIS = {"flow": """import pathlib, subprocess, sys
def synthesize(*_):
    folder = pathlib.Path("build/area/core")
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "compile.py", folder / "netlist.v"], check=True)
    return {"area": [{"ge": 1, "own_ge": 1, "instance": "", "module": "gsq_core"}], "clock_ns": 1,
            "target_ns": 1, "tools": [], "library": "stub"}, folder
""", "sta": "def to_registers(*_): return [('end', 1.0)]\n", "liberty": "Library = str\n"}
PAGE = "def write(study, target, folder): target.write_text('page\\n')\n"
NINJA = """rule slow
  command = python3 {stub} $out
{builds}
build gsq-tiny: phony {outputs}
build build.ninja: phony
"""


# A script whose program fails because it was killed, while another one still takes its time to end.
# The script has half a second to say so, to write of it and to remember how long it took.
LATE = """
import os, pathlib, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: (time.sleep(0.5), sys.exit()))
pathlib.Path(os.environ["STUB_MARKS"], "late").touch()
signal.pause()
"""
LOUD = """#!/usr/bin/env python3
import subprocess, sys, threading
sys.path[0] = "."
from scripts.core import tasks
def main():
    late = subprocess.Popen([sys.executable, "late.py"])
    with tasks.Progress("loud", ["part"]) as progress:
        progress.begin("part")
        status = subprocess.run(["sh", "-c", "touch $STUB_MARKS/soon; exec sleep 300"]).returncode
        print(f"FAILED: its status is {status}")
        print(f"error: its status is {status}", file=sys.stderr)
        progress.say("error: part failed")
        threads = [threading.Thread(target=target, args=arguments) for target, *arguments in (
            (tasks.write, "result", "failed"), (progress.end, "part"),
            (subprocess.run, ["touch", "started"]))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    sys.exit("FAILED: 1 of 1")
tasks.main(main)
"""


class Case(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gsq-interrupt-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tree, self.temp = self.folder / "tree", self.folder / "temp"
        self.marks = self.folder / "marks"
        for path in (self.temp, self.marks, self.folder / "bin"):
            path.mkdir()
        shutil.copytree(tasks.ROOT / "scripts", self.tree / "scripts",
                        ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(tasks.ROOT / "configs", self.tree / "configs")
        shutil.copy(tasks.ROOT / "Makefile", self.tree)
        for part in ("rtl", "cpp_model", "kernels", "sim", "tb"):
            (self.tree / part).symlink_to(tasks.ROOT / part)
        text = (self.tree / "scripts/core/tasks.py").read_text(encoding="utf-8")
        self.put("scripts/core/tasks.py", re.sub(r"^GRACE, LESS = \d+, \d+", "GRACE, LESS = 5, 1", text,
                                                 flags=re.M))
        self.put("scripts/setup.sh", "#!/bin/sh\n")
        self.put("compile.py", COMPILE)
        outputs = [f"out{number}" for number in range(4)]
        self.put("build/cmake/build.ninja", NINJA.format(
            stub=self.tree / "compile.py", outputs=" ".join(outputs),
            builds="\n".join(f"build {output}: slow" for output in outputs)))
        self.outputs = [self.tree / "build/cmake" / output for output in outputs]
        self.mark = uuid.uuid4().hex
        self.environment = {
            **{name: value for name, value in os.environ.items()
               if name not in (tasks.DEPTH, "MAKEFLAGS", "MAKELEVEL", "MFLAGS")},
            "TMPDIR": str(self.temp), "STUB_MARKS": str(self.marks), "TEST_MARK": self.mark,
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "JOBS": "2"}

    def put(self, name, text, folder=None):
        path = (folder or self.tree) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def alive(self):
        """The processes of this test that still run."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if (self.mark.encode() in (path / "environ").read_bytes()
                        and (path / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"):
                    found.append((path / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                pass
        return found

    def start(self, command, seconds, **more):
        for mark in self.marks.iterdir():
            mark.unlink()
        # As a terminal starts it: in a group of its own, that does not ignore Ctrl-C.
        return subprocess.Popen(["env", "--default-signal=INT,HUP", *command], cwd=self.tree,
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                stdin=subprocess.DEVNULL, start_new_session=True,
                                env={**self.environment, "STUB_SECONDS": str(seconds), **more})

    def wait_for_stubs(self, run, stubs):
        limit = time.monotonic() + PATIENCE
        while len(list(self.marks.iterdir())) < stubs:
            self.assertIsNone(run.poll(), "it ended before it was interrupted")
            self.assertLess(time.monotonic(), limit, "it started too few programs")
            time.sleep(0.02)

    def interrupt(self, command, number, everyone, stubs=1, **more):
        """Starts it and interrupts it when so many stubs have run, as Ctrl-C (everyone in its
        group) or as kill does. Returns its exit status and what it said."""
        with self.start(command, 300, **more) as run:
            try:
                self.wait_for_stubs(run, stubs)
                time.sleep(random.random() / 4)
                (os.killpg if everyone else os.kill)(run.pid, number)
                said, _ = run.communicate(timeout=PATIENCE)
                self.assertEqual(self.alive(), [])
                return run.returncode, said
            finally:
                if run.poll() is None:
                    os.killpg(run.pid, signal.SIGKILL)

    def finish(self, command):
        with self.start(command, 0) as run:
            said, _ = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, said)
        return said

    def expect_clean(self, said):
        self.assertEqual(said.count(SENTENCE), 1, said)
        for word in ("Traceback", "FAILED", "failed", "error", "rror:", "Terminated", "Exception"):
            self.assertNotIn(word, said.replace("Error 1", ""))
        self.assertEqual(list(self.temp.iterdir()), [])
        parts = [path for path in self.tree.rglob(".*") if path.is_file()
                 and path.name not in (".ninja_log", ".ninja_deps")]
        self.assertEqual(parts, [])

    def expect_whole_build(self, done):
        present = [path for path in self.outputs if path.exists()]
        self.assertEqual({path.read_text() for path in present}, {"compiled\n"} if done else set())


class Builds(Case):

    def test_build(self):
        for number, everyone in ((signal.SIGINT, True), (signal.SIGTERM, False)):
            with self.subTest(number):
                status, said = self.interrupt(["scripts/build.sh", "gsq-tiny"], number, everyone, 2)
                self.assertEqual(status, 128 + number, said)
                self.expect_clean(said)
                self.expect_whole_build(done=False)
        self.finish(["scripts/build.sh", "gsq-tiny"])
        self.expect_whole_build(done=True)
        self.assertEqual(self.finish(["scripts/build.sh", "gsq-tiny"]), "")

    def test_make_build(self):
        for number, everyone in ((signal.SIGINT, True), (signal.SIGTERM, False)):
            with self.subTest(number):
                status, said = self.interrupt(["make", "build", "CONFIG=tiny"], number, everyone, 2)
                self.assertNotEqual(status, 0)
                self.expect_clean(said)
                self.expect_whole_build(done=False)
        self.assertIn("built build/tiny/gsq", self.finish(["make", "build", "CONFIG=tiny"]))

    def test_a_guard_that_is_killed_takes_all_along(self):
        for command in (["scripts/build.sh", "gsq-tiny"], ["make", "build", "CONFIG=tiny"]):
            with self.subTest(command):
                with self.start(command, 300) as run:
                    self.wait_for_stubs(run, 2)
                    os.killpg(run.pid, signal.SIGKILL)
                limit = time.monotonic() + PATIENCE
                while self.alive() and time.monotonic() < limit:
                    time.sleep(0.1)
                self.assertEqual(self.alive(), [])
        self.finish(["scripts/build.sh", "gsq-tiny"])
        self.expect_whole_build(done=True)

    def test_a_program_that_does_not_end_is_killed(self):
        status, said = self.interrupt(["scripts/build.sh", "gsq-tiny"], signal.SIGTERM, False, 2,
                                      STUB_STUBBORN="1")
        self.assertEqual(status, 128 + signal.SIGTERM)
        self.expect_clean(said)
        self.finish(["scripts/build.sh", "gsq-tiny"])
        self.expect_whole_build(done=True)


class Scripts(Case):

    def test_what_killed_programs_lead_to_is_neither_shown_nor_written(self):
        self.put("scripts/loud.py", LOUD)
        self.put("late.py", LATE)
        for number, everyone in ((signal.SIGINT, True), (signal.SIGTERM, False)):
            for command in (["scripts/loud.py"], ["python3", "scripts/core/tasks.py", "sh", "-c",
                                                  "scripts/loud.py; echo FAILED: status $?"]):
                with self.subTest(number, command=command[0]):
                    status, said = self.interrupt(command, number, everyone, 2)
                    # On a loaded machine the interrupt may come after the progress spoke.
                    said = re.sub(r"^loud: [^\n]*no earlier run says how long it takes\n", "", said,
                                  flags=re.M)
                    self.assertEqual((status, said), (128 + number, SENTENCE))
                    self.expect_clean(said)
                    for name in ("started", "result", "build/times/loud.json"):
                        self.assertFalse((self.tree / name).exists(), name)


class Studies(Case):

    def setUp(self):
        """Stubs for everything that a study starts, but its build."""
        super().setUp()
        self.put("build/tiny/gsq", GSQ)
        for name, text in SYNTHESIS.items():
            self.put(f"scripts/flow/synthesis/{name}.py", text)
        self.put("scripts/explore/study_page.py", PAGE)
        self.put("one.toml", 'base = "tiny"\n')

    def check_study(self, command, number, everyone, stubs):
        status, said = self.interrupt(command, number, everyone, stubs)
        if command[0] == "make":
            self.assertNotEqual(status, 0)
        else:
            self.assertEqual(status, 128 + number, said)
        self.expect_clean(said)
        for path in (self.tree / "build/study").rglob("*.json"):
            json.loads(path.read_text(encoding="utf-8"))  # whole
        for name in ("results.json", "study.md"):
            self.assertFalse((self.tree / "build/study/one" / name).exists(), "half a study")

    def test_study(self):
        command = ["python3", "scripts", "study", "one.toml"]
        self.check_study(command, signal.SIGINT, True, 2)       # a build
        self.check_study(command, signal.SIGTERM, False, 1)
        self.finish(["scripts/build.sh", "gsq-tiny"])
        self.check_study(command, signal.SIGINT, False, 2)      # gsq and a synthesis
        self.assertIn("1 points complete, 0 not", self.finish(command))
        self.assertEqual((self.tree / "build/study/one/study.md").read_text(), "page\n")

    def test_make_study(self):
        command = ["make", "study", "SWEEP=one.toml"]
        self.check_study(command, signal.SIGINT, True, 2)
        self.check_study(command, signal.SIGTERM, False, 2)
        self.assertIn("1 points complete, 0 not", self.finish(command))

    def test_a_stopped_study_estimates_from_what_it_has(self):
        self.finish(["scripts/build.sh", "gsq-tiny"])
        with self.start(["python3", "scripts", "study", "one.toml"], 300) as run:
            first = run.stdout.readline()
            os.kill(run.pid, signal.SIGTERM)
            run.communicate(timeout=PATIENCE)
        self.assertRegex(first, r"^study: 0 of 2 tasks, about \d+ min left$")
