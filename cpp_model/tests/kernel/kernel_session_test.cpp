// SPDX-License-Identifier: Apache-2.0
// What a program of kernels prints where something fails.
#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

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

Said run(void (*body)(kernel::Session&)) {
  std::filesystem::create_directory(folder());
  NoRtl rtl;
  std::array<std::string, 4> words{"program", "--trace", "--record", folder() / "record.gsq"};
  std::array<char*, 5> arguments{words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                                 nullptr};
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int status = kernel::run_program(4, arguments.data(), {body, nullptr}, &rtl);
  std::string out = ::testing::internal::GetCapturedStdout();
  return {status, std::move(out), ::testing::internal::GetCapturedStderr()};
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
