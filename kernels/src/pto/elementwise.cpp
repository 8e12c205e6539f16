// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto/elementwise.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gsq/kernel/processor.hpp"
#include "pto/tile_vectors.hpp"
#include "semantics/model_rules.hpp"

namespace pto::detail {
namespace {

using gsq::Opcode;
using gsq::kernel::OperationBuilder;
using gsq::kernel::Register;
using gsq::kernel::RegisterFile;
using gsq::kernel::State;
using gsq::kernel::Unit;

void by_unit(const Call& call, Opcode op, const View& dst, const View& src, const Second& second) {
  TileVectors vectors(call, dst.element_bytes);
  vectors.for_each_piece(dst, [&](const Piece& piece) {
    const Register& active = vectors.mask(piece.count);
    const Register first = vectors.load(src, piece);
    std::optional<Register> other;
    if (second.tile) other = vectors.load(*second.tile, piece);
    const Register result = vectors.calculate(
        op, RegisterFile::kVector, {&first, other ? &*other : nullptr, second.number}, active);
    vectors.store(dst, piece, result);
  });
}

/// The same by the processor.
void by_processor(const Call& call, Opcode op, const View& dst, const View& src,
                  const Second& second) {
  OperationBuilder operation(call);
  operation.uses().reads_ub[0] = src.range();
  if (second.tile) operation.uses().reads_ub[1] = second.tile->range();
  operation.uses().writes_ub[0] = dst.range();
  operation.run([=](State& state) {
    const auto bits = static_cast<unsigned>(8 * dst.element_bytes);
    std::vector<std::vector<std::uint32_t>> results;
    for (std::uint32_t row = 0; row < dst.rows; ++row) {
      auto numbers = read_row(state, src, row, dst.cols);
      const auto others = read_row(state, second, row, dst.cols);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] =
            gsq::rules::lane_result(gsq::facts(op).lane_op, bits, 0, numbers[i], others[i]);
      }
      results.push_back(numbers);
    }
    for (std::uint32_t row = 0; row < dst.rows; ++row) write_row(state, dst, row, results[row]);
  });
}

void calculate_with(const Call& call, Opcode op, View dst, const View& src, const Second& second) {
  if (dst.rows == 0 || dst.cols == 0) return;
  join_rows(dst, src, second);
  const auto fits = [&](const View& tile) {
    return has_vectors(dst, tile, call) && same_or_apart(dst, tile);
  };
  if (Unit::current(call).config().lane_ops != 0 && fits(dst) && fits(src) &&
      (!second.tile || fits(*second.tile))) {
    by_unit(call, op, dst, src, second);
  } else {
    by_processor(call, op, dst, src, second);
  }
}

}  // namespace

void calculate(const Call& call, Opcode op, const View& dst, const View& src0, const View& src1) {
  check_source(call, "dst", dst, "src0", src0);
  check_source(call, "dst", dst, "src1", src1);
  calculate_with(call, op, dst, src0, {src1, 0});
}

void calculate(const Call& call, Opcode op, const View& dst, const View& src,
               std::uint32_t number) {
  check_source(call, "dst", dst, "src", src);
  calculate_with(call, op, dst, src, second_of(number, dst.element_bytes));
}

}  // namespace pto::detail
