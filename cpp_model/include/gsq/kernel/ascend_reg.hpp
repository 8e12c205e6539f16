// SPDX-License-Identifier: Apache-2.0
/// The register API of Ascend C, AscendC::Reg (also AscendC::MicroAPI), on the unit in use.
///
/// Names, signatures and meanings follow the Ascend C documents; docs/kernel-api.md lists what is
/// supported and what differs. Every call here issues one command and returns at once. If a command
/// fails, the next call that waits for a result throws gsq::kernel::Error with the name of the
/// failed call. Pointers are those of gsq::kernel::Unit::pointer; any other pointer throws
/// gsq::kernel::Error at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/types.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::ascend {

template <typename T, typename... Allowed>
inline constexpr bool is_one_of = (std::is_same_v<T, Allowed> || ...);

/// Types of b8 that are not integers: gathered into 2-byte slots, they keep their name.
template <typename T>
inline constexpr bool is_small_float =
    is_one_of<T, fp8_e4m3fn_t, fp8_e5m2_t, fp8_e8m0_t, hifloat8_t>;

/// Lane width of an element type.
template <typename T>
constexpr Width width_of() {
  return sizeof(T) == 1   ? Width::B8
         : sizeof(T) == 2 ? Width::B16
         : sizeof(T) == 4 ? Width::B32
                          : Width::B64;
}

/// Form of a gather or scatter, by the bytes of an element in UB and of an index.
constexpr Form form_of(std::size_t element, std::size_t index) {
  if (element == 1) return index == 2 ? Form::B8 : Form::B8x32;
  if (element == 2) return index == 2 ? Form::B16 : Form::B16x32;
  return element == 4 ? Form::B32 : Form::B64;
}

/// Bytes of a lane of the data register in this form.
constexpr std::size_t slot_of(Form form) {
  if (form == Form::B8 || form == Form::B16) return 2;
  return form == Form::B64 ? 8 : 4;
}

/// Whether a register of `Lane` can hold elements of type T after a gather, or for a scatter: the
/// same type, a b8 integer in an integer of the same sign, a small float in its own type or in
/// bits, any type in unsigned lanes of 4 bytes with indices of 4 bytes.
template <typename T, typename Lane>
constexpr bool takes_slots_of(Form form) {
  if (sizeof(T) == slot_of(form)) return std::is_same_v<T, Lane>;
  if (is_small_float<T> && std::is_same_v<T, Lane>) return true;
  if (!std::is_integral_v<Lane> || sizeof(Lane) != slot_of(form)) return false;
  return std::is_integral_v<T> ? std::is_signed_v<T> == std::is_signed_v<Lane>
                               : std::is_unsigned_v<Lane>;
}

/// A block stride as in the command. Throws Error above 65535.
std::uint16_t block_stride(std::uint32_t blocks, const char* api);

/// `count` elements in bytes. Throws Error if that exceeds 32 bits.
std::uint32_t bytes_of(std::uint32_t count, std::size_t element, const char* api);

/// set_mask from a bit per lane of `width`. Throws Error when there are more than lanes.
Command set_mask(const std::vector<bool>& lanes, Width width);

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// Special-purpose registers. AR is the byte offset of the stream that StoreUnAlign writes.
enum class SpecialPurposeReg : std::uint8_t { AR };

/// The value of a special-purpose register; waits. The StoreUnAlign after a Squeeze with STORE_REG
/// adds the kept bytes to AR, not the Squeeze. Throws gsq::kernel::Error of any earlier command
/// that failed.
template <SpecialPurposeReg spr>
__aicore__ inline std::int64_t GetSpr() {
  gsq::Command command;
  command.op = gsq::Opcode::GetSpr;
  return gsq::kernel::Unit::current().issue_and_wait(command, "GetSpr").info;
}

