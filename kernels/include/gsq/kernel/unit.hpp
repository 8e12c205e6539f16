// SPDX-License-Identifier: Apache-2.0
/// The unit that kernels use, on any backend: memory through pointers, registers allocated by
/// scope. The APIs of gsq/kernel/ are thin layers on top of it.
///
/// Calls queue commands and return; only calls with a result wait. Commands are issued in an order
/// in which they wait little for each other (gsq/kernel/issue_order.hpp). So the RTL gets the same
/// stream of commands as from a compiled kernel. Operations of the processor around the unit run
/// between commands, on the idle unit.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/isa.hpp"
#include "gsq/kernel/error.hpp"
#include "gsq/kernel/issue_order.hpp"
#include "gsq/kernel/operation.hpp"
#include "gsq/kernel/register.hpp"

namespace gsq::kernel {

namespace ascend {
struct Settings;
}
class UbSpace;

/// Among how many commands the next one to issue is chosen: enough to find some that do not wait
/// while each of the 32 registers awaits a result.
inline constexpr std::size_t kLookahead = 64;

/// A unit in use. At most one at a time; the APIs find it by current().
///
/// Every call may throw Error (also that of an earlier command that failed, where the call waits)
/// and Mismatch, which the lockstep backend throws.
class Unit {
 public:
  /// Makes this unit the current one. Throws std::logic_error when there is one already.
  ///
  /// `lookahead`: the next command to issue is chosen among this many; 1 keeps the order of the
  /// program. Throws std::invalid_argument for 0.
  explicit Unit(Backend& backend, std::size_t lookahead = kLookahead);
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  ~Unit();

  /// The unit in use. Throws Error of `call` when there is none.
  static Unit& current(const Call& call);
  /// The unit in use, or null.
  static Unit* current_or_none();

  [[nodiscard]] const Config& config() const { return backend_.config(); }

  /// Starts a kernel: the block before ends, AR is 0, no squeeze is pending. May throw the Error of
  /// an earlier command, as every call does.
  void launch();

  /// Ends a block: settings have their defaults again, and parts of UB that it took until its end
  /// are free. Commands that wait are not affected. Until the next launch(), calls of kernels are
  /// those of the host program itself: an operation that uses its memory waits until it is done,
  /// since the program may go on to read, change or free that memory.
  void end_block();

  /// The host program waits for kernels: everything is done, and what it called without a launch
  /// has ended. Throws the Error of the first that failed.
  void end_calls();

  /// Queues a command of `call`; registers are those of Register. `part` names the command, for the
  /// text of an Error, if the call issues many commands. `lanes` is a range of UB that the caller
  /// knows to hold the elements of all active lanes of a gather or scatter, or what means something
  /// of a load or store: the command may then be issued before or after commands that do not touch
  /// the range.
  void issue(const Command& command, const Call& call, std::string_view part = {},
             std::optional<Range> lanes = {});

  /// Queues a command and waits for its answer.
  Response issue_and_wait(const Command& command, const Call& call);

  /// Queues an operation of the processor. It stays behind the commands and operations whose
  /// results it uses, and those that use its results stay behind it.
  void operate(const Call& call, Operation operation, std::string_view part = {});

  /// The same of an operation that only looks: where nothing is under way, and nothing waits that
  /// it would stay behind, it runs at once, and an Error of it is thrown here; it is not counted
  /// then.
  void look(const Call& call, Operation operation, std::string_view part = {});

  /// Waits until all commands and operations are done. Throws the Error of the first that failed,
  /// in the order of the program.
  void wait();

  /// What was executed so far.
  struct Counts {
    std::uint64_t commands{};      ///< of the unit
    std::uint64_t operations{};    ///< of the processor: no time is modelled for them
    std::uint64_t put_away{};      ///< registers, since there were too few
    std::uint64_t fetched_back{};  ///< of these
    std::uint64_t drains{};        ///< times that the unit was drained for operations
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }
  /// Whether any of it was called outside of kernels that launch() has begun.
  [[nodiscard]] bool has_calls() const { return has_calls_; }
  /// The counts since the last call of this function.
  Counts take_counts();

