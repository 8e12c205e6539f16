# SPDX-License-Identifier: Apache-2.0
"""Compares the cycle model alone with lockstep: everything that both can run must say the same.

What they print, the statistics of every command and the bytes of UB at the end are compared, for the
pattern files, all programs of tb/programs, every mix of random commands with and without stalls, and
those examples of kernels that are built for the configuration. build/gsq, which runs the cycle model,
must be there. Prints a line for each configuration. Exit 1 if anything differs.
"""
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys

from scripts.core import tasks
from scripts.spec.config import resolve
from scripts.spec.parameters import CONFIG, fault

ROOT = tasks.ROOT
OUT = ROOT / "build" / "cycle_check"
MODELS = ROOT / "build" / "gsq"
WIDTHS = ("b8", "b16", "b32", "b64")
COMMANDS = 1500    # of a random run
PATTERN = 100      # of a pattern
# Legal values of what does not only change how long a build takes, and how often; longer vectors
# and more banks take minutes to build.
VALUES = {"VlenBytes": [32] * 8 + [64] * 5 + [128] * 2 + [256], "UbBytes": [4096, 8192, 16384, 65536],
          "Banks": [2, 4, 8, 16, 32, 64], "BankBytes": [4, 8], "BankHash": [0, 1, 2],
          "RowMultiplier": [0, 1], "Places": [1] * 4 + [3, 4, 5, 6, 8], "Parts": [1, 2, 4],
          "RspDepth": [16, 32],
          "HostPatience": [2, 4, 64], "SqueezeCuts": [0, 1, 2, 3], "XbarOneHot": [0, 1],
          "SqueezeRadix": [2, 4], "Coalesce": [0, 1], "LaneOps": [0, 1]}


def draw(count, seed):
    """Names of different legal configurations, drawn at random."""
    chosen, names = random.Random(seed), []
    while len(names) < count:
        values = {row.name: chosen.choice(VALUES[row.name]) for row in CONFIG}
        if fault(values) is None:
            name = resolve("tiny", ",".join(f"{key}={value}" for key, value in values.items()))
            names += [name] if name not in names else []
    return names


def output(command, folder):
    """What a command says, without what it may say differently: how long it took, which backend."""
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True,
                          text=True, timeout=3600, check=False)
    text = re.sub(r"(?m)^(elapsed .*|.*commands/s, .*|RTL and golden model agreed .*|"
                  r"gsq \w+: \d+ of \d+ commands, about .*)\n", "", done.stdout + done.stderr)
    text = re.sub(r"\b(backend +)(lockstep|cycle)", r"\1-", text)
    return f"exit {done.returncode}\n" + re.sub(r"(simulated +\d+ cycles), .*", r"\1", text)


def cases(examples):
    """Command lines after the executable: {name: words}; those of kernels are of other executables."""
    programs = sorted((ROOT / "tb" / "programs").glob("*.gsq"))
    patterns = sorted((ROOT / "tb" / "patterns").glob("*.json"))
    found = {}
    for width in WIDTHS:
        found |= {f"{path.name} {width}": ["perf", path, "--width", width, "--commands-max", PATTERN,
                                           "--stats", "stats.json"] for path in patterns}
    for stall in (0, 40):
        found |= {f"{path.name} stall {stall}": ["run", path, "--stall", stall, "--seed", 5,
                                                 "--stats", "stats.json", "--dump", "0:0x1000=ub.bin"]
                  for path in programs}
        found |= {f"random {mix} stall {stall}": ["random", "--commands", COMMANDS, "--mix", mix,
                                                  "--stall", stall, "--seed", 11 + stall]
                  for mix in ("all", "mask", "memory", "squeeze", "stream", "gather", "vec", "errors",
                              "window")}
    found |= {f"{path.name} trace": ["trace", path, "--format", "perfetto"] for path in programs}
    for path in examples:
        found |= {f"{path.name} stall {stall}": [path, "--stall", stall, "--stats", "stats.json"]
                  for stall in (0, 40)}
    return found


def differences(gsq, folder):
    """What differs for the configuration of an executable: names of cases, and how many were run."""
    config = json.loads(subprocess.run([gsq, "info", "--json"], capture_output=True, text=True,
                                       check=True).stdout)
    file = folder / f"{config['configuration']}.json"
    tasks.write(file, json.dumps(config["parameters"]))
    own = gsq.parent / "examples"
    if config["configuration"] == "full" and not own.exists():
        own = ROOT / "build" / "examples"
    examples = sorted(path for path in own.glob("*") if path.is_file())
    wrong, names = [], cases(examples)
    for name, words in names.items():
        said = []
        for backend in ("lockstep", "cycle"):
            into = folder / backend
            into.mkdir(exist_ok=True)
            kernel = words[0] in examples
            unit = ["--config", file] if kernel or backend == "cycle" else []
            start = [words[0]] if kernel else [gsq if backend == "lockstep" else MODELS, words[0]]
            text = output([*start, *words[1:], *unit, "--backend", backend], into)
            for made in sorted(into.iterdir()):
                text += f"\n{made.name} " + (made.read_bytes().hex() if made.suffix == ".bin"
                                             else made.read_text(encoding="utf-8"))
                made.unlink()
            said.append(text)
        if said[0] != said[1]:
            wrong.append(name)
            kept = OUT / "differ" / file.stem
            kept.mkdir(parents=True, exist_ok=True)
            for text, backend in zip(said, ("lockstep", "cycle")):
                tasks.write(kept / f"{name}.{backend}".replace(" ", "_"), text)
    return wrong, len(names)


def check(gsq):
    """Whether all is equal for the configuration of an executable; prints a line about it."""
    with tasks.temporary() as folder:
        wrong, count = differences(pathlib.Path(gsq).resolve(), pathlib.Path(folder))
    name = pathlib.Path(gsq).parent.name
    print(f"{name}: {len(wrong)} of {count} runs differ, see build/cycle_check/differ/: "
          f"{', '.join(wrong)}" if wrong else f"{name}: {count} runs, all equal", flush=True)
    return not wrong


def built(names):
    """The executables of drawn configurations, each as soon as it is built. Few cycles run, so the
    RTL is compiled without optimisation, in a build of its own."""
    tree = OUT / "cmake"

    def run(*command):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}")

    run("cmake", "-G", "Ninja", "-B", tree, "-DGSQ_BRIEF=ON")
    for name in names:
        run("ninja", "-C", tree, "--quiet", "-j", str(tasks.jobs()), f"gsq-{name}")
        yield OUT / name / "gsq"


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("gsq", nargs="*", metavar="GSQ_OF_A_CONFIG", help="executables")
    parser.add_argument("--draw", type=int, default=0, metavar="N",
                        help="instead: N configurations drawn at random, which it builds")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn; default: 1")
    options = parser.parse_args()
    executables = options.gsq
    if options.draw:
        if status := subprocess.run([ROOT / "scripts" / "build.sh", "gsq"], check=False).returncode:
            sys.exit(status)
        executables = built(draw(options.draw, options.seed))
    elif not executables:
        parser.error("expected executables of configurations, or --draw N")
    with concurrent.futures.ThreadPoolExecutor(tasks.jobs()) as pool:
        checks = [pool.submit(check, gsq) for gsq in executables]
        equal = sum(done.result() for done in checks)
    print(f"{equal} configurations equal, {len(checks) - equal} not")
    sys.exit(equal < len(checks))
