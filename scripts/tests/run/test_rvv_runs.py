# SPDX-License-Identifier: Apache-2.0
"""Runs of `make rvv`: tests of others, with programs in assembly of our own, and random words. Faults in what Spike says
must be noticed."""
import re
import subprocess

import pytest

from scripts.core import tasks
from scripts.run import rvv_spike, rvv_tandem, rvv_tests, rvv_words
from scripts.spec.rvv_left_out import Seen
from scripts.spec.rvv_table import Table

TANDEM = tasks.ROOT / "build" / "rvv_tandem"
LENGTH = 32
WORDS = 3000
PROGRAM = """
  .globl start
start:
  li a1, 0x600
  csrs mstatus, a1
  la a0, numbers
  vsetvli t1, x0, e8, m1, tu, mu
  vle8.v v2, (a0)
{lines}
  la a0, tohost
  li a1, {end}
  sw a1, 0(a0)
1: j 1b
  .data
numbers:
  .zero 64, 0x5a
  .align 6
  .globl tohost
tohost: .dword 0
  .globl fromhost
fromhost: .dword 0
"""
ADD = """
  vsetivli t1, 5, e16, m1, tu, mu
  vadd.vv v4, v2, v2
  vadd.vv v6, v4, v2
"""
# Masks of bits, of which one has more bits than the unit has lanes; slides that are left out with LMUL 2 and with a mask
COUNT = "vcpop.m a2, v2\nvsetvli t1, x0, e8, m2, tu, mu\nvcpop.m a2, v2\nvsetvli t1, x0, e8, m1, tu, mu\n"
SLIDES = "vslidedown.vi v6, v2, 3, v0.t\nvsetvli t1, x0, e8, m2, tu, mu\n" + 2 * "vslidedown.vi v8, v2, 3\n"


def assemble(folder, name, lines, end=1):
    source = folder / f"{name}.S"
    source.write_text(PROGRAM.format(lines=lines, end=end), encoding="utf-8")
    subprocess.run([rvv_tandem.COMPILER, "--target=riscv32", "-march=rv32imc_zve32x_zvl256b", "-mabi=ilp32", "-nostdlib", "-static",
                    "-fuse-ld=lld", "-T", rvv_tandem.SOURCES / "kernels.ld", "-o", folder / name, source], check=True)
    return folder / name


def test_tests_are_taken_or_left_out(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rvv_spike, "OUT", tmp_path / "out")
    for name, lines in {"vadd_vv-0": ADD, "vcpop_m-0": COUNT, "vslidedown_vi-12": SLIDES, "vmul_vv-0": "vmul.vv v4, v2, v2",
                        "vmsgt_vv-0": "vmsgt.vv v4, v2, v6", "note": ADD}.items():
        assemble(tmp_path, name, lines)
    assert rvv_tests.run(TANDEM, tmp_path, LENGTH, update=False)
    said = capsys.readouterr().out
    assert ("6 tests: 3 taken, of 3 instructions, 1 of them in part, 3 passed, 0 failed, 3 left out; "
            "16 instructions compared, 4 of them those that tests are named after") in said
    table = Table()
    left = {row.what: re.search(rf"^ *(\d+) tests left out, and +(\d+) instructions of others:  {re.escape(row.what)}$", said, re.M)
            for row in table.left_out}
    counts = {what: tuple(map(int, match.groups())) for what, match in left.items() if match}
    row = {one.what.split(",")[0]: one.what for one in table.left_out}
    assert counts == {row["vmsbf"]: (0, 1), row["vrgather.vv"]: (1, 0), row["All other instructions of RVV: SEW 64"]: (1, 0)}
    assert f"1 tests left out, and      0 instructions of others:  {rvv_tests.NO_INSTRUCTION}" in said
    assert not list((tmp_path / "out").rglob("*.log"))


