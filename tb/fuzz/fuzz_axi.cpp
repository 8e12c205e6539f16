// SPDX-License-Identifier: Apache-2.0
// Any traffic on the buses of gsq_axi: no assertion of the RTL or of the checkers beside it fails,
// and everything that was asked is answered; software that has read the response of a command that
// failed finds it among the flags of errors. A burst may be one that AXI4 forbids, a register one
// that is not there, a command any bits; a reset comes at any time. Only what AXI4 demands of every
// master is kept: what is offered stays until it is taken, and WLAST is on the last beat.
#include <Vaxi_tb.h>

#include <array>
#include <deque>
#include <memory>
#include <string>

#include "common/assertions.hpp"
#include "fuzz.hpp"
#include "gsq/axi/gsq_axi_regs.h"

namespace {

using gsq::fuzz::expect;
using gsq::fuzz::Input;

constexpr unsigned kMostCycles = 3000;     // with new traffic
constexpr unsigned kDrainCycles = 20000;   // until all that was asked must have been answered
constexpr unsigned kMostOutstanding = 16;  // bursts of each direction
constexpr std::uint32_t kUbBytes = 4096;   // as in CMakeLists.txt

class Bench {
 public:
  explicit Bench(Input& input) : in_(input) {
    context_.randReset(2);
    context_.randSeed(in_.byte() + 1);
    dut_ = std::make_unique<Vaxi_tb>(&context_, "axi_tb");
    // A memory behind the ring that takes nothing.
    dut_->m_axi_arready = dut_->m_axi_awready = dut_->m_axi_wready = 0;
    dut_->m_axi_rvalid = dut_->m_axi_bvalid = 0;
    dut_->rst_n = 1;  // registers begin with random values; the edge of the reset clears them
    dut_->eval();
    reset(2);
  }

  void run() {
    for (unsigned i = 0; i < kMostCycles && !in_.empty(); ++i) cycle(true);
    for (unsigned i = 0; !quiet(); ++i) {
      expect(i < kDrainCycles, "a burst or a register access without an answer");
      cycle(false);
    }
    dut_->final();
  }

 private:
  // Settles the model in the second half of a cycle, then gives it the rising edge. What ready and
  // valid are before the edge says what is transferred.
  void cycle(bool more) {
    const std::uint8_t what = more ? in_.byte() : 0;
    if (more && what == 0xff) return reset(1 + in_.below(4));
    offer(what);
    dut_->s_axi_bready = !more || (what & 1U) != 0;
    dut_->s_axi_rready = !more || (what & 2U) != 0;
    dut_->s_axil_bready = !more || (what & 4U) != 0;
    dut_->s_axil_rready = !more || (what & 8U) != 0;
    settle(0);
    const bool aw = dut_->s_axi_awvalid && dut_->s_axi_awready;
    const bool w = dut_->s_axi_wvalid && dut_->s_axi_wready;
    const bool ar = dut_->s_axi_arvalid && dut_->s_axi_arready;
    const bool reg_aw = dut_->s_axil_awvalid && dut_->s_axil_awready;
    const bool reg_w = dut_->s_axil_wvalid && dut_->s_axil_wready;
    const bool reg_ar = dut_->s_axil_arvalid && dut_->s_axil_arready;
    if (dut_->s_axi_bvalid && dut_->s_axi_bready) --writes_;
    if (dut_->s_axi_rvalid && dut_->s_axi_rready && dut_->s_axi_rlast) --reads_;
    if (dut_->s_axil_bvalid && dut_->s_axil_bready) --reg_writes_;
    if (dut_->s_axil_rvalid && dut_->s_axil_rready) take_register();
    settle(1);
    if (aw) dut_->s_axi_awvalid = 0;
    if (w) dut_->s_axi_wvalid = 0;
    if (ar) dut_->s_axi_arvalid = 0;
    if (reg_aw) dut_->s_axil_awvalid = 0;
    if (reg_w) dut_->s_axil_wvalid = 0;
    if (reg_ar) dut_->s_axil_arvalid = 0;
  }

  void settle(std::uint8_t clock) {
    dut_->clk = clock;
    dut_->eval();
    context_.timeInc(5);
    if (const auto failed = tb::take_failed_assertion()) {
      expect(false, "assertion " + failed->name + " failed: " + failed->expression);
    }
  }

  void reset(unsigned cycles) {
    dut_->s_axi_awvalid = dut_->s_axi_wvalid = dut_->s_axi_arvalid = 0;
    dut_->s_axil_awvalid = dut_->s_axil_wvalid = dut_->s_axil_arvalid = 0;
    beats_.clear();
    writes_ = reads_ = reg_writes_ = reg_reads_ = 0;
    fresh_ = true;
    shown_ = failed_ = false;
    dut_->rst_n = 0;
    for (unsigned i = 0; i < cycles; ++i) {
      settle(0);
      settle(1);
    }
    dut_->rst_n = 1;
  }

  [[nodiscard]] bool quiet() const {
    return beats_.empty() && writes_ == 0 && reads_ == 0 && reg_writes_ == 0 && reg_reads_ == 0;
  }

