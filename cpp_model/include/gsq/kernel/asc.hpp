// SPDX-License-Identifier: Apache-2.0
/// The C API of register kernels: vector_* registers, vector_bool masks and the asc_* calls for
/// which the unit has commands.
///
/// All names are global, as in the original. Every call issues one command and returns; none waits.
/// A failing command throws gsq::kernel::Error at the next point that waits, with the name of the
/// call, the lane and the address. A pointer that does not point to UB is rejected at once. Lane
/// counts are those of the unit in use: N(w) = VL / w lanes of w bytes.
///
/// A parameter that is passed by value shares its register. So if the destination of a call is also
/// one of its sources, the call allocates another register and frees the old one when it returns.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/types.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::asc {

/// A vector register of VL / sizeof(T) elements. Its declaration allocates it and throws Error when
/// all are in use. Its initial value is the old content of the register.
template <typename T>
class Vector {
 public:
  using Element = T;

  /// Number to read from, and number to write to.
  [[nodiscard]] std::uint8_t index() const { return static_cast<std::uint8_t>(held_.index()); }
  std::uint8_t index_to_write() { return static_cast<std::uint8_t>(held_.index_to_write()); }

 private:
  Register held_{RegisterFile::kVector};
};

/// A mask register: one bit for each byte of a vector. Lane i of w bytes uses bit i*w.
class Mask {
 public:
  [[nodiscard]] std::uint8_t index() const { return static_cast<std::uint8_t>(held_.index()); }
  std::uint8_t index_to_write() { return static_cast<std::uint8_t>(held_.index_to_write()); }

 private:
  Register held_{RegisterFile::kMask};
};

}  // namespace gsq::kernel::asc

using vector_int8_t = gsq::kernel::asc::Vector<std::int8_t>;
using vector_uint8_t = gsq::kernel::asc::Vector<std::uint8_t>;
using vector_int16_t = gsq::kernel::asc::Vector<std::int16_t>;
using vector_uint16_t = gsq::kernel::asc::Vector<std::uint16_t>;
using vector_int32_t = gsq::kernel::asc::Vector<std::int32_t>;
using vector_uint32_t = gsq::kernel::asc::Vector<std::uint32_t>;
using vector_half = gsq::kernel::asc::Vector<half>;
using vector_float = gsq::kernel::asc::Vector<float>;
using vector_bfloat16_t = gsq::kernel::asc::Vector<bfloat16_t>;
using vector_fp8_e4m3fn_t = gsq::kernel::asc::Vector<fp8_e4m3fn_t>;
using vector_fp8_e5m2_t = gsq::kernel::asc::Vector<fp8_e5m2_t>;
using vector_fp8_e8m0_t = gsq::kernel::asc::Vector<fp8_e8m0_t>;
using vector_bool = gsq::kernel::asc::Mask;

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

/// Width of the lanes that hold elements of this type.
template <typename T>
constexpr Width width_of() {
  return sizeof(T) == 1 ? Width::B8 : sizeof(T) == 2 ? Width::B16 : Width::B32;
}

/// Form of a gather or scatter of such elements in UB.
template <typename T>
constexpr Form form_of() {
  return sizeof(T) == 1 ? Form::B8 : sizeof(T) == 2 ? Form::B16 : Form::B32;
}

/// Index lanes of that form: elements of 1 byte lie in slots of 2.
template <typename T>
using IndexOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>;

/// A command with the address of a pointer; its other fields are not set.
inline Command command_at(Opcode op, const void* pointer, std::string_view api) {
  Command command;
  command.op = op;
  command.addr = Unit::current().address(pointer, api);
  return command;
}

template <typename D, typename T>
void gather(Vector<D>& dst, const T* src, const Vector<IndexOf<T>>& index, const Mask& mask) {
  Command command = command_at(Opcode::Gather, src, "asc_gather");
  command.form = form_of<T>();
  command.vi = index.index();
  command.m = mask.index();
  command.vd = dst.index_to_write();
  Unit::current().issue(command, "asc_gather");
}

template <typename T, typename I>
void gather(Vector<T>& dst, const Vector<T>& src, const Vector<I>& index) {
  static_assert(sizeof(I) == sizeof(T));
  Command command;
  command.op = Opcode::GatherReg;
  command.width = width_of<T>();
  command.vs = src.index();
  command.vi = index.index();
  command.vd = dst.index_to_write();
  Unit::current().issue(command, "asc_gather");
}

