// SPDX-License-Identifier: Apache-2.0
/// Registers of kernels: any number of objects on the registers that the unit has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/kernel/error.hpp"

namespace gsq::kernel {

class Unit;

/// The three register files from which kernels allocate.
enum class RegisterFile : std::uint8_t { kVector, kMask, kUnaligned };

/// Allocates the registers of a unit.
///
/// A value takes a register when it is first written or read, and holds it as long as an object
/// refers to it. When all are held, the value that was used longest ago is put away: an operation
/// of the processor keeps it in the program, and another one fetches it back before its next use.
/// Values of unaligned-store registers are not put away.
class Registers {
 public:
  explicit Registers(Unit& unit);

  /// A value that objects share.
  struct Value {
    Value(const Registers& registers, RegisterFile in) : owner(registers.id_), file(in) {}
    Value(const Value&) = delete;
    Value& operator=(const Value&) = delete;
    ~Value();

    /// Whether they are those of its unit, and not of a later one.
    [[nodiscard]] bool belongs_to(const Registers& registers) const {
      return owner == registers.id_;
    }

    std::uint64_t owner;
    RegisterFile file;
    std::optional<unsigned> index;  ///< of its register, none while put away or before its use
    bool written{};
    std::uint64_t last_use{};
    std::shared_ptr<std::vector<std::uint8_t>> saved;  ///< the value, where it was put away
    std::uint64_t place{};                             ///< of `saved`, for Uses::host
    std::optional<std::uint64_t> putting;  ///< step that saves it, if nothing needs it but this
  };

  /// The register of a value, to read from: after it was fetched back where it was put away.
  /// Throws Error of `call` when all registers of the file are held and none can be put away.
  unsigned read(Value& value, const Call& call);
  /// The register of a value, to write the whole of it. The old value is lost.
  unsigned write(Value& value, const Call& call);

  /// Gives the register of a value back, as if the value were gone and the object had a new one.
  void renew(Value& value) noexcept;

  /// How many registers are not in use.
  [[nodiscard]] std::size_t free_count(RegisterFile file) const {
    return files_.at(static_cast<std::size_t>(file)).free.size();
  }

  /// The first call that read a register which nothing had written, "Squeeze at kernel.cpp:12":
  /// mostly a mistake, but legal where the call does not depend on the value.
  [[nodiscard]] const std::optional<std::string>& first_unwritten() const { return unwritten_; }

  /// The numbers given out so far are in the queue: new ones belong to the next command. Until
  /// then, none is given to another value.
  void command_queued();

 private:
  struct File {
    std::deque<unsigned> free;                // longest free first
    std::array<Value*, kNumVregs> holders{};  // by register
    std::uint32_t in_hand{};                  // set of registers for the next command
  };

  File& file_of(const Value& value) { return files_.at(static_cast<std::size_t>(value.file)); }
  void take(Value& value, bool to_fetch, const Call& call);
  void put_away(Value& value, unsigned index);
  void fetch_back(Value& value, const Call& call);
  void forget_saved(Value& value) noexcept;
  unsigned in_hand(Value& value);
  void release(Value& value) noexcept;

  Unit& unit_;
  std::uint64_t id_;  // of all that there were
  std::array<File, 3> files_;
  std::optional<std::string> unwritten_;
  std::uint64_t clock_{};  // of uses
  std::uint64_t saved_{};  // numbers of values that were put away
};

/// A register of a kernel: a value in one of the files.
///
/// Copies share the value without a command. Commands write whole registers, so each write after
/// the first takes another register if one is free: copies keep their value, and the write need not
/// stay behind commands that read the old value.
///
/// A command takes the numbers of its sources first, then that of its destination, and is then
/// queued at once. A number is not valid any more after that.
class Register {
 public:
  explicit Register(RegisterFile file) : file_(file) {}

  /// Number to read from. The value of an object that was never written is undefined. Throws Error
  /// of `call`, which takes the number, when there is none left or no unit in use.
  [[nodiscard]] unsigned index(const Call& call) const;

  /// Number to write to; likewise.
  unsigned index_to_write(const Call& call);

  /// Number for a command that writes a part of the register and keeps the rest: that of index(),
  /// or a new one where copies share the value, to which the caller copies it first.
  unsigned index_to_change(const Call& call);

 private:
  [[nodiscard]] bool has_value(const Registers& registers) const;

  RegisterFile file_;
  mutable std::shared_ptr<Registers::Value> value_;  // none before its first use
};

}  // namespace gsq::kernel
