// SPDX-License-Identifier: Apache-2.0
// The order in which commands of kernels are issued: results are those of the program's order, what
// depends stays in order, what does not is issued ahead.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/issue_order.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/stimulus/random.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using kernel::IssueOrder;
using kernel::Range;
std::unique_ptr<kernel::Step> step_of(const Command& command, std::uint64_t number,
                                      const Config& config, std::optional<Range> lanes = {}) {
  auto step = std::make_unique<kernel::Step>();
  step->command = command;
  step->uses = kernel::uses_of(command, config.vlen_bytes, lanes);
  step->number = number;
  return step;
}

/// Adds commands to the order of a unit and tells in which order it issues them, by their numbers.
class Queue {
 public:
  explicit Queue(const Config& config = full_config()) : config_(config), order_(config) {}

  void add(const Command& command, std::optional<Range> lanes = {}) {
    order_.add(step_of(command, count_++, config_, lanes));
  }

  std::vector<std::uint64_t> take_all() {
    std::vector<std::uint64_t> numbers;
    while (const auto step = order_.take_command()) numbers.push_back(step->number);
    return numbers;
  }

 private:
  Config config_;
  IssueOrder order_;
  std::uint64_t count_{};
};

using Numbers = std::vector<std::uint64_t>;

Command load(unsigned vd, std::uint32_t address) {
  Command command;
  command.op = Opcode::LoadAlign;
  command.vd = static_cast<std::uint8_t>(vd);
  command.addr = address;
  return command;
}

Command store(std::uint32_t address, unsigned vs) {
  Command command;
  command.op = Opcode::StoreAlign;
  command.width = Width::B32;
  command.vs = static_cast<std::uint8_t>(vs);
  command.addr = address;
  return command;
}

Command gather(unsigned vd, std::uint32_t base, unsigned vi) {
  Command command;
  command.op = Opcode::Gather;
  command.form = Form::B32;
  command.vd = static_cast<std::uint8_t>(vd);
  command.vi = static_cast<std::uint8_t>(vi);
  command.addr = base;
  return command;
}

Command with_op(Opcode op) {
  Command command;
  command.op = op;
  return command;
}

Command scatter(std::uint32_t base, unsigned vs, unsigned vi) {
  Command command = gather(0, base, vi);
  command.op = Opcode::Scatter;
  command.vs = static_cast<std::uint8_t>(vs);
  return command;
}

// The first command in each of these makes V1, which the second awaits. The third could be issued
// before the second if it did not depend on it.

TEST(IssueOrder, AGatherIsIssuedBeforeAStoreThatWaits) {
  Queue queue;
  queue.add(gather(1, 0x8000, 8));
  queue.add(store(0, 1));
  queue.add(gather(2, 0x8000, 9));
  EXPECT_EQ(queue.take_all(), (Numbers{0, 2, 1}));
}

TEST(IssueOrder, AGatherStaysBehindAStoreThatItMayRead) {
  for (const std::uint32_t above : {0x8000U, 0x9000U, 0x3ff00U}) {
    Queue queue;
    queue.add(gather(1, 0x8000, 8));
    queue.add(store(above, 1));
    queue.add(gather(2, 0x8000, 9));
    EXPECT_EQ(queue.take_all(), (Numbers{0, 1, 2})) << above;
  }
}

TEST(IssueOrder, AGatherStaysBehindItsIndices) {
  Queue queue;
  queue.add(gather(1, 0x8000, 8));
  queue.add(gather(2, 0x8000, 1));  // by what the first one gathers
  queue.add(gather(3, 0x8000, 2));
  EXPECT_EQ(queue.take_all(), (Numbers{0, 1, 2}));
}

TEST(IssueOrder, AGatherStaysBehindReadersOfTheRegisterThatItWrites) {
  Queue queue;
  queue.add(gather(1, 0x8000, 8));
  queue.add(store(0, 1));
  queue.add(gather(1, 0x8000, 9));
  EXPECT_EQ(queue.take_all(), (Numbers{0, 1, 2}));
}

TEST(IssueOrder, WritersOfARegisterStayInOrder) {
  Queue queue;
  queue.add(gather(1, 0x8000, 8));
  queue.add(gather(2, 0x8000, 1));
  queue.add(load(2, 0));
  EXPECT_EQ(queue.take_all(), (Numbers{0, 1, 2}));
}

