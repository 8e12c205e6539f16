// SPDX-License-Identifier: Apache-2.0
// The software of a ring of commands: what it sets, and what it reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "unit/ring_ports.hpp"
#include "unit/ring_program.hpp"

namespace tb::ring {

/// ring_control_t.
struct Control {
  bool enable{}, pause{}, stop_on_error{};
  std::uint64_t base{};
  unsigned size{};
  std::uint32_t tail{};
  std::uint64_t rec_base{};
  unsigned rec_size{};
  std::uint32_t rec_head{};
};

/// ring_state_t.
struct State {
  bool idle{}, stopped{}, ended{};
  unsigned waiting{};
  std::uint32_t head{}, rec_tail{};
  std::array<std::uint32_t, kQueues> done{};

  [[nodiscard]] bool waits(unsigned q) const { return (waiting >> q & 1U) != 0; }
  bool operator==(const State& other) const {
    return idle == other.idle && stopped == other.stopped && ended == other.ended &&
           waiting == other.waiting && head == other.head && rec_tail == other.rec_tail &&
           done == other.done;
  }
};

/// A measurement: commands, and the rate that is expected.
struct Measure {
  const char* name;
  bool compact;
  unsigned latency;
  double promised;  // commands a cycle; 0: none

  /// What the slots that are fetched ahead allow.
  [[nodiscard]] double bound() const {
    const double slots = compact ? 1 : 4;
    return std::min(promised, PARAM_PrefetchSlots / slots / (latency + 7));
  }
};

/// What was tried.
enum Tried { kStops, kCuts, kEarly, kHolds, kTwice, kRecords, kWaits, kEnds, kBadRecords, kTries };

/// Enables the ring, writes a program step by step, reads records, and disables it.
class SoftwareBench : public PortsBench {
 public:
  SoftwareBench(const std::string& name, int argc, char** argv)
      : PortsBench(name, argc, argv), programs_(random()) {}

 protected:
  static constexpr unsigned kRuns = 500;
  static constexpr unsigned kGrace = 3;       // cycles from enable to the state of a new start
  static constexpr unsigned kCommands = 163;  // of a measurement

  enum class Phase { Off, Run, Drain };

  [[nodiscard]] bool measuring() const { return run_ >= kRuns; }
  static const std::vector<Measure>& measures() {
    static const bool wide = PARAM_DmaDataWidth >= 256;
    static const std::vector<Measure> all = {
        {"commands", false, 10, wide ? 0.45 : 0},
        {"compact commands", true, 10, 0.4},
        {"commands", false, 100, 0},
        {"compact commands", true, 100, 0},
    };
    return all;
  }
  [[nodiscard]] std::string where() const {
    return "run " + std::to_string(run_) + " of style " +
           std::to_string(static_cast<unsigned>(style_)) + " on " +
           std::to_string(slots_.size() / kSlotBytes) + " slots, " +
           std::to_string(control_.rec_size == 0 ? 0 : 1U << control_.rec_size) +
           " records, head " + std::to_string(state_.head) + ", rec_tail " +
           std::to_string(state_.rec_tail) + (state_.stopped ? ", stopped" : "") +
           (state_.ended ? ", ended" : "") + (state_.idle ? ", idle" : "") + ": " + model_.text();
  }
  void check(const char* what, std::uint64_t wanted, std::uint64_t found, unsigned lane = 0) {
    if (wanted == found) {
      expect(what, lane, wanted, found);
    } else {
      expect(what, lane, wanted, found, where());
    }
  }
  void require(const char* what, bool good, unsigned lane = 0) {
    check(what, 1, good ? 1 : 0, lane);
  }

  /// Forgets what was seen of the run before.
  virtual void forget() = 0;

  // ---- Software ---------------------------------------------------------------------------------

  void drive() override {
    dut().resume_i = 0;
    if (!in_reset()) {
      if (phase_ == Phase::Off && gap_ != 0 && --gap_ == 0) start_run();
      if (phase_ == Phase::Run) software();
      if (phase_ == Phase::Drain) drain();
    }
    drive_control();
    drive_ports();
  }

  void drive_control() {
    auto& port = dut().control_i;
    const auto put = [&](unsigned at, unsigned count, std::uint64_t value) {
      put_bits(port, at, count, value);
    };
    put(0, 32, control_.rec_head);
    put(32, 5, control_.rec_size);
    put(37, 64, control_.rec_base);
    put(101, 32, control_.tail);
    put(133, 5, control_.size);
    put(138, 64, control_.base);
    put(202, 1, control_.stop_on_error);
    put(203, 1, control_.pause);
    put(204, 1, control_.enable);
  }

  std::uint64_t array_base(std::uint64_t bytes) {
    const std::uint64_t last = kAddresses - bytes + 1;
    if (chance(10)) return last & ~std::uint64_t{kLineBytes - 1};
    return random().next() % last & ~std::uint64_t{kLineBytes - 1};
  }

