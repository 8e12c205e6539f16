# SPDX-License-Identifier: Apache-2.0
"""The files of a module, and its parameters in a configuration."""
import json
import re

from rtl_files import PACKAGES, RTL
from synthesis.tools import ROOT, Stop

MEMORIES = {"gsq_vreg": "V", "gsq_ub_bank": "UB"}  # models of macros, stay black boxes
WEIGHED = "gsq_vreg"  # the one that can also be made of flip-flops


def sources(top, extra=()):
    """The packages, then the files that `top` consists of: file name = module name."""
    files = {**RTL, **{path.stem: path for path in extra}}
    modules = [name for name, path in files.items()
               if path not in PACKAGES and (name == WEIGHED or name not in MEMORIES)]
    if top in MEMORIES and top != WEIGHED:
        raise Stop(f"TOP={top} stands for a memory macro ({MEMORIES[top]}), which is not weighed")
    if top not in modules:
        raise Stop(f"there is no module TOP={top}; there are {', '.join(modules)}")
    needed, todo = [], [top]
    while todo:
        name = todo.pop()
        needed.append(name)
        text = files[name].read_text(encoding="utf-8")
        words = set(re.findall(r"\w+", re.sub(r"//.*", "", text)))
        todo += sorted(words & files.keys() - set(needed) - set(todo))
    packages = [path for path in PACKAGES if path.stem in needed]
    return packages + [files[name] for name in sorted(needed) if files[name] not in packages]


def parameters(top_file, config, overrides):
    """The parameters of a module that the configuration or the overrides give."""
    text = top_file.read_text(encoding="utf-8")
    known = re.findall(r"^\s*parameter\s+[^=]*?(\w+)\s*=", text, re.M)
    values = {}
    if config:
        path = ROOT / "configs" / f"{config}.json"
        if not path.is_file():
            names = sorted(path.stem for path in (ROOT / "configs").glob("*.json"))
            raise Stop(f"there is no CONFIG={config}; there are {', '.join(names)}")
        values = json.loads(path.read_text(encoding="utf-8"))
        # XbarOneHot of configs/ is for simulation; gates take the default of the RTL.
        values = {name: value for name, value in values.items()
                  if name in known and name != "XbarOneHot"}
    for item in filter(None, overrides.split(",")):
        match = re.fullmatch(r"(\w+)=(\d+)", item)
        if not match:
            raise Stop(f"expected SET=Name=Value,… with decimal values, found '{item}'")
        if match[1] not in known:
            raise Stop(f"{top_file.stem} has no parameter {match[1]}; it has "
                       f"{', '.join(known) or 'none'}")
        values[match[1]] = int(match[2])
    return values
