// SPDX-License-Identifier: Apache-2.0
// A ring of commands by docs/reference/ring.md: entries as they lie in memory, and what becomes of
// them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/stimulus/random.hpp"

namespace tb::ring {

constexpr unsigned kQueues = 3;
constexpr unsigned kIn = 0;
constexpr unsigned kUnit = 1;
constexpr unsigned kOut = 2;
constexpr unsigned kSelf = 3;  // the ring itself
constexpr unsigned kFlags = 64;
constexpr unsigned kSlotBytes = 16;
constexpr unsigned kLineBytes = 128;  // a burst ends at a multiple of it
constexpr unsigned kRecordBytes = 32;
constexpr unsigned kBusBytes = PARAM_DmaDataWidth / 8;

enum class Kind { Command, Compact, Copy, Set, Wait, End, Wrong };
enum Status : unsigned { kOk, kFlagSet, kEntry, kFetch, kDeadlock, kTail, kRecord };

/// An entry: what lies in memory, and what it means.
struct Entry {
  Kind kind{};
  unsigned queue{};
  std::uint8_t tag{};
  unsigned flag{};
  bool hold{};               ///< software writes it only when nothing happens any more
  std::uint32_t number{};    ///< of its first slot
  gsq::CommandBits words{};  ///< in memory
  gsq::CommandBits port{};   ///< at the port, lowest word first

  [[nodiscard]] unsigned slots() const {
    return kind == Kind::Command || kind == Kind::Copy ? 4 : 1;
  }
  [[nodiscard]] std::uint32_t end() const { return number + slots(); }
  [[nodiscard]] bool work() const {
    return kind == Kind::Command || kind == Kind::Compact || kind == Kind::Copy;
  }
  [[nodiscard]] bool asks() const { return (tag & 0x80U) != 0; }
  [[nodiscard]] std::string text() const {
    static const std::array<const char*, 7> kinds = {
        "command", "compact command", "copy", "set flag ", "wait flag ", "end", "illegal entry"};
    const bool flags = kind == Kind::Set || kind == Kind::Wait;
    return kinds.at(static_cast<unsigned>(kind)) + (flags ? std::to_string(flag) : std::string()) +
           " of queue " + std::to_string(queue) + " at slot " + std::to_string(number);
  }
};

/// A random entry of a kind; what no line of the page names is random too.
inline Entry random_entry(gsq::Rng& random, Kind kind, unsigned queue, unsigned flag,
                          unsigned records) {
  Entry entry;
  entry.kind = kind;
  entry.queue = queue;
  entry.flag = flag;
  for (std::uint32_t& word : entry.words) word = static_cast<std::uint32_t>(random.next() >> 32U);
  auto& words = entry.words;
  entry.tag =
      static_cast<std::uint8_t>((random.next() & 0x7fU) | (random.percent(records) ? 0x80U : 0U));
  words[0] = (words[0] & 0x807fffffU) | std::uint32_t{entry.tag} << 23U;
  if (kind == Kind::Command) {
    if (random.percent(10)) words[3] = (words[3] & ~0xffU) | random.below(8);
    for (unsigned i = 0; i < 16; ++i) entry.port.at(15 - i) = words.at(i);
    entry.port[15] &= 0x7fffffffU;
    words[0] &= 0x7fffffffU;
    return entry;
  }
  words[0] |= 0x80000000U;
  const auto set_kind = [&](unsigned code) { words[3] = (words[3] & ~0xffU) | code; };
  switch (kind) {
    case Kind::Compact: {
      set_kind(0);
      gsq::CommandBits head{};
      for (unsigned i = 0; i < 4; ++i) head.at(15 - i) = words.at(i);
      gsq::Command command = gsq::unpack(head);
      command.align = 0;
      command.row_stride = command.n;
      command.blk0 = static_cast<std::uint16_t>(command.n);
      entry.port = gsq::pack(command);
      break;
    }
    case Kind::Copy:
      set_kind(queue == kIn ? 1 : 2);
      std::copy(words.begin() + 4, words.end(), entry.port.begin());
      entry.port[0] = (entry.port[0] & ~0xffU) | entry.tag;
      break;
    case Kind::Set:
    case Kind::Wait:
      set_kind(kind == Kind::Set ? 3 : 4);
      words[1] = (words[1] & ~0x33fU) | queue << 8U | flag;
      break;
    case Kind::End:
      entry.queue = kSelf;
      set_kind(5);
      break;
    default:  // no such entry, or no such queue
      entry.queue = kSelf;
      if (random.percent(50)) {
        set_kind(random.percent(30) ? 6 : 6 + random.below(250));
      } else {
        set_kind(3 + random.below(2));
        words[1] |= 0x300U;
      }
  }
  return entry;
}

/// An entry that was given to a queue.
struct Item {
  Entry entry;
  bool answered{};  ///< work: the response came
  std::uint64_t status{};
  std::uint64_t info{};
  std::uint64_t addr{};
  std::uint64_t answer{};    ///< cycle of the response
  std::uint64_t earliest{};  ///< cycle in which it can have been complete
  std::uint64_t done{};      ///< cycle in which `done` told it; 0: not yet

