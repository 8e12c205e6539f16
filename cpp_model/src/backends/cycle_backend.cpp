// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "backends/backend_checks.hpp"
#include "gsq/backend.hpp"
#include "gsq/stimulus/port_stimulus.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace gsq {
namespace {

/// Drives the ports of the cycle model as the testbench drives those of the RTL, from two cycles of
/// reset on.
class CycleBackend final : public Backend {
 public:
  CycleBackend(const Config& config, Surroundings surroundings)
      : config_(config),
        surroundings_(std::move(surroundings)),
        model_(config, Detail::kTiming),
        stimulus_(config, surroundings_) {}

  [[nodiscard]] const Config& config() const override { return config_; }

  void submit(const Command& command, Label /*label*/) override {
    stimulus_.submit(command);
    waiting_.push_back(std::exchange(preloads_, {}));
  }

  void preload_v(unsigned index, std::vector<std::uint8_t> bytes) override {
    check_register(config_, 'v', index, bytes.size());
    preloads_.push_back({index, std::move(bytes)});
  }

  std::vector<Completion> drain() override {
    completions_.reserve(completions_.size() + unanswered_ + (offered_ ? 1 : 0) + waiting_.size());
    // As in the testbench, the unit has rested for a cycle before anyone looks at it.
    for (bool rested = false; !rested;) rested = step();
    return std::exchange(completions_, {});
  }

  std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) override {
    check_range(config_, address, bytes);
    const auto from = model_.model().ub().begin() + static_cast<std::ptrdiff_t>(address);
    return {from, from + static_cast<std::ptrdiff_t>(bytes)};
  }

  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) override {
    check_range(config_, address, bytes.size());
    model_.write_ub(address, bytes);
  }

  const std::vector<std::uint8_t>& read_v(unsigned index) override {
    check_register('v', index);
    return model_.model().v(index);
  }

  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) override {
    check_register(config_, 'v', index, bytes.size());
    model_.write_v(index, bytes);
  }

  const std::vector<std::uint8_t>& read_m(unsigned index) override {
    check_register('m', index);
    return model_.model().m(index);
  }

  void write_m(unsigned index, const std::vector<std::uint8_t>& bits) override {
    check_register(config_, 'm', index, bits.size());
    model_.write_m(index, bits);
  }

  std::uint32_t read_ar() override { return model_.model().ar(); }

  [[nodiscard]] std::uint64_t cycles() const override { return cycle_; }

  BankUse take_bank_use() override { return std::exchange(bank_use_, {}); }

  Bounds take_bounds() override { return model_.take_bounds(); }

 private:
  struct Preload {
    unsigned index{};
    std::vector<std::uint8_t> bytes;
  };

  /// One cycle. Returns whether the unit was at rest before it.
  bool step() {
    PortStimulus::Cycle cycle;
    cycle.number = cycle_;
    cycle.command_taken = command_taken_;
    cycle.host_taken = host_taken_;
    cycle.reset = reset_left_ != 0;
    // Traffic without an end would keep drain() from one.
    cycle.pause_traffic = without_commands();
    if (stimulus_.next(cycle)) {
      for (const Preload& preload : waiting_.front()) {
        model_.write_v(preload.index, preload.bytes);
      }
      waiting_.pop_front();
      offered_ = true;
    }
    const bool rested = without_commands() && stimulus_.host_idle() && host_in_flight_ == 0;
    if (cycle.reset) {
      --reset_left_;  // the model starts as it is after a reset
    } else {
      run_cycle(stimulus_.inputs());
    }
    ++cycle_;
    return rested;
  }

  [[nodiscard]] bool without_commands() const {
    return waiting_.empty() && !offered_ && unanswered_ == 0;
  }

  void run_cycle(const CycleInputs& inputs) {
    if (surroundings_.observer) surroundings_.observer(cycle_, model_, inputs);
    count_accesses();
    command_taken_ = inputs.command != nullptr && model_.outputs().cmd_ready;
    host_taken_ = inputs.host != nullptr && model_.outputs().host_gnt;
    if (host_taken_) ++host_in_flight_;
    if (model_.outputs().host_rvalid) --host_in_flight_;
    const std::uint64_t before = model_.cycle();
    model_.step(inputs);
    if (command_taken_) {
      offered_ = false;
      ++unanswered_;
    }
    if (const Transaction* done = model_.retired()) {
      --unanswered_;
      Completion completion;
      completion.response = done->response;
      completion.fault = done->fault;
      completion.issue = done->issue + (cycle_ - before);  // the model does not count resets
      completion.retire = cycle_;
      completion.ub_beats = done->ub_beats;
      completion.bound = done->bound;
      completion.merged = done->merged;
      completions_.push_back(std::move(completion));
      if (surroundings_.answered) surroundings_.answered();
    }
  }

  void count_accesses() {
    const std::uint64_t accesses = model_.bank_accesses();
    if (accesses == 0) return;
    if (bank_use_.cycles++ == 0) bank_use_.first = cycle_;
    bank_use_.last = cycle_;
    bank_use_.accesses += accesses;
  }

  Config config_;
  Surroundings surroundings_;
  CycleModel model_;
  PortStimulus stimulus_;
  std::vector<Preload> preloads_;             // for the next command that is submitted
  std::deque<std::vector<Preload>> waiting_;  // of commands that were not on the port yet
  bool offered_{};                            // a command is on the port
  bool command_taken_{};                      // in the last cycle
  bool host_taken_{};
  std::uint64_t unanswered_{};  // accepted
  unsigned host_in_flight_{};
  std::vector<Completion> completions_;
  std::uint64_t cycle_{};
  unsigned reset_left_{2};
  BankUse bank_use_;
};

}  // namespace

std::unique_ptr<Backend> make_cycle_backend(const Config& config) {
  return std::make_unique<CycleBackend>(config, Surroundings{});
}

std::unique_ptr<Backend> make_cycle_backend(const Config& config,
                                            const Surroundings& surroundings) {
  return std::make_unique<CycleBackend>(config, surroundings);
}

}  // namespace gsq
