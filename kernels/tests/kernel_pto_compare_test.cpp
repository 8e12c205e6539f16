// SPDX-License-Identifier: Apache-2.0
// TCMP, TCMPS, TSEL and TSELS against plain loops: every type, mode and type of bits, all of UB
// before and after, rows of any length, bits at any address, tiles that overlap, sizes at run time,
// the end of UB, what the unit does and what the processor, and what the errors say.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsq/kernel/pto.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using pto::BLayout;
using pto::CmpMode;
using pto::DYNAMIC;
using pto::RecordEvent;
using pto::TASSIGN;
using pto::Tile;
using pto::TileType;

constexpr CmpMode kModes[] = {CmpMode::EQ, CmpMode::NE, CmpMode::LT,
                              CmpMode::LE, CmpMode::GT, CmpMode::GE};

/// A tile whose valid sizes are given at run time.
template <typename T, int kRows, int kCols>
using Vec = Tile<TileType::Vec, T, kRows, kCols, BLayout::RowMajor, DYNAMIC, DYNAMIC>;

template <typename T>
bool holds(CmpMode mode, T a, T b) {
  switch (mode) {
    case CmpMode::EQ:
      return a == b;
    case CmpMode::NE:
      return a != b;
    case CmpMode::LT:
      return a < b;
    case CmpMode::LE:
      return a <= b;
    case CmpMode::GT:
      return a > b;
    default:
      return a >= b;
  }
}

/// UB, on which loops do what calls do on that of the unit.
class Image {
 public:
  explicit Image(Bytes bytes) : bytes_(std::move(bytes)) {}

  template <typename TileData>
  auto at(const TileData& tile, std::uint32_t address, unsigned row, unsigned col) const {
    typename TileData::DType value;
    std::memcpy(&value, &bytes_[place(tile, address, row, col)], sizeof value);
    return value;
  }
  template <typename TileData>
  void set(const TileData& tile, std::uint32_t address, unsigned row, unsigned col,
           typename TileData::DType value) {
    std::memcpy(&bytes_[place(tile, address, row, col)], &value, sizeof value);
  }

  /// The byte with the bit of an element.
  template <typename TileData>
  std::uint8_t& byte_of_bit(const TileData& /*tile*/, std::uint32_t address, unsigned row,
                            unsigned col) {
    return bytes_[address + row * TileData::Cols * sizeof(typename TileData::DType) + col / 8];
  }

  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  template <typename TileData>
  static std::size_t place(const TileData& /*tile*/, std::uint32_t address, unsigned row,
                           unsigned col) {
    return address + (row * TileData::Cols + col) * sizeof(typename TileData::DType);
  }

  Bytes bytes_;
};

/// Where the tiles of a call lie.
struct Places {
  std::uint32_t dst;
  std::uint32_t mask;
  std::uint32_t src0;
  std::uint32_t src1;
};

class PtoCompare : public OnEveryVectorLength {
 protected:
  PtoCompare() : lanes_(k.unit.config().lane_ops != 0) {
    k.unit.write_ub(0, random_bytes(1), "fill");
  }

  Bytes random_bytes(std::uint32_t seed) {
    std::mt19937 random(seed);
    Bytes bytes(k.unit.config().ub_bytes);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    return bytes;
  }

  Image ub() { return Image(k.unit.read_ub(0, k.unit.config().ub_bytes, "ub")); }

  /// Elements of src1 become near to those of src0, so that each comparison holds for many.
  template <typename S>
  void make_near(const S& tile, const Places& at) {
    using T = typename S::DType;
    Image image = ub();
    for (unsigned row = 0; row < tile.GetValidRow(); ++row) {
      for (unsigned col = 0; col < tile.GetValidCol(); ++col) {
        if (col % 4 == 3) continue;
        const auto value = static_cast<std::make_unsigned_t<T>>(image.at(tile, at.src0, row, col));
        image.set(tile, at.src1, row, col, static_cast<T>(value + col % 4 - 1));
      }
    }
    k.unit.write_ub(0, image.bytes(), "near");
  }