TEST(IssueOrder, AGatherStaysBehindItsMask) {
  Command mask;
  mask.op = Opcode::SetMask;
  mask.m = 3;
  Command later = gather(2, 0x8000, 9);
  later.m = 3;
  Command earlier = gather(2, 0x8000, 1);
  earlier.m = 3;
  Queue queue;
  queue.add(gather(1, 0x8000, 8));
  queue.add(earlier);  // waits, and so does the mask that it must not see
  queue.add(mask);
  queue.add(later);
  EXPECT_EQ(queue.take_all(), (Numbers{0, 1, 2, 3}));
}

TEST(IssueOrder, AStoreStaysBehindReadersOfItsBytes) {
  Queue queue;
  queue.add(gather(1, 0x8000, 8));
  queue.add(gather(2, 0x8000, 1));
  queue.add(store(0x7f00, 9));  // ends where the table begins
  queue.add(store(0x7f20, 9));  // reaches into it
  EXPECT_EQ(queue.take_all(), (Numbers{0, 2, 1, 3}));
}

TEST(IssueOrder, ScattersStayInOrderUnlessTheirRangesAreKnown) {
  const auto order = [](std::optional<Range> first, std::optional<Range> second) {
    Queue queue;
    queue.add(gather(1, 0x8000, 8));
    queue.add(scatter(0, 1, 9), first);
    queue.add(scatter(0, 10, 9), second);
    return queue.take_all();
  };
  EXPECT_EQ(order({}, {}), (Numbers{0, 1, 2}));
  EXPECT_EQ(order(Range{0, 0x100}, {}), (Numbers{0, 1, 2}));
  EXPECT_EQ(order(Range{0, 0x100}, Range{0xff, 0x200}), (Numbers{0, 1, 2}));
  EXPECT_EQ(order(Range{0, 0x100}, Range{0x100, 0x200}), (Numbers{0, 2, 1}));
}

TEST(IssueOrder, ACommandThatMergesWaitsForTheRegisterThatItChanges) {
  for (const bool merge : {false, true}) {
    Command add = with_op(Opcode::LaneAdd);
    add.vd = 1;
    add.vs = add.vi = 5;
    add.merge = merge;
    Queue queue;
    queue.add(gather(1, 0x8000, 8));
    queue.add(add);
    queue.add(gather(2, 0x8000, 9));
    EXPECT_EQ(queue.take_all(), merge ? (Numbers{0, 2, 1}) : (Numbers{0, 1, 2}));
  }
}

TEST(IssueOrder, StridedCommandsLieBetweenTheirEnds) {
  const auto order = [](std::uint32_t first, std::int32_t stride) {
    Command strided = scatter(first, 1, 1);
    strided.op = Opcode::StoreStrided;
    strided.row_stride = static_cast<std::uint32_t>(stride);
    Queue queue;
    queue.add(gather(1, 0x8000, 8));
    queue.add(strided);
    queue.add(gather(2, 0x8000, 9), Range{0x8000, 0x8100});
    return queue.take_all();
  };
  const Numbers behind{0, 1, 2};
  const Numbers before{0, 2, 1};
  EXPECT_EQ(order(0x7ffc, -4), before);
  EXPECT_EQ(order(0x81fc, -4), before);  // 64 lanes, down to 0x8100
  EXPECT_EQ(order(0x81f8, -4), behind);
  EXPECT_EQ(order(0x7f00, 4), before);
  EXPECT_EQ(order(0x7f04, 4), behind);
  EXPECT_EQ(order(0x7f04, 0), before);
}

TEST(IssueOrder, AStreamAlsoWritesTheBytesHeldBelowItsAddress) {
  const auto order = [](Range read) {
    Command stream = store(0x145, 1);
    stream.op = Opcode::StoreUnalign;
    stream.abs = true;
    stream.n = 40;
    Queue queue;
    queue.add(gather(1, 0x8000, 8));
    queue.add(stream);
    queue.add(gather(2, 0, 9), read);
    return queue.take_all();
  };
  const Numbers behind{0, 1, 2};
  EXPECT_EQ(order({0x140, 0x144}), behind);
  EXPECT_EQ(order({0x144 + 40, 0x200}), behind);
  EXPECT_EQ(order({0x145 + 40, 0x200}), (Numbers{0, 2, 1}));
  EXPECT_EQ(order({0x100, 0x120}), (Numbers{0, 2, 1}));
}

