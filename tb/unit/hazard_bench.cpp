// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_hazard: random states of the pipes against the conditions of the timing contract,
// one by one.
#include <cstdint>

#include "Vgsq_hazard.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

constexpr unsigned kCases = 200'000;

class HazardBench : public tb::Bench<Vgsq_hazard> {
 public:
  HazardBench(int argc, char** argv) : Bench("hazards", argc, argv) {}

 private:
  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    // Conditions that allow to issue are likely, or one of them would hide the others.
    dut().valid_i = random().percent(90);
    dut().class_i = static_cast<std::uint8_t>(random().below(3));
    dut().reads_vs_i = random().percent(70);
    dut().reads_vi_i = random().percent(50);
    dut().writes_vd_i = random().percent(70);
    dut().rsp_full_i = random().percent(10);
    dut().queue_full_i = random().percent(10);
    dut().compute_move_i = random().percent(90);
    dut().vs_from_compute_i = random().percent(25);
    dut().vs_from_memory_i = random().percent(25);
    dut().vi_from_compute_i = random().percent(25);
    dut().vi_from_memory_i = random().percent(25);
    dut().vd_from_compute_i = random().percent(25);
    dut().vd_from_memory_i = random().percent(25);
  }

  void posedge() override {
    const bool from_compute = dut().vs_from_compute_i != 0;
    const bool from_memory = dut().vs_from_memory_i != 0;
    const bool by_compute = dut().vd_from_compute_i != 0;
    const bool by_memory = dut().vd_from_memory_i != 0;
    bool issues = dut().valid_i != 0 && dut().rsp_full_i == 0;
    switch (static_cast<gsq::CommandClass>(dut().class_i)) {
      case gsq::CommandClass::Immediate:
        break;
      case gsq::CommandClass::Compute:
        if (dut().compute_move_i == 0) issues = false;
        if (dut().reads_vs_i != 0 && (from_compute || from_memory)) issues = false;
        if (dut().reads_vi_i != 0 &&
            (dut().vi_from_compute_i != 0 || dut().vi_from_memory_i != 0)) {
          issues = false;
        }
        if (dut().writes_vd_i != 0 && by_memory) issues = false;
        break;
      case gsq::CommandClass::Memory:
        if (dut().queue_full_i != 0) issues = false;
        if (dut().writes_vd_i != 0 && by_compute) issues = false;
        break;
    }
    expect("issue_o", 0, issues, dut().issue_o);
  }

  unsigned case_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return HazardBench(argc, argv).run(); }
