// SPDX-License-Identifier: Apache-2.0
// Programs of others: the reference executes what Spike has executed.
#include <algorithm>
#include <cstdio>
#include <map>

#include "rvv/elf.hpp"
#include "rvv/modes.hpp"
#include "rvv/spike_log.hpp"

namespace tb {
namespace {

constexpr std::uint32_t kDone = 0x777;  // in x31: the end of a program with the subset only

/// Bytes behind a test that it may access as well, by long strides, times the square of VlenBytes.
constexpr std::uint32_t kBehind = 256;

using Outcome = RvvReference::Outcome;

/// The reference beside Spike.
class Tandem {
 public:
  Tandem(std::uint32_t vlen_bytes, const Image& image)
      : reference_(vlen_bytes, static_cast<std::uint32_t>(image.memory.size()), image.base,
                   RvvTail::Spike),
        spike_(vlen_bytes, image.memory, image.base) {
    reference_.memory() = image.memory;
  }

  /// A vector instruction, with the x registers that Spike has.
  Outcome execute(const Commit& commit) {
    const RvvInstruction one{commit.word, spike_.x(commit.word >> 15 & 31U),
                             spike_.x(commit.word >> 20 & 31U)};
    where_ = described(number_, one, commit.pc, reference_.vl(), reference_.vtype());
    return reference_.execute(one.word, one.rs1, one.rs2);
  }
  /// What Spike has done with an instruction that the reference has executed as well.
  bool same(const Commit& commit) {
    ++number_;
    spike_.apply(commit);
    return spike_.same(commit, reference_, where_);
  }
  /// What Spike has done with any other.
  void take(const Commit& commit) {
    spike_.apply(commit);
    spike_.give(commit, reference_);
  }

  [[nodiscard]] RvvReference& reference() { return reference_; }
  [[nodiscard]] const Shadow& spike() const { return spike_; }
  [[nodiscard]] const std::string& where() const { return where_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }

 private:
  RvvReference reference_;
  Shadow spike_;
  std::string where_;
  std::uint32_t number_{};
};

}  // namespace

int follow(std::uint32_t vlen_bytes, const std::string& elf, const std::string& path) {
  Image image = read_elf(elf);
  if (image.memory.empty()) return 2;
  if (image.base != kCode || image.memory.size() > kData - kCode) {
    std::fprintf(stderr, "rvv_tandem: %s: expected a program from 0x%08x to 0x%08x\n", elf.c_str(),
                 kCode, kData);
    return 2;
  }
  image.memory.resize(kData - kCode);  // and its stack
  Tandem tandem(vlen_bytes, image);
  SpikeLog log(path);
  Commit commit;
  while (log.next(commit)) {
    if (!commit.trap.empty()) continue;
    if (commit.is_vector()) {
      if (tandem.execute(commit) != Outcome::Done) {
        std::printf("%s: expected an instruction that the unit executes.\n",
                    tandem.where().c_str());
        return 1;
      }
      if (!tandem.same(commit)) return 1;
    } else {
      tandem.take(commit);
    }
    if (tandem.spike().x(31) == kDone) {
      const std::uint32_t answer = tandem.spike().x(10);
      if (answer == 0 && tandem.number() != 0) {
        std::printf("rvv_tandem: %u instructions of %s as in Spike, VlenBytes %u\n",
                    tandem.number(), elf.c_str(), vlen_bytes);
        return 0;
      }
      std::printf("%s: main returns %u after %u vector instructions, expected 0 after some.\n",
                  elf.c_str(), answer, tandem.number());
      return 1;
    }
  }
  std::printf("%s: expected the end of the program, 0x%x in x31, found none in %s.\n", elf.c_str(),
              kDone, path.c_str());
  return 1;
}

int follow_test(std::uint32_t vlen_bytes, const std::string& elf, const std::string& path,
                std::uint64_t most) {
  Image image = read_elf(elf);
  if (image.memory.empty()) return 2;
  image.memory.resize(image.memory.size() + std::size_t{kBehind} * vlen_bytes * vlen_bytes);
  Tandem tandem(vlen_bytes, image);
  std::map<std::string, std::uint32_t> compared;
  Skipped skipped;
  SpikeLog log(path);
  Commit commit;
  std::uint64_t instructions = 0;
  for (; log.next(commit); ++instructions) {
    if (!commit.is_vector()) {
      tandem.take(commit);
      continue;
    }
    const std::uint32_t vtype = tandem.reference().vtype();
    const Outcome outcome = tandem.execute(commit);
    if (!commit.trap.empty()) {
      if (outcome == Outcome::Done) {
        std::printf("%s: Spike has %s, and the reference executes it.\n", tandem.where().c_str(),
                    commit.trap.c_str());
        return 1;
      }
      if (outcome == Outcome::Fault) tandem.reference().memory() = tandem.spike().memory();
      tandem.take(commit);
      continue;
    }
    if (outcome == Outcome::Done) {
      if (!tandem.same(commit)) return 1;
      ++compared[commit.mnemonic];
      continue;
    }
    if (outcome == Outcome::Fault) {
      std::printf("%s: an address is an error in the reference, and none in Spike.\n",
                  tandem.where().c_str());
      return 1;
    }
    skipped.add(commit, outcome, vtype);
    tandem.take(commit);
  }
  if (instructions >= most) {
    std::printf("%s: expected the end of the test within %llu instructions, found none.\n",
                elf.c_str(), static_cast<unsigned long long>(most));
    return 1;
  }
  for (const auto& [name, count] : compared) std::printf("compared %s %u\n", name.c_str(), count);
  skipped.print();
  return 0;
}

}  // namespace tb
