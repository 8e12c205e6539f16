// SPDX-License-Identifier: Apache-2.0
// Loads, stores and rearrangements of AscendC::Reg for which the unit has no single command.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/processor.hpp"

namespace gsq::kernel::ascend {
namespace {

using AscendC::Reg::LoadDist;
using AscendC::Reg::StoreDist;
using Bytes = Values<std::uint8_t>;  // of registers

std::uint32_t vlen(const Call& call) { return Unit::current(call).config().vlen_bytes; }

void check_alignment(std::uint32_t address, std::uint32_t alignment, const Call& call) {
  if (address % alignment == 0) return;
  throw Error(
      call,
      fmt::format("expected an address that is a multiple of {}, found {:#x}", alignment, address),
      Status::ErrAlign, {}, address);
}

/// Checks [address, address + bytes) before an operation of the processor uses it.
Range range_in_ub(std::uint64_t address, std::uint64_t bytes, const Call& call) {
  const std::uint64_t ub_bytes = Unit::current(call).config().ub_bytes;
  if (address + bytes > ub_bytes) {
    throw Error(call,
                fmt::format("expected bytes inside UB, which has {:#x}, found {} bytes at {:#x}",
                            ub_bytes, bytes, address),
                Status::ErrBounds, {}, address);
  }
  return {address, address + bytes};
}

Command command_of(Opcode op, std::uint32_t address = 0) {
  Command command;
  command.op = op;
  command.addr = address;
  return command;
}

void load_align(Vector& dst, std::uint32_t address, Dist dist, const Call& call) {
  Command command = command_of(Opcode::LoadAlign, address);
  command.distr = dist;
  command.vd = static_cast<std::uint8_t>(dst.index_to_write(call));
  Unit::current(call).issue(command, call);
}

void store_align(std::uint32_t address, const Vector& src, const Mask& mask, Dist dist, Width width,
                 const Call& call) {
  Command command = command_of(Opcode::StoreAlign, address);
  command.distr = dist;
  command.width = width;
  command.vs = static_cast<std::uint8_t>(src.index(call));
  command.m = static_cast<std::uint8_t>(mask.index(call));
  Unit::current(call).issue(command, call);
}

Mask mask_of(Pattern pattern, Width width, const Call& call) {
  Mask mask;
  Command command = command_of(Opcode::CreateMask);
  command.width = width;
  command.pattern = pattern;
  command.m = static_cast<std::uint8_t>(mask.index_to_write(call));
  Unit::current(call).issue(command, call);
  return mask;
}

void gather(Vector& dst, std::uint32_t address, Form form, const Vector& index, const Mask& mask,
            const Call& call) {
  Command command = command_of(Opcode::Gather, address);
  command.form = form;
  command.vi = static_cast<std::uint8_t>(index.index(call));
  command.m = static_cast<std::uint8_t>(mask.index(call));
  command.vd = static_cast<std::uint8_t>(dst.index_to_write(call));
  Unit::current(call).issue(command, call);
}

void scatter(std::uint32_t address, const Vector& src, Form form, const Vector& index,
             const Mask& mask, const Call& call) {
  Command command = command_of(Opcode::Scatter, address);
  command.form = form;
  command.vs = static_cast<std::uint8_t>(src.index(call));
  command.vi = static_cast<std::uint8_t>(index.index(call));
  command.m = static_cast<std::uint8_t>(mask.index(call));
  Unit::current(call).issue(command, call);
}

/// Indices function(0), function(1), .. of a gather or scatter: an operation.
Vector indices(Form form, std::function<std::uint32_t(std::uint32_t)> function, const Call& call) {
  Vector index;
  OperationBuilder op(call, "indices");
  const auto fill = [&](auto type) {
    using Index = decltype(type);
    const auto to = op.write<Index>(index);
    op.run([=, function = std::move(function)](State& state) {
      Values<Index> lanes(state.config().lanes(sizeof(Index)));
      for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
        lanes[lane] = static_cast<Index>(function(lane));
      }
      to.set(state, lanes);
    });
  };
  if (form == Form::B8 || form == Form::B16) {
    fill(std::uint16_t{});
  } else {
    fill(std::uint32_t{});
  }
  return index;
}

/// Indices 0, step, 2 * step, .. of a gather or scatter: a command of lanes where the unit has it.
Vector multiples(Form form, std::uint32_t step, const Call& call) {
  const bool power = (step & (step - 1)) == 0;  // of two, or 0
  if (Unit::current(call).config().lane_ops == 0 || !power) {
    return indices(
        form, [=](std::uint32_t lane) { return lane * step; }, call);
  }
  Vector index;
  Command command = command_of(step == 0 ? Opcode::LaneCopy : Opcode::LaneSteps);
  command.width = form == Form::B8 || form == Form::B16 ? Width::B16 : Width::B32;
  command.scalar = true;
  if (step != 0) command.n = static_cast<std::uint32_t>(__builtin_ctz(step));
  const Mask all = mask_of(Pattern::All, command.width, call);
  command.m = static_cast<std::uint8_t>(all.index(call));
  command.vd = static_cast<std::uint8_t>(index.index_to_write(call));
  Unit::current(call).issue(command, call);
  return index;
}

/// A strided command of a form, with lanes `step` elements apart.
Command strided(Opcode op, std::uint32_t address, Form form, std::uint32_t step, const Mask& mask,
                const Call& call) {
  Command command = command_of(op, address);
  command.form = form;
  command.row_stride = step << static_cast<unsigned>(facts(form).elem);
  command.m = static_cast<std::uint8_t>(mask.index(call));
  return command;
}

bool has_strided(const Call& call) { return Unit::current(call).config().lane_ops != 0; }

/// Elements that lie `step` elements apart: a gather where the unit has no strided commands.
void gather_apart(Vector& dst, std::uint32_t address, Form form, std::uint32_t step,
                  const Mask& mask, const Call& call) {
  if (!has_strided(call)) {
    return gather(dst, address, form, multiples(form, step, call), mask, call);
  }
  Command command = strided(Opcode::LoadStrided, address, form, step, mask, call);
  command.vd = static_cast<std::uint8_t>(dst.index_to_write(call));
  Unit::current(call).issue(command, call);
}

/// The same to UB.
void scatter_apart(std::uint32_t address, const Vector& src, Form form, std::uint32_t step,
                   const Mask& mask, const Call& call) {
  if (!has_strided(call)) {
    return scatter(address, src, form, multiples(form, step, call), mask, call);
  }
  Command command = strided(Opcode::StoreStrided, address, form, step, mask, call);
  command.vs = static_cast<std::uint8_t>(src.index(call));
  Unit::current(call).issue(command, call);
}

/// One byte array to another one of the length of a register: an operation on one register.
template <typename F>
void change(Vector& dst, const Vector& src, const Call& call, F function) {
  OperationBuilder op(call);
  const auto from = op.read<std::uint8_t>(src);
  const auto to = op.write<std::uint8_t>(dst);
  op.run([=](State& state) { to.set(state, function(from.get(state))); });
}

/// Copies an element of `bytes` bytes: element `to` of dst becomes element `from` of src.
void copy_element(Bytes& dst, std::size_t to, const Bytes& src, std::size_t from,
                  std::size_t bytes) {
  std::copy_n(src.begin() + static_cast<std::ptrdiff_t>(from * bytes), bytes,
              dst.begin() + static_cast<std::ptrdiff_t>(to * bytes));
}

/// Two registers, one behind the other, rearranged: lane i of the result is lane from(i, lanes).
template <typename F>
void rearrange_two(Vector& dst0, Vector& dst1, const Vector& src0, const Vector& src1,
                   std::size_t lane_bytes, const Call& call, F from) {
  OperationBuilder op(call);
  const auto a = op.read<std::uint8_t>(src0);
  const auto b = op.read<std::uint8_t>(src1);
  const auto c = op.write<std::uint8_t>(dst0);
  const auto d = op.write<std::uint8_t>(dst1);
  op.run([=](State& state) {
    Bytes all = a.get(state);
    for (const std::uint8_t byte : b.get(state)) all.push_back(byte);
    const std::size_t lanes = all.size() / lane_bytes;
    Bytes result(all.size());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      copy_element(result, lane, all, from(lane, lanes), lane_bytes);
    }
    auto* const half = result.begin() + result.size() / 2;
    c.set(state, Bytes(result.begin(), half));
    d.set(state, Bytes(half, result.end()));
  });
}

