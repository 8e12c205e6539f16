// SPDX-License-Identifier: Apache-2.0
// Random programs for the ring of commands.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "unit/ring_reach.hpp"

namespace tb::ring {

enum class Style {
  Plain,     ///< no flags
  Pipeline,  ///< flags, each set before it is awaited
  Loose,     ///< flags in any order between queues: may be a deadlock
  Twice,     ///< flags that are set again
  Hold,      ///< flags that are set when all stands still
  Full,      ///< a deadlock for which no room is left
  Before,    ///< a deadlock before an end
  Count
};

/// Makes programs. Entries get their numbers.
class Programs {
 public:
  explicit Programs(gsq::Rng& random) : random_(random) {}

  std::vector<Entry> make(Style style, unsigned size) {
    program_.clear();
    records_ = random_.percent(20) ? 100 : random_.percent(30) ? 0 : 30;
    ends_ = random_.percent(50) ? 2 : 0;
    compact_ = random_.below(5) * 25;
    for (unsigned i = 0; i < kFlags; ++i) fresh_.at(i) = i;
    for (unsigned i = kFlags; i > 1; --i) std::swap(fresh_.at(i - 1), fresh_.at(random_.below(i)));
    next_flag_ = 0;
    while (program_.size() < size) part(style);
    if (style == Style::Full) overflow();
    if (style == Style::Before) end_behind_wait();
    if (random_.percent(70)) add(Kind::End, kSelf);
    return numbered();
  }

  /// Commands only, then an end; for measurements.
  std::vector<Entry> commands(unsigned count, bool compact) {
    program_.clear();
    records_ = 0;
    for (unsigned i = 0; i < count; ++i) add(compact ? Kind::Compact : Kind::Command, kUnit);
    add(Kind::End, kSelf);
    return numbered();
  }

  /// Puts an illegal entry somewhere.
  void spoil(std::vector<Entry>& program) {
    program_ = std::move(program);
    const Entry wrong = random_entry(random_, Kind::Wrong, kSelf, 0, 50);
    program_.insert(program_.begin() + random_.below(static_cast<unsigned>(program_.size())),
                    wrong);
    program = numbered();
  }

 private:
  using Sequences = std::array<std::vector<Entry>, kQueues>;

  std::vector<Entry> numbered() {
    std::uint32_t number = 0;
    for (Entry& entry : program_) {
      entry.number = number;
      number = entry.end();
    }
    return std::move(program_);
  }

  Entry entry(Kind kind, unsigned queue, unsigned flag = 0) {
    return random_entry(random_, kind, queue, flag, records_);
  }
  void add(Kind kind, unsigned queue, unsigned flag = 0) {
    program_.push_back(entry(kind, queue, flag));
  }
  Entry work(unsigned queue) {
    if (queue != kUnit) return entry(Kind::Copy, queue);
    return entry(random_.percent(compact_) ? Kind::Compact : Kind::Command, queue);
  }
  void add_work(unsigned most) {
    for (unsigned i = random_.below(most + 1); i != 0; --i) {
      program_.push_back(work(random_.percent(50) ? kUnit : random_.below(kQueues)));
      if (random_.percent(ends_)) add(Kind::End, kSelf);
    }
  }
  [[nodiscard]] bool has_flags(unsigned count) const { return next_flag_ + count <= kFlags; }
  unsigned flag() { return fresh_.at(next_flag_++); }

  void part(Style style) {
    if (style == Style::Twice && random_.percent(50) && has_flags(6)) {
      const unsigned again = flag();
      const unsigned queue = random_.below(kQueues);
      for (unsigned i = 2 + random_.below(2); i != 0; --i) {
        add(Kind::Set, queue, again);
        add_work(2);
      }
    } else if (style == Style::Hold && has_flags(6) && random_.percent(50)) {
      hold();
    } else if (style != Style::Plain && has_flags(17)) {
      pipeline(style == Style::Loose && random_.percent(60));
    } else {
      add_work(30);
      if (random_.percent(20)) add(Kind::End, kSelf);
    }
  }

