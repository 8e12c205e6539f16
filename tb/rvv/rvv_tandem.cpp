// SPDX-License-Identifier: Apache-2.0
// Compares the reference of the vector instructions with Spike, the simulator of RISC-V
// International: writes a program of random vector instructions, and reads what Spike says about
// each of them.
//
//   rvv_tandem write SEED COMMANDS VLENBYTES ELF
//   rvv_tandem check SEED COMMANDS VLENBYTES LOG    LOG: of spike -l --log-commits
//   rvv_tandem follow VLENBYTES ELF LOG    the same with a program of others
//
// The first one prints how many instructions Spike has to execute. A program of others lies from
// 0x80000000 on, and ends with 0x777 in x31, and 0 in x10 if it has found its results to be right.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/rvv_reference.hpp"
#include "common/rvv_stimulus.hpp"
#include "gsq/rvv.hpp"
#include "gsq/stimulus/random.hpp"

namespace {

constexpr std::uint32_t kCode = 0x80000000U;
constexpr std::uint32_t kData = 0x80800000U;
constexpr std::uint32_t kMemory = 16384;
constexpr std::uint32_t kBoot = 5;        // instructions of Spike before the program
constexpr std::uint32_t kPrologue = 2;    // of the program before the first vector instruction
constexpr std::uint32_t kEach = 5;        // for a vector instruction, which is the last of them
constexpr std::uint32_t kLoaded = 4;      // vector instructions that fill V first
constexpr std::uint32_t kTypical = 3000;  // instructions in which each of them occurs
constexpr std::uint32_t kDone = 0x777;    // in x31: the end of a program of others
constexpr std::uint32_t kRefreshed = 40;  // the same again after so many

using Outcome = tb::RvvReference::Outcome;

/// The program and the state after each of its instructions: the same for the same seed.
class Program {
 public:
  Program(std::uint64_t seed, std::uint32_t vlen_bytes)
      : random_(seed),
        reference_(vlen_bytes, kMemory, kData, tb::RvvTail::Spike),
        stimulus_(random_, 0, kData) {
    for (auto& byte : reference_.memory()) byte = static_cast<std::uint8_t>(random_.next());
  }

  tb::RvvReference& reference() { return reference_; }

  /// The next instruction, executed.
  tb::RvvInstruction next() {
    tb::RvvInstruction one;
    if (place_++ % kRefreshed < kLoaded) {  // vl8re32.v
      one.word = 0xe2800007U | 6U << 12U | 11U << 15U | (place_ - 1) % kRefreshed * 8 << 7U;
      one.rs1 = kData + random_.below(kMemory / 8) * 4;
    } else {
      one = stimulus_.next(reference_);
    }
    reference_.execute(one.word, one.rs1, one.rs2);
    return one;
  }

