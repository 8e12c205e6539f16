// SPDX-License-Identifier: Apache-2.0
// load_strided, store_strided: against a loop over bytes, and at the ends of UB.
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Strided = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Strided, ::testing::ValuesIn(all_configs()), config_name);

/// A stride of either sign, often small, so that all lanes of the configuration fit around an
/// address, which is returned too.
std::pair<std::uint32_t, std::int32_t> draw(Unit& unit, Form form) {
  const std::uint32_t element = element_bytes(form);
  const std::uint32_t lanes = unit.vl() / slot_bytes(form);
  std::uint32_t size = unit.below(5) == 0 ? 0 : element << unit.below(3);
  if (unit.config().row_multiplier != 0 && unit.below(2) == 0) size = element * unit.below(9);
  const std::uint32_t span = (lanes - 1) * size + element;
  const std::uint32_t lowest = unit.below((unit.config().ub_bytes - span) / element + 1) * element;
  if (unit.below(2) == 0) return {lowest, static_cast<std::int32_t>(size)};
  return {lowest + span - element, -static_cast<std::int32_t>(size)};
}

TEST_P(Strided, LoadAgainstNaiveLoop) {
  for (const Form form : kIndexForms) {
    const std::uint32_t slot = slot_bytes(form);
    for (unsigned round = 0; round < 40; ++round) {
      const auto [addr, stride] = draw(unit, form);
      for (auto& bit : unit.model.m(2)) bit = unit.below(4) != 0 ? 1 : 0;
      Command c = load_strided(3, addr, 2, form, stride);
      c.merge = round % 2 == 1;
      Bytes expected = unit.model.v(3);
      for (std::uint32_t lane = 0; lane < unit.vl() / slot; ++lane) {
        const bool active = unit.model.m(2)[std::size_t{lane} * slot] != 0;
        for (std::uint32_t byte = 0; byte < slot; ++byte) {
          const std::int64_t from = addr + std::int64_t{lane} * stride + byte;
          std::uint8_t& to = expected.at(std::size_t{lane} * slot + byte);
          if (active) {
            to =
                byte < element_bytes(form) ? unit.model.ub().at(static_cast<std::size_t>(from)) : 0;
          } else if (!c.merge) {
            to = 0;
          }
        }
      }
      State after = unit.state();
      after.v[3] = expected;
      unit.expect_ok(c);
      EXPECT_TRUE(unit.state() == after) << to_text(form) << " stride " << stride;
    }
  }
}

TEST_P(Strided, StoreAgainstNaiveLoop) {
  for (const Form form : kIndexForms) {
    const std::uint32_t slot = slot_bytes(form);
    for (unsigned round = 0; round < 40; ++round) {
      const auto [addr, stride] = draw(unit, form);
      for (auto& bit : unit.model.m(2)) bit = unit.below(4) != 0 ? 1 : 0;
      State after = unit.state();
      for (std::uint32_t lane = 0; lane < unit.vl() / slot; ++lane) {
        if (unit.model.m(2)[std::size_t{lane} * slot] == 0) continue;
        for (std::uint32_t byte = 0; byte < element_bytes(form); ++byte) {
          const std::int64_t to = addr + std::int64_t{lane} * stride + byte;
          after.ub.at(static_cast<std::size_t>(to)) =
              unit.model.v(3)[std::size_t{lane} * slot + byte];
        }
      }
      unit.expect_ok(store_strided(addr, 3, 2, form, stride));
      EXPECT_TRUE(unit.state() == after) << to_text(form) << " stride " << stride;
    }
  }
}

TEST_P(Strided, LanesOutsideOfUb) {
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.set_all_active(0);
  unit.expect_error(load_strided(1, 8, 0, Form::B32, -4), Status::ErrBounds, 3);
  unit.expect_error(store_strided(8, 1, 0, Form::B32, -4), Status::ErrBounds, 3);
  unit.expect_error(load_strided(1, ub - 8, 0, Form::B32, 4), Status::ErrBounds, 2);
  unit.expect_error(load_strided(1, 8, 0, Form::B64, 1), Status::ErrAlign, 1);
  unit.expect_error(load_strided(1, ub - 1, 0, Form::B8, 1), Status::ErrBounds, 1);
  // The base must lie in UB, wherever the stride leads.
  unit.expect_error(load_strided(1, ub, 0, Form::B32, -4), Status::ErrBounds, 0);
  unit.expect_error(load_strided(1, 0xfffffffc, 0, Form::B32, 4), Status::ErrBounds, 0);
  // Lanes that are off are not looked at.
  unit.expect_ok(create_mask(1, Width::B32, Pattern::Vl3));
  unit.expect_ok(load_strided(1, 8, 1, Form::B32, -4));
  unit.expect_ok(create_mask(1, Width::B32, Pattern::Allf));
  unit.expect_ok(load_strided(1, ub, 1, Form::B32, -4));
}

TEST_P(Strided, Fields) {
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.expect_ok(create_mask(0, Width::B32, Pattern::Vl1));
  unit.expect_param(load_strided(1, 0, 0, Form::B32, static_cast<std::int32_t>(ub)),
                    Field::RowStride);
  unit.expect_param(load_strided(1, 0, 0, Form::B32, -static_cast<std::int32_t>(ub)),
                    Field::RowStride);
  unit.expect_ok(load_strided(1, 0, 0, Form::B32, static_cast<std::int32_t>(ub / 2)));
  unit.expect_ok(load_strided(1, 0, 0, Form::B32, -static_cast<std::int32_t>(ub / 2)));
  Command c = load_strided(1, 0, 0, Form::B32, -12);
  if (unit.config().row_multiplier == 0) {
    unit.expect_param(c, Field::RowStride);
  } else {
    unit.expect_ok(c);
  }
  c = load_strided(1, 4, 0, Form::B32, 4);
  c.align = 3;
  unit.expect_param(c, Field::Align);
  c.align = 8;
  unit.expect_error(c, Status::ErrAlign, 0);
  unit.expect_error(load_strided(1, 2, 0, Form::B32, 4), Status::ErrAlign, 0);
  unit.expect_error(load_strided(1, 0, 0, static_cast<Form>(7), 4), Status::ErrOpcode, 0);
  c.align = 0;
  c.mode = static_cast<AddressMode>(3);  // it has no mode
  unit.expect_ok(c);
}

}  // namespace
}  // namespace gsq::testing
