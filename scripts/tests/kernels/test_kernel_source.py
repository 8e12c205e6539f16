# SPDX-License-Identifier: Apache-2.0
"""Tests of kernel_source.py, which rewrites launches and arrays in UB."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from scripts.kernels import kernel_source


class Rewriting(unittest.TestCase):
    """What is common to launches and arrays."""

    def check(self, text, expected, lines=1):
        """The text becomes another one, in as many lines."""
        self.assertEqual(kernel_source.rewrite(text), (expected, lines, []))
        self.assertEqual(text.count("\n"), expected.count("\n"))

    def check_same(self, *texts):
        for text in texts:
            with self.subTest(text):
                self.check(text, text, 0)

    def check_faults(self, expected, *texts):
        """Each text, from line 2 on, has a fault in that line, which it shows."""
        for text in texts:
            with self.subTest(text):
                faults = kernel_source.rewrite("int before;\n" + text)[2]
                self.assertEqual(faults, [(2, f"expected {expected}, found {text}")])


class Launches(Rewriting):
    """kernel<<<...>>>(...) becomes a call."""

    def test_arguments_and_templates(self):
        self.check("k<<<1, 0, stream>>>(a, f(b));\n",
                   "gsq::foreign::launch(1, 0, stream, [&] { k(a, f(b)); });\n")
        self.check("  ns::k<A<4>, (8>4)><<<n>>>();",
                   "  gsq::foreign::launch(n, 0, nullptr, [&] { ns::k<A<4>, (8>4)>(); });")
        self.check("if (x) k<T><<<max(a, b), nullptr, s>>>(y);",
                   "if (x) gsq::foreign::launch(max(a, b), nullptr, s, [&] { k<T>(y); });")
        self.check("A<B<C<int>>>::k<<<f<1, 2>(), 0>>>(y);",
                   "gsq::foreign::launch(f<1, 2>(), 0, nullptr, [&] { A<B<C<int>>>::k(y); });")
        self.check("else ::k<A<B<C<1>>>><<<1>>>(y);",
                   "else gsq::foreign::launch(1, 0, nullptr, [&] { ::k<A<B<C<1>>>>(y); });")

    def test_lines_stay(self):
        self.check("int a;\nk<int>\n    <<<2, 0, s>>>(x,\n  y);\nint b;\n",
                   "int a;\ngsq::foreign::launch(2, 0, s, [&] { k<int>\n    (x,\n  y); });\n"
                   "int b;\n", 3)
        self.check("k<<<8,\n nullptr, s>>>(x);\nint b;\n",
                   "gsq::foreign::launch(8, \n nullptr, s, [&] { k(x); });\nint b;\n", 2)
        self.check("k<<<8, // a, b\n 0\n>>>(x);\n",
                   "gsq::foreign::launch(8, // a, b\n 0\n, nullptr, [&] { k(x); });\n", 2)
        self.check("#define K k<<<8, \\\n 0, s>>>(x)\n",
                   "#define K gsq::foreign::launch(8, \\\n 0, s, [&] { k(x); })\n", 2)

    def test_no_launches(self):
        self.check_same("// k<<<1, 0, s>>>(x);\n", "std::cout << x << y;\n", "",
                        "/* k<<<1>>>(x);\n*/\n", "// \\\nk<<<1>>>(x);\n", "\"k<<<1>>>(x)\"",
                        "R\"-(\")\" k<<<1>>>(x))-\"", "operator<<<int>(s, 1);",
                        "A<B<C<int>>> d;")

    def test_comments_and_strings_are_known(self):
        for before in ('puts("http://x");', "puts(\"\\\"//\");", "f('\"');", "f(1'000);",
                       "f(u8'\\'');", "R\"(/*)\";", "/* // */", "#error don't\n",
                       "#if 1 // don't\n"):
            with self.subTest(before):
                self.check(f"{before} k<<<1>>>(\")\");",
                           f"{before} gsq::foreign::launch(1, 0, nullptr, [&] {{ k(\")\"); }});")

    def test_several(self):
        new, lines, faults = kernel_source.rewrite("a<<<1, 0, s>>>(x);\nb<<<2, 0, s>>>(y);\n")
        self.assertEqual((new.count("gsq::foreign::launch("), lines, faults), (2, 2, []))
        self.check("a<<<1>>>([&] { b<<<2>>>(x); __ubuf__ int y[2]; });",
                   "gsq::foreign::launch(1, 0, nullptr, [&] { a([&] { "
                   "gsq::foreign::launch(2, 0, nullptr, [&] { b(x); }); "
                   "gsq::kernel::UbArray<int, (2)> y; }); });")

    def test_what_is_not_understood(self):
        self.check_faults(kernel_source.LAUNCH, "a <<< b;", "k<<<1, 2, 3, 4>>>(x);", "k<<<>>>(x);",
                          "k<<<1, >>>(x);", "k<<<1>>>;", "k<<<1>>>(x;", "(*k)<<<1>>>(x);",
                          "K(a, b)<<<1>>>(x);", "a.k<<<1>>>(x);", "a->k<<<1>>>(x);", "<<<1>>>(x);",
                          "k<<<f(1>>>(x);", "A::template k<1><<<1>>>(x);")
        self.assertEqual([line for line, _ in kernel_source.rewrite("\na<<<b<<<1>>>(x);\n<<<")[2]],
                         [2, 3])


class Arrays(Rewriting):
    """__ubuf__ T x[n]; becomes an object."""

    def test_definitions(self):
        self.check("__ubuf__ float x[2 * kN];\n  __ubuf__  ns::T y_1 [ 4 ] ;\n",
                   "gsq::kernel::UbArray<float, (2 * kN)> x;\n"
                   "  gsq::kernel::UbArray<ns::T, ( 4 )> y_1;\n", 2)
        self.check("__ubuf__ unsigned int y[4];", "gsq::kernel::UbArray<unsigned int, (4)> y;")
        self.check("__ubuf__ std::array<A<1>, 2> y[n[0]];",
                   "gsq::kernel::UbArray<std::array<A<1>, 2>, (n[0])> y;")
        self.check("static __ubuf__ ::T y[4];", "static gsq::kernel::UbArray<::T, (4)> y;")

    def test_several(self):
        self.check("int a; __ubuf__ long long x[4], y[f(1, 2)];",
                   "int a; gsq::kernel::UbArray<long long, (4)> x; "
                   "gsq::kernel::UbArray<long long, (f(1, 2))> y;")

    def test_lines_stay(self):
        self.check("__ubuf__\n float x[4];\n", "gsq::kernel::UbArray<\nfloat, (4)> x;\n", 2)
        self.check("__ubuf__ unsigned\n int // a[1];\n  x\n[4 // n\n], // y\n y[2]\n;\nint b;\n",
                   "gsq::kernel::UbArray<unsigned\n int// a[1];\n, (4 // n\n)> x\n; // y\n "
                   "gsq::kernel::UbArray<unsigned int, (2)> y\n;\nint b;\n", 6)

    def test_what_is_none(self):
        self.check_same(
            "void f(__ubuf__ float* x, int n);", "__ubuf__ float* x[4];", "float x[4];",
            "__gm__ float x[4];", "// __ubuf__ float x[4];", "f(\"__ubuf__ float x[4];\");",
            "void f(__ubuf__ float x[4], int n) { g(x[0]); }", "auto* p = (__ubuf__ T*)q + r[4];",
            "reinterpret_cast<__ubuf__ volatile T*>(x)[i] = y[2];", "__ubuf__ float (*x)[4];",
            "#define __ubuf__ [[a]]\nint x[4];", "#ifdef __ubuf__\nint x[4];\n#endif\n",
            "__ubuf__ float* x = y[4];", "__ubuf__ T* f(int x[4]) { int y[4]; }",
            "f<__ubuf__ T[4]>();", "__ubuf__ T* x = f<a, b[3]>(c), *y;",
            "__ubuf__ T operator[](int i);")

    def test_what_is_not_understood(self):
        self.check_faults(kernel_source.ARRAY, "__ubuf__ float q[2][3];",
                          "__ubuf__ float h[8] = {};", "__ubuf__ float h[] = {1, 2};",
                          "__ubuf__ float h[];",
                          "__ubuf__ float a[4], *b;", "__ubuf__ float *a, b[4];",
                          "__ubuf__ float *a = c, b[4];", "__ubuf__ float a, b[4];",
                          "__ubuf__ const float a[4];", "__ubuf__ a[4];", "__ubuf__ float S::a[4];",
                          "__ubuf__ decltype(b) a[4];", "__ubuf__ float a[4]",
                          "__ubuf__ float a[4] __attribute__((x));")
        self.assertEqual(len(kernel_source.rewrite("__ubuf__ float a[4")[2]), 1)
        for text in ("static __ubuf__ int a[1], b[2];", "if (c) __ubuf__ int a[1], b[2];"):
            self.assertEqual(kernel_source.rewrite(text)[2], [
                (1, f"expected {kernel_source.SEVERAL}, found __ubuf__ int a[1], b[2];")])


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

    def test_faults(self):
        with tempfile.TemporaryDirectory() as name:
            source, output = pathlib.Path(name) / "kernel.asc", pathlib.Path(name) / "kernel.cpp"
            source.write_text("__ubuf__ float q[2][3];\n\n  a <<<\n b;\n", encoding="utf-8")
            done = self.run_script(source, output)
            self.assertEqual((done.returncode, done.stdout, done.stderr.splitlines()), (1, "", [
                f"{source}:1: error: expected {kernel_source.ARRAY}, found __ubuf__ float q[2][3];",
                f"{source}:3: error: expected {kernel_source.LAUNCH}, found a <<<"]))
            self.assertFalse(output.exists())

    def test_what_is_not_there(self):
        done = self.run_script("/no/such/file", "/tmp/output")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "gsq-kernel-source: /no/such/file: No such file or directory\n")
