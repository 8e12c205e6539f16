// SPDX-License-Identifier: Apache-2.0
/// Registers and masks of the C API: those of AscendC::Reg under other names.
#pragma once

#include <cstdint>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/address.hpp"
#include "gsq/kernel/ascend/masks.hpp"
#include "gsq/kernel/ascend/registers.hpp"
#include "gsq/kernel/types.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::asc {

/// A vector register of VL / sizeof(T) lanes. Copies share it until one of them is written; a
/// vector of another type shares its bits by a conversion, (vector_int32_t)x.
template <typename T>
using Vector = AscendC::Reg::RegTensor<T>;

/// A mask register: one bit for each byte of a vector. Lane i of w bytes uses bit i*w.
using Mask = AscendC::Reg::MaskReg;

/// A parameter of type T from which T is not deduced: it converts from any number.
template <typename T>
struct Scalar {
  using Type = T;
};

}  // namespace gsq::kernel::asc

using vector_int8_t = gsq::kernel::asc::Vector<std::int8_t>;
using vector_uint8_t = gsq::kernel::asc::Vector<std::uint8_t>;
using vector_int16_t = gsq::kernel::asc::Vector<std::int16_t>;
using vector_uint16_t = gsq::kernel::asc::Vector<std::uint16_t>;
using vector_int32_t = gsq::kernel::asc::Vector<std::int32_t>;
using vector_uint32_t = gsq::kernel::asc::Vector<std::uint32_t>;
using vector_int64_t = gsq::kernel::asc::Vector<std::int64_t>;
using vector_uint64_t = gsq::kernel::asc::Vector<std::uint64_t>;
using vector_half = gsq::kernel::asc::Vector<half>;
using vector_float = gsq::kernel::asc::Vector<float>;
using vector_bfloat16_t = gsq::kernel::asc::Vector<bfloat16_t>;
using vector_fp8_e4m3fn_t = gsq::kernel::asc::Vector<fp8_e4m3fn_t>;
using vector_fp8_e5m2_t = gsq::kernel::asc::Vector<fp8_e5m2_t>;
using vector_fp8_e8m0_t = gsq::kernel::asc::Vector<fp8_e8m0_t>;
using vector_hifloat8_t = gsq::kernel::asc::Vector<hifloat8_t>;
using vector_bool = gsq::kernel::asc::Mask;
using vector_store_unalign = AscendC::Reg::UnalignReg;
using vector_load_unalign = AscendC::Reg::UnalignReg;
/// An offset in bytes from a pointer; AscendC::Reg::CreateAddrReg makes one.
using addr_reg = AscendC::Reg::AddrReg;

/// Which lanes a new mask selects.
enum class Pat : std::uint8_t {
  ALL = static_cast<std::uint8_t>(gsq::Pattern::All),  ///< all lanes
  VL1 = static_cast<std::uint8_t>(
      gsq::Pattern::Vl1),  ///< the lowest lane; VLn: the lowest n, or all if there are fewer
  VL2 = static_cast<std::uint8_t>(gsq::Pattern::Vl2),
  VL3 = static_cast<std::uint8_t>(gsq::Pattern::Vl3),
  VL4 = static_cast<std::uint8_t>(gsq::Pattern::Vl4),
  VL8 = static_cast<std::uint8_t>(gsq::Pattern::Vl8),
  VL16 = static_cast<std::uint8_t>(gsq::Pattern::Vl16),
  VL32 = static_cast<std::uint8_t>(gsq::Pattern::Vl32),
  VL64 = static_cast<std::uint8_t>(gsq::Pattern::Vl64),
  VL128 = static_cast<std::uint8_t>(gsq::Pattern::Vl128),
  M3 = static_cast<std::uint8_t>(gsq::Pattern::M3),      ///< every third lane, lane 0 first
  M4 = static_cast<std::uint8_t>(gsq::Pattern::M4),      ///< every fourth lane, lane 0 first
  H = static_cast<std::uint8_t>(gsq::Pattern::H),        ///< the lower half
  Q = static_cast<std::uint8_t>(gsq::Pattern::Q),        ///< the lowest quarter
  ALLF = static_cast<std::uint8_t>(gsq::Pattern::Allf),  ///< none
};

