// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_verdict: random outcomes of the checks against the priority of errors.
#include <cstdint>

#include "Vgsq_verdict.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

using gsq::CommandClass;
using gsq::Status;
using gsq::StreamUse;

constexpr unsigned kCases = 200'000;
constexpr unsigned kBlocks = PARAM_VlenBytes / 32;

class VerdictBench : public tb::Bench<Vgsq_verdict> {
 public:
  VerdictBench(int argc, char** argv) : Bench("verdict", argc, argv) {}

 private:
  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    dut().class_i = static_cast<std::uint8_t>(random().below(3));
    dut().errors_i = static_cast<std::uint8_t>(random().percent(60) ? 0 : random().below(8));
    dut().field_i = static_cast<std::uint8_t>(1 + random().below(8));
    dut().blocks_outside_i =
        static_cast<std::uint8_t>(random().percent(60) ? 0 : random().below(1U << kBlocks));
    dut().names_block_i = random().percent(50);
    dut().use_i = static_cast<std::uint8_t>(random().below(6));
    dut().stream_status_i = random().percent(70) ? 0 : status(4 + random().below(3));
    dut().stream_nothing_i = random().percent(20);
    dut().outside_i = static_cast<std::uint8_t>(random().percent(70) ? 0 : random().below(8));
    dut().kept_i = random().below(PARAM_VlenBytes + 1);
    dut().ar_i = random().below(PARAM_UbBytes + 1);
    const unsigned answer = random().below(5);  // of a command of masks, which uses no stream
    if (answer < 3) dut().use_i = 0;
    dut().counts_i = answer == 0;
    dut().finds_i = answer == 1;
    dut().shows_i = answer == 2;
    dut().bits_i = static_cast<std::uint32_t>(random().next());
    dut().place_i = random().below(PARAM_VlenBytes + 1);
    dut().width_i = static_cast<std::uint8_t>(random().below(4));
  }

  static std::uint8_t status(unsigned code) { return static_cast<std::uint8_t>(code); }

  void posedge() override {
    Status expected = Status::Ok;
    std::uint32_t info = 0;
    const unsigned errors = dut().errors_i;  // opcode, param, align from bit 2 down
    const unsigned blocks = dut().blocks_outside_i;
    const unsigned outside = dut().outside_i;
    const bool stream_fails = dut().stream_status_i != 0;
    if ((errors & 4) != 0) {
      expected = Status::ErrOpcode;
    } else if ((errors & 2) != 0) {
      expected = Status::ErrParam;
      info = dut().field_i;
    } else if ((errors & 1) != 0) {
      expected = Status::ErrAlign;
    } else if (blocks != 0) {
      expected = Status::ErrBounds;
      while (dut().names_block_i != 0 && (blocks >> info & 1) == 0) ++info;
    } else {
      expected = static_cast<Status>(dut().stream_status_i);
      if (expected == Status::Ok && outside != 0) {
        expected = Status::ErrBounds;
        while ((outside >> info & 1) == 0) ++info;
      } else if (expected == Status::Ok) {
        if (dut().use_i == static_cast<unsigned>(StreamUse::Count)) info = dut().kept_i;
        if (dut().use_i == static_cast<unsigned>(StreamUse::Read)) info = dut().ar_i;
        if (dut().counts_i) info = dut().kept_i / (1U << dut().width_i);
        if (dut().shows_i) info = dut().bits_i;
        if (dut().finds_i) info = dut().place_i / (1U << dut().width_i);
      }
    }
    const bool works = expected == Status::Ok && dut().stream_nothing_i == 0;
    expect("status_o", 0, static_cast<unsigned>(expected), dut().status_o);
    // An operand outside UB and an error of the stream exclude each other.
    if (outside == 0 || !stream_fails) expect("info_o", 0, info, dut().info_o);
    expect("class_o", 0, works ? dut().class_i : static_cast<unsigned>(CommandClass::Immediate),
           dut().class_o);
  }

  unsigned case_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return VerdictBench(argc, argv).run(); }