namespace Reg {

using AscendC::SpecialPurposeReg;

/// Default element type of a call: that of the register.
struct DefaultType {};

/// Which lanes CreateMask selects: all; the lowest 1, 2, .. (all if there are fewer); every third
/// or fourth from lane 0 on; the lowest half or quarter; none.
enum class MaskPattern : std::uint8_t {
  ALL,
  VL1,
  VL2,
  VL3,
  VL4,
  VL8,
  VL16,
  VL32,
  VL64,
  VL128,
  M3,
  M4,
  H,
  Q,
  ALLF
};

/// Whether a call advances the pointer, or AR, past its access.
enum class PostLiteral : std::uint8_t { POST_MODE_NORMAL, POST_MODE_UPDATE };

/// Whether a Squeeze stores the number of kept bytes for the next StoreUnAlign.
enum class GatherMaskMode : std::uint8_t { NO_STORE_REG, STORE_REG };

/// Conversion by LoadAlign: DIST_UNPACK_B8 zero-extends VL/2 bytes to lanes of 2 bytes,
/// DIST_UNPACK_B16 zero-extends VL/4 elements of 2 bytes to lanes of 4.
enum class LoadDist : std::uint8_t { DIST_NORM, DIST_UNPACK_B8, DIST_UNPACK_B16 };

/// Conversion by StoreAlign: DIST_PACK_B16 stores the low byte of every 2-byte lane, DIST_PACK_B32
/// the low 2 bytes of every 4-byte lane, without gaps.
enum class StoreDist : std::uint8_t { DIST_NORM, DIST_PACK_B16, DIST_PACK_B32 };

/// DATA_BLOCK_COPY accesses the 32-byte blocks of a vector with a stride.
enum class DataCopyMode : std::uint8_t { NORM, DATA_BLOCK_COPY };

/// A vector register of VL / sizeof(T) lanes of type T. Its initial value is undefined. Copies
/// share the register until one of them is written. Throws gsq::kernel::Error when all 32 are in
/// use.
template <typename T>
class RegTensor {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool> &&
                    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8),
                "RegTensor: expected an element type of 1, 2, 4 or 8 bytes");

 public:
  using ActualT = T;

  /// Number of the register, to read from and to write to.
  [[nodiscard]] std::uint8_t index() const { return static_cast<std::uint8_t>(reg_.index()); }
  std::uint8_t index_to_write() { return static_cast<std::uint8_t>(reg_.index_to_write()); }

 private:
  gsq::kernel::Register reg_{gsq::kernel::RegisterFile::kVector};
};

/// A mask register: a bit per byte of a vector; the bit of a lane is that of its lowest byte. Its
/// initial value is undefined. Throws gsq::kernel::Error when all 8 are in use.
class MaskReg {
 public:
  [[nodiscard]] std::uint8_t index() const { return static_cast<std::uint8_t>(reg_.index()); }
  std::uint8_t index_to_write() { return static_cast<std::uint8_t>(reg_.index_to_write()); }

 private:
  gsq::kernel::Register reg_{gsq::kernel::RegisterFile::kMask};
};

/// The bytes of a stream of unaligned stores that are not written yet, up to 32. Throws
/// gsq::kernel::Error when all 4 are in use. Each stream has its own: it cannot be copied.
class UnalignRegForStore {
 public:
  UnalignRegForStore() = default;
  UnalignRegForStore(const UnalignRegForStore&) = delete;
  UnalignRegForStore& operator=(const UnalignRegForStore&) = delete;
  ~UnalignRegForStore() = default;

  [[nodiscard]] std::uint8_t index() const { return static_cast<std::uint8_t>(reg_.index()); }

 private:
  gsq::kernel::Register reg_{gsq::kernel::RegisterFile::kUnaligned};
};

