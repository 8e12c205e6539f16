# SPDX-License-Identifier: Apache-2.0
"""The parameters of a module: its own, or those that it has inside the core of a configuration.

A block of the core has the core's parameters, as fields of one struct, or others, such as Slots.
With a configuration it gets what the elaborated core gives it: slang tells. Elaborated cores are
kept in build/blocks/.
"""
import dataclasses
import json
import os
import re
import subprocess

from scripts.core import pins
from scripts.flow.synthesis.sources import HEADERS, ROOT, Stop, sources
from scripts.flow.synthesis.tools import alone, digest, write
from scripts.spec import parameters as rules

CORE = "gsq_core"
OUT = ROOT / "build" / "blocks"
PYTHON = ROOT / "build" / "venv" / "bin" / "python"
SLANG = ROOT / "scripts" / "spec" / "slang.py"
# Of configs/ for simulation: gates have the default of the RTL, unless SET says otherwise.
SIMULATED = ("XbarOneHot",)
OTHERS = 8      # other sets of a block that are listed


@dataclasses.dataclass
class Chosen:
    """The parameters of a module, {name: value}, and lines for the user on where they come from;
    `block`: the instance in the core that has them."""
    values: dict
    said: list
    block: str = ""


def own(top, extra=()):
    """The names of the parameters of a module that are numbers; of the struct of a configuration
    those of its fields."""
    file = next(file for file in sources(top, extra) if file.stem == top)
    names = re.findall(r"^\s*parameter\s+(?!type\b)[^=]*?(\w+)\s*=",
                       file.read_text(encoding="utf-8"), re.M)
    fields = [row.name for row in rules.CONFIG]
    return [name for item in names for name in (fields if item == "Cfg" else [item])]


def configuration(name):
    """The parameters of a configuration."""
    path = ROOT / "configs" / f"{name}.json"
    if not path.is_file():
        names = sorted(path.stem for path in (ROOT / "configs").glob("*.json"))
        raise Stop(f"there is no CONFIG={name}; there are {', '.join(names)}")
    return json.loads(path.read_text(encoding="utf-8"))


def overrides_of(text):
    """SET as a dictionary."""
    values = {}
    for item in filter(None, text.split(",")):
        match = re.fullmatch(r"(\w+)=(\d+)", item)
        if not match:
            raise Stop(f"expected SET=Name=Value,… with decimal values, found '{item}'")
        values[match[1]] = int(match[2])
    return values


def has_core(top):
    """Whether a module is the core or contains it, so it has the parameters of configurations."""
    return CORE in {file.stem for file in sources(top)}


def settings(top, config, overrides, extra=()):
    """(parameters of the core or None, those of the module itself) that a configuration and SET ask
    for; of the core without those of `SIMULATED`. Raises Stop when there is no such thing.

    What the configuration has, SET changes there, for every TOP. Other names are of the module.
    """
    asked, names = overrides_of(overrides), own(top, extra)
    values = configuration(config) if config else {}
    for name in asked:
        if name not in names and name not in values:
            more = f"; the core of {config} has {', '.join(values)}" if config else ""
            raise Stop(f"{top} has no parameter {name}; it has {', '.join(names) or 'none'}{more}")
    if not config:
        return None, asked
    changed = {**values, **{name: value for name, value in asked.items() if name in values}}
    if sentence := rules.fault(changed):
        raise Stop(sentence)
    core = {name: value for name, value in changed.items()
            if name not in SIMULATED or name in asked}
    return core, {name: value for name, value in asked.items() if name not in values}


