# SPDX-License-Identifier: Apache-2.0
"""How long `make area`, timing, layout and power will take, and that they say so while they work.

The first time that something is asked for, the time is that of its gates: as many as were landed
for the core (scripts/flow/landed.json), or have cores that explorations know, scaled from the most
similar of them. A block of the core of a configuration has its share of these. The pace is that of
the last such work here, or else one that was measured on two cores.
"""
import contextlib
import functools
import json
import math
import time

from scripts.core import tasks
from scripts.flow.reach import block_of
from scripts.flow.synthesis import blocks, landed
from scripts.spec.parameters import CONFIG

STORE = tasks.ROOT / "scripts" / "explore" / "explorations" / "store" / "rows.json"
STORED = 3      # s, within which a stored result is there
PACE = "seconds of 100 kGE"
USUAL = {"area": 120, "layout": 900, "power": 1000}     # of PACE, where nothing was done yet
LEAST = 20      # kGE of work that tells the pace
LONG = 60       # s of work that is announced with its size


@functools.cache
def known():
    """[(parameters of the core, kGE, {block: GE})] of known ones; of landed ones no blocks."""
    rows = [(dict((name, int(value)) for name, value in
                  (pair.split("=") for pair in text.split()[1].split(","))), figures["kge"], {})
            for text, figures in landed.load().items()
            if text.startswith(f"{blocks.CORE} ") and "=" in text.split()[1]]
    stored = json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else []
    return rows + [(row["parameters"], row["kge"], row["gates"]) for row in stored]


def nearest(core, rows):
    """The row of `known` that is most like a core: its parameters are the fewest doublings apart."""
    def apart(row):
        return sum(abs(math.log2((1 + row[0][name]) / (1 + value)))
                   for name, value in core.items() if name in row[0])
    return min(rows, key=apart)


def core_kge(core):
    """About how many kGE a core has: in proportion to its lanes, and to banks as crossbars grow."""
    parameters, kge, _ = nearest(core, known())
    lanes, banks = (core[name] / parameters[name] for name in ("VlenBytes", "Banks"))
    return kge * lanes * banks ** 0.3


def kge_of(top, config, overrides):
    """About how many kGE a module has, or None if nothing says so."""
    core, _ = blocks.settings(top, config, overrides)
    if top == blocks.CORE and core is None:
        core = {**{row.name: row.default for row in CONFIG}, **blocks.overrides_of(overrides)}
    if core is None:
        return None
    if blocks.has_core(top):
        return core_kge(core)
    block = blocks.chosen(top, config, overrides).block
    rows = [row for row in known() if any(inside(name, block) for name in row[2])]
    if not rows:
        return None
    gates = nearest(core, rows)[2]
    share = sum(ge for name, ge in gates.items() if inside(name, block)) / sum(gates.values())
    return core_kge(core) * share / block_copies(core, top, block)


def inside(name, block):
    return block_of(name) == block or block_of(name).startswith(f"{block}/")


def block_copies(core, top, block):
    """How many instances of a module a block of the core stands for."""
    return sum(item["instances"].count(block) for item in blocks.elaborated(core)[top])


@contextlib.contextmanager
def shown(kind, title, what, top, config, overrides):
    """Work that says how long it takes; `what` names it from run to run."""
    times = tasks.Times(kind)
    seconds, kge = times.of([what])[what], kge_of(top, config, overrides)
    note = f"about {kge:.0f} kGE" if kge else ""
    if kge and seconds is None:
        seconds = kge / 100 * times.known.get(PACE, USUAL[kind])
    start = time.monotonic()
    with tasks.Progress(f"{title} of {top}", {what: seconds}) as progress:
        progress.note = note if (seconds or 0) > LONG else ""
        progress.begin(what)
        yield
    seconds = time.monotonic() - start
    if seconds > STORED:
        times.add(what, seconds)
        if kge and kge > LEAST:
            times.add(PACE, 100 * seconds / kge)
