// SPDX-License-Identifier: Apache-2.0
#include "lanes/lane_commands.hpp"

#include "gsq/kernel/ascend/masks.hpp"

namespace gsq::kernel {
namespace {

std::uint8_t number(unsigned index) { return static_cast<std::uint8_t>(index); }

}  // namespace

void mask_lowest(Register& mask, std::uint32_t count, Width width, const Call& call) {
  Command command;
  command.op = Opcode::UpdateMask;
  command.width = width;
  command.n = count;
  command.m = number(mask.index_to_write(call));
  Unit::current(call).issue(command, call);
}

void mask_lanes(Register& mask, const std::vector<bool>& lanes, Width width, const Call& call) {
  Command command = ascend::set_mask(lanes, width, call);
  command.m = number(mask.index_to_write(call));
  Unit::current(call).issue(command, call);
}

void rank_lanes(Register& ranks, const Register& mask, Width width, const Call& call) {
  Command command;
  command.op = Opcode::Unsqueeze;
  command.width = width;
  command.m = number(mask.index(call));
  command.vd = number(ranks.index_to_write(call));
  Unit::current(call).issue(command, call);
}

void move_lanes(Command command, const Register& indices, Register& data, const Register& mask,
                const Call& call, std::string_view part, const std::optional<Range>& lanes) {
  command.m = number(mask.index(call));
  command.vi = number(indices.index(call));
  if (command.op == Opcode::Scatter) {
    command.vs = number(data.index(call));
  } else {
    command.vd = number(data.index_to_write(call));
  }
  Unit::current(call).issue(command, call, part, lanes);
}

}  // namespace gsq::kernel
