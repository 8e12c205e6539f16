// SPDX-License-Identifier: Apache-2.0
#include "soc_lockstep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <vector>

#include "built_config.hpp"
#include "common/signal.hpp"
#include "gsq/semantics/instruction.hpp"
#include "gsq/semantics/vector_instruction.hpp"
#include "gsq/timing/bound.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "gsq/timing/front_end.hpp"

namespace soc {
namespace {

constexpr std::uint32_t kUbBase = 0x10000000;  // these two as soc_riscv has them
constexpr unsigned kQueueDepth = 4;
const std::string kTop = "soc_riscv";  // NOLINT: a name

gsq::FrontEndConfig front_end(const gsq::Config& config) {
  const bool lane_ops = config.lane_ops != 0;  // with them there are vector instructions, too
  return {kQueueDepth, {lane_ops, config.vlen_bytes, config.ub_bytes, kUbBase}, lane_ops};
}

class UnitLockstep : public Lockstep {
 public:
  explicit UnitLockstep(const VerilatedContext& context)
      : context_(context), config_(built_config()), front_(front_end(config_)), unit_(config_) {
    for (std::uint32_t i = 0; i < config_.banks; ++i) {
      banks_.push_back(below("u_gsq.u_ub.g_bank[" + std::to_string(i) + "].u_bank", "mem_q"));
    }
    for (tb::Signal& bank : banks_) std::fill_n(bank.bytes(), bank.size(), 0);
    std::fill_n(v_.bytes(), v_.size(), 0);
    const tb::Signal masks = below("u_gsq.u_core.u_issue.u_checks.u_masks", "mreg_q");
    std::fill_n(masks.bytes(), masks.size(), 0);
  }

