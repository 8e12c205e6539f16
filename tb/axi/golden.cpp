// SPDX-License-Identifier: Apache-2.0
// The golden model behind the tests on AXI: a program that answers one line with one line.
//
// Usage: axi_golden PARAMETERS.json SEED
//
//   region  ->  BASE BYTES        part of UB that no command accesses
//   refill  ->  ADDRESS:HEX …     new contents of parts of UB, to be written to the unit
//   next    ->  COMMAND RESPONSE COMPACT
//                                 the next random command (cmd_t), its response (rsp_t), and the
//                                 command that its compact entry of a ring stands for, or -
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

bool same(const gsq::Model& one, const gsq::Model& other) {
  for (std::size_t i = 0; i < gsq::kNumVregs; ++i) {
    if (one.v(i) != other.v(i)) return false;
  }
  for (std::size_t i = 0; i < gsq::kNumMregs; ++i) {
    if (one.m(i) != other.m(i)) return false;
  }
  for (std::size_t i = 0; i < gsq::kNumUregs; ++i) {
    const auto &a = one.u(i), &b = other.u(i);
    if (a.data != b.data || a.block != b.block || a.lo != b.lo || a.hi != b.hi) return false;
  }
  return one.ub() == other.ub() && one.ar() == other.ar() && one.sqzn() == other.sqzn() &&
         one.sqzn_valid() == other.sqzn_valid();
}

/// The fields up to `addr`, and one word as `n`, `row_stride` and `blk0`: docs/reference/ring.md.
gsq::Command compact_with(gsq::Command command, std::uint32_t word) {
  const gsq::Command none{};
  command.n = command.row_stride = word;
  command.blk0 = word & 0xFFFFU;
  command.align = none.align;
  command.iterations = none.iterations;
  command.blk1 = none.blk1;
  command.blk2 = none.blk2;
  command.rep0 = none.rep0;
  command.rep1 = none.rep1;
  command.rep2 = none.rep2;
  command.src0 = none.src0;
  command.src1 = none.src1;
  command.col = none.col;
  command.mask = none.mask;
  return command;
}

/// A compact form that does what `command` did from the state `before`; "-" if there is none.
std::string compact(const gsq::Command& command, const gsq::Model& before,
                    const gsq::RandomCommands& random) {
  for (const std::uint32_t word :
       {command.n, command.row_stride, static_cast<std::uint32_t>(command.blk0)}) {
    const gsq::Command shorter = compact_with(command, word);
    gsq::Model model = before;
    const gsq::Response response = model.execute(shorter);
    if (gsq::pack(response) == gsq::pack(random.response()) && same(model, random.model())) {
      return number(gsq::pack(shorter));
    }
  }
  return "-";
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
    const gsq::Model before = random.model();
    const gsq::Command command = random.next();
    return fmt::format("{} {} {}", number(gsq::pack(command)), number(gsq::pack(random.response())),
                       compact(command, before, random));
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