/// Helpers of the calls below.
namespace detail {

using gsq::Command;
using gsq::Opcode;
using gsq::kernel::Unit;

/// The element type of a call: the template argument, or that of the register.
template <typename T, typename U>
using Element = std::conditional_t<std::is_same_v<T, DefaultType>, typename U::ActualT, T>;

/// A command with an address in UB.
inline Command at(Opcode op, const void* pointer, const char* api) {
  Command command;
  command.op = op;
  command.addr = Unit::current().address(pointer, api);
  return command;
}

inline void issue(const Command& command, const char* api) { Unit::current().issue(command, api); }

template <LoadDist dist, typename T, typename U>
Command load_align(U& dst, const T* src) {
  using Lane = typename U::ActualT;
  constexpr std::size_t kElement = dist == LoadDist::DIST_UNPACK_B8    ? 1
                                   : dist == LoadDist::DIST_UNPACK_B16 ? 2
                                                                       : sizeof(T);
  static_assert(sizeof(T) == kElement,
                "LoadAlign: expected elements of 1 byte for DIST_UNPACK_B8, of 2 for "
                "DIST_UNPACK_B16");
  static_assert(
      std::is_same_v<T, Lane> || (dist != LoadDist::DIST_NORM && std::is_integral_v<Lane> &&
                                  sizeof(Lane) == 2 * sizeof(T)),
      "LoadAlign: expected a register of the type of the elements, or, to unpack, of "
      "integers twice as long");
  Command command = at(Opcode::LoadAlign, src, "LoadAlign");
  command.distr = dist == LoadDist::DIST_UNPACK_B8    ? gsq::Dist::UnpackB8
                  : dist == LoadDist::DIST_UNPACK_B16 ? gsq::Dist::UnpackB16
                                                      : gsq::Dist::Norm;
  command.vd = dst.index_to_write();
  return command;
}

template <StoreDist dist, typename T, typename U>
Command store_align(const T* dst, const U& src, const MaskReg& mask) {
  using Lane = typename U::ActualT;
  constexpr std::size_t kElement = dist == StoreDist::DIST_PACK_B16   ? 1
                                   : dist == StoreDist::DIST_PACK_B32 ? 2
                                                                      : sizeof(T);
  static_assert(sizeof(T) == kElement,
                "StoreAlign: expected elements of 1 byte for DIST_PACK_B16, of 2 for "
                "DIST_PACK_B32");
  static_assert(
      std::is_same_v<T, Lane> || (dist != StoreDist::DIST_NORM && std::is_integral_v<Lane> &&
                                  sizeof(Lane) == 2 * sizeof(T)),
      "StoreAlign: expected a register of the type of the elements, or, to pack, of "
      "integers twice as long");
  Command command = at(Opcode::StoreAlign, dst, "StoreAlign");
  command.distr = dist == StoreDist::DIST_PACK_B16   ? gsq::Dist::PackB16
                  : dist == StoreDist::DIST_PACK_B32 ? gsq::Dist::PackB32
                                                     : gsq::Dist::Norm;
  command.width = dist == StoreDist::DIST_PACK_B16   ? gsq::Width::B16
                  : dist == StoreDist::DIST_PACK_B32 ? gsq::Width::B32
                                                     : gsq::kernel::ascend::width_of<T>();
  command.vs = src.index();
  command.m = mask.index();
  return command;
}

/// Types of Gather and Scatter between UB and a register.
template <typename T, typename U, typename S>
constexpr gsq::Form checked_form() {
  using Index = typename S::ActualT;
  static_assert(gsq::kernel::ascend::is_one_of<Index, std::uint16_t, std::uint32_t>,
                "Gather, Scatter: expected indices of type uint16_t or uint32_t");
  static_assert(sizeof(T) <= 2 || sizeof(Index) == 4,
                "Gather, Scatter: expected indices of type uint32_t for elements of 4 or 8 bytes");
  constexpr gsq::Form form = gsq::kernel::ascend::form_of(sizeof(T), sizeof(Index));
  static_assert(gsq::kernel::ascend::takes_slots_of<T, typename U::ActualT>(form),
                "Gather, Scatter: expected a register of the type of the elements, or, where the "
                "lanes are longer, of integers as long as the indices (signed for signed integers, "
                "unsigned otherwise)");
  return form;
}

}  // namespace detail