TEST(IssueOrder, AWaitIsAsLongAsTheAccessPipe) {
  Config config = full_config();
  for (const std::uint32_t places : {1U, 4U}) {
    config.places = places;
    Queue queue(config);
    queue.add(load(1, 0));
    queue.add(store(0x100, 1));
    Numbers expected{0};
    for (std::uint32_t i = 0; i < 20; ++i) {
      queue.add(load(2 + i, 0));
      if (i == (places == 1 ? 9 : 9 + places)) expected.push_back(1);
      expected.push_back(2 + i);
    }
    EXPECT_EQ(queue.take_all(), expected) << places;
  }
}

/// Random commands with legal and illegal fields, on few registers and few blocks of UB.
struct RandomProgram {
  RandomProgram(const Config& config, std::uint64_t seed, std::string_view mix) {
    RandomCommands random(config, seed, mix);
    fills = random.refill();
    for (int i = 0; i < 300; ++i) {
      commands.push_back(random.next());
      responses.push_back(random.response());
    }
    ub = random.model().ub();
    for (unsigned v = 0; v < kNumVregs; ++v) vectors.push_back(random.model().v(v));
  }

  std::vector<Fill> fills;
  std::vector<Command> commands;
  std::vector<Response> responses;  ///< in the order of the program
  Bytes ub;                         ///< after it
  std::vector<Bytes> vectors;
};

Config random_config() { return make_config("vl64", 64, 16384, 16, 4, 0, 1); }

TEST(IssueOrder, RandomProgramsHaveTheSameResults) {
  const Config config = random_config();
  for (const std::string_view mix : random_mixes()) {
    std::uint64_t moved = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const RandomProgram program(config, seed, mix);
      Model model(config);
      for (const Fill& fill : program.fills) {
        std::copy(fill.bytes.begin(), fill.bytes.end(), model.ub().begin() + fill.address);
      }
      IssueOrder order(config);
      std::uint64_t next = 0;
      for (std::uint64_t issued = 0; issued < program.commands.size(); ++issued) {
        for (; next < program.commands.size() && order.size() < 64; ++next) {
          order.add(step_of(program.commands[next], next, config));
        }
        const auto taken = order.take_command();
        const Response response = model.execute(taken->command);
        const Response& expected = program.responses[taken->number];
        ASSERT_EQ(response.status, expected.status) << mix << ", seed " << seed;
        ASSERT_EQ(response.info, expected.info) << mix << ", seed " << seed;
        if (taken->number != issued) ++moved;
      }
      ASSERT_EQ(model.ub(), program.ub) << mix << ", seed " << seed;
      for (unsigned v = 0; v < kNumVregs; ++v) ASSERT_EQ(model.v(v), program.vectors[v]);
    }
    EXPECT_GT(moved, 100U) << mix;
  }
}

/// The rules of the order as sentences of code: slow, and with nothing kept.
class PlainOrder {
 public:
  explicit PlainOrder(const Config& config)
      : access_(config.places == 1 ? 9 : 9 + config.places), compute_(config.squeeze_cuts + 1) {}

  void add(const kernel::Step& step) { steps_.push_back(step); }

  [[nodiscard]] std::size_t size() const { return steps_.size(); }

  std::optional<std::uint64_t> take_command() {
    const auto wait_of = [&](const kernel::Step& step) {
      std::uint64_t there = 0;
      for (unsigned v = 0; v < kNumVregs; ++v) {
        if (step.uses.reads_v(v)) there = std::max(there, v_at_.at(v));
      }
      for (unsigned m = 0; m < kNumMregs; ++m) {
        if (step.uses.reads_m(m) || step.uses.writes_m(m)) there = std::max(there, m_at_.at(m));
      }
      return there > now_ ? there - now_ : 0;
    };
    auto best = steps_.end();
    for (auto it = steps_.begin(); it != steps_.end(); ++it) {
      if (it->kind != kernel::StepKind::kCommand || !is_ready(it)) continue;
      if (best == steps_.end() || wait_of(*it) < wait_of(*best)) best = it;
    }
    if (best == steps_.end()) return std::nullopt;
    now_ += wait_of(*best) + 1;
    const CommandFacts& row = facts(best->command.op);
    const bool compares = row.mask == MaskUse::Compare;
    for (unsigned v = 0; v < kNumVregs; ++v) {
      if (compares || !best->uses.writes_v(v)) continue;
      v_at_.at(v) = now_ + (row.kind == MemKind::None ? compute_ : access_);
    }
    for (unsigned m = 0; m < kNumMregs; ++m) {
      if (compares && best->uses.writes_m(m)) m_at_.at(m) = now_ + 4;
    }
    return take(best);
  }

