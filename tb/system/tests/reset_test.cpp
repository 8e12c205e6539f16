// SPDX-License-Identifier: Apache-2.0
// Reset defines every output. Registers, and values that the RTL leaves undefined, start with
// random contents in a Verilated model; two models with different contents, or with different
// histories before a reset, must show the same on all ports from that reset on. So must one whose
// clock stops now and then, whatever its inputs do meanwhile.
#include <Vgsq_top.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/assertions.hpp"
#include "gsq/stimulus/random.hpp"
#include "system/dut.hpp"

namespace {

constexpr unsigned kResetCycles = 2;

const gsq::Config& config() {
  static const gsq::Config config = gsq::load_config(GSQ_CONFIG_FILE);
  return config;
}

/// What the outside does in a cycle. Offers stay until they are taken.
struct Inputs {
  std::optional<gsq::Command> command;
  bool rsp_ready{};
  std::optional<gsq::HostRequest> host;
};

/// Commands, stalls and host accesses at random.
class Stimulus {
 public:
  explicit Stimulus(std::uint64_t seed)
      : rng_(seed), commands_(config(), seed, seed % 2 == 0 ? "all" : "window") {}

  std::vector<gsq::Fill> contents() { return commands_.refill(); }

  void next(bool command_taken, bool host_taken) {
    if (command_taken) inputs_.command.reset();
    if (host_taken) inputs_.host.reset();
    if (!inputs_.command && rng_.percent(80)) inputs_.command = commands_.next();
    inputs_.rsp_ready = rng_.percent(70);
    if (!inputs_.host && rng_.percent(20)) {
      gsq::HostRequest request;
      request.address = rng_.below(2 * config().ub_bytes);
      request.write = rng_.percent(50);
      request.be = static_cast<std::uint32_t>(rng_.next());
      for (auto& word : request.wdata) word = static_cast<std::uint32_t>(rng_.next());
      inputs_.host = request;
    }
  }
  [[nodiscard]] const Inputs& inputs() const { return inputs_; }

 private:
  gsq::Rng rng_;
  gsq::RandomCommands commands_;
  Inputs inputs_;
};

/// One model with what drives it.
class Unit {
 public:
  explicit Unit(std::uint64_t seed) : dut(config(), seed) {}

  /// `stopped` is called where the clock may stop, after its rising edge.
  void cycle(
      const Inputs& inputs, bool reset, const std::function<void()>& stopped = [] {}) {
    dut.rise();
    stopped();
    const auto assertion = tb::take_failed_assertion();
    EXPECT_FALSE(assertion) << assertion->name << ": " << assertion->expression;
    Vgsq_top& ports = dut.ports();
    ports.rst_ni = !reset;
    ports.cmd_valid_i = inputs.command && !reset;
    if (inputs.command) {
      const gsq::CommandBits bits = gsq::pack(*inputs.command);
      std::copy(bits.begin(), bits.end(), &ports.cmd_i[0]);
    }
    ports.rsp_ready_i = inputs.rsp_ready;
    ports.host_req_i = inputs.host && !reset;
    if (inputs.host) {
      ports.host_addr_i = inputs.host->address;
      ports.host_we_i = inputs.host->write;
      ports.host_be_i = inputs.host->be;
      std::copy(inputs.host->wdata.begin(), inputs.host->wdata.end(), &ports.host_wdata_i[0]);
    }
    dut.fall();
    if (reset) reads_.clear();
    answers_read = !reads_.empty() && ports.host_rvalid_o && reads_.front() && !ports.host_err_o;
    if (ports.host_rvalid_o && !reads_.empty()) reads_.pop_front();
    if (host_taken()) reads_.push_back(!inputs.host->write);
  }

  /// Random bits on all inputs but the reset.
  void disturb(gsq::Rng& rng) {
    Vgsq_top& ports = dut.ports();
    ports.cmd_valid_i = rng.percent(50);
    for (std::size_t i = 0; i < gsq::CommandBits{}.size(); ++i) {
      ports.cmd_i[i] = static_cast<std::uint32_t>(rng.next());
    }
    ports.rsp_ready_i = rng.percent(50);
    ports.host_req_i = rng.percent(50);
    ports.host_addr_i = static_cast<std::uint32_t>(rng.next());
    ports.host_we_i = rng.percent(50);
    ports.host_be_i = static_cast<std::uint32_t>(rng.next());
    for (std::size_t i = 0; i < 8; ++i)
      ports.host_wdata_i[i] = static_cast<std::uint32_t>(rng.next());
  }

  [[nodiscard]] bool command_taken() const {
    return dut.ports().cmd_valid_i && dut.ports().cmd_ready_o;
  }
  [[nodiscard]] bool host_taken() const { return dut.ports().host_req_i && dut.ports().host_gnt_o; }

  tb::Dut dut;
  bool answers_read{};  ///< host_rdata_o has the data of a read

