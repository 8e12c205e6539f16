// SPDX-License-Identifier: Apache-2.0
// Running programs: what takes effect when, what is checked, how a failure reads.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gsq/programs/program.hpp"
#include "gsq/programs/statistics.hpp"

namespace gsq {
namespace {

Config small() {
  Config config;
  config.vlen_bytes = 64;
  config.ub_bytes = 16384;
  config.banks = 16;
  config.squeeze_cuts = 2;
  validate(config);
  return config;
}

/// The failures of a program on the golden model, one a line.
std::string failures(const std::string& text) {
  const auto backend = make_golden_backend(small());
  const Program program = parse_program(text, "p.gsq", small());
  std::string lines;
  for (const std::string& failure : run_program(program, *backend).failures)
    lines += failure + "\n";
  return lines;
}

const std::string kSqueeze = R"(
.ub 0 b32 iota 16 1
create_mask m0, b32, M4
load_align v0, [0], norm
squeeze v1, v0, m0, b32, store_reg
)";

TEST(Runner, AllAsExpected) {
  EXPECT_EQ(failures(kSqueeze + R"(.expect status OK info 16
.expect v1 b32 1 5 9 13 0
.expect ar 0
store_unalign [0x40], v1, u0, post
.expect ar 16
store_unalign_post [0x40], u0
.expect 0x40 b32 1 5 9 13
store_unalign [0x40], v1, u0, post
.expect status ERR_SQZ_ORDER)"),
            "");
}

TEST(Runner, StatisticsOfARunWithoutTime) {
  const auto read = statistics_json({}, small(), 0, BankUse{}, Bounds{});
  EXPECT_EQ(read.at("totals").at("commands"), 0U);
  EXPECT_EQ(read.at("totals").at("bank_utilisation"), 0.0);
}

TEST(Runner, StartsFromZero) {
  EXPECT_EQ(failures(".expect ar 0\n.expect 0 b64 fill 2048 0\n.expect v31 b8 fill 64 0\n"
                     "store_unalign_post [5], u3"),
            "");
}

TEST(Runner, UbTakesEffectAtItsPlace) {
  EXPECT_EQ(failures(".ub 0 b8 1\nload_align v0, [0], norm\n.ub 0 b8 2\n.expect v0 b8 1\n"
                     "load_align v0, [0], norm\n.expect v0 b8 2\n.ub 0 b8 3\n.expect 0 b8 3"),
            "");
}

constexpr const char* kMisaligned = "  address 0x1 is not a multiple of 32, the bytes of a block\n";

TEST(Runner, CommandThatFailsUnannounced) {
  EXPECT_EQ(failures("create_mask m0, b8, ALL\n  load_align v0,  [1], norm # odd"),
            "p.gsq:2:3: error: expected OK, got ERR_ALIGN info 0 from: load_align v0, [1], norm\n" +
                std::string(kMisaligned));
}

TEST(Runner, WrongStatus) {
  EXPECT_EQ(failures("get_spr ar\n.expect status ERR_BOUNDS"),
            "p.gsq:2:1: error: expected ERR_BOUNDS, got OK info 0 from: get_spr ar\n");
  EXPECT_EQ(failures("store_unalign [0], v0, u0, n=65\n.expect status ERR_PARAM info 2"),
            "p.gsq:2:1: error: expected ERR_PARAM info 2 (repeat), got ERR_PARAM info 4 (n) from: "
            "store_unalign [0], v0, u0, n=65\n"
            "  n=65, at most the 64 bytes of a vector register are expected\n");
  EXPECT_EQ(failures("store_unalign [0], v0, u0, n=65\n.expect status ERR_PARAM"), "");
}

TEST(Runner, FailuresAreExplainedByTheStateOfTheirTime) {
  // The index register changes after the command that failed.
  EXPECT_EQ(
      failures(".ub 0 b32 0 4 0x1000\nload_align v0, [0], norm\ncreate_mask m0, b32, VL4\n"
               "gather v1, [0], v0, m0, b32\nload_align v0, [0x40], norm\n"
               ".expect v0 b32 0"),
      "p.gsq:4:1: error: expected OK, got ERR_BOUNDS info 2 from: gather v1, [0], v0, m0, b32\n"
      "  lane 2: index 4096 gives address 0x0 + 4096*4 = 0x4000; 4 bytes there end at 0x4004, "
      "but UB ends at 0x4000\n");
}

TEST(Runner, StatusIsAboutTheCommandJustBefore) {
  EXPECT_EQ(failures("load_align v0, [1], norm\n.expect ar 0\n.ub 0 b8 1\n"
                     ".expect status ERR_ALIGN\nget_spr ar"),
            "");
  EXPECT_EQ(failures("load_align v0, [1], norm\nget_spr ar\n.expect status OK"),
            "p.gsq:1:1: error: expected OK, got ERR_ALIGN info 0 from: load_align v0, [1], norm\n" +
                std::string(kMisaligned));
}

TEST(Runner, WrongData) {
  EXPECT_EQ(failures(".ub 0x20 b16 1 2 3\n.expect 0x20 b16 1 -1 4"),
            "p.gsq:2:1: error: expected 65535 (0xffff) at address 0x0022 (b16), got 2 (0x2); 2 of "
            "3 values differ\n");
  EXPECT_EQ(failures(".ub 0 b8 1 2 3\nload_align v7, [0], norm\n.expect v7 b8 1 2 4"),
            "p.gsq:3:1: error: expected 4 (0x4) in v7 lane 2 (b8), got 3 (0x3); 1 of 3 values "
            "differ\n");
  EXPECT_EQ(failures(kSqueeze + "store_unalign [0], v1, u0, post\n.expect ar 12"),
            "p.gsq:7:1: error: expected AR 12, got 16\n");
}

TEST(Runner, WrongMask) {
  EXPECT_EQ(failures("create_mask m0, b32, M4\n.expect m0 0x0001000100010001\n"
                     "set_mask m1, 0x8000000000000001\n.expect m1 0x8000000000000001\n"
                     ".expect m2 0"),
            "");
  EXPECT_EQ(failures("create_mask m0, b32, M4\n.expect m0 0x11\n.expect m0 0"),
            "p.gsq:2:1: error: expected 0x11 in m0, got 0x1000100010001; the lowest bit that "
            "differs is bit 4\n"
            "p.gsq:3:1: error: expected 0x0 in m0, got 0x1000100010001; the lowest bit that "
            "differs is bit 0\n");
}

TEST(Runner, FailuresComeInTheOrderOfTheProgram) {
  const std::string text =
      failures("load_align v0, [1], norm\n.expect ar 1\nload_align v0, [2], norm\n.expect ar 2");
  std::size_t at = 0;
  for (unsigned line = 1; line <= 4; ++line) {
    at = text.find("p.gsq:" + std::to_string(line) + ":1: error: ", at);
    ASSERT_NE(at, std::string::npos) << text;
  }
}

TEST(Runner, ResultsAreThoseOfTheCommandsInOrder) {
  const auto backend = make_golden_backend(small());
  const Program program = parse_program(kSqueeze + ".expect ar 0\nget_spr ar", "p.gsq", small());
  const RunResult result = run_program(program, *backend);
  ASSERT_EQ(result.commands.size(), 4U);
  EXPECT_EQ(result.commands[2].statement->place.line, 5U);
  EXPECT_EQ(result.commands[2].completion.response.info, 16U);
  EXPECT_EQ(result.commands[3].statement, &program.back());
}

/// Counts what is queued, to see that commands between two state accesses run as one batch.
class CountingBackend final : public Backend {
 public:
  [[nodiscard]] const Config& config() const override { return golden_->config(); }
  void submit(const Command& command, Label label) override {
    labels.push_back(to_text(label));
    golden_->submit(command, label);
  }
  void preload_v(unsigned index, std::vector<std::uint8_t> bytes) override {
    golden_->preload_v(index, std::move(bytes));
  }
  std::vector<Completion> drain() override {
    ++drains;
    std::vector<Completion> done = golden_->drain();
    if (!explains) {
      for (Completion& completion : done) completion.fault.reset();
    }
    return done;
  }
  std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) override {
    return golden_->read_ub(address, bytes);
  }
  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) override {
    golden_->write_ub(address, bytes);
  }
  const std::vector<std::uint8_t>& read_v(unsigned index) override {
    return golden_->read_v(index);
  }
  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) override {
    golden_->write_v(index, bytes);
  }
  const std::vector<std::uint8_t>& read_m(unsigned index) override {
    return golden_->read_m(index);
  }
  void write_m(unsigned index, const std::vector<std::uint8_t>& bits) override {
    golden_->write_m(index, bits);
  }
  std::uint32_t read_ar() override { return golden_->read_ar(); }
  [[nodiscard]] std::uint64_t cycles() const override { return 0; }

  std::vector<std::string> labels;
  int drains{};
  bool explains{true};  ///< otherwise as a backend without a golden model

 private:
  std::unique_ptr<Backend> golden_ = make_golden_backend(small());
};

