// SPDX-License-Identifier: Apache-2.0
// Random words: Spike executes or refuses them, and so do the reference and gsq::crack.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string_view>

#include "gsq/rvv.hpp"
#include "gsq/semantics/vector_instruction.hpp"
#include "gsq/stimulus/random.hpp"
#include "rvv/elf.hpp"
#include "rvv/modes.hpp"
#include "rvv/spike_log.hpp"

namespace tb {
namespace {

constexpr std::uint32_t kScratch = 11;        // an x register that is written before each use
constexpr std::uint32_t kHandlers = 13;       // the one of the handler
constexpr std::uint32_t kBeforeHandler = 11;  // instructions
constexpr std::uint32_t kPrologue = 16;       // instructions before those of the first word
constexpr std::uint32_t kEach = 5;            // for a word, which is the last of them
constexpr std::uint32_t kTrap = 5000;  // instructions that Spike counts for an exception, at most
constexpr std::uint32_t kStates = 8;   // words of which the first sets vtype
constexpr std::uint32_t kTypical = 20'000;  // words in which each instruction occurs
constexpr unsigned kShown = 5;              // words that are printed
constexpr const char* kIllegal = "trap_illegal_instruction";

using Outcome = RvvReference::Outcome;

/// The words, the same for the same seed: what they are does not depend on what they do.
class Words {
 public:
  explicit Words(std::uint64_t seed) : random_(seed) {}

  std::vector<std::uint8_t> memory() {
    std::vector<std::uint8_t> bytes(kMemory);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_.next());
    return bytes;
  }

  /// The next word, with numbers for the x registers in its fields rs1 and rs2.
  RvvInstruction next() {
    RvvInstruction one;
    one.word = place_++ % kStates == 0 ? set() : word();
    one.rs1 = kData + random_.below(kMemory / 16) * 8;
    if (random_.percent(3)) one.rs1 += random_.below(8);
    one.rs2 = (random_.below(17) - 8U) << random_.below(4);
    if ((one.word & 0x7fU) == 0x57) {  // a number of elements or a scalar, and a vtype
      one.rs1 = random_.percent(50) ? random_.below(600) : any();
      one.rs2 = random_.percent(80) ? vtype() : any();
    }
    return one;
  }

 private:
  std::uint32_t any() { return static_cast<std::uint32_t>(random_.next()); }

  /// Mostly a legal one.
  std::uint32_t vtype() {
    const std::uint32_t sew = random_.below(3);
    std::uint32_t lmul = random_.below(8);
    if (random_.percent(90) && lmul >= 4 && lmul < 6 + sew) lmul = random_.below(4);
    return sew << 3U | lmul | random_.below(4) << 6U;
  }

  /// vsetvli x10, x0 or x10, x11
  std::uint32_t set() {
    const std::uint32_t rs1 = random_.percent(60) ? 0 : kScratch;
    const std::uint32_t written = random_.percent(90) ? vtype() : any() & 0x7ffU;
    return 0x7057U | written << 20U | rs1 << 15U | 10U << 7U;
  }

  std::uint32_t word() {
    if (random_.percent(8)) return (any() & 0xfff80U) | (0xc20U + random_.below(3)) << 20U | 0x73U;
    if (random_.percent(45)) {
      constexpr std::array<std::uint32_t, 3> kMajors{0x07, 0x27, 0x57};
      const std::uint32_t made = (any() & ~0x7fU) | kMajors.at(random_.below(3));
      if ((made & 0x57U) == 0x57 || random_.percent(70)) return made;
      // Behind each other: elements, registers, a mask, or up to a fault.
      constexpr std::array<std::uint32_t, 4> kKinds{0, 8, 11, 16};
      return (made & ~0xfdf00000U) | kKinds.at(random_.below(4)) << 20U;
    }
    const auto& facts = gsq::kRvv.at(random_.below(gsq::kRvv.size()));
    std::uint32_t funct3 = random_.below(8);
    while ((facts.funct3s >> funct3 & 1U) == 0) funct3 = random_.below(8);
    std::uint32_t made = (any() & ~facts.mask & ~0x7000U) | facts.match | funct3 << 12U;
    // Mostly groups begin where they may.
    if (random_.percent(50)) made &= ~(7U << 7U | 7U << 20U) | facts.mask;
    for (unsigned i = random_.percent(50) ? 0 : random_.below(3); i > 0; --i) {
      made ^= 1U << (7 + random_.below(25));  // the opcode stays
    }
    return made;
  }

