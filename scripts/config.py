#!/usr/bin/env python3
"""Resolves a configuration and overrides to the name of a configuration.

Usage: config.py CONFIG [Name=Value,…]

Prints CONFIG itself when no override differs from it; otherwise writes build/configs/<name>.json and
prints its name, such as small+Banks8. Exit 2 with one sentence when something is unknown or illegal.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def power_of_two(value):
    return value > 0 and value & (value - 1) == 0


# Name -> (what is allowed, check of the value against the whole set). The golden model has the same
# rules (cpp_model/src/config.cpp); here they only serve to stop before anything is built.
RULES = {
    "VlenBytes": ("a power of two from 32 to 256",
                  lambda v, _: power_of_two(v) and 32 <= v <= 256),
    "UbBytes": ("a power of two from 4096 to 2147483648",
                lambda v, _: power_of_two(v) and 4096 <= v <= 1 << 31),
    "BankBytes": ("4 or 8", lambda v, _: v in (4, 8)),
    "Banks": ("a power of two with Banks*BankBytes from 32 to UbBytes/2",
              lambda v, c: power_of_two(v) and 32 <= v * c["BankBytes"] <= c["UbBytes"] // 2),
    "BankHash": ("0 or 1", lambda v, _: v in (0, 1)),
    "RowMultiplier": ("0 or 1", lambda v, _: v in (0, 1)),
    "Window": ("1", lambda v, _: v == 1),
    "SqueezeCuts": ("0, 1, 2 or 3", lambda v, _: 0 <= v <= 3),
    "XbarOneHot": ("0 or 1", lambda v, _: v in (0, 1)),
    "SqueezeRadix": ("2 or 4", lambda v, _: v in (2, 4)),
    "Coalesce": ("0 or 1", lambda v, _: v in (0, 1)),
}


def fail(sentence):
    print(f"configuration: {sentence}", file=sys.stderr)
    sys.exit(2)


def resolve(base, overrides):
    """Name of the configuration; writes its file if it is not one of configs/."""
    names = sorted(path.stem for path in (ROOT / "configs").glob("*.json"))
    if base not in names:
        fail(f"there is no CONFIG={base}; there are {', '.join(names)}")
    values = json.loads((ROOT / "configs" / f"{base}.json").read_text(encoding="utf-8"))
    changed = {}
    for item in filter(None, overrides.split(",")):
        match = re.fullmatch(r"(\w+)=(\d+)", item)
        if not match:
            fail(f"expected SET=Name=Value,… with decimal values, found '{item}'")
        if match[1] not in RULES:
            fail(f"there is no parameter {match[1]}; there are {', '.join(RULES)}")
        changed[match[1]] = int(match[2])
    changed = {name: value for name, value in changed.items() if values[name] != value}
    values.update(changed)
    for name, (allowed, legal) in RULES.items():
        if not legal(values[name], values):
            fail(f"{name} must be {allowed}, found {values[name]}")
    if not changed:
        return base
    name = "+".join([base] + [f"{key}{changed[key]}" for key in values if key in changed])
    path = ROOT / "build" / "configs" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(values, indent=2) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return name


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: config.py CONFIG [Name=Value,…]")
    print(resolve(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else ""))
