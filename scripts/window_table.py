#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a window and a bank function do for gathers and scatters: elements a cycle, on the RTL.

Usage: window_table.py

Builds full_w1 with every Window and BankHash of the table, replays the files of tb/patterns/ in
lockstep, and writes docs/window.md. Takes an hour: each point is a model of the size of full.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "window.md"
FILES = ("limits", "strides", "workloads", "applications")
POINTS = [(window, bank_hash) for bank_hash in (0, 1, 2) for window in (1, 4, 8)
          if bank_hash != 1 or window == 1]
WIDE = [(64, 8, 0), (128, 8, 0)]  # banks, Window, BankHash


def overrides(window, bank_hash, banks=64):
    depth = "" if window == 1 else ",RspDepth=32"
    return f"Window={window}{depth},BankHash={bank_hash},Banks={banks}"


def output_of(*command):
    done = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"window table: '{' '.join(map(str, command))}' ended with status "
                 f"{done.returncode}: {done.stderr.strip() or done.stdout.strip()[-500:]}")
    return done.stdout


def named(name):
    """The configuration of configs/ that is equal, if there is one: it is built for other uses."""
    file = ROOT / "build" / "configs" / f"{name}.json"
    if file.exists():
        for config in sorted((ROOT / "configs").glob("*.json")):
            if json.loads(config.read_text("utf-8")) == json.loads(file.read_text("utf-8")):
                return config.stem
    return name


def measure(sets, files=FILES):
    """{(file, pattern, kernel): its object of gsq perf}, and the parameters."""
    name = named(output_of("python3", "scripts/config.py", "full_w1", sets).strip())
    output_of("scripts/build.sh", f"gsq-{name}")
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            stats = pathlib.Path(folder, "stats.json")
            output_of(ROOT / "build" / name / "gsq", "perf", f"tb/patterns/{file}.json",
                      "--width", "b32", "--stats", stats)
            for row in json.loads(stats.read_text(encoding="utf-8"))["patterns"]:
                rows[file, row["name"], row["kernel"]] = row
    print(f"{name}: {len(rows)} patterns", flush=True)
    return rows


def mean(rows, file):
    values = [row["elements_per_cycle"] for key, row in rows.items() if key[0] == file]
    return math.exp(sum(map(math.log, values)) / len(values))


def page():
    measured = {point: measure(overrides(*point)) for point in POINTS}
    yield from [
        "# Windows and bank functions", "",
        "Written by `scripts/window_table.py`: elements of b32 a cycle of 64 lanes on 64 banks, from "
        "the first to the last",
        "access, RTL in lockstep with the model. W: `Window`, h: `BankHash`. W=1, h=0 is `full_w1`, "
        "W=4, h=0 is `full`, W=1, h=1 is",
        "`full_hash`; all other parameters are theirs. The files are in `tb/patterns/`; "
        "[performance.md](performance.md) explains",
        "bounds and how to read them.", ""]
    heads = [f"W={window} h={bank_hash}" for window, bank_hash in POINTS]
    first = measured[POINTS[0]]
    for file in FILES:
        yield from [f"## {file}", "", f"| pattern | | {' | '.join(heads)} |",
                    "|---|---|" + "---:|" * len(heads)]
        for key in first:
            if key[0] != file:
                continue
            cells = [f"{measured[point][key]['elements_per_cycle']:.1f}" for point in POINTS]
            yield f"| {key[1]} | {key[2]} | {' | '.join(cells)} |"
        cells = [f"**{mean(measured[point], file):.1f}**" for point in POINTS]
        yield f"| **geometric mean** | | {' | '.join(cells)} |"
        yield ""
    yield from losses(measured)
    yield from ["## More banks than lanes", "",
                "Random indices, 64 lanes, `Window` 8, `BankHash` 0.", "",
                "| banks | gather | scatter |", "|---:|---:|---:|"]
    for banks, window, bank_hash in WIDE:
        rows = measure(overrides(window, bank_hash, banks), ("limits",))
        cells = [f"{row['elements_per_cycle']:.1f}" for key, row in rows.items()
                 if key[1] == "uniform random"]
        yield f"| {banks} | {' | '.join(cells)} |"


def losses(measured):
    """Where BankHash 2 moves fewer elements than plain banks, with the same window."""
    yield from ["## Where the polynomial loses", "",
                "Patterns that move fewer elements with `BankHash` 2 than with 0, at `Window` 4: keep 0 "
                "for them.", "", "| pattern | | h=0 | h=2 |", "|---|---|---:|---:|"]
    plain, hashed = measured[4, 0], measured[4, 2]
    for key, row in plain.items():
        old, new = row["elements_per_cycle"], hashed[key]["elements_per_cycle"]
        if new < 0.99 * old:
            yield f"| {key[1]} | {key[2]} | {old:.1f} | {new:.1f} |"
    yield ""


def main():
    text = "\n".join(page()) + "\n"
    PAGE.write_text(text, encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
