# SPDX-License-Identifier: Apache-2.0
"""Functions and names that C++ text defines, by its tokens. For scripts/coverage_kernels.py.

No compiler has to understand the text: what it includes may be missing, and all branches of its
conditional compilation are read. Where braces do not match that way, only the first branches are.
"""
import dataclasses
import re

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/|\\\n)
  | (?P<string>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
  | (?P<line>^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<number>\.?\d(?:[\w.']|(?<=[eEpP])[+-])*)
  | (?P<mark2>::|->|.)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)
BEFORE_NAME = {"__attribute__", "alignas", "__launch_bounds__", "LAUNCH_BOUND", "decltype",
               "noexcept", "static_assert"}
MACRO = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?(.*)", re.DOTALL)
BRANCH = re.compile(r"[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b")


@dataclasses.dataclass
class Function:
    """A function with its text, or a macro with its replacement."""
    name: str
    head: list                       # tokens before the body
    body: list
    path: str = ""
    line: int = 0
    inside: str = ""                 # namespaces and classes around it, joined by ::
    around: list = dataclasses.field(default_factory=list)  # tokens of templates of these classes


@dataclasses.dataclass
class Text:
    """What a text defines. Names are all that it declares, functions too."""
    functions: list = dataclasses.field(default_factory=list)
    names: set = dataclasses.field(default_factory=set)
    hidden: frozenset = frozenset()  # namespaces of which only enumerators are read
    enums: dict = dataclasses.field(default_factory=dict)  # name -> its enumerators
    types: dict = dataclasses.field(default_factory=dict)  # alias of a type -> its name
    namespaces: set = dataclasses.field(default_factory=set)
    aliases: dict = dataclasses.field(default_factory=dict)


class Unbalanced(Exception):
    """Braces that do not match."""


@dataclasses.dataclass
class Token:
    """A token: its text, and the line it stands in."""
    text: str
    line: int


def tokens(text, first_branches=False):
    """Tokens and macros of a text."""
    found, macros, line = [], [], 1
    skipped = []  # for each #if around: whether this branch is skipped
    for match in TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "line":
            macro, branch = MACRO.match(match[0]), BRANCH.match(match[0])
            if macro:
                macros.append((macro[1], macro[2], macro[3], line))
            if branch and first_branches:
                if branch[1].startswith("if"):
                    skipped.append(False)
                elif skipped and branch[1] == "endif":
                    skipped.pop()
                elif skipped:
                    skipped[-1] = True
        elif kind != "space" and not any(skipped):
            found.append(Token(match[0], line))
        line += match[0].count("\n")
    return found, macros


def closing(toks, at):
    """Index of the brace, bracket or parenthesis that closes the one at `at`."""
    pairs = {"{": "}", "(": ")", "[": "]"}
    opens, closes = toks[at].text, pairs[toks[at].text]
    depth = 0
    for i in range(at, len(toks)):
        if toks[i].text == opens:
            depth += 1
        elif toks[i].text == closes:
            depth -= 1
            if depth == 0:
                return i
    raise Unbalanced


def without_template(head):
    """The tokens of a declaration after `template <...>`."""
    while head and head[0].text == "template":
        depth = 0
        for i, token in enumerate(head):
            if token.text == "<":
                depth += 1
            elif token.text == ">":
                depth -= 1
                if depth == 0:
                    break
        head = head[i + 1:]
    return head


def is_name(text):
    return text[0].isalpha() or text[0] == "_"


def function_name(head):
    """The name before the parameters, or None."""
    depth = 0
    i = 0
    while i < len(head):
        text = head[i].text
        if text in BEFORE_NAME and i + 1 < len(head) and head[i + 1].text == "(":
            i = closing(head, i + 1)
        elif text == "operator":
            return "operator"
        elif text == "=" and depth == 0:
            return None
        elif text == "(" and i > 0:
            before = i - 1
            if head[before].text == ">":  # a specialization: name<...>(
                level = 0
                while before >= 0:
                    level += {">": 1, "<": -1}.get(head[before].text, 0)
                    before -= 1
                    if level == 0:
                        break
            return head[before].text if before >= 0 and is_name(head[before].text) else None
        i += 1
    return None


def enumerators(toks):
    """Names of an enum's body."""
    names, fresh, depth = set(), True, 0
    for token in toks:
        if token.text in "([{":
            depth += 1
        elif token.text in ")]}":
            depth -= 1
        if fresh and is_name(token.text):
            names.add(token.text)
            fresh = False
        fresh = fresh or (token.text == "," and depth == 0)
    return names


def type_name(head):
    """The name of a class, struct, union or enum."""
    name = ""
    i = 0
    while i < len(head):
        text = head[i].text
        if text in (":", "<", "="):
            break
        if text in ("alignas", "__attribute__") and i + 1 < len(head) and head[i + 1].text == "(":
            i = closing(head, i + 1)
        elif text == "[":
            i = closing(head, i)
        elif is_name(text) and text not in ("final", "class", "struct", "union", "enum", "typedef"):
            name = text
        i += 1
    return name


def declare(head, out):
    """Adds the names of a declaration that ends with a semicolon."""
    head = without_template(head)
    texts = [token.text for token in head]
    if not texts or texts[0] in ("friend", "return", "static_assert"):
        return
    if texts[0] == "namespace" and "=" in texts:
        out.names.add(texts[1])
        out.aliases[texts[1]] = "".join(texts[texts.index("=") + 1:])
    elif texts[0] == "using":
        name = texts[texts.index("=") - 1] if "=" in texts else texts[-1]
        if texts[1] != "namespace":
            out.names.add(name)
            out.types[name] = texts[-1]
    elif texts[0] == "typedef":
        out.names.add(texts[-1])
    else:
        name = function_name(head)
        if name is None:
            stop = next((i for i, text in enumerate(texts) if text in "=[{"), len(texts))
            name = texts[stop - 1] if stop else None
        if name and is_name(name):
            out.names.add(name)


def scan_scope(toks, at, end, out, inside, around=()):
    """Reads declarations from `at` to `end`."""
    head = []
    while at < end:
        text = toks[at].text
        if text == ";":
            declare(head, out)
            head = []
        elif text == ":" and [token.text for token in head] in (["public"], ["private"],
                                                                 ["protected"]):
            head = []
        elif text == "(":
            stop = closing(toks, at)
            head += toks[at:stop + 1]
            at = stop
        elif text == "{":
            stop = closing(toks, at)
            body = toks[at + 1:stop]
            plain = without_template(head)
            texts = [token.text for token in plain]
            if "namespace" in texts[:2]:
                names = [t for t in texts if is_name(t) and t not in ("inline", "namespace")]
                out.namespaces.add("::".join(inside + names))
                if out.hidden & set(names):
                    apart = Text()
                    scan_scope(toks, at + 1, stop, apart, inside + names)
                    out.enums.update(apart.enums)
                else:
                    scan_scope(toks, at + 1, stop, out, inside + names)
                head = []
            elif texts[:1] == ["extern"] and len(texts) == 2 and texts[1][0] == '"':
                scan_scope(toks, at + 1, stop, out, inside)
                head = []
            elif "enum" in texts[:2]:
                out.enums[type_name(plain)] = enumerators(body)
                out.names |= enumerators(body) | {type_name(plain)}
                head = []
            elif set(texts[:3]) & {"class", "struct", "union"} and "(" not in texts:
                name = type_name(plain)
                out.names.add(name)
                scan_scope(toks, at + 1, stop, out, inside + [name],
                           [*around, *head[:len(head) - len(plain)]])
                head = []
            elif "(" in texts and "=" not in texts[:texts.index("(")] or "operator" in texts:
                # A member's initializer in braces is followed by a comma or by the body.
                follows = toks[stop + 1].text if stop + 1 < end else ""
                if ":" in texts and follows in (",", "{") and texts[-1] not in (")", "const"):
                    head += toks[at:stop + 1]
                else:
                    name = function_name(plain)
                    if name:
                        out.names.add(name)
                        out.functions.append(Function(name, head, body, line=plain[0].line,
                                                      inside="::".join(inside),
                                                      around=list(around)))
                    head = []
            else:
                head += [toks[at], toks[stop]]
            at = stop
        elif text == "}":
            raise Unbalanced
        else:
            head.append(toks[at])
        at += 1


def scan(text, path="", hidden=frozenset()):
    """What a text defines, namespaces of the names `hidden` left out; None where its braces do not
    match."""
    for first_branches in (False, True):
        out = Text(hidden=hidden)
        try:
            toks, macros = tokens(text, first_branches)
            scan_scope(toks, 0, len(toks), out, [])
        except (Unbalanced, RecursionError):
            continue
        for name, parameters, body, line in macros:
            out.names.add(name)
            if parameters:
                out.functions.append(Function(name, [Token(t.text, line) for t in
                                                     tokens(parameters)[0]],
                                              tokens(body)[0], line=line, inside="#define"))
        for function in out.functions:
            function.path = path
        return out
    return None
