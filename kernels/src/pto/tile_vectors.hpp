// SPDX-License-Identifier: Apache-2.0
// Rows of tiles, for calls that calculate with all elements: as vectors for commands of the unit,
// with bits of them, and as numbers for operations of the processor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/kernel/operation.hpp"
#include "gsq/kernel/pto/tile.hpp"
#include "gsq/kernel/register.hpp"
#include "gsq/kernel/unit.hpp"

namespace pto::detail {

/// A second operand: a tile, or a number with the bits of an element.
struct Second {
  std::optional<View> tile;
  std::uint32_t number{};
};

/// A number as one for elements of so many bytes: the bits above them are 0.
Second second_of(std::uint32_t number, std::uint32_t element_bytes);

/// Bytes from row to row.
std::uint64_t row_bytes(const View& tile);

/// Bytes that hold a bit for each of so many elements.
constexpr std::uint32_t bit_bytes(std::uint32_t elements) { return (elements + 7) / 8; }

/// Throws Error when `tile` has fewer valid rows or columns than `part`, the tile whose valid
/// elements a call goes over.
void check_source(const Call& call, const char* part_name, const View& part, const char* name,
                  const View& tile);

/// Throws Error when the valid part of `bits` has not a bit for each valid element of `part`.
void check_bits(const Call& call, const char* part_name, const View& part, const char* name,
                const View& bits);

/// Whether the unit can load or store vectors of `tile` at all places of the rows and columns of
/// `part`.
bool has_vectors(const View& part, const View& tile, const Call& call);

bool apart(const View& a, const View& b);
bool same_or_apart(const View& a, const View& b);

/// Rows without a gap between them form one row of `part`: in it, its sources, and bits if there
/// are any.
void join_rows(View& part, const View& src, const Second& second, const View* bits = nullptr);

/// The first elements of a row, zero-extended, as an operation of the processor reads them; those
/// of a second operand that is a number are all alike.
std::vector<std::uint32_t> read_row(const gsq::kernel::State& state, const View& tile,
                                    std::uint32_t row, std::uint32_t count);
std::vector<std::uint32_t> read_row(const gsq::kernel::State& state, const Second& second,
                                    std::uint32_t row, std::uint32_t count);
/// Writes the low parts of numbers to the first elements of a row.
void write_row(gsq::kernel::State& state, const View& tile, std::uint32_t row,
               const std::vector<std::uint32_t>& numbers);

/// A part of a row, at most as long as a vector has lanes.
struct Piece {
  std::uint32_t row;
  std::uint32_t col;  ///< first one
  std::uint32_t count;

  /// Of its first element in a tile.
  [[nodiscard]] std::uint32_t address(const View& tile) const {
    return tile.address + (row * tile.stride + col) * tile.element_bytes;
  }
  /// Of the byte with its first bit in a tile of bits: pieces before it have whole bytes.
  [[nodiscard]] std::uint32_t bit_address(const View& bits) const {
    return bits.address + row * bits.stride * bits.element_bytes + col / 8;
  }
};

/// What the commands of one call share, for elements of one size.
class TileVectors {
 public:
  using Register = gsq::kernel::Register;

  TileVectors(const Call& call, std::uint32_t element_bytes);

  /// Calls visit(piece) for all pieces of the rows and columns of `part`.
  template <typename Visit>
  void for_each_piece(const View& part, Visit&& visit) const {
    for (std::uint32_t row = 0; row < part.rows; ++row) {
      for (std::uint32_t col = 0; col < part.cols; col += lanes_) {
        visit(Piece{row, col, std::min(lanes_, part.cols - col)});
      }
    }
  }

  /// That of the lowest lanes: of those of a piece at most.
  const Register& mask(std::uint32_t count) { return mask(count, width_); }

  /// The elements of a piece: others that are loaded mean nothing.
  [[nodiscard]] Register load(const View& tile, const Piece& piece) const;
  void store(const View& tile, const Piece& piece, const Register& from);

  /// Operands of a command of lanes. Without `other` the number is the second one, of a command
  /// that has one.
  struct Operands {
    const Register* first{};
    const Register* other{};
    std::uint32_t number{};
  };
  /// The result of a command of lanes, in a register of that file.
  [[nodiscard]] Register calculate(gsq::Opcode op, gsq::kernel::RegisterFile file,
                                   const Operands& operands, const Register& mask) const;

  /// The lowest bytes of a register, from and to any address: those of other places are not
  /// written, and mean nothing where they are loaded. At most a bit for each byte of a vector.
  [[nodiscard]] Register load_bytes(std::uint32_t address, std::uint32_t bytes);
  void store_bytes(std::uint32_t address, std::uint32_t bytes, const Register& from);

 private:
  const Register& mask(std::uint32_t count, gsq::Width width);
  void store_neighbours(std::uint32_t address, std::uint32_t count, const Register& from,
                        gsq::Width width);
  gsq::Command of_bytes(gsq::Opcode op, std::uint32_t address, std::uint32_t bytes);

  Call call_;
  std::uint32_t element_bytes_;
  gsq::Width width_;
  std::uint32_t lanes_;  ///< of a vector
  /// By width and number of lanes: a whole vector, the end of a row.
  std::map<std::pair<gsq::Width, std::uint32_t>, Register> masks_;
};

}  // namespace pto::detail