// The same with the names of C.
inline constexpr Pat PAT_ALL = Pat::ALL;
inline constexpr Pat PAT_VL1 = Pat::VL1;
inline constexpr Pat PAT_VL2 = Pat::VL2;
inline constexpr Pat PAT_VL3 = Pat::VL3;
inline constexpr Pat PAT_VL4 = Pat::VL4;
inline constexpr Pat PAT_VL8 = Pat::VL8;
inline constexpr Pat PAT_VL16 = Pat::VL16;
inline constexpr Pat PAT_VL32 = Pat::VL32;
inline constexpr Pat PAT_VL64 = Pat::VL64;
inline constexpr Pat PAT_VL128 = Pat::VL128;
inline constexpr Pat PAT_M3 = Pat::M3;
inline constexpr Pat PAT_M4 = Pat::M4;
inline constexpr Pat PAT_H = Pat::H;
inline constexpr Pat PAT_Q = Pat::Q;
inline constexpr Pat PAT_ALLF = Pat::ALLF;

namespace gsq::kernel::asc {

inline Mask create_mask(Width width, Pat pattern, const Call& call) {
  Mask mask;
  Command command;
  command.op = Opcode::CreateMask;
  command.width = width;
  command.pattern = static_cast<Pattern>(pattern);
  command.m = mask.index_to_write(call);
  Unit::current(call).issue(command, call);
  return mask;
}

}  // namespace gsq::kernel::asc

/// A mask of lanes of 1, 2 or 4 bytes. Issues create_mask.
inline vector_bool asc_create_mask_b8(
    Pat pattern, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_create_mask_b8")) {
  return gsq::kernel::asc::create_mask(gsq::Width::B8, pattern, call);
}
inline vector_bool asc_create_mask_b16(
    Pat pattern, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_create_mask_b16")) {
  return gsq::kernel::asc::create_mask(gsq::Width::B16, pattern, call);
}
inline vector_bool asc_create_mask_b32(
    Pat pattern, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_create_mask_b32")) {
  return gsq::kernel::asc::create_mask(gsq::Width::B32, pattern, call);
}

/// A mask of the lowest `value` lanes of 1, 2 or 4 bytes, all when there are fewer. Subtracts the
/// lanes of a vector from `value`, down to 0. Issues update_mask.
__simd_callee__ inline vector_bool asc_update_mask_b8(
    std::uint32_t& value,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_update_mask_b8")) {
  return AscendC::Reg::UpdateMask<std::uint8_t>(value, call);
}
__simd_callee__ inline vector_bool asc_update_mask_b16(
    std::uint32_t& value,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_update_mask_b16")) {
  return AscendC::Reg::UpdateMask<std::uint16_t>(value, call);
}
__simd_callee__ inline vector_bool asc_update_mask_b32(
    std::uint32_t& value,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_update_mask_b32")) {
  return AscendC::Reg::UpdateMask<std::uint32_t>(value, call);
}

namespace gsq::kernel::asc {

/// Throws Error: offsets of asc_update_addr_reg depend on loops, which only a compiler knows.
[[noreturn]] void need_loops(const Call& call);

}  // namespace gsq::kernel::asc

// Offsets that grow with the iterations of the loops around the call, whose counters only the
// original compiler knows: not supported, each call throws gsq::kernel::Error. AscendC's
// CreateAddrReg makes an offset of given indices, for the same loads and stores.
[[noreturn]] __simd_callee__ inline addr_reg asc_update_addr_reg_b8(
    std::uint32_t /*offset0*/, std::uint32_t /*offset1*/ = 0, std::uint32_t /*offset2*/ = 0,
    std::uint32_t /*offset3*/ = 0,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_update_addr_reg_b8")) {
  gsq::kernel::asc::need_loops(call);
}
[[noreturn]] __simd_callee__ inline addr_reg asc_update_addr_reg_b16(
    std::uint32_t /*offset0*/, std::uint32_t /*offset1*/ = 0, std::uint32_t /*offset2*/ = 0,
    std::uint32_t /*offset3*/ = 0,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_update_addr_reg_b16")) {
  gsq::kernel::asc::need_loops(call);
}
[[noreturn]] __simd_callee__ inline addr_reg asc_update_addr_reg_b32(
    std::uint32_t /*offset0*/, std::uint32_t /*offset1*/ = 0, std::uint32_t /*offset2*/ = 0,
    std::uint32_t /*offset3*/ = 0,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_update_addr_reg_b32")) {
  gsq::kernel::asc::need_loops(call);
}
