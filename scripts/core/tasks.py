# SPDX-License-Identifier: Apache-2.0
"""What all scripts share: how they end when they are interrupted, how they write files, and how
they say how far long work is.

Usage: tasks.py COMMAND…     runs a command that is interrupted in the same way; below a script, in
                             a process group of its own, so that it cannot read the terminal

SIGINT (Ctrl-C), SIGTERM and SIGHUP end a script and everything that it started, with one sentence
and exit status 128 + signal. What killed programs lead to is neither shown nor written. A guard
runs above the outermost script. Ctrl-C reaches the guard, but not the scripts, which are in process
groups of their own: the guard asks its descendants to end (SIGTERM), parents before their children.
A script ends what it started itself, and so does Ninja. What still runs after a grace time is
killed. A guard or script that is killed outright (SIGKILL) takes those below it along in this way.
A script whose output nobody reads any more (`… | head`) ends without a word.
"""
import contextlib
import ctypes
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMES = ROOT / "build" / "times"        # seconds that work took, for estimates
SENTENCE = "interrupted; run again to go on"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DEPTH = "GSQ_TASKS"                     # environment: how many guards and scripts are above
GRACE, LESS = 12, 3                     # s until descendants are killed; a script below waits less
NAME = "gsq:"                           # begins the process name of guards and scripts
ENDING = ("ninja", "apt-get")           # these end their own children
SPARED = ("apt-get",)                   # killing it would leave a package half installed
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36

_gate = threading.Lock()    # held for ever once the script is interrupted
_hit = []                   # signals that came
_parts = set()              # files and folders that exist only while they are written
before_end = []             # called when an interrupt has ended all descendants; no subprocess


def arguments(doc):
    """A parser of the words of a command; --help tells them behind the docstring of its module."""
    import argparse     # not for each recipe of make
    return argparse.ArgumentParser(sys.argv[0], description=doc,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)


def one_of(names):
    """The type of a word that is one of these. (Python 3.11 has `choices` refuse no word at all.)"""
    import argparse

    def known(word):
        if word not in names:
            raise argparse.ArgumentTypeError(f"there is no {word}; there are {', '.join(names)}")
        return word
    return known


def check_asked(doc):
    """Whether a command that has no other option is called with --check."""
    parser = arguments(doc)
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit status 1 if anything would be written")
    return parser.parse_args().check


# -------------------------------------------------------------------------------------------------
# Interrupts
# -------------------------------------------------------------------------------------------------

def main(function):
    """Runs `function` and exits with what it returns, as sys.exit(function())."""
    if DEPTH not in os.environ:
        sys.exit(_guard([sys.executable, *sys.orig_argv[1:]]))
    _leave_group()
    _watch()
    try:
        sys.exit(_while_read(function))
    finally:
        _gate.acquire()     # no interrupt from here on


def _while_read(function):
    """What the function returns. Where nobody reads any more what it prints, as in `… | head`, it
    ends there without a word, with the exit status of a program that SIGPIPE killed."""
    try:
        try:
            return function()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        if not _is_unread(sys.stdout.fileno()):     # another pipe, which is a matter of the script
            raise
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    if _is_unread(sys.stderr.fileno()):
        os.dup2(null, sys.stderr.fileno())
    return 128 + signal.SIGPIPE


def _is_unread(descriptor):
    """Whether this is a pipe that no process reads."""
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(events & select.POLLERR for _, events in poll.poll(0))


def _prctl(option, value):
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _leave_group():
    """Ctrl-C reaches all processes of the terminal's group, also programs that act on it. The end
    of what is above reaches this process all the same."""
    with contextlib.suppress(PermissionError):  # the process has a session of its own
        os.setpgid(0, 0)
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _guard(command):
    """Runs a command. Returns its exit status."""
    if DEPTH in os.environ:
        _leave_group()
    _watch()
    # It is the guard that acts on Ctrl-C, also before a script has a group of its own.
    with subprocess.Popen(["env", "--ignore-signal=INT,HUP", "setpriv", "--pdeathsig", "TERM",
                           *command]) as child:
        status = child.wait()
    number = -status if status < 0 else status - 128
    if number == signal.SIGKILL:    # programs of a script are in its process group
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    if number in SIGNALS and not _hit:
        _end(number)
    if _hit:    # the child may have ended first
        threading.Event().wait()
    _gate.acquire()     # no interrupt from here on
    return 128 + number if status < 0 else status


