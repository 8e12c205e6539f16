// SPDX-License-Identifier: Apache-2.0
/// Ascend C on the core: registers (AscendC::Reg) and Add of tensors, each call the instructions of
/// its commands and nothing else.
///
/// Names and the order of parameters are those of gsq/kernel/ascend.hpp, which runs on a host. What
/// differs: a register has its number in its type (gsq_registers.hpp), a mask is a variable before
/// it is a parameter, and elements of 8 bytes, RegTraitNumTwo and AddrReg are not here. Addresses
/// are pointers into UB, where the core sees it or from 0 on. No call waits, but for GetSpr. None
/// throws: the status of a command that fails is what the next gsq_sync() returns.
#ifndef GSQ_ASCEND_HPP
#define GSQ_ASCEND_HPP

#include "gsq_registers.hpp"

#ifndef VLEN_BYTES
#error "gsq_ascend.hpp: expected VLEN_BYTES, the bytes of a vector of the unit"
#endif

namespace AscendC {

/// Special-purpose registers. AR is the byte offset of the stream that StoreUnAlign writes.
enum class SpecialPurposeReg : uint8_t { AR };

/// Comparisons of lanes.
enum class CMPMODE : uint8_t { LT, GT, EQ, LE, GE, NE };

namespace Reg {

/// Default element type of a call: that of the register.
struct DefaultType {};

/// Which lanes CreateMask selects, as in gsq/kernel/ascend/choices.hpp.
enum class MaskPattern : uint8_t {
  ALL = GSQ_PATTERN_ALL,
  VL1 = GSQ_PATTERN_VL1,
  VL2 = GSQ_PATTERN_VL2,
  VL3 = GSQ_PATTERN_VL3,
  VL4 = GSQ_PATTERN_VL4,
  VL8 = GSQ_PATTERN_VL8,
  VL16 = GSQ_PATTERN_VL16,
  VL32 = GSQ_PATTERN_VL32,
  VL64 = GSQ_PATTERN_VL64,
  VL128 = GSQ_PATTERN_VL128,
  M3 = GSQ_PATTERN_M3,
  M4 = GSQ_PATTERN_M4,
  H = GSQ_PATTERN_H,
  Q = GSQ_PATTERN_Q,
  ALLF = GSQ_PATTERN_ALLF
};

/// Whether a call advances the pointer, or AR, past its access.
enum class PostLiteral : uint8_t { POST_MODE_NORMAL, POST_MODE_UPDATE };

/// Whether a Squeeze stores the number of kept bytes for the next StoreUnAlign.
enum class GatherMaskMode : uint8_t { NO_STORE_REG, STORE_REG };

/// Conversions by LoadAlign and StoreAlign: those that are one command.
enum class LoadDist : uint8_t {
  DIST_NORM = GSQ_DIST_NORM,
  DIST_UNPACK_B8 = GSQ_DIST_UNPACK_B8,
  DIST_UNPACK_B16 = GSQ_DIST_UNPACK_B16
};
enum class StoreDist : uint8_t {
  DIST_NORM = GSQ_DIST_NORM,
  DIST_PACK_B16 = GSQ_DIST_PACK_B16,
  DIST_PACK_B32 = GSQ_DIST_PACK_B32
};

/// Vector register V`number`: VL / sizeof(T) lanes of type T.
template <typename T, unsigned number = gsq::kNoRegister>
struct RegTensor {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4,
                "RegTensor: expected elements of 1, 2 or 4 bytes");
  static_assert(number < 32,
                "RegTensor: expected the number of its register, from 0 to 31, behind "
                "the type of the elements");
  using ActualT = T;
  static constexpr unsigned index = number;
};

/// Mask register M`number`: a bit per byte of a vector; the bit of a lane is that of its lowest
/// byte. CreateMask and UpdateMask give what to write into it, and it issues their command.
template <unsigned number = gsq::kNoRegister>
struct MaskReg {
  static_assert(number < 8, "MaskReg: expected the number of its register, from 0 to 7");
  static constexpr unsigned index = number;

