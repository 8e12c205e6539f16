// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_axi with its ring, from memory to memory: random programs of copies, commands and
// flags against the golden model, with errors of the memory, resets and pauses.
//
// Copies in and out use halves of their own of the memory and of a part of UB that no command
// accesses, and change halves when both queues have waited for each other; so what a program does
// is independent of time. A run of the ring is compared when it has ended: its records, the memory,
// and UB, which a second run copies out.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "Vgsq_axi_top.h"
#include "gsq/axi/gsq_axi_regs.h"
#include "gsq/config.hpp"
#include "gsq/ring/ring.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/stimulus/random.hpp"
#include "unit/ring_system.hpp"

namespace {

using gsq::ring::Descriptor;
using gsq::ring::EntryWords;
using gsq::ring::Queue;
using gsq::ring::Record;
using tb::ring_system::Bytes;

constexpr unsigned kEntries = 20'000;
constexpr std::uint64_t kBase = 0x12'0000'0000;
constexpr std::uint64_t kRing = kBase;               // 64 KiB
constexpr std::uint64_t kRecords = kBase + 0x10000;  // 64 KiB
constexpr std::uint64_t kDump = kBase + 0x20000;     // UB, 64 KiB
constexpr std::uint64_t kFill = kBase + 0x30000;     // contents for UB, 192 KiB
constexpr std::uint64_t kHalves = kBase + 0x60000;   // 2 x 128 KiB, to read and to write
constexpr std::uint64_t kHalfBytes = 0x20000;
constexpr std::uint64_t kErrors = kBase + 0xa0000;  // 64 KiB: written, never read
constexpr std::size_t kBytes = 0xb0000;
constexpr std::uint64_t kModelRing = kBase;  // the model has its slots there, too
constexpr unsigned kModelSize = 12;          // log2 of them

constexpr std::uint32_t kLists = 1024;        // bytes of index lists in the own part of UB
constexpr std::uint32_t kUbHalf = 1536;       // bytes of each half of the rest
constexpr std::uint64_t kPatience = 300'000;  // cycles in which something must happen

gsq::Config config() {
  gsq::Config made = gsq::named_config("tiny");
  made.ub_bytes = PARAM_UbBytes;
  made.lane_ops = PARAM_LaneOps;
  return made;
}

struct Entry {
  EntryWords words;
  std::uint32_t number{};
  Queue queue{};
};

class RingSystemBench : public tb::Bench<Vgsq_axi_top> {
 public:
  RingSystemBench(int argc, char** argv)
      : Bench("gsq_axi with a ring, " + std::to_string(PARAM_DmaDataWidth) + " bits", argc, argv),
        bytes_(kBase, kBytes),
        golden_(kBase, kBytes),
        memory_(bytes_, random(), [this](const std::string& what) { expect(what, 0, 0, 1); }),
        model_(config()),
        commands_(config(), random().next(), "all"),
        ring_(golden_, model_.ub(),
              {[this](const gsq::CommandBits& bits) { return model_.execute(gsq::unpack(bits)); },
               [this](const Record& record) { expected_.push_back(record); }, [] {}}) {
    for (std::size_t i = 0; i < kBytes; ++i) {
      const auto byte = static_cast<std::uint8_t>(random().next());
      bytes_.at(kBase + i) = golden_.at(kBase + i) = byte;
    }
  }

 private:
  using Regs = gsq_axi_regs_t;
  enum class Phase { kRun, kLeave, kDump, kLeaveDump };

  // ---- A program --------------------------------------------------------------------------------

  std::uint32_t below(std::uint32_t count) { return random().below(count); }
  bool chance(unsigned percent) { return random().percent(percent); }
  std::uint8_t tag() { return static_cast<std::uint8_t>(random().next()); }

  void add(EntryWords words, Queue queue) {
    program_.push_back({std::move(words), slots_, queue});
    slots_ += static_cast<std::uint32_t>(program_.back().words.size()) / 4;
  }

  void set(Queue queue, unsigned flag) { add(gsq::ring::set_entry(tag(), queue, flag), queue); }
  void wait(Queue queue, unsigned flag) { add(gsq::ring::wait_entry(tag(), queue, flag), queue); }

