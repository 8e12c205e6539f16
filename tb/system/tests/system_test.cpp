// SPDX-License-Identifier: Apache-2.0
// Tests of the whole unit that programs cannot express: reset during commands, the host port, a
// response port that is not ready. Every cycle is in lockstep.
#include <Vgsq_top.h>
#include <gtest/gtest.h>
#include <gtkwave/fstapi.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "common/assertions.hpp"
#include "common/clock.hpp"
#include "common/signal.hpp"
#include "common/verilated_print.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/programs/recorder.hpp"
#include "gsq/stimulus/random.hpp"
#include "system/rtl_backend.hpp"

namespace {

const gsq::Config& config() {
  static const gsq::Config config = gsq::load_config(GSQ_CONFIG_FILE);
  return config;
}

tb::RtlOptions lockstep(unsigned stall_percent, std::uint64_t seed) {
  tb::RtlOptions options;
  options.lockstep = true;
  options.stall_percent = stall_percent;
  options.seed = seed;
  options.rerun = "this test";
  return options;
}

gsq::Command make(gsq::Opcode op) {
  gsq::Command command;
  command.op = op;
  command.width = gsq::Width::B8;
  return command;
}

/// Stores a whole v1 at 0, one access of each column a beat.
gsq::Command store() {
  gsq::Command command = make(gsq::Opcode::StoreAlign);
  command.vs = 1;
  return command;
}

void submit_random(tb::RtlBackend& backend, gsq::RandomCommands& random, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    backend.submit(random.next(), "random command " + std::to_string(i));
  }
}

TEST(System, ResetInMidCommandThenLockstepGoesOn) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    tb::RtlBackend backend(config(), lockstep(seed % 3 == 0 ? 40 : 0, seed));
    gsq::RandomCommands random(config(), seed, seed % 2 == 0 ? "all" : "window");
    for (const gsq::Fill& fill : random.refill()) backend.write_ub(fill.address, fill.bytes);
    backend.start_host_traffic(random.host_region());
    submit_random(backend, random, 150);
    backend.run(20 + 7 * seed);
    ASSERT_GT(backend.accepted(), backend.answered())
        << "nothing was in flight: choose other cycles";
    backend.reset(1 + seed % 3);
    EXPECT_EQ(backend.accepted(), backend.answered());
    backend.drain();  // commands that were not accepted before the reset, on the state after it
    submit_random(backend, random, 100);
    EXPECT_GE(backend.drain().size(), 100U);
    EXPECT_EQ(backend.compared_cycles(), backend.cycles());
  }
}

/// One create_mask in D0 when the reset comes, and the ones before it in the stages that follow.
TEST(System, ResetKeepsTheMasksOfCommandsThatHaveLeftD0) {
  for (unsigned count = 1; count <= gsq::kNumMregs; ++count) {
    tb::RtlBackend backend(config(), lockstep(0, 1));
    for (unsigned m = 0; m < count; ++m) {
      gsq::Command mask = make(gsq::Opcode::CreateMask);
      mask.m = static_cast<std::uint8_t>(m);
      backend.submit(mask, "create_mask");
    }
    while (backend.accepted() != count) backend.run(1);  // the last one is in D0 then
    backend.reset(1);
    backend.drain();  // compares the masks
  }
}

TEST(System, ResetClearsAr) {
  tb::RtlBackend backend(config(), lockstep(0, 1));
  gsq::Command all = make(gsq::Opcode::CreateMask);
  gsq::Command squeeze = make(gsq::Opcode::Squeeze);
  squeeze.store_reg = true;
  gsq::Command stream = make(gsq::Opcode::StoreUnalign);
  stream.post = true;
  for (const auto& command : {all, squeeze, stream}) backend.submit(command, "stream");
  backend.drain();
  EXPECT_EQ(backend.read_ar(), config().vlen_bytes);
  backend.reset(1);
  backend.drain();
  EXPECT_EQ(backend.read_ar(), 0U);
}

