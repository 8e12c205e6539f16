// SPDX-License-Identifier: Apache-2.0
#include "system/monitor.hpp"

#include <Vgsq_top.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace tb {
namespace {

constexpr std::uint64_t kHangCycles = 100000;

}  // namespace

std::optional<Difference> Monitor::watch(std::uint64_t cycle) {
  const Vgsq_top& ports = dut_.ports();
  command_taken_ = ports.cmd_valid_i && ports.cmd_ready_o;
  host_taken_ = ports.host_req_i && ports.host_gnt_o;
  count_bank_accesses(cycle);
  if (dut_.issue().get(0, 1) != 0 && commands_.issued() != commands_.accepted()) {
    commands_.issue(cycle);
  }
  if (command_taken_) {
    commands_.accept();
    last_progress_ = cycle + 1;
  }
  if (auto broken = watch_response(cycle)) return broken;
  return watch_host(cycle);
}

void Monitor::count_bank_accesses(std::uint64_t cycle) {
  const unsigned accesses = dut_.bank_accesses();
  if (accesses == 0) return;
  if (bank_use_.cycles++ == 0) bank_use_.first = cycle;
  bank_use_.last = cycle;
  bank_use_.accesses += accesses;
}

std::optional<Difference> Monitor::watch_response(std::uint64_t cycle) {
  const Vgsq_top& ports = dut_.ports();
  const char* broken = response_port_.watch(ports.rsp_valid_o, ports.rsp_ready_i, ports.rsp_o);
  if (broken != nullptr)
    return Difference{kind::kContract, "response port", "the handshake kept", broken};
  if (!ports.rsp_valid_o || !ports.rsp_ready_i) return std::nullopt;
  if (commands_.answered() == commands_.issued()) {
    return Difference{kind::kContract, "rsp_valid_o", "0, nothing is unanswered", "1"};
  }
  gsq::ResponseBits bits{};
  std::memcpy(bits.data(), &ports.rsp_o, sizeof bits);
  TrackedCommand command = commands_.answer();
  gsq::Completion completion;
  completion.response = gsq::unpack(bits);
  completion.issue = command.issue;
  completion.retire = cycle;
  completions_.push_back(completion);
  answered_label_ = std::move(command.label);
  last_progress_ = std::max(last_progress_, cycle);
  return std::nullopt;
}

std::optional<Difference> Monitor::watch_host(std::uint64_t cycle) {
  const Vgsq_top& ports = dut_.ports();
  if (host_taken_) ++host_in_flight_;
  if (!ports.host_rvalid_o) return std::nullopt;
  if (host_in_flight_ == 0) return Difference{kind::kContract, "host_rvalid_o", "0", "1"};
  --host_in_flight_;
  if (keep_host_answers_) {
    HostAnswer answer{cycle, ports.host_err_o != 0, {}};
    std::copy_n(&ports.host_rdata_o[0], answer.rdata.size(), answer.rdata.begin());
    host_answers_.push_back(answer);
  }
  return std::nullopt;
}

void Monitor::reset() {
  commands_.discard_accepted();
  host_in_flight_ = 0;
  command_taken_ = host_taken_ = false;
  response_port_.reset();
}

void Monitor::add(const gsq::Transaction& done) {
  if (completions_.empty()) return;  // only after a wrong response of the RTL
  if (done.plan.dest != gsq::Plan::kNone) {
    writers_[done.plan.dest] = {std::move(answered_label_), done.retire};
  } else if (done.plan.mask_dest != gsq::Plan::kNone) {
    mask_writers_[done.plan.mask_dest] = {std::move(answered_label_), done.retire};
  }
  gsq::Completion& completion = completions_.back();
  completion.fault = done.fault;
  completion.ub_beats = done.ub_beats;
  completion.bound = done.bound;
  completion.merged = done.merged;
}

std::optional<Difference> Monitor::hang(std::uint64_t cycle, const gsq::Transaction* oldest) const {
  if (commands_.empty() || cycle - last_progress_ < kHangCycles) return std::nullopt;
  const std::uint64_t waiting = commands_.accepted() - commands_.answered();
  return Difference{
      kind::kAnswer,
      fmt::format("nothing moved for {} cycles, {} for {} answer", kHangCycles,
                  waiting == 1 ? "1 command waits" : fmt::format("{} commands wait", waiting),
                  waiting == 1 ? "its" : "their"),
      "an answer", "none", oldest};
}

std::vector<gsq::Completion> Monitor::take_completions() { return std::exchange(completions_, {}); }

gsq::BankUse Monitor::take_bank_use() { return std::exchange(bank_use_, {}); }

}  // namespace tb
