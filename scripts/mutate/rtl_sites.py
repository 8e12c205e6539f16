# SPDX-License-Identifier: Apache-2.0
"""Finds what can be mutated in the RTL: for scripts/mutate/mutate_drawn.py.

slang elaborates the sources with given parameters. A mutant is {"module", "file", "begin", "end"
(offsets in the file), "line", "operator", "original", "mutated", "statement", "where": names of the
elaborations that have it}. An expression becomes another one of the same width, a statement another
one. The parameters of a module are {module: [[elaboration, parameters], …]}.

Constant expressions of parameters, ranges, generate conditions and loop headers, with the functions
that only they call, are no design and are left alone, so are assertions, initial blocks, 'x, and
what is said to be unused.
"""
import pathlib
import re
import sys

from pyslang.ast import ExpressionKind as Kind
from pyslang.ast import StatementKind, SymbolKind

from scripts.spec import slang

# What becomes of an operator. The first of two-operator lists is the usual slip.
BINARY = {"Add": ["-"], "Subtract": ["+"], "Multiply": ["+"],
          "BinaryAnd": ["|"], "BinaryOr": ["&", "^"], "BinaryXor": ["|", "&"], "BinaryXnor": ["^"],
          "LogicalAnd": ["||"], "LogicalOr": ["&&"],
          "Equality": ["!="], "Inequality": ["=="], "WildcardEquality": ["!="],
          "LessThan": ["<=", ">="], "LessThanEqual": ["<", ">"],
          "GreaterThan": [">=", "<="], "GreaterThanEqual": [">", "<"],
          "LogicalShiftLeft": [">>"], "LogicalShiftRight": ["<<"], "ArithmeticShiftRight": [">>"]}
COMPARES = ("Equality", "Inequality", "WildcardEquality", "LessThan", "LessThanEqual",
            "GreaterThan", "GreaterThanEqual")
UNARY = {"BitwiseAnd": "|", "BitwiseOr": "&", "BitwiseXor": "|"}   # reductions
COMPOUND = {"|=": "&=", "&=": "|=", "^=": "|=", "+=": "-=", "-=": "+=", "<<=": ">>=", ">>=": "<<="}
CHAINS = (Kind.ElementSelect, Kind.RangeSelect, Kind.MemberAccess)
LITERALS = (Kind.IntegerLiteral, Kind.UnbasedUnsizedIntegerLiteral)
CONSTANTS = (SymbolKind.Parameter, SymbolKind.EnumValue, SymbolKind.Genvar, SymbolKind.Specparam)
ENTRIES = 4     # of a generate loop; and the last
UNREAD = re.compile(r"unused(_\w+)?")    # signals that tell lint what nobody reads


def bare(expr):
    """Without what slang converts implicitly."""
    while expr.kind == Kind.Conversion and expr.isImplicit:
        expr = expr.operand
    return expr


def constant(expr):
    """Only literals, parameters and values of enums."""
    expr = bare(expr)
    if expr.kind in LITERALS or expr.kind in (Kind.StringLiteral, Kind.DataType):
        return True
    if expr.kind == Kind.NamedValue:
        return expr.getSymbolReference().kind in CONSTANTS
    if expr.kind == Kind.Conversion:
        return constant(expr.operand)
    if expr.kind == Kind.UnaryOp:
        return constant(expr.operand)
    if expr.kind == Kind.BinaryOp:
        return constant(expr.left) and constant(expr.right)
    if expr.kind in (Kind.ElementSelect, Kind.MemberAccess, Kind.RangeSelect):
        return constant(expr.value) and (expr.kind != Kind.ElementSelect or constant(expr.selector))
    if expr.kind == Kind.Replication:
        return constant(expr.concat)
    if expr.kind == Kind.Concatenation:
        return all(map(constant, expr.operands))
    if expr.kind == Kind.Call:
        return expr.subroutineName in ("$bits", "$clog2") or all(map(constant, expr.arguments))
    if expr.kind == Kind.ConditionalOp:
        return all(map(constant, (expr.conditions[0].expr, expr.left, expr.right)))
    return False


