# SPDX-License-Identifier: Apache-2.0
"""Functional coverage: runs until it stands still, merges files, and says which bins were missed.

Bins that a configuration cannot reach are in tb/coverage/exclusions.toml. The variable SEED is the
seed of the first round, JOBS the number of parallel runs.
"""
import concurrent.futures
import fnmatch
import html
import json
import os
import pathlib
import subprocess
import sys
import tomllib

from scripts.core import tasks
from scripts.spec.config import resolve

ROOT = tasks.ROOT
OUT = ROOT / "build" / "coverage"
FORMAT = "gsq functional coverage 1"
EXCLUSIONS = ROOT / "tb" / "coverage" / "exclusions.toml"
PROGRAMS = ROOT / "tb" / "programs"
PAGE = ROOT / "docs" / "develop" / "coverage.md"
BEGIN, END = "<!-- groups: begin -->", "<!-- groups: end -->"
CONFIGS = (("tiny", "LaneOps=1"), ("tiny", "Places=4,Parts=2,LaneOps=1"))
COMMANDS = {"tiny": 100000, "small": 20000}  # of a round, by the named configuration
FEWER = 4000                                # of the others
STILL = 6                                   # rounds without a new bin
SHOWN = 12                                  # missed bins of a group in the table


class Wrong(Exception):
    """One sentence for the user."""


# -------------------------------------------------------------------------------------------------
# Files
# -------------------------------------------------------------------------------------------------

def read(path):
    try:
        data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Wrong(f"{path}: no file of functional coverage ({error})") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Wrong(f"{path}: expected the format '{FORMAT}'")
    return data


def merge(files):
    """The sum of what the files have, configuration by configuration."""
    merged = {"format": FORMAT, "configurations": {}}
    for path in files:
        for name, new in read(path)["configurations"].items():
            old = merged["configurations"].setdefault(name, new)
            if old is new:
                continue
            for what in ("parameters", "groups"):
                if shape(old[what]) != shape(new[what]):
                    raise Wrong(f"{path}: {what} of {name} differ from those of the files before; "
                                "merge files of one version")
            for count in ("runs", "cycles", "commands"):
                old[count] += new[count]
            for into, group in zip(old["groups"], new["groups"]):
                for kind in ("bins", "unexpected"):
                    for bin_name, hits in group[kind].items():
                        into[kind][bin_name] = into[kind].get(bin_name, 0) + hits
    return merged


def shape(part):
    """What must be equal in files that can be merged."""
    if isinstance(part, dict):
        return part
    return [(group["name"], list(group["bins"])) for group in part]


# -------------------------------------------------------------------------------------------------
# Exclusions and what was missed
# -------------------------------------------------------------------------------------------------

def read_rules(path=EXCLUSIONS):
    with open(path, "rb") as file:
        rules = tomllib.load(file)["exclude"]
    for rule in rules:
        if set(rule) != {"group", "bins", "when", "reason"} or not rule["reason"]:
            raise Wrong(f"{path}: expected group, bins, when and reason, found {sorted(rule)}")
    return rules


def holds(rule, parameters):
    try:
        return bool(eval(rule["when"], {"__builtins__": {}}, dict(parameters)))  # our own file
    except Exception as error:
        raise Wrong(f"the rule '{rule['when']}' cannot be evaluated: {error}") from None


def judge(config, rules):
    """Groups as [(name, meaning, bins, hit, [missed], {excluded: reason})], and sentences on what is
    wrong."""
    rules = [rule for rule in rules if holds(rule, config["parameters"])]
    wrong = []
    used = set()
    groups = []
    for group in config["groups"]:
        excluded = {}
        for number, rule in enumerate(rules):
            if rule["group"] != group["name"]:
                continue
            for name in group["bins"]:
                if fnmatch.fnmatchcase(name, rule["bins"]):
                    excluded[name] = rule["reason"]
                    used.add(number)
        for name, reason in excluded.items():
            if group["bins"][name]:
                wrong.append(f"{group['name']}: '{name}' was hit, but is excluded since {reason}")
        wrong += [f"{group['name']}: '{name}' was hit, but the contract has no such bin"
                  for name in group["unexpected"]]
        kept = {name: hits for name, hits in group["bins"].items() if name not in excluded}
        missed = [name for name, hits in kept.items() if not hits]
        groups.append((group["name"], group["meaning"], len(kept), len(kept) - len(missed), missed,
                       excluded))
    wrong += [f"the rule for '{rule['bins']}' of {rule['group']} excludes nothing: remove it"
              for number, rule in enumerate(rules) if number not in used]
    return groups, wrong


