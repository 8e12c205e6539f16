// SPDX-License-Identifier: Apache-2.0
// Elements, operands and operations of calls on tensors.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gsq/kernel/ascend/loads.hpp"
#include "gsq/kernel/ascend/tensor_operation.hpp"
#include "gsq/kernel/ascend/tensor_reduce.hpp"
#include "gsq/kernel/ascend/tensor_select.hpp"

namespace gsq::kernel::ascend {
namespace {

constexpr std::uint32_t kBlock = 32;
constexpr std::uint32_t kMostIterations = 255;  // of a command
constexpr std::uint32_t kMostStride = 255;      // from one iteration to the next, in a command
constexpr std::uint32_t kMostRepeats = 65535;   // of a call, far more than the documents' 255

std::uint32_t bytes_of(Width width) { return 1U << static_cast<unsigned>(width); }

/// Sorted, and joined where they touch.
std::vector<Range> joined(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  std::vector<Range> result;
  for (const Range& range : ranges) {
    if (range.begin == range.end) continue;
    if (result.empty() || range.begin > result.back().end) {
      result.push_back(range);
    } else {
      result.back().end = std::max(result.back().end, range.end);
    }
  }
  return result;
}

/// At most two ranges that hold all of these, which are sorted: as few bytes as possible.
std::array<Range, 2> two_of(const std::vector<Range>& ranges) {
  std::array<Range, 2> two{};
  if (ranges.empty()) return two;
  std::size_t cut = ranges.size();  // the widest gap is before this one
  std::uint64_t widest = 0;
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    const std::uint64_t gap = ranges[i].begin - ranges[i - 1].end;
    if (gap <= widest) continue;
    widest = gap;
    cut = i;
  }
  two[0] = {ranges.front().begin, ranges[cut - 1].end};
  if (cut < ranges.size()) two[1] = {ranges[cut].begin, ranges.back().end};
  return two;
}

/// Issues one command, for a mask as the command has it, whose addresses were looked at before.
void issue_iterations(Command command, const Operand& dst, const Operand& src0, const Operand& src1,
                      std::uint32_t first, std::uint32_t iterations, const Call& call) {
  command.addr = iteration_address(dst, first, call);
  command.blk0 = block_stride(dst.block_stride, call);
  command.rep0 = static_cast<std::uint8_t>(dst.repeat_stride);
  command.src0 = iteration_address(src0, first, call);
  command.blk1 = block_stride(src0.block_stride, call);
  command.rep1 = static_cast<std::uint8_t>(src0.repeat_stride);
  command.src1 = iteration_address(src1, first, call);
  command.blk2 = block_stride(src1.block_stride, call);
  command.rep2 = static_cast<std::uint8_t>(src1.repeat_stride);
  command.iterations = iterations;
  Unit::current(call).issue(command, call);
}

}  // namespace

Settings& settings(const Call& call) { return *Unit::current(call).settings(); }

std::uint32_t lanes_of_iteration(std::size_t bytes, const Call& call) {
  return Unit::current(call).config().lanes(static_cast<std::uint32_t>(bytes));
}

std::uint64_t count_of(std::int64_t count, const Call& call) {
  if (count >= 0) return static_cast<std::uint64_t>(count);
  throw Error(call, fmt::format("expected a number of 0 or more, found {}", count),
              Status::ErrParam);
}

void check_amount(const LaneMask& mask, std::uint32_t repeat, const Call& call) {
  const std::uint32_t ub_bytes = Unit::current(call).config().ub_bytes;
  if (mask.counter && mask.words[0] > ub_bytes) {
    throw Error(call,
                fmt::format("{} elements leave UB, which has {:#x} bytes", mask.words[0], ub_bytes),
                Status::ErrBounds);
  }
  if (!mask.counter && repeat > kMostRepeats) {
    throw Error(call, fmt::format("expected at most {} iterations, found {}", kMostRepeats, repeat),
                Status::ErrParam);
  }
}

std::uint32_t iteration_address(const Operand& operand, std::uint32_t iteration, const Call& call) {
  const std::uint64_t address =
      operand.address + std::uint64_t{kBlock} * operand.repeat_stride * iteration;
  if (address <= std::numeric_limits<std::uint32_t>::max()) {
    return static_cast<std::uint32_t>(address);
  }
  throw Error(
      call,
      fmt::format("iteration {} of the tensor at {:#x} begins at {:#x}, beyond UB, which "
                  "has {:#x} bytes",
                  iteration, operand.address, address, Unit::current(call).config().ub_bytes),
      Status::ErrBounds, {}, address);
}

