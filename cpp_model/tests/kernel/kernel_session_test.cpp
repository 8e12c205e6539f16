// SPDX-License-Identifier: Apache-2.0
// What a program of kernels prints where something fails.
#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"
#include "kernel/kernel_fixture.hpp"
#include "kernel/program_runner.hpp"

namespace gsq::testing {
namespace {

using ::testing::HasSubstr;

/// The cycle model in the place of the RTL.
class NoRtl : public kernel::LinkedRtl {
 public:
  [[nodiscard]] const Config& config() const override { return config_; }
  std::unique_ptr<Backend> make(const kernel::ProgramOptions& /*options*/,
                                const Surroundings& surroundings) override {
    return make_cycle_backend(config_, surroundings);
  }

 private:
  Config config_ = full_config();
};

struct Said {
  int status;
  std::string out;
  std::string err;
};

/// Where the record goes. Kernels remove it, so that the record cannot be written in the end.
std::filesystem::path folder() {
  return std::filesystem::path(::testing::TempDir()) / "gsq_kernel_session_test";
}

Said run_with(std::vector<std::string> words, void (*body)(kernel::Session&)) {
  NoRtl rtl;
  words.insert(words.begin(), "program");
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  const int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int status = kernel::run_program(count, arguments.data(), {body, nullptr}, &rtl);
  std::string out = ::testing::internal::GetCapturedStdout();
  return {status, std::move(out), ::testing::internal::GetCapturedStderr()};
}

Said run(void (*body)(kernel::Session&)) {
  std::filesystem::create_directory(folder());
  return run_with({"--trace", "--record", folder() / "record.gsq"}, body);
}

TEST(KernelSession, WrongCommandLinesAreSaidInOurWords) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--bakend", "golden"}, "expected an option, found '--bakend'; did you mean '--backend'?"},
      {{"--backend", "rtll"},
       "--backend: expected golden, cycle, rtl or lockstep, found 'rtll'; did you mean 'rtl'?"},
      {{"--lookahead", "0"}, "--lookahead: expected a whole number from 1 on, found '0'"},
      {{"--stall", "100"}, "--stall: expected a whole number from 0 to 99, found '100'"},
      {{"--seed"}, "--seed: expected a value, found none"},
      {{"--seed", "1", "--seed", "2"}, "--seed: expected once, found 2 times"},
      {{"--seed", "-1"}, "--seed: expected a whole number below 2^64, found '-1'"},
      {{"--trace=3"}, "--trace: expected without a value"},
      {{"more"}, "expected the end of the command line, found 'more'"}};
  for (const auto& [words, says] : cases) {
    const Said said = run_with(words, [](kernel::Session&) { FAIL() << "was run"; });
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err, "program: error: " + says + " (--help says more)\n");
  }
}

TEST(KernelSession, TheChartIsThereThoughTheRecordCannotBeWritten) {
  const Said said = run([](kernel::Session& s) {
    std::filesystem::remove(folder());
    s.launch([] {});
  });
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("clear_spr ar                         TDEIZ"));
  EXPECT_THAT(said.err, HasSubstr("record.gsq"));
}

TEST(KernelSession, TheChartOfAKernelThatFailsIsThereToo) {
  const Said said = run([](kernel::Session& s) {
    std::filesystem::remove(folder());
    s.launch([&] {
      AscendC::Reg::RegTensor<float> value;
      AscendC::Reg::LoadAlign(value, s.at<float>(4));
    });
  });
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("load_align v0, [0x0004], norm         TDEIZ"));
  EXPECT_THAT(said.err, HasSubstr("record.gsq"));
  EXPECT_THAT(said.err, HasSubstr("LoadAlign at kernel_session_test.cpp"));
}

TEST(KernelSession, PartsOfAChartNeedTheChart) {
  const Said said = run_with({"--from", "3"}, [](kernel::Session& /*session*/) {});
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("--from, --to, --commands: expected --trace"));
}

TEST(KernelSession, AnAccessOfTheProgramItselfSaysSo) {
  // Not through run_with, which captures what the message goes to.
  const auto read_ub = [] {
    std::string name = "program";
    std::array<char*, 2> words{name.data(), nullptr};
    const auto body = [](kernel::Session& session) {
      static_cast<void>(*static_cast<volatile int*>(session.at<int>(0x804)));
    };
    kernel::run_program(1, words.data(), {body, nullptr}, nullptr);
  };
  EXPECT_DEATH(read_ub(), "the program itself read or wrote UB address 0x804 through a pointer");
}

TEST(KernelSession, APointerBeyondUbSaysHowFar) {
  const auto error = [](int offset) {
    static int bytes;
    bytes = offset;
    return run_with({},
                    [](kernel::Session& session) {
                      AscendC::Reg::RegTensor<float> lanes;
                      AscendC::Reg::LoadAlign(lanes, session.at<float>(0) + bytes / 4);
                    })
        .err;
  };
  EXPECT_THAT(error(0x40020), HasSubstr("the pointer is at 0x40020 in UB, which ends at 0x40000"));
  EXPECT_THAT(error(-32), HasSubstr("the pointer is 32 bytes before the begin of UB"));
  EXPECT_THAT(error(0x400000), HasSubstr("found one into other memory"));
}

TEST(KernelSession, ARegisterThatNothingHasWrittenIsNamed) {
  const Said said = run_with({}, [](kernel::Session& session) {
    session.launch([&] {
      AscendC::Reg::RegTensor<float> lanes;
      AscendC::Reg::StoreAlign(session.at<float>(0), lanes, AscendC::Reg::CreateMask<float>());
    });
  });
  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.err, HasSubstr("warning: StoreAlign at kernel_session_test.cpp:"));
  EXPECT_THAT(said.err, HasSubstr("reads a register that nothing has written"));

  const Said written = run_with({}, [](kernel::Session& session) {
    session.launch([&] {
      AscendC::Reg::RegTensor<float> lanes;
      AscendC::Reg::LoadAlign(lanes, session.at<float>(0));
      AscendC::Reg::StoreAlign(session.at<float>(0), lanes, AscendC::Reg::CreateMask<float>());
    });
  });
  EXPECT_EQ(written.err, "");
}

TEST(KernelSession, AConstantForAnotherVectorLengthIsNamed) {
  const auto body = [](kernel::Session& /*session*/) {
    constexpr std::uint32_t kLanes = AscendC::GetVecLen() / sizeof(float);
    static_assert(kLanes == 64);
  };
  EXPECT_EQ(run_with({}, body).err, "");
  EXPECT_THAT(run_with({"--backend", "golden", "--config", "tiny"}, body).err,
              HasSubstr("the constant 256, but vectors of the unit have 32 bytes: compile it with "
                        "-DGSQ_KERNEL_VL=32"));
}

TEST(KernelSession, AFailedCheckSaysHowMuchDiffers) {
  const Said said = run_with({}, [](kernel::Session& session) {
    session.check_equal(std::vector<int>{1, 2, 3, 4}, {1, 5, 3, 6}, "numbers");
  });
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.err, HasSubstr("numbers: expected 5 at place 1, found 2; 2 of 4 values differ"));
}

TEST(KernelSession, AFileOfAConfigurationEndsInJson) {
  const Said said = run_with({"--backend", "golden", "--config", GSQ_SOURCE_DIR "/README.md"},
                             [](kernel::Session& /*s*/) {});
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("or of a file that ends in .json"));
}

}  // namespace
}  // namespace gsq::testing
