// SPDX-License-Identifier: Apache-2.0
// Written from docs/reference/front_end.md.
#include "gsq/timing/front_end.hpp"

#include <algorithm>

namespace gsq {
namespace {

constexpr std::uint8_t kTagAnswer = 1;
constexpr std::uint8_t kTagUb = 2;

bool accesses_ub(const Decoded& what) {
  return what.facts->kind == InstructionKind::Command &&
         facts(what.command.op).cls == CommandClass::Memory &&
         facts(what.command.op).kind != MemKind::GatherReg;
}

/// Whether the front end itself answers.
bool answers_here(const Decoded& what) {
  return what.facts->kind == InstructionKind::Read || what.facts->kind == InstructionKind::Sync;
}

}  // namespace

std::optional<Decoded> FrontEnd::meaning(std::uint32_t word, XValues rs) const {
  return decode(word, rs, cfg_, config_.view);
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

bool FrontEnd::committed(std::size_t place) const {
  return place < queue_.size() && queue_[place].committed;
}

bool FrontEnd::ub_busy() const {
  return ub_open_ != 0 || std::any_of(queue_.begin(), queue_.end(), [&](const Entry& e) {
           return e.committed && !e.executed && accesses_ub(*meaning(e.word, e.rs));
         });
}

FrontEndOutputs FrontEnd::outputs(const FrontEndInputs& in) const {
  FrontEndOutputs out;

  // 1. Issue
  if (const auto what = meaning(in.instr, in.rs)) {
    out.accept = what->aligned;
    out.writeback = out.accept && what->answers;
    const bool there =
        (!what->facts->reads_rs1 || in.rs1_valid) && (!what->facts->reads_rs2 || in.rs2_valid);
    out.issue_ready = there && (!what->aligned || queue_.size() < config_.queue_depth);
  } else {
    out.issue_ready = true;
  }

  // 2. Execution
  const std::size_t next = to_execute();
  if (committed(next)) {
    const Decoded what = *meaning(queue_[next].word, queue_[next].rs);
    const bool ub = accesses_ub(what);
    out.cmd_valid = what.facts->kind == InstructionKind::Command && !(ub && host_waits_);
    out.cmd = what.command;
    out.cmd.tag = static_cast<std::uint8_t>((what.answers ? kTagAnswer : 0) | (ub ? kTagUb : 0));
  }

  // 3. Results
  const std::size_t first = to_result();
  const bool asked = (in.rsp.tag & kTagAnswer) != 0;
  out.rsp_ready = !asked;
  if (committed(first)) {
    const Entry& entry = queue_[first];
    const Decoded what = *meaning(entry.word, entry.rs);
    out.result_id = entry.id;
    out.rd = static_cast<std::uint8_t>(entry.word >> 7 & 31U);
    out.we = what.answers;
    if (answers_here(what)) {
      const bool sync = what.facts->kind == InstructionKind::Sync;
      out.result_valid = first == next && (!sync || open_ == 0);
      out.data = sync ? (failed_ ? failure_ : 0) : what.data;
    } else if (what.answers) {
      out.result_valid = in.rsp_valid && asked;
      out.data = in.rsp.info;
      if (asked) out.rsp_ready = in.result_ready;
    } else {
      out.result_valid = true;
    }
  }
  out.irq = failed_;

  // 4. Accesses of the core to UB
  out.host_req = in.ub_req && (!ub_busy() || host_waits_);
  out.ub_gnt = out.host_req && in.host_gnt;
  return out;
}

void FrontEnd::step(const FrontEndInputs& in) {
  const FrontEndOutputs out = outputs(in);
  const bool issue = in.issue_valid && out.issue_ready;
  const auto numbered = [](std::uint32_t id) {
    return [id](const Entry& e) { return !e.committed && e.id == id; };
  };

  // Results and executed instructions
  const bool result = out.result_valid && in.result_ready;
  const std::size_t first = to_result();
  const std::size_t next = to_execute();
  if (result) {
    Entry& entry = queue_[first];
    const Decoded what = *meaning(entry.word, entry.rs);
    entry.resulted = true;
    if (answers_here(what)) entry.executed = true;
    if (what.facts->kind == InstructionKind::Sync) {
      failed_ = false;
      answered_ = 0;
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
  if (committed(next)) {
    Entry& entry = queue_[next];
    const Decoded what = *meaning(entry.word, entry.rs);
    if (what.facts->kind == InstructionKind::Write) {
      cfg_ = what.cfg;
      entry.executed = true;
    }
    if (out.cmd_valid && in.cmd_ready) {
      ++open_;
      if (accesses_ub(what)) ++ub_open_;
      entry.executed = true;
    }
  }

  // What the core says of instructions in the queue
  const std::size_t before = queue_.size();
  auto keep = before;
  if (issue) {
    const auto old = std::find_if(queue_.begin(), queue_.end(), numbered(in.issue_id));
    keep = std::min(keep, static_cast<std::size_t>(old - queue_.begin()));
  }
  // It speaks of the instruction that it issues, or of one in the queue.
  const bool of_issued = in.commit_valid && issue && in.commit_id == in.issue_id;
  if (in.commit_valid && !of_issued) {
    const auto named = std::find_if(queue_.begin(), queue_.end(), numbered(in.commit_id));
    if (named != queue_.end()) {
      if (in.kill) {
        keep = std::min(keep, static_cast<std::size_t>(named - queue_.begin()));
      } else {
        std::for_each(queue_.begin(), named + 1, [](Entry& e) { e.committed = true; });
      }
    }
  }
  queue_.resize(keep);
  if (issue && out.accept && !(of_issued && in.kill)) {
    queue_.push_back({in.instr, in.rs, in.issue_id, false, false, false});
    if (of_issued)
      std::for_each(queue_.begin(), queue_.end(), [](Entry& e) { e.committed = true; });
  }
  while (!queue_.empty() && queue_.front().executed && queue_.front().resulted) queue_.pop_front();

  host_waits_ = out.host_req && !in.host_gnt;
}

}  // namespace gsq