// -------------------------------------------------------------------------------------------------
// Masks
// -------------------------------------------------------------------------------------------------

/// A mask of lanes of type T. Issues create_mask.
template <typename T, MaskPattern mode = MaskPattern::ALL>
__simd_callee__ inline MaskReg CreateMask() {
  static_assert(sizeof(T) <= 8, "CreateMask: expected an element type of 1, 2, 4 or 8 bytes");
  MaskReg mask;
  gsq::Command command;
  command.op = gsq::Opcode::CreateMask;
  command.width = gsq::kernel::ascend::width_of<T>();
  command.pattern = static_cast<gsq::Pattern>(mode);
  command.m = mask.index_to_write();
  detail::issue(command, "CreateMask");
  return mask;
}
static_assert(static_cast<int>(MaskPattern::ALLF) == static_cast<int>(gsq::Pattern::Allf) &&
                  static_cast<int>(MaskPattern::M3) == static_cast<int>(gsq::Pattern::M3),
              "the patterns are numbered as in the instruction set");

/// A mask of the lowest `scalar` lanes of type T, all when there are fewer. Subtracts the lanes of
/// a vector from `scalar`, down to 0. Issues update_mask.
template <typename T>
__simd_callee__ inline MaskReg UpdateMask(std::uint32_t& scalar) {
  static_assert(sizeof(T) <= 8, "UpdateMask: expected an element type of 1, 2, 4 or 8 bytes");
  MaskReg mask;
  gsq::Command command;
  command.op = gsq::Opcode::UpdateMask;
  command.width = gsq::kernel::ascend::width_of<T>();
  command.n = scalar;
  command.m = mask.index_to_write();
  detail::issue(command, "UpdateMask");
  const std::uint32_t lanes = gsq::kernel::Unit::current().config().lanes(sizeof(T));
  scalar -= scalar < lanes ? scalar : lanes;
  return mask;
}

/// Writes a mask of lanes of type T that scalar code has computed: lane i is selected when lanes[i]
/// is; those beyond the end are not. An addition to the API, in place of vector comparisons. With a
/// type of 1 byte it writes the register bit by bit. Issues set_mask. Throws gsq::kernel::Error
/// when there are more values than lanes.
template <typename T>
__simd_callee__ inline void SetMask(MaskReg& mask, const std::vector<bool>& lanes) {
  static_assert(sizeof(T) <= 8, "SetMask: expected an element type of 1, 2, 4 or 8 bytes");
  gsq::Command command = gsq::kernel::ascend::set_mask(lanes, gsq::kernel::ascend::width_of<T>());
  command.m = mask.index_to_write();
  detail::issue(command, "SetMask");
}

// -------------------------------------------------------------------------------------------------
// Aligned loads and stores
// -------------------------------------------------------------------------------------------------

/// Loads a vector from a multiple of 32 bytes. Issues load_align.
template <typename T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T* srcAddr) {
  detail::issue(detail::load_align<dist>(dstReg, srcAddr), "LoadAlign");
}

/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode, LoadDist dist = LoadDist::DIST_NORM,
          typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T*& srcAddr,
                                      std::int32_t postUpdateStride) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where a stride is given");
  detail::issue(detail::load_align<dist>(dstReg, srcAddr), "LoadAlign");
  srcAddr += postUpdateStride;
}

