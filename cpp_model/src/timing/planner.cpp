// SPDX-License-Identifier: Apache-2.0
#include "gsq/timing/planner.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "gsq/timing/bound.hpp"
#include "semantics/model_rules.hpp"

namespace gsq {
namespace {

constexpr std::uint64_t kEveryByte = 0x0101010101010101;

/// 0xff in each byte whose bit is set.
std::uint64_t byte_mask(std::uint32_t bits) {
  // A byte that keeps its own bit gets its highest bit by the sum.
  const std::uint64_t own = kEveryByte * bits & 0x8040201008040201;
  return ((own + 0x7f * kEveryByte) >> 7U & kEveryByte) * 0xff;
}

/// Minimum number of groups of a memory command, including those without a word. `command` has
/// legal register numbers.
std::uint32_t groups_of(const Command& command, const Model& before) {
  const MemKind kind = facts(command.op).kind;
  if (kind == MemKind::GatherReg) return 4 / rules::bytes_of(command.width);
  if (kind != MemKind::Gather && kind != MemKind::Scatter) return 1;
  if (facts(command.form).slot != Width::B16) return 1;
  const auto& mask = before.m(command.m);
  const std::size_t half = mask.size() / 2;
  bool active[2] = {false, false};
  for (std::size_t at = 0; at < mask.size(); at += 2) active[at / half] |= mask[at] != 0;
  return active[0] && active[1] ? 2 : 1;
}

/// Whether a legal command of the memory class has nothing to do, so that it is answered at issue.
bool has_nothing_to_do(const Command& command, const Model& before) {
  const CommandFacts& row = facts(command.op);
  if (row.stream == StreamUse::Store) return !rules::stream_piece(command, before);
  if (row.stream == StreamUse::Post) return before.u(command.u).lo == before.u(command.u).hi;
  return has(row.fields, CmdField::Iterations) && command.iterations == 0;
}

/// The plan of a command that judge() answers with `response`.
Plan plan_of(const Command& command, const Model& before, const Response& response) {
  Plan plan;
  if (response.status != Status::Ok && !rules::is_lane_fault(command, response)) return plan;
  const CommandFacts& row = facts(command.op);
  if (row.mask == MaskUse::Write) plan.mask_dest = command.m;
  if (has_nothing_to_do(command, before)) return plan;
  plan.cls = row.cls;
  if (row.writes_vd) plan.dest = command.vd;
  if (row.reads_vs) plan.sources[0] = command.vs;
  if (row.reads_vi) plan.sources[1] = command.vi;
  return plan;
}

}  // namespace

Planner::Planner(Model& model, Detail detail)
    : model_(model),
      with_data_(detail == Detail::kPorts),
      config_(model.config()),
      bank_shift_(__builtin_ctz(config_.bank_bytes)),
      row_shift_(__builtin_ctz(config_.banks)),
      slots_per_word_(config_.bank_bytes / 4),
      words_per_block_(kBlockBytes / config_.bank_bytes),
      read_ahead_(config_.window == 1 ? kReadAhead : kReadAhead + 1),
      bounds_(config_),
      next_(config_.vlen_bytes),
      banks_(config_.banks) {}

void Planner::plan(Transaction& transaction) {
  const Command& command = transaction.command;
  transaction.accesses.clear();
  transaction.groups.clear();
  transaction.reads = transaction.writes = {};
  transaction.bound = transaction.merged = 0;
  first_access_ = 0;
  Plan& plan = transaction.plan;
  const rules::RealRegisters registers(command);
  const Command& real = registers.command();
  transaction.response = model_.judge(command);
  transaction.fault.reset();
  plan = plan_of(real, model_, transaction.response);
  if (with_data_ && plan.mask_dest != Plan::kNone) transaction.result = model_.m(plan.mask_dest);
  if (transaction.response.status == Status::Ok) {
    const MemKind kind = facts(command.op).kind;
    if (kind == MemKind::Vec) {
      plan_vec(transaction);
    } else {
      plan_accesses(transaction, real);
      model_.apply(real);
      if (with_data_ && (kind == MemKind::Stream || kind == MemKind::Post)) {
        take_data_from_ub(transaction, 0);
      }
    }
  } else {
    transaction.fault = std::make_shared<Fault>(explain(command, transaction.response, model_));
  }
  // For a gather that fails this is the old value of the register.
  if (with_data_ && plan.dest != Plan::kNone) transaction.result = model_.v(plan.dest);
  const auto words = static_cast<std::uint32_t>(transaction.accesses.size());
  if (plan.cls == CommandClass::Memory) {  // groups without a word pass through the pipe too
    const std::size_t least = groups_of(real, model_);
    while (transaction.groups.size() < least) {
      Group& group = transaction.groups.emplace_back();
      group.end = words;
      group.parallel = true;
    }
  }
}

void Planner::plan_accesses(Transaction& transaction, const Command& command) {
  const CommandFacts& row = facts(command.op);
  // Stores through an unaligned-store register write blocks that it has put together.
  const bool writes_lanes =
      with_data_ && row.reads_vs && !row.writes_vd && !has(row.fields, CmdField::U);
  const std::uint8_t* data = writes_lanes ? model_.v(command.vs).data() : nullptr;
  const bool has_lanes = transaction.plan.sources[1] != Plan::kNone;
  BankAccess like;
  like.write = !row.writes_vd;
  // Sizes are powers of two.
  std::uint32_t lane_bytes = kBlockBytes;
  if (row.mask == MaskUse::Slot) lane_bytes = rules::bytes_of(facts(command.form).slot);
  const int lane_shift = __builtin_ctz(lane_bytes);
  const std::uint32_t last_slot = config_.vlen_bytes / 4 - 1;
  // The first byte in UB of a contiguous access, in the block where its slots begin.
  const bool contiguous = has(row.fields, CmdField::Distr) || row.stream != StreamUse::None;
  std::uint32_t group = 0;
  rules::for_each_access(command, model_, [&](const rules::Access& access) {
    if (access.group != group) end_group(transaction);
    group = access.group;
    like.lane = access.offset >> lane_shift;
    std::uint32_t slot = (access.offset >> bank_shift_) * slots_per_word_;
    if (contiguous) {
      const std::uint64_t start = has(row.fields, CmdField::Distr) ? command.addr : access.address;
      const std::uint64_t block = start / kBlockBytes * kBlockBytes;
      slot = (static_cast<std::uint32_t>(access.address - block) >> bank_shift_) * slots_per_word_;
    } else if (row.mask == MaskUse::Slot) {
      slot = lane_bytes == 2 ? like.lane & last_slot : access.offset / 4;
    }
    if (want(transaction, access, slot, like, data)) return;
    if (has_lanes) ++transaction.merged;
  });
  end_group(transaction);
}

void Planner::plan_vec(Transaction& transaction) {
  // Executed iteration by iteration, so that each write group holds what its iteration writes.
  Command one = transaction.command;
  one.iterations = 1;
  const std::uint32_t iterations = transaction.command.iterations;
  find_vec_words(one);
  std::array<std::uint32_t, kReadAhead + 1> last_read{};  // group of an iteration, modulo the size
  std::uint32_t read = 0;                                 // next iteration to be read
  for (std::uint32_t write = 0; write < iterations;) {
    if (read < iterations && read - write < read_ahead_ &&
        !reads_what_is_written(transaction.command, read, write)) {
      for (std::uint32_t operand = 1; operand < rules::vec_operands(one.op); ++operand) {
        plan_operand(transaction, read, operand);
      }
      last_read.at(read++ % last_read.size()) =
          static_cast<std::uint32_t>(transaction.groups.size() - 1);
      continue;
    }
    const std::size_t first = transaction.accesses.size();
    plan_operand(transaction, write, 0);
    transaction.groups.back().needs = last_read.at(write++ % last_read.size());
    model_.apply(one);
    if (with_data_) take_data_from_ub(transaction, first);
    one.addr += kBlockBytes * one.rep0;
    one.src0 += kBlockBytes * one.rep1;
    one.src1 += kBlockBytes * one.rep2;
  }
}

void Planner::find_vec_words(const Command& command) {
  const std::uint32_t width = rules::bytes_of(command.width);
  const std::uint32_t lanes = config_.bank_bytes / width;  // of a word
  vec_blocks_.clear();
  for (std::uint32_t offset = 0; offset < config_.vlen_bytes; offset += kBlockBytes) {
    BlockWords block;
    block.offset = offset;
    for (std::uint32_t word = 0; word < words_per_block_; ++word) {
      for (std::uint32_t lane = lanes; lane-- > 0;) {
        const std::uint32_t number = (offset + word * config_.bank_bytes) / width + lane;
        if (!rules::vec_selects(command, number)) continue;
        block.be.at(word) |= ((1U << width) - 1) << (lane * width);
        block.lane.at(word) = number;
        block.any = true;
      }
    }
    if (block.any) vec_blocks_.push_back(block);
  }
}

/// Whether an iteration of a vec command reads a block that one of the iterations
/// first..iteration-1 writes.
bool Planner::reads_what_is_written(const Command& command, std::uint32_t iteration,
                                    std::uint32_t first) const {
  if (first == iteration) return false;
  const rules::BlockWalk dst = rules::operand_walk(command, 0);
  // Strides are never negative.
  const std::uint64_t begin = dst.address(first, vec_blocks_.front().offset);
  const std::uint64_t last = dst.address(iteration - 1, vec_blocks_.back().offset);
  const auto is_written = [&](std::uint64_t address) {
    if (address < begin || address > last) return false;
    for (std::uint32_t writer = first; writer < iteration; ++writer) {
      for (const BlockWords& block : vec_blocks_) {
        if (dst.address(writer, block.offset) == address) return true;
      }
    }
    return false;
  };
  for (std::uint32_t operand = 1; operand < rules::vec_operands(command.op); ++operand) {
    const rules::BlockWalk source = rules::operand_walk(command, operand);
    if (source.address(iteration, vec_blocks_.front().offset) > last ||
        source.address(iteration, vec_blocks_.back().offset) < begin) {
      continue;
    }
    for (const BlockWords& block : vec_blocks_) {
      if (is_written(source.address(iteration, block.offset))) return true;
    }
  }
  return false;
}

void Planner::plan_operand(Transaction& transaction, std::uint32_t iteration,
                           std::uint32_t operand) {
  const rules::BlockWalk walk = rules::operand_walk(transaction.command, operand);
  BankAccess like;
  like.write = operand == 0;
  like.operand = static_cast<std::uint8_t>(operand);
  like.iteration = static_cast<std::uint8_t>(iteration);
  for (const BlockWords& block : vec_blocks_) {
    const auto address = static_cast<std::uint32_t>(walk.address(iteration, block.offset));
    for (std::uint32_t word = 0; word < words_per_block_; ++word) {
      if (block.be[word] == 0) continue;
      like.lane = block.lane[word];
      const std::uint32_t at = block.offset / config_.bank_bytes + word;
      want_word(transaction, {address + word * config_.bank_bytes, block.be[word], 0},
                at * slots_per_word_, like);
    }
  }
  end_group(transaction);
}

bool Planner::want(Transaction& transaction, const rules::Access& access, std::uint32_t slot,
                   const BankAccess& like, const std::uint8_t* data) {
  const std::uint32_t word_mask = config_.bank_bytes - 1;
  if (data == nullptr) {  // mostly a part of one word
    const auto address = static_cast<std::uint32_t>(access.address);
    const std::uint32_t first = address & word_mask;
    if (first + access.bytes <= config_.bank_bytes) {
      return want_word(transaction, {address - first, ((1U << access.bytes) - 1) << first, 0}, slot,
                       like);
    }
  }
  bool fresh = false;
  for (std::uint32_t done = 0; done < access.bytes; slot += slots_per_word_) {
    const std::uint32_t address = static_cast<std::uint32_t>(access.address) + done;
    const std::uint32_t first = address & word_mask;
    const std::uint32_t count = std::min(config_.bank_bytes - first, access.bytes - done);
    Word word;
    word.address = address - first;
    word.be = ((1U << count) - 1) << first;
    if (data != nullptr) {
      word.wdata = rules::read_number(data + access.offset + done, count) << (8 * first);
    }
    if (want_word(transaction, word, slot, like)) fresh = true;
    done += count;
  }
  return fresh;
}

bool Planner::want_word(Transaction& transaction, const Word& word, std::uint32_t slot,
                        const BankAccess& like) {
  const std::uint64_t slots = std::uint64_t{1} << slot;
  const auto add_to = [&](BankAccess& access) {
    access.be |= word.be;
    access.slots |= slots;
    if (with_data_ && access.write) write_bytes(access, word, slot);
  };
  const bool coalesce = config_.coalesce != 0;
  const bool above = word.address >= group_end_;  // all words of the group so far
  if (!above && coalesce) {                       // neighbouring lanes often share a word
    BankAccess& access = transaction.accesses.back();
    if (access.address == word.address) {
      add_to(access);
      return false;
    }
  }
  const std::uint32_t number = bank_of(config_, word.address >> bank_shift_);
  Bank& bank = banks_[number];
  bool repeated = false;
  if (!above || !coalesce) {
    for (std::uint32_t i = 0, at = bank.first; i < bank.count; ++i, at = next_[at]) {
      BankAccess& access = transaction.accesses[first_access_ + at];
      if (coalesce ? access.address == word.address : access.slots == slots) {
        add_to(access);
        return false;
      }
      repeated = repeated || access.address == word.address;
    }
  }
  // Slots come from the lowest on, so a new word is the last of its bank.
  const auto at = static_cast<std::uint32_t>(transaction.accesses.size() - first_access_);
  (bank.count == 0 ? bank.first : next_[bank.last]) = at;
  bank.last = at;
  most_accesses_ = std::max(most_accesses_, ++bank.count);
  if (!repeated) most_words_ = std::max(most_words_, ++bank.words);
  if (above) group_end_ = std::uint64_t{word.address} + config_.bank_bytes;
  group_begin_ = std::min(group_begin_, word.address);
  BankAccess& access = transaction.accesses.emplace_back(like);
  access.bank = number;
  access.row = word.address >> (bank_shift_ + row_shift_);
  access.address = word.address;
  access.be = word.be;
  access.slots = slots;
  if (with_data_ && access.write) write_bytes(access, word, slot);
  return true;
}

void Planner::write_bytes(BankAccess& access, const Word& word, std::uint32_t slot) {
  const std::uint64_t bits = byte_mask(word.be);
  access.wdata = (access.wdata & ~bits) | (word.wdata & bits);
  std::uint64_t slots = 0;
  std::memcpy(&slots, access.slot_of_byte.data(), sizeof slots);
  slots = (slots & ~bits) | (kEveryByte * slot & bits);
  std::memcpy(access.slot_of_byte.data(), &slots, sizeof slots);
}

void Planner::take_data_from_ub(Transaction& transaction, std::size_t first) const {
  for (std::size_t i = first; i < transaction.accesses.size(); ++i) {
    BankAccess& access = transaction.accesses[i];
    std::memcpy(&access.wdata, &model_.ub()[access.address], config_.bank_bytes);
  }
}

void Planner::end_group(Transaction& transaction) {
  if (transaction.accesses.size() == first_access_) return;
  const bool writes = transaction.accesses.back().write;
  (writes ? transaction.writes : transaction.reads).add(group_begin_, group_end_);
  group_begin_ = std::numeric_limits<std::uint32_t>::max();
  group_end_ = 0;
  for (std::size_t i = first_access_; i < transaction.accesses.size(); ++i) {
    Bank& bank = banks_[transaction.accesses[i].bank];
    if (bank.words != 0) bounds_.add_words(transaction.accesses[i].bank, bank.words);
    bank = {};
  }
  bounds_.end_group();
  transaction.bound += most_words_;
  first_access_ = transaction.accesses.size();
  Group& group = transaction.groups.emplace_back();
  group.end = static_cast<std::uint32_t>(first_access_);
  group.parallel = most_accesses_ == 1;
  most_words_ = most_accesses_ = 0;
}

}  // namespace gsq
