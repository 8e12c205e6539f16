# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/core/runner.py on this machine. slurm_test.py runs it on a real Slurm."""
import contextlib
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

from scripts.core import runner, tasks

# Tasks: a module of the folder of the test, which is on the path of their processes.
MODULE = """
import os, pathlib, signal, subprocess, sys, time
from scripts.core import runner

def count(folder):
    with open(folder.parents[1] / "begun", "a") as file:
        print(os.getpid(), file=file)

def square(folder, number):
    count(folder)
    print(f"the square of {number}")
    (folder / "file").write_text(f"{folder}")
    return {"square": number ** 2, "file": f"{folder}/file"}

def fail(folder, how):
    count(folder)
    (folder / "report").write_text(f"see {folder}/waves")
    if how == "failed":
        raise runner.Failed("it differs")
    if how == "exit":
        sys.exit("it ends")
    raise KeyError("it")

def die(folder, times):
    "Kills its own process, the first times."
    count(folder)
    if len((folder.parents[1] / "begun").read_text().split()) <= times:
        subprocess.Popen(["sh", "-c", f"sleep 300; : {folder}"])
        os.kill(os.getpid(), signal.SIGKILL)
    return "survived"

def child_dies(folder):
    count(folder)
    runner.expect_alive(subprocess.run(["sh", "-c", "kill -9 $$"]).returncode, "sh")

def race(folder):
    "Another attempt is first."
    count(folder)
    other = folder.parent / "other"
    other.mkdir()
    (other / "result.json").write_text(
        '{"key": "k", "passed": true, "result": "other", "error": "", "seconds": 1}')
    other.rename(folder.parents[1] / "done")
    return "mine"

def sealed(folder):
    folder.rename(folder.parents[1] / "moved")

def jobs(folder):
    return os.environ["JOBS"]
"""


class Case(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gsq-runner-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "work.py").write_text(MODULE, encoding="utf-8")
        (self.folder / "options.toml").write_text("", encoding="utf-8")
        environment = {"PYTHONPATH": str(self.folder), "JOBS": "2", "RUNNER": "", "CLUSTER": "",
                       tasks.DEPTH: "1"}    # as below a script
        for patch in (unittest.mock.patch.dict(os.environ, environment),
                      unittest.mock.patch.object(tasks, "TIMES", self.folder / "times"),
                      unittest.mock.patch.object(tasks.Progress, "SHORT", sys.maxsize)):
            patch.start()
            self.addCleanup(patch.stop)
        self.rows = []

    def task(self, name, call, key="k", **arguments):
        return runner.Task(name, f"work:{call}", arguments, self.folder / "tasks" / name, key)

    def run_tasks(self, *todo, **more):
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
            outcomes = runner.run("test", todo, self.folder / "state", self.rows.append, **more)
        self.said = said.getvalue()
        return outcomes

    def begun(self, task):
        path = task.folder / "begun"
        return len(path.read_text().split()) if path.exists() else 0

    def refused(self, expected, call):
        with self.assertRaisesRegex((runner.Stop, SystemExit), expected) as caught:
            call()
        self.assertNotIn("\n", str(caught.exception))


