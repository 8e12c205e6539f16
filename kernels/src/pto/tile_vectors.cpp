// SPDX-License-Identifier: Apache-2.0
#include "pto/tile_vectors.hpp"

#include <fmt/format.h>

#include <cstring>

#include "gsq/kernel/ascend.hpp"
#include "lanes/lane_commands.hpp"

namespace pto::detail {
namespace {

using gsq::Command;
using gsq::Form;
using gsq::kBlockBytes;
using gsq::Opcode;
using gsq::Width;
using gsq::kernel::Error;
using gsq::kernel::Range;
using gsq::kernel::Register;
using gsq::kernel::RegisterFile;
using gsq::kernel::State;
using gsq::kernel::Unit;
using gsq::kernel::ascend::width_of;

std::uint8_t number(unsigned index) { return static_cast<std::uint8_t>(index); }

Range bytes_at(std::uint32_t address, std::uint32_t bytes) {
  return {address, std::uint64_t{address} + bytes};
}

}  // namespace

Second second_of(std::uint32_t number, std::uint32_t element_bytes) {
  if (element_bytes < sizeof number) number &= (1U << 8 * element_bytes) - 1;
  return {std::nullopt, number};
}

std::uint64_t row_bytes(const View& tile) {
  return std::uint64_t{tile.stride} * tile.element_bytes;
}

void check_source(const Call& call, const char* part_name, const View& part, const char* name,
                  const View& tile) {
  if (part.rows <= tile.rows && part.cols <= tile.cols) return;
  throw Error(call,
              fmt::format("{} has {} x {} valid elements, {} only {} x {}", part_name, part.rows,
                          part.cols, name, tile.rows, tile.cols),
              gsq::Status::ErrParam);
}

void check_bits(const Call& call, const char* part_name, const View& part, const char* name,
                const View& bits) {
  const std::uint64_t bytes = std::uint64_t{bits.cols} * bits.element_bytes;
  if (part.rows <= bits.rows && bit_bytes(part.cols) <= bytes) return;
  throw Error(call,
              fmt::format("{} has {} x {} valid elements, so {} must have {} rows of {} valid "
                          "bytes for their bits, but has {} of {}",
                          part_name, part.rows, part.cols, name, part.rows, bit_bytes(part.cols),
                          bits.rows, bytes),
              gsq::Status::ErrParam);
}

bool has_vectors(const View& part, const View& tile, const Call& call) {
  const gsq::Config& config = Unit::current(call).config();
  const std::uint64_t bytes = std::uint64_t{part.cols} * part.element_bytes;
  const std::uint64_t last = tile.address + (part.rows - 1) * row_bytes(tile) +
                             (bytes - 1) / config.vlen_bytes * config.vlen_bytes;
  return tile.address % kBlockBytes == 0 &&
         (part.rows == 1 || row_bytes(tile) % kBlockBytes == 0) &&
         last + config.vlen_bytes <= config.ub_bytes;
}

bool apart(const View& a, const View& b) {
  return a.range().end <= b.range().begin || b.range().end <= a.range().begin;
}

bool same_or_apart(const View& a, const View& b) {
  return (a.address == b.address && a.stride == b.stride) || apart(a, b);
}

void join_rows(View& part, const View& src, const Second& second, const View* bits) {
  const auto fits = [&](const View& tile) { return tile.stride == part.cols; };
  if (!fits(part) || !fits(src) || (second.tile && !fits(*second.tile))) return;
  if (bits != nullptr && row_bytes(*bits) * 8 != part.cols) return;
  part.cols *= part.rows;
  part.rows = 1;
}

std::vector<std::uint32_t> read_row(const State& state, const View& tile, std::uint32_t row,
                                    std::uint32_t count) {
  const std::uint32_t size = tile.element_bytes;
  const auto bytes = state.read_ub(tile.address + row * row_bytes(tile), count * size);
  std::vector<std::uint32_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&numbers[i], &bytes[i * size], size);  // little endian
  }
  return numbers;
}

