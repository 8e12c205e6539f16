// SPDX-License-Identifier: Apache-2.0
// Written from docs/reference/front_end.md.
#include "gsq/timing/front_end.hpp"

#include <algorithm>

namespace gsq {
namespace {

constexpr std::uint8_t kTagAnswer = 1;
constexpr std::uint8_t kTagUb = 2;

/// Cycles in which a vector instruction is the next one, before its first step.
constexpr unsigned kTurns = 2;

/// Whether the front end itself answers.
bool answers_here(const Decoded& what) {
  return what.facts->kind == InstructionKind::Read || what.facts->kind == InstructionKind::Sync;
}

bool is_state_instruction(const std::optional<Cracked>& vector) {
  return vector && vector->kind != VectorKind::Commands;
}

/// Its result is that of a response.
bool waits_for_response(const Cracked& vector) {
  return vector.answer != VectorAnswer::None && vector.answer != VectorAnswer::Here;
}

/// The word may be one that depends on vl and vtype.
bool may_need_state(std::uint32_t word) {
  const std::uint32_t opcode = word & 0x7fU;
  return opcode == 0x07 || opcode == 0x27 || opcode == 0x57 || opcode == 0x73;
}

std::uint8_t rd_of(std::uint32_t word) { return static_cast<std::uint8_t>(word >> 7 & 31U); }

}  // namespace

std::optional<Decoded> FrontEnd::meaning(std::uint32_t word, XValues rs) const {
  return decode(word, rs, cfg_, config_.view);
}

std::optional<Cracked> FrontEnd::vector_meaning(std::uint32_t word, XValues rs) const {
  if (!config_.rvv_ops) return std::nullopt;
  return crack(word, rs, state_, config_.view);
}

bool FrontEnd::accesses_ub(const Entry& entry) const {
  if (entry.vector) return entry.vector->accesses_ub;
  const Decoded what = *meaning(entry.word, entry.rs);
  return what.facts->kind == InstructionKind::Command &&
         facts(what.command.op).cls == CommandClass::Memory &&
         facts(what.command.op).kind != MemKind::GatherReg;
}

std::size_t FrontEnd::to_execute() const {
  const auto it =
      std::find_if(queue_.begin(), queue_.end(), [](const Entry& e) { return !e.executed; });
  return static_cast<std::size_t>(it - queue_.begin());
}

std::size_t FrontEnd::to_result() const {
  const auto it =
      std::find_if(queue_.begin(), queue_.end(), [](const Entry& e) { return !e.resulted; });
  return static_cast<std::size_t>(it - queue_.begin());
}

std::size_t FrontEnd::numbered(std::uint32_t id) const {
  const auto it = std::find_if(queue_.begin(), queue_.end(),
                               [&](const Entry& e) { return !e.committed && e.id == id; });
  return static_cast<std::size_t>(it - queue_.begin());
}

bool FrontEnd::committed(std::size_t place) const {
  return place < queue_.size() && queue_[place].committed;
}

bool FrontEnd::ub_busy() const {
  return ub_open_ != 0 || std::any_of(queue_.begin(), queue_.end(), [&](const Entry& e) {
           return e.committed && !e.executed && accesses_ub(e);
         });
}

void FrontEnd::judge(const FrontEndInputs& in, FrontEndOutputs& out) const {
  out.issue_ready = true;
  const bool place = queue_.size() < config_.queue_depth;
  const auto take = [&](const auto& what) {
    out.accept = what.aligned;
    const bool there = (!what.reads_rs1 || in.rs1_valid) && (!what.reads_rs2 || in.rs2_valid);
    out.issue_ready = there && (!what.aligned || place);
  };
  if (const auto what = meaning(in.instr, in.rs)) {
    struct {
      bool aligned, reads_rs1, reads_rs2;
    } const needs{what->aligned, what->facts->reads_rs1, what->facts->reads_rs2};
    take(needs);
    out.writeback = out.accept && what->answers;
    return;
  }
  const auto vector = vector_meaning(in.instr, in.rs);
  if (vector) {
    take(*vector);
    out.writeback = out.accept && vector->answer != VectorAnswer::None && rd_of(in.instr) != 0;
  }
  if (!config_.rvv_ops || !may_need_state(in.instr)) return;
  // vl and vtype are not known, or a result that depends on them is still to be given.
  const auto stays = queue_.begin() + static_cast<std::ptrdiff_t>(numbered(in.issue_id));
  const bool waits = std::any_of(queue_.begin(), stays, [](const Entry& e) {
    return !e.committed && is_state_instruction(e.vector);
  });
  const bool owes = std::any_of(queue_.begin(), queue_.end(), [](const Entry& e) {
    return e.committed && !e.resulted && is_state_instruction(e.vector);
  });
  if (waits || (owes && vector && vector->kind == VectorKind::Set)) out.issue_ready = false;
}

void FrontEnd::give_result(const FrontEndInputs& in, FrontEndOutputs& out) const {
  const std::size_t first = to_result();
  const bool asked = (in.rsp.tag & kTagAnswer) != 0;
  out.rsp_ready = !asked;
  if (!committed(first)) return;
  const Entry& entry = queue_[first];
  out.result_id = entry.id;
  out.rd = rd_of(entry.word);
  const auto of_response = [&](std::uint32_t data) {
    out.result_valid = in.rsp_valid && asked;
    out.data = data;
    if (asked) out.rsp_ready = in.result_ready;
  };
  if (entry.vector) {
    out.we = entry.vector->answer != VectorAnswer::None && out.rd != 0;
    if (waits_for_response(*entry.vector)) {
      of_response(answer_of(entry.vector->answer, in.rsp.info, config_.view));
    } else {
      out.result_valid = true;
      out.data = read_csr(entry.vector->csr, state_, config_.view);
    }
    return;
  }
  const Decoded what = *meaning(entry.word, entry.rs);
  out.we = what.answers;
  if (answers_here(what)) {
    const bool sync = what.facts->kind == InstructionKind::Sync;
    out.result_valid = first == to_execute() && (!sync || open_ == 0);
    out.data = sync ? (failed_ ? failure_ : 0) : what.data;
  } else if (what.answers) {
    of_response(in.rsp.info);
  } else {
    out.result_valid = true;
  }
}

FrontEndOutputs FrontEnd::outputs(const FrontEndInputs& in) const {
  FrontEndOutputs out;

  // 1. Issue
  judge(in, out);

  // 2. Execution
  const std::size_t next = to_execute();
  if (committed(next)) {
    const Entry& entry = queue_[next];
    const bool ub = accesses_ub(entry);
    bool answers{};
    if (entry.vector) {
      const bool begun = entry.turn == kTurns && entry.steps[entry.step].has_value();
      out.cmd_valid = begun && !(ub && host_waits_);
      if (begun) out.cmd = *entry.steps[entry.step];
      answers = entry.step + 1 == entry.steps.size() && waits_for_response(*entry.vector);
    } else {
      const Decoded what = *meaning(entry.word, entry.rs);
      out.cmd_valid = what.facts->kind == InstructionKind::Command && !(ub && host_waits_);
      out.cmd = what.command;
      answers = what.answers;
    }
    out.cmd.tag = static_cast<std::uint8_t>((answers ? kTagAnswer : 0) | (ub ? kTagUb : 0));
  }

  // 3. Results
  give_result(in, out);
  out.irq = failed_;

  // 4. Accesses of the core to UB
  out.host_req = in.ub_req && (!ub_busy() || host_waits_);
  out.ub_gnt = out.host_req && in.host_gnt;
  return out;
}

void FrontEnd::execute(Entry& entry, const FrontEndInputs& in, const FrontEndOutputs& out) {
  const bool given = out.cmd_valid && in.cmd_ready;
  if (given) {
    ++open_;
    if (accesses_ub(entry)) ++ub_open_;
  }
  if (!entry.vector) {
    const Decoded what = *meaning(entry.word, entry.rs);
    if (what.facts->kind == InstructionKind::Write) {
      cfg_ = what.cfg;
      entry.executed = true;
    }
    if (given) entry.executed = true;
    return;
  }
  if (entry.turn != kTurns || (entry.steps[entry.step].has_value() && !given)) return;
  if (entry.step == 0 && entry.vector->kind == VectorKind::Set) exec_state_ = entry.vector->after;
  entry.executed = ++entry.step == entry.steps.size();
}

void FrontEnd::commit(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Entry& entry = queue_[i];
    const bool sets = entry.vector && entry.vector->kind == VectorKind::Set;
    if (sets && !entry.committed) state_ = entry.vector->after;
    entry.committed = true;
  }
}

