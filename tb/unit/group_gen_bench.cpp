// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_group_gen: random commands of every memory kind, with pauses on both sides. The
// expected groups come from the timing contract: which groups a command has, in which order, and
// which are omitted.
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "Vgsq_group_gen.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"
#include "unit/slot_access.hpp"
#include "unit/strided.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kBlocks = kVlen / 32;
constexpr unsigned kUbBlocks = PARAM_UbBytes / 32;
constexpr unsigned kAhead = PARAM_Ahead;
constexpr bool kWindow = PARAM_Places > 1;
constexpr unsigned kCommands = 30'000;

// gsq_core_pkg::mem_op_t, from its last member on: the places of those that the module reads.
enum OpPlace { kRspId = 0, kVd = 15, kIterations = 37, kRep = 45, kBlk = 69, kSrcBlock = 117 };
enum { kAddr = 269, kAlu = 301, kOpBits = 317 };

using tb::kInBlocks;
using tb::kIndexed;
using tb::kLanes;
using tb::kVector;
using Bits = std::vector<bool>;

/// A command as the module takes it.
struct Command {
  gsq::MemKind kind{};
  tb::SlotShape slot;
  unsigned unpack{}, format{};  // only passed on
  bool vec{}, writes_v{}, merge{}, bounded{};
  tb::StridedCommand blocks;  // of commands on blocks
  Bits op = Bits(kOpBits);
  Bits bytes = Bits(kVlen);

  void set(unsigned where, unsigned count, std::uint64_t value) {
    for (unsigned i = 0; i < count; ++i) op[where + i] = (value >> i & 1) != 0;
  }
  [[nodiscard]] unsigned get(unsigned where, unsigned count) const {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) value |= (op[where + i] ? 1U : 0U) << i;
    return value;
  }
  [[nodiscard]] unsigned ctrl() const {
    return slot.ctrl() << 7U | unpack << 4U | unsigned{vec} << 3U | unsigned{writes_v} << 2U |
           unsigned{merge} << 1U | unsigned{bounded};
  }
};

struct Group {
  unsigned number{};
  bool check{};
  bool last{};
  bool writes{};
  unsigned operand{};    // of a command on blocks
  unsigned iteration{};  // the same
};

/// The groups of a command in order.
std::vector<Group> groups_of(const Command& command) {
  std::vector<Group> groups;
  if (command.slot.place == kInBlocks) {
    for (const auto& access : tb::accesses_of(command.blocks, kBlocks, kAhead)) {
      const bool writes = command.vec ? access.operand == 0 : !command.writes_v;
      groups.push_back({static_cast<unsigned>(groups.size()), false, access.last, writes,
                        access.operand, access.iteration});
    }
    return groups;
  }
  unsigned count = 1;
  if (command.slot.place == kVector) count = 4U >> command.slot.lane;
  const bool narrow = command.slot.place == kLanes && command.slot.lane < 2;
  if (narrow) count = 4U >> command.slot.lane;
  for (unsigned i = 0; i < count; ++i) {
    bool active = !narrow;
    const unsigned part = kVlen / count;
    for (unsigned k = 0; k < part; ++k) active = active || command.bytes[i * part + k];
    if (active) groups.push_back({i, false, false, !command.writes_v, 0, 0});
  }
  if (groups.empty()) groups.push_back({0, false, false, !command.writes_v, 0, 0});
  if (narrow && groups.size() > 2) {  // all but the first two are checked before
    std::vector<Group> checked(groups.begin() + 2, groups.end());
    for (Group& group : checked) group.check = true;
    groups.insert(groups.begin(), checked.begin(), checked.end());
  }
  groups.back().last = true;
  return groups;
}

class GroupGenBench : public tb::Bench<Vgsq_group_gen> {
 public:
  GroupGenBench(int argc, char** argv)
      : Bench("groups, vectors of " + std::to_string(kVlen) + " bytes", argc, argv) {}

