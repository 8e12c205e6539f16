# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/reference/rvv.md. For scripts/spec/rvv.py."""
from scripts.core import tasks

PAGE = tasks.ROOT / "docs" / "reference" / "rvv.md"
TESTS = tasks.ROOT / "docs" / "develop" / "rvv_tests.md"    # scripts/run/rvv_tests.py writes its tables
VARIANTS = {"steps": "", "masked": " if v0 masks it", "same": " if vd is vs1"}


def instructions(table):
    yield "| instructions | SEW, LMUL | commands |"
    yield "|---|---|---|"
    for one in table.instructions:
        flags = one.crack.flags
        limits = []
        if "halves" in one.flags:
            limits.append("SEW 16")
        if "agnostic" in one.flags:
            limits.append("vta 1, with a mask vma 1")
        if one.command.endswith("_index"):
            limits.append("LMUL up to 8 if indices are as wide as elements, otherwise up to 1")
        elif "bits" in flags:
            limits.append("VLMAX up to VlenBytes")
        elif not flags & {"every", "any"}:
            limits.append("LMUL up to 1")
        if one.name in ("vslidedown", "vslide1down"):
            limits.append("without a mask")
        yield f"| {one.text()} | {'; '.join(limits)} | [{one.crack.name}](#{one.crack.name}) of `{one.command}` |"


def cracks(table):
    for crack in table.cracks.values():
        yield f"### {crack.name}"
        yield ""
        yield crack.does
        for variant, steps in crack.variants.items():
            yield ""
            if VARIANTS[variant]:
                yield f"These{VARIANTS[variant]}:"
                yield ""
            yield "```text"
            yield from (step.text for step in steps)
            yield "```"
        yield ""


def left_out(table):
    yield "| left out | why |"
    yield "|---|---|"
    yield from (f"| {row.what} | {row.why} |" for row in table.left_out)


def operands(table):
    yield "| written | operand |"
    yield "|---|---|"
    yield from (f"| `{name}` | {text} |" for name, text in table.parsed["registers"].items())
    yield from (f"| `n={name}` | {text} |" for name, text in table.parsed["numbers"].items() if name != "none")
    yield "| `own` | the command of the instruction |"
    yield "| `b8` | lanes of one byte; otherwise they are as wide as elements, and with masks of bits one byte |"
