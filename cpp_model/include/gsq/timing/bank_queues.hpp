// SPDX-License-Identifier: Apache-2.0
/// The end of the access pipe: the words that groups wait for in the banks, and what stage X
/// presents.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/timing/cycle_ports.hpp"
#include "gsq/timing/transaction.hpp"
#include "gsq/timing/whereabouts.hpp"

namespace gsq {

/// A stage of the access pipe: a group of a command, nothing while command is null.
struct Stage {
  Transaction* command{};
  std::uint32_t group{};

  [[nodiscard]] bool is_last() const { return group + 1 == command->groups.size(); }
  [[nodiscard]] GroupWords& words() const { return command->groups[group].words; }
  /// Its accesses with all that is on the ports; not with Detail::kTiming.
  [[nodiscard]] const BankAccess* accesses() const {
    return command->accesses.data() + command->groups[group].begin;
  }
};

/// The banks as queues of words, stage X behind them, and between the two the rule which slots are
/// served. With a window of one group X presents the served words in the same cycle, so there is no
/// stage K; with a wider one in the next.
class BankQueues {
 public:
  static constexpr std::size_t kMostGroups = 8;  // in K

  BankQueues(const Config& config, Detail detail);

  /// An access that X presents: that of a word, by some of its slots.
  struct Shown {
    const BankAccess* access;
    std::uint32_t be;     ///< of a write the bytes of these slots
    std::uint64_t slots;  ///< bit i: slot i of the group
    Transaction* command;
    const Group* group;
  };

  /// What X presents, at the end of the cycle in which nothing holds it.
  struct Presented {
    std::vector<Shown> accesses;       ///< at most one of each bank; none with Detail::kTiming
    std::size_t count{};               ///< of accesses
    Stage whole;                       ///< a group all of whose words are presented; mostly none
    std::vector<std::uint64_t> banks;  ///< bit per bank: it is accessed for another group
    std::vector<Stage> groups;         ///< that access some bank, oldest first
    Stage ends;                        ///< the group that ends
    const Transaction* parts{};        ///< the oldest one with slots that return parts
    std::uint32_t writes{};            ///< accesses that write
    std::uint32_t slots{};             ///< slots served, of gathers and scatters
    std::uint32_t slot_accesses{};     ///< accesses by such slots

    [[nodiscard]] bool empty() const { return count == 0 && ends.command == nullptr; }
  };
  [[nodiscard]] const Presented& presented() const { return presented_; }

  /// The groups in K (or, in a window of one, with slots still to be served); 0 is the oldest.
  [[nodiscard]] std::size_t groups() const { return count_; }
  [[nodiscard]] const Stage& group(std::size_t at) const { return place(at).stage; }

  /// Whether a group may enter at the end of this cycle.
  [[nodiscard]] bool accepts(bool host_wins) const;

  /// Ends the cycle. `parts_wait`: no slot that returns parts is served in it, since a result of
  /// the compute pipe and parts want to be written. `entering` is the group that enters, if its
  /// command is not null.
  void step(bool host_wins, bool parts_wait, const Stage& entering);

  /// Discards all groups.
  void reset();

  /// The cause for which the group at a place of K has no slot served in this cycle and does not
  /// leave, kNothing if one of these is not so, and the group that causes it, if it is one. In a
  /// cycle in which the host wins the cause is another one.
  struct Wait {
    Cause cause{};
    const Stage* by{};
  };
  [[nodiscard]] Wait waits(std::size_t at, bool parts_wait) const;

 private:
  using Slots = std::uint64_t;  // bit i: slot i of a group

  struct Place {  // of a group in K
    Stage stage;
    bool local{};      // it takes all slots for a cycle, and has no word
    unsigned parts{};  // the kind that it returns, a bit as in Parts
    Slots left{};      // slots still to be served
  };
  struct Word {  // in the queue of its bank
    Slots slots{};
    const BankAccess* access{};  // null with Detail::kTiming
    std::uint32_t bank{};
    std::uint32_t next{};
  };
  struct Bank {    // the queue, while length is not 0: its first word, and the last one
    Slots left{};  // of the first word: slots still to be served
    std::uint32_t first{};
    std::uint32_t place{};  // of the first word
    std::uint32_t last{};
    std::uint32_t length{};
  };

  [[nodiscard]] const Place& place(std::size_t at) const {
    return places_[(oldest_ + at) % kMostGroups];
  }
  void present_nothing();
  void enter(const Stage& stage);
  // Puts the words of a place into the queues of their banks.
  void queue_words(std::size_t index);
  void serve(bool parts_wait);
  // The same for a group that is alone and accesses no bank twice: all at once.
  void serve_alone();
  // What a cycle does with the called slots of each place.
  struct Turn {
    std::array<Slots, kMostGroups> taken{};   // their numbers are not those of older groups
    std::array<Slots, kMostGroups> served{};  // the same, or none where parts have to wait
  };
  [[nodiscard]] Turn turn(bool parts_wait) const;
  // Whether the oldest group is local and has to wait for its turn.
  [[nodiscard]] bool holds_local(bool parts_wait) const {
    return parts_wait && place(0).local && place(0).parts != 0;
  }
  // Word `at` is now the first one of its bank.
  void begin_word(Bank& bank, std::uint32_t at);
  void count_slots(const BankAccess& access, Slots served, const Transaction& command);

  bool with_ports_;
  std::uint32_t window_;
  std::uint32_t most_slots_;
  int slots_shift_;  // its log2
  std::array<Place, kMostGroups> places_{};
  bool alone_{};  // the only group, which accesses no bank twice; its words are not in queues
  std::size_t oldest_{};
  std::size_t count_{};
  std::vector<Word> words_;  // those of place i from i * most_slots_ on
  std::vector<Bank> banks_;
  std::vector<std::uint64_t> waited_for_;    // bit per bank: its queue is not empty
  std::vector<std::uint64_t> popped_;        // bit per bank: a word left in the last cycle
  Stage left_alone_;                         // the group that left as the only one in it
  std::uint32_t longest_{};                  // words of the longest queue, with those that left
  std::array<Slots, kMostGroups> called_{};  // of each place: left of the first words of banks
  Presented presented_;
};

}  // namespace gsq