/// A stream of whole vectors up to the end of UB: AR reaches UbBytes, its highest value.
TEST(System, ArReachesTheSizeOfUb) {
  tb::RtlBackend backend(config(), lockstep(0, 1));
  backend.submit(make(gsq::Opcode::CreateMask), "create_mask");
  gsq::Command squeeze = make(gsq::Opcode::Squeeze);
  squeeze.store_reg = true;
  gsq::Command stream = make(gsq::Opcode::StoreUnalign);
  stream.post = true;
  for (std::uint32_t at = 0; at < config().ub_bytes; at += config().vlen_bytes) {
    backend.submit(squeeze, "squeeze");
    backend.submit(stream, "store_unalign");
    backend.submit(make(gsq::Opcode::GetSpr), "get_spr");
  }
  backend.drain();
  EXPECT_EQ(backend.read_ar(), config().ub_bytes);
  backend.submit(squeeze, "squeeze");
  backend.submit(stream, "store_unalign");  // ERR_BOUNDS
  backend.submit(make(gsq::Opcode::ClearSpr), "clear_spr");
  backend.drain();
  EXPECT_EQ(backend.read_ar(), 0U);
}

/// Every power of two that is a legal row stride, with lanes in the first two rows and beyond.
TEST(System, RowStridesUpToHalfOfUb) {
  tb::RtlBackend backend(config(), lockstep(0, 1));
  std::vector<std::uint8_t> rows(config().vlen_bytes);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint8_t>(i % 2);
  rows[rows.size() / 4] = 2;
  backend.write_ub(0, rows);
  backend.submit(make(gsq::Opcode::LoadAlign), "load_align");
  for (std::uint32_t count = 1; count <= 2; ++count) {  // the second mask has the lane of row 2
    gsq::Command mask = make(gsq::Opcode::UpdateMask);
    mask.n = config().vlen_bytes / 4 * count;
    backend.submit(mask, "update_mask");
    for (std::uint32_t stride = 1; stride < config().ub_bytes; stride *= 2) {
      gsq::Command gather = make(gsq::Opcode::Gather);
      gather.vd = 1;
      gather.form = gsq::Form::B8;
      gather.mode = gsq::AddressMode::Row;
      gather.row_stride = stride;
      backend.submit(gather, "gather");
    }
  }
  EXPECT_GT(backend.drain().size(), 2U);
}

TEST(System, HostWaitsForBusyBanksAndWinsAfterSixtyFourCycles) {
  tb::RtlBackend backend(config(), lockstep(0, 1));
  backend.submit(make(gsq::Opcode::CreateMask), "create_mask");
  for (unsigned i = 0; i < 200; ++i) backend.submit(store(), "store_align");
  backend.run(20);
  gsq::HostRequest request;
  const std::uint32_t row = config().banks * config().bank_bytes;
  request.address = config().ub_bytes / 2 / row * row;  // the column of address 0, without hash
  backend.host_access(request);
  const std::uint64_t start = backend.cycles();
  backend.drain();
  ASSERT_EQ(backend.host_answers().size(), 1U);
  // Transferred at once; in the queue one later; 64 cycles of waiting; answered two later.
  EXPECT_EQ(backend.host_answers()[0].cycle, start + 1 + config().host_patience + 2);
}

