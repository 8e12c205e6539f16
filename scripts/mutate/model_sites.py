# SPDX-License-Identifier: Apache-2.0
"""Finds what can be mutated in the C++ models: for scripts/mutate/mutate_models.py.

Clang parses each file with its line of a compile_commands.json. Mutants are as mutants.py has them, in the
bodies of functions of the files and of the headers among them: an expression becomes another one of
the same type, a statement nothing. Functions that are constexpr are left alone, since what chooses a
mutant is no constant; other places that need a constant, the compiler refuses.
"""
import json
import pathlib
import re

from clang import cindex
from clang.cindex import CursorKind as Kind

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What becomes of an operator. The first of two is the usual slip.
BINARY = {"+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"],
          "&": ["|"], "|": ["&", "^"], "^": ["|"], "&&": ["||"], "||": ["&&"],
          "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="],
          ">=": [">", "<"], "<<": [">>"], ">>": ["<<"]}
COMPOUND = {"|=": "&=", "&=": "|=", "^=": "|=", "+=": "-=", "-=": "+=", "<<=": ">>=", ">>=": "<<="}
CALLS = {"std::min": "std::max", "std::max": "std::min", "std::any_of": "std::all_of",
         "std::all_of": "std::any_of"}
SCOPES = (Kind.NAMESPACE, Kind.CLASS_DECL, Kind.STRUCT_DECL, Kind.CLASS_TEMPLATE,
          Kind.LINKAGE_SPEC, Kind.UNEXPOSED_DECL)
FUNCTIONS = (Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR,
             Kind.CONVERSION_FUNCTION, Kind.FUNCTION_TEMPLATE)
LEAVES = (Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR, Kind.CXX_BOOL_LITERAL_EXPR)


def bare(node):
    """Without parentheses and what the compiler converts."""
    while node.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN_EXPR):
        inner = list(node.get_children())
        if len(inner) != 1:
            break
        node = inner[0]
    return node


