// SPDX-License-Identifier: Apache-2.0
/// A unit on the golden model, and short commands and operations on objects of registers.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "gsq/kernel/processor.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {

/// A unit with this lookahead, and short commands for tests.
struct Machine : KernelUnit {
  explicit Machine(std::size_t lookahead = kernel::kLookahead, const Config& config = full_config())
      : KernelUnit(config, lookahead) {}

  void load(kernel::Register& to, std::uint32_t address) {
    Command command;
    command.op = Opcode::LoadAlign;
    command.addr = address;
    command.vd = static_cast<std::uint8_t>(to.index_to_write("test"));
    unit.issue(command, "load");
  }

  void store(std::uint32_t address, const kernel::Register& from, const kernel::Register& mask,
             const char* api = "store") {
    Command command;
    command.op = Opcode::StoreAlign;
    command.width = Width::B32;
    command.addr = address;
    command.vs = static_cast<std::uint8_t>(from.index("test"));
    command.m = static_cast<std::uint8_t>(mask.index("test"));
    unit.issue(command, api);
  }

  /// A mask of the lowest `count` lanes of 4 bytes.
  kernel::Register mask_of(std::uint32_t count) {
    kernel::Register mask(kernel::RegisterFile::kMask);
    Command command;
    command.op = Opcode::UpdateMask;
    command.width = Width::B32;
    command.n = count;
    command.m = static_cast<std::uint8_t>(mask.index_to_write("test"));
    unit.issue(command, "mask");
    return mask;
  }

  void gather(kernel::Register& to, std::uint32_t base, const kernel::Register& indices,
              const kernel::Register& mask, const kernel::Call& call) {
    Command command;
    command.op = Opcode::Gather;
    command.form = Form::B32;
    command.addr = base;
    command.vi = static_cast<std::uint8_t>(indices.index("test"));
    command.m = static_cast<std::uint8_t>(mask.index("test"));
    command.vd = static_cast<std::uint8_t>(to.index_to_write("test"));
    unit.issue(command, call);
  }

  void fill(kernel::Register& to, std::uint32_t value) {
    kernel::OperationBuilder op("fill");
    const auto lanes = op.write<std::uint32_t>(to);
    op.run([=](kernel::State& state) {
      lanes.set(state, std::vector<std::uint32_t>(state.config().lanes(4), value));
    });
  }

  /// Counts up from `first`.
  void count_up(std::uint32_t address, std::uint32_t first, std::uint32_t count) {
    std::vector<std::uint32_t> words(count);
    std::iota(words.begin(), words.end(), first);
    put(address, words);
  }

  std::uint32_t word(std::uint32_t address) { return get<std::uint32_t>(address, 1).front(); }
};

inline kernel::Register vector() { return kernel::Register(kernel::RegisterFile::kVector); }

}  // namespace gsq::testing
