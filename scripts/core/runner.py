#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tasks of regress, mutate, coverage, prove, study and the like: on this machine, JOBS at a time, or
with RUNNER=slurm on a cluster, as job arrays of Slurm. See docs/develop/cluster.md.

A task is a function of a module of scripts/ with JSON arguments. It runs in a process of its own:
`function(folder, **arguments)` writes what it likes into `folder`, prints into the log there, and
returns its result as JSON, or raises Failed. On disk (all machines share the file system):

  FOLDER/attempts/ID/   an attempt that runs, or one whose process or node was lost: log and files
  FOLDER/done/          the attempt that counts: result.json, log and files

An attempt that ends renames its folder to done/. A folder that is there cannot be replaced in this
way, so only one attempt ever counts. A task that passed is not run again as long as its key, a
digest of all that the result depends on, is the same; so a run that was stopped goes on where it
was. An attempt without a result (killed, node lost, preempted) is repeated, a failure is not.
"""
import collections
import concurrent.futures
import contextlib
import dataclasses
import errno
import fcntl
import functools
import hashlib
import importlib
import itertools
import json
import os
import pathlib
import re
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import traceback

from scripts.core import tasks

ROOT = tasks.ROOT
COMMAND = (sys.executable, str(ROOT / "scripts"), "runner")
COMMAND = (sys.executable, str(ROOT / "scripts"), "runner")
OPTIONS = ROOT / "scripts" / "core" / "slurm.toml"
# sections of the options
KINDS = ("build", "coverage", "explore", "mutate", "prove", "regress", "study")
OURS = ("array", "chdir", "error", "export", "job-name", "no-requeue", "open-mode", "output",
        "parsable", "requeue", "test-only", "wait", "wrap")     # options of sbatch that are set here
NUMBERS = {"queued": 1000, "attempts": 3, "poll": 5}    # [runner] of the options
NEEDED = ("sbatch", "squeue", "scancel", "scontrol")
NOTHING, NO_STORAGE = 75, 74    # exit status of an attempt without result; it could not be written
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
SETTLE = 1          # s: who ends a job signals its programs one after the other
LATE, SOON = 90, 5  # s until a result that another machine wrote is seen here; if none is likely
PATIENCE = 300      # s without an answer of Slurm's controller


class Failed(Exception):
    """The task failed: one sentence. Running it again would not help."""


class Lost(Exception):
    """A program of the task was killed: the attempt says nothing. One sentence."""


class Stop(Exception):
    """Nothing can run: one sentence for the user."""


@dataclasses.dataclass
class Task:
    """`call`: "module:function"; `folder`: where results are; `key`: digest of what the result
    depends on, "" for a task that always runs; `guess`: s that it takes if nobody knows better."""
    name: str
    call: str
    arguments: dict
    folder: pathlib.Path
    key: str = ""
    guess: float = None

    def __post_init__(self):
        self.folder = ROOT / self.folder

    @property
    def done(self):
        return self.folder / "done"

    def stored(self):
        """The stored result: key, passed, result, error, seconds and more; {} if there is none."""
        try:
            return json.loads((self.done / "result.json").read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return {}

    def ended(self):
        """The same, if it is of this key."""
        stored = self.stored()
        return stored if stored.get("key") == self.key else {}

    def clear(self):
        """Removes what earlier runs left."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in (self.done, self.folder / "attempts"):
            with contextlib.suppress(FileNotFoundError):
                gone = old.rename(old.with_name(f".old-{secrets.token_hex(4)}"))
                shutil.rmtree(gone, ignore_errors=True)


@dataclasses.dataclass
class Outcome:
    """`result`: what the function returned, None if it failed; `error`: a sentence, or "";
    `before`: an earlier run did it; `attempts`: how many processes began it."""
    task: Task
    passed: bool
    result: object
    error: str
    seconds: float
    before: bool = False
    attempts: int = 1

    @property
    def folder(self):
        """Log and files of the attempt that counts, or of those that were lost."""
        return self.task.done if self.task.done.exists() else self.task.folder


def key(arguments, paths):
    """A digest of JSON arguments and of files (all files of a folder, comments of RTL apart)."""
    digest = hashlib.sha256(json.dumps(arguments, sort_keys=True).encode())
    digest.update(_text_of(tuple(map(str, paths))))
    return digest.hexdigest()[:16]


