// SPDX-License-Identifier: Apache-2.0
/// The golden model: the result of every command, without time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"

namespace gsq {

/// An unaligned-store register: bytes [lo, hi) of one 32-byte block, empty when lo == hi.
struct UnalignedReg {
  std::array<std::uint8_t, kBlockBytes> data{};  ///< bytes at their place in the block
  std::uint32_t block{};                         ///< block address: byte address / 32
  std::uint32_t lo{};                            ///< first valid byte
  std::uint32_t hi{};                            ///< one past the last valid byte, at most 31
};

/// The architectural state and the effect of every command on it.
///
/// A command reads all its sources before it writes its destination; a command that fails changes
/// no state. The model has no cycles and no banks. It never throws for a bad command: the response
/// has the error status.
class Model {
 public:
  /// UB, V and M all zero, AR 0, SQZN and U empty. Throws std::invalid_argument on a bad config.
  explicit Model(Config config);

  /// Executes one command and returns its response, with the tag of the command.
  Response execute(const Command& command);

  /// The response that execute() would return; changes no state.
  [[nodiscard]] Response judge(const Command& command) const;

  /// The change of state by execute(), for a command that judge() answers Ok.
  void apply(const Command& command);

  /// Sets AR to 0 and empties SQZN and U; does not change V, M and UB.
  void reset();

  [[nodiscard]] const Config& config() const { return config_; }

  /// UB bytes; size is ub_bytes. Writable so that tests and programs can fill it.
  [[nodiscard]] const std::vector<std::uint8_t>& ub() const { return ub_; }
  std::vector<std::uint8_t>& ub() { return ub_; }

  /// Vector register 0..31, vlen_bytes bytes, lane 0 lowest.
  [[nodiscard]] const std::vector<std::uint8_t>& v(std::size_t index) const { return v_.at(index); }
  std::vector<std::uint8_t>& v(std::size_t index) { return v_.at(index); }

  /// Mask register 0..7: one 0 or 1 per byte of a vector (vlen_bytes entries).
  [[nodiscard]] const std::vector<std::uint8_t>& m(std::size_t index) const { return m_.at(index); }
  std::vector<std::uint8_t>& m(std::size_t index) { return m_.at(index); }

  /// Unaligned-store register 0..3.
  [[nodiscard]] const UnalignedReg& u(std::size_t index) const { return u_.at(index); }

  [[nodiscard]] std::uint32_t ar() const { return ar_; }
  [[nodiscard]] bool sqzn_valid() const { return sqzn_valid_; }
  [[nodiscard]] std::uint32_t sqzn() const { return sqzn_; }

 private:
  void write_mask(const Command& command);
  void mask_logic(const Command& command);
  /// Makes result_ what the destination has before its first lane is written.
  void begin_result(const Command& command);
  void load(const Command& command);
  void store(const Command& command);
  void gather_reg(const Command& command);
  void gather_lanes(const Command& command);
  void squeeze(const Command& command);
  void lanes(const Command& command);
  void unsqueeze(const Command& command);
  void store_unalign(const Command& command);
  void vec(const Command& command);
  template <typename Lane>
  void vec_of(const Command& command);

  Config config_;
  std::vector<std::uint8_t> ub_;
  std::array<std::vector<std::uint8_t>, kNumVregs> v_;
  std::array<std::vector<std::uint8_t>, kNumMregs> m_;
  std::array<UnalignedReg, kNumUregs> u_{};
  std::uint32_t ar_{};
  std::uint32_t sqzn_{};
  bool sqzn_valid_{};
  std::vector<std::uint8_t> result_;  // scratch: new value of a register before it is written
};

}  // namespace gsq