  std::optional<std::uint64_t> take_operation() {
    for (auto it = steps_.begin(); it != steps_.end(); ++it) {
      if (it->kind != kernel::StepKind::kCommand && is_ready(it)) return take(it);
    }
    return std::nullopt;
  }

  void remove_if(const std::function<bool(std::uint64_t)>& gone) {
    steps_.erase(std::remove_if(steps_.begin(), steps_.end(),
                                [&](const kernel::Step& step) { return gone(step.number); }),
                 steps_.end());
  }

  void all_done() {
    v_at_.fill(0);
    m_at_.fill(0);
  }

 private:
  using Steps = std::vector<kernel::Step>;

  [[nodiscard]] bool is_ready(Steps::const_iterator step) const {
    return std::none_of(steps_.begin(), step, [&](const kernel::Step& older) {
      return kernel::depends(step->uses, older.uses);
    });
  }

  std::uint64_t take(Steps::iterator step) {
    const std::uint64_t number = step->number;
    steps_.erase(step);
    return number;
  }

  std::uint64_t access_;
  std::uint64_t compute_;
  Steps steps_;  // in the order of the program
  std::uint64_t now_{};
  std::array<std::uint64_t, kNumVregs> v_at_{};  // when their results are there
  std::array<std::uint64_t, kNumMregs> m_at_{};
};

/// A step that uses a few of all that there is.
kernel::Step random_step(Rng& rng, std::uint64_t number) {
  kernel::Step step;
  step.number = number;
  if (rng.percent(60)) {
    const auto v = [&] { return static_cast<unsigned>(rng.below(kNumVregs)); };
    step.command = rng.percent(30)   ? load(v(), 0)
                   : rng.percent(40) ? store(0, v())
                   : rng.percent(40) ? gather(v(), 0, v())
                   : rng.percent(50) ? with_op(Opcode::Squeeze)
                                     : with_op(Opcode::LaneEq);
  } else {
    step.kind = rng.percent(80) ? kernel::StepKind::kOperation : kernel::StepKind::kPutAway;
  }
  const auto few = [&] {
    return std::uint64_t{1} << rng.below(41) | std::uint64_t{1} << rng.below(41);
  };
  step.uses.reads = few();
  if (rng.percent(30)) step.uses.writes = few();
  for (auto* const ranges : {&step.uses.reads_ub, &step.uses.writes_ub}) {
    for (Range& range : *ranges) {
      if (!rng.percent(20)) continue;
      range.begin = rng.below(4096);
      range.end = rng.percent(5) ? ~std::uint64_t{0} : range.begin + rng.below(64);
    }
  }
  if (rng.percent(20)) step.uses.host = rng.below(5);
  return step;
}

TEST(IssueOrder, IsThatOfTheRules) {
  const Config config = full_config();
  for (const std::uint32_t most : {3U, 64U, 200U}) {  // 200: in several blocks of 64
    Rng rng(most);
    IssueOrder order(config);
    PlainOrder plain(config);
    std::uint64_t next = 0;
    std::uint64_t taken = 0;
    const auto number_of = [](const std::unique_ptr<kernel::Step>& step) {
      return step ? std::optional<std::uint64_t>(step->number) : std::nullopt;
    };
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t about = next - std::min<std::uint64_t>(next, rng.below(2 * most));
      const std::uint32_t what = rng.below(1000);
      if (what < 500) {
        if (plain.size() == most) continue;
        const kernel::Step step = random_step(rng, next++);
        order.add(std::make_unique<kernel::Step>(step));
        plain.add(step);
      } else if (what < 800) {
        const auto expected = plain.take_command();
        ASSERT_EQ(number_of(order.take_command()), expected);
        if (expected) ++taken;
      } else if (what < 970) {
        ASSERT_EQ(number_of(order.take_operation()), plain.take_operation());
      } else if (what < 985) {
        order.cancel(about);
        plain.remove_if([&](std::uint64_t number) { return number == about; });
      } else if (what < 990) {
        order.drop_after(about);
        plain.remove_if([&](std::uint64_t number) { return number > about; });
      } else {
        order.all_done();
        plain.all_done();
      }
      ASSERT_EQ(order.size(), plain.size());
    }
    EXPECT_GT(taken, 2000U);
  }
}