TEST(System, HostWritesBytesThatCommandsAndHostReadBack) {
  tb::RtlBackend backend(config(), lockstep(0, 1));
  gsq::HostRequest write;
  write.address = 64 + 5;  // the low bits are ignored
  write.write = true;
  write.be = 0x8000ff01;
  for (std::uint32_t i = 0; i < 8; ++i) write.wdata[i] = 0x03020100 + 0x04040404 * i;
  backend.host_access(write);
  backend.drain();
  gsq::HostRequest read;
  read.address = 64;
  backend.host_access(read);
  read.address = config().ub_bytes;
  backend.host_access(read);
  read.address = 0xffffffff;
  backend.host_access(read);
  gsq::Command load = make(gsq::Opcode::LoadAlign);
  load.vd = 3;
  load.addr = 64;
  backend.submit(load, "load_align v3, [64], norm");
  backend.drain();
  std::vector<std::uint8_t> expected(32);
  for (std::uint32_t i = 0; i < 32; ++i) expected[i] = ((write.be >> i) & 1U) != 0 ? i : 0;
  EXPECT_EQ(backend.read_ub(64, 32), expected);
  const auto v3 = backend.read_v(3);
  EXPECT_EQ(std::vector<std::uint8_t>(v3.begin(), v3.begin() + 32), expected);
  ASSERT_EQ(backend.host_answers().size(), 4U);
  EXPECT_EQ(backend.host_answers()[1].rdata[0], 0x00000000U);
  EXPECT_EQ(backend.host_answers()[1].rdata[2], 0x0b0a0908U);
  EXPECT_EQ(backend.host_answers()[1].rdata[7], 0x1f000000U);
  const std::vector<bool> errors{false, false, true, true};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(backend.host_answers()[i].err, errors[i]) << i;
}

TEST(System, ResponsesWaitUntilTheQueueIsFullAndTheUnitStops) {
  tb::RtlBackend backend(config(), lockstep(0, 1));
  backend.hold_responses(true);
  for (unsigned i = 0; i < 40; ++i) backend.submit(make(gsq::Opcode::GetSpr), "get_spr");
  backend.run(200);
  EXPECT_EQ(backend.answered(), 0U);
  EXPECT_EQ(backend.accepted(), gsq::max_unanswered(config()));
  backend.hold_responses(false);
  EXPECT_EQ(backend.drain().size(), 40U);
}

/// A waveform, read back.
class Waveform {
 public:
  explicit Waveform(const std::string& file) : file_(fstReaderOpen(file.c_str())) {
    if (file_ == nullptr) throw std::runtime_error("not a waveform: " + file);
    while (const fstHier* item = fstReaderIterateHier(file_)) {
      if (item->htyp == FST_HT_SCOPE) fstReaderPushScope(file_, item->u.scope.name, nullptr);
      if (item->htyp == FST_HT_UPSCOPE) fstReaderPopScope(file_);
      if (item->htyp != FST_HT_VAR) continue;
      const std::string name =
          std::string(fstReaderGetCurrentFlatScope(file_)) + "." + std::string(item->u.var.name);
      signals_[name.substr(0, name.find(' '))] = {item->u.var.handle, item->u.var.length};
    }
  }
  Waveform(const Waveform&) = delete;
  Waveform& operator=(const Waveform&) = delete;
  ~Waveform() { fstReaderClose(file_); }

  /// Bits of a variable of gsq_expected in the second half of a cycle, highest first.
  [[nodiscard]] std::string expected(const std::string& name, std::uint64_t cycle) const {
    const auto& [handle, bits] = signals_.at("gsq_top.u_expected." + name);
    std::vector<char> buffer(bits + 1);
    const char* value =
        fstReaderGetValueFromHandleAtTime(file_, 10 * cycle + 7, handle, buffer.data());
    return value == nullptr ? "" : value;
  }

  /// The last cycle that was simulated: a waveform shows its values for a cycle more.
  [[nodiscard]] std::uint64_t last_cycle() const { return fstReaderGetEndTime(file_) / 10 - 1; }

  /// The same of one that holds letters.
  [[nodiscard]] std::string text(const std::string& name, std::uint64_t cycle) const {
    const std::string bits = expected(name, cycle);
    std::string text;
    for (std::size_t at = 0; at < bits.size(); at += 8) {
      const auto letter = static_cast<char>(std::stoul(bits.substr(at, 8), nullptr, 2));
      if (letter != 0) text += letter;
    }
    return text;
  }