template <typename T, typename S>
void scatter(const T* dst, const Vector<S>& src, const Vector<IndexOf<T>>& index,
             const Mask& mask) {
  Command command = command_at(Opcode::Scatter, dst, "asc_scatter");
  command.form = form_of<T>();
  command.vs = src.index();
  command.vi = index.index();
  command.m = mask.index();
  Unit::current().issue(command, "asc_scatter");
}

inline Mask create_mask(Width width, Pat pattern, std::string_view api) {
  Mask mask;
  Command command;
  command.op = Opcode::CreateMask;
  command.width = width;
  command.pattern = static_cast<Pattern>(pattern);
  command.m = mask.index_to_write();
  Unit::current().issue(command, api);
  return mask;
}

}  // namespace gsq::kernel::asc

/// A pointer to byte `address` of UB, to be cast to its type. Throws Error beyond the end of UB.
inline void* asc_get_phy_buf_addr(std::uint64_t address) {
  const gsq::kernel::Unit& unit = gsq::kernel::Unit::current();
  if (address > unit.config().ub_bytes) {
    throw gsq::kernel::Error(
        fmt::format("asc_get_phy_buf_addr: expected an address in UB, which has {:#x} bytes, "
                    "found {:#x}",
                    unit.config().ub_bytes, address),
        "asc_get_phy_buf_addr", gsq::Status::ErrBounds, {}, address);
  }
  return unit.pointer(static_cast<std::uint32_t>(address));
}

/// A mask of lanes of 1, 2 or 4 bytes.
inline vector_bool asc_create_mask_b8(Pat pattern) {
  return gsq::kernel::asc::create_mask(gsq::Width::B8, pattern, "asc_create_mask_b8");
}
inline vector_bool asc_create_mask_b16(Pat pattern) {
  return gsq::kernel::asc::create_mask(gsq::Width::B16, pattern, "asc_create_mask_b16");
}
inline vector_bool asc_create_mask_b32(Pat pattern) {
  return gsq::kernel::asc::create_mask(gsq::Width::B32, pattern, "asc_create_mask_b32");
}

// The signatures are those of the original, registers by value.
// NOLINTBEGIN(performance-unnecessary-value-param)

/// Loads VL bytes from UB. src is a multiple of 32.
template <typename T>
__simd_callee__ inline void asc_loadalign(gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src) {
  gsq::Command command = gsq::kernel::asc::command_at(gsq::Opcode::LoadAlign, src, "asc_loadalign");
  command.distr = gsq::Dist::Norm;
  command.vd = dst.index_to_write();
  gsq::kernel::Unit::current().issue(command, "asc_loadalign");
}

/// Stores the active lanes to UB. dst is a multiple of 32; all VL bytes must lie in UB.
template <typename T>
__simd_callee__ inline void asc_storealign(__ubuf__ T* dst, gsq::kernel::asc::Vector<T> src,
                                           vector_bool mask) {
  gsq::Command command =
      gsq::kernel::asc::command_at(gsq::Opcode::StoreAlign, dst, "asc_storealign");
  command.distr = gsq::Dist::Norm;
  command.width = gsq::kernel::asc::width_of<T>();
  command.vs = src.index();
  command.m = mask.index();
  gsq::kernel::Unit::current().issue(command, "asc_storealign");
}

// Gathers from UB: dst[i] = mask[i] ? src[index[i]] : 0. An active lane beyond UB is an error.
// Elements of 1 byte come into lanes of 2 bytes, the upper one 0: int8_t -40 gives 216.
__simd_callee__ inline void asc_gather(vector_int16_t& dst, __ubuf__ std::int8_t* src,
                                       vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_uint16_t& dst, __ubuf__ std::uint8_t* src,
                                       vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_int16_t& dst, __ubuf__ std::int16_t* src,
                                       vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_uint16_t& dst, __ubuf__ std::uint16_t* src,
                                       vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_int32_t& dst, __ubuf__ std::int32_t* src,
                                       vector_uint32_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_uint32_t& dst, __ubuf__ std::uint32_t* src,
                                       vector_uint32_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_half& dst, __ubuf__ half* src, vector_uint16_t index,
                                       vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_float& dst, __ubuf__ float* src,
                                       vector_uint32_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_bfloat16_t& dst, __ubuf__ bfloat16_t* src,
                                       vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_fp8_e4m3fn_t& dst, __ubuf__ fp8_e4m3fn_t* src,
                                       vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_fp8_e5m2_t& dst, __ubuf__ fp8_e5m2_t* src,
                                       vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}
