/// What every port of gsq_top and every bank port does in each cycle.
///
/// The rules are those of docs/timing.md. What commands mean comes from gsq::Model alone: a command
/// is executed there once, when it enters the intake register, and becomes a transaction (class,
/// registers, beats, response). This class only moves transactions through a small table of stages.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"

namespace gsq {

namespace rules {
struct Access;
}

/// What a command does to registers, and which way it takes through the unit.
struct Plan {
  enum class Class : std::uint8_t { kImmediate, kCompute, kMemory };
  static constexpr std::uint8_t kNone = 0xff;

  Class kind{Class::kImmediate};
  std::uint8_t dest{kNone};                           ///< V written
  std::array<std::uint8_t, 2> sources{kNone, kNone};  ///< V read: data, indices
  std::uint8_t mask_dest{kNone};                      ///< M written
};

/// One access of one bank in one cycle.
struct BankAccess {
  std::uint32_t bank{};
  std::uint32_t row{};      ///< word within the bank
  std::uint32_t address{};  ///< byte address of the word in UB
  std::uint32_t be{};       ///< bytes used, bit i: byte i of the word
  std::uint64_t wdata{};    ///< bytes to write, where `be` is set
  std::uint32_t lane{};     ///< gather, scatter, vec: first lane that wants it; blocks: block
  bool write{};
  std::uint8_t operand{};    ///< vec: 0 dst, 1 src0, 2 src1
  std::uint8_t iteration{};  ///< vec
};

/// A group of a command's accesses, see the contract.
struct Group {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint64_t kNotYet = ~std::uint64_t{0};

  std::uint32_t end{};           ///< index into beat_ends: one past the last of its beats
  std::uint32_t needs{kNone};    ///< group of the command that brings the data it writes
  std::uint64_t ended{kNotYet};  ///< cycle in which X ended it
};

/// A command on its way through the unit.
struct Transaction {
  std::uint64_t sequence{};  ///< counts accepted commands from 0
  Command command;
  Response response;
  Plan plan;
  std::array<std::uint8_t, 2> ahead{};   ///< of each source, see the contract
  std::vector<BankAccess> accesses;      ///< of all beats, beat after beat
  std::vector<std::uint32_t> beat_ends;  ///< index into accesses: one past the last of each beat
  std::vector<Group> groups;             ///< of a memory command, in the order of the access pipe
  std::vector<std::uint8_t> result;      ///< what `dest` will hold; for masks what it held
  bool done{};                           ///< the response may be given
  std::uint64_t issue{};                 ///< cycle of issue
  std::uint64_t retire{};                ///< cycle in which the response was taken
  std::uint32_t ub_beats{};              ///< beats that were on the bank ports so far
  std::uint32_t bound{};                 ///< as command_bound() gives it
  std::uint32_t merged{};                ///< as merged_lanes() gives it
  std::uint32_t slots{};                 ///< words that its lanes want, shared ones included

  [[nodiscard]] bool has(std::uint8_t source) const {
    return source != Plan::kNone && (plan.sources[0] == source || plan.sources[1] == source);
  }
};

/// Events since reset, as the counters of the unit show them.
struct Counters {
  std::uint64_t cycles{};
  std::uint64_t stalls{};       ///< cycles in which a command waited at the port
  std::uint64_t commands{};     ///< answered
  std::uint64_t bank_cycles{};  ///< cycles with an access of a bank, for a command or the host
  std::uint64_t reads{};        ///< words read
  std::uint64_t writes{};       ///< words written, in part or whole
  std::uint64_t slots{};        ///< words that lanes of gathers and scatters (blocks of
                                ///< gather_block) got or gave, counted when the command is through
  std::uint64_t merged{};       ///< of these, those that shared an access
};

/// A request on the host port.
struct HostRequest {
  std::uint32_t address{};
  bool write{};
  std::uint32_t be{};
  std::array<std::uint32_t, 8> wdata{};
};

/// Where a command is in a cycle, in the order in which it passes. Of a command with several groups
/// it is the place of the oldest group that X has not ended.
enum class Place : std::uint8_t {
  kPort,      ///< offered
  kIntake,    ///< in the intake register
  kCompute,   ///< stages C0..CL
  kQueue,     ///< memory queue
  kAccess,    ///< stages P, A, M, R, X
  kData,      ///< its last data is on the bank ports
  kWrite,     ///< writes its V
  kResponse,  ///< done, in the response queue
};

/// What keeps a command where it is for one more cycle, see the contract.
enum class Cause : std::uint8_t {
  kNothing,        ///< it moves on
  kIntake,         ///< port: the intake register is taken
  kResponseQueue,  ///< issue: the response queue is full
  kMemoryQueue,    ///< issue: the memory queue is full
  kOverwrite,  ///< issue, compute pipe: its result may not overwrite a V that `by` has yet to read
  kFromCompute,  ///< issue, head of the queue: a V is awaited from the compute pipe
  kFromMemory,   ///< issue, head of the queue: a V is awaited from memory
  kHead,         ///< queue: not the head
  kGroups,       ///< queue: stage P has more groups of `by` to hand on
  kBanks,        ///< queue, access pipe: X has more beats of `by` to present
  kConflict,     ///< X: beats of one group beyond the first
  kHost,         ///< queue, access pipe: the host won the bank from `by`
  kVecData,      ///< queue, access pipe: a write of the vec command `by` waits for its data
  kOlder,        ///< response queue: `by` is older and not answered
  kConsumer,     ///< response queue: the response is offered and not taken
};
inline constexpr std::size_t kNumCauses = 15;

/// What a command does in one cycle.
struct Whereabouts {
  std::uint64_t sequence{};  ///< counts accepted commands from 0
  Place place{};
  std::uint8_t stage{};           ///< compute pipe: 0 is C0; access pipe: 0 is P, 4 is X
  bool beat{};                    ///< a beat of it is on the bank ports
  Cause cause{};                  ///< what it waits for
  std::uint8_t reg{Plan::kNone};  ///< the V of kOverwrite, kFromCompute, kFromMemory
  std::uint64_t by{};             ///< while it waits: sequence of the command whose doing it is
};

/// What is driven into the unit in one cycle.
struct CycleInputs {
  const Command* command{};   ///< cmd_i, null while cmd_valid_i is 0
  const HostRequest* host{};  ///< request, null while host_req_i is 0
  bool rsp_ready{};
};

/// What the unit shows in one cycle. Fields that the contract leaves open hold anything.
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

/// The cycle model. Starts in reset state, V, M and UB zero, cycle 0.
class CycleModel {
 public:
  /// Throws std::invalid_argument on a bad config.
  explicit CycleModel(const Config& config);
  CycleModel(const CycleModel&) = delete;  // stages point into the object
  CycleModel& operator=(const CycleModel&) = delete;

