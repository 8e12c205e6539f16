// SPDX-License-Identifier: Apache-2.0
/// How full the stages and queues of the unit are in a cycle.
#pragma once

#include <cstdint>

namespace gsq {

/// Stages and queues at the start of a cycle, and what the host port does in it; see the contract.
struct Occupancy {
  bool d0{};
  bool d1{};
  unsigned issue_queue{};       ///< commands
  unsigned compute{};           ///< bit i: stage Ci
  unsigned memory_queue{};      ///< commands
  unsigned access{};            ///< bits 0 to 5: P, S, A, M, R, E
  unsigned window{};            ///< groups in K; with Places 1 those with slots still to be served
  bool x{};                     ///< X presents a group
  bool port_busy{};             ///< the second port of V is used, and CL holds a command
  bool data{};                  ///< stage B
  bool write{};                 ///< stage W
  unsigned responses{};         ///< entries of the response queue
  unsigned host_queue{};        ///< requests
  std::uint32_t host_waited{};  ///< waiting count of the oldest request
  bool host_served{};
  bool host_wins{};
};

}  // namespace gsq
