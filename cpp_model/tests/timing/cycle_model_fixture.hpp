// SPDX-License-Identifier: Apache-2.0
/// Drives the cycle model, for its tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace gsq {

// From the transfer of a command to its answer without a stall, as the contract states; of a
// squeeze without the cycles in the compaction network.
inline constexpr std::uint64_t kImmediate = 4;
inline constexpr std::uint64_t kSqueeze = 5;
inline constexpr std::uint64_t kStore = 11;  // of one beat
inline constexpr std::uint64_t kLoad = 13;   // of one beat, or a gather
inline constexpr std::uint64_t kCopy = 15;   // vec.copy of one iteration
inline constexpr std::uint64_t kAdd = 16;    // vec.add of one iteration

inline Config small_config(std::uint32_t lane_ops = 0) {
  Config config;
  config.name = "small";
  config.vlen_bytes = 64;
  config.ub_bytes = 16384;
  config.banks = 16;
  config.bank_bytes = 4;
  config.row_multiplier = 1;
  config.places = 1;
  config.squeeze_cuts = 2;
  config.lane_ops = lane_ops;
  return config;
}

inline Config full_config() {
  Config config = small_config();
  config.name = "full";
  config.vlen_bytes = 256;
  config.ub_bytes = 262144;
  config.banks = 64;
  config.squeeze_cuts = 3;
  return config;
}

/// With lanes of so many places, and so many parts of the banks.
inline Config with_window(Config config, std::uint32_t places, std::uint32_t parts = 1) {
  config.places = places;
  config.parts = parts;
  return config;
}

/// Drives commands and host requests without stalls and notes what comes back.
class CycleModelTest : public ::testing::Test {
 protected:
  explicit CycleModelTest(Config with = small_config()) : config(std::move(with)) {}

  struct Done {
    Response response;
    std::uint64_t taken;  ///< cycle in which the command was transferred
    std::uint64_t issue;
    std::uint64_t retire;
    std::uint32_t beats;
    std::uint32_t bound;
    std::uint32_t merged;
  };

  const Config config;
  const std::uint64_t latency = config.squeeze_cuts + 1;  // L of the contract
  CycleModel model{config};
  std::deque<Command> commands;
  std::deque<HostRequest> host;
  bool rsp_ready = true;
  std::vector<std::uint64_t> taken;
  std::vector<Done> done;
  std::vector<std::uint64_t> host_taken;
  std::vector<std::uint64_t> host_answered;
  std::vector<std::uint64_t> beat_cycles;         ///< in which a command accessed some bank
  std::vector<std::vector<Whereabouts>> watched;  ///< of each cycle, while `watching`
  bool watching = false;

  void cycle() {
    CycleInputs inputs;
    inputs.command = commands.empty() ? nullptr : &commands.front();
    inputs.host = host.empty() ? nullptr : &host.front();
    inputs.rsp_ready = rsp_ready;
    const bool command_moves = model.outputs().cmd_ready && inputs.command != nullptr;
    const bool host_moves = model.outputs().host_gnt && inputs.host != nullptr;
    const Transaction* x = model.on_banks();
    const std::uint32_t beats = x == nullptr ? 0 : x->ub_beats;
    if (model.outputs().host_rvalid) host_answered.push_back(model.cycle());
    if (command_moves) taken.push_back(model.cycle());
    if (host_moves) host_taken.push_back(model.cycle());
    const std::uint64_t now = model.cycle();
    if (watching) watched.push_back(model.whereabouts(inputs));
    model.step(inputs);
    if (x != nullptr && x->ub_beats != beats) beat_cycles.push_back(now);
    if (command_moves) commands.pop_front();
    if (host_moves) host.pop_front();
    if (const Transaction* transaction = model.retired()) {
      done.push_back({transaction->response, taken.at(done.size()), transaction->issue,
                      transaction->retire, transaction->ub_beats, transaction->bound,
                      transaction->merged});
    }
  }

  void run_all() {
    for (int i = 0; i < 10000 && !(commands.empty() && host.empty() && model.idle()); ++i) cycle();
    ASSERT_TRUE(model.idle()) << "the model does not come to rest";
  }

  std::uint64_t latency_of(const Command& command) {
    commands.push_back(command);
    run_all();
    EXPECT_EQ(done.back().response.status, Status::Ok);
    return done.back().retire - done.back().taken;
  }

