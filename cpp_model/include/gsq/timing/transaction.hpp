// SPDX-License-Identifier: Apache-2.0
/// A command in the unit: its plan, its accesses, its times.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/semantics/fault.hpp"

namespace gsq {

/// The kind of fractions that a group returns: with each word that it gets it fills less than a
/// word of V, or more; see the contract.
struct Fractions {
  std::uint8_t element{};  ///< bytes; 0: it returns whole words or nothing; with Places 1 always
  std::uint8_t lane{};     ///< bytes that an element takes in V
  Dist unpack{Dist::Norm};

  [[nodiscard]] bool any() const { return element != 0; }
  bool operator==(const Fractions& other) const {
    return element == other.element && lane == other.lane && unpack == other.unpack;
  }
};

/// The registers of a command, and its path through the unit.
struct Plan {
  static constexpr std::uint8_t kNone = 0xff;

  CommandClass cls{CommandClass::Immediate};
  std::uint8_t dest{kNone};                           ///< V written
  std::array<std::uint8_t, 2> sources{kNone, kNone};  ///< V read: data, indices
  bool merges{};                                      ///< lanes of `dest` may keep their value
  std::uint8_t mask_dest{kNone};                      ///< M written
  Fractions fractions;                                ///< that its groups return
};

/// One access of one bank in one cycle.
struct BankAccess {
  std::uint32_t bank{};
  std::uint32_t row{};      ///< word within the bank
  std::uint32_t address{};  ///< byte address of the word in UB
  std::uint32_t be{};       ///< bytes used, bit i: byte i of the word
  std::uint64_t wdata{};    ///< bytes to write, where `be` is set
  std::uint64_t slots{};    ///< bit i: slot i of the group accesses the word, see the contract
  std::array<std::uint8_t, 8> slot_of_byte{};  ///< the highest slot that uses it, where `be` is set
  std::uint32_t lane{};  ///< gather, scatter, vec: first lane that needs it; blocks: block
  bool write{};
  std::uint8_t operand{};    ///< vec: 0 dst, 1 src0, 2 src1
  std::uint8_t iteration{};  ///< vec
};

/// A part of UB around some words: [begin, end), empty when begin == end.
struct Extent {
  std::uint32_t begin{};
  std::uint64_t end{};

  void add(std::uint32_t from, std::uint64_t to) {
    if (end == 0 || from < begin) begin = from;
    if (to > end) end = to;
  }
  [[nodiscard]] bool meets(std::uint64_t from, std::uint64_t to) const {
    return begin < to && from < end;
  }
};

/// The words that the slots of a group need, at most one each, and the accesses that bring them.
/// Arrays side by side: most loops over them need no branch.
struct GroupWords {
  static constexpr std::size_t kMostSlots = 64;  // VlenBytes / 4

  // Of each slot that needs a word, in ascending order.
  std::uint32_t count{};                            ///< of them
  std::array<std::uint8_t, kMostSlots> slot{};      ///< its number, see the contract
  std::array<std::uint32_t, kMostSlots> address{};  ///< byte address of its word in UB
  std::array<std::uint32_t, kMostSlots> bank{};     ///< of its word
  std::array<std::uint8_t, kMostSlots> be{};        ///< bytes that it uses, bit i: byte i
  std::array<std::uint8_t, kMostSlots> leader{};    ///< place here of the first with its access

  std::uint32_t accesses{};                         ///< number of accesses
  std::array<std::uint8_t, kMostSlots> led_by{};    ///< leader of each access, ascending
  std::array<std::uint64_t, kMostSlots> sharing{};  ///< by leader, bit i: slot i shares its access
  std::uint64_t slots{};                            ///< bit i: slot i needs a word
  bool shared{};                                    ///< `sharing` and `slots` are there
  bool parallel{};                                  ///< no bank is accessed more than once
  bool write{};

  /// Fills `sharing` and `slots`, which only a group that meets others in the banks needs.
  void share() {
    if (shared) return;
    shared = true;
    if (accesses == count) {  // each slot has its own access: many at once
      for (std::uint32_t i = 0; i < count; ++i) sharing[i] = std::uint64_t{1} << slot[i];
      for (std::uint32_t i = 0; i < count; ++i) slots |= sharing[i];
    } else {
      for (std::uint32_t i = 0; i < count; ++i) {
        sharing[leader[i]] |= std::uint64_t{1} << slot[i];
        slots |= std::uint64_t{1} << slot[i];
      }
    }
  }
};

/// A group of a command's accesses, see the contract.
struct Group {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint64_t kNotYet = ~std::uint64_t{0};

  std::uint32_t begin{};         ///< index into accesses of its first one
  std::uint32_t v_begin{};       ///< byte of `dest` from which on its slots lie
  bool has_result{true};         ///< a lane of it has one; only of gather_lanes it may be false
  std::uint32_t needs{kNone};    ///< group of the command that reads the data it writes
  std::uint64_t ended{kNotYet};  ///< cycle in which X ended it
  std::uint32_t beats{};         ///< cycles with an access of it on the bank ports, so far
  GroupWords words;
};

/// A command in the unit.
struct Transaction {
  std::uint64_t sequence{};  ///< counts accepted commands from 0
  Command command;
  Response response;
  std::shared_ptr<const Fault> fault;  ///< null where the response is Ok
  Plan plan;
  std::array<std::uint8_t, 2> ahead{};  ///< of each source, see the contract
  /// Those of all groups, each in order of their lowest slots; none with Detail::kTiming.
  std::vector<BankAccess> accesses;
  Extent reads;                      ///< where its accesses read UB
  Extent writes;                     ///< where they write it
  std::vector<Group> groups;         ///< of a memory command, in the order of the access pipe
  std::uint32_t checks{};            ///< how many of them, the first, are only checked
  std::vector<std::uint8_t> result;  ///< new value of `dest`; of `mask_dest` the old one
  bool done{};                       ///< the response may be sent
  std::uint64_t issue{};             ///< cycle of issue
  std::uint64_t retire{};            ///< cycle in which the response was taken
  std::uint32_t ub_beats{};          ///< cycles with an access of it on the bank ports, so far
  std::uint32_t bound{};             ///< result of command_bound()
  std::uint32_t merged{};            ///< result of merged_lanes()

  /// It writes `dest` unless it fails in the access pipe, by an illegal lane.
  [[nodiscard]] bool fills_dest() const {
    return plan.dest != Plan::kNone && response.status == Status::Ok;
  }
  /// With a window `dest` is zero before its words come; not if these are the whole register, or if
  /// what has no words keeps its value.
  [[nodiscard]] bool clears_dest() const {
    const bool whole = command.op == Opcode::LoadBlock ||
                       (command.op == Opcode::LoadAlign && command.distr == Dist::Norm);
    return fills_dest() && !whole && !plan.merges;
  }
  /// It writes `plan.mask_dest` at the end of CA, not of D0.
  [[nodiscard]] bool compares() const {
    return plan.mask_dest != Plan::kNone && facts(command.op).mask == MaskUse::Compare;
  }
  /// Its lanes, or blocks, each have a place in UB: they count in the statistics of lanes.
  [[nodiscard]] bool has_lanes() const {
    const MaskUse mask = facts(command.op).mask;
    return mask == MaskUse::Slot || mask == MaskUse::Block;
  }
  [[nodiscard]] bool uses_ub() const { return reads.end != 0 || writes.end != 0; }

  [[nodiscard]] bool has(std::uint8_t source) const {
    return source != Plan::kNone && (plan.sources[0] == source || plan.sources[1] == source);
  }
};

}  // namespace gsq
