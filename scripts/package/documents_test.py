#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The examples of the documents of Ascend C, its C API, PTO and Mojo, and host programs that know
nothing of us, outside of the tree: from an installed one, built with CMake and with pkg-config, on
the golden model and in lockstep.

Usage: documents_test.py PROJECT BUILD. Needs target gsq_package_full. Files are in
build/documents-test.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

PROJECT, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:])
FOLDER = BUILD.parent / "documents-test"
PREFIX = FOLDER / "installed"
# Programs with the text of an example as it stands in its document, and the host programs.
EXAMPLES = ("add_int16_bits", "add_int16_count", "add_int32_bits", "add_int32_count",
            "asc_gather_reg", "asc_gather_ub", "mojo_scatter", "squeeze_vf", "tscatter_auto",
            "tscatter_manual")
HOSTS = {"called": ("called/called.cpp", 2, "launches  0, and kernels that were called without one"),
         "reverse": ("reverse/reverse.asc", 16, "launches  1\n")}
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(documents CXX)
find_package(gsq REQUIRED)
foreach(NAME IN ITEMS {examples})
  add_executable(${{NAME}} ${{NAME}}.cpp)
  target_link_libraries(${{NAME}} gsq::foreign gsq::rtl_full)
endforeach()
add_executable(called_golden called.cpp)
target_link_libraries(called_golden gsq::foreign)
add_executable(reverse)
gsq_kernel_sources(reverse reverse.asc)
target_link_libraries(reverse gsq::rtl_full gsq::foreign)
"""


def shell(command, folder=FOLDER):
    """Output of a command that must succeed, without a word on standard error."""
    done = subprocess.run(["bash", "-ec", command], cwd=folder, capture_output=True, text=True,
                          check=False, timeout=800,
                          env={**os.environ, "PKG_CONFIG_PATH": str(PREFIX / "lib" / "pkgconfig")})
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{command}: status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


class Documents(unittest.TestCase):
    """Each program as both ways of building it make it."""

    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        for part in ("model", "full"):
            shell(f"cmake --install {shlex.quote(str(BUILD))} --prefix installed --component {part}")
        for name in EXAMPLES:
            shutil.copy(PROJECT / "examples" / f"{name}.cpp", FOLDER)
        shutil.copytree(PROJECT / "examples" / "common", FOLDER / "common")
        for source, _, _ in HOSTS.values():
            shutil.copy(PROJECT / "examples" / "foreign" / "sample" / source, FOLDER)
        generator = PROJECT / "examples" / "foreign" / "sample" / "reverse" / "scripts" / "gen_data.py"
        shell(f"{shlex.quote(sys.executable)} {shlex.quote(str(generator))}")
        # As docs/kernels/own.md says it of theirs.cpp.
        page = (PROJECT / "docs" / "kernels" / "own.md").read_text(encoding="utf-8")
        page = page.split("## Programs of other people")[1].replace("theirs", "called")
        cmake, cls.with_pkg_config = re.findall(r"^```text\n(.*?)^```$", page, re.M | re.S)
        (FOLDER / "CMakeLists.txt").write_text(CMAKE.format(examples=" ".join(EXAMPLES)) + cmake,
                                               encoding="utf-8")

    def check_examples(self, folder):
        """Runs the documents' examples that lie there: each checks itself by the formula of its
        document."""
        for name in EXAMPLES:
            for backend in ("golden", "lockstep"):
                with self.subTest(name, backend=backend):
                    said = shell(f"{folder}/{name} --backend {backend}")
                    self.assertRegex(said, r"(?m)^checks    [1-9]\d* done, 0 failures$")
                    self.assertEqual(backend == "lockstep", "RTL and golden model agreed on" in said)

    def check_hosts(self, folder):
        """Runs the host programs that lie there, which compare with what they have calculated."""
        for name, (_, least, launches) in HOSTS.items():
            for backend in ("golden", "lockstep"):
                with self.subTest(name, backend=backend):
                    said = shell(f"{folder}/{name} --backend {backend}")
                    self.assertIn("test pass", said)
                    self.assertIn(launches, said)
                    self.assertGreaterEqual(int(re.search(r"commands  (\d+)", said)[1]), least)
                    self.assertEqual(backend == "lockstep", "RTL and golden model agreed on" in said)

    def test_cmake(self):
        shell("cmake -B build -DCMAKE_PREFIX_PATH=$PWD/installed\ncmake --build build -j 2")
        self.check_examples("build")
        self.check_hosts("build")
        self.assertIn("test pass", shell("build/called_golden --config small"))

    def test_pkg_config(self):
        shell(self.with_pkg_config)
        shell("installed/bin/gsq-kernel-source reverse.asc reverse.cpp")
        for name in (*EXAMPLES, "reverse"):
            # In the other order, too, the RTL that is linked is the one that runs.
            parts = "gsq-rtl-full gsq-foreign" if name == "reverse" else "gsq-foreign gsq-rtl-full"
            shell(f"c++ {name}.cpp $(pkg-config --cflags --libs {parts}) -o {name}")
        self.check_examples(".")
        self.check_hosts(".")
        shell("c++ called.cpp $(pkg-config --cflags --libs gsq-foreign) -o called_golden")
        self.assertIn("test pass", shell("./called_golden --config small"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
