// SPDX-License-Identifier: Apache-2.0
// What holds for every command: any bits get an answer, failures change nothing, and a command
// changes only the state that it names.
#include <rapidcheck.h>

#include <set>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Errors = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Errors, ::testing::ValuesIn(all_configs()), config_name);

TEST_P(Errors, UnknownOpcodes) {
  for (unsigned code = kOpcodeNames.size(); code < kOpcodeCodes; ++code) {
    unit.expect_error(make(static_cast<Opcode>(code)), Status::ErrOpcode, 0);
  }
}

/// A command of arbitrary bits, bent towards legal ones so that all outcomes are met.
Command random_command(Unit& unit) {
  CommandBits bits{};
  for (auto& word : bits) word = static_cast<std::uint32_t>(unit.random());
  Command c = unpack(bits);
  const auto odds = [&](std::uint32_t n) { return unit.below(n) == 0; };
  c.op = static_cast<Opcode>(unit.below(odds(3) ? kOpcodeCodes : 20));
  const std::uint32_t ub = unit.config().ub_bytes;
  for (std::uint32_t* address : {&c.addr, &c.src0, &c.src1}) {
    if (odds(10)) continue;
    *address = odds(20) ? ub - unit.below(64) : unit.below(ub / 2) / 32 * 32;
  }
  if (!odds(8)) c.align = odds(2) ? 0 : 1U << unit.below(5);
  if (!odds(8)) c.n = unit.below(unit.vl() + 2);
  if (!odds(8)) c.iterations = unit.below(4);
  if (!odds(8)) c.row_stride = 1U << unit.below(8);
  if (!odds(8)) c.col = unit.below(64);
  for (std::uint16_t* stride : {&c.blk0, &c.blk1, &c.blk2}) {
    if (!odds(8)) *stride = static_cast<std::uint16_t>(unit.below(4));
  }
  if (!odds(8)) c.mask = {c.bitwise ? 0x55U : unit.below(20), 0};
  if (!odds(3)) c.pattern = static_cast<Pattern>(unit.below(16));
  if (!odds(3)) c.distr = static_cast<Dist>(unit.below(3));
  return c;
}

/// Changes of a command that succeeds, apart from UB: everything else stays as it is.
void expect_only_named_changes(const Command& c, const State& before, State after) {
  switch (family(c.op)) {
    case Family::CreateMask:
    case Family::UpdateMask:
    case Family::SetMask:
      after.m.at(c.m) = before.m.at(c.m);
      break;
    case Family::LoadAlign:
    case Family::LoadBlock:
    case Family::Gather:
    case Family::LoadStrided:
    case Family::GatherReg:
    case Family::GatherBlock:
    case Family::GatherLanes:
    case Family::GatherIndex:
    case Family::Unsqueeze:
      after.v.at(c.vd) = before.v.at(c.vd);
      break;
    case Family::Squeeze:
      after.v.at(c.vd) = before.v.at(c.vd);
      after.sqzn = before.sqzn;
      after.sqzn_valid = before.sqzn_valid;
      break;
    case Family::ClearSpr:
      after.ar = before.ar;
      after.sqzn_valid = before.sqzn_valid;
      after.sqzn = before.sqzn;
      break;
    case Family::StoreUnalign:
      after.ar = before.ar;
      after.sqzn = before.sqzn;
      after.sqzn_valid = before.sqzn_valid;
      after.u.at(c.u) = before.u.at(c.u);
      after.ub = before.ub;
      break;
    case Family::StoreUnalignPost:
      after.u.at(c.u) = before.u.at(c.u);
      after.ub = before.ub;
      break;
    case Family::StoreAlign:
    case Family::StoreBlock:
    case Family::Scatter:
    case Family::StoreStrided:
    case Family::ScatterIndex:
    case Family::Vec:
      after.ub = before.ub;
      break;
    case Family::Lane:
      if (facts(c.op).mask == MaskUse::Compare) {
        after.m.at(c.vd % 8) = before.m.at(c.vd % 8);
      } else {
        after.v.at(c.vd) = before.v.at(c.vd);
      }
      break;
    case Family::Mask:
      if (c.op == Opcode::MaskCount || c.op == Opcode::MaskFirst || c.op == Opcode::MaskBits) break;
      after.m.at(c.vd % 8) = before.m.at(c.vd % 8);
      break;
    case Family::GetSpr:
    case Family::Unknown:
      break;
  }
  EXPECT_TRUE(after == before) << to_text(c.op) << " changed something that it does not name";
}

