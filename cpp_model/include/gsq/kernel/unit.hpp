// SPDX-License-Identifier: Apache-2.0
/// The unit that kernels use, on any backend: memory through pointers, registers allocated by
/// scope. The APIs of gsq/kernel/ are thin layers on top of it.
///
/// Calls queue commands and return; only calls with a result wait. Commands are issued in an order
/// in which they wait little for each other (gsq/kernel/issue_order.hpp). So the RTL gets the same
/// stream of commands as from a compiled kernel.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/isa.hpp"
#include "gsq/kernel/issue_order.hpp"

namespace gsq::kernel {

/// An error message with the API and, if there is one, the lane and the address.
class Error : public std::runtime_error {
 public:
  Error(const std::string& text, std::string api, Status status = Status::Ok,
        std::optional<std::uint32_t> lane = {}, std::optional<std::uint64_t> address = {})
      : std::runtime_error(text),
        api_(std::move(api)),
        status_(status),
        lane_(lane),
        address_(address) {}

  /// Name of the API call, for example "asc_gather".
  [[nodiscard]] const std::string& api() const { return api_; }
  /// Status of the response; Ok when the call was rejected before any command.
  [[nodiscard]] Status status() const { return status_; }
  /// Lowest faulty lane or block of a gather or scatter.
  [[nodiscard]] std::optional<std::uint32_t> lane() const { return lane_; }
  /// UB address of that lane, or base of the command.
  [[nodiscard]] std::optional<std::uint64_t> address() const { return address_; }

 private:
  std::string api_;
  Status status_;
  std::optional<std::uint32_t> lane_;
  std::optional<std::uint64_t> address_;
};

/// The three register files from which kernels allocate.
enum class RegisterFile : std::uint8_t { kVector, kMask, kUnaligned };

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
  /// `lookahead`: the next command to issue is chosen among so many; 1 keeps the order of the
  /// program. Throws std::invalid_argument for 0.
  explicit Unit(Backend& backend, std::size_t lookahead = kLookahead);
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  ~Unit();

  /// The unit in use. Throws Error when there is none.
  static Unit& current();

  [[nodiscard]] const Config& config() const { return backend_.config(); }

  /// Starts a kernel: AR is 0, no squeeze is pending.
  void launch();

  /// Queues a command. `api` is the name for the text of an Error; registers are those of Register.
  /// `part` names the command, for the text of an Error, if the call issues many commands. `lanes`
  /// is a range of UB that the caller knows to hold the elements of all active lanes of a gather or
  /// scatter: the command may then be issued before or after commands that do not touch the range.
  void issue(const Command& command, std::string_view api, std::string_view part = {},
             std::optional<Range> lanes = {});

  /// Queues a command and waits for its answer.
  Response issue_and_wait(const Command& command, std::string_view api);

  /// Waits until all commands are done. Throws the Error of the first that failed, in the order of
  /// the program; the commands after it have run too.
  void wait();

  /// Completions of all commands since the last call, or since the start, in the order of their
  /// issue; waits.
  std::vector<Completion> take_completions();

  /// Cycles so far and use of the banks; 0 on a backend without time. Wait first.
  [[nodiscard]] std::uint64_t cycles() const { return backend_.cycles(); }
  BankUse take_bank_use() { return backend_.take_bank_use(); }

  // Memory. Both wait; ranges outside UB are an Error.
  std::vector<std::uint8_t> read_ub(std::uint64_t address, std::uint64_t bytes,
                                    std::string_view api);
  void write_ub(std::uint64_t address, const std::vector<std::uint8_t>& bytes,
                std::string_view api);

  /// A pointer that represents a UB address: kernels calculate with it and pass it to APIs. The
  /// program itself cannot read or write through it; an attempt aborts the process.
  [[nodiscard]] void* pointer(std::uint32_t address) const { return window_ + address; }

  /// The UB address of such a pointer. Throws Error for any other; one past the end is legal.
  [[nodiscard]] std::uint32_t address(const void* pointer, std::string_view api) const;

  /// The content of a vector register; waits. For tests and for scalar code.
  std::vector<std::uint8_t> read_v(unsigned index);

  /// How many registers are not in use.
  [[nodiscard]] std::size_t free_registers(RegisterFile file) const {
    return free_.at(static_cast<std::size_t>(file)).size();
  }
  /// The number of the register that has been free for the longest time: commands that still use a
  /// register just freed do not have to be issued before its next user. Throws Error when all are
  /// in use.
  unsigned take(RegisterFile file);
  /// Registers may outlive their unit: then there is nothing to free.
  static void give_back(RegisterFile file, unsigned index) noexcept;

 private:
  void submit_until(std::size_t left);
  [[noreturn]] void fail(std::size_t index, const Response& response);
  std::optional<std::uint64_t> faulty_address(std::size_t index, std::uint32_t lane);
  void check_range(std::uint64_t address, std::uint64_t bytes, std::string_view api) const;

  Backend& backend_;
  char* window_;  // an address range of the size of UB, not accessible
  std::size_t window_bytes_;
  std::size_t lookahead_;
  IssueOrder order_;            // not yet issued
  std::vector<Issued> issued_;  // since the last wait, in that order
  std::uint64_t count_{};       // of commands so far
  std::vector<Completion> completions_;
  std::array<std::deque<unsigned>, 3> free_;  // registers, longest free first
};

/// A reference-counted register.
///
/// Copies share it without a command. Commands write whole registers, so each write after the first
/// takes another register if one is free: copies keep their value, and the write need not stay
/// behind commands that read the old value. Only a write to one of several copies needs a free
/// register.
class Register {
 public:
  /// Allocates a register of the current unit.
  explicit Register(RegisterFile file) : handle_(std::make_shared<Handle>(file)) {}

  /// Number to read from.
  [[nodiscard]] unsigned index() const { return handle_->index; }

  /// Number to write to.
  unsigned index_to_write() {
    const bool rename = handle_->written && Unit::current().free_registers(handle_->file) != 0;
    if (rename || handle_.use_count() > 1) handle_ = std::make_shared<Handle>(handle_->file);
    handle_->written = true;
    return handle_->index;
  }

 private:
  struct Handle {
    explicit Handle(RegisterFile of) : file(of), index(Unit::current().take(of)) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { Unit::give_back(file, index); }
    RegisterFile file;
    unsigned index;
    bool written{};  // since it was allocated
  };
  std::shared_ptr<Handle> handle_;
};

}  // namespace gsq::kernel