class Results(Case):

    def test_a_task_that_passed_is_not_run_again(self):
        todo = [self.task(f"square {number}", "square", number=number) for number in range(5)]
        outcomes = self.run_tasks(*todo)
        self.assertEqual([outcome.result["square"] for outcome in outcomes.values()],
                         [0, 1, 4, 9, 16])
        self.assertEqual(list(outcomes), [task.name for task in todo])
        self.assertEqual(sorted(outcome.task.name for outcome in self.rows), sorted(outcomes))
        again = self.run_tasks(*todo)
        self.assertEqual({outcome.before for outcome in again.values()}, {True})
        self.assertEqual([self.begun(task) for task in todo], [1] * 5)
        self.assertEqual(runner.summary(again), ", 5 done by an earlier run")

    def test_another_key_runs_again_and_replaces_the_result(self):
        self.run_tasks(self.task("a", "square", number=2))
        outcome = self.run_tasks(self.task("a", "square", key="other", number=3))["a"]
        self.assertEqual((outcome.result["square"], outcome.before), (9, False))
        self.assertEqual(self.begun(outcome.task), 2)
        for _ in range(2):      # without a key always
            outcome = self.run_tasks(self.task("a", "square", key="", number=4))["a"]
            self.assertEqual(outcome.result["square"], 16)
        self.assertEqual(self.begun(outcome.task), 4)

    def test_log_and_files_stay_and_texts_name_their_place(self):
        outcome = self.run_tasks(self.task("a", "square", number=7))["a"]
        self.assertEqual(outcome.folder, self.folder / "tasks/a/done")
        self.assertEqual((outcome.folder / "log").read_text(), "the square of 7\n")
        self.assertEqual(outcome.result["file"], f"{outcome.folder}/file")
        self.assertTrue((outcome.folder / "file").exists())
        self.assertEqual(list((outcome.task.folder / "attempts").iterdir()), [])

    def test_a_failure_stops_nobody_and_is_tried_again_by_the_next_run(self):
        todo = [self.task("a", "fail", how="failed"), self.task("b", "square", number=1),
                self.task("c", "fail", how="exit"), self.task("d", "fail", how="error")]
        for runs in (1, 2):
            outcomes = self.run_tasks(*todo)
            self.assertEqual([outcome.error for outcome in outcomes.values()],
                             ["it differs", "", "it ends", "'it'"])
            self.assertEqual([outcome.passed for outcome in outcomes.values()],
                             [False, True, False, False])
            self.assertEqual([self.begun(task) for task in todo], [runs, 1, runs, runs])
        self.assertIn("Traceback", (todo[3].done / "log").read_text())
        self.assertEqual((todo[0].done / "report").read_text(), f"see {todo[0].done}/waves")

    def test_files_and_arguments_are_the_key(self):
        (self.folder / "a.sv").write_text("module a; // one\n")
        (self.folder / "b").mkdir()
        (self.folder / "b/c").write_text("text")

        def key(arguments=1):
            runner._text_of.cache_clear()
            return runner.key(arguments, [self.folder / "a.sv", self.folder / "b"])

        keys = {key(), key(2)}
        (self.folder / "a.sv").write_text("module a; // two\n")
        self.assertIn(key(), keys)
        (self.folder / "a.sv").write_text("module aa;\n")
        keys.add(key())
        (self.folder / "b/c").write_text("other")
        keys.add(key())
        self.assertEqual(len(keys), 4)

    def test_wide_tasks_have_all_jobs(self):
        self.assertEqual(self.run_tasks(self.task("a", "jobs"))["a"].result, "1")
        self.assertEqual(self.run_tasks(self.task("b", "jobs"), wide=True)["b"].result, "2")


