# SPDX-License-Identifier: Apache-2.0
"""Writes the pattern files of `gsq perf`: tb/patterns/*.json, in Spatter's format.

limits.json has index vectors whose cycles can be computed by hand, strides.json every power of two
as a stride, from starts that are aligned to a group's span and from others, workloads.json accesses of
kernels, applications.json accesses that Spatter's authors found in three programs. With --check
nothing is written; exit status 1 when a file differs.
"""
import json
import pathlib
import random

from scripts.core import tasks

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tb" / "patterns"
VECTOR = 64  # indices of a group in the file: lanes of b32 in 256 bytes


def limits(rng):
    """Patterns of 64 indices or a multiple, for --width b32."""
    permutation = []
    for block in range(8):  # one of the words of a row, a different one each time
        row = rng.sample(range(VECTOR), VECTOR)
        permutation += [VECTOR * block + word for word in row]
    uniform = [rng.randrange(65536) for _ in range(40 * VECTOR)]
    return [
        gather("stride 1", "UNIFORM:64:1:NR", count=1000),
        gather("reversed", list(range(VECTOR - 1, -1, -1)), VECTOR, 1000),
        gather("permutation", permutation, len(permutation), 125),
        gather("all lanes one word", "UNIFORM:64:0", 1, 1000),
        gather("uniform random", uniform, 65, 25),
        gather("stride 2", "UNIFORM:64:2:NR", count=1000),
        gather("stride 64", "UNIFORM:64:64", 4097, 1000),
        gather("stride 65", "UNIFORM:64:65", 1, 1000),
        {**gather("stride 1", "UNIFORM:64:1:NR", count=1000), "kernel": "Scatter"},
        {**gather("uniform random", uniform, 65, 25), "kernel": "Scatter"},
    ]


def strides(_):
    """Groups of 64 elements of b32 at equal distances, all of them in 65,536 elements."""
    def stride(step, delta, name):
        return gather(name, f"UNIFORM:64:{step}", delta, (65536 - 64 * step) // delta + 1)

    return [*(stride(1 << k, 64 << k, f"stride {1 << k}, aligned") for k in range(7)),
            *(stride(step, 64 * step + 3, f"stride {step}, any start") for step in (1, 2, 3, 8, 64))]


def workloads(rng):
    """Accesses of kernels, in elements."""
    rows = [rng.randrange(512) for _ in range(32)]
    embedding = [64 * row + column for row in rows for column in range(16)]
    experts = [[] for _ in range(8)]
    for token in range(256):
        for expert in rng.sample(range(8), 2):
            experts[expert].append(token)
    slots = [(expert * 128 + place, token) for expert, tokens in enumerate(experts)
             for place, token in enumerate(tokens)]
    columns = [column for _ in range(24)
               for column in sorted(rng.sample(range(2048), rng.randrange(4, 28)))]
    bins = [min(int(abs(rng.gauss(0, 40))), 255) for _ in range(512)]
    return [
        # 16 neighbouring elements of each row of a lookup table
        gather("embedding lookup", embedding, 1024, 64),
        # each token is copied to its places in the buffers of its two experts
        {"name": "top-2 routing", "kernel": "GS",
         "pattern-gather": [token for _, token in slots],
         "pattern-scatter": [slot for slot, _ in slots],
         "delta-gather": 256, "delta-scatter": 1024, "count": 62},
        # the vector's elements that a sparse matrix multiplies, row after row
        gather("sparse row", columns, 2048, 64),
        # a column of a matrix of 64 (and of 65) elements a row
        gather("transpose", "UNIFORM:64:64", 1, 1000),
        gather("transpose, padded rows", "UNIFORM:64:65", 1, 1000),
        # read the counts of some values and write them back
        {"name": "histogram", "kernel": "GS", "pattern-gather": bins, "pattern-scatter": bins,
         "delta-gather": 0, "delta-scatter": 0, "count": 62},
        # rows picked by a list, columns by another: two levels of indices
        {"name": "selected rows", "kernel": "MultiGather", "pattern": embedding,
         "pattern-gather": rng.sample(range(len(embedding)), 128), "delta": 1024, "count": 64},
        # a stencil of seven points
        gather("stencil", "LAPLACIAN:3:1:32", 1, 8192),
    ]


def applications(_):
    """Accesses that the authors of Spatter traced in AMG (algebraic multigrid), Nekbone (spectral
    elements) and PENNANT (unstructured mesh), in elements; shorter than there."""
    def stencil(*points):  # around a point of a grid of 36 x 36 x n
        return [1296 * z + 36 * y + x for z, y, x in points]

    def quads(first, *rest):  # four neighbours each of four mesh zones, in some order
        return [corner + step for step in rest for corner in first]

    full = [(z, y, x) for z in range(3) for y in range(3) for x in range(3)]
    centre = (1, 1, 1)
    edge = [p for p in full if p[2] < 2]  # of the grid: without its last column of neighbours
    corners = [0, 2, 484, 482]
    return [
        gather("AMG, inner point", stencil(centre, *[p for p in full if p != centre][:15]), 1),
        gather("AMG, edge", stencil(centre, *[p for p in edge if p != centre][:15]), 1),
        gather("Nekbone, near", "UNIFORM:16:6", 3),
        gather("Nekbone, far", "UNIFORM:16:6", 8),
        gather("PENNANT, every fourth", "UNIFORM:16:4", 2),
        gather("PENNANT, turned quads", quads([4, 8, 12, 0], 0, 16, 32, 48), 2),
        gather("PENNANT, packed quads", quads([6, 0, 2, 4], 0, 8, 16, 24), 518408),
        gather("PENNANT, corners", quads(corners, 0, 2, 4, 6), 2),
        gather("PENNANT, corners by row", quads(corners[-1:] + corners[:-1], 0, 2, 4, 6), 482),
        gather("PENNANT, four share one", [zone for zone in range(4) for _ in range(4)], 4),
        gather("PENNANT, nearly all one", [2, 0, 0, 0] * 4, 129608),
        {**gather("PENNANT, every fourth", "UNIFORM:16:4", 1), "kernel": "Scatter"},
    ]


def gather(name, pattern, delta=None, count=1024):
    fields = {"name": name, "kernel": "Gather", "pattern": pattern}
    if delta is not None:
        fields["delta"] = delta
    return {**fields, "count": count}


def main():
    check, status = tasks.check_asked(__doc__), 0
    for make in (limits, strides, workloads, applications):
        patterns = make(random.Random(1))
        lines = ",\n".join(" " + json.dumps(pattern, separators=(",", ":")) for pattern in patterns)
        text, path = f"[\n{lines}\n]\n", FOLDER / f"{make.__name__}.json"
        if check:
            if path.read_text() != text:
                print(f"{path}: expected what scripts/spec/patterns.py writes; run it")
                status = 1
        else:
            FOLDER.mkdir(exist_ok=True)
            tasks.write(path, text)
            print(f"written {path}: {len(patterns)} patterns, {len(text)} bytes")
    return status