  MaskReg() = default;
  template <typename Made, typename = typename Made::IsMade>
  GSQ_CALL MaskReg(const Made& made) {  // NOLINT(google-explicit-constructor): as a value
    made.template write<number>();
  }
};

/// Unaligned-store register `number`: what a stream of StoreUnAlign keeps, up to 32 bytes.
template <unsigned number = gsq::kNoRegister>
struct UnalignReg {
  static_assert(number < 4, "UnalignReg: expected the number of its register, from 0 to 3");
  static constexpr unsigned index = number;
};
template <unsigned number>
using UnalignRegForStore = UnalignReg<number>;

namespace detail {

template <typename T, typename Lane>
struct ElementOf {
  using Type = T;
};
template <typename Lane>
struct ElementOf<DefaultType, Lane> {
  using Type = Lane;
};
/// The element type of a call: the template argument, or that of the register.
template <typename T, typename Lane>
using Element = typename ElementOf<T, Lane>::Type;

/// Whether lanes of a register can hold elements of type T after a gather, or for a scatter: the
/// same type, or where lanes are longer integers of the same sign, unsigned ones for other types.
template <typename T, typename Lane, typename Index>
constexpr bool fits_slots() {
  if (sizeof(T) == gsq::slot_of(sizeof(T), sizeof(Index))) return gsq::is_same<T, Lane>;
  if (sizeof(Lane) != sizeof(Index)) return false;
  return gsq::is_integer<T> ? gsq::is_signed<T> == gsq::is_signed<Lane> && gsq::is_integer<Lane>
                            : gsq::is_unsigned<Lane>;
}

template <typename T, typename Lane, typename Index>
constexpr uint32_t checked_form() {
  static_assert(gsq::is_one_of<Index, uint16_t, uint32_t>,
                "Gather, Scatter: expected indices of type uint16_t or uint32_t");
  static_assert(sizeof(T) <= 2 || sizeof(Index) == 4,
                "Gather, Scatter: expected indices of type uint32_t for elements of 4 bytes");
  static_assert(fits_slots<T, Lane, Index>(),
                "Gather, Scatter: expected a register of the type of the elements, or, where the "
                "lanes are longer, of integers as long as the indices (signed for signed integers, "
                "unsigned otherwise)");
  return gsq::form_of(sizeof(T), sizeof(Index));
}

/// What CreateMask and UpdateMask give to a MaskReg.
template <uint32_t width, MaskPattern pattern>
struct Pattern {
  using IsMade = void;
  template <unsigned m>
  GSQ_CALL void write() const {
    gsq_create_mask(m, width, static_cast<uint32_t>(pattern));
  }
};
template <uint32_t width>
struct Lowest {
  using IsMade = void;
  uint32_t lanes;
  template <unsigned m>
  GSQ_CALL void write() const {
    gsq_update_mask(m, width, lanes);
  }
};

}  // namespace detail

/// A mask of lanes of type T: MaskReg<0> all = CreateMask<T>(). Issues create_mask.
template <typename T, MaskPattern mode = MaskPattern::ALL>
GSQ_CALL detail::Pattern<gsq::width_of(sizeof(T)), mode> CreateMask() {
  return {};
}

/// A mask of the lowest `scalar` lanes of type T, all when there are fewer. Subtracts the lanes of
/// a vector from `scalar`, down to 0. Issues update_mask.
template <typename T>
GSQ_CALL detail::Lowest<gsq::width_of(sizeof(T))> UpdateMask(uint32_t& scalar) {
  constexpr uint32_t kLanes = VLEN_BYTES / sizeof(T);
  const uint32_t lanes = scalar;
  scalar -= scalar < kLanes ? scalar : kLanes;
  return {lanes};
}

/// Writes a mask that the core has calculated: a bit for each byte of a vector, from bit 0 of the
/// first word on; the bit of a lane is that of its lowest byte. Issues set_mask, after cfg
/// registers where a vector has more than 64 bytes.
template <unsigned m>
GSQ_CALL void SetMask(MaskReg<m>& /*mask*/, const uint32_t (&bits)[VLEN_BYTES / 32]) {
  if constexpr (VLEN_BYTES == 32) {
    gsq_set_mask(m, bits[0], 0);
  } else {
    if constexpr (VLEN_BYTES > 64) gsq_cfg_pair(GSQ_CFG_MASK2, bits[2], bits[3]);
    if constexpr (VLEN_BYTES > 128) {
      gsq_cfg_pair(GSQ_CFG_MASK4, bits[4], bits[5]);
      gsq_cfg_pair(GSQ_CFG_MASK6, bits[6], bits[7]);
    }
    gsq_set_mask(m, bits[0], bits[1]);
  }
}

// Loads of VL bytes. DIST_UNPACK_B8 and _B16 load VL/2 bytes, each element extended by zeros to
// twice its length. Addresses are multiples of 32. Issue load_align.

/// Loads a vector.
template <typename T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, typename S, typename Lane,
          unsigned vd>
GSQ_CALL void LoadAlign(RegTensor<Lane, vd>& /*dstReg*/, __ubuf__ S* srcAddr) {
  constexpr unsigned kElement = dist == LoadDist::DIST_NORM ? sizeof(Lane) : sizeof(Lane) / 2;
  static_assert(gsq::is_same<detail::Element<T, S>, S>,
                "LoadAlign: expected a pointer to elements of type T");
  static_assert(dist == LoadDist::DIST_NORM
                    ? gsq::is_same<S, Lane>
                    : sizeof(S) == kElement && gsq::is_integer<Lane> &&
                          kElement == (dist == LoadDist::DIST_UNPACK_B8 ? 1 : 2),
                "LoadAlign: expected a register of the type of the elements, or, to unpack, of "
                "integers twice as long");
  gsq_load_align(vd, gsq::address(srcAddr), static_cast<uint32_t>(dist));
}
/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode, LoadDist dist = LoadDist::DIST_NORM,
          typename S, typename Lane, unsigned vd>
GSQ_CALL void LoadAlign(RegTensor<Lane, vd>& dstReg, __ubuf__ S*& srcAddr,
                        int32_t postUpdateStride) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where a stride is given");
  LoadAlign<T, dist>(dstReg, srcAddr);
  srcAddr += postUpdateStride;
}