  /// What comes after in `second` begins when what came before in `first` is complete.
  void order(Queue first, Queue second) {
    flag_ = (flag_ + 1) % gsq::ring::kFlags;
    set(first, flag_);
    wait(second, flag_);
  }
  void barrier(Queue one, Queue other) {
    order(one, other);
    order(other, one);
  }

  void copy(Queue queue, const Descriptor& descriptor) {
    add(gsq::ring::copy_entry(queue, tag(), descriptor), queue);
  }

  void add_commands() {
    for (unsigned n = 1 + below(20); n != 0; --n) {
      gsq::Command command = commands_.next();
      command.tag = tag();
      add(gsq::ring::command_entry(gsq::pack(command), chance(70)), Queue::Unit);
    }
  }

  /// New contents of UB, as the generator of commands wants them.
  void add_fills() {
    if (fill_ > kFill + 0x18000) return;
    // Neighbours are one copy; the own part of UB, which copies out may read now, stays.
    std::vector<gsq::Fill> fills;
    const gsq::Region own = commands_.host_region();
    for (const gsq::Fill& fill : commands_.refill()) {
      for (std::size_t i = 0; i < fill.bytes.size(); ++i) {
        const auto at = static_cast<std::uint32_t>(fill.address + i);
        if (at - own.base < own.bytes) continue;
        if (fills.empty() || fills.back().address + fills.back().bytes.size() != at) {
          fills.push_back({at, {}});
        }
        fills.back().bytes.push_back(fill.bytes[i]);
      }
    }
    order(Queue::Unit, Queue::In);
    for (const gsq::Fill& fill : fills) {
      for (std::size_t i = 0; i < fill.bytes.size(); ++i) {
        bytes_.at(fill_ + i) = golden_.at(fill_ + i) = fill.bytes[i];
      }
      Descriptor d;
      d.rows = 1;
      d.bytes = static_cast<std::uint32_t>(fill.bytes.size());
      d.mem_addr = fill_;
      d.ub_addr = fill.address;
      copy(Queue::In, d);
      fill_ += fill.bytes.size() + below(40);
    }
    order(Queue::In, Queue::Unit);
  }

  /// Index lists for copies of both directions.
  void add_lists() {
    barrier(Queue::In, Queue::Out);
    for (std::uint32_t i = 0; i < kLists / 2; ++i) {
      const std::uint32_t index = below(100) < 4 ? below(0x10000) : below(40);
      const std::uint64_t at = fill_ + 2 * std::uint64_t{i};
      // Every other half-word is 0 in the upper half, so lists of four bytes are there, too.
      const std::uint32_t value = i >= kLists / 4 && i % 2 == 1 ? 0 : index;
      for (unsigned k = 0; k < 2; ++k) {
        bytes_.at(at + k) = golden_.at(at + k) = static_cast<std::uint8_t>(value >> (8 * k));
      }
    }
    Descriptor d;
    d.rows = 1;
    d.bytes = kLists;
    d.mem_addr = fill_;
    d.ub_addr = commands_.host_region().base;
    copy(Queue::In, d);
    fill_ += kLists;
    barrier(Queue::In, Queue::Out);
  }

