// SPDX-License-Identifier: Apache-2.0
/// Values of all ports of gsq_xif in each cycle. The rules are those of
/// docs/reference/front_end.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/semantics/instruction.hpp"
#include "gsq/semantics/vector_instruction.hpp"

namespace gsq {

/// The parameters of a front end.
struct FrontEndConfig {
  unsigned queue_depth{4};  ///< instructions
  CoreView view;            ///< of which unit
  bool rvv_ops{};           ///< there are vector instructions of RISC-V
};

/// Inputs of the front end in one cycle.
struct FrontEndInputs {
  bool issue_valid{};
  std::uint32_t instr{};     ///< word; accept, writeback and ready show its verdict at any time
  std::uint32_t issue_id{};  ///< number of the instruction
  XValues rs;                ///< values of its x registers
  bool rs1_valid{};          ///< the first one is there
  bool rs2_valid{};          ///< the second one is there
  bool commit_valid{};
  std::uint32_t commit_id{};  ///< number of the instruction of which the core speaks
  bool kill{};                ///< it shall not be executed
  bool result_ready{};
  bool cmd_ready{};
  bool rsp_valid{};
  Response rsp;     ///< while rsp_valid
  bool ub_req{};    ///< the core requests an access to UB
  bool host_gnt{};  ///< the host port would grant one
};

/// Outputs of the front end in one cycle.
struct FrontEndOutputs {
  bool issue_ready{};
  bool accept{};
  bool writeback{};
  bool result_valid{};
  std::uint32_t result_id{};  ///< while result_valid, and the fields below
  bool we{};
  std::uint8_t rd{};
  std::uint32_t data{};  ///< while we
  bool cmd_valid{};
  Command cmd;       ///< while cmd_valid
  bool rsp_ready{};  ///< while rsp_valid
  bool host_req{};
  bool ub_gnt{};
  bool irq{};
};

/// The front end. Starts in reset state.
class FrontEnd {
 public:
  explicit FrontEnd(const FrontEndConfig& config) : config_(config) {}

  /// Outputs in the present cycle, with these inputs.
  [[nodiscard]] FrontEndOutputs outputs(const FrontEndInputs& inputs) const;

  /// Ends the present cycle, in which `inputs` were driven.
  void step(const FrontEndInputs& inputs);

  /// Whether no instruction is in the queue, and all commands have been answered.
  [[nodiscard]] bool idle() const { return queue_.empty() && open_ == 0; }

  /// The cfg registers.
  [[nodiscard]] const CfgState& cfg() const { return cfg_; }

  /// The word of the oldest instruction that has not been executed; 0 without any.
  [[nodiscard]] std::uint32_t executing() const {
    const std::size_t next = to_execute();
    return next < queue_.size() ? queue_[next].word : 0;
  }

  /// vl and vtype after the last committed vset.
  [[nodiscard]] const VectorState& vector_state() const { return state_; }

 private:
  /// A step of an instruction that gives commands.
  using Step = std::optional<Command>;

  struct Entry {
    std::uint32_t word{};
    XValues rs;
    std::uint32_t id{};
    bool committed{};
    bool executed{};
    bool resulted{};
    /// A vector instruction: what it means with vl and vtype at its issue; no steps.
    std::optional<Cracked> vector;
    unsigned turn{};          ///< vector: cycles, up to 2, in which it was the next to be executed
    std::vector<Step> steps;  ///< vector: made when it is the next to be executed
    std::size_t step{};       ///< ... the present one
  };

  [[nodiscard]] std::optional<Decoded> meaning(std::uint32_t word, XValues rs) const;
  [[nodiscard]] std::optional<Cracked> vector_meaning(std::uint32_t word, XValues rs) const;
  [[nodiscard]] bool accesses_ub(const Entry& entry) const;
  void judge(const FrontEndInputs& in, FrontEndOutputs& out) const;
  void give_result(const FrontEndInputs& in, FrontEndOutputs& out) const;
  void execute(Entry& entry, const FrontEndInputs& in, const FrontEndOutputs& out);
  // The oldest one without a commit that has this number, otherwise the length of the queue.
  [[nodiscard]] std::size_t numbered(std::uint32_t id) const;
  void commit(std::size_t count);
  // Places in the queue of the oldest instruction that has not been executed, or not given its
  // result; the length of the queue when there is none.
  [[nodiscard]] std::size_t to_execute() const;
  [[nodiscard]] std::size_t to_result() const;
  [[nodiscard]] bool committed(std::size_t place) const;
  [[nodiscard]] bool ub_busy() const;

  FrontEndConfig config_;
  std::deque<Entry> queue_;  ///< in order of issue
  CfgState cfg_{};
  VectorState state_;       ///< after the last committed vset
  VectorState exec_state_;  ///< after the last one whose first step was done
  unsigned open_{};         ///< commands given and not answered
  unsigned ub_open_{};      ///< of these, those that access UB
  bool host_waits_{};       ///< the request of the core was shown and not granted
  bool failed_{};
  std::uint32_t failure_{};   ///< what sync gives when a command has failed
  std::uint32_t answered_{};  ///< commands since the last sync
};

}  // namespace gsq
