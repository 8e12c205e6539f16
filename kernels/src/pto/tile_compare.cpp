// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto/tile_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsq/kernel/processor.hpp"
#include "pto/tile_vectors.hpp"
#include "semantics/model_rules.hpp"

namespace pto::detail {
namespace {

using gsq::Opcode;
using gsq::kernel::Error;
using gsq::kernel::OperationBuilder;
using gsq::kernel::Range;
using gsq::kernel::Register;
using gsq::kernel::RegisterFile;
using gsq::kernel::State;
using gsq::kernel::Unit;

/// A comparison as a command of lanes, with its operands exchanged if `swapped`.
struct Comparison {
  Opcode op;
  bool swapped;
};

Comparison comparison_of(CmpMode mode, bool is_signed, const Call& call) {
  const Opcode less = is_signed ? Opcode::LaneLt : Opcode::LaneLtu;
  const Opcode at_most = is_signed ? Opcode::LaneLe : Opcode::LaneLeu;
  switch (mode) {
    case CmpMode::EQ:
      return {Opcode::LaneEq, false};
    case CmpMode::NE:
      return {Opcode::LaneNe, false};
    case CmpMode::LT:
      return {less, false};
    case CmpMode::LE:
      return {at_most, false};
    case CmpMode::GT:
      return {less, true};
    case CmpMode::GE:
      return {at_most, true};
  }
  throw Error(call, fmt::format("expected a mode of CmpMode, found {}", static_cast<int>(mode)),
              gsq::Status::ErrParam);
}

bool has_lane_ops(const Call& call) { return Unit::current(call).config().lane_ops != 0; }

// -------------------------------------------------------------------------------------------------
// Comparisons; `part` is the first source with the rows and columns that are compared
// -------------------------------------------------------------------------------------------------

void compare_by_unit(const Call& call, const Comparison& comparison, const View& dst,
                     const View& part, const Second& second) {
  TileVectors vectors(call, part.element_bytes);
  std::optional<Register> other;
  if (!second.tile && comparison.swapped) {  // only a second operand of a command can be a number
    const std::uint32_t lanes = Unit::current(call).config().lanes(part.element_bytes);
    other = vectors.calculate(Opcode::LaneCopy, RegisterFile::kVector,
                              {nullptr, nullptr, second.number},
                              vectors.mask(std::min(lanes, part.cols)));
  }
  vectors.for_each_piece(part, [&](const Piece& piece) {
    const Register& active = vectors.mask(piece.count);
    const Register first = vectors.load(part, piece);
    if (second.tile) other = vectors.load(*second.tile, piece);
    TileVectors::Operands operands{&first, other ? &*other : nullptr, second.number};
    if (comparison.swapped) std::swap(operands.first, operands.other);
    const Register holds = vectors.calculate(comparison.op, RegisterFile::kMask, operands, active);
    const Register bits = vectors.calculate(Opcode::LaneBits, RegisterFile::kVector, {}, holds);
    vectors.store_bytes(piece.bit_address(dst), bit_bytes(piece.count), bits);
  });
}

void compare_by_processor(const Call& call, const Comparison& comparison, const View& dst,
                          const View& part, const Second& second) {
  OperationBuilder operation(call);
  operation.uses().reads_ub[0] = part.range();
  if (second.tile) operation.uses().reads_ub[1] = second.tile->range();
  operation.uses().writes_ub[0] = dst.range();
  operation.run([=](State& state) {
    const auto width = static_cast<unsigned>(8 * part.element_bytes);
    std::vector<std::vector<std::uint8_t>> results;
    for (std::uint32_t row = 0; row < part.rows; ++row) {
      auto first = read_row(state, part, row, part.cols);
      auto other = read_row(state, second, row, part.cols);
      if (comparison.swapped) std::swap(first, other);
      std::vector<std::uint8_t> bits(bit_bytes(part.cols));
      for (std::size_t i = 0; i < first.size(); ++i) {
        const std::uint32_t holds = gsq::rules::lane_result(gsq::facts(comparison.op).lane_op,
                                                            width, 0, first[i], other[i]);
        bits[i / 8] |= static_cast<std::uint8_t>(holds << i % 8);
      }
      results.push_back(bits);
    }
    for (std::uint32_t row = 0; row < part.rows; ++row) {
      state.write_ub(dst.address + row * row_bytes(dst), results[row]);
    }
  });
}

void compare_with(const Call& call, const Comparison& comparison, const View& dst, View part,
                  const Second& second) {
  if (part.rows == 0 || part.cols == 0) return;
  join_rows(part, part, second, &dst);
  const auto fits = [&](const View& tile) {
    return has_vectors(part, tile, call) && apart(dst, tile);
  };
  if (has_lane_ops(call) && fits(part) && (!second.tile || fits(*second.tile))) {
    compare_by_unit(call, comparison, dst, part, second);
  } else {
    compare_by_processor(call, comparison, dst, part, second);
  }
}

// -------------------------------------------------------------------------------------------------
// Choices
// -------------------------------------------------------------------------------------------------

void select_by_unit(const Call& call, const View& dst, const View& mask, const View& src,
                    const Second& second) {
  TileVectors vectors(call, dst.element_bytes);
  vectors.for_each_piece(dst, [&](const Piece& piece) {
    const Register& active = vectors.mask(piece.count);
    const Register bits = vectors.load_bytes(piece.bit_address(mask), bit_bytes(piece.count));
    const Register chosen =
        vectors.calculate(Opcode::LaneMask, RegisterFile::kMask, {&bits}, active);
    const Register first = vectors.load(src, piece);
    std::optional<Register> other;
    if (second.tile) other = vectors.load(*second.tile, piece);
    const Register result =
        vectors.calculate(Opcode::LaneSelect, RegisterFile::kVector,
                          {&first, other ? &*other : nullptr, second.number}, chosen);
    vectors.store(dst, piece, result);
  });
}

void select_by_processor(const Call& call, const View& dst, const View& mask, const View& src,
                         const Second& second) {
  OperationBuilder operation(call);
  // There are two ranges: one around both sources, if they are tiles.
  Range sources = src.range();
  if (second.tile) {
    const Range other = second.tile->range();
    sources = {std::min(sources.begin, other.begin), std::max(sources.end, other.end)};
  }
  operation.uses().reads_ub = {mask.range(), sources};
  operation.uses().writes_ub[0] = dst.range();
  operation.run([=](State& state) {
    std::vector<std::vector<std::uint32_t>> results;
    for (std::uint32_t row = 0; row < dst.rows; ++row) {
      auto numbers = read_row(state, src, row, dst.cols);
      const auto others = read_row(state, second, row, dst.cols);
      const auto bits = state.read_ub(mask.address + row * row_bytes(mask), bit_bytes(dst.cols));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if ((bits[i / 8] >> i % 8 & 1) == 0) numbers[i] = others[i];
      }
      results.push_back(numbers);
    }
    for (std::uint32_t row = 0; row < dst.rows; ++row) write_row(state, dst, row, results[row]);
  });
}

void select_with(const Call& call, View dst, const View& mask, const View& src,
                 const Second& second) {
  check_bits(call, "dst", dst, "mask", mask);
  if (dst.rows == 0 || dst.cols == 0) return;
  join_rows(dst, src, second, &mask);
  const auto fits = [&](const View& tile) {
    return has_vectors(dst, tile, call) && same_or_apart(dst, tile);
  };
  if (has_lane_ops(call) && apart(dst, mask) && fits(dst) && fits(src) &&
      (!second.tile || fits(*second.tile))) {
    select_by_unit(call, dst, mask, src, second);
  } else {
    select_by_processor(call, dst, mask, src, second);
  }
}

}  // namespace

void compare(const Call& call, CmpMode mode, bool is_signed, const View& dst, const View& src0,
             const View& src1) {
  const Comparison comparison = comparison_of(mode, is_signed, call);
  check_source(call, "src0", src0, "src1", src1);
  check_bits(call, "src0", src0, "dst", dst);
  compare_with(call, comparison, dst, src0, {src1, 0});
}

void compare(const Call& call, CmpMode mode, bool is_signed, const View& dst, const View& src,
             std::uint32_t number) {
  const Comparison comparison = comparison_of(mode, is_signed, call);
  check_bits(call, "src", src, "dst", dst);
  compare_with(call, comparison, dst, src, second_of(number, src.element_bytes));
}

void select(const Call& call, const View& dst, const View& mask, const View& src0,
            const View& src1) {
  check_source(call, "dst", dst, "src0", src0);
  check_source(call, "dst", dst, "src1", src1);
  select_with(call, dst, mask, src0, {src1, 0});
}

void select(const Call& call, const View& dst, const View& mask, const View& src,
            std::uint32_t number) {
  check_source(call, "dst", dst, "src", src);
  select_with(call, dst, mask, src, second_of(number, dst.element_bytes));
}

}  // namespace pto::detail
