// SPDX-License-Identifier: Apache-2.0
// Decisions for the present cycle, from the state only.
#include <algorithm>

#include "gsq/timing/bound.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace gsq {

void CycleModel::decide() {
  idle_ = answered_ == accepted_ && host_queued_ == 0 && !answers_[0].valid && !answers_[1].valid;

  // Section 2.
  port_busy_ = written_.second_port != nullptr && pipe_[last_stage_] != nullptr;
  const Transaction* at_alu = pipe_[alu_stage_];
  alu_busy_ = written_.operand != nullptr && at_alu != nullptr &&
              facts(at_alu->command.op).lane_op != LaneOp::None;
  compute_moves_ = compute_waits().cause == Cause::kNothing;

  // Sections 3, 4 and 6, from the end of the access pipe to its beginning.
  decide_host();
  banks_.decide(host_wins_, port_busy_);
  const Stage& last = access_[last_before_banks_];
  hands_on_[last_before_banks_] =
      last.command != nullptr && has_data(last) && banks_.has_room(last) &&
      banks_.of_another_kind(last) == nullptr && writer_before_entry() == nullptr;
  for (std::size_t stage = last_before_banks_; stage-- > 0;) {
    hands_on_[stage] = access_[stage].command != nullptr &&
                       (access_[stage + 1].command == nullptr || hands_on_[stage + 1]);
  }
  head_leaves_ = queued_ != 0 && head_waits().cause == Cause::kNothing;

  // Section 1.
  issues_ = issued_ != decoded_ && issue_waits().cause == Cause::kNothing;
  leaves_d1_ = decoded_ != masked_ && decoded_ - issued_ < kIssueQueueDepth;
  leaves_d0_ = masked_ != accepted_ && (decoded_ == masked_ || leaves_d1_) &&
               mask_waits().cause == Cause::kNothing;

  outputs_.cmd_ready = masked_ == accepted_ || leaves_d0_;
  const Transaction& oldest = pool_[answered_ % pool_.size()];
  outputs_.rsp_valid = answered_ != issued_ && oldest.done;
  outputs_.host_gnt = host_queued_ < kHostQueueDepth;
  outputs_.host_rvalid = answers_[1].valid;
  if (!with_ports_) return;
  if (outputs_.rsp_valid) outputs_.rsp = pack(oldest.response);
  outputs_.host_err = answers_[1].err;
  outputs_.host_rdata_valid = answers_[1].valid && answers_[1].read && !answers_[1].err;
  if (outputs_.host_rdata_valid) outputs_.host_rdata = answers_[1].data;
  show_banks();
}

void CycleModel::decide_host() {
  accesses_shown_ = banks_.presented().count != 0;
  host_served_ = host_queued_ != 0;
  host_wins_ = false;
  if (!host_served_) return;
  const std::uint32_t address = host_queue_[0].request.address;
  if (address >= config_.ub_bytes) return;
  if (host_waited_ == config_.host_patience) {
    host_wins_ = true;
    accesses_shown_ = false;
  } else if (accesses_shown_) {
    const std::uint32_t word = address / kBlockBytes * words_per_block_;
    host_served_ = !x_uses_column(bank_of(config_, word) / words_per_block_);
  }
}

bool CycleModel::x_uses_column(std::uint32_t column) const {
  const BankQueues::Presented& presented = banks_.presented();
  if (const Stage& whole = presented.whole; whole.command != nullptr) {
    const GroupWords& words = whole.words();
    return std::any_of(words.bank.begin(), words.bank.begin() + words.count,
                       [&](std::uint32_t bank) { return bank / words_per_block_ == column; });
  }
  // A column has at most 8 banks, and begins at a multiple of their number.
  const std::uint32_t first = column * words_per_block_;
  const std::uint64_t banks = (std::uint64_t{1} << words_per_block_) - 1;
  return (presented.banks[first / 64] >> (first % 64) & banks) != 0;
}

const Transaction* CycleModel::on_banks() const {
  const BankQueues::Presented& presented = banks_.presented();
  if (presented.ends.command != nullptr) return presented.ends.command;  // the oldest group
  return presented.groups.empty() ? presented.turn.command : presented.groups.front().command;
}

const Transaction* CycleModel::on_bank(std::uint32_t bank) const {
  if (!accesses_shown_) return nullptr;
  for (const BankQueues::Shown& shown : banks_.presented().accesses) {
    if (shown.access->bank == bank) return shown.command;
  }
  return nullptr;
}

bool CycleModel::has_data(const Stage& stage) const {
  const std::uint32_t needs = stage.command->groups[stage.group].needs;
  if (needs == Group::kNone) return true;
  const std::uint64_t ended = stage.command->groups[needs].ended;
  return ended != Group::kNotYet && cycle_ >= ended + kResultCycles;
}

const Transaction* CycleModel::reader_of_result() const {
  const Transaction* last = pipe_[last_stage_];
  for (unsigned i = 0; last != nullptr && i < queued_; ++i) {
    for (std::size_t s = 0; s < 2; ++s) {
      if (queue_[i]->plan.sources[s] == last->plan.dest && queue_[i]->ahead[s] == 0) {
        return queue_[i];
      }
    }
  }
  return nullptr;
}

