// SPDX-License-Identifier: Apache-2.0
// What a program of kernels prints where something fails.
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"
#include "kernel_fixture.hpp"
#include "runtime/program_runner.hpp"

namespace gsq::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The cycle model in the place of the RTL.
class NoRtl : public kernel::LinkedRtl {
 public:
  [[nodiscard]] const Config& config() const override { return config_; }
  std::unique_ptr<Backend> make(const kernel::ProgramOptions& /*options*/,
                                const Surroundings& surroundings) override {
    return make_cycle_backend(config_, surroundings);
  }

 private:
  Config config_ = named_config("full");
};

struct Said {
  int status;
  std::string out;
  std::string err;
};

/// Where the record goes. Kernels remove it, so that the record cannot be written in the end.
std::filesystem::path folder() {
  return std::filesystem::path(::testing::TempDir()) /
         ("gsq_kernel_session_test_" + std::to_string(getpid()));
}

/// Runs a program with these words behind its name.
Said said_by(const std::function<int(int, char**)>& program, std::vector<std::string> words) {
  words.insert(words.begin(), "program");
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  const int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int status = program(count, arguments.data());
  std::string out = ::testing::internal::GetCapturedStdout();
  return {status, std::move(out), ::testing::internal::GetCapturedStderr()};
}

Said run_with(std::vector<std::string> words, void (*body)(kernel::Session&)) {
  NoRtl rtl;
  return said_by(
      [&](int argc, char** argv) {
        return kernel::run_program(argc, argv, {body, nullptr}, &rtl);
      },
      std::move(words));
}

/// A program that is linked with the models alone.
Said run_models(std::vector<std::string> words, void (*body)(kernel::Session&)) {
  return said_by([&](int argc, char** argv) { return kernel::run(argc, argv, body); },
                 std::move(words));
}

/// One that has a main of its own.
Said run_main(std::vector<std::string> words, int (*main)(int, char**)) {
  return said_by([&](int argc, char** argv) { return kernel::run_around(argc, argv, main); },
                 std::move(words));
}

/// An array of `size` vectors goes through registers, and each of its numbers becomes one more.
template <std::size_t size>
void add_one(kernel::Session& s) {
  s.launch([&] {
    const auto all = AscendC::Reg::CreateMask<float>();
    std::array<AscendC::Reg::RegTensor<float>, size> vectors;
    for (std::size_t i = 0; i < size; ++i) {
      AscendC::Reg::LoadAlign(vectors.at(i), s.at<float>(0) + 64 * i);
    }
    for (std::size_t i = 0; i < size; ++i) {
      AscendC::Reg::Adds(vectors.at(i), vectors.at(i), 1.0F, all);
      AscendC::Reg::StoreAlign(s.at<float>(0) + 64 * i, vectors.at(i), all);
    }
  });
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
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
  EXPECT_THAT(error(-32), HasSubstr("the pointer is 32 bytes before the beginning of UB"));
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

TEST(KernelSession, OptionsThatTheProgramCannotFollowAreSaid) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--backend", "golden", "--waves", "w.fst"},
       "--waves: expected --backend rtl or lockstep; models have no waves"},
      {{"--backend", "golden", "--stall", "10"},
       "--stall: expected another --backend; the golden model has no time"},
      {{"--backend", "golden", "--trace"},
       "--trace: expected --backend cycle or lockstep, which know where commands are"},
      {{"--backend", "rtl", "--trace"},
       "--trace: expected --backend cycle or lockstep, which know where commands are"},
      {{"--to", "3"}, "--from, --to, --commands: expected --trace, whose chart they are for"},
      {{"--commands", "1..2"},
       "--from, --to, --commands: expected --trace, whose chart they are for"},
      {{"--config", "tiny"},
       "--config tiny: the RTL of this program is that of full; link it with gsq::rtl_tiny, or use "
       "--backend golden or cycle"},
      {{"--waves", "/"}, "--waves '/': expected the name of a file that can be written"},
      {{"--stats", "no/such/folder"},
       "--stats 'no/such/folder': expected the name of a file that can be written"},
      {{"--record", "no/such/folder"},
       "--record 'no/such/folder': expected the name of a file that can be written"}};
  for (const auto& [words, says] : cases) {
    const Said said = run_with(words, [](kernel::Session&) { FAIL() << "was run"; });
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err, "program: error: " + says + "\n");
  }
  for (const char* const option : {"--config", "--set"}) {
    const Said said = run_with({"--backend", "golden", option, "Banks=5"},
                               [](kernel::Session&) { FAIL() << "was run"; });
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.err, HasSubstr(std::string("program: error: ") + option + ": "));
  }
}

