// SPDX-License-Identifier: Apache-2.0
/// The C API of register kernels on the core: vector_* registers, vector_bool masks and the asc_*
/// calls, those of gsq_ascend.hpp under other names.
///
/// Names and the order of parameters are those of gsq/kernel/asc.hpp. As in gsq_ascend.hpp, a
/// variable has the number of its register in its type, vector_int32_t<3>, and a mask is a variable
/// before it is a parameter.
#ifndef GSQ_ASC_HPP
#define GSQ_ASC_HPP

#include "gsq_ascend.hpp"

template <unsigned number>
using vector_int8_t = AscendC::Reg::RegTensor<int8_t, number>;
template <unsigned number>
using vector_uint8_t = AscendC::Reg::RegTensor<uint8_t, number>;
template <unsigned number>
using vector_int16_t = AscendC::Reg::RegTensor<int16_t, number>;
template <unsigned number>
using vector_uint16_t = AscendC::Reg::RegTensor<uint16_t, number>;
template <unsigned number>
using vector_int32_t = AscendC::Reg::RegTensor<int32_t, number>;
template <unsigned number>
using vector_uint32_t = AscendC::Reg::RegTensor<uint32_t, number>;
template <unsigned number>
using vector_half = AscendC::Reg::RegTensor<half, number>;
template <unsigned number>
using vector_bfloat16_t = AscendC::Reg::RegTensor<bfloat16_t, number>;
template <unsigned number>
using vector_float = AscendC::Reg::RegTensor<float, number>;
template <unsigned number>
using vector_bool = AscendC::Reg::MaskReg<number>;
template <unsigned number>
using vector_store_unalign = AscendC::Reg::UnalignReg<number>;

/// Which lanes a new mask selects, as a type: Pat::ALL and PAT_ALL are constants whose type has the
/// pattern, since an instruction has it as a constant.
template <AscendC::Reg::MaskPattern pattern>
struct AscPattern {};
struct Pat {
  using P = AscendC::Reg::MaskPattern;
  static constexpr AscPattern<P::ALL> ALL{};  ///< all lanes
  static constexpr AscPattern<P::VL1> VL1{};  ///< the lowest lane; VLn: the lowest n
  static constexpr AscPattern<P::VL2> VL2{};
  static constexpr AscPattern<P::VL3> VL3{};
  static constexpr AscPattern<P::VL4> VL4{};
  static constexpr AscPattern<P::VL8> VL8{};
  static constexpr AscPattern<P::VL16> VL16{};
  static constexpr AscPattern<P::VL32> VL32{};
  static constexpr AscPattern<P::VL64> VL64{};
  static constexpr AscPattern<P::VL128> VL128{};
  static constexpr AscPattern<P::M3> M3{};      ///< every third lane, lane 0 first
  static constexpr AscPattern<P::M4> M4{};      ///< every fourth lane, lane 0 first
  static constexpr AscPattern<P::H> H{};        ///< the lower half
  static constexpr AscPattern<P::Q> Q{};        ///< the lowest quarter
  static constexpr AscPattern<P::ALLF> ALLF{};  ///< none
};
inline constexpr auto PAT_ALL = Pat::ALL;
inline constexpr auto PAT_VL1 = Pat::VL1;
inline constexpr auto PAT_VL2 = Pat::VL2;
inline constexpr auto PAT_VL3 = Pat::VL3;
inline constexpr auto PAT_VL4 = Pat::VL4;
inline constexpr auto PAT_VL8 = Pat::VL8;
inline constexpr auto PAT_VL16 = Pat::VL16;
inline constexpr auto PAT_VL32 = Pat::VL32;
inline constexpr auto PAT_VL64 = Pat::VL64;
inline constexpr auto PAT_VL128 = Pat::VL128;
inline constexpr auto PAT_M3 = Pat::M3;
inline constexpr auto PAT_M4 = Pat::M4;
inline constexpr auto PAT_H = Pat::H;
inline constexpr auto PAT_Q = Pat::Q;
inline constexpr auto PAT_ALLF = Pat::ALLF;