def chosen(top, config="", overrides="", extra=()):
    """The parameters of a module for synthesis."""
    core, asked = settings(top, config, overrides, extra)
    if core is None:
        return Chosen(asked, [])
    if has_core(top):
        names = own(top, extra)
        values = {**core, **asked}
        return Chosen({name: values[name] for name in values if name in names}, [])
    where = core_name(config, overrides)
    sets = elaborated(core).get(top)
    if not sets:
        why = ("whose parameters leave it out" if top in {file.stem for file in sources(CORE)} else
               f"since it is not a block of {CORE}")
        raise Stop(f"{top} is not in {where}, {why}; expected a block that is there, a core that "
                   "has it (SET changes parameters of the core), or no CONFIG: then it has its "
                   "defaults and what SET says")
    best = closest(sets, asked)
    said = [f"{top} as in {where} ({places(best)}): {text_of(best['parameters'])}" +
            (f"; by SET {text_of(asked)}" if asked.items() - best["parameters"].items() else "")]
    others = [item for item in sets if item is not best]
    if others:
        said.append(f"{top} has {len(sets)} sets of parameters there. Of those that agree most "
                    f"with SET, this is the one with the largest "
                    f"{', then '.join(best['parameters'])}. The others:")
        said += [f"  SET={text_of(item['parameters'])} ({places(item)})"
                 for item in others[:OTHERS]]
        if len(others) > OTHERS:
            said.append(f"  and {len(others) - OTHERS} more")
    return Chosen({**best["parameters"], **asked}, said, best["instances"][0])


def every(top, config, overrides=""):
    """The sets of parameters that a module has in the core of a configuration, as `elaborated` has
    them: all of them, or the one that SET asks for."""
    core, asked = settings(top, config, overrides)
    if has_core(top):
        return [{"parameters": chosen(top, config, overrides).values, "instances": [""]}]
    sets = elaborated(core).get(top, [])
    if not asked or not sets:
        return sets
    best = closest(sets, asked)
    return [{**best, "parameters": {**best["parameters"], **asked}}]


def closest(sets, asked):
    """The set that agrees most with SET; of those the one with the largest parameters, the first
    that differs counts."""
    return max(sets, key=lambda item: (len(asked.items() & item["parameters"].items()),
                                       tuple(item["parameters"].values())))


def core_name(config, overrides):
    """Which core, for a sentence."""
    known = configuration(config)
    changed = {name: value for name, value in overrides_of(overrides).items() if name in known}
    return f"the core of {config}" + (f" with {text_of(changed)}" if changed else "")


def text_of(values):
    """Parameters as SET takes them."""
    return ",".join(f"{name}={value}" for name, value in values.items()) or "no parameters"


def places(item):
    count = len(item["instances"])
    return item["instances"][0] + (f" and {count - 1} more" if count > 1 else "")


def elaborated(core):
    """{module: [{"parameters": {name: value}, "instances": [path]}]} of the core with these
    parameters, in the order of the hierarchy."""
    files = sources(CORE)
    if not PYTHON.exists():
        raise Stop("slang is not installed, which tells the parameters of a block: "
                   "scripts/setup.sh area does it")
    texts = [*(file.read_text(encoding="utf-8") for file in [*files, *HEADERS, SLANG]), *pins.pinned("slang")]
    folder = OUT / digest(*texts, json.dumps(core, sort_keys=True))
    stored = folder / "blocks.json"
    with alone(folder):
        if not stored.exists():
            words = [word for item in core.items() for word in ("-G", f"{item[0]}={item[1]}")]
            done = subprocess.run([PYTHON, ROOT / "scripts", "slang", "--blocks", "-DSYNTHESIS", f"-I{ROOT / 'rtl'}",
                                   "--top", CORE, *words, *files], capture_output=True, text=True,
                                  check=False, env={**os.environ, "GSQ_SETUP": "all"})
            if done.returncode:
                raise Stop(f"the core does not elaborate by slang: "
                           f"{(done.stderr.strip().splitlines() or ['silence'])[0]}")
            write(stored, done.stdout)

    def flat(values):
        return {name: value for item, number in values.items() for name, value in
                (rules.fields_of(number) if item == "Cfg" else {item: number}).items()}

    return {top: [{**item, "parameters": flat(item["parameters"])} for item in sets]
            for top, sets in json.loads(stored.read_text(encoding="utf-8")).items()}
