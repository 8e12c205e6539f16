// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_ring: random programs against docs/reference/ring.md.
//
// Each run enables the ring, writes a program step by step, and disables it when all stands still
// or in the middle. unit/ring.hpp says how far the ring can be at most; when nothing happens any
// more it must be there. Runs at the end measure: no stalls, a memory that answers after a fixed
// number of cycles.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "unit/ring_records.hpp"

namespace {

using tb::ring::Entry;
using tb::ring::Item;
using tb::ring::kBadRecords;
using tb::ring::kBusBytes;
using tb::ring::kCuts;
using tb::ring::kDeadlock;
using tb::ring::kEarly;
using tb::ring::kEnds;
using tb::ring::kEntry;
using tb::ring::kHolds;
using tb::ring::Kind;
using tb::ring::kLineBytes;
using tb::ring::kQueues;
using tb::ring::kRecords;
using tb::ring::kSlotBytes;
using tb::ring::kStops;
using tb::ring::kTail;
using tb::ring::kTries;
using tb::ring::kTwice;
using tb::ring::kUnit;
using tb::ring::kWaits;
using tb::ring::Measure;
using tb::ring::Queue;
using tb::ring::State;

class RingBench : public tb::ring::RecordsBench {
 public:
  RingBench(int argc, char** argv)
      : RecordsBench("gsq_ring with " + std::to_string(PARAM_DmaDataWidth) + " bits, " +
                         std::to_string(PARAM_PrefetchSlots) + " slots ahead, queues of " +
                         std::to_string(PARAM_EntryDepth),
                     argc, argv) {}

 private:
  static constexpr unsigned kSettled = 60;  // cycles without any event: it stands still
  static constexpr std::uint64_t kPatience = 4'000;

  void forget() override {
    RecordsBench::forget();
    told_ = {};
    pulses_ = 0;
    ended_ = paused_ = was_paused_ = false;
    fetched_ = 0;
    head_index_ = 0;
    behind_end_ = 0;
    measured_ = 0;
    end_cycle_ = 0;
  }

  // ---- What the ports tell ----------------------------------------------------------------------

  void posedge() override {
    if (in_reset()) return;
    ++cycle_;
    ++quiet_;
    if (++stuck_ > kPatience) return require("no progress", false);
    before_ = state_;
    read_state();
    if (!(before_ == state_)) stuck_ = quiet_ = 0;
    watch_begin();
    model_.step(cycle_);
    if (phase_ == Phase::Run && cycle_ > start_ + kGrace) check_running();
    if (phase_ == Phase::Run && cycle_ == start_ + kGrace) check_start();
    if (phase_ == Phase::Drain) check_done();
    if (phase_ != Phase::Off) check_pulses();
    ended_ = ended_ || (phase_ != Phase::Off && cycle_ > start_ + kGrace && state_.ended);
    watch_answers();
    model_.step(cycle_);
    watch_memory();
    if (busy() || cycle_ < start_ + kSettled) quiet_ = 0;
    if (state_.idle) {
      require("idle: nothing under way", cycle_ <= 1 || !outputs_valid() || phase_ == Phase::Run);
      if (phase_ != Phase::Run) require("idle: nothing under way", !busy());
    }
    if (phase_ == Phase::Off) check_off();
    if (phase_ == Phase::Run && quiet_ >= kSettled) settled();
    if (phase_ == Phase::Drain && state_.idle && cycle_ > disabled_) end_run();
  }

  void begins(unsigned q, const gsq::CommandBits& port) override {
    require("work that begins while the ring is enabled", phase_ != Phase::Off, q);
    require("work that begins after disable", phase_ != Phase::Drain || cycle_ <= disabled_ + 2, q);
    require("work that begins while it is stopped", !(before_.stopped && state_.stopped), q);
    require("work that begins after the end", !(before_.ended && state_.ended), q);
    const Entry* front = model_.queue(q).front();
    const bool good = front != nullptr && front->work();
    require("work that may begin", good, q);
    if (!good) return;
    for (unsigned i = 0; i < port.size(); ++i) {
      if (port.at(i) != front->port.at(i))
        check("word of what begins", front->port.at(i), port.at(i), i);
    }
    if (phase_ == Phase::Run) require("head behind what begins", state_.head >= front->end(), q);
    model_.begin(q);
    stuck_ = 0;
  }