__simd_callee__ inline void asc_gather(vector_fp8_e8m0_t& dst, __ubuf__ fp8_e8m0_t* src,
                                       vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::gather(dst, src, index, mask);
}

// Gathers from a register: dst[i] = src[index[i] mod N], N the number of lanes.
__simd_callee__ inline void asc_gather(vector_int8_t& dst, vector_int8_t src,
                                       vector_uint8_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_uint8_t& dst, vector_uint8_t src,
                                       vector_uint8_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_int16_t& dst, vector_int16_t src,
                                       vector_uint16_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_uint16_t& dst, vector_uint16_t src,
                                       vector_uint16_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_int32_t& dst, vector_int32_t src,
                                       vector_uint32_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_uint32_t& dst, vector_uint32_t src,
                                       vector_uint32_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_half& dst, vector_half src, vector_uint16_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_bfloat16_t& dst, vector_bfloat16_t src,
                                       vector_uint16_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_fp8_e4m3fn_t& dst, vector_fp8_e4m3fn_t src,
                                       vector_uint8_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_fp8_e5m2_t& dst, vector_fp8_e5m2_t src,
                                       vector_uint8_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}
__simd_callee__ inline void asc_gather(vector_fp8_e8m0_t& dst, vector_fp8_e8m0_t src,
                                       vector_uint8_t index) {
  gsq::kernel::asc::gather(dst, src, index);
}

/// Gathers whole blocks of 32 bytes: block k of dst is the one at byte offset index[k] from src.
/// src and offsets are multiples of 32. Lane k of a b32 mask selects block k; blocks that are not
/// selected become 0. VL/32 blocks.
template <typename T>
__simd_callee__ inline void asc_gather_datablock(gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src,
                                                 vector_uint32_t index, vector_bool mask) {
  gsq::Command command =
      gsq::kernel::asc::command_at(gsq::Opcode::GatherBlock, src, "asc_gather_datablock");
  command.vi = index.index();
  command.m = mask.index();
  command.vd = dst.index_to_write();
  gsq::kernel::Unit::current().issue(command, "asc_gather_datablock");
}

// Scatters to UB, the counterparts of the gathers: dst[index[i]] = src[i] for active lanes, lane 0
// first, so that with equal indices the highest lane wins. Elements of 1 byte come from lanes of 2
// bytes, whose upper one is ignored, in a register of their own type or of that which asc_gather
// fills with them.
template <typename T>
__simd_callee__ inline void asc_scatter(
    __ubuf__ T* dst, gsq::kernel::asc::Vector<T> src,
    gsq::kernel::asc::Vector<gsq::kernel::asc::IndexOf<T>> index, vector_bool mask) {
  gsq::kernel::asc::scatter(dst, src, index, mask);
}
__simd_callee__ inline void asc_scatter(__ubuf__ std::int8_t* dst, vector_int16_t src,
                                        vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::scatter(dst, src, index, mask);
}
__simd_callee__ inline void asc_scatter(__ubuf__ std::uint8_t* dst, vector_uint16_t src,
                                        vector_uint16_t index, vector_bool mask) {
  gsq::kernel::asc::scatter(dst, src, index, mask);
}

/// Packs the active lanes of src from lane 0 upwards, in order; the remaining lanes become 0. AR
/// and the pending squeeze do not change.
template <typename T>
__simd_callee__ inline void asc_squeeze(gsq::kernel::asc::Vector<T>& dst,
                                        gsq::kernel::asc::Vector<T> src, vector_bool mask) {
  gsq::Command command;
  command.op = gsq::Opcode::Squeeze;
  command.width = gsq::kernel::asc::width_of<T>();
  command.vs = src.index();
  command.m = mask.index();
  command.vd = dst.index_to_write();
  gsq::kernel::Unit::current().issue(command, "asc_squeeze");
}

/// Counts the active lanes below each lane: dst[0] = 0, dst[i] = dst[i-1] + mask[i-1], modulo the
/// range of the element. A register gather with dst as indices is the inverse of asc_squeeze.
template <typename T>
__simd_callee__ inline void asc_unsqueeze(gsq::kernel::asc::Vector<T>& dst, vector_bool mask) {
  static_assert(std::is_integral_v<T>, "asc_unsqueeze counts: dst must hold integers");
  gsq::Command command;
  command.op = gsq::Opcode::Unsqueeze;
  command.width = gsq::kernel::asc::width_of<T>();
  command.m = mask.index();
  command.vd = dst.index_to_write();
  gsq::kernel::Unit::current().issue(command, "asc_unsqueeze");
}

// NOLINTEND(performance-unnecessary-value-param)
