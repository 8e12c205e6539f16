// SPDX-License-Identifier: Apache-2.0
// Masked select: of each of four columns, the elements whose row is selected by an array of bytes.
//
// 128 rows take 13 commands: a load of the bytes, and a load, a squeeze and an unaligned store for
// each column. The columns have elements of one length and one mask, so their streams share AR;
// only the store of the last column advances it. There are four unaligned-store registers, one for
// each column. The streams lie above the columns, so loads need not stay behind stores.
//
// Commands bind, one a cycle. The processor compares when the unit is idle, for as many vectors as
// there are masks beside that of all lanes: seven. They are compared together, ahead of the loads
// of the columns, so the unit is drained once every 91 commands.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

namespace Reg = AscendC::Reg;
using Reg::PostLiteral;

constexpr std::uint32_t kMasks = 7;    // beside that of all lanes
constexpr std::uint32_t kRows = 8064;  // 9 times 7 vectors of 128 rows
constexpr std::size_t kColumns = 4;
constexpr std::uint32_t kColumnBytes = kRows * sizeof(half);

// Places in UB
constexpr std::uint32_t kSelected = 0x00000;
constexpr std::uint32_t kTable = 0x02000;   // column after column
constexpr std::uint32_t kResult = 0x18000;  // likewise

void MaskedSelect(__ubuf__ half* result, __ubuf__ half* table, __ubuf__ std::uint8_t* selected,
                  std::uint32_t lanes) {
  std::array<Reg::UnalignRegForStore, kColumns> rests;
  const Reg::MaskReg all = Reg::CreateMask<half>();
  for (std::uint32_t first = 0; first < kRows; first += kMasks * lanes) {
    std::array<Reg::MaskReg, kMasks> kept;
    for (std::uint32_t m = 0; m < kMasks; ++m) {
      Reg::RegTensor<std::uint16_t> flags;
      Reg::LoadAlign<std::uint8_t, Reg::LoadDist::DIST_UNPACK_B8>(flags,
                                                                  selected + first + m * lanes);
      Reg::Compares<std::uint16_t, AscendC::CMPMODE::NE>(kept.at(m), flags, 0, all);
    }
    for (std::uint32_t m = 0; m < kMasks; ++m) {
      for (std::size_t c = 0; c < kColumns; ++c) {
        Reg::RegTensor<half> column;
        Reg::LoadAlign(column, table + c * kRows + first + m * lanes);
        Reg::Squeeze<half, Reg::GatherMaskMode::STORE_REG>(column, column, kept.at(m));
        if (c + 1 < kColumns) {
          Reg::StoreUnAlign<half, PostLiteral::POST_MODE_NORMAL>(result + c * kRows, column,
                                                                 rests.at(c));
        } else {
          Reg::StoreUnAlign(result + c * kRows, column, rests.at(c));
        }
      }
    }
  }
  for (std::size_t c = 0; c < kColumns; ++c) {
    Reg::StoreUnAlignPost(result + c * kRows, rests.at(c));
  }
}

void select(gsq::kernel::Session& session) {
  std::mt19937 random(1);
  const half untouched = -1.0F;
  std::vector<std::uint8_t> selected(kRows);
  std::vector<half> table(kRows * kColumns);
  std::vector<half> expected(kRows * kColumns, untouched);
  for (auto& flag : selected) flag = random() % 3 == 0 ? 1 : 0;
  for (auto& element : table) element = static_cast<float>(random() % 2048) / 16;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < kRows; ++i) {
    if (selected[i] == 0) continue;
    for (std::size_t c = 0; c < kColumns; ++c) expected[c * kRows + rows] = table[c * kRows + i];
    ++rows;
  }
  auto* const flags = session.put(kSelected, selected);
  auto* const from = session.put(kTable, table);
  auto* const to = session.put(kResult, std::vector<half>(table.size(), untouched));
  static_assert(kTable + kColumns * kColumnBytes <= kResult, "the result lies above the table");

  session.launch([&] { MaskedSelect(to, from, flags, session.config().lanes(sizeof(half))); });

  fmt::print("{} of {} rows of {} columns selected\n", rows, kRows, kColumns);
  session.check(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>() ==
                    static_cast<std::int64_t>(rows * sizeof(half)),
                "AR is the length of a column");
  session.check_equal(session.get(to, expected.size()), expected, "columns, and what follows them");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, select); }