 private:
  void drive() override {
    dut().valid_i = 0;
    dut().ready_i = 0;
    if (in_reset()) return;
    if (!offered_ && count_ < kCommands) {
      next_ = random_command();  // without valid_i it must leave no trace
      offered_ = !random().percent(pause_);
    }
    for (unsigned i = 0; i < kOpBits; ++i) tb::set_bit(dut().op_i, i, next_.op[i]);
    for (unsigned i = 0; i < kVlen; ++i) tb::set_bit(dut().bytes_i, i, next_.bytes[i]);
    dut().ctrl_i = static_cast<std::uint16_t>(next_.ctrl());
    dut().format_i = static_cast<std::uint8_t>(next_.format);
    dut().valid_i = offered_;
    dut().ready_i = !random().percent(stall_);
    if (count_ == kCommands && due_.empty()) finish();
  }

  Command random_command() {
    Command command;
    for (unsigned i = 0; i < kOpBits; ++i) command.op[i] = random().percent(50);
    const auto& facts = gsq::kCommands[random().below(gsq::kCommands.size())];
    command.kind = facts.kind == gsq::MemKind::None ? gsq::MemKind::Gather : facts.kind;
    command.writes_v = facts.writes_vd;
    command.unpack = random().below(8);
    command.format = random().below(8);
    command.slot.lane = random().below(3);
    command.set(kAlu, 2, static_cast<std::uint64_t>(facts.alu));
    // Lanes are active in quarters of the vector, often in none.
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
      const unsigned full = random().percent(40) ? 0 : random().below(101);
      for (unsigned i = 0; i < kVlen / 4; ++i) {
        command.bytes[quarter * kVlen / 4 + i] = random().percent(full);
      }
    }
    switch (command.kind) {
      case gsq::MemKind::None:
      case gsq::MemKind::Gather:
      case gsq::MemKind::Scatter:
        command.slot.place = kLanes;
        command.slot.elem = random().below(4);
        command.slot.lane = command.slot.elem >= 2
                                ? command.slot.elem
                                : tb::narrow_lane(random(), command.slot.elem, PARAM_LaneOps != 0);
        break;
      case gsq::MemKind::GatherReg:
        command.slot.place = kVector;
        command.slot.elem = command.slot.lane;
        break;
      case gsq::MemKind::GatherBlock:
        command.slot.place = kIndexed;
        break;
      case gsq::MemKind::Load:
      case gsq::MemKind::Store:
      case gsq::MemKind::Stream:
      case gsq::MemKind::Post:
        set_blocks(command, false);
        break;
      case gsq::MemKind::Vec:
        command.vec = true;
        set_blocks(command, facts.alu == gsq::AluOp::Add);
        break;
    }
    return command;
  }

  /// The operands of a command on blocks; `pair`: a vec command with two sources.
  void set_blocks(Command& command, bool pair) {
    tb::StridedCommand& blocks = command.blocks;
    blocks = tb::random_strided(random(), kBlocks, kUbBlocks);
    blocks.sources = pair ? 2 : 1;
    if (!command.vec) {
      blocks.sources = 0;
      blocks.repeat = 1;
    } else {  // a mask with a lane; the blocks that have one are active
      command.bytes[random().below(kVlen)] = true;
      blocks.active = 0;
      for (unsigned i = 0; i < kVlen; ++i) {
        if (command.bytes[i]) blocks.active |= 1U << (i / 32);
      }
    }
    command.set(kAddr, 32, std::uint64_t{blocks.operands[0].start} * 32 + random().below(32));
    command.set(kIterations, 8, blocks.repeat);
    for (unsigned i = 0; i < 3; ++i) {
      command.set(kBlk + 16 * i, 16, blocks.operands.at(i).blk_stride);
      command.set(kRep + 8 * i, 8, blocks.operands.at(i).rep_stride);
      if (i != 0) command.set(kSrcBlock + 27 * (i - 1), 27, blocks.operands.at(i).start);
    }
  }

  void posedge() override {
    if (in_reset()) return;
    const bool leaves = !due_.empty() && dut().ready_i != 0;
    const bool ready = due_.empty() || (leaves && due_.size() == 1);
    expect("valid_o", 0, !due_.empty(), dut().valid_o);
    expect("ready_o", 0, ready, dut().ready_o);
    if (!due_.empty()) check(due_.front());
    if (leaves) {
      // Iterations take the entries of results in turn.
      if (running_.vec && due_.front().operand == running_.blocks.sources) {
        entry_ = (entry_ + 1) % kAhead;
      }
      first_ = first_ && due_.front().check;
      due_.pop_front();
    }
    if (!offered_ || !ready) return;
    running_ = next_;
    first_ = true;
    const std::vector<Group> groups = groups_of(running_);
    due_.assign(groups.begin(), groups.end());
    offered_ = false;
    if (++count_ % 64 == 0) {
      pause_ = random().below(4) * 30;
      stall_ = random().below(4) * 30;
    }
  }

  void check(const Group& group) {
    const std::string what = "kind " + std::to_string(static_cast<unsigned>(running_.kind)) +
                             ", lane " + std::to_string(running_.slot.lane) + ", iteration " +
                             std::to_string(group.iteration);
    // gsq_core_pkg::mem_tag_t, from its last member on
    expect("tag_o.last", 0, group.last, tb::get_bits(dut().tag_o, 0, 1), what);
    if (!kWindow || running_.vec) {
      expect("tag_o.entry", 0, kWindow ? entry_ : 0, tb::get_bits(dut().tag_o, 1, 3), what);
    }
    if (!running_.vec) {
      const bool first = kWindow && first_ && !group.check;
      expect("tag_o.first", 0, first, tb::get_bits(dut().tag_o, 4, 1), what);
      expect("tag_o.group", 0, group.number, tb::get_bits(dut().tag_o, 5, 2), what);
    }
    expect("tag_o.rsp_id", 0, running_.get(kRspId, 5), tb::get_bits(dut().tag_o, 7, 5), what);
    expect("tag_o.vd", 0, running_.get(kVd, 5), tb::get_bits(dut().tag_o, 12, 5), what);
    if (running_.slot.place == kInBlocks) {
      expect("tag_o.second", 0, group.operand == 2, tb::get_bits(dut().tag_o, 17, 1), what);
    }
    expect("tag_o.alu", 0, running_.get(kAlu, 2), tb::get_bits(dut().tag_o, 18, 2), what);
    expect("tag_o.ctrl", 0, running_.ctrl(), tb::get_bits(dut().tag_o, 20, 13), what);
    expect("tag_o.check", 0, group.check, tb::get_bits(dut().tag_o, 33, 1), what);
    expect("write_o", 0, group.writes, dut().write_o, what);
    for (unsigned k = 0; running_.slot.place == kInBlocks && k < kBlocks; ++k) {
      expect("block_o", k,
             running_.blocks.operands.at(group.operand).block(group.iteration, k) % kUbBlocks,
             dut().block_o[k], what);
    }
    for (unsigned i = 0; i < kOpBits; ++i) {
      expect("op_o", i, running_.op[i], tb::get_bits(dut().op_o, i, 1), what);
    }
    expect("format_o", 0, running_.format, dut().format_o, what);
    for (unsigned i = 0; i < kVlen; ++i) {
      expect("bytes_o", i, running_.bytes[i], tb::get_bits(dut().bytes_o, i, 1), what);
    }
  }

  Command next_;
  Command running_;
  bool offered_{};
  unsigned count_{};  // commands taken
  unsigned pause_{};  // percent
  unsigned stall_{};  // percent
  unsigned entry_{};  // of the iteration that is read next
  bool first_{};      // the next group is the first of its command
  std::deque<Group> due_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return GroupGenBench(argc, argv).run(); }