  /// New payload on the channels that are free, and the data that earlier bursts still need.
  void offer(std::uint8_t what) {
    if ((what & 16U) != 0 && !dut_->s_axi_awvalid && writes_ < kMostOutstanding) {
      const Burst burst = make_burst();
      dut_->s_axi_awvalid = 1;
      dut_->s_axi_awid = burst.id;
      dut_->s_axi_awaddr = burst.address;
      dut_->s_axi_awlen = burst.length;
      dut_->s_axi_awsize = burst.size;
      dut_->s_axi_awburst = burst.kind;
      for (unsigned beat = 0; beat <= burst.length; ++beat) beats_.push_back(beat == burst.length);
      ++writes_;
    }
    if (!beats_.empty() && !dut_->s_axi_wvalid && (what & 128U) == 0) {
      dut_->s_axi_wvalid = 1;
      dut_->s_axi_wdata = std::uint64_t{in_.byte()} * 0x0101010101010101U;
      dut_->s_axi_wstrb = in_.byte();
      dut_->s_axi_wlast = beats_.front();
      beats_.pop_front();
    }
    if ((what & 32U) != 0 && !dut_->s_axi_arvalid && reads_ < kMostOutstanding) {
      const Burst burst = make_burst();
      dut_->s_axi_arvalid = 1;
      dut_->s_axi_arid = burst.id;
      dut_->s_axi_araddr = burst.address;
      dut_->s_axi_arlen = burst.length;
      dut_->s_axi_arsize = burst.size;
      dut_->s_axi_arburst = burst.kind;
      ++reads_;
    }
    if ((what & 64U) != 0) offer_register();
  }

  struct Burst {
    std::uint8_t id;
    std::uint32_t address;
    std::uint8_t length;
    std::uint8_t size;
    std::uint8_t kind;
  };

  /// Mostly short bursts inside the buffer, at times anything.
  Burst make_burst() {
    const std::uint8_t how = in_.byte();
    Burst burst{};
    burst.id = how & 15U;
    burst.kind = how >> 4U & 3U;
    burst.size = in_.byte() & 7U;
    burst.length = (how & 64U) != 0 ? in_.byte() : in_.byte() & 7U;
    burst.address = (how & 128U) != 0 ? in_.word() : in_.word() % kUbBytes;
    return burst;
  }

  /// A read, or a write whose address and data come together.
  void offer_register() {
    const std::uint8_t how = in_.byte();
    // 32 registers of the map and, at times, what lies behind them.
    const std::uint16_t address = (how & 128U) != 0 ? in_.word() & 0xfffU : how << 2U & 0x7fU;
    if ((how & 64U) != 0) {
      if (dut_->s_axil_arvalid || reg_reads_ != 0) return;
      dut_->s_axil_arvalid = 1;
      dut_->s_axil_araddr = address;
      register_ = address & ~3U;
      shown_ = fresh_ && reg_writes_ == 0;
      ++reg_reads_;
    } else {
      if (dut_->s_axil_awvalid || dut_->s_axil_wvalid || reg_writes_ != 0) return;
      dut_->s_axil_awvalid = dut_->s_axil_wvalid = 1;
      dut_->s_axil_awaddr = address;
      dut_->s_axil_wdata = in_.word();
      dut_->s_axil_wstrb = in_.byte() < 200 ? 15 : in_.byte();
      ++reg_writes_;
      const std::uint32_t offset = address & ~3U;
      if (offset == offsetof(gsq_axi_regs_t, error)) fresh_ = false;
      if (offset == offsetof(gsq_axi_regs_t, pop)) fresh_ = fresh_ || pops();
      shown_ = failed_ = false;
    }
  }

  [[nodiscard]] bool pops() const {
    return (dut_->s_axil_wdata & GSQ_AXI_REGS__POP__GO_bm) != 0 && (dut_->s_axil_wstrb & 1U) != 0;
  }

  /// The answer of a read.
  void take_register() {
    --reg_reads_;
    const std::uint32_t data = dut_->s_axil_rdata;
    if (register_ == offsetof(gsq_axi_regs_t, error)) {
      expect(!failed_ || (data & GSQ_AXI_REGS__ERROR__COMMAND_bm) != 0,
             "a response with an error was read, and error.command is 0");
    }
    if (register_ == offsetof(gsq_axi_regs_t, rsp_status) && shown_) {
      failed_ = failed_ || (data & GSQ_AXI_REGS__RSP_STATUS__CODE_bm) != 0;
    }
  }

  Input& in_;
  VerilatedContext context_;
  std::unique_ptr<Vaxi_tb> dut_;
  std::deque<bool> beats_;  ///< of write bursts, still to be offered: WLAST
  unsigned writes_{}, reads_{}, reg_writes_{}, reg_reads_{};  ///< without an answer
  std::uint32_t register_{};                                  ///< that is read
  bool fresh_{};   ///< no flag was cleared since the oldest response became that
  bool shown_{};   ///< the same of the response that a read may show
  bool failed_{};  ///< a failure was read, and no register was written since
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  Bench(input).run();
  return 0;
}