void load_by_gather(Vector& dst, std::uint32_t address, Form form, const Mask& mask,
                    std::function<std::uint32_t(std::uint32_t)> index, const Call& call) {
  const Vector where = indices(form, std::move(index), call);
  gather(dst, address, form, where, mask, call);
}

/// The element at an address in all lanes.
void load_broadcast(Vector& dst, std::uint32_t address, std::uint32_t bytes, const Call& call) {
  check_alignment(address, bytes, call);
  const Form form = bytes == 1 ? Form::B8 : bytes == 2 ? Form::B16 : Form::B32;
  const Mask all = mask_of(Pattern::All, facts(form).slot, call);
  gather_apart(dst, address, form, 0, all, call);
  if (bytes != 1) return;
  const Vector zeros = multiples(form, 0, call);
  // The unit extends bytes to lanes of 2 bytes: lane 0 is the byte.
  Command command = command_of(Opcode::GatherReg);
  command.width = Width::B8;
  command.vs = static_cast<std::uint8_t>(dst.index(call));
  command.vi = static_cast<std::uint8_t>(zeros.index(call));
  command.vd = static_cast<std::uint8_t>(dst.index_to_write(call));
  Unit::current(call).issue(command, call);
}

/// Half a vector, each element of `bytes` bytes twice, in lanes as long as the element.
void load_doubled(Vector& dst, std::uint32_t address, std::uint32_t bytes, const Call& call) {
  Vector loaded;
  load_align(loaded, address, bytes == 1 ? Dist::UnpackB8 : Dist::UnpackB16, call);
  change(dst, loaded, call, [=](const Bytes& from) {
    Bytes to(from.size());
    for (std::size_t i = 0; i < from.size() / bytes; ++i) {
      copy_element(to, i, from, i / 2 * 2, bytes);
    }
    return to;
  });
}

