// SPDX-License-Identifier: Apache-2.0
// Gathers, scatters and squeezes of tensors as commands.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "gsq/kernel/ascend/gather.hpp"
#include "gsq/kernel/ascend/loads.hpp"
#include "gsq/kernel/ascend/masks.hpp"
#include "gsq/kernel/ascend/tensor_gather.hpp"
#include "gsq/kernel/processor.hpp"
#include "lanes/lane_commands.hpp"

namespace gsq::kernel::ascend {
namespace {

constexpr std::uint32_t kBlock = 32;

std::uint8_t number(unsigned index) { return static_cast<std::uint8_t>(index); }

/// Lane numbers 0, 1, 2, … as lanes of `width`.
void number_lanes(Register& numbers, Width width, const Call& call) {
  Register all{RegisterFile::kMask};
  Command mask;
  mask.op = Opcode::CreateMask;
  mask.width = width;
  mask.pattern = Pattern::All;
  mask.m = number(all.index_to_write(call));
  Unit::current(call).issue(mask, call);
  rank_lanes(numbers, all, width, call);
}

/// Moves of one call, a vector of slots each.
class VectorMoves {
 public:
  VectorMoves(const IndexedMove& move, const Call& call)
      : move_(move), call_(call), form_(form_of(move.bytes, 4)) {
    number_lanes(numbers_, Width::B32, call);
  }

  /// Slots that one command covers.
  [[nodiscard]] std::uint32_t count() const { return lanes_of_iteration(slot_of(form_), call_); }

  /// Moves the selected elements: `first` is the number of the first one's offset, `dense` the
  /// address of the other tensor for the first.
  void move(const std::vector<bool>& selected, std::uint32_t first, std::uint64_t dense) {
    if (std::find(selected.begin(), selected.end(), true) == selected.end()) return;
    if (selected != lanes_) {
      mask_lanes(mask_, selected, facts(form_).slot, call_);
      lanes_ = selected;
    }
    Register offsets{RegisterFile::kVector};
    Register data{RegisterFile::kVector};
    load_offsets(offsets, selected.size(), first);
    const Range near{dense, dense + selected.size() * move_.bytes};
    if (move_.op == Opcode::Gather) {
      indexed(Opcode::Gather, move_.anywhere, AddressMode::Byte, offsets, data, {});
      indexed(Opcode::Scatter, dense, AddressMode::Elem, numbers_, data, near);
    } else {
      indexed(Opcode::Gather, dense, AddressMode::Elem, numbers_, data, near);
      indexed(Opcode::Scatter, move_.anywhere, AddressMode::Byte, offsets, data, {});
    }
  }

 private:
  /// Offsets by their numbers, so that nothing beyond the last one is read.
  void load_offsets(Register& offsets, std::size_t count, std::uint32_t first) {
    Register some{RegisterFile::kMask};
    mask_lowest(some, static_cast<std::uint32_t>(count), Width::B32, call_);
    Command command;
    command.op = Opcode::Gather;
    command.form = Form::B32;
    command.addr = move_.offsets + first * 4;
    move_lanes(command, numbers_, offsets, some, call_, "offsets",
               Range{command.addr, command.addr + count * 4});
  }

  void indexed(Opcode op, std::uint64_t base, AddressMode mode, const Register& index,
               Register& data, std::optional<Range> range) {
    Command command;
    command.op = op;
    command.form = form_;
    command.mode = mode;
    command.addr = static_cast<std::uint32_t>(base);
    move_lanes(command, index, data, mask_, call_, {}, range);
  }

