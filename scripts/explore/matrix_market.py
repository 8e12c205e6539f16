# SPDX-License-Identifier: Apache-2.0
"""Sparse matrices in files of Matrix Market: where their stored entries are.

The values do not count here, so a file of each kind is read alike: real, integer, complex and
pattern; general, symmetric, skew-symmetric and hermitian, of which one triangle is stored and both
are meant.
"""
import dataclasses
import gzip

SUFFIXES = (".mtx", ".mtx.gz")
VALUES = {"real": 1, "integer": 1, "complex": 2, "pattern": 0}  # numbers of an entry, by its field
SYMMETRIES = ("general", "symmetric", "skew-symmetric", "hermitian")
BANNER = "%%MatrixMarket matrix coordinate real|integer|complex|pattern " + "|".join(SYMMETRIES)


class Wrong(Exception):
    """No matrix that can be read; the text is a sentence with the place."""


@dataclasses.dataclass
class Matrix:
    rows: int
    columns: int
    stored: int         # entries in the file
    symmetry: str
    indices: list       # columns of all entries, from 0, row after row and rising in each, as CSR has

    def text(self):
        mirrored = f" ({self.symmetry}, {self.stored} in the file)"
        mirrored = "" if self.symmetry == "general" else mirrored
        return f"{self.rows} x {self.columns}, {len(self.indices)} entries{mirrored}"


def read(path):
    """The matrix in a file. Raises Wrong."""
    try:
        opened = gzip.open if f"{path}".endswith(".gz") else open
        with opened(path, "rt", encoding="latin-1") as file:
            return matrix(file, path)
    except (OSError, EOFError, ValueError) as error:    # no file, no gzip, no name of a file
        why = getattr(error, "strerror", None) or error
        raise Wrong(f"{path}: cannot be read: {why}") from None


def matrix(lines, name):
    """The matrix in the lines of a file of this name."""
    def wrong(expected, found):
        raise Wrong(f"{name}:{number}: error: expected {expected}, found {found}")

    def numbers(words, expected):
        """Whole numbers of 0 or more."""
        if not all(word.isascii() and word.isdigit() and len(word) < 20 for word in words):
            wrong(expected, f"'{' '.join(words)[:40]}'")
        return [int(word) for word in words]

    number, size, places, stored = 0, None, set(), 0
    for number, line in enumerate(lines, 1):
        words = line.split()
        if number == 1:
            head = line.lower().split()
            if len(head) == 5 and head[:3] == ["%%matrixmarket", "matrix", "array"]:
                wrong("a coordinate matrix, since a dense one has no indices",
                      f"'{line.strip()[:60]}'")
            if (len(head) != 5 or head[:3] != ["%%matrixmarket", "matrix", "coordinate"]
                    or head[3] not in VALUES or head[4] not in SYMMETRIES):
                wrong(BANNER, f"'{line.strip()[:60]}'")
            field, symmetry = head[3:]
            of_entry = "a row, a column" + (
                "" if field == "pattern" else f" and {VALUES[field]} numbers of a {field} value")
        elif not words or words[0][0] == "%":
            continue
        elif size is None:
            if len(words) != 3:
                wrong("numbers of rows, columns and entries", f"'{line.strip()[:40]}'")
            size = rows, columns, entries = numbers(words, "numbers of rows, columns and entries")
            if symmetry != "general" and rows != columns:
                wrong(f"as many rows as columns, since the matrix is {symmetry}",
                      f"{rows} and {columns}")
        else:
            if stored == entries:
                wrong(f"the end of the file behind {entries} entries", f"'{line.strip()[:40]}'")
            if len(words) != 2 + VALUES[field]:
                wrong(of_entry, f"'{line.strip()[:40]}'")
            row, column = numbers(words[:2], of_entry)
            if not (1 <= row <= rows and 1 <= column <= columns):
                wrong(f"a row from 1 to {rows} and a column from 1 to {columns}",
                      f"{row} and {column}")
            if symmetry == "skew-symmetric" and row == column:
                wrong("no entry of the diagonal, which is 0 in a skew-symmetric matrix",
                      f"{row} and {column}")
            stored += 1
            places.add((row - 1) * columns + column - 1)
            if symmetry != "general":
                places.add((column - 1) * columns + row - 1)
    number += 1     # the end
    if number == 1:
        wrong(BANNER, "an empty file")
    if size is None:
        wrong("numbers of rows, columns and entries", "the end of the file")
    if stored < entries:
        wrong(f"{entries} entries", f"the end of the file behind {stored}")
    if not entries:
        wrong("at least one entry", "a matrix without")
    return Matrix(rows, columns, stored, symmetry, [place % columns for place in sorted(places)])
