# SPDX-License-Identifier: Apache-2.0
"""Tests that config.py, the golden model and the RTL reject the same sets of parameters.

Makes legal and illegal sets from the configuration tiny: one parameter at and around every number
that a rule names, then several parameters at random. CONFIG_VERDICTS is the program built from
config_verdicts.cpp. Verilator elaborates the checks of gsq_core alone for every set, which is
quick, and the whole of gsq_top for an illegal set of each rule and some legal ones. All must give the same
verdict, Python and C++ in the same words. Exit 1 with one line for each difference.
"""
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys

from scripts.core import tasks
from scripts.spec import parameters
from scripts.spec.parameters import CONFIG, OF_CONFIG
from scripts.spec.rtl_files import MODULES, PACKAGES, ROOT

TINY = json.loads((ROOT / "configs" / "tiny.json").read_text(encoding="utf-8"))
SETS = 40   # with several parameters changed
WHOLE = 4   # legal sets with which all of gsq_top is elaborated
SHORT = 64  # VlenBytes of these at most: longer vectors take a minute

# Without -Werror, a check that fails is a warning, which -Wno-fatal lets pass; sim/verilate.cmake
# has the same options.
VERILATOR = ["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "-Wno-fatal",
             "-Werror-USERFATAL", "-Irtl"]


def numbers(rows):
    found = {int(token) for row in rows for token in row.rule.tokens if token.isdigit()}
    return {value for number in found | {0} for value in (number - 1, number, number + 1,
                                                          2 * number, 3 * number, number // 2)
            if 0 <= value < 1 << 32}


def make_sets():
    values = {row.name: sorted(numbers([row, *(relation for relation in OF_CONFIG
                                               if row.name in relation.of)])
                               | {TINY["UbBytes"] // 8, TINY["UbBytes"] // 4})
              for row in CONFIG}
    sets = [TINY] + [{**TINY, name: value} for name in values for value in values[name]]
    chosen = random.Random(1)
    for _ in range(SETS):
        changed = chosen.sample(list(values), 3)
        sets.append({**TINY, **{name: chosen.choice([value for value in values[name] if
                                                     parameters.fault({**TINY, name: value})
                                                     is None] or values[name])
                                for name in changed}})
    return [dict(items) for items in dict.fromkeys(tuple(values.items()) for values in sets)]


def elaborate(top, files, values):
    """Verilator's message when it rejects `top` with these values; None when it accepts them."""
    command = [*VERILATOR, "--top", top, *(f"-G{name}={value}" for name, value in values.items()),
               *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr) if done.returncode else None


def said_by_rtl(output):
    return re.findall(r"%(?:Error|Warning)-USERFATAL: \S+ (.*)", output)


def used_by(name):
    found, todo = [], [name]
    while todo:
        path = MODULES[todo.pop()]
        if path not in found:
            found.append(path)
            todo += set(re.findall(r"\w+", path.read_text(encoding="utf-8"))) & set(MODULES)
    return PACKAGES + sorted(found)


def checks_alone(folder):
    """A module with the parameters and checks of gsq_core, and nothing else."""
    names = [*(row.name for row in CONFIG), "PerfCounters"]
    lines = ["`include \"gsq_param_checks.svh\"", "module checks_alone #(",
             ",\n".join(f"  parameter int unsigned {name} = 0" for name in names), ") ();",
             "  `GSQ_CHECK_CORE_PARAMETERS", "endmodule"]
    path = f"{folder}/checks_alone.sv"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("verdicts", metavar="CONFIG_VERDICTS", help="the program")
    verdicts = parser.parse_args().verdicts
    sets = make_sets()
    python = [parameters.fault(values) for values in sets]
    lines = "".join(json.dumps(values) + "\n" for values in sets)
    done = subprocess.run([verdicts], input=lines, capture_output=True, text=True, check=True)
    cpp = [re.sub("^configuration set: ", "", line) or None for line in done.stdout.split("\n")[:-1]]
    assert len(cpp) == len(sets), done.stdout
    whole = [index for index, sentence in enumerate(python)
             if sentence is None and sets[index]["VlenBytes"] <= SHORT]
    whole = set(random.Random(2).sample(whole, WHOLE))
    rules = {}  # without their numbers
    for index, sentence in enumerate(python):
        if sentence:
            rules.setdefault(re.sub(r"\d+", "", sentence.partition(", found")[0]), index)
    whole |= set(rules.values())
    wrong = []
    with tasks.temporary() as folder, \
         concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or 2)) as pool:
        checks = checks_alone(folder)
        top = used_by("gsq_top")
        jobs = [(index, kind, pool.submit(elaborate, kind, files, sets[index]))
                for index in range(len(sets))
                for kind, files in (("checks_alone", [checks]), ("gsq_top", top))
                if kind == "checks_alone" or index in whole]
        for values, ours, theirs in zip(sets, python, cpp):
            if ours != theirs:
                wrong.append(f"{values}: config.py says {ours}, the golden model {theirs}")
        for index, kind, job in jobs:
            output, ours = job.result(), python[index]
            if (output is None) != (ours is None):
                wrong.append(f"{sets[index]}: config.py says {ours}, {kind} {output}")
            # A division by 0 or a width of 0 ends Verilator before the checks.
            elif ours and all(sets[index][name] for name in ("VlenBytes", "Banks", "BankBytes")) and \
                    ours not in said_by_rtl(output):
                wrong.append(f"{sets[index]}: config.py says {ours}, {kind} {said_by_rtl(output)}")
    refused = sum(sentence is not None for sentence in python)
    print("\n".join(wrong) + "\n" if wrong else "", end="")
    print(f"{len(sets)} sets, {refused} of them illegal; {len(wrong)} differences")
    sys.exit(1 if wrong else 0)
