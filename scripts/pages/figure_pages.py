# SPDX-License-Identifier: Apache-2.0
"""Readers of the pages that have figures of the unit, for scripts/pages/figures.py."""
import dataclasses
import json
import re

from scripts.core import tasks
from scripts.flow.synthesis import landed
from scripts.spec import config

ROOT = tasks.ROOT


@dataclasses.dataclass(frozen=True)
class Figure:
    """A number of a page. `key`: quantity, subject, conditions."""
    key: tuple
    low: float
    high: float
    text: str
    place: str

    def agrees(self, other):
        return self.low < other.high * (1 - 1e-9) and other.low < self.high * (1 - 1e-9)


class Page:
    """The lines of a page, its figures, and the lines that were read for figures."""

    def __init__(self, name, text):
        self.name, self.lines = name, text.split("\n")
        self.figures, self.read, self.wrong = [], set(), []

    def add(self, number, key, text, mhz=False):
        """A figure of line `number`, from 0, as it stands there."""
        self.read.add(number)
        plain = text.replace(",", "").strip("*` ")
        decimals = len(plain.partition(".")[2])
        low, high = (float(plain) + side * 0.5 * 10 ** -decimals for side in (-1, 1))
        if mhz:
            low, high = 1000 / high, 1000 / low
        self.figures.append(Figure(key, low, high, text + (" MHz" if mhz else ""),
                                   f"{self.name}:{number + 1}"))

    def tables(self):
        """(cells of the head, [(number of the line, cells)]) of each table."""
        def cells(line):
            return [cell.strip() for cell in line.strip().strip("|").split("|")]

        for number, line in enumerate(self.lines):
            if re.fullmatch(r"\|[-:|]+\|?", line.strip()) and number:
                rows, at = [], number + 1
                while at < len(self.lines) and self.lines[at].startswith("|"):
                    rows.append((at, cells(self.lines[at])))
                    at += 1
                yield cells(self.lines[number - 1]), rows

    def table(self, *head):
        """The tables whose heads begin with these cells."""
        return [(names, rows) for names, rows in self.tables() if names[:len(head)] == list(head)]

    def said(self, pattern, what):
        """What a sentence of the page says, as a match; without it the page is wrong."""
        found = re.search(pattern, " ".join(self.lines))
        if not found:
            self.wrong.append(f"{self.name}: does not say {what} (expected text like '{pattern}')")
        return found

    def commands(self):
        """How many commands a pattern has at most, as a match."""
        return self.said(r"at most ([\d,]+) commands of a pattern",
                         "how many commands a pattern has")


# ---- Subjects -----------------------------------------------------------------------------------

def core(values):
    """A core by all parameters that its gates depend on."""
    pairs = ",".join(f"{name}={values[name]}" for name in sorted(values) if name != "XbarOneHot")
    return f"gsq_core {pairs}"


def named(name):
    return json.loads((ROOT / "configs" / f"{name}.json").read_text(encoding="utf-8"))


def point(label, base):
    """Parameters of a point of a study: a configuration, or changes of the base."""
    label = label.replace(" (base)", "").strip("`")
    if label in config.named():
        return named(label)
    changes = dict(change.split("=") for change in label.split())
    return {**named(base), **{name: int(value) for name, value in changes.items()}}


def mapped(ns, flat=False):
    return f"osu018, mapped for {float(ns):g} ns" + (", hierarchy dissolved" if flat else "")


def landed_for(subject):
    """Conditions of the landed figures of a core, those of the shortest clock of several."""
    found = [(known["ns"], key) for key, known in landed.load().items()
             if known["ns"] and key.split()[:2] == subject.split() and not key.endswith(" flat")]
    return mapped(min(found)[1].split()[3]) if found else None


GATES, CLOCK = "gates, kGE", "clock, ns"
CELLS, WIRED = "cells of the layout", "clock with wires, ns"
RATE = "elements a cycle"


def moved(subject, traffic, commands, width="b32"):
    return RATE, subject, f"{traffic}, {width}, at most {commands} commands of a pattern"


# ---- Readers, one a kind of page ----------------------------------------------------------------

def read_landed(page):
    known = json.loads("\n".join(page.lines))
    for number, line in enumerate(page.lines):
        found = re.match(r' "(\S+) (\S+) osu018 (\S+) ns( flat)?": \{', line)
        if not found:
            continue
        entry = known[line.split('"')[1]]
        conditions = mapped(found[3], bool(found[4]))
        for quantity, field in ((GATES, "kge"), (CLOCK, "ns")):
            if entry[field] is not None:
                subject = f"{found[1]} {found[2]}"
                page.add(number, (quantity, subject, conditions), f"{entry[field]}")


def read_readme(page):
    commands = page.commands()
    for _, rows in page.table("configuration", "lanes"):
        for number, cells in rows:
            subject = core(named(cells[0].strip("`")))
            for place, traffic in ((4, "stride 1, gather"), (5, "uniform random, gather"),
                                   (6, "mean of workloads")) if commands else ():
                page.add(number, moved(subject, traffic, commands[1]), cells[place])
            conditions = landed_for(subject)
            if conditions is None:
                if cells[7:9] != ["–", "–"]:
                    page.wrong.append(f"{page.name}:{number + 1}: {cells[0]} has no landed gates: write "
                                      "– for them and for the clock, or land them")
                continue
            page.add(number, (GATES, subject, conditions), cells[7])
            page.add(number, (CLOCK, subject, conditions), cells[8], mhz=True)


