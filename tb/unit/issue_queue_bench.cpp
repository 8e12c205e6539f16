// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_issue_queue: random pushes and pops against a queue kept here. What stands at the
// input without push_i must leave no trace: nobody reads the head of an empty queue, but what
// changes there costs energy.
#include <cstdint>
#include <deque>
#include <vector>

#include "Vgsq_issue_queue.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kEntryBits = 128;  // lowest ones, enough to tell commands apart
constexpr unsigned kCases = 100'000;

struct Entry {
  std::vector<bool> bits = std::vector<bool>(kEntryBits);
  std::vector<bool> bytes = std::vector<bool>(kVlen);
};

class IssueQueueBench : public tb::Bench<Vgsq_issue_queue> {
 public:
  IssueQueueBench(int argc, char** argv) : Bench("issue queue", argc, argv) {}

 private:
  void drive() override {
    dut().push_i = false;
    dut().pop_i = false;
    if (in_reset()) return;
    if (case_++ == kCases) {
      finish();
      return;
    }
    // Phases in which it fills, and in which it runs empty.
    const unsigned often = case_ / 64 % 2 == 0 ? 80 : 40;
    for (unsigned i = 0; i < kEntryBits; ++i) {
      input_.bits[i] = random().percent(50);
      tb::set_bit(dut().entry_i, i, input_.bits[i]);
    }
    for (unsigned i = 0; i < kVlen; ++i) {
      input_.bytes[i] = random().percent(50);
      tb::set_bit(dut().bytes_i, i, input_.bytes[i]);
    }
    dut().push_i = queue_.size() < gsq::kIssueQueueDepth && random().percent(often);
    dut().pop_i = !queue_.empty() && random().percent(120 - often);
  }

  void posedge() override {
    if (in_reset() || case_ == 0) return;
    expect("ready_o", 0, queue_.size() < gsq::kIssueQueueDepth, dut().ready_o);
    expect("valid_o", 0, !queue_.empty(), dut().valid_o);
    Entry head;
    for (unsigned i = 0; i < kEntryBits; ++i) head.bits[i] = tb::get_bits(dut().entry_o, i, 1) != 0;
    for (unsigned i = 0; i < kVlen; ++i) head.bytes[i] = tb::get_bits(dut().bytes_o, i, 1) != 0;
    if (!queue_.empty() || still_) {
      const Entry& expected = queue_.empty() ? head_ : queue_.front();
      for (unsigned i = 0; i < kEntryBits; ++i) {
        expect("entry_o", i, expected.bits[i], head.bits[i]);
      }
      for (unsigned i = 0; i < kVlen; ++i) {
        expect("bytes_o", i, expected.bytes[i], head.bytes[i]);
      }
    }
    head_ = head;
    still_ = dut().pop_i == 0 && dut().push_i == 0;
    if (dut().pop_i != 0) queue_.pop_front();
    if (dut().push_i != 0) queue_.push_back(input_);
  }

  unsigned case_{};
  Entry input_;
  Entry head_;    // what the outputs were in the cycle before
  bool still_{};  // nothing was pushed or popped in it
  std::deque<Entry> queue_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return IssueQueueBench(argc, argv).run(); }