TEST(IssueOrder, TheErrorIsThatOfTheFirstCommandInTheProgram) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomProgram program(random_config(), seed, "errors");
    KernelUnit k(random_config());
    for (const Fill& fill : program.fills) k.unit.write_ub(fill.address, fill.bytes, "fill");
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < program.commands.size(); ++i) {
      k.unit.issue(program.commands[i], "call " + std::to_string(i));
      if (!first && program.responses[i].status != Status::Ok) first = i;
    }
    ASSERT_TRUE(first);
    const auto error = error_of([&] { k.unit.wait(); });
    EXPECT_EQ(error->api(), "call " + std::to_string(*first));
    EXPECT_EQ(error->status(), program.responses[*first].status);
    EXPECT_EQ(k.get<std::uint8_t>(0, program.ub.size()), program.ub);
  }
}

// -------------------------------------------------------------------------------------------------
// Registers of kernels
// -------------------------------------------------------------------------------------------------

TEST(KernelOrder, AWriteTakesTheRegisterThatIsFreeForTheLongestTime) {
  KernelUnit k(full_config());
  vector_float value;
  const std::uint8_t first = value.index("test");  // and of the first write
  std::vector<bool> seen(kNumVregs);
  for (unsigned i = 0; i < kNumVregs; ++i) {
    asc_loadalign(value, k.at<float>(256 * i));
    EXPECT_FALSE(seen[value.index("test")]);
    seen[value.index("test")] = true;
  }
  asc_loadalign(value, k.at<float>(0));
  EXPECT_EQ(value.index("test"), first);
}

TEST(KernelOrder, AWriteStaysInItsRegisterWhenNoneIsFree) {
  KernelUnit k(full_config());
  std::vector<vector_float> values(kNumVregs);
  const std::uint8_t first = values[0].index("test");
  asc_loadalign(values[0], k.at<float>(0));
  EXPECT_EQ(values[0].index("test"), first);
  values.pop_back();
  asc_loadalign(values[0], k.at<float>(0));
  EXPECT_NE(values[0].index("test"), first);
}

/// A backend that notes the opcodes it gets.
class Noted : public Backend {
 public:
  explicit Noted(const Config& config) : golden_(make_golden_backend(config)) {}
  [[nodiscard]] const Config& config() const override { return golden_->config(); }
  void submit(const Command& command, Label label) override {
    opcodes.push_back(command.op);
    labels.push_back(to_text(label));
    golden_->submit(command, std::move(label));
  }
  void preload_v(unsigned index, Bytes bytes) override { golden_->preload_v(index, bytes); }
  std::vector<Completion> drain() override { return golden_->drain(); }
  Bytes read_ub(std::uint32_t address, std::uint32_t bytes) override {
    return golden_->read_ub(address, bytes);
  }
  void write_ub(std::uint32_t address, const Bytes& bytes) override {
    golden_->write_ub(address, bytes);
  }
  const Bytes& read_v(unsigned index) override { return golden_->read_v(index); }
  void write_v(unsigned index, const Bytes& bytes) override { golden_->write_v(index, bytes); }
  const Bytes& read_m(unsigned index) override { return golden_->read_m(index); }
  void write_m(unsigned index, const Bytes& bits) override { golden_->write_m(index, bits); }
  std::uint32_t read_ar() override { return golden_->read_ar(); }
  [[nodiscard]] std::uint64_t cycles() const override { return 0; }

  std::vector<Opcode> opcodes;
  std::vector<std::string> labels;

 private:
  std::unique_ptr<Backend> golden_;
};

