// SPDX-License-Identifier: Apache-2.0
// Stores and vec commands around the end of UB, against a reference that knows single bytes and
// blocks only: what no active lane touches is not accessed and is no error.
#include <rapidcheck.h>

#include <set>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using End = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, End, ::testing::ValuesIn(all_configs()), config_name);

constexpr std::uint64_t kBlock = 32;

/// From the whole range, also in the first cases.
std::uint64_t pick(std::uint64_t low, std::uint64_t limit) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, limit));
}

bool odds(unsigned n) { return pick(0, n) == 0; }

bool is_vec(Opcode op) { return op != Opcode::StoreAlign && op != Opcode::StoreBlock; }

/// A command by the words of its page, executed byte by byte.
class Reference {
 public:
  Reference(const Command& command, const Unit& unit)
      : ub(unit.model.ub()), c_(command), unit_(unit), blocks_(unit.vl() / kBlock) {
    if (is_vec(c_.op)) {
      vec();
    } else {
      store();
    }
  }

  Bytes ub;           ///< afterwards
  Response expected;  ///< without tag
  bool beyond{};      ///< it succeeds although some of its blocks lie outside UB

 private:
  void fail(Status status, std::uint64_t info) {
    if (expected.status == Status::Ok) expected = {0, status, static_cast<std::uint32_t>(info)};
  }

  [[nodiscard]] std::uint64_t width() const { return width_bytes(c_.width); }

  void store() {
    const bool strided = c_.op == Opcode::StoreBlock;
    const bool packs = !strided && c_.distr != Dist::Norm;
    if (strided && c_.blk0 == 0 && blocks_ > 1) fail(Status::ErrParam, 3);
    if (c_.addr % kBlock != 0) fail(Status::ErrAlign, 0);
    if (expected.status != Status::Ok) return;
    const Bytes& from = unit_.model.v(c_.vs);
    const Bytes& mask = unit_.model.m(c_.m);
    Bytes after = ub;
    for (std::uint64_t byte = 0; byte < unit_.vl(); ++byte) {
      const std::uint64_t lane = byte / width();
      const std::uint64_t in_lane = byte % width();
      if (packs && in_lane >= width() / 2) continue;  // the upper half stays in the register
      const std::uint64_t place = packs ? lane * width() / 2 + in_lane : byte;
      const std::uint64_t gap = strided ? c_.blk0 : 1;
      const std::uint64_t at = c_.addr + place / kBlock * gap * kBlock + place % kBlock;
      if (mask.at(lane * width()) == 0) {
        beyond = beyond || at >= ub.size();
      } else if (at >= ub.size()) {
        fail(Status::ErrBounds, strided ? byte / kBlock : 0);
      } else {
        after.at(at) = from.at(byte);
      }
    }
    if (expected.status == Status::Ok) ub = after;
  }

  [[nodiscard]] bool selects(std::uint64_t lane) const {
    if (!c_.bitwise) return lane < c_.mask[0];
    return (c_.mask.at(lane / 64) >> (lane % 64) & 1U) != 0;
  }

  [[nodiscard]] std::uint64_t place(std::uint64_t operand, std::uint64_t r, std::uint64_t k) const {
    const std::uint64_t start = operand == 0 ? c_.addr : operand == 1 ? c_.src0 : c_.src1;
    const std::uint64_t rep = operand == 0 ? c_.rep0 : operand == 1 ? c_.rep1 : c_.rep2;
    const std::uint64_t blk = operand == 0 ? c_.blk0 : operand == 1 ? c_.blk1 : c_.blk2;
    return start + kBlock * (r * rep + k * blk);
  }