/// A mask of lanes of 1, 2 or 4 bytes: vector_bool<0> all = asc_create_mask_b32(PAT_ALL). Issues
/// create_mask.
template <AscendC::Reg::MaskPattern pattern>
GSQ_CALL auto asc_create_mask_b8(AscPattern<pattern> /*pattern*/) {
  return AscendC::Reg::CreateMask<uint8_t, pattern>();
}
template <AscendC::Reg::MaskPattern pattern>
GSQ_CALL auto asc_create_mask_b16(AscPattern<pattern> /*pattern*/) {
  return AscendC::Reg::CreateMask<uint16_t, pattern>();
}
template <AscendC::Reg::MaskPattern pattern>
GSQ_CALL auto asc_create_mask_b32(AscPattern<pattern> /*pattern*/) {
  return AscendC::Reg::CreateMask<uint32_t, pattern>();
}

/// A mask of the lowest `value` lanes of 1, 2 or 4 bytes, all when there are fewer. Subtracts the
/// lanes of a vector from `value`, down to 0. Issues update_mask.
GSQ_CALL auto asc_update_mask_b8(uint32_t& value) {
  return AscendC::Reg::UpdateMask<uint8_t>(value);
}
GSQ_CALL auto asc_update_mask_b16(uint32_t& value) {
  return AscendC::Reg::UpdateMask<uint16_t>(value);
}
GSQ_CALL auto asc_update_mask_b32(uint32_t& value) {
  return AscendC::Reg::UpdateMask<uint32_t>(value);
}

/// Byte `address` of UB as a pointer for commands. The core itself sees UB elsewhere.
GSQ_CALL void* asc_get_phy_buf_addr(uint64_t address) {
  return reinterpret_cast<void*>(static_cast<uintptr_t>(address));
}

/// Loads VL bytes from a multiple of 32; from `offset` elements behind the pointer; and with
/// _postupdate, which moves the pointer by `offset` elements after the load. Issues load_align.
template <typename T, unsigned vd>
GSQ_CALL void asc_loadalign(AscendC::Reg::RegTensor<T, vd>& dst, __ubuf__ T* src) {
  AscendC::Reg::LoadAlign(dst, src);
}
template <typename T, unsigned vd>
GSQ_CALL void asc_loadalign(AscendC::Reg::RegTensor<T, vd>& dst, __ubuf__ T* src, int32_t offset) {
  AscendC::Reg::LoadAlign(dst, src + offset);
}
template <typename T, unsigned vd>
GSQ_CALL void asc_loadalign_postupdate(AscendC::Reg::RegTensor<T, vd>& dst, __ubuf__ T*& src,
                                       int32_t offset) {
  AscendC::Reg::LoadAlign(dst, src);
  src += offset;
}

/// Stores the active lanes to a multiple of 32; likewise. Issues store_align.
template <typename T, unsigned vs, unsigned m>
GSQ_CALL void asc_storealign(__ubuf__ T* dst, const AscendC::Reg::RegTensor<T, vs>& src,
                             const vector_bool<m>& mask) {
  AscendC::Reg::StoreAlign(dst, src, mask);
}
template <typename T, unsigned vs, unsigned m>
GSQ_CALL void asc_storealign(__ubuf__ T* dst, const AscendC::Reg::RegTensor<T, vs>& src,
                             int32_t offset, const vector_bool<m>& mask) {
  AscendC::Reg::StoreAlign(dst + offset, src, mask);
}
template <typename T, unsigned vs, unsigned m>
GSQ_CALL void asc_storealign_postupdate(__ubuf__ T*& dst, const AscendC::Reg::RegTensor<T, vs>& src,
                                        int32_t offset, const vector_bool<m>& mask) {
  AscendC::Reg::StoreAlign(dst, src, mask);
  dst += offset;
}

/// Gathers from UB: dst[i] = mask[i] ? src[index[i]] : 0. Elements of 1 byte come into lanes of 2
/// bytes with indices of 2, into lanes of 4 with indices of 4, and so on; what is above them is 0.
/// Issues gather.
template <typename D, typename T, typename I, unsigned vd, unsigned vi, unsigned m>
GSQ_CALL void asc_gather(AscendC::Reg::RegTensor<D, vd>& dst, __ubuf__ T* src,
                         const AscendC::Reg::RegTensor<I, vi>& index, const vector_bool<m>& mask) {
  AscendC::Reg::Gather(dst, src, index, mask);
}