void load_every_second(Vector& dst, std::uint32_t address, std::size_t bytes, const Call& call) {
  Vector odd;
  load_two(dst, odd, address, bytes, call);
}

/// Masks of lanes twice as long: those of the lower half of `mask`, and those of the upper half.
std::pair<Mask, Mask> unpacked(const Mask& mask, std::size_t lane_bytes, const Call& call) {
  std::pair<Mask, Mask> result;
  OperationBuilder op(call, "mask");
  const auto bytes = static_cast<std::uint32_t>(lane_bytes);
  const MaskLanes from = op.read_mask(mask, bytes);
  const MaskLanes low = op.write_mask(result.first, 2 * bytes);
  const MaskLanes high = op.write_mask(result.second, 2 * bytes);
  op.run([=](State& state) {
    const Values<bool> lanes = from.get(state);
    const bool* const half = lanes.begin() + lanes.size() / 2;
    low.set(state, Values<bool>(lanes.begin(), half));
    high.set(state, Values<bool>(half, lanes.end()));
  });
  return result;
}

/// Stores the lower 4 bytes of lanes of 8.
void store_lower_halves(std::uint32_t address, const Vector& src, const Mask& mask,
                        const Call& call) {
  Mask lower;  // of lanes of 4 bytes: every second one
  OperationBuilder op(call, "mask");
  const MaskLanes from = op.read_mask(mask, 8);
  const MaskLanes to = op.write_mask(lower, 8);
  op.run([=](State& state) { to.set(state, from.get(state)); });
  const Vector where = indices(
      Form::B32, [](std::uint32_t lane) { return lane / 2; }, call);
  scatter(address, src, Form::B32, where, lower, call);
}

std::uint64_t doubled(std::uint64_t index) {
  return std::min<std::uint64_t>(2 * index, std::numeric_limits<std::uint32_t>::max() - 1);
}