void FrontEnd::step(const FrontEndInputs& in) {
  const FrontEndOutputs out = outputs(in);
  const bool issue = in.issue_valid && out.issue_ready;
  const auto vector = vector_meaning(in.instr, in.rs);

  // Results and executed instructions
  const bool result = out.result_valid && in.result_ready;
  const std::size_t first = to_result();
  const std::size_t next = to_execute();
  if (result) {
    Entry& entry = queue_[first];
    entry.resulted = true;
    if (!entry.vector) {
      const Decoded what = *meaning(entry.word, entry.rs);
      if (answers_here(what)) entry.executed = true;
      if (what.facts->kind == InstructionKind::Sync) {
        failed_ = false;
        answered_ = 0;
      }
    }
  }
  if (in.rsp_valid && out.rsp_ready) {
    --open_;
    if ((in.rsp.tag & kTagUb) != 0) --ub_open_;
    if (in.rsp.status != Status::Ok && !failed_) {
      failed_ = true;
      failure_ = (answered_ & 0xffffU) << 16 | (in.rsp.info & 0xffU) << 8 |
                 static_cast<std::uint32_t>(in.rsp.status);
    }
    ++answered_;
  }
  if (committed(next)) execute(queue_[next], in, out);
  if (next < queue_.size()) queue_[next].turn = std::min(queue_[next].turn + 1, kTurns);

  // What the core says of instructions in the queue
  auto keep = queue_.size();
  if (issue) keep = numbered(in.issue_id);
  // It speaks of the instruction that it issues, or of one in the queue.
  const bool of_issued = in.commit_valid && issue && in.commit_id == in.issue_id;
  if (in.commit_valid && !of_issued) {
    const std::size_t named = numbered(in.commit_id);
    if (in.kill) keep = std::min(keep, named);
    if (!in.kill && named != queue_.size()) commit(named + 1);
  }
  queue_.resize(keep);
  if (issue && out.accept && !(of_issued && in.kill)) {
    Entry& entry = queue_.emplace_back();
    entry.word = in.instr;
    entry.rs = in.rs;
    entry.id = in.issue_id;
    entry.vector = vector;
    if (of_issued) commit(queue_.size());
  }
  while (!queue_.empty() && queue_.front().executed && queue_.front().resulted) queue_.pop_front();

  // The steps of a vector instruction that is the next one from now on
  const std::size_t now = to_execute();
  if (now < queue_.size() && queue_[now].vector && queue_[now].steps.empty()) {
    Entry& entry = queue_[now];
    entry.steps = crack(entry.word, entry.rs, exec_state_, config_.view)->steps;
  }

  host_waits_ = out.host_req && !in.host_gnt;
}

}  // namespace gsq