  // From in through unit to out, with 1 to 3 buffers between them.
  void pipeline(bool loose) {
    const unsigned buffers = 1 + random_.below(3);
    const unsigned tiles = 1 + random_.below(8);
    const unsigned most = 1 + random_.below(4);
    std::array<std::vector<unsigned>, 4> flags;  // full and empty, before and behind the unit
    for (auto& some : flags) {
      for (unsigned i = 0; i < buffers; ++i) some.push_back(flag());
    }
    Sequences queues;
    const auto put = [&](unsigned q, Kind kind, unsigned which) {
      queues.at(q).push_back(entry(kind, q, which));
    };
    const auto put_work = [&](unsigned q) {
      for (unsigned i = random_.below(most + 1); i != 0; --i) queues.at(q).push_back(work(q));
    };
    for (unsigned t = 0; t < tiles; ++t) {
      const unsigned b = t % buffers;
      if (t >= buffers) put(kIn, Kind::Wait, flags[1].at(b));
      put_work(kIn);
      put(kIn, Kind::Set, flags[0].at(b));
      put(kUnit, Kind::Wait, flags[0].at(b));
      if (t >= buffers) put(kUnit, Kind::Wait, flags[3].at(b));
      put_work(kUnit);
      put(kUnit, Kind::Set, flags[1].at(b));
      put(kUnit, Kind::Set, flags[2].at(b));
      put(kOut, Kind::Wait, flags[2].at(b));
      put_work(kOut);
      put(kOut, Kind::Set, flags[3].at(b));
    }
    merge(queues, loose);
  }

  // In any order that keeps that of each queue; unless `loose`, no wait is before its set.
  void merge(const Sequences& queues, bool loose) {
    std::array<std::size_t, kQueues> at{};
    std::array<bool, kFlags> set{};
    const unsigned ends = ends_;
    const auto left = [&](unsigned q) { return at.at(q) < queues.at(q).size(); };
    unsigned q = 0;
    while (left(0) || left(1) || left(2)) {
      if (random_.percent(60)) q = random_.below(kQueues);
      if (!left(q)) {
        q = random_.below(kQueues);
        continue;
      }
      const Entry& entry = queues.at(q).at(at.at(q));
      if (entry.kind == Kind::Wait && !set.at(entry.flag) && !(loose && random_.percent(30))) {
        q = random_.below(kQueues);
        continue;
      }
      if (entry.kind == Kind::Set || entry.kind == Kind::Wait) {
        set.at(entry.flag) = entry.kind == Kind::Set;
      }
      program_.push_back(entry);
      ++at.at(q);
      if (random_.percent(ends)) add(Kind::End, kSelf);
    }
  }

  // Two queues wait for a flag that the third one sets when they stand.
  void hold() {
    const unsigned setter = random_.below(kQueues);
    const unsigned first = (setter + 1) % kQueues;
    const unsigned second = (setter + 2) % kQueues;
    const unsigned common = flag();
    const bool both = random_.percent(60);
    const bool swap = random_.percent(50);
    if (both) add(Kind::Wait, swap ? first : second, common);
    add(Kind::Wait, swap ? second : first, common);
    for (unsigned i = 0; i < (both ? 2U : 1U); ++i) {
      const unsigned behind = random_.below(2);
      for (unsigned k = 0; k < behind && i == 0; ++k) {
        program_.push_back(work(swap ? second : first));
        if (both) program_.push_back(work(swap ? first : second));
      }
      Entry set = entry(Kind::Set, setter, common);
      set.hold = true;
      program_.push_back(set);
    }
    // What follows may use no flag of these, but waits until all is complete.
    add(Kind::End, kSelf);
  }

  void overflow() {
    const unsigned queue = random_.below(kQueues);
    for (unsigned q = 0; q < kQueues; ++q) {
      if (q == queue || random_.percent(50)) add(Kind::Wait, q, flag());
    }
    if (random_.percent(50)) {
      for (unsigned i = 0; i < 3; ++i) program_.push_back(work(queue));
    } else {
      const unsigned some = flag();
      for (unsigned i = 0; i < PARAM_EntryDepth; ++i) add(Kind::Set, queue, some);
    }
  }

  void end_behind_wait() {
    add(Kind::Wait, random_.below(kQueues), flag());
    add_work(1);
    add(Kind::End, kSelf);
  }

  gsq::Rng& random_;
  std::vector<Entry> program_;
  std::array<unsigned, kFlags> fresh_{};
  unsigned next_flag_{};
  unsigned records_{}, ends_{}, compact_{};
};

}  // namespace tb::ring
