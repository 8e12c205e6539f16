// SPDX-License-Identifier: Apache-2.0
/// The end of the access pipe: the words that groups wait for in the banks, and what stage X
/// presents.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
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

/// The banks as queues of words, lanes with places of their own, stage X behind them, and between
/// them the rule which slots are served. With Places 1 X presents the served words in the same
/// cycle, so there is no stage K; with a window in the next.
class BankQueues {
 public:
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
    Stage ends;                        ///< with Places 1 the group that ends
    Stage turn;                        ///< the group of gather_reg that had its turn
    const Transaction* second_port{};  ///< the oldest one that needs the second port of V
    std::uint32_t writes{};            ///< accesses that write
    std::uint32_t slots{};             ///< slots served, of gathers and scatters
    std::uint32_t slot_accesses{};     ///< accesses by such slots

    [[nodiscard]] bool empty() const { return count == 0 && ends.command == nullptr; }
  };
  [[nodiscard]] const Presented& presented() const { return presented_; }

  /// The groups in K (or, with Places 1, with slots still to be served); 0 is the oldest.
  [[nodiscard]] std::size_t groups() const { return count_; }
  [[nodiscard]] const Stage& group(std::size_t at) const { return held(at).stage; }

  /// Decides what is served in the cycle that begins, before all that is asked about it.
  /// `port_busy`: CL of the compute pipe holds a command, and the second port of V is used.
  void decide(bool host_wins, bool port_busy);

  /// Whether K has room in this cycle for a group (null: none), in itself, in the queues and in the
  /// lanes; with Places 1 whether a group may enter.
  [[nodiscard]] bool has_room(const Stage& entering) const;

  /// The oldest group in K for whose fractions a group has to wait in E; null when there is none.
  [[nodiscard]] const Stage* of_another_kind(const Stage& entering) const;

  /// The group that ends in this cycle; its command is null when none does.
  [[nodiscard]] Stage ends() const {
    if (places_ == 1) return host_wins_ ? Stage{} : presented_.ends;
    return leaves_ ? held(0).stage : Stage{};
  }

  /// Ends the cycle. `entering` is the group that enters, if its command is not null.
  void step(const Stage& entering);

  /// Discards all groups.
  void reset();

  /// The cause for which the group at a place of K has no slot served in this cycle and does not
  /// leave, kNothing if one of these is not so, and the group that causes it, if it is one. In a
  /// cycle in which the host wins the cause is another one.
  struct Wait {
    Cause cause{};
    const Stage* by{};
  };
  [[nodiscard]] Wait waits(std::size_t at) const;

  /// Whether all slots of the oldest group are served, and it leaves if the host does not win.
  [[nodiscard]] bool oldest_is_served() const;

 private:
  using Slots = std::uint64_t;  // bit i: slot i of a group

  static constexpr std::size_t kMostGroups = kWindowGroups;
  static constexpr std::size_t kMostParts = 4;

  struct Held {  // a group in K
    Stage stage;
    bool local{};       // of gather_reg: it takes all slots for a cycle, and has no word
    bool fractions{};   // it returns fractions
    bool reads_vec{};   // it reads for a vec command
    bool fills_dest{};  // its words go to V
    Slots left{};       // slots still to be served; not of a group whose words are in no queue
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
    std::uint32_t group{};  // of the first word
    std::uint32_t last{};
    std::uint32_t length{};
  };
  // How many slots each lane holds, as the bits of these numbers: bit i of plane k is bit k of
  // that of lane i.
  class Lanes {
   public:
    void add(Slots lanes) {
      for (Slots& plane : planes_) lanes = std::exchange(plane, plane ^ lanes) & lanes;
    }
    void remove(Slots lanes) {
      for (Slots& plane : planes_) lanes &= ~std::exchange(plane, plane ^ lanes);
    }
    [[nodiscard]] Slots that_hold(std::uint32_t number) const {
      Slots lanes = ~Slots{0};
      for (std::size_t k = 0; k < planes_.size(); ++k) {
        lanes &= ((number >> k) & 1U) != 0 ? planes_[k] : ~planes_[k];
      }
      return lanes;
    }
    [[nodiscard]] bool hold_nothing() const {
      return (planes_[0] | planes_[1] | planes_[2] | planes_[3]) == 0;
    }

   private:
    std::array<Slots, 4> planes_{};
  };

  [[nodiscard]] const Held& held(std::size_t at) const {
    return held_[(oldest_ + at) % kMostGroups];
  }
  [[nodiscard]] Slots called(std::size_t index) const {
    const std::array<Slots, kMostParts>& called = called_[index];
    return called[0] | called[1] | called[2] | called[3];
  }
  void present_nothing();
  void enter(const Stage& stage);
  // Puts the words of a group into the queues of their banks.
  void queue_words(std::size_t index);
  void decide_slots(bool single);
  // Ends a cycle in which slots are served: of some groups, of one that has no word in a queue, of
  // one of gather_reg.
  void serve_slots();
  void serve_banks();
  void serve_alone();
  void serve_turn();
  void serve_only();
  void leave();
  // Word `at` is now the first one of its bank.
  void begin_word(Bank& bank, std::uint32_t at);
  void count_slots(const BankAccess& access, Slots served, const Transaction& command);

  bool with_ports_;
  std::uint32_t places_;
  std::uint32_t last_part_;  // parts - 1
  std::uint32_t most_slots_;
  int slots_shift_;  // its log2
  Slots all_lanes_;

  std::array<Held, kMostGroups> held_{};
  bool alone_{};  // the youngest group is the only one with slots or a turn to come, and accesses
                  // no bank twice; its words are not in queues, its slots not in lanes_
  bool young_{};  // the youngest group is in K for its first cycle
  std::size_t oldest_{};
  std::size_t count_{};
  std::size_t turned_{};     // oldest groups, of gather_reg, that had their turn
  std::size_t local_{};      // groups of gather_reg
  std::size_t fractions_{};  // groups that return fractions
  std::size_t vec_reads_{};  // groups that read for a vec command
  Lanes lanes_;
  std::vector<Word> words_;  // those of group i from i * most_slots_ on
  std::vector<Bank> banks_;
  std::vector<std::uint64_t> waited_for_;  // bit per bank: its queue is not empty
  std::vector<std::uint64_t> popped_;      // bit per bank: a word left in the last cycle
  Stage left_alone_;                       // the group whose words, in no queue, left in it
  std::uint32_t longest_{};                // words of the longest queue, with those that left
  // Of each group: left of the first words of banks, by part.
  std::array<std::array<Slots, kMostParts>, kMostGroups> called_{};
  Presented presented_;

  // Decisions for the present cycle.
  enum class Serves : std::uint8_t { kNothing, kSlots, kAlone, kTurn };
  bool host_wins_{};
  bool port_busy_{};
  bool leaves_{};  // the oldest group
  Serves serves_{};
  std::array<Slots, kMostGroups> first_{};    // called, and no older one of its lane is
  std::array<Slots, kMostGroups> seconds_{};  // served as seconds of their lanes
  std::array<Slots, kMostGroups> served_{};   // with these
  Slots serving_{};                           // lanes that serve a slot
};

}  // namespace gsq
