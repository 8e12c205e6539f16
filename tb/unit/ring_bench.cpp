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
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "unit/ring_ports.hpp"
#include "unit/ring_program.hpp"

namespace {

using tb::ring::Entry;
using tb::ring::Item;
using tb::ring::kBusBytes;
using tb::ring::Kind;
using tb::ring::kQueues;
using tb::ring::kRecordBytes;
using tb::ring::kSelf;
using tb::ring::kSlotBytes;
using tb::ring::Model;
using tb::ring::Queue;
using tb::ring::Style;

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

class RingBench : public tb::ring::PortsBench {
 public:
  RingBench(int argc, char** argv)
      : PortsBench("gsq_ring with " + std::to_string(PARAM_DmaDataWidth) + " bits, " +
                       std::to_string(PARAM_PrefetchSlots) + " slots ahead, queues of " +
                       std::to_string(PARAM_QueueDepth),
                   argc, argv),
        programs_(random()) {}

 private:
  static constexpr unsigned kRuns = 500;
  static constexpr unsigned kSettled = 60;  // cycles without any event: it stands still
  static constexpr std::uint64_t kPatience = 4'000;
  static constexpr unsigned kGrace = 3;       // cycles from enable to the state of a new start
  static constexpr unsigned kStop = 8;        // cycles from an error to `stopped`
  static constexpr unsigned kPulse = 4;       // cycles from an error to `error_o`
  static constexpr unsigned kCommands = 163;  // of a measurement
  static constexpr std::uint64_t kAddresses = ~std::uint64_t{0} >> (64 - PARAM_DmaAddrWidth);

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
      tb::ring::put_bits(port, at, count, value);
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
    if (chance(10)) return last & ~std::uint64_t{tb::ring::kLineBytes - 1};
    return random().next() % last & ~std::uint64_t{tb::ring::kLineBytes - 1};
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
    told_ = {};
    records_ = answered_records_ = bad_records_ = 0;
    pulses_ = 0;
    fatal_records_ = 0;
    end_recorded_ = false;
    ended_ = read_failed_ = paused_ = was_paused_ = false;
    cut_ = wrong_tail_ = first_bad_record_ = 0;
    stop_deadline_ = 0;
    unpulsed_.clear();
    fetched_ = first_left_ = 0;
    held_waits_ = {};
    bad_slot_.reset();
    wrong_sent_ = false;
    head_index_ = 0;
    released_ = 0;
    pausing_ = bell_ = reading_ = 0;
    read_error_ = {};
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

