# SPDX-License-Identifier: Apache-2.0
"""The commands as methods: all there, the same as in programs, the same sentences."""
import inspect
import re
import sys

import gsq
import numpy as np
import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE))
from scripts.spec import command_heads, commands  # noqa: E402

ISA = command_heads.Isa()

CALLS = [   # as a program writes it, the same from Python
    ("create_mask m1, b16, M3", lambda u: u.create_mask(1, "b16", "M3")),
    ("update_mask m2, b32, 3", lambda u: u.update_mask(2, "b32", n=3)),
    ("set_mask m0, 0xf00ff35a", lambda u: u.set_mask(0, 0xf00ff35a)),
    ("clear_spr ar", lambda u: u.clear_spr()),
    ("clear_spr ar", lambda u: u.clear_spr("ar")),
    ("get_spr ar", lambda u: u.get_spr()),
    ("get_spr ar", lambda u: u.get_spr("ar")),
    ("load_align v1, [0x020], norm", lambda u: u.load_align(1, 0x20, "norm")),
    ("load_align v2, [0x040], unpack_b8", lambda u: u.load_align(2, np.int64(0x40), "unpack_b8")),
    ("store_align [0x060], v1, m0, b8, norm", lambda u: u.store_align(0x60, 1, 0, "b8", "norm")),
    ("load_block v3, [0x080], blk_stride=2", lambda u: u.load_block(3, 0x80, blk_stride=2)),
    ("load_block v3, [0x080]", lambda u: u.load_block(3, 0x80)),
    ("store_block [0x0a0], v3, m0, b8", lambda u: u.store_block(0xa0, 3, 0, "b8")),
    ("gather v4, [0x010], v9, m2, b32", lambda u: u.gather(4, 0x10, 9, 2, "b32")),
    ("gather v5, [0x010], v9, m2, b8x32, mode=byte, align=1",
     lambda u: u.gather(5, 0x10, 9, 2, "b8x32", mode="byte", align=1)),
    ("gather v5, [0x010], v9, m2, b32, mode=row, row_stride=64, col=4",
     lambda u: u.gather(5, 0x10, 9, 2, "b32", mode="row", row_stride=64, col=4)),
    ("gather_reg v6, v4, v9, b32", lambda u: u.gather_reg(6, 4, 9, "b32")),
    ("gather_block v7, [0x100], v8, m0", lambda u: u.gather_block(7, 0x100, 8, 0)),
    ("scatter [0x200], v1, v9, m2, b32, mode=byte",
     lambda u: u.scatter(0x200, 1, 9, 2, "b32", mode="byte")),
    ("squeeze v10, v1, m0, b8, no_store_reg", lambda u: u.squeeze(10, 1, 0, "b8")),
    ("squeeze v11, v1, m0, b8, store_reg", lambda u: u.squeeze(11, 1, 0, "b8", store_reg=True)),
    ("store_unalign [0x305], v11, u1, post", lambda u: u.store_unalign(0x305, 11, 1, post=True)),
    ("store_unalign_post [0x305], u1", lambda u: u.store_unalign_post(0x305, 1)),
    # the words of operands as they stand in programs
    ("squeeze v10, v1, m0, b8, no_store_reg", lambda u: u.squeeze(10, 1, 0, "b8", "no_store_reg")),
    ("squeeze v11, v1, m0, b8, store_reg", lambda u: u.squeeze(11, 1, 0, "b8", "store_reg")),
    ("store_unalign [0x305], v11, u1, post", lambda u: u.store_unalign(0x305, 11, 1, "post")),
    ("store_unalign_post [0x305], u1", lambda u: u.store_unalign_post(0x305, 1)),
    ("squeeze v11, v1, m0, b8, store_reg", lambda u: u.squeeze(11, 1, 0, "b8", True)),
    ("store_unalign [0x605], v11, u3, normal", lambda u: u.store_unalign(0x605, 11, 3, "normal")),
    ("store_unalign [0x645], v11, u0, n=9", lambda u: u.store_unalign(0x645, 11, 0, n=9)),
    ("store_unalign_post [0x64e], u0, abs", lambda u: u.store_unalign_post(0x64e, 0, "abs")),
    ("squeeze v11, v1, m0, b8, store_reg", lambda u: u.squeeze(11, 1, 0, "b8", store_reg=True)),
    ("store_unalign [0x305], v11, u2, normal", lambda u: u.store_unalign(0x305, 11, 2)),
    ("store_unalign [0x405], v11, u0, n=9", lambda u: u.store_unalign(0x405, 11, 0, n=9)),
    ("store_unalign_post [0x40e], u0, abs", lambda u: u.store_unalign_post(0x40e, 0, abs=True)),
    ("unsqueeze v12, m0, b8", lambda u: u.unsqueeze(12, 0, "b8")),
    ("vec.copy b16, dst=0x500, src0=0x020, mask=5",
     lambda u: u.vec_copy("b16", dst=0x500, src0=0x20, mask=5)),
    ("vec.abs b32, dst=0x520, src0=0x020, mask=0x5,0x0, repeat=3, dst_rep=2, src0_rep=0",
     lambda u: u.vec_abs("b32", dst=0x520, src0=0x20, mask=(5, 0), repeat=3, dst_rep=2,
                         src0_rep=0)),
    ("vec.copy b32, dst=0x700, src0=0x020, mask=8, repeat=2, dst_rep=3",
     lambda u: u.vec_copy("b32", dst=0x700, src0=0x20, mask=8, repeat=2, dst_rep=3)),
    ("vec.abs b32, dst=0x780, src0=0x020, mask=8, repeat=2, src0_rep=3, dst_blk=2",
     lambda u: u.vec_abs("b32", dst=0x780, src0=0x20, mask=8, repeat=2, src0_rep=3, dst_blk=2)),
    ("vec.add b32, dst=0x800, src0=0x020, src1=0x0c0, mask=8, repeat=2, src1_rep=3, src0_blk=2",
     lambda u: u.vec_add("b32", dst=0x800, src0=0x20, src1=0xc0, mask=8, repeat=2, src1_rep=3,
                         src0_blk=2)),
    ("vec.add b16, dst=0x600, src0=0x020, src1=0x0c0, mask=16, src1_blk=0",
     lambda u: u.vec_add("b16", dst=0x600, src0=0x20, src1=0xc0, mask=16, src1_blk=0)),
    ("mask.and m3, m0, m1, m2, b32", lambda u: u.mask_and(3, 0, 1, 2, "b32")),
    *((f"lane.{name} v{vd}, v0, v1, m0, b16",
       lambda u, name=name, vd=vd: getattr(u, f"lane_{name}")(vd, 0, 0, "b16", vi=1))
      for vd, name in enumerate(("add", "sub", "rsub", "and", "or", "xor", "shl", "shr", "sar", "min", "minu",
                                 "max", "maxu"), 16)),
    ("lane.add v3, v0, n=9, m2, b32", lambda u: u.lane_add(3, 0, 2, "b32", n=9)),
    ("lane.index v3, n=5, m2, b8", lambda u: u.lane_index(3, 2, "b8", n=5)),
    ("lane.steps v5, n=2, m0, b16", lambda u: u.lane_steps(5, 0, "b16", n=2)),
    ("lane.copy v6, v5, m0, b16", lambda u: u.lane_copy(6, 0, "b16", vi=5)),
    ("lane.copy v7, n=77, m0, b16", lambda u: u.lane_copy(7, 0, "b16", n=77)),
    ("lane.select v8, v6, v7, m1, b16", lambda u: u.lane_select(8, 6, 1, "b16", vi=7)),
    *((f"lane.{name} m7, v6, n=5, m1, b16",
       lambda u, name=name: getattr(u, f"lane_{name}")(7, 6, 1, "b16", n=5))
      for name in ("eq", "ne", "lt", "le", "ltu", "leu")),
    ("lane.bits v9, m1, b16", lambda u: u.lane_bits(9, 1, "b16")),
    ("lane.add v9, v1, n=3, m1, b8, merge", lambda u: u.lane_add(9, 1, 1, "b8", n=3, merge=True)),
    ("lane.and v8, v1, n=31, m1, b32", lambda u: u.lane_and(8, 1, 1, "b32", n=31)),
    ("gather v9, [0x100], v8, m1, b32, merge", lambda u: u.gather(9, 0x100, 8, 1, "b32", merge="merge")),
    ("gather v9, [0x100], v8, m1, b32", lambda u: u.gather(9, 0x100, 8, 1, "b32", merge=False)),
    ("load_strided v10, [0x104], m0, b32, stride=-4", lambda u: u.load_strided(10, 0x104, 0, "b32", stride=-4)),
    ("load_strided v10, [0x102], m1, b16, stride=8, merge",
     lambda u: u.load_strided(10, 0x102, 1, "b16", stride=8, merge=True)),
    ("store_strided [0x304], v10, m0, b8x32, stride=8",
     lambda u: u.store_strided(0x304, 10, 0, "b8x32", stride=8)),
    ("lane.index v11, n=3, m0, b8", lambda u: u.lane_index(11, 0, "b8", n=3)),
    ("gather_index v12, [0x104], v11, m0, b8, b16", lambda u: u.gather_index(12, 0x104, 11, 0, "b8", "b16")),
    ("gather_index v12, [0x104], v8, m0, b32, b8x32, merge, mode=byte, align=1",
     lambda u: u.gather_index(12, 0x104, 8, 0, "b32", "b8x32", merge=True, mode="byte", align=1)),
    ("scatter_index [0x404], v12, v11, m0, b8, b32", lambda u: u.scatter_index(0x404, 12, 11, 0, "b8", "b32")),
    ("scatter_index [0x400], v12, v11, m1, b8, b16, mode=row, row_stride=32, col=3",
     lambda u: u.scatter_index(0x400, 12, 11, 1, "b8", "b16", mode="row", row_stride=32, col=3)),
    ("gather_lanes v13, v12, v11, m0, b8", lambda u: u.gather_lanes(13, 12, 11, 0, "b8")),
    ("gather_lanes v13, v12, v11, m1, b16, merge", lambda u: u.gather_lanes(13, 12, 11, 1, "b16", merge="merge")),
    ("lane.mask m6, v9, m2, b8", lambda u: u.lane_mask(6, 9, 2, "b8")),
    ("lane.abs v3, v4, m2, b8", lambda u: u.lane_abs(3, 4, 2, "b8")),
    ("mask.or m4, m0, m1, m0, b8", lambda u: u.mask_or(4, 0, mi=1, m=0, width="b8")),
    ("mask.xor m5, m4, m0, m4, b8", lambda u: u.mask_xor(md=5, ms=4, mi=0, m=4, width="b8")),
    ("mask.and_not m6, m0, m1, m0, b16", lambda u: u.mask_and_not(6, 0, 1, 0, "b16")),
    ("mask.not m7, m0, m4, b8", lambda u: u.mask_not(7, 0, 4, "b8")),
    ("mask.before_first m3, m1, m0, b16", lambda u: u.mask_before_first(3, 1, 0, "b16")),
    ("mask.to_first m4, m7, m7, b8", lambda u: u.mask_to_first(4, 7, 7, "b8")),
    ("mask.only_first m5, m0, m0, b64", lambda u: u.mask_only_first(5, 0, 0, "b64")),
    ("mask.count m0, m1, b16", lambda u: u.mask_count(0, 1, "b16")),
    ("mask.first m0, m1, b16", lambda u: u.mask_first(0, 1, "b16")),
    ("mask.bits m0, m1, b8", lambda u: u.mask_bits(0, 1, "b8")),
]