  /// Completions of all commands since the last call, or since the start, in the order of their
  /// issue; waits.
  std::vector<Completion> take_completions();

  /// Cycles so far and use of the banks; 0 on a backend without time. Wait first.
  [[nodiscard]] std::uint64_t cycles() const { return backend_.cycles(); }
  BankUse take_bank_use() { return backend_.take_bank_use(); }

  // Memory. Both wait; ranges outside UB are an Error.
  std::vector<std::uint8_t> read_ub(std::uint64_t address, std::uint64_t bytes, const Call& call);
  void write_ub(std::uint64_t address, const std::vector<std::uint8_t>& bytes, const Call& call);

  /// A pointer that represents a UB address: kernels calculate with it and pass it to APIs. The
  /// program itself cannot read or write through it; an attempt aborts the process.
  [[nodiscard]] void* pointer(std::uint32_t address) const { return window_ + address; }

  /// The UB address of such a pointer. Throws Error for any other; one past the end is legal.
  [[nodiscard]] std::uint32_t address(const void* pointer, const Call& call) const;

  /// The content of a vector register; waits. For tests and for scalar code.
  std::vector<std::uint8_t> read_v(unsigned index);

  /// The allocation of registers.
  [[nodiscard]] const std::shared_ptr<Registers>& registers() const { return registers_; }

  /// What the block that runs has set for its later calls, see
  /// gsq/kernel/ascend/settings.hpp.
  [[nodiscard]] const std::shared_ptr<ascend::Settings>& settings() const { return settings_; }

  /// Who has which part of UB, see gsq/kernel/ub_space.hpp.
  [[nodiscard]] const std::shared_ptr<UbSpace>& ub() const { return ub_; }

  /// The bytes of UB that belong to the scatter of Mojo, none if the program has set none apart.
  std::optional<Range>& staging() { return staging_; }

  /// The mask of the last squeeze for a stream, and the bytes of its lanes: set by the API that
  /// squeezes, forgotten as a store takes its bytes or a stream starts.
  struct Squeezed {
    Register mask;
    std::uint32_t lane_bytes{};
  };
  std::optional<Squeezed>& squeezed() { return squeezed_; }

 private:
  friend class Registers;
  /// The first step in the program that failed, so far.
  struct Failure {
    std::uint64_t number{};
    std::exception_ptr error;
  };

  std::uint64_t queue(StepKind kind, const Call& call, Operation operation,
                      std::string_view part = {});
  std::unique_ptr<Step> new_step(StepKind kind, const Call& call, std::string_view part);
  void add(std::unique_ptr<Step> step);
  void cancel(std::uint64_t number) noexcept { order_.cancel(number); }
  void execute_until(std::size_t left);
  void drain();
  void run_operations();
  void note_failure(std::uint64_t number, std::exception_ptr error);
  [[nodiscard]] std::exception_ptr error_of(const Step& failed, const Completion& completion) const;
  [[nodiscard]] std::string place_text(const Step& step) const;
  void check_range(std::uint64_t address, std::uint64_t bytes, const Call& call) const;

  Backend& backend_;
  char* window_;  // an address range of the size of UB, not accessible, nor is as much around it
  std::size_t window_bytes_;
  std::size_t lookahead_;
  std::vector<std::uint8_t> scratch_;          // for operations
  IssueOrder order_;                           // not yet executed
  std::vector<std::unique_ptr<Step>> issued_;  // commands since the unit was idle, in that order
  std::vector<std::unique_ptr<Step>> spare_;   // done; kept for their memory
  std::uint64_t number_{};                     // of steps so far
  std::uint64_t launches_{};
  bool launched_{};  // in a kernel that launch() has begun
  bool has_calls_{};
  std::array<std::uint64_t, 2> since_launch_{};  // commands, operations in the queue or done
  std::optional<Failure> failure_;
  Counts counts_;
  Counts taken_counts_;
  std::vector<Completion> completions_;
  std::shared_ptr<Registers> registers_;
  std::shared_ptr<ascend::Settings> settings_;
  std::shared_ptr<UbSpace> ub_;
  std::optional<Range> staging_;
  std::optional<Squeezed> squeezed_;
};

}  // namespace gsq::kernel