  /// A copy between the halves of this phase, with some that are refused.
  void add_copy(Queue queue) {
    const unsigned half = queue == Queue::In ? half_ : 1 - half_;
    const std::uint64_t mem = kHalves + half * kHalfBytes;
    const std::uint32_t ub = commands_.host_region().base + kLists + half * kUbHalf;
    Descriptor d;
    d.rows = chance(5) ? 0 : 1 + below(chance(50) ? 4 : 12);
    d.bytes = chance(8) ? 0 : chance(50) ? 1 + below(20) : 1 + below(kUbHalf / (d.rows + 1));
    if (chance(30)) d.left = static_cast<std::uint16_t>(below(40));
    if (chance(30)) d.right = static_cast<std::uint16_t>(below(40));
    if (d.rows * (d.left + d.bytes + d.right) > kUbHalf) d.left = d.right = 0;
    d.value = static_cast<std::uint32_t>(random().next());
    const std::uint32_t row = d.left + d.bytes + d.right;
    const std::uint32_t rows = std::max<std::uint32_t>(d.rows, 1);
    const std::uint32_t spare = kUbHalf - rows * row;
    const std::uint32_t gap = chance(40) ? 0 : below(spare / rows + 1);
    const bool down = chance(20);
    d.ub_stride = static_cast<std::int32_t>(row + gap) * (down ? -1 : 1);
    const std::uint32_t start = below(spare - gap * (rows - 1) + 1);
    d.ub_addr = ub + start + (down ? (rows - 1) * (row + gap) : 0);
    d.indexed = chance(30);
    if (d.indexed) {
      d.half = chance(50);
      d.skip = chance(50);
      const std::uint32_t list = below(8) * 32;
      d.index_addr = commands_.host_region().base + (d.half ? below(2) * 256 : kLists / 2) + list;
      d.table_rows = below(4) == 0 ? below(40) : 40;
    }
    const std::uint32_t places = d.indexed ? 40 : rows;
    const auto step = below(static_cast<std::uint32_t>((kHalfBytes - d.bytes) / places));
    const bool mem_down = chance(20);
    d.mem_stride = static_cast<std::int32_t>(step) * (mem_down ? -1 : 1);
    d.mem_addr = mem +
                 below(static_cast<std::uint32_t>(kHalfBytes - d.bytes) - step * (places - 1) + 1) +
                 (mem_down ? std::uint64_t{step} * (places - 1) : 0);
    d.after = chance(20);
    if (queue == Queue::Out && chance(10)) {
      d.mem_addr = kErrors + below(0x8000);
      d.mem_stride = static_cast<std::int32_t>(below(500));
    }
    if (chance(3)) d.mem_addr = kRing + below(0x20000);                       // outside the windows
    if (chance(3)) d.ub_addr = PARAM_UbBytes - below(std::max(d.bytes, 1U));  // nor here
    copy(queue, d);
  }

  /// A large copy out of all that commands write.
  void add_large_copy() {
    order(Queue::Unit, Queue::Out);
    Descriptor d;
    d.rows = 1;
    d.bytes = below(PARAM_UbBytes + 1);
    d.ub_addr = below(PARAM_UbBytes - d.bytes + 1);
    d.mem_addr = kHalves + (1 - half_) * kHalfBytes +
                 below(static_cast<std::uint32_t>(kHalfBytes) - d.bytes);
    // Its own part of UB is written by copies in.
    barrier(Queue::In, Queue::Out);
    copy(Queue::Out, d);
    barrier(Queue::In, Queue::Out);
    order(Queue::Out, Queue::Unit);
  }

  void make_program() {
    program_.clear();
    slots_ = 0;
    flag_ = 0;
    fill_ = kFill;
    commands_.adopt(model_);
    if (first_) clear_unit();
    first_ = false;
    add_lists();
    for (unsigned steps = 10 + below(30); steps != 0; --steps) {
      const unsigned kind = below(100);
      if (kind < 35) {
        add_commands();
      } else if (kind < 60) {
        add_copy(Queue::In);
      } else if (kind < 85) {
        add_copy(Queue::Out);
      } else if (kind < 91) {
        barrier(Queue::In, Queue::Out);
        half_ = 1 - half_;
      } else if (kind < 94) {
        add_fills();
      } else if (kind < 96) {
        add_large_copy();
      } else {
        order(static_cast<Queue>(below(3)), static_cast<Queue>(below(3)));
      }
    }
    if (deadlock_) wait(static_cast<Queue>(below(3)), (flag_ + 1) % gsq::ring::kFlags);
    add(gsq::ring::end_entry(tag()), Queue::Self);
    entries_ += program_.size();
  }