def start(backend):
    """A unit with different data at every place."""
    unit = gsq.Unit(gsq.Config("tiny", LaneOps=1), backend)
    rng = np.random.default_rng(2)
    unit.write_ub(0, rng.integers(0, 256, 4096, np.uint8))
    unit.write_v(8, np.arange(8, dtype=np.uint32)[::-1] * 32)
    unit.write_v(9, rng.integers(0, 8, 8, np.uint32) * 4)
    return unit


def state(unit):
    return ([unit.read_ub(0, 4096).tobytes(), unit.ar(), unit.info()] +
            [unit.read_v(i).tobytes() for i in range(32)] +
            [unit.read_m(i).tobytes() for i in range(8)])


def test_every_command_has_a_method_with_its_operands():
    for row in ISA.commands:
        method = getattr(gsq.Unit, ISA.name(row).replace(".", "_"))
        wanted = [text if text in command_heads.MASKS.values() else name
                  for text, fields in ISA.operands(row) for name in fields] + \
            [option for option, _, _ in ISA.options(row)]
        if set(wanted) >= set(commands.IMMEDIATE):
            wanted = ["m", "number"]
        found = list(inspect.signature(method).parameters)[1:]
        wanted += ["spr"] * sum(not fields for _, fields in ISA.operands(row))
        assert sorted(found) == sorted(set(wanted) - {"scalar"} - ({"abs"} if "post" in wanted else set()))
        for name in found:
            assert re.search(rf"^ +{name}: ", method.__doc__, re.M), (method, name)