/// Loads VL/32 blocks of 32 bytes that begin `dataBlockStride` * 32 bytes apart, 0 to 65535; 0
/// loads one block many times. Issues load_block. The original takes a mask too; here all blocks
/// are loaded.
template <typename T = DefaultType, DataCopyMode dataMode, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T* srcAddr,
                                      std::uint32_t dataBlockStride) {
  static_assert(dataMode == DataCopyMode::DATA_BLOCK_COPY,
                "LoadAlign: expected DATA_BLOCK_COPY where a block stride is given");
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "LoadAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::LoadBlock, srcAddr, "LoadAlign");
  command.blk0 = gsq::kernel::ascend::block_stride(dataBlockStride, "LoadAlign");
  command.vd = dstReg.index_to_write();
  detail::issue(command, "LoadAlign");
}

/// The same, and moves the pointer by `repeatStride` * 32 bytes.
template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T*& srcAddr,
                                      std::uint32_t dataBlockStride, std::uint32_t repeatStride) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where a repeat stride is given");
  LoadAlign<T, dataMode>(dstReg, srcAddr, dataBlockStride);
  srcAddr += std::ptrdiff_t{repeatStride} * (gsq::kBlockBytes / sizeof(T));
}

/// Stores the selected lanes to a multiple of 32 bytes. Issues store_align.
template <typename T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, typename U>
__simd_callee__ inline void StoreAlign(__ubuf__ T* dstAddr, const U& srcReg, const MaskReg& mask) {
  detail::issue(detail::store_align<dist>(dstAddr, srcReg, mask), "StoreAlign");
}

/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode, StoreDist dist = StoreDist::DIST_NORM,
          typename U>
__simd_callee__ inline void StoreAlign(__ubuf__ T*& dstAddr, const U& srcReg,
                                       std::int32_t postUpdateStride, const MaskReg& mask) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "StoreAlign: expected POST_MODE_UPDATE where a stride is given");
  detail::issue(detail::store_align<dist>(dstAddr, srcReg, mask), "StoreAlign");
  dstAddr += postUpdateStride;
}

/// Stores the selected lanes in VL/32 blocks of 32 bytes that begin `dataBlockStride` * 32 bytes
/// apart, 1 to 65535. Issues store_block.
template <typename T = DefaultType, DataCopyMode dataMode, typename U>
__simd_callee__ inline void StoreAlign(__ubuf__ T* dstAddr, const U& srcReg,
                                       std::uint32_t dataBlockStride, const MaskReg& mask) {
  static_assert(dataMode == DataCopyMode::DATA_BLOCK_COPY,
                "StoreAlign: expected DATA_BLOCK_COPY where a block stride is given");
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "StoreAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::StoreBlock, dstAddr, "StoreAlign");
  command.blk0 = gsq::kernel::ascend::block_stride(dataBlockStride, "StoreAlign");
  command.width = gsq::kernel::ascend::width_of<T>();
  command.vs = srcReg.index();
  command.m = mask.index();
  detail::issue(command, "StoreAlign");
}

/// The same, and moves the pointer by `repeatStride` * 32 bytes.
template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U>
__simd_callee__ inline void StoreAlign(__ubuf__ T*& dstAddr, const U& srcReg,
                                       std::uint32_t dataBlockStride, std::uint32_t repeatStride,
                                       const MaskReg& mask) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "StoreAlign: expected POST_MODE_UPDATE where a repeat stride is given");
  StoreAlign<T, dataMode>(dstAddr, srcReg, dataBlockStride, mask);
  dstAddr += std::ptrdiff_t{repeatStride} * (gsq::kBlockBytes / sizeof(T));
}

// -------------------------------------------------------------------------------------------------
// Squeeze, unsqueeze and unaligned stores
// -------------------------------------------------------------------------------------------------

