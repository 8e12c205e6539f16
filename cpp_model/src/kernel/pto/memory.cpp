// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto/memory.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>
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

/// Calls visit(run) for the rows of a tile; for a part of a column if it lies column by column.
template <typename Visit>
void for_each_run(const View& tile, const Memory& memory, bool row_major, Visit&& visit) {
  const std::int64_t size = tile.element_bytes;
  const auto& shape = memory.shape;
  const auto& stride = memory.stride;
  std::int64_t row = 0;  // of the tile
  for (std::int64_t i = 0; i < shape[0]; ++i) {
    for (std::int64_t j = 0; j < shape[1]; ++j) {
      for (std::int64_t k = 0; k < shape[2]; ++k, row += shape[3]) {
        std::uint8_t* const plane =
            memory.data + (i * stride[0] + j * stride[1] + k * stride[2]) * size;
        const std::int64_t lines = row_major ? shape[3] : shape[4];
        for (std::int64_t line = 0; line < lines; ++line) {
          const std::int64_t first =
              row_major ? (row + line) * tile.stride : line * tile.stride + row;
          visit(Run{tile.address + static_cast<std::uint64_t>(first * size),
                    plane + line * stride[row_major ? 3 : 4] * size,
                    row_major ? stride[4] * size : size, row_major ? shape[4] : shape[3]});
        }
      }
    }
  }
}

void check_sizes(const Call& call, const View& tile, const Memory& memory) {
  const auto& shape = memory.shape;
  const std::int64_t rows = shape[0] * shape[1] * shape[2] * shape[3];
  if (rows == tile.rows && shape[4] == tile.cols) return;
  throw Error(call,
              fmt::format("the tensor has {} rows of {} elements, the valid part of the tile "
                          "{} of {}: give both the same sizes",
                          rows, shape[4], tile.rows, tile.cols),
              gsq::Status::ErrParam);
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
  check_sizes(call, tile, memory);
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
  check_sizes(call, tile, memory);
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

}  // namespace pto::detail
