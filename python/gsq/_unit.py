# SPDX-License-Identifier: Apache-2.0
"""A unit that runs commands and programs."""
from __future__ import annotations

import json
import operator
import os
import pathlib
import sys
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, Union

import numpy as np
from numpy.typing import DTypeLike, NDArray

from gsq import _core, _process
from gsq._commands import Commands, Width
from gsq._config import Config
from gsq._error import Error

Backend = Literal["golden", "cycle", "rtl", "lockstep"]
_BACKENDS = ("golden", "cycle", "rtl", "lockstep")
_WIDTHS = {"b8": 1, "b16": 2, "b32": 4, "b64": 8}
_KINDS = "biuf"  # of numpy's types: bools and numbers
_MOST_BYTES = 8  # of an element; a longer float has bytes without a meaning

#: What is written to memory and registers: its type says how many bytes an element has.
Data = Union[NDArray[Any], np.generic, bytes, bytearray]


class Unit(Commands):
    """A unit with its Unified Buffer and registers, all zero at first.

    Methods named as commands queue a command and return. All others wait until the queue is empty,
    and raise the Error of the first command in it that failed; the commands behind that have run.
    One thread at a time uses a unit; others may use others meanwhile.

    config: a Config, or the name of one
    backend: "golden" computes results only; "cycle" also the cycles, by the model; "lockstep" runs
        the RTL and compares every port with the model in every cycle; "rtl" runs it alone
    stall, seed: percentage of cycles in which each channel stalls at random (RTL only)
    waves: name of a waveform to write (RTL only)
    build: folder of a build of the RTL, with CONFIG/gsq in it; otherwise GSQ_BUILD, otherwise build/
        of the source tree that the package comes from
    """

    def __init__(self, config: Config | str = "full", backend: Backend = "golden", *,
                 stall: SupportsIndex = 0, seed: SupportsIndex = 0,
                 waves: str | os.PathLike[str] | None = None,
                 build: str | os.PathLike[str] | None = None) -> None:
        self.config = config if isinstance(config, Config) else Config(config)
        self.backend = backend
        self._process: _process.Process | None = None
        self._session: _core.Session | None = None
        if backend not in _BACKENDS:
            raise Error(f"expected a backend ({', '.join(_BACKENDS)}), found {backend!r:.60}")
        numbers = {"stall": _whole("stall", stall), "seed": _whole("seed", seed)}
        if backend in ("golden", "cycle"):
            for name, value in (*numbers.items(), ("waves", waves)):
                if value:
                    raise Error(f"{name}: expected backend rtl or lockstep, found {backend}")
        else:
            options = ["--backend", backend]
            for name, number in numbers.items():
                options += [f"--{name}", str(number)]
            if waves is not None:
                options += ["--waves", os.path.abspath(waves)]
            self._process = _process.Process(_process.program(self.config, build), options)
        self._session = _core.Session(self.config.name, json.dumps(self.config.parameters), backend,
                                      self._process.ask if self._process else None)

    # ---------------------------------------------------------------------------------------------
    # Commands and programs
    # ---------------------------------------------------------------------------------------------

    def _command(self, name: str, *words: str | None) -> None:
        caller = sys._getframe(2)
        given = [word for word in words if word is not None]
        self._open().command(f"{name} {', '.join(given)}", caller.f_code.co_filename,
                             caller.f_lineno)

    def run(self, program: str | os.PathLike[str], file: str = "program.gsq") -> None:
        """Runs a program: its text, or a pathlib.Path of a file. Raises Error with all its errors,
        or with all expectations that were not met, a line each.

        file: of a text: its name in errors; files that it names are relative to it
        """
        if isinstance(program, os.PathLike):
            file = os.fspath(program)
            try:
                program = pathlib.Path(program).read_text(encoding="utf-8", errors="surrogateescape")
            except OSError as error:
                raise Error(f"{file}: cannot be read: {error.strerror}") from None
        if not isinstance(program, str):
            raise Error(f"expected the text of a program or a pathlib.Path, found {program!r:.60}")
        if not isinstance(file, str) or "\0" in file:
            raise Error(f"expected the name of a program, found {file!r:.60}")
        self._open().run(program, file)

    def wait(self) -> None:
        """Waits until all commands are done."""
        self._open().wait()

    # ---------------------------------------------------------------------------------------------
    # Memory and registers
    # ---------------------------------------------------------------------------------------------

    def write_ub(self, address: SupportsIndex, data: Data) -> None:
        """Writes an array into the Unified Buffer, in C order and little endian, from an address on.

        data: a numpy array of bools or real numbers, of any shape and layout, or bytes. A list has
            no type: make an array of it
        """
        self._open().write_ub(_place("address", address), _bytes_of(data))

    def read_ub(self, address: SupportsIndex, count: SupportsIndex,
                dtype: DTypeLike = np.uint8) -> NDArray[Any]:
        """Reads `count` elements of a type from the Unified Buffer, from an address on."""
        kind = _type_of(dtype)
        size = _place("count", count) * kind.itemsize
        # Nothing larger than the buffer is worth asking for.
        return _array(self._open().read_ub(_place("address", address), min(size, 1 << 62)), kind)

    def write_v(self, index: SupportsIndex, data: Data) -> None:
        """Writes a whole vector register: an array of as many bytes as it has."""
        self._open().write_v(_place("register", index), _bytes_of(data))

    def read_v(self, index: SupportsIndex, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
        """Reads a vector register as elements of a type."""
        kind = _type_of(dtype)
        if self.config.vector_bytes % kind.itemsize:
            raise Error(f"expected a type whose elements fill {self.config.vector_bytes} bytes, "
                        f"found {kind} of {kind.itemsize} bytes")
        return _array(self._open().read_v(_place("register", index)), kind)

    def write_m(self, index: SupportsIndex, lanes: NDArray[np.bool_] | Sequence[bool],
                width: Width = "b8") -> None:
        """Writes a whole mask register: a bool for each lane of a width."""
        step = self._lane_bytes(width)
        bits = np.zeros(self.config.vector_bytes, np.uint8)
        given = _lanes_of(lanes)
        if given.dtype != np.bool_ or given.shape != bits[::step].shape:
            raise Error(f"expected an array of {len(bits) // step} bools, a lane of {width} each, "
                        f"found shape {given.shape} of {given.dtype}")
        bits[::step] = given
        self._open().write_m(_place("register", index), bits.tobytes())

    def read_m(self, index: SupportsIndex, width: Width = "b8") -> NDArray[np.bool_]:
        """Reads a mask register: a bool for each lane of a width."""
        step = self._lane_bytes(width)
        return _array(self._open().read_m(_place("register", index)), np.dtype(np.bool_))[::step]

    def ar(self) -> int:
        """AR: the bytes that the squeeze stream has stored."""
        return self._open().ar()

    def info(self) -> int:
        """The info word in the answer to the last command: of a squeeze, the bytes that it kept."""
        return self._open().info()

    # ---------------------------------------------------------------------------------------------
    # What it took
    # ---------------------------------------------------------------------------------------------

    def cycles(self) -> int:
        """Clock cycles so far; 0 with backend golden."""
        return self._open().cycles()

    def statistics(self) -> dict[str, Any]:
        """The cost of everything since the last call, or since the start: the object of
        `gsq run --stats`, with `compared_cycles` among its totals."""
        result: dict[str, Any] = json.loads(self._open().statistics())
        return result

    # ---------------------------------------------------------------------------------------------
    # The end
    # ---------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Waits, and ends the process of the RTL; a waveform is complete then. The unit cannot be
        used any more; closing it again does nothing."""
        session, self._session = self._session, None
        try:
            if session is not None:
                session.finish()
        finally:
            if self._process is not None:
                self._process.close()

    def __enter__(self) -> Unit:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
            return
        self._session = None    # the exception counts, not one of a command that waits
        if self._process is not None:
            self._process.close()

    def __repr__(self) -> str:
        closed = ", closed" if self._session is None else ""
        return f"<gsq.Unit {self.config.name}, {self.backend}{closed}>"

    def _open(self) -> _core.Session:
        if self._session is None:
            raise Error("the unit is closed: make another one")
        return self._session

    def _lane_bytes(self, width: Width) -> int:
        if not isinstance(width, str) or width not in _WIDTHS:
            raise Error(f"expected a lane width ({', '.join(_WIDTHS)}), found {width!r:.60}")
        return _WIDTHS[width]


def _whole(what: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise Error(f"expected a whole number for {what}, found {value!r:.60}") from None


def _place(what: str, value: SupportsIndex) -> int:
    """A number of 0 or more that fits 64 bits."""
    number = _whole(what, value)
    if not 0 <= number < 1 << 63:
        raise Error(f"expected a whole number of 0 or more for {what}, found {number:#x}"[:120])
    return number


def _plain(data: NDArray[Any] | np.generic) -> NDArray[Any]:
    """An array without what a subclass of it does otherwise."""
    if isinstance(data, np.ma.MaskedArray):
        raise Error("expected an array without a mask, found a masked one: give its .data, or what "
                    ".filled(VALUE) makes of it")
    return np.asarray(data)


def _bytes_of(data: Data) -> bytes:
    """The bytes of an array as the unit has them."""
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if not isinstance(data, (np.ndarray, np.generic)):
        raise Error(f"expected a numpy array or bytes, found {type(data).__name__}: make an array "
                    "of a type, such as numpy.array(…, numpy.int32)")
    array = data if type(data) is np.ndarray else _plain(data)
    _check_type(array.dtype, "an array", "one of ", ": give its .real and .imag, one after the other")
    return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()


def _lanes_of(lanes: NDArray[np.bool_] | Sequence[bool]) -> NDArray[Any]:
    try:
        return _plain(lanes) if isinstance(lanes, np.ndarray) else np.asarray(lanes)
    except ValueError:  # rows of different lengths
        raise Error("expected an array of bools, found a sequence that makes no array") from None


def _check_type(dtype: np.dtype[Any], what: str, found: str = "", instead: str = "") -> None:
    """Raises Error where elements of a type have no bytes that the unit could use; `instead`: of
    complex ones."""
    if dtype.kind in _KINDS and dtype.itemsize <= _MOST_BYTES:
        return
    if dtype.kind == "c":
        raise Error(f"expected {what} of real numbers, found {found}{dtype}{instead}")
    most = f" of at most {_MOST_BYTES} bytes" if dtype.kind in _KINDS else ""
    raise Error(f"expected {what} of numbers{most}, found {found}{dtype}")


def _type_of(dtype: DTypeLike) -> np.dtype[Any]:
    try:
        kind = np.dtype(dtype)
    except TypeError as error:
        raise Error(f"expected a numpy type of numbers, found {dtype!r:.60}: {error}") from None
    _check_type(kind, "a numpy type")
    return kind


def _array(data: bytes, kind: np.dtype[Any]) -> NDArray[Any]:
    """An array of its own; elements are little endian in the unit. A byte that is not 0 is True."""
    if kind.kind == "b":
        return np.frombuffer(data, np.uint8).astype(np.bool_)
    return np.frombuffer(data, kind.newbyteorder("<")).astype(kind)
