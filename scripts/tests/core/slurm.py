# SPDX-License-Identifier: Apache-2.0
"""Tests RUNNER=slurm on a real Slurm: slurmctld and slurmd of this machine, with two task slots.

Runs after scripts/setup.sh slurm. The cluster lives in build/slurm/ and has ports, sockets and keys
of its own, so a Slurm that the machine belongs to is not touched. All its daemons are of the user.
Tasks and daemons are killed in the middle of a sweep and of a regression; nothing may be lost or
count twice. Variables: SEEDS and COMMANDS, the size of the regression.
"""
import collections
import contextlib
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

from scripts.core import runner, tasks

ROOT = tasks.ROOT
OUT = ROOT / "build" / "slurm"
SEEDS, COMMANDS = os.environ.get("SEEDS") or "6", os.environ.get("COMMANDS") or "300000"
PATIENCE = 600  # s for anything, on a loaded machine
CONF = """ClusterName=gsq
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=10
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
KillWait=5
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=gsq1 NodeHostname={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=gsq Nodes=gsq1 Default=YES MaxTime=INFINITE State=UP
"""
OPTIONS = """[sbatch]
time = "01:00:00"
[build]
cpus-per-task = 2
[runner]
poll = 1
attempts = 4
"""
# The project's own scripts, with results in a folder of the test.
SCRIPT = """import importlib, pathlib, sys
sys.path[0] = "."
from scripts.core import tasks
module = importlib.import_module("scripts.{name}")
module.OUT = pathlib.Path(sys.argv.pop(1))
tasks.main(module.{main})
"""


# -------------------------------------------------------------------------------------------------
# Tasks of the tests
# -------------------------------------------------------------------------------------------------

def nap(folder, seconds):
    """Takes its time."""
    with open(folder.parents[1] / "begun", "a", encoding="utf-8") as file:
        print(os.getpid(), file=file)
    subprocess.run(["sleep", str(seconds)], check=True)
    return os.environ["SLURM_JOB_ID"]


def naps():
    """A run of six tasks that take ten seconds each."""
    todo = [runner.Task(f"nap{number}", "scripts.tests.core.slurm:nap", {"seconds": 10},
                        OUT / f"{number}", "key") for number in range(6)]
    outcomes = runner.run("study", todo, OUT, lambda outcome: (
        f"{outcome.task.name} {outcome.error or outcome.result} {outcome.attempts} "
        f"{outcome.before}"))
    return not all(outcome.passed for outcome in outcomes.values())


def broken(folder):
    """RTL and golden model differ."""
    status = subprocess.run([ROOT / "build/tiny/gsq", "random", "--plant-fault", "77", "--commands",
                             "3000", "--failures", folder], cwd=ROOT, check=False).returncode
    raise runner.Failed(f"exit {status}")


def breaks():
    """A run with a failure."""
    runner.build(["gsq-tiny"], OUT)
    todo = [runner.Task("broken", "scripts.tests.core.slurm:broken", {}, OUT / "broken", "key"),
            runner.Task("nap", "scripts.tests.core.slurm:nap", {"seconds": 1}, OUT / "nap", "key")]
    outcomes = runner.run("regress", todo, OUT,
                          lambda outcome: f"{outcome.task.name} {outcome.error or 'passes'}")
    return not all(outcome.passed for outcome in outcomes.values())


def sweep():
    """Throughput of three configurations."""
    from scripts.spec import config
    from scripts.explore import study
    study.OUT = OUT
    names = ["tiny", *(config.resolve("tiny", text) for text in (
        "Places=4,Parts=2", "SqueezeRadix=4,Coalesce=0"))]
    runner.build([f"gsq-{name}" for name in names], study.OUT, keep_going=True)
    outcomes = runner.run("study", [study.task_of(name, name, "traffic") for name in names],
                          study.OUT, study.row)
    tasks.write(study.OUT / "results.json", json.dumps(
        [outcome.result for outcome in outcomes.values()]))
    return not all(outcome.passed for outcome in outcomes.values())


# -------------------------------------------------------------------------------------------------
# The cluster
# -------------------------------------------------------------------------------------------------

def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def parent_of(process):
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def until(what, condition, seconds=PATIENCE):
    """Waits for it; returns what it is."""
    limit = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > limit:
            raise AssertionError(f"waited {seconds} s in vain: {what}")
        time.sleep(0.2)
    return found


