// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "backend_checks.hpp"
#include "gsq/backend.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace gsq {
namespace {

/// Drives the ports of the cycle model as the testbench drives those of the RTL: two cycles of
/// reset, then a command is offered in every cycle while there is one, and every response is taken.
class CycleBackend final : public Backend {
 public:
  explicit CycleBackend(const Config& config) : config_(config), model_(config) {}

  [[nodiscard]] const Config& config() const override { return config_; }

  void submit(const Command& command, Label /*label*/) override {
    waiting_.push_back({command, std::exchange(preloads_, {})});
    waiting_.back().command.tag = next_tag_++;
  }

  void preload_v(unsigned index, std::vector<std::uint8_t> bytes) override {
    check_register(config_, 'v', index, bytes.size());
    preloads_.push_back({index, std::move(bytes)});
  }

  std::vector<Completion> drain() override {
    // As in the testbench, the unit has rested for a cycle before anyone looks at it.
    for (bool rested = false; !rested;) {
      rested = waiting_.empty() && unanswered_ == 0;
      step();
    }
    return std::exchange(completions_, {});
  }

  std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) override {
    check_range(config_, address, bytes);
    const auto from = model_.ub().begin() + static_cast<std::ptrdiff_t>(address);
    return {from, from + static_cast<std::ptrdiff_t>(bytes)};
  }

  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) override {
    check_range(config_, address, bytes.size());
    model_.write_ub(address, bytes);
  }

  std::vector<std::uint8_t> read_v(unsigned index) override {
    check_register('v', index);
    return model_.v(index);
  }

  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) override {
    check_register(config_, 'v', index, bytes.size());
    model_.write_v(index, bytes);
  }

  std::vector<std::uint8_t> read_m(unsigned index) override {
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
  struct Waiting {
    Command command;
    std::vector<Preload> preloads;  // as it is offered
  };

  void step() {
    if (reset_left_ != 0) {
      --reset_left_;
      model_.reset();
    } else {
      run_cycle();
    }
    ++cycle_;
  }

  void run_cycle() {
    CycleInputs inputs;
    inputs.rsp_ready = true;
    if (!waiting_.empty()) {
      Waiting& next = waiting_.front();
      for (const Preload& preload : std::exchange(next.preloads, {})) {
        model_.write_v(preload.index, preload.bytes);
      }
      inputs.command = &next.command;
    }
    count_accesses();
    const bool taken = inputs.command != nullptr && model_.outputs().cmd_ready;
    const std::uint64_t before = model_.cycle();
    model_.step(inputs);
    if (taken) {
      waiting_.pop_front();
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
    }
  }

  void count_accesses() {
    const CycleOutputs& outputs = model_.outputs();
    std::uint64_t accesses = 0;
    for (const std::uint32_t bits : outputs.bank_req) {
      accesses += static_cast<unsigned>(__builtin_popcount(bits));
    }
    if (accesses == 0) return;
    if (bank_use_.cycles++ == 0) bank_use_.first = cycle_;
    bank_use_.last = cycle_;
    bank_use_.accesses += accesses;
  }

  Config config_;
  CycleModel model_;
  std::deque<Waiting> waiting_;  // not yet accepted
  std::vector<Preload> preloads_;
  std::vector<Completion> completions_;
  std::uint64_t unanswered_{};  // accepted
  std::uint64_t cycle_{};
  unsigned reset_left_{2};
  BankUse bank_use_;
  std::uint8_t next_tag_{};
};

}  // namespace

std::unique_ptr<Backend> make_cycle_backend(const Config& config) {
  return std::make_unique<CycleBackend>(config);
}

}  // namespace gsq