TEST(Runner, WithoutAModelTheReasonIsToBeHadElsewhere) {
  CountingBackend backend;
  backend.explains = false;
  const Program program = parse_program("load_align v0, [1], norm", "p.gsq", small());
  const RunResult result = run_program(program, backend);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_EQ(result.failures[0],
            "p.gsq:1:1: error: expected OK, got ERR_ALIGN info 0 from: load_align v0, [1], norm\n"
            "  for the reason, run on a backend with the golden model (golden, lockstep)");
}

TEST(Runner, DrainsBeforeItLooksAtState) {
  CountingBackend backend;
  EXPECT_TRUE(run_program(parse_program(".expect ar 0\n.expect 0 b8 0", "p.gsq", small()), backend)
                  .failures.empty());
  EXPECT_EQ(backend.drains, 1);
}

TEST(Runner, BatchesBetweenStateAccesses) {
  CountingBackend backend;
  const Program program = parse_program(
      "clear_spr ar\n.expect status OK\nget_spr  ar # x\n.expect ar 0\n.expect 0 b8 0\n.ub 0 b8 1\n"
      "get_spr ar",
      "p.gsq", small());
  EXPECT_TRUE(run_program(program, backend).failures.empty());
  EXPECT_EQ(backend.drains, 2);
  EXPECT_EQ(backend.labels,
            (std::vector<std::string>{"p.gsq:1: clear_spr ar", "p.gsq:3: get_spr ar",
                                      "p.gsq:7: get_spr ar"}));
}

}  // namespace
}  // namespace gsq
