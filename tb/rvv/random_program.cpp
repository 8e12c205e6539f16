// SPDX-License-Identifier: Apache-2.0
// A program of random vector instructions of the subset, and the comparison with Spike.
#include <cstdio>
#include <map>
#include <string_view>

#include "gsq/rvv.hpp"
#include "gsq/stimulus/random.hpp"
#include "rvv/elf.hpp"
#include "rvv/modes.hpp"
#include "rvv/spike_log.hpp"

namespace tb {
namespace {

constexpr std::uint32_t kPrologue = 2;    // instructions before the first vector instruction
constexpr std::uint32_t kEach = 5;        // for a vector instruction, which is the last of them
constexpr std::uint32_t kLoaded = 4;      // vector instructions that fill V first
constexpr std::uint32_t kTypical = 3000;  // instructions in which each of them occurs
constexpr std::uint32_t kRefreshed = 40;  // the same again after so many

/// The program and the state after each of its instructions: the same for the same seed.
class Program {
 public:
  Program(std::uint64_t seed, std::uint32_t vlen_bytes)
      : random_(seed),
        reference_(vlen_bytes, kMemory, kData, RvvTail::Spike),
        stimulus_(random_, 0, kData) {
    for (auto& byte : reference_.memory()) byte = static_cast<std::uint8_t>(random_.next());
  }

  RvvReference& reference() { return reference_; }

  /// The next instruction, executed.
  RvvInstruction next() {
    RvvInstruction one;
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
  RvvReference reference_;
  RvvStimulus stimulus_;
  std::uint32_t place_{};
};

std::uint32_t pc_of(std::uint32_t number) {
  return kCode + 4 * (kPrologue + kEach * number + kEach - 1);
}

}  // namespace

const char* name_of(std::uint32_t word) {
  for (const auto& one : gsq::kRvv) {
    if ((word & one.mask) == one.match && (one.funct3s >> (word >> 12 & 7U) & 1U) != 0) {
      return one.name.data();
    }
  }
  return "vset, or a read of a register";
}

std::string described(std::uint32_t number, const RvvInstruction& one, std::uint32_t pc,
                      std::uint32_t vl, std::uint32_t vtype) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(),
                "Instruction %u at 0x%08x, 0x%08x %s, rs1 0x%x, rs2 0x%x, vl %u, vtype 0x%x",
                number, pc, one.word, name_of(one.word), one.rs1, one.rs2, vl, vtype);
  return text.data();
}

int write_random(std::uint64_t seed, std::uint32_t commands, std::uint32_t vlen_bytes,
                 const std::string& elf) {
  Program program(seed, vlen_bytes);
  const std::vector<std::uint8_t> memory = program.reference().memory();
  std::string code;
  put(code, 0x60000593U);  // li x11, 0x600
  put(code, 0x3005a073U);  // csrs mstatus, x11: vector instructions are allowed
  for (std::uint32_t i = 0; i < commands; ++i) {
    const RvvInstruction one = program.next();
    put_number(code, 11, one.rs1);
    put_number(code, 12, one.rs2);
    put(code, one.word);
  }
  put(code, 0x0000006fU);  // j .
  if (!write_elf(elf, code, memory)) return 2;
  std::printf("%u\n", kBoot + kPrologue + kEach * commands);
  return 0;
}

int check_random(std::uint64_t seed, std::uint32_t commands, std::uint32_t vlen_bytes,
                 const std::string& path) {
  Program program(seed, vlen_bytes);
  SpikeLog log(path);
  Shadow spike(vlen_bytes, program.reference().memory(), kData);
  std::map<std::string_view, unsigned> executed;
  std::uint32_t done = 0;
  Commit commit;
  while (done < commands && log.next(commit)) {
    if (!commit.trap.empty() || commit.pc != pc_of(done)) continue;
    const std::uint32_t vl = program.reference().vl();
    const std::uint32_t vtype = program.reference().vtype();
    const RvvInstruction one = program.next();
    const std::string where = described(done, one, commit.pc, vl, vtype);
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
        done, commands, pc_of(done), path.c_str());
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

}  // namespace tb
