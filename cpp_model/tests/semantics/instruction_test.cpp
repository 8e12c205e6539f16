// SPDX-License-Identifier: Apache-2.0
// Instructions for commands: words that were worked out by hand from the page, what the functions
// of software/riscv/gsq.h mean, illegal words, cfg registers, and text.
#include "gsq/semantics/instruction.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "gsq/semantics/model.hpp"
#include "semantics/model_fixture.hpp"

namespace {

constexpr gsq::CoreView kView{true, 256, 262144, 0};

/// What the last function of gsq.h would have executed.
struct Executed {
  std::uint32_t word;
  gsq::XValues values;
};

Executed& executed() {
  static Executed last{};
  return last;
}

/// The unit that executes functions of gsq.h; without one their answer is 77.
gsq::Model*& unit() {
  static gsq::Model* model = nullptr;
  return model;
}

std::uint32_t execute(std::uint32_t word, std::uint32_t rs1, std::uint32_t rs2) {
  executed() = {word, {rs1, rs2}};
  if (unit() == nullptr) return 77;
  const auto decoded = gsq::decode(word, executed().values, {}, kView);
  if (!decoded) return 0;
  const gsq::Response response = unit()->execute(decoded->command);
  EXPECT_EQ(response.status, gsq::Status::Ok) << gsq::disassemble(word);
  return response.info;
}

}  // namespace

#define GSQ_EXECUTE(word, rs1, rs2) execute(word, rs1, rs2)
#include "gsq.h"