/// Indices of the lower or upper half of elements, by those of the elements.
Vector half_indices(const Vector& index, std::uint32_t half, const Call& call) {
  Vector result;
  OperationBuilder op(call, "indices");
  const auto from = op.read<std::uint32_t>(index);
  const auto to = op.write<std::uint32_t>(result);
  op.run([=](State& state) {
    Values<std::uint32_t> lanes = from.get(state);
    for (std::uint32_t& lane : lanes) lane = static_cast<std::uint32_t>(doubled(lane)) + half;
    to.set(state, lanes);
  });
  return result;
}

std::uint32_t saturated(std::uint64_t index) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(index, std::numeric_limits<std::uint32_t>::max()));
}

/// Whether each block of 32 bytes has a selected lane.
Values<bool> blocks_of(const Values<bool>& lanes, std::size_t lane_bytes) {
  Values<bool> blocks(lanes.size() * lane_bytes / kBlockBytes);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if (lanes[lane]) blocks[lane * lane_bytes / kBlockBytes] = true;
  }
  return blocks;
}

/// A function, since it is used before variables of this file have their values.
std::uint32_t& vector_length() {
  static std::uint32_t bytes = 0;
  return bytes;
}

}  // namespace

bool note_vector_length(std::uint32_t bytes) {
  vector_length() = bytes;
  return true;
}

std::uint32_t noted_vector_length() { return vector_length(); }

void check_vector_length(std::uint32_t bytes, const Call& call) {
  if (vlen(call) == bytes) return;
  throw Error(call, fmt::format("expected a unit with vectors of {} bytes, for which this "
                                "kernel was compiled, found {}; compile it with "
                                "-DGSQ_KERNEL_VL={}",
                                bytes, vlen(call), vlen(call)));
}

std::uint16_t block_stride(std::uint64_t blocks, const Call& call) {
  if (blocks <= std::numeric_limits<std::uint16_t>::max()) {
    return static_cast<std::uint16_t>(blocks);
  }
  throw Error(call, fmt::format("expected a block stride from 0 to 65535, found {}", blocks),
              Status::ErrParam);
}