def is_leaf(expr):
    expr = bare(expr)
    return expr.kind == Kind.NamedValue or expr.kind in CHAINS


class Reader:
    """The mutants of one elaboration."""

    def __init__(self, folder, top, parameters, found, sets, name):
        self.folder, self.found, self.sets, self.name, self.seen = folder, found, sets, name, set()
        lines = (folder / "gsq_sim.f").read_text(encoding="utf-8").splitlines()
        files = [str(folder / line) for line in lines if re.match(r"rtl/.*\.sv$", line)]
        values = [word for item in parameters.items() for word in ("-G", f"{item[0]}={item[1]}")]
        made = slang.compiled(["-DSYNTHESIS", f"-I{folder / 'rtl'}", "--top", top, *values, *files])
        if made is None:
            sys.exit(f"slang refuses {name}")
        driver, self.compilation = made
        self.manager = driver.sourceManager
        root = self.compilation.getRoot()
        driver.reportCompilation(self.compilation, True)
        if not driver.reportDiagnostics(True):
            sys.exit(f"slang finds errors in {name}")
        self.texts = {}     # one character a byte: slang counts bytes
        for instance in root.topInstances:
            self.instance(instance)

    # ---- symbols

    def instance(self, instance):
        body = instance.body
        values = slang.parameters_of(body)
        key = (body.definition.name, *values.items())
        if key not in self.seen:
            self.seen.add(key)
            self.sets.setdefault(body.definition.name, []).append((self.name, values))
            self.scope(body)

    def scope(self, scope):
        for member in scope:
            kind = member.kind
            if kind == SymbolKind.Instance:
                for connection in member.portConnections:
                    if connection.expression is not None and \
                            connection.port.direction.name == "In":
                        self.expression(connection.expression)
                self.instance(member)
            elif kind == SymbolKind.GenerateBlock:
                if not member.isUninstantiated:
                    self.scope(member)
            elif kind == SymbolKind.GenerateBlockArray:
                entries = list(member.entries)
                for block in entries[:ENTRIES] + entries[ENTRIES:][-1:]:
                    self.scope(block)
            elif kind == SymbolKind.ContinuousAssign:
                if not UNREAD.fullmatch(self.text(member.assignment.left) or ""):
                    self.assignment(member.assignment)
            elif kind == SymbolKind.ProceduralBlock:
                if member.procedureKind.name.startswith("Always"):
                    self.statement(member.body)
            elif kind == SymbolKind.Net and member.initializer is not None:
                self.expression(member.initializer)

    # ---- statements

    def statement(self, node):
        kind = node.kind
        if kind == StatementKind.List:
            for item in node.list:
                self.statement(item)
        elif kind == StatementKind.Block:
            self.statement(node.body)
        elif kind == StatementKind.Timed:
            self.statement(node.stmt)
        elif kind == StatementKind.ForLoop:
            self.statement(node.body)
        elif kind == StatementKind.Conditional:
            for condition in node.conditions:
                self.condition(condition.expr)
            self.statement(node.ifTrue)
            if node.ifFalse is not None:
                self.statement(node.ifFalse)
        elif kind == StatementKind.Case:
            self.expression(node.expr)
            for item in node.items:
                for expr in item.expressions:
                    if not constant(expr):
                        self.expression(expr)
                self.statement(item.stmt)
            if node.defaultCase is not None:
                self.statement(node.defaultCase)
        elif kind == StatementKind.ExpressionStatement:
            if node.expr.kind == Kind.Assignment:
                self.dropped(node)
                self.assignment(node.expr)
        elif kind == StatementKind.Return:
            if node.expr is not None:
                self.expression(node.expr)
        elif kind == StatementKind.VariableDeclaration:
            first = node.symbol.initializer
            if first is not None and not re.search(     # the header of a loop
                    r"\bfor \([^;{}]*$", self.text_of(node.sourceRange.start)[
                        :first.sourceRange.start.offset][-80:]):
                self.expression(first)

    def condition(self, expr):
        """Of an if; not the one of a reset, which tools recognize."""
        inner = bare(expr)
        text = self.text(inner)
        if text is None or "rst_n" in text or constant(inner):
            return
        simple = inner.kind == Kind.BinaryOp and inner.op.name in COMPARES or \
            inner.kind == Kind.UnaryOp and inner.op.name == "LogicalNot"
        if not simple:
            self.add(inner, "negate", f"!({text})")
        if not is_leaf(inner):
            self.add(inner, "force", "1'b1")
            self.add(inner, "force", "1'b0")
        self.expression(expr)

    def dropped(self, node):
        text = self.text(node)
        if text is None or "'x" in text:
            return
        self.add(node, "drop", "", statement=True)
        if node.expr.isCompound:
            found = re.search(r"(\|=|&=|\^=|\+=|-=|<<=|>>=)", text)
            if found:
                changed = text[:found.start()] + COMPOUND[found[0]] + text[found.end():]
                self.add(node, "operator", changed, statement=True)

    def assignment(self, node):
        self.selectors(node.left)
        right = node.right
        if node.isCompound:
            right = bare(right)
            if right.kind != Kind.BinaryOp:
                return
            right = right.right
        self.expression(right)

    # ---- expressions

    def selectors(self, expr):
        """The indices in a chain of selections."""
        expr = bare(expr)
        if expr.kind == Kind.ElementSelect:
            self.index(expr.selector)
            self.selectors(expr.value)
        elif expr.kind == Kind.RangeSelect:
            if expr.selectionKind.name != "Simple":
                self.index(expr.left)
            self.selectors(expr.value)
        elif expr.kind == Kind.MemberAccess:
            self.selectors(expr.value)
        elif expr.kind == Kind.Concatenation:
            for operand in expr.operands:
                self.selectors(operand)

    def index(self, expr):
        inner = bare(expr)
        if constant(inner):
            return
        if not inner.type.isSigned:
            self.add(inner, "index", f"({self.text(inner)} + 1'b1)")
        self.expression(expr, leaf=False)

    def expression(self, expr, leaf=True):
        expr = bare(expr)
        kind = expr.kind
        if constant(expr):
            self.constant(expr)
        elif kind == Kind.NamedValue or kind in CHAINS:
            if leaf and expr.type.isIntegral and not expr.type.isEnum and \
                    not expr.type.isSigned and not expr.type.isPredefinedInteger:
                self.add(expr, "operand", "'0")
                self.add(expr, "operand", "'1")
            self.selectors(expr)
        elif kind == Kind.BinaryOp:
            self.binary(expr)
        elif kind == Kind.UnaryOp:
            self.unary(expr)
        elif kind == Kind.ConditionalOp:
            condition = expr.conditions[0].expr
            inner = bare(condition)
            if not (inner.kind == Kind.BinaryOp and inner.op.name in COMPARES):
                parts = [self.text(part) for part in (inner, expr.right, expr.left)]
                if None not in parts:
                    self.add(expr, "swap", "({}) ? ({}) : ({})".format(*parts))
            self.expression(condition)
            self.expression(expr.left)
            self.expression(expr.right)
        elif kind == Kind.Concatenation:
            widths = {operand.type.bitWidth for operand in expr.operands}
            texts = [self.text(operand) for operand in expr.operands]
            if len(texts) > 1 and len(widths) == 1 and None not in texts:
                self.add(expr, "order", "{" + ", ".join(reversed(texts)) + "}")
            for operand in expr.operands:
                self.expression(operand)
        elif kind == Kind.Replication:
            for operand in bare(expr.concat).operands:
                self.expression(operand)
        elif kind == Kind.Conversion:
            self.expression(expr.operand)
        elif kind == Kind.Inside:
            self.add(expr, "negate", f"!({self.text(expr)})")
            self.expression(expr.left)
        elif kind == Kind.Call:
            if not expr.isSystemCall and expr.subroutine.hierarchicalPath not in self.seen:
                self.seen.add(expr.subroutine.hierarchicalPath)
                self.statement(expr.subroutine.body)
            for argument in expr.arguments:
                if argument.kind != Kind.Assignment:    # an output
                    self.expression(argument)
        elif kind in (Kind.SimpleAssignmentPattern, Kind.StructuredAssignmentPattern):
            for element in expr.elements:
                self.expression(element)

    def constant(self, expr):
        text = self.text(expr)
        if text is None or "'x" in text.lower() or not expr.type.isIntegral or \
                expr.type.isEnum or expr.type.isStruct:
            return
        if expr.kind == Kind.UnbasedUnsizedIntegerLiteral:
            self.add(expr, "literal", {"'0": "'1", "'1": "'0"}.get(text.strip()))
        elif not expr.type.isSigned or expr.kind == Kind.IntegerLiteral and "'" not in text:
            one = "1" if expr.type.isSigned else "1'b1"
            if expr.type.bitWidth == 1:
                self.add(expr, "literal", f"!({text})")
                return
            self.add(expr, "literal", f"(({text}) + {one})")
            if text not in ("0", "1'b1", "1'b0"):
                self.add(expr, "literal", f"(({text}) - {one})")

    def binary(self, expr):
        left, right = bare(expr.left), bare(expr.right)
        texts = self.text(left), self.text(right)
        if None not in texts:
            for other in BINARY.get(expr.op.name, ()):
                # In parentheses: another operator may bind more tightly than those of the sides.
                self.add(expr, "operator", f"({texts[0]}) {other} ({texts[1]})")
            if expr.op.name in ("LogicalAnd", "LogicalOr"):
                for kept, gone in ((left, right), (right, left)):
                    if not is_leaf(gone):
                        whole = self.text(kept)
                        self.add(expr, "term", f"({whole})" if kept.type.bitWidth == 1
                                 else f"(|({whole}))")
        self.expression(expr.left)
        self.expression(expr.right)

    def unary(self, expr):
        inner, name = self.text(bare(expr.operand)), expr.op.name
        if inner is not None:
            if name == "BitwiseNot":
                self.add(expr, "operator", f"({inner})")
            elif name == "LogicalNot":
                wide = bare(expr.operand).type.bitWidth > 1
                self.add(expr, "operator", f"(|({inner}))" if wide else f"({inner})")
            elif name in UNARY:
                self.add(expr, "operator", f"({UNARY[name]}({inner}))")
        self.expression(expr.operand)

    # ---- texts

    def text_of(self, location):
        name = str(self.manager.getFullPath(location.buffer))
        if name not in self.texts:
            self.texts[name] = pathlib.Path(name).read_bytes().decode("latin-1")
        return self.texts[name]

    def text(self, node):
        """The source of an expression or statement; None if a macro wrote it."""
        begin, end = node.sourceRange.start, node.sourceRange.end
        if not self.manager.isFileLoc(begin) or not self.manager.isFileLoc(end):
            return None
        return self.text_of(begin)[begin.offset:end.offset]

    def add(self, node, operator, mutated, statement=False):
        text = self.text(node)
        # A part that a macro wrote has the text None; names such as StreamNone are none.
        if text is None or mutated is None or re.search(r"\bNone\b", mutated) or \
                text in ("clk_i", "rst_ni"):
            return
        begin, end = node.sourceRange.start.offset, node.sourceRange.end.offset
        path = pathlib.Path(str(self.manager.getFullPath(node.sourceRange.start.buffer)))
        file = path.relative_to(self.folder).as_posix()
        key = file, begin, end, mutated
        if key not in self.found:
            source = self.text_of(node.sourceRange.start)
            self.found[key] = {
                "module": path.stem, "file": file, "begin": begin, "end": end,
                "line": source.count("\n", 0, begin) + 1, "operator": operator, "original": text,
                "mutated": mutated, "statement": statement, "where": []}
        where = self.found[key]["where"]
        if self.name not in where[-1:]:
            where.append(self.name)


def sites(folder, elaborations):
    """{"sites": mutants of the RTL in a folder, "sets": parameters of its modules} in these elaborations,
    {name: [top, parameters]}."""
    found, sets = {}, {}
    for name, (top, parameters) in elaborations.items():
        Reader(folder, top, parameters, found, sets, name)
    return {"sites": [found[key] for key in sorted(found)], "sets": sets}