const Transaction* CycleModel::writer_before_entry() const {
  const Transaction* entering = access_[kStageE].command;  // null with Places 1
  if (entering == nullptr || entering->plan.dest == Plan::kNone) return nullptr;
  const auto writes_it = [entering](const Transaction* older) {
    return older != nullptr && older != entering && older->plan.dest == entering->plan.dest;
  };
  if (memory_writers_[entering->plan.dest] == 1) return nullptr;  // mostly: it is the only one
  if (writes_it(r1_)) return r1_;
  for (std::size_t i = 0; i < banks_.groups(); ++i) {
    if (writes_it(banks_.group(i).command)) return banks_.group(i).command;
  }
  return nullptr;
}

CycleModel::Wait CycleModel::mask_waits() const {
  const Command& command = pool_[masked_ % pool_.size()].command;
  if (!is_there(command.op, config_.lane_ops != 0)) return {};
  const CommandFacts& row = facts(command.op);
  const auto awaited = [this](unsigned field) { return mask_awaited_[field % kNumMregs]; };
  const auto wait = [](unsigned field) {
    return Wait{Cause::kMask, static_cast<std::uint8_t>(field % kNumMregs)};
  };
  if (has(row.fields, CmdField::M) && awaited(command.m)) return wait(command.m);
  const bool masks = row.mask == MaskUse::Logic;
  if (masks && awaited(command.vs)) return wait(command.vs);
  if (masks && has(row.fields, CmdField::Vi) && awaited(command.vi)) return wait(command.vi);
  const bool to_vd = (masks && has(row.fields, CmdField::Vd)) || row.mask == MaskUse::Compare;
  if (to_vd && awaited(command.vd)) return wait(command.vd);
  const bool writes = row.mask == MaskUse::Write || (masks && to_vd);
  const Transaction* at_alu = pipe_[alu_stage_];
  if (writes && at_alu != nullptr && at_alu->compares()) return wait(at_alu->plan.mask_dest);
  return {};
}

CycleModel::Wait CycleModel::compute_waits() const {
  const Transaction* last = pipe_[last_stage_];
  if (reader_of_result() != nullptr) return {Cause::kOverwrite, last->plan.dest};
  if (port_busy_) return {Cause::kSecondPort};
  if (alu_busy_) return {Cause::kLaneAlu};
  return {};
}

bool CycleModel::from_compute(std::uint8_t reg) const {
  if (reg == Plan::kNone) return false;
  const Transaction* last = pipe_[last_stage_];
  const bool writes_now = compute_moves_ && last != nullptr && last->plan.dest == reg;
  return compute_writers_[reg] > (writes_now ? 1 : 0);
}

bool CycleModel::from_memory(std::uint8_t reg) const {
  if (reg == Plan::kNone) return false;
  return memory_writers_[reg] > (r2_ != nullptr && r2_->plan.dest == reg ? 1 : 0);
}

CycleModel::Wait CycleModel::issue_waits() const {
  if (issued_ - answered_ >= config_.rsp_depth) return {Cause::kResponseQueue};
  const Plan& plan = pool_[issued_ % pool_.size()].plan;
  if (plan.cls == CommandClass::Compute) {
    if (!compute_moves_) return compute_waits();
    for (const std::uint8_t source : plan.sources) {
      if (from_compute(source)) return {Cause::kFromCompute, source};
      if (from_memory(source)) return {Cause::kFromMemory, source};
    }
    if (from_memory(plan.dest)) return {Cause::kFromMemory, plan.dest};
  } else if (plan.cls == CommandClass::Memory) {
    if (queued_ == kMemQueueDepth) return {Cause::kMemoryQueue};
    if (from_compute(plan.dest)) return {Cause::kFromCompute, plan.dest};
  }
  return {};
}

CycleModel::Wait CycleModel::head_waits() const {
  const Transaction& head = *queue_[0];
  for (std::size_t s = 0; s < 2; ++s) {
    if (head.ahead[s] != 0) return {Cause::kFromCompute, head.plan.sources[s]};
  }
  const auto writes_source = [&head](const Transaction* older) {
    return older != nullptr && head.has(older->plan.dest);
  };
  if (writes_source(r1_)) return {Cause::kFromMemory, r1_->plan.dest};
  const Transaction* ends = banks_.presented().ends.command;
  if (writes_source(ends)) return {Cause::kFromMemory, ends->plan.dest};
  for (std::size_t i = 0; i < banks_.groups(); ++i) {
    const Transaction* older = banks_.group(i).command;
    if (writes_source(older)) return {Cause::kFromMemory, older->plan.dest};
  }
  for (const Stage& older : access_) {
    if (writes_source(older.command)) return {Cause::kFromMemory, older.command->plan.dest};
  }
  const Stage& p = access_.front();
  if (p.command == nullptr || (hands_on_.front() && p.is_last())) return {};
  return {Cause::kGroups};
}

void CycleModel::show_banks() {
  outputs_.bank_any = false;
  for (std::size_t i = 0; i < outputs_.bank_req.size(); ++i) {
    outputs_.bank_req[i] = 0;
    outputs_.bank_we[i] = 0;
    if (outputs_.bank_read[i] != 0) outputs_.bank_any = true;
  }
  if (accesses_shown_) {
    for (const BankQueues::Shown& shown : banks_.presented().accesses) {
      show_access(*shown.access, shown.be);
    }
  }
  if (host_served_) {
    for (const BankAccess& access : host_queue_[0].accesses) show_access(access, access.be);
  }
}

void CycleModel::show_access(const BankAccess& access, std::uint32_t be) {
  outputs_.bank_any = true;
  set_bit(outputs_.bank_req, access.bank);
  if (access.write) set_bit(outputs_.bank_we, access.bank);
  outputs_.bank[access.bank] = access;
  outputs_.bank[access.bank].be = be;
}

}  // namespace gsq
