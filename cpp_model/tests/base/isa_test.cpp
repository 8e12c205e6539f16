// SPDX-License-Identifier: Apache-2.0
// The C++ side of the instruction set: packing, and the names of the codes.
#include "gsq/isa.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>
#include <string>

namespace gsq {
namespace {

constexpr std::size_t kCommandWords = std::tuple_size_v<CommandBits>;

CommandBits random_bits() {
  CommandBits bits{};
  for (auto& word : bits) word = *rc::gen::arbitrary<std::uint32_t>().as("word");
  bits.back() &= (std::uint64_t{1} << (kCommandBits % 32)) - 1;
  return bits;
}

TEST(Isa, EveryBitOfACommandSurvivesUnpackAndPack) {
  EXPECT_TRUE(rc::check([] {
    const CommandBits bits = random_bits();
    RC_ASSERT(pack(unpack(bits)) == bits);
  }));
}

TEST(Isa, EveryBitOfAResponseSurvivesUnpackAndPack) {
  EXPECT_TRUE(rc::check([](std::uint32_t low, std::uint32_t high) {
    const ResponseBits bits{low, high & ((1U << (kResponseBits - 32)) - 1)};
    RC_ASSERT(pack(unpack(bits)) == bits);
  }));
}

TEST(Isa, FieldsSurvivePackAndUnpack) {
  Command c;
  c.tag = 0xa5;
  c.op = Opcode::VecAdd;
  c.width = Width::B32;
  c.pattern = Pattern::Allf;
  c.bitwise = true;
  c.vd = 31;
  c.u = 3;
  c.addr = 0x89abcdef;
  c.iterations = 256;
  c.blk1 = 0xfffe;
  c.rep2 = 0x7f;
  c.col = 0xffffffff;
  c.mask = {0x0123456789abcdefU, 0xfedcba9876543210U};
  const Command back = unpack(pack(c));
  EXPECT_EQ(back.tag, c.tag);
  EXPECT_EQ(back.op, c.op);
  EXPECT_EQ(back.width, c.width);
  EXPECT_EQ(back.pattern, c.pattern);
  EXPECT_TRUE(back.bitwise);
  EXPECT_FALSE(back.abs);
  EXPECT_EQ(back.vd, c.vd);
  EXPECT_EQ(back.u, c.u);
  EXPECT_EQ(back.addr, c.addr);
  EXPECT_EQ(back.iterations, c.iterations);
  EXPECT_EQ(back.blk1, c.blk1);
  EXPECT_EQ(back.rep2, c.rep2);
  EXPECT_EQ(back.col, c.col);
  EXPECT_EQ(back.mask, c.mask);
}

TEST(Isa, PackCutsAFieldToItsWidthAndSparesItsNeighbours) {
  Command c;
  c.vs = 0xff;
  const Command back = unpack(pack(c));
  EXPECT_EQ(back.vs, 31);
  EXPECT_EQ(back.vd, 0);
  EXPECT_EQ(back.vi, 0);
}

// What ties program order of the struct to RTL: the first field of a packed struct is the highest,
// the last the lowest.
TEST(Isa, MaskLiesLowestAndTagHighest) {
  Command c;
  c.mask = {1, 0};
  EXPECT_EQ(pack(c)[0], 1U);
  c.mask = {0, 1ULL << 63};
  EXPECT_EQ(pack(c)[3], 1U << 31);
  c = {};
  c.tag = 0x80;
  EXPECT_EQ(pack(c)[kCommandWords - 1], 1U << ((kCommandBits - 1) % 32));
  Response r;
  r.info = 0xdeadbeef;
  EXPECT_EQ(pack(r)[0], 0xdeadbeefU);
}

template <typename Names>
void expect_unique_names(const Names& names) {
  std::set<std::string> texts;
  for (const auto& name : names) {
    EXPECT_FALSE(name.text.empty());
    EXPECT_NE(name.text, "?");
    EXPECT_TRUE(texts.insert(std::string(name.text)).second) << name.text << " appears twice";
    EXPECT_EQ(to_text(name.code), name.text);
  }
}

TEST(Isa, NamesAreUnique) {
  expect_unique_names(kOpcodeNames);
  expect_unique_names(kWidthNames);
  expect_unique_names(kFormNames);
  expect_unique_names(kAddressModeNames);
  expect_unique_names(kDistNames);
  expect_unique_names(kPatternNames);
  expect_unique_names(kStatusNames);
  expect_unique_names(kFieldNames);
}

TEST(Isa, NamesOfProgramText) {
  EXPECT_EQ(to_text(Opcode::StoreUnalignPost), "store_unalign_post");
  EXPECT_EQ(to_text(Opcode::VecAdd), "vec.add");
  EXPECT_EQ(to_text(Form::B16x32), "b16x32");
  EXPECT_EQ(to_text(Dist::UnpackB8), "unpack_b8");
  EXPECT_EQ(to_text(Pattern::Vl128), "VL128");
  EXPECT_EQ(to_text(Status::ErrSqzOrder), "ERR_SQZ_ORDER");
  EXPECT_EQ(to_text(Field::RowStride), "row_stride");
}

TEST(Isa, CodesWithoutNameAreShownAsQuestionMark) {
  EXPECT_EQ(to_text(static_cast<Opcode>(kOpcodeNames.size())), "?");
  EXPECT_EQ(to_text(static_cast<Field>(0)), "?");
}

}  // namespace
}  // namespace gsq