  /// UB, V and M of the unit become those of the model.
  void clear_unit() {
    Descriptor d;
    d.rows = 1;
    d.left = 0xffff;
    d.right = 1;
    copy(Queue::In, d);
    order(Queue::In, Queue::Unit);
    gsq::Command command;
    for (unsigned v = 0; v < 32; ++v) {
      command = {};
      command.op = gsq::Opcode::LoadAlign;
      command.vd = static_cast<std::uint8_t>(v);
      add(gsq::ring::command_entry(gsq::pack(command)), Queue::Unit);
    }
    for (unsigned m = 0; m < 8; ++m) {
      command = {};
      command.op = gsq::Opcode::SetMask;
      command.m = static_cast<std::uint8_t>(m);
      add(gsq::ring::command_entry(gsq::pack(command)), Queue::Unit);
    }
    add_fills();
  }

  // ---- Software ---------------------------------------------------------------------------------

  static std::uint32_t control_bits(bool pause, bool stop) {
    return GSQ_AXI_REGS__RING__CONTROL__ENABLE_bm |
           (pause ? GSQ_AXI_REGS__RING__CONTROL__PAUSE_bm : 0) |
           (stop ? GSQ_AXI_REGS__RING__CONTROL__STOP_ON_ERROR_bm : 0);
  }

  /// Registers of a run whose program is there.
  void start_ring() {
    size_ = 3 + below(8);
    rec_size_ = 1 + below(6);
    given_ = 0;
    written_ = 0;
    head_ = rec_read_ = rec_tail_ = 0;
    state_ = 0;
    stop_ = chance(30);
    written_slots_.clear();
    for (const Entry& entry : program_) {
      for (std::size_t i = 0; i < entry.words.size(); i += 4) {
        written_slots_.push_back(
            {entry.words[i], entry.words[i + 1], entry.words[i + 2], entry.words[i + 3]});
      }
    }
    registers_.write(offsetof(Regs, ring.size),
                     size_ << GSQ_AXI_REGS__RING__SIZE__SLOTS_bp |
                         rec_size_ << GSQ_AXI_REGS__RING__SIZE__RECORDS_bp);
    registers_.write64(offsetof(Regs, ring.base_low), kRing);
    registers_.write64(offsetof(Regs, ring.rec_base_low), kRecords);
    registers_.write64(offsetof(Regs, ring.mem0_base_low), kDump);
    registers_.write64(offsetof(Regs, ring.mem0_limit_low), kErrors);
    registers_.write64(offsetof(Regs, ring.mem1_base_low), kErrors);
    registers_.write64(offsetof(Regs, ring.mem1_limit_low), kBase + kBytes);
    registers_.write(offsetof(Regs, ring.ub_base), 0);
    registers_.write(offsetof(Regs, ring.ub_limit), PARAM_UbBytes);
    registers_.write(offsetof(Regs, ring.allow), GSQ_AXI_REGS__RING__ALLOW__MEM0_READ_bm |
                                                     GSQ_AXI_REGS__RING__ALLOW__MEM0_WRITE_bm |
                                                     GSQ_AXI_REGS__RING__ALLOW__MEM1_WRITE_bm |
                                                     GSQ_AXI_REGS__RING__ALLOW__UB_READ_bm |
                                                     GSQ_AXI_REGS__RING__ALLOW__UB_WRITE_bm);
    registers_.write(offsetof(Regs, ring.tail), 0);
    registers_.write(offsetof(Regs, ring.rec_head), 0);
    registers_.write(offsetof(Regs, ring.event), 3);
    registers_.write(offsetof(Regs, ring.irq_enable), GSQ_AXI_REGS__RING__IRQ_ENABLE__END_bm);
    registers_.write(offsetof(Regs, ring.control), control_bits(false, stop_));
    memory_.pace(below(60), 1 + (chance(30) ? 120 : below(20)));
  }

  [[nodiscard]] gsq::ring::CopySetup copies() const {
    gsq::ring::CopySetup made;
    made.memory[0] = {kDump, kErrors, true, true};
    made.memory[1] = {kErrors, kBase + kBytes, false, true};
    made.ub = {0, PARAM_UbBytes, true, true};
    made.bus_bytes = tb::ring_system::kBusBytes;
    made.burst_bytes = PARAM_BurstBytes;
    made.address_bits = PARAM_DmaAddrWidth;
    return made;
  }

