// SPDX-License-Identifier: Apache-2.0
// The state of the stages, and its update at a clock edge.
#include "gsq/timing/cycle_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <tuple>

#include "gsq/timing/bound.hpp"

namespace gsq {

CycleModel::CycleModel(const Config& config, Detail detail)
    : config_(config),
      with_ports_(detail == Detail::kPorts),
      words_per_block_(kBlockBytes / config.bank_bytes),
      model_(config),
      planner_(model_, detail),
      ub_(with_ports_ ? config.ub_bytes : 0),
      last_stage_(config.squeeze_cuts + 1),
      alu_stage_(config.squeeze_cuts == 0 ? 0 : 1),
      last_before_banks_(config.places == 1 ? kStageR : kStageE),
      banks_(config, detail),
      readers_(config.banks) {
  if (with_ports_) v_.fill(std::vector<std::uint8_t>(config.vlen_bytes));
  const std::size_t bit_words = (config.banks + 31) / 32;
  outputs_.bank_req.resize(bit_words);
  outputs_.bank_we.resize(bit_words);
  outputs_.bank_read.resize(bit_words);
  outputs_.bank.resize(config.banks);
  outputs_.bank_rdata.resize(config.banks);
  static_assert(std::tuple_size_v<decltype(pool_)> > kMaxUnanswered,
                "retired() needs a place beside those of all commands without an answer");
  decide();
}

void CycleModel::reset() {
  model_.reset();
  if (with_ports_) restore_model();
  answered_ = issued_ = decoded_ = masked_ = accepted_;
  pipe_.fill(nullptr);
  queue_.fill(nullptr);
  queued_ = 0;
  access_ = {};
  banks_.reset();
  r1_ = r2_ = nullptr;
  coming_ = written_ = {};
  cleared_ = nullptr;
  compute_writers_.fill(0);
  memory_writers_.fill(0);
  mask_awaited_.fill(false);
  host_queued_ = host_waited_ = 0;
  answers_ = {};
  retired_ = nullptr;
  std::fill(outputs_.bank_read.begin(), outputs_.bank_read.end(), 0);
  counters_ = shown_counters_ = {};
  decide();
}

/// The golden model continues with V, UB and masks as they are.
void CycleModel::restore_model() {
  // The golden model is ahead by the command in D0, which has not written its mask register, and by
  // compares up to CA. The older of two that write the same one has seen the older value.
  for (std::uint64_t sequence = accepted_; sequence-- != answered_;) {
    const Transaction& transaction = pool_[sequence % pool_.size()];
    if (transaction.plan.mask_dest == Plan::kNone) continue;
    if (sequence >= masked_ || (transaction.compares() && !transaction.done)) {
      model_.m(transaction.plan.mask_dest) = transaction.result;
    }
  }
  model_.ub() = ub_;
  for (std::size_t i = 0; i < v_.size(); ++i) model_.v(i) = v_[i];
}

void CycleModel::write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
  const auto at = static_cast<std::ptrdiff_t>(address);
  if (with_ports_) std::copy(bytes.begin(), bytes.end(), ub_.begin() + at);
  std::copy(bytes.begin(), bytes.end(), model_.ub().begin() + at);
}

void CycleModel::write_v(unsigned index, const std::vector<std::uint8_t>& bytes) {
  if (with_ports_) std::copy(bytes.begin(), bytes.end(), v_.at(index).begin());
  std::copy(bytes.begin(), bytes.end(), model_.v(index).begin());
}

void CycleModel::write_m(unsigned index, const std::vector<std::uint8_t>& bits) {
  std::copy(bits.begin(), bits.end(), model_.m(index).begin());
}

void CycleModel::step(const CycleInputs& inputs) {
  retired_ = nullptr;
  if (with_ports_) count(inputs);
  if (idle_ && inputs.command == nullptr && inputs.host == nullptr) {
    ++cycle_;
    return;
  }
  if (outputs_.rsp_valid && inputs.rsp_ready) {
    Transaction& oldest = pool_[answered_ % pool_.size()];
    oldest.retire = cycle_;
    retired_ = &oldest;
    ++answered_;
  }
  if (with_ports_) access_banks();
  answers_[1] = answers_[0];
  answers_[0].valid = false;
  serve_host();
  const bool issues = issues_;
  const bool host_free = outputs_.host_gnt;
  const bool cmd_ready = outputs_.cmd_ready;
  move_memory();
  if (compute_moves_) move_compute();
  if (issues) issue();
  if (leaves_d1_) ++decoded_;
  if (leaves_d0_) {
    const Transaction& leaves = pool_[masked_++ % pool_.size()];
    if (leaves.compares()) mask_awaited_[leaves.plan.mask_dest] = true;
  }
  if (cmd_ready && inputs.command != nullptr) take_command(inputs);
  if (host_free && inputs.host != nullptr) take_host(*inputs.host);
  ++cycle_;
  decide();
}

