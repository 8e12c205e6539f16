// SPDX-License-Identifier: Apache-2.0
// Compares the reference of the vector instructions with Spike, the simulator of RISC-V
// International: writes a program of random vector instructions, and reads what Spike says about
// each of them.
//
//   rvv_tandem write SEED COMMANDS VLENBYTES ELF
//   rvv_tandem check SEED COMMANDS VLENBYTES LOG    LOG: of spike -l --log-commits
//   rvv_tandem write-words SEED WORDS VLENBYTES ELF    the same with words that may be illegal
//   rvv_tandem judge-words SEED WORDS VLENBYTES LOG
//   rvv_tandem follow VLENBYTES ELF LOG    a program of the subset, from tb/rvv/kernels.c
//   rvv_tandem test VLENBYTES ELF LOG MOST    a test of others, of less than MOST instructions
//
// The first one of two prints how many instructions Spike has to execute. The program of `follow`
// lies from 0x80000000 on, and ends with 0x777 in x31, and 0 in x10 if it has found its results to
// be right. Judging words and a test print how many instructions of which name were compared, and
// skipped ones with their outcome, name, a word, vtype and number.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "rvv/modes.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto number = [&](std::size_t at) {
    return static_cast<std::uint32_t>(std::stoul(words.at(at)));
  };
  if (words.size() == 4 && words[0] == "follow") return tb::follow(number(1), words[2], words[3]);
  if (words.size() == 5 && words[0] == "test") {
    return tb::follow_test(number(1), words[2], words[3], number(4));
  }
  const std::map<std::string, decltype(&tb::write_random)> functions{
      {"write", tb::write_random},
      {"check", tb::check_random},
      {"write-words", tb::write_words},
      {"judge-words", tb::judge_words}};
  if (const auto found = functions.find(words.empty() ? "" : words[0]);
      words.size() == 5 && found != functions.end()) {
    return found->second(std::stoull(words[1]), number(2), number(3), words[4]);
  }
  std::fprintf(stderr,
               "usage: %s write|check|write-words|judge-words SEED NUMBER VLENBYTES FILE\n"
               "       %s follow VLENBYTES ELF LOG\n"
               "       %s test VLENBYTES ELF LOG MOST\n",
               argv[0], argv[0], argv[0]);
  return 2;
}
