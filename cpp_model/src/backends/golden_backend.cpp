// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "backends/backend_checks.hpp"
#include "gsq/backend.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/timing/planner.hpp"

namespace gsq {

namespace {

/// Executes at once: submit() computes the completion and drain() returns it.
class GoldenBackend final : public Backend {
 public:
  explicit GoldenBackend(const Config& config) : model_(config) {}

  [[nodiscard]] const Config& config() const override { return model_.config(); }

  void submit(const Command& command, Label /*label*/) override {
    transaction_.command = command;
    transaction_.command.tag = next_tag_++;
    planner_.plan(transaction_);
    Completion completion;
    completion.bound = transaction_.bound;
    completion.merged = transaction_.merged;
    completion.response = transaction_.response;
    completion.fault = transaction_.fault;
    completions_.push_back(completion);
  }

  void preload_v(unsigned index, std::vector<std::uint8_t> bytes) override {
    write_v(index, bytes);
  }

  std::vector<Completion> drain() override { return std::exchange(completions_, {}); }

  std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) override {
    check_range(config(), address, bytes);
    const std::uint8_t* const from = model_.ub().data() + address;
    return {from, from + bytes};
  }

  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) override {
    check_range(config(), address, bytes.size());
    std::copy(bytes.begin(), bytes.end(), model_.ub().data() + address);
  }

  const std::vector<std::uint8_t>& read_v(unsigned index) override { return model_.v(index); }

  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) override {
    check_register(config(), 'v', index, bytes.size());
    model_.v(index) = bytes;
  }

  const std::vector<std::uint8_t>& read_m(unsigned index) override { return model_.m(index); }

  void write_m(unsigned index, const std::vector<std::uint8_t>& bits) override {
    check_register(config(), 'm', index, bits.size());
    model_.m(index) = bits;
  }

  std::uint32_t read_ar() override { return model_.ar(); }

  [[nodiscard]] std::uint64_t cycles() const override { return 0; }

  Bounds take_bounds() override { return planner_.take_bounds(); }

 private:
  Model model_;
  std::vector<Completion> completions_;
  Planner planner_{model_, Detail::kTiming};
  Transaction transaction_;  // of the last command; kept for its memory
  std::uint8_t next_tag_{};
};

}  // namespace

std::unique_ptr<Backend> make_golden_backend(const Config& config) {
  return std::make_unique<GoldenBackend>(config);
}

}  // namespace gsq
