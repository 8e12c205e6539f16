// SPDX-License-Identifier: Apache-2.0
/// Values of all ports of gsq_top and of the bank ports in each cycle.
///
/// The rules are those of docs/reference/timing.md. The results of commands come from gsq::Model
/// only: it executes a command once, when the command is accepted. The command becomes a
/// transaction (class, registers, beats, response), which this class moves through its stages.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/timing/bank_queues.hpp"
#include "gsq/timing/cycle_ports.hpp"
#include "gsq/timing/occupancy.hpp"
#include "gsq/timing/planner.hpp"
#include "gsq/timing/transaction.hpp"
#include "gsq/timing/whereabouts.hpp"

namespace gsq {

/// The cycle model. Starts in reset state, V, M and UB zero, cycle 0.
class CycleModel {
 public:
  /// With Detail::kTiming the model decides the same in every cycle and is several times faster,
  /// but has no values of ports other than those of handshakes, no counters, and no ub() and v().
  /// Throws std::invalid_argument on a bad config.
  explicit CycleModel(const Config& config, Detail detail = Detail::kPorts);
  CycleModel(const CycleModel&) = delete;  // stages point into the object
  CycleModel& operator=(const CycleModel&) = delete;

  /// Ports in the present cycle.
  [[nodiscard]] const CycleOutputs& outputs() const { return outputs_; }

  /// Ends the present cycle, in which `inputs` were driven. Throws std::logic_error when a host
  /// access and a command, accepted and not answered, touch the same bytes and one of them writes:
  /// an error of the test, since the data is then undefined.
  void step(const CycleInputs& inputs);

  /// From now on such accesses are no error. What they and the commands read and write is then not
  /// that of the unit; all else is, while no index depends on it.
  void allow_races() { races_allowed_ = true; }

  /// The present cycle becomes one of reset: everything in flight is discarded; V, UB and the mask
  /// registers, which commands beyond D0 have written, do not change, and the golden model
  /// continues with them. With Detail::kTiming it continues with the results of all accepted
  /// commands.
  void reset();

  /// Number of the present cycle.
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }

  /// Whether no command and no host access is in flight.
  [[nodiscard]] bool idle() const { return idle_; }

  /// The transaction whose response was taken in the last step, null when none was.
  [[nodiscard]] const Transaction* retired() const { return retired_; }

  /// The oldest transaction in stage X, null when it is empty.
  [[nodiscard]] const Transaction* on_banks() const;

  /// The transaction that accesses a bank in this cycle, null when none does.
  [[nodiscard]] const Transaction* on_bank(std::uint32_t bank) const;

  /// The transaction for which a bank brings data in this cycle, null when there is none.
  [[nodiscard]] const Transaction* reading(std::uint32_t bank) const { return readers_.at(bank); }

  /// The oldest transaction without a response, null when there is none.
  [[nodiscard]] const Transaction* oldest() const {
    return answered_ == accepted_ ? nullptr : &pool_[answered_ % pool_.size()];
  }

  /// Copies of all transactions without a response, oldest first.
  [[nodiscard]] std::vector<Transaction> in_flight() const;

  /// What every command without a response does in the present cycle, oldest first, when `inputs`
  /// are driven in it; a command at the port comes last.
  [[nodiscard]] std::vector<Whereabouts> whereabouts(const CycleInputs& inputs) const;

  /// Stages and queues in the present cycle.
  [[nodiscard]] Occupancy occupancy() const;

  /// Accesses of banks in this cycle, summed over banks.
  [[nodiscard]] std::uint64_t bank_accesses() const {
    return (accesses_shown_ ? banks_.presented().count : 0) +
           (host_served_ ? host_queue_[0].accesses.size() : 0);
  }

  /// The counters before the last step.
  [[nodiscard]] const Counters& counters() const { return shown_counters_; }

  /// Bounds of the commands accepted since the last call.
  Bounds take_bounds() { return planner_.take_bounds(); }

  /// Why a host access would race with a command that is accepted and not answered, as a sentence;
  /// std::nullopt when it does not. step() throws when it is requested all the same.
  [[nodiscard]] std::optional<std::string> race(const HostRequest& host) const;

  /// The golden model, ahead of time: all accepted commands are executed.
  [[nodiscard]] const Model& model() const { return model_; }

  /// UB and V at the start of the present cycle.
  [[nodiscard]] const std::vector<std::uint8_t>& ub() const { return ub_; }
  [[nodiscard]] const std::vector<std::uint8_t>& v(std::size_t index) const { return v_.at(index); }

