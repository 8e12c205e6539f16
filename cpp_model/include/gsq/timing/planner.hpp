// SPDX-License-Identifier: Apache-2.0
/// Translates commands to transactions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/timing/transaction.hpp"

namespace gsq {

namespace rules {
struct Access;
}

/// Plans commands one after another: executes each on a golden model and finds its class, its
/// registers, and the groups and beats of its accesses.
class Planner {
 public:
  /// `model` must outlive the planner.
  explicit Planner(Model& model);

  /// Executes `transaction.command` and fills everything else that does not depend on time.
  void plan(Transaction& transaction);

 private:
  struct Word {  // that a group needs, in the list of its bank, the next to be served first
    BankAccess access;
    std::uint32_t next{};
    std::uint32_t slot{};  // see the contract
  };

  void plan_accesses(Transaction& transaction);
  void plan_vec(Transaction& transaction);
  void plan_operand(Transaction& transaction, std::uint32_t iteration, std::uint32_t operand);
  // Adds the bytes of an access to a group. Returns the number of words, and of those new to the
  // group. `like` has the common fields; `data` is the register to write, or null.
  std::pair<std::uint32_t, std::uint32_t> want(const CommandFacts& row, const rules::Access& access,
                                               const BankAccess& like, const std::uint8_t* data);
  // The same for `count` bytes of the word at `wanted.address`, from byte `first` on, that hold
  // `wanted.wdata` and belong to a slot. Whether the word is new to the group.
  bool want_bytes(BankAccess wanted, std::uint32_t first, std::uint32_t count, std::uint32_t slot);
  void end_group(Transaction& transaction);
  // Accesses from `first` on write what the golden model has in UB.
  void take_data_from_ub(Transaction& transaction, std::size_t first) const;

  Model& model_;
  Config config_;
  int bank_shift_;  // log2 of bank_bytes
  int row_shift_;   // log2 of banks

  // The words of one group. Lists end with kNoWord.
  static constexpr std::uint32_t kNoWord = ~std::uint32_t{0};
  std::vector<Word> words_;
  std::vector<std::uint32_t> first_word_;    // of each bank
  std::vector<std::uint32_t> wanted_banks_;  // banks in which the group needs a word
};

}  // namespace gsq