  void start_run() {
    const bool wide = chance(2);
    control_ = {};
    control_.size = wide ? 16 : 3 + random().below(chance(50) ? 2 : 7);
    if (measuring()) control_.size = 10;
    control_.base = array_base(std::uint64_t{kSlotBytes} << control_.size);
    control_.rec_size = chance(25) ? 0 : chance(50) ? 1 : 1 + random().below(chance(10) ? 16 : 6);
    control_.rec_base = array_base(std::uint64_t{kRecordBytes} << control_.rec_size);
    control_.stop_on_error = chance(40);
    control_.enable = true;
    slots_.assign(std::size_t{kSlotBytes} << control_.size, 0);
    for (std::size_t i = 0; i < slots_.size(); i += 8) {
      const std::uint64_t word = random().next();
      std::copy_n(reinterpret_cast<const std::uint8_t*>(&word), 8, &slots_[i]);
    }
    begin_run();
  }

  void begin_run() {
    phase_ = Phase::Run;
    start_ = cycle_ + 1;  // posedge() counts this one
    quiet_ = stuck_ = 0;
    cut_ = wrong_tail_ = first_bad_record_ = answered_records_ = 0;
    bad_slot_.reset();
    wrong_sent_ = false;
    released_ = 0;
    pausing_ = bell_ = reading_ = 0;
    read_error_ = {};
    forget();
    if (measuring()) return begin_measure();
    style_ = static_cast<Style>(random().below(static_cast<unsigned>(Style::Count)));
    auto program = programs_.make(style_, 5 + random().below(chance(30) ? 200 : 40));
    const unsigned trouble = random().below(10);
    if (trouble == 0) programs_.spoil(program);
    const std::uint32_t slots = program.back().end();
    if (trouble == 1) bad_slot_ = random().below(slots);
    if (trouble == 2) wrong_tail_ = 1 + random().below(slots);
    if (trouble == 3) first_bad_record_ = 1 + random().below(10);
    if (chance(25)) cut_ = cycle_ + 1 + random().below(chance(50) ? 300 : 2000);
    pausing_ = chance(25) ? 2 : 0;
    bell_ = chance(30) ? 100 : 2 + random().below(30);
    steps_ = random().below(4);
    reading_ = chance(30) ? 100 : 1 + random().below(20);
    model_.start(std::move(program));
    const unsigned stalls = run_ % 4 == 0 ? 0 : run_ % 4 == 1 ? 80 : 30;
    traffic_ = {};
    for (unsigned* stall :
         {&traffic_.stall_ar, &traffic_.stall_r, &traffic_.stall_aw, &traffic_.stall_w,
          &traffic_.stall[0], &traffic_.stall[1], &traffic_.stall[2]}) {
      *stall = chance(50) ? stalls : 0;
    }
    traffic_.latency = chance(70) ? random().below(30) : 0;
    traffic_.work_latency = chance(70) ? random().below(chance(20) ? 100 : 15) : 0;
    traffic_.random = chance(50);
    traffic_.errors = chance(40) ? 1 + random().below(10) : 0;
  }

  void software() {
    if (cut_ != 0 && cycle_ >= cut_) {
      ++tried_.at(kCuts);
      return disable();
    }
    if (pausing_ != 0 && chance(pausing_)) {
      control_.pause = !control_.pause;
      quiet_ = 0;
    }
    dut().resume_i = state_.stopped ? chance(3) : !control_.stop_on_error && chance(5);
    if (state_.stopped && dut().resume_i != 0) quiet_ = 0;
    read_records();
    if (cycle_ > start_ + kGrace && chance(state_.ended ? 1 : bell_)) ring_bell();
  }

  void read_records() {
    if (state_.rec_tail == control_.rec_head || cycle_ <= start_ + kGrace || !chance(reading_)) {
      return;
    }
    control_.rec_head += 1 + random().below(state_.rec_tail - control_.rec_head);
    quiet_ = 0;
  }

  void ring_bell() {
    if (wrong_sent_) return;
    const auto& program = model_.program();
    std::uint32_t most = model_.end_of_program();
    for (std::size_t i = released_; i < program.size(); ++i) {
      if (!program[i].hold) continue;
      most = program[i].number;
      break;
    }
    most = std::min(most, state_.head + (1U << control_.size));
    if (most <= control_.tail) return;
    std::uint32_t step = most - control_.tail;
    if (steps_ == 0) step = 1;
    if (steps_ == 1) step = 1 + random().below(8);
    if (steps_ == 2) step = 1 + random().below(step);
    step = std::min(step, most - control_.tail);
    for (std::uint32_t slot = control_.tail; slot < control_.tail + step; ++slot) write(slot);
    control_.tail += step;
    if (wrong_tail_ != 0 && control_.tail >= wrong_tail_) {
      control_.tail -= step;
      send_wrong_tail();
    } else {
      model_.set_tail(control_.tail);
    }
    quiet_ = stuck_ = 0;
  }

