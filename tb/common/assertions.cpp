// SPDX-License-Identifier: Apache-2.0
// Takes the place of what Verilator's run-time library does when it prints and when it stops:
// verilated.cpp is compiled with VL_USER_STOP and with tb_verilated_print as VL_PRINTF.
#include "common/assertions.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <verilated.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <iostream>
#include <regex>
#include <utility>

#include "common/verilated_print.hpp"

namespace {

std::string printed;                        // NOLINT: the last text; only the first line of a
std::optional<tb::FailedAssertion> failed;  // NOLINT: failure counts

}  // namespace

int tb_verilated_print(const char* format, ...) {  // NOLINT: as printf
  std::array<char, 4096> text{};
  std::va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  printed = text.data();
  // What an assertion says before it stops the simulation is kept for its report.
  if (printed.find("Assertion failed in ") == std::string::npos) {
    std::fputs(printed.c_str(), stdout);
  }
  return length;
}

void vl_stop(const char* file, int line, const char* /*scope*/) {
  if (failed) return;
  static const std::regex kText("Assertion failed in (\\S+): (.*)");
  std::smatch match;
  if (std::regex_search(printed, match, kText)) {
    failed = {match[1], fmt::format("{}:{}", file, line), match[2]};
  } else {
    failed = {"$stop", fmt::format("{}:{}", file, line), printed};
  }
}

namespace tb {

std::optional<FailedAssertion> take_failed_assertion() {
  return failed ? std::exchange(failed, std::nullopt) : std::nullopt;
}

void exit_on_failed_assertion() {
  if (!failed) return;
  std::cout.flush();
  fmt::print(stderr, "assertion {} failed at the end of the simulation: {} ({})\n", failed->name,
             failed->expression, failed->place);
  std::fflush(nullptr);
  _exit(1);
}

}  // namespace tb