  gsq::Rng random_;
  std::uint32_t place_{};
};

std::uint32_t write_csr(std::uint32_t csr, std::uint32_t reg) {
  return csr << 20U | reg << 15U | 0x1073U;
}

std::uint32_t pc_of(std::uint32_t number) {
  return kCode + 4 * (kPrologue + kEach * number + kEach - 1);
}

/// Counts words by what became of them.
class Judge {
 public:
  Judge(std::uint32_t vlen_bytes, const std::vector<std::uint8_t>& memory)
      : view_{true, vlen_bytes, kMemory, kData},
        reference_(vlen_bytes, kMemory, kData, RvvTail::Spike),
        spike_(vlen_bytes, memory, kData) {
    reference_.memory() = memory;
  }

  /// An instruction between the words.
  void take(const Commit& commit) { spike_.apply(commit); }

  /// A word; false, with a message, if something is wrong with it.
  bool judge(std::uint32_t number, const Commit& commit) {
    const RvvInstruction one{commit.word, spike_.x(commit.word >> 15 & 31U),
                             spike_.x(commit.word >> 20 & 31U)};
    where_ = described(number, one, commit.pc, spike_.vl(), spike_.vtype()) + ", in Spike " +
             commit.mnemonic;
    spike_.give({}, reference_);
    reference_.memory() = spike_.memory();
    const std::uint32_t vtype = spike_.vtype();
    const bool agree = cracks(one) == executes(one);
    const bool here = outcome_ == Outcome::Done || outcome_ == Outcome::Fault;
    if (!agree) return wrong("the reference and gsq::crack differ about whether it is legal");
    if (!here && !is_unchanged()) return wrong("it is refused, and has changed the state");
    const bool there = commit.trap != kIllegal;
    spike_.apply(commit);
    if (here && there) {
      ++both_;
      ++executed_[name_of(one.word)];
      if (!commit.trap.empty()) {
        ++faults_;
      } else if (reference_.vl() != spike_.vl() || reference_.vtype() != spike_.vtype()) {
        return wrong("vl or vtype are different afterwards");
      }
    } else if (here) {
      return wrong("it is executed here, and illegal in Spike");
    } else if (there) {
      skipped_.add(commit, outcome_, vtype);
    } else {
      ++neither_;
    }
    return true;
  }

  /// Prints the counts. False, with a message, if an instruction has not occurred.
  [[nodiscard]] bool report(std::uint32_t words) {
    std::printf("both %u\nneither %u\nfaults %u\n", both_, neither_, faults_);
    skipped_.print();
    for (const auto& one : gsq::kRvv) {
      if (words < kTypical || executed_[one.name] != 0) continue;
      std::printf("No word was a legal %s: expected each instruction at least once in %u.\n",
                  one.name.data(), kTypical);
      return false;
    }
    return true;
  }

 private:
  bool wrong(const char* what) const {
    std::printf("%s: %s.\n", where_.c_str(), what);
    return false;
  }

  [[nodiscard]] bool cracks(const RvvInstruction& one) const {
    const auto made =
        gsq::crack(one.word, {one.rs1, one.rs2}, {spike_.vl(), spike_.vtype()}, view_);
    return made && made->aligned;
  }

  bool executes(const RvvInstruction& one) {
    v_ = reference_.v();
    outcome_ = reference_.execute(one.word, one.rs1, one.rs2);
    return outcome_ == Outcome::Done || outcome_ == Outcome::Fault;
  }