 private:
  void* file_;
  std::map<std::string, std::pair<fstHandle, std::uint32_t>> signals_;
};

/// A folder that nobody else has, until the test ends. A replay, which has its frames, leaves it.
class Scratch {
 public:
  Scratch() : path_(::testing::TempDir() + "gsq-system-XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error(path_ + " cannot be made");
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    if (getpid() == owner_) std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  pid_t owner_ = getpid();
};

TEST(Reports, MismatchLeavesWaveformWithWhatWasExpected) {
  const Scratch scratch;
  tb::RtlOptions options = lockstep(0, 1);
  options.failures = scratch.path();
  options.name = "planted";
  options.plant_fault = 5;  // in bank 1
  std::string folder;
  std::uint64_t cycle = 0;
  {
    tb::RtlBackend backend(config(), options);
    backend.drain();
    backend.write_v(1, std::vector<std::uint8_t>(config().vlen_bytes, 0xff));
    gsq::Command all = make(gsq::Opcode::CreateMask);
    backend.submit(all, "p.gsq:1: all");
    backend.submit(store(), "p.gsq:2: store");
    backend.submit(make(gsq::Opcode::LoadAlign), "p.gsq:3: load");
    for (unsigned i = 0; i < 50; ++i) backend.submit(store(), "p.gsq:4: store");
    try {
      backend.drain();
      FAIL() << "the planted fault was not noticed";
    } catch (const gsq::Mismatch& mismatch) {
      const std::string report = mismatch.what();
      EXPECT_NE(report.find("bank_rdata, bank 1"), std::string::npos) << report;
      EXPECT_NE(report.find("command   p.gsq:3: load"), std::string::npos) << report;
      folder = mismatch.folder().path;
      EXPECT_EQ(mismatch.folder().arguments, "--stall 0 --seed 1 --plant-fault 5");
    }
    cycle = backend.cycles();
  }
  const Waveform waves(folder + "/waves.fst");
  for (std::uint64_t earlier = 1; earlier < cycle; ++earlier) {
    ASSERT_EQ(waves.expected("mismatch", earlier), "0") << "cycle " << earlier;
  }
  EXPECT_EQ(waves.expected("mismatch", cycle), "1");
  EXPECT_EQ(waves.expected("mismatch_bank_rdata", cycle),
            std::string(config().banks - 2, '0') + "10");
  EXPECT_EQ(waves.expected("mismatch_bank_req", cycle), std::string(config().banks, '0'));
  EXPECT_EQ(waves.expected("bank_rdata[1]", cycle), std::string(32, '1'));
  EXPECT_EQ(waves.text("text_oldest", cycle), "3: load");
  EXPECT_EQ(waves.text("text_on_banks", cycle - 1), "3: load");
  EXPECT_EQ(std::stoul(waves.expected("cycle", cycle), nullptr, 2), cycle);
  EXPECT_EQ(waves.last_cycle(), cycle + 8) << "the run goes on for longer";
}

/// The program of a failed run sets masks that an operation had written.
TEST(Reports, RecordedMasksAreThoseOfTheRun) {
  std::vector<std::uint8_t> bits(config().vlen_bytes);
  for (std::size_t i = 0; i < bits.size(); i += 3) bits[i] = 1;
  gsq::Recorder recorder(config());
  recorder.m(3, bits);
  const Scratch scratch;
  const gsq::Program program = gsq::load_program(
      recorder.save(scratch.path() + "/program.gsq", gsq::Recorder::Form{}), config());
  const auto backend = gsq::make_golden_backend(config());
  EXPECT_EQ(gsq::run_program(program, *backend).failures, std::vector<std::string>());
  EXPECT_EQ(backend->read_m(3), bits);
}

TEST(Reports, TheFirstAssertionThatFailsIsKept) {
  const auto stop = [](const char* said, int line) {
    tb_verilated_print("%s", said);
    vl_stop("rtl/a.sv", line, "");
  };
  EXPECT_FALSE(tb::take_failed_assertion());
  stop("[7] %Error: a.sv:3: Assertion failed in gsq_top.u_a.holds: a stays", 3);
  stop("[7] %Error: a.sv:9: Assertion failed in gsq_top.u_a.other: b stays", 9);
  auto failed = tb::take_failed_assertion();
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->name, "gsq_top.u_a.holds");
  EXPECT_EQ(failed->place, "rtl/a.sv:3");
  EXPECT_EQ(failed->expression, "a stays");
  EXPECT_FALSE(tb::take_failed_assertion());
  ::testing::internal::CaptureStdout();
  stop("other words\n", 4);  // of no assertion: they are printed
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "other words\n");
  EXPECT_EXIT(tb::exit_on_failed_assertion(), ::testing::ExitedWithCode(1),
              "assertion .stop failed at the end of the simulation: other words");
  failed = tb::take_failed_assertion();
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->name, "$stop");
  tb::exit_on_failed_assertion();  // none
}