  static Command make(Opcode op) {
    Command command;
    command.op = op;
    command.width = Width::B32;
    return command;
  }
  static Command load(unsigned vd, std::uint32_t address) {
    Command command = make(Opcode::LoadAlign);
    command.vd = static_cast<std::uint8_t>(vd);
    command.addr = address;
    return command;
  }
  static Command store(unsigned vs, std::uint32_t address) {
    Command command = make(Opcode::StoreAlign);
    command.vs = static_cast<std::uint8_t>(vs);
    command.addr = address;
    return command;
  }
  static Command squeeze(unsigned vd, unsigned vs, bool store_reg) {
    Command command = make(Opcode::Squeeze);
    command.vd = static_cast<std::uint8_t>(vd);
    command.vs = static_cast<std::uint8_t>(vs);
    command.store_reg = store_reg;
    return command;
  }
  static Command unsqueeze_into(unsigned vd) {
    Command command = make(Opcode::Unsqueeze);
    command.vd = static_cast<std::uint8_t>(vd);
    return command;
  }
  static Command stream_store(unsigned vs, std::uint32_t address) {
    Command command = make(Opcode::StoreUnalign);
    command.vs = static_cast<std::uint8_t>(vs);
    command.addr = address;
    command.post = true;
    return command;
  }
  static Command gather(unsigned vd, unsigned vi, std::uint32_t base, Form form = Form::B32) {
    Command command = make(Opcode::Gather);
    command.vd = static_cast<std::uint8_t>(vd);
    command.vi = static_cast<std::uint8_t>(vi);
    command.addr = base;
    command.form = form;
    return command;
  }
  static Command scatter(unsigned vs, unsigned vi, std::uint32_t base, Form form = Form::B32) {
    Command command = gather(0, vi, base, form);
    command.op = Opcode::Scatter;
    command.vs = static_cast<std::uint8_t>(vs);
    return command;
  }
  static Command gather_reg(unsigned vd, unsigned vs, unsigned vi, Width width) {
    Command command = make(Opcode::GatherReg);
    command.vd = static_cast<std::uint8_t>(vd);
    command.vs = static_cast<std::uint8_t>(vs);
    command.vi = static_cast<std::uint8_t>(vi);
    command.width = width;
    return command;
  }
  /// All lanes of contiguous blocks.
  [[nodiscard]] Command vec(Opcode op, std::uint32_t repeat, std::uint32_t dst, std::uint32_t src0,
                            std::uint32_t src1 = 0) const {
    Command command = make(op);
    command.addr = dst;
    command.src0 = src0;
    command.src1 = src1;
    command.mask = {config.lanes(4), 0};
    command.iterations = repeat;
    command.blk0 = command.blk1 = command.blk2 = 1;
    command.rep0 = command.rep1 = command.rep2 =
        static_cast<std::uint8_t>(config.vlen_bytes / kBlockBytes);
    return command;
  }
  static Command set_mask(unsigned m, std::uint64_t low) {
    Command command = make(Opcode::SetMask);
    command.m = static_cast<std::uint8_t>(m);
    command.mask = {low, 0};
    return command;
  }
  /// A register of numbers of `bytes` bytes: number(0), number(1), …
  template <typename Number>
  void fill_v(unsigned index, std::uint32_t bytes, Number number) {
    std::vector<std::uint8_t> v(config.vlen_bytes);
    for (std::uint32_t i = 0; i < v.size(); ++i) {
      v[i] = static_cast<std::uint8_t>(std::uint64_t{number(i / bytes)} >> (8 * (i % bytes)));
    }
    model.write_v(index, v);
  }
  /// Distance in cycles between the beats of all commands so far; empty when there is only one.
  [[nodiscard]] std::vector<std::uint64_t> beat_gaps() const {
    std::vector<std::uint64_t> gaps;
    for (std::size_t i = 1; i < beat_cycles.size(); ++i) {
      gaps.push_back(beat_cycles[i] - beat_cycles[i - 1]);
    }
    return gaps;
  }
  /// The beats of a vec command in the order of the bank ports: the operand (d dst, a src0, b src1)
  /// and the iteration of each.
  std::string beats_of(const Command& command) {
    commands.push_back(command);
    std::string text;
    for (const std::size_t before = done.size(); done.size() == before; cycle()) {
      std::uint32_t bank = 0;
      while (bank < config.banks && (model.outputs().bank_req[bank / 32] >> (bank % 32)) % 2 == 0) {
        ++bank;
      }
      if (bank == config.banks) continue;
      const BankAccess& access = model.outputs().bank[bank];
      text += std::string(text.empty() ? "" : " ") + "dab"[access.operand] +
              std::to_string(access.iteration);
      EXPECT_EQ((model.outputs().bank_we[bank / 32] >> (bank % 32)) % 2, access.operand == 0);
    }
    EXPECT_EQ(done.back().response.status, Status::Ok);
    return text;
  }
  void all_lanes_on() {
    commands.push_back(make(Opcode::CreateMask));
    commands.back().width = Width::B8;
    run_all();
    done.clear();
    taken.clear();
  }
};

}  // namespace gsq
