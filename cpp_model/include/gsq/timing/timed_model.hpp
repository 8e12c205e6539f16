// SPDX-License-Identifier: Apache-2.0
/// The golden model with the cycles of every command, without a step for every cycle.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "gsq/timing/planner.hpp"
#include "gsq/timing/transaction.hpp"

namespace gsq {

/// Executes commands when they are pushed, and says in which cycles the unit accepts and answers
/// them when every response is taken in the cycle in which it comes, and there is no host traffic.
///
/// The cycles are those of CycleModel. Commands that follow each other from the cycle in which the
/// unit is at rest until it rests again, and the cycles between them, are remembered: as a rule no
/// later command changes the cycles of an earlier one, so when the same ones come again the cycles
/// are known. What is new is stepped through, from the first command after the rest on, and so are
/// answers after a result of the compute pipe and parts of words, which delay each other in V.
class TimedModel {
 public:
  /// What is remembered before all of it is forgotten; a limit of memory, not of what can be run.
  static constexpr std::size_t kMostCommands = std::size_t{1} << 18;

  /// UB, V and M all zero. Throws std::invalid_argument on a bad config. `most`: how many commands
  /// and orders of commands are remembered.
  explicit TimedModel(const Config& config, std::size_t most = kMostCommands);

  /// What happens to a command at the command port.
  struct Accepted {
    std::uint64_t cycle;  ///< in which it is transferred
    bool uses_ub;         ///< it reads or writes UB
  };

  /// Executes a command that is offered from `cycle` on, or from the cycle after the transfer of
  /// the last one. Its response is unread from now on, also while it has not come yet.
  Accepted push(const CommandBits& command, std::uint64_t cycle);

  /// Responses that were not popped.
  [[nodiscard]] std::size_t unread() const { return responses_.size(); }

  /// Cycle at the end of which unread response `at` is taken from the unit; 0 is the oldest.
  std::uint64_t answer_cycle(std::size_t at);

  /// Whether that cycle is `cycle` or before. Cheaper than answer_cycle(), which looks into the
  /// future.
  bool answered(std::size_t at, std::uint64_t cycle);

  /// The oldest unread response, and the same to remove it.
  [[nodiscard]] const Response& response() const { return responses_.front().response; }
  Response pop();

  /// Whether all commands were answered before `cycle`.
  bool rests(std::uint64_t cycle);

  /// Why a host access in `cycle` would race with a command; std::nullopt when it does not.
  std::optional<std::string> race(const HostRequest& host, std::uint64_t cycle);

  /// As in reset; unread responses are discarded. Commands without an answer have had their effect.
  void reset();

  /// All pushed commands are executed.
  [[nodiscard]] const Model& model() const { return model_; }
  Model& model() { return model_; }

  /// Cycles that the cycle model has stepped through so far.
  [[nodiscard]] std::uint64_t stepped_cycles() const { return stepped_; }

 private:
  static constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// A command, the state on which its timing depends, and its plan then.
  struct Known {
    CommandBits bits{};  // tag 0
    std::string state;
    Transaction transaction;
  };
  /// A command after those of its parent node. Cycles count from the first command of all on.
  struct Node {
    std::uint32_t known{};
    std::uint32_t likely{kNone};  // the child that came last
    std::uint64_t gap{};          // from the cycle in which its parent was offered
    std::uint64_t accepted{kUnknown};
    std::uint64_t answered{kUnknown};
  };
  struct Edge {
    std::uint32_t parent{};
    std::uint32_t known{};
    std::uint64_t gap{};
    bool operator==(const Edge& other) const {
      return std::tie(parent, known, gap) == std::tie(other.parent, other.known, other.gap);
    }
  };
  struct HashEdge {
    std::size_t operator()(const Edge& edge) const {
      return (edge.parent * std::size_t{0x9e3779b97f4a7c15U} + edge.known) *
                 std::size_t{0xc2b2ae3d27d4eb4fU} +
             edge.gap;
    }
  };
  /// A command since the unit rested.
  struct Entry {
    std::uint32_t node{kNone};  // kNone: is not remembered
    std::uint64_t offered{};
    std::uint64_t accepted{kUnknown};
    std::uint64_t answered{kUnknown};
  };
  struct Unread {
    Response response;
    std::uint64_t answered;  // kUnknown: as its entry says
    std::uint64_t entry;     // counted from the first since the unit rested
  };

  void start_at(std::uint64_t cycle);
  void limit_memory();
  // What the timing of a legal or illegal command depends on besides its bits.
  void find_state(const Command& command);
  [[nodiscard]] bool is(const Known& known, const CommandBits& bits);
  std::uint32_t find_known(const CommandBits& bits, Response& response);
  Response execute(const Known& known);
  std::uint32_t child(std::uint32_t known, std::uint64_t gap);
  // Forgets the answers of commands in flight that the last one may delay.
  void forget_delayed();
  Entry& entry(std::uint64_t number) {
    assert(number - dropped_ < entries_.size());
    return entries_[number - dropped_];
  }
  [[nodiscard]] std::uint64_t entries() const { return dropped_ + entries_.size(); }
  [[nodiscard]] bool answer_is_known(const Unread& unread);
  void catch_up();
  void step();

  std::size_t most_;
  Model model_;
  Planner planner_{model_, Detail::kTiming};

  // Commands that came so far, and their order.
  std::deque<Known> known_;
  std::unordered_map<std::string, std::uint32_t> index_;  // by bits and state
  std::size_t remembered_groups_{};
  std::vector<Node> nodes_{1};
  std::unordered_map<Edge, std::uint32_t, HashEdge> children_;
  std::string state_;
  std::string key_;

  // Since the unit rested.
  std::uint64_t start_{};
  std::uint64_t next_offer_{};  // a command is not offered before
  std::uint32_t node_{};
  std::deque<Entry> entries_;
  std::uint64_t dropped_{};
  bool forgetful_{};     // there was too much to remember: entries cannot be stepped through again
  bool entangled_{};     // a command may have delayed an older one: answers are not remembered
  Transaction planned_;  // of the last command, when forgetful
  std::deque<Unread> responses_;

  // The cycle model goes through the entries, as far as somebody needs to know.
  CycleModel cycles_;
  bool in_step_{};            // it is at position_ with the entries; otherwise anywhere
  std::uint64_t position_{};  // cycle that comes next
  std::uint64_t fed_{};       // entries that it has accepted
  std::uint64_t done_{};      // entries that it has answered
  std::uint64_t stepped_{};
};

}  // namespace gsq
