// SPDX-License-Identifier: Apache-2.0
// The table of commands against the golden model, which does not read it to judge or to execute:
// what the table says about a command must show in what the model does, and nothing else may.
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "gsq/stimulus/random.hpp"
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

/// A state, a command, and what the model answers to it.
struct Sample {
  Model before;
  Command command;
  Response response;
};

/// The longest vector, so that all bits of set_mask count, and a small UB, since states are copied.
Config small_config() { return make_config("vl256", 256, 16384, 16, 4, 0, 1); }

class CommandFactsTest : public ::testing::TestWithParam<CommandFacts> {
 protected:
  /// Commands of one opcode, legal and not, each in a state that random commands have led to.
  static const std::vector<Sample>& samples(Opcode op) {
    static const std::map<Opcode, std::vector<Sample>> kSamples = [] {
      constexpr std::size_t kEnough = 20;  // of each mix
      std::map<Opcode, std::vector<Sample>> samples;
      std::uint64_t seed = 0;
      for (const std::string_view mix : random_mixes()) {
        RandomCommands random(small_config(), ++seed, mix);
        for (unsigned i = 0; i < 3000; ++i) {
          if (i % 100 == 0) random.refill();
          const Model before = random.model();
          const Command command = random.next();
          auto& list = samples[command.op];
          if (list.size() < kEnough * seed) list.push_back({before, command, random.response()});
        }
      }
      return samples;
    }();
    return kSamples.at(op);
  }

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); }

  void scramble(std::vector<std::uint8_t>& bytes) {
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  }

  /// Another content for a mask register.
  void scramble_mask(std::vector<std::uint8_t>& bits) {
    for (auto& bit : bits) bit = static_cast<std::uint8_t>(random() & 1U);
  }

  const CommandFacts& row{GetParam()};
  std::mt19937_64 random{7};  // NOLINT(cert-msc51-cpp): the same values in every run
};