  /// A call changes UB as `loop` does its image, by the unit or by one operation of the processor.
  template <typename Call, typename Loop>
  void expect_as(bool by_unit, Call&& call, Loop&& loop) {
    Image expected = ub();
    loop(expected);
    const auto operations = k.unit.counts().operations;
    call();
    const Image found = ub();
    EXPECT_EQ(k.unit.counts().operations - operations, by_unit && lanes_ ? 0U : 1U);
    if (found.bytes() == expected.bytes()) return;
    const auto differs =
        std::mismatch(found.bytes().begin(), found.bytes().end(), expected.bytes().begin());
    FAIL() << fmt::format("at {:#x}: {:#x} and not {:#x}", differs.first - found.bytes().begin(),
                          *differs.first, *differs.second);
  }

  /// What a comparison of `tile` leaves; second(image, row, col).
  template <typename B, typename S, typename Second>
  static void compare(Image& image, const B& bits, std::uint32_t to, const S& tile,
                      std::uint32_t from, CmpMode mode, Second&& second) {
    const Image before = image;
    for (unsigned row = 0; row < tile.GetValidRow(); ++row) {
      for (unsigned col = 0; col < tile.GetValidCol(); ++col) {
        auto& byte = image.byte_of_bit(bits, to, row, col);
        if (col % 8 == 0) byte = 0;
        if (holds(mode, before.at(tile, from, row, col), second(before, row, col))) {
          byte = static_cast<std::uint8_t>(byte | 1U << col % 8);
        }
      }
    }
  }

  /// What a choice leaves; second(image, row, col).
  template <typename M, typename D, typename Second>
  static void select(Image& image, const D& tile, const M& mask, const Places& at,
                     Second&& second) {
    Image before = image;
    for (unsigned row = 0; row < tile.GetValidRow(); ++row) {
      for (unsigned col = 0; col < tile.GetValidCol(); ++col) {
        const bool bit = (before.byte_of_bit(mask, at.mask, row, col) >> col % 8 & 1) != 0;
        image.set(tile, at.dst, row, col,
                  bit ? before.at(tile, at.src0, row, col) : second(before, row, col));
      }
    }
  }

  /// All modes, with a tile and with numbers; elements are those of S, bits those of B.
  template <typename S, typename B>
  void expect_comparisons(unsigned rows, unsigned cols, const Places& at, bool by_unit) {
    using T = typename S::DType;
    SCOPED_TRACE(fmt::format("{} x {} of {} bytes{}, bits of {} bytes at {:#x}", rows, cols,
                             sizeof(T), std::is_signed_v<T> ? " signed" : "",
                             sizeof(typename B::DType), at.mask));
    S src0(rows, cols);
    S src1(rows, cols);
    B bits(B::Rows, B::Cols);
    TASSIGN(src0, at.src0);
    TASSIGN(src1, at.src1);
    TASSIGN(bits, at.mask);
    if (by_unit) make_near(src0, at);
    const T some = ub().at(src0, at.src0, 0, cols - 1);
    for (const CmpMode mode : kModes) {
      SCOPED_TRACE(fmt::format("mode {}", static_cast<int>(mode)));
      expect_as(
          by_unit, [&] { pto::TCMP(bits, src0, src1, mode); },
          [&](Image& image) {
            compare(image, bits, at.mask, src0, at.src0, mode,
                    [&](const Image& from, unsigned row, unsigned col) {
                      return from.at(src1, at.src1, row, col);
                    });
          });
      for (const T number : {some, static_cast<T>(-1), std::numeric_limits<T>::max()}) {
        expect_as(
            by_unit, [&] { pto::TCMPS(bits, src0, number, mode); },
            [&](Image& image) {
              compare(image, bits, at.mask, src0, at.src0, mode,
                      [&](const Image&, unsigned, unsigned) { return number; });
            });
      }
    }
  }