  // A beat with the slot that may not be read is answered with errors; of a narrow bus one of two.
  void write(std::uint32_t slot) {
    const std::size_t places = slots_.size() / kSlotBytes;
    const std::size_t granule = std::max(1U, kBusBytes / kSlotBytes);
    if (bad_slot_ && slot == *bad_slot_ / granule * granule) {
      const std::size_t first = slot % places;
      if (slot + granule > state_.head + places) {  // it holds slots that may still be read
        *bad_slot_ += static_cast<std::uint32_t>(granule);
      } else {
        const std::size_t beat =
            kBusBytes < kSlotBytes ? random().below(kSlotBytes / kBusBytes) : 0;
        read_error_.first = first * kSlotBytes + beat * kBusBytes;
        read_error_.second = read_error_.first + kBusBytes;
        model_.set_bad(slot);
      }
    }
    while (entry_of(slot).end() <= slot) ++written_entry_;
    const Entry& entry = entry_of(slot);
    const std::uint32_t part = slot - entry.number;
    std::copy_n(reinterpret_cast<const std::uint8_t*>(&entry.words.at(std::size_t{4} * part)),
                kSlotBytes, &slots_.at(slot % places * kSlotBytes));
  }
  const Entry& entry_of(std::uint32_t slot) {
    if (slot == 0) written_entry_ = 0;
    return model_.program().at(written_entry_);
  }

  void send_wrong_tail() {
    wrong_sent_ = true;
    wrong_before_ = control_.tail;
    if (state_.head == control_.tail && control_.tail != 0 && chance(50)) {
      control_.tail -= 1 + random().below(control_.tail);
    } else {
      control_.tail += (1U << control_.size) + 1 + random().below(chance(50) ? 1 : 100'000);
    }
  }

  void disable() {
    phase_ = Phase::Drain;
    control_.enable = false;
    disabled_ = cycle_ + 1;
    quiet_ = 0;
    stuck_ = 0;
    // Without records software need not wait.
    early_ = run_ + 1 < kRuns && control_.rec_size == 0 && chance(30) ? 2 + random().below(6) : 0;
  }

  void drain() {
    read_records();
    if (early_ == 0 || --early_ != 0) return;
    control_.tail = 0;
    control_.pause = false;
    control_.enable = true;
    ++tried_.at(kEarly);
  }

  void begin_measure() {
    const Measure& measure = measures().at(run_ - kRuns);
    control_.stop_on_error = false;
    traffic_ = {};
    traffic_.latency = measure.latency;
    model_.start(programs_.commands(kCommands, measure.compact));
    bell_ = 100;
    steps_ = 3;
    reading_ = 100;
  }

  void read_state() {
    auto& port = dut().state_o;
    for (unsigned q = 0; q < kQueues; ++q) {
      state_.done.at(q) = static_cast<std::uint32_t>(tb::get_bits(port, 32 * q, 32));
    }
    state_.rec_tail = static_cast<std::uint32_t>(tb::get_bits(port, 96, 32));
    state_.head = static_cast<std::uint32_t>(tb::get_bits(port, 128, 32));
    state_.waiting = static_cast<unsigned>(tb::get_bits(port, 160, 3));
    state_.ended = tb::get_bits(port, 163, 1) != 0;
    state_.stopped = tb::get_bits(port, 164, 1) != 0;
    state_.idle = tb::get_bits(port, 165, 1) != 0;
  }

  [[nodiscard]] const std::uint8_t* memory(std::uint64_t addr) override {
    const std::uint64_t place = (addr - control_.base) & (slots_.size() - 1);
    const bool bad = place < read_error_.second && place + kBusBytes > read_error_.first;
    return bad ? nullptr : &slots_.at(place);
  }
  [[nodiscard]] unsigned write_response() override {
    const bool bad =
        first_bad_record_ != 0 && (answered_records_ + 1 == first_bad_record_ ||
                                   (answered_records_ >= first_bad_record_ && chance(30)));
    return bad ? 2 + random().below(2) : random().below(2);
  }

  Programs programs_;
  Model model_;
  Control control_;
  State state_;
  Phase phase_{Phase::Off};
  Style style_{};
  unsigned run_{};
  unsigned gap_{5};
  std::uint64_t start_{}, disabled_{}, cut_{};
  std::uint64_t quiet_{};  // cycles without any event
  std::uint64_t stuck_{};  // cycles without progress
  std::size_t released_{};
  std::uint32_t wrong_tail_{}, wrong_before_{};
  std::uint32_t answered_records_{}, first_bad_record_{};
  unsigned pausing_{}, bell_{}, steps_{}, reading_{}, early_{};
  bool wrong_sent_{};
  std::vector<std::uint8_t> slots_ = std::vector<std::uint8_t>(kLineBytes);
  std::array<unsigned, kTries> tried_{};

 private:
  static constexpr std::uint64_t kAddresses = ~std::uint64_t{0} >> (64 - PARAM_DmaAddrWidth);

  std::pair<std::size_t, std::size_t> read_error_;  // bytes of the ring
  std::optional<std::uint32_t> bad_slot_;
  std::size_t written_entry_{};
};

}  // namespace tb::ring
