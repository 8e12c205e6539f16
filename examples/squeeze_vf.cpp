// SPDX-License-Identifier: Apache-2.0
// SqueezeVF: keeps the lower half of every vector and joins what it kept without gaps.
#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

// clang-format off
template<typename T>
__simd_vf__ inline void SqueezeVF(__ubuf__ T* dstAddr, __ubuf__ T* srcAddr, uint32_t oneRepeatSize, uint16_t repeatTimes)
{
    AscendC::MicroAPI::RegTensor<T> srcReg0;
    AscendC::MicroAPI::RegTensor<T> srcReg1;
    AscendC::MicroAPI::UnalignRegForStore ureg;
    AscendC::MicroAPI::MaskReg sqzMask = AscendC::MicroAPI::CreateMask<T, AscendC::MicroAPI::MaskPattern::H>();
    for (uint16_t i = 0; i < repeatTimes; ++i) {
        AscendC::MicroAPI::LoadAlign<T, AscendC::MicroAPI::PostLiteral::POST_MODE_UPDATE>(srcReg0, srcAddr, oneRepeatSize);
        AscendC::MicroAPI::Squeeze<T, AscendC::MicroAPI::GatherMaskMode::STORE_REG>(srcReg1, srcReg0, sqzMask);
        AscendC::MicroAPI::StoreUnAlign<T, AscendC::MicroAPI::PostLiteral::POST_MODE_UPDATE>(dstAddr, srcReg1, ureg);
     }
     AscendC::MicroAPI::StoreUnAlignPost(dstAddr, ureg);
}
// clang-format on

namespace {

constexpr std::uint32_t kSource = 0x0000;
constexpr std::uint32_t kResult = 0x8024;  // not a multiple of 32: the stream is unaligned
constexpr std::uint16_t kRepeats = 4;

/// One launch on elements 1, 2, 3, … of type T.
template <typename T>
void squeeze(gsq::kernel::Session& session, const char* type) {
  const std::uint32_t lanes = session.config().lanes(sizeof(T));
  std::vector<T> source(std::size_t{lanes} * kRepeats);
  std::vector<T> expected;
  for (std::size_t i = 0; i < source.size(); ++i) {
    source[i] = static_cast<T>(static_cast<float>(i + 1));
    if (i % lanes < lanes / 2) expected.push_back(source[i]);
  }
  T* const from = session.put(kSource, source);
  // Bytes that must not change follow the result.
  const std::vector<T> untouched(4, static_cast<T>(-7.0F));
  T* const to = session.at<T>(kResult);
  session.put(kResult + static_cast<std::uint32_t>(expected.size() * sizeof(T)), untouched);

  session.launch([&] { SqueezeVF<T>(to, from, lanes, kRepeats); });

  const auto kept = AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>();
  fmt::print("{}: {} repeats of {} elements, AR {} bytes, output [{} {} {} ... {}]\n", type,
             kRepeats, lanes, kept, static_cast<float>(source[0]), static_cast<float>(source[1]),
             static_cast<float>(source[2]), static_cast<float>(expected.back()));
  session.check(kept == static_cast<std::int64_t>(expected.size() * sizeof(T)),
                fmt::format("{}: AR is the sum of the kept bytes", type));
  expected.insert(expected.end(), untouched.begin(), untouched.end());
  session.check_equal(session.get(to, expected.size()), expected, type);
}

}  // namespace

int main(int argc, char** argv) {
  return gsq::kernel::run(argc, argv, [](gsq::kernel::Session& session) {
    squeeze<std::int16_t>(session, "int16_t");
    squeeze<half>(session, "half");
    squeeze<float>(session, "float");
  });
}