 private:
  gsq::Rng random_;
  tb::RvvReference reference_;
  tb::RvvStimulus stimulus_;
  std::uint32_t place_{};
};

/// lui and addi that bring a number into an x register.
std::array<std::uint32_t, 2> load_number(std::uint32_t reg, std::uint32_t value) {
  const std::uint32_t high = (value + 0x800U) & 0xfffff000U;
  return {high | reg << 7U | 0x37U, (value - high) << 20U | reg << 15U | reg << 7U | 0x13U};
}

void put(std::string& to, std::uint32_t value, unsigned bytes = 4) {
  for (unsigned b = 0; b < bytes; ++b) to.push_back(static_cast<char>(value >> (8 * b)));
}

int write(Program& program, std::uint32_t commands, const std::string& path) {
  const std::vector<std::uint8_t> memory = program.reference().memory();
  std::string code;
  put(code, 0x60000593U);  // li x11, 0x600
  put(code, 0x3005a073U);  // csrs mstatus, x11: vector instructions are allowed
  for (std::uint32_t i = 0; i < commands; ++i) {
    const tb::RvvInstruction one = program.next();
    for (const std::uint32_t word : load_number(11, one.rs1)) put(code, word);
    for (const std::uint32_t word : load_number(12, one.rs2)) put(code, word);
    put(code, one.word);
  }
  put(code, 0x0000006fU);  // j .
  if (code.size() > kData - kCode) {
    std::fprintf(stderr, "rvv_tandem: expected at most %u commands, found %u\n",
                 (kData - kCode) / (4 * kEach) - 1, commands);
    return 2;
  }
  std::string elf(
      "\x7f"
      "ELF\x01\x01\x01",
      7);
  elf.resize(16);
  put(elf, 2, 2);    // executable
  put(elf, 243, 2);  // RISC-V
  put(elf, 1);
  put(elf, kCode);        // entry
  put(elf, 52);           // program headers
  put(elf, 52 + 2 * 32);  // headers of sections: Spike wants one
  put(elf, 0);
  put(elf, 52, 2);
  put(elf, 32, 2);
  put(elf, 2, 2);  // two of them
  put(elf, 40, 2);
  put(elf, 1, 2);  // one of these
  put(elf, 0, 2);
  const std::uint32_t begin = 52 + 2 * 32 + 40;
  const auto segment = [&](std::uint32_t offset, std::uint32_t address, std::uint32_t bytes) {
    for (const std::uint32_t value : {1U, offset, address, address, bytes, bytes, 7U, 4U}) {
      put(elf, value);
    }
  };
  const auto code_bytes = static_cast<std::uint32_t>(code.size());
  segment(begin, kCode, code_bytes);
  segment(begin + code_bytes, kData, kMemory);
  // Names of sections: none, the zeros at the end of the first 16 bytes.
  for (const std::uint32_t value : {0U, 3U, 0U, 0U, 8U, 8U, 0U, 0U, 1U, 0U}) put(elf, value);
  elf += code;
  elf.append(memory.begin(), memory.end());
  std::ofstream file(path, std::ios::binary);
  file << elf;
  if (!file.flush()) {
    std::fprintf(stderr, "rvv_tandem: cannot write %s\n", path.c_str());
    return 2;
  }
  std::printf("%u\n", kBoot + kPrologue + kEach * commands);
  return 0;
}

/// What Spike says about one instruction.
struct Commit {
  std::uint32_t pc{};
  std::uint32_t word{};
  std::map<std::string, std::string> registers;               // name: new value, in hex
  std::vector<std::pair<std::uint32_t, std::string>> stores;  // address, value
};

std::uint64_t number_of(std::string_view text) {
  std::uint64_t value = 0;
  if (text.substr(0, 2) == "0x") text.remove_prefix(2);
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

/// A line such as "core   0: 3 0x80000018 (0x02b57057) x10 0x00000008"; false if it is none.
bool parse(const std::string& line, Commit& commit) {
  std::istringstream words(line);
  std::string core;
  std::string hart;
  std::string privilege;
  std::string pc;
  std::string word;
  words >> core >> hart >> privilege >> pc >> word;
  if (core != "core" || privilege.size() != 1 || word.size() < 4 || word[0] != '(') return false;
  commit = {};
  commit.pc = static_cast<std::uint32_t>(number_of(pc));
  commit.word = static_cast<std::uint32_t>(number_of(word.substr(1, word.size() - 2)));
  std::string name;
  std::string value;
  while (words >> name) {
    if (name == "mem") {
      std::string address;
      words >> address;
      const auto place = words.tellg();
      if (words >> value && value.substr(0, 2) == "0x") {
        commit.stores.emplace_back(static_cast<std::uint32_t>(number_of(address)), value);
      } else {
        words.clear();
        if (place != std::istringstream::pos_type(-1)) words.seekg(place);
      }
    } else if (name[0] == 'v' || name[0] == 'x' || name[0] == 'c') {
      words >> value;
      commit.registers[name] = value;
    }
  }
  return true;
}

/// The bytes of a number in hex, lowest first.
std::vector<std::uint8_t> bytes_of(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t end = hex.size(); end > 2; end -= 2) {
    bytes.push_back(static_cast<std::uint8_t>(number_of(hex.substr(end - 2, 2))));
  }
  return bytes;
}

const char* name_of(std::uint32_t word) {
  for (const auto& one : gsq::kRvv) {
    if ((word & one.mask) == one.match && (one.funct3s >> (word >> 12 & 7U) & 1U) != 0) {
      return one.name.data();
    }
  }
  return "vset, or a read of a register";
}

/// The state of Spike, as far as it has said.
class Shadow {
 public:
  Shadow(std::uint32_t vlen_bytes, std::vector<std::uint8_t> memory, std::uint32_t base)
      : vlen_bytes_(vlen_bytes),
        v_(std::size_t{32} * vlen_bytes),
        memory_(std::move(memory)),
        base_(base) {}