  void start_run() {
    reset_ = chance(20);
    deadlock_ = !reset_ && chance(10);
    make_program();
    // Errors of the memory: a few granules of what is copied in, and of the area for errors.
    for (std::uint64_t at = kHalves; at < kBase + kBytes; at += tb::ring_system::kGranule) {
      // Behind a write that failed others may be there, so what is read again has none.
      const bool bad = at >= kErrors ? chance(30) : errors_ && chance(1);
      auto& which = at >= kErrors ? bytes_.bad_write(at) : bytes_.bad_read(at);
      which = bad ? 2 + below(2) : 0;
      (at >= kErrors ? golden_.bad_write(at) : golden_.bad_read(at)) = which;
    }
    errors_ = chance(50);
    start_ring();
    phase_ = Phase::kRun;
    reset_at_ = reset_ ? below(slots_) : slots_;
  }

  /// Copies UB out, in a run of its own.
  void start_dump() {
    program_.clear();
    slots_ = 0;
    Descriptor d;
    d.rows = 1;
    d.bytes = PARAM_UbBytes;
    d.mem_addr = kDump;
    copy(Queue::Out, d);
    add(gsq::ring::end_entry(0), Queue::Self);
    start_ring();
    phase_ = Phase::kDump;
    reset_ = deadlock_ = false;
    reset_at_ = slots_;
  }

  /// Everything that software does: one round of accesses after the other.
  void software() {
    switch (phase_) {
      case Phase::kRun:
      case Phase::kDump:
        poll();
        break;
      case Phase::kLeave:
      case Phase::kLeaveDump:
        leave();
        break;
    }
  }

  void read_state() {
    registers_.read(offsetof(Regs, ring.head), [this](std::uint32_t v) { head_ = v; });
    registers_.read(offsetof(Regs, ring.rec_tail), [this](std::uint32_t v) { rec_tail_ = v; });
    registers_.read(offsetof(Regs, ring.state), [this](std::uint32_t v) { state_ = v; });
  }

  void poll() {
    take_records();
    if ((state_ & GSQ_AXI_REGS__RING__STATE__STOPPED_bm) != 0) {
      registers_.write(offsetof(Regs, ring.resume), 1);
    }
    const bool ended = (state_ & GSQ_AXI_REGS__RING__STATE__ENDED_bm) != 0;
    const bool through = head_ == slots_ && (state_ & GSQ_AXI_REGS__RING__STATE__IDLE_bm) != 0;
    if (ended || through || head_ > reset_at_) {
      expect("a ring that ended itself", 0, deadlock_ ? 1 : 0, ended ? 1 : 0);
      if (through) expect("interrupt of the end", 0, 1, dut().irq_o);
      phase_ = phase_ == Phase::kRun ? Phase::kLeave : Phase::kLeaveDump;
      registers_.write(offsetof(Regs, ring.control), 0);
      read_state();
      return;
    }
    // Slots that are free are written, and some of them rung for.
    const std::uint32_t count = 1U << size_;
    while (written_ != slots_ && written_ - head_ < count) {
      for (unsigned i = 0; i < 16; ++i) {
        bytes_.at(kRing + (written_ & (count - 1)) * 16 + i) =
            static_cast<std::uint8_t>(written_slots_.at(written_).at(i / 4) >> (8 * (i % 4)));
      }
      ++written_;
    }
    const std::uint32_t left = written_ - given_;
    if (left != 0) {
      given_ += chance(50) ? left : 1 + below(left);
      registers_.write(offsetof(Regs, ring.tail), given_);
    }
    if (chance(10)) registers_.write(offsetof(Regs, ring.control), control_bits(chance(40), stop_));
    if (given_ == slots_)
      registers_.write(offsetof(Regs, ring.control), control_bits(false, stop_));
    read_state();
  }