  [[nodiscard]] bool is_unchanged() {
    return reference_.v() == v_ && reference_.memory() == spike_.memory() &&
           reference_.vl() == spike_.vl() && reference_.vtype() == spike_.vtype() &&
           !reference_.rd();
  }

  gsq::CoreView view_;
  RvvReference reference_;
  Shadow spike_;
  Outcome outcome_{};
  std::vector<std::uint8_t> v_;  // before the word
  std::string where_;
  std::uint32_t both_{};
  std::uint32_t neither_{};
  std::uint32_t faults_{};  // of both: those with an address that Spike has no memory for
  std::map<std::string_view, std::uint32_t> executed_;
  Skipped skipped_;
};

}  // namespace

int write_words(std::uint64_t seed, std::uint32_t words, std::uint32_t vlen_bytes,
                const std::string& elf) {
  Words source(seed << 12U | vlen_bytes);
  const std::vector<std::uint8_t> memory = source.memory();
  std::string code;
  put(code, 0x60000593U);  // li x11, 0x600
  put(code, 0x3005a073U);  // csrs mstatus, x11: vector instructions are allowed
  // No store may change the code: 8 MiB from kCode on, read and execute, locked.
  put_number(code, kScratch, kCode >> 2U | (kData - kCode) / 8 - 1);
  put(code, write_csr(0x3b0, kScratch));             // pmpaddr0
  put(code, 0x9dU << 20U | kScratch << 7U | 0x13U);  // li x11, 0x9d
  put(code, write_csr(0x3a0, kScratch));             // pmpcfg0
  put_number(code, kScratch, kCode + 4 * kBeforeHandler);
  put(code, write_csr(0x305, kScratch));                        // mtvec
  put(code, 0x0180006fU);                                       // j behind the handler
  put(code, 0x34102073U | kHandlers << 7U);                     // csrr x13, mepc
  put(code, 0x00400013U | kHandlers << 15U | kHandlers << 7U);  // addi x13, x13, 4
  put(code, write_csr(0x341, kHandlers));                       // csrw mepc, x13
  put(code, 0x00805073U);                                       // csrwi vstart, 0
  put(code, 0x30200073U);                                       // mret
  for (std::uint32_t i = 0; i < words; ++i) {
    const RvvInstruction one = source.next();
    put_number(code, one.word >> 20 & 31U, one.rs2);
    put_number(code, one.word >> 15 & 31U, one.rs1);
    put(code, one.word);
  }
  put(code, 0x10500073U);  // wfi, which takes the rest of Spike's time
  put(code, 0xffdff06fU);  // j to it
  if (!write_elf(elf, code, memory)) return 2;
  std::printf("%u\n", kBoot + kPrologue + (kEach + kTrap) * words);
  return 0;
}

int judge_words(std::uint64_t seed, std::uint32_t words, std::uint32_t vlen_bytes,
                const std::string& path) {
  Words source(seed << 12U | vlen_bytes);
  Judge judge(vlen_bytes, source.memory());
  SpikeLog log(path);
  Commit commit;
  std::uint32_t done = 0;
  unsigned wrong = 0;
  while (done < words && log.next(commit)) {
    if (commit.pc != pc_of(done)) {
      judge.take(commit);
      continue;
    }
    const RvvInstruction one = source.next();
    if (commit.word != one.word) {
      std::printf("Word %u at 0x%08x is 0x%08x, expected 0x%08x: %s is of another program.\n", done,
                  commit.pc, commit.word, one.word, path.c_str());
      return 1;
    }
    if (!judge.judge(done, commit) && ++wrong == kShown) return 1;
    ++done;
  }
  if (done != words) {
    std::printf("Spike has come to word %u of %u, expected all of them; look for 0x%08x in %s.\n",
                done, words, pc_of(done), path.c_str());
    return 1;
  }
  return judge.report(words) && wrong == 0 ? 0 : 1;
}

}  // namespace tb