@functools.cache
def _text_of(paths):
    texts = []
    for path in (ROOT / item for item in paths):
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.suffix == ".sv":  # a comment does not change a result
                texts.append(re.sub(rb"//[^\n]*", b"", file.read_bytes()))
            elif file.is_file() and "__pycache__" not in file.parts:
                texts.append(file.read_bytes())
    return hashlib.sha256(b"".join(texts)).digest()


def forget_texts():
    """Files may have changed since keys were made of them."""
    _text_of.cache_clear()


def expect_alive(status, what):
    """Raises Lost if a program was killed: by the kernel without memory, or by its user."""
    if status == -signal.SIGKILL:
        raise Lost(f"{what} was killed (SIGKILL): by a user, or because memory ran out")


def shown(path):
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


# -------------------------------------------------------------------------------------------------
# One attempt, in a process of its own
# -------------------------------------------------------------------------------------------------

def attempt(batch, number):
    """Runs a task of a batch. Returns the exit status."""
    with open(batch, encoding="utf-8") as file:
        task = Task(**json.loads(next(itertools.islice(file, number, None))))
    if task.ended():
        return 0    # Slurm began it again after its end
    name = f"{os.uname().nodename}-{os.getpid()}-{secrets.token_hex(3)}"
    folder = task.folder / "attempts" / name
    stderr = os.dup(2)
    try:
        folder.mkdir(parents=True)
        _redirect(folder / "log")
        result = {"key": task.key, "began": time.time(), "attempt": name, **_call(task, folder)}
        if result["error"]:
            time.sleep(SETTLE)
        _commit(task, folder, result)
    except Lost as lost:
        os.write(stderr, f"{lost}\n".encode())
        return NOTHING
    except OSError as error:
        if task.ended():    # another attempt was first
            return 0
        _redirect(os.devnull)   # or Python fails as well when it ends
        os.write(stderr, f"cannot write {shown(folder)}: {error.strerror}\n".encode())
        return NO_STORAGE
    return 0