TEST(KernelSession, TheConfigurationOfTheRtlMayBeNamedInAnyWay) {
  const auto body = [](kernel::Session& session) { session.check(true, "runs"); };
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--config", "full"},
        std::vector<std::string>{"--config", GSQ_SOURCE_DIR "/configs/full.json"},
        std::vector<std::string>{"--set", "Banks=" + std::to_string(full_config().banks)}}) {
    const Said said = run_with(words, body);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("checks    1 done, 0 failures"));
  }
}

TEST(KernelSession, AProgramOfModelsAloneHasNoRtl) {
  const auto body = [](kernel::Session& session) { add_one<1>(session); };
  const Said golden = run_models({"--repeat", "2"}, body);
  EXPECT_EQ(golden.status, 0);
  EXPECT_THAT(golden.out, StartsWith("backend   golden, configuration full\n"
                                     "checks    0 done, 0 failures\n"
                                     "commands  "));
  const Said lockstep = run_models({"--backend", "lockstep"}, body);
  EXPECT_EQ(lockstep.status, 2);
  EXPECT_EQ(lockstep.err,
            "program: error: --backend lockstep: this program is linked with the models alone; "
            "link it with gsq::rtl_CONFIG\n");
  const Said help = run_models({"--help"}, body);
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("Runs kernels on the gather, scatter and squeeze unit."));
}

TEST(KernelSession, AMainOfItsOwnGetsTheOtherWords) {
  const auto main = [](int argc, char** argv) {
    return argc == 3 && std::string(argv[1]) == "one" && std::string(argv[2]) == "two" ? 5 : 6;
  };
  const Said said = run_main({"one", "--backend", "cycle", "two"}, main);
  EXPECT_EQ(said.status, 5);
  EXPECT_THAT(said.out, HasSubstr("\nlaunches  "));
  const Said again = run_main({"--repeat", "2"}, main);
  EXPECT_EQ(again.status, 2);
  EXPECT_EQ(again.err,
            "program: error: --repeat: expected a program made of a Session; others run once\n");
}

/// A kernel that a main calls as a function; `wrong`: its load is refused, and nothing waits for
/// it.
void call_a_kernel(bool wrong) {
  AscendC::Reg::RegTensor<float> value;
  auto* const place = static_cast<float*>(kernel::Unit::current("test").pointer(0));
  AscendC::Reg::LoadAlign(value, place + (wrong ? 1 : 0));
}

TEST(KernelSession, AMainMayCallKernelsWithoutALaunch) {
  const auto main = [](int argc, char** /*argv*/) {
    call_a_kernel(argc > 1);
    return 3;
  };
  const Said said = run_main({"--backend", "cycle"}, main);
  EXPECT_EQ(said.status, 3);
  EXPECT_THAT(said.out, HasSubstr(", and kernels that were called without one\ncommands  "));
  EXPECT_THAT(said.out, HasSubstr(" from the first issue to the last answer\n"));
  const Said wrong = run_main({"wrong"}, main);
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr("LoadAlign at kernel_session_test.cpp:"));
}

/// The exit status of a program that calls exit(3) after its kernel. Not through run_main, which
/// captures what a message goes to.
void run_to_exit(bool wrong) {
  std::string name = "program";
  std::string word = "wrong";
  std::array<char*, 3> words{name.data(), word.data(), nullptr};
  if (!wrong) words[1] = nullptr;
  const auto main = [](int argc, char** /*argv*/) -> int {
    call_a_kernel(argc > 1);
    std::exit(3);  // NOLINT(concurrency-mt-unsafe): there is one thread
  };
  kernel::run_around(wrong ? 2 : 1, words.data(), main);
}

TEST(KernelSession, AMainThatCallsExitEndsLikeOneThatReturns) {
  EXPECT_EXIT(run_to_exit(false), ::testing::ExitedWithCode(3), "");
  EXPECT_EXIT(run_to_exit(true), ::testing::ExitedWithCode(1),
              "LoadAlign at kernel_session_test.cpp:");
}