  void handed(unsigned q) override {
    stuck_ = 0;
    if (!measuring() || q != kUnit) return;
    if (measured_++ == 0) first_command_ = cycle_;
    last_command_ = cycle_;
  }

  void answered(unsigned q, std::uint64_t status, std::uint64_t info, std::uint64_t addr) override {
    model_.answer(q, status, info, addr, cycle_);
    stuck_ = 0;
    if (status != 0) expect_stop();
  }
  void reads(const Address& burst) override {
    // Two may wait behind each other when it is disabled.
    late_reads_ = phase_ == Phase::Run ? 0 : late_reads_ + 1;
    require("reads after disable", late_reads_ <= 2);
    const std::uint64_t place = burst.addr - control_.base;
    const std::uint64_t bytes = std::uint64_t{burst.beats} * kBusBytes;
    check("ar_addr_o aligned", 0, burst.addr % kBusBytes);
    require("read in the ring", place < slots_.size() && bytes <= slots_.size() - place);
    check("read in 128 bytes", burst.addr / kLineBytes, (burst.addr + bytes - 1) / kLineBytes);
    if (phase_ != Phase::Run) return;
    // Each beat has a slot that may be read: so many behind the entry at head.
    const auto& program = model_.program();
    const unsigned next = head_index_ < program.size() ? program[head_index_].slots() : 0;
    const auto size = static_cast<std::uint32_t>(slots_.size() / kSlotBytes);
    for (unsigned i = 0; i < burst.beats; ++i) {
      const auto first =
          static_cast<std::uint32_t>((place + std::uint64_t{i} * kBusBytes) / kSlotBytes);
      bool needed = false;
      for (std::uint32_t k = 0; k < std::max(1U, kBusBytes / kSlotBytes); ++k) {
        const std::uint32_t ahead = (first + k - state_.head) & (size - 1);
        const std::uint32_t tail = wrong_sent_ ? wrong_before_ + size : control_.tail;
        if (ahead >= PARAM_PrefetchSlots + next || ahead >= tail - state_.head) continue;
        needed = true;
        fetched_ = std::max(fetched_, state_.head + ahead + 1);
      }
      require("read of a slot before tail, not too far ahead", needed, i);
    }
  }

  // ---- State ------------------------------------------------------------------------------------

  void check_start() {
    check("state_o.stopped at the start", 0, state_.stopped ? 1 : 0);
    check("state_o.ended at the start", 0, state_.ended ? 1 : 0);
    check("state_o.head at the start", 0, state_.head);
    check("state_o.rec_tail at the start", 0, state_.rec_tail);
    for (unsigned q = 0; q < kQueues; ++q) check("state_o.done at the start", 0, state_.done[q], q);
  }

  void check_pulses() {
    if (dut().error_o != 0) {
      ++pulses_;
      unpulsed_.clear();
    }
    require("error_o soon after an error",
            unpulsed_.empty() || cycle_ <= unpulsed_.front() + kPulse);
    require("errors that error_o tells",
            pulses_ <= errors(true) + (wrong_sent_ || model_.fatal() ? 1 : 0));
    if (dut().end_o == 0) return;
    const Entry* next = model_.next();
    const bool is_end = next != nullptr && next->kind == Kind::End;
    require("end_o of an end", is_end && phase_ != Phase::Off);
    if (!is_end) return;
    require("end_o after all before it", model_.all_complete() && all_recorded());
    require("end_o after its record", control_.rec_size == 0 || next->asks() == end_recorded_);
    end_recorded_ = false;
    behind_end_ = next->end();
    model_.end();
    model_.step(cycle_);
    ++tried_.at(kEnds);
    end_cycle_ = cycle_;
    stuck_ = 0;
  }

  void check_running() {
    check_done();
    check_head();
    for (unsigned q = 0; q < kQueues; ++q) {
      if (state_.waits(q)) require("state_o.waiting of a queue with a wait", has_wait(q), q);
    }
    if (state_.stopped) {
      require("state_o.stopped after an error", control_.stop_on_error && errors(true) != 0);
      if (!before_.stopped) ++tried_.at(kStops);
      stop_deadline_ = 0;
    }
    if (state_.ended) {
      require("state_o.ended after an error", bad_records_ != 0 || wrong_sent_ || model_.fatal());
      stop_deadline_ = 0;
      if (!before_.ended && control_.rec_size == 0) ++fatals_.at(fatal_or(kTail));
    }
    require("state_o.stopped soon after an error", stop_deadline_ == 0 || cycle_ <= stop_deadline_);
  }