class Reader:
    """The mutants of one source and of the headers among `files`."""

    def __init__(self, files, found):
        self.files, self.found, self.texts = files, found, {}

    def scope(self, node):
        for child in node.get_children():
            place = child.location.file
            if place is None or self.file_of(child) is None:
                continue
            if child.kind in SCOPES:
                self.scope(child)
            elif child.kind in FUNCTIONS:
                self.function(child)

    def function(self, node):
        body = [child for child in node.get_children() if child.kind == Kind.COMPOUND_STMT]
        if body:
            head = self.source(node)[node.extent.start.offset:body[0].extent.start.offset]
            if "constexpr" not in head:
                self.block(body[0])

    # ---- statements

    def block(self, node):
        """What stands alone, or in braces."""
        if node.kind == Kind.COMPOUND_STMT:
            for child in node.get_children():
                self.block(child)
            return
        inner = bare(node)
        if inner.kind in (Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.CALL_EXPR) or \
                inner.kind == Kind.BINARY_OPERATOR and self.operator(inner) == "=" or \
                inner.kind == Kind.UNARY_OPERATOR and re.match(r"(\+\+|--)|.*(\+\+|--)$",
                                                               self.text(inner), re.S):
            self.add(node, "drop", "", statement=True)
        self.visit(node)

    def visit(self, node):
        kind, children = node.kind, list(node.get_children())
        if kind == Kind.COMPOUND_STMT:
            self.block(node)
        elif kind == Kind.DECL_STMT:
            if not re.match(r"(static )?constexpr|static_assert|using", self.text(node)):
                for child in children:
                    self.variable(child)
        elif kind == Kind.IF_STMT:
            head = [child for child in children if child.kind.is_expression()]
            self.condition(head[0] if head else None)
            for child in children:
                (self.block if child.kind.is_statement() and child.kind != Kind.DECL_STMT
                 or child not in head[:1] and child.kind.is_expression() else self.visit)(child)
        elif kind in (Kind.FOR_STMT, Kind.WHILE_STMT, Kind.DO_STMT, Kind.CXX_FOR_RANGE_STMT):
            for child in children[:-1]:
                self.visit(child)
            if children:
                (self.visit if kind == Kind.DO_STMT else self.block)(children[-1])
        elif kind in (Kind.CASE_STMT, Kind.DEFAULT_STMT):
            if children:
                self.block(children[-1])
        elif kind == Kind.BINARY_OPERATOR:
            self.binary(node, children)
        elif kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR:
            other = COMPOUND.get(self.operator(node))
            if other:
                self.add(node, "operator",
                         f"({self.text(children[0])}) {other} ({self.text(children[1])})")
            self.each(children)
        elif kind == Kind.UNARY_OPERATOR:
            found = re.match(r"([!~])\s*(?=\S)", self.text(node))
            if found:
                self.add(node, "operator", f"({self.text(children[0])})")
            self.each(children)
        elif kind == Kind.CONDITIONAL_OPERATOR:
            first, yes, no = map(self.text, children)
            self.add(node, "swap", f"({first}) ? ({no}) : ({yes})")
            self.each(children)
        elif kind == Kind.INTEGER_LITERAL:
            text = self.text(node)
            if re.fullmatch(r"[0-9][0-9a-zA-Z']*", text):   # not a macro
                self.add(node, "literal", f"({text} + 1)")
                if text.rstrip("uUlL") not in ("0", "1"):
                    self.add(node, "literal", f"({text} - 1)")
        elif kind == Kind.CXX_BOOL_LITERAL_EXPR:
            self.add(node, "literal", {"true": "false", "false": "true"}.get(self.text(node)))
        elif kind == Kind.CALL_EXPR:
            found = re.match(r"(std::\w+)\(", self.text(node))
            if found and found[1] in CALLS:
                self.add(node, "operator", CALLS[found[1]] + self.text(node)[len(found[1]):])
            self.each(children)
        elif kind == Kind.CXX_THROW_EXPR:
            pass    # the text of an error
        else:
            self.each(children)

    def each(self, nodes):
        for node in nodes:
            self.visit(node)

    def variable(self, node):
        if node.kind != Kind.VAR_DECL:
            self.each(node.get_children())
            return
        first = re.search(r"[={(]", self.text(node))    # sizes and types stand before it
        for child in node.get_children():
            if first and child.extent.start.offset > node.extent.start.offset + first.start():
                self.visit(child)

    def condition(self, node):
        if node is None:
            return
        inner = bare(node)
        compares = inner.kind == Kind.BINARY_OPERATOR and self.operator(inner) in (
            "==", "!=", "<", "<=", ">", ">=")
        if not compares and inner.kind != Kind.UNARY_OPERATOR:
            self.add(node, "negate", f"!({self.text(node)})")
        if inner.kind not in LEAVES:
            self.add(node, "force", "true")
            self.add(node, "force", "false")

    # ---- expressions

    def operator(self, node):
        """Of two operands: what stands between them."""
        left, right = node.get_children()
        source = self.source(node)[left.extent.end.offset:right.extent.start.offset]
        return re.sub(r"//.*|\s", "", source)

    def binary(self, node, children):
        operator = self.operator(node)
        left, right = map(self.text, children)
        for other in BINARY.get(operator, ()):
            self.add(node, "operator", f"({left}) {other} ({right})")
        if operator in ("&&", "||"):
            for kept, gone in (children, reversed(children)):
                if bare(gone).kind not in LEAVES:
                    self.add(node, "term", f"bool({self.text(kept)})")
        self.each(children)

    # ---- texts

    def file_of(self, node):
        path = pathlib.Path(node.location.file.name).resolve()
        name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else None
        return name if name in self.files else None

    def source(self, node):
        name = node.extent.start.file.name
        if name not in self.texts:      # one character a byte: Clang counts bytes
            self.texts[name] = pathlib.Path(name).read_bytes().decode("latin-1")
        return self.texts[name]

    def text(self, node):
        return self.source(node)[node.extent.start.offset:node.extent.end.offset]

    def add(self, node, operator, mutated, statement=False):
        original = self.text(node)
        file = self.file_of(node)
        if mutated is None or not original or file is None:
            return
        begin, end = node.extent.start.offset, node.extent.end.offset
        self.found.setdefault((file, begin, end, mutated), {
            "module": pathlib.Path(file).stem, "file": file, "begin": begin, "end": end,
            "line": node.extent.start.line, "operator": operator, "original": original,
            "mutated": mutated, "statement": statement, "where": ["models"]})


def sites(database, files):
    """The mutants of these files, paths from the root; Clang is called as in a compile_commands.json."""
    commands = {pathlib.Path(entry["file"]).resolve().relative_to(ROOT).as_posix(): entry
                for entry in json.loads(database.read_text(encoding="utf-8"))
                if pathlib.Path(entry["file"]).resolve().is_relative_to(ROOT)}
    found = {}
    reader = Reader(set(files), found)
    for file in sorted(files):
        if file not in commands:
            continue    # a header
        entry = commands[file]
        words = entry["command"].split()
        options = [word for word in words if re.match(r"-(I|isystem|D|std)", word)]
        unit = cindex.Index.create().parse(entry["file"], options)
        errors = [str(said) for said in unit.diagnostics if said.severity >= 3]
        if errors:
            raise ValueError(f"Clang refuses {file}: {errors[0]}")
        reader.scope(unit.cursor)
    return [found[key] for key in sorted(found)]