  /// Of two tiles, and of a tile and a number.
  template <typename S, typename M>
  void expect_choices(unsigned rows, unsigned cols, const Places& at, bool by_unit) {
    using T = typename S::DType;
    SCOPED_TRACE(fmt::format("{} x {} of {} bytes, bits of {} bytes at {:#x}", rows, cols,
                             sizeof(T), sizeof(typename M::DType), at.mask));
    S dst(rows, cols);
    S src0(rows, cols);
    S src1(rows, cols);
    M mask(M::Rows, M::Cols);
    S tmp(rows, cols);  // has no place, and gets none
    TASSIGN(dst, at.dst);
    TASSIGN(src0, at.src0);
    TASSIGN(src1, at.src1);
    TASSIGN(mask, at.mask);
    const auto of_tiles = [&](Image& image) {
      select(image, dst, mask, at, [&](const Image& from, unsigned row, unsigned col) {
        return from.at(src1, at.src1, row, col);
      });
    };
    const Bytes before = ub().bytes();
    expect_as(
        by_unit, [&] { pto::TSEL(dst, mask, src0, src1); }, of_tiles);
    k.unit.write_ub(0, before, "again");
    expect_as(
        by_unit, [&] { pto::TSEL(dst, mask, src0, src1, tmp); }, of_tiles);
    for (const T number : {T{7}, std::numeric_limits<T>::min()}) {
      k.unit.write_ub(0, before, "again");
      // src1 does not take part, and may lie anywhere.
      expect_as(
          by_unit, [&] { pto::TSELS(dst, mask, src0, tmp, number); },
          [&](Image& image) {
            select(image, dst, mask, at, [&](const Image&, unsigned, unsigned) { return number; });
          });
    }
  }

  /// Both, for elements of a type and bits of another one. Rows of the tiles have more elements,
  /// and more bytes of bits, than are valid.
  template <typename T, typename B>
  void expect_all() {
    constexpr int kBits = 96 / sizeof(B);  // bytes of 768 elements
    const Places at{0x1000, 0x800, 0x3800, 0x6000};
    const Places odd{0x1000, 0x803, 0x3800, 0x6000};
    for (const auto& places : {at, odd}) {
      for (const auto& [rows, cols] : {std::pair{4U, 611U}, {3U, 64U}, {1U, 640U}, {2U, 1U}}) {
        expect_comparisons<Vec<T, 4, 640>, Vec<B, 4, kBits>>(rows, cols, places, true);
        expect_choices<Vec<T, 4, 640>, Vec<B, 4, kBits>>(rows, cols, places, true);
      }
      // Rows that form one, in both.
      expect_comparisons<Vec<T, 5, 96>, Vec<B, 5, 12 / sizeof(B)>>(5, 96, places, true);
      expect_choices<Vec<T, 5, 96>, Vec<B, 5, 12 / sizeof(B)>>(5, 96, places, true);
      // Rows without a gap, of bits with one, and with bits that end in a byte.
      expect_comparisons<Vec<T, 5, 96>, Vec<B, 6, 16 / sizeof(B)>>(5, 96, places, true);
      expect_choices<Vec<T, 5, 96>, Vec<B, 6, 16 / sizeof(B)>>(5, 96, places, true);
      // Rows that are no blocks.
      expect_comparisons<Vec<T, 3, 21>, Vec<B, 3, 4 / sizeof(B)>>(3, 20, places, false);
      expect_choices<Vec<T, 3, 21>, Vec<B, 3, 4 / sizeof(B)>>(3, 20, places, false);
    }
  }

  template <typename T>
  void expect_all_with_bits() {
    expect_all<T, std::uint8_t>();
    expect_all<T, std::uint16_t>();
    expect_all<T, std::uint32_t>();
  }

 private:
  bool lanes_;
};

/// Every vector length with lane operations, once without row multiplier; and one without them.
std::vector<Config> configs() {
  Config without = make_config("vl64_without_lanes", 64, 65536, 16, 4, 0, 1);
  without.lane_ops = 0;
  return {make_config("vl32", 32, 65536, 8, 4, 0, 1), make_config("vl64", 64, 65536, 16, 4, 0, 1),
          make_config("vl128", 128, 65536, 8, 8, 1, 0),
          make_config("vl256", 256, 65536, 64, 4, 0, 1), without};
}
INSTANTIATE_TEST_SUITE_P(Lengths, PtoCompare, ::testing::ValuesIn(configs()), config_name);