std::vector<std::uint32_t> read_row(const State& state, const Second& second, std::uint32_t row,
                                    std::uint32_t count) {
  if (second.tile) return read_row(state, *second.tile, row, count);
  std::vector<std::uint32_t> numbers(count, second.number);
  return numbers;
}

void write_row(State& state, const View& tile, std::uint32_t row,
               const std::vector<std::uint32_t>& numbers) {
  const std::uint32_t size = tile.element_bytes;
  std::vector<std::uint8_t> bytes(numbers.size() * size);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::memcpy(&bytes[i * size], &numbers[i], size);
  }
  state.write_ub(tile.address + row * row_bytes(tile), bytes);
}

TileVectors::TileVectors(const Call& call, std::uint32_t element_bytes)
    : call_(call),
      element_bytes_(element_bytes),
      width_(width_of(element_bytes)),
      lanes_(Unit::current(call).config().lanes(element_bytes)) {}

const Register& TileVectors::mask(std::uint32_t count, Width width) {
  const std::pair key{width, count};
  const auto found = masks_.find(key);
  if (found != masks_.end()) return found->second;
  Register made(RegisterFile::kMask);
  gsq::kernel::mask_lowest(made, count, width, call_);
  return masks_.emplace(key, made).first->second;
}

Register TileVectors::load(const View& tile, const Piece& piece) const {
  Register loaded(RegisterFile::kVector);
  Command command;
  command.op = Opcode::LoadAlign;
  command.addr = piece.address(tile);
  command.vd = number(loaded.index_to_write(call_));
  Unit::current(call_).issue(command, call_, {},
                             bytes_at(command.addr, piece.count * element_bytes_));
  return loaded;
}

void TileVectors::store(const View& tile, const Piece& piece, const Register& from) {
  store_neighbours(piece.address(tile), piece.count, from, width_);
}

/// Stores the lowest lanes to a multiple of 32.
void TileVectors::store_neighbours(std::uint32_t address, std::uint32_t count, const Register& from,
                                   Width width) {
  const Register& lowest = mask(count, width);
  Command command;
  command.op = Opcode::StoreAlign;
  command.addr = address;
  command.width = width;
  command.vs = number(from.index(call_));
  command.m = number(lowest.index(call_));
  Unit::current(call_).issue(command, call_, {},
                             bytes_at(address, count << static_cast<unsigned>(width)));
}

Register TileVectors::calculate(Opcode op, RegisterFile file, const Operands& operands,
                                const Register& mask) const {
  Register result(file);
  Command command;
  command.op = op;
  command.width = width_;
  command.scalar = operands.other == nullptr && has(gsq::facts(op).fields, gsq::CmdField::Scalar);
  if (command.scalar) command.n = operands.number;
  if (operands.first != nullptr) command.vs = number(operands.first->index(call_));
  if (operands.other != nullptr) command.vi = number(operands.other->index(call_));
  command.m = number(mask.index(call_));
  command.vd = number(result.index_to_write(call_));
  Unit::current(call_).issue(command, call_);
  return result;
}

Register TileVectors::load_bytes(std::uint32_t address, std::uint32_t bytes) {
  Command command = of_bytes(Opcode::LoadStrided, address, bytes);
  Register loaded(RegisterFile::kVector);
  command.vd = number(loaded.index_to_write(call_));
  Unit::current(call_).issue(command, call_, {}, bytes_at(address, bytes));
  return loaded;
}

void TileVectors::store_bytes(std::uint32_t address, std::uint32_t bytes, const Register& from) {
  if (address % kBlockBytes == 0) return store_neighbours(address, bytes, from, Width::B8);
  Command command = of_bytes(Opcode::StoreStrided, address, bytes);
  command.vs = number(from.index(call_));
  Unit::current(call_).issue(command, call_, {}, bytes_at(address, bytes));
}

/// A command for neighbouring bytes.
Command TileVectors::of_bytes(Opcode op, std::uint32_t address, std::uint32_t bytes) {
  const Register& active = mask(bytes, Width::B8);
  Command command;
  command.op = op;
  command.form = Form::B8x8;
  command.addr = address;
  command.row_stride = 1;
  command.m = number(active.index(call_));
  return command;
}

}  // namespace pto::detail
