# SPDX-License-Identifier: Apache-2.0
"""Traffic of a sweep of make study: sets that come with the project, and files of one's own.

A file of patterns (.json) is what gsq perf takes. A sparse matrix (.mtx, .mtx.gz) stands for the
reads of x in y = A x: of each stored entry the element of x that its column names, row after row, as
a product by CSR reads them. What it reads and writes in order (values, columns, y) is not in it.
"""
import dataclasses
import hashlib
import json
import pathlib

from scripts.explore import matrix_market

PATTERNS = ("limits", "workloads", "applications")  # files of tb/patterns/
PROGRAMS = "commands"       # squeezes and vec commands, as study.py writes them
SETS = (*PATTERNS, PROGRAMS)
SUFFIXES = (".json", *matrix_market.SUFFIXES)
EXPECTED = f"names of sets ({', '.join(SETS)}) and of files ({', '.join(SUFFIXES)})"


class Wrong(Exception):
    """No traffic; the text is a sentence."""


@dataclasses.dataclass(frozen=True)
class Traffic:
    """A set, or a file."""
    name: str           # as the sweep writes it
    file: str = ""      # absolute path; empty: a set
    digest: str = ""    # of the file

    def is_matrix(self):
        return self.file.endswith(matrix_market.SUFFIXES)


DEFAULT = tuple(Traffic(name) for name in SETS)


def asked(names, folder):
    """The traffic that a sweep in this folder names. Raises Wrong."""
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise Wrong(f"expected traffic = [NAME, ...] with {EXPECTED}")
    if len(set(names)) != len(names):
        raise Wrong("expected each name in traffic once, found one twice")
    return tuple(Traffic(name) if name in SETS else _file(name, folder) for name in names)


def _file(name, folder):
    if not name.endswith(SUFFIXES):
        raise Wrong(f"expected in traffic {EXPECTED}, found {json.dumps(name)[:80]}")
    path = pathlib.Path(folder, name).absolute()
    try:
        text = path.read_bytes()
    except (OSError, ValueError) as error:  # a NUL in its name
        raise Wrong(f"traffic {json.dumps(name)[:80]}: {path} cannot be read: "
                    f"{getattr(error, 'strerror', None) or error}") from None
    traffic = Traffic(name, f"{path}", hashlib.sha256(text).hexdigest())
    if traffic.is_matrix():
        _matrix(path)
    return traffic


def _matrix(path):
    try:
        return matrix_market.read(path)
    except matrix_market.Wrong as wrong:
        raise Wrong(f"{wrong}") from None


def patterns(traffic, elements, folder):
    """A file of patterns for gsq perf; of a matrix as many elements as are replayed."""
    if not traffic.is_matrix():
        return pathlib.Path(traffic.file)
    indices = _matrix(traffic.file).indices[:elements]
    path = pathlib.Path(folder, "matrix.json")
    pattern = {"name": traffic.name, "pattern": indices, "delta": 0, "count": 1}
    path.write_text(json.dumps([pattern]), encoding="utf-8")
    return path


def name_of(row, traffic, used):
    """The name of a row of gsq perf --stats in tables, which no other has."""
    place = f"{traffic.name}:{row['index']}"
    name = place if row["name"] == f"{row['file']}:{row['index']}" else row["name"]
    name = f"{name}, {row['kernel']}"
    if name in used:
        name = f"{name} ({place})"
    return "".join(letter if letter.isprintable() and letter != "|" else " " for letter in name)


def described(traffic, rows):
    """What a file stands for, and how much of it was replayed: sentences for a list, in Markdown."""
    if traffic.is_matrix():
        text = (f"the reads of x in y = A x, row after row as CSR has them; A is "
                f"{_matrix(traffic.file).text()}")
    else:
        text = "patterns as gsq perf takes them"
    of_file = [row for row in rows if row["set"] == traffic.name]
    elements, folded = (sum(row[key] for row in of_file) for key in ("elements", "folded"))
    beyond = f", {folded} of them folded since UB is smaller" if folded else ""
    notes = "".join(f" {row['name']}: {note}." for row in of_file for note in row["notes"])
    name = traffic.name.replace("`", " ")
    return f"`{name}`: {text}. {elements} elements were replayed{beyond}.{notes}"
