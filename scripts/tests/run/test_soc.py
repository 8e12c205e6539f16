# SPDX-License-Identifier: Apache-2.0
"""The SoC with a RISC-V core: repairs of the core, programs, and how a run ends."""
import re
import subprocess
import sys

import pytest

from scripts.core import tasks
from scripts.run import riscv_core, soc
from scripts.spec import config

ROOT = tasks.ROOT
BENCH = ROOT / "tb" / "riscv"
CYCLES = 300_000    # of a program of the tests at most, but for those of examples/
# Cycles on tiny that were promised, {what a program prints before them: the most}
PROMISED = {"filter": {"filter:": 330},
            "rates": {"64 create_mask in a line:": 64, "64 load_align in a line:": 64,
                      "64 gather_reg in a line:": 64, "get_spr to the use of the answer:": 9}}


def build(*targets):
    riscv_core.copy()
    riscv_core.copy([bug["name"] for bug in riscv_core.bugs()], riscv_core.AS_IT_COMES)
    done = subprocess.run([ROOT / "scripts" / "build.sh", *targets], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout


def simulate(simulator, image, *options):
    bound = () if "--cycles" in options else soc.BOUND
    return subprocess.run([simulator, image, *bound, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)


def make(source, *options):
    """The command of `make soc`."""
    return subprocess.run([sys.executable, ROOT / "scripts", "soc", source, *options], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


class TestRepairs:
    def texts(self):
        return {path.name: path.read_text(encoding="utf-8")
                for path in (riscv_core.installed() / "rtl").glob("*.sv")}

    def test_each_changes_its_file(self):
        before = self.texts()
        after = riscv_core.repaired(before)
        changed = {repair["file"] for bug in riscv_core.bugs() for repair in bug["repair"]}
        assert {name for name in before if before[name] != after[name]} == changed

    def test_one_can_be_left_out(self):
        names = [bug["name"] for bug in riscv_core.bugs()]
        assert riscv_core.repaired(self.texts(), names) == self.texts()

    @pytest.mark.parametrize("count", (0, 2))
    def test_another_core_is_refused(self, count):
        for bug in riscv_core.bugs():
            repair = bug["repair"][0]
            texts = self.texts()
            texts[repair["file"]] = texts[repair["file"]].replace(repair["find"], repair["find"] * count)
            with pytest.raises(riscv_core.Refused, match=f"once, to repair '{bug['name']}', found it {count} times"):
                riscv_core.repaired(texts)

    def test_a_file_that_is_not_there_is_refused(self):
        with pytest.raises(riscv_core.Refused, match="found it 0 times"):
            riscv_core.repaired({})

    def test_a_copy_leaves_alone_what_is_the_same(self, tmp_path):
        riscv_core.copy(folder=tmp_path)
        times = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
        (tmp_path / "left_over.sv").write_text("", encoding="utf-8")
        riscv_core.copy(folder=tmp_path)
        assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == times


@pytest.fixture(scope="module")
def stubs():
    build("riscv-stub-core", "riscv-stub-core-as-it-comes")


@pytest.fixture(scope="module")
def tiny():
    build("soc-tiny")


@pytest.fixture(scope="module")
def with_lane_ops():
    name = config.resolve("tiny", "LaneOps=1")
    build(f"soc-{name}")
    return name


@pytest.mark.usefixtures("stubs")
class TestCore:
    """The bugs of the core, seen by the stub."""

    def run(self, program, core):
        return simulate(soc.OUT / f"stub-{core}", soc.compiled(BENCH / program, "tiny", "gcc"), "--cycles", str(CYCLES))

    def test_write_back(self):
        done = self.run("write_back.c", "core")
        assert (done.returncode, done.stdout.splitlines()[0]) == (0, "0 wrong")
        done = self.run("write_back.c", "core-as-it-comes")
        assert done.returncode != 0
        assert "behind a division: expected 1003, found " in done.stdout
        assert "second behind a slow one: expected 3003, found " in done.stdout

    def test_bus_access(self):
        done = self.run("bus_access.c", "core")
        assert (done.returncode, done.stdout.splitlines()[0]) == (0, "stores: x")
        done = self.run("bus_access.c", "core-as-it-comes")
        assert re.match("stores: xx+\n", done.stdout)


@pytest.mark.usefixtures("tiny")
class TestSoc:
    @pytest.mark.parametrize("compiler", soc.COMPILERS)
    @pytest.mark.parametrize("program", sorted(path.stem for path in soc.EXAMPLE.glob("*.c") if path.stem != "vector"))
    def test_program(self, program, compiler):
        done = simulate(ROOT / "build" / "tiny" / "soc", soc.compiled(soc.EXAMPLE / f"{program}.c", "tiny", compiler))
        assert done.returncode == 0, done.stdout
        for words, most in PROMISED.get(program, {}).items():
            cycles = re.search(rf"^{re.escape(words)} (\d+) cycles\b", done.stdout, re.M)
            assert cycles and int(cycles[1]) <= most, done.stdout

    @pytest.mark.parametrize("compiler", soc.COMPILERS)
    @pytest.mark.parametrize("kernel", sorted(path.stem for path in soc.KERNELS.glob("*.cpp")))
    def test_kernel(self, kernel, compiler):
        measured = soc.measured(soc.KERNELS / f"{kernel}.cpp", "tiny", compiler)
        assert measured
        for each in measured:
            assert each.alone is not None and each.commands > 0, each
            # What the unit alone takes is the least, but for the cycle in which the last response is seen.
            assert each.alone <= each.cycles + 1, each

    @pytest.mark.parametrize("compiler", soc.COMPILERS)
    def test_calls(self, compiler):
        done = simulate(ROOT / "build" / "tiny" / "soc", soc.compiled(BENCH / "calls.cpp", "tiny", compiler))
        assert done.returncode == 0, done.stdout

    def test_commands_with_stores_of_the_core_between_them(self, tmp_path):
        """Given to the unit alone, they would leave something else in the Unified Buffer: that is said."""
        source = tmp_path / "between.c"
        source.write_text("""
            #include "gsq.h"
            #include "soc.h"
            int main(void) {
              UB[0] = 1;
              gsq_sync();
              gsq_load_align(1, UB_BASE, GSQ_DIST_NORM);
              UB[0] = 2;
              gsq_load_align(2, UB_BASE, GSQ_DIST_NORM);
              gsq_sync();
              gsq_load_align(1, UB_BASE, GSQ_DIST_NORM);
              return gsq_sync();
            }
            """, encoding="utf-8")
        done = simulate(ROOT / "build" / "tiny" / "soc", soc.compiled(source, "tiny", "gcc"), "--no-profile", "--alone")
        assert done.returncode == 0, done.stdout
        assert re.fullmatch("2 commands, which the unit alone would execute differently\n"
                            r"1 commands, \d+ cycles of the unit alone\n", done.stdout), done.stdout

    def test_vectors(self):
        done = make("vector.c", "--set", "LaneOps=1", "--compiler", "clang")
        assert done.returncode == 0, done.stdout
        for kernel in ("filter", "gather", "capitals"):
            assert re.search(rf"^{kernel}: \d+ of 96 numbers, \d+ cycles, .*, 0 wrong$", done.stdout, re.M)
        done = make("vector.c", "--compiler", "clang")
        assert done.returncode == 126
        assert "expected the compiler clang and LaneOps 1, found clang and LaneOps 0" in done.stdout

    def test_command(self):
        waves = soc.WAVES / "hello-tiny.fst"
        waves.unlink(missing_ok=True)
        done = make("hello.c", "--waves")
        assert done.returncode == 0, done.stdout
        assert "hello from a RISC-V core with gsq" in done.stdout
        assert re.search(r"^ +\d+ cycles, .*\n +0 commands that the unit took$", done.stdout, re.M)
        assert f"waveform: {soc.shown(waves)}" in done.stdout
        assert waves.stat().st_size > 0

    @pytest.mark.parametrize("name, text, status, sentence", (
        ("status", "int main(void) { return 3; }", 3, r"the program ended with status 3 in cycle \d+, expected 0"),
        ("status_256", "int main(void) { return 256; }", 1, r"the program ended with status 256 in cycle \d+"),
        ("endless", "int main(void) { for (;;); }", 125,
         rf"expected the program to end within {CYCLES} cycles, it has not: .*; the core is at 0x[0-9a-f]+"),
        ("nowhere", "int main(void) { return *(volatile int *)0x30000000; }", 101,
         "bus error: an access before 0x[0-9a-f]+ went where there is nothing"),
        ("illegal", 'int main(void) { __asm__(".word 0x107f"); return 0; }', 100,
         "trap: cause 0x2 at 0x[0-9a-f]+, and the program has no soc_trap of its own"),
        ("wrong", "int main(void) { return x; }", 126, "wrong.c: gcc does not compile it, see above"),
        ("large", "char x[300000]; int main(void) { return x[5]; }", 126, "large.c: gcc does not compile it"),
    ))
    def test_failure(self, tmp_path, name, text, status, sentence):
        source = tmp_path / f"{name}.c"
        source.write_text(text + "\n", encoding="utf-8")
        done = make(source, "--cycles", str(CYCLES))
        assert done.returncode == status, done.stdout
        assert re.search(sentence, done.stdout), done.stdout
        log = soc.OUT / "programs" / f"{name}-tiny-gcc.log"
        if status != 126:
            assert f"its output: {soc.shown(log)}, a waveform with WAVES=1" in done.stdout
            assert log.exists()

    def test_a_planted_fault_is_found(self):
        image = soc.compiled(soc.EXAMPLE / "filter.c", "tiny", "gcc")
        done = simulate(ROOT / "build" / "tiny" / "soc", image, "--plant-fault", "20000")
        assert done.returncode == 124
        assert re.search(r"golden models and RTL differ in cycle \d+: .*: expected 0x\w+, found 0x\w+", done.stdout)

    def test_no_program(self):
        done = make("nonsense.c")
        assert done.returncode == 126
        assert "there is no program nonsense.c: expected a file, or one of add.cpp, csr_times_vector.cpp, driver.c" in done.stdout


class TestLaneOperations:
    def test_kernel(self, with_lane_ops):
        """The unit compares, where without them the core makes the masks."""
        one, = soc.measured(soc.KERNELS / "radix_partition.cpp", with_lane_ops, "gcc")
        assert one.plain > 5 * one.cycles

    @pytest.mark.parametrize("compiler", soc.COMPILERS)
    def test_calls(self, with_lane_ops, compiler):
        done = simulate(ROOT / "build" / with_lane_ops / "soc", soc.compiled(BENCH / "calls.cpp", with_lane_ops, compiler))
        assert done.returncode == 0, done.stdout


class TestLayer:
    """What the headers of kernels say at compile time: sentences."""

    def refused(self, tmp_path, text, sentence, header="gsq_asc.hpp"):
        source = tmp_path / "wrong.cpp"
        source.write_text(f'#include "{header}"\nint main() {{ {text} }}\n', encoding="utf-8")
        for compiler in soc.COMPILERS:
            with pytest.raises(soc.Wrong) as wrong:
                soc.compiled(source, "tiny", compiler)
            assert sentence in str(wrong.value)

    @pytest.mark.parametrize("text, sentence", (
        ("vector_int32_t<32> rows; asc_loadalign(rows, (int32_t *)0);", "expected the number of its register, from 0 to 31"),
        ("AscendC::Reg::RegTensor<float> rows; (void)rows;", "behind the type of the elements"),
        ("vector_bool<8> mask; (void)mask;", "expected the number of its register, from 0 to 7"),
        ("AscendC::Reg::UnalignReg<4> rest; (void)rest;", "expected the number of its register, from 0 to 3"),
        ("vector_int32_t<1> rows; vector_uint16_t<2> index; vector_bool<0> all = asc_create_mask_b32(PAT_ALL);"
         "asc_gather(rows, (int32_t *)0, index, all);", "expected indices of type uint32_t for elements of 4 bytes"),
        ("vector_int16_t<1> rows; asc_loadalign(rows, (int32_t *)0);", "asc_loadalign"),
        ("vector_half<1> x; vector_half<2> y; vector_uint8_t<3> index; asc_gather(x, y, index);",
         "expected unsigned indices as long as the elements"),
    ))
    def test_registers(self, tmp_path, text, sentence):
        self.refused(tmp_path, text, sentence)

    def test_tiles(self, tmp_path):
        self.refused(tmp_path, """
            using namespace pto;
            Tile<TileType::Vec, float, 16, 16> src, dst;
            Tile<TileType::Vec, uint16_t, 8, 16> idx;
            TSCATTER(dst, src, idx);""", "expected an index for each valid element of src", "gsq_pto.hpp")

    def test_vectors(self, tmp_path):
        self.refused(tmp_path, """
            mojo::SIMD<double, 4> value((double *)0);
            mojo::SIMD<uint32_t, 4> base((uint32_t *)0);
            mojo::SIMD<bool, 4> mask((const uint32_t *)0);
            mojo::scatter(value, base, mask);""", "value must hold elements of 1, 2 or 4 bytes", "gsq_mojo.hpp")

    @pytest.mark.parametrize("compiler", soc.COMPILERS)
    def test_no_overhead(self, tmp_path, compiler):
        """A call is its instruction: no stack, no other call."""
        source = tmp_path / "straight.cpp"
        source.write_text("""
            #include "gsq_asc.hpp"
            extern "C" [[gnu::noinline]] void kernel(int32_t *to, int32_t *from, uint32_t *at) {
              vector_bool<0> all = asc_create_mask_b32(PAT_ALL);
              vector_uint32_t<1> index;
              vector_int32_t<2> rows;
              asc_loadalign(index, at);
              asc_gather(rows, from, index, all);
              asc_storealign(to, rows, all);
            }
            int main() { kernel(nullptr, nullptr, nullptr); }
            """, encoding="utf-8")
        elf = soc.compiled(source, "tiny", compiler).with_suffix(".elf")
        text = subprocess.run(["riscv64-unknown-elf-objdump", "-d", "--disassemble=kernel", elf], capture_output=True,
                              text=True, check=True).stdout
        words = re.findall(r"^ +[0-9a-f]+:\t(\w+) +\t(\S+)", text, re.M)
        assert [what for _, what in words] == [*[".4byte"] * 4, "ret"], text


def test_sources_without_a_warning():
    """Verilator's warnings on our modules; those on the core are waived."""
    riscv_core.copy()
    waivers = [path for folder in ("rtl", "examples/soc/riscv", "tb/riscv") for path in sorted((ROOT / folder).rglob("*.vlt"))]
    for top in (soc.EXAMPLE / "soc_riscv.sv", BENCH / "riscv_stub_soc.sv"):
        done = subprocess.run(
            ["verilator", "--lint-only", "-Wall", "-Wno-BLKANDNBLK", "--timescale", "1ns/1ns", "--top", top.stem, *waivers,
             riscv_core.CORE / "cv32e40x_pkg.sv", riscv_core.CORE / "cv32e40x_sim_clock_gate.sv",
             f"-I{riscv_core.CORE}", f"-I{soc.EXAMPLE}", f"-I{BENCH}", "-f", "gsq_sim.f", top],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")