TEST_P(Errors, RandomCommands) {
  std::set<std::pair<Opcode, Status>> met;
  // Small indices in half of the registers, so that gathers and scatters succeed too.
  for (unsigned v = 0; v < kNumVregs; v += 2) {
    for (std::uint32_t at = 0; at < unit.vl(); at += 4) {
      Unit::set_number(unit.model.v(v), at, 4, std::uint64_t{unit.below(16)} * 32);
    }
  }
  for (int round = 0; round < 6000; ++round) {
    const Command c = random_command(unit);
    const State before = unit.state();
    const Response response = unit.run(c);
    met.emplace(c.op, response.status);
    ASSERT_EQ(response.tag, c.tag);
    if (response.status == Status::Ok) {
      expect_only_named_changes(c, before, unit.state());
    } else {
      ASSERT_TRUE(unit.state() == before) << to_text(c.op) << " " << to_text(response.status);
    }
    if (response.status == Status::ErrParam) {
      ASSERT_NE(to_text(static_cast<Field>(response.info)), "?");
    } else if (response.status == Status::ErrOpcode || response.status == Status::ErrSqzOrder ||
               response.status == Status::ErrStream) {
      ASSERT_EQ(response.info, 0U);
    }
    if (HasFailure()) break;
  }
  // The stream is worth its name: every command was met, failing and not.
  for (const auto& name : kOpcodeNames) {
    EXPECT_EQ(met.count({name.code, Status::Ok}), 1U) << name.text;
  }
  for (const auto& name : kStatusNames) {
    EXPECT_TRUE(std::any_of(met.begin(), met.end(), [&](const auto& pair) {
      return pair.second == name.code;
    })) << name.text;
  }
}

TEST_P(Errors, CodesBeyondTheirBitsAreAnsweredToo) {
  // The struct in C++ has whole bytes: registers count modulo their number, codes do not exist.
  Unit same(GetParam());
  Command c = gather_reg(3, 4, 5, Width::B16);
  same.expect_ok(c);
  c.vd += 32;
  c.vs += 64;
  c.vi += 128;
  unit.expect_ok(c);
  EXPECT_TRUE(unit.state() == same.state());
  c = update_mask(1, Width::B16, 3);
  same.expect_ok(c);
  c.m += 8;
  unit.expect_ok(c);
  c = store_unalign_n(0, 1, 2, 3);
  same.expect_ok(c);
  c.u += 4;
  unit.expect_ok(c);
  EXPECT_TRUE(unit.state() == same.state());
  const auto width = static_cast<Width>(200);
  unit.expect_error(create_mask(0, width, Pattern::All), Status::ErrOpcode, 0);
  unit.expect_error(store_align(0, 0, 0, width), Status::ErrOpcode, 0);
  unit.expect_error(store_block(0, 0, 0, width, 1), Status::ErrOpcode, 0);
  unit.expect_error(squeeze(0, 0, 0, width), Status::ErrOpcode, 0);
  unit.expect_error(gather_lanes(0, 0, 0, 0, width), Status::ErrOpcode, 0);
  unit.expect_error(gather_index(0, 0, 0, 0, width, Form::B8), Status::ErrOpcode, 0);
  unit.expect_error(scatter_index(0, 0, 0, 0, width, Form::B8), Status::ErrOpcode, 0);
  unit.expect_error(on_registers(Opcode::MaskBits, width, 0, 0, 0, 0), Status::ErrOpcode, 0);
  unit.expect_error(gather(0, 0, 0, 0, static_cast<Form>(200)), Status::ErrOpcode, 0);
  unit.expect_error(make(static_cast<Opcode>(200)), Status::ErrOpcode, 0);
}

TEST_P(Errors, LaterCommandsRunNormally) {
  unit.expect_error(load_align(1, 1), Status::ErrAlign, 0);
  unit.expect_ok(load_align(1, 0));
  EXPECT_EQ(unit.lanes(1, 1), unit.ub(0, 1, unit.vl()));
}

TEST_P(Errors, ParametersBeforeStartsBeforeBounds) {
  const std::uint32_t outside = unit.config().ub_bytes;
  unit.set_all_active(0);
  Command c = store_block(outside + 1, 1, 0, Width::B8, 0);
  if (unit.vl() > 32) unit.expect_param(c, Field::BlkStride);
  c.blk0 = 1;
  unit.expect_error(c, Status::ErrAlign, 0);
  c.addr = outside;
  unit.expect_error(c, Status::ErrBounds, 0);

  c = gather(1, outside + 1, 2, 0, Form::B32);
  c.align = 3;
  unit.expect_param(c, Field::Align);
  c.align = 0;
  unit.expect_error(c, Status::ErrAlign, 0);
  c.addr = outside;
  unit.expect_error(c, Status::ErrBounds, 0);
}

}  // namespace
}  // namespace gsq::testing
