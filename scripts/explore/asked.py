# SPDX-License-Identifier: Apache-2.0
"""What an exploration asks for: reads and checks its file."""
import dataclasses
import difflib
import math
import pathlib
import tomllib

from scripts.core.tasks import ROOT
from scripts.spec import config
from scripts.spec.parameters import CONFIG, OF_CONFIG, fault

FOLDER = ROOT / "scripts" / "explore" / "explorations"
DEFAULT = FOLDER / "default.toml"
# Goals by name: whether more is better. Figures are those of a point (study_figures.py).
GOALS = {"elements a second for each gate": True, "elements a second": True,
         "elements a cycle": True, "gates": False, "clock period": False, "energy of an element": False}
ENERGY_WIDTH = "b32"    # of the patterns of which energy was measured (energy.py)
WIDTHS = ("b8", "b16", "b32", "b64")
KEYS = {"base": "CONFIG", "clock": "NS", "goals": "[GOAL, ...]", "trials": "N", "seed": "N",
        "confirm": "N", "parameters": "{NAME = VALUE or [VALUES]}", "traffic": "[[traffic]]"}
KINDS = {"patterns": {"width", "commands"}, "program": {"elements"}, "kernel": {"elements"}}


class Wrong(Exception):
    """One sentence for the user."""


@dataclasses.dataclass(frozen=True)
class Traffic:
    """What runs: a file of patterns, a program, or a kernel of examples/."""
    kind: str
    name: str       # path from the root of the project, or name of the kernel
    width: str = "b32"
    commands: int = 200     # of a pattern
    elements: int = 0       # of a program or kernel: what it moves, in the eyes of its user


@dataclasses.dataclass(frozen=True)
class Asked:
    """An exploration."""
    name: str
    base: str
    clock: float | None     # ns for which cores are mapped; None: the default of make area
    goals: tuple
    trials: int
    seed: int
    confirm: int            # points that are synthesized and run in lockstep
    fixed: dict             # {parameter: value}, all that are not in `ranges`
    ranges: dict            # {parameter: values}
    traffic: tuple


def path_of(name):
    """The file that EXPLORE or the command line names."""
    return pathlib.Path(name or DEFAULT).resolve()


def shown(path):
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def known(what, name, names):
    """Raises Wrong when there is no such name, with the nearest that there is."""
    if name not in names:
        near = difflib.get_close_matches(str(name), names, 1, 0.5)
        raise Wrong(f"there is no {what} {name}; " + (f"did you mean {near[0]}? there are " if near
                                                    else "there are ") + ", ".join(names))


def whole(key, value, least):
    if type(value) is not int or value < least:
        raise Wrong(f"expected {key} = N, a whole number from {least}, found {key} = {value!r}")
    return value


def read(path):
    """The exploration in a file. Raises Wrong."""
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        files = ", ".join(f"{shown(file)}" for file in sorted(FOLDER.glob("*.toml")))
        raise Wrong(f"there is no EXPLORE={shown(path)}: expected a TOML file with parameters, traffic "
                    f"and goals, such as {files}") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Wrong(f"EXPLORE={shown(path)}: expected a TOML file, found: {error}") from None
    try:
        return checked(path.stem, text)
    except (Wrong, config.Illegal) as wrong:
        raise Wrong(f"{shown(path)}: {wrong}") from None


def checked(name, text):
    for key in text:
        known("key", key, list(KEYS))
    for key in ("base", "goals", "parameters", "traffic"):
        if key not in text:
            raise Wrong(f"expected {key} = {KEYS[key]}, found none")
    if not isinstance(text["base"], str):
        raise Wrong(f"expected base = CONFIG, found base = {text['base']!r}")
    values = config.parameters_of(text["base"])
    clock = text.get("clock")
    if clock is not None and (type(clock) not in (int, float) or not 0 < clock < math.inf):
        raise Wrong("expected clock = NS, the period for which cores are mapped, such as 4.0, found "
                    f"clock = {clock!r}")
    goals = text["goals"]
    if not isinstance(goals, list) or not goals:
        raise Wrong(f"expected goals = [GOAL, ...], found goals = {goals!r}")
    for goal in goals:
        known("goal", goal, list(GOALS))
    if len(set(goals)) != len(goals):
        raise Wrong(f"expected each goal once, found goals = {goals}")
    traffic = tuple(traffic_of(text["traffic"]))
    if "energy of an element" in goals and (clock or any(
            (one.kind, one.width) != ("patterns", ENERGY_WIDTH) for one in traffic)):
        raise Wrong(f"the energy of an element is known of patterns with width = \"{ENERGY_WIDTH}\", in "
                    "cores mapped for the default clock: expected no other traffic and no clock beside "
                    "this goal")
    fixed, ranges = space(values, text["parameters"])
    trials, confirm = whole("trials", text.get("trials", 400), 1), whole(
        "confirm", text.get("confirm", 5), 1)
    return Asked(name, text["base"], clock, tuple(goals), trials, whole("seed", text.get("seed", 1), 0),
                 confirm, fixed, ranges, traffic)