def test_all_commands_are_tried():
    assert {text.split()[0] for text, _ in CALLS} == {ISA.name(row) for row in ISA.commands}


@pytest.mark.parametrize("backend", ["golden", "cycle", "lockstep"])
def test_methods_do_what_programs_do(backend):
    called, written = start(backend), start(backend)
    for _, call in CALLS:
        call(called)
    called.wait()
    written.run("\n".join(text for text, _ in CALLS))
    assert state(called) == state(written)
    costs = [unit.statistics() for unit in (called, written)]
    for cost in costs:
        for command in cost["commands"]:
            del command["line"]
    assert costs[0]["commands"] == costs[1]["commands"]
    # One by one, so that two wrong ones cannot make up for each other.
    called, written = start(backend), start(backend)
    for text, call in CALLS:
        call(called)
        written.run(text)
        assert state(called) == state(written), text


WRONG = [   # what is wrong in Python; what gsq says of the same text
    (lambda u: u.load_align(32, 0, "norm"), "load_align v32, [0], norm"),
    (lambda u: u.load_align(-1, 0, "norm"), "load_align v-1, [0], norm"),
    (lambda u: u.load_align(0, 1 << 32, "norm"), f"load_align v0, [{1 << 32}], norm"),
    (lambda u: u.load_align(0, 0, "Norm"), "load_align v0, [0], Norm"),
    (lambda u: u.load_align(0, 0, None), "load_align v0, [0], None"),
    (lambda u: u.create_mask(0, "b32", "all"), "create_mask m0, b32, all"),
    (lambda u: u.gather_reg(0, 0, 0, "b33"), "gather_reg v0, v0, v0, b33"),
    (lambda u: u.load_block(0, 0, blk_stride=65536), "load_block v0, [0], blk_stride=65536"),
    (lambda u: u.set_mask(0, 1 << 256), f"set_mask m0, {1 << 256}"),
]


