// SPDX-License-Identifier: Apache-2.0
#include "rvv/spike_log.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string_view>

namespace tb {
namespace {

constexpr std::string_view kBegin = "core   0: ";
constexpr std::string_view kException = "exception ";

std::uint64_t number_of(std::string_view text) {
  std::uint64_t value = 0;
  if (text.substr(0, 2) == "0x") text.remove_prefix(2);
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

/// The bytes of a number in hex, lowest first.
std::vector<std::uint8_t> bytes_of(std::string_view hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t end = hex.size(); end > 2; end -= 2) {
    bytes.push_back(static_cast<std::uint8_t>(number_of(hex.substr(end - 2, 2))));
  }
  return bytes;
}

/// The next word of a line, which is taken from it; empty at its end.
std::string_view word_of(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

/// Registers and stores behind the word of a line such as
/// "core   0: 3 0x80000018 (0x02b57057) x10 0x00000008 mem 0x80001000 0x01".
void read_effects(std::string_view line, Commit& commit) {
  std::string_view name = word_of(line);
  while (!name.empty()) {
    const std::string_view value = word_of(line);
    if (name == "mem") {
      std::string_view rest = line;
      const std::string_view stored = word_of(rest);
      if (stored.substr(0, 2) == "0x") {
        commit.stores.emplace_back(static_cast<std::uint32_t>(number_of(value)), stored);
        line = rest;
      }
    } else if (value.substr(0, 2) == "0x") {
      commit.registers.emplace(name, value);
    } else {  // e32, m1 and l8, which stand alone
      name = value;
      continue;
    }
    name = word_of(line);
  }
}

}  // namespace

bool Commit::is_vector() const {
  const std::uint32_t opcode = word & 0x7fU;
  const bool csr = opcode == 0x73 && word >> 20 >= 0xc20 && word >> 20 <= 0xc22;
  return opcode == 0x57 || opcode == 0x07 || opcode == 0x27 || csr;
}

bool SpikeLog::read() {
  if (waits_) {
    waits_ = false;
    return true;
  }
  return static_cast<bool>(std::getline(file_, line_));
}

bool SpikeLog::next(Commit& commit) {
  bool executed = false;
  while (read()) {
    std::string_view line = line_;
    if (line.substr(0, kBegin.size()) != kBegin) continue;
    line.remove_prefix(kBegin.size());
    const bool traps = line.substr(0, kException.size()) == kException;
    if (executed && !traps) {
      waits_ = true;
      return true;
    }
    if (traps) {  // of an instruction that may have done something before
      line.remove_prefix(kException.size());
      if (!executed) commit = {};
      commit.trap = line.substr(0, line.find(','));
      commit.pc = static_cast<std::uint32_t>(number_of(line.substr(line.rfind(' ') + 1)));
      commit.word = word_;
      commit.mnemonic = mnemonic_;
      return true;
    }
    const std::string_view first = word_of(line);
    const bool commits = first.size() == 1;  // the privilege comes first
    const std::string_view pc = commits ? word_of(line) : first;
    const std::string_view word = word_of(line);
    if (pc.substr(0, 2) != "0x" || word.size() < 4 || word[0] != '(') continue;
    const auto bits = static_cast<std::uint32_t>(number_of(word.substr(1, word.size() - 2)));
    if (!commits) {
      word_ = bits;
      mnemonic_ = word_of(line);
      continue;
    }
    commit = {};
    commit.pc = static_cast<std::uint32_t>(number_of(pc));
    commit.word = bits;
    commit.mnemonic = mnemonic_;
    read_effects(line, commit);
    executed = true;
  }
  return executed;
}

void Skipped::add(const Commit& commit, RvvReference::Outcome outcome, std::uint32_t vtype) {
  const char* why = outcome == RvvReference::Outcome::Illegal ? "illegal" : "misaligned";
  auto& [word, count] = kinds_[{why, commit.mnemonic, commit.word >> 25 & 1U, vtype}];
  word = commit.word;
  ++count;
}

void Skipped::print() const {
  for (const auto& [kind, seen] : kinds_) {
    std::printf("skipped %s %s 0x%08x 0x%x %u\n", std::get<0>(kind), std::get<1>(kind).c_str(),
                seen.first, std::get<3>(kind), seen.second);
  }
}

Shadow::Shadow(std::uint32_t vlen_bytes, std::vector<std::uint8_t> memory, std::uint32_t base)
    : vlen_bytes_(vlen_bytes),
      v_(std::size_t{32} * vlen_bytes),
      memory_(std::move(memory)),
      base_(base) {}

void Shadow::store(const Commit& commit, std::vector<std::uint8_t>& memory) const {
  for (const auto& [address, value] : commit.stores) {
    const std::vector<std::uint8_t> bytes = bytes_of(value);
    if (address < base_ || address - base_ + bytes.size() > memory.size()) continue;
    std::copy(bytes.begin(), bytes.end(), memory.begin() + (address - base_));
  }
}

void Shadow::apply(const Commit& commit) {
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
  store(commit, memory_);
}

bool Shadow::same(const Commit& commit, RvvReference& reference, const std::string& where) const {
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
    return differ("byte " + std::to_string(at) + " of memory", memory_[at], reference.memory()[at]);
  }
  return true;
}

void Shadow::give(const Commit& commit, RvvReference& reference) const {
  reference.set(vl_, vtype_);
  reference.v() = v_;
  store(commit, reference.memory());
}

}  // namespace tb
