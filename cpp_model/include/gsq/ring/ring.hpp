// SPDX-License-Identifier: Apache-2.0
/// The ring of commands: what docs/reference/ring.md says, without time.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/ring/copy.hpp"

namespace gsq::ring {

inline constexpr std::uint32_t kSlotBytes = 16;
inline constexpr std::uint32_t kRecordBytes = 32;
inline constexpr std::uint8_t kAsks = 0x80;  ///< this bit of a tag asks for a record
inline constexpr unsigned kFlags = 64;

enum class Queue : std::uint8_t { In, Unit, Out, Self };

/// Status of flags, ends and the ring itself.
enum class RingStatus : std::uint8_t { Ok, FlagSet, Entry, Fetch, Deadlock, Tail, Record };

/// What a record says, without its cycle and its pass.
struct Record {
  std::uint8_t tag{};
  std::uint8_t status{};
  Queue queue{};
  std::uint32_t number{};  ///< of the first slot of the entry
  std::uint32_t info{};
  std::uint64_t addr{};
};

/// An entry as it lies in memory: one slot or four.
using EntryWords = std::vector<std::uint32_t>;

/// The entry of a command. It is compact if the command has a compact form and `may_be_compact`.
EntryWords command_entry(const CommandBits& command, bool may_be_compact = true);
/// The entry of a copy.
EntryWords copy_entry(Queue queue, std::uint8_t tag, const Descriptor& descriptor);
EntryWords set_entry(std::uint8_t tag, Queue queue, unsigned flag);
EntryWords wait_entry(std::uint8_t tag, Queue queue, unsigned flag);
EntryWords end_entry(std::uint8_t tag);

/// The ring with its queues. Each entry is carried out when nothing keeps it from beginning, so an
/// entry that has begun is complete.
class Ring {
 public:
  struct Setup {
    CopySetup copies;
    std::uint64_t base{};
    unsigned size{3};  ///< log2 of the slots
    bool stop_on_error{};
    unsigned queue_depth{8};
  };
  /// What a ring does with the unit and with those that look at it.
  struct Actions {
    std::function<Response(const CommandBits&)> execute;
    std::function<void(const Record&)> record;  ///< an entry that asks for one, or an error
    std::function<void()> end;                  ///< an end is complete
  };

  /// `memory` and `ub` must outlive the ring.
  Ring(Memory& memory, std::vector<std::uint8_t>& ub, Actions actions);

  /// Begins at slot 0, with flags 0.
  void enable(const Setup& setup);
  /// Drops what has not begun.
  void disable();
  /// After an error that stopped the ring.
  void resume() { stopped_ = false; }

  /// Carries out all that can begin of the slots before `tail`. With `pause` no entry is given to a
  /// queue.
  void run(std::uint32_t tail, bool pause = false);

  [[nodiscard]] std::uint32_t head() const { return head_; }
  [[nodiscard]] std::uint32_t done(Queue queue) const {
    return done_.at(static_cast<std::size_t>(queue));
  }
  [[nodiscard]] bool waiting(Queue queue) const;
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] bool ended() const { return ended_; }
  /// No queue holds an entry.
  [[nodiscard]] bool idle() const;

 private:
  enum class Kind : std::uint8_t { Command, In, Out, Set, Wait, End, Illegal, Unread };
  struct Entry {
    Kind kind{};
    Queue queue{Queue::Self};
    std::uint8_t tag{};
    unsigned flag{};
    std::uint32_t number{};
    std::uint32_t slots{1};
    CommandBits command{};
    Descriptor descriptor{};
  };

  std::optional<Entry> next(std::uint32_t tail);
  bool give(std::uint32_t tail);
  bool begin(std::size_t queue);
  void tell(const Entry& entry, std::uint8_t status, std::uint32_t info, std::uint64_t addr);
  void end_ring(const Entry& entry, RingStatus status);
  [[nodiscard]] bool has_room(const Entry& entry) const;

  Memory& memory_;
  std::vector<std::uint8_t>& ub_;
  Actions actions_;
  Setup setup_;
  bool enabled_{};
  bool stopped_{};
  bool ended_{};
  std::uint32_t head_{};
  std::array<std::uint32_t, 3> done_{};
  std::array<std::deque<Entry>, 3> queues_;
  std::array<bool, kFlags> flags_{};
};

}  // namespace gsq::ring
