// SPDX-License-Identifier: Apache-2.0
/// Logic and rearrangement of masks of AscendC::Reg, bit by bit. And, Or, Xor, Not and Move with a
/// mask issue mask.* where the unit has it (LaneOps); all else is an operation of the processor.
/// Bits that `mask` does not select become 0.
#pragma once

#include <cstddef>
#include <utility>

#include "gsq/kernel/ascend/choices.hpp"
#include "gsq/kernel/ascend/registers.hpp"
#include "gsq/kernel/lanes/lane_masks.hpp"
#include "gsq/kernel/processor.hpp"

namespace AscendC::Reg {

namespace detail {

/// dst[i] = function(src0[i], src1[i]) where mask[i] is set: the command `opcode`, or an operation.
template <typename F>
void map_bits(const Call& call, gsq::Opcode opcode, MaskReg& dst, const MaskReg& src0,
              const MaskReg& src1, const MaskReg& mask, F function) {
  if (Unit::current(call).config().lane_ops != 0) {
    gsq::Command command;
    command.op = opcode;
    command.width = gsq::Width::B8;  // a lane for each bit
    command.vs = src0.index(call);
    command.vi = src1.index(call);
    command.m = mask.index(call);
    command.vd = dst.index_to_write(call);
    issue(command, call);
    return;
  }
  gsq::kernel::OperationBuilder op(call);
  const auto a = op.read_mask(src0, 1);
  const auto b = op.read_mask(src1, 1);
  const auto selected = op.read_mask(mask, 1);
  const auto to = op.write_mask(dst, 1);
  op.run([=](gsq::kernel::State& state) {
    const auto x = a.get(state);
    const auto y = b.get(state);
    auto on = selected.get(state);
    for (std::size_t i = 0; i < on.size(); ++i) on[i] = on[i] && function(x[i], y[i]);
    to.set(state, on);
  });
}

/// (dst0, dst1) = function(src0, src1).
template <typename F>
void rearrange_masks(const Call& call, MaskReg& dst0, MaskReg& dst1, const MaskReg& src0,
                     const MaskReg& src1, F function) {
  gsq::kernel::OperationBuilder op(call);
  const auto a = op.read_mask(src0, 1);
  const auto b = op.read_mask(src1, 1);
  const auto first = op.write_mask(dst0, 1);
  const auto second = op.write_mask(dst1, 1);
  op.run([=](gsq::kernel::State& state) {
    const auto both = function(a.get(state), b.get(state));
    first.set(state, both.first);
    second.set(state, both.second);
  });
}

/// dst = function(src).
template <typename F>
void rearrange_mask(const Call& call, MaskReg& dst, const MaskReg& src, F function) {
  gsq::kernel::OperationBuilder op(call);
  const auto from = op.read_mask(src, 1);
  const auto to = op.write_mask(dst, 1);
  op.run([=](gsq::kernel::State& state) { to.set(state, function(from.get(state))); });
}

}  // namespace detail

/// Bits that are in both.
__simd_callee__ inline void And(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("And")) {
  detail::map_bits(call, gsq::Opcode::MaskAnd, dst, src0, src1, mask,
                   [](bool a, bool b) { return a && b; });
}

/// Bits that are in one of them, or both.
__simd_callee__ inline void Or(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                               const MaskReg& mask,
                               const detail::Call& call = detail::Call::here("Or")) {
  detail::map_bits(call, gsq::Opcode::MaskOr, dst, src0, src1, mask,
                   [](bool a, bool b) { return a || b; });
}

/// Bits that are in one of them only.
__simd_callee__ inline void Xor(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Xor")) {
  detail::map_bits(call, gsq::Opcode::MaskXor, dst, src0, src1, mask,
                   [](bool a, bool b) { return a != b; });
}

/// Bits that are not in src.
__simd_callee__ inline void Not(MaskReg& dst, const MaskReg& src, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Not")) {
  detail::map_bits(call, gsq::Opcode::MaskNot, dst, src, src, mask,
                   [](bool a, bool) { return !a; });
}

/// Bits of src.
__simd_callee__ inline void Move(MaskReg& dst, const MaskReg& src, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Move")) {
  detail::map_bits(call, gsq::Opcode::MaskAnd, dst, src, src, mask, [](bool a, bool) { return a; });
}

/// dst becomes src. Takes no register until one of them is written.
__simd_callee__ inline void Move(MaskReg& dst, const MaskReg& src) { dst = src; }

/// Bits of src0 where the mask has a 1, of src1 where it has a 0.
__simd_callee__ inline void Select(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                   const MaskReg& mask,
                                   const detail::Call& call = detail::Call::here("Select")) {
  gsq::kernel::OperationBuilder op(call);
  const auto a = op.read_mask(src0, 1);
  const auto b = op.read_mask(src1, 1);
  const auto selected = op.read_mask(mask, 1);
  const auto to = op.write_mask(dst, 1);
  op.run([=](gsq::kernel::State& state) {
    auto bits = a.get(state);
    const auto others = b.get(state);
    const auto on = selected.get(state);
    for (std::size_t i = 0; i < on.size(); ++i) {
      if (!on[i]) bits[i] = others[i];
    }
    to.set(state, bits);
  });
}

/// Lanes of src0 and src1 in turn, lanes of type T: the lower half in dst0, the upper in dst1.
template <typename T>
__simd_callee__ inline void Interleave(
    MaskReg& dst0, MaskReg& dst1, const MaskReg& src0, const MaskReg& src1,
    const detail::Call& call = detail::Call::here("Interleave")) {
  static_assert(sizeof(T) <= 4, "Interleave: expected a type of 1, 2 or 4 bytes");
  detail::rearrange_masks(call, dst0, dst1, src0, src1, [](const auto& a, const auto& b) {
    return gsq::kernel::lane::interleave(a, b, sizeof(T));
  });
}

/// The inverse: of the lanes of src0, then src1, those of even numbers in dst0, of odd in dst1.
template <typename T>
__simd_callee__ inline void DeInterleave(
    MaskReg& dst0, MaskReg& dst1, const MaskReg& src0, const MaskReg& src1,
    const detail::Call& call = detail::Call::here("DeInterleave")) {
  static_assert(sizeof(T) <= 4, "DeInterleave: expected a type of 1, 2 or 4 bytes");
  detail::rearrange_masks(call, dst0, dst1, src0, src1, [](const auto& a, const auto& b) {
    return gsq::kernel::lane::deinterleave(a, b, sizeof(T));
  });
}

/// Every second bit in the lower half of dst, or the upper; 0 in the other half.
template <HighLowPart part = HighLowPart::LOWEST>
__simd_callee__ inline void Pack(MaskReg& dst, const MaskReg& src,
                                 const detail::Call& call = detail::Call::here("Pack")) {
  detail::rearrange_mask(call, dst, src, [](const auto& bits) {
    return gsq::kernel::lane::pack(bits, part == HighLowPart::HIGHEST);
  });
}

/// The bits of the lower half of src, or the upper, each followed by a 0.
template <HighLowPart part = HighLowPart::LOWEST>
__simd_callee__ inline void UnPack(MaskReg& dst, const MaskReg& src,
                                   const detail::Call& call = detail::Call::here("UnPack")) {
  detail::rearrange_mask(call, dst, src, [](const auto& bits) {
    return gsq::kernel::lane::unpack(bits, part == HighLowPart::HIGHEST);
  });
}

}  // namespace AscendC::Reg
