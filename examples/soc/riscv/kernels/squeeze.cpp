// SPDX-License-Identifier: Apache-2.0
// Keeps the lower half of every vector and joins what it kept without gaps, at an address that is
// no multiple of 32. Four vectors at a time; once with elements of two bytes, once with four.
#include "gsq_ascend.hpp"
#include "kernel.hpp"

namespace {

namespace Reg = AscendC::Reg;

constexpr uint32_t kSourceBytes = kUsedBytes / 4;
constexpr uint32_t kSource = 0;
constexpr uint32_t kResult = kUsedBytes / 2 + 36;
constexpr uint32_t kRepeats = kSourceBytes / VLEN_BYTES;

template <typename T>
__simd_vf__ void SqueezeVF(__ubuf__ T* dstAddr, __ubuf__ T* srcAddr, uint32_t oneRepeatSize,
                           uint32_t repeatTimes) {
  Reg::UnalignRegForStore<0> rest;
  Reg::MaskReg<0> half_of_lanes = Reg::CreateMask<T, Reg::MaskPattern::H>();
  Reg::ClearSpr<AscendC::SpecialPurposeReg::AR>();
  for (uint32_t i = 0; i < repeatTimes; i += 4) {
    gsq::unrolled<4>([&](auto v) {
      Reg::RegTensor<T, v> loaded;
      Reg::LoadAlign<T, Reg::PostLiteral::POST_MODE_UPDATE>(loaded, srcAddr,
                                                            static_cast<int32_t>(oneRepeatSize));
    });
    gsq::unrolled<4>([&](auto v) {
      Reg::RegTensor<T, v> loaded;
      Reg::RegTensor<T, 4 + v> kept;
      Reg::Squeeze<T, Reg::GatherMaskMode::STORE_REG>(kept, loaded, half_of_lanes);
      Reg::StoreUnAlign<T, Reg::PostLiteral::POST_MODE_UPDATE>(dstAddr, kept, rest);
    });
  }
  Reg::StoreUnAlignPost(dstAddr, rest);
}

int64_t kept_bytes;

template <typename T>
bool squeeze(const char* name) {
  constexpr uint32_t kLanes = VLEN_BYTES / sizeof(T);
  constexpr uint32_t kElements = kSourceBytes / sizeof(T);
  constexpr uint32_t kBehind = 4;  // elements that must not change
  static T source[kElements], expected[kElements / 2 + kBehind];
  for (uint32_t i = 0; i < kElements; ++i) source[i] = static_cast<T>(i + 1);
  for (uint32_t i = 0; i < kBehind; ++i) expected[kElements / 2 + i] = static_cast<T>(~i);
  copy(ub<T>(kSource), source, kElements);
  copy(ub<T>(kResult), expected, kElements / 2 + kBehind);

  const bool failed = measure(
      name,
      [] {
        SqueezeVF<T>(ub<T>(kResult), ub<T>(kSource), kLanes, kRepeats);
        kept_bytes = AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>();
      },
      [] {
        uint32_t kept = 0;
        for (uint32_t first = 0; first < kElements; first += kLanes) {
          for (uint32_t i = 0; i < kLanes / 2; ++i) expected[kept++] = source[first + i];
        }
      });
  const bool right = kept_bytes == kSourceBytes / 2;
  if (!right) printf("%s: AR is %ld\n", name, static_cast<long>(kept_bytes));
  return failed || !right || differs(name, ub<T>(kResult), expected, kElements / 2 + kBehind);
}

}  // namespace

int main() {
  const bool wrong = squeeze<uint16_t>("squeeze of uint16_t");
  return squeeze<uint32_t>("squeeze of uint32_t") || wrong;
}
