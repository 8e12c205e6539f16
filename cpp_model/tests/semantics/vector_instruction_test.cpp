// SPDX-License-Identifier: Apache-2.0
// Words of vector instructions, worked out by hand from docs/reference/rvv.md.
#include "gsq/semantics/vector_instruction.hpp"

#include <gtest/gtest.h>

namespace gsq {
namespace {

constexpr CoreView kView{true, 32, 4096, 0x10000000};
constexpr VectorState kWords{8, 0x10};       // e32, m1: 8 elements
constexpr VectorState kManyWords{11, 0x11};  // e32, m2: 8 elements and 3
constexpr VectorState kBytes{20, 0x00};      // e8, m1

Command command_at(const Cracked& cracked, std::size_t step) {
  EXPECT_TRUE(cracked.steps.at(step).has_value());
  return cracked.steps.at(step).value_or(Command{});
}

TEST(Crack, AddsRegistersOfAGroup) {
  const auto one = crack(0x022480d7 & ~0x80U, {}, kWords, kView);  // vadd.vv v0, v2, v9
  ASSERT_TRUE(one);
  EXPECT_EQ(one->steps.size(), 1U);
  const auto many = crack(0x02440157, {}, kManyWords, kView);  // vadd.vv v2, v4, v8
  ASSERT_TRUE(many);
  EXPECT_FALSE(many->reads_rs1);
  EXPECT_EQ(many->answer, VectorAnswer::None);
  ASSERT_EQ(many->steps.size(), 2U);
  for (std::uint8_t reg = 0; reg < 2; ++reg) {
    const Command command = command_at(*many, reg);
    EXPECT_EQ(command.op, Opcode::LaneAdd);
    EXPECT_EQ(command.width, Width::B32);
    EXPECT_EQ(command.vd, 2 + reg);
    EXPECT_EQ(command.vs, 4 + reg);
    EXPECT_EQ(command.vi, 8 + reg);
    EXPECT_EQ(command.m, reg == 0 ? 6 : 7);  // all lanes, then those below vl
    EXPECT_TRUE(command.merge);
    EXPECT_FALSE(command.scalar);
  }
  EXPECT_FALSE(crack(0x022180d7, {}, kManyWords, kView));  // v1, v3 begin no groups of two
}

TEST(Crack, MasksByV0First) {
  const auto masked = crack(0x0025c0d7, {7, 0}, kWords, kView);  // vadd.vx v1, v2, a1, v0.t
  ASSERT_TRUE(masked);
  EXPECT_TRUE(masked->reads_rs1);
  ASSERT_EQ(masked->steps.size(), 2U);
  EXPECT_EQ(command_at(*masked, 0).op, Opcode::LaneMask);
  EXPECT_EQ(command_at(*masked, 0).vd, 5);
  EXPECT_EQ(command_at(*masked, 0).m, 7);
  EXPECT_EQ(command_at(*masked, 1).m, 5);
  EXPECT_TRUE(command_at(*masked, 1).scalar);
  EXPECT_EQ(command_at(*masked, 1).n, 7U);
  EXPECT_FALSE(crack(0x0025c057, {}, kWords, kView));  // v0 masks it and is its destination
}

TEST(Crack, LoadsAtAddressesOfUb) {
  const XValues values{0x10000104, 0};
  const auto load = crack(0x0205e407, values, kManyWords, kView);  // vle32.v v8, (a1)
  ASSERT_TRUE(load);
  EXPECT_TRUE(load->accesses_ub);
  EXPECT_TRUE(load->aligned);
  ASSERT_EQ(load->steps.size(), 2U);
  EXPECT_EQ(command_at(*load, 0).op, Opcode::LoadStrided);
  EXPECT_EQ(command_at(*load, 0).addr, 0x104U);
  EXPECT_EQ(command_at(*load, 0).row_stride, 4U);
  EXPECT_EQ(command_at(*load, 1).addr, 0x124U);
  EXPECT_EQ(command_at(*load, 1).vd, 9);
  EXPECT_FALSE(crack(0x0205e407, {0x102, 0}, kManyWords, kView)->aligned);
  EXPECT_TRUE(crack(0x0205e407, {0x102, 0}, {0, 0x11}, kView)->aligned);  // nothing is accessed
  EXPECT_FALSE(crack(0x0205f407, values, kManyWords, kView));             // vle64.v
  // With elements of another width than SEW they have a mask of their own.
  const auto wide = crack(0x0205e407, values, kBytes, kView);
  ASSERT_TRUE(wide);
  ASSERT_EQ(wide->steps.size(), 4U);
  EXPECT_EQ(command_at(*wide, 0).op, Opcode::UpdateMask);
  EXPECT_EQ(command_at(*wide, 0).m, 3);
  EXPECT_EQ(command_at(*wide, 0).n, 4U);
  EXPECT_EQ(command_at(*wide, 1).m, 6);
  EXPECT_EQ(command_at(*wide, 3).m, 3);
}

TEST(Crack, PicksNothingBeyondTheVector) {
  const std::uint32_t pick = 0x3225c0d7;  // vrgather.vx v1, v2, a1
  const auto inside = crack(pick, {5, 0}, kWords, kView);
  ASSERT_TRUE(inside);
  ASSERT_EQ(inside->steps.size(), 2U);
  EXPECT_EQ(command_at(*inside, 0).n, 5U);
  EXPECT_EQ(command_at(*inside, 1).op, Opcode::GatherLanes);
  const auto beyond = crack(pick, {8, 0}, kWords, kView);
  ASSERT_TRUE(beyond);
  ASSERT_EQ(beyond->steps.size(), 2U);
  EXPECT_EQ(command_at(*beyond, 0).n, 0U);
  EXPECT_FALSE(beyond->steps.at(1));
}

TEST(Crack, SetsTheVector) {
  const auto set = crack(0x0115f557, {11, 0}, {}, kView);  // vsetvli a0, a1, e32, m2, tu, mu
  ASSERT_TRUE(set);
  EXPECT_EQ(set->kind, VectorKind::Set);
  EXPECT_EQ(set->after.vl, 11U);
  EXPECT_EQ(set->after.vtype, 0x11U);
  ASSERT_EQ(set->steps.size(), 4U);
  EXPECT_FALSE(set->steps.at(0));
  EXPECT_FALSE(set->steps.at(1));
  EXPECT_EQ(command_at(*set, 2).m, 7);
  EXPECT_EQ(command_at(*set, 2).n, 3U);
  EXPECT_EQ(command_at(*set, 3).m, 6);
  EXPECT_EQ(crack(0x0115f557, {100, 0}, {}, kView)->after.vl, 16U);
  const auto wrong = crack(0x80c5f557, {1, 0x18}, kWords, kView);  // vsetvl with SEW 64
  ASSERT_TRUE(wrong);
  EXPECT_TRUE(wrong->reads_rs2);
  EXPECT_EQ(wrong->after.vtype, 0x80000000U);
  EXPECT_EQ(wrong->after.vl, 0U);
  EXPECT_FALSE(crack(0x02440157, {}, wrong->after, kView));
}

TEST(Crack, ReadsTheState) {
  const auto read = crack(0xc2102573, {}, kWords, kView);  // csrr a0, vtype
  ASSERT_TRUE(read);
  EXPECT_EQ(read->kind, VectorKind::Read);
  EXPECT_EQ(read->answer, VectorAnswer::Here);
  EXPECT_EQ(read_csr(read->csr, kWords, kView), 0x10U);
  EXPECT_FALSE(crack(0xc2159573, {}, kWords, kView));  // csrrw
}

TEST(Crack, AnswersWithNumbers) {
  const auto element = crack(0x42202557, {}, kBytes, kView);  // vmv.x.s a0, v2
  ASSERT_TRUE(element);
  EXPECT_EQ(element->answer, VectorAnswer::Byte);
  EXPECT_EQ(element->steps.size(), 2U);
  EXPECT_EQ(answer_of(VectorAnswer::Byte, 0x1f0, kView), 0xfffffff0U);
  EXPECT_EQ(answer_of(VectorAnswer::First, 32, kView), ~0U);
  EXPECT_EQ(answer_of(VectorAnswer::First, 31, kView), 31U);
  // Whole registers, whatever vl is.
  const auto whole = crack(0x0285e407, {0x40, 0}, {}, kView);  // vl1re32.v v8, (a1)
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->steps.size(), 2U);
}

TEST(Crack, HasNames) {
  EXPECT_EQ(vector_name(0x42202557), "vmv.x.s");
  EXPECT_EQ(vector_name(0x0115f557), "vset");
  EXPECT_EQ(vector_name(0x0000000b), "");
}

}  // namespace
}  // namespace gsq
