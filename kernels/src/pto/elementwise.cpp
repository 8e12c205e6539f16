// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto/elementwise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/processor.hpp"
#include "lanes/lane_commands.hpp"
#include "semantics/model_rules.hpp"

namespace pto::detail {
namespace {

using gsq::Command;
using gsq::kBlockBytes;
using gsq::Opcode;
using gsq::kernel::Error;
using gsq::kernel::OperationBuilder;
using gsq::kernel::Range;
using gsq::kernel::Register;
using gsq::kernel::RegisterFile;
using gsq::kernel::State;
using gsq::kernel::Unit;
using gsq::kernel::ascend::width_of;

/// A second operand: a tile or a number.
struct Second {
  std::optional<View> tile;
  std::uint32_t number{};
};

std::uint64_t row_bytes(const View& tile) {
  return std::uint64_t{tile.stride} * tile.element_bytes;
}

void check_source(const Call& call, const char* name, const View& dst, const View& src) {
  if (dst.rows <= src.rows && dst.cols <= src.cols) return;
  throw Error(call,
              fmt::format("dst has {} x {} valid elements, {} only {} x {}", dst.rows, dst.cols,
                          name, src.rows, src.cols),
              gsq::Status::ErrParam);
}

/// Whether the unit can load or store vectors at all places of the rows and columns of `dst`.
bool has_vectors(const View& dst, const View& tile, const Call& call) {
  const gsq::Config& config = Unit::current(call).config();
  const std::uint64_t bytes = std::uint64_t{dst.cols} * dst.element_bytes;
  const std::uint64_t last = tile.address + (dst.rows - 1) * row_bytes(tile) +
                             (bytes - 1) / config.vlen_bytes * config.vlen_bytes;
  return tile.address % kBlockBytes == 0 && (dst.rows == 1 || row_bytes(tile) % kBlockBytes == 0) &&
         last + config.vlen_bytes <= config.ub_bytes;
}

/// Rows without a gap between them form one row.
void join_rows(View& dst, View& src, Second& second) {
  const auto fits = [&](const View& tile) { return tile.stride == dst.cols; };
  if (!fits(dst) || !fits(src) || (second.tile && !fits(*second.tile))) return;
  dst.cols *= dst.rows;
  dst.rows = 1;
}

bool same_or_apart(const View& a, const View& b) {
  const bool same = a.address == b.address && a.stride == b.stride;
  return same || a.range().end <= b.range().begin || b.range().end <= a.range().begin;
}

/// What the commands of one call share.
class Commands {
 public:
  Commands(const Call& call, Opcode op, std::uint32_t element_bytes)
      : call_(call), op_(op), element_bytes_(element_bytes), width_(width_of(element_bytes)) {}

  void run(const View& dst, const View& src, const Second& second) {
    const std::uint32_t lanes = Unit::current(call_).config().lanes(dst.element_bytes);
    for (std::uint32_t row = 0; row < dst.rows; ++row) {
      for (std::uint32_t col = 0; col < dst.cols; col += lanes) {
        const auto place = [&](const View& tile) {
          return tile.address + (row * tile.stride + col) * tile.element_bytes;
        };
        const std::uint32_t count = std::min(lanes, dst.cols - col);
        const Register& active = mask(count);
        const Register first = load(place(src), count);
        const Register other = second.tile ? load(place(*second.tile), count) : first;
        Register result(RegisterFile::kVector);
        calculate(result, first, other, second, active);
        store(place(dst), count, result, active);
      }
    }
  }

 private:
  /// That of the lowest lanes.
  const Register& mask(std::uint32_t count) {
    const auto found = masks_.find(count);
    if (found != masks_.end()) return found->second;
    Register made(RegisterFile::kMask);
    gsq::kernel::mask_lowest(made, count, width_, call_);
    return masks_.emplace(count, made).first->second;
  }

  /// The bytes of a piece: others that are loaded mean nothing.
  [[nodiscard]] Range piece(std::uint32_t address, std::uint32_t count) const {
    return {address, std::uint64_t{address} + std::uint64_t{count} * element_bytes_};
  }

  [[nodiscard]] Register load(std::uint32_t address, std::uint32_t count) const {
    Register loaded(RegisterFile::kVector);
    Command command;
    command.op = Opcode::LoadAlign;
    command.addr = address;
    command.vd = static_cast<std::uint8_t>(loaded.index_to_write(call_));
    Unit::current(call_).issue(command, call_, {}, piece(address, count));
    return loaded;
  }