  IndexedMove move_;
  Call call_;
  Form form_;
  Register numbers_{RegisterFile::kVector};
  Register mask_{RegisterFile::kMask};
  std::vector<bool> lanes_;  // of mask_
};

/// Whether a pattern keeps an element.
bool keeps(std::uint32_t pattern, std::uint32_t element) {
  if (pattern <= 2) return element % 2 == pattern - 1U;
  return pattern == 7 || element % 4 == pattern - 3U;
}

/// The bits of a tensor as a mask of `count` lanes from element `first` on.
void load_bits(Register& mask, std::uint32_t address, std::uint32_t first, std::uint32_t count,
               Width width, const Call& call) {
  OperationBuilder op(call, "mask of a tensor");
  const Range range{address + first / 8, address + (first + count + 7) / 8};
  op.uses().reads_ub[0] = range;
  const MaskLanes to = op.write_mask(mask, 1U << static_cast<unsigned>(width));
  op.run([=](State& state) {
    const auto bytes = state.read_ub(range.begin, range.end - range.begin);
    std::vector<bool> lanes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t bit = first % 8 + i;
      lanes[i] = (bytes[bit / 8] >> (bit % 8) & 1U) != 0;
    }
    to.set(state, lanes);
  });
}

/// The vector from an element of an operand on. Where its last blocks lie outside UB, only those in
/// which `mask` selects an element are loaded.
Vector load_vector(const Operand& src, const Elements::Place& from, std::uint32_t bytes,
                   const Mask& mask, const Call& call) {
  const Config& config = Unit::current(call).config();
  const std::uint64_t begin = place_of(src, from, bytes);
  const Elements::Place last{from.iteration, from.lane + config.lanes(bytes) - 1};
  const auto address = static_cast<std::uint32_t>(begin);
  Vector data;
  if (place_of(src, last, bytes) + bytes <= config.ub_bytes) {
    Command load;
    load.op = Opcode::LoadBlock;
    load.addr = address;
    load.blk0 = block_stride(src.block_stride, call);
    load.vd = number(data.index_to_write(call));
    Unit::current(call).issue(load, call);
  } else {
    load_blocks(data, address, block_stride(src.block_stride, call), mask, bytes, call);
  }
  return data;
}

}  // namespace

void move_indexed(const IndexedMove& move, const LaneMask& mask, std::uint32_t repeat,
                  const Call& call) {
  // The documents have iterations of 1-byte elements cover half a vector.
  const bool half = move.bytes == 1 && !mask.counter;
  const std::uint32_t lanes = lanes_of_iteration(half ? 2 : move.bytes, call);
  const Elements elements(mask, repeat, lanes, call);
  if (elements.places().empty()) return;
  Operand dense = move.dense;
  if (mask.counter) dense.repeat_stride = lanes * move.bytes / kBlock;
  range_of(dense, elements, move.bytes, call);
  if (move.anywhere + move.bytes > Unit::current(call).config().ub_bytes) {
    throw Error(call,
                fmt::format("elements from {:#x} on leave UB, which has {:#x} bytes", move.anywhere,
                            Unit::current(call).config().ub_bytes),
                Status::ErrBounds, {}, move.anywhere);
  }
  // A tensor of exactly one offset for each element has none for the other lanes of an iteration.
  const std::uint32_t lowest = elements.places().back().lane + 1;
  const bool dense_offsets = !mask.counter && move.offset_count == elements.places().size() &&
                             move.offset_count == elements.iterations() * lowest;
  const std::uint32_t step = dense_offsets ? lowest : lanes;
  range_of(move.offsets, std::uint64_t{elements.iterations() - 1} * step * 4 + 4, call);
  VectorMoves slots(move, call);
  // Each command takes the next slots of an iteration.
  std::size_t next = 0;
  for (std::uint32_t iteration = 0; iteration < elements.iterations(); ++iteration) {
    for (std::uint32_t lane = 0; lane < lanes; lane += slots.count()) {
      std::vector<bool> selected;
      for (; next < elements.places().size(); ++next) {
        const Elements::Place& at = elements.places()[next];
        if (at.iteration != iteration || at.lane >= lane + slots.count()) break;
        selected.resize(at.lane - lane + 1);
        selected.back() = true;
      }
      slots.move(selected, iteration * step + lane, place_of(dense, {iteration, lane}, move.bytes));
    }
  }
}