TEST_P(PtoCompare, SignedBytes) { expect_all_with_bits<std::int8_t>(); }
TEST_P(PtoCompare, UnsignedBytes) { expect_all_with_bits<std::uint8_t>(); }
TEST_P(PtoCompare, SignedHalves) { expect_all_with_bits<std::int16_t>(); }
TEST_P(PtoCompare, UnsignedHalves) { expect_all_with_bits<std::uint16_t>(); }
TEST_P(PtoCompare, SignedWords) { expect_all_with_bits<std::int32_t>(); }
TEST_P(PtoCompare, UnsignedWords) { expect_all_with_bits<std::uint32_t>(); }

/// Every number of bytes of bits at every place in a block.
TEST_P(PtoCompare, BitsOfAnyLengthAtAnyAddress) {
  for (std::uint32_t offset = 0; offset < 32; ++offset) {
    const Places at{0x1000, 0x800 + offset, 0x2000, 0x3000};
    for (unsigned cols = 1 + offset % 8; cols <= 288; cols += 8) {
      expect_choices<Vec<std::uint8_t, 2, 288>, Vec<std::uint8_t, 2, 37>>(2, cols, at, true);
      expect_choices<Vec<std::int32_t, 2, 288>, Vec<std::uint8_t, 2, 37>>(2, cols, at, true);
      Vec<std::int8_t, 2, 288> bytes(2, cols);
      Vec<std::int32_t, 2, 288> words(2, cols);
      Vec<std::uint8_t, 2, 37> bits(2, 37);
      TASSIGN(bytes, at.src0);
      TASSIGN(words, at.src1);
      TASSIGN(bits, at.mask);
      const auto zero = [](const Image&, unsigned, unsigned) { return 0; };
      expect_as(
          true, [&] { pto::TCMPS(bits, bytes, 0, CmpMode::LT); },
          [&](Image& image) {
            compare(image, bits, at.mask, bytes, at.src0, CmpMode::LT,
                    [](auto&&...) { return std::int8_t{0}; });
          });
      expect_as(
          true, [&] { pto::TCMPS(bits, words, 0, CmpMode::GE); },
          [&](Image& image) { compare(image, bits, at.mask, words, at.src1, CmpMode::GE, zero); });
    }
  }
}

TEST_P(PtoCompare, CommandsOfTheUnit) {
  const bool lanes = k.unit.config().lane_ops != 0;
  const std::uint32_t vectors = 2 * 128 / k.lanes(4);
  Vec<std::int32_t, 2, 128> a(2, 128);
  Vec<std::int32_t, 2, 128> b(2, 128);
  Vec<std::uint32_t, 2, 8> bits(2, 8);
  TASSIGN(a, 0);
  TASSIGN(b, 2048);
  TASSIGN(bits, 4096);
  k.commands();
  const auto commands = [&](auto&& call) {
    call();
    return k.commands();
  };
  // Masks of elements, and of the bytes of bits.
  const std::size_t masks = 2;
  EXPECT_EQ(commands([&] { pto::TCMP(bits, a, b, CmpMode::GT); }),
            lanes ? masks + 5 * vectors : 0U);
  EXPECT_EQ(commands([&] { pto::TCMPS(bits, a, 5, CmpMode::LE); }),
            lanes ? masks + 4 * vectors : 0U);
  EXPECT_EQ(commands([&] { pto::TCMPS(bits, a, 5, CmpMode::GT); }),
            lanes ? masks + 1 + 4 * vectors : 0U);
  EXPECT_EQ(commands([&] { pto::TSEL(a, bits, a, b); }), lanes ? 2 + 6 * vectors : 0U);
  EXPECT_EQ(commands([&] { pto::TSELS(a, bits, b, b, 9); }), lanes ? 2 + 5 * vectors : 0U);
  if (!lanes || k.lanes(4) < 24) return;
  // Three bytes of bits.
  Vec<std::int32_t, 1, 24> row(1, 24);
  Vec<std::uint8_t, 1, 3> some(1, 3);
  TASSIGN(row, 0);
  TASSIGN(some, 4096);
  EXPECT_EQ(commands([&] { pto::TCMP(some, row, row, CmpMode::EQ); }), 2U + 5);
  EXPECT_EQ(commands([&] { pto::TSEL(row, some, row, row); }), 2U + 6);
  TASSIGN(some, 4097);
  EXPECT_EQ(commands([&] { pto::TCMP(some, row, row, CmpMode::EQ); }), 2U + 5);
  EXPECT_EQ(commands([&] { pto::TSEL(row, some, row, row); }), 2U + 6);
}