std::uint32_t bytes_of(std::uint32_t count, std::size_t element, const Call& call) {
  const std::uint64_t bytes = std::uint64_t{count} * element;
  if (bytes <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(bytes);
  throw Error(call, fmt::format("expected no more elements than a vector has, found {}", count),
              Status::ErrParam);
}

void load(Vector& dst, std::uint32_t address, LoadDist dist, const Call& call) {
  const std::uint32_t blocks = vlen(call) / kBlockBytes;
  switch (dist) {
    case LoadDist::DIST_NORM:
      return load_align(dst, address, Dist::Norm, call);
    case LoadDist::DIST_UNPACK_B8:
      return load_align(dst, address, Dist::UnpackB8, call);
    case LoadDist::DIST_UNPACK_B16:
      return load_align(dst, address, Dist::UnpackB16, call);
    case LoadDist::DIST_BRC_B8:
      return load_broadcast(dst, address, 1, call);
    case LoadDist::DIST_BRC_B16:
      return load_broadcast(dst, address, 2, call);
    case LoadDist::DIST_BRC_B32:
      return load_broadcast(dst, address, 4, call);
    case LoadDist::DIST_US_B8:
      return load_doubled(dst, address, 1, call);
    case LoadDist::DIST_US_B16:
      return load_doubled(dst, address, 2, call);
    case LoadDist::DIST_DS_B8:
      return load_every_second(dst, address, 1, call);
    case LoadDist::DIST_DS_B16:
      return load_every_second(dst, address, 2, call);
    case LoadDist::DIST_BLK: {
      Command command = command_of(Opcode::LoadBlock, address);
      command.vd = static_cast<std::uint8_t>(dst.index_to_write(call));
      return Unit::current(call).issue(command, call);
    }
    case LoadDist::DIST_E2B_B16:
      check_alignment(address, 2 * blocks, call);
      return load_by_gather(
          dst, address, Form::B16, mask_of(Pattern::All, Width::B16, call),
          [](std::uint32_t lane) { return lane * 2 / kBlockBytes; }, call);
    case LoadDist::DIST_E2B_B32:
      check_alignment(address, 4 * blocks, call);
      return load_by_gather(
          dst, address, Form::B32, mask_of(Pattern::All, Width::B32, call),
          [](std::uint32_t lane) { return lane * 4 / kBlockBytes; }, call);
    case LoadDist::DIST_UNPACK_B32:
      check_alignment(address, std::min(kBlockBytes, vlen(call) / 2), call);
      // Lanes of 4 bytes that are not selected, the upper halves, become 0.
      return load_by_gather(
          dst, address, Form::B32, mask_of(Pattern::All, Width::B64, call),
          [](std::uint32_t lane) { return lane / 2; }, call);
    case LoadDist::DIST_UNPACK4_B8:
      check_alignment(address, std::min(kBlockBytes, vlen(call) / 4), call);
      return load_by_gather(
          dst, address, Form::B8x32, mask_of(Pattern::All, Width::B32, call),
          [](std::uint32_t lane) { return lane; }, call);
    default:
      break;
  }
  throw Error(call, "expected a distribution that the documents have for one register");
}

void load_two(Vector& dst0, Vector& dst1, std::uint32_t address, std::size_t lane_bytes,
              const Call& call) {
  check_alignment(address, kBlockBytes, call);
  Vector low;
  Vector high;
  load_align(low, address, Dist::Norm, call);
  load_align(high, address + vlen(call), Dist::Norm, call);
  deinterleave(dst0, dst1, low, high, lane_bytes, call);
}

void load_blocks(Vector& dst, std::uint32_t address, std::uint32_t stride, const Mask& mask,
                 std::size_t lane_bytes, const Call& call) {
  const std::uint32_t apart = block_stride(stride, call) * kBlockBytes;
  Mask blocks;
  {
    OperationBuilder op(call, "mask");
    const MaskLanes from = op.read_mask(mask, static_cast<std::uint32_t>(lane_bytes));
    const MaskLanes to = op.write_mask(blocks, 4);
    op.run([=](State& state) { to.set(state, blocks_of(from.get(state), lane_bytes)); });
  }
  const Vector offsets = multiples(Form::B32, apart, call);
  Command command = command_of(Opcode::GatherBlock, address);
  command.vi = static_cast<std::uint8_t>(offsets.index(call));
  command.m = static_cast<std::uint8_t>(blocks.index(call));
  command.vd = static_cast<std::uint8_t>(dst.index_to_write(call));
  Unit::current(call).issue(command, call);
}

void store(std::uint32_t address, const Vector& src, const Mask& mask, StoreDist dist,
           std::size_t lane_bytes, const Call& call) {
  const auto first = [&](Form form, std::uint32_t bytes) {
    check_alignment(address, bytes, call);
    scatter_apart(address, src, form, 0, mask_of(Pattern::Vl1, facts(form).slot, call), call);
  };
  switch (dist) {
    case StoreDist::DIST_NORM:
      return store_align(address, src, mask, Dist::Norm, width_of(lane_bytes), call);
    case StoreDist::DIST_NORM_B8:
      return store_align(address, src, mask, Dist::Norm, Width::B8, call);
    case StoreDist::DIST_NORM_B16:
      return store_align(address, src, mask, Dist::Norm, Width::B16, call);
    case StoreDist::DIST_NORM_B32:
      return store_align(address, src, mask, Dist::Norm, Width::B32, call);
    case StoreDist::DIST_PACK_B16:
      return store_align(address, src, mask, Dist::PackB16, Width::B16, call);
    case StoreDist::DIST_PACK_B32:
      return store_align(address, src, mask, Dist::PackB32, Width::B32, call);
    case StoreDist::DIST_PACK_B64:
      check_alignment(address, std::min(kBlockBytes, vlen(call) / 2), call);
      return store_lower_halves(address, src, mask, call);
    case StoreDist::DIST_PACK4_B32:
      check_alignment(address, std::min(kBlockBytes, vlen(call) / 4), call);
      return scatter_apart(address, src, Form::B8x32, 1, mask, call);
    case StoreDist::DIST_FIRST_ELEMENT_B8:
      return first(Form::B8, 1);
    case StoreDist::DIST_FIRST_ELEMENT_B16:
      return first(Form::B16, 2);
    case StoreDist::DIST_FIRST_ELEMENT_B32:
      return first(Form::B32, 4);
    default:
      break;
  }
  throw Error(call, "expected a distribution that the documents have for one register");
}

void store_two(std::uint32_t address, const Vector& src0, const Vector& src1,
               std::size_t lane_bytes, const Mask* mask, const Call& call) {
  check_alignment(address, kBlockBytes, call);
  std::pair<Mask, Mask> masks;
  if (mask == nullptr) {
    masks.first = mask_of(Pattern::All, width_of(2 * lane_bytes), call);
    masks.second = masks.first;
  } else {
    masks = unpacked(*mask, lane_bytes, call);
  }
  Vector low;
  Vector high;
  interleave(low, high, src0, src1, lane_bytes, call);
  const Width pairs = width_of(2 * lane_bytes);
  store_align(address, low, masks.first, Dist::Norm, pairs, call);
  store_align(address + vlen(call), high, masks.second, Dist::Norm, pairs, call);
}

void store_blocks(std::uint32_t address, const Vector& src, std::uint32_t stride, const Mask& mask,
                  std::size_t lane_bytes, const Call& call) {
  Command command = command_of(Opcode::StoreBlock, address);
  command.blk0 = block_stride(stride, call);
  command.width = width_of(lane_bytes);
  command.vs = static_cast<std::uint8_t>(src.index(call));
  command.m = static_cast<std::uint8_t>(mask.index(call));
  Unit::current(call).issue(command, call);
}

void load_unaligned(Vector& dst, std::optional<AscendC::Reg::UnalignReg::Loads>& kept,
                    std::uint32_t address, const Call& call) {
  if (address % kBlockBytes == 0) return load_align(dst, address, Dist::Norm, call);
  if (address % 2 != 0) {
    const Range range = range_in_ub(address, vlen(call), call);
    OperationBuilder op(call);
    op.uses().reads_ub[0] = range;
    const auto to = op.write<std::uint8_t>(dst);
    op.run(
        [=](State& state) { to.set(state, state.read_ub(range.begin, range.end - range.begin)); });
    return;
  }
  const Form form = address % 4 == 0 ? Form::B32 : Form::B16;
  if (!kept || kept->form != form) {
    kept = AscendC::Reg::UnalignReg::Loads{form,
                                           has_strided(call) ? Vector() : multiples(form, 1, call),
                                           mask_of(Pattern::All, facts(form).slot, call)};
  }
  // All lanes are between the address and the next vector, so other accesses need not wait.
  Command command = strided(Opcode::LoadStrided, address, form, 1, kept->all, call);
  if (!has_strided(call)) {
    command.op = Opcode::Gather;
    command.vi = static_cast<std::uint8_t>(kept->indices.index(call));
  }
  command.vd = static_cast<std::uint8_t>(dst.index_to_write(call));
  Unit::current(call).issue(command, call, {}, Range{address, std::uint64_t{address} + vlen(call)});
}

void append(std::uint32_t address, const Vector& src, const AscendC::Reg::UnalignReg& stream,
            std::uint32_t bytes, const Call& call) {
  Command command = command_of(Opcode::StoreUnalign, address);
  command.abs = true;
  command.n = bytes;
  command.vs = static_cast<std::uint8_t>(src.index(call));
  command.u = stream.index(call);
  Unit::current(call).issue(command, call);
}

void end_stream(std::uint32_t address, const AscendC::Reg::UnalignReg& stream, const Call& call) {
  Command command = command_of(Opcode::StoreUnalignPost, address);
  command.abs = true;
  command.u = stream.index(call);
  Unit::current(call).issue(command, call);
}

std::uint32_t append_mask(std::uint32_t address, const Mask& mask, std::size_t lane_bytes,
                          const AscendC::Reg::UnalignReg& stream, const Call& call) {
  const auto lane = static_cast<std::uint32_t>(lane_bytes);
  Vector packed;
  OperationBuilder op(call, "bits");
  const MaskLanes from = op.read_mask(mask, lane);
  const auto to = op.write<std::uint8_t>(packed);
  op.run([=](State& state) {
    const Values<bool> lanes = from.get(state);
    Bytes bytes(state.config().vlen_bytes);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      if (lanes[i]) bytes[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
    }
    to.set(state, bytes);
  });
  const std::uint32_t bytes = vlen(call) / lane / 8;
  append(address, packed, stream, bytes, call);
  return bytes;
}

void interleave(Vector& dst0, Vector& dst1, const Vector& src0, const Vector& src1,
                std::size_t lane_bytes, const Call& call) {
  rearrange_two(dst0, dst1, src0, src1, lane_bytes, call, [](std::size_t lane, std::size_t lanes) {
    return lane / 2 + lane % 2 * lanes / 2;
  });
}

void deinterleave(Vector& dst0, Vector& dst1, const Vector& src0, const Vector& src1,
                  std::size_t lane_bytes, const Call& call) {
  rearrange_two(dst0, dst1, src0, src1, lane_bytes, call, [](std::size_t lane, std::size_t lanes) {
    return lane < lanes / 2 ? 2 * lane : 2 * (lane - lanes / 2) + 1;
  });
}

void pack(Vector& dst, const Vector& src, std::size_t lane_bytes, bool higher, const Call& call) {
  change(dst, src, call, [=](const Bytes& from) {
    Bytes to(from.size());
    const std::size_t lanes = from.size() / lane_bytes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      copy_element(to, lane + (higher ? lanes : 0), from, 2 * lane, lane_bytes / 2);
    }
    return to;
  });
}