  /// Ports in the present cycle.
  [[nodiscard]] const CycleOutputs& outputs() const { return outputs_; }

  /// Ends the present cycle, in which `inputs` were driven. Throws std::logic_error when a host
  /// access and a command, accepted and not answered, touch the same bytes and one of them writes:
  /// an error of the test, since the data is then nobody's to predict.
  void step(const CycleInputs& inputs);

  /// The present cycle becomes one of reset: everything in flight is forgotten; V, M and UB keep
  /// what was written so far, and the golden model goes on from there.
  void reset();

  /// Number of the present cycle.
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }

  /// Nothing is in flight, neither commands nor host accesses.
  [[nodiscard]] bool idle() const { return idle_; }

  /// The transaction whose response was taken in the last step, null when none was.
  [[nodiscard]] const Transaction* retired() const { return retired_; }

  /// The transaction in stage X, null when it is empty.
  [[nodiscard]] const Transaction* on_banks() const { return x().command; }

  /// The transaction whose bank reads bring data in this cycle, null when there is none.
  [[nodiscard]] const Transaction* reading() const { return reading_; }

  /// The oldest transaction without a response, null when there is none.
  [[nodiscard]] const Transaction* oldest() const {
    return answered_ == accepted_ ? nullptr : &pool_[answered_ % pool_.size()];
  }

  /// What every command without a response does in the present cycle, oldest first, when `inputs`
  /// are driven in it; a command that is offered comes last.
  [[nodiscard]] std::vector<Whereabouts> whereabouts(const CycleInputs& inputs) const;

  /// The counters as they stood before the last step.
  [[nodiscard]] const Counters& counters() const { return shown_counters_; }

  /// The golden model, ahead of time: all accepted commands are executed.
  [[nodiscard]] const Model& model() const { return model_; }

  /// UB and V as they stand at the start of the present cycle.
  [[nodiscard]] const std::vector<std::uint8_t>& ub() const { return ub_; }
  [[nodiscard]] const std::vector<std::uint8_t>& v(std::size_t index) const { return v_.at(index); }