def _redirect(path):
    """What this process and its children print goes there."""
    with open(path, "w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)


def _call(task, folder):
    """Calls the function; returns passed, result, error and seconds."""
    start = time.monotonic()
    result, error = None, ""
    try:
        module, function = task.call.split(":")
        result = getattr(importlib.import_module(module), function)(folder, **task.arguments)
    except Lost:
        raise
    except (Exception, SystemExit) as caught:   # pylint: disable=broad-exception-caught
        if isinstance(caught, OSError) and caught.errno in FULL:
            raise
        if not isinstance(caught, (Failed, SystemExit)):
            traceback.print_exc()
        error = f"{caught}" or type(caught).__name__
        print(error)
    return {"passed": not error, "result": result, "error": error,
            "seconds": round(time.monotonic() - start, 2)}


def _commit(task, folder, result):
    """Makes the folder of the attempt the one that counts; texts name the place where it stays."""
    here, there = f"attempts/{folder.name}", task.done.name
    tasks.write(folder / "result.json", (json.dumps(result, indent=1) + "\n").replace(here, there))
    for file in folder.rglob("*") if result["error"] else ():
        if file.is_file() and file.stat().st_size < 1 << 20 and here.encode() in (
                old := file.read_bytes()):
            file.write_bytes(old.replace(here.encode(), there.encode()))
    folder.rename(task.done)


def make(_folder, targets):
    """The task that builds."""
    status = subprocess.run([ROOT / "scripts" / "build.sh", *targets], check=False).returncode
    expect_alive(status, "the build")
    if status:
        raise Failed(f"the build of {' '.join(targets)} failed")


# -------------------------------------------------------------------------------------------------
# Where attempts run
# -------------------------------------------------------------------------------------------------

# waiting, running, or ended. Of those that ended: in which words, whether another attempt makes
# sense if there is no result, and how long (s) to wait for one.
State = collections.namedtuple("State", "kind words again late", defaults=("", True, 0))


class Local:
    """Processes on this machine, JOBS at a time."""

    def __init__(self, _title, _state, wide):
        self.jobs, self.each = (1, tasks.jobs()) if wide else (tasks.jobs(), 1)
        self.kept = contextlib.ExitStack()
        self.batches = self.kept.enter_context(tasks.temporary())
        self.pool = concurrent.futures.ThreadPoolExecutor(self.jobs)
        self.futures, self.running = {}, set()
        self.silent, self.reason = False, ""

    def room(self):
        return 4 * self.jobs - len(self.futures)

    def adopt(self, _open):
        return ()

    def submit(self, batch):
        path = self.batches / f"{secrets.token_hex(4)}.jsonl"
        write_batch(path, batch)
        for number, task in enumerate(batch):
            self.futures[task.name] = self.pool.submit(self._run, task.name, path, number)

    def _run(self, name, batch, number):
        self.running.add(name)
        with subprocess.Popen([*COMMAND, batch, str(number)], text=True,
                              errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=environment(JOBS=f"{self.each}")) as child:
            said, _ = child.communicate()
        if child.returncode < 0:    # what it started is in its process group
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
        return child.returncode, said.strip()

    def states(self):
        states = {}
        for name, future in list(self.futures.items()):
            if not future.done():
                states[name] = State("running" if name in self.running else "waiting")
                continue
            status, said = self.futures.pop(name).result()
            self.running.discard(name)
            number = -status if status < 0 else status - 128    # below a guard
            words = said.splitlines()[-1] if said else (
                signal.Signals(number).name if number in set(signal.Signals)
                else f"exit status {status}")
            states[name] = State("ended", words, status != NO_STORAGE)
        return states

    def wait(self):
        concurrent.futures.wait(self.futures.values(), 0.5, "FIRST_COMPLETED")

    def close(self):
        for future in self.futures.values():
            future.cancel()
        self.pool.shutdown()
        self.kept.close()


class Slurm:
    """Job arrays. In the folder of the run slurm/JOB names the file of the tasks of a job, so that
    the next run finds jobs that are still queued when a run is killed."""

    def __init__(self, title, state, wide):
        self.state = state / "slurm"
        self.state.mkdir(parents=True, exist_ok=True)
        self.options, self.settings = options(title, *(["build"] if wide else []))
        self.poll = self.settings["poll"]
        self.name = f"gsq-{title}-{secrets.token_hex(3)}"   # of the jobs, to cancel them all
        self.places = {}    # (job, index in the array) -> name of the task
        self.adopted = set()
        answer = self._ask(["scontrol", "show", "config"])
        most = re.search(r"^MaxArraySize\s*=\s*(\d+)", answer, re.M)
        self.largest = int(most[1]) if most else 1001
        self.silent, self.reason = False, ""    # no answer from the controller; why tasks wait
        tasks.before_end.append(self.cancel)

    def _run(self, command, **more):
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              check=False, **more)

    def _ask(self, command, **more):
        """Output of a command of Slurm, which may take its time to answer."""
        late = time.monotonic() + PATIENCE
        while True:
            done = self._run(command, **more)
            if not done.returncode:
                return done.stdout
            said = [line for line in done.stderr.splitlines() if "error" in line] or [
                (done.stderr.strip() or f"exit status {done.returncode}").splitlines()[0]]
            if not re.search(r"[Uu]nable to contact|[Tt]imed out|temporarily|try again", done.stderr):
                raise Stop(f"{command[0]} refused: {said[0]}; the options are those of "
                           f"{shown(options_file())}")
            if time.monotonic() > late:
                raise Stop(f"Slurm's controller gives no answer: {said[0]}")
            time.sleep(self.poll)

    def room(self):
        free = self.settings["queued"] - len(self.places)
        return free if free > self.settings["queued"] // 4 or not self.places else 0

    def submit(self, batch):
        while batch:
            part, batch = batch[:self.largest - 1], batch[self.largest - 1:]
            path = self.state / f"{secrets.token_hex(4)}.jsonl"
            write_batch(path, part)
            words = [f"--{name}" if value is True else f"--{name}={value}"
                     for name, value in self.options.items()]
            script = (f"#!/bin/sh\nexec {shlex.join(COMMAND)} "
                      f"{shlex.quote(str(path))} $SLURM_ARRAY_TASK_ID\n")
            try:
                answer = self._ask(["sbatch", "--parsable", f"--array=0-{len(part) - 1}",
                                    "--requeue", f"--job-name={self.name}", f"--chdir={ROOT}",
                                    "--export=ALL", f"--output={self.state}/%A_%a.out",
                                    "--open-mode=append", *words],
                                   input=script, env=environment())
            except Stop:
                path.unlink()
                raise
            job = int(answer.split(";")[0])
            tasks.write(self.state / f"{job}", path.name)
            for index, task in enumerate(part):
                self.places[job, index] = task.name

    def adopt(self, open_tasks):
        """The names of tasks that jobs of a run that was killed still have in the queue. Removes
        the files of all other jobs, and cancels those of tasks that are not wanted now."""
        rows = self._rows() or {}
        queued = {place for place, (state, _) in rows.items() if state not in ENDED}
        for record in self.state.glob("[0-9]*"):
            if not record.name.isdecimal():
                continue
            job = int(record.name)
            places = [place for place in queued if place[0] == job]
            batch = self.state / record.read_text(encoding="utf-8")
            lines = batch.read_text(encoding="utf-8").splitlines() if batch.exists() else []
            for place in places:
                task = Task(**json.loads(lines[place[1]])) if place[1] < len(lines) else None
                wanted = open_tasks.get(task.name) if task else None
                if wanted and wanted.key and wanted.key == task.key:
                    self.places[place] = task.name
                else:
                    self._run(["scancel", f"{job}_{place[1]}"])
            if not places:
                batch.unlink(missing_ok=True)
                record.unlink()
                for file in self.state.glob(f"{job}_*.out"):
                    file.unlink()
        self.adopted = {job for job, _ in self.places}
        return list(self.places.values())

    def _rows(self):
        """{(job, index): (state, reason)} of squeue, None if it gives no answer."""
        done = self._run(["squeue", "--me", "--states=all", "--array", "--noheader",
                          "--format=%F|%K|%T|%r"])
        if done.returncode:
            return None
        rows = {}
        for line in done.stdout.splitlines():
            job, index, state, reason = line.split("|", 3)
            if index.isdecimal():
                rows[int(job), int(index)] = state, reason
        return rows

    def states(self):
        rows = self._rows()
        self.silent = rows is None
        if self.silent:
            return {}
        states = {}
        for (job, index), name in list(self.places.items()):
            state, reason = rows.get((job, index), ("GONE", ""))
            if state == "REQUEUE_HOLD" or reason.startswith("launch failed requeued held"):
                self._run(["scancel", f"{job}_{index}"])
                state = "NODE_FAIL"
            if state in ENDED:
                del self.places[job, index]
                said = self._said(job, index)
                words, again = ENDED[state]
                late = LATE if state in ("COMPLETED", "GONE") else SOON
                states[name] = State("ended", f"{words}{': ' if said else ''}{said}", again, late)
            elif state == "PENDING":
                states[name] = State("waiting")
                self.reason = reason
            else:
                states[name] = State("running")
        return states

    def _said(self, job, index):
        """The last line that a job printed outside its tasks."""
        try:
            lines = (self.state / f"{job}_{index}.out").read_text(errors="replace").split("\n")
        except OSError:
            return ""
        return next((line for line in reversed(lines)
                     if line and line != tasks.SENTENCE), "")

    def wait(self):
        time.sleep(self.poll)

    def cancel(self):
        """Ends all jobs of this run. Also called when the process is interrupted."""
        command = ["scancel", f"--name={self.name}"]
        os.waitpid(os.posix_spawnp(command[0], command, os.environ), 0)
        if self.adopted:
            command = ["scancel", *map(str, self.adopted)]
            os.waitpid(os.posix_spawnp(command[0], command, os.environ), 0)

    def close(self):
        tasks.before_end.remove(self.cancel)
        if self.places:
            self.cancel()
        elif self._rows() is not None:
            self.adopt({})