  void calculate(Register& result, const Register& first, const Register& other,
                 const Second& second, const Register& mask) const {
    Command command;
    command.op = op_;
    command.width = width_;
    command.scalar = !second.tile && has(gsq::facts(op_).fields, gsq::CmdField::Scalar);
    if (command.scalar) command.n = second.number;
    command.vs = static_cast<std::uint8_t>(first.index(call_));
    if (second.tile) command.vi = static_cast<std::uint8_t>(other.index(call_));
    command.m = static_cast<std::uint8_t>(mask.index(call_));
    command.vd = static_cast<std::uint8_t>(result.index_to_write(call_));
    Unit::current(call_).issue(command, call_);
  }

  void store(std::uint32_t address, std::uint32_t count, const Register& from,
             const Register& mask) const {
    Command command;
    command.op = Opcode::StoreAlign;
    command.addr = address;
    command.width = width_;
    command.vs = static_cast<std::uint8_t>(from.index(call_));
    command.m = static_cast<std::uint8_t>(mask.index(call_));
    Unit::current(call_).issue(command, call_, {}, piece(address, count));
  }

  Call call_;
  Opcode op_;
  std::uint32_t element_bytes_;
  gsq::Width width_;
  std::map<std::uint32_t, Register> masks_;  // by their lanes: a whole vector, the end of a row
};

/// The same by the processor.
void by_processor(const Call& call, Opcode op, const View& dst, const View& src,
                  const Second& second) {
  OperationBuilder operation(call);
  operation.uses().reads_ub[0] = src.range();
  if (second.tile) operation.uses().reads_ub[1] = second.tile->range();
  operation.uses().writes_ub[0] = dst.range();
  operation.run([=](State& state) {
    const std::size_t size = dst.element_bytes;
    const std::size_t bytes = dst.cols * size;
    const auto row_of = [&](const View& tile, std::uint32_t row) {
      return state.read_ub(tile.address + row * row_bytes(tile), bytes);
    };
    const auto number_at = [size](const std::vector<std::uint8_t>& from, std::size_t at) {
      std::uint32_t number = 0;
      std::memcpy(&number, &from[at], size);  // little endian
      return number;
    };
    std::vector<std::vector<std::uint8_t>> results;
    for (std::uint32_t row = 0; row < dst.rows; ++row) {
      const auto first = row_of(src, row);
      const auto other = second.tile ? row_of(*second.tile, row) : first;
      std::vector<std::uint8_t> made(bytes);
      for (std::size_t at = 0; at < bytes; at += size) {
        const std::uint32_t b = second.tile ? number_at(other, at) : second.number;
        const std::uint32_t value = gsq::rules::lane_result(
            gsq::facts(op).lane_op, static_cast<unsigned>(8 * size), 0, number_at(first, at), b);
        std::memcpy(&made[at], &value, size);
      }
      results.push_back(made);
    }
    for (std::uint32_t row = 0; row < dst.rows; ++row) {
      state.write_ub(dst.address + row * row_bytes(dst), results[row]);
    }
  });
}

void calculate_with(const Call& call, Opcode op, View dst, View src, Second second) {
  if (dst.rows == 0 || dst.cols == 0) return;
  join_rows(dst, src, second);
  if (dst.element_bytes < 4) second.number &= (1U << 8 * dst.element_bytes) - 1;
  const auto fits = [&](const View& tile) {
    return has_vectors(dst, tile, call) && same_or_apart(dst, tile);
  };
  if (Unit::current(call).config().lane_ops != 0 && fits(dst) && fits(src) &&
      (!second.tile || fits(*second.tile))) {
    Commands(call, op, dst.element_bytes).run(dst, src, second);
  } else {
    by_processor(call, op, dst, src, second);
  }
}

}  // namespace

void calculate(const Call& call, Opcode op, const View& dst, const View& src0, const View& src1) {
  check_source(call, "src0", dst, src0);
  check_source(call, "src1", dst, src1);
  calculate_with(call, op, dst, src0, {src1, 0});
}

void calculate(const Call& call, Opcode op, const View& dst, const View& src,
               std::uint32_t number) {
  check_source(call, "src", dst, src);
  calculate_with(call, op, dst, src, {std::nullopt, number});
}

}  // namespace pto::detail