void unpack(Vector& dst, const Vector& src, std::size_t lane_bytes, bool is_signed, bool higher,
            const Call& call) {
  change(dst, src, call, [=](const Bytes& from) {
    Bytes to(from.size());
    const std::size_t lanes = from.size() / lane_bytes / 2;  // of the result
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      copy_element(to, 2 * lane, from, lane + (higher ? lanes : 0), lane_bytes);
      const std::size_t end = (2 * lane + 1) * lane_bytes;
      const bool negative = is_signed && to[end - 1] >= 0x80;
      std::fill_n(to.begin() + static_cast<std::ptrdiff_t>(end), lane_bytes, negative ? 0xff : 0);
    }
    return to;
  });
}

void narrow_indices(Vector& dst, const Vector& src, const Call& call) {
  OperationBuilder op(call, "indices");
  const auto from = op.read<std::uint64_t>(src);
  const auto to = op.write<std::uint32_t>(dst);
  op.run([=](State& state) {
    Values<std::uint32_t> lanes;
    for (const std::uint64_t index : from.get(state)) lanes.push_back(saturated(index));
    to.set(state, lanes);
  });
}

void narrow_indices(Vector& dst, const Vector& low, const Vector& high, const Call& call) {
  OperationBuilder op(call, "indices");
  const auto a = op.read<std::uint32_t>(low);
  const auto b = op.read<std::uint32_t>(high);
  const auto to = op.write<std::uint32_t>(dst);
  op.run([=](State& state) {
    Values<std::uint32_t> lanes = a.get(state);
    const Values<std::uint32_t> upper = b.get(state);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      lanes[i] = saturated(std::uint64_t{upper[i]} << 32 | lanes[i]);
    }
    to.set(state, lanes);
  });
}