 private:
  std::deque<bool> reads_;  // per host access without answer: it reads
};

template <typename Port>
bool same(const Port& a, const Port& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// The first output port that differs, null when none does. Data counts while its valid is 1, of a
/// bank while it is accessed.
std::string first_difference(const Unit& a, const Unit& b) {
  const Vgsq_top& x = a.dut.ports();
  const Vgsq_top& y = b.dut.ports();
  if (x.cmd_ready_o != y.cmd_ready_o) return "cmd_ready_o";
  if (x.rsp_valid_o != y.rsp_valid_o) return "rsp_valid_o";
  if (x.rsp_valid_o && !same(x.rsp_o, y.rsp_o)) return "rsp_o";
  if (x.host_gnt_o != y.host_gnt_o) return "host_gnt_o";
  if (x.host_rvalid_o != y.host_rvalid_o) return "host_rvalid_o";
  if (x.host_err_o != y.host_err_o) return "host_err_o";
  if (a.answers_read && !same(x.host_rdata_o, y.host_rdata_o)) return "host_rdata_o";
  const tb::Dut::BankPorts& p = a.dut.banks();
  const tb::Dut::BankPorts& q = b.dut.banks();
  const unsigned bytes = config().bank_bytes;
  unsigned address_bits = 0;
  while (config().ub_bytes / bytes / config().banks >> address_bits != 1) ++address_bits;
  for (std::uint32_t bank = 0; bank < config().banks; ++bank) {
    const std::string name = "[" + std::to_string(bank) + "]";
    if (p.req.get(bank, 1) != q.req.get(bank, 1)) return "bank_req" + name;
    if (p.req.get(bank, 1) == 0) continue;
    if (p.we.get(bank, 1) != q.we.get(bank, 1)) return "bank_we" + name;
    const auto at = std::size_t{bank} * address_bits;
    if (p.addr.get(at, address_bits) != q.addr.get(at, address_bits)) return "bank_addr" + name;
    const std::uint64_t be = p.be.get(std::size_t{bank} * bytes, bytes);
    if (be != q.be.get(std::size_t{bank} * bytes, bytes)) return "bank_be" + name;
    for (unsigned byte = 0; byte < bytes; ++byte) {
      const std::size_t place = (std::size_t{bank} * bytes + byte) * 8;
      if (p.we.get(bank, 1) != 0 && (be >> byte & 1U) != 0 &&
          p.wdata.get(place, 8) != q.wdata.get(place, 8)) {
        return "bank_wdata" + name;
      }
    }
  }
  return "";
}

void reset(Unit& unit) {
  for (unsigned i = 0; i < kResetCycles; ++i) unit.cycle({}, true);
}

/// Shows both the same inputs for some cycles after a reset, from the same contents of memory, V
/// and masks, which reset does not touch. In `stopped` percent of the cycles the clock of b stops.
void compare(Unit& a, Unit& b, std::uint64_t seed, unsigned cycles, unsigned stopped = 0) {
  gsq::Rng rng(~seed);
  const auto stop = [&] {
    if (!rng.percent(stopped)) return;
    for (void (tb::Dut::*half)() : {&tb::Dut::rise, &tb::Dut::fall}) {
      for (std::uint32_t left = rng.below(4); left != 0; --left) {
        b.disturb(rng);
        (b.dut.*half)();  // again: no edge, or the falling one
        EXPECT_EQ(first_difference(a, b), "") << "while the clock is stopped";
      }
    }
  };
  Stimulus stimulus(seed);
  for (const gsq::Fill& fill : stimulus.contents()) {
    a.dut.write_ub(fill.address, fill.bytes);
    b.dut.write_ub(fill.address, fill.bytes);
  }
  for (std::size_t i = 0; i < gsq::kNumVregs; ++i) {
    std::copy_n(a.dut.v(i), config().vlen_bytes, b.dut.v(i));
  }
  std::deque<gsq::Command> masks(gsq::kNumMregs);
  for (std::size_t i = 0; i < masks.size(); ++i) {
    masks[i].op = gsq::Opcode::CreateMask;
    masks[i].m = static_cast<std::uint8_t>(i);
  }
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    Inputs inputs = stimulus.inputs();
    if (!masks.empty()) inputs = {masks.front(), true, {}};
    a.cycle(inputs, false);
    b.cycle(inputs, false, stop);
    ASSERT_EQ(first_difference(a, b), "")
        << "in cycle " << cycle << " after the reset, seed " << seed;
    if (!masks.empty()) {
      if (a.command_taken()) masks.pop_front();
    } else {
      stimulus.next(a.command_taken(), a.host_taken());
    }
  }
}

/// Inputs of its own for one of them.
void run_apart(Unit& unit, std::uint64_t seed, unsigned cycles) {
  Stimulus apart(seed + 100);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    unit.cycle(apart.inputs(), false);
    apart.next(unit.command_taken(), unit.host_taken());
  }
}

TEST(Reset, DefinesAllOutputsWhateverRegistersStartWith) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Unit a(seed);
    Unit b(seed + 100);
    reset(a);
    reset(b);
    compare(a, b, seed, 5000);
  }
}

TEST(Reset, DefinesAllOutputsWhateverWentBefore) {
  Unit a(1);
  Unit b(2);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    reset(a);
    reset(b);
    compare(a, b, seed, 1000);
    if (HasFailure()) return;
    b.cycle({}, true);  // what was offered and not taken cannot change otherwise
    run_apart(b, seed, 300);
  }
}

TEST(StoppedClock, LeavesEverythingAsItIs) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Unit a(seed);
    Unit b(seed + 100);
    reset(a);
    reset(b);
    compare(a, b, seed, 3000, 30);
  }
}

/// Between two edges: at once the ports are those of an empty unit, and remain so.
TEST(StoppedClock, ResetNeedsNoEdge) {
  Unit a(1);
  Unit b(2);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    reset(a);
    reset(b);
    run_apart(b, seed, 40 + seed);
    b.dut.ports().cmd_valid_i = 0;
    b.dut.ports().host_req_i = 0;
    for (const bool released : {false, true}) {
      b.dut.ports().rst_ni = released;
      b.dut.fall();
      ASSERT_EQ(first_difference(a, b), "") << (released ? "after" : "in") << " the reset " << seed;
    }
    compare(a, b, seed, 200);
    if (HasFailure()) return;
  }
}

}  // namespace

// Called by SystemC's main. Its header does not go with Verilator's.
extern "C" int sc_main(int argc, char* argv[]) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
