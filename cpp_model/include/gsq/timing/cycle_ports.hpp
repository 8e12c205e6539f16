// SPDX-License-Identifier: Apache-2.0
/// The ports and counters of the unit in one cycle.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/timing/transaction.hpp"

namespace gsq {

/// Maximum number of commands that are accepted and not answered: two decode stages, a full issue
/// queue and a full response queue.
constexpr unsigned max_unanswered(const Config& config) {
  return 2 + kIssueQueueDepth + config.rsp_depth;
}
/// The same for all configurations.
inline constexpr unsigned kMaxUnanswered = 2 + kIssueQueueDepth + kMaxRspDepth;

/// Maximum number of memory commands that are accepted and have not read V: two decode stages, a
/// full issue queue and a full memory queue.
inline constexpr unsigned kMaxUnread = 2 + kIssueQueueDepth + kMemQueueDepth;

/// Events since reset, as the counters of the unit show them.
struct Counters {
  std::uint64_t cycles{};
  std::uint64_t stalls{};       ///< cycles in which a command waited at the port
  std::uint64_t commands{};     ///< answered
  std::uint64_t bank_cycles{};  ///< cycles with an access of a bank, for a command or the host
  std::uint64_t reads{};        ///< words read
  std::uint64_t writes{};       ///< words written, in part or whole
  std::uint64_t slots{};        ///< words that lanes of gathers and scatters (blocks of
                                ///< gather_block) read or wrote, counted when the command is done
  std::uint64_t merged{};       ///< of these, those that shared an access
};

/// A request on the host port.
struct HostRequest {
  std::uint32_t address{};
  bool write{};
  std::uint32_t be{};
  std::array<std::uint32_t, 8> wdata{};
};

/// What a model with cycles knows besides the results and the cycles of commands.
enum class Detail : std::uint8_t {
  kPorts,   ///< the values of all ports and counters in every cycle
  kTiming,  ///< nothing else: the golden model alone has the data, ahead of time
};

/// Inputs of the unit in one cycle.
struct CycleInputs {
  const Command* command{};  ///< cmd_i, null while cmd_valid_i is 0
  /// What Planner made of `command` before; if it is not null the model takes this over in place of
  /// executing the command.
  const Transaction* planned{};
  const HostRequest* host{};  ///< request, null while host_req_i is 0
  bool rsp_ready{};
};

/// Outputs of the unit in one cycle. Fields that the contract leaves undefined have any value.
struct CycleOutputs {
  bool cmd_ready{};
  bool rsp_valid{};
  bool host_gnt{};
  bool host_rvalid{};
  bool host_err{};                            ///< while host_rvalid
  bool host_rdata_valid{};                    ///< the answer is of a read without error
  std::array<std::uint32_t, 8> host_rdata{};  ///< while host_rdata_valid
  ResponseBits rsp{};                         ///< while rsp_valid
  bool bank_any{};                            ///< some bit of bank_req or bank_read is set
  std::vector<std::uint32_t> bank_req;        ///< bit per bank
  std::vector<std::uint32_t> bank_we;         ///< bit per bank, a subset of bank_req
  std::vector<std::uint32_t> bank_read;       ///< bit per bank: read in the cycle before
  std::vector<BankAccess> bank;               ///< by bank, while bank_req
  std::vector<std::uint64_t> bank_rdata;      ///< by bank, while bank_read
};

}  // namespace gsq