void gather_halves(Vector& low, Vector& high, std::uint32_t address, const Vector& index,
                   const Mask& mask, const Call& call) {
  const Vector lower = half_indices(index, 0, call);
  const Vector upper = half_indices(index, 1, call);
  gather(low, address, Form::B32, lower, mask, call);
  gather(high, address, Form::B32, upper, mask, call);
}

void scatter_halves(std::uint32_t address, const Vector& low, const Vector& high,
                    const Vector& index, const Mask& mask, const Call& call) {
  scatter(address, low, Form::B32, half_indices(index, 0, call), mask, call);
  scatter(address, high, Form::B32, half_indices(index, 1, call), mask, call);
}

namespace {

/// Whether the unit moves masks as bits, and these are all those of a mask and fill a block.
bool is_block_of_bits(std::uint32_t bytes, std::uint32_t taken, const Call& call) {
  return Unit::current(call).config().lane_ops != 0 && bytes == kBlockBytes && taken == 1;
}

}  // namespace

void load_mask(Mask& dst, std::uint32_t address, std::uint32_t repeated, std::uint32_t taken,
               const Call& call) {
  const std::uint32_t bytes = vlen(call) / 8 / repeated * taken;
  check_alignment(address, std::min(kBlockBytes, bytes), call);
  const Range range = range_in_ub(address, bytes, call);
  if (repeated == 1 && is_block_of_bits(bytes, taken, call)) {
    // The block comes as often as the register has blocks; the first one is the mask.
    Vector bits;
    Command load = command_of(Opcode::LoadBlock, address);
    load.vd = static_cast<std::uint8_t>(bits.index_to_write(call));
    Unit::current(call).issue(load, call);
    const Mask all = mask_of(Pattern::All, Width::B8, call);
    Command command = command_of(Opcode::LaneMask);
    command.vs = static_cast<std::uint8_t>(bits.index(call));
    command.m = static_cast<std::uint8_t>(all.index(call));
    command.vd = static_cast<std::uint8_t>(dst.index_to_write(call));
    Unit::current(call).issue(command, call);
    return;
  }
  OperationBuilder op(call);
  op.uses().reads_ub[0] = range;
  const MaskLanes to = op.write_mask(dst, 1);
  op.run([=](State& state) {
    const auto from = state.read_ub(range.begin, bytes);
    Values<bool> bits(state.config().vlen_bytes);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const std::size_t bit = i / repeated * taken;
      bits[i] = (from[bit / 8] >> (bit % 8) & 1) != 0;
    }
    to.set(state, bits);
  });
}

