// SPDX-License-Identifier: Apache-2.0
// The system testbench as a backend: drivers, monitor, golden model and checker around gsq_top.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/assertions.hpp"
#include "common/clock.hpp"
#include "gsq/backend.hpp"
#include "gsq/programs/recorder.hpp"
#include "gsq/stimulus/port_stimulus.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "system/aftermath.hpp"
#include "system/checker.hpp"
#include "system/command_tracker.hpp"
#include "system/dut.hpp"
#include "system/expected.hpp"
#include "system/failure_report.hpp"
#include "system/monitor.hpp"
#include "system/planted_fault.hpp"
#include "system/port_driver.hpp"
#include "system/rtl_options.hpp"
#include "system/waveforms.hpp"

namespace tb {

/// gsq_top with its drivers, monitor and checker. Every cycle: the clock rises, the inputs change,
/// the clock falls, all outputs are compared, the model steps.
class RtlBackend final : public gsq::Backend, private Clocked {
 public:
  RtlBackend(gsq::Config config, RtlOptions options);
  ~RtlBackend() override;

  // gsq::Backend
  [[nodiscard]] const gsq::Config& config() const override { return config_; }
  void submit(const gsq::Command& command, gsq::Label label) override;
  void preload_v(unsigned index, std::vector<std::uint8_t> bytes) override;
  std::vector<gsq::Completion> drain() override;
  std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) override;
  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) override;
  const std::vector<std::uint8_t>& read_v(unsigned index) override;
  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) override;
  const std::vector<std::uint8_t>& read_m(unsigned index) override;
  void write_m(unsigned index, const std::vector<std::uint8_t>& bits) override;
  std::uint32_t read_ar() override { return dut_.ar(); }
  [[nodiscard]] std::uint64_t cycles() const override { return cycle_; }
  [[nodiscard]] std::uint64_t compared_cycles() const override { return compared_; }
  gsq::Bounds take_bounds() override { return model_ ? model_->take_bounds() : gsq::Bounds{}; }
  gsq::BankUse take_bank_use() override { return monitor_.take_bank_use(); }
  void finish() override { waveforms_.finish(cycle_, report_.made()); }

  // Functions for tests of the unit that programs do not need.

  /// Starts random host accesses, as Surroundings::host_traffic does. Host answers are not kept any
  /// more.
  void start_host_traffic(gsq::Region region);

  /// Queues one host access; its answer is among host_answers().
  void host_access(const gsq::HostRequest& request) { stimulus_.push(request); }
  [[nodiscard]] const std::vector<HostAnswer>& host_answers() const {
    return monitor_.host_answers();
  }

  /// Keeps rsp_ready_i at 0 while `hold`.
  void hold_responses(bool hold) { hold_responses_ = hold; }

  /// Runs some cycles, even without a pending command. Throws Mismatch.
  void run(std::uint64_t cycles);

  /// Asserts reset for some cycles. Commands that were accepted and not answered are discarded.
  void reset(unsigned cycles);

  /// The cycle model, in the state at the start of the cycle to come. Lockstep only.
  [[nodiscard]] const gsq::CycleModel& model() const { return *model_; }

  /// Responses taken so far.
  [[nodiscard]] std::uint64_t answered() const { return commands_.answered(); }
  /// Commands accepted so far.
  [[nodiscard]] std::uint64_t accepted() const { return commands_.accepted(); }

 private:
  void on_rise() override;
  void on_fall() override;
  template <typename Step>
  void guarded(Step&& step);
  void begin_cycle();
  void drive(bool wind_down);
  void end_cycle();
  void observe(const gsq::CycleInputs& inputs) const;
  void step_model();
  void run_until_stopped();
  /// Where the unit is at a failure, for what comes after it.
  enum class Now {
    kRisen,    ///< the clock has risen, the inputs have not changed
    kSettled,  ///< at the end of a cycle
    kAtRest,   ///< nothing is in flight
    kStuck,    ///< it cannot go on
  };
  void fail(const Difference& difference, Now now);
  WrongCommand first_wrong(const Difference& difference, Now now);
  void fail_in_last_cycle(const FailedAssertion& assertion);
  void set_v(unsigned index, const std::vector<std::uint8_t>& bytes);
  void show_expected();
  [[nodiscard]] const TrackedCommand* tracked(const gsq::Transaction* transaction) const;
  [[nodiscard]] bool idle() const;
  static void on_signal(int number);

  gsq::Config config_;
  RtlOptions options_;
  Dut dut_;

  // Golden model; null without a comparison.
  std::unique_ptr<gsq::CycleModel> model_;
  std::unique_ptr<Checker> checker_;

  // Inputs.
  gsq::PortStimulus stimulus_;
  PortDriver port_driver_;
  PlantedFault planted_;
  unsigned reset_left_{2};
  bool hold_responses_{};

  // Results.
  CommandTracker commands_;
  std::vector<Preload> preloads_;  // for the next command that is submitted
  Monitor monitor_;
  std::uint64_t cycle_{};
  std::uint64_t compared_{};
  std::vector<std::uint8_t> read_;  // the register that was read last

  // Files of the run.
  Expected expected_;
  gsq::Recorder recorder_;
  Waveforms waveforms_;
  FailureReport report_;

  // Conditions that stop the clock.
  std::optional<std::uint64_t> run_until_;  // run() instead of drain()
  bool draining_{};
  std::exception_ptr error_;
};

}  // namespace tb