  void leave() {
    take_records();
    if ((state_ & GSQ_AXI_REGS__RING__STATE__IDLE_bm) == 0 || rec_read_ != rec_tail_) {
      read_state();
      return;
    }
    if (!asked_done_) {
      asked_done_ = true;
      registers_.read(offsetof(Regs, ring.done_in), [this](std::uint32_t v) { done_[0] = v; });
      registers_.read(offsetof(Regs, ring.done_unit), [this](std::uint32_t v) { done_[1] = v; });
      registers_.read(offsetof(Regs, ring.done_out), [this](std::uint32_t v) { done_[2] = v; });
      registers_.read(offsetof(Regs, ring.rec_tail), [this](std::uint32_t v) { rec_tail_ = v; });
      return;
    }
    asked_done_ = false;
    expect("idle memory", 0, 1, memory_.idle() ? 1 : 0);
    if (phase_ == Phase::kLeave) {
      compare_run();
      ++runs_;
      start_dump();
    } else {
      compare_ub();
      found_.clear();
      if (entries_ >= kEntries) {
        std::printf("gsq_axi: %llu entries in %u runs, %llu bursts, %u records\n",
                    static_cast<unsigned long long>(entries_), runs_,
                    static_cast<unsigned long long>(memory_.bursts()), records_);
        finish();
        return;
      }
      start_run();
    }
  }

  void take_records() {
    if (rec_read_ == rec_tail_ || (phase_ == Phase::kRun && chance(50))) return;
    while (rec_read_ != rec_tail_) {
      const std::uint32_t count = 1U << rec_size_;
      const std::uint64_t at = kRecords + (rec_read_ & (count - 1)) * gsq::ring::kRecordBytes;
      const auto word = [&](unsigned i) {
        std::uint32_t value = 0;
        for (unsigned k = 0; k < 4; ++k)
          value |= std::uint32_t{bytes_.at(at + 4 * i + k)} << (8 * k);
        return value;
      };
      Record record;
      record.tag = word(0) & 0xff;
      record.status = word(0) >> 8 & 7;
      record.queue = static_cast<Queue>(word(0) >> 16 & 3);
      record.number = word(1);
      record.info = word(2);
      record.addr = word(4) | std::uint64_t{word(5)} << 32;
      expect("pass of a record", 0, (rec_read_ & count) == 0 ? 1 : 0, word(7));
      found_.push_back(record);
      ++rec_read_;
    }
    registers_.write(offsetof(Regs, ring.rec_head), rec_read_);
  }

  // ---- Comparison -------------------------------------------------------------------------------

  /// Carries out in the model what has completed in the unit, in the order of the ring.
  void compare_run() {
    gsq::ring::Ring::Setup setup;
    setup.copies = copies();
    setup.base = kModelRing;
    setup.size = kModelSize;
    expected_.clear();
    ring_.enable(setup);
    std::vector<std::uint32_t> numbers;  // of the slots of the model, in the program
    std::uint32_t tail = 0;
    for (const Entry& entry : program_) {
      const bool complete = entry.queue == Queue::Self
                                ? !reset_ || head_ > entry.number
                                : done_.at(static_cast<std::size_t>(entry.queue)) > entry.number;
      if (reset_ && !complete) continue;
      for (std::size_t i = 0; i < entry.words.size(); ++i) {
        const std::uint64_t slot = (tail + i / 4) & ((1U << kModelSize) - 1);
        for (unsigned k = 0; k < 4; ++k) {
          golden_.at(kModelRing + slot * 16 + i % 4 * 4 + k) =
              static_cast<std::uint8_t>(entry.words.at(i) >> (8 * k));
        }
      }
      tail += static_cast<std::uint32_t>(entry.words.size()) / 4;
      numbers.resize(tail, entry.number);
      ring_.run(tail);
    }
    expect("a model that ended itself", 0, deadlock_ ? 1 : 0, ring_.ended() ? 1 : 0);
    for (Record& record : expected_) record.number = numbers.at(record.number);
    expect("number of records", 0, expected_.size(), found_.size(), "run " + std::to_string(runs_));
    for (unsigned queue = 0; queue < 4; ++queue) compare_records(static_cast<Queue>(queue));
    for (std::uint64_t at = kHalves; at < kErrors; ++at) {
      expect("memory", static_cast<unsigned>(at - kHalves), golden_.at(at), bytes_.at(at),
             "run " + std::to_string(runs_));
    }
    records_ += static_cast<unsigned>(found_.size());
    found_.clear();
  }