  // From the slot on that may not be read all of its granule are answered with errors.
  void write(std::uint32_t slot) {
    const std::size_t places = slots_.size() / kSlotBytes;
    const std::size_t granule = std::max(1U, kBusBytes / kSlotBytes);
    if (bad_slot_ && slot == *bad_slot_ / granule * granule) {
      const std::size_t first = slot % places;
      if (slot + granule > state_.head + places) {  // it holds slots that may still be read
        *bad_slot_ += static_cast<std::uint32_t>(granule);
      } else {
        read_error_ = {first * kSlotBytes, (first + granule) * kSlotBytes};
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
    if (!measuring() || q != tb::ring::kUnit) return;
    if (measured_++ == 0) first_command_ = cycle_;
    last_command_ = cycle_;
  }

  void answered(unsigned q, std::uint64_t status, std::uint64_t info, std::uint64_t addr) override {
    model_.answer(q, status, info, addr, cycle_);
    stuck_ = 0;
    if (status != 0) expect_stop();
  }
  // An error happened: a pulse of error_o follows, and a stop.
  void expect_stop() {
    unpulsed_.push_back(cycle_);
    if (control_.stop_on_error && phase_ == Phase::Run && stop_deadline_ == 0) {
      stop_deadline_ = cycle_ + kStop;
    }
  }

  [[nodiscard]] const std::uint8_t* memory(std::uint64_t addr) override {
    const std::uint64_t place = (addr - control_.base) & (slots_.size() - 1);
    const bool bad = place < read_error_.second && place + kBusBytes > read_error_.first;
    return bad ? nullptr : &slots_.at(place);
  }
  void read_failed() override { read_failed_ = true; }

  void reads(const Address& burst) override {
    // Two may wait behind each other when it is disabled.
    late_reads_ = phase_ == Phase::Run ? 0 : late_reads_ + 1;
    require("reads after disable", late_reads_ <= 2);
    const std::uint64_t place = burst.addr - control_.base;
    const std::uint64_t bytes = std::uint64_t{burst.beats} * kBusBytes;
    check("ar_addr_o aligned", 0, burst.addr % kBusBytes);
    require("read in the ring", place < slots_.size() && bytes <= slots_.size() - place);
    check("read in 128 bytes", burst.addr / tb::ring::kLineBytes,
          (burst.addr + bytes - 1) / tb::ring::kLineBytes);
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

  // ---- Records ----------------------------------------------------------------------------------

  void written(const Address& burst, const std::vector<std::uint8_t>& data,
               const std::vector<bool>& strobes) override {
    stuck_ = 0;
    require("record of a ring that is not off", phase_ != Phase::Off);
    require("record that is wanted", control_.rec_size != 0);
    check("aw_addr_o aligned", 0, burst.addr % std::min(kBusBytes, kRecordBytes));
    std::vector<std::uint8_t> record;
    const std::uint64_t from = burst.addr & ~std::uint64_t{kBusBytes - 1};
    for (std::size_t i = 0; i < data.size(); ++i) {
      if (!strobes[i]) continue;
      const std::uint64_t to = control_.rec_base +
                               kRecordBytes * (records_ & ((1ULL << control_.rec_size) - 1)) +
                               record.size();
      check("address of a byte of a record", to, from + i);
      record.push_back(data[i]);
    }
    check("bytes of a record", kRecordBytes, record.size());
    if (record.size() != kRecordBytes) return;
    require("room for the record", records_ - control_.rec_head < 1U << control_.rec_size);
    std::array<std::uint32_t, 8> words{};
    std::copy(record.begin(), record.end(), reinterpret_cast<std::uint8_t*>(words.data()));
    check_record(words);
    ++records_;
    ++tried_.at(kRecords);
  }

  void check_record(const std::array<std::uint32_t, 8>& words) {
    check("word 0 of a record, the rest", 0, words[0] & 0xfffcf800U);
    check("word 6 of a record", 0, words[6]);
    check("pass of a record", (records_ >> control_.rec_size & 1U) ^ 1U, words[7]);
    const unsigned q = words[0] >> 16U & 3U;
    if (q == kSelf) return check_own_record(words);
    Queue& queue = model_.queue(q);
    skip_unrecorded(queue);
    require("record of what is complete", queue.recorded < queue.complete, q);
    if (queue.recorded >= queue.complete) return;
    const Item& item = queue.items.at(queue.recorded++);
    check("tag of a record", item.entry.tag, words[0] & 0xffU, q);
    check("status of a record", item.status, words[0] >> 8U & 7U, q);
    check("number in a record", item.entry.number, words[1], q);
    check("info of a record", item.info, words[2], q);
    check("addr of a record", item.addr, words[4] | std::uint64_t{words[5]} << 32U, q);
    std::uint64_t last = item.done != 0 ? item.done : cycle_;
    if (item.entry.work()) last = std::min(last, item.earliest + kStop);
    require("cycle of a record, not before", words[3] + 3ULL >= item.earliest, q);
    require("cycle of a record, not after", words[3] <= last + 2, q);
  }

  static void skip_unrecorded(Queue& queue) {
    while (queue.recorded < queue.complete && !queue.items[queue.recorded].wants_record()) {
      ++queue.recorded;
    }
  }

  [[nodiscard]] bool all_recorded() {
    for (unsigned q = 0; q < kQueues; ++q) {
      Queue& queue = model_.queue(q);
      skip_unrecorded(queue);
      if (control_.rec_size != 0 && queue.recorded < queue.complete) return false;
    }
    return answered_records_ == records_;
  }

  // An end, or what has ended the ring.
  void check_own_record(const std::array<std::uint32_t, 8>& words) {
    const unsigned status = words[0] >> 8U & 7U;
    const Entry* next = model_.next();
    check("info of a record of the ring", 0, words[2]);
    check("addr of a record of the ring", 0, words[4] | std::uint64_t{words[5]} << 32U);
    require("cycle of a record of the ring", words[3] <= cycle_ + 2 && words[3] + 3ULL >= start_);
    if (status == tb::ring::kTail) {
      require("wrong doorbell", wrong_sent_);
      check("tag of a wrong doorbell", 0, words[0] & 0xffU);
      require("number of a wrong doorbell", words[1] >= state_.head && words[1] <= wrong_before_);
      first_left_ = words[1];
      count_fatal(status);
      return;
    }
    require("entry that a record of the ring is about", next != nullptr);
    if (next == nullptr) return;
    check(("number in a record of the ring with status " + std::to_string(status)).c_str(),
          next->number, words[1]);
    if (status != tb::ring::kFetch)
      check("tag of a record of the ring", next->tag, words[0] & 0xffU);
    if (status == tb::ring::kOk) {
      require("record of an end", next->kind == Kind::End && next->asks() && !end_recorded_);
      require("end after all before it", model_.all_complete() && all_recorded());
      end_recorded_ = true;
      return;
    }
    check("why the ring has ended", status, fatal_or(0));
    if (status == tb::ring::kFetch) require("read that failed", read_failed_);
    count_fatal(status);
  }
  void count_fatal(unsigned status) {
    check("records of what has ended the ring", 1, ++fatal_records_);
    ++fatals_.at(status);
  }
  [[nodiscard]] unsigned fatal_or(unsigned none) const {
    const auto fatal = model_.fatal();
    return fatal ? static_cast<unsigned>(*fatal) : none;
  }

  [[nodiscard]] unsigned write_response() override {
    const bool bad =
        first_bad_record_ != 0 && (answered_records_ + 1 == first_bad_record_ ||
                                   (answered_records_ >= first_bad_record_ && chance(30)));
    return bad ? 2 + random().below(2) : random().below(2);
  }
  void write_answered(unsigned response) override {
    stuck_ = 0;
    ++answered_records_;
    if (response < 2) return;
    ++bad_records_;
    unpulsed_.push_back(cycle_);
    ++tried_.at(kBadRecords);
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
    model_.end();
    model_.step(cycle_);
    ++tried_.at(kEnds);
    end_cycle_ = cycle_;
    stuck_ = 0;
  }

  /// Errors but those that end the ring; all that can be, or those that are told by `done`.
  [[nodiscard]] std::uint64_t errors(bool most) const {
    std::uint64_t count = bad_records_;
    for (unsigned q = 0; q < kQueues; ++q) {
      const Queue& queue = model_.queue(q);
      for (std::size_t i = 0; i < (most ? queue.complete : queue.told); ++i) {
        count += queue.items[i].status != 0 ? 1 : 0;
      }
    }
    return count;
  }

  void check_running() {
    check_done();
    check_head();
    for (unsigned q = 0; q < kQueues; ++q) {
      const bool held = state_.waits(q) && (state_.stopped || state_.ended);
      held_waits_[q] = held ? held_waits_[q] + 1 : 0;
      if (!state_.waits(q)) continue;
      const Queue& queue = model_.queue(q);
      bool wait = false;
      for (std::size_t i = queue.told; i < queue.items.size(); ++i) {
        wait = wait || queue.items[i].entry.kind == Kind::Wait;
      }
      require("state_o.waiting of a queue with a wait", wait, q);
    }
    if (state_.stopped) {
      require("state_o.stopped after an error", control_.stop_on_error && errors(true) != 0);
      if (!before_.stopped) ++tried_.at(kStops);
      stop_deadline_ = 0;
    }
    if (state_.ended) {
      require("state_o.ended after an error", bad_records_ != 0 || wrong_sent_ || model_.fatal());
      stop_deadline_ = 0;
      if (!before_.ended && control_.rec_size == 0) ++fatals_.at(fatal_or(tb::ring::kTail));
    }
    require("state_o.stopped soon after an error", stop_deadline_ == 0 || cycle_ <= stop_deadline_);
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
        if (item.entry.kind == Kind::Wait) {
          ++tried_.at(kWaits);
          // What waited when it stopped waits on.
          require("wait flag while it is stopped", held_waits_[q] < kGrace, q);
        }
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
    for (unsigned i = tb::ring::kEntry; i <= tb::ring::kTail; ++i) {
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

  void begin_measure() {
    const Measure& measure = measures().at(run_ - kRuns);
    control_.stop_on_error = false;
    traffic_ = {};
    traffic_.latency = measure.latency;
    model_.start(programs_.commands(kCommands, measure.compact));
    bell_ = 100;
    steps_ = 3;
    reading_ = 100;
    measured_ = 0;
    end_cycle_ = 0;
  }

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

  tb::ring::Programs programs_;
  Model model_;
  Control control_;
  State state_, before_, last_;
  Phase phase_{Phase::Off};
  Style style_{};
  unsigned run_{};
  unsigned gap_{5};
  std::uint64_t start_{}, disabled_{}, cut_{};
  std::uint64_t quiet_{}, stuck_{}, stop_deadline_{};
  std::vector<std::uint8_t> slots_ = std::vector<std::uint8_t>(tb::ring::kLineBytes);
  std::pair<std::size_t, std::size_t> read_error_;  // bytes of the ring
  std::optional<std::uint32_t> bad_slot_;
  std::size_t written_entry_{}, released_{}, head_index_{};
  std::array<std::uint32_t, kQueues> told_{};
  std::vector<std::uint64_t> unpulsed_;  // errors that error_o has not told
  std::uint32_t fetched_{};              // slots that were asked for
  std::uint32_t first_left_{};           // number of a wrong doorbell
  std::uint32_t wrong_tail_{}, wrong_before_{};
  std::uint32_t records_{}, answered_records_{}, first_bad_record_{};
  std::uint64_t bad_records_{}, pulses_{};
  unsigned fatal_records_{}, late_reads_{};
  unsigned pausing_{}, bell_{}, steps_{}, reading_{}, early_{};
  bool wrong_sent_{}, read_failed_{}, end_recorded_{}, ended_{}, paused_{}, was_paused_{};
  std::uint64_t first_command_{}, last_command_{}, end_cycle_{};
  unsigned measured_{};
  std::array<unsigned, kQueues> held_waits_{};  // cycles that it waits and is stopped
  std::array<unsigned, kTries> tried_{};
  std::array<unsigned, 8> fatals_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return RingBench(argc, argv).run(); }
