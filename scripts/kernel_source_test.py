#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of kernel_source.py, which rewrites launches and arrays in UB."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import kernel_source


class Launches(unittest.TestCase):
    """kernel<<<...>>>(...) becomes a call."""

    def check(self, text, expected, lines=1):
        self.assertEqual(kernel_source.rewrite_launches(text), (expected, lines))

    def test_arguments_and_templates(self):
        self.check("k<<<1, 0, stream>>>(a, f(b));\n",
                   "gsq::foreign::launch(1, 0, stream, [&] { k(a, f(b)); });\n")
        self.check("  ns::k<A<4>, (8>4)><<<n>>>();",
                   "  gsq::foreign::launch(n, 0, nullptr, [&] { ns::k<A<4>, (8>4)>(); });")
        self.check("if (x) k<T><<<max(a, b), nullptr, s>>>(y);",
                   "if (x) gsq::foreign::launch(max(a, b), nullptr, s, [&] { k<T>(y); });")

    def test_lines_stay(self):
        self.check("int a;\nk<int>\n    <<<2, 0, s>>>(x,\n  y);\nint b;\n",
                   "int a;\ngsq::foreign::launch(2, 0, s, [&] { k<int>\n    (x,\n  y); });\nint b;\n",
                   3)

    def test_no_launches(self):
        for text in ("// k<<<1, 0, s>>>(x);\n", "a <<< b;\n", "std::cout << x << y;\n", ""):
            self.check(text, text, 0)

    def test_several(self):
        new, lines = kernel_source.rewrite_launches("a<<<1, 0, s>>>(x);\nb<<<2, 0, s>>>(y);\n")
        self.assertEqual((new.count("gsq::foreign::launch("), lines), (2, 2))


class Arrays(unittest.TestCase):
    """__ubuf__ T x[n]; becomes an object."""

    def test_definitions(self):
        self.assertEqual(
            kernel_source.rewrite_arrays("__ubuf__ float x[2 * kN];\n  __ubuf__  ns::T y_1 [ 4 ] ;\n"),
            ("gsq::kernel::UbArray<float, (2 * kN)> x;\n  gsq::kernel::UbArray<ns::T, ( 4 )> y_1;\n",
             2))

    def test_what_is_none(self):
        for text in ("void f(__ubuf__ float* x, int n);", "__ubuf__ float* x[4];", "float x[4];",
                     "__gm__ float x[4];"):
            self.assertEqual(kernel_source.rewrite_arrays(text), (text, 0))


class Files(unittest.TestCase):
    """The script from outside."""

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, kernel_source.__file__, *map(str, arguments)],
                              capture_output=True, text=True, check=False)

    def test_lines_and_names_stay(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            source = folder / "kernel.asc"
            source.write_text("int a;\n__ubuf__ float x[4];\nk<<<1, 0, s>>>(x);\nint wrong = ;\n",
                              encoding="utf-8")
            output = folder / "new" / "kernel.cpp"
            done = self.run_script(source, output)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            self.assertEqual(output.read_text(encoding="utf-8").splitlines(), [
                f'#line 1 "{source.resolve()}"', "int a;", "gsq::kernel::UbArray<float, (4)> x;",
                "gsq::foreign::launch(1, 0, s, [&] { k(x); });", "int wrong = ;"])
            said = subprocess.run(["c++", "-fsyntax-only", output], capture_output=True, text=True,
                                  check=False).stderr
            self.assertIn(f"{source.resolve()}:4:", said)

    def test_what_is_not_there(self):
        done = self.run_script("/no/such/file", "/tmp/output")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gsq-kernel-source: ", done.stderr)
        self.assertIn("/no/such/file", done.stderr)


if __name__ == "__main__":
    unittest.main()
