// SPDX-License-Identifier: Apache-2.0
/// What commands of the unit and operations of the processor read and write.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gsq/isa.hpp"

namespace gsq::kernel {

/// Bytes [begin, end) of UB.
struct Range {
  std::uint64_t begin{};
  std::uint64_t end{};
};

/// State that a command or operation reads and writes, or more of it.
struct Uses {
  /// Places outside the unit: none, the memory of the program, the sum that ReduceSum of tensors
  /// keeps, or from kFirstSaved on a register that was put away.
  static constexpr std::uint64_t kNone = 0;
  static constexpr std::uint64_t kProgram = 1;
  static constexpr std::uint64_t kSum = 2;
  static constexpr std::uint64_t kFirstSaved = 3;

  void read_v(unsigned index) { reads |= v_bit(index); }
  void write_v(unsigned index) { writes |= v_bit(index); }
  void read_m(unsigned index) { reads |= m_bit(index); }
  void write_m(unsigned index) { writes |= m_bit(index); }

  [[nodiscard]] bool reads_v(unsigned index) const { return (reads & v_bit(index)) != 0; }
  [[nodiscard]] bool writes_v(unsigned index) const { return (writes & v_bit(index)) != 0; }
  [[nodiscard]] bool reads_m(unsigned index) const { return (reads & m_bit(index)) != 0; }
  [[nodiscard]] bool writes_m(unsigned index) const { return (writes & m_bit(index)) != 0; }

  static constexpr std::uint64_t v_bit(unsigned index) { return std::uint64_t{1} << index; }
  static constexpr std::uint64_t m_bit(unsigned index) { return v_bit(kNumVregs + index); }
  /// AR, SQZN and the unaligned-store registers together.
  static constexpr std::uint64_t kStream = std::uint64_t{1} << (kNumVregs + kNumMregs);

  std::uint64_t reads{};   ///< set of registers, and kStream
  std::uint64_t writes{};  ///< likewise
  std::array<Range, 2> reads_ub{};
  std::array<Range, 2> writes_ub{};
  std::uint64_t host{};  ///< place outside the unit: what uses the same one stays in order
};

/// What a command uses. `lanes` is a range that holds the elements of all active lanes of a gather
/// or scatter, of a load or store those that mean something; without it, those of a gather or
/// scatter can be anywhere from the base on, since indices are unsigned, and those of a strided
/// command lie between its first and last lane.
Uses uses_of(const Command& command, std::uint32_t vlen_bytes, std::optional<Range> lanes = {});

/// Whether `later` must stay behind `earlier`: one of them writes what the other one uses.
bool depends(const Uses& later, const Uses& earlier);

}  // namespace gsq::kernel