void CycleModel::count(const CycleInputs& inputs) {
  shown_counters_ = counters_;
  ++counters_.cycles;
  if (inputs.command != nullptr && !outputs_.cmd_ready) ++counters_.stalls;
  if (outputs_.rsp_valid && inputs.rsp_ready) ++counters_.commands;
  std::uint64_t accesses = 0;
  if (accesses_shown_) {
    const BankQueues::Presented& shown = banks_.presented();
    accesses = shown.accesses.size();
    counters_.writes += shown.writes;
    counters_.reads += accesses - shown.writes;
    counters_.slots += shown.slots;
    counters_.merged += shown.slots - shown.slot_accesses;
  }
  if (host_served_) {
    const HostAccess& host = host_queue_[0];
    accesses += host.accesses.size();
    (host.request.write ? counters_.writes : counters_.reads) += host.accesses.size();
  }
  if (accesses != 0) ++counters_.bank_cycles;
}

void CycleModel::access_banks() {
  std::fill(outputs_.bank_read.begin(), outputs_.bank_read.end(), 0);
  if (!outputs_.bank_any) return;
  if (accesses_shown_) {
    for (const BankQueues::Shown& shown : banks_.presented().accesses) {
      access_bank(*shown.access, shown.be, shown.command);
    }
  }
  if (host_served_) {
    for (const BankAccess& access : host_queue_[0].accesses) {
      access_bank(access, access.be, nullptr);
    }
  }
}

void CycleModel::access_bank(const BankAccess& access, std::uint32_t be,
                             const Transaction* command) {
  std::uint8_t* bytes = &ub_[access.address];
  // Fixed sizes: no call of memcpy. A word has 4 bytes or 8.
  const auto copy_word = [four = config_.bank_bytes == 4](void* to, const void* from) {
    four ? std::memcpy(to, from, 4) : std::memcpy(to, from, 8);
  };
  if (!access.write) {
    set_bit(outputs_.bank_read, access.bank);
    copy_word(&outputs_.bank_rdata[access.bank], bytes);
    readers_[access.bank] = command;
  } else if (be == (1U << config_.bank_bytes) - 1) {
    copy_word(bytes, &access.wdata);
  } else {
    for (std::uint32_t i = 0; i < config_.bank_bytes; ++i) {
      if (((be >> i) & 1U) != 0) bytes[i] = static_cast<std::uint8_t>(access.wdata >> (8 * i));
    }
  }
}

void CycleModel::serve_host() {
  if (host_queued_ == 0) return;
  if (!host_served_) {
    ++host_waited_;
    return;
  }
  std::rotate(host_queue_.begin(), host_queue_.begin() + 1, host_queue_.end());
  --host_queued_;
  host_waited_ = 0;
  const HostRequest& host = host_queue_.back().request;
  Answer& answer = answers_[0];
  answer.valid = true;
  answer.err = host.address >= config_.ub_bytes;
  answer.read = !host.write;
  if (answer.err) return;
  std::uint8_t* bytes = &model_.ub()[host.address / kBlockBytes * kBlockBytes];
  // Without a race the golden model, which is ahead, has the same bytes there and can write them.
  if (host.write) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(host.wdata.data());
    for (std::uint32_t i = 0; i < kBlockBytes; ++i) {
      if (((host.be >> i) & 1U) != 0) bytes[i] = data[i];
    }
  } else {
    std::memcpy(answer.data.data(), bytes, kBlockBytes);
  }
}

void CycleModel::write_v_of(const Transaction& transaction) {
  if (with_ports_ && transaction.plan.dest != Plan::kNone) {
    v_[transaction.plan.dest] = transaction.result;
  }
}

void CycleModel::move_returned() {
  std::swap(coming_, written_);
  coming_.second_port = coming_.operand = nullptr;
  coming_.arrivals.clear();
  const auto gets_operand = [](const Stage& group) {
    return group.command != nullptr && facts(group.command->command.op).kind == MemKind::Vec &&
           !group.words().write;
  };
  if (config_.places == 1) {
    const Stage ended = banks_.ends();
    if (gets_operand(ended)) coming_.operand = ended.command;
    return;
  }
  if (!host_wins_) {
    const BankQueues::Presented& presented = banks_.presented();
    coming_.second_port = presented.second_port;
    const auto found = std::find_if(presented.groups.begin(), presented.groups.end(), gets_operand);
    if (found != presented.groups.end()) coming_.operand = found->command;
    if (with_ports_) note_arrivals(presented);
  }
  const Stage& entry = access_[kStageE];
  const bool first =
      hands_on_[kStageE] && entry.group == entry.command->checks && entry.command->clears_dest();
  cleared_ = first ? entry.command : nullptr;
}

