// SPDX-License-Identifier: Apache-2.0
// Any text as a file of parameters: a Config that validate() accepts, or std::invalid_argument with
// one line.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "fuzz.hpp"
#include "gsq/config.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gsq::fuzz::Input input(data, size);
  try {
    gsq::validate(gsq::parse_config("fuzz", input.text()));
  } catch (const std::invalid_argument& error) {
    const std::string said = error.what();
    gsq::fuzz::expect(!said.empty() && std::count(said.begin(), said.end(), '\n') == 0,
                      "not one line: " + said);
  }
  return 0;
}