/// dst in place of a source.
TEST_P(PtoCompare, ChoicesInPlace) {
  using Data = Vec<std::int16_t, 3, 320>;
  using Mask = Vec<std::uint8_t, 3, 64>;
  expect_choices<Data, Mask>(3, 301, {0x1000, 0x800, 0x1000, 0x3000}, true);
  expect_choices<Data, Mask>(3, 301, {0x1000, 0x801, 0x3000, 0x1000}, true);
  expect_choices<Data, Mask>(3, 320, {0x1000, 0x801, 0x1000, 0x1000}, true);
}

TEST_P(PtoCompare, TilesThatOverlapAreReadBeforeTheyAreWritten) {
  using Data = Vec<std::uint16_t, 4, 320>;
  using Bits = Vec<std::uint8_t, 4, 64>;
  // dst and a source, or its mask, a block or a byte apart.
  Data src0(4, 320);
  Data src1(4, 320);
  Bits bits(4, 40);
  TASSIGN(src0, 0x1000);
  TASSIGN(src1, 0x2000);
  for (const std::uint32_t to : {0x1000U, 0x1041U, 0x20a0U, 0xfffU}) {
    TASSIGN(bits, to);
    make_near(src0, {0, 0, 0x1000, 0x2000});
    const auto second = [&](const Image& image, unsigned row, unsigned col) {
      return image.at(src1, 0x2000, row, col);
    };
    expect_as(
        false, [&] { pto::TCMP(bits, src0, src1, CmpMode::GE); },
        [&](Image& image) { compare(image, bits, to, src0, 0x1000, CmpMode::GE, second); });
  }
  const auto choose = [&](const Places& at) {
    Data dst(4, 320);
    Data from(4, 320);
    Data other(4, 320);
    Bits mask(4, 64);
    TASSIGN(dst, at.dst);
    TASSIGN(from, at.src0);
    TASSIGN(other, at.src1);
    TASSIGN(mask, at.mask);
    expect_as(
        false, [&] { pto::TSEL(dst, mask, from, other); },
        [&](Image& image) {
          select(image, dst, mask, at, [&](const Image& before, unsigned row, unsigned col) {
            return before.at(other, at.src1, row, col);
          });
        });
  };
  choose({0x1020, 0x800, 0x1000, 0x3000});
  choose({0x1000, 0x800, 0x3000, 0x1020});
  choose({0x1000, 0x1000, 0x3000, 0x4000});
  choose({0x1000, 0x19ff, 0x3000, 0x4000});
}

TEST_P(PtoCompare, OnlyRowsOfElementsNeedBlocks) {
  using Data = Vec<std::int32_t, 2, 40>;
  using Bits = Vec<std::uint8_t, 2, 5>;
  expect_comparisons<Data, Bits>(2, 33, {0, 0x801, 0x1000, 0x2000}, true);
  expect_comparisons<Data, Bits>(2, 33, {0, 0x801, 0x1004, 0x2000}, false);
  expect_comparisons<Vec<std::int32_t, 2, 41>, Bits>(2, 33, {0, 0x801, 0x1000, 0x2000}, false);
  expect_choices<Data, Bits>(2, 33, {0x3000, 0x801, 0x1000, 0x2000}, true);
  expect_choices<Data, Bits>(2, 33, {0x3004, 0x801, 0x1000, 0x2000}, false);
  expect_choices<Data, Bits>(2, 33, {0x3000, 0x801, 0x1004, 0x2000}, false);
}