  void apply(const Commit& commit) {
    for (const auto& [name, value] : commit.registers) {
      if (name[0] == 'v') {
        const std::vector<std::uint8_t> bytes = bytes_of(value);
        std::copy(bytes.begin(), bytes.end(),
                  v_.begin() + std::stol(name.substr(1)) * static_cast<long>(vlen_bytes_));
      } else if (name.find("_vl") != std::string::npos && name.find("vlenb") == std::string::npos) {
        vl_ = static_cast<std::uint32_t>(number_of(value));
      } else if (name.find("_vtype") != std::string::npos) {
        vtype_ = static_cast<std::uint32_t>(number_of(value));
      } else if (name[0] == 'x') {
        x_.at(std::stoul(name.substr(1))) = static_cast<std::uint32_t>(number_of(value));
      }
    }
    for (const auto& [address, value] : commit.stores) {
      const std::vector<std::uint8_t> bytes = bytes_of(value);
      if (address - base_ + bytes.size() > memory_.size()) continue;
      std::copy(bytes.begin(), bytes.end(), memory_.begin() + (address - base_));
    }
  }

  /// Whether the reference has the same after this instruction; otherwise says what differs.
  [[nodiscard]] bool same(const Commit& commit, tb::RvvReference& reference,
                          const std::string& where) const {
    const auto differ = [&](const std::string& what, std::uint64_t spike, std::uint64_t here) {
      std::printf("%s: %s is 0x%llx in Spike and 0x%llx in the reference.\n", where.c_str(),
                  what.c_str(), static_cast<unsigned long long>(spike),
                  static_cast<unsigned long long>(here));
      return false;
    };
    if (vl_ != reference.vl()) return differ("vl", vl_, reference.vl());
    if (vtype_ != reference.vtype()) return differ("vtype", vtype_, reference.vtype());
    const std::string rd = "x" + std::to_string(commit.word >> 7 & 31U);
    const auto answer = commit.registers.find(rd);
    const bool written = answer != commit.registers.end();
    if ((reference.rd() && rd != "x0") != written) {
      return differ("whether " + rd + " is written", written ? 1 : 0, written ? 0 : 1);
    }
    if (written && number_of(answer->second) != *reference.rd()) {
      return differ(rd, number_of(answer->second), *reference.rd());
    }
    for (std::size_t i = 0; i < v_.size(); ++i) {
      if (v_[i] == reference.v()[i]) continue;
      return differ(
          "byte " + std::to_string(i % vlen_bytes_) + " of v" + std::to_string(i / vlen_bytes_),
          v_[i], reference.v()[i]);
    }
    if (reference.accesses() && memory_ != reference.memory()) {
      const auto at = static_cast<std::size_t>(
          std::mismatch(memory_.begin(), memory_.end(), reference.memory().begin()).first -
          memory_.begin());
      return differ("byte " + std::to_string(at) + " of memory", memory_[at],
                    reference.memory()[at]);
    }
    return true;
  }

  [[nodiscard]] const std::vector<std::uint8_t>& memory() const { return memory_; }
  [[nodiscard]] std::uint32_t x(std::uint32_t number) const { return x_.at(number); }

 private:
  std::uint32_t vlen_bytes_;
  std::vector<std::uint8_t> v_;
  std::vector<std::uint8_t> memory_;
  std::uint32_t base_;
  std::uint32_t vl_{};
  std::uint32_t vtype_{0x80000000U};
  std::array<std::uint32_t, 32> x_{};
};

std::string described(std::uint32_t number, const tb::RvvInstruction& one, std::uint32_t pc,
                      const tb::RvvReference& before) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(),
                "Instruction %u at 0x%08x, 0x%08x %s, rs1 0x%x, rs2 0x%x, vl %u, vtype 0x%x",
                number, pc, one.word, name_of(one.word), one.rs1, one.rs2, before.vl(),
                before.vtype());
  return text.data();
}

int check(Program& program, std::uint32_t commands, std::uint32_t vlen_bytes,
          const std::string& path) {
  std::ifstream log(path);
  Shadow spike(vlen_bytes, program.reference().memory(), kData);
  std::map<std::string_view, unsigned> executed;
  std::string line;
  std::uint32_t done = 0;
  while (done < commands && std::getline(log, line)) {
    Commit commit;
    const std::uint32_t pc = kCode + 4 * (kPrologue + kEach * done + kEach - 1);
    if (!parse(line, commit) || commit.pc != pc) continue;
    const tb::RvvReference before = program.reference();
    const tb::RvvInstruction one = program.next();
    const std::string where = described(done, one, pc, before);
    if (commit.word != one.word) {
      std::printf("%s: the word is 0x%08x in %s, which is of another program.\n", where.c_str(),
                  commit.word, path.c_str());
      return 1;
    }
    spike.apply(commit);
    if (!spike.same(commit, program.reference(), where)) return 1;
    if (program.reference().vl() != 0) ++executed[name_of(one.word)];
    ++done;
  }
  if (done != commands) {
    std::printf(
        "Spike executed %u of %u vector instructions, expected all of them: the next one is an "
        "exception there; look for 0x%08x in %s.\n",
        done, commands, kCode + 4 * (kPrologue + kEach * done + kEach - 1), path.c_str());
    return 1;
  }
  for (const auto& one : gsq::kRvv) {
    if (executed[one.name] == 0 && commands >= kTypical) {
      std::printf("%s was not executed: expected each instruction at least once in %u.\n",
                  one.name.data(), kTypical);
      return 1;
    }
  }
  std::printf("rvv_tandem: %u instructions as in Spike, VlenBytes %u\n", commands, vlen_bytes);
  return 0;
}

