# SPDX-License-Identifier: Apache-2.0
"""The files of a module."""
import re

from scripts.flow.synthesis.tools import ROOT, Stop
from scripts.spec.rtl_files import PACKAGES, RTL

HEADERS = sorted((ROOT / "rtl").glob("*.svh"))  # files that rtl/*.sv include
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