def totals(groups):
    return sum(group[2] for group in groups), sum(group[3] for group in groups)


def report(data, rules):
    """The table as text, the section of a page, whether every bin was hit, and whether nothing is
    wrong."""
    lines, page, complete, sound = [], [], True, True
    for name, config in data["configurations"].items():
        groups, wrong = judge(config, rules)
        bins, hit = totals(groups)
        excluded = sum(len(group[5]) for group in groups)
        head = (f"{name}: {hit} of {bins} bins hit, {excluded} excluded, "
                f"{config['cycles']} cycles, {config['commands']} commands")
        lines += [head, f"  {'covergroup':18} {'bins':>6} {'hit':>6} {'missed':>6}"]
        page += [f"<h3>{html.escape(head)}</h3>", "<table><tr><th>covergroup</th><th>bins</th>"
                 "<th>hit</th><th>missed</th><th>excluded</th></tr>"]
        for group, meaning, count, found, missed, without in groups:
            lines.append(f"  {group:18} {count:6} {found:6} {len(missed):6}")
            lines += [f"      missed: {bin_name}" for bin_name in missed[:SHOWN]]
            if len(missed) > SHOWN:
                lines.append(f"      and {len(missed) - SHOWN} more")
            page.append(
                f"<tr><td><b>{html.escape(group)}</b><br>{html.escape(meaning)}</td><td>{count}</td>"
                f"<td>{found}</td><td>{details(missed)}</td><td>{reasons(without)}</td></tr>")
        page.append("</table>")
        lines += [f"  error: {sentence}" for sentence in wrong]
        page += [f"<p class=error>{html.escape(sentence)}</p>" for sentence in wrong]
        complete = complete and bins == hit
        sound = sound and not wrong
    return "\n".join(lines), "\n".join(page), complete, sound


def details(names):
    if not names:
        return "0"
    items = "".join(f"<li>{html.escape(name)}</li>" for name in names)
    return f"<details><summary>{len(names)}</summary><ul>{items}</ul></details>"


def reasons(excluded):
    if not excluded:
        return "0"
    items = "".join(f"<li>{html.escape(name)}: {html.escape(reason)}</li>"
                    for name, reason in excluded.items())
    return f"<details><summary>{len(excluded)}</summary><ul>{items}</ul></details>"


def update_page(data, rules):
    """Writes the covergroups and their numbers of bins into docs/develop/coverage.md."""
    judged = {name: judge(config, rules)[0] for name, config in data["configurations"].items()}
    lines = [f"| covergroup | bins of it | {' | '.join(judged)} |",
             "|---|---|" + "---:|" * len(judged)]
    for same in zip(*judged.values()):
        counts = " | ".join(str(group[2]) for group in same)
        lines.append(f"| `{same[0][0]}` | {same[0][1]} | {counts} |")
    text = PAGE.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    tasks.write(PAGE, head + BEGIN + "\n" + "\n".join(lines) + "\n\n" + END + tail)


def table_of(page):
    """Rows of the table of groups in the text of docs/develop/coverage.md, the head first."""
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")]
            for line in page.split(BEGIN)[1].split(END)[0].strip().splitlines()]
    return [rows[0], *rows[2:]]


# -------------------------------------------------------------------------------------------------
# Runs
# -------------------------------------------------------------------------------------------------

def programs(config):
    """The programs whose first line names this configuration, as tb/CMakeLists.txt reads it."""
    return [path for path in sorted(PROGRAMS.glob("*.gsq"))
            if config in path.read_text(encoding="utf-8").split("\n")[0].partition("# configs:")[2].split()]


