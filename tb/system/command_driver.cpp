// SPDX-License-Identifier: Apache-2.0
#include "system/command_driver.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tb {

gsq::Command CommandDriver::submit(gsq::Command command) {
  command.tag = static_cast<std::uint8_t>(rng_.next());
  source_.push(command);
  return command;
}

bool CommandDriver::drive(Vgsq_top& ports, bool taken, bool reset) {
  const bool held = shown() != nullptr && !taken;
  source_.next(taken, reset || stalls_.now());
  if (reset) source_.withdraw();
  const gsq::Command* command = shown();
  ports.cmd_valid_i = command != nullptr;
  if (command == nullptr) {  // random bits, which the unit must ignore
    for (std::size_t i = 0; i < gsq::CommandBits{}.size(); ++i) {
      ports.cmd_i[i] = static_cast<std::uint32_t>(rng_.next());
    }
    return false;
  }
  if (held) return false;
  const gsq::CommandBits bits = gsq::pack(*command);
  std::copy(bits.begin(), bits.end(), &ports.cmd_i[0]);
  return true;
}

}  // namespace tb
