// SPDX-License-Identifier: Apache-2.0
// Reads sets of parameters, one JSON object a line, and answers each with a line: why it is
// refused, or nothing. For scripts/spec/parameter_sets.py.
#include <iostream>
#include <stdexcept>
#include <string>

#include "gsq/config.hpp"

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    try {
      gsq::parse_config("set", line);
    } catch (const std::invalid_argument& error) {
      std::cout << error.what();
    }
    std::cout << '\n';
  }
}