/// Gathers from a register: dst[i] = src[index[i] mod N], N the number of lanes. Issues gather_reg.
template <typename T, typename I, unsigned vd, unsigned vs, unsigned vi>
GSQ_CALL void asc_gather(AscendC::Reg::RegTensor<T, vd>& dst,
                         const AscendC::Reg::RegTensor<T, vs>& src,
                         const AscendC::Reg::RegTensor<I, vi>& index) {
  AscendC::Reg::Gather(dst, src, index);
}

/// Gathers blocks of 32 bytes at byte offsets from src; see AscendC::Reg::GatherB.
template <typename T, unsigned vd, unsigned vi, unsigned m>
GSQ_CALL void asc_gather_datablock(AscendC::Reg::RegTensor<T, vd>& dst, __ubuf__ T* src,
                                   const vector_uint32_t<vi>& index, const vector_bool<m>& mask) {
  AscendC::Reg::GatherB(dst, src, index, mask);
}

/// Scatters to UB: dst[index[i]] = src[i] for the active lanes, the highest lane of equal indices
/// wins. Issues scatter.
template <typename D, typename T, typename I, unsigned vs, unsigned vi, unsigned m>
GSQ_CALL void asc_scatter(__ubuf__ D* dst, const AscendC::Reg::RegTensor<T, vs>& src,
                          const AscendC::Reg::RegTensor<I, vi>& index, const vector_bool<m>& mask) {
  AscendC::Reg::Scatter(dst, src, index, mask);
}

/// Packs the active lanes from lane 0 upwards; the lanes after them become 0. _with_status keeps
/// their number for asc_storeunalign_postupdate. Issues squeeze.
template <typename T, unsigned vd, unsigned vs, unsigned m>
GSQ_CALL void asc_squeeze(AscendC::Reg::RegTensor<T, vd>& dst,
                          const AscendC::Reg::RegTensor<T, vs>& src, const vector_bool<m>& mask) {
  AscendC::Reg::Squeeze(dst, src, mask);
}
template <typename T, unsigned vd, unsigned vs, unsigned m>
GSQ_CALL void asc_squeeze_with_status(AscendC::Reg::RegTensor<T, vd>& dst,
                                      const AscendC::Reg::RegTensor<T, vs>& src,
                                      const vector_bool<m>& mask) {
  AscendC::Reg::Squeeze<T, AscendC::Reg::GatherMaskMode::STORE_REG>(dst, src, mask);
}

/// Counts the active lanes below each lane. Issues unsqueeze.
template <typename T, unsigned vd, unsigned m>
GSQ_CALL void asc_unsqueeze(AscendC::Reg::RegTensor<T, vd>& dst, const vector_bool<m>& mask) {
  AscendC::Reg::Unsqueeze(dst, mask);
}

/// Appends the bytes that the last asc_squeeze_with_status kept, at dst + AR, which grows by them.
/// Issues store_unalign.
template <typename T, unsigned u, unsigned vs>
GSQ_CALL void asc_storeunalign_postupdate(__ubuf__ T* dst, vector_store_unalign<u>& src0,
                                          const AscendC::Reg::RegTensor<T, vs>& src1) {
  AscendC::Reg::StoreUnAlign(dst, src1, src0);
}
/// Writes the held bytes, which end at dst + AR. Issues store_unalign_post.
template <typename T, unsigned u>
GSQ_CALL void asc_storeunalign_post(__ubuf__ T* dst, vector_store_unalign<u>& src) {
  AscendC::Reg::StoreUnAlignPost(dst, src);
}

/// AR, the bytes of the stream; and its start, AR 0. Issue get_spr, for which the core waits, and
/// clear_spr.
GSQ_CALL int64_t asc_get_ar_spr() { return AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(); }
GSQ_CALL void asc_clear_ar_spr() { gsq_clear_spr(); }

#endif