  void vec() {
    const std::uint64_t lanes = unit_.vl() / width();
    std::uint64_t selected = c_.mask[1];
    for (std::uint64_t lane = 0; lane < std::min<std::uint64_t>(lanes, 64); ++lane) {
      selected += selects(lane) ? 1 : 0;
    }
    const std::uint64_t operands = c_.op == Opcode::VecAdd ? 3 : 2;
    if (selected == 0) fail(Status::ErrParam, 1);
    if (c_.blk0 == 0 && blocks_ > 1) fail(Status::ErrParam, 3);
    for (std::uint64_t o = 0; o < operands; ++o) {
      if (place(o, 0, 0) % kBlock != 0) fail(Status::ErrAlign, 0);
    }
    for (std::uint64_t o = 0; o < operands; ++o) {
      for (std::uint64_t r = 0; r < c_.iterations; ++r) {
        for (std::uint64_t k = 0; k < blocks_; ++k) {
          bool any = false;
          for (std::uint64_t i = 0; i < kBlock / width(); ++i) {
            any = any || selects(k * kBlock / width() + i);
          }
          const bool outside = place(o, r, k) + kBlock > ub.size();
          beyond = beyond || (outside && !any);
          if (outside && any) fail(Status::ErrBounds, o);
        }
      }
    }
    if (expected.status != Status::Ok) return;
    for (std::uint64_t r = 0; r < c_.iterations; ++r) {
      const Bytes before = ub;
      for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        if (!selects(lane)) continue;
        const std::uint64_t byte = lane * width();
        const auto at = [&](std::uint64_t o) { return place(o, r, byte / kBlock) + byte % kBlock; };
        const auto bytes = static_cast<std::uint32_t>(width());
        std::uint64_t value = Unit::number(before, at(1), bytes);
        if (c_.op == Opcode::VecAdd) value += Unit::number(before, at(2), bytes);
        const bool negative = (value >> (8 * width() - 1) & 1U) != 0;
        if (c_.op == Opcode::VecAbs && negative) value = 0 - value;
        Unit::set_number(ub, at(0), bytes, value);
      }
    }
  }

  const Command& c_;
  const Unit& unit_;
  std::uint64_t blocks_;
};

/// A start of blocks, so that block `reach` after it is about the last one in UB.
std::uint32_t start_for(std::uint64_t ub, std::uint64_t reach) {
  if (odds(20)) return static_cast<std::uint32_t>(pick(0, 1ULL << 27) * kBlock);
  if (odds(20)) return static_cast<std::uint32_t>(0x100000000 - kBlock * pick(1, 9));
  const std::uint64_t end = ub + kBlock * pick(0, 5);
  const std::uint64_t span = (reach + 2) * kBlock;
  return static_cast<std::uint32_t>(end > span ? end - span : kBlock * pick(0, 4));
}

std::uint16_t stride_for(std::uint64_t ub) {
  switch (pick(0, 8)) {
    case 0:
      return static_cast<std::uint16_t>(pick(0, 65536));
    case 1:
      return static_cast<std::uint16_t>(65535 - pick(0, 2));
    case 2:
      return static_cast<std::uint16_t>(ub / kBlock / (1 + pick(0, 8)));
    case 3:
      return 0;
    default:
      return static_cast<std::uint16_t>(pick(1, 4));
  }
}

/// Bits of blocks that shall have no lane: the upper ones, the lower ones, or any.
std::uint64_t empty_blocks(std::uint64_t blocks) {
  const std::uint64_t all = (1ULL << blocks) - 1;
  const std::uint64_t from = pick(0, blocks + 1);
  switch (pick(0, 4)) {
    case 0:
      return 0;
    case 1:
      return all & (all << from);
    case 2:
      return all >> from;
    default:
      return pick(0, all + 1);
  }
}

Command store_at_end(Unit& unit) {
  const std::uint64_t ub = unit.config().ub_bytes;
  const std::uint64_t blocks = unit.vl() / kBlock;
  const auto m = static_cast<unsigned>(pick(0, kNumMregs));
  const auto vs = static_cast<unsigned>(pick(0, kNumVregs));
  Command c = store_align(0, vs, m, kAllWidths[pick(0, 4)]);
  if (odds(2)) {
    c.op = Opcode::StoreBlock;
    c.blk0 = stride_for(ub);
  } else if (odds(2)) {
    c.distr = odds(2) ? Dist::PackB16 : Dist::PackB32;
    c.width = c.distr == Dist::PackB16 ? Width::B16 : Width::B32;
  }
  const std::uint64_t stride = c.op == Opcode::StoreBlock ? c.blk0 : 1;
  c.addr = start_for(ub, pick(0, blocks) * stride);
  if (odds(20)) c.addr += static_cast<std::uint32_t>(pick(1, kBlock));
  const std::uint64_t empty = empty_blocks(blocks);
  const bool sparse = odds(2);
  for (std::size_t byte = 0; byte < unit.vl(); ++byte) {
    const bool set = unit.below(sparse ? 16 : 2) == 0 && (empty >> (byte / kBlock) & 1U) == 0;
    // The other bits of a lane mean nothing.
    const bool counts = byte % width_bytes(c.width) == 0;
    unit.model.m(m).at(byte) = counts ? static_cast<std::uint8_t>(set) : unit.below(2);
  }
  return c;
}

