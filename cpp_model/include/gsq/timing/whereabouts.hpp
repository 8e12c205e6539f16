// SPDX-License-Identifier: Apache-2.0
/// Places of commands in a cycle, and the causes for which they wait.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gsq/timing/transaction.hpp"

namespace gsq {

/// The place of a command in a cycle, in the order of the path. For a command with several groups
/// it is the place of the oldest group that has not ended in X.
enum class Place : std::uint8_t {
  kPort,      ///< at the command port
  kDecode,    ///< stages D0, D1
  kIssue,     ///< issue queue
  kCompute,   ///< stages C0..CL
  kQueue,     ///< memory queue
  kAccess,    ///< stages P, S, A, M, R, E, K, X
  kData,      ///< its last data is on the bank ports
  kWrite,     ///< writes its V
  kResponse,  ///< done, in the response queue
};

/// The cause for which a command waits one more cycle, see the contract.
enum class Cause : std::uint8_t {
  kNothing,  ///< it does not wait
  kMask,     ///< port, D0: the mask register `reg` is awaited from the compare `by`, or `by` is in
             ///< CA and writes a mask register (`reg`), as the command in D0 would
  kIssue,    ///< port, decode, issue queue: `by` is older and issues first
  kResponseQueue,  ///< issue: the response queue is full
  kMemoryQueue,    ///< issue: the memory queue is full
  kOverwrite,      ///< issue, compute pipe: its result may not overwrite a V that `by` still reads
  kSecondPort,     ///< issue, compute pipe: words of `by` go through the second port of V
  kLaneAlu,        ///< issue, compute pipe: the lane ALU has an operand of the vec command `by`
  kFromCompute,    ///< issue, head of the queue: waits for a V from the compute pipe
  kFromMemory,     ///< issue, head of the queue: waits for a V from memory
  kHead,           ///< queue: not the head
  kGroups,         ///< queue: stage P has more groups of `by` to pass on
  kBanks,          ///< queue, access pipe: X has more beats of `by` to present
  kConflict,       ///< K, X: beats of one group beyond the first
  kHost,           ///< queue, access pipe: the host won the bank from `by`
  kVecData,        ///< queue, access pipe: a write of the vec command `by` waits for its data
  kWindow,    ///< queue, access pipe: K, a queue or a lane of it is full; `by` has the oldest group
  kRegister,  ///< queue, access pipe: `by` still has to write the V that E's command writes
  kKind,      ///< queue, access pipe: E's group returns fractions, K has others of `by`
  kTurn,      ///< K: older words, or a group of gather_reg, are first: one of them of `by`
  kLanes,     ///< K: its slots that are called lose to older groups, one of them of `by`
  kResult,    ///< K: it may not return fractions, since CL holds `by` and the second port is used
  kLeaving,   ///< K: all slots served; `by` has the oldest group
  kOlder,     ///< response queue: `by` is older and not answered
  kConsumer,  ///< response queue: the response is valid and not taken
};
inline constexpr std::size_t kNumCauses = 25;

/// The state of a command in one cycle.
struct Whereabouts {
  std::uint64_t sequence{};  ///< counts accepted commands from 0
  Place place{};
  std::uint8_t stage{};           ///< 0 is D0, C0 or P; of the access pipe, 5 is E, 6 is K, 7 is X
  bool beat{};                    ///< an access of it is on the bank ports
  Cause cause{};                  ///< what it waits for
  std::uint8_t reg{Plan::kNone};  ///< the V of kOverwrite, kFromCompute, kFromMemory, kRegister
  std::uint64_t by{};             ///< while it waits: sequence of the command that causes it
};

}  // namespace gsq
