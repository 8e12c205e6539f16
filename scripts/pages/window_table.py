# SPDX-License-Identifier: Apache-2.0
"""What a window and a bank function do for patterns and kernels, on the RTL: docs/window.md.

Usage: python3 -m scripts window-table [costs]     costs: only the first table, when gates or clocks were landed

Builds full_w1 with every Window and BankHash of the table, replays the files of tb/patterns/ and runs
examples, all in lockstep. Takes an hour: each point is a model of the size of full. The first table
has other numbers of banks, too, and is measured on the cycle model, in seconds. Gates and clocks are
those last landed (make area timing … LAND=1).
"""
import json
import math
import pathlib
import re
import sys

from scripts.core import tasks
from scripts.explore.study import COMMANDS
from scripts.pages.ahead_table import cycles, output_of
from scripts.spec.config import resolve

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "window.md"
LANDED = ROOT / "scripts" / "flow" / "landed.json"
FILES = ("limits", "strides", "workloads", "applications")
KERNELS = ("gather_words", "embedding_rows", "moe_permutation", "mojo_scatter", "tscatter_manual",
           "csr_times_vector", "histogram", "masked_select", "non_zero", "radix_partition", "unique")
PLAIN, FIRST, MANY = (1, 0), (4, 0), (8, 0)
# Window and BankHash; XOR only without a window, as in full_hash.
POINTS = (PLAIN, FIRST, MANY, (1, 1), (1, 2), (4, 2), (8, 2))
BANKS = (64, 128)                           # of the first table
HEAD = "## Random indices and what they cost"


def config_of(window, bank_hash, banks=64):
    """The configuration of a point: one of configs/ if there is one that is equal."""
    depth = "" if window == 1 else ",RspDepth=32"
    name = resolve("full_w1", f"Window={window}{depth},BankHash={bank_hash},Banks={banks}")
    for config in sorted((ROOT / "configs").glob("*.json")):
        if values_of(config) == parameters_of(name):
            return config.stem
    return name


def values_of(path):
    return json.loads(path.read_text(encoding="utf-8"))


def path_of(name):
    paths = (ROOT / folder / f"{name}.json" for folder in ("configs", "build/configs"))
    return next(path for path in paths if path.exists())


def parameters_of(name):
    return values_of(path_of(name))


def measure(name, backend="lockstep", files=FILES):
    """{(file, pattern, kernel): its object of gsq perf --stats}."""
    if backend == "lockstep":
        output_of("scripts/build.sh", f"gsq-{name}")
        words = [ROOT / "build" / name / "gsq"]
    else:
        output_of("scripts/build.sh", "gsq")
        words = [ROOT / "build" / "gsq", "--config", path_of(name)]
    rows = {}
    with tasks.temporary() as folder:
        for file in files:
            stats = pathlib.Path(folder, "stats.json")
            output_of(words[0], "perf", f"tb/patterns/{file}.json", *words[1:], "--width", "b32",
                      "--commands-max", COMMANDS, "--stats", stats)
            for row in values_of(stats)["patterns"]:
                rows[file, row["name"], row["kernel"]] = row
    print(f"{name}: {len(rows)} patterns", flush=True)
    return rows


def kernels(name):
    """Cycles of the examples."""
    suffix = "" if name == "full" else f"-{name}"
    output_of("scripts/build.sh", *(f"example_{kernel}{suffix}" for kernel in KERNELS))
    return {kernel: cycles(name, kernel) for kernel in KERNELS}


def mean(values):
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def rate(row):
    return row["elements_per_cycle"]


def row_of(*cells):
    return f"| {' | '.join(map(str, cells))} |"


def table(head, left, rows):
    yield row_of(*head)
    yield "|" + "---|" * left + "---:|" * (len(head) - left)
    yield from (row_of(*row) for row in rows)
    yield ""


