#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does what docs/kernels/own.md says: installs, builds its kernel with CMake and pkg-config, runs
it; what docs/integrate/systemc.md and docs/integrate/tlm.md say of an installed tree; and compiles
the program of docs/reference/instructions.md.

Usage: package_test.py PROJECT BUILD. Needs target gsq_package_tiny; uses that configuration in place
of the one on the page. Files are in build/package-test.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PROJECT, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:])
FOLDER = BUILD.parent / "package-test"
PREFIX = FOLDER / "moved"
PAGE = (PROJECT / "docs" / "kernels" / "own.md").read_text(encoding="utf-8")


def blocks(language, page=PAGE):
    """The blocks of the page in a language, adapted to the configuration and folder of this test."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)
    return [text.replace("gsq-full", "gsq-tiny").replace("rtl_full", "rtl_tiny")
            .replace("rtl-full", "rtl-tiny").replace("$HOME/gsq", str(PREFIX)) for text in found]


def shell(command, status=0, folder=FOLDER):
    """Output of a command."""
    done = subprocess.run(["bash", "-ec", command], cwd=folder, capture_output=True, text=True,
                          check=False, timeout=500)
    text = done.stdout + done.stderr
    if done.returncode != status:
        raise AssertionError(f"{command}: expected status {status}, found {done.returncode}:\n{text}")
    return text


class OwnKernel(unittest.TestCase):
    """In the order of the page."""

    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        first = FOLDER / "installed"
        for part in ("model", "tiny"):
            shell(f"cmake --install '{BUILD}' --prefix '{first}' --component {part}")
        first.rename(PREFIX)  # the tree may be moved
        program, squares = blocks("cpp")
        (FOLDER / "keep.cpp").write_text(program, encoding="utf-8")
        (FOLDER / "squares.asc").write_text(squares, encoding="utf-8")
        (FOLDER / "CMakeLists.txt").write_text("".join(blocks("cmake")), encoding="utf-8")
        install, with_cmake, with_pkg_config, cls.runs = blocks("sh")
        assert install.startswith("make install"), install
        shell(with_cmake)
        shell(with_pkg_config)

    def test_runs_as_the_page_says(self):
        said = shell(self.runs)
        self.assertEqual(said.count("checks    1 done, 0 failures\n"), 8)
        self.assertNotIn("warning", said)
        self.assertRegex(said, r"backend   golden, configuration small\n")
        self.assertRegex(said, r"commands  \d+ of the unit, 16 operations of the processor in ")
        self.assertEqual(len(re.findall(r"RTL and golden model agreed on \d+ cycles", said)), 7)
        self.assertIn("written   keep.fst\n", said)
        self.assertIn("written   keep.gsq\n", said)
        self.assertIn("expectations  1 checked, 0 failures\n", said)
        self.assertRegex(said, r"(?m)^ +\d+ +\d+  squeeze +v")  # a row of the chart
        line = 1 + next(number for number, text in enumerate(blocks("cpp")[0].splitlines())
                        if "Reg::Squeeze" in text)
        self.assertRegex(said, rf"(?m)^ +\d+ +{line}  squeeze +v")

    def test_cmake_and_pkg_config_build_the_same(self):
        for program in ("keep", "keep_rtl"):
            self.assertEqual(shell(f"./{program}"), shell(f"build/{program}"))

    def test_a_source_of_another_compiler(self):
        said = shell("build/squares")
        self.assertIn("checks    1 done, 0 failures\n", said)
        # One vector on full: launch, mask, load, store.
        self.assertIn("commands  4 of the unit, 3 operations of the processor", said)
        (FOLDER / "squares.asc").write_text(
            (FOLDER / "squares.asc").read_text(encoding="utf-8") + "int wrong = ;\n", encoding="utf-8")
        line = (FOLDER / "squares.asc").read_text(encoding="utf-8").count("\n")
        self.assertIn(f"squares.asc:{line}:", shell("cmake --build build --target squares 2>&1 || true"))

    def test_sources_in_another_folder_and_headers(self):
        folder = FOLDER / "folders"
        for name, text in {
                "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(folders CXX)\n"
                                  "add_subdirectory(find)\nadd_subdirectory(use)\n",
                "find/CMakeLists.txt": "find_package(gsq REQUIRED GLOBAL)\n",
                "use/CMakeLists.txt": "add_executable(one)\n"
                                      "gsq_kernel_sources(one one.asc kernels/two.h)\n"
                                      "target_link_libraries(one gsq::model)\n",
                "use/one.asc": '#include "kernels/two.h"\nint main() {}\n',
                "use/kernels/two.h": '#include "gsq/foreign/foreign_launch.hpp"\n'
                                     "inline void two() {}\n"
                                     "inline void one() { two<<<1>>>(); }\n"}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        shell(f"cmake -B build -DCMAKE_PREFIX_PATH='{PREFIX}'\ncmake --build build", folder=folder)

    def test_a_platform_with_tlm(self):
        page = (PROJECT / "docs" / "integrate" / "tlm.md").read_text(encoding="utf-8")
        folder = FOLDER / "tlm"
        folder.mkdir()
        for language, name in (("cpp", "first.cpp"), ("cmake", "CMakeLists.txt")):
            text, = blocks(language, page)
            (folder / name).write_text(text, encoding="utf-8")
        _, with_cmake, with_pkg_config, _ = blocks("sh", page)
        printed, = blocks("text", page)
        for commands in (with_cmake, with_pkg_config):
            self.assertIn(printed, shell(commands, folder=folder))

    def test_a_program_of_a_riscv_core(self):
        page = (PROJECT / "docs" / "reference" / "instructions.md").read_text(encoding="utf-8")
        text, = blocks("c", page)
        (FOLDER / "below.c").write_text(text, encoding="utf-8")
        shell("clang-16 --target=riscv32 -march=rv32imc -mabi=ilp32 -O1 -ffreestanding -Wall -Werror "
              f"-I '{PREFIX}/include/gsq/riscv' -c below.c")
        self.assertEqual({path.suffix for path in (PREFIX / "include/gsq/riscv").iterdir()},
                         {".h", ".hpp", ".inc"})

    def test_stalls_change_cycles_and_nothing_else(self):
        cycles = [re.search(r"cycles +(\d+)", shell(f"./keep_rtl {options}"))[1]
                  for options in ("", "--stall 30 --seed 7", "--stall 30 --seed 7",
                                  "--stall 30 --seed 8")]
        self.assertEqual(cycles[1], cycles[2])
        self.assertEqual(len(set(cycles)), 3)

    def test_a_recorded_program_has_the_same_result_and_notices_another(self):
        shell("./keep --config tiny --record golden.gsq")
        shell(f"{PREFIX}/bin/gsq-tiny run golden.gsq --backend golden")
        program = FOLDER / "golden.gsq"
        text = program.read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("squeeze")]
        program.write_text("\n".join(lines) + "\n", encoding="utf-8")
        said = shell(f"{PREFIX}/bin/gsq-tiny run golden.gsq --backend golden", status=1)
        self.assertIn("error: expected", said)

    def test_a_systemc_platform(self):
        page = (PROJECT / "docs" / "integrate" / "systemc.md").read_text(encoding="utf-8")
        folder = FOLDER / "platform"
        folder.mkdir()
        text, = blocks("cmake", page)
        (folder / "CMakeLists.txt").write_text(text, encoding="utf-8")
        commands, = (block for block in blocks("sh", page) if "cp " in block)
        said = shell(commands.replace("cp examples", f"cp '{PROJECT}'/examples")
                     .replace("~/platform", str(folder)))
        self.assertIn("loosely timed and cycle model agree", said)

    def test_a_configuration_by_file(self):
        config = PROJECT / "configs" / "ascend.json"
        self.assertIn("configuration ascend\n", shell(f"./keep --config '{config}'"))

    def test_what_is_wrong_is_said(self):
        for command, sentence in [
                ("./keep --config huge", "--config: configuration huge: expected the name of one of"),
                ("./keep --config no.json", "--config: no.json: cannot be"),
                ("./keep --backend rtl", "linked with the models alone; link it with gsq::rtl_"),
                ("./keep_rtl --config small", "the RTL of this program is that of tiny; link it "
                                              "with gsq::rtl_small, or use --backend golden"),
                ("./keep --stall 10", "--stall: expected another --backend; the golden"),
                ("./keep_rtl --backend rtl --trace", "--trace: expected --backend cycle or lockstep"),
                ("./keep --record /no/such/folder/x.gsq", "--record '/no/such/folder/x.gsq': "
                                                          "expected the name of a file"),
                ("./keep --seed -1", "expected a whole number below 2^64, found '-1'"),
                ("./keep more", "expected the end of the command line, found 'more'")]:
            with self.subTest(command):
                self.assertIn(sentence, shell(command, status=2))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