  [[nodiscard]] bool wants_record() const { return entry.asks() || status != kOk; }
};

/// A queue: items begin and complete in order.
struct Queue {
  std::vector<Item> items;
  std::size_t begun{};
  std::size_t complete{};
  std::size_t answered{};  ///< items before it have an answer or need none
  std::size_t told{};      ///< items that `done` has told
  std::size_t recorded{};  ///< items whose records have been seen

  [[nodiscard]] const Entry* front() const {
    return begun < items.size() ? &items[begun].entry : nullptr;
  }
};

/// What happens as early as the page allows: the real ring is never ahead of it, and in the same
/// state when nothing is under way. Work begins and ends when the bench says so.
class Model {
 public:
  void start(std::vector<Entry> program) {
    *this = Model();
    program_ = std::move(program);
  }

  /// What follows from all that was told so far.
  void step(std::uint64_t now) {
    for (bool more = true; more;) {
      more = give();
      for (unsigned q = 0; q < kQueues; ++q) more = begin_flags(q) || more;
      for (unsigned q = 0; q < kQueues; ++q) more = complete(q, now) || more;
    }
  }

  void set_tail(std::uint32_t tail) { tail_ = tail; }
  /// Reads of slots from this one on are answered with errors.
  void set_bad(std::uint32_t slot) { bad_ = slot; }
  [[nodiscard]] std::optional<std::uint32_t> bad() const { return bad_; }

  /// Work begins at a port.
  void begin(unsigned q) { ++queues_.at(q).begun; }
  /// The answer to the oldest work that has none.
  void answer(unsigned q, std::uint64_t status, std::uint64_t info, std::uint64_t addr,
              std::uint64_t now) {
    Queue& queue = queues_.at(q);
    while (!queue.items.at(queue.answered).entry.work()) ++queue.answered;
    Item& item = queue.items.at(queue.answered++);
    item.answered = true;
    item.status = status;
    item.info = info;
    item.addr = addr;
    item.answer = now;
  }
  /// The end that is next is complete.
  void end() { ++given_; }