namespace gsq {
namespace {

/// The meaning of the function that was called last.
Decoded called(const CfgState& cfg = {}) {
  const auto decoded = decode(executed().word, executed().values, cfg, kView);
  EXPECT_TRUE(decoded.has_value());
  return decoded.value_or(Decoded{});
}

/// An instruction of R-type.
std::uint32_t word(unsigned funct7, unsigned rs2, unsigned rs1, unsigned funct3, unsigned rd,
                   unsigned opcode) {
  return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}

bool legal(std::uint32_t instruction, bool lane_ops = true) {
  return decode(instruction, {}, {}, {lane_ops, 256, 4096, 0}).has_value();
}

TEST(Instruction, GatherTakesItsFieldsFromWordRegisterAndCfg) {
  gsq_gather(3, 0x1234, 7, 2, GSQ_FORM_B16X32, 1, GSQ_MODE_ROW);
  EXPECT_EQ(executed().word, word(0b1'10'0'010, 7, 11, 3, 3, 0x0b));
  CfgState cfg{};
  cfg[GSQ_CFG_ALIGN] = 64;
  cfg[GSQ_CFG_ROW_STRIDE] = 4096;
  cfg[GSQ_CFG_COL] = 17;
  const Decoded decoded = called(cfg);
  const Command& c = decoded.command;
  EXPECT_EQ(decoded.facts->name, "gather");
  EXPECT_EQ(c.op, Opcode::Gather);
  EXPECT_EQ(std::tuple(c.vd, c.vi, c.m), std::tuple(3, 7, 2));
  EXPECT_EQ(c.form, Form::B16x32);
  EXPECT_EQ(c.mode, AddressMode::Row);
  EXPECT_TRUE(c.merge);
  EXPECT_EQ(std::tuple(c.addr, c.align, c.row_stride, c.col), std::tuple(0x1234U, 64U, 4096U, 17U));
  EXPECT_FALSE(decoded.answers);
  EXPECT_TRUE(decoded.facts->reads_rs1);
  EXPECT_FALSE(decoded.facts->reads_rs2);
}

TEST(Instruction, IndicesHaveTheWidthOfTheCfgRegister) {
  gsq_scatter_index(0x40, 5, 6, 1, GSQ_FORM_B64, GSQ_MODE_BYTE);
  EXPECT_EQ(executed().word, word(0b0'01'1'001, 6, 11, 5, 5, 0x7b));
  CfgState cfg{};
  cfg[GSQ_CFG_INDEX_WIDTH] = GSQ_WIDTH_B16;
  EXPECT_EQ(called(cfg).command.width, Width::B16);
  EXPECT_EQ(called(cfg).command.vs, 5);
  cfg[GSQ_CFG_INDEX_WIDTH] = GSQ_WIDTH_B64;  // for the unit to refuse
  EXPECT_EQ(called(cfg).command.width, Width::B64);
}

TEST(Instruction, SetMaskTakesTwoWordsFromRegistersAndSixFromCfg) {
  gsq_set_mask(6, 0x11111111, 0x22222222);
  EXPECT_EQ(executed().word, word(0b1110'110, 12, 11, 0, 0, 0x0b));
  CfgState cfg{};
  for (unsigned i = 0; i < 8; ++i) cfg.at(GSQ_CFG_MASK0 + i) = 0xa0 + i;
  const Command c = called(cfg).command;
  EXPECT_EQ(c.m, 6);
  EXPECT_EQ(c.mask[0], 0x2222222211111111U);
  EXPECT_EQ(c.mask[1], 0x000000a3000000a2U);
  EXPECT_EQ(std::tuple(c.col, c.row_stride, c.src1, c.src0),
            std::tuple(0xa4U, 0xa5U, 0xa6U, 0xa7U));
}

TEST(Instruction, VecTakesMostFieldsFromCfg) {
  gsq_vec_add(GSQ_WIDTH_B16, 0x100, 0x200);
  EXPECT_EQ(executed().word, word(0b0'11'10'01, 12, 11, 2, 0, 0x0b));
  CfgState cfg{};
  for (std::uint32_t i = 0; i < 24; ++i) cfg.at(i) = i;
  cfg[GSQ_CFG_BITWISE] = 1;
  const Command c = called(cfg).command;
  EXPECT_EQ(c.op, Opcode::VecAdd);
  EXPECT_EQ(c.width, Width::B16);
  EXPECT_TRUE(c.bitwise);
  EXPECT_EQ(std::tuple(c.addr, c.src0, c.src1, c.iterations), std::tuple(0x100U, 0x200U, 12U, 4U));
  EXPECT_EQ(std::tuple(c.blk0, c.blk1, c.blk2), std::tuple(6, 8, 10));
  EXPECT_EQ(std::tuple(c.rep0, c.rep1, c.rep2), std::tuple(7, 9, 11));
  EXPECT_EQ(std::tuple(c.mask[0], c.mask[1]), std::tuple(0x0000001100000010U, 0x0000001300000012U));
}

TEST(Instruction, StoresOfTheStream) {
  gsq_store_unalign(0x104, 9, 2, 1);
  EXPECT_EQ(executed().word, word(0b0010'1'10, 0, 11, 6, 9, 0x0b));
  Command c = called().command;
  EXPECT_EQ(std::tuple(c.addr, c.vs, c.u, c.post, c.abs), std::tuple(0x104U, 9, 2, true, false));
  gsq_store_unalign_n(0x104, 9, 2, 33);
  c = called().command;
  EXPECT_EQ(std::tuple(c.addr, c.vs, c.u, c.n, c.abs), std::tuple(0x104U, 9, 2, 33U, true));
  gsq_store_unalign_post(0x120, 3, 1);
  c = called().command;
  EXPECT_EQ(std::tuple(c.op, c.addr, c.u, c.abs),
            std::tuple(Opcode::StoreUnalignPost, 0x120U, 3, true));
}

TEST(Instruction, OperandsOfLanesAreVectorsOrScalars) {
  gsq_lane_maxu(1, 2, 3, 4, GSQ_WIDTH_B32, 0);
  EXPECT_EQ(executed().word, word(0b0'1'10'100, 3, 2, 4, 1, 0x2b));
  Command c = called().command;
  EXPECT_EQ(std::tuple(c.op, c.vd, c.vs, c.vi, c.m, c.scalar),
            std::tuple(Opcode::LaneMaxu, 1, 2, 3, 4, false));
  gsq_lane_le_n(5, 30, 0xfffffff0, 7, GSQ_WIDTH_B8);
  EXPECT_EQ(executed().word, word(0b0'1'00'111, 12, 30, 7, 0b11'101, 0x5b));
  c = called().command;
  EXPECT_EQ(std::tuple(c.op, c.vd, c.vs, c.n, c.m, c.scalar),
            std::tuple(Opcode::LaneLe, 5, 30, 0xfffffff0U, 7, true));
}

TEST(Instruction, AnswersGoToRdButNotToX0) {
  EXPECT_EQ(gsq_squeeze_count(4, 5, 1, GSQ_WIDTH_B32, 1, 0), 77U);
  EXPECT_EQ(executed().word, word(0b0'1'10'001, 4, 5, 7, 10, 0x0b));
  EXPECT_TRUE(called().answers);
  EXPECT_TRUE(called().command.store_reg);
  gsq_squeeze(4, 5, 1, GSQ_WIDTH_B32, 1, 0);
  EXPECT_FALSE(called().answers);
  EXPECT_EQ(called().command.vd, 4);
  EXPECT_EQ(gsq_mask_first(3, 2, GSQ_WIDTH_B16), 77U);
  EXPECT_TRUE(called().answers);
  EXPECT_EQ(called().command.op, Opcode::MaskFirst);
  EXPECT_EQ(gsq_sync(), 77U);
  EXPECT_EQ(called().facts->kind, InstructionKind::Sync);
}

TEST(Instruction, CfgRegistersAreWrittenAndRead) {
  gsq_cfg_pair(GSQ_CFG_BLK0, 0x12345, 0x678);
  const CfgState cfg = called().cfg;
  EXPECT_EQ(cfg[GSQ_CFG_BLK0], 0x2345U);  // 16 bits
  EXPECT_EQ(cfg[GSQ_CFG_REP0], 0x78U);    // 8 bits
  EXPECT_EQ(gsq_cfg_read(GSQ_CFG_REP0), 77U);
  EXPECT_EQ(called(cfg).data, 0x78U);
  EXPECT_EQ(called(cfg).cfg, cfg);
  gsq_cfg_write(GSQ_CFG_REP0, 9);
  EXPECT_EQ(called(cfg).cfg[GSQ_CFG_REP0], 9U);
  EXPECT_EQ(called(cfg).cfg[GSQ_CFG_BLK0], 0x2345U);
}

TEST(Instruction, OtherWordsAreIllegal) {
  EXPECT_TRUE(legal(word(0b0110'000, 0b00010, 14, 0, 0, 0x0b)));   // create_mask
  EXPECT_FALSE(legal(word(0b0110'000, 0b00010, 15, 0, 0, 0x0b)));  // no such pattern
  EXPECT_FALSE(legal(word(0b0110'000, 0b00110, 14, 0, 0, 0x0b)));  // a bit above width
  EXPECT_FALSE(legal(word(0b0110'000, 0b00010, 14, 0, 1, 0x0b)));  // rd
  EXPECT_FALSE(legal(word(0b0'0'11'000, 1, 2, 7, 3, 0x0b)));       // squeeze of b64
  EXPECT_FALSE(legal(word(0b0001000, 0b00011, 2, 6, 3, 0x0b)));    // load_align, pack_b16
  EXPECT_TRUE(legal(word(0b01'01'000, 0b00011, 2, 6, 3, 0x0b)));   // store_align, pack_b16
  EXPECT_FALSE(legal(word(0b0110100, 0, 2, 1, 13, 0x0b)));         // no cfg register 13
  EXPECT_FALSE(legal(word(0b0110101, 3, 2, 1, 12, 0x0b)));         // and so no pair
  EXPECT_FALSE(legal(word(0b0110101, 3, 2, 1, 7, 0x0b)));          // odd
  EXPECT_FALSE(legal(word(0b0110000, 0, 0, 1, 0, 0x33)));          // another opcode
}

TEST(Instruction, WithoutLaneOpsTheirCommandsAndMergeAreIllegal) {
  EXPECT_TRUE(legal(word(0b0'00'0'000, 1, 2, 4, 3, 0x0b), false));
  EXPECT_FALSE(legal(word(0b1'00'0'000, 1, 2, 4, 3, 0x0b), false));
  EXPECT_TRUE(legal(word(0b1'00'0'000, 1, 2, 4, 3, 0x0b), true));
  for (const std::uint32_t major : {0x2bU, 0x5bU, 0x7bU}) {
    EXPECT_FALSE(legal(major, false));
    EXPECT_TRUE(legal(major, true));
  }
}

/// The example of docs/reference/instructions.md.
std::uint32_t keep_below(std::uint32_t row, std::uint32_t kept, std::uint32_t words,
                         std::uint32_t lanes, std::uint32_t limit) {
  gsq_clear_spr();
  for (std::uint32_t i = 0; i < words; i += lanes) {
    gsq_update_mask(0, GSQ_WIDTH_B32, words - i);
    gsq_load_align(0, row + 4 * i, GSQ_DIST_NORM);
    gsq_lane_ltu_n(1, 0, limit, 0, GSQ_WIDTH_B32);
    gsq_squeeze(1, 0, 1, GSQ_WIDTH_B32, 1, 0);
    gsq_store_unalign(kept, 1, 0, 1);
  }
  gsq_store_unalign_post(kept, 0, 0);
  return gsq_get_spr();
}

TEST(Instruction, AProgramRunsOnTheModel) {
  Config config = testing::make_config("test", 32, 4096, 8, 4, 0, 1);
  config.lane_ops = 1;
  Model model(config);
  std::vector<std::uint8_t> wanted;
  for (std::uint32_t i = 0; i < 21; ++i) {
    const std::uint32_t number = i * 37 % 50;
    model.ub().at(std::size_t{0x100} + 4 * i) = static_cast<std::uint8_t>(number);
    if (number < 20) wanted.insert(wanted.end(), {static_cast<std::uint8_t>(number), 0, 0, 0});
  }
  unit() = &model;
  const std::uint32_t bytes = keep_below(0x100, 0x404, 21, 8, 20);
  unit() = nullptr;
  EXPECT_EQ(bytes, wanted.size());
  EXPECT_EQ(std::vector(model.ub().begin() + 0x404, model.ub().begin() + 0x404 + bytes), wanted);
}

TEST(Instruction, TextIsThatOfTheMacros) {
  EXPECT_EQ(disassemble(word(0b1'01'0'010, 7, 11, 4, 3, 0x0b)),
            "gsq.gather v3, x11, v7, m2, b32, 1, byte");
  EXPECT_EQ(disassemble(word(0b0'1'10'001, 4, 5, 7, 10, 0x0b)),
            "gsq.squeeze x10, v4, v5, m1, b32, 1, 0");
  EXPECT_EQ(disassemble(word(0b0'1'00'111, 12, 30, 7, 0b11'101, 0x5b)),
            "gsq.lane.le_n m5, v30, x12, m7, b8");
  EXPECT_EQ(disassemble(word(0b0110101, 12, 11, 1, 18, 0x0b)), "gsq.cfg.pair mask2, x11, x12");
  EXPECT_EQ(disassemble(word(0b0110'101, 2, 12, 0, 0, 0x0b)), "gsq.create_mask m5, b32, H");
  EXPECT_EQ(disassemble(word(0b0110000, 0, 0, 1, 0, 0x0b)), "gsq.clear_spr");
  EXPECT_EQ(disassemble(0xffffffff), ".4byte 0xffffffff");
}

}  // namespace
}  // namespace gsq
