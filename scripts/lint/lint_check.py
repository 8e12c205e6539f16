# SPDX-License-Identifier: Apache-2.0
"""One static check, and the record of those that passed. For scripts/lint/lint.py."""
import dataclasses
import hashlib
import json
import pathlib
import subprocess
import typing

from scripts.core import tasks
from scripts.spec.rtl_files import ROOT

OUT = ROOT / "build" / "lint"


@dataclasses.dataclass
class Check:
    """A command or a function that checks some files."""
    kind: str                   # a kind of scripts/lint/lint.py
    name: str                   # unique in its kind
    files: list                 # what the outcome depends on
    find: typing.Callable       # findings: of the command's output, or without a command of ()
    command: list = ()
    flags: str = ""             # what the outcome depends on beside the command and the files

    def run(self):
        """The findings, one line each."""
        if not self.command:
            return self.find()
        try:
            done = subprocess.run(self.command, cwd=ROOT, capture_output=True, text=True,
                                  errors="replace", check=False)
        except FileNotFoundError:
            return [f"{self.command[0]} is not installed; 'make lint' and 'make test' install "
                    "what they need"]
        findings = self.find(done.stdout + done.stderr)
        if done.returncode and not findings:
            findings = [f"{self.name}: {self.command[0]} ended with status {done.returncode}: "
                        f"{(done.stderr.strip() or done.stdout.strip())[-300:]}"]
        return findings

    def digest(self):
        state = hashlib.sha256(repr((self.command, self.flags)).encode())
        for file in self.files:
            state.update(relative(file).encode() + hashlib.sha256(file.read_bytes()).digest())
        return state.hexdigest()


class Passed:
    """Checks of a kind that passed, with their files: build/lint/KIND.json, digests by name."""

    def __init__(self, kind):
        self.file = OUT / f"{kind}.json"
        self.before = json.loads(text_of(self.file)) if self.file.exists() else {}
        self.now = {}   # the checks of this run; others no longer exist
        self.digests = {}

    def knows(self, check):
        """Whether the check passed before with the same files, flags and command."""
        digest = self.digests[check.name] = check.digest()
        if self.before.get(check.name) == digest:
            self.now[check.name] = digest
        return check.name in self.now

    def add(self, check):
        """Records that the check passed on the files that knows() has read."""
        self.now[check.name] = self.digests[check.name]
        OUT.mkdir(parents=True, exist_ok=True)
        tasks.write(self.file, json.dumps(self.now, indent=1))


def relative(path):
    return str(pathlib.Path(path).relative_to(ROOT))


def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace")
