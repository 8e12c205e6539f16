// SPDX-License-Identifier: Apache-2.0
// Squeeze and unsqueeze.
#include <rapidcheck.h>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Squeeze = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Squeeze, ::testing::ValuesIn(all_configs()), config_name);

constexpr Width kWidths[] = {Width::B8, Width::B16, Width::B32};

TEST_P(Squeeze, PacksActiveLanesAndZeroesTheRest) {
  for (const Width width : kWidths) {
    const std::uint32_t bytes = width_bytes(width);
    EXPECT_TRUE(rc::check([&] {
      const auto flags = *rc::gen::container<Flags>(unit.vl() / bytes, rc::gen::arbitrary<bool>());
      const bool store_reg = *rc::gen::arbitrary<bool>();
      unit.model.reset();
      unit.set_active(2, bytes, flags);
      const Numbers source = unit.lanes(4, bytes);
      Numbers kept;
      for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i]) kept.push_back(source[i]);
      }
      const auto kept_bytes = static_cast<std::uint32_t>(kept.size() * bytes);
      State expected = unit.state();
      kept.resize(flags.size(), 0);

      RC_ASSERT(unit.run(squeeze(6, 4, 2, width, store_reg)) ==
                (Response{0, Status::Ok, kept_bytes}));
      RC_ASSERT(unit.lanes(6, bytes) == kept);
      expected.v.at(6) = unit.model.v(6);
      expected.sqzn_valid = store_reg;
      expected.sqzn = kept_bytes;
      RC_ASSERT(unit.state() == expected);
    }));
  }
}

TEST_P(Squeeze, InPlace) {
  unit.expect_ok(create_mask(1, Width::B16, Pattern::M3));
  Unit other(GetParam());
  other.model = unit.model;
  const std::uint32_t info = (unit.vl() / 2 + 2) / 3 * 2;
  unit.expect_ok(squeeze(4, 4, 1, Width::B16), info);
  other.expect_ok(squeeze(5, 4, 1, Width::B16), info);
  EXPECT_EQ(unit.model.v(4), other.model.v(5));
}

TEST_P(Squeeze, StoredSqueezesAlternateWithStores) {
  unit.expect_ok(create_mask(0, Width::B8, Pattern::Vl4));
  unit.expect_error(store_unalign(0, 1, 0, true), Status::ErrSqzOrder, 0);
  unit.expect_error(store_unalign(0, 1, 0, false), Status::ErrSqzOrder, 0);
  unit.expect_ok(squeeze(1, 2, 0, Width::B8, true), 4);
  unit.expect_error(squeeze(1, 2, 0, Width::B8, true), Status::ErrSqzOrder, 0);
  unit.expect_ok(squeeze(1, 2, 0, Width::B8, false), 4);  // is free of the rule
  EXPECT_TRUE(unit.model.sqzn_valid());
  EXPECT_EQ(unit.model.sqzn(), 4U);
  unit.expect_ok(store_unalign(0, 1, 0, true));
  unit.expect_error(store_unalign(0, 1, 0, true), Status::ErrSqzOrder, 0);
  unit.expect_ok(squeeze(1, 2, 0, Width::B8, true), 4);
}

TEST_P(Squeeze, AnEmptyStoredSqueezeIsValidToo) {
  unit.expect_ok(create_mask(0, Width::B32, Pattern::Allf));
  unit.expect_ok(squeeze(1, 2, 0, Width::B32, true), 0);
  EXPECT_TRUE(unit.model.sqzn_valid());
  unit.expect_error(squeeze(1, 2, 0, Width::B32, true), Status::ErrSqzOrder, 0);
  unit.expect_ok(store_unalign(0, 1, 0, true));
  EXPECT_FALSE(unit.model.sqzn_valid());
}

TEST_P(Squeeze, NoB64) {
  unit.expect_error(squeeze(1, 2, 0, Width::B64), Status::ErrOpcode, 0);
  unit.expect_error(squeeze(1, 2, 0, Width::B64, true), Status::ErrOpcode, 0);
  unit.expect_error(unsqueeze(1, 0, Width::B64), Status::ErrOpcode, 0);
}

TEST_P(Squeeze, UnsqueezeCountsTheActiveLanesBefore) {
  for (const Width width : kWidths) {
    const std::uint32_t bytes = width_bytes(width);
    EXPECT_TRUE(rc::check([&] {
      const auto flags = *rc::gen::container<Flags>(unit.vl() / bytes, rc::gen::arbitrary<bool>());
      unit.set_active(2, bytes, flags);
      State expected = unit.state();
      Numbers counts{0};
      for (std::size_t i = 1; i < flags.size(); ++i) {
        counts.push_back((counts[i - 1] + (flags[i - 1] ? 1 : 0)) % (1ULL << (8 * bytes)));
      }
      RC_ASSERT(unit.run(unsqueeze(6, 2, width)) == (Response{0, Status::Ok, 0}));
      RC_ASSERT(unit.lanes(6, bytes) == counts);
      expected.v.at(6) = unit.model.v(6);
      RC_ASSERT(unit.state() == expected);
    }));
  }
}

// gather_reg with the indices of unsqueeze puts squeezed lanes back to their places.
TEST_P(Squeeze, UnsqueezeUndoesSqueeze) {
  for (const Width width : kWidths) {
    const std::uint32_t bytes = width_bytes(width);
    const Flags flags = unit.active(3, bytes);
    unit.run(squeeze(1, 2, 3, width));
    unit.expect_ok(unsqueeze(4, 3, width));
    unit.expect_ok(gather_reg(5, 1, 4, width));
    const Numbers source = unit.lanes(2, bytes);
    const Numbers result = unit.lanes(5, bytes);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (flags[i]) {
        EXPECT_EQ(result[i], source[i]) << i;
      }
    }
  }
}

}  // namespace
}  // namespace gsq::testing