@pytest.mark.parametrize("act, text", WRONG)
def test_wrong_operands_have_the_sentence_of_gsq(act, text, gsq_program, tmp_path):
    (tmp_path / "wrong.gsq").write_text(text)
    said = gsq_program("run", "wrong.gsq", cwd=tmp_path)
    assert said.returncode == 2
    with pytest.raises(gsq.Error) as caught:
        act(gsq.Unit("tiny"))
    sentence = re.sub(r"^wrong.gsq:1:\d+: error: ", "", said.stderr.strip())
    assert sentence in str(caught.value)
    assert re.match(r".*test_commands\.py:\d+: error: expected ", str(caught.value))


@pytest.mark.parametrize("call", [
    lambda u: u.load_align(0, 0, "norm\nclear_spr ar"),
    lambda u: u.load_align(0, 0, "norm # comment"),
    lambda u: u.load_align(0, 0, 'norm\n.ub 0 b8 file "/etc/passwd"'),
    lambda u: u.gather(0, 0, 0, 0, "b32, align=4", align=8),
    lambda u: u.load_align("1", 0, "norm"),
    lambda u: u.load_align(1.0, 0, "norm"),
    lambda u: u.load_align(10 ** 5000, 0, "norm"),
    lambda u: u.vec_copy("b16", dst=0, src0=0, mask=(1, 2, 3)),
    lambda u: u.store_unalign(0, 0, 0, post=True, n=3),
    lambda u: u.store_unalign(0, 0, 0, "post", n=3),
    lambda u: u.store_unalign(0, 0, 0, "Post"),
    lambda u: u.store_unalign(0, 0, 0, "n=3"),
    lambda u: u.store_unalign(0, 0, 0, 1),
    lambda u: u.store_unalign_post(0, 0, ""),
    lambda u: u.squeeze(0, 0, 0, "b8", "post"),
    lambda u: u.clear_spr("ar\nclear_spr ar"),
    lambda u: u.clear_spr("pc"),
    lambda u: u.gather(0, 0, 0, 0, "b32", mode="row"),
])
def test_what_would_be_another_command_is_an_error(call):
    unit = gsq.Unit("tiny")
    with pytest.raises(gsq.Error, match="expected"):
        call(unit)
    assert unit.statistics()["commands"] == []