void gather_blocks(const Operand& dst, std::uint32_t src, std::uint32_t offsets,
                   std::uint32_t repeat, const Call& call) {
  if (repeat == 0) return;
  check_amount({}, repeat, call);
  iteration_address(dst, repeat - 1, call);
  const std::uint32_t blocks = Unit::current(call).config().vlen_bytes / kBlock;
  range_of(offsets, std::uint64_t{repeat} * blocks * 4, call);
  Register numbers{RegisterFile::kVector};
  Register some{RegisterFile::kMask};
  Register all{RegisterFile::kMask};
  number_lanes(numbers, Width::B32, call);
  mask_lanes(some, std::vector<bool>(blocks, true), Width::B32, call);
  mask_lanes(all, std::vector<bool>(lanes_of_iteration(1, call), true), Width::B8, call);
  for (std::uint32_t iteration = 0; iteration < repeat; ++iteration) {
    Register index{RegisterFile::kVector};
    Register data{RegisterFile::kVector};
    Command load;
    load.op = Opcode::Gather;
    load.form = Form::B32;
    load.addr = offsets + iteration * blocks * 4;
    move_lanes(load, numbers, index, some, call, "offsets",
               Range{load.addr, load.addr + blocks * 4ULL});
    Command gather;
    gather.op = Opcode::GatherBlock;
    gather.addr = src;
    move_lanes(gather, index, data, some, call, {}, {});
    Command store;
    store.op = Opcode::StoreBlock;
    store.width = Width::B8;
    store.addr = iteration_address(dst, iteration, call);
    store.blk0 = block_stride(dst.block_stride, call);
    store.vs = number(data.index(call));
    store.m = number(all.index(call));
    Unit::current(call).issue(store, call);
  }
}

void check_pattern(std::uint32_t pattern, const Call& call) {
  if (pattern >= 1 && pattern <= 7) return;
  throw Error(call, fmt::format("expected a pattern from 1 to 7, found {}", pattern),
              Status::ErrParam);
}

std::uint64_t gather_mask(std::uint32_t dst, const Operand& src, Width width, const Kept& kept,
                          std::uint32_t count, std::uint32_t repeat, const Call& call) {
  const std::uint32_t bytes = 1U << static_cast<unsigned>(width);
  const std::uint32_t lanes = lanes_of_iteration(bytes, call);
  if (count == 0 || repeat == 0) return 0;
  check_amount({}, repeat, call);
  Unit& unit = Unit::current(call);
  Operand last = src;  // of all iterations
  last.address = iteration_address(src, repeat - 1, call);
  for (const Operand& iteration : {src, last}) {
    range_of(iteration, first_elements(count, count, call), bytes, call);
  }
  range_of(dst, 0, call);
  if (kept.pattern == 0) {
    range_of(kept.bits, std::uint64_t{repeat - 1} * kept.bits_bytes + (count + 7) / 8, call);
  }
  Command clear;
  clear.op = Opcode::ClearSpr;
  unit.issue(clear, call);
  Register rest{RegisterFile::kUnaligned};
  Mask mask;
  std::vector<bool> lanes_of_mask;
  for (std::uint32_t iteration = 0; iteration < repeat; ++iteration) {
    for (std::uint32_t first = 0; first < count; first += lanes) {
      const std::uint32_t part = std::min(lanes, count - first);
      if (kept.pattern == 0) {
        const auto bits = static_cast<std::uint32_t>(kept.bits + iteration * kept.bits_bytes);
        load_bits(mask, bits, first, part, width, call);
      } else {
        std::vector<bool> keep(part);
        for (std::uint32_t i = 0; i < part; ++i) keep[i] = keeps(kept.pattern, first + i);
        if (keep != lanes_of_mask) mask_lanes(mask, keep, width, call);
        lanes_of_mask = keep;
      }
      const Vector data = load_vector(src, {iteration, first}, bytes, mask, call);
      Register packed{RegisterFile::kVector};
      Command squeeze;
      squeeze.op = Opcode::Squeeze;
      squeeze.width = width;
      squeeze.store_reg = true;
      squeeze.vs = number(data.index(call));
      squeeze.m = number(mask.index(call));
      squeeze.vd = number(packed.index_to_write(call));
      unit.issue(squeeze, call);
      Command store;
      store.op = Opcode::StoreUnalign;
      store.addr = dst;
      store.post = true;
      store.vs = number(packed.index(call));
      store.u = number(rest.index(call));
      unit.issue(store, call);
    }
  }
  Command post;
  post.op = Opcode::StoreUnalignPost;
  post.addr = dst;
  post.u = number(rest.index(call));
  unit.issue(post, call);
  Command get;
  get.op = Opcode::GetSpr;
  return unit.issue_and_wait(get, call).info / bytes;
}

}  // namespace gsq::kernel::ascend
