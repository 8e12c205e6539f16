// SPDX-License-Identifier: Apache-2.0
/// Translates commands to transactions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/timing/bound.hpp"
#include "gsq/timing/cycle_ports.hpp"
#include "gsq/timing/transaction.hpp"

namespace gsq {

namespace rules {
struct Access;
}

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
  struct Bank {  // the accesses that a group needs there, in the order of their lowest slots
    std::uint32_t first{};
    std::uint32_t last{};
    std::uint32_t count{};  // of accesses
    std::uint32_t words{};  // of different words
  };

  struct Word {  // what a slot needs of it
    std::uint32_t address{};
    std::uint32_t be{};     // bytes used
    std::uint64_t wdata{};  // bytes to write, in their places
  };

  struct BlockWords {                     // a block of a vec command with a selected lane
    std::uint32_t offset{};               // in the vector, in bytes
    std::array<std::uint32_t, 8> be{};    // of its words
    std::array<std::uint32_t, 8> lane{};  // the first selected one of a word
    bool any{};
  };

  // `command`: that of the transaction with real register numbers.
  void plan_accesses(Transaction& transaction, const Command& command);
  void plan_vec(Transaction& transaction);
  void find_vec_words(const Command& command);
  [[nodiscard]] bool reads_what_is_written(const Command& command, std::uint32_t iteration,
                                           std::uint32_t first) const;
  void plan_operand(Transaction& transaction, std::uint32_t iteration, std::uint32_t operand);
  // Adds the bytes of an access to the group, from slot `slot` on. Whether some of its words are
  // new to the group. `like` has the common fields; `data` is the register to write, or null.
  bool want(Transaction& transaction, const rules::Access& access, std::uint32_t slot,
            const BankAccess& like, const std::uint8_t* data);
  // The same for a word. Whether it is new to the group.
  bool want_word(Transaction& transaction, const Word& word, std::uint32_t slot,
                 const BankAccess& like);
  static void write_bytes(BankAccess& access, const Word& word, std::uint32_t slot);
  void end_group(Transaction& transaction);
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

  // Of the group that is planned.
  std::size_t first_access_{};
  std::uint32_t group_begin_{std::numeric_limits<std::uint32_t>::max()};
  std::uint64_t group_end_{};           // one past its highest byte
  std::vector<std::uint32_t> next_;     // of each of its accesses, the next one of the same bank
  std::vector<Bank> banks_;             // empty between groups
  std::uint32_t most_words_{};          // of a bank
  std::uint32_t most_accesses_{};       // of a bank
  std::vector<BlockWords> vec_blocks_;  // of the vec command that is planned
};

}  // namespace gsq