TEST(Reports, AClockThatStopsHasNoSecondHalf) {
  class Halves : public tb::Clocked {
   public:
    void on_rise() override {
      if (++rises == 3) tb::stop_clock();
    }
    void on_fall() override { ++falls; }
    int rises{};
    int falls{};
  };
  Halves halves;
  tb::drive_clock_of(&halves);
  tb::run_clock();
  tb::drive_clock_of(nullptr);
  EXPECT_EQ(halves.rises, 3);
  EXPECT_EQ(halves.falls, 2);
}

TEST(Reports, ASignalThatIsNotPublicIsNamed) {
  const VerilatedContext context;
  try {
    const tb::Signal signal(context, "gsq_top.u_a", "b_q");
    FAIL() << "no exception";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(),
                 "the design has no public signal gsq_top.u_a.b_q: list it in "
                 "sim/gsq_top.vlt");
  }
}

/// Fields of an access differ only where the RTL and the model have one.
TEST(Reports, FieldsThatNobodyHasToDriveDoNotDiffer) {
  const Scratch scratch;
  struct Case {
    std::uint32_t address;  // of a byte that all lanes read, and the RTL reads the next one
    bool other_word;        // which is in another bank, at least in another word
  };
  for (const auto& [address, other_word] : {Case{0x23, true}, Case{0x21, false}}) {
    tb::RtlOptions options = lockstep(0, 1);
    options.waves = scratch.path() + "/waves.fst";
    options.failures = "";
    options.plant_command = address;
    tb::RtlBackend backend(config(), options);
    backend.drain();
    backend.write_v(0, std::vector<std::uint8_t>(config().vlen_bytes));
    gsq::Command gather = make(gsq::Opcode::Gather);
    gather.addr = address;
    gather.vd = 1;
    backend.submit(make(gsq::Opcode::CreateMask), "p.gsq:1: all");
    backend.submit(gather, "p.gsq:2: gather");
    EXPECT_THROW(backend.drain(), gsq::Mismatch);
    const std::uint64_t cycle = backend.cycles();
    const Waveform waves(options.waves);
    const auto differing = [&](const std::string& port) {
      const std::string bits = waves.expected("mismatch_" + port, cycle);
      return std::count(bits.begin(), bits.end(), '1');
    };
    EXPECT_EQ(waves.expected("mismatch", cycle), "1");
    EXPECT_EQ(differing("bank_req"), other_word ? 2 : 0) << address;
    EXPECT_EQ(differing("bank_be"), other_word ? 0 : 1) << address << ": bytes to read";
    for (const char* port : {"bank_addr", "bank_we", "bank_wdata", "bank_rdata"}) {
      EXPECT_EQ(differing(port), 0) << port << ", " << address;
    }
  }
}