  /// Back doors, for bytes of UB (which must lie inside) and registers that no command in flight
  /// uses.
  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes);
  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes);

 private:
  struct Stage {  // of the access pipe: a group of a command, nothing while command is null
    Transaction* command{};
    std::uint32_t group{};

    [[nodiscard]] bool is_last() const { return group + 1 == command->groups.size(); }
  };
  struct Word {  // that a group wants, in the list of its bank, the next to be served first
    BankAccess access;
    std::uint32_t next{};
    std::uint32_t slot{};  // see the contract
  };
  struct Wait {  // Cause and register as in Whereabouts
    Cause cause{Cause::kNothing};
    std::uint8_t reg{Plan::kNone};
  };
  struct Answer {  // of the host port, on its way
    bool valid{};
    bool err{};
    bool read{};
    std::array<std::uint32_t, 8> data{};
  };

  void decide();
  void decide_host();
  [[nodiscard]] bool has_data(const Stage& stage) const;
  // The oldest entry of the memory queue that has yet to read what the compute pipe would write.
  [[nodiscard]] const Transaction* reader_of_result() const;
  // `reg` is awaited from the compute pipe, from memory; see the contract.
  [[nodiscard]] bool from_compute(std::uint8_t reg) const;
  [[nodiscard]] bool from_memory(std::uint8_t reg) const;
  // What the command in the intake register and the head of the memory queue wait for. kGroups:
  // stage P, whatever keeps its command there.
  [[nodiscard]] Wait issue_waits() const;
  [[nodiscard]] Wait head_waits() const;
  // Completes `where` of a command that waits so.
  void explain(const Wait& wait, Whereabouts& where) const;
  // What keeps the group in a stage of the access pipe there, or the next command out of stage P.
  void explain_stage(std::size_t stage, Whereabouts& where) const;
  // The youngest command older than `reader` that has yet to write `reg`; there must be one.
  [[nodiscard]] const Transaction& writer_of(std::uint8_t reg, std::uint64_t reader) const;
  [[nodiscard]] const Stage& x() const { return access_.back(); }
  [[nodiscard]] std::pair<const BankAccess*, const BankAccess*> beat() const;
  [[nodiscard]] bool beat_uses_column(std::uint32_t column) const;
  void show_banks();
  void show_access(const BankAccess& access);

  void count(const CycleInputs& inputs);
  void take_command(const Command& command);
  void take_host(const HostRequest& request);
  void plan_accesses(Transaction& transaction);
  void plan_vec(Transaction& transaction);
  void plan_operand(Transaction& transaction, std::uint32_t iteration, std::uint32_t operand);
  // A group wants the bytes of an access: how many words, and how many that it did not want yet.
  // `like` says what is the same for all of them; `data` is the register to write, or null.
  std::pair<std::uint32_t, std::uint32_t> want(Opcode op, const rules::Access& access,
                                               const BankAccess& like, const std::uint8_t* data);
  // The same for `count` bytes of the word at `wanted.address`, from byte `first` on, that hold
  // `wanted.wdata` and belong to a slot. Whether the word is new to the group.
  bool want_bytes(BankAccess wanted, std::uint32_t first, std::uint32_t count, std::uint32_t slot);
  void end_group(Transaction& transaction);
  // Accesses from `first` on write what the golden model has in UB.
  void take_data_from_ub(Transaction& transaction, std::size_t first) const;
  void serve_host();
  void access_banks();
  void move_compute();
  void move_memory();
  void issue();
  void write_v_of(const Transaction& transaction);
  void check_race(const Transaction& transaction) const;

  Config config_;
  std::uint32_t words_per_block_;
  int bank_shift_;  // log2 of bank_bytes
  int row_shift_;   // log2 of banks
  Model model_;
  std::vector<std::uint8_t> ub_;
  std::array<std::vector<std::uint8_t>, kNumVregs> v_;

  // Accepted commands by sequence number, modulo the size: [answered_, issued_) is the response
  // queue, [issued_, accepted_) the intake register.
  std::array<Transaction, 32> pool_;
  std::uint64_t answered_{};
  std::uint64_t issued_{};
  std::uint64_t accepted_{};

  // Stages; null where empty.
  std::array<Transaction*, 6> pipe_{};                // C0..CL
  unsigned last_stage_;                               // L
  std::array<Transaction*, kMemQueueDepth> queue_{};  // [0] is the head
  unsigned queued_{};
  static constexpr std::size_t kStageR = 3;
  std::array<Stage, 5> access_{};                          // P, A, M, R, X
  Transaction* r1_{};                                      // its last data is on the bank ports
  Transaction* r2_{};                                      // writes V
  const Transaction* reading_{};                           // some data is on the bank ports
  std::array<std::uint8_t, kNumVregs> compute_writers_{};  // issued and not written yet
  std::array<std::uint8_t, kNumVregs> memory_writers_{};

  bool host_valid_{};
  HostRequest host_;
  std::uint32_t host_waited_{};
  std::vector<BankAccess> host_accesses_;
  std::array<Answer, 2> answers_{};  // [1] is on the port

  // Decisions for the present cycle, a function of the state above.
  bool idle_{};
  bool issues_{};
  bool compute_moves_{};
  bool head_leaves_{};
  std::array<bool, 5> hands_on_{};  // stages of the access pipe
  bool beat_shown_{};
  bool host_served_{};

  CycleOutputs outputs_;
  std::uint64_t cycle_{};
  Counters counters_;
  Counters shown_counters_;
  const Transaction* retired_{};

  // Scratch of plan_accesses: the words of one group. Lists end with kNoWord.
  static constexpr std::uint32_t kNoWord = ~std::uint32_t{0};
  std::vector<Word> words_;
  std::vector<std::uint32_t> first_word_;    // of each bank
  std::vector<std::uint32_t> wanted_banks_;  // those with a word
};

}  // namespace gsq