/// Packs the selected lanes from lane 0 upwards, in order; all lanes after them become 0. Issues
/// squeeze. With STORE_REG the number of kept bytes is stored for the next StoreUnAlign without a
/// stride; the two must alternate, otherwise the later one fails (ERR_SQZ_ORDER).
template <typename T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, typename U>
__simd_callee__ inline void Squeeze(U& dstReg, const U& srcReg, const MaskReg& mask) {
  using E = detail::Element<T, U>;
  static_assert(
      gsq::kernel::ascend::is_one_of<E, std::uint8_t, std::int8_t, std::uint16_t, std::int16_t,
                                     std::uint32_t, std::int32_t, half, float>,
      "Squeeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t, half or "
      "float elements");
  static_assert(std::is_same_v<E, typename U::ActualT>,
                "Squeeze: expected registers of the element type T");
  gsq::Command command;
  command.op = gsq::Opcode::Squeeze;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.store_reg = store == GatherMaskMode::STORE_REG;
  command.vs = srcReg.index();
  command.m = mask.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "Squeeze");
}

/// Counts the selected lanes below each lane, modulo the range of the element type. Issues
/// unsqueeze.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Unsqueeze(U& dstReg, const MaskReg& mask) {
  using E = detail::Element<T, U>;
  static_assert(gsq::kernel::ascend::is_one_of<E, std::uint8_t, std::int8_t, std::uint16_t,
                                               std::int16_t, std::uint32_t, std::int32_t>,
                "Unsqueeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t or int32_t "
                "elements");
  static_assert(std::is_same_v<E, typename U::ActualT>,
                "Unsqueeze: expected a register of the element type T");
  gsq::Command command;
  command.op = gsq::Opcode::Unsqueeze;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.m = mask.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "Unsqueeze");
}

/// Appends the bytes that the last Squeeze kept to the stream at `dstAddr` + AR. The pointer does
/// not change; POST_MODE_UPDATE advances AR by the kept bytes. Complete blocks of 32 bytes are
/// written to UB, and `ureg` holds the rest. Issues store_unalign.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename U>
__simd_callee__ inline void StoreUnAlign(__ubuf__ T* dstAddr, const U& srcReg,
                                         UnalignRegForStore& ureg) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "StoreUnAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalign, dstAddr, "StoreUnAlign");
  command.post = postMode == PostLiteral::POST_MODE_UPDATE;
  command.vs = srcReg.index();
  command.u = ureg.index();
  detail::issue(command, "StoreUnAlign");
}

/// Appends the lowest `postUpdateStride` lanes to the stream, at `dstAddr`; POST_MODE_UPDATE
/// advances the pointer past them. AR is not used. Issues store_unalign with n. Throws
/// gsq::kernel::Error when the number of bytes exceeds 32 bits.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename U>
__simd_callee__ inline void StoreUnAlign(__ubuf__ T*& dstAddr, const U& srcReg,
                                         UnalignRegForStore& ureg, std::uint32_t postUpdateStride) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "StoreUnAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalign, dstAddr, "StoreUnAlign");
  command.abs = true;
  command.n = gsq::kernel::ascend::bytes_of(postUpdateStride, sizeof(T), "StoreUnAlign");
  command.vs = srcReg.index();
  command.u = ureg.index();
  detail::issue(command, "StoreUnAlign");
  if (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr += postUpdateStride;
}

/// Writes the bytes held in `ureg`, which must end at `dstAddr` + AR: the end of a stream of stores
/// without a stride. Issues store_unalign_post.
template <typename T>
__simd_callee__ inline void StoreUnAlignPost(__ubuf__ T* dstAddr, UnalignRegForStore& ureg) {
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalignPost, dstAddr, "StoreUnAlignPost");
  command.u = ureg.index();
  detail::issue(command, "StoreUnAlignPost");
}

/// Writes the bytes held in `ureg`, which must end `postUpdateStride` elements after `dstAddr`: the
/// end of a stream of stores with strides. POST_MODE_UPDATE advances the pointer to that end.
/// Issues store_unalign_post.
template <typename T, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE>
__simd_callee__ inline void StoreUnAlignPost(__ubuf__ T*& dstAddr, UnalignRegForStore& ureg,
                                             std::int32_t postUpdateStride) {
  __ubuf__ T* const end = dstAddr + postUpdateStride;
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalignPost, end, "StoreUnAlignPost");
  command.abs = true;
  command.u = ureg.index();
  detail::issue(command, "StoreUnAlignPost");
  if (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr = end;
}

