# SPDX-License-Identifier: Apache-2.0
"""Reads the documentation in the sources of rtl/: header comment, parameters, ports, instances.

For scripts/lint/lint.py, which reports what is not documented, scripts/pages/docs.py, which makes a page of
every module, and scripts/mutate/mutate.py, which asks what lies below a module. Knows the style of this
repository only: one item a line in the module header, its comment (///) above it.
"""
import dataclasses
import functools
import pathlib
import re

from scripts.spec.rtl_files import MODULES

ITEM = re.compile(r"(parameter|localparam|input|output|inout)\b")
PORT = re.compile(r"(\w+)\s*((?:\[.*?\]\s*)*)(\b\w+)\s*((?:\[.*?\]\s*)*)$")  # after the direction
# What says enough by its name: also signals of AXI
PLAIN = re.compile(r"Cfg|clk_i|rst_ni|(\w+_)?(valid|ready)_[io]|"
                   r"(\w+_)?(aw|w|b|ar|r)_(id|addr|len|size|burst|data|strb|last|resp)_[io]")
PRONOUN = re.compile(r"(It|Its|They|Their|That|These|Those|This)\b")    # of what? Tables show a port alone
PAREN = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"


@dataclasses.dataclass
class Item:
    """A parameter or a port."""
    kind: str       # parameter, localparam, input, output, inout
    name: str
    type: str       # without dimensions of a port
    width: str      # dimensions of a port as written, packed before unpacked
    default: str    # value of a parameter
    doc: str        # "" when there is none
    line: int


@dataclasses.dataclass
class Source:
    """A module or a package; findings are (line, sentence)."""
    name: str
    path: pathlib.Path
    header: list    # paragraphs of the comment at the top
    parameters: list
    ports: list
    instances: list  # (module, name of the instance) in the order of the source
    findings: list


def read(path):
    """The Source of a file of rtl/."""
    lines = path.read_text(encoding="utf-8").splitlines()
    source = Source(path.stem, path, _header(lines), [], [], [], [])
    if not source.header:
        source.findings.append((1, "expected a header comment: intent, latency, throughput, "
                                   "handshake"))
    elif path in MODULES.values():
        said = " ".join(source.header)
        missing = [word for word in ("latency", "throughput", "handshake")
                   if word not in said.lower()]
        if missing and "Combinational" not in said:
            source.findings.append((1, f"the header comment says nothing of {', '.join(missing)}; "
                                       "a block without state says 'Combinational'"))
    _items(lines, source)
    code = re.sub(r"//.*", "", "\n".join(lines))
    source.instances = [(match[1], match[2]) for match in
                        re.finditer(rf"\b(gsq_\w+)\s+(?:#\s*{PAREN}\s*)?(\w+)\s*\(", code)
                        if match[1] in MODULES]
    return source


@functools.cache
def below(top, without=frozenset()):
    """The names of a module and of all modules below it; not through the modules `without`."""
    found, todo = set(), [top]
    while todo:
        name = todo.pop()
        if name not in found | without:
            found.add(name)
            todo += [module for module, _ in read(MODULES[name]).instances]
    return frozenset(found)


def _header(lines):
    """Paragraphs of the comment; a picture, whose lines are all indented, keeps them."""
    text = []
    for line in lines:
        if not line.startswith("//"):
            break
        if "SPDX-License-Identifier" not in line:
            text.append(line[2:].rstrip())
    parts = [part.strip("\n").split("\n") for part in "\n".join(text).split("\n\n") if part.strip()]
    return ["\n".join(f" {line}" for line in part) if all(line[:3] == "   " for line in part) else
            " ".join(line.strip() for line in part) for part in parts]


def _items(lines, source):
    """Adds the parameters and ports of the module header."""
    in_header, docs, begun = False, [], None

    def end():
        if begun:
            _add(source, *begun)

    for number, line in enumerate(lines, 1):
        text = line.strip()
        in_header = in_header or text.startswith("module ")
        if not in_header:
            continue
        if text.startswith("///"):
            end()
            begun = None
            docs.append(text[3:].strip())
        elif ITEM.match(text):
            end()
            begun, docs = (text, " ".join(docs), number), []
        elif text.startswith(")"):
            end()
            begun = None
            if text.endswith(");"):
                return
        elif begun:  # a value over two lines
            begun = (f"{begun[0]} {text}", *begun[1:])


def _add(source, text, doc, line):
    kind = ITEM.match(text)[1]
    text = re.sub(r"\s*//.*", "", text)[len(kind):].strip().rstrip(",").strip()
    if kind in ("parameter", "localparam"):
        left, _, default = text.partition("=")
        words = left.split()
        item = Item(kind, words[-1], " ".join(words[:-1]), "", default.strip(), doc, line)
        source.parameters.append(item)
    else:
        match = PORT.match(text)
        if not match:
            source.findings.append((line, f"expected '{kind} TYPE NAME' and dimensions, found "
                                          f"'{text}'"))
            return
        width = " ".join(part.strip() for part in (match[2], match[4]) if part.strip())
        item = Item(kind, match[3], match[1], width, "", doc, line)
        source.ports.append(item)
    if PRONOUN.match(doc):
        source.findings.append((line, f"the comment of {item.name} begins with '{doc.split()[0]}', "
                                      "expected what is meant: tables show it alone"))
    if not doc and kind != "localparam" and not PLAIN.fullmatch(item.name):
        source.findings.append((line, f"{kind} {item.name} has no doc comment (///) above it"))