def rounds(config, seed, rules, say):
    """The programs that are for this configuration by name, then random commands until all its bins are
    hit or none is new for some rounds. Returns the file of its bins."""
    file = OUT / "functional" / f"{config}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    base = config.split("+")[0]
    commands = COMMANDS.get(base, FEWER)
    before_hit = before_cycles = still = number = 0

    def gsq(what, *words):
        run = subprocess.run([ROOT / "build" / config / "gsq", *words], capture_output=True, text=True,
                             errors="replace", check=False)
        if run.returncode:
            raise Wrong(f"{config}, {what}: {run.stdout}{run.stderr}")

    for program in programs(config):
        gsq(program.name, "run", program, "--coverage", file)
    while still < STILL:
        gsq(f"seed {seed + number}", "random", "--coverage", file, "--commands", str(commands), "--seed",
            str(seed + number))
        number += 1
        data = read(file)["configurations"][config]
        bins, hit = totals(judge(data, rules)[0])
        new, cycles = hit - before_hit, data["cycles"] - before_cycles
        cost = f"{cycles / new:.0f} cycles for each" if new else "no new one"
        say(f"{config} round {number}: {data['cycles']} cycles, {hit} of {bins} bins, "
            f"{new} new, {cost}")
        before_hit, before_cycles = hit, data["cycles"]
        if hit == bins:
            break
        still = 0 if new else still + 1
    return file


def collect(configs, say=print):
    """Builds and runs these configurations. Returns the files of their bins."""
    build = subprocess.run([ROOT / "scripts" / "build.sh", *(f"gsq-{name}" for name in configs)],
                           check=False)
    if build.returncode:
        sys.exit(build.returncode)
    seed = int(os.environ.get("SEED") or 1)
    rules = read_rules()
    with concurrent.futures.ThreadPoolExecutor(tasks.jobs()) as pool:
        return list(pool.map(lambda config: rounds(config, seed, rules, say), configs))


def default_configs():
    return [resolve(name, overrides) if overrides else name for name, overrides in CONFIGS]


def part():
    """For scripts/coverage/coverage.py: title, text, section of the page, whether it passed."""
    files = collect(default_configs())
    data = merge(files)
    tasks.write(OUT / "functional.json", json.dumps(data, indent=1) + "\n")
    text, page, complete, sound = report(data, read_rules())
    return "Functional coverage", text, page, complete and sound


def regress(configs):
    """For scripts/run/regress.py: rounds for these configurations and the table. False when bins are
    not what the contract says; those that were missed are no failure."""
    text, _, _, sound = report(merge(collect(configs)), read_rules())
    print(text)
    return sound


def main():
    parser = tasks.arguments(__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="rounds of random commands").add_argument(
        "configs", nargs="*", metavar="CONFIG", help=f"default: {', '.join(default_configs())}")
    merging = commands.add_parser("merge", help="adds up files of `gsq random --coverage`")
    merging.add_argument("output", metavar="OUTPUT", help="file that is written")
    reporting = commands.add_parser("report", help="a table; exit status 1 unless every bin was hit")
    for files in (merging, reporting, commands.add_parser(
            "page", help=f"the table of groups in {PAGE.relative_to(ROOT)}")):
        files.add_argument("files", nargs="+", metavar="FILE", help="of `gsq random --coverage`")
    reporting.add_argument("--exclusions", metavar="FILE", default=EXCLUSIONS,
                           help=f"default: {EXCLUSIONS.relative_to(ROOT)}")
    options = parser.parse_args()
    try:
        if options.command == "merge":
            tasks.write(options.output, json.dumps(merge(options.files), indent=1) + "\n")
            return 0
        if options.command == "page":
            update_page(merge(options.files), read_rules())
            return 0
        files = (collect(options.configs or default_configs()) if options.command == "run"
                 else options.files)
        rules = read_rules(options.exclusions) if options.command == "report" else read_rules()
        text, _, complete, sound = report(merge(files), rules)
        print(text)
        return 0 if complete and sound else 1
    except Wrong as error:
        sys.exit(f"functional coverage: {error}")
