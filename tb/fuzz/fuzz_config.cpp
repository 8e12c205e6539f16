// SPDX-License-Identifier: Apache-2.0
// Any text as a file of parameters: a Config that validate() accepts, or std::invalid_argument.
#include <stdexcept>

#include "fuzz.hpp"
#include "gsq/config.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gsq::fuzz::Input input(data, size);
  try {
    gsq::validate(gsq::parse_config("fuzz", input.text()));
  } catch (const std::invalid_argument& error) {
    gsq::fuzz::expect(error.what()[0] != '\0', "an error without a text");
  }
  return 0;
}