TEST(KernelSession, AProgramOfASessionMayBeInsideAMainAroundIt) {
  const auto main = [](int argc, char** argv) {
    const int status = kernel::run(argc, argv, [](kernel::Session& session) {
      add_one<1>(session);
      session.check(false, "this does not hold");
    });
    return status == 1 ? 7 : 0;
  };
  const Said said = run_main({"--backend", "golden", "--config", "full", "--repeat", "2"}, main);
  EXPECT_EQ(said.status, 7);
  EXPECT_EQ(said.err, "check failed: this does not hold\ncheck failed: this does not hold\n");
  EXPECT_THAT(said.out, StartsWith("backend   golden, configuration full\n"
                                   "checks    2 done, 2 failures\n"));
  const Said more = run_main({"more"}, main);
  EXPECT_EQ(more.status, 0);  // as 2, of run, is not 1
  EXPECT_EQ(more.err,
            "program: error: expected the end of the command line, found 'more' (--help says "
            "more)\n");
  const auto twice = [](int argc, char** argv) {
    return kernel::run_around(
        argc, argv, [](int count, char** words) { return count == 2 ? words[1][0] - '0' : 0; });
  };
  EXPECT_EQ(run_main({"5"}, twice).status, 5);
}

TEST(KernelSession, TheReportSaysWhatIsNotTimed) {
  const auto body = [](kernel::Session& session) { add_one<40>(session); };
  const Said said = run_with({}, body);
  EXPECT_THAT(said.out, HasSubstr(" operations of the processor in "));
  EXPECT_THAT(said.out, HasSubstr(" fetched back, by the processor: not timed\n"));
  EXPECT_THAT(said.out, HasSubstr(" from the first issue to the last answer\n"));
  EXPECT_THAT(said.out, HasSubstr(" cycles, the larger of commands and bank cycles: "));
}

TEST(KernelSession, FilesThatOptionsAskFor) {
  std::filesystem::create_directory(folder());
  const auto stats = folder() / "stats.json";
  const auto record = folder() / "record.gsq";
  // A file that is there is written again; without a folder the file goes where the program runs.
  std::ofstream(stats) << "old";
  const Said said = run_with({"--stats", stats, "--record", record, "--waves", "w.fst"},
                             [](kernel::Session& session) { add_one<1>(session); });
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("written   w.fst\n"));
  const auto read = nlohmann::json::parse(text_of(stats));
  EXPECT_EQ(read.at("config").at("Banks"), full_config().banks);
  ASSERT_EQ(read.at("commands").size(), 4U);  // of which each launch begins with one
  EXPECT_EQ(read.at("commands").at(1).at("op"), "create_mask");
  EXPECT_GT(read.at("commands").at(1).at("line"), 60U);
  EXPECT_EQ(read.at("totals").at("commands"), 4U);
  EXPECT_THAT(text_of(record),
              HasSubstr("# Commands of a program of kernels on configuration full"));
  EXPECT_THAT(text_of(record), HasSubstr("\nstore_align [0x0000], v"));
  std::filesystem::remove_all(folder());
}

TEST(KernelSession, WritesThroughBackDoorsAreRecorded) {
  const auto golden = make_golden_backend(full_config());
  kernel::RecordingBackend run(*golden);
  run.preload_v(3, std::vector<std::uint8_t>(full_config().vlen_bytes, 7));
  run.write_v(4, std::vector<std::uint8_t>(full_config().vlen_bytes, 8));
  run.write_m(5, std::vector<std::uint8_t>(full_config().vlen_bytes, 1));
  run.write_ub(0x40, {9, 10});
  std::filesystem::create_directory(folder());
  const std::string file = run.recorder().save(folder() / "record.gsq", {});
  for (const char* const place : {"v3", "v4", "m5", "0x40"}) {
    EXPECT_THAT(text_of(file), HasSubstr(place));
  }
  std::filesystem::remove_all(folder());
}

TEST(KernelSession, ChecksCount) {
  const Said said = run_with({}, [](kernel::Session& session) {
    session.check(true, "this holds");
    session.check(false, "this does not");
    session.check_equal(std::vector<int>{1, 2}, {1, 2}, "equal");
    session.check_equal(std::vector<int>{1, 2}, {1}, "sizes");
  });
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("checks    4 done, 2 failures\n"));
  EXPECT_EQ(said.err,
            "check failed: this does not\n"
            "check failed: sizes: expected 1 values, found 2\n");
}

TEST(KernelSession, WordsBeginBlocks) {
  EXPECT_EQ(kernel::in_blocks({1, 2, 3}, 2),
            (std::vector<std::uint32_t>{1, 2, 0, 0, 0, 0, 0, 0, 3}));
  EXPECT_TRUE(kernel::in_blocks({}, 2).empty());
}

TEST(KernelSession, AFileOfAConfigurationEndsInJson) {
  const Said said = run_with({"--backend", "golden", "--config", GSQ_SOURCE_DIR "/README.md"},
                             [](kernel::Session& /*s*/) {});
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("or of a file that ends in .json"));
}

}  // namespace
}  // namespace gsq::testing