/// Section 4: the words of a group go to V as they come, two cycles after X presented them.
void CycleModel::write_arrivals() {
  for (const Arrival& arrival : written_.arrivals) {
    const std::uint8_t* from = arrival.command->result.data() + arrival.begin;
    std::copy(from, from + arrival.bytes,
              v_[arrival.command->plan.dest].begin() + static_cast<std::ptrdiff_t>(arrival.begin));
  }
  if (cleared_ != nullptr && with_ports_) {
    std::fill(v_[cleared_->plan.dest].begin(), v_[cleared_->plan.dest].end(), 0);
  }
}

void CycleModel::note_arrivals(const BankQueues::Presented& presented) {
  for (const BankQueues::Shown& shown : presented.accesses) {
    if (!shown.command->fills_dest()) continue;
    std::uint32_t bytes = config_.bank_bytes;  // of V, for a slot
    std::uint32_t apart = 4;                   // from one number of a slot to the next
    const Fractions& fractions = shown.command->plan.fractions;
    if (fractions.unpack != Dist::Norm) {
      bytes *= 2;
      apart *= 2;
    } else if (fractions.any()) {
      bytes = apart = fractions.lane;
    }
    for (std::uint64_t left = shown.slots; left != 0; left &= left - 1) {
      const auto slot = static_cast<std::uint32_t>(__builtin_ctzll(left));
      coming_.arrivals.push_back({shown.command, shown.group->v_begin + apart * slot, bytes});
    }
  }
  if (const Stage& turn = presented.turn; turn.command != nullptr) {
    const std::vector<Group>& groups = turn.command->groups;
    const auto count = static_cast<std::uint32_t>(groups.size());
    coming_.arrivals.push_back(
        {turn.command, groups[turn.group].v_begin, config_.vlen_bytes / count});
  }
}

void CycleModel::move_memory() {
  write_arrivals();
  move_returned();
  if (r2_ != nullptr) {
    if (config_.places == 1) write_v_of(*r2_);
    --memory_writers_[r2_->plan.dest];
    r2_->done = true;
  }
  r2_ = r1_;
  r1_ = nullptr;
  if (!host_wins_) {
    const BankQueues::Presented& presented = banks_.presented();
    const Transaction* last = nullptr;
    for (const Stage& shown : presented.groups) {
      ++shown.command->groups[shown.group].beats;
      if (shown.command != last) ++shown.command->ub_beats;
      last = shown.command;
    }
  }
  if (const Stage ended = banks_.ends(); ended.command != nullptr) {
    ended.command->groups[ended.group].ended = cycle_;
    if (ended.is_last() && ended.command->plan.dest != Plan::kNone) {
      r1_ = ended.command;
    } else if (ended.is_last()) {
      ended.command->done = true;
    }
  }
  const std::size_t last = last_before_banks_;
  banks_.step(hands_on_[last] ? access_[last] : Stage{});
  for (std::size_t stage = last; stage > 0; --stage) {
    if (hands_on_[stage]) access_[stage] = {};
    if (hands_on_[stage - 1]) access_[stage] = access_[stage - 1];
  }
  Stage& p = access_.front();
  if (hands_on_.front()) {
    if (p.is_last()) {
      p = {};
    } else {
      ++p.group;
    }
  }
  if (head_leaves_) {
    p = {queue_[0], 0};
    std::copy(queue_.begin() + 1, queue_.begin() + queued_, queue_.begin());
    --queued_;
  }
}

void CycleModel::move_compute() {
  Transaction* last = pipe_[last_stage_];
  if (last != nullptr) {
    write_v_of(*last);
    --compute_writers_[last->plan.dest];
    last->done = true;
    for (unsigned i = 0; i < queued_; ++i) {
      for (auto& ahead : queue_[i]->ahead) {
        if (ahead != 0) --ahead;
      }
    }
  }
  if (Transaction*& at_alu = pipe_[alu_stage_]; at_alu != nullptr && at_alu->compares()) {
    mask_awaited_[at_alu->plan.mask_dest] = false;
    at_alu->done = true;
    at_alu = nullptr;
  }
  for (unsigned stage = last_stage_; stage > 0; --stage) pipe_[stage] = pipe_[stage - 1];
  pipe_[0] = nullptr;
}

