// SPDX-License-Identifier: Apache-2.0
// Program text: what every statement means, and what is said about text that is none.
#include "gsq/programs/program.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

#include "gsq/files.hpp"
#include "gsq/programs/hex.hpp"

namespace gsq {
namespace {

using Bytes = std::vector<std::uint8_t>;

Config small() {
  return parse_config("small", R"({"VlenBytes": 64, "UbBytes": 16384, "Banks": 16, "BankBytes": 4,
      "BankHash": 0, "RowMultiplier": 1, "Places": 1, "Parts": 1, "RspDepth": 16, "HostPatience": 64, "SqueezeCuts": 2,
      "XbarOneHot": 0, "SqueezeRadix": 2, "Coalesce": 1, "LaneOps": 1})");
}

Program parse(const std::string& text) { return parse_program(text, "p.gsq", small()); }

/// The command of a program of one line.
Command command(const std::string& line) {
  return std::get<CommandStatement>(parse(line).at(0).body).command;
}

/// The last statement of a text.
template <typename Body>
Body last(const std::string& text) {
  return std::get<Body>(parse(text).back().body);
}

/// What is said about a text that is no program; empty for one that is.
std::string error(const std::string& text) {
  try {
    parse(text);
  } catch (const ProgramError& found) {
    return found.what();
  }
  return "";
}

/// Fields of a command that a test names; all others as a command has them at first.
template <typename Fill>
Command filled(Opcode op, Fill fill) {
  Command command;
  command.op = op;
  fill(command);
  return command;
}

#define EXPECT_COMMAND(line, ...) EXPECT_EQ(pack(command(line)), pack(filled(__VA_ARGS__))) << line

TEST(ProgramCommands, Masks) {
  EXPECT_COMMAND("create_mask m7, b64, ALLF", Opcode::CreateMask, [](Command& c) {
    c.m = 7;
    c.width = Width::B64;
    c.pattern = Pattern::Allf;
  });
  EXPECT_COMMAND("update_mask m1, b16, 4294967295", Opcode::UpdateMask, [](Command& c) {
    c.m = 1;
    c.width = Width::B16;
    c.n = 0xffffffff;
  });
  EXPECT_COMMAND("set_mask m2, 0xFEDCBA9876543210", Opcode::SetMask, [](Command& c) {
    c.m = 2;
    c.mask[0] = 0xfedcba9876543210;
  });
  EXPECT_COMMAND("set_mask m2, 18446744073709551615", Opcode::SetMask, [](Command& c) {
    c.m = 2;
    c.mask[0] = ~std::uint64_t{0};
  });
}

TEST(ProgramCommands, SetMaskFillsTheWholeImmediate) {
  Config full = small();
  full.vlen_bytes = 256;
  const std::string digits = "123456789abcdef0aaaabbbbccccddddeeeeffff0000111122223333a4445555";
  const Program program = parse_program("set_mask m0, 0x" + digits, "p.gsq", full);
  const CommandBits bits = pack(std::get<CommandStatement>(program[0].body).command);
  for (unsigned word = 0; word < 8; ++word) {
    EXPECT_EQ(bits[word], std::stoul(digits.substr(8 * (7 - word), 8), nullptr, 16));
  }
  EXPECT_THROW(parse_program("set_mask m0, 0x1" + digits, "p.gsq", full), ProgramError);
}

TEST(ProgramCommands, SpecialRegisters) {
  EXPECT_COMMAND("clear_spr ar", Opcode::ClearSpr, [](Command&) {});
  EXPECT_COMMAND("get_spr ar", Opcode::GetSpr, [](Command&) {});
}

TEST(ProgramCommands, AlignedAndBlockAccesses) {
  EXPECT_COMMAND("load_align v31, [0xffffffff], unpack_b16", Opcode::LoadAlign, [](Command& c) {
    c.vd = 31;
    c.addr = 0xffffffff;
    c.distr = Dist::UnpackB16;
  });
  EXPECT_COMMAND("store_align [64], v3, m1, b32, pack_b32", Opcode::StoreAlign, [](Command& c) {
    c.addr = 64;
    c.vs = 3;
    c.m = 1;
    c.width = Width::B32;
    c.distr = Dist::PackB32;
  });
  EXPECT_COMMAND("load_block v4, [0x20]", Opcode::LoadBlock, [](Command& c) {
    c.vd = 4;
    c.addr = 32;
    c.blk0 = 1;
  });
  EXPECT_COMMAND("store_block [0], v4, m5, b64, blk_stride=65535", Opcode::StoreBlock,
                 [](Command& c) {
                   c.vs = 4;
                   c.m = 5;
                   c.width = Width::B64;
                   c.blk0 = 65535;
                 });
}

TEST(ProgramCommands, GathersAndScatters) {
  EXPECT_COMMAND("gather v3, [0x10], v2, m1, b16x32", Opcode::Gather, [](Command& c) {
    c.vd = 3;
    c.addr = 16;
    c.vi = 2;
    c.m = 1;
    c.form = Form::B16x32;
  });
  EXPECT_COMMAND("scatter [0], v3, v2, m1, b64, col=7, mode=row, align=3, row_stride=64",
                 Opcode::Scatter, [](Command& c) {
                   c.vs = 3;
                   c.vi = 2;
                   c.m = 1;
                   c.form = Form::B64;
                   c.mode = AddressMode::Row;
                   c.row_stride = 64;
                   c.col = 7;
                   c.align = 3;
                 });
  EXPECT_COMMAND("gather v0, [0], v0, m0, b8, mode=byte", Opcode::Gather,
                 [](Command& c) { c.mode = AddressMode::Byte; });
  EXPECT_COMMAND("gather_reg v3, v1, v2, b64", Opcode::GatherReg, [](Command& c) {
    c.vd = 3;
    c.vs = 1;
    c.vi = 2;
    c.width = Width::B64;
  });
  EXPECT_COMMAND("gather_block v3, [0], v2, m6", Opcode::GatherBlock, [](Command& c) {
    c.vd = 3;
    c.vi = 2;
    c.m = 6;
  });
}

TEST(ProgramCommands, GathersAndScattersWithLaneOps) {
  EXPECT_COMMAND("mask.bits m3, m1, b16", Opcode::MaskBits, [](Command& c) {
    c.vs = 3;
    c.m = 1;
    c.width = Width::B16;
  });
  EXPECT_COMMAND("gather_lanes v3, v1, v2, m6, b32, merge", Opcode::GatherLanes, [](Command& c) {
    c.vd = 3;
    c.vs = 1;
    c.vi = 2;
    c.m = 6;
    c.width = Width::B32;
    c.merge = true;
  });
  EXPECT_COMMAND("gather_index v3, [0x10], v2, m1, b8, b16x32, merge", Opcode::GatherIndex,
                 [](Command& c) {
                   c.vd = 3;
                   c.addr = 16;
                   c.vi = 2;
                   c.m = 1;
                   c.width = Width::B8;
                   c.form = Form::B16x32;
                   c.merge = true;
                 });
  EXPECT_COMMAND("scatter_index [8], v3, v2, m1, b16, b64, col=7, mode=row, align=3, row_stride=64",
                 Opcode::ScatterIndex, [](Command& c) {
                   c.addr = 8;
                   c.vs = 3;
                   c.vi = 2;
                   c.m = 1;
                   c.width = Width::B16;
                   c.form = Form::B64;
                   c.mode = AddressMode::Row;
                   c.row_stride = 64;
                   c.col = 7;
                   c.align = 3;
                 });
}

TEST(ProgramCommands, SqueezeAndUnalignedStores) {
  EXPECT_COMMAND("squeeze v1, v2, m3, b16, store_reg", Opcode::Squeeze, [](Command& c) {
    c.vd = 1;
    c.vs = 2;
    c.m = 3;
    c.width = Width::B16;
    c.store_reg = true;
  });
  EXPECT_COMMAND("squeeze v1, v2, m3, b8, no_store_reg", Opcode::Squeeze, [](Command& c) {
    c.vd = 1;
    c.vs = 2;
    c.m = 3;
  });
  EXPECT_COMMAND("unsqueeze v9, m3, b32", Opcode::Unsqueeze, [](Command& c) {
    c.vd = 9;
    c.m = 3;
    c.width = Width::B32;
  });
  EXPECT_COMMAND("store_unalign [0x41], v1, u3, post", Opcode::StoreUnalign, [](Command& c) {
    c.addr = 0x41;
    c.vs = 1;
    c.u = 3;
    c.post = true;
  });
  EXPECT_COMMAND("store_unalign [0], v1, u0, normal", Opcode::StoreUnalign,
                 [](Command& c) { c.vs = 1; });
  EXPECT_COMMAND("store_unalign [0], v1, u0, n = 300", Opcode::StoreUnalign, [](Command& c) {
    c.vs = 1;
    c.abs = true;
    c.n = 300;
  });
  EXPECT_COMMAND("store_unalign_post [8], u2", Opcode::StoreUnalignPost, [](Command& c) {
    c.addr = 8;
    c.u = 2;
  });
  EXPECT_COMMAND("store_unalign_post [8], u2, abs", Opcode::StoreUnalignPost, [](Command& c) {
    c.addr = 8;
    c.u = 2;
    c.abs = true;
  });
}

TEST(ProgramCommands, VecDefaults) {
  EXPECT_COMMAND("vec.abs b32, mask=5, src0=0x40, dst=0x80", Opcode::VecAbs, [](Command& c) {
    c.width = Width::B32;
    c.addr = 0x80;
    c.src0 = 0x40;
    c.mask[0] = 5;
    c.iterations = 1;
    c.blk0 = c.blk1 = 1;
    c.rep0 = c.rep1 = 2;  // VL/32
  });
}

TEST(ProgramCommands, VecEverything) {
  EXPECT_COMMAND(
      "vec.add b8, dst=1, src0=2, src1=3, repeat=256, dst_blk=0, src0_blk=65535, src1_blk=9, "
      "dst_rep=0, src0_rep=255, src1_rep=10, mask=0xffffffffffffffff,0x5",
      Opcode::VecAdd, [](Command& c) {
        c.addr = 1;
        c.src0 = 2;
        c.src1 = 3;
        c.iterations = 256;
        c.blk1 = 65535;
        c.blk2 = 9;
        c.rep1 = 255;
        c.rep2 = 10;
        c.bitwise = true;
        c.mask = {~std::uint64_t{0}, 5};
      });
}

TEST(ProgramCommands, TheCommaOfAMaskBelongsToIt) {
  EXPECT_TRUE(command("vec.copy b16, mask=1,0, dst=0, src0=0").bitwise);
  EXPECT_TRUE(command("vec.copy b16, dst=0, src0=0, mask = 1 , 0").bitwise);
  EXPECT_FALSE(command("vec.copy b16, mask=1, dst=0, src0=0").bitwise);
  const auto wide = command("vec.copy b16, dst=0, src0=0, mask=0x50000000000000006").mask;
  EXPECT_EQ(wide, (std::array<std::uint64_t, 2>{6, 5}));
}

TEST(ProgramCommands, WhatTheUnitRefusesIsStillAProgram) {
  for (const char* line :
       {"vec.add b16, dst=0, src0=0, src1=0, mask=0", "vec.copy b64, dst=0, src0=0, mask=1",
        "vec.copy b16, dst=0, src0=0, mask=1, repeat=256", "squeeze v0, v0, m0, b64, store_reg",
        "gather v0, [0], v0, m0, b8, align=3", "load_align v0, [7], pack_b16",
        "store_align [0], v0, m0, b8, unpack_b8", "store_unalign [0], v0, u0, n=4294967295",
        "gather_lanes v0, v0, v0, m0, b64", "gather_index v0, [0], v0, m0, b64, b8"}) {
    EXPECT_EQ(error(line), "") << line;
  }
}

TEST(ProgramCommands, MergeNeedsLaneOps) {
  Config config = small();
  config.lane_ops = 0;
  try {
    parse_program("squeeze v0, v1, m0, b8, store_reg, merge", "p.gsq", config);
    FAIL() << "expected an error";
  } catch (const ProgramError& found) {
    EXPECT_STREQ(found.what(),
                 "p.gsq:1:36: error: merge needs a configuration with LaneOps 1, this one has 0");
  }
}

TEST(ProgramText, LayoutIsFree) {
  const Program program =
      parse("# a comment\r\n\r\n  \tsqueeze\tv1 ,v0,m0 , b32,  store_reg # why\r\nget_spr ar");
  ASSERT_EQ(program.size(), 2U);
  EXPECT_EQ(std::get<CommandStatement>(program[0].body).text, "squeeze v1 ,v0,m0 , b32, store_reg");
  EXPECT_EQ(program[0].place.line, 3U);
  EXPECT_EQ(program[0].place.column, 4U);
  EXPECT_EQ(program[1].place.line, 4U);
  EXPECT_EQ(program[1].place.file, "p.gsq");
  EXPECT_TRUE(parse("").empty());
}

TEST(ProgramData, Values) {
  EXPECT_EQ(last<UbStatement>(".ub 0x10 b8 255 -128 0x7f 0").bytes, (Bytes{255, 128, 127, 0}));
  EXPECT_EQ(last<UbStatement>(".ub 0x10 b8 0").address, 16U);
  EXPECT_EQ(last<UbStatement>(".ub 0 b16 -2 0x1234").bytes, (Bytes{254, 255, 0x34, 0x12}));
  EXPECT_EQ(last<UbStatement>(".ub 0 b32 4294967295").bytes, Bytes(4, 255));
  EXPECT_EQ(last<UbStatement>(".ub 0 b64 -9223372036854775808 18446744073709551615").bytes,
            (Bytes{0, 0, 0, 0, 0, 0, 0, 128, 255, 255, 255, 255, 255, 255, 255, 255}));
}

TEST(ProgramData, IotaAndFill) {
  EXPECT_EQ(last<UbStatement>(".ub 0 b8 iota 3").bytes, (Bytes{0, 1, 2}));
  EXPECT_EQ(last<UbStatement>(".ub 0 b8 iota 3 254").bytes, (Bytes{254, 255, 0}));
  EXPECT_EQ(last<UbStatement>(".ub 0 b16 iota 2 1 -3").bytes, (Bytes{1, 0, 254, 255}));
  EXPECT_EQ(last<UbStatement>(".ub 0 b16 fill 2 -2").bytes, (Bytes{254, 255, 254, 255}));
  EXPECT_EQ(last<UbStatement>(".ub 0 b8 fill 16384 7").bytes, Bytes(16384, 7));
  EXPECT_TRUE(last<UbStatement>(".ub 0 b8 iota 0").bytes.empty());
}

TEST(ProgramData, Expectations) {
  const auto ub = last<ExpectData>(".expect 0x4 b16 1 2");
  EXPECT_FALSE(ub.vreg);
  EXPECT_EQ(ub.address, 4U);
  EXPECT_EQ(ub.width, Width::B16);
  EXPECT_EQ(ub.bytes, (Bytes{1, 0, 2, 0}));
  const auto v = last<ExpectData>(".expect v31 b32 iota 16");
  EXPECT_EQ(v.vreg, 31U);
  EXPECT_EQ(v.bytes.size(), 64U);
  EXPECT_EQ(last<ExpectAr>(".expect ar 256").value, 256U);

  const auto any = last<ExpectStatus>("get_spr ar\n.expect status ERR_STREAM");
  EXPECT_EQ(any.status, Status::ErrStream);
  EXPECT_FALSE(any.info);
  const auto exact =
      last<ExpectStatus>("get_spr ar\n.expect ar 0\n.expect status ERR_BOUNDS info 3");
  EXPECT_EQ(exact.status, Status::ErrBounds);
  EXPECT_EQ(exact.info, 3U);
}

/// Files that are read relative to the program.
class ProgramFiles : public ::testing::Test {
 protected:
  ProgramFiles()
      : folder_(std::filesystem::temp_directory_path() /
                ("gsq_program_test." + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~ProgramFiles() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string error(const std::string& name) const {
    try {
      load_program(path(name), small());
    } catch (const ProgramError& found) {
      const std::string text = found.what();
      EXPECT_EQ(text.rfind(path(name), 0), 0U) << text;
      return text.substr(path(name).size());
    }
    return "";
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(ProgramFiles, AreReadRelativeToTheProgram) {
  write_file(path("data # 1.bin"), std::string("\x01\x00\x02\xff", 4));
  write_file(path("p.gsq"),
             ".ub 0x20 b16 file \"data # 1.bin\" # comment\n.expect v0 b8 file \"data # 1.bin\"\n");
  const Program program = load_program(path("p.gsq"), small());
  EXPECT_EQ(std::get<UbStatement>(program.at(0).body).bytes, (Bytes{1, 0, 2, 255}));
  EXPECT_EQ(std::get<ExpectData>(program.at(1).body).bytes, (Bytes{1, 0, 2, 255}));
}

TEST_F(ProgramFiles, ThatCannotBeUsed) {
  write_file(path("odd.bin"), "123");
  write_file(path("empty.bin"), "");
  write_file(path("long.bin"), std::string(65, 'x'));
  const auto says = [&](const std::string& statement, const std::string& text) {
    write_file(path("p.gsq"), "\n" + statement);
    const std::string found = error("p.gsq");
    EXPECT_NE(found.find(text), std::string::npos) << statement << " says " << found;
  };
  says(".ub 0 b8 file \"no.bin\"", ":2:15: error: expected a data file, but ");
  says(".ub 0 b8 file \"no.bin\"", "no.bin: cannot be read: No such file or directory");
  says(".ub 0 b8 file \"\"", "cannot be read: Is a directory");
  says(".ub 0 b16 file \"odd.bin\"", ":2:16: error: expected whole values of 2 bytes, but ");
  says(".expect v0 b8 file \"long.bin\"", "long.bin: holds more than 64 bytes");
  says(".ub 0x3fc0 b8 file \"long.bin\"", "long.bin: holds more than 64 bytes");
  says(".expect 0 b8 file \"empty.bin\"", "expected something to compare with");
  says(".ub 0 b8 file odd.bin", "expected the name of a file in double quotes, found 'odd.bin'");
  says(".ub 0 b8 file \"odd.bin", "found a string without its closing quote");
  says(".ub 0 b8 file \"odd.bin\" 3", "expected the end of the statement, found '3'");
  EXPECT_EQ(error("none.gsq"), ":1:1: error: expected a program, but " + path("none.gsq") +
                                   ": cannot be read: No such file or directory");
}

TEST(ProgramErrors, SayWhereWhatWasExpectedAndWhatWasFound) {
  const struct {
    std::string text, says;
  } cases[] = {
      {"squeez v0, v0, m0, b8, store_reg",
       "1:1: error: expected a command, .ub or .expect, found 'squeez'; did you mean 'squeeze'?"},
      {"\n  frobnicate v0", "2:3: error: expected a command, .ub or .expect, found 'frobnicate'"},
      {"SQUEEZE v0",
       "1:1: error: expected a command, .ub or .expect, found 'SQUEEZE'; did you mean 'squeeze'? "
       "Case counts."},
      {"gathr v0",
       "1:1: error: expected a command, .ub or .expect, found 'gathr'; did you mean 'gather'?"},
      {".Expect ar 0",
       "1:1: error: expected a command, .ub or .expect, found '.Expect'; did you mean '.expect'? "
       "Case counts."},
      {"gather_reg V0, v0, v0, b8",
       "1:12: error: expected a vector register v0..v31, found 'V0'; did you mean 'v0'? Case "
       "counts."},
      {"create_mask m0, b8, vl8",
       "1:21: error: expected a mask pattern (ALL, VL1, VL2, VL3, VL4, VL8, VL16, VL32, VL64, "
       "VL128, M3, M4, H, Q, ALLF), found 'vl8'; did you mean 'VL8'? Case counts."},
      {"load_align v0, [0X20], norm",
       "1:17: error: expected a byte address of at most 32 bits, found '0X20'; did you mean "
       "'0x20'? Case counts."},
      {"get_spr AR", "1:9: error: expected ar, found 'AR'; did you mean 'ar'? Case counts."},
      {".uh 0 b8 1",
       "1:1: error: expected a command, .ub or .expect, found '.uh'; did you mean "
       "'.ub'?"},
      {"gather v32, [0], v0, m0, b8",
       "1:8: error: expected a vector register v0..v31, found 'v32'"},
      {"gather_reg v0, m0, v0, b8", "1:16: error: expected a vector register v0..v31, found 'm0'"},
      {"gather_reg v0, v01, v0, b8",
       "1:16: error: expected a vector register v0..v31, found 'v01'"},
      {"gather_reg v, v1, v0, b8", "1:12: error: expected a vector register v0..v31, found 'v'"},
      {"create_mask m8, b8, ALL", "1:13: error: expected a mask register m0..m7, found 'm8'"},
      {"store_unalign_post [0], u4",
       "1:25: error: expected an unaligned-store register u0..u3, found 'u4'"},
      {"create_mask m0, b8, VL5",
       "1:21: error: expected a mask pattern (ALL, VL1, VL2, VL3, VL4, VL8, VL16, VL32, VL64, "
       "VL128, M3, M4, H, Q, ALLF), found 'VL5'; did you mean 'VL1'?"},
      {"create_mask m0, b9, ALL",
       "1:17: error: expected a lane width (b8, b16, b32, b64), found 'b9'; did you mean 'b8'?"},
      {"squeeze v0, v0, m0, b8x32, store_reg",
       "1:21: error: expected a lane width (b8, b16, b32, b64), found 'b8x32'"},
      {"squeeze v0, v0, m0, b8, stor_reg",
       "1:25: error: expected store_reg or no_store_reg, found 'stor_reg'; did you mean "
       "'store_reg'?"},
      {"squeeze v0, v0, m0, b8",
       "1:23: error: expected ',' and store_reg or no_store_reg, found the end of the file"},
      {"squeeze v0, v0, m0, b8\n",
       "1:23: error: expected ',' and store_reg or no_store_reg, found the end of the line"},
      {"squeeze v0, v0, m0,",
       "1:20: error: expected a lane width (b8, b16, b32, b64), found the end of the file"},
      {"squeeze v0 v0", "1:12: error: expected ',' and a vector register v0..v31, found 'v0'"},
      {"squeeze", "1:8: error: expected a vector register v0..v31, found the end of the file"},
      {"squeeze v0, v0, m0, b8, store_reg extra",
       "1:35: error: expected the end of the statement, found 'extra'"},
      {"unsqueeze v0, m0, b8, mode=elem",
       "1:21: error: expected the end of the statement, found ','"},
      {"squeeze v0, v0, m0, b8, store_reg, mode=elem",
       "1:36: error: expected an option of squeeze (merge), found 'mode'"},
      {"load_align v0, 0x20, norm", "1:16: error: expected an address in brackets, found '0x20'"},
      {"load_align v0, [0x20, norm", "1:21: error: expected ']' after the address, found ','"},
      {"load_align v0, [-32], norm",
       "1:17: error: expected a byte address of at most 32 bits, found '-32'"},
      {"load_align v0, [0x100000000], norm",
       "1:17: error: expected a byte address of at most 32 bits, found '0x100000000'"},
      {"load_align v0, [0x], norm",
       "1:17: error: expected a byte address of at most 32 bits, found '0x'"},
      {"load_block v0, [0], blk_stride=65536",
       "1:32: error: expected an unsigned number of at most 16 bits, found '65536'"},
      {"load_block v0, [0], blk_stride 2", "1:32: error: expected '=' after blk_stride, found '2'"},
      {"load_block v0, [0], blk_strid=2",
       "1:21: error: expected an option of load_block (blk_stride), found 'blk_strid'; did you "
       "mean 'blk_stride'?"},
      {"load_block v0, [0], blk_stride=2, blk_stride=2",
       "1:35: error: expected blk_stride only once, found 'blk_stride'"},
      {"load_block v0, [0], ",
       "1:21: error: expected an option of load_block (blk_stride), found the end of the file"},
      {"gather v0, [0], v0, m0, b8, merged",
       "1:29: error: expected an option of gather (merge, mode, align, row_stride, col), found "
       "'merged'; did you mean 'merge'?"},
      {"gather v0, [0], v0, m0, b8, merge, merge",
       "1:36: error: expected merge only once, found 'merge'"},
      {"gather v0, [0], v0, m0, b8, merge=1",
       "1:34: error: expected the end of the statement, found '='"},
      {"lane.select v0, v1, v2, m0, b8, merge",
       "1:31: error: expected the end of the statement, found ','"},
      {"gather v0, [0], v0, m0, b8, mode=rows",
       "1:34: error: expected an address mode (elem, byte, row), found 'rows'; did you mean "
       "'row'?"},
      {"gather v0, [0], v0, m0, b8, mode=row, col=1",
       "1:44: error: expected ',' and row_stride=…, which this command needs, found "
       "the end of the file"},
      {"set_mask m2, 18446744073709551616",
       "1:14: error: expected an unsigned number of at most 64 bits, found '18446744073709551616'"},
      {"set_mask m2, 1e5",
       "1:14: error: expected an unsigned number of at most 64 bits, found '1e5'"},
      {"clear_spr", "1:10: error: expected ar, found the end of the file"},
      {"get_spr sqzn", "1:9: error: expected ar, found 'sqzn'"},
      {"store_unalign [0], v0, u0",
       "1:26: error: expected ',' and post, normal or n=BYTES, found the end of the file"},
      {"store_unalign [0], v0, u0, pots",
       "1:28: error: expected post, normal or n=BYTES, found 'pots'; did you mean 'post'?"},
      {"store_unalign [0], v0, u0, post, n=3",
       "1:32: error: expected the end of the statement, found ','"},
      {"store_unalign [0], v0, u0, n=-1",
       "1:30: error: expected a number of bytes of at most 32 bits, found '-1'"},
      {"store_unalign_post [0], u0, ab",
       "1:29: error: expected abs, found 'ab'; did you mean 'abs'?"},
      {"vec.add b16, dst=0, src0=0, src1=0",
       "1:35: error: expected ',' and mask=…, which this command needs, found the "
       "end of the file"},
      {"vec.add b16, dst=0, src0=0, mask=1",
       "1:35: error: expected ',' and src1=…, which this command needs, found the "
       "end of the file"},
      {"vec.copy b16, src0=0, mask=1",
       "1:29: error: expected ',' and dst=…, which this command needs, found the end "
       "of the file"},
      {"vec.abs b16, dst=0, src0=0, mask=1, src1=0",
       "1:37: error: expected an option of vec.abs (repeat, dst_blk, src0_blk, dst_rep, "
       "src0_rep), found 'src1'"},
      {"vec.copy b16, dst=0, src0=0, dst_rep=256, mask=1",
       "1:38: error: expected an unsigned number of at most 8 bits, found '256'"},
      {"vec.copy b16, dst=0, src0=0, mask=0x1" + std::string(32, '0'),
       "1:35: error: expected a number of lanes of at most 128 bits, found '0x1" +
           std::string(32, '0') + "'"},
      {"vec.copy b16, dst=0, src0=0, mask=1,0x10000000000000000",
       "1:37: error: expected lanes 64 to 127 as an unsigned number of at most 64 bits, found "
       "'0x10000000000000000'"},
      {"vec.copy b16, dst=0, src0=0, mask=",
       "1:35: error: expected a number of lanes or two 64-bit masks LO,HI, found the end of the "
       "file"},
      {"vec.copy b16, dst=0, src0=0, mask=1,",
       "1:37: error: expected an option of vec.copy (repeat, dst_blk, src0_blk, dst_rep, "
       "src0_rep), found the end of the file"},
      {".ub", "1:4: error: expected a byte address of at most 32 bits, found the end of the file"},
      {".ub 0x4000 b8 1",
       "1:5: error: expected an address inside the Unified Buffer, below 0x4000, found '0x4000'"},
      {".ub 0x3ffe b16 1 2",
       "1:18: error: expected at most 1 values of b16 between 0x3ffe and the end of the Unified "
       "Buffer, found '2'"},
      {".ub 0 b32 iota 4294967295",
       "1:16: error: expected at most 4096 values of b32 between 0x0 and the end of the Unified "
       "Buffer, found '4294967295'"},
      {".ub 0 b8",
       "1:9: error: expected numbers, file \"PATH\", iota COUNT [START [STEP]] or "
       "fill COUNT VALUE, found the end of the file"},
      {".ub 0 b8 itoa 5",
       "1:10: error: expected numbers, file \"PATH\", iota COUNT [START "
       "[STEP]] or fill COUNT VALUE, found 'itoa'; did you mean 'iota'?"},
      {".ub 0 b8 256", "1:10: error: expected a number that fits b8, found '256'"},
      {".ub 0 b8 -129", "1:10: error: expected a number that fits b8, found '-129'"},
      {".ub 0 b64 -9223372036854775809",
       "1:11: error: expected a number that fits b64, found '-9223372036854775809'"},
      {".ub 0 b8 1, 2", "1:11: error: expected a number that fits b8, found ','"},
      {".ub 0 b8 fill 3", "1:16: error: expected a number that fits b8, found the end of the file"},
      {".ub 0 b8 iota 3 1 2 3", "1:21: error: expected the end of the statement, found '3'"},
      {".expect v3 b32 fill 17 0",
       "1:21: error: expected at most 16 values of b32 in a vector register, found '17'"},
      {".expect v32 b8 0", "1:9: error: expected a vector register v0..v31, found 'v32'"},
      {".expect 0 b8 iota 0",
       "1:14: error: expected something to compare with (this is no value), found 'iota'"},
      {".expect status OK", "1:9: error: expected a command before its status, found 'status'"},
      {".ub 0 b8 0\n.expect ar 0\n.expect status OK",
       "3:9: error: expected a command before its status, found 'status'"},
      {"get_spr ar\n.expect status ERR_BOUND",
       "2:16: error: expected a status (OK, ERR_OPCODE, ERR_PARAM, ERR_ALIGN, ERR_SQZ_ORDER, "
       "ERR_STREAM, ERR_BOUNDS), found 'ERR_BOUND'; did you mean 'ERR_BOUNDS'?"},
      {"get_spr ar\n.expect status ERR_PARAM mask",
       "2:26: error: expected info or the end of the statement, found 'mask'"},
      {"get_spr ar\n.expect status OK ifno 0",
       "2:19: error: expected info or the end of the statement, found 'ifno'; did you mean "
       "'info'?"},
      {"get_spr ar\n.expect stauts OK",
       "2:9: error: expected status, ar, a vector register, a mask register or a byte address, "
       "found 'stauts'; did you mean 'status'?"},
      {".expect V3 b8 0",
       "1:9: error: expected status, ar, a vector register, a mask register or a byte address, "
       "found 'V3'; did you mean 'v3'? Case counts."},
      {".expect M3 0",
       "1:9: error: expected status, ar, a vector register, a mask register or a byte address, "
       "found 'M3'; did you mean 'm3'? Case counts."},
      {".expect m8 0", "1:9: error: expected a mask register m0..m7, found 'm8'"},
      {".expect m3 b8 1",
       "1:12: error: expected the bits of a mask of at most 64 bits, found 'b8'"},
      {".expect m3 0x1_0000",
       "1:12: error: expected the bits of a mask of at most 64 bits, found '0x1_0000'"},
      {"get_spr ar // the sum",
       "1:12: error: expected the end of the statement, found '//'; a comment begins with #"},
      {"; the sum",
       "1:1: error: expected a command, .ub or .expect, found ';'; a comment begins with #"},
      {"vec.abs b32, dst=[0], src0=0, mask=8",
       "1:18: error: expected an unsigned number of at most 32 bits, found '['; here it is "
       "written without brackets"},
      {".ub [0] b8 1",
       "1:5: error: expected a byte address of at most 32 bits, found '['; here it is written "
       "without brackets"},
      {".expect -1 b8 0",
       "1:9: error: expected status, ar, a vector register, a mask register or a byte address of "
       "at "
       "most 32 bits, found '-1'"},
      {".expect ar",
       "1:11: error: expected the value of AR of at most 32 bits, found the end of "
       "the file"},
      {".expect sqzn 3",
       "1:9: error: expected status, ar, a vector register, a mask register or a byte address, "
       "found 'sqzn'"},
      {std::string("\xff\xfeg\0e\0t\0", 8),
       "1:1: error: expected text in ASCII or UTF-8, found UTF-16"},
      {std::string("get_spr ar # \0", 14), "1:14: error: expected text, found byte 0x00"},
      {"\x7f"
       "ELF",
       "1:1: error: expected a command, .ub or .expect, found byte 0x7f"},
      {"get_spr är", "1:9: error: expected ar, found byte 0xc3"},
      {"get_spr ar\rget_spr ar", "1:11: error: expected text, found byte 0x0d"},
      {std::string(100, 'x'),
       "1:1: error: expected a command, .ub or .expect, found '" + std::string(48, 'x') + "…'"},
  };
  for (const auto& [text, says] : cases) EXPECT_EQ(error(text), "p.gsq:" + says);
}

TEST(ProgramErrors, AllOfAFileAreSaid) {
  EXPECT_EQ(error("get_spr\nget_spr ar\nfrob\n.expect status OK\n.ub 0 b8 256 256\n"),
            "p.gsq:1:8: error: expected ar, found the end of the line\n"
            "p.gsq:3:1: error: expected a command, .ub or .expect, found 'frob'\n"
            "p.gsq:5:10: error: expected a number that fits b8, found '256'");
  std::string many;
  std::string says;
  for (unsigned line = 1; line <= 20; ++line) {
    many += "get_spr\n";
    says += "p.gsq:" + std::to_string(line) + ":8: error: expected ar, found the end of the line\n";
  }
  EXPECT_EQ(error(many) + "\n", says);
  EXPECT_EQ(error(many + "get_spr\n"), says + "… and 1 more");
  EXPECT_EQ(error(many + many), says + "… and 20 more");
}

TEST(ProgramErrors, AFileThatIsNoTextHasOneError) {
  EXPECT_EQ(error(std::string("get_spr\n\0frob\nfrob\n", 19)),
            "p.gsq:1:8: error: expected ar, found the end of the line\n"
            "p.gsq:2:1: error: expected text, found byte 0x00");
}

TEST(ProgramText, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(parse("\xef\xbb\xbfget_spr ar\n").at(0).place.column, 1U);
  EXPECT_TRUE(parse("\xef\xbb\xbf").empty());
  EXPECT_EQ(error("\xef\xbb\xbfget_spr"),
            "p.gsq:1:8: error: expected ar, found the end of the file");
  EXPECT_NE(error("get_spr ar\n\xef\xbb\xbfget_spr ar"), "");
}

TEST(ProgramErrors, AnySpoiltProgramIsAnsweredInALineEach) {
  const std::string program =
      ".ub 0x0 b16 iota 64 1\nvec.add b16, dst=0x200, src0=0, src1=0x80, mask=0x5,0x0, repeat=2\n"
      "set_mask m1, 0xffff\nstore_unalign [3], v1, u0, n=12\n.expect status OK info 0\n";
  for (std::size_t at = 0; at < program.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string spoilt = program;
      spoilt[at] = static_cast<char>(byte);
      std::istringstream found(error(spoilt));
      for (std::string line; std::getline(found, line);) {
        EXPECT_EQ(line.find('\r'), std::string::npos);
        EXPECT_EQ(line.rfind("p.gsq:", 0), 0U) << line;
      }
    }
    error(program.substr(0, at));
  }
}

TEST(Numbers, HexadecimalBytes) {
  EXPECT_EQ(to_hex({0x00, 0x7f, 0xa5}), "007fa5");
  EXPECT_EQ(from_hex("007fA5"), (Bytes{0x00, 0x7f, 0xa5}));
  EXPECT_TRUE(from_hex("").empty());
  for (const char* const text : {"0", "0g", "g000", "+1", "00 1"}) {
    EXPECT_THROW((void)from_hex(text), std::invalid_argument) << text;
  }
}

TEST(Files, ADeviceThatIsFullIsSaid) {
  // Found when the rest is written at the end, or at once.
  for (const std::size_t bytes : {1U, 1U << 20}) {
    try {
      write_file("/dev/full", std::string(bytes, 'x'));
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "/dev/full: cannot be written: No space left on device");
    }
  }
}

TEST(Numbers, OfTheCommandLine) {
  EXPECT_EQ(parse_number("0"), 0U);
  EXPECT_EQ(parse_number("0x10"), 16U);
  EXPECT_EQ(parse_number("4294967295"), 4294967295U);
  EXPECT_EQ(parse_number("-0"), 0U);
  for (const char* text : {"", "-1", "0x", "4294967296", "1k", " 1", "0X10", "+1", "-0x1"}) {
    EXPECT_FALSE(parse_number(text)) << text;
  }
}

}  // namespace
}  // namespace gsq