def space(values, asked):
    """The parameters that stay as they are, and those with several values."""
    if not isinstance(asked, dict):
        raise Wrong(f"expected [parameters] with NAME = VALUE or [VALUES], found {asked!r}")
    rules = {parameter.name: parameter for parameter in CONFIG}
    fixed, ranges = dict(values), {}
    for name, wanted in asked.items():
        known("parameter", name, list(rules))
        several = wanted if isinstance(wanted, list) else [wanted]
        if not several or any(type(value) is not int for value in several):
            raise Wrong(f"expected {name} = VALUE or [VALUES] with whole numbers, found {name} = "
                        f"{wanted!r}")
        for value in several:
            if not rules[name].rule.holds({name: value}):
                raise Wrong(f"{name} must be {rules[name].allowed}, found {value}")
        if len(set(several)) > 1:
            ranges[name] = sorted(set(several))
            del fixed[name]
        else:
            fixed[name] = several[0]
    if "XbarOneHot" in ranges:
        raise Wrong("XbarOneHot changes neither gates nor cycles, so there is nothing to explore in "
                    f"XbarOneHot = {ranges['XbarOneHot']}")
    if not ranges:
        raise Wrong("expected at least one parameter with several values, such as Banks = [8, 16]")
    for relation in OF_CONFIG:  # between parameters that stay as they are
        if set(relation.of) <= set(fixed) and not relation.rule.holds(fixed):
            raise Wrong(f"{fault(fixed | {name: found[0] for name, found in ranges.items()})}")
    return fixed, ranges


def traffic_of(asked):
    """The traffic that is asked for, one after the other."""
    if not isinstance(asked, list) or not asked or any(not isinstance(one, dict) for one in asked):
        raise Wrong(f"expected [[traffic]] with patterns, program or kernel, found {asked!r}")
    for one in asked:
        kinds = [kind for kind in KINDS if kind in one]
        if len(kinds) != 1:
            raise Wrong("expected one of patterns, program and kernel in each [[traffic]], found "
                        f"{', '.join(one) or 'nothing'}")
        kind = kinds[0]
        for key in one:
            known(f"key of {kind}", key, [kind, *sorted(KINDS[kind])])
        name = one[kind]
        path = ROOT / (f"examples/{name}.cpp" if kind == "kernel" else f"{name}")
        if not isinstance(name, str) or not path.is_file():
            what = {"patterns": "a file of patterns, such as tb/patterns/applications.json",
                    "program": "a program, such as tb/programs/squeeze_kernel.gsq",
                    "kernel": "the name of a file of examples/, such as gather_words"}[kind]
            raise Wrong(f"there is no {kind} = {name!r}: expected {what}")
        if kind == "patterns":
            known("width", one.get("width", "b32"), list(WIDTHS))
            yield Traffic(kind, name, one.get("width", "b32"),
                          whole("commands", one.get("commands", 200), 1))
        else:
            if "elements" not in one:
                raise Wrong(f"expected elements = N beside {kind} = {name!r}: how many it moves")
            yield Traffic(kind, name, elements=whole("elements", one["elements"], 1))


def legal(asked, chosen):
    """All parameters of a point, or None if there is no such configuration."""
    values = {parameter.name: {**asked.fixed, **chosen}[parameter.name] for parameter in CONFIG}
    return None if fault(values) else values


def overrides(asked, values):
    """What is changed in the base, {parameter: value}."""
    base = config.parameters_of(asked.base)
    return {name: value for name, value in values.items() if base[name] != value}
