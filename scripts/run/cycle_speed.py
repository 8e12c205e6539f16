# SPDX-License-Identifier: Apache-2.0
"""How much faster the cycle model alone is than lockstep: processor time of pairs of runs.

Runs the pattern files, every mix of random commands, and the examples of kernels that are built for
the configuration, with build/CONFIG/gsq in lockstep (or GSQ, another executable of the same
configuration) and with build/gsq, in turn, until each has taken N seconds (default 1). The time of a
run that does it once is subtracted from each. Prints for each the cycles a second of both,
and how often the one is faster; --page writes the table into a page, between its markers.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

from scripts.core import tasks

ROOT = tasks.ROOT
MIXES = ("all", "mask", "memory", "squeeze", "stream", "gather", "vec", "errors", "window")


def run(words):
    """Seconds of user time, and what it printed."""
    child = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, cwd=ROOT, text=True)
    text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(map(str, words))}: exit status {child.returncode}")
    return usage.ru_utime, text


def cycles_of(text):
    found = re.search(r"simulated +(\d+) cycles|: (\d+) cycles|^cycles +(\d+)", text, re.M)
    return int(next(group for group in found.groups() if group))


class Side:
    """One of the two backends with a case: `line` makes a command line that does the case so often."""

    def __init__(self, line, seconds):
        self.line, self.seconds, self.often = line, seconds, 1
        self.took, self.cycles = 0.0, 0
        # So often that a run takes a good part of the time that is asked for.
        while self.often < 1 << 14:
            self.often *= 4
            if run(line(self.often))[0] > seconds / 4:
                break

    def go(self):
        """A long run less one that does the case once."""
        (long, text), (short, least) = run(self.line(self.often)), run(self.line(1))
        self.took += long - short
        self.cycles += cycles_of(text) - cycles_of(least)

    def rate(self):
        return self.cycles / max(self.took, 1e-6)


def pair(lockstep, cycle, seconds):
    sides = [Side(lockstep, seconds), Side(cycle, seconds)]
    while any(side.took < seconds for side in sides):
        for side in sides:
            side.go()
    return [side.rate() for side in sides]


def cases(config, gsq):
    """(name, command line in lockstep, on the cycle model), each a function of how often."""
    file = ["--config", config if (ROOT / "configs" / f"{config}.json").exists()
            else ROOT / "build" / "configs" / f"{config}.json"]
    both = ([gsq], []), ([ROOT / "build" / "gsq"], file)

    def lines(make):
        return [lambda often, side=side: [*side[0], *make(often), *side[1]] for side in both]

    for path in sorted((ROOT / "tb" / "patterns").glob("*.json")):
        name = str(path.relative_to(ROOT))
        yield name, *lines(lambda often, name=name: ["perf", *[name] * often, "--width", "b32"])
    for mix in MIXES:
        yield f"random, mix {mix}", *lines(
            lambda often, mix=mix: ["random", "--mix", mix, "--commands", 250 * often])
    examples = ROOT / "build" / ("examples" if config == "full" else f"{config}/examples")
    for path in sorted(examples.glob("*")):
        if path.is_file() and not path.suffix:
            yield f"kernel {path.name}", *(
                lambda often, path=path, backend=backend: [path, "--backend", backend, "--repeat",
                                                           often]
                for backend in ("lockstep", "cycle"))


def write_page(page, config, results):
    rows = ["| what runs | `lockstep` | `cycle` | times |", "|---|--:|--:|--:|"]
    rows += [f"| {row['name']} | {row['lockstep'] / 1000:.0f} | {row['cycle'] / 1000:.0f} | "
             f"{row['cycle'] / row['lockstep']:.0f} |" for row in results]
    begin, end = f"<!-- cycle_speed.py {config} -->\n", "<!-- end -->"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    tasks.write(page, before + begin + "\n" + "\n".join(rows) + "\n\n" + end + rest.split(end, 1)[1])


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("config", metavar="CONFIG", help="a configuration that is built")
    parser.add_argument("--seconds", type=float, default=1, metavar="N", help="of each run; default: 1")
    parser.add_argument("--gsq", type=pathlib.Path, help="another executable than build/CONFIG/gsq")
    parser.add_argument("--page", type=pathlib.Path, metavar="PAGE.md",
                        help="write the table into a page, between its markers")
    options = parser.parse_args()
    config, seconds = options.config, options.seconds
    gsq = options.gsq or ROOT / "build" / config / "gsq"
    results = []
    print(f"{'thousand cycles a second':<34} {'lockstep':>10} {'cycle':>10} {'ratio':>8}")
    for name, lockstep, cycle in cases(config, gsq):
        rates = pair(lockstep, cycle, seconds)
        results.append({"name": name, "lockstep": rates[0], "cycle": rates[1]})
        print(f"{name:<34} {rates[0] / 1000:>10.1f} {rates[1] / 1000:>10.1f} "
              f"{rates[1] / rates[0]:>8.1f}", flush=True)
    least = min(results, key=lambda result: result["cycle"] / result["lockstep"])
    print(f"least: {least['cycle'] / least['lockstep']:.1f} ({least['name']})")
    if options.page:
        write_page(options.page, config, results)
    path = ROOT / "build" / "cycle_speed" / f"{config}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    tasks.write(path, json.dumps(results, indent=2) + "\n")
