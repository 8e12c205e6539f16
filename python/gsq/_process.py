# SPDX-License-Identifier: Apache-2.0
"""The RTL of a configuration, in a process of its own: `gsq serve`."""
from __future__ import annotations

import os
import pathlib
import subprocess
import tempfile

from gsq import _core
from gsq._config import Config
from gsq._error import Error


def program(config: Config, build: str | os.PathLike[str] | None) -> pathlib.Path:
    """The gsq program with the RTL of a configuration. Raises Error when it is not there."""
    folder = pathlib.Path(build or os.environ.get("GSQ_BUILD") or
                          os.path.join(_core.SOURCE, "build"))
    path = folder / config.name / "gsq"
    if not path.is_file():
        raise Error(f"there is no RTL of the configuration {config.name}: expected the program "
                    f"{path}; build it with 'make build {config.make_options}' in {_core.SOURCE}, or "
                    "name the folder of a build with build= or GSQ_BUILD")
    return path


class Process:
    """A running `gsq serve`. It ends with close(), or when nobody refers to it any more."""

    def __init__(self, path: pathlib.Path, options: list[str]) -> None:
        self._said = tempfile.TemporaryFile()   # on standard error
        try:
            self._process = subprocess.Popen(
                [path, "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self._said)
        except OSError as error:
            raise Error(f"{path}: cannot be run: {error.strerror}") from None

    def ask(self, line: str) -> str:
        """Sends a line and returns the one that answers it."""
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except (BrokenPipeError, ValueError):   # it has ended, or was closed here
            answer = b""
        except BaseException:                   # an interrupt: its answer would come later
            self.close()
            raise
        if answer.endswith(b"\n"):
            return answer.decode()
        self.close()
        self._said.seek(0)
        said = self._said.read().decode(errors="replace").strip()
        raise Error(f"gsq serve ended with status {self._process.returncode}" +
                    (f": {said}" if said else ""))

    def close(self) -> None:
        """Ends the process; once is enough."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()