/// Starts a new stream: AR becomes 0, and a Squeeze that waits for its StoreUnAlign is discarded.
/// Issues clear_spr.
template <SpecialPurposeReg spr>
__simd_callee__ inline void ClearSpr() {
  gsq::Command command;
  command.op = gsq::Opcode::ClearSpr;
  detail::issue(command, "ClearSpr");
}

// -------------------------------------------------------------------------------------------------
// Gather and scatter
// -------------------------------------------------------------------------------------------------

/// Gathers elements of UB: each selected lane gets baseAddr[index of the lane], all others 0.
/// Elements shorter than their index are zero-extended, also signed ones. Lanes are as long as the
/// longer of element and index. Issues gather.
template <typename T0 = DefaultType, typename T1, typename U, typename S>
__simd_callee__ inline void Gather(U& dstReg, __ubuf__ T1* baseAddr, const S& index,
                                   const MaskReg& mask) {
  static_assert(std::is_same_v<detail::Element<T0, U>, typename U::ActualT>,
                "Gather: expected a register of the element type T0");
  constexpr gsq::Form kForm = detail::checked_form<T1, U, S>();
  gsq::Command command = detail::at(gsq::Opcode::Gather, baseAddr, "Gather");
  command.form = kForm;
  command.vi = index.index();
  command.m = mask.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "Gather");
}

/// Gathers lanes of a register: each lane gets the lane of `srcReg` at its index, modulo the number
/// of lanes. Issues gather_reg.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void Gather(U& dstReg, const U& srcReg, const S& index) {
  using E = detail::Element<T, U>;
  using Index = typename S::ActualT;
  static_assert(std::is_same_v<E, typename U::ActualT>,
                "Gather: expected registers of the element type T");
  static_assert(sizeof(E) <= 4, "Gather: expected registers of elements of 1, 2 or 4 bytes");
  static_assert(std::is_unsigned_v<Index> && sizeof(Index) == sizeof(E),
                "Gather: expected unsigned indices as long as the elements of the registers");
  gsq::Command command;
  command.op = gsq::Opcode::GatherReg;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.vs = srcReg.index();
  command.vi = index.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "Gather");
}

/// Gathers VL/32 blocks of 32 bytes at `baseAddr` + the byte offsets in the lowest lanes of
/// `index`, which are multiples of 32. Block k is loaded when the mask selects lane k of 4 bytes;
/// otherwise it becomes 0. Issues gather_block.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void GatherB(U& dstReg, __ubuf__ T* baseAddr, const S& index,
                                    const MaskReg& mask) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "GatherB: expected a register of the type of the elements");
  static_assert(std::is_same_v<typename S::ActualT, std::uint32_t>,
                "GatherB: expected byte offsets of type uint32_t");
  gsq::Command command = detail::at(gsq::Opcode::GatherBlock, baseAddr, "GatherB");
  command.vi = index.index();
  command.m = mask.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "GatherB");
}

/// Scatters elements to UB: each selected lane is stored to baseAddr[index of the lane]; with equal
/// indices the highest lane wins. Lanes are as for Gather; their low bytes are stored. Issues
/// scatter.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void Scatter(__ubuf__ T* baseAddr, const U& srcReg, const S& index,
                                    const MaskReg& mask) {
  constexpr gsq::Form kForm = detail::checked_form<T, U, S>();
  gsq::Command command = detail::at(gsq::Opcode::Scatter, baseAddr, "Scatter");
  command.form = kForm;
  command.vs = srcReg.index();
  command.vi = index.index();
  command.m = mask.index();
  detail::issue(command, "Scatter");
}

}  // namespace Reg

/// The older name of this namespace.
namespace MicroAPI = Reg;

}  // namespace AscendC
