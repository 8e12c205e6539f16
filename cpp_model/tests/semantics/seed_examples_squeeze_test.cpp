// SPDX-License-Identifier: Apache-2.0
// The worked example of the documentation of squeeze: load, squeeze with a stored count, unaligned
// store, over several repeats, then the post.
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

struct Example {
  const char* name;
  Width width;
  Pattern pattern;
  std::uint32_t kept_bytes;  ///< of one repeat
  unsigned repeats;
};

void PrintTo(const Example& example, std::ostream* os) { *os << example.name; }

class SqueezeExamples : public ::testing::TestWithParam<Example> {
 protected:
  SqueezeExamples() : unit(full_config()) {}
  Unit unit;
};

INSTANTIATE_TEST_SUITE_P(Documents, SqueezeExamples,
                         ::testing::Values(Example{"float_M4", Width::B32, Pattern::M4, 64, 4},
                                           Example{"float_H", Width::B32, Pattern::H, 128, 4},
                                           Example{"half_H", Width::B16, Pattern::H, 128, 5},
                                           Example{"int8_H", Width::B8, Pattern::H, 128, 3},
                                           Example{"half_M3", Width::B16, Pattern::M3, 86, 6}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(SqueezeExamples, StreamOverSeveralRepeats) {
  const Example& example = GetParam();
  constexpr std::uint32_t kSrc = 0x1000;
  const std::uint32_t bytes = width_bytes(example.width);
  for (const std::uint32_t dst : {0x8000U, 0x8003U}) {
    Bytes expected = unit.model.ub();
    std::uint32_t sum = 0;
    unit.expect_ok(make(Opcode::ClearSpr));
    unit.expect_ok(create_mask(0, example.width, example.pattern));
    for (unsigned i = 0; i < example.repeats; ++i) {
      const std::uint32_t src = kSrc + 256 * i;
      unit.expect_ok(load_align(0, src));
      unit.expect_ok(squeeze(1, 0, 0, example.width, true), example.kept_bytes);
      // The count reaches AR with the store, not with the squeeze.
      unit.expect_ok(make(Opcode::GetSpr), sum);
      unit.expect_ok(store_unalign(dst, 1, 0, true));
      for (std::uint32_t lane = 0; lane < 256 / bytes; ++lane) {
        const bool kept = example.pattern == Pattern::H    ? lane < 128 / bytes
                          : example.pattern == Pattern::M3 ? lane % 3 == 0
                                                           : lane % 4 == 0;
        if (!kept) continue;
        std::copy_n(&expected[src + lane * bytes], bytes, &expected[dst + sum]);
        sum += bytes;
      }
      unit.expect_ok(make(Opcode::GetSpr), sum);
    }
    unit.expect_ok(store_unalign_post(dst, 0, false));
    EXPECT_EQ(unit.model.ub(), expected);
    EXPECT_EQ(sum, example.kept_bytes * example.repeats);
    EXPECT_EQ(unit.model.ar(), sum);
  }
}

TEST(SqueezeExample, FourTimes64BytesGive256InAr) {
  Unit unit(full_config());
  unit.expect_ok(create_mask(0, Width::B32, Pattern::M4));
  for (int i = 0; i < 4; ++i) {
    unit.expect_ok(squeeze(1, 0, 0, Width::B32, true), 64);
    unit.expect_ok(store_unalign(0x2000, 1, 0, true));
  }
  unit.expect_ok(make(Opcode::GetSpr), 256);
}

TEST(SqueezeExample, RemainingLanesAreZero) {
  Unit unit(full_config());
  unit.expect_ok(create_mask(0, Width::B16, Pattern::H));
  const Numbers source = unit.lanes(2, 2);
  unit.expect_ok(squeeze(1, 2, 0, Width::B16), 128);
  for (std::size_t i = 0; i < 128; ++i) {
    EXPECT_EQ(unit.lanes(1, 2)[i], i < 64 ? source[i] : 0) << i;
  }
}

}  // namespace
}  // namespace gsq::testing
