# SPDX-License-Identifier: Apache-2.0
"""Elements a cycle of a unit for the traffic of an exploration, by the cycle model or in lockstep.

Programs that end with an error raise runner.Failed, with one sentence.
"""
import dataclasses
import json
import pathlib
import subprocess

from scripts.core import runner, tasks
from scripts.core.tasks import ROOT
from scripts.explore import study
from scripts.explore.asked import Traffic

LIMIT = 3600    # s; no run takes an hour
SOURCES = (*study.TASKS["traffic"], "tb/programs", "examples", "scripts/explore/traffic.py")


@dataclasses.dataclass(frozen=True)
class Unit:
    """What runs traffic: a gsq program, its kernels, and the options of both."""
    gsq: pathlib.Path
    kernels: pathlib.Path   # folder
    options: tuple


def model(base, overrides):
    """The cycle model of a configuration with some parameters changed."""
    sets = ",".join(f"{name}={value}" for name, value in overrides.items())
    return Unit(ROOT / "build" / "gsq", ROOT / "build" / "kernels",
                ("--backend", "cycle", "--config", base, *(("--set", sets) if sets else ())))


def lockstep(name):
    """The RTL of a configuration beside the models."""
    kernels = ROOT / "build" / ("examples" if name == "full" else f"{name}/examples")
    return Unit(ROOT / "build" / name / "gsq", kernels, ("--backend", "lockstep"))


def targets(name, traffic):
    """What to build for lockstep with a configuration; for the model without one."""
    suffix = {"": "_model", "full": ""}.get(name, f"-{name}")
    return [f"gsq-{name}" if name else "gsq",
            *(f"example_{one.name}{suffix}" for one in traffic if one.kind == "kernel")]


def run(program, *arguments):
    done = subprocess.run(["timeout", "--foreground", "--kill-after=1", f"{LIMIT}", program,
                           *arguments], cwd=ROOT, text=True, capture_output=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip() or "without a word"
        raise runner.Failed(f"{pathlib.Path(program).name} ended with status "
                            f"{done.returncode}: {said.splitlines()[0]}")


def rows(unit, traffic):
    """[{name, set, elements_per_cycle, over_bound}]; the last is None for programs and kernels."""
    found = []
    with tasks.temporary() as folder:
        stats = pathlib.Path(folder, "stats.json")
        for one in traffic:
            name = pathlib.Path(one.name).stem
            if one.kind == "patterns":
                run(unit.gsq, "perf", one.name, *unit.options, "--width", one.width,
                    "--commands-max", f"{one.commands}", "--stats", f"{stats}")
                found += [{"name": f"{row['name']}, {row['kernel'].lower()}", "set": name,
                           "elements_per_cycle": row["elements"] / row["access_cycles"],
                           "over_bound": row["bank_cycles"] / max(row["bound"], 1)}
                          for row in json.loads(stats.read_text(encoding="utf-8"))["patterns"]]
                continue
            program = [unit.gsq, "run", one.name] if one.kind == "program" else [unit.kernels / name]
            run(*program, *unit.options, "--stats", f"{stats}")
            cycles = json.loads(stats.read_text(encoding="utf-8"))["cycles"]
            found.append({"name": name, "set": f"{one.kind}s", "over_bound": None,
                          "elements_per_cycle": one.elements / cycles})
    return found


def measure(_folder, name, traffic):
    """The task of the runner: rows of a configuration in lockstep."""
    return rows(lockstep(name), [Traffic(**one) for one in traffic])


def task_of(name, traffic):
    asked = [vars(one) for one in traffic]
    key = runner.key([study.parameters(name), asked], SOURCES)
    return runner.Task(f"{name}: lockstep", "scripts.explore.traffic:measure",
                       {"name": name, "traffic": asked},
                       ROOT / "build" / "explore" / "points" / f"{name}-{key}", key)
