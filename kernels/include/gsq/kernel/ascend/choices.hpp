// SPDX-License-Identifier: Apache-2.0
/// The choices that calls of AscendC::Reg take as template arguments, with the names and values of
/// the Ascend C documents.
#pragma once

#include <cstdint>

namespace AscendC {

/// Special-purpose registers. AR is the byte offset of the stream that StoreUnAlign writes.
enum class SpecialPurposeReg : std::uint8_t { AR };

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
  ALLF = 15
};

/// What becomes of the lanes of the destination that the mask does not select: they keep their
/// values, or become 0.
enum class MaskMergeMode : std::uint8_t { UNKNOWN, MERGING, ZEROING };

/// Whether a call advances the pointer, or AR, past its access.
enum class PostLiteral : std::uint8_t { POST_MODE_NORMAL, POST_MODE_UPDATE };

/// Whether a Squeeze stores the number of kept bytes for the next StoreUnAlign.
enum class GatherMaskMode : std::uint8_t { NO_STORE_REG, STORE_REG };

/// Which half of a register Pack writes and UnPack reads.
enum class HighLowPart : std::uint8_t { LOWEST, HIGHEST };

/// Conversions and selections by LoadAlign; LoadAlign says what each does.
enum class LoadDist : std::uint8_t {
  DIST_NORM,
  DIST_BRC_B8,
  DIST_BRC_B16,
  DIST_BRC_B32,
  DIST_US_B8 = 6,
  DIST_US_B16,
  DIST_DS_B8,
  DIST_DS_B16,
  DIST_BDINTLV,
  DIST_DINTLV_B8,
  DIST_DINTLV_B16,
  DIST_UNPACK_B8,
  DIST_UNPACK_B16,
  DIST_BLK,
  DIST_E2B_B16,
  DIST_E2B_B32,
  DIST_UNPACK_B32,
  DIST_DINTLV_B32,
  DIST_UNPACK4_B8,
  DIST_SPLT4CHN_B8,
  DIST_SPLT2CHN_B8,
  DIST_SPLT2CHN_B16
};

/// Conversions and selections by StoreAlign; StoreAlign says what each does.
enum class StoreDist : std::uint8_t {
  DIST_NORM_B8,
  DIST_NORM_B16,
  DIST_NORM_B32,
  DIST_FIRST_ELEMENT_B8,
  DIST_FIRST_ELEMENT_B16,
  DIST_FIRST_ELEMENT_B32,
  DIST_PACK_B16,
  DIST_PACK_B32,
  DIST_INTLV_B8,
  DIST_INTLV_B16,
  DIST_PACK_B64,
  DIST_INTLV_B32,
  DIST_PACK4_B32,
  DIST_MRG4CHN_B8,
  DIST_MRG2CHN_B8,
  DIST_MRG2CHN_B16,
  DIST_NORM
};

/// Selections by LoadAlign and StoreAlign of masks: DIST_US doubles every bit of a load, DIST_DS
/// takes every second one, DIST_PACK stores every second one.
enum class MaskDist : std::uint8_t { DIST_NORM, DIST_US = 1, DIST_DS = 2, DIST_PACK = 1 };

/// DATA_BLOCK_COPY accesses the 32-byte blocks of a vector with a stride.
enum class DataCopyMode : std::uint8_t { DATA_BLOCK_COPY, NORM };

/// Accesses that LocalMemBar separates.
enum class MemType : std::uint8_t {
  VEC_STORE,
  VEC_LOAD,
  SCALAR_STORE,
  SCALAR_LOAD,
  VEC_ALL,
  SCALAR_ALL
};

/// How many registers a RegTensor has.
struct RegTrait {
  int REG_NUM = 1;
};
inline constexpr RegTrait RegTraitNumOne = {1};
inline constexpr RegTrait RegTraitNumTwo = {2};

}  // namespace Reg
}  // namespace AscendC
