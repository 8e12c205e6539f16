// The system testbench as a backend: drivers, monitors and checker around gsq_top.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../sim/src/rtl_backend.hpp"
#include "common/assertions.hpp"
#include "common/clock.hpp"
#include "common/handshake.hpp"
#include "common/snapshots.hpp"
#include "gsq/backend.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "system/checker.hpp"
#include "system/dut.hpp"
#include "system/expected.hpp"
#include "system/recorder.hpp"

namespace tb {

/// An answer on the host port.
struct HostAnswer {
  std::uint64_t cycle{};  ///< in which it came
  bool err{};
  std::array<std::uint32_t, 8> rdata{};
};

/// gsq_top with everything that drives and watches it. Every cycle: the clock rises, the inputs
/// change, the clock falls, all outputs are compared, the model steps.
class RtlBackend final : public gsq::Backend, private Clocked {
 public:
  RtlBackend(gsq::Config config, RtlOptions options);
  ~RtlBackend() override;

  // gsq::Backend
  [[nodiscard]] const gsq::Config& config() const override { return config_; }
  void submit(const gsq::Command& command, std::string label) override;
  void preload_v(unsigned index, std::vector<std::uint8_t> bytes) override;
  std::vector<gsq::Completion> drain() override;
  std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) override;
  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) override;
  std::vector<std::uint8_t> read_v(unsigned index) override;
  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) override;
  std::uint32_t read_ar() override { return dut_.ar(); }
  [[nodiscard]] std::uint64_t cycles() const override { return cycle_; }
  [[nodiscard]] std::uint64_t compared_cycles() const override { return compared_; }
  gsq::BankUse take_bank_use() override { return std::exchange(bank_use_, {}); }
  void finish() override;

  // Beyond programs: what tests of the unit need.

  /// Random host accesses to this region and to addresses outside UB, in bursts, from now on.
  void start_host_traffic(gsq::Region region) { traffic_ = region; }

  /// Queues one host access; its answer is among host_answers().
  void host_access(const gsq::HostRequest& request) { host_.push(request); }
  [[nodiscard]] const std::vector<HostAnswer>& host_answers() const { return host_answers_; }

  /// Keeps rsp_ready_i at 0 while `hold`.
  void hold_responses(bool hold) { hold_responses_ = hold; }

  /// Runs some cycles, whatever is pending. Throws Mismatch.
  void run(std::uint64_t cycles);

  /// Pulls reset for some cycles. Commands that were accepted and not answered are forgotten.
  void reset(unsigned cycles);

  /// Responses taken so far.
  [[nodiscard]] std::uint64_t answered() const { return answered_; }
  /// Commands accepted so far.
  [[nodiscard]] std::uint64_t accepted() const { return accepted_; }

 private:
  struct Preload {
    unsigned index{};
    std::vector<std::uint8_t> bytes;
  };
  struct Pending {  // a command that was submitted and not answered
    gsq::Command command;
    std::string label;
    std::vector<Preload> preloads;
    std::uint64_t issue{};
  };

  struct Writer {  // a command that wrote a register of V
    std::string label;
    std::uint64_t answered{};  // cycle
  };

  void on_rise() override;
  void on_fall() override;
  template <typename Step>
  void guarded(Step&& step);
  void begin_cycle();
  void end_cycle();
  void set_v(unsigned index, const std::vector<std::uint8_t>& bytes);
  void drive();
  void drive_host();
  void make_host_traffic();
  void watch();
  void watch_handshakes();
  void take_response();
  void step_model();
  [[nodiscard]] bool idle() const;
  void check_hang();
  void fail(const Difference& difference);
  void fail_in_last_cycle(const FailedAssertion& assertion);
  std::string describe(const Difference& difference);
  void leave_folder();
  std::string failure_waveform();
  [[noreturn]] void end_replay();
  void run_until_stopped();
  void show_expected();
  void plant_fault();
  [[nodiscard]] const Pending* pending_of(const gsq::Transaction* transaction) const;
  [[nodiscard]] static std::string text_of(const Pending* pending);
  static void on_signal(int number);

  gsq::Config config_;
  RtlOptions options_;
  Dut dut_;
  std::unique_ptr<gsq::CycleModel> model_;  // null where nothing is compared
  std::unique_ptr<Checker> checker_;
  Expected expected_;
  Recorder recorder_;
  Snapshots snapshots_;
  gsq::Rng rng_;

  // Drivers.
  Source<gsq::Command> commands_;
  Source<gsq::HostRequest> host_;
  std::optional<gsq::Region> traffic_;
  std::uint32_t traffic_percent_{};
  bool hold_responses_{};
  unsigned reset_left_{2};
  const gsq::Command* command_shown_{};
  const gsq::HostRequest* host_shown_{};

  // Monitors. Transfers of the last cycle.
  bool command_taken_{};
  bool host_taken_{};
  HandshakeMonitor<std::uint64_t> response_monitor_;
  unsigned host_in_flight_{};
  std::vector<HostAnswer> host_answers_;

  // Book-keeping.
  std::vector<Preload> preloads_;  // for the next command that is submitted
  std::deque<Pending> pending_;    // from the oldest without answer on
  std::uint64_t offered_{};        // commands that were on the port, those of a reset included
  std::uint64_t accepted_{};
  std::uint64_t issued_{};
  std::uint64_t answered_{};
  std::vector<gsq::Completion> completions_;
  std::string answered_label_;                  // of the last command that was answered
  std::array<Writer, gsq::kNumVregs> writers_;  // by register, the last that wrote it
  std::uint64_t cycle_{};
  std::uint64_t compared_{};
  gsq::BankUse bank_use_;
  std::uint64_t last_progress_{};
  std::optional<std::uint64_t> run_until_;  // run() instead of drain()
  bool draining_{};
  std::uint8_t planted_byte_{};
  std::string failure_;  // the report
  gsq::FailureFolder folder_;
  bool finished_{};
  std::exception_ptr error_;
};

}  // namespace tb