def _watch():
    """Ends the process on a signal, from a thread of its own: the main thread may hold any lock."""
    _rename(NAME + pathlib.Path(sys.argv[0].split(" ")[-1]).stem)
    depth = int(os.environ.get(DEPTH, 0))
    os.environ[DEPTH] = str(depth + 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # what was printed is not lost
    # From then on no thread starts a program.
    sys.addaudithook(lambda event, _: event == "subprocess.Popen" and _pass())
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    for number in SIGNALS:
        # Who ignores SIGHUP was started with nohup. A shell starts background jobs without SIGINT.
        if signal.getsignal(number) != signal.SIG_IGN or number == signal.SIGINT and depth == 0:
            signal.signal(number, lambda number, _: _hit.append(number))

    def wait():
        while (number := os.read(reader, 1)[0]) not in SIGNALS:
            pass
        _end(number, depth)

    threading.Thread(target=wait, daemon=True).start()


def worker():
    """For processes of a pool: an interrupt ends them at once."""
    signal.set_wakeup_fd(-1)
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    _rename("worker")


def _rename(name):
    with open("/proc/self/comm", "w", encoding="utf-8") as file:
        file.write(name)


def _pass():
    """Returns, but not after an interrupt."""
    with _gate:
        pass


def _end(number, depth=0):
    """Ends all descendants and this process."""
    _gate.acquire()  # never released
    null, terminal = os.open(os.devnull, os.O_WRONLY), os.dup(2)
    os.dup2(null, 1)
    os.dup2(null, 2)
    _end_descendants(max(GRACE - LESS * depth, 1))
    for function in before_end:
        function()
    for part in list(_parts):
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)
    if depth == 0:
        clear = "\r\033[K" if os.isatty(terminal) else ""
        os.write(terminal, f"{clear}{SENTENCE}\n".encode())
    os._exit(128 + number)


def _end_descendants(grace):
    """Asks all descendants to end; kills those that have not after `grace` seconds."""
    # Orphans become children of this process, so that none is lost.
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    asked, late = set(), time.monotonic() + grace
    quiet = 0
    while quiet < 2:    # twice none: a program that was just being started is seen, too
        kill = time.monotonic() > late
        alive = list(_descendants(everyone=kill))
        for pid, name in alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if kill and name not in SPARED:
                    os.kill(pid, signal.SIGKILL)
                elif pid not in asked:
                    os.kill(pid, signal.SIGINT if name in SPARED else signal.SIGTERM)
            asked.add(pid)
        quiet = 0 if alive else quiet + 1
        time.sleep(0.02)