TEST(Reports, AnAbortLeavesAWaveformThatCanBeRead) {
  const Scratch scratch;
  const std::string file = scratch.path() + "/waves.fst";
  EXPECT_DEATH(
      {
        tb::RtlOptions options = lockstep(0, 1);
        options.waves = file;
        options.failures = "";
        tb::RtlBackend backend(config(), options);
        backend.run(100);
        std::abort();
      },
      "actual    an abort");
  EXPECT_EQ(std::stoul(Waveform(file).expected("cycle", 98), nullptr, 2), 98U);
}

/// No port differs when nothing moves any more: the waveform ends where the replay hangs, too.
TEST(Reports, AHangLeavesItsLastCycles) {
  const Scratch scratch;
  tb::RtlOptions options = lockstep(99, 1);
  options.failures = scratch.path();
  options.name = "hang";
  tb::RtlBackend backend(config(), options);
  gsq::Command load = make(gsq::Opcode::LoadAlign);
  load.addr = 1;
  backend.submit(load, "p.gsq:1: load");
  backend.hold_responses(true);
  backend.run(102'000);
  backend.hold_responses(false);
  try {
    backend.run(1000);  // in its first cycle the response is not taken yet, with 99 % of stalls
    FAIL() << "the hang was not noticed";
  } catch (const gsq::Mismatch& mismatch) {
    const std::string report = mismatch.what();
    EXPECT_NE(report.find("nothing moved for 100000 cycles"), std::string::npos) << report;
    EXPECT_NE(report.find("  command   p.gsq:1: load\n  fails     ERR_ALIGN: address 0x1 is not a "
                          "multiple of 32, the bytes of a block\n"),
              std::string::npos)
        << report;
    EXPECT_EQ(report.find("(none"), std::string::npos) << report;
    const Waveform waves(mismatch.folder().path + "/waves.fst");
    EXPECT_EQ(waves.last_cycle(), backend.cycles() - 1);
  }
}

/// A replay continues in the frames of the test. One that does something else there than the
/// original process ends all the same, and the original process says so.
TEST(Reports, AReplayThatComesToAnotherEndIsNoticed) {
  const pid_t original = getpid();
  const Scratch scratch;
  tb::RtlOptions options = lockstep(0, 1);
  options.waves = scratch.path() + "/waves.fst";
  options.wave_last = 1'000'000;
  options.wave_patience = std::chrono::seconds(10);
  enum class End { Finish, Exit, Terminate };
  for (const auto& [end, reason] :
       {std::pair{End::Finish, "the run came to another end than before"},
        std::pair{End::Exit, " ended with status 1"},
        std::pair{End::Terminate, " ended with status 1"}}) {
    tb::RtlBackend backend(config(), options);
    backend.run(50);
    if (getpid() == original) {
      backend.run(50);
    } else if (end == End::Exit) {
      std::exit(0);
    } else if (end == End::Terminate) {
      std::terminate();
    }
    try {
      backend.finish();
      FAIL() << "expected: " << reason;
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
  }
}

/// A monitor whose ports the test sets: the unit itself is not simulated.
class ReportsMonitor : public ::testing::Test {
 protected:
  ReportsMonitor() {
    ports_.cmd_valid_i = ports_.cmd_ready_o = 0;
    ports_.rsp_valid_o = ports_.rsp_ready_i = 0;
    ports_.host_req_i = ports_.host_gnt_o = ports_.host_rvalid_o = 0;
    *dut_.issue().bytes() = 0;
  }

  /// A command is accepted in cycle 0 and issues in cycle 1.
  void issue_command() {
    commands_.submit({"p.gsq:7: get_spr", {}});
    ports_.cmd_valid_i = ports_.cmd_ready_o = 1;
    EXPECT_FALSE(monitor_.watch(0));
    ports_.cmd_valid_i = 0;
    *dut_.issue().bytes() = 1;
    EXPECT_FALSE(monitor_.watch(1));
    *dut_.issue().bytes() = 0;
  }

  /// What the monitor finds in a cycle, as port and what it does.
  std::string breach(std::uint64_t cycle) {
    const auto breach = monitor_.watch(cycle);
    return breach ? breach->where + ": " + breach->actual : "";
  }

  tb::Dut dut_{config(), 1};
  Vgsq_top& ports_{dut_.ports()};
  tb::CommandTracker commands_;
  tb::Monitor monitor_{dut_, commands_};
};

TEST_F(ReportsMonitor, FollowsACommandToItsResponse) {
  issue_command();
  EXPECT_TRUE(monitor_.take_completions().empty());
  ports_.rsp_valid_o = ports_.rsp_ready_i = 1;
  EXPECT_EQ(breach(9), "");
  const auto completions = monitor_.take_completions();
  ASSERT_EQ(completions.size(), 1U);
  EXPECT_EQ(completions[0].issue, 1U);
  EXPECT_EQ(completions[0].retire, 9U);
  EXPECT_TRUE(commands_.empty());
}

TEST_F(ReportsMonitor, ResponseThatNobodyWaitsForIsABreach) {
  commands_.submit({"p.gsq:7: get_spr", {}});  // not accepted
  ports_.rsp_valid_o = ports_.rsp_ready_i = 1;
  EXPECT_EQ(breach(0), "rsp_valid_o: 1");
}

TEST_F(ReportsMonitor, ResponseMustHoldUntilItIsTaken) {
  issue_command();
  ports_.rsp_valid_o = 1;
  EXPECT_EQ(breach(2), "");
  ports_.rsp_o ^= 1U;
  EXPECT_EQ(breach(3), "response port: payload changed before ready came");
  ports_.rsp_valid_o = 0;
  EXPECT_EQ(breach(4), "response port: valid fell before ready came");
}

TEST_F(ReportsMonitor, ResetForgetsWhatIsInFlight) {
  issue_command();
  ports_.rsp_valid_o = 1;
  EXPECT_EQ(breach(2), "");
  monitor_.reset();
  ports_.rsp_valid_o = 0;
  EXPECT_EQ(breach(3), "");
  EXPECT_TRUE(commands_.empty());
}

TEST_F(ReportsMonitor, HostAnswerWithoutARequestIsABreach) {
  ports_.host_req_i = ports_.host_gnt_o = 1;
  EXPECT_EQ(breach(0), "");
  EXPECT_FALSE(monitor_.host_idle());
  ports_.host_req_i = 0;
  ports_.host_rvalid_o = 1;
  EXPECT_EQ(breach(1), "");
  EXPECT_EQ(monitor_.host_answers().size(), 1U);
  EXPECT_EQ(breach(2), "host_rvalid_o: 1");
}

TEST_F(ReportsMonitor, CommandWithoutAnAnswerHangs) {
  EXPECT_FALSE(monitor_.hang(1000000, nullptr)) << "no command waits";
  issue_command();  // accepted in cycle 0, so the time starts with cycle 1
  EXPECT_FALSE(monitor_.hang(100000, nullptr));
  const auto hang = monitor_.hang(100001, nullptr);
  ASSERT_TRUE(hang);
  EXPECT_EQ(hang->where, "nothing moved for 100000 cycles, 1 command waits for its answer");
}

TEST(Reports, HostRaceIsReportedAsAnErrorOfTheTest) {
  tb::RtlBackend backend(config(), lockstep(0, 1));
  backend.submit(make(gsq::Opcode::CreateMask), "create_mask");
  for (unsigned i = 0; i < 20; ++i) backend.submit(store(), "store_align");
  backend.run(10);
  backend.host_access({});
  EXPECT_THROW(backend.drain(), std::logic_error);
}

}  // namespace

// Called by SystemC's main. Its header conflicts with that of Verilator.
extern "C" int sc_main(int argc, char* argv[]) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