// Stores of the selected lanes; DIST_PACK_B16 and _B32 store the lower halves of lanes of 2 or 4
// bytes, without gaps. Addresses are multiples of 32. Issue store_align.

/// Stores the selected lanes.
template <typename T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, typename D,
          typename Lane, unsigned vs, unsigned m>
GSQ_CALL void StoreAlign(__ubuf__ D* dstAddr, const RegTensor<Lane, vs>& /*srcReg*/,
                         const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_same<detail::Element<T, D>, D>,
                "StoreAlign: expected a pointer to elements of type T");
  static_assert(dist == StoreDist::DIST_NORM
                    ? gsq::is_same<D, Lane>
                    : gsq::is_integer<Lane> && sizeof(D) * 2 == sizeof(Lane) &&
                          sizeof(Lane) == (dist == StoreDist::DIST_PACK_B16 ? 2 : 4),
                "StoreAlign: expected a register of the type of the elements, or, to pack, of "
                "integers twice as long");
  gsq_store_align(gsq::address(dstAddr), vs, m, gsq::width_of(sizeof(Lane)),
                  static_cast<uint32_t>(dist));
}
/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode, StoreDist dist = StoreDist::DIST_NORM,
          typename D, typename Lane, unsigned vs, unsigned m>
GSQ_CALL void StoreAlign(__ubuf__ D*& dstAddr, const RegTensor<Lane, vs>& srcReg,
                         int32_t postUpdateStride, const MaskReg<m>& mask) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "StoreAlign: expected POST_MODE_UPDATE where a stride is given");
  StoreAlign<T, dist>(dstAddr, srcReg, mask);
  dstAddr += postUpdateStride;
}

/// Gathers elements of UB: each selected lane gets baseAddr[index of the lane], all others 0.
/// Elements shorter than their index are zero-extended, also signed ones. Lanes are as long as the
/// longer of element and index. Issues gather.
template <typename T0 = DefaultType, typename T1, typename T2 = DefaultType, typename Lane,
          typename Index, unsigned vd, unsigned vi, unsigned m>
GSQ_CALL void Gather(RegTensor<Lane, vd>& /*dstReg*/, __ubuf__ T1* baseAddr,
                     const RegTensor<Index, vi>& /*index*/, const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_same<detail::Element<T0, Lane>, Lane>,
                "Gather: expected a register of the element type T0");
  static_assert(gsq::is_same<detail::Element<T2, Index>, Index>,
                "Gather: expected indices of type T2");
  gsq_gather(vd, gsq::address(baseAddr), vi, m, detail::checked_form<T1, Lane, Index>(), 0,
             GSQ_MODE_ELEM);
}