class Losses(Case):

    def test_a_killed_task_runs_again(self):
        for name in ("below a script", "below a guard of its own"):
            with self.subTest(name):
                outcome = self.run_tasks(self.task(name, "die", times=2))[name]
                self.assertEqual((outcome.result, outcome.attempts, self.begun(outcome.task)),
                                 ("survived", 3, 3))
                self.assertIn(f"{name}: SIGKILL; runs again, attempt 2 of 3", self.said)
                self.assertEqual(runner.summary({name: outcome}), ", 1 begun again after a loss")
                # What was lost can be looked at, and what it started runs no longer.
                self.assertEqual(len(list((outcome.task.folder / "attempts").iterdir())), 2)
                self.assertEqual(subprocess.run(["pgrep", "-f", f"{self.folder}/tasks"], check=False,
                                                capture_output=True).stdout, b"")
            os.environ.pop(tasks.DEPTH, None)

    def test_not_for_ever(self):
        todo = [self.task("a", "die", times=9), self.task("b", "child_dies")]
        outcomes = self.run_tasks(*todo)
        self.assertEqual([outcome.error for outcome in outcomes.values()], [
            "no result: SIGKILL, 3 times in all",
            "no result: sh was killed (SIGKILL): by a user, or because memory ran out, 3 times in "
            "all"])
        self.assertEqual([self.begun(task) for task in todo], [3, 3])

    def test_of_two_attempts_one_counts(self):
        outcome = self.run_tasks(self.task("a", "race"))["a"]
        self.assertEqual((outcome.result, outcome.attempts), ("other", 2))

    def test_an_attempt_of_a_task_that_has_ended_does_nothing(self):
        task = self.task("a", "square", number=3)
        self.run_tasks(task)
        runner.write_batch(self.folder / "batch", [task])
        for _ in range(2):
            subprocess.run([*runner.COMMAND, self.folder / "batch", "0"], check=True)
        self.assertEqual(self.begun(task), 1)

    def test_results_that_cannot_be_written(self):
        outcome = self.run_tasks(self.task("a", "sealed"))["a"]
        self.assertRegex(outcome.error, r"^no result: cannot write \S+/attempts/\S+: No such file")
        self.assertEqual(outcome.attempts, 1)

    def test_a_run_that_was_stopped_goes_on(self):
        script = f"""
import pathlib, sys, time
sys.path.insert(0, "{runner.ROOT}")
from scripts.core import runner, tasks
tasks.TIMES = pathlib.Path("times")
todo = [runner.Task(f"{{n}}", "work:square", {{"number": n}}, pathlib.Path("{self.folder}/tasks/{{}}"
        .format(n)), "k") for n in range(30)]
tasks.main(lambda: len(runner.run("test", todo, pathlib.Path("state"), lambda o: o.task.name)) != 30)
"""
        (self.folder / "script.py").write_text(script, encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name != tasks.DEPTH}
        command = [sys.executable, "script.py"]
        done = 0
        for number in (signal.SIGTERM, signal.SIGKILL):
            with subprocess.Popen(command, cwd=self.folder, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
                while child.stdout.readline().strip() != f"{done + 5}":
                    pass
                child.send_signal(number)
                child.communicate()
            done += 5
            limit = time.monotonic() + 30
            while subprocess.run(["pgrep", "-f", f"gsq-.*jsonl|{self.folder}"], check=False,
                                 capture_output=True).stdout and time.monotonic() < limit:
                time.sleep(0.1)     # whoever was killed takes those below it along
        self.assertFalse((self.folder / "tasks/29").exists())
        subprocess.run(command, cwd=self.folder, env=environment, check=True, capture_output=True)
        for number in range(30):
            stored = json.loads((self.folder / f"tasks/{number}/done/result.json").read_text())
            self.assertEqual(stored["result"]["square"], number ** 2)


class Refusals(Case):

    def options(self, text):
        (self.folder / "options.toml").write_text(text, encoding="utf-8")
        os.environ["CLUSTER"] = str(self.folder / "options.toml")
        return runner.options("regress")

    def test_options(self):
        options, numbers = self.options('[sbatch]\ntime = "1:00"\nmem = "1G"\nexclusive = true\n'
                                        '[regress]\nmem = "2G"\n[runner]\nqueued = 7\n')
        self.assertEqual(options, {"time": "1:00", "mem": "2G", "exclusive": True})
        self.assertEqual(numbers, {"queued": 7, "attempts": 3, "poll": 5})
        os.environ["CLUSTER"] = ""
        self.assertIn("time", runner.options("study")[0])  # scripts/core/slurm.toml

    def test_wrong_options(self):
        for text, expected in (
                ("[sbatch", "expected a TOML file with options of Slurm"),
                ("queued = " + "1" * 5000, "expected a TOML file with options of Slurm"),
                ("queued = " + "[" * 5000, "expected a TOML file with options of Slurm"),
                ("[slurm]\n", r"expected the sections \[runner\], .*, found slurm"),
                ('time = "1:00"\n', "expected the sections .*, found time"),
                ("[runner]\nqueued = 0\n", "whole numbers of at least 1 .*, found queued = 0"),
                ("[runner]\nlost = 1\n", "queued, attempts, poll, found lost = 1"),
                ('[sbatch]\narray = "1-5"\n', r"\[sbatch\] array: .* belongs to the runner"),
                ('[study]\noutput = "x"\n', r"\[study\] output: .* belongs to the runner"),
                ('[sbatch]\n-t = "1:00"\n', "long form, such as"),
                ('[sbatch]\n"--time" = "1:00"\n', "long form, such as"),
                ("[sbatch]\nexclusive = false\n", "found exclusive = False"),
                ('[sbatch]\ncomment = "a\\nb"\n', "long form, such as")):
            with self.subTest(text[:80]):
                self.refused(expected if "-t" not in text else "TOML|long form",
                             lambda text=text: self.options(text))

    def test_no_options(self):
        os.environ["CLUSTER"] = str(self.folder / "nowhere.toml")
        self.refused("nowhere.toml: expected a TOML file .*; No such file", runner.options)

    def test_no_such_runner(self):
        os.environ["RUNNER"] = "lsf"
        self.refused("there is no RUNNER=lsf: expected local", runner.check)
        self.refused("test: there is no RUNNER=lsf", lambda: self.run_tasks())

    def test_no_slurm(self):
        os.environ |= {"RUNNER": "slurm", "PATH": str(self.folder)}
        self.refused("there is no sbatch on this machine; work on one from which", runner.check)

    def test_two_runs_in_one_folder(self):
        with subprocess.Popen([sys.executable, "-c", f"""
import fcntl, pathlib, time
pathlib.Path("{self.folder}/state").mkdir()
lock = open("{self.folder}/state/lock", "w")
fcntl.flock(lock, fcntl.LOCK_EX)
print(flush=True)
time.sleep(60)"""], stdout=subprocess.PIPE) as other:
            other.stdout.readline()
            self.refused("test: another run uses .*/state; wait for its end",
                         lambda: self.run_tasks(self.task("a", "square", number=1)))
            other.kill()

    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "tasks").write_text("a file is in the way")
        self.refused("test: cannot write .*tasks.*; what was finished before stays, run again",
                     lambda: self.run_tasks(self.task("a", "square", number=1)))