@pytest.mark.parametrize("backend", ["golden", "cycle", "lockstep"])
def test_a_failing_command_is_explained(backend, gsq_program):
    """The program of docs/start/programs.md, with the same reasons."""
    page = (SOURCE / "docs" / "start" / "programs.md").read_text()
    program, said = re.search(r"^```text\n([^`]*?)^```\n\n`build/tiny/gsq run why.gsq` says\n\n"
                              r"```text\n(.*?)^```$", page, re.M | re.S).groups()
    unit = gsq.Unit("tiny", backend)
    with pytest.raises(gsq.Error) as caught:
        unit.run(program, "why.gsq")
    assert str(caught.value) + "\n" == said

    unit = gsq.Unit("tiny", backend)
    unit.write_ub(0, np.array([0, 8, 0x1000], np.uint32))
    unit.create_mask(0, "b32", "VL3")
    unit.load_align(0, 0, "norm")
    unit.gather(1, 0x10, 0, 0, "b32", mode="byte")
    line = inspect.currentframe().f_lineno - 1
    unit.gather(1, 0x10, 0, 0, "b32", mode="byte", align=16)
    unit.create_mask(1, "b32", "ALL")
    with pytest.raises(gsq.Error) as caught:
        unit.wait()
    error = caught.value
    sentences = re.search(r"why.gsq:4:1: (.*\n.*)\n", said)[1].replace("[0x010]", "[0x0010]")
    assert str(error) == (f"{__file__}:{line}: {sentences}\n  1 later commands failed, too")
    assert (error.status, error.info, error.lane, error.address) == ("ERR_BOUNDS", 2, 2, 0x1010)
    assert error.command == "gather v1, [0x0010], v0, m0, b32, mode=byte"
    assert error.place == f"{__file__}:{line}"
    assert error.reason == sentences.split("\n")[1].strip()
    assert unit.read_m(1, "b32").all()     # later commands have run
    unit.wait()                             # and the error is told once


def test_without_a_golden_model_there_is_no_reason():
    unit = gsq.Unit("tiny", "rtl")
    unit.load_align(0, 1, "norm")
    with pytest.raises(gsq.Error, match="ERR_ALIGN.*\n.*run on a backend with the golden model") as \
            caught:
        unit.wait()
    assert caught.value.status == "ERR_ALIGN" and caught.value.reason is None


def test_programs(tmp_path):
    unit = gsq.Unit("tiny")
    (tmp_path / "data.bin").write_bytes(bytes(range(8)))
    (tmp_path / "p.gsq").write_text('.ub 0 b8 file "data.bin"\n.expect 7 b8 7\n')
    unit.run(tmp_path / "p.gsq")
    assert unit.read_ub(0, 8).tolist() == list(range(8))
    with pytest.raises(gsq.Error, match=r"^x.gsq:1:1: error: expected 8 \(0x8\) at address 0x0007"):
        unit.run(".expect 7 b8 8", "x.gsq")
    with pytest.raises(gsq.Error) as caught:
        unit.run("load_align v32, [0], norm\ngathr v1\n")
    assert [line.split(": error: ")[0] for line in str(caught.value).splitlines()] == [
        "program.gsq:1:12", "program.gsq:2:1"]
    for wrong in [tmp_path / "none.gsq", tmp_path, 3, b"clear_spr ar", None]:
        with pytest.raises(gsq.Error):
            unit.run(wrong)


GARBAGE = [0, 1, 7, 31, 32, -1, 1 << 31, 1 << 32, 1 << 64, 10 ** 30, 1.5, float("nan"), None, "", "b32",
           "norm", "ALL", "elem", "\0", "é", "post", True, (1, 2), (), [3], np.int8(3), np.float32(2),
           np.array(3), np.array([1, 2]), b"x", object(), {}, "a" * 3000]


@pytest.mark.parametrize("seed", range(8))
def test_garbage_raises_and_does_no_harm(seed):
    rng = np.random.default_rng(seed)
    unit = gsq.Unit("tiny", "cycle" if seed % 2 else "golden")
    names = [ISA.name(row).replace(".", "_") for row in ISA.commands] + [
        "write_ub", "read_ub", "write_v", "read_v", "write_m", "read_m", "run", "wait", "info",
        "statistics", "cycles", "ar"]
    raised = 0
    for _ in range(2500):
        name = names[rng.integers(len(names))]
        method = getattr(unit, name)
        parameters = inspect.signature(method).parameters.values()
        given = {one.name: GARBAGE[rng.integers(len(GARBAGE))] for one in parameters}
        try:
            method(**given)
        except gsq.Error as error:
            raised += 1
            assert str(error)
    assert raised > 1000
    try:
        unit.wait()
    except gsq.Error:
        pass
    unit.write_ub(0, np.arange(8, dtype=np.int32))
    unit.load_align(0, 0, "norm")
    assert unit.read_v(0, np.int32).tolist() == list(range(8))
    unit.close()
    unit.close()
    for name in names:
        method = getattr(unit, name)
        given = {one.name: 0 for one in inspect.signature(method).parameters.values()}
        with pytest.raises(gsq.Error):
            method(**given)
    with pytest.raises(gsq.Error, match="the unit is closed: make another one"):
        unit.wait()