INSTANTIATE_TEST_SUITE_P(Table, CommandFactsTest, ::testing::ValuesIn(kCommands),
                         [](const auto& info) {
                           std::string name(to_text(info.param.op));
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

/// A field with the bits of another command.
Command with_field(const Command& command, const Command& other, CmdField field) {
  Command changed = command;
  switch (field) {
    case CmdField::Tag:
      changed.tag = other.tag;
      break;
    case CmdField::Op:
      changed.op = other.op;
      break;
    case CmdField::Width:
      changed.width = other.width;
      break;
    case CmdField::Form:
      changed.form = other.form;
      break;
    case CmdField::Mode:
      changed.mode = other.mode;
      break;
    case CmdField::Distr:
      changed.distr = other.distr;
      break;
    case CmdField::Pattern:
      changed.pattern = other.pattern;
      break;
    case CmdField::StoreReg:
      changed.store_reg = other.store_reg;
      break;
    case CmdField::Post:
      changed.post = other.post;
      break;
    case CmdField::Abs:
      changed.abs = other.abs;
      break;
    case CmdField::Bitwise:
      changed.bitwise = other.bitwise;
      break;
    case CmdField::Scalar:
      changed.scalar = other.scalar;
      break;
    case CmdField::Merge:
      changed.merge = other.merge;
      break;
    case CmdField::Vd:
      changed.vd = other.vd;
      break;
    case CmdField::Vs:
      changed.vs = other.vs;
      break;
    case CmdField::Vi:
      changed.vi = other.vi;
      break;
    case CmdField::M:
      changed.m = other.m;
      break;
    case CmdField::U:
      changed.u = other.u;
      break;
    case CmdField::Addr:
      changed.addr = other.addr;
      break;
    case CmdField::N:
      changed.n = other.n;
      break;
    case CmdField::Align:
      changed.align = other.align;
      break;
    case CmdField::Iterations:
      changed.iterations = other.iterations;
      break;
    case CmdField::Blk0:
      changed.blk0 = other.blk0;
      break;
    case CmdField::Blk1:
      changed.blk1 = other.blk1;
      break;
    case CmdField::Blk2:
      changed.blk2 = other.blk2;
      break;
    case CmdField::Rep0:
      changed.rep0 = other.rep0;
      break;
    case CmdField::Rep1:
      changed.rep1 = other.rep1;
      break;
    case CmdField::Rep2:
      changed.rep2 = other.rep2;
      break;
    case CmdField::Src0:
      changed.src0 = other.src0;
      break;
    case CmdField::Src1:
      changed.src1 = other.src1;
      break;
    case CmdField::RowStride:
      changed.row_stride = other.row_stride;
      break;
    case CmdField::Col:
      changed.col = other.col;
      break;
    case CmdField::Mask:
      changed.mask = other.mask;
      break;
  }
  return changed;
}

Command command_of_bits(std::mt19937_64& random) {
  CommandBits bits{};
  for (auto& word : bits) word = static_cast<std::uint32_t>(random());
  return unpack(bits);
}

// -------------------------------------------------------------------------------------------------
// Opcodes, widths, forms, modes, distributions
// -------------------------------------------------------------------------------------------------

/// Whether the table has the opcode, with the codes of a command. It has one code a field: that the
/// distribution of store_align fixes its width stands in the semantics alone.
bool is_in_table(const Command& c) {
  if (!known(c.op)) return false;
  const CommandFacts& row = facts(c.op);
  if (c.op == Opcode::StoreAlign && ((c.distr == Dist::PackB16 && c.width != Width::B16) ||
                                     (c.distr == Dist::PackB32 && c.width != Width::B32))) {
    return false;
  }
  return has(row.widths, c.width) && has(row.forms, c.form) && has(row.modes, c.mode) &&
         has(row.dists, c.distr);
}

TEST(CommandTable, OtherCodesAnswerErrOpcode) {
  std::mt19937_64 random(3);  // NOLINT(cert-msc51-cpp): the same values in every run
  Model model(small_config());
  for (unsigned op = 0; op < kOpcodeCodes; ++op) {
    for (unsigned codes = 0; codes < 4 * 8 * 4 * 8; ++codes) {
      Command c = command_of_bits(random);
      c.op = static_cast<Opcode>(op);
      c.width = static_cast<Width>(codes % 4);
      c.form = static_cast<Form>(codes / 4 % 8);
      c.mode = static_cast<AddressMode>(codes / 32 % 4);
      c.distr = static_cast<Dist>(codes / 128);
      ASSERT_EQ(model.judge(c).status == Status::ErrOpcode, !is_in_table(c))
          << to_text(c.op) << " " << to_text(c.width) << " " << to_text(c.form) << " "
          << to_text(c.mode) << " " << to_text(c.distr);
    }
  }
}

TEST(CommandTable, FormsHaveTheWidthsOfTheSemantics) {
  ASSERT_EQ(kForms.size(), std::size(kIndexForms));
  for (const Form form : kIndexForms) {
    EXPECT_EQ(width_bytes(facts(form).elem), element_bytes(form)) << to_text(form);
    EXPECT_EQ(width_bytes(facts(form).slot), slot_bytes(form)) << to_text(form);
    EXPECT_EQ(width_bytes(facts(form).index), index_bytes(form)) << to_text(form);
  }
}

// -------------------------------------------------------------------------------------------------
// Fields
// -------------------------------------------------------------------------------------------------

TEST_P(CommandFactsTest, OtherFieldsMayHoldAnything) {
  for (const Sample& sample : samples(row.op)) {
    Command changed = sample.command;
    const Command other = command_of_bits(random);
    for (const auto& field : kCmdFieldNames) {
      if (!has(row.fields, field.code)) changed = with_field(changed, other, field.code);
    }
    Model a = sample.before;
    Model b = sample.before;
    ASSERT_EQ(a.execute(sample.command), b.execute(changed));
    ASSERT_TRUE(state_of(a) == state_of(b));
  }
}

TEST_P(CommandFactsTest, EveryFieldMatters) {
  for (const auto& field : kCmdFieldNames) {
    if (!has(row.fields, field.code)) continue;
    bool matters = false;
    for (const Sample& sample : samples(row.op)) {
      if (sample.response.status != Status::Ok) continue;
      const Command changed = with_field(sample.command, command_of_bits(random), field.code);
      Model a = sample.before;
      Model b = sample.before;
      matters = !(a.execute(sample.command) == b.execute(changed)) || !(state_of(a) == state_of(b));
      if (matters) break;
    }
    EXPECT_TRUE(matters) << field.text << " means something by the table, but changes nothing";
  }
}

// -------------------------------------------------------------------------------------------------
// Registers and UB
// -------------------------------------------------------------------------------------------------

/// The mask registers that a command reads.
std::vector<std::size_t> masks_read(const CommandFacts& row, const Command& c) {
  switch (row.mask) {
    case MaskUse::Lane:
    case MaskUse::Slot:
    case MaskUse::Block:
    case MaskUse::Compare:
      return {c.m};
    case MaskUse::Logic:
      if (!has(row.fields, CmdField::Vi)) return {c.m, c.vs % 8U};
      return {c.m, c.vs % 8U, c.vi % 8U};
    case MaskUse::None:
    case MaskUse::Own:
    case MaskUse::Write:
      break;
  }
  return {};
}

/// The mask register that a command writes.
std::optional<std::size_t> mask_written(const CommandFacts& row, const Command& c) {
  if (row.mask == MaskUse::Write) return c.m;
  if (row.mask == MaskUse::Logic && has(row.fields, CmdField::Vd)) return c.vd % 8U;
  if (row.mask == MaskUse::Compare) return c.vd % 8U;
  return std::nullopt;
}

TEST_P(CommandFactsTest, WritesWhatTheTableSays) {
  bool wrote_v = false;
  bool wrote_m = false;
  for (const Sample& sample : samples(row.op)) {
    const Command& c = sample.command;
    Model after = sample.before;
    after.execute(c);
    for (std::size_t i = 0; i < kNumVregs; ++i) {
      if (after.v(i) == sample.before.v(i)) continue;
      ASSERT_TRUE(row.writes_vd && i == c.vd) << "v" << i;
      wrote_v = true;
    }
    for (std::size_t i = 0; i < kNumMregs; ++i) {
      if (after.m(i) == sample.before.m(i)) continue;
      ASSERT_TRUE(mask_written(row, c) == i) << "m" << i;
      wrote_m = true;
    }
  }
  EXPECT_EQ(wrote_v, row.writes_vd);
  EXPECT_EQ(wrote_m, mask_written(row, Command{}).has_value());
}

TEST_P(CommandFactsTest, ReadsTheVectorRegistersOfTheTable) {
  const std::array<std::pair<bool, std::uint8_t Command::*>, 2> sources{
      {{row.reads_vs, &Command::vs}, {row.reads_vi, &Command::vi}}};
  std::array<bool, 2> matter{};
  for (const Sample& sample : samples(row.op)) {
    const Command& c = sample.command;
    Model before = sample.before;
    before.execute(c);
    // The others have any value.
    Model others = sample.before;
    std::array<bool, kNumVregs> scrambled{};
    for (std::size_t i = 0; i < kNumVregs; ++i) {
      const bool keeps = c.merge && has(row.fields, CmdField::Merge) && i == c.vd;
      scrambled[i] = !(row.reads_vs && i == c.vs) && !(reads_vi(c) && i == c.vi) && !keeps;
      if (scrambled[i]) scramble(others.v(i));
    }
    Model expected = others;
    ASSERT_EQ(others.execute(c), sample.response);
    for (std::size_t i = 0; i < kNumVregs; ++i) {
      const bool written = sample.response.status == Status::Ok && row.writes_vd && i == c.vd;
      ASSERT_EQ(others.v(i), written ? before.v(i) : expected.v(i)) << "v" << i;
      others.v(i) = before.v(i);
    }
    ASSERT_TRUE(state_of(others) == state_of(before));
    // These matter.
    for (std::size_t s = 0; s < sources.size(); ++s) {
      if (!sources[s].first || c.vs == c.vi || matter[s]) continue;
      Model changed = sample.before;
      const std::uint8_t reg = c.*sources[s].second;
      scramble(changed.v(reg));
      const Response response = changed.execute(c);
      if (!(row.writes_vd && c.vd == reg)) changed.v(reg) = before.v(reg);
      matter[s] = !(response == sample.response) || !(state_of(changed) == state_of(before));
    }
  }
  EXPECT_EQ(matter[0], row.reads_vs);
  EXPECT_EQ(matter[1], row.reads_vi);
}

/// Bytes of the lanes whose mask bits a command reads, none where it reads no mask register.
std::optional<std::uint32_t> mask_lane(const CommandFacts& row, const Command& c) {
  switch (row.mask) {
    case MaskUse::Lane:
    case MaskUse::Logic:
    case MaskUse::Compare:
      return width_bytes(c.width);
    case MaskUse::Slot:
      return slot_bytes(c.form);
    case MaskUse::Block:  // of the lowest lanes, one a block
      return 4;
    case MaskUse::None:
    case MaskUse::Own:
    case MaskUse::Write:
      break;
  }
  return std::nullopt;
}

/// The end of the mask bits that a command may read.
std::uint32_t mask_end(const CommandFacts& row, const Command& c) {
  const std::uint32_t vl = small_config().vlen_bytes;
  if (row.mask == MaskUse::Block) return 4 * (vl / kBlockBytes);
  // Slots have no bit where there are fewer indices than slots.
  if (row.op == Opcode::GatherIndex || row.op == Opcode::ScatterIndex) {
    return vl / std::max(slot_bytes(c.form), width_bytes(c.width)) * slot_bytes(c.form);
  }
  if (row.op == Opcode::MaskBits) return std::min(vl, 32 * width_bytes(c.width));
  return vl;
}

TEST_P(CommandFactsTest, ReadsTheMaskBitsOfTheTable) {
  std::array<bool, 3> matters{};
  std::array<bool, 3> reads{};
  for (const Sample& sample : samples(row.op)) {
    const Command& c = sample.command;
    const auto lane = mask_lane(row, c);
    const std::uint32_t bits = mask_end(row, c);
    Model before = sample.before;
    before.execute(c);
    // All other bits, of this register and the others, have any value.
    Model others = sample.before;
    for (std::size_t i = 0; i < kNumMregs; ++i) {
      scramble_mask(others.m(i));
      const std::vector<std::size_t> read = masks_read(row, c);
      const bool is_read = std::find(read.begin(), read.end(), i) != read.end();
      for (std::uint32_t bit = 0; lane && is_read && bit < bits; bit += *lane) {
        others.m(i)[bit] = sample.before.m(i)[bit];
      }
    }
    ASSERT_EQ(others.execute(c), sample.response);
    for (std::size_t i = 0; i < kNumMregs; ++i) {
      // A command that succeeds has written its mask register; one that fails has changed nothing.
      const bool succeeds = sample.response.status == Status::Ok;
      if (mask_written(row, c) == i && succeeds) continue;
      others.m(i) = before.m(i);
    }
    ASSERT_TRUE(state_of(others) == state_of(before));
    // Every bit of a lane may matter; one at a time does somewhere, often one of a low lane.
    if (!lane) continue;
    const std::vector<std::size_t> read = masks_read(row, c);
    for (std::size_t source = 0; source < read.size(); ++source) {
      reads[source] = true;
      if (std::count(read.begin(), read.end(), read[source]) > 1) continue;
      for (unsigned tries = 0; tries < 4 && !matters[source]; ++tries) {
        Model changed = sample.before;
        const std::size_t m = read[source];
        changed.m(m)[below(1 + below(bits / *lane)) * *lane] ^= 1U;
        const Response response = changed.execute(c);
        if (mask_written(row, c) != m) changed.m(m) = before.m(m);
        matters[source] =
            !(response == sample.response) || !(state_of(changed) == state_of(before));
      }
    }
  }
  EXPECT_EQ(matters, reads);
}

/// What a command has to do with the squeeze stream.
struct StreamEffect {
  bool writes_ar;
  bool writes_sqzn;
  bool writes_u;
  bool depends;  ///< the response depends on AR or SQZN

  friend bool operator==(const StreamEffect& a, const StreamEffect& b) {
    return a.writes_ar == b.writes_ar && a.writes_sqzn == b.writes_sqzn &&
           a.writes_u == b.writes_u && a.depends == b.depends;
  }
};

StreamEffect effect_of(StreamUse use) {
  switch (use) {
    case StreamUse::None:
      return {false, false, false, false};
    case StreamUse::Clear:
      return {true, true, false, false};
    case StreamUse::Read:
      return {false, false, false, true};
    case StreamUse::Count:
      return {false, true, false, true};
    case StreamUse::Store:
      return {true, true, true, true};
    case StreamUse::Post:
      return {false, false, true, true};
  }
  return {};
}

TEST_P(CommandFactsTest, UsesTheSqueezeStreamOfTheTable) {
  StreamEffect found{};
  for (const Sample& sample : samples(row.op)) {
    const Command& c = sample.command;
    Model after = sample.before;
    after.execute(c);
    found.writes_ar |= after.ar() != sample.before.ar();
    found.writes_sqzn |= after.sqzn_valid() != sample.before.sqzn_valid();
    for (std::size_t i = 0; i < kNumUregs; ++i) {
      if (after.u(i) == sample.before.u(i)) continue;
      ASSERT_EQ(i, c.u);
      found.writes_u = true;
    }
    Model cleared = sample.before;
    Command clear;
    clear.op = Opcode::ClearSpr;
    cleared.execute(clear);
    found.depends |= !(cleared.execute(c) == sample.response);
  }
  EXPECT_TRUE(found == effect_of(row.stream))
      << to_text(row.stream) << " by the table; found AR " << found.writes_ar << ", SQZN "
      << found.writes_sqzn << ", U " << found.writes_u << ", depends " << found.depends;
}

/// What a command of a kind has to do with UB, V, M and the unaligned-store registers.
struct Use {
  bool reads_ub;
  bool writes_ub;
  bool reads_vs;
  bool reads_vi;
  bool writes_vd;
  bool u;
  MaskUse mask;
};

Use use_of(MemKind kind) {
  switch (kind) {
    case MemKind::Load:
      return {true, false, false, false, true, false, MaskUse::None};
    case MemKind::Gather:
      return {true, false, false, true, true, false, MaskUse::Slot};
    case MemKind::GatherBlock:
      return {true, false, false, true, true, false, MaskUse::Block};
    case MemKind::GatherReg:
      return {false, false, true, true, true, false, MaskUse::None};
    case MemKind::Store:
      return {false, true, true, false, false, false, MaskUse::Lane};
    case MemKind::Scatter:
      return {false, true, true, true, false, false, MaskUse::Slot};
    case MemKind::Stream:
      return {false, true, true, false, false, true, MaskUse::None};
    case MemKind::Post:
      return {false, true, false, false, false, true, MaskUse::None};
    case MemKind::Vec:
      return {true, true, false, false, false, false, MaskUse::Own};
    case MemKind::None:
      break;
  }
  return {};
}

TEST_P(CommandFactsTest, UsesUbAsItsKindDoes) {
  bool reads = false;
  bool writes = false;
  for (const Sample& sample : samples(row.op)) {
    Model before = sample.before;
    before.execute(sample.command);
    Model changed = sample.before;
    scramble(changed.ub());
    const std::vector<std::uint8_t> ub = changed.ub();
    ASSERT_EQ(changed.execute(sample.command), sample.response);
    writes = writes || before.ub() != sample.before.ub();
    // Bytes that stay as they were differ; all else is the same unless it comes from UB.
    const State a = state_of(before);
    State b = state_of(changed);
    for (std::size_t at = 0; at < ub.size(); ++at) {
      if (a.ub[at] == sample.before.ub()[at] && b.ub[at] == ub[at]) b.ub[at] = a.ub[at];
    }
    reads = reads || !(a == b);
  }
  EXPECT_EQ(reads, use_of(row.kind).reads_ub);
  EXPECT_EQ(writes, use_of(row.kind).writes_ub);
}

TEST_P(CommandFactsTest, ClassAndKindFitWhatItMoves) {
  switch (row.cls) {
    case CommandClass::Immediate:
      EXPECT_FALSE(row.reads_vs || row.reads_vi || row.writes_vd);
      EXPECT_TRUE(row.mask == MaskUse::None || row.mask == MaskUse::Write ||
                  row.mask == MaskUse::Logic);
      EXPECT_EQ(row.kind, MemKind::None);
      break;
    case CommandClass::Compute:
      EXPECT_EQ(row.writes_vd, row.mask != MaskUse::Compare);
      EXPECT_EQ(row.kind, MemKind::None);
      break;
    case CommandClass::Memory:
      EXPECT_NE(row.kind, MemKind::None);
      EXPECT_EQ(row.reads_vs, use_of(row.kind).reads_vs);
      // A strided command is a gather or scatter with the numbers of its lanes for indices.
      if (row.op != Opcode::LoadStrided && row.op != Opcode::StoreStrided) {
        EXPECT_EQ(row.reads_vi, use_of(row.kind).reads_vi);
      }
      EXPECT_EQ(row.writes_vd, use_of(row.kind).writes_vd);
      EXPECT_EQ(has(row.fields, CmdField::U), use_of(row.kind).u);
      // gather_lanes is a gather_reg under a mask.
      EXPECT_EQ(row.mask, row.op == Opcode::GatherLanes ? MaskUse::Lane : use_of(row.kind).mask);
      break;
  }
}

/// Result of the lane ALU for two b32.
std::uint64_t alu_result(AluOp alu, std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kModulo = std::uint64_t{1} << 32U;
  switch (alu) {
    case AluOp::Copy:
      return a;
    case AluOp::Abs:
      return a < kModulo / 2 ? a : kModulo - a;
    case AluOp::Add:
      return (a + b) % kModulo;
  }
  return 0;
}

TEST(CommandTable, VecCommandsDoWhatTheirAluFunctionSays) {
  for (const CommandFacts& row : kCommands) {
    if (row.kind != MemKind::Vec) continue;
    Unit unit(small_config());
    const Numbers a = unit.ub(0, 4, unit.vl() / 4);
    const Numbers b = unit.ub(512, 4, unit.vl() / 4);
    unit.expect_ok(vec(row.op, Width::B32, 1024, 0, 512, unit.config()));
    const Numbers results = unit.ub(1024, 4, unit.vl() / 4);
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(results[i], alu_result(row.alu, a[i], b[i])) << to_text(row.op) << ", lane " << i;
    }
  }
}

}  // namespace
}  // namespace gsq::testing