void CycleModel::issue() {
  Transaction& transaction = pool_[issued_ % pool_.size()];
  ++issued_;
  transaction.issue = cycle_;
  switch (transaction.plan.cls) {
    case CommandClass::Immediate:
      transaction.done = true;
      break;
    case CommandClass::Compute:
      pipe_[0] = &transaction;
      if (transaction.plan.dest != Plan::kNone) ++compute_writers_[transaction.plan.dest];
      break;
    case CommandClass::Memory: {
      transaction.ahead = {};
      unsigned writers = 0;  // of the pipe so far, oldest first
      for (unsigned stage = last_stage_ + 1; stage-- > 0;) {
        if (pipe_[stage] == nullptr || pipe_[stage]->plan.dest == Plan::kNone) continue;
        ++writers;
        for (std::size_t s = 0; s < 2; ++s) {
          if (transaction.plan.sources[s] == pipe_[stage]->plan.dest) {
            transaction.ahead[s] = static_cast<std::uint8_t>(writers);
          }
        }
      }
      queue_[queued_++] = &transaction;
      if (transaction.plan.dest != Plan::kNone) ++memory_writers_[transaction.plan.dest];
      break;
    }
  }
}

void CycleModel::take_command(const CycleInputs& inputs) {
  Transaction& transaction = pool_[accepted_ % pool_.size()];
  if (inputs.planned != nullptr) {
    transaction = *inputs.planned;
  } else {
    transaction.command = *inputs.command;
    planner_.plan(transaction);
  }
  transaction.sequence = accepted_++;
  transaction.done = false;
  transaction.ub_beats = 0;
  if (races_allowed_) return;
  for (unsigned i = 0; i < host_queued_; ++i) {
    if (const auto found = race(transaction, host_queue_[i].request)) {
      throw std::logic_error(*found);
    }
  }
}

void CycleModel::take_host(const HostRequest& request) {
  HostAccess& host = host_queue_[host_queued_++];
  host.request = request;
  host.accesses.clear();
  if (request.address >= config_.ub_bytes) return;
  const std::uint32_t byte_mask = (std::uint32_t{1} << config_.bank_bytes) - 1;
  const auto* data = reinterpret_cast<const std::uint8_t*>(request.wdata.data());
  for (std::uint32_t i = 0; i < words_per_block_; ++i) {
    const std::uint32_t be =
        request.write ? (request.be >> (i * config_.bank_bytes)) & byte_mask : byte_mask;
    if (be == 0) continue;
    const std::uint32_t word = request.address / kBlockBytes * words_per_block_ + i;
    BankAccess access;
    access.bank = bank_of(config_, word);
    access.row = word / config_.banks;
    access.address = word * config_.bank_bytes;
    access.be = be;
    access.write = request.write;
    std::memcpy(&access.wdata, data + std::size_t{i} * config_.bank_bytes, config_.bank_bytes);
    host.accesses.push_back(access);
  }
  if (races_allowed_) return;
  if (const auto found = race(request)) throw std::logic_error(*found);
}

std::optional<std::string> CycleModel::race(const HostRequest& host) const {
  for (std::uint64_t at = answered_; at < accepted_; ++at) {
    if (auto found = race(pool_[at % pool_.size()], host)) return found;
  }
  return std::nullopt;
}

std::optional<std::string> CycleModel::race(const Transaction& transaction,
                                            const HostRequest& host) const {
  const std::uint32_t block = host.address / kBlockBytes * kBlockBytes;
  const std::uint64_t end = std::uint64_t{block} + kBlockBytes;
  if (!transaction.writes.meets(block, end) &&
      !(host.write && transaction.reads.meets(block, end))) {
    return std::nullopt;
  }
  const std::uint32_t host_mask = host.write ? host.be : ~std::uint32_t{0};
  const auto races = [&](const Group& group) {
    const GroupWords& words = group.words;
    if (!host.write && !words.write) return false;
    for (std::uint32_t i = 0; i < words.count; ++i) {
      if (words.address[i] / kBlockBytes * kBlockBytes == block &&
          ((host_mask >> (words.address[i] % kBlockBytes)) & words.be[i]) != 0) {
        return true;
      }
    }
    return false;
  };
  if (std::none_of(transaction.groups.begin(), transaction.groups.end(), races)) {
    return std::nullopt;
  }
  return fmt::format(
      "cycle {}: host {} of block {:#x} races with command {} ({}), which is accepted and not "
      "answered; let the host keep away from the bytes of running commands",
      cycle_, host.write ? "write" : "read", block, transaction.sequence,
      to_text(transaction.command.op));
}

}  // namespace gsq