  void compare_records(Queue queue) {
    std::vector<Record> want;
    std::vector<Record> have;
    for (const Record& record : expected_) {
      if (record.queue == queue) want.push_back(record);
    }
    for (const Record& record : found_) {
      if (record.queue == queue) have.push_back(record);
    }
    const auto lane = static_cast<unsigned>(queue);
    expect("records of a queue", lane, want.size(), have.size());
    for (std::size_t i = 0; i < std::min(want.size(), have.size()); ++i) {
      const std::string what =
          "run " + std::to_string(runs_) + ", the entry at slot " + std::to_string(want[i].number);
      expect("record, number", lane, want[i].number, have[i].number, what);
      expect("record, tag", lane, want[i].tag, have[i].tag, what);
      expect("record, status", lane, want[i].status, have[i].status, what);
      expect("record, info", lane, want[i].info, have[i].info, what);
      expect("record, address", lane, want[i].addr, have[i].addr, what);
    }
  }

  void compare_ub() {
    for (unsigned i = 0; i < PARAM_UbBytes; ++i) {
      expect("UB", i, model_.ub().at(i), bytes_.at(kDump + i), "run " + std::to_string(runs_));
    }
    // The model has its slots where the unit has its ring, and no dump.
    for (std::uint64_t at = kBase; at < kFill; ++at) golden_.at(at) = bytes_.at(at);
  }

  // ---- Clock ------------------------------------------------------------------------------------

  void drive() override {
    dut().ub_aw_valid_i = dut().ub_w_valid_i = dut().ub_ar_valid_i = 0;
    dut().ub_b_ready_i = dut().ub_r_ready_i = 1;
    if (in_reset()) {
      dut().mem_r_valid_i = dut().mem_b_valid_i = 0;
      dut().reg_aw_valid_i = dut().reg_w_valid_i = dut().reg_ar_valid_i = 0;
      return;
    }
    if (now_ == 0) start_run();
    if (registers_.idle()) software();
    registers_.drive(dut());
    memory_.drive(dut(), now_);
  }

  void posedge() override {
    if (in_reset()) return;
    const unsigned response = registers_.posedge(dut());
    expect("response of a register", 0, 0, response);
    memory_.posedge(dut(), now_);
    ++now_;
    const std::uint64_t moved = head_ + memory_.bursts();
    if (moved != moved_) last_move_ = now_;
    moved_ = moved;
    if (now_ - last_move_ > kPatience) {
      expect("a ring that goes on", 0, slots_, head_,
             "run " + std::to_string(runs_) + ", state " + std::to_string(state_));
      finish();
    }
  }

  Bytes bytes_;
  Bytes golden_;
  tb::ring_system::AxiMemory<Vgsq_axi_top> memory_;
  tb::ring_system::Registers<Vgsq_axi_top> registers_;
  gsq::Model model_;
  gsq::RandomCommands commands_;
  gsq::ring::Ring ring_;
  std::vector<Record> expected_;
  std::vector<Record> found_;

  // The program of this run
  std::vector<Entry> program_;
  std::vector<std::array<std::uint32_t, 4>> written_slots_;
  std::uint32_t slots_{};
  unsigned flag_{};
  std::uint64_t fill_{};
  unsigned half_{};
  bool first_{true};
  bool reset_{};
  bool deadlock_{};
  bool errors_{};
  std::uint32_t reset_at_{};

  // Software
  Phase phase_{};
  unsigned size_{};
  unsigned rec_size_{};
  bool stop_{};
  bool asked_done_{};
  std::uint32_t written_{};
  std::uint32_t given_{};
  std::uint32_t head_{};
  std::uint32_t rec_read_{};
  std::uint32_t rec_tail_{};
  std::uint32_t state_{};
  std::array<std::uint32_t, 3> done_{};

  std::uint64_t entries_{};
  unsigned runs_{};
  unsigned records_{};
  std::uint64_t now_{};
  std::uint64_t moved_{};
  std::uint64_t last_move_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return RingSystemBench(argc, argv).run(); }
