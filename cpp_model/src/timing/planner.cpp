// SPDX-License-Identifier: Apache-2.0
#include "gsq/timing/planner.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

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

/// Minimum number of groups of a memory command, including those without a word but not those that
/// are only checked. `command` has legal register numbers.
std::uint32_t groups_of(const Command& command, const Model& before) {
  const MemKind kind = facts(command.op).kind;
  if (kind == MemKind::GatherReg) return 4 / rules::bytes_of(command.width);
  if (kind != MemKind::Gather && kind != MemKind::Scatter) return 1;
  const std::uint32_t slot = rules::bytes_of(facts(command.form).slot);
  if (slot >= 4) return 1;
  const auto& mask = before.m(command.m);
  const std::size_t in_group = mask.size() / (4 / slot);  // bytes of the vector
  std::array<bool, 4> active{};
  const std::size_t end =
      std::size_t{slot} * rules::slot_lanes(command, before.config().vlen_bytes);
  for (std::size_t at = 0; at < end; at += slot) active.at(at / in_group) |= mask[at] != 0;
  const auto groups = static_cast<std::uint32_t>(std::count(active.begin(), active.end(), true));
  return std::max(1U, groups);
}

/// Groups that are only checked, before the others of a memory command.
std::uint32_t checks_of(const Command& command, std::uint32_t groups) {
  const MemKind kind = facts(command.op).kind;
  if (kind != MemKind::Gather && kind != MemKind::Scatter) return 0;
  return groups > 2 ? groups - 2 : 0;
}

/// Per group of a gather_lanes: a lane of it has a result.
std::array<bool, 4> groups_with_result(const Command& command, const Model& before) {
  std::array<bool, 4> found{};
  const std::uint32_t in_group = before.config().vlen_bytes / 4;
  const std::uint32_t lanes = before.config().lanes(rules::bytes_of(command.width));
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if (rules::picked_lane(command, before, lane)) found.at(lane / in_group) = true;
  }
  return found;
}

/// Whether a legal command of the memory class has nothing to do, so that it is answered at issue.
bool has_nothing_to_do(const Command& command, const Model& before) {
  const CommandFacts& row = facts(command.op);
  if (row.stream == StreamUse::Store) return !rules::stream_piece(command, before);
  if (row.stream == StreamUse::Post) return before.u(command.u).lo == before.u(command.u).hi;
  return has(row.fields, CmdField::Iterations) && command.iterations == 0;
}

/// The fractions that the groups of a legal command return, where words have this many bytes.
Fractions fractions_of(const Command& command, std::uint32_t bank_bytes) {
  const CommandFacts& row = facts(command.op);
  Width element = command.width;  // of gather_reg
  Width lane = command.width;
  Dist unpack = Dist::Norm;
  if (command.op == Opcode::LoadAlign && command.distr != Dist::Norm) {
    unpack = command.distr;
    element = unpack == Dist::UnpackB8 ? Width::B8 : Width::B16;
    lane = unpack == Dist::UnpackB8 ? Width::B16 : Width::B32;
  } else if (row.kind == MemKind::Gather) {
    element = facts(command.form).elem;
    lane = facts(command.form).slot;
  } else if (row.kind != MemKind::GatherReg) {
    return {};
  }
  if (unpack == Dist::Norm && rules::bytes_of(lane) >= bank_bytes) return {};
  return {static_cast<std::uint8_t>(rules::bytes_of(element)),
          static_cast<std::uint8_t>(rules::bytes_of(lane)), unpack};
}