/// Bits in the last bytes of UB: the vector around them would leave it.
TEST_P(PtoCompare, BitsAtTheEndOfUb) {
  const std::uint32_t end = k.unit.config().ub_bytes;
  using Data = Vec<std::uint16_t, 2, 96>;
  for (const std::uint32_t behind : {0U, 1U, 2U, 31U}) {
    using Bits = Vec<std::uint8_t, 2, 9>;
    const std::uint32_t at = end - 18 - behind;
    for (const unsigned cols : {72U, 65U, 57U}) {
      expect_comparisons<Data, Bits>(2, cols, {0, at, 0x1000, 0x2000}, true);
      expect_choices<Data, Bits>(2, cols, {0x3000, at, 0x1000, 0x2000}, true);
    }
  }
  // Elements there: of whole vectors.
  const std::uint32_t vl = k.unit.config().vlen_bytes;
  using Last = Vec<std::uint8_t, 1, 64>;
  const bool fits = vl <= 64;
  expect_comparisons<Last, Vec<std::uint8_t, 1, 8>>(1, 63, {0, 0x801, end - 64, 0x1000}, fits);
  expect_choices<Last, Vec<std::uint8_t, 1, 8>>(1, 63, {end - 64, 0x801, 0x1000, 0x2000}, fits);
}

/// Calls whose tiles are those of others keep the order of the program. Nothing waits for them. In
/// small tiles what is loaded was stored a few commands before.
TEST_P(PtoCompare, CallsUseResultsOfOthers) {
  constexpr std::int32_t kSteps = 20;
  const Places at{0x1000, 0x800, 0x2000, 0x3000};
  Vec<std::int32_t, 2, 72> a(2, 67);
  Vec<std::int32_t, 2, 72> b(2, 67);
  Vec<std::int32_t, 2, 72> low(2, 67);
  Vec<std::uint16_t, 2, 5> bits(2, 5);
  TASSIGN(a, at.src0);
  TASSIGN(b, at.src1);
  TASSIGN(low, at.dst);
  for (const auto& [offset, rows, cols] : {std::tuple{0U, 2U, 67U},
                                           {0U, 1U, 7U},
                                           {4U, 1U, 16U},
                                           {4U, 1U, 7U},
                                           {5U, 2U, 67U},
                                           {5U, 1U, 7U},
                                           {5U, 1U, 20U}}) {
    SCOPED_TRACE(fmt::format("{} x {}, offset {}", rows, cols, offset));
    a.SetValidShape(rows, cols);
    b.SetValidShape(rows, cols);
    low.SetValidShape(rows, cols);
    TASSIGN(bits, at.mask + offset);
    Image expected = ub();
    for (unsigned row = 0; row < rows; ++row) {
      for (unsigned col = 0; col < cols; ++col) {
        std::int32_t x = expected.at(a, at.src0, row, col);
        std::int32_t y = expected.at(b, at.src1, row, col);
        for (std::int32_t step = 0; step < kSteps; ++step) {
          const std::int32_t smaller = std::min(x, y);
          y = std::max(x, y) ^ 0x15555555;
          x = smaller < -1000000 * step ? smaller : step;
        }
        expected.set(a, at.src0, row, col, x);
        expected.set(b, at.src1, row, col, y);
      }
    }
    RecordEvent event;
    for (std::int32_t step = 0; step < kSteps; ++step) {
      const RecordEvent compared = pto::TCMP(bits, a, b, CmpMode::LE, event);
      const RecordEvent chosen = pto::TSEL(low, bits, a, b, compared);
      event = pto::TSEL(b, bits, b, a, low, compared, chosen);
      event = pto::TXORS(b, b, 0x15555555, event);
      event = pto::TCMPS(bits, low, -1000000 * step, CmpMode::LT, event);
      event = pto::TSELS(a, bits, low, low, step, event);
    }
    const Image found = ub();
    for (unsigned row = 0; row < rows; ++row) {
      for (unsigned col = 0; col < cols; ++col) {
        const auto same = [&](const auto& tile, std::uint32_t from) {
          return found.at(tile, from, row, col) == expected.at(tile, from, row, col);
        };
        ASSERT_TRUE(same(a, at.src0) && same(b, at.src1)) << "row " << row << ", column " << col;
      }
    }
  }
}