Command vec_at_end(Unit& unit) {
  constexpr Opcode kOps[] = {Opcode::VecCopy, Opcode::VecAbs, Opcode::VecAdd};
  const std::uint64_t ub = unit.config().ub_bytes;
  const std::uint64_t blocks = unit.vl() / kBlock;
  const Width width = odds(2) ? Width::B16 : Width::B32;
  const std::uint64_t lanes = unit.vl() / width_bytes(width);
  Command c = vec(kOps[pick(0, 3)], width, 0, 0, 0, unit.config());
  c.iterations = static_cast<std::uint32_t>(odds(20) ? 255 : pick(0, 5));
  const std::uint64_t top = pick(0, blocks);  // often the highest block with a lane
  std::uint16_t* const blk[] = {&c.blk0, &c.blk1, &c.blk2};
  std::uint8_t* const rep[] = {&c.rep0, &c.rep1, &c.rep2};
  std::uint32_t* const start[] = {&c.addr, &c.src0, &c.src1};
  for (std::size_t o = 0; o < 3; ++o) {
    if (odds(3)) *blk[o] = stride_for(ub);
    if (odds(2)) *rep[o] = static_cast<std::uint8_t>(odds(8) ? pick(0, 256) : pick(0, 10));
    const std::uint64_t turns = c.iterations == 0 ? 0 : c.iterations - 1;
    *start[o] = odds(3)
                    ? static_cast<std::uint32_t>(pick(0, ub / 2 / kBlock) * kBlock)
                    : start_for(ub, turns * *rep[o] + (odds(4) ? pick(0, blocks) : top) * *blk[o]);
    if (odds(40)) *start[o] += static_cast<std::uint32_t>(pick(1, kBlock));
  }
  c.bitwise = odds(2);
  c.mask = {odds(20) ? 0 : pick(1, (odds(3) ? lanes : lanes / blocks * (top + 1)) + 1), 0};
  if (!c.bitwise) return c;
  c.mask = {0, 0};
  const std::uint64_t empty = odds(3) ? empty_blocks(blocks) : ~1ULL << top;
  const bool sparse = odds(2);
  for (std::uint64_t lane = 0; lane < lanes; ++lane) {
    const std::uint64_t block = lane * width_bytes(width) / kBlock;
    if ((empty >> block & 1U) != 0 || unit.below(sparse ? 16 : 2) != 0) continue;
    c.mask.at(lane / 64) |= 1ULL << (lane % 64);
  }
  return c;
}

TEST_P(End, AgainstSingleBytes) {
  std::set<std::pair<Opcode, Status>> met;
  std::array<unsigned, kNumCommands> beyond{};  // successes with blocks outside UB
  EXPECT_TRUE(rc::check([&] {
    for (unsigned i = 0; i < 40; ++i) {
      const Command c = odds(2) ? store_at_end(unit) : vec_at_end(unit);
      const Reference reference(c, unit);
      State after = unit.state();
      after.ub = reference.ub;
      const Response response = unit.run(c);
      RC_LOG() << to_text(c.op) << " addr " << c.addr << " blk0 " << c.blk0 << " expected "
               << to_text(reference.expected.status) << ' ' << reference.expected.info << ", got "
               << to_text(response.status) << ' ' << response.info << '\n';
      RC_ASSERT(response == reference.expected);
      RC_ASSERT(unit.state() == after);
      met.emplace(c.op, response.status);
      if (response.status == Status::Ok && reference.beyond) {
        ++beyond.at(static_cast<std::size_t>(c.op));
      }
    }
  }));
  for (const Opcode op :
       {Opcode::StoreAlign, Opcode::StoreBlock, Opcode::VecCopy, Opcode::VecAbs, Opcode::VecAdd}) {
    EXPECT_EQ(met.count({op, Status::Ok}), 1U) << to_text(op);
    EXPECT_EQ(met.count({op, Status::ErrBounds}), 1U) << to_text(op);
    EXPECT_EQ(met.count({op, Status::ErrAlign}), 1U) << to_text(op);
    // A vec command selects a lane: one of a single block accesses it.
    if (!is_vec(op) || unit.vl() > kBlock) {
      EXPECT_GT(beyond.at(static_cast<std::size_t>(op)), 20U) << to_text(op);
    }
  }
}

}  // namespace
}  // namespace gsq::testing