/// A table is gathered from by vectors of indices, one after the other, as anybody would write it.
std::vector<Opcode> gather_plainly(std::size_t lookahead, std::uint32_t table,
                                   std::uint32_t result) {
  Noted backend(full_config());
  kernel::Unit unit(backend, lookahead);
  constexpr std::uint32_t kIndices = 0x4000;
  constexpr std::uint32_t kVectors = 8;
  const std::uint32_t lanes = unit.config().lanes(4);
  std::vector<std::uint32_t> words(lanes * kVectors);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(7 * i % 512);
  const auto bytes_of = [](const std::vector<std::uint32_t>& from) {
    Bytes bytes(from.size() * 4);
    std::memcpy(bytes.data(), from.data(), bytes.size());
    return bytes;
  };
  unit.write_ub(kIndices, bytes_of(words), "test");
  unit.write_ub(table, bytes_of(words), "test");
  {
    const vector_bool all = asc_create_mask_b32(Pat::ALL);
    vector_uint32_t index;
    vector_uint32_t value;
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      const std::uint32_t at = v * unit.config().vlen_bytes;
      asc_loadalign(index, static_cast<std::uint32_t*>(unit.pointer(kIndices + at)));
      asc_gather(value, static_cast<std::uint32_t*>(unit.pointer(table)), index, all);
      asc_storealign(static_cast<std::uint32_t*>(unit.pointer(result + at)), value, all);
    }
  }
  Bytes expected;
  for (const std::uint32_t index : words) {
    const Bytes word = unit.read_ub(table + 4 * index, 4, "test");
    expected.insert(expected.end(), word.begin(), word.end());
  }
  EXPECT_EQ(unit.read_ub(result, words.size() * 4, "test"), expected);
  return backend.opcodes;
}

/// Gathers before the first store.
std::size_t ahead(const std::vector<Opcode>& opcodes) {
  const auto store = std::find(opcodes.begin(), opcodes.end(), Opcode::StoreAlign);
  return static_cast<std::size_t>(std::count(opcodes.begin(), store, Opcode::Gather));
}

TEST(KernelOrder, GathersOfAPlainLoopAreIssuedAheadWhereTheStoreIsBelowTheTable) {
  EXPECT_EQ(ahead(gather_plainly(64, 0x8000, 0x0000)), 8U);
  EXPECT_EQ(ahead(gather_plainly(64, 0x8000, 0x20000)), 1U);  // the store may change the table
  EXPECT_EQ(ahead(gather_plainly(1, 0x8000, 0x0000)), 1U);
}

TEST(KernelOrder, ReportsOfABackendNameTheLineOfTheCall) {
  Noted backend(full_config());
  kernel::Unit unit(backend, 1);
  const unsigned line = __LINE__ + 1;
  const vector_bool all = asc_create_mask_b32(Pat::ALL);
  unit.wait();
  EXPECT_EQ(backend.labels.back(),
            "kernel_order_test.cpp:" + std::to_string(line) + ": asc_create_mask_b32");
}

TEST(KernelOrder, ALookaheadIsAtLeastOne) {
  const auto backend = make_golden_backend(full_config());
  EXPECT_THROW(kernel::Unit(*backend, 0), std::invalid_argument);
  const kernel::Unit unit(*backend, 1);  // the one before was not made
}

TEST(KernelOrder, ThereIsOneUnitAtATime) {
  const auto backend = make_golden_backend(full_config());
  EXPECT_THROW(static_cast<void>(kernel::Unit::current("test")), kernel::Error);
  const kernel::Unit unit(*backend, 1);
  EXPECT_THROW(kernel::Unit(*backend, 1), std::logic_error);
  EXPECT_EQ(&kernel::Unit::current("test"), &unit);
}

TEST(KernelOrder, PlacesOutsideOfUbAreErrors) {
  const auto backend = make_golden_backend(full_config());
  kernel::Unit unit(*backend, 1);
  const std::uint32_t end = unit.config().ub_bytes;
  EXPECT_EQ(unit.read_ub(end - 4, 4, "test").size(), 4U);
  EXPECT_THROW(static_cast<void>(unit.read_ub(end - 3, 4, "test")), kernel::Error);
  EXPECT_THROW(unit.write_ub(end, {1}, "test"), kernel::Error);
  EXPECT_EQ(unit.address(unit.pointer(end), "test"), end);
  const int elsewhere = 0;
  for (const void* const wrong : {static_cast<const void*>(unit.pointer(end + 1)),
                                  static_cast<const void*>(static_cast<char*>(unit.pointer(0)) - 1),
                                  static_cast<const void*>(&elsewhere)}) {
    EXPECT_THROW(static_cast<void>(unit.address(wrong, "test")), kernel::Error);
  }
}

}  // namespace
}  // namespace gsq::testing