void store_mask(std::uint32_t address, const Mask& src, std::uint32_t taken, const Call& call) {
  const std::uint32_t bytes = vlen(call) / 8 / taken;
  check_alignment(address, std::min(kBlockBytes, bytes), call);
  const Range range = range_in_ub(address, bytes, call);
  if (is_block_of_bits(bytes, taken, call)) {
    Vector bits;
    Command command = command_of(Opcode::LaneBits);
    command.m = static_cast<std::uint8_t>(src.index(call));
    command.vd = static_cast<std::uint8_t>(bits.index_to_write(call));
    Unit::current(call).issue(command, call);
    const Mask block = mask_of(Pattern::Vl32, Width::B8, call);
    Command store = command_of(Opcode::StoreBlock, address);
    store.blk0 = 1;
    store.vs = static_cast<std::uint8_t>(bits.index(call));
    store.m = static_cast<std::uint8_t>(block.index(call));
    Unit::current(call).issue(store, call, {}, range);
    return;
  }
  OperationBuilder op(call);
  op.uses().writes_ub[0] = range;
  const MaskLanes from = op.read_mask(src, 1);
  op.run([=](State& state) {
    const Values<bool> bits = from.get(state);
    std::vector<std::uint8_t> to(bytes);
    for (std::size_t i = 0; i < bits.size() / taken; ++i) {
      if (bits[i * taken]) to[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
    }
    state.write_ub(range.begin, to);
  });
}

void mask_from_bits(Mask& dst, const Vector& src, std::size_t first, std::size_t lane_bytes,
                    const Call& call) {
  OperationBuilder op(call);
  const auto from = op.read<std::uint8_t>(src);
  const MaskLanes to = op.write_mask(dst, 1);
  op.run([=](State& state) {
    const Bytes bytes = from.get(state);
    Values<bool> bits(bytes.size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const std::size_t bit = first + i / lane_bytes;  // all bits of a lane are the same
      bits[i] = (bytes[bit / 8] >> (bit % 8) & 1) != 0;
    }
    to.set(state, bits);
  });
}

}  // namespace gsq::kernel::ascend
