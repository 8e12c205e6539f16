#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes C++ of the source of a kernel that is not quite C++.

Usage: gsq-kernel-source INPUT OUTPUT

In the output, a launch kernel<<<blocks, bytes, stream>>>(arguments) is a call of
gsq::foreign::launch, declared in gsq/foreign/foreign_launch.hpp, and an array in UB, __ubuf__ T
x[n];, is an object gsq::kernel::UbArray<T, n> of gsq/kernel/ub_array.hpp. All else is as in the
input, in the same lines; the compiler's messages name the input.

A <<<, or a definition of an array with __ubuf__, that has another form is an error, FILE:LINE:
error: a sentence. Exit 1 if there is one, or if a file cannot be read or written; then there is no
output.
"""
import argparse
import collections
import pathlib
import re
import sys

TOKEN = re.compile(r"""
    (?P<space>   (?: \s | \\\n )+ )
  | (?P<comment> // (?: \\\n | [^\n] )* | /\* .*? (?: \*/ | \Z ) )
  | (?P<quoted>  (?: u8 | [uUL] )? R" (?P<mark> [^()\\\s]{0,16} ) \( .*? \) (?P=mark) "
               | " (?: \\. | [^"\\\n] )* "? | ' (?: \\. | [^'\\\n] )* '? )
  | (?P<number>  \.? \d (?: [eEpP][+-] | '? [\w.] )* )
  | (?P<word>    \w+ )
  | (?P<sign>    <<< | >>> | :: | -> | . )""", re.X | re.S)
Token = collections.namedtuple("Token", "kind text begin end")

CLOSING = {"(": ")", "[": "]", "{": "}"}
ANGLES = {"<": 1, ">": -1, ">>>": -3}
QUALIFIERS = {"static", "extern", "inline", "thread_local", "constexpr", "const", "volatile",
              "typedef", "using"}  # behind __ubuf__ they are not part of the type of an element
LAUNCH = "kernel<<<blocks, bytes, stream>>>(arguments), bytes and stream optional"
ARRAY = "__ubuf__ TYPE NAME[COUNT]; with one dimension and no initial value"
SEVERAL = "one array, as words stand before __ubuf__"


def tokens_of(text):
    """The tokens, without spaces and comments. A token of kind "end", without text, is behind each
    directive of the preprocessor and at the end; tokens[-1] so stands before the first one, too."""
    tokens, directive, first_of_line = [], False, True
    for found in TOKEN.finditer(text):
        if found.lastgroup == "space" and "\n" in found[0].replace("\\\n", ""):
            if directive:
                tokens.append(Token("end", "", found.start(), found.start()))
            directive, first_of_line = False, True
        if found.lastgroup not in ("space", "comment"):
            directive |= first_of_line and found[0] == "#"
            first_of_line = False
            tokens.append(Token(found.lastgroup, found[0], found.start(), found.end()))
    return tokens + [Token("end", "", len(text), len(text))]


def after_bracket(tokens, at):
    """Index after the bracket that closes the one at index `at`, or None."""
    opening, depth = tokens[at].text, 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].text == opening) - (tokens[index].text == CLOSING[opening])
        if depth == 0:
            return index + 1
    return None


def after_angle(tokens, at):
    """Index after the template arguments that begin at index `at`, or None if < is none of them."""
    index, depth = at, 0
    while tokens[index].text not in ("", ";", "{", "}", ")", "]", "<<<"):
        depth += ANGLES.get(tokens[index].text, 0)
        index = after_bracket(tokens, index) if tokens[index].text in ("(", "[") else index + 1
        if depth <= 0 or index is None:
            return index if depth == 0 else None
    return None


def after_group(tokens, at):
    """Index after the token at index `at`, or after the group in brackets that it begins, or None
    if nothing closes that."""
    if tokens[at].text in CLOSING:
        return after_bracket(tokens, at)
    if tokens[at].text == "<" and tokens[at - 1].kind == "word":
        return after_angle(tokens, at) or at + 1
    return at + 1


def begin_of_callee(tokens, end):
    """Index of the first token of a kernel's name that ends before index `end`, its namespaces and
    template arguments included, or None."""
    index = end - 1
    while True:
        if tokens[index].text in (">", ">>>"):
            angles = parentheses = 0
            while index >= 0:
                text = tokens[index].text
                parentheses += {")": 1, "(": -1}.get(text, 0)
                angles -= ANGLES.get(text, 0) if parentheses == 0 else 0
                index -= 1
                if angles <= 0 and parentheses == 0:
                    break
        if index < 0 or tokens[index].kind != "word":
            return None
        if tokens[index - 1].text != "::":
            break
        before = tokens[index - 2]  # a namespace or class if it stands close to ::
        if before.end != tokens[index - 1].begin or before.text in ("", "(", ",", ";", "{", "}"):
            index -= 1
            break
        index -= 2
    return None if tokens[index - 1].text in (".", "->", "template") else index


class Source:
    """A source that is rewritten. `edits`: (begin, end, new text); `faults`: (line, sentence)."""

    def __init__(self, text):
        self.text, self.tokens, self.edits, self.faults = text, tokens_of(text), [], []
        for index, token in enumerate(self.tokens):
            if token.text == "<<<" and self.tokens[index - 1].text != "operator":
                self.launch(index)
            elif token.text == "__ubuf__":
                self.arrays(index)

    def fault(self, expected, place, begin, end):
        """Notes that at a place the text between two others is not what was expected."""
        found = " ".join(self.text[begin:end].split())
        found = found if len(found) <= 80 else found[:77] + "..."
        self.faults.append((self.text.count("\n", 0, place) + 1,
                            f"expected {expected}, found {found}"))

    def between(self, begin, end):
        """Text between two places, without spaces at its ends; ends of lines stay."""
        return self.text[begin:end].strip(" \t")

    def launch(self, at):
        """Makes a call of the launch whose <<< has index `at`."""
        tokens = self.tokens
        begin = begin_of_callee(tokens, at)
        setup, place, index = [], tokens[at].end, at + 1
        while index is not None and tokens[index].text not in (">>>", ";", "<<<", "__ubuf__", ""):
            if tokens[index].text == ",":
                setup.append(self.between(place, tokens[index].begin))
                place = tokens[index].end
            index = after_group(tokens, index)
        close = index if index is not None and tokens[index].text == ">>>" else None
        after = close and tokens[close + 1].text == "(" and after_bracket(tokens, close + 1)
        if close:
            setup.append(self.between(place, tokens[close].begin))
        if begin is None or not after or len(setup) > 3 or "" in map(str.strip, setup):
            self.fault(LAUNCH, tokens[at].begin, self.text.rfind("\n", 0, tokens[at].begin) + 1,
                       (self.text + "\n").find("\n", tokens[at].begin))
            return
        setup += ["0", "nullptr"][len(setup) - 1:]
        kernel = self.text[tokens[begin].begin:tokens[at].begin]  # with the end of a line, if any
        self.edits += [
            (tokens[begin].begin, tokens[close].end,
             f"gsq::foreign::launch({', '.join(setup)}, [&] {{ {kernel}"),
            (tokens[after - 1].end, tokens[after - 1].end, "; })")]

    def declarators(self, at):
        """What follows __ubuf__ at index `at`: for each declarator, the indices of its tokens (of a
        group in brackets the first), and the index of what ends them all. No declarators if this is
        a parameter, a template argument or a cast."""
        parts, index = [[]], at + 1
        while True:
            text, initial = self.tokens[index].text, "=" in (self.tokens[i].text for i in parts[-1])
            if text in (")", "]") or (text in (">", ">>>") and not initial):
                return [], index
            if text in (";", "}", "") or (text == "{" and not initial):
                return parts, index
            if text == ",":
                parts.append([])
            else:
                parts[-1].append(index)
            after = after_group(self.tokens, index)
            if after is None:
                return parts, index
            index = after

    def is_array(self, part):
        """Whether a declarator is an array, not a pointer or an array of pointers."""
        words = [self.tokens[index] for index in part]
        texts = [word.text for word in words]
        texts = texts[:texts.index("=")] if "=" in texts else texts
        return not {"*", "&"} & set(texts) and any(
            text == "[" and words[place - 1].kind == "word" and texts[place - 1] != "operator"
            for place, text in enumerate(texts) if place > 0)

    def arrays(self, at):
        """Makes objects of the arrays behind __ubuf__ at index `at`, if it defines any."""
        tokens = self.tokens
        parts, end = self.declarators(at)
        if not any(self.is_array(part) for part in parts):
            return
        kind, names = parts[0][:-2], [parts[0][-2:], *parts[1:]]
        regular = (
            tokens[end].text == ";" and kind and tokens[kind[-1]].text != "::"
            and all(tokens[index].kind == "word" or tokens[index].text in ("::", "<")
                    for index in kind)
            and not QUALIFIERS & {tokens[index].text for index in kind}
            and all(len(part) == 2 and tokens[part[0]].kind == "word"
                    and tokens[part[1]].text == "[" and tokens[part[1] + 1].text != "]"
                    for part in names))
        alone = tokens[at - 1].text in ("", ";", "{", "}", ":")
        if not regular or (len(names) > 1 and not alone):
            self.fault(SEVERAL if regular else ARRAY, tokens[at].begin, tokens[at].begin,
                       tokens[end].end if tokens[end].text == ";" else tokens[end].begin)
            return
        begin, done = tokens[kind[0]].begin, tokens[names[0][0] - 1].end
        element = (self.between(tokens[at].end, begin) + self.text[begin:done]
                   + self.between(done, tokens[names[0][0]].begin))
        objects = []
        for name, bracket in names:
            after = after_bracket(tokens, bracket)
            count = self.text[tokens[bracket].end:tokens[after - 1].begin]
            objects.append(f"gsq::kernel::UbArray<{element}, ({count})> {tokens[name].text}"
                           + self.between(tokens[name].end, tokens[bracket].begin)
                           + self.between(tokens[after - 1].end, tokens[after].begin) + ";")
            # The type of the next one, without comments, and what stands before its name.
            element = " ".join(token.text for token in tokens[kind[0]:names[0][0]])
            if tokens[after].text == ",":
                objects.append(self.between(tokens[after].end, tokens[after + 1].begin))
        self.edits.append((tokens[at].begin, tokens[end].end, " ".join(filter(None, objects))))


def rewrite(text):
    """The text as C++, the number of lines that changed, and faults: (line, sentence)."""
    source = Source(text)
    result, done = [], 0
    for begin, end, new in sorted(source.edits):
        result += [text[done:begin], new]
        done = end
    new = "".join(result) + text[done:]
    changed = sum(old != now for old, now in zip(text.split("\n"), new.split("\n")))
    return new, changed, source.faults


def main():
    parser = argparse.ArgumentParser(
        description="Makes C++ of the source of a kernel: launches and arrays in UB.")
    parser.add_argument("input", type=pathlib.Path, help="source or header")
    parser.add_argument("output", type=pathlib.Path, help="written, its folder is made")
    options = parser.parse_args()
    try:
        text = options.input.read_text(encoding="utf-8", errors="surrogateescape")
        new, _, faults = rewrite(text)
        if faults:
            sys.exit("\n".join(f"{options.input}:{line}: error: {sentence}"
                               for line, sentence in faults))
        name = str(options.input.resolve()).replace("\\", "\\\\").replace('"', '\\"')
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(f'#line 1 "{name}"\n{new}', encoding="utf-8",
                                  errors="surrogateescape")
    except OSError as problem:
        sys.exit(f"gsq-kernel-source: {problem.filename}: {problem.strerror}")


if __name__ == "__main__":
    main()
