// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "gsq/kernel/ascend/global_tensor.hpp"
#include "gsq/kernel/processor.hpp"

namespace pto::detail {
namespace {

using gsq::kernel::Error;
using gsq::kernel::OperationBuilder;
using gsq::kernel::State;
using gsq::kernel::Uses;

/// Elements that are neighbours in the tile.
struct Run {
  std::uint64_t address;  ///< in UB
  std::uint8_t* memory;   ///< the first element
  std::int64_t step;      ///< bytes to the next one in memory
  std::int64_t count;
};

/// Where line `line` of a tensor begins, in elements. Lines are its rows or columns, numbered over
/// four dimensions, the last one fastest. The outermost dimension with more than one line goes on
/// beyond its size: the tile may have more lines than the tensor.
std::int64_t place_of_line(const Memory& memory, const std::array<int, 4>& dimensions,
                           std::int64_t line) {
  std::int64_t place = 0;
  std::int64_t lines_around = 1;
  for (const int dimension : dimensions) lines_around *= memory.shape.at(dimension);
  for (const int dimension : dimensions) {
    const std::int64_t size = memory.shape.at(dimension);
    lines_around /= std::max<std::int64_t>(size, 1);
    if (size <= 1 && dimension != dimensions.back()) continue;
    const std::int64_t inside = std::max<std::int64_t>(lines_around, 1);
    place += line / inside * memory.stride.at(dimension);
    line %= inside;
  }
  return place;
}

/// Calls visit(run) for the rows of a tile; for its columns if it lies column by column.
template <typename Visit>
void for_each_run(const View& tile, const Memory& memory, bool row_major, Visit&& visit) {
  const std::int64_t size = tile.element_bytes;
  const std::int64_t lines = row_major ? tile.rows : tile.cols;
  const std::int64_t count = row_major ? tile.cols : tile.rows;
  const std::array<int, 4> dimensions{0, 1, 2, row_major ? 3 : 4};
  for (std::int64_t line = 0; line < lines; ++line) {
    visit(Run{tile.address + static_cast<std::uint64_t>(line * tile.stride * size),
              memory.data + place_of_line(memory, dimensions, line) * size,
              row_major ? memory.stride[4] * size : size, count});
  }
}

/// The elements must not leave the memory in which the tensor begins, where its bounds are known.
void check_memory(const Call& call, const View& tile, const Memory& memory, bool row_major) {
  for_each_run(tile, memory, row_major, [&](const Run& run) {
    if (run.count == 0) return;
    for (const std::int64_t element : {std::int64_t{0}, run.count - 1}) {
      gsq::kernel::ascend::check_global(memory.data, run.memory + element * run.step - memory.data,
                                        tile.element_bytes, call);
    }
  });
}

}  // namespace

void load(const Call& call, const View& tile, const Memory& memory, bool row_major) {
  check_memory(call, tile, memory, row_major);
  OperationBuilder operation(call);
  operation.uses().writes_ub[0] = tile.range();
  operation.uses().host = Uses::kProgram;
  operation.run([=](State& state) {
    for_each_run(tile, memory, row_major, [&](const Run& run) {
      const std::size_t size = tile.element_bytes;
      std::vector<std::uint8_t> bytes(static_cast<std::size_t>(run.count) * size);
      for (std::int64_t i = 0; i < run.count; ++i) {
        std::memcpy(&bytes[static_cast<std::size_t>(i) * size], run.memory + i * run.step, size);
      }
      state.write_ub(run.address, bytes);
    });
  });
}

void store(const Call& call, const Memory& memory, const View& tile, bool row_major) {
  check_memory(call, tile, memory, row_major);
  OperationBuilder operation(call);
  operation.uses().reads_ub[0] = tile.range();
  operation.uses().host = Uses::kProgram;
  operation.run([=](State& state) {
    for_each_run(tile, memory, row_major, [&](const Run& run) {
      const std::size_t size = tile.element_bytes;
      const auto bytes = state.read_ub(run.address, static_cast<std::uint64_t>(run.count) * size);
      for (std::int64_t i = 0; i < run.count; ++i) {
        std::memcpy(run.memory + i * run.step, &bytes[static_cast<std::size_t>(i) * size], size);
      }
    });
  });
}

void fill(const Call& call, const View& tile, bool row_major, const std::uint8_t* element) {
  const std::uint32_t size = tile.element_bytes;
  const std::uint32_t lines = row_major ? tile.rows : tile.cols;
  std::vector<std::uint8_t> line;
  for (std::uint32_t i = 0; i < (row_major ? tile.cols : tile.rows); ++i) {
    line.insert(line.end(), element, element + size);
  }
  OperationBuilder operation(call);
  operation.uses().writes_ub[0] = tile.range();
  operation.run([=](State& state) {
    for (std::uint32_t i = 0; i < lines; ++i) {
      state.write_ub(tile.address + std::uint64_t{i} * tile.stride * size, line);
    }
  });
}

}  // namespace pto::detail