# Stubs of Slurm: sbatch starts the tasks one after the other, as another machine would.
SBATCH = """#!/bin/sh
[ -e refuse ] && {{ echo 'sbatch: error: Invalid partition name specified' >&2; exit 1; }}
echo "$@" >>calls
cat >script
case "$*" in *--array=0-*) last=$(echo "$*" | sed 's/.*--array=0-\\([0-9]*\\).*/\\1/') ;; esac
job=$(($(cat job 2>/dev/null || echo 100) + 1)); echo $job >job
for index in $(seq 0 $last); do
  state=$(cat states/$job.$index 2>/dev/null || echo RUN)
  if [ $state = RUN ]; then
    SLURM_JOB_ID=$job SLURM_ARRAY_TASK_ID=$index sh script >>calls 2>&1
    state=COMPLETED
  fi
  echo "$job|$index|$state|None" >>queue
done
echo "$job;cluster"
"""
SQUEUE = "#!/bin/sh\ncat queue 2>/dev/null || true\n"
SCANCEL = "#!/bin/sh\necho scancel $* >>calls\n"
SCONTROL = "#!/bin/sh\necho 'MaxArraySize            = 4'\n"


class Stubs(Case):
    """What squeue says, and what follows."""

    def setUp(self):
        super().setUp()
        bin_ = self.folder / "bin"
        bin_.mkdir()
        (self.folder / "states").mkdir()
        for name, text in (("sbatch", SBATCH), ("squeue", SQUEUE), ("scancel", SCANCEL),
                           ("scontrol", SCONTROL)):
            (bin_ / name).write_text(text.replace("{{", "{").replace("}}", "}"), encoding="utf-8")
            (bin_ / name).chmod(0o755)
        (self.folder / "options.toml").write_text('[sbatch]\npartition = "fast"\n', encoding="utf-8")
        os.environ |= {"RUNNER": "slurm", "CLUSTER": str(self.folder / "options.toml"),
                       "PATH": f"{bin_}:{os.environ['PATH']}"}
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        for name, value in (("SOON", 0), ("LATE", 0), ("NUMBERS", {**runner.NUMBERS, "poll": 0})):
            patch = unittest.mock.patch.object(runner, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def test_arrays_of_what_slurm_takes(self):
        todo = [self.task(f"{number}", "square", number=number) for number in range(8)]
        outcomes = self.run_tasks(*todo)
        self.assertEqual([outcome.result["square"] for outcome in outcomes.values()],
                         [n ** 2 for n in range(8)])
        calls = (self.folder / "calls").read_text()
        self.assertEqual([part in calls for part in ("--array=0-2", "--array=0-1", "--array=0-3")],
                         [True, True, False])
        self.assertIn("--partition=fast", calls)
        self.assertIn("--requeue", calls)
        self.assertNotIn("scancel", calls)
        self.run_tasks(*todo)
        self.assertEqual((self.folder / "calls").read_text(), calls)
        self.assertEqual(list((self.folder / "state/slurm").iterdir()), [])

    def test_states(self):
        for state, error in (
                ("CANCELLED", "no result: cancelled (scancel)"),
                ("TIMEOUT", "no result: took longer than Slurm's limit of time; give a longer `time`"),
                ("OUT_OF_MEMORY", "no result: needed more memory than it had; give more `mem`")):
            with self.subTest(state):
                shutil.rmtree(self.folder / "tasks", ignore_errors=True)
                (self.folder / "job").unlink(missing_ok=True)
                (self.folder / "queue").unlink(missing_ok=True)
                (self.folder / "states/101.1").write_text(state)
                outcomes = self.run_tasks(*(self.task(name, "square", number=2) for name in "ab"))
                self.assertEqual([outcome.error for outcome in outcomes.values()], ["", error])
        for state in ("NODE_FAIL", "PREEMPTED", "FAILED", "COMPLETED"):
            with self.subTest(state):
                shutil.rmtree(self.folder / "tasks", ignore_errors=True)
                (self.folder / "job").unlink()
                (self.folder / "queue").unlink()
                (self.folder / "states/101.1").write_text(state)
                outcomes = self.run_tasks(*(self.task(name, "square", number=2) for name in "ab"))
                self.assertEqual([outcome.attempts for outcome in outcomes.values()], [1, 2])
                self.assertEqual([outcome.passed for outcome in outcomes.values()], [True, True])

    def test_a_controller_without_answer_is_waited_for(self):
        (self.folder / "states/101.0").write_text("RUNNING")    # the stub does not run it
        task = self.task("a", "square", number=2)
        rows = [{}, {(101, 0): ("RUNNING", "None")}, None, None, {(101, 0): ("COMPLETED", "None")}]

        def next_rows(slurm):
            if len(rows) == 1 and not task.done.exists():
                self.finish(task)
            return rows.pop(0) if len(rows) > 1 else rows[0]
        with unittest.mock.patch.object(runner.Slurm, "_rows", next_rows):
            outcome = self.run_tasks(task)["a"]
        self.assertEqual((outcome.result["square"], outcome.attempts, self.begun(task)), (4, 1, 1))
        self.assertIn("test: waiting: Slurm's controller gives no answer", self.said)

    def test_what_sbatch_refuses_ends_the_run(self):
        (self.folder / "refuse").touch()
        self.refused("test: sbatch refused: sbatch: error: Invalid partition name specified; the "
                     "options are those of .*options.toml",
                     lambda: self.run_tasks(self.task("a", "square", number=1)))

    def test_jobs_of_a_run_that_was_killed_are_taken_over(self):
        todo = [self.task("a", "square", number=2), self.task("b", "square", key="old", number=2)]
        state = self.folder / "state/slurm"
        state.mkdir(parents=True)
        runner.write_batch(state / "batch.jsonl", todo)
        (state / "77").write_text("batch.jsonl")
        (self.folder / "queue").write_text("77|0|RUNNING|None\n77|1|RUNNING|None\n")
        todo[0].clear()
        with unittest.mock.patch.object(runner.Slurm, "wait", lambda _: self.finish(todo[0])):
            outcomes = self.run_tasks(todo[0], self.task("b", "square", key="new", number=3))
        self.assertEqual([outcome.result["square"] for outcome in outcomes.values()], [4, 9])
        self.assertEqual([self.begun(outcome.task) for outcome in outcomes.values()], [1, 1])
        calls = (self.folder / "calls").read_text()
        self.assertIn("scancel 77_1", calls)
        self.assertIn("--array=0-0 ", calls)    # of the other task only

    def finish(self, task):
        """The old job of the task ends."""
        runner.write_batch(self.folder / "batch", [task])
        subprocess.run([*runner.COMMAND, self.folder / "batch", "0"], check=True)
        queue = self.folder / "queue"
        queue.touch()
        queue.write_text(queue.read_text().replace("77|0|RUNNING", "77|0|COMPLETED"))
