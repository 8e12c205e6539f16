// SPDX-License-Identifier: Apache-2.0
// What a program of kernels prints where something fails.
#include <gmock/gmock.h>

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

/// The golden model in the place of the RTL.
class NoRtl : public kernel::LinkedRtl {
 public:
  [[nodiscard]] const Config& config() const override { return config_; }
  std::unique_ptr<Backend> make(const kernel::ProgramOptions& /*options*/) override {
    return make_golden_backend(config_);
  }
  std::string chart(const kernel::RecordingBackend& run) override {
    return "chart of " + std::to_string(run.commands().size()) + " commands\n";
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
       "--backend: expected golden, rtl or lockstep, found 'rtll'; did you mean 'rtl'?"},
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
  EXPECT_THAT(said.out, HasSubstr("chart of 1 commands"));
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
  EXPECT_THAT(said.out, HasSubstr("chart of 2 commands"));
  EXPECT_THAT(said.err, HasSubstr("record.gsq"));
  EXPECT_THAT(said.err, HasSubstr("LoadAlign at kernel_session_test.cpp"));
}

}  // namespace
}  // namespace gsq::testing
