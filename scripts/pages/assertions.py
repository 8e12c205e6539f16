# SPDX-License-Identifier: Apache-2.0
"""Writes the page of the RTL's assertions, docs/develop/assertions.md."""
import collections
import re

from scripts.core import tasks
from scripts.spec.rtl_files import MODULES, ROOT

PAGE = ROOT / "docs" / "develop" / "assertions.md"
CALL = re.compile(r"`GSQ_(ASSERT|ASSUME)(_HOLD|_STILL|_FINAL)?\(")

PROSE = """\
# Assertions

Written by `scripts/pages/assertions.py` from the sources in `rtl/`.

Assertions state what a block guarantees (it keeps) and what it requires of its inputs (it demands): valid and
payload hold until ready, queues neither overflow nor underflow, a select is one-hot. Some say that registers [keep
still](../evaluate/power.md#what-is-kept-still) while nobody reads them, which no output shows. The macros are in
[gsq_assert.svh](../../rtl/gsq_assert.svh); they are empty in synthesis. Assertions run in every simulation and are
part of every [proof](proofs.md). A block without a clock has none: its parent asserts what it requires.

An assertion that fails ends a run like a mismatch, with exit status 1 and a failure folder: the report names
the cycle, the instance, the assertion, its place and its condition.

```
mismatch in cycle 206: RTL and golden model differ
  port      none yet, an assertion failed: gsq_top.u_core.u_access.u_agu.writes_after_reads (rtl/access/gsq_agu.sv:185)
  expected  !valid_o || operand_o != '0 || sources_q == '0 || pending_q != '0
  actual    not so
```

For a fault in [faults.toml](../../tb/plan/faults.toml) that names an `assertion`, this assertion must fail before any port
differs; `make mutate` checks that.

Verilator has no X. The test `system.CONFIG.reset` shows that reset defines every output. Two models start with
different random values in registers and wherever the RTL assigns x, or they get different commands before a
reset in the middle of a run. From the reset on they get the same inputs, and all ports must be equal, data
ports while their valid is 1.

[The cost of the assertions](assertions/cost.txt), in pairs of runs of the RTL alone on `tiny`, without and with them:

```sh
cmake -G Ninja -B build/noassert/cmake -DGSQ_ASSERTIONS=OFF && ninja -C build/noassert/cmake gsq-tiny
python3 -m scripts speed-pairs tiny --first build/noassert/{}/gsq:rtl --second build/{}/gsq:rtl > docs/develop/assertions/cost.txt
```

<!-- include: assertions/cost.txt -->
"""


def calls(text):
    """Yields (macro, name, condition) of each assertion in a source."""
    text = re.sub(r"//.*", "", text)
    for match in CALL.finditer(text):
        depth, at, parts, begin = 1, match.end(), [], match.end()
        while depth:
            depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text[at], 0)
            if depth == 0 or (depth == 1 and text[at] == ","):
                parts.append(" ".join(text[begin:at].split()))
                begin = at + 1
            at += 1
        condition = parts[1]
        if match[2] == "_HOLD":
            condition = f"{parts[1]} until {parts[2]}"
        elif match[2] == "_STILL":
            condition = f"{parts[2]} changes only after {parts[1]}"
        yield match[1] + (match[2] or ""), parts[0], condition


KINDS = {"ASSERT": "keeps", "ASSERT_HOLD": "holds", "ASSERT_STILL": "keeps still",
         "ASSERT_FINAL": "keeps, at the end",
         "ASSUME": "demands", "ASSUME_HOLD": "demands that it holds"}


def page():
    found = [(name, *call) for name, path in sorted(MODULES.items())
             for call in calls(path.read_text(encoding="utf-8"))]
    count = collections.Counter(KINDS[kind] for _, kind, *_ in found)
    yield PROSE
    yield "## List"
    yield ""
    yield (f"{len(found)} in {len({name for name, *_ in found})} modules: " +
           ", ".join(f"{number} '{kind}'" for kind, number in count.most_common()) +
           ". An assertion in a generate loop is counted once.")
    yield ""
    yield "| module | kind | name | condition |"
    yield "|---|---|---|---|"
    for name, kind, label, condition in found:
        shown = condition.replace("|", "\\|")
        yield f"| {name} | {KINDS[kind]} | {label} | `{shown}` |"


def main():
    check = tasks.check_asked(__doc__)
    text = "\n".join(page()) + "\n"
    if check:
        if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
            print(f"{PAGE.relative_to(ROOT)} lists the assertions of rtl/")
            return 0
        print(f"{PAGE.relative_to(ROOT)} is not what rtl/ says: run python3 -m scripts assertions")
        return 1
    tasks.write(PAGE, text)
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0