def read_study(page):
    base = re.match(r"# Study: .* of `(\w+)`", page.lines[0])[1]
    clock = page.said(r"mapped for (?:the default clock,|a clock of) ([\d.]+) ns", "the clock")
    commands = page.commands()
    if not clock or not commands:
        return
    for _, rows in page.table("point", "in plots"):
        for number, cells in rows:
            subject = core(point(cells[0], base))
            page.add(number, (GATES, subject, mapped(clock[1])), cells[2])
            page.add(number, (CLOCK, subject, mapped(clock[1])), cells[3])
            page.add(number, moved(subject, "mean of a study", commands[1]), cells[4])
    for _, rows in page.table("point", "die, mm²"):
        for number, cells in rows:
            subject = core(point(cells[0], base))
            page.add(number, ("die, mm²", subject, mapped(clock[1])), cells[1])
            page.add(number, (CLOCK, subject, mapped(clock[1])), cells[2])
            page.add(number, (WIRED, subject, mapped(clock[1])), cells[3])
            page.add(number, ("pJ an element, mean", subject, mapped(clock[1])), cells[6])
    read_traffic(page, base, commands[1])


def read_traffic(page, base, commands):
    for names, rows in page.table("traffic"):
        for number, cells in rows:
            for label, cell in zip(names[1:], cells[1:]):
                page.add(number, moved(core(point(label, base)), cells[0], commands), cell)


def read_explore(page):
    base = page.said(r"All else\*\* as in `(\w+)`", "what all else is as in")
    clock = page.said(r"as synthesized, mapped for ([\d.]+) ns", "the clock")
    commands = page.said(r"\(([\d,]+) commands of each pattern", "how many commands a pattern has")
    if not base or not clock or not commands:
        return
    base, clock, commands = base[1], clock[1], commands[1]
    for _, rows in page.table("point", "kGE", "predicted"):
        for number, cells in rows:
            subject = core(point(cells[0], base))
            page.add(number, (GATES, subject, mapped(clock)), cells[1])
            page.add(number, (CLOCK, subject, mapped(clock)), cells[3])
            page.add(number, moved(subject, "mean of an exploration", commands), cells[5])
    for _, rows in page.table("unit", "lanes"):
        for number, cells in rows:
            subject = core(point(cells[0], base))
            conditions = landed_for(subject) if cells[0].startswith("`") else mapped(clock)
            if conditions:  # else nothing was landed to compare them with
                page.add(number, (GATES, subject, conditions), cells[2])
                page.add(number, (CLOCK, subject, conditions), cells[3])
            page.add(number, moved(subject, "mean of an exploration", commands), cells[4])
    read_traffic(page, base, commands)


def read_performance(page):
    """Outputs of gsq perf, which has at most 1,000 commands of a pattern if nothing is said."""
    run = None
    for number, line in enumerate(page.lines):
        if line.startswith("$ "):
            run = re.match(r"\$ build/(\w+)/gsq perf tb/patterns/\S+ --width (b\d+)$", line)
        found = run and re.match(r"(\S.*?)\s+(gather|scatter|gs|multigather|multiscatter)\s+\d+\s+"
                                 r"\d+\s+([\d.]+)\s", line)
        if found:
            page.add(number, moved(core(named(run[1])), f"{found[1]}, {found[2]}", "1,000", run[2]),
                     found[3])


def read_layout(page):
    for _, rows in page.table("block", "cells", "die, mm²"):
        for number, cells in rows:
            found = re.fullmatch(r"`gsq_core` (\w+)", cells[0])
            if not found:
                continue
            subject, conditions = core(named(found[1])), mapped(3.5)
            page.add(number, (CELLS, subject, conditions), cells[1])
            page.add(number, ("die, mm²", subject, conditions), cells[2])
            page.add(number, (CLOCK, subject, conditions), cells[6])
            page.add(number, (WIRED, subject, conditions), cells[7])
    for _, rows in page.table("core", "class", "needs, ns"):
        longest = {}
        for number, cells in rows:
            longest.setdefault(cells[0], (number, cells[2]))
        for name, (number, text) in longest.items():
            page.add(number, (WIRED, core(named(name.split()[-1])), mapped(3.5)), text)


def read_power(page):
    for number, line in enumerate(page.lines):
        for name, cells, ns in re.findall(r"`(\w+)` of (\d+) cells, osu018, mapped for ([\d.]+) ns",
                                          line):
            page.add(number, (CELLS, core(named(name)), mapped(ns)), cells)
        found = re.match(r"`(\w+)`: \d+ cells and [\d.]+ ns with wires became (\d+) and ([\d.]+)\.",
                         line)
        if found:
            subject = core(named(found[1]))
            page.add(number, (CELLS, subject, mapped(3.5)), found[2])
            page.add(number, (WIRED, subject, mapped(3.5)), found[3])
    for names, rows in page.table("core", "run"):
        place = names.index("with: pJ an element")
        for number, cells in rows:
            if cells[place]:
                page.add(number, energy(cells[0], cells[1]), cells[place])
    for names, rows in page.table("kept still"):
        number, cells = rows[-1]
        for place, name in enumerate(names):
            found = re.fullmatch(r"(\w+): (random \w+): pJ an element without it", name)
            if found:
                page.add(number, energy(*found.groups()), cells[place + 1])


def energy(name, run):
    return "pJ an element", core(named(name)), f"{run}, {mapped(3.5)}"


EVALUATE = "docs/evaluate"
READERS = {
    "README.md": read_readme, "scripts/flow/landed.json": read_landed,
    f"{EVALUATE}/study.md": read_study, f"{EVALUATE}/study-window.md": read_study,
    f"{EVALUATE}/study-wires.md": read_study, f"{EVALUATE}/explore.md": read_explore,
    f"{EVALUATE}/performance.md": read_performance, f"{EVALUATE}/layout_table.md": read_layout,
    f"{EVALUATE}/power.md": read_power,
}