Elements::Elements(const LaneMask& mask, std::uint32_t repeat, std::uint32_t lanes,
                   const Call& call)
    : lanes_(lanes) {
  check_amount(mask, repeat, call);
  if (mask.counter) {
    for (std::uint64_t i = 0; i < mask.words[0]; ++i) {
      places_.push_back(
          {static_cast<std::uint32_t>(i / lanes), static_cast<std::uint32_t>(i % lanes)});
    }
    return;
  }
  for (std::uint32_t iteration = 0; iteration < repeat; ++iteration) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const bool bit = lane < 128 && (mask.words.at(lane / 64) >> (lane % 64) & 1U) != 0;
      if (mask.bitwise ? bit : lane < mask.words[0]) places_.push_back({iteration, lane});
    }
  }
}

Range range_of(std::uint32_t address, std::uint64_t bytes, const Call& call) {
  const std::uint32_t ub_bytes = Unit::current(call).config().ub_bytes;
  if (address % kBlock != 0) {
    throw Error(
        call,
        fmt::format("expected a tensor at a multiple of 32 bytes, found one at {:#x}", address),
        Status::ErrAlign, {}, address);
  }
  if (address + bytes > ub_bytes) {
    throw Error(call,
                fmt::format("{} bytes of the tensor at {:#x} leave UB, which has {:#x} bytes",
                            bytes, address, ub_bytes),
                Status::ErrBounds, {}, address);
  }
  return {address, address + bytes};
}

Range range_of(const Operand& operand, const Elements& elements, std::size_t bytes,
               const Call& call) {
  std::uint64_t last = operand.address;
  for (const Elements::Place& at : elements.places()) {
    last = std::max(last, place_of(operand, at, bytes) + bytes);
  }
  return range_of(operand.address, last - operand.address, call);
}

Image::Image(const State& state, const std::vector<Range>& ranges) {
  for (const Range& range : ranges) {
    pieces_.push_back({range.begin, state.read_ub(range.begin, range.end - range.begin)});
  }
}

const std::uint8_t* Image::place(std::uint64_t address, std::size_t bytes) const {
  for (const Piece& piece : pieces_) {
    if (address >= piece.begin && address + bytes <= piece.begin + piece.bytes.size()) {
      return &piece.bytes[address - piece.begin];
    }
  }
  throw std::logic_error(
      fmt::format("an operation uses {} bytes of UB at {:#x}, which it has not "
                  "declared",
                  bytes, address));
}

void Image::store(State& state, const Range& range) const {
  if (range.begin == range.end) return;
  const std::uint8_t* const begin = place(range.begin, range.end - range.begin);
  state.write_ub(range.begin, {begin, begin + (range.end - range.begin)});
}

void operate(const Call& call, const std::vector<Range>& from, const std::vector<Range>& to,
             std::function<void(Image&)> function, std::uint64_t host) {
  std::vector<Range> all = from;
  all.insert(all.end(), to.begin(), to.end());
  all = joined(std::move(all));
  Operation operation;
  operation.uses.reads_ub = two_of(all);
  operation.uses.writes_ub = two_of(joined(to));
  operation.uses.host = host;
  operation.run = [all, to, function = std::move(function)](State& state) {
    Image image(state, all);
    function(image);
    for (const Range& range : to) image.store(state, range);
  };
  Unit::current(call).operate(call, std::move(operation));
}

void issue_vec(Opcode op, Width width, const Operand& dst, const Operand& src0, const Operand& src1,
               const LaneMask& mask, std::uint32_t repeat, const Call& call) {
  check_amount(mask, repeat, call);
  const std::uint32_t lanes = lanes_of_iteration(bytes_of(width), call);
  Command command;
  command.op = op;
  command.width = width;
  command.bitwise = mask.bitwise && !mask.counter;
  command.mask = mask.words;
  std::uint32_t rest = 0;  // lanes of one more iteration
  if (mask.counter) {
    repeat = static_cast<std::uint32_t>(mask.words[0] / lanes);
    rest = static_cast<std::uint32_t>(mask.words[0] % lanes);
    command.mask = {lanes, 0};
  } else if (mask.bitwise) {
    if (lanes < 64) command.mask[0] &= (std::uint64_t{1} << lanes) - 1;
    if (lanes <= 64) command.mask[1] = 0;
    if (command.mask[0] == 0 && command.mask[1] == 0) return;
  } else {
    command.mask = {std::min<std::uint64_t>(mask.words[0], lanes), 0};
    if (command.mask[0] == 0) return;
  }
  const std::uint32_t all = repeat + (rest == 0 ? 0 : 1);
  if (all == 0) return;
  for (const Operand& operand : {dst, src0, src1}) iteration_address(operand, all - 1, call);
  const bool narrow =
      std::max({dst.repeat_stride, src0.repeat_stride, src1.repeat_stride}) <= kMostStride;
  const std::uint32_t most = narrow ? kMostIterations : 1;
  for (std::uint32_t first = 0; first < repeat; first += most) {
    issue_iterations(command, dst, src0, src1, first, std::min(most, repeat - first), call);
  }
  if (rest == 0) return;
  command.mask = {rest, 0};
  issue_iterations(command, dst, src0, src1, repeat, 1, call);
}

}  // namespace gsq::kernel::ascend
