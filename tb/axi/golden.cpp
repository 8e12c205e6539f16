// SPDX-License-Identifier: Apache-2.0
// The golden model behind the tests on AXI: a program that answers one line with one line.
//
// Usage: axi_golden PARAMETERS.json SEED
//
//   region  ->  BASE BYTES        part of UB that no command accesses
//   refill  ->  ADDRESS:HEX …     new contents of parts of UB, to be written to the unit
//   next    ->  COMMAND RESPONSE  the next random command (cmd_t) and its response (rsp_t)
//   ub      ->  HEX               UB after the last command
//
// Numbers and bytes are hexadecimal; the bytes of UB come in the order of their addresses, commands
// and responses have their highest digit first.
#include <fmt/core.h>

#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/programs/hex.hpp"
#include "gsq/semantics/model.hpp"
#include "gsq/stimulus/random.hpp"

namespace {

template <typename Bits>
std::string number(const Bits& words) {
  std::string text;
  for (const auto word : words) text.insert(0, fmt::format("{:0{}x}", word, 2 * sizeof(word)));
  return text;
}

std::string answer(gsq::RandomCommands& random, const std::string& line) {
  if (line == "region") {
    return fmt::format("{:x} {:x}", random.host_region().base, random.host_region().bytes);
  }
  if (line == "refill") {
    std::string text;
    for (const gsq::Fill& fill : random.refill()) {
      text +=
          fmt::format("{}{:x}:{}", text.empty() ? "" : " ", fill.address, gsq::to_hex(fill.bytes));
    }
    return text;
  }
  if (line == "next") {
    const gsq::Command command = random.next();
    return fmt::format("{} {}", number(gsq::pack(command)), number(gsq::pack(random.response())));
  }
  if (line == "ub") return gsq::to_hex(random.model().ub());
  throw std::invalid_argument(fmt::format("expected region, refill, next or ub, found '{}'", line));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::invalid_argument("usage: axi_golden PARAMETERS.json SEED");
    gsq::RandomCommands random(gsq::load_config(argv[1]), std::stoull(argv[2]), "all");
    for (std::string line; std::getline(std::cin, line);) {
      std::cout << answer(random, line) << std::endl;
    }
  } catch (const std::exception& error) {
    std::cerr << "axi_golden: error: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
