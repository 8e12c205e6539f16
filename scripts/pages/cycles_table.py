# SPDX-License-Identifier: Apache-2.0
"""Cycles of programs beside those of an earlier pipeline: docs/cycles.md.

Usage: python3 -m scripts cycles-table [--check]
       cycles_table.py --measure CHECKOUT    figures of that checkout: docs/cycles/before.json

Runs the programs of tb/programs and the pattern files of tb/patterns on the cycle model of tiny and
full_w1, which has the cycles of the RTL: lockstep would fail otherwise. CHECKOUT must have gsq of
both configurations, built, with which its RTL runs. --check: exit status 1 when the page is not as
it would be written. Exit status 1 also for a program that takes more cycles than the longer
latencies on its critical path explain.
"""
import json
import pathlib
import re
import subprocess
import sys

from scripts.core import tasks

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "cycles.md"
BEFORE = ROOT / "docs" / "cycles" / "before.json"
CONFIGS = ("tiny", "full_w1")
THROUGHPUT = "throughput"  # the program whose spacing of commands is shown
GS_BATCH = 16  # commands of a gs pattern that gsq perf issues together, half of them gathers

# Spans of a command in the picture of gsq trace
ROW = re.compile(r'xml:space="preserve">|<title>cycles (\d+) to (\d+): ([^<]*)</title>')
BY = re.compile(r" \(#(\d+)\)$")
WAITS = re.compile(r"^(?:waits|held|one more beat|done, waits|response offered)")
# What the present pipeline has more: passed once by every command, by every group, by a vec write.
STAGES = ("decode: stage D0", "decode: stage D1", "access pipe: stage S")
VEC = "data of a vec write"


def output_of(*command):
    done = subprocess.run([*map(str, command)], cwd=ROOT, timeout=600, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"error: '{' '.join(map(str, command))}' ended with status {done.returncode}: "
                 f"{done.stderr.strip()}")
    return done.stdout


def stats_of(*command):
    with tasks.temporary() as folder:
        file = pathlib.Path(folder, "stats.json")
        output_of(*command, "--stats", file)
        return json.loads(file.read_text(encoding="utf-8"))


def programs(config):
    """The programs that tb/CMakeLists.txt runs on a configuration."""
    for file in sorted((ROOT / "tb" / "programs").glob("*.gsq")):
        head = "".join(file.read_text("utf-8").splitlines(True)[:2])
        named = re.search(r"# configs: *(.*)", head)
        if named is None or config in named[1].split():
            yield file


def spacing(stats):
    """(cycles from squeeze to squeeze, from pair to pair), the largest of throughput.gsq."""
    issued = [command["issue"] for command in stats["commands"] if command["op"] == "squeeze"]
    half = len(issued) // 2
    return [max(b - a for a, b in zip(part, part[1:])) for part in (issued[:half], issued[half:])]


def present(config):
    """The executable for a configuration, and what tells it which one that is."""
    return ROOT / "build" / "gsq", ("--config", config)


def measure(tool):
    figures = {"programs": {}, "spacing": {}, "patterns": {}}
    for config in CONFIGS:
        gsq, options = tool(config)
        cycles = figures["programs"][config] = {}
        for file in programs(config):
            stats = stats_of(gsq, "run", file, *options)
            cycles[file.stem] = stats["cycles"]
            if file.stem == THROUGHPUT:
                figures["spacing"][config] = spacing(stats)
        patterns = stats_of(gsq, "perf", *sorted((ROOT / "tb" / "patterns").glob("*.json")),
                            "--width", "b32", *options)["patterns"]
        figures["patterns"][config] = {
            f"{pathlib.Path(row['file']).stem}:{row['index']} {row['name']}":
            {key: row[key] for key in ("kernel", "commands", "elements_per_cycle", "access_cycles")}
            for row in patterns}
    return figures


def spans_of(config, program):
    """Of each command, its spans: (first cycle, last cycle, text)."""
    with tasks.temporary() as folder:
        svg = pathlib.Path(folder, "trace.svg")
        gsq, options = present(config)
        count = len(stats_of(gsq, "run", program, *options)["commands"])
        output_of(gsq, "trace", program, "--svg", svg, "--commands", f"1..{count}",
                  "--to", 1000000, *options)
        rows = []
        for found in ROW.finditer(svg.read_text(encoding="utf-8")):
            if found[1] is None:
                rows.append([])
            else:
                rows[-1].append((int(found[1]), int(found[2]), found[3]))
        return rows


def at(spans, cycle):
    return next((text for first, last, text in spans if first <= cycle <= last), None)