/// Gathers lanes of a register: lane i gets srcReg[index[i] modulo the number of lanes]. Issues
/// gather_reg.
template <typename T = DefaultType, typename Lane, typename Index, unsigned vd, unsigned vs,
          unsigned vi>
GSQ_CALL void Gather(RegTensor<Lane, vd>& /*dstReg*/, const RegTensor<Lane, vs>& /*srcReg*/,
                     const RegTensor<Index, vi>& /*index*/) {
  static_assert(gsq::is_same<detail::Element<T, Lane>, Lane>,
                "Gather: expected registers of the element type T");
  static_assert(gsq::is_unsigned<Index> && sizeof(Index) == sizeof(Lane),
                "Gather: expected unsigned indices as long as the elements");
  gsq_gather_reg(vd, vs, vi, gsq::width_of(sizeof(Lane)));
}

/// Gathers blocks of 32 bytes: block k of the register from the byte offset in lane k of `index`.
/// Unselected blocks become 0; the mask is one of lanes of 4 bytes, block k selected by lane k.
/// baseAddr and offsets are multiples of 32. Issues gather_block.
template <typename T = DefaultType, typename S, typename Lane, unsigned vd, unsigned vi, unsigned m>
GSQ_CALL void GatherB(RegTensor<Lane, vd>& /*dstReg*/, __ubuf__ S* baseAddr,
                      const RegTensor<uint32_t, vi>& /*index*/, const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_same<S, Lane>, "GatherB: expected a register of the type of the elements");
  gsq_gather_block(vd, gsq::address(baseAddr), vi, m, 0);
}

/// Scatters elements to UB: each selected lane is stored to baseAddr[index of the lane]; with equal
/// indices the highest lane wins. Lanes are as for Gather; their low bytes are stored. Issues
/// scatter.
template <typename T = DefaultType, typename U = DefaultType, typename D, typename Lane,
          typename Index, unsigned vs, unsigned vi, unsigned m>
GSQ_CALL void Scatter(__ubuf__ D* baseAddr, const RegTensor<Lane, vs>& /*srcReg*/,
                      const RegTensor<Index, vi>& /*index*/, const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_same<detail::Element<T, D>, D>,
                "Scatter: expected a pointer to elements of type T");
  static_assert(gsq::is_same<detail::Element<U, Index>, Index>,
                "Scatter: expected indices of type U");
  gsq_scatter(gsq::address(baseAddr), vs, vi, m, detail::checked_form<D, Lane, Index>(),
              GSQ_MODE_ELEM);
}

/// Packs the selected lanes from lane 0 upwards, in order; all lanes after them become 0. With
/// STORE_REG the number of kept bytes is stored for the next StoreUnAlign without a stride; the two
/// must alternate. Issues squeeze.
template <typename T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG,
          typename Lane, unsigned vd, unsigned vs, unsigned m>
GSQ_CALL void Squeeze(RegTensor<Lane, vd>& /*dstReg*/, const RegTensor<Lane, vs>& /*srcReg*/,
                      const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_same<detail::Element<T, Lane>, Lane>,
                "Squeeze: expected registers of the element type T");
  gsq_squeeze(vd, vs, m, gsq::width_of(sizeof(Lane)), store == GatherMaskMode::STORE_REG, 0);
}

/// Counts the selected lanes below each lane, modulo the range of the element type: with a mask of
/// all lanes their numbers. Issues unsqueeze.
template <typename T = DefaultType, typename Lane, unsigned vd, unsigned m>
GSQ_CALL void Unsqueeze(RegTensor<Lane, vd>& /*dstReg*/, const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_same<detail::Element<T, Lane>, Lane> && gsq::is_integer<Lane>,
                "Unsqueeze: expected a register of integers of the element type T");
  gsq_unsqueeze(vd, m, gsq::width_of(sizeof(Lane)));
}

/// Appends the bytes that the last Squeeze kept to the stream at `dstAddr` + AR. POST_MODE_UPDATE
/// advances AR by the kept bytes. Issues store_unalign.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename Lane, unsigned vs, unsigned u>
GSQ_CALL void StoreUnAlign(__ubuf__ Lane* dstAddr, const RegTensor<Lane, vs>& /*srcReg*/,
                           UnalignReg<u>& /*ureg*/) {
  gsq_store_unalign(gsq::address(dstAddr), vs, u, postMode == PostLiteral::POST_MODE_UPDATE);
}

