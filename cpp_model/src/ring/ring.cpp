// SPDX-License-Identifier: Apache-2.0
#include "gsq/ring/ring.hpp"

#include <algorithm>
#include <utility>

namespace gsq::ring {
namespace {

// Kinds of an entry whose word 0 has bit 31.
enum : std::uint32_t { kCompact, kIn, kOut, kSet, kWait, kEnd };

constexpr std::uint32_t kOther = 1U << 31;
constexpr std::size_t kSlotWords = kSlotBytes / 4;
constexpr std::size_t kLongSlots = 4;
constexpr std::size_t kPayloads = 2;  // commands or descriptors that a queue takes

std::uint32_t first_word(std::uint8_t tag) { return kOther | std::uint32_t{tag} << 23; }

EntryWords flag_entry(std::uint32_t kind, std::uint8_t tag, Queue queue, unsigned flag) {
  return {first_word(tag), flag | static_cast<std::uint32_t>(queue) << 8, 0, kind};
}

/// Which word of a compact command its one word is. No command uses two of them.
Command spread(Command command) {
  command.row_stride = static_cast<decltype(command.row_stride)>(command.n);
  command.blk0 = static_cast<decltype(command.blk0)>(command.n);
  return command;
}

bool is_block(Opcode op) { return op == Opcode::LoadBlock || op == Opcode::StoreBlock; }

bool has_row_stride(Opcode op) {
  return op == Opcode::Gather || op == Opcode::Scatter || op == Opcode::GatherIndex ||
         op == Opcode::ScatterIndex || op == Opcode::LoadStrided || op == Opcode::StoreStrided;
}

/// The fields of a command that stay in a compact one.
Command cut(const Command& command) {
  CommandBits bits = pack(command);
  bits[12] &= ~std::uint32_t{0xff};
  std::fill(bits.begin(), bits.begin() + 12, 0U);
  return unpack(bits);
}

}  // namespace

EntryWords command_entry(const CommandBits& command, bool may_be_compact) {
  Command compact = unpack(command);
  if (is_block(compact.op)) {
    compact.n = compact.blk0;
    compact.blk0 = 0;
  } else if (has_row_stride(compact.op)) {
    compact.n = static_cast<std::uint32_t>(compact.row_stride);
    compact.row_stride = 0;
  }
  const bool is_compact = may_be_compact && pack(cut(compact)) == pack(compact);
  const CommandBits bits = is_compact ? pack(compact) : command;
  EntryWords words(bits.rbegin(), bits.rend());
  if (is_compact) words.resize(kSlotWords);
  words[0] = (words[0] & ~kOther) | (is_compact ? kOther : 0);
  return words;
}

EntryWords copy_entry(Queue queue, std::uint8_t tag, const Descriptor& descriptor) {
  EntryWords words{first_word(tag), 0, 0, queue == Queue::In ? kIn : kOut};
  const DescriptorWords packed = to_words(descriptor);
  words.insert(words.end(), packed.begin(), packed.end());
  return words;
}

EntryWords set_entry(std::uint8_t tag, Queue queue, unsigned flag) {
  return flag_entry(kSet, tag, queue, flag);
}

EntryWords wait_entry(std::uint8_t tag, Queue queue, unsigned flag) {
  return flag_entry(kWait, tag, queue, flag);
}

EntryWords end_entry(std::uint8_t tag) { return {first_word(tag), 0, 0, kEnd}; }

Ring::Ring(Memory& memory, std::vector<std::uint8_t>& ub, Actions actions)
    : memory_(memory), ub_(ub), actions_(std::move(actions)) {}

void Ring::enable(const Setup& setup) {
  setup_ = setup;
  enabled_ = true;
  stopped_ = ended_ = false;
  head_ = 0;
  done_ = {};
  flags_ = {};
  for (auto& queue : queues_) queue.clear();
}

void Ring::disable() {
  enabled_ = stopped_ = ended_ = false;
  for (auto& queue : queues_) queue.clear();
}

bool Ring::waiting(Queue queue) const {
  const auto& entries = queues_.at(static_cast<std::size_t>(queue));
  return !entries.empty() && entries.front().kind == Kind::Wait && !flags_.at(entries.front().flag);
}

bool Ring::idle() const {
  return std::all_of(queues_.begin(), queues_.end(), [](const auto& q) { return q.empty(); });
}

/// The entry at head_, if all its slots are written.
std::optional<Ring::Entry> Ring::next(std::uint32_t tail) {
  const std::uint32_t ahead = tail - head_;
  if (ahead == 0) return std::nullopt;
  std::array<std::uint32_t, kLongSlots * kSlotWords> words{};
  std::array<bool, kLongSlots> unread{};
  const auto read = [&](std::uint32_t slot) {
    const std::uint64_t place = (head_ + slot) & ((std::uint64_t{1} << setup_.size) - 1);
    const std::uint64_t address = setup_.base + place * kSlotBytes;
    std::array<std::uint8_t, kSlotBytes> bytes{};
    const std::size_t beat = std::min<std::size_t>(kSlotBytes, setup_.copies.bus_bytes);
    for (std::size_t at = 0; at < kSlotBytes; at += beat) {
      if (memory_.read(address + at, &bytes.at(at), beat) != 0) unread.at(slot) = true;
    }
    for (std::size_t i = 0; i < kSlotBytes; ++i) {
      words.at(slot * kSlotWords + i / 4) |= std::uint32_t{bytes.at(i)} << (8 * (i % 4));
    }
  };
  read(0);
  const bool other = (words[0] & kOther) != 0;
  const std::uint32_t kind = words[3] & 0xff;
  Entry entry;
  entry.number = head_;
  entry.tag = words[0] >> 23 & 0xff;
  if (unread[0]) {
    entry.kind = Kind::Unread;
    return entry;
  }
  entry.slots = !other || kind == kIn || kind == kOut ? kLongSlots : 1;
  if (ahead < entry.slots) return std::nullopt;
  for (std::uint32_t slot = 1; slot < entry.slots; ++slot) read(slot);
  if (std::count(unread.begin(), unread.end(), true) != 0) {
    entry.kind = Kind::Unread;
    return entry;
  }
  entry.flag = words[1] & (kFlags - 1);
  const auto named = static_cast<Queue>(words[1] >> 8 & 3);
  if (!other || kind == kCompact) {
    entry.kind = Kind::Command;
    entry.queue = Queue::Unit;
    for (std::size_t i = 0; i < entry.command.size(); ++i) {
      entry.command.at(entry.command.size() - 1 - i) = words.at(i);
    }
    entry.command.back() &= ~kOther;
    if (other) entry.command = pack(spread(unpack(entry.command)));
  } else if (kind == kIn || kind == kOut) {
    entry.kind = kind == kIn ? Kind::In : Kind::Out;
    entry.queue = kind == kIn ? Queue::In : Queue::Out;
    DescriptorWords packed{};
    std::copy(words.begin() + kSlotWords, words.end(), packed.begin());
    entry.descriptor = from_words(packed);
    entry.descriptor.tag = entry.tag;
  } else if ((kind == kSet || kind == kWait) && named != Queue::Self) {
    entry.kind = kind == kSet ? Kind::Set : Kind::Wait;
    entry.queue = named;
  } else {
    entry.kind = kind == kEnd ? Kind::End : Kind::Illegal;
  }
  return entry;
}

bool Ring::has_room(const Entry& entry) const {
  const auto& entries = queues_.at(static_cast<std::size_t>(entry.queue));
  const auto works = [](const Entry& other) {
    return other.kind == Kind::Command || other.kind == Kind::In || other.kind == Kind::Out;
  };
  return entries.size() < setup_.queue_depth &&
         (!works(entry) ||
          std::count_if(entries.begin(), entries.end(), works) < std::ptrdiff_t{kPayloads});
}

void Ring::tell(const Entry& entry, std::uint8_t status, std::uint32_t info, std::uint64_t addr) {
  if (entry.queue != Queue::Self) {
    done_.at(static_cast<std::size_t>(entry.queue)) = entry.number + entry.slots;
  }
  if ((entry.tag & kAsks) != 0 || status != 0) {
    actions_.record({entry.tag, status, entry.queue, entry.number, info, addr});
  }
  if (status != 0 && setup_.stop_on_error && entry.queue != Queue::Self) stopped_ = true;
}

void Ring::end_ring(const Entry& entry, RingStatus status) {
  ended_ = true;
  Entry own = entry;
  own.queue = Queue::Self;
  tell(own, static_cast<std::uint8_t>(status), 0, 0);
}

/// Gives the next entry to its queue. Returns whether something happened.
bool Ring::give(std::uint32_t tail) {
  const std::optional<Entry> entry = next(tail);
  if (!entry) return false;
  if (entry->kind == Kind::Illegal || entry->kind == Kind::Unread) {
    end_ring(*entry, entry->kind == Kind::Illegal ? RingStatus::Entry : RingStatus::Fetch);
    return true;
  }
  if (entry->kind == Kind::End) {
    if (!idle()) return false;
    tell(*entry, 0, 0, 0);
    actions_.end();
  } else {
    if (!has_room(*entry)) return false;
    queues_.at(static_cast<std::size_t>(entry->queue)).push_back(*entry);
  }
  head_ += entry->slots;
  return true;
}

/// Carries out the next entry of a queue. Returns whether it could begin.
bool Ring::begin(std::size_t queue) {
  auto& entries = queues_.at(queue);
  if (entries.empty()) return false;
  const Entry entry = entries.front();
  switch (entry.kind) {
    case Kind::Wait:
      if (!flags_.at(entry.flag)) return false;
      flags_.at(entry.flag) = false;
      entries.pop_front();
      tell(entry, 0, 0, 0);
      break;
    case Kind::Set: {
      const bool twice = std::exchange(flags_.at(entry.flag), true);
      entries.pop_front();
      tell(entry, static_cast<std::uint8_t>(twice ? RingStatus::FlagSet : RingStatus::Ok), 0, 0);
      break;
    }
    case Kind::Command: {
      entries.pop_front();
      const Response response = actions_.execute(entry.command);
      tell(entry, static_cast<std::uint8_t>(response.status), response.info, 0);
      break;
    }
    default: {
      entries.pop_front();
      const Completion done = entry.kind == Kind::In
                                  ? copy_in(setup_.copies, entry.descriptor, memory_, ub_)
                                  : copy_out(setup_.copies, entry.descriptor, memory_, ub_);
      tell(entry, static_cast<std::uint8_t>(done.status), done.bytes, done.addr);
      break;
    }
  }
  return true;
}

void Ring::run(std::uint32_t tail, bool pause) {
  bool moved = enabled_;
  while (moved) {
    moved = false;
    for (std::size_t queue = 0; queue < queues_.size() && !stopped_ && !ended_; ++queue) {
      moved = begin(queue) || moved;
    }
    if (stopped_ || ended_ || pause) continue;
    if (tail - head_ > std::uint32_t{1} << setup_.size) {
      Entry none;
      none.number = head_;
      end_ring(none, RingStatus::Tail);
      return;
    }
    const bool given = give(tail);
    if (!given && !moved) {
      // Nothing will begin any more by itself.
      if (const auto entry = next(tail)) end_ring(*entry, RingStatus::Deadlock);
    }
    moved = moved || given;
  }
}

}  // namespace gsq::ring