# States of Slurm in which a job has ended: words for it, whether another attempt makes sense.
ENDED = {"COMPLETED": ("ended", True), "GONE": ("no longer in the queue", True),
         "FAILED": ("was killed, or could not start", True), "NODE_FAIL": ("node lost", True),
         "BOOT_FAIL": ("node lost", True), "PREEMPTED": ("preempted", True),
         "REVOKED": ("revoked", True), "DEADLINE": ("missed its deadline", False),
         "CANCELLED": ("cancelled (scancel)", False),
         "TIMEOUT": ("took longer than Slurm's limit of time; give a longer `time`", False),
         "OUT_OF_MEMORY": ("needed more memory than it had; give more `mem`", False)}


def environment(**more):
    """For what starts tasks: as if no script were above, and with this machine's own runner."""
    own = (tasks.DEPTH,) if not more else ()
    return {**{name: value for name, value in os.environ.items()
               if name not in ("JOBS", "RUNNER", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", *own)}, **more}


def write_batch(path, batch):
    tasks.write(path, "".join(json.dumps(
        {**dataclasses.asdict(task), "folder": str(task.folder)}) + "\n" for task in batch))


# -------------------------------------------------------------------------------------------------
# Options
# -------------------------------------------------------------------------------------------------

def on_slurm():
    return os.environ.get("RUNNER") == "slurm"


def options_file():
    return pathlib.Path(os.environ.get("CLUSTER") or OPTIONS).resolve()


def options(*kinds):
    """The options of sbatch for tasks of these kinds, and the numbers of [runner]. Raises Stop."""
    path = options_file()
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:  # also of 4,300 digits or deep brackets
        words = error.strerror if isinstance(error, OSError) else error
        raise Stop(f"CLUSTER={shown(path)}: expected a TOML file with options of Slurm, such as "
                   f"{shown(OPTIONS)}; {words}") from None
    sections = ("runner", "sbatch", *KINDS)
    for section, values in text.items():
        if section not in sections or not isinstance(values, dict):
            raise Stop(f"{shown(path)}: expected the sections "
                       f"{', '.join(f'[{name}]' for name in sections)}, found {section}")
        for name, value in values.items():
            if section == "runner":
                if name not in NUMBERS or type(value) is not int or value < 1:
                    raise Stop(f"{shown(path)}: [runner] has whole numbers of at least 1 for "
                               f"{', '.join(NUMBERS)}, found {name} = {value}")
            elif name in OURS:
                raise Stop(f"{shown(path)}: [{section}] {name}: this option of sbatch belongs to "
                           "the runner; remove it")
            elif not re.fullmatch(r"[a-z][a-z0-9-]+", name) or value is not True and type(
                    value) not in (str, int) or value == "" or "\n" in f"{value}":
                raise Stop(f"{shown(path)}: [{section}] expected options of sbatch in their long "
                           f"form, such as time = \"04:00:00\" or exclusive = true, found {name} = "
                           f"{value!r}")
    merged = {}
    for section in ("sbatch", *kinds):
        merged |= text.get(section, {})
    return merged, {**NUMBERS, **text.get("runner", {})}


def check():
    """Raises Stop if RUNNER and CLUSTER ask for what cannot be."""
    runner = os.environ.get("RUNNER") or "local"
    if runner not in ("local", "slurm"):
        raise Stop(f"there is no RUNNER={runner}: expected local, this machine, or slurm")
    if runner == "slurm":
        options()
        if missing := [name for name in NEEDED if not shutil.which(name)]:
            raise Stop(f"RUNNER=slurm: there is no {missing[0]} on this machine; work on one from "
                       "which jobs can be submitted to the cluster, or install Slurm's commands "
                       "and the cluster's slurm.conf (Debian: apt-get install slurm-client)")


# -------------------------------------------------------------------------------------------------
# Runs
# -------------------------------------------------------------------------------------------------

def run(title, todo, state, row=lambda outcome: None, unit="tasks", wide=False):
    """Runs tasks, but those that have passed before. Returns {name: Outcome} in the same order.

    `title`: the kind of work, which has a section of this name in the options of Slurm; `state`: a
    folder for files of this run, which no other run may use at the same time; `row(outcome)`: the
    text that is printed when a task has ended, or None; `wide`: a task may use several CPUs, JOBS on
    this machine, on a node what the section [build] says. A failure does not stop the others. Ends
    the program with a sentence when nothing can run.
    """
    todo = {task.name: task for task in todo}
    outcomes = {}
    try:
        check()
        state.mkdir(parents=True, exist_ok=True)
        with open(state / "lock", "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Stop(f"another run uses {shown(state)}; wait for its end") from None
            for name, task in todo.items():
                stored = task.ended() if task.key else {}
                if stored.get("passed"):
                    outcomes[name] = _outcome(task, stored, before=True)
            _run_open(title, todo, state, row, unit, wide, outcomes)
    except Stop as stop:
        sys.exit(f"{title}: {stop}")
    except OSError as error:
        sys.exit(f"{title}: cannot write {error.filename or shown(state)}: {error.strerror}; what "
                 "was finished before stays, run again to go on")
    return {name: outcomes[name] for name in todo}


def _outcome(task, stored, **more):
    return Outcome(task, stored["passed"], stored["result"], stored["error"], stored["seconds"],
                   **more)


def _run_open(title, todo, state, row, unit, wide, outcomes):
    """Adds the outcomes of those that have none."""
    times = tasks.Times(title)
    expected = {name: task.guess if seconds is None else seconds
                for (name, seconds), task in zip(times.of(todo).items(), todo.values())
                if name not in outcomes}
    for outcome in outcomes.values():
        if text := row(outcome):
            print(text, flush=True)
    if not expected:
        return
    executor = (Slurm if on_slurm() else Local)(title, state, wide)
    most = options()[1]["attempts"] if on_slurm() else NUMBERS["attempts"]
    workers = executor.settings["queued"] if on_slurm() else executor.jobs
    running, attempts, late, told = set(), collections.Counter(), {}, {"", "None"}
    with contextlib.closing(executor), \
            tasks.Progress(title, expected, min(workers, len(expected)), unit) as progress:
        waiting = [todo[name] for name in expected]
        adopted = set(executor.adopt({task.name: task for task in waiting}))
        waiting = [task for task in waiting if task.name not in adopted]
        attempts.update(adopted)

        def end(name, outcome):
            late.pop(name, None)
            running.discard(name)
            progress.end(name, outcome.seconds)
            if outcome.passed:
                times.add(name, outcome.seconds)
            outcomes[name] = outcome
            if text := row(outcome):
                progress.say(text)

        while len(outcomes) < len(todo):
            if part := waiting[:executor.room()]:
                del waiting[:len(part)]
                for task in part:
                    if not attempts[task.name]:
                        task.clear()
                executor.submit(part)
                attempts.update(task.name for task in part)
            for name, now in executor.states().items():
                if now.kind == "running":
                    running.add(name)
                    if name not in progress.running:
                        progress.begin(name)
                else:
                    running.discard(name)
                if now.kind == "ended":
                    late[name] = now, time.monotonic() + now.late
            for name, (now, limit) in list(late.items()):
                task = todo[name]
                with contextlib.suppress(OSError):
                    os.listdir(task.folder)     # so that NFS looks again
                if stored := task.ended():
                    others = len(list((task.folder / "attempts").glob("*")))    # also Slurm's own
                    end(name, _outcome(task, stored, attempts=max(attempts[name], others + 1)))
                elif time.monotonic() >= limit:
                    if now.again and attempts[name] < most:
                        progress.say(f"{name}: {now.words}; runs again, attempt "
                                     f"{attempts[name] + 1} of {most}")
                        del late[name]
                        waiting.append(task)
                    else:
                        times_ = f", {attempts[name]} times in all" if now.again else ""
                        end(name, Outcome(task, False, None, f"no result: {now.words}{times_}", 0,
                                          attempts=attempts[name]))
            if on_slurm():
                progress.workers = max(len(running), 1)
            why = ("Slurm's controller gives no answer" if executor.silent
                   else "" if running else executor.reason)
            if why not in told:
                told.add(why)
                progress.say(f"{title}: waiting: {why}")
            if len(outcomes) < len(todo) and not (waiting and executor.room()):
                executor.wait()


def summary(outcomes):
    """The end of the last line: what was done before, what was repeated."""
    before = sum(outcome.before for outcome in outcomes.values())
    again = sum(outcome.attempts > 1 for outcome in outcomes.values())
    return "".join([f", {before} done by an earlier run" if before else "",
                    f", {again} begun again after a loss" if again else ""])


def build(targets, state, keep_going=False):
    """Builds once what all tasks need, on a node if they run on nodes. Ends the program when it
    fails; with `keep_going` everything that can be built is, and the tasks tell the rest."""
    targets = [*(["-k", "0"] if keep_going else []), *targets]
    if on_slurm():
        task = Task("build", "scripts.core.runner:make", {"targets": targets}, state / "build")
        outcome = run("build", [task], state / "build", wide=True)["build"]
        status, words = int(not outcome.passed), f"{outcome.error}, see {shown(outcome.folder)}/log"
    else:
        status = subprocess.run([ROOT / "scripts" / "build.sh", *targets], check=False).returncode
        words = ""
    if status and not keep_going:
        sys.exit(words or status)


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("batch", metavar="BATCH", help="a file with tasks that this module wrote")
    parser.add_argument("number", metavar="NUMBER", type=int, help="of the task in it")
    asked = parser.parse_args()
    if "SLURM_JOB_ID" in os.environ and "JOBS" not in os.environ:
        os.environ["JOBS"] = os.environ.get("SLURM_CPUS_PER_TASK", "1")
    return attempt(asked.batch, asked.number)