/// Appends the lowest `postUpdateStride` lanes to the stream, at `dstAddr`; POST_MODE_UPDATE
/// advances the pointer past them. AR is not used. Issues store_unalign with n.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename Lane, unsigned vs, unsigned u>
GSQ_CALL void StoreUnAlign(__ubuf__ Lane*& dstAddr, const RegTensor<Lane, vs>& /*srcReg*/,
                           UnalignReg<u>& /*ureg*/, uint32_t postUpdateStride) {
  gsq_store_unalign_n(gsq::address(dstAddr), vs, u, postUpdateStride * sizeof(Lane));
  if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr += postUpdateStride;
}

/// Writes the bytes held in `ureg`, which must end at `dstAddr` + AR: the end of a stream of stores
/// after Squeeze. Issues store_unalign_post.
template <typename T, unsigned u>
GSQ_CALL void StoreUnAlignPost(__ubuf__ T* dstAddr, UnalignReg<u>& /*ureg*/) {
  gsq_store_unalign_post(gsq::address(dstAddr), u, 0);
}
/// The same, where the bytes must end `postUpdateStride` elements after `dstAddr`: the end of a
/// stream of stores with strides. POST_MODE_UPDATE advances the pointer to that end.
template <typename T, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, unsigned u>
GSQ_CALL void StoreUnAlignPost(__ubuf__ T*& dstAddr, UnalignReg<u>& /*ureg*/,
                               int32_t postUpdateStride) {
  T* const end = dstAddr + postUpdateStride;
  gsq_store_unalign_post(gsq::address(end), u, 1);
  if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr = end;
}

/// Starts a new stream: AR becomes 0, and a Squeeze that waits for its StoreUnAlign is discarded.
/// Issues clear_spr.
template <SpecialPurposeReg spr>
GSQ_CALL void ClearSpr() {
  gsq_clear_spr();
}

// With LaneOps 1. Unselected lanes of vectors become 0, those of masks are not selected.

/// All lanes get a number. Issues lane.copy under `mask`.
template <typename T = DefaultType, typename Lane, unsigned vd, unsigned m>
GSQ_CALL void Duplicate(RegTensor<Lane, vd>& /*dstReg*/, Lane scalarValue,
                        const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_integer<Lane>, "Duplicate: expected a register of integers");
  gsq_lane_copy_n(vd, static_cast<uint32_t>(scalarValue), m, gsq::width_of(sizeof(Lane)), 0);
}

/// Bitwise and. Issues lane.and.
template <typename T = DefaultType, typename Lane, unsigned vd, unsigned vs, unsigned vi,
          unsigned m>
GSQ_CALL void And(RegTensor<Lane, vd>& /*dstReg*/, const RegTensor<Lane, vs>& /*srcReg0*/,
                  const RegTensor<Lane, vi>& /*srcReg1*/, const MaskReg<m>& /*mask*/) {
  gsq_lane_and(vd, vs, vi, m, gsq::width_of(sizeof(Lane)), 0);
}

/// Lanes plus a number, modulo their range. Issues lane.add.
template <typename T = DefaultType, typename Lane, unsigned vd, unsigned vs, unsigned m>
GSQ_CALL void Adds(RegTensor<Lane, vd>& /*dstReg*/, const RegTensor<Lane, vs>& /*srcReg*/,
                   Lane scalarValue, const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_integer<Lane>, "Adds: expected registers of integers");
  gsq_lane_add_n(vd, vs, static_cast<uint32_t>(scalarValue), m, gsq::width_of(sizeof(Lane)), 0);
}

/// Compares lanes of unsigned integers with a number: EQ, NE, LT or LE. Issues lane.eq and its
/// like.
template <typename T = DefaultType, CMPMODE mode = CMPMODE::EQ, typename Lane, unsigned md,
          unsigned vs, unsigned m>
GSQ_CALL void Compares(MaskReg<md>& /*dst*/, const RegTensor<Lane, vs>& /*srcReg*/,
                       Lane scalarValue, const MaskReg<m>& /*mask*/) {
  static_assert(gsq::is_unsigned<Lane>, "Compares: expected a register of unsigned integers");
  static_assert(mode != CMPMODE::GT && mode != CMPMODE::GE,
                "Compares: expected EQ, NE, LT or LE, which are one command each");
  constexpr uint32_t kWidth = gsq::width_of(sizeof(Lane));
  const uint32_t number = scalarValue;
  if constexpr (mode == CMPMODE::EQ) gsq_lane_eq_n(md, vs, number, m, kWidth);
  if constexpr (mode == CMPMODE::NE) gsq_lane_ne_n(md, vs, number, m, kWidth);
  if constexpr (mode == CMPMODE::LT) gsq_lane_ltu_n(md, vs, number, m, kWidth);
  if constexpr (mode == CMPMODE::LE) gsq_lane_leu_n(md, vs, number, m, kWidth);
}

}  // namespace Reg