def explained(config, program):
    """Cycles that the present pipeline adds on the critical path of a program, and waits for idle.

    The path goes back from the last answer. While a command waits, the path is that of the command
    that it waits for; before it was transferred, that of the command before it. An earlier
    command that was answered before that is the last one of another path.
    """
    rows = spans_of(config, program)
    added, starts = 0, 0
    command, cycle = len(rows) - 1, rows[-1][-1][1]
    counted = None  # the vec command whose wait is counted already
    while True:
        text = at(rows[command], cycle)
        if text is None:
            if command > 0 and at(rows[command - 1], cycle) is None:
                starts += 1
                cycle = rows[command - 1][-1][1]
            command -= 1
            if command < 0:
                return added, starts
            continue
        by = BY.search(text)
        if by and WAITS.match(text):
            command = int(by[1]) - 1
            continue
        added += text in STAGES
        if VEC in text and counted != command:
            added += 1
        counted = command if VEC in text else None
        cycle -= 1


def page(before, after):
    unexplained = []
    yield from [
        "# Cycles before and after", "",
        "The stages D0, D1 and S and the registered result of vec commands made the clock faster"
        " and latencies longer.",
        "Written by `scripts/pages/cycles_table.py`. *Before*: the pipeline without them, as that script"
        " measured it at commit",
        f"{before['commit']}. *On the path*: what they add on the critical path of the program,"
        " from its [trace](trace.md): the",
        "path goes back from the last answer, and while a command waits it is that of the command"
        " it waits for. D0, D1 and S",
        "count one cycle each, and so does the data of a vec write. *Starts*: how often the program"
        " begins with an idle unit.", ""]
    for config in CONFIGS:
        yield from [f"## Programs on {config}", "",
                    "| program | before | after | more | on the path | starts |",
                    "|---|---:|---:|---:|---:|---:|"]
        for file in programs(config):
            if file.stem not in before["programs"][config]:     # written since then
                continue
            old, new = (figures["programs"][config][file.stem] for figures in (before, after))
            path, starts = explained(config, file)
            if new - old > path:
                unexplained.append(f"{file.stem} on {config}: {new - old} cycles more, of which "
                                   f"the latencies explain {path}")
            yield f"| {file.stem} | {old} | {new} | {new - old:+} | {path} | {starts + 1} |"
        yield ""
    yield from ["## Throughput", "",
                f"`{THROUGHPUT}.gsq`: cycles from one squeeze to the next, and from one pair of "
                "squeeze and store to the next.", "",
                "| configuration | squeezes before | after | pairs before | after |",
                "|---|---:|---:|---:|---:|"]
    for config in CONFIGS:
        (a, b), (c, d) = before["spacing"][config], after["spacing"][config]
        yield f"| {config} | {a} | {c} | {b} | {d} |"
    yield ""
    yield from ["A `gs` pattern whose last gathers are fewer than eight ends with scatters that "
                "wait for their data, a cycle longer", "than before (stage S). Elements a cycle of "
                "the patterns of `tb/patterns/`:", ""]
    for config in CONFIGS:
        old, new = before["patterns"][config], after["patterns"][config]
        changed = []
        for name, row in new.items():
            if name not in old:  # a pattern that came later
                continue
            more = row["access_cycles"] - old[name]["access_cycles"]
            text = (f"{name} {old[name]['elements_per_cycle']:.3f} before, "
                    f"{row['elements_per_cycle']:.3f} after ({more:+} cycles)")
            if row["elements_per_cycle"] != old[name]["elements_per_cycle"]:
                changed.append(text)
            if more > (1 if row["kernel"] == "gs" and row["commands"] % GS_BATCH else 0):
                unexplained.append(f"pattern {text} on {config}")
        yield (f"- {config}: {len(old) - len(changed)} of {len(old)} as before"
               + "".join(f"; {text}" for text in changed) + ".")
    return unexplained


def main():
    if sys.argv[1:2] == ["--measure"]:
        checkout = pathlib.Path(sys.argv[2])
        commit = output_of("git", "-C", checkout, "rev-parse", "--short", "HEAD").strip()

        def rtl(config):
            return checkout / "build" / config / "gsq", ()
        BEFORE.parent.mkdir(exist_ok=True)
        tasks.write(BEFORE, json.dumps({"commit": commit, **measure(rtl)}, indent=1) + "\n")
        return 0
    lines = page(json.loads(BEFORE.read_text(encoding="utf-8")), measure(present))
    text = []
    while True:
        try:
            text.append(next(lines) + "\n")
        except StopIteration as end:
            unexplained = end.value
            break
    for sentence in unexplained:
        print(f"error: {sentence}")
    if "--check" not in sys.argv[1:]:
        tasks.write(PAGE, "".join(text))
        print(f"wrote {PAGE.relative_to(ROOT)}")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != "".join(text):
        print(f"{PAGE.relative_to(ROOT)} differs from what the cycle model does: run "
              "scripts/pages/cycles_table.py and look at the difference")
        return 1
    return 1 if unexplained else 0