  /// A wait was given and is not complete, and no work behind it has begun.
  [[nodiscard]] bool has_wait(unsigned q) const {
    const Queue& queue = model_.queue(q);
    bool wait = false;
    for (std::size_t i = queue.told; i < queue.items.size(); ++i) {
      const Entry& entry = queue.items[i].entry;
      if (entry.end() > state_.head) break;
      wait = entry.work() && i < queue.begun ? false : wait || entry.kind == Kind::Wait;
    }
    return wait;
  }

  void check_head() {
    const auto& program = model_.program();
    const std::uint32_t was = head_index_ == 0 ? 0 : program[head_index_ - 1].end();
    if (state_.head == was) return;
    while (head_index_ < model_.given() && program[head_index_].end() <= state_.head) {
      // An end that has begun goes on.
      require("state_o.head while it pauses", !paused_ || program[head_index_].kind == Kind::End);
      ++head_index_;
    }
    check("state_o.head", head_index_ == 0 ? 0 : program[head_index_ - 1].end(), state_.head);
  }

  void check_done() {
    paused_ = control_.pause && was_paused_;
    was_paused_ = control_.pause;
    if (cycle_ <= start_ + kGrace) return;
    require("state_o.rec_tail of records that the memory has answered",
            state_.rec_tail <= answered_records_);
    for (unsigned q = 0; q < kQueues; ++q) {
      Queue& queue = model_.queue(q);
      if (state_.done[q] == told_[q]) continue;
      while (queue.told < queue.complete && told_[q] != state_.done[q]) {
        Item& item = queue.items[queue.told++];
        item.done = cycle_;
        told_[q] = item.entry.end();
        if (item.entry.kind == Kind::Wait) ++tried_.at(kWaits);
        if (item.status == 0 || item.entry.work()) continue;
        ++tried_.at(kTwice);
        expect_stop();
      }
      check("state_o.done", told_[q], state_.done[q], q);
    }
  }

  /// What is under way is complete, with its records.
  void check_complete() {
    for (unsigned q = 0; q < kQueues; ++q) {
      Queue& queue = model_.queue(q);
      for (std::size_t i = queue.told; i < queue.begun; ++i) {
        require("done behind what has begun", !queue.items[i].entry.work(), q);
      }
      for (std::size_t i = 0; i < queue.items.size() && control_.rec_size != 0; ++i) {
        const Item& item = queue.items[i];
        const bool seen = i < queue.recorded && item.wants_record();
        const bool wanted = i < queue.told && item.wants_record();
        if (seen != wanted) check("record of ", wanted ? 1 : 0, seen ? 1 : 0, q);
      }
    }
    check("records that the memory has answered", records_, answered_records_);
    check("state_o.rec_tail", answered_records_, state_.rec_tail);
    const bool fatal = control_.rec_size == 0 ? ended_ : fatal_records_ != 0;
    // Errors of one cycle share a pulse.
    const std::uint64_t all = errors(false) + (fatal ? 1 : 0);
    require("errors that error_o has told", pulses_ <= all && (pulses_ != 0 || all == 0));
    require("end_o behind the record of an end", !end_recorded_);
  }