  std::optional<std::string> watch() override {
    difference_.reset();
    const gsq::FrontEndInputs front_in = front_inputs();
    const gsq::FrontEndOutputs front = front_.outputs(front_in);
    compare_front(front_in, front);
    compare_unit(unit_.outputs());
    if (difference_) return difference_;
    if (recorder_) record(front_in, front);

    gsq::HostRequest host;
    gsq::CycleInputs unit_in;
    if (front.cmd_valid) unit_in.command = &front.cmd;
    if (host_req_.get(0, 1) != 0) {
      host.address = number(ub_addr_) - kUbBase;
      host.write = flag(ub_we_);
      host.be = number(host_be_);
      std::memcpy(host.wdata.data(), host_wdata_.bytes(), sizeof host.wdata);
      unit_in.host = &host;
    }
    unit_in.rsp_ready = flag(rsp_ready_);
    try {
      unit_.step(unit_in);
    } catch (const std::logic_error& race) {
      return fmt::format("an access of the core and a command are not ordered: {}", race.what());
    }
    front_.step(front_in);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> at_rest() const override {
    if (!unit_.idle() || !front_.idle()) return std::nullopt;
    const std::uint32_t width = config_.bank_bytes;
    for (std::uint32_t at = 0; at < config_.ub_bytes; at += width) {
      const std::uint32_t word = at / width;
      const std::uint8_t* actual =
          banks_[gsq::bank_of(config_, word)].bytes() + std::size_t{word / config_.banks} * width;
      if (std::memcmp(actual, &unit_.ub()[at], width) != 0) {
        return fmt::format("Unified Buffer, address {:#x}: expected {:#04x}, found {:#04x}", at,
                           unit_.ub()[at], *actual);
      }
    }
    for (unsigned i = 0; i < gsq::kNumVregs; ++i) {
      if (std::memcmp(v_.bytes() + std::size_t{i} * config_.vlen_bytes, unit_.v(i).data(),
                      config_.vlen_bytes) != 0) {
        return fmt::format("v{} differs from that of the golden model", i);
      }
    }
    return std::nullopt;
  }

  void record() override { recorder_.emplace(config_); }
  [[nodiscard]] std::vector<Stretch> stretches() const override {
    return recorder_ ? recorder_->stretches() : std::vector<Stretch>{};
  }

  void flip() override { banks_[gsq::bank_of(config_, 0)].bytes()[0] ^= 1U; }

 private:
  [[nodiscard]] tb::Signal below(const std::string& scope, const std::string& name) const {
    return {context_, kTop + "." + scope, name};
  }
  [[nodiscard]] tb::Signal port(const std::string& name) const { return {context_, kTop, name}; }
  static bool flag(const tb::Signal& signal) { return signal.get(0, 1) != 0; }
  static std::uint32_t number(const tb::Signal& signal) {
    return static_cast<std::uint32_t>(signal.get(0, 32));
  }

  [[nodiscard]] gsq::FrontEndInputs front_inputs() const {
    gsq::FrontEndInputs in;
    in.issue_valid = flag(issue_valid_);
    in.instr = number(issue_instr_);
    in.issue_id = number(issue_id_);
    in.rs = {static_cast<std::uint32_t>(issue_rs_.get(0, 32)),
             static_cast<std::uint32_t>(issue_rs_.get(32, 32))};
    in.rs1_valid = issue_rs_valid_.get(0, 1) != 0;
    in.rs2_valid = issue_rs_valid_.get(1, 1) != 0;
    in.commit_valid = flag(commit_valid_);
    in.commit_id = number(commit_id_);
    in.kill = flag(commit_kill_);
    in.result_ready = flag(result_ready_);
    in.cmd_ready = flag(cmd_ready_);
    in.rsp_valid = flag(rsp_valid_);
    if (in.rsp_valid) {
      gsq::ResponseBits bits{};
      std::memcpy(bits.data(), rsp_.bytes(), sizeof bits);
      in.rsp = gsq::unpack(bits);
    }
    in.ub_req = flag(ub_req_);
    in.host_gnt = flag(host_gnt_);
    return in;
  }

  /// Results have no words of their instructions, but numbers of them.
  void record(const gsq::FrontEndInputs& in, const gsq::FrontEndOutputs& out) {
    if (out.cmd_valid && in.cmd_ready) recorder_->take(out.cmd, unit_);
    if (out.result_valid && in.result_ready) {
      const auto what = gsq::decode(words_[out.result_id], {}, {}, front_end(config_).view);
      if (what && what->facts->kind == gsq::InstructionKind::Sync) recorder_->sync(unit_);
    }
    if (in.issue_valid && out.issue_ready && out.accept) words_[in.issue_id] = in.instr;
  }

  void expect(const char* port, std::uint64_t expected, std::uint64_t actual) {
    if (expected != actual && !difference_) {
      difference_ = fmt::format("{}: expected {:#x}, found {:#x}", port, expected, actual);
    }
  }

  void compare_front(const gsq::FrontEndInputs& in, const gsq::FrontEndOutputs& out) {
    if (in.issue_valid) {
      expect("issue_ready", out.issue_ready, flag(issue_ready_));
      expect("issue_accept", out.accept, flag(issue_accept_));
      expect("issue_writeback", out.writeback, flag(issue_writeback_));
    }
    expect("result_valid", out.result_valid, flag(result_valid_));
    if (out.result_valid) {
      expect("result_id", out.result_id, number(result_id_));
      expect("result_rd", out.rd, number(result_rd_));
      expect("result_we", out.we, flag(result_we_));
      if (out.we) expect("result_data", out.data, number(result_data_));
    }
    expect("cmd_valid", out.cmd_valid, flag(cmd_valid_));
    if (out.cmd_valid) {
      gsq::CommandBits actual{};
      std::memcpy(actual.data(), cmd_.bytes(), sizeof actual);
      if (!gsq::vector_name(front_.executing()).empty()) {
        actual = gsq::pack(gsq::meaningful(gsq::unpack(actual)));
      }
      if (gsq::pack(out.cmd) != actual && !difference_) {
        difference_ = fmt::format("cmd: expected {}, found another command or field",
                                  gsq::to_text(out.cmd.op));
      }
    }
    if (in.rsp_valid) expect("rsp_ready", out.rsp_ready, flag(rsp_ready_));
    expect("host_req", out.host_req, flag(host_req_));
    expect("ub_gnt", out.ub_gnt, flag(ub_gnt_));
    expect("irq", out.irq, flag(irq_));
  }

  void compare_unit(const gsq::CycleOutputs& out) {
    expect("cmd_ready", out.cmd_ready, flag(cmd_ready_));
    expect("rsp_valid", out.rsp_valid, flag(rsp_valid_));
    if (out.rsp_valid) {
      expect("rsp", std::uint64_t{out.rsp[1]} << 32U | out.rsp[0], rsp_.get(0, 64));
    }
    expect("host_gnt", out.host_gnt, flag(host_gnt_));
    expect("host_rvalid", out.host_rvalid, flag(host_rvalid_));
    if (out.host_rvalid) expect("host_err", out.host_err, flag(host_err_));
    for (std::size_t i = 0; out.host_rdata_valid && i < out.host_rdata.size(); ++i) {
      std::uint32_t actual = 0;
      std::memcpy(&actual, host_rdata_.bytes() + 4 * i, 4);
      expect("host_rdata", out.host_rdata[i], actual);
    }
  }

  const VerilatedContext& context_;
  gsq::Config config_;
  gsq::FrontEnd front_;
  gsq::CycleModel unit_;
  std::optional<Recorder> recorder_;
  std::map<std::uint32_t, std::uint32_t> words_;  ///< of accepted instructions, by their numbers
  std::vector<tb::Signal> banks_;
  tb::Signal v_{below("u_gsq.u_core.u_vreg", "mem_q")};
  tb::Signal issue_valid_{port("issue_valid")}, issue_ready_{port("issue_ready")},
      issue_instr_{port("issue_instr")}, issue_id_{port("issue_id")}, issue_rs_{port("issue_rs")},
      issue_rs_valid_{port("issue_rs_valid")}, issue_accept_{port("issue_accept")},
      issue_writeback_{port("issue_writeback")}, commit_valid_{port("commit_valid")},
      commit_id_{port("commit_id")}, commit_kill_{port("commit_kill")},
      result_valid_{port("result_valid")}, result_ready_{port("result_ready")},
      result_id_{port("result_id")}, result_data_{port("result_data")},
      result_rd_{port("result_rd")}, result_we_{port("result_we")}, irq_{port("irq")},
      cmd_valid_{port("cmd_valid")}, cmd_ready_{port("cmd_ready")}, cmd_{port("cmd")},
      rsp_valid_{port("rsp_valid")}, rsp_ready_{port("rsp_ready")}, rsp_{port("rsp")},
      ub_req_{port("ub_req")}, ub_gnt_{port("ub_gnt")}, ub_addr_{port("ub_addr")},
      ub_we_{port("ub_we")}, host_req_{port("host_req")}, host_gnt_{port("host_gnt")},
      host_be_{port("host_be")}, host_wdata_{port("host_wdata")}, host_rvalid_{port("host_rvalid")},
      host_rdata_{port("host_rdata")}, host_err_{port("host_err")};
  std::optional<std::string> difference_;
};

}  // namespace

std::unique_ptr<Lockstep> make_lockstep(const VerilatedContext& context) {
  return std::make_unique<UnitLockstep>(context);
}

}  // namespace soc