def page():
    names = {point: config_of(*point) for point in POINTS}
    measured = {point: measure(name) for point, name in names.items()}
    timed = {point: kernels(name) for point, name in names.items()}
    heads = [f"W={window} h={bank_hash}" for window, bank_hash in POINTS]
    yield from [
        "# Windows and bank functions", "",
        "What [`Window` and `BankHash`](parameters.md) are worth, from the second table on measured on"
        " the RTL in lockstep with the",
        "model. Written by `scripts/pages/window_table.py`. 64 lanes, 64 banks, elements of b32 a cycle from"
        f" the first to the last access, at most {COMMANDS:,} commands of a pattern. W:",
        "`Window`, h: `BankHash`. W=1 h=0 is configuration `full_w1`, W=4 h=0 is `full`, W=1 h=1 is"
        " `full_hash`; all other",
        "parameters are theirs. The patterns are in `tb/patterns/`; [performance.md](performance.md)"
        " explains bounds, and how",
        "to write programs that a window helps.", ""]
    yield from costs()
    for file in FILES:
        keys = [key for key in measured[PLAIN] if key[0] == file]
        yield from [f"## {file}", ""]
        rows = [(key[1], key[2], *(f"{rate(measured[point][key]):.1f}" for point in POINTS))
                for key in keys]
        means = [mean([rate(measured[point][key]) for key in keys]) for point in POINTS]
        rows.append(("**geometric mean**", "", *(f"**{value:.1f}**" for value in means)))
        yield from table(["pattern", "", *heads], 2, rows)
    yield from ["## kernels", "",
                "Cycles of [examples](examples.md), from the first issue to the last answer: less is"
                " better.", ""]
    rows = [(kernel, *(timed[point][kernel] for point in POINTS)) for kernel in KERNELS]
    yield from table(["example", *heads], 1, rows)
    yield from losses(measured, timed)


def costs():
    """Elements, gates and clock of each point, with all numbers of banks."""
    landed = values_of(LANDED)
    yield from [HEAD, "",
                "Indices uniform over all of UB, gathers and scatters, on the [cycle model](backends.md),"
                " which has the cycles of the RTL.",
                "Gates and clock: `make area timing` with osu018, the last that were landed"
                " ([area.md](area.md)); a dash where there are",
                "none. A second: gathered elements times the clock.", ""]
    rows = []
    for name in (config_of(*point, banks) for banks in BANKS for point in POINTS):
        values = parameters_of(name)
        measured = measure(name, "cycle", ("limits",))
        gather, scatter = (rate(measured["limits", "uniform random", kernel])
                           for kernel in ("gather", "scatter"))
        wanted = {key: value for key, value in values.items() if key != "XbarOneHot"}
        cost = next((cost for key, cost in landed.items() if matches(key, wanted)), None)
        cells = ("-", "-", "-", "-")
        if cost:
            speed = gather / cost["ns"]
            cells = (f"{cost['kge']:.0f}", f"{cost['ns']:.2f}", f"{speed:.2f}",
                     f"{1e3 * speed / cost['kge']:.2f}")
        rows.append((values["Window"], values["BankHash"], values["Banks"], f"{gather:.1f}",
                     f"{scatter:.1f}", *cells))
    yield from table(["W", "h", "banks", "gather", "scatter", "kGE", "ns", "G elements a second",
                      "M elements a second and kGE"], 0, rows)


def matches(key, values):
    """Whether a name of landed.json is that of the core with these parameters, its hierarchy kept."""
    found = re.fullmatch(r"gsq_core (\S+) osu018 \S+ ns", key)
    return bool(found) and found[1] == ",".join(f"{name}={values[name]}" for name in sorted(values))


def losses(measured, timed):
    """Where BankHash 2 does less than plain banks, with the same window."""
    yield from ["## Where the polynomial loses", "",
                "Patterns that move fewer elements with `BankHash` 2 than with 0, and kernels that"
                " need more cycles, at `Window` 4: keep",
                "0 for them.", ""]
    plain, hashed = measured[FIRST], measured[4, 2]
    rows = [(key[1], key[2], f"{rate(row):.1f}", f"{rate(hashed[key]):.1f}")
            for key, row in plain.items() if rate(hashed[key]) < 0.99 * rate(row)]
    rows += [(name, "cycles", count, timed[4, 2][name]) for name, count in timed[FIRST].items()
             if timed[4, 2][name] > 1.01 * count]
    yield from table(["pattern", "", "h=0", "h=2"], 2, rows)


def with_costs(text):
    """The page with its first table made anew."""
    made = "\n".join(costs())
    before, after = text.split(HEAD)[0], text[text.index(f"## {FILES[0]}\n"):]
    return f"{before}{made}\n{after}"


def main():
    text = (with_costs(PAGE.read_text(encoding="utf-8")) if sys.argv[1:] == ["costs"] else
            "\n".join(page()).rstrip("\n") + "\n")
    tasks.write(PAGE, text)
    print(f"wrote {PAGE.relative_to(ROOT)}")
