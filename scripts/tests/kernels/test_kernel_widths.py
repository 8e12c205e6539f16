# SPDX-License-Identifier: Apache-2.0
"""Checks that no call of the kernel APIs takes a number narrower than 32 bits, which would lose the
upper bits of its argument without a word, and that the tests try every call with a number of
elements or iterations.

"""
import pathlib
import re
import unittest

from scripts.kernels import kernel_calls

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADERS = ROOT / "kernels" / "include" / "gsq"
TABLE = ROOT / "kernels" / "tests" / "tensor_calls.hpp"
# A parameter, member or template parameter; not a pointer, a constant or the bits of a small type.
NARROW = re.compile(r"\b(?:std::)?u?int(?:8|16)_t\s+(?!k[A-Z]|bits_?\b)(?:\w+\b|/\*\w*\*/)"
                    r"\s*(?=[=,;){>])|\bPlaced<(?:std::)?u?int(?:8|16)_t>")
CALL = re.compile(r"\binline\s+\w+\s+(NAME|[A-Z]\w+)\(")
AMOUNTS = {"count": re.compile(r"\bcount\b"),
           "iterations": re.compile(r"\brepeatTime\b|Params& params\b")}


def narrow(text):
    """(line, declaration) of every number of 8 or 16 bits."""
    for match in NARROW.finditer(re.sub(r"//.*", "", text)):
        yield text.count("\n", 0, match.start()) + 1, " ".join(match[0].split())


def amounts(text):
    """(name, "count" or "iterations") of every call of a header that takes such a number."""
    text = text.replace("\\\n", " \n")
    found = set()
    macros = {}
    macro = None
    for line in text.splitlines():
        if match := re.match(r"#define (\w+)\(NAME", line):
            macro = match[1]
            macros[macro] = ""
        if macro:
            macros[macro] += line + "\n"
        if not line:
            macro = None
    for match in re.finditer(r"^(GSQ_\w+)\((\w+),", text, re.M):
        if match[1] in macros and match[2] != "NAME":
            found |= {(match[2], kind) for _, kind in _calls(expanded(macros, match[1]))}
    return found | {call for call in _calls(text) if call[0] != "NAME"}


def expanded(macros, name):
    """The text of a macro, with that of the macros that it uses."""
    body = macros[name].split("\n", 1)[1]
    return body + "".join(expanded(macros, other) for other in macros
                          if re.search(rf"\b{other}\(NAME", body))


def _calls(text):
    for match in CALL.finditer(text):
        inside = text[match.end():kernel_calls.closing(text, match.end() - 1)]
        for kind, word in AMOUNTS.items():
            if word.search(inside):
                yield match[1], kind


def missing(calls, table):
    """Those of the calls that a table of tests does not try."""
    tries = {"count": r'count\(\s*"NAME"',
             "iterations": r'(?:masked|iterations)\(\s*"NAME"|\{"NAME",'}
    both = r"|GSQ_CALL_\w+\([\w:]+, NAME\b"
    return sorted((name, kind) for name, kind in calls
                  if not re.search((tries[kind] + both).replace("NAME", name), table))


class Widths(unittest.TestCase):
    def test_headers(self):
        for path in sorted(path for path in HEADERS.rglob("*.h*")
                           if path.relative_to(HEADERS).parts[0] in ("kernel", "foreign")):
            with self.subTest(path.relative_to(ROOT)):
                self.assertEqual(list(narrow(path.read_text(encoding="utf-8"))), [])

    def test_finds_what_is_narrow(self):
        for wrong in ("void f(std::uint8_t times, int x)", "std::uint16_t\n    repeatTimes = 0;",
                      "template <std::int16_t offset>", "std::int8_t /*unused*/)",
                      "const Placed<std::uint8_t>& n"):
            self.assertEqual(len(list(narrow(wrong))), 1, wrong)
        for right in ("const std::uint8_t* data", "static constexpr std::uint8_t kNone = 1;",
                      "from_bits(std::uint16_t bits)", "enum class E : std::uint8_t { A }",
                      "std::uint8_t index() const", "const char* name)"):
            self.assertEqual(list(narrow(right)), [], right)


class Table(unittest.TestCase):
    def test_has_every_call(self):
        calls = set()
        for path in sorted((HEADERS / "kernel" / "ascend").glob("tensor_*.hpp")):
            calls |= amounts(path.read_text(encoding="utf-8"))
        self.assertGreater(len(calls), 80)
        self.assertEqual(missing(calls, TABLE.read_text(encoding="utf-8")), [])

    def test_finds_what_is_missing(self):
        header = """#define GSQ_ONE(NAME) \\
  inline void NAME(int count) { \\
  }

GSQ_ONE(Add, x)
template <typename T>
inline void Sort(int dst,
                 std::uint32_t repeatTime) {}
"""
        self.assertEqual(amounts(header), {("Add", "count"), ("Sort", "iterations")})
        self.assertEqual(missing(amounts(header), 'count("Add"'), [("Sort", "iterations")])
        self.assertEqual(missing(amounts(header), 'masked("Sort"'), [("Add", "count")])
