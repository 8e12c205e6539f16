// SPDX-License-Identifier: Apache-2.0
/// What Spike, the simulator of RISC-V International, says about a program that it runs with
/// -l --log-commits, and the state that follows from it.
#pragma once

#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/rvv_reference.hpp"

namespace tb {

/// What Spike says about one instruction.
struct Commit {
  std::uint32_t pc{};
  std::uint32_t word{};
  std::string mnemonic;  ///< as Spike's disassembler has it
  std::string trap;      ///< the name of its exception; empty if it was executed
  std::map<std::string, std::string> registers;  ///< name: new value, in hex; also before a trap
  std::vector<std::pair<std::uint32_t, std::string>> stores;  ///< address, value

  /// A vector instruction by its opcode, or a read of vl, vtype or vlenb.
  [[nodiscard]] bool is_vector() const;
};

/// Reads a log, an instruction at a time.
class SpikeLog {
 public:
  explicit SpikeLog(const std::string& path) : file_(path) {}

  /// The next instruction that was executed or trapped; false if there is none.
  bool next(Commit& commit);

 private:
  bool read();

  std::ifstream file_;
  std::string line_;
  bool waits_{};          // the line is of the next instruction
  std::string mnemonic_;  // of the last line that disassembles
  std::uint32_t word_{};  // of the same
};

/// Instructions that Spike executes and the reference refuses, by kind.
class Skipped {
 public:
  /// One with this vtype before it.
  void add(const Commit& commit, RvvReference::Outcome outcome, std::uint32_t vtype);
  /// A line for each kind: scripts/run/rvv_spike.py reads them.
  void print() const;

 private:
  // Reason, mnemonic, whether v0 masks it, vtype; a word of these, and how many there are.
  using Kind = std::tuple<const char*, std::string, std::uint32_t, std::uint32_t>;
  std::map<Kind, std::pair<std::uint32_t, std::uint32_t>> kinds_;
};

/// The state of Spike, as far as it has said.
class Shadow {
 public:
  /// `base`: the address of the first byte of memory.
  Shadow(std::uint32_t vlen_bytes, std::vector<std::uint8_t> memory, std::uint32_t base);

  void apply(const Commit& commit);

  /// Whether the reference has the same after this instruction; otherwise prints what differs.
  [[nodiscard]] bool same(const Commit& commit, RvvReference& reference,
                          const std::string& where) const;
  /// Gives the reference the state after an instruction that it has not executed.
  void give(const Commit& commit, RvvReference& reference) const;

  [[nodiscard]] const std::vector<std::uint8_t>& memory() const { return memory_; }
  [[nodiscard]] std::uint32_t x(std::uint32_t number) const { return x_.at(number); }
  [[nodiscard]] std::uint32_t vl() const { return vl_; }
  [[nodiscard]] std::uint32_t vtype() const { return vtype_; }

 private:
  void store(const Commit& commit, std::vector<std::uint8_t>& memory) const;

  std::uint32_t vlen_bytes_;
  std::vector<std::uint8_t> v_;
  std::vector<std::uint8_t> memory_;
  std::uint32_t base_;
  std::uint32_t vl_{};
  std::uint32_t vtype_{0x80000000U};
  std::array<std::uint32_t, 32> x_{};
};

}  // namespace tb