  [[nodiscard]] Queue& queue(unsigned q) { return queues_.at(q); }
  [[nodiscard]] const Queue& queue(unsigned q) const { return queues_.at(q); }
  /// Entries that are given.
  [[nodiscard]] std::size_t given() const { return given_; }
  /// First slot that is not given.
  [[nodiscard]] std::uint32_t head() const {
    return given_ < program_.size() ? program_[given_].number : end_of_program();
  }
  [[nodiscard]] std::uint32_t end_of_program() const {
    return program_.empty() ? 0 : program_.back().end();
  }
  [[nodiscard]] const std::vector<Entry>& program() const { return program_; }
  /// The next entry that is not given, if its first slot is there.
  [[nodiscard]] const Entry* next() const {
    return given_ < program_.size() && program_[given_].number < tail_ ? &program_[given_]
                                                                       : nullptr;
  }
  /// All its slots are there.
  [[nodiscard]] bool next_whole() const { return next() != nullptr && next()->end() <= tail_; }
  [[nodiscard]] bool next_bad() const {
    return next() != nullptr && bad_ && *bad_ < next()->end() && *bad_ < tail_;
  }
  /// Everything before the next entry is complete.
  [[nodiscard]] bool all_complete() const {
    return std::all_of(queues_.begin(), queues_.end(),
                       [](const Queue& queue) { return queue.complete == queue.items.size(); });
  }
  /// The queue waits for a flag, and nothing of it is under way.
  [[nodiscard]] bool waits(unsigned q) const {
    const Entry* front = queues_.at(q).front();
    return front != nullptr && front->kind == Kind::Wait;
  }
  [[nodiscard]] bool deadlock() const {
    if (next() == nullptr || all_complete()) return false;
    for (unsigned q = 0; q < kQueues; ++q) {
      const Queue& queue = queues_.at(q);
      if (queue.begun != queue.complete) return false;
      if (queue.front() != nullptr && !waits(q)) return false;
    }
    if (next()->kind == Kind::Wrong) return false;
    return next()->kind == Kind::End || !has_room(*next());
  }
  /// Why the ring may end at its next entry.
  [[nodiscard]] std::optional<Status> fatal() const {
    if (next_bad()) return kFetch;
    if (next() != nullptr && next()->kind == Kind::Wrong) return kEntry;
    if (deadlock()) return kDeadlock;
    return std::nullopt;
  }
  [[nodiscard]] bool full(unsigned q) const {
    return queues_.at(q).items.size() - queues_.at(q).begun >= PARAM_EntryDepth;
  }

  [[nodiscard]] std::string text() const {
    std::string to = "next " + (next() != nullptr ? next()->text() : std::string("nothing")) +
                     " before the doorbell " + std::to_string(tail_);
    for (unsigned q = 0; q < kQueues; ++q) {
      const Queue& queue = queues_[q];
      to += "; queue " + std::to_string(q) + ": " + std::to_string(queue.items.size()) +
            " given, " + std::to_string(queue.begun) + " begun, " + std::to_string(queue.complete) +
            " complete, " + std::to_string(queue.told) + " told, " +
            std::to_string(queue.recorded) + " looked at for records";
      if (queue.complete < queue.items.size()) {
        to += ", first that is not complete: " + queue.items[queue.complete].entry.text();
      }
      if (queue.front() != nullptr) to += ", first that has not begun: " + queue.front()->text();
    }
    return to;
  }

 private:
  [[nodiscard]] bool has_room(const Entry& entry) const {
    const Queue& queue = queues_.at(entry.queue);
    unsigned work = 0;
    for (std::size_t i = queue.begun; i < queue.items.size(); ++i) {
      work += queue.items[i].entry.work() ? 1 : 0;
    }
    return !full(entry.queue) && !(entry.work() && work >= 2);
  }
  bool give() {
    if (!next_whole() || next_bad()) return false;
    const Entry& entry = *next();
    if (entry.queue == kSelf || !has_room(entry)) return false;
    queues_.at(entry.queue).items.push_back({entry});
    ++given_;
    return true;
  }
  bool begin_flags(unsigned q) {
    const Entry* front = queues_.at(q).front();
    if (front == nullptr || front->work()) return false;
    if (front->kind == Kind::Wait) {
      if (!flags_.at(front->flag)) return false;
      flags_.at(front->flag) = false;
    }
    ++queues_.at(q).begun;
    return true;
  }
  bool complete(unsigned q, std::uint64_t now) {
    Queue& queue = queues_.at(q);
    if (queue.complete == queue.begun) return false;
    Item& item = queue.items.at(queue.complete);
    if (item.entry.work() && !item.answered) return false;
    if (item.entry.kind == Kind::Set) {
      if (flags_.at(item.entry.flag)) item.status = kFlagSet;
      flags_.at(item.entry.flag) = true;
    }
    item.earliest = now;
    ++queue.complete;
    return true;
  }

  std::vector<Entry> program_;
  std::array<Queue, kQueues> queues_;
  std::array<bool, kFlags> flags_{};
  std::size_t given_{};
  std::uint32_t tail_{};
  std::optional<std::uint32_t> bad_;
};

}  // namespace tb::ring