/// The plan of a command that judge() answers with `response`.
Plan plan_of(const Command& command, const Model& before, const Response& response) {
  Plan plan;
  if (response.status != Status::Ok && !rules::is_lane_fault(command, response)) return plan;
  const CommandFacts& row = facts(command.op);
  if (row.mask == MaskUse::Write) plan.mask_dest = command.m;
  if ((row.mask == MaskUse::Logic && has(row.fields, CmdField::Vd)) ||
      row.mask == MaskUse::Compare) {
    plan.mask_dest = command.vd;
  }
  if (has_nothing_to_do(command, before)) return plan;
  plan.cls = row.cls;
  if (row.writes_vd) plan.dest = command.vd;
  plan.merges = rules::merges(command, before.config());
  if (row.reads_vs) plan.sources[0] = command.vs;
  if (reads_vi(command)) plan.sources[1] = command.vi;
  const Config& config = before.config();
  if (config.places != 1) plan.fractions = fractions_of(command, config.bank_bytes);
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
      read_ahead_(config_.places == 1 ? kReadAhead : kReadAhead + 1),
      bounds_(config_),
      first_of_(config_.banks) {}

void Planner::plan(Transaction& transaction) {
  const Command& command = transaction.command;
  transaction.accesses.clear();
  transaction.groups.clear();
  transaction.checks = 0;
  transaction.reads = transaction.writes = {};
  transaction.bound = transaction.merged = 0;
  Plan& plan = transaction.plan;
  const rules::RealRegisters registers(command);
  const Command& real = registers.command();
  transaction.response = model_.judge(command);
  transaction.fault.reset();
  plan = plan_of(real, model_, transaction.response);
  if (with_data_ && plan.mask_dest != Plan::kNone) transaction.result = model_.m(plan.mask_dest);
  std::array<bool, 4> has_result{true, true, true, true};
  if (config_.places != 1 && real.op == Opcode::GatherLanes &&
      transaction.response.status == Status::Ok) {
    has_result = groups_with_result(real, model_);
  }
  if (transaction.response.status == Status::Ok) {
    const MemKind kind = facts(command.op).kind;
    if (kind == MemKind::Vec) {
      plan_vec(transaction);
    } else {
      if (facts(real.op).mask == MaskUse::Slot && real.form != Form::B64) {
        rules::with_lanes(real, [&](auto form, auto index) {
          plan_lanes<form(), decltype(index)>(transaction, real);
        });
      } else {
        plan_accesses(transaction, real);
      }
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
  if (plan.cls == CommandClass::Memory) {  // groups without a word pass through the pipe too
    const std::size_t least = groups_of(real, model_);
    while (transaction.groups.size() < least) {
      const auto number = static_cast<std::uint32_t>(transaction.groups.size());
      begin_group(transaction, false).parallel = true;
      // Each group of gather_reg has its share of the vector.
      Group& group = transaction.groups.back();
      group.v_begin = config_.vlen_bytes / static_cast<std::uint32_t>(least) * number;
      group.has_result = has_result.at(number);
    }
    transaction.checks = checks_of(real, static_cast<std::uint32_t>(least));
    if (transaction.checks != 0) {
      Group checked;
      checked.words.parallel = true;
      transaction.groups.insert(transaction.groups.begin(), transaction.checks, checked);
    }
  }
}

template <Form form, typename Index>
void Planner::plan_lanes(Transaction& transaction, const Command& command) {
  constexpr std::uint32_t kElement = rules::bytes_of(facts(form).elem);
  constexpr std::uint32_t kSlot = rules::bytes_of(facts(form).slot);
  constexpr std::uint32_t kBytes = (1U << kElement) - 1;
  const rules::LaneWalk walk = rules::lane_walk(command, model_.v(command.vi).data());
  const bool write = !facts(command.op).writes_vd;
  const std::uint8_t* data = with_data_ && write ? model_.v(command.vs).data() : nullptr;
  const std::uint32_t in_word = config_.bank_bytes - 1;
  const std::uint32_t in_group = config_.vlen_bytes / 4;
  BankAccess like;
  like.write = write;
  const std::uint32_t lanes = rules::slot_lanes(command, config_.vlen_bytes);
  for (std::uint32_t first = 0; first < lanes; first += in_group) {
    GroupWords& words = begin_group(transaction, write);
    transaction.groups.back().v_begin = first * kSlot;
    const auto take = [&](std::uint32_t slot, std::uint32_t at) {
      const std::uint32_t lane = first + slot;
      const auto address =
          static_cast<std::uint32_t>(walk.address(lane, walk.index_as<Index>(lane)));
      words.slot[at] = static_cast<std::uint8_t>(slot);
      words.address[at] = address & ~in_word;
      words.be[at] = static_cast<std::uint8_t>(kBytes << (address & in_word));
      lane_[at] = lane;
    };
    const std::uint8_t* active = model_.m(command.m).data() + std::size_t{first} * kSlot;
    for (std::uint32_t slot = 0; slot < in_group; ++slot) {
      words.count += active[slot * kSlot] != 0 ? 1 : 0;
    }
    if (words.count == in_group) {  // the usual case, in which all lanes are handled at once
      for (std::uint32_t slot = 0; slot < in_group; ++slot) take(slot, slot);
    } else {
      std::uint32_t at = 0;
      for (std::uint32_t slot = 0; slot < in_group; ++slot) {
        if (active[slot * kSlot] != 0) take(slot, at++);
      }
    }
    for (std::uint32_t at = 0; data != nullptr && at < words.count; ++at) {
      data_[at] = rules::read_number(data + std::size_t{lane_[at]} * kSlot, kElement)
                  << (8 * static_cast<unsigned>(__builtin_ctz(words.be[at])));
    }
    end_group(transaction, like);
  }
}

void Planner::plan_accesses(Transaction& transaction, const Command& command) {
  const CommandFacts& row = facts(command.op);
  // Stores through an unaligned-store register write blocks that it has put together.
  const bool writes_lanes =
      with_data_ && row.reads_vs && !row.writes_vd && !has(row.fields, CmdField::U);
  const std::uint8_t* data = writes_lanes ? model_.v(command.vs).data() : nullptr;
  BankAccess like;
  like.write = !row.writes_vd;
  // Sizes are powers of two.
  std::uint32_t lane_bytes = kBlockBytes;
  if (row.mask == MaskUse::Slot) lane_bytes = rules::bytes_of(facts(command.form).slot);
  const int lane_shift = __builtin_ctz(lane_bytes);
  // The first byte in UB of a contiguous access, in the block where its slots begin.
  const bool contiguous = has(row.fields, CmdField::Distr) || row.stream != StreamUse::None;
  GroupWords& words = begin_group(transaction, like.write);
  const auto visit = [&](const rules::Access& access) {
    const auto address = static_cast<std::uint32_t>(access.address);
    std::uint32_t slot = (access.offset >> bank_shift_) * slots_per_word_;
    if (contiguous) {
      const std::uint32_t start = has(row.fields, CmdField::Distr) ? command.addr : address;
      slot = ((address - start / kBlockBytes * kBlockBytes) >> bank_shift_) * slots_per_word_;
    } else if (row.mask == MaskUse::Slot) {
      slot = access.offset / 4;
    }
    const std::uint32_t lane = access.offset >> lane_shift;
    const std::uint32_t in_word = config_.bank_bytes - 1;
    if (data == nullptr && ((address | access.bytes) & in_word) == 0) {
      need_words(words, slot, address, access.bytes >> bank_shift_, lane);
      return;
    }
    for (std::uint32_t done = 0; done < access.bytes; slot += slots_per_word_) {
      const std::uint32_t first = (address + done) & in_word;
      const std::uint32_t count = std::min(config_.bank_bytes - first, access.bytes - done);
      std::uint64_t bytes = 0;
      if (data != nullptr) {
        bytes = rules::read_number(data + access.offset + done, count) << (8 * first);
      }
      need(words, slot, address + done - first, ((1U << count) - 1) << first, lane, bytes);
      done += count;
    }
  };
  if (command.op == Opcode::LoadAlign) {  // whatever its lanes are, it reads bytes in a row
    const std::uint32_t parts = command.distr == Dist::Norm ? 1 : 2;
    visit(rules::Access{command.addr, config_.vlen_bytes / parts, 0, 0});
  } else {
    rules::for_each_access(command, model_, visit);
  }
  end_group(transaction, like);
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
  const auto selection = std::make_tuple(command.width, command.bitwise, command.mask);
  if (vec_selection_ == selection) return;  // mostly many commands have the same
  vec_selection_ = selection;
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
  GroupWords& words = begin_group(transaction, like.write);
  for (const BlockWords& block : vec_blocks_) {
    const auto address = static_cast<std::uint32_t>(walk.address(iteration, block.offset));
    for (std::uint32_t word = 0; word < words_per_block_; ++word) {
      if (block.be[word] == 0) continue;
      const std::uint32_t at = block.offset / config_.bank_bytes + word;
      need(words, at * slots_per_word_, address + word * config_.bank_bytes, block.be[word],
           block.lane[word], 0);
    }
  }
  end_group(transaction, like);
}

GroupWords& Planner::begin_group(Transaction& transaction, bool write) {
  Group& group = transaction.groups.emplace_back();
  group.begin = static_cast<std::uint32_t>(transaction.accesses.size());
  group.words.write = write;
  return group.words;
}

void Planner::need(GroupWords& words, std::uint32_t slot, std::uint32_t address, std::uint32_t be,
                   std::uint32_t lane, std::uint64_t data) {
  if (words.count != 0 && words.slot[words.count - 1] == slot) {  // several lanes in a word
    words.be[words.count - 1] |= static_cast<std::uint8_t>(be);
    data_[words.count - 1] |= data;
    return;
  }
  const std::uint32_t at = words.count++;
  words.slot[at] = static_cast<std::uint8_t>(slot);
  words.address[at] = address;
  words.be[at] = static_cast<std::uint8_t>(be);
  lane_[at] = lane;
  data_[at] = data;
}

void Planner::need_words(GroupWords& words, std::uint32_t slot, std::uint32_t address,
                         std::uint32_t count, std::uint32_t lane) {
  const std::uint32_t begin = words.count;
  const std::uint32_t between = slots_per_word_;
  const int shift = bank_shift_;
  const auto all_bytes = static_cast<std::uint8_t>((1U << config_.bank_bytes) - 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    words.slot[begin + i] = static_cast<std::uint8_t>(slot + i * between);
    words.address[begin + i] = address + (i << shift);
    words.be[begin + i] = all_bytes;
    lane_[begin + i] = lane;
    data_[begin + i] = 0;
  }
  words.count = begin + count;
}

void Planner::end_group(Transaction& transaction, const BankAccess& like) {
  GroupWords& words = transaction.groups.back().words;
  if (words.count == 0) {
    transaction.groups.pop_back();
    return;
  }
  std::uint32_t lowest = words.address[0];
  std::uint32_t highest = lowest;
  for (std::uint32_t i = 0, count = words.count; i < count; ++i) {
    lowest = std::min(lowest, words.address[i]);
    highest = std::max(highest, words.address[i]);
  }
  (like.write ? transaction.writes : transaction.reads)
      .add(lowest, std::uint64_t{highest} + config_.bank_bytes);
  find_banks(words);
  transaction.bound += find_accesses(words);
  bounds_.end_group();
  if (transaction.has_lanes()) transaction.merged += merged(words);
  if (with_data_) show_accesses(transaction, like);
}

void Planner::find_banks(GroupWords& words) const {
  const std::uint32_t count = words.count;
  if (config_.bank_hash == 0) {  // for many words at once
    const int shift = bank_shift_;
    const std::uint32_t last_bank = config_.banks - 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      words.bank[i] = words.address[i] >> shift & last_bank;
    }
  } else {
    for (std::uint32_t i = 0; i < count; ++i) {
      words.bank[i] = bank_of(config_, words.address[i] >> bank_shift_);
    }
  }
}

/// The same for words in a row, each of which has a bank of its own. Returns whether these are
/// some.
bool Planner::find_row(GroupWords& words) {
  const std::uint32_t count = words.count;
  if (config_.bank_hash != 0 || count > config_.banks) return false;
  const std::uint32_t start = words.address[0];
  const int shift = bank_shift_;
  std::uint32_t apart = 0;
  for (std::uint32_t i = 0; i < count; ++i) apart |= words.address[i] ^ (start + (i << shift));
  if (apart != 0) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    words.leader[i] = words.led_by[i] = static_cast<std::uint8_t>(i);
  }
  words.accesses = count;
  words.parallel = true;
  const std::uint32_t to_last = std::min(count, config_.banks - words.bank[0]);
  bounds_.add_row(words.bank[0], to_last);
  bounds_.add_row(0, count - to_last);
  return true;
}

/// Returns the number of different words in the bank that has the most.
std::uint32_t Planner::find_accesses(GroupWords& words) {
  const std::uint32_t count = words.count;
  if (find_row(words)) return 1;
  // Mostly a bank has one word for the group: that of the lowest slot which needs the bank.
  std::uint8_t* const first_of = first_of_.data();
  for (std::uint32_t i = count; i-- > 0;) first_of[words.bank[i]] = static_cast<std::uint8_t>(i);
  const unsigned alone = config_.coalesce != 0 ? 0 : 1;
  std::uint32_t others = 0;
  for (std::uint32_t i = 0; i < count; ++i) {  // without a branch, which nobody could predict
    const std::uint8_t first = first_of[words.bank[i]];
    const auto differs = static_cast<unsigned>(words.address[first] != words.address[i]);
    words.leader[i] = first;
    others_[others] = static_cast<std::uint8_t>(i);
    others += (differs | alone) & static_cast<unsigned>(first != i);
  }
  find_leaders(words);
  for (std::uint32_t i = 0; i < words.accesses; ++i) bounds_.add_word(words.bank[words.led_by[i]]);
  words.parallel = others == 0;
  if (words.parallel) return 1;
  const std::uint32_t most = find_others(words, others);
  find_leaders(words);
  return most;
}

void Planner::find_leaders(GroupWords& words) {
  std::uint32_t accesses = 0;
  for (std::uint32_t i = 0, count = words.count; i < count; ++i) {
    words.led_by[accesses] = static_cast<std::uint8_t>(i);
    accesses += words.leader[i] == i ? 1 : 0;
  }
  words.accesses = accesses;
}

/// Finds the accesses of the slots that the first access of their bank does not serve: those of
/// others_. Returns as find_accesses() does.
std::uint32_t Planner::find_others(GroupWords& words, std::uint32_t count) {
  for (std::uint32_t i = 0; i < words.count; ++i) {
    of_bank_[i] = {words.address[i], 1, static_cast<std::uint8_t>(i)};
  }
  std::uint32_t most = 1;
  for (std::uint32_t at = 0; at < count; ++at) {
    const std::uint8_t i = others_[at];
    const std::uint32_t address = words.address[i];
    const std::uint8_t first = words.leader[i];
    OfBank& bank = of_bank_[first];
    bool is_new = address > bank.highest;
    if (is_new) {
      bank.highest = address;
    } else {
      std::uint8_t same = first;
      while (same != bank.last && words.address[same] != address) same = next_[same];
      is_new = words.address[same] != address;
      if (!is_new && config_.coalesce != 0) {
        words.leader[i] = same;
        continue;
      }
    }
    words.leader[i] = i;
    next_[bank.last] = i;
    bank.last = i;
    if (!is_new) continue;
    bounds_.add_word(words.bank[i]);
    most = std::max(most, ++bank.words);
  }
  return most;
}

/// Lanes, or blocks of gather_block, none of whose words is the first of its access.
std::uint32_t Planner::merged(const GroupWords& words) const {
  std::uint32_t lanes = 0;
  for (std::uint32_t i = 0; words.accesses != words.count && i < words.count;) {
    const std::uint32_t lane = lane_[i];
    bool leads = false;
    for (; i < words.count && lane_[i] == lane; ++i) leads = leads || words.leader[i] == i;
    lanes += leads ? 0 : 1;
  }
  return lanes;
}

void Planner::show_accesses(Transaction& transaction, const BankAccess& like) {
  Group& group = transaction.groups.back();
  GroupWords& words = group.words;
  words.share();
  std::array<std::size_t, GroupWords::kMostSlots> place{};  // of the access, by its leader
  for (std::uint32_t i = 0; i < words.accesses; ++i) {
    const std::uint32_t leader = words.led_by[i];
    place[leader] = transaction.accesses.size();
    BankAccess& access = transaction.accesses.emplace_back(like);
    access.bank = words.bank[leader];
    access.address = words.address[leader];
    access.row = access.address >> (bank_shift_ + row_shift_);
    access.slots = words.sharing[leader];
    access.lane = lane_[leader];
  }
  for (std::uint32_t i = 0; i < words.count; ++i) {
    BankAccess& access = transaction.accesses[place[words.leader[i]]];
    access.be |= words.be[i];
    if (!like.write) continue;
    const std::uint64_t bits = byte_mask(words.be[i]);
    access.wdata = (access.wdata & ~bits) | (data_[i] & bits);
    std::uint64_t slots = 0;
    std::memcpy(&slots, access.slot_of_byte.data(), sizeof slots);
    slots = (slots & ~bits) | (kEveryByte * words.slot[i] & bits);
    std::memcpy(access.slot_of_byte.data(), &slots, sizeof slots);
  }
}

void Planner::take_data_from_ub(Transaction& transaction, std::size_t first) const {
  for (std::size_t i = first; i < transaction.accesses.size(); ++i) {
    BankAccess& access = transaction.accesses[i];
    std::memcpy(&access.wdata, &model_.ub()[access.address], config_.bank_bytes);
  }
}

}  // namespace gsq
