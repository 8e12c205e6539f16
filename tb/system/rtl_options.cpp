// SPDX-License-Identifier: Apache-2.0
#include "system/rtl_options.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace tb {

std::string default_failures() {
  return std::filesystem::is_directory("build") ? "build/failures" : "gsq-failures";
}

std::string run_arguments(const RtlOptions& options) {
  std::string text = fmt::format("--stall {} --seed {}", options.stall_percent, options.seed);
  if (options.plant_fault) text += fmt::format(" --plant-fault {}", *options.plant_fault);
  if (options.plant_register) text += fmt::format(" --plant-register {}", *options.plant_register);
  if (options.plant_command) text += fmt::format(" --plant-command {}", *options.plant_command);
  return text;
}

}  // namespace tb
