# SPDX-License-Identifier: Apache-2.0
"""Which parameters of the core reach which of its blocks, read from the RTL.

A parameter reaches a block through the values that instances give to parameters, through local
parameters, and through the generate blocks around an instance. Where the struct of all parameters is given,
those reach a block that it or a block below it names. Names of generate blocks and copies
are not part of the name of a block: u_issue/u_checks/u_range/u_sum is the sum of all its copies.
"""
import functools
import re

from scripts.spec import parameters, rtl_doc
from scripts.spec.rtl_files import MODULES

INSTANCE = re.compile(r"\b(gsq_\w+)\s+(?:#\s*\(((?:[^;])*?)\)\s*)?(u_\w+)\s*\(", re.S)
GIVEN = re.compile(r"\.(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)")
LOCAL = re.compile(r"\b(?:localparam|parameter)\b[^=;]*?(\w+)\s*=\s*([^,;]*(?:\([^()]*\)[^,;]*)*)")
SCOPE = re.compile(r"(?P<other>\belse\s+)?(?:\b(?:if|for)\s*\((?P<when>(?:[^()]|\([^()]*\))*)\)\s*)?"
                   r"\bbegin\b|\b(?P<end>end)\b")
WORD = re.compile(r"\b[A-Za-z_]\w*")
# Fields of a configuration, and the parameters that each is made of
FIELDS = {row.name: {row.name} for row in parameters.CONFIG}
FIELDS |= {row.name: set(re.findall(r"[A-Za-z]\w*", row.value)) & FIELDS.keys() for row in parameters.DERIVED}
FIELD = re.compile(r"\bCfg\.(\w+)")


def block_of(path):
    """The name of the block of an instance, such as u_xbar/g_many.u_schedule."""
    return "/".join(word.rsplit(".", 1)[-1] for word in path.split("/"))


@functools.cache
def module(name):
    """(local parameters, instances) of a module: {name: expression} and [(module, instance,
    {parameter: expression}, conditions around it)]."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", MODULES[name].read_text(encoding="utf-8"), flags=re.S)
    found = []
    for match in INSTANCE.finditer(text):
        if match[1] not in MODULES:
            continue
        around, last = [], ""    # conditions of blocks that are open, and of the last that was closed
        for scope in SCOPE.finditer(text, 0, match.start()):
            if scope["end"]:
                last = around.pop()
            else:
                around.append(f"{last if scope['other'] else ''} {scope['when'] or ''}")
        found.append((match[1], match[3], dict(GIVEN.findall(match[2] or "")), " ".join(around)))
    return dict(LOCAL.findall(text)), found


def fields(name):
    """The parameters whose fields of the struct a module and those below it name."""
    return {parameter for below in rtl_doc.below(name)
            for field in FIELD.findall(MODULES[below].read_text(encoding="utf-8")) for parameter in FIELDS[field]}


def reached(top="gsq_core"):
    """{block: names of the parameters of `top` that reach it}; the core itself is ""."""
    found = {}

    def visit(name, path, given, around):
        """`given`: {parameter of the module: names}; `around`: those that reach its place."""
        local, instances = module(name)

        def names(expression, seen=()):
            here = set()
            for word in WORD.findall(expression):
                if word in given:
                    here |= given[word]
                elif word in FIELDS:    # after Cfg.
                    here |= FIELDS[word]
                elif word in local and word not in seen:
                    here |= names(local[word], (*seen, word))
            return here

        found.setdefault(path, set()).update(around, *given.values(), fields(name))
        for kind, instance, values, conditions in instances:
            visit(kind, f"{path}/{instance}" if path else instance,
                  {parameter: names(expression) for parameter, expression in values.items()},
                  around | names(conditions))

    text = MODULES[top].read_text(encoding="utf-8")
    own = re.findall(r"^\s*parameter\s+[^=]*?(\w+)\s*=", text, re.M)
    visit(top, "", {name: {name} for name in own}, set())
    return found
