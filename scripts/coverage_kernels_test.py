#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/coverage_kernels.py on a small tree of kernels, and of what it reads."""
import pathlib
import tempfile
import unittest

import coverage_kernels
import cpp_scan

KERNELS = r'''
#include "kernel_operator.h"
namespace Own {
using namespace AscendC;
template <typename T> constexpr T CeilOf(T a, T b) { return (a + b - 1) / b; }
#define TWICE(x) Doubled(x, x)

template <typename T>
__simd_callee__ inline void Step(MicroAPI::RegTensor<T>& reg) { MicroAPI::MoveAround(reg); }

template <typename T, int kWhat>
class Kernel {
 public:
  __aicore__ inline void Process() { Host(1); Squeeze(nothing); }  // no register: not counted

  template <typename U>
  __simd_vf__ inline void Complete(__ubuf__ T* src, __ubuf__ U* dst, uint32_t n) {
    MicroAPI::RegTensor<T> reg{};
    auto mask = MicroAPI::UpdateMask<T>(n);  // Wrong(comment)
    MicroAPI::Gather(reg, src, reg, mask);
    for (uint16_t i = 0; i < static_cast<uint16_t>(CeilOf(n, 64u)); ++i) {
      if (sizeof(T) == 4 && std::max(n, i)) { AscendC::Reg::StoreAlign(dst + i, reg, mask); }
    }
    const char* text = "Wrong(string)";
    other::Library(n);
  }
  __simd_vf__ inline void Helpers(__ubuf__ T* src) {
    MicroAPI::RegTensor<T> reg;
    Step(reg);
    TWICE(reg);
    MicroAPI::Scatter<T>(src, reg, reg, MicroAPI::CreateMask<T, MicroAPI::MaskPattern::VL5>());
  }
  __simd_vf__ inline void NoGather(__ubuf__ T* src) { MicroAPI::Unknown(src); }
  __aicore__ inline void Blocks(uint32_t n) {
    Host(n);
    __VEC_SCOPE__ {
      Squeeze(a, b, c);
      NewCall(a);
    }
    Host(n);
  }
#ifdef SOMETHING
  __aicore__ inline void Branch(int a) {
#else
  __aicore__ inline void Branch(float a) {
#endif
    RegTensor<float> reg;
    Gather(reg, reg, reg);
  }
};
}  // namespace Own
'''
EXISTING = {"RegTensor", "UpdateMask", "Gather", "StoreAlign", "Scatter", "CreateMask",
            "MaskPattern", "Squeeze"}


class Coverage(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        (self.path / "include").mkdir()
        (self.path / "op").mkdir()
        (self.path / "op" / "kernel.h").write_text(KERNELS)
        (self.path / "include" / "api.h").write_text(
            "namespace AscendC { namespace Reg { template <typename T> __simd_callee__ void "
            "MoveAround(RegTensor<T>& r) { Gather(r, r, r); intrinsic(r); } } }")

    def report(self, existing=EXISTING):
        return coverage_kernels.report(self.path, existing, coverage_kernels.API_FOLDERS)

    def test_functions_and_what_they_miss(self):
        found = self.report()
        self.assertEqual({row["function"]: row["missing"] for row in found["rows"]}, {
            "Complete": [], "Helpers": ["Doubled", "MoveAround", "VL5"], "Blocks": ["NewCall"],
            "Branch": []})
        self.assertEqual((found["functions"], found["complete"]), (4, 2))
        self.assertEqual(found["missing"],
                         {"Doubled": 1, "MoveAround": 1, "VL5": 1, "NewCall": 1})
        self.assertEqual(found["missing_alone"], {"NewCall": 1})
        self.assertEqual(found["other_libraries"], {"other::Library": 1})
        self.assertEqual(found["not_understood"], [])

    def test_a_name_more_completes_its_functions(self):
        found = self.report(EXISTING | {"NewCall", "Doubled", "VL5"})
        self.assertEqual(found["complete"], 3)
        self.assertEqual(found["missing"], {"MoveAround": 1})

    def test_without_the_register_type_none_is_complete(self):
        self.assertEqual(self.report(EXISTING - {"RegTensor"})["missing"]["RegTensor"], 3)

    def test_the_api_itself_has_no_functions_to_count(self):
        (self.path / "impl" / "basic_api").mkdir(parents=True)
        (self.path / "impl" / "basic_api" / "a.h").write_text(KERNELS)
        self.assertEqual(self.report()["functions"], 4)
        self.assertEqual(coverage_kernels.report(self.path, EXISTING, [])["functions"], 9)

    def test_no_folder(self):
        with self.assertRaisesRegex(coverage_kernels.Stop, "expected a folder"):
            coverage_kernels.report(self.path / "none", EXISTING, [])


class Headers(unittest.TestCase):

    def test_names_of_the_project(self):
        names = coverage_kernels.existing_names()
        for name in ("RegTensor", "Gather", "GatherB", "LoadAlign", "MaskPattern", "VL128",
                     "POST_MODE_UPDATE", "RegTraitNumTwo", "asc_gather", "vector_bool", "TSCATTER",
                     "LocalTensor", "GetValue", "__ubuf__", "MicroAPI", "half"):
            self.assertIn(name, names)
        for name in ("command", "dstReg", "Unit", "checked_form",  "printf", "vector", "NoSuchCall",
                     "asc_update_addr_reg_b16"):
            self.assertNotIn(name, names)

    def test_what_only_throws_does_not_exist(self):
        names = coverage_kernels.names_of(f'''# 1 "{coverage_kernels.HEADERS}/a.hpp"
            template <typename T> [[noreturn]] void refuses(T a) {{ fail(a); }}
            [[noreturn]] inline int one_of_two(int a) {{ fail(a); }}
            inline int one_of_two(float a) {{ return 1; }}
            [[nodiscard]] inline int works() {{ return 1; }}''')
        self.assertEqual(names & {"refuses", "one_of_two", "works"}, {"one_of_two", "works"})


class Scan(unittest.TestCase):

    def test_what_a_text_declares(self):
        text = cpp_scan.scan('''
            extern "C" { void plain(int); }
            enum class Colour : int { RED = (1, 2), GREEN };
            struct Pair final { int first{}, second; Pair() : first{1}, second(2) { call(); } };
            template <typename T, int n = (3 > 2)> using Short = std::vector<T>;
            typedef unsigned int word_t;
            inline constexpr int kLimit = 3;
            template <> __attribute__((noinline)) void special<int>(int a) { return; }
            namespace a::b { using c::deep; namespace alias = c::d; }
            ''')
        self.assertLessEqual({"plain", "Colour", "RED", "GREEN", "Pair", "Short", "word_t", "kLimit",
                              "special", "deep"}, text.names)
        self.assertEqual([f.name for f in text.functions], ["Pair", "special"])
        self.assertEqual(text.aliases, {"alias": "c::d"})
        self.assertEqual(text.namespaces, {"a::b"})

    def test_braces_that_never_match(self):
        self.assertIsNone(cpp_scan.scan("void f() { "))


if __name__ == "__main__":
    unittest.main()