@pytest.mark.parametrize("lines, end, said", [
    (ADD, 3, "Spike ended with status 1, expected 0"),
    ("vsetivli t1, 4, e32, m1, tu, mu\nli a0, 0x88000000\nvle32.v v4, (a0)", 1,
     "an address is an error in the reference, and none"),
    ("vsub.vv v4, v2, v2", 1, "expected the instruction vadd.vv in it, found none")])
def test_failures_of_tests(tmp_path, capsys, monkeypatch, lines, end, said):
    monkeypatch.setattr(rvv_spike, "OUT", tmp_path / "out")
    assemble(tmp_path, "vadd_vv-0", lines, end)
    assert not rvv_tests.run(TANDEM, tmp_path, LENGTH, update=False)
    said_all = capsys.readouterr().out
    assert said in said_all
    assert "1 tests: 1 taken, of 1 instructions, 0 of them in part, 0 passed, 1 failed, 0 left out" in said_all


def test_a_folder_without_tests(tmp_path):
    (tmp_path / "vadd_vv-0.S").write_text("nop\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="expected programs of 32 bits for RISC-V in .*, found none"):
        rvv_tests.run(TANDEM, tmp_path, LENGTH, update=False)


def judge(*words):
    done = subprocess.run([TANDEM, *map(str, words)], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def test_a_wrong_result_is_noticed(tmp_path):
    """Of a test, each with one change in what Spike says."""
    elf, log = assemble(tmp_path, "vadd_vv-0", ADD), tmp_path / "commits.log"
    assert not rvv_spike.simulate(elf, LENGTH, rvv_tests.MOST, log)
    right = log.read_text(encoding="utf-8")
    assert judge("test", LENGTH, elf, log, rvv_tests.MOST)[0] == 0

    def changed(pattern, replacement):
        text, count = re.subn(pattern, replacement, right, count=1)
        assert count == 1, pattern
        log.write_text(text, encoding="utf-8")
        status, said = judge("test", LENGTH, elf, log, rvv_tests.MOST)
        assert status == 1, said
        return said

    # One bit of the lowest byte of v6
    said = changed(r"( v6 +0x[0-9a-f]+)([0-9a-f])\b", lambda found: f"{found[1]}{int(found[2], 16) ^ 1:x}")
    assert "byte 0 of v6 is 0xf in Spike and 0xe in the reference" in said
    assert re.search(r"vl is 0x6 in Spike and 0x5 in the reference", changed(r"(c3104_vl 0x0000000)5", r"\g<1>6"))
    assert re.search(r"vtype is 0x48", changed(r"(c3105_vtype 0x000000)08", r"\g<1>48"))
    # Spike has refused vadd.vv
    assert "Spike has trap_illegal_instruction, and the reference executes it" in changed(
        r"core   0: 3 (0x[0-9a-f]+) \(0x02210257\).*", r"core   0: exception trap_illegal_instruction, epc \1")
    log.write_text(right, encoding="utf-8")
    assert "expected the end of the test within 20 instructions" in judge("test", LENGTH, elf, log, 20)[1]


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    """What Spike says about random words."""
    folder = tmp_path_factory.mktemp("words")
    status, said = judge("write-words", 5, WORDS, LENGTH, folder / "words.elf")
    assert status == 0
    log = folder / "commits.log"
    assert not rvv_spike.simulate(folder / "words.elf", LENGTH, said.split()[-1], log, rvv_words.MEMORY)
    return log


def test_words(words):
    status, said = judge("judge-words", 5, WORDS, LENGTH, words)
    assert status == 0, said
    counts, reasons, wrong = rvv_words.judged(said, LENGTH, WORDS)
    assert not wrong
    assert counts["both"] > WORDS // 5 and counts["neither"] > WORDS // 5 and reasons.total() > WORDS // 50
    assert counts["both"] + counts["neither"] + reasons.total() == WORDS
    assert judge("judge-words", 6, WORDS, LENGTH, words)[0] == 1    # another program


def test_a_word_that_spike_refuses_is_noticed(words, tmp_path):
    lines = words.read_text(encoding="utf-8").splitlines()
    place = next(i for i, line in enumerate(lines) if re.match(r"core   0: 0x\w+ \(0x\w+\) vadd\.vv", line)
                 and re.match(r"core   0: 3 0x", lines[i + 1]))
    pc = lines[place + 1].split()[3]
    lines[place + 1] = f"core   0: exception trap_illegal_instruction, epc {pc}"
    (tmp_path / "log").write_text("\n".join(lines), encoding="utf-8")
    status, said = judge("judge-words", 5, WORDS, LENGTH, tmp_path / "log")
    assert status == 1
    assert f"at {pc}" in said and "in Spike vadd.vv: it is executed here, and illegal in Spike" in said


def test_a_word_that_only_spike_executes_is_noticed(words, tmp_path):
    lines = words.read_text(encoding="utf-8").splitlines()
    place = next(i for i, line in enumerate(lines) if re.match(r"core   0: 0x\w+ \(0x\w+\) vadd\.vv", line)
                 and "trap_illegal_instruction" in lines[i + 1])
    pc, word = lines[place].split()[2:4]
    lines[place + 1] = f"core   0: 3 {pc} {word}"
    (tmp_path / "log").write_text("\n".join(lines), encoding="utf-8")
    status, said = judge("judge-words", 5, WORDS, LENGTH, tmp_path / "log")
    assert status == 0, said
    _, _, wrong = rvv_words.judged(said, LENGTH, WORDS)
    assert len(wrong) == 1 and f"Spike executes vadd.vv ({word.strip('()')})" in wrong[0]


def test_rows_that_nothing_is_left_out_for():
    said = "both 1\nneither 1\nfaults 0\nskipped illegal vmul.vv 0x96212257 0x0 3\n"
    _, reasons, wrong = rvv_words.judged(said, LENGTH, rvv_words.ENOUGH)
    assert reasons.total() == 3
    assert len(wrong) == len(Table().left_out) - 1


def test_reasons():
    """What a row of left_out covers, with words that were worked out by hand."""
    table = Table()

    def why(mnemonic, word, vtype):
        return rvv_spike.reason(table, Seen(mnemonic, word, vtype, LENGTH), "illegal").split(",")[0]

    assert not why("vluxei8.v", 0x06458107, 0x00)                    # SEW 8
    assert why("vluxei16.v", 0x0645d107, 0x00).startswith("vluxei")  # SEW 8, LMUL 1: two registers of indices
    assert why("vluxei8.v", 0x06458107, 0x09).startswith("vluxei")   # SEW 16, LMUL 2
    assert why("vluxei32.v", 0x0645e107, 0x08).startswith("vluxei")  # SEW 16, LMUL 1: two registers of indices
    assert not why("vluxei8.v", 0x06458107, 0x08)                    # SEW 16, LMUL 1
    assert not why("vluxei16.v", 0x0645d107, 0x09)                   # as wide as elements
    assert why("vcpop.m", 0x42282557, 0x01) == "vmsbf"
    assert not why("vcpop.m", 0x42282557, 0x00)
    assert why("vslidedown.vi", 0x3c21b357, 0x00) == "vslidedown and vslide1down with a mask"
    assert not why("vslidedown.vi", 0x3e21b357, 0x00)
    assert why("viota.m", 0x522820d7, 0x00).startswith("viota") and not why("viota.m", 0x522820d7, 0x40)
    assert why("viota.m", 0x502820d7, 0x40).startswith("viota") and not why("viota.m", 0x502820d7, 0xc0)
    assert not why("vadd.vv", 0x02210257, 0x03)
    for mnemonic in ("vfadd.vv", "vmfeq.vf", "vlseg2e8.v", "vsuxseg3ei16.v", "vle8ff.v", "vwadd.wv", "vnsra.wi", "vredsum.vs"):
        assert why(mnemonic, 0, 0).startswith("All other")