  /// Back doors, for bytes of UB (which must lie inside) and registers that no command in flight
  /// uses.
  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes);
  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes);
  /// Likewise for a mask register, a 0 or 1 for each byte of a vector, while idle().
  void write_m(unsigned index, const std::vector<std::uint8_t>& bits);

 private:
  struct Wait {  // Cause and register as in Whereabouts
    Cause cause{Cause::kNothing};
    std::uint8_t reg{Plan::kNone};
  };
  struct Arrival {  // bytes of the result of a command
    const Transaction* command;
    std::uint32_t begin;
    std::uint32_t bytes;
  };
  struct Returned {                    // by the groups that X presented, in a cycle
    const Transaction* second_port{};  // the oldest command that needs the second port of V
    const Transaction* operand{};      // the oldest vec command that gets operands
    std::vector<Arrival> arrivals;     // not with Detail::kTiming
  };
  struct HostAccess {
    HostRequest request;
    std::vector<BankAccess> accesses;
  };
  struct Answer {  // of the host port, in flight
    bool valid{};
    bool err{};
    bool read{};
    std::array<std::uint32_t, 8> data{};
  };

  void restore_model();
  void decide();
  void decide_host();
  [[nodiscard]] bool has_data(const Stage& stage) const;
  // The oldest entry of the memory queue that still has to read what the compute pipe would write.
  [[nodiscard]] const Transaction* reader_of_result() const;
  // A command beyond E that writes the V of E's command, and not in this cycle at the latest.
  [[nodiscard]] const Transaction* writer_before_entry() const;
  // A command waits for `reg` from the compute pipe, from memory; see the contract.
  [[nodiscard]] bool from_compute(std::uint8_t reg) const;
  [[nodiscard]] bool from_memory(std::uint8_t reg) const;
  // The cause for which the command in D0 waits for a mask, and the compute pipe, the head of the
  // issue queue, and the head of the memory queue wait. kGroups: stage P, whatever its command
  // waits for.
  [[nodiscard]] Wait mask_waits() const;
  [[nodiscard]] Wait compute_waits() const;
  [[nodiscard]] Wait issue_waits() const;
  [[nodiscard]] Wait head_waits() const;
  // Completes `where` of a command that waits for this cause.
  void explain(const Wait& wait, Whereabouts& where) const;
  // The cause for which a group waits in a stage of the access pipe, or the next command before P.
  void explain_stage(std::size_t stage, Whereabouts& where) const;
  // Completes what `all` says of the commands with groups in K and X.
  void explain_banks(std::vector<Whereabouts>& all) const;
  // The youngest command older than `reader` that still has to write `reg`; there must be one.
  [[nodiscard]] const Transaction& writer_of(std::uint8_t reg, std::uint64_t reader) const;
  [[nodiscard]] bool x_uses_column(std::uint32_t column) const;
  static void set_bit(std::vector<std::uint32_t>& bits, std::uint32_t index) {
    bits[index / 32] |= std::uint32_t{1} << (index % 32);
  }
  void show_banks();
  void show_access(const BankAccess& access, std::uint32_t be);
  void access_bank(const BankAccess& access, std::uint32_t be, const Transaction* command);

  void count(const CycleInputs& inputs);
  void take_command(const CycleInputs& inputs);
  void take_host(const HostRequest& request);
  void serve_host();
  void access_banks();
  void move_compute();
  void move_memory();
  void issue();
  void write_v_of(const Transaction& transaction);
  // With a window, in stage W: what came goes to V, and the register of a command that has entered
  // K becomes zero.
  void write_arrivals();
  // Stages B and W: what goes to the lane ALU, with a window also to V and to such a register.
  void move_returned();
  // What X presents comes into V.
  void note_arrivals(const BankQueues::Presented& presented);
  [[nodiscard]] std::optional<std::string> race(const Transaction& transaction,
                                                const HostRequest& host) const;

  Config config_;
  bool with_ports_;
  bool races_allowed_{};
  std::uint32_t words_per_block_;
  Model model_;
  Planner planner_;
  std::vector<std::uint8_t> ub_;
  std::array<std::vector<std::uint8_t>, kNumVregs> v_;

  // Accepted commands by sequence number, modulo the size: [answered_, issued_) is the response
  // queue, [issued_, decoded_) the issue queue, [decoded_, masked_) stage D1, [masked_, accepted_)
  // stage D0.
  std::array<Transaction, 64> pool_;
  std::uint64_t answered_{};
  std::uint64_t issued_{};
  std::uint64_t decoded_{};
  std::uint64_t masked_{};
  std::uint64_t accepted_{};

  // Stages; null where empty.
  std::array<Transaction*, 6> pipe_{};                // C0..CL
  unsigned last_stage_;                               // L
  unsigned alu_stage_;                                // of CA
  std::array<Transaction*, kMemQueueDepth> queue_{};  // [0] is the head
  unsigned queued_{};
  static constexpr std::size_t kStageR = 4;
  static constexpr std::size_t kStageE = 5;
  static constexpr std::uint8_t kStageK = 6;
  static constexpr std::uint8_t kStageX = 7;
  std::array<Stage, kStageE + 1> access_{};                // P, S, A, M, R, with a window E
  std::size_t last_before_banks_;                          // R or E
  BankQueues banks_;                                       // K and X
  Transaction* r1_{};                                      // its last data is on the bank ports
  Transaction* r2_{};                                      // writes V, with a window its last words
  Returned coming_;                                        // on the bank ports: stage B
  Returned written_;                                       // into V: stage W
  const Transaction* cleared_{};                           // its first group has just entered K
  std::vector<const Transaction*> readers_;                // by bank, while bank_read
  std::array<std::uint8_t, kNumVregs> compute_writers_{};  // issued and not written yet
  std::array<std::uint8_t, kNumVregs> memory_writers_{};
  std::array<bool, kNumMregs> mask_awaited_{};

  std::array<HostAccess, kHostQueueDepth> host_queue_;  // [0] is the oldest
  unsigned host_queued_{};
  std::uint32_t host_waited_{};
  std::array<Answer, 2> answers_{};  // [1] is on the port

  // Decisions for the present cycle, a function of the state above.
  bool idle_{};
  bool issues_{};
  bool leaves_d1_{};
  bool leaves_d0_{};
  bool port_busy_{};  // the second port of V is used, and CL holds a command
  bool alu_busy_{};   // the lane ALU has an operand of a vec command, and CA holds one of lanes
  bool compute_moves_{};
  bool head_leaves_{};
  std::array<bool, kStageE + 1> hands_on_{};  // stages of the access pipe
  bool accesses_shown_{};                     // X accesses some bank
  bool host_served_{};
  bool host_wins_{};

  CycleOutputs outputs_;
  std::uint64_t cycle_{};
  Counters counters_;
  Counters shown_counters_;
  const Transaction* retired_{};
};

}  // namespace gsq