class Cluster:
    """A Slurm of one node with two slots."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, {}
        if len(f"{folder}/munge/socket") > 100:
            sys.exit(f"slurm_test: {folder} is too long a path for a socket (100 characters)")
        shutil.rmtree(folder, ignore_errors=True)
        for name in ("munge", "state", "spool"):
            (folder / name).mkdir(parents=True, mode=0o755)
        (folder / "munge/key").write_bytes(secrets.token_bytes(1024))
        (folder / "munge/key").chmod(0o400)
        self.conf = folder / "slurm.conf"
        self.conf.write_text(CONF.format(
            folder=folder, ports=free_ports(2), host=os.uname().nodename.split(".")[0],
            user=subprocess.run(["id", "-un"], capture_output=True, text=True,
                                check=True).stdout.strip()), encoding="utf-8")
        (folder / "options.toml").write_text(OPTIONS, encoding="utf-8")
        os.environ |= {"SLURM_CONF": str(self.conf), "CLUSTER": str(folder / "options.toml"),
                       "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
        munge = folder / "munge"
        self.start("munged", "--foreground", "--force", *(
            f"--{option}={munge / name}" for option, name in (
                ("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"),
                ("log-file", "log"), ("seed-file", "seed"))))
        until("the socket of munged", (munge / "socket").exists, 30)
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D", "-N", "gsq1")
        until("the node is idle", lambda: self.node() == "idle", 60)

    def start(self, name, *arguments):
        # Not below this script, as far as their process groups go: kill takes one process.
        with open(self.folder / f"{name}.out", "a", encoding="utf-8") as log:
            self.daemons[name] = subprocess.Popen(  # pylint: disable=consider-using-with
                [name, *arguments], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                start_new_session=True)

    def kill(self, name):
        self.daemons[name].kill()
        self.daemons[name].wait()

    def ask(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def node(self):
        return self.ask("sinfo", "--noheader", "--format=%T").rstrip("*~#$@")

    def resume(self):
        """Does what an administrator must: a controller that was killed before it saved that a task
        began starts it again, and Slurm then drains the node, which has it already."""
        if self.node() in ("drained", "draining"):
            self.ask("scontrol", "update", "NodeName=gsq1", "State=RESUME")

    def jobs(self, states="PENDING,RUNNING"):
        """The tasks of jobs, as 12_3."""
        return self.ask("squeue", "--noheader", "--array", f"--states={states}",
                        "--format=%F_%K").split()

    def workers(self):
        """The processes that run a task, {process: 12_3}; the youngest is the first."""
        found = {}
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (path / "cmdline").read_bytes().decode().split("\0")
                status = (path / "stat").read_text().rpartition(")")[2].split()
                if len(words) > 4 and words[2] == "runner" and str(OUT) in words[3]:
                    values = dict(word.partition("=")[::2] for word in
                                  (path / "environ").read_bytes().decode().split("\0"))
                    found[int(path.name)] = (
                        -int(status[19]), int(status[1]),
                        f"{values['SLURM_ARRAY_JOB_ID']}_{values['SLURM_ARRAY_TASK_ID']}")
        # The other one of each task is the guard above.
        return {pid: found[pid][2] for pid in sorted(found, key=found.get)
                if found[pid][1] in found}

    def stop(self):
        self.ask("scancel", "--partition=gsq")
        for name in ("slurmd", "slurmctld", "munged"):
            daemon = self.daemons.get(name)
            if daemon and daemon.poll() is None:
                daemon.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    daemon.wait(15)
                daemon.kill()
        mark = f"SLURM_CONF={self.conf}".encode()
        for path in pathlib.Path("/proc").glob("[0-9]*"):   # what a daemon left that was killed
            with contextlib.suppress(OSError):
                if int(path.name) != os.getpid() and mark in (
                        path / "environ").read_bytes().split(b"\0") and (
                            path / "comm").read_text().startswith("slurmstepd"):
                    os.kill(int(path.name), signal.SIGKILL)


# -------------------------------------------------------------------------------------------------
# Tests
# -------------------------------------------------------------------------------------------------

def begun_and_done(folder):
    """How many attempts of tasks below a folder began, and how many have a result, in all."""
    done = len(list(folder.rglob("done/result.json")))
    others = [path for path in folder.rglob("attempts/*") if path.is_dir()]
    twice = [path for path in others if (path / "result.json").exists()]
    return done + len(others), done + len(twice)


class Case(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        OUT.mkdir(parents=True, exist_ok=True)
        cls.cluster = Cluster(OUT / "cluster")
        cls.addClassCleanup(cls.cluster.stop)

    def start(self, name, main, folder, again=False, **environment):
        path = OUT / f"{folder.name}.py"
        path.write_text(SCRIPT.format(name=name, main=main), encoding="utf-8")
        if not again:
            shutil.rmtree(folder, ignore_errors=True)
        run = subprocess.Popen(  # pylint: disable=consider-using-with
            ["env", "--default-signal=INT,HUP", sys.executable, path, folder], cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            env={**{key: value for key, value in os.environ.items() if key != tasks.DEPTH},
                 "RUNNER": "slurm", **environment})
        self.addCleanup(self.end, run)
        return run

    @staticmethod
    def end(run):
        """Ends a run that a test left, since it failed."""
        if run.poll() is None:
            run.terminate()
            run.communicate(timeout=60)

    def finish(self, run, status=0):
        limit = time.monotonic() + 6 * PATIENCE
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                said, _ = run.communicate(timeout=5)
                break
            self.assertLess(time.monotonic(), limit, "the run does not end")
            self.cluster.resume()
        self.assertEqual(run.returncode, status, said)
        until("no job is left", lambda: not self.cluster.jobs(), 60)
        return said

    def done(self, folder):
        return len(list(folder.rglob("done/result.json")))

    def wait_for(self, run, what, condition):
        def ended():
            if run.poll() is not None:
                self.fail(f"the run ended before: {what}: {run.stdout.read()}")
            self.cluster.resume()
            return condition()
        return until(what, ended)

    def kill_node(self, while_):
        """Kills the node's daemon; its tasks run on, but Slurm takes the node for lost and queues
        them again. Then the daemon comes back."""
        self.cluster.kill("slurmd")
        self.wait_for(while_, "the node is down", lambda: self.cluster.node().startswith("down"))
        self.cluster.start("slurmd", "-D", "-N", "gsq1")
        until("the node is back", lambda: self.cluster.resume() or
              self.cluster.node() in ("idle", "allocated", "mixed"), 120)


class Slurm(Case):

    def test_1_failures_come_home(self):
        run = self.start("tests.core.slurm", "breaks", OUT / "breaks")
        said = self.finish(run, status=1)
        self.assertIn("broken exit 1\n", said)
        self.assertIn("nap passes\n", said)
        folder = OUT / "breaks/broken/done"
        report = next(folder.glob("tiny-random-*/report.txt")).read_text(encoding="utf-8")
        self.assertIn(f"{next(folder.glob('tiny-random-*/waves.fst'))}", report)
        self.assertIn("mismatch in cycle", (folder / "log").read_text(encoding="utf-8"))

    def test_2_ctrl_c_cancels_the_jobs(self):
        run = self.start("tests.core.slurm", "naps", OUT / "naps")
        self.wait_for(run, "two tasks run", lambda: len(self.cluster.workers()) == 2)
        os.killpg(run.pid, signal.SIGINT)
        said, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 128 + signal.SIGINT, said)
        self.assertTrue(said.endswith(f"{tasks.SENTENCE}\n"), said)
        self.assertEqual(self.cluster.jobs(), [])
        until("the tasks have ended", lambda: not self.cluster.workers(), 30)

    def test_3_scancel_from_outside(self):
        run = self.start("tests.core.slurm", "naps", OUT / "naps")
        self.wait_for(run, "two tasks run", lambda: len(self.cluster.workers()) == 2)
        job = self.cluster.jobs("RUNNING")[0]
        self.cluster.ask("scancel", job)
        said = self.finish(run, status=1)
        self.assertEqual(said.count("no result: cancelled (scancel)"), 1, said)
        self.assertEqual(self.done(OUT / "naps"), 5, said)
        said = self.finish(self.start("tests.core.slurm", "naps", OUT / "naps", again=True))
        self.assertEqual(said.count(" 1 True\n"), 5, said)     # done before
        self.assertEqual(said.count(" 1 False\n"), 1, said)

    def test_4_a_killed_run_is_taken_over(self):
        run = self.start("tests.core.slurm", "naps", OUT / "naps")
        self.wait_for(run, "two tasks run", lambda: len(self.cluster.workers()) == 2)
        for process in self.cluster.ask("pgrep", "-P", f"{run.pid}").split(), [run.pid]:
            os.kill(int(process[0]), signal.SIGKILL)    # the script, then the guard above it
        run.communicate()
        self.assertTrue(self.cluster.jobs())
        said = self.finish(self.start("tests.core.slurm", "naps", OUT / "naps", again=True))
        self.assertNotIn("runs again", said)
        jobs = {(OUT / f"naps/{number}/begun").read_text().count("\n") for number in range(6)}
        self.assertEqual(jobs, {1}, said)

    def test_5_refusals(self):
        path = OUT / "wrong.toml"
        for text, sentence in (
                ('[sbatch]\npartition = "nowhere"\n', "invalid partition specified: nowhere"),
                ('[sbatch]\nnonsense = true\n', "unrecognized option '--nonsense'"),
                ('[sbatch]\ntime = "frog"\n', "Invalid --time specification")):
            path.write_text(text, encoding="utf-8")
            said = self.finish(self.start("tests.core.slurm", "naps", OUT / "naps", CLUSTER=str(path)), 1)
            self.assertRegex(said.splitlines()[-1], f"^study: sbatch refused: .*{sentence}; the "
                             "options are those of build/slurm/wrong.toml$")
            self.assertNotIn("Traceback", said)

    def test_6_sweep(self):
        folder = OUT / "sweep"
        run = self.start("tests.core.slurm", "sweep", folder)
        # The first is the build. Nothing can end as long as the node is away.
        workers = self.wait_for(run, "a task runs", self.cluster.workers)
        os.kill(next(iter(workers)), signal.SIGKILL)
        self.kill_node(run)
        said = self.finish(run)
        local = OUT / "sweep-local"
        self.finish(self.start("tests.core.slurm", "sweep", local, RUNNER="local"))
        self.assertEqual(*((path / "results.json").read_text() for path in (folder, local)), said)
        self.assertEqual(begun_and_done(folder / "points")[1], 3)

    def test_7_regression(self):
        folder, local = OUT / "regression", OUT / "regression-local"
        options = {"CONFIG": "tiny", "SET": "", "SEED": "7000", "SEEDS": SEEDS, "COMMANDS": COMMANDS}
        run = self.start("run.regress", "main", folder, **options)
        total = 3 * int(SEEDS)

        def running(least):
            """The youngest simulation, the process of its task, and the task, when so many have
            ended."""
            def found():
                youngest = self.cluster.ask("pgrep", "-n", "-f", f"^{ROOT}/build/tiny/gsq random")
                if self.done(folder / "runs") < least or not youngest:
                    return None
                gsq = int(youngest)
                with contextlib.suppress(OSError):
                    # It forks processes that wait for a mismatch. Above is timeout, then the worker.
                    while pathlib.Path(f"/proc/{parent_of(gsq)}/comm").read_text() == "gsq\n":
                        gsq = parent_of(gsq)
                    worker = parent_of(parent_of(gsq))
                    return gsq, worker, self.cluster.workers().get(worker)
                return None
            return self.wait_for(run, f"{least} tasks have ended and others run", lambda: (
                (now := found()) and now[2] and now))

        os.kill(running(1)[1], signal.SIGKILL)
        os.kill(running(2)[0], signal.SIGKILL)
        # As preemption does.
        self.cluster.ask("scontrol", "requeue", running(total // 6)[2])
        # The controller and the node.
        running(total // 4)
        self.cluster.kill("slurmctld")
        time.sleep(3)
        self.cluster.start("slurmctld", "-D")
        until("the controller is back", lambda: self.cluster.node() != "", 60)
        running(total // 3)
        self.kill_node(run)
        said = self.finish(run)
        print(said)
        self.assertIn(f"{total} runs passed, 0 failed", said)
        begun, results = begun_and_done(folder / "runs")
        print(f"{begun} attempts of {total} tasks began, {results} have a result")
        self.assertEqual(results, total)
        self.assertGreaterEqual(begun, total + 2)   # at least those that were killed

        again = self.finish(self.start("run.regress", "main", folder, again=True, **options))
        self.assertIn(f"{total} done by an earlier run", again)
        self.assertEqual(begun_and_done(folder / "runs"), (begun, results))

        said = self.finish(self.start("run.regress", "main", local, RUNNER="local", **options))
        print(said.splitlines()[-1])
        rows = [[{key: row[key] for key in ("config", "mix", "stall", "seed", "commands", "cycles",
                                            "result")}
                 for row in json.loads((path / "results.json").read_text(encoding="utf-8"))]
                for path in (folder, local)]
        self.assertEqual(*rows)
        labels = collections.Counter(re.sub(r"/done.*", "", str(path)) for path in
                                     (folder / "runs").rglob("result.json"))
        self.assertEqual((len(labels), set(labels.values())), (total, {1}))