  /// Nothing happens any more.
  void settled() {
    quiet_ = 0;
    if (state_.rec_tail != control_.rec_head) {
      control_.rec_head = state_.rec_tail;
      return;
    }
    if (control_.pause) {
      control_.pause = false;
      pausing_ = 0;
      return;
    }
    check_complete();
    if (state_.ended) {
      for (unsigned q = 0; q < kQueues && fatal_status_ == kDeadlock; ++q) {
        require("state_o.waiting after a deadlock", state_.waits(q) == model_.waits(q), q);
      }
      require("record of what has ended the ring",
              bad_records_ != 0 || control_.rec_size == 0 || fatal_records_ == 1);
      require("number of a wrong doorbell: slots before it are fetched", first_left_ <= fetched_);
      return disable();
    }
    check("state_o.ended after a record with an error", 0, bad_records_);
    if (state_.stopped) return;
    if (wrong_sent_) return require("state_o.ended after a wrong doorbell", false);
    if (model_.fatal() && model_.next_whole()) return require("state_o.ended", false);
    if (model_.fatal()) return disable();  // the rest of it may be missing
    check("state_o.head when all stands", model_.head(), state_.head);
    for (unsigned q = 0; q < kQueues; ++q) {
      const Queue& queue = model_.queue(q);
      check("complete when all stands", queue.complete, queue.told, q);
      check("state_o.waiting when all stands", model_.waits(q) ? 1 : 0, state_.waits(q) ? 1 : 0, q);
      require("work that begins at last", queue.front() == nullptr || model_.waits(q), q);
    }
    const Entry* next = model_.next();
    require("end_o at last", next == nullptr || next->kind != Kind::End || !model_.all_complete());
    go_on();
  }

  void go_on() {
    const auto& program = model_.program();
    if (control_.tail == model_.end_of_program()) return disable();
    for (std::size_t i = released_; i < program.size(); ++i) {
      if (!program[i].hold) continue;
      if (program[i].number == control_.tail) {
        released_ = i + 1;
        ++tried_.at(kHolds);
      }
      break;
    }
    ring_bell();
  }

  void end_run() {
    check_complete();
    require("state_o.head of what was given", state_.head <= model_.head());
    require("state_o.head behind an end that is complete", state_.head >= behind_end_);
    if (measuring()) end_measure();
    ++run_;
    phase_ = Phase::Off;
    gap_ = 1 + random().below(8);
    last_ = state_;
    if (run_ == kRuns) check_tried();
    if (run_ == kRuns + measures().size()) return finish();
    if (control_.enable) {
      control_.rec_head = 0;
      begin_run();
    }
  }

  void check_off() {
    if (cycle_ < 3) return;
    require("state_o.idle", state_.idle);
    if (run_ == 0) return;
    for (unsigned q = 0; q < kQueues; ++q) {
      check("state_o.done stays", last_.done[q], state_.done[q], q);
    }
    check("state_o.rec_tail stays", last_.rec_tail, state_.rec_tail);
  }

  void check_tried() {
    for (unsigned i = 0; i < kTries; ++i) require("what was tried", tried_.at(i) >= 5, i);
    for (unsigned i = kEntry; i <= kTail; ++i) {
      require("what has ended a ring", fatals_.at(i) >= 5, i);
    }
    std::printf(
        "  %u stops, %u cuts, %u early starts, %u flags held back, %u set again, %u records, "
        "%u waits, %u ends, %u records with errors; ended by entries %u, reads %u, "
        "deadlocks %u, doorbells %u\n",
        tried_[kStops], tried_[kCuts], tried_[kEarly], tried_[kHolds], tried_[kTwice],
        tried_[kRecords], tried_[kWaits], tried_[kEnds], tried_[kBadRecords], fatals_[2],
        fatals_[3], fatals_[4], fatals_[5]);
  }

  // ---- Measurements -----------------------------------------------------------------------------

  void end_measure() {
    const Measure& measure = measures().at(run_ - kRuns);
    check("commands that were measured", kCommands, measured_);
    const double rate = (kCommands - 1.0) / static_cast<double>(last_command_ - first_command_);
    const auto first = static_cast<unsigned>(first_command_ - start_ - kGrace - 1);
    std::printf(
        "  %u %s, memory of %u cycles: %u cycles to the end, %u to the first, then %.3f a "
        "cycle, at least %.2f\n",
        kCommands, measure.name, measure.latency,
        static_cast<unsigned>(end_cycle_ - start_ - kGrace - 1), first, rate, measure.bound());
    require("rate", rate >= measure.bound());
  }

  State before_, last_;
  std::size_t head_index_{};
  std::array<std::uint32_t, kQueues> told_{};
  std::uint32_t fetched_{};  // slots that were asked for
  std::uint64_t pulses_{};
  unsigned late_reads_{};
  bool ended_{}, paused_{}, was_paused_{};
  unsigned measured_{};
  std::uint64_t first_command_{}, last_command_{}, end_cycle_{};
  std::uint32_t behind_end_{};  // slot behind the last end that is complete
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return RingBench(argc, argv).run(); }
