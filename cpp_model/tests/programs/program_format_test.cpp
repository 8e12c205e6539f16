// SPDX-License-Identifier: Apache-2.0
// The printer of commands: its text parses to the same command again.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "gsq/programs/program.hpp"

namespace gsq {
namespace {

Config config_of(std::uint32_t vlen_bytes) {
  Config config;
  config.name = "any";
  config.vlen_bytes = vlen_bytes;
  config.lane_ops = 1;
  config.ub_bytes = 65536;
  validate(config);
  return config;
}

Command parse(const std::string& text, const Config& config) {
  return std::get<CommandStatement>(parse_program(text, "p.gsq", config).at(0).body).command;
}

/// A command with nothing but the fields that its opcode reads, written down apart from the
/// grammar.
Command read_fields(const Command& from, const Config& config) {
  Command to;
  to.op = from.op;
  const auto copy = [&](auto... fields) { ((to.*fields = from.*fields), ...); };
  switch (family(from.op)) {
    case Family::CreateMask:
      copy(&Command::m, &Command::width, &Command::pattern);
      break;
    case Family::UpdateMask:
      copy(&Command::m, &Command::width, &Command::n);
      break;
    case Family::SetMask:
      copy(&Command::m, &Command::mask);
      if (config.vlen_bytes == 32) to.mask[0] &= 0xffffffff;
      if (config.vlen_bytes <= 64) to.mask[1] = 0;
      if (config.vlen_bytes == 256) {
        copy(&Command::col, &Command::row_stride, &Command::src0, &Command::src1);
      }
      break;
    case Family::ClearSpr:
    case Family::GetSpr:
      break;
    case Family::LoadAlign:
      copy(&Command::vd, &Command::addr, &Command::distr);
      break;
    case Family::StoreAlign:
      copy(&Command::addr, &Command::vs, &Command::m, &Command::width, &Command::distr);
      break;
    case Family::LoadBlock:
      copy(&Command::vd, &Command::addr, &Command::blk0);
      break;
    case Family::StoreBlock:
      copy(&Command::addr, &Command::vs, &Command::m, &Command::width, &Command::blk0);
      break;
    case Family::Gather:
      copy(&Command::vd);
      [[fallthrough]];
    case Family::Scatter:
      if (from.op == Opcode::Scatter) copy(&Command::vs);
      copy(&Command::addr, &Command::vi, &Command::m, &Command::form, &Command::mode);
      copy(&Command::align, &Command::row_stride, &Command::col);
      break;
    case Family::GatherIndex:
      copy(&Command::vd);
      [[fallthrough]];
    case Family::ScatterIndex:
      if (from.op == Opcode::ScatterIndex) copy(&Command::vs);
      copy(&Command::addr, &Command::vi, &Command::m, &Command::width, &Command::form);
      copy(&Command::mode, &Command::align, &Command::row_stride, &Command::col);
      break;
    case Family::LoadStrided:
      copy(&Command::vd);
      [[fallthrough]];
    case Family::StoreStrided:
      if (from.op == Opcode::StoreStrided) copy(&Command::vs);
      copy(&Command::addr, &Command::m, &Command::form, &Command::align, &Command::row_stride);
      break;
    case Family::GatherReg:
      copy(&Command::vd, &Command::vs, &Command::vi, &Command::width);
      break;
    case Family::GatherLanes:
      copy(&Command::vd, &Command::vs, &Command::vi, &Command::m, &Command::width);
      break;
    case Family::GatherBlock:
      copy(&Command::vd, &Command::addr, &Command::vi, &Command::m);
      break;
    case Family::Squeeze:
      copy(&Command::vd, &Command::vs, &Command::m, &Command::width, &Command::store_reg);
      break;
    case Family::Unsqueeze:
      copy(&Command::vd, &Command::m, &Command::width);
      break;
    case Family::Mask:
      copy(&Command::vs, &Command::m, &Command::width);
      if (from.op <= Opcode::MaskOnlyFirst) copy(&Command::vd);  // the others answer
      if (from.op <= Opcode::MaskAndNot) copy(&Command::vi);
      break;
    case Family::Lane:
      copy(&Command::vd, &Command::m, &Command::width);
      if (from.op <= Opcode::LaneAbs) copy(&Command::vs);
      if (from.op >= Opcode::LaneSelect && from.op != Opcode::LaneBits) copy(&Command::vs);
      if (from.op == Opcode::LaneIndex || from.op == Opcode::LaneSteps ||
          from.op == Opcode::LaneBits || from.op == Opcode::LaneMask) {
        copy(&Command::n);  // a number, or which part of a mask
      } else if (from.op != Opcode::LaneAbs && from.op < Opcode::LaneBits) {
        copy(&Command::scalar);
        from.scalar ? copy(&Command::n) : copy(&Command::vi);
      }
      break;
    case Family::StoreUnalign:
      copy(&Command::addr, &Command::vs, &Command::u, &Command::abs);
      if (from.abs) copy(&Command::n);
      if (!from.abs) copy(&Command::post);
      break;
    case Family::StoreUnalignPost:
      copy(&Command::addr, &Command::u, &Command::abs);
      break;
    case Family::Vec:
      if (from.op == Opcode::VecAdd) copy(&Command::src1, &Command::blk2, &Command::rep2);
      copy(&Command::width, &Command::addr, &Command::src0, &Command::iterations,
           &Command::bitwise);
      copy(&Command::mask, &Command::blk0, &Command::blk1, &Command::rep0, &Command::rep1);
      break;
    case Family::Unknown:
      break;
  }
  if (has(facts(from.op).fields, CmdField::Merge)) copy(&Command::merge);
  if (facts(to.op).mask == MaskUse::Compare) to.vd %= kNumMregs;
  if (facts(to.op).mask == MaskUse::Logic) {  // low bits of numbers of vector registers
    for (auto field : {&Command::vd, &Command::vs, &Command::vi}) to.*field %= kNumMregs;
  }
  return to;
}

/// Random bits in every field, often a default or a border, with names that exist.
Command any_command(const Config& config) {
  CommandBits bits{};
  for (auto& word : bits) word = *rc::gen::arbitrary<std::uint32_t>();
  Command command = unpack(bits);
  const auto pick = [](const auto& names) {
    return names.at(*rc::gen::inRange<std::size_t>(0, names.size())).code;
  };
  command.op = pick(kOpcodeNames);
  command.pattern = pick(kPatternNames);
  command.form = pick(kFormNames);
  command.mode = pick(kAddressModeNames);
  command.distr = pick(kDistNames);
  if (*rc::gen::arbitrary<bool>()) {
    const auto blocks = static_cast<std::uint8_t>(config.vlen_bytes / kBlockBytes);
    const auto few = rc::gen::element<std::uint32_t>(0, 1, blocks);
    command.iterations = *few;
    command.row_stride = *few;
    command.col = *few;
    command.align = *few;
    for (auto field : {&Command::blk0, &Command::blk1, &Command::blk2}) {
      command.*field = static_cast<std::uint16_t>(*few);
    }
    for (auto field : {&Command::rep0, &Command::rep1, &Command::rep2}) {
      command.*field = static_cast<std::uint8_t>(*few);
    }
    command.mask = {*few, *few};
  }
  return command;
}

RC_GTEST_PROP(FormatCommand, ParsesToTheSameCommand, ()) {
  const Config config = config_of(*rc::gen::element(32U, 64U, 128U, 256U));
  const Command command = any_command(config);
  const auto text = format_command(command, config);
  RC_ASSERT(text.has_value());
  RC_LOG() << *text << '\n';
  RC_ASSERT(pack(parse(*text, config)) == pack(read_fields(command, config)));
}

TEST(FormatCommand, IsShort) {
  const Config config = config_of(256);
  for (const char* text :
       {"create_mask m0, b32, H",
        "set_mask m2, 0xf0f",
        "set_mask m2, 0x0",
        "clear_spr ar",
        "load_block v4, [0x0000]",
        "store_block [0x7000], v3, m1, b16, blk_stride=3",
        "gather v3, [0x0000], v2, m1, b16",
        "scatter [0x0010], v3, v2, m0, b32, mode=row, align=4, row_stride=0",
        "store_unalign [0x4000], v1, u0, post",
        "store_unalign [0x4010], v1, u1, n=12",
        "store_unalign_post [0x4000], u0",
        "store_unalign_post [0x401c], u1, abs",
        "vec.abs b32, dst=8192, src0=0, mask=0x5555555555555555,0x0",
        "vec.copy b16, dst=0, src0=0, mask=0x10000000000000000, repeat=2, dst_rep=9",
        "lane.add v1, v2, v3, m0, b8",
        "lane.sub v1, v2, n=4294967295, m0, b32",
        "lane.abs v1, v2, m0, b16",
        "lane.copy v1, n=0, m0, b16",
        "lane.copy v1, v9, m0, b16",
        "lane.index v1, n=7, m0, b16",
        "lane.lt m1, v2, v3, m0, b8",
        "lane.eq m1, v2, n=3, m0, b8",
        "lane.bits v1, m2, b32",
        "lane.mask m1, v2, m3, b16",
        "lane.bits v1, m2, b32, merge, part=3",
        "lane.mask m1, v2, m3, b16, part=7",
        "gather v3, [0x0000], v2, m1, b16, merge",
        "gather v3, [0x0000], v2, m1, b16, merge, mode=byte",
        "gather_block v3, [0x0000], v2, m1, merge",
        "squeeze v1, v0, m0, b32, store_reg, merge",
        "load_strided v1, [0x0004], m0, b16, stride=-6",
        "load_strided v1, [0x0004], m0, b32, merge, align=8, stride=8",
        "store_strided [0x0004], v1, m0, b64, stride=0",
        "mask.bits m1, m0, b64",
        "gather_lanes v1, v2, v3, m4, b8",
        "gather_lanes v1, v2, v3, m4, b16, merge",
        "gather_index v3, [0x0000], v2, m1, b8, b16x32",
        "gather_index v3, [0x0000], v2, m1, b16, b64, merge, mode=byte, align=8",
        "scatter_index [0x0010], v3, v2, m0, b32, b8, mode=row, row_stride=0",
        "lane.add v1, v2, v3, m0, b8, merge",
        "lane.index v1, n=7, m0, b16, merge"}) {
    EXPECT_EQ(format_command(parse(text, config), config), text);
  }
}

TEST(FormatCommand, HasNoTextForWhatAProgramCannotSay) {
  const Config config = config_of(64);
  Command command = parse("gather v3, [0], v2, m1, b16", config);
  EXPECT_TRUE(format_command(command, config));
  const auto refused = [&](auto change) {
    Command changed = command;
    change(changed);
    return !format_command(changed, config);
  };
  EXPECT_TRUE(refused([](Command& c) { c.op = static_cast<Opcode>(63); }));
  EXPECT_TRUE(refused([](Command& c) { c.form = static_cast<Form>(7); }));
  EXPECT_TRUE(refused([](Command& c) { c.mode = static_cast<AddressMode>(3); }));
  EXPECT_TRUE(refused([](Command& c) { c.vd = 32; }));
}

TEST(FormText, TellsCommandsOfOneOpcodeApart) {
  const Config config = config_of(64);
  EXPECT_EQ(form_text(parse("gather v3, [0], v2, m1, b8x32", config)), "b8x32");
  EXPECT_EQ(form_text(parse("gather_index v3, [0], v2, m1, b8, b32", config)), "b8 b32");
  EXPECT_EQ(form_text(parse("squeeze v3, v2, m1, b32, store_reg", config)), "b32");
  EXPECT_EQ(form_text(parse("load_align v3, [0], unpack_b8", config)), "unpack_b8");
  EXPECT_EQ(form_text(parse("store_align [0], v0, m0, b16, pack_b16", config)), "b16");
  EXPECT_EQ(form_text(parse("clear_spr ar", config)), "");
}

}  // namespace
}  // namespace gsq