std::uint32_t number_at(const std::string& text, std::size_t at) {
  std::uint32_t value = 0;
  for (unsigned b = 4; b-- > 0;) value = value << 8U | static_cast<std::uint8_t>(text.at(at + b));
  return value;
}

/// A program of others: every vector instruction of it, with the x registers that Spike had.
int follow(std::uint32_t vlen_bytes, const std::string& elf_path, const std::string& path) {
  std::ifstream file(elf_path, std::ios::binary);
  const std::string elf((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  tb::RvvReference reference(vlen_bytes, kData - kCode, kCode, tb::RvvTail::Spike);
  const std::uint32_t count = number_at(elf, 44) & 0xffffU;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t header = number_at(elf, 28) + std::size_t{32} * i;
    if (number_at(elf, header) != 1) continue;
    const std::string bytes = elf.substr(number_at(elf, header + 4), number_at(elf, header + 16));
    std::copy(bytes.begin(), bytes.end(),
              reference.memory().begin() + (number_at(elf, header + 8) - kCode));
  }
  Shadow spike(vlen_bytes, reference.memory(), kCode);
  std::ifstream log(path);
  std::string line;
  std::uint32_t done = 0;
  while (std::getline(log, line)) {
    Commit commit;
    if (!parse(line, commit)) continue;
    const std::uint32_t opcode = commit.word & 0x7fU;
    const bool csr = opcode == 0x73 && commit.word >> 20 >= 0xc20 && commit.word >> 20 <= 0xc22;
    if (opcode == 0x57 || opcode == 0x07 || opcode == 0x27 || csr) {
      const tb::RvvInstruction one{commit.word, spike.x(commit.word >> 15 & 31U),
                                   spike.x(commit.word >> 20 & 31U)};
      const std::string where = described(done, one, commit.pc, reference);
      if (reference.execute(one.word, one.rs1, one.rs2) != Outcome::Done) {
        std::printf("%s: expected an instruction that the unit executes.\n", where.c_str());
        return 1;
      }
      spike.apply(commit);
      if (!spike.same(commit, reference, where)) return 1;
      ++done;
    } else {
      spike.apply(commit);
      for (const auto& [address, value] : commit.stores) {
        const std::vector<std::uint8_t> bytes = bytes_of(value);
        if (address - kCode + bytes.size() > reference.memory().size()) continue;
        std::copy(bytes.begin(), bytes.end(), reference.memory().begin() + (address - kCode));
      }
    }
    if (spike.x(31) == kDone) {
      if (spike.x(10) == 0 && done != 0) {
        std::printf("rvv_tandem: %u instructions of %s as in Spike, VlenBytes %u\n", done,
                    elf_path.c_str(), vlen_bytes);
        return 0;
      }
      std::printf("%s: main returns %u after %u vector instructions, expected 0 after some.\n",
                  elf_path.c_str(), spike.x(10), done);
      return 1;
    }
  }
  std::printf("%s: expected the end of the program, 0x%x in x31, found none in %s.\n",
              elf_path.c_str(), kDone, path.c_str());
  return 1;
}

}  // namespace

extern "C" int sc_main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 4 && words[0] == "follow") {
    return follow(static_cast<std::uint32_t>(std::stoul(words[1])), words[2], words[3]);
  }
  if (words.size() != 5 || (words[0] != "write" && words[0] != "check")) {
    std::fprintf(stderr,
                 "usage: %s write|check SEED COMMANDS VLENBYTES FILE\n"
                 "       %s follow VLENBYTES ELF LOG\n",
                 argv[0], argv[0]);
    return 2;
  }
  const auto commands = static_cast<std::uint32_t>(std::stoul(words[2]));
  const auto vlen_bytes = static_cast<std::uint32_t>(std::stoul(words[3]));
  Program program(std::stoull(words[1]), vlen_bytes);
  return words[0] == "write" ? write(program, commands, words[4])
                             : check(program, commands, vlen_bytes, words[4]);
}