/// As programs for the original have them: a tile of bits has as many columns as that of elements.
TEST_P(PtoCompare, TilesGetPlacesInTheOrderOfParameters) {
  Tile<TileType::Vec, std::uint8_t, 4, 32> bits;
  Tile<TileType::Vec, std::int32_t, 4, 32> a;
  Tile<TileType::Vec, std::int32_t, 4, 32> b;
  Tile<TileType::Vec, std::int32_t, 4, 32> dst;
  Tile<TileType::Vec, std::int32_t, 4, 32> tmp;
  pto::TCMP(bits, a, b, CmpMode::EQ);
  pto::TSEL(dst, bits, a, b, tmp);
  EXPECT_EQ(k.unit.address(bits.data(), "test"), 0U);
  EXPECT_EQ(k.unit.address(a.data(), "test"), 128U);
  EXPECT_EQ(k.unit.address(b.data(), "test"), 640U);
  EXPECT_EQ(k.unit.address(dst.data(), "test"), 1152U);
  EXPECT_EQ(k.unit.address(tmp.data(), "test"), 1664U);
}

TEST_P(PtoCompare, Errors) {
  Vec<std::int16_t, 4, 32> whole(4, 32);
  Vec<std::int16_t, 4, 32> part(3, 31);
  Vec<std::uint16_t, 4, 2> bits(4, 1);
  const auto expect_error = [](const std::string& expected, auto&& call) {
    const auto error = error_of(call);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), Status::ErrParam);
    const std::string text = error->what();
    const std::string api = expected.substr(0, expected.find(':'));
    EXPECT_EQ(error->api(), api);
    EXPECT_EQ(text.find(api + " at kernel_pto_compare_test.cpp:"), 0U) << text;
    const std::string sentence = expected.substr(expected.find(':'));
    EXPECT_EQ(text.substr(std::min(text.size(), text.size() - sentence.size())), sentence) << text;
  };
  k.commands();
  const auto operations = k.unit.counts().operations;
  expect_error("TCMP: src0 has 4 x 32 valid elements, src1 only 3 x 31",
               [&] { pto::TCMP(bits, whole, part, CmpMode::EQ); });
  expect_error(
      "TCMP: src0 has 3 x 31 valid elements, so dst must have 3 rows of 4 valid bytes for their "
      "bits, but has 4 of 2",
      [&] { pto::TCMP(bits, part, whole, CmpMode::EQ); });
  expect_error(
      "TCMPS: src has 4 x 32 valid elements, so dst must have 4 rows of 4 valid bytes for their "
      "bits, but has 4 of 2",
      [&] { pto::TCMPS(bits, whole, 1, CmpMode::EQ); });
  expect_error(
      "TSEL: dst has 3 x 31 valid elements, so mask must have 3 rows of 4 valid bytes for their "
      "bits, but has 4 of 2",
      [&] { pto::TSEL(part, bits, part, whole); });
  bits.SetValidShape(3, 2);
  expect_error(
      "TSELS: dst has 4 x 32 valid elements, so mask must have 4 rows of 4 valid bytes for their "
      "bits, but has 3 of 4",
      [&] { pto::TSELS(whole, bits, whole, whole, 1); });
  expect_error("TSEL: dst has 4 x 32 valid elements, src0 only 3 x 31",
               [&] { pto::TSEL(whole, bits, part, whole); });
  expect_error("TSEL: dst has 4 x 32 valid elements, src1 only 3 x 31",
               [&] { pto::TSEL(whole, bits, whole, part, whole); });
  expect_error("TSELS: dst has 4 x 32 valid elements, src only 3 x 31",
               [&] { pto::TSELS(whole, bits, part, whole, 1); });
  expect_error("TCMPS: expected a mode of CmpMode, found 6",
               [&] { pto::TCMPS(bits, part, 1, static_cast<CmpMode>(6)); });
  EXPECT_EQ(k.commands(), 0U);
  EXPECT_EQ(k.unit.counts().operations, operations);
  pto::TCMP(bits, part, whole, CmpMode::EQ);  // enough for it
  k.unit.wait();
}

}  // namespace
}  // namespace gsq::testing