def _descendants(everyone):
    """(process, name) of all that live below this one, parents first; without `everyone` not those
    below a process that ends its own."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            before, _, after = path.read_text(encoding="utf-8", errors="replace").rpartition(")")
            state, parent = after.split()[:2]
            if state not in "ZX":
                pid, _, name = before.partition(" (")
                children.setdefault(int(parent), []).append((int(pid), name))
    level = children.get(os.getpid(), [])
    while level:
        yield from level
        level = [child for pid, name in level
                 if everyone or not (name.startswith(NAME) or name in ENDING)
                 for child in children.get(pid, [])]


# -------------------------------------------------------------------------------------------------
# Files
# -------------------------------------------------------------------------------------------------

def write(path, text):
    """Writes a file, text or bytes, as a whole or not at all."""
    path = pathlib.Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}")
    with _gate:
        _parts.add(part)
    try:
        part.write_bytes(text.encode() if isinstance(text, str) else text)
        if path.exists():
            part.chmod(path.stat().st_mode)
        with _gate:
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
        with _gate:
            _parts.discard(part)


def changed(path, what):
    """One line: LAND=1, or --land, has changed a file of the repository."""
    path = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return (f"it has put {what} into {path}, a file of the repository: "
            "commit it with the change that they are of, or undo it with git checkout")


@contextlib.contextmanager
def temporary():
    """A folder that exists only in the block."""
    with _gate:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="gsq-"))
        _parts.add(folder)
    try:
        yield folder
    finally:
        with _gate:
            shutil.rmtree(folder, ignore_errors=True)
            _parts.discard(folder)


# -------------------------------------------------------------------------------------------------
# Progress
# -------------------------------------------------------------------------------------------------

def jobs():
    """How many programs run at once."""
    return int(os.environ.get("JOBS") or 0) or os.cpu_count()


class Times:
    """Seconds that parts of a kind of work took, from run to run: build/times/KIND.json."""

    def __init__(self, kind):
        self.path = TIMES / f"{kind}.json"
        try:
            self.known = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):   # no earlier run
            self.known = {}
        self.lock = threading.Lock()

    def add(self, name, seconds):
        with self.lock:
            self.known[name] = round(seconds, 1)
            TIMES.mkdir(parents=True, exist_ok=True)
            write(self.path, json.dumps(self.known, indent=1) + "\n")

    def of(self, names):
        """{name: seconds or None}"""
        return {name: self.known.get(name) for name in names}


_shown = []     # what says how far it is, the innermost last


def step(text):
    """What the work that says how far it is does now."""
    for progress in _shown[-1:]:
        progress.note = text


class Progress:
    """Says how far work is and how long it will take: on a terminal in a bar, elsewhere in a line
    at once and one a minute. A context manager.

    `parts`: the seconds that each is expected to take, {name: seconds or None}, or only the names:
    then these are the seconds of the last run, which are kept in build/times/. `workers`: parts at
    a time.
    """

    PERIOD = 60     # s between lines
    SHORT = 10      # s of work that is not announced outside a terminal
    BAR = 24        # characters

    def __init__(self, title, parts, workers=1, unit="tasks"):
        self.title, self.unit, self.workers, self.note = title, unit, max(workers, 1), ""
        self.times = None if isinstance(parts, dict) else Times(title)
        self.expected = dict(parts) if self.times is None else self.times.of(parts)
        self.running, self.ended = {}, {}
        self.start = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.lock, self.stop = threading.RLock(), threading.Event()
        self.ticker = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self):
        _shown.append(self)
        self.ticker.start()
        return self

    def __exit__(self, *_):
        _shown.remove(self)
        self.stop.set()
        self.ticker.join()
        self._clear()

    def begin(self, name):
        with self.lock:
            self.expected.setdefault(name, None)
            self.running[name] = time.monotonic()

    def end(self, name, seconds=None):
        """A part ended, after so many seconds if it did not begin with begin()."""
        _pass()     # or an interrupt ended it
        with self.lock:
            self.expected.setdefault(name, None)
            began = self.running.pop(name, None)
            if seconds is None:
                seconds = time.monotonic() - began
            self.ended[name] = seconds
        if self.times:
            self.times.add(name, seconds)
        return seconds

    def count(self, count):
        """There are so many parts: others came, or the last ones are not needed after all."""
        with self.lock:
            for number in range(count - len(self.expected)):
                self.expected[f"unknown {len(self.expected)} {number}"] = None
            while len(self.expected) > count and len(self.expected) > len(self.ended):
                del self.expected[next(name for name in reversed(self.expected)
                                       if name not in self.ended)]

    def say(self, text):
        """Prints a line of the work itself."""
        with self.lock:
            self._clear()
            print(text, flush=True)
            if self.terminal:
                self._show()

    def left(self):
        """Seconds that the rest will take, or None if nothing is known."""
        with self.lock:
            now = time.monotonic()
            known = [seconds for seconds in self.expected.values() if seconds is not None]
            usual = sum(known) / len(known) if known else None
            pairs = [(took, self.expected[name]) for name, took in self.ended.items()
                     if self.expected[name] is not None]
            # What this run took is compared with what it should have: one part proves little.
            doubt = sum(known) / len(known) ** 0.5 if known else 1
            should = sum(e for _, e in pairs) + doubt
            pace = (sum(took for took, _ in pairs) + doubt) / should if should else 1
            if usual is None and self.ended:
                usual = sum(self.ended.values()) / len(self.ended)
            rests = []
            for name, seconds in self.expected.items():
                if name not in self.ended:
                    if seconds is None and usual is None:
                        return None
                    whole = (usual if seconds is None else seconds) * pace
                    began = self.running.get(name)
                    # A late part is likely to take some more.
                    rests.append(max(whole - (now - began), (now - began) / 10) if began else whole)
            return max(sum(rests) / self.workers, max(rests, default=0))

    def text(self):
        left, spent = self.left(), time.monotonic() - self.start
        count = f"{len(self.ended)} of {len(self.expected)} {self.unit}, "
        so_far = f"{duration(spent)} so far, " if spent > self.SHORT else ""
        note = f" ({self.note})" if self.note else ""
        return (f"{self.title}: {count if len(self.expected) > 1 else ''}" + (
                   f"{so_far}no earlier run says how long it takes" if left is None
                   else f"about {duration(left)} left") + note)

    def _show(self):
        with self.lock:
            if not self.terminal:
                print(self.text(), file=sys.stderr, flush=True)
                return
            left, spent = self.left(), time.monotonic() - self.start
            part = (len(self.ended) / max(len(self.expected), 1) if left is None
                    else spent / max(spent + left, 0.001))
            bar = "#" * round(self.BAR * part)
            line = f"[{bar:{self.BAR}}] {self.text()}"[:shutil.get_terminal_size().columns - 1]
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    def _clear(self):
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _tick(self):
        wait = 0.5
        while not self.stop.wait(wait):
            left = self.left()
            if self.terminal or wait > 1 or left is None or left > self.SHORT:
                self._show()
            wait = 0.5 if self.terminal else self.PERIOD


def duration(seconds):
    """Seconds for people: 40 s, 3 min, 2.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("usage: python3 -m scripts tasks COMMAND…")
    sys.exit(_guard(sys.argv[1:]))
