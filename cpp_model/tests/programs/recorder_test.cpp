// SPDX-License-Identifier: Apache-2.0
// A recorded run, repeated as a program: same responses, same memory; a difference is noticed.
#include "gsq/programs/recorder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"

namespace gsq {
namespace {

using Bytes = std::vector<std::uint8_t>;

class RecorderTest : public ::testing::Test {
 protected:
  RecorderTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    backend_ = make_golden_backend(config_);
  }
  ~RecorderTest() override { std::filesystem::remove_all(folder_); }

  void command(const Command& command) {
    recorder_.command(command);
    backend_->submit(command, "test");
  }

  /// Writes to UB, V and M around commands, of which the last but one fails.
  void run() {
    Bytes data(300);
    std::iota(data.begin(), data.end(), std::uint8_t{1});
    recorder_.ub(0x40, data);
    backend_->write_ub(0x40, data);
    Bytes lanes(config_.vlen_bytes);
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = static_cast<std::uint8_t>(200 - i);
    recorder_.v(3, lanes);
    backend_->write_v(3, lanes);
    Bytes bits(config_.vlen_bytes);
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = i % 3 == 0 ? 1 : 0;
    recorder_.m(2, bits);
    backend_->write_m(2, bits);

    Command store;
    store.op = Opcode::StoreAlign;
    store.width = Width::B8;
    store.vs = 3;
    store.m = 2;
    store.addr = 0x100;
    command(store);
    Command bad = store;
    bad.addr = 0x101;
    command(bad);
    Command load;
    load.op = Opcode::LoadAlign;
    load.vd = 4;
    load.addr = 0x100;
    command(load);
    ASSERT_EQ(backend_->drain().at(1).response.status, Status::ErrAlign);
  }

  RunResult repeated(const Recorder::Form& form) {
    const std::string file = (folder_ / "run.gsq").string();
    EXPECT_EQ(recorder_.save(file, form), file);
    program_ = load_program(file, config_);
    return run_program(*program_, *make_golden_backend(config_));
  }

  Config config_ = named_config("tiny");
  Recorder recorder_{config_};
  std::unique_ptr<Backend> backend_;
  std::optional<Program> program_;  // results refer to its statements
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / "gsq-recorder-test";
};

TEST_F(RecorderTest, ARunIsRepeated) {
  run();
  Recorder::Form form;
  form.comment = "first line\nsecond line";
  form.ub = backend_->read_ub(0, config_.ub_bytes);
  EXPECT_EQ(repeated(form).failures, std::vector<std::string>{});
  const auto text = read_file((folder_ / "run.gsq").string(), 100000);
  EXPECT_EQ(std::string(text.begin(), text.end()).find("# first line\n# second line\n"), 0U);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run-data-0.bin"));
}

TEST_F(RecorderTest, AnotherContentIsNoticed) {
  run();
  Recorder::Form form;
  form.ub = backend_->read_ub(0, config_.ub_bytes);
  form.ub[0x103] ^= 1U;  // a byte that the store wrote
  ASSERT_EQ(repeated(form).failures.size(), 1U);
}

TEST_F(RecorderTest, OnlyTheFirstCommandsAreWritten) {
  run();
  Recorder::Form form;
  form.commands = 1;
  std::size_t stores = 0;
  for (const CommandResult& done : repeated(form).commands) {
    const auto& command = std::get<CommandStatement>(done.statement->body).command;
    stores += command.op == Opcode::StoreAlign ? 1 : 0;
  }
  EXPECT_EQ(stores, 1U);
}

TEST_F(RecorderTest, ARunThatIsTooLongIsRefused) {
  Recorder recorder(config_, 2);
  const std::string file = (folder_ / "long.gsq").string();
  recorder.command({});
  recorder.command({});
  EXPECT_EQ(recorder.save(file, {}), file);
  std::filesystem::remove(file);
  recorder.command({});
  recorder.command({});
  try {
    (void)recorder.save(file, {});
    FAIL() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("at most 2 statements"), std::string::npos)
        << error.what();
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace gsq