/// The older name of that namespace.
namespace MicroAPI = Reg;

/// The value of a special-purpose register. Issues get_spr, and the core waits where it uses the
/// answer.
template <SpecialPurposeReg spr>
GSQ_CALL int64_t GetSpr() {
  return gsq_get_spr();
}

/// Block strides (inside an iteration) and repeat strides (from one to the next) of the operands,
/// in blocks of 32 bytes.
struct BinaryRepeatParams {
  uint32_t dstBlkStride = 1;
  uint32_t src0BlkStride = 1;
  uint32_t src1BlkStride = 1;
  uint32_t dstRepStride = 8;
  uint32_t src0RepStride = 8;
  uint32_t src1RepStride = 8;
};

/// Elements in UB from a byte address on, a multiple of 32 where a call takes it. Nothing checks
/// that they are in UB, or an index; a command outside UB fails.
template <typename T>
class LocalTensor {
 public:
  GSQ_CALL LocalTensor(uint32_t address, uint32_t size) : address_(address), size_(size) {}
  [[nodiscard]] GSQ_CALL uint32_t GetSize() const { return size_; }
  [[nodiscard]] GSQ_CALL uint32_t address() const { return address_; }
  /// The elements from `offset` on.
  GSQ_CALL LocalTensor operator[](uint32_t offset) const {
    return {address_ + offset * static_cast<uint32_t>(sizeof(T)), size_ - offset};
  }

 private:
  uint32_t address_;
  uint32_t size_;
};

namespace detail {

/// All bits of the mask that a unit with such vectors has.
GSQ_CALL void write_mask(uint64_t low, uint64_t high) {
  gsq_cfg_pair(GSQ_CFG_MASK0, static_cast<uint32_t>(low), static_cast<uint32_t>(low >> 32));
  if constexpr (VLEN_BYTES >= 128) {
    gsq_cfg_pair(GSQ_CFG_MASK2, static_cast<uint32_t>(high), static_cast<uint32_t>(high >> 32));
  }
}

template <typename T>
GSQ_CALL void add(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                  uint32_t repeatTime, bool bitwise, const BinaryRepeatParams& by) {
  static_assert(gsq::is_integer<T> && (sizeof(T) == 2 || sizeof(T) == 4),
                "Add: expected integers of 2 or 4 bytes");
  gsq_cfg_pair(GSQ_CFG_ITERATIONS, repeatTime, bitwise);
  gsq_cfg_pair(GSQ_CFG_BLK0, by.dstBlkStride, by.dstRepStride);
  gsq_cfg_pair(GSQ_CFG_BLK1, by.src0BlkStride, by.src0RepStride);
  gsq_cfg_pair(GSQ_CFG_BLK2, by.src1BlkStride, by.src1RepStride);
  gsq_cfg_write(GSQ_CFG_SRC1, src1.address());
  gsq_vec_add(gsq::width_of(sizeof(T)), dst.address(), src0.address());
}

}  // namespace detail

/// dst = src0 + src1, modulo the range of T, of the lowest `mask` lanes of each iteration: from 1
/// to VL / sizeof(T) lanes, of at most 255 iterations. Writes cfg registers, then issues vec.add.
template <typename T>
GSQ_CALL void Add(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                  uint64_t mask, uint32_t repeatTime, const BinaryRepeatParams& by) {
  detail::write_mask(mask, 0);
  detail::add(dst, src0, src1, repeatTime, false, by);
}
/// The same with a bit for each lane, from bit 0 of mask[0] on; those without a lane are 0.
template <typename T>
GSQ_CALL void Add(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                  const uint64_t (&mask)[2], uint32_t repeatTime, const BinaryRepeatParams& by) {
  detail::write_mask(mask[0], mask[1]);
  detail::add(dst, src0, src1, repeatTime, true, by);
}

}  // namespace AscendC

#endif
