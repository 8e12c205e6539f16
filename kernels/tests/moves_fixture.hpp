// SPDX-License-Identifier: Apache-2.0
/// What the tests of loads, stores and rearrangements share: a UB whose bytes tell their address.
#pragma once

#include <cstdint>
#include <string>

#include "register_fixture.hpp"

namespace gsq::testing {

namespace Reg = AscendC::Reg;
namespace MicroAPI = AscendC::MicroAPI;
using kernel::Error;
using Reg::DataCopyMode;
using Reg::LoadDist;
using Reg::MaskDist;
using Reg::MaskReg;
using Reg::PostLiteral;
using Reg::RegTensor;
using Reg::RegTraitNumTwo;
using Reg::StoreDist;
using Reg::UnalignReg;

/// The byte of UB at an address, before the kernel writes.
inline std::uint8_t byte_at(std::uint32_t address) {
  return static_cast<std::uint8_t>(address * 7 + address / 256 * 13 + 1);
}

class Moves : public Registers {
 protected:
  Moves() {
    Bytes bytes(k.unit.config().ub_bytes);
    for (std::uint32_t i = 0; i < bytes.size(); ++i) bytes[i] = byte_at(i);
    k.unit.write_ub(0, bytes, "fill");
  }

  [[nodiscard]] std::uint32_t vl() const { return k.unit.config().vlen_bytes; }

  /// The bytes of a register.
  template <typename R>
  Bytes content(const R& reg, std::size_t part = 0) {
    return k.unit.read_v(reg.index("test", part));
  }

  /// Bytes of UB.
  Bytes ub(std::uint32_t address, std::uint32_t bytes) {
    return k.unit.read_ub(address, bytes, "ub");
  }

  /// VL bytes, byte i that of UB at from(i), or 0 where that is negative.
  template <typename F>
  [[nodiscard]] Bytes expected(F from) const {
    Bytes bytes(vl());
    for (std::uint32_t i = 0; i < vl(); ++i) {
      const std::int64_t address = from(i);
      if (address >= 0) bytes[i] = byte_at(static_cast<std::uint32_t>(address));
    }
    return bytes;
  }

  /// UB from `address` on, `count` bytes: byte i is that of `reg` at from(i), or as before where
  /// that is negative.
  template <typename F>
  [[nodiscard]] Bytes stored(const Bytes& reg, std::uint32_t address, std::uint32_t count,
                             F from) const {
    Bytes bytes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::int64_t place = from(i);
      bytes[i] = place >= 0 ? reg[static_cast<std::size_t>(place)] : byte_at(address + i);
    }
    return bytes;
  }

  template <typename T, AscendC::Reg::LoadDist dist>
  Bytes load(std::uint32_t address) {
    AscendC::Reg::RegTensor<T> reg;
    AscendC::Reg::LoadAlign<T, dist>(reg, k.at<T>(address));
    return content(reg);
  }

  template <typename T>
  AscendC::Reg::RegTensor<T> loaded(std::uint32_t address) {
    AscendC::Reg::RegTensor<T> reg;
    AscendC::Reg::LoadAlign(reg, k.at<T>(address));
    return reg;
  }

  template <typename Call>
  void expect_error(Call&& call, Status status, const std::string& text) {
    const auto error = error_of([&] {
      call();
      k.unit.wait();
    });
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->status(), status) << error->what();
    EXPECT_NE(std::string(error->what()).find(text), std::string::npos)
        << "expected '" << text << "' in: " << error->what();
  }
};

}  // namespace gsq::testing
