// SPDX-License-Identifier: Apache-2.0
/// Translates commands to transactions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/timing/bound.hpp"
#include "gsq/timing/cycle_ports.hpp"
#include "gsq/timing/transaction.hpp"

namespace gsq {

/// Plans commands one after another: executes each on a golden model and finds its class, its
/// registers, and the groups and beats of its accesses.
class Planner {
 public:
  /// `model` must outlive the planner. With Detail::kTiming plans have no data: no results of
  /// registers, no bytes to write.
  explicit Planner(Model& model, Detail detail = Detail::kPorts);

  /// Executes `transaction.command` and fills everything else that does not depend on time.
  void plan(Transaction& transaction);

  /// Bounds of the commands planned since the last call.
  Bounds take_bounds() { return bounds_.take(); }

 private:
  struct BlockWords {                     // a block of a vec command with a selected lane
    std::uint32_t offset{};               // in the vector, in bytes
    std::array<std::uint32_t, 8> be{};    // of its words
    std::array<std::uint32_t, 8> lane{};  // the first selected one of a word
    bool any{};
  };

  // `command`: that of the transaction with real register numbers.
  void plan_accesses(Transaction& transaction, const Command& command);
  // The same for a gather or scatter with one word for each lane.
  template <Form form, typename Index>
  void plan_lanes(Transaction& transaction, const Command& command);
  void plan_vec(Transaction& transaction);
  void find_vec_words(const Command& command);
  [[nodiscard]] bool reads_what_is_written(const Command& command, std::uint32_t iteration,
                                           std::uint32_t first) const;
  void plan_operand(Transaction& transaction, std::uint32_t iteration, std::uint32_t operand);

  // A group begins, without words.
  static GroupWords& begin_group(Transaction& transaction, bool write);
  // Slot `slot` of the group needs the bytes `be` of a word, first for lane `lane`. Slots come in
  // ascending order, the same one several times. `data`: what it writes, in its place in the word.
  void need(GroupWords& words, std::uint32_t slot, std::uint32_t address, std::uint32_t be,
            std::uint32_t lane, std::uint64_t data);
  // The same for `count` whole words in a row, which write nothing yet known, from this slot on.
  void need_words(GroupWords& words, std::uint32_t slot, std::uint32_t address, std::uint32_t count,
                  std::uint32_t lane);
  // The last group has all its words, or goes if it has none. `like`: what is common to its
  // accesses.
  void end_group(Transaction& transaction, const BankAccess& like);
  void find_banks(GroupWords& words) const;
  bool find_row(GroupWords& words);
  std::uint32_t find_accesses(GroupWords& words);
  std::uint32_t find_others(GroupWords& words, std::uint32_t count);
  static void find_leaders(GroupWords& words);
  [[nodiscard]] std::uint32_t merged(const GroupWords& words) const;
  // The accesses of the last group with all that is on the ports.
  void show_accesses(Transaction& transaction, const BankAccess& like);
  // Accesses from `first` on write what the golden model has in UB.
  void take_data_from_ub(Transaction& transaction, std::size_t first) const;

  Model& model_;
  bool with_data_;
  Config config_;
  int bank_shift_;  // log2 of bank_bytes
  int row_shift_;   // log2 of banks
  std::uint32_t slots_per_word_;
  std::uint32_t words_per_block_;
  std::uint32_t read_ahead_;  // of vec, in iterations
  BoundsOfGroups bounds_;

  struct OfBank {             // what a group accesses there
    std::uint32_t highest{};  // address of a word
    std::uint32_t words{};    // different ones
    std::uint8_t last{};      // leader of the last access
  };

  // Of the group that is planned, beside its words; by the place of a slot among them.
  template <typename Value>
  using Each = std::array<Value, GroupWords::kMostSlots>;
  Each<std::uint32_t> lane_{};          // the first lane of the slot
  Each<std::uint64_t> data_{};          // the bytes that it writes, in their places
  std::vector<std::uint8_t> first_of_;  // by bank: the first slot that needs it
  Each<std::uint8_t> others_{};         // slots that this one's access does not serve
  Each<OfBank> of_bank_{};              // by the first slot of the bank
  Each<std::uint8_t> next_{};           // by leader: that of the next access of the bank

  // Of the last vec command: width, mask, and the words of the lanes that it selects.
  std::optional<std::tuple<Width, bool, std::array<std::uint64_t, 2>>> vec_selection_;
  std::vector<BlockWords> vec_blocks_;
};

}  // namespace gsq
