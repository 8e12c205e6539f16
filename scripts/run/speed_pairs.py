# SPDX-License-Identifier: Apache-2.0
"""How fast two builds or two backends simulate: cycles in a second of processor time, from pairs of runs.

In PATH a {} stands for the configuration; BACKEND is lockstep unless it is given. The runs of a pair
follow each other, and every second pair begins with the other side, so that load of the machine
affects both. The seconds of a run that does almost nothing are subtracted. Prints medians. How
the cycle model compares with lockstep, over all patterns and kernels: cycle_speed.py.
"""
import statistics
import sys

from scripts.core import tasks
from scripts.run import cycle_speed

PATTERNS = tasks.ROOT / "tb" / "patterns"
# (name, words of the run, words of the one that does almost nothing). The seeds are others than
# of the tests.
RANDOM = ("random commands", ("random", "--seed", "5", "--commands", "{}"),
          ("random", "--seed", "5", "--commands", "1"))
FILES = [(name, ("perf", *often * (PATTERNS / name,), "--width", "b32"),
          ("perf", PATTERNS / name, "--width", "b32", "--commands-max", "1"))
         for name, often in (("limits.json", 1), ("workloads.json", 4))]
COMMANDS = {"tiny": 60000, "small": 30000}  # of random; of others:
FEWER = 15000


def rate(side, config, long, short):
    """Cycles a second of user time."""
    path, _, backend = side.format(config).partition(":")
    chosen = ["--backend", backend] if backend else []
    (took, text), (least, little) = (
        cycle_speed.run([tasks.ROOT / path, *words, "--failures", "none", *chosen])
        for words in (long, short))
    return ((cycle_speed.cycles_of(text) - cycle_speed.cycles_of(little))
            / max(took - least, 1e-6))


def measure(config, sides, pairs):
    """For each kind of run: its name, the median rates of both sides, and that of their ratios."""
    # The RTL alone runs no random commands: nothing would check them.
    alone = any(side.endswith(":rtl") for side in sides)
    for name, long, short in FILES if alone else [RANDOM, *FILES]:
        words = [str(word).format(COMMANDS.get(config, FEWER)) for word in long]
        rates = []
        for number in range(pairs):
            order = (0, 1) if number % 2 == 0 else (1, 0)
            pair = {at: rate(sides[at], config, words, short) for at in order}
            rates.append((pair[0], pair[1]))
        first, second = (statistics.median(column) for column in zip(*rates))
        yield name, first, second, statistics.median(b / a for a, b in rates)


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("configs", nargs="+", metavar="CONFIG", help="configurations that are built")
    parser.add_argument("--pairs", type=int, default=9, metavar="N", help="how many; default: 9")
    parser.add_argument("--first", default="build/{}/gsq", metavar="PATH[:BACKEND]",
                        help="default: build/{}/gsq")
    parser.add_argument("--second", required=True, metavar="PATH[:BACKEND]", help="what it is compared with")
    options = parser.parse_args()
    sides = (options.first, options.second)
    for path in (side.format(config).partition(":")[0] for side in sides
                 for config in options.configs):
        if not (tasks.ROOT / path).exists():
            sys.exit(f"there is no {path}; expected an executable that scripts/build.sh gsq-CONFIG "
                     "makes")
    print(f"first   {sides[0]}\nsecond  {sides[1]}\n\n{'thousand cycles a second':<34}"
          f"{'first':>8}{'second':>8}{'ratio':>8}")
    for config in options.configs:
        for name, first, second, ratio in measure(config, sides, options.pairs):
            print(f"{config + ', ' + name:<34}{first / 1000:>8.0f}{second / 1000:>8.0f}{ratio:>8.2f}",
                  flush=True)
