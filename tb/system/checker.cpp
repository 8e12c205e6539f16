// SPDX-License-Identifier: Apache-2.0
#include "system/checker.hpp"

#include <Vgsq_top.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace tb {
namespace {

bool bit_of(const std::vector<std::uint32_t>& bits, std::uint32_t index) {
  return ((bits[index / 32] >> (index % 32)) & 1U) != 0;
}

constexpr std::array<std::uint64_t, 256> kByteMasks = [] {
  std::array<std::uint64_t, 256> masks{};
  for (unsigned enables = 0; enables < masks.size(); ++enables) {
    for (unsigned i = 0; i < 8; ++i) {
      if (((enables >> i) & 1U) != 0) masks[enables] |= std::uint64_t{0xff} << (8 * i);
    }
  }
  return masks;
}();

std::uint64_t byte_mask(std::uint32_t enables) { return kByteMasks[enables & 0xffU]; }

std::string hex(std::uint64_t value) { return fmt::format("{:#x}", value); }

/// A byte, and the data block that it lies in, by words of b32.
std::string around(const std::uint8_t* bytes, std::size_t at) {
  std::array<std::uint32_t, gsq::kBlockBytes / 4> words{};
  const std::size_t block = at / gsq::kBlockBytes * gsq::kBlockBytes;
  std::memcpy(words.data(), bytes + block, gsq::kBlockBytes);
  return fmt::format("{:#04x} in lanes {} to {}: {:08x}", bytes[at], block / 4,
                     block / 4 + words.size() - 1, fmt::join(words, " "));
}

/// Text with the lane of a byte of an access: for a gather, scatter or vec command the first lane
/// that uses the word.
std::string lane_of(const gsq::Transaction* transaction, const gsq::BankAccess& access,
                    std::uint32_t byte) {
  if (transaction == nullptr) return "";
  const gsq::Command& command = transaction->command;
  const gsq::CommandFacts& row = gsq::facts(command.op);
  if (gsq::has(row.fields, gsq::CmdField::Iterations)) {
    constexpr std::array<const char*, 3> kOperands{"dst", "src0", "src1"};
    return fmt::format(", lane {} of {}, iteration {}", access.lane, kOperands.at(access.operand),
                       access.iteration);
  }
  if (row.mask == gsq::MaskUse::Slot) return fmt::format(", lane {}", access.lane);
  if (row.mask == gsq::MaskUse::Block || gsq::has(row.fields, gsq::CmdField::Blk0)) {
    return fmt::format(", block {}", access.lane);
  }
  if (gsq::has(row.fields, gsq::CmdField::Distr)) {
    unsigned bytes = 1;  // of a lane in UB
    if (row.reads_vs) {
      bytes =
          (1U << static_cast<unsigned>(command.width)) / (command.distr == gsq::Dist::Norm ? 1 : 2);
    } else if (command.distr == gsq::Dist::UnpackB16) {
      bytes = 2;
    }
    return fmt::format(", lane {}", (access.address + byte - command.addr) / bytes);
  }
  return "";
}

}  // namespace

Checker::Checker(const gsq::Config& config, const Dut& dut, const gsq::CycleModel& model, bool data)
    : config_(config), dut_(dut), model_(model), data_(data), data_bits_(8 * config.bank_bytes) {
  const std::uint32_t rows = config.ub_bytes / config.bank_bytes / config.banks;
  while ((1U << address_bits_) < rows || address_bits_ == 0) ++address_bits_;
}

bool Checker::control_agrees() const {
  const gsq::CycleOutputs& expected = model_.outputs();
  const Vgsq_top& actual = dut_.ports();
  if (actual.cmd_ready_o != expected.cmd_ready || actual.rsp_valid_o != expected.rsp_valid ||
      actual.host_gnt_o != expected.host_gnt || actual.host_rvalid_o != expected.host_rvalid) {
    return false;
  }
  if (expected.rsp_valid && std::memcmp(&actual.rsp_o, expected.rsp.data(), 8) != 0) return false;
  if (expected.host_rvalid && actual.host_err_o != expected.host_err) return false;
  return !data_ || !expected.host_rdata_valid ||
         std::memcmp(&actual.host_rdata_o, expected.host_rdata.data(), 32) == 0;
}

bool Checker::banks_agree() const {
  const gsq::CycleOutputs& expected = model_.outputs();
  const Dut::BankPorts& actual = dut_.banks();
  for (std::uint32_t i = 0; i < expected.bank_req.size(); ++i) {
    const std::uint32_t first = 32 * i;
    const unsigned count = std::min<std::uint32_t>(32, config_.banks - first);
    const std::uint32_t req = expected.bank_req[i];
    const std::uint32_t we = expected.bank_we[i];
    if (actual.req.get(first, count) != req) return false;
    if (req != 0 && (actual.we.get(first, count) & req) != we) return false;
    for (std::uint32_t bits = req; bits != 0; bits &= bits - 1) {
      const auto at = static_cast<std::uint32_t>(__builtin_ctz(bits));
      if (!access_agrees(first + at, ((we >> at) & 1U) != 0)) return false;
    }
    for (std::uint32_t bits = expected.bank_read[i]; bits != 0; bits &= bits - 1) {
      if (!rdata_agrees(first + static_cast<std::uint32_t>(__builtin_ctz(bits)))) return false;
    }
  }
  return true;
}

inline bool Checker::access_agrees(std::uint32_t bank, bool write) const {
  const gsq::BankAccess& access = model_.outputs().bank[bank];
  const Dut::BankPorts& actual = dut_.banks();
  if (actual.addr.get(std::size_t{bank} * address_bits_, address_bits_) != access.row) return false;
  if (!be_agrees(bank, write)) return false;
  if (!write || !data_) return true;
  const std::uint64_t wdata = actual.wdata.get(std::size_t{bank} * data_bits_, data_bits_);
  return ((wdata ^ access.wdata) & byte_mask(access.be)) == 0;
}

inline bool Checker::be_agrees(std::uint32_t bank, bool write) const {
  const std::uint32_t expected = model_.outputs().bank[bank].be;
  const auto be = static_cast<std::uint32_t>(
      dut_.banks().be.get(std::size_t{bank} * config_.bank_bytes, config_.bank_bytes));
  if (write || config_.places == 1) return be == expected;
  // A wider window may serve the slots of a word in different cycles, each time with their bytes
  // only. Of a read the model knows just the bytes of all of them.
  return be != 0 && (be & ~expected) == 0;
}

inline bool Checker::rdata_agrees(std::uint32_t bank) const {
  return !data_ || dut_.banks().rdata.get(std::size_t{bank} * data_bits_, data_bits_) ==
                       model_.outputs().bank_rdata[bank];
}

bool Checker::bank_agrees(std::uint32_t bank) const {
  const gsq::CycleOutputs& expected = model_.outputs();
  const bool write = bit_of(expected.bank_we, bank);
  if (bit_of(expected.bank_req, bank) &&
      ((dut_.banks().we.get(bank, 1) != 0) != write || !access_agrees(bank, write))) {
    return false;
  }
  return !bit_of(expected.bank_read, bank) || rdata_agrees(bank);
}

Difference Checker::first_difference() const {
  const gsq::CycleOutputs& expected = model_.outputs();
  const Vgsq_top& actual = dut_.ports();
  const gsq::Transaction* oldest = model_.oldest();
  struct Flag {
    const char* kind;
    const char* port;
    bool expected;
    bool actual;
    const gsq::Transaction* command;
  };
  const std::array<Flag, 5> flags{{
      {kind::kCycle, "cmd_ready_o", expected.cmd_ready, actual.cmd_ready_o != 0, oldest},
      {kind::kCycle, "rsp_valid_o", expected.rsp_valid, actual.rsp_valid_o != 0, oldest},
      {kind::kCycle, "host_gnt_o", expected.host_gnt, actual.host_gnt_o != 0, nullptr},
      {kind::kCycle, "host_rvalid_o", expected.host_rvalid, actual.host_rvalid_o != 0, nullptr},
      {kind::kHost, "host_err_o", expected.host_rvalid && expected.host_err,
       expected.host_rvalid && actual.host_err_o != 0, nullptr},
  }};
  for (const Flag& flag : flags) {
    if (flag.expected == flag.actual) continue;
    return {flag.kind, flag.port, std::to_string(int{flag.expected}),
            std::to_string(int{flag.actual}), flag.command};
  }
  if (expected.rsp_valid && std::memcmp(&actual.rsp_o, expected.rsp.data(), 8) != 0) {
    gsq::ResponseBits bits{};
    std::memcpy(bits.data(), &actual.rsp_o, sizeof bits);
    const gsq::Response want = gsq::unpack(expected.rsp);
    const gsq::Response found = gsq::unpack(bits);
    return {kind_of(want, found), "rsp_o", text_of(want), text_of(found), oldest};
  }
  for (std::uint32_t i = 0; data_ && expected.host_rdata_valid && i < expected.host_rdata.size();
       ++i) {
    if (actual.host_rdata_o[i] == expected.host_rdata[i]) continue;
    return {kind::kHost, fmt::format("host_rdata_o, bytes {} to {}", 4 * i, 4 * i + 3),
            hex(expected.host_rdata[i]), hex(actual.host_rdata_o[i]), nullptr};
  }
  for (std::uint32_t bank = 0; bank < config_.banks; ++bank) {
    const bool req = dut_.banks().req.get(bank, 1) != 0;
    const bool want = bit_of(expected.bank_req, bank);
    if (req != want) {
      const gsq::BankAccess& access = expected.bank[bank];
      const std::string place = want ? fmt::format(" (UB address {:#x}{})", access.address,
                                                   lane_of(model_.on_bank(bank), access, 0))
                                     : "";
      return {kind::kCycle, fmt::format("bank_req, bank {}{}", bank, place),
              std::to_string(int{want}), std::to_string(int{req}),
              want ? model_.on_bank(bank) : model_.on_banks()};
    }
    if (!bank_agrees(bank)) return bank_difference(bank);
  }
  return {kind::kCycle, "no port", "", "", nullptr};
}

Difference Checker::bank_difference(std::uint32_t bank) const {
  const gsq::CycleOutputs& expected = model_.outputs();
  const Dut::BankPorts& actual = dut_.banks();
  if (bit_of(expected.bank_req, bank)) {
    const gsq::BankAccess& access = expected.bank[bank];
    const gsq::Transaction* owner = model_.on_bank(bank);
    const auto place = [&](const char* port) {
      return fmt::format("{}, bank {} (UB address {:#x}{})", port, bank, access.address,
                         lane_of(owner, access, 0));
    };
    const bool want = bit_of(expected.bank_we, bank);
    const bool we = actual.we.get(bank, 1) != 0;
    if (we != want) {
      return {kind::kAccess, place("bank_we"), std::to_string(int{want}), std::to_string(int{we}),
              owner};
    }
    const std::uint64_t addr = actual.addr.get(std::size_t{bank} * address_bits_, address_bits_);
    if (addr != access.row)
      return {kind::kAccess, place("bank_addr"), hex(access.row), hex(addr), owner};
    const auto be = static_cast<std::uint32_t>(
        actual.be.get(std::size_t{bank} * config_.bank_bytes, config_.bank_bytes));
    if (!be_agrees(bank, want))
      return {kind::kAccess, place("bank_be"), hex(access.be), hex(be), owner};
    if (want && data_) {
      const std::uint64_t mask = byte_mask(be);
      const std::uint64_t data = actual.wdata.get(std::size_t{bank} * data_bits_, data_bits_);
      if (((data ^ access.wdata) & mask) != 0) {
        const auto byte = static_cast<unsigned>(__builtin_ctzll((data ^ access.wdata) & mask)) / 8;
        return {kind::kData,
                fmt::format("bank_wdata, bank {} (UB address {:#x}{})", bank, access.address + byte,
                            lane_of(owner, access, byte)),
                hex(access.wdata & mask), hex(data & mask), owner};
      }
    }
  }
  return {kind::kData, fmt::format("bank_rdata, bank {}", bank), hex(expected.bank_rdata[bank]),
          hex(actual.rdata.get(std::size_t{bank} * data_bits_, data_bits_)), model_.reading(bank)};
}

bool Checker::state_agrees(Difference& difference) const {
  const gsq::Model& golden = model_.model();
  for (std::size_t i = 0; data_ && i < gsq::kNumVregs; ++i) {
    if (std::memcmp(dut_.v(i), golden.v(i).data(), config_.vlen_bytes) == 0) continue;
    std::size_t at = 0;
    while (dut_.v(i)[at] == golden.v(i)[at]) ++at;
    difference = {kind::kData,
                  fmt::format("register v{}, byte {} (lane {} of b32)", i, at, at / 4),
                  around(golden.v(i).data(), at),
                  around(dut_.v(i), at),
                  nullptr,
                  static_cast<unsigned>(i)};
    return false;
  }
  for (std::size_t i = 0; i < gsq::kNumMregs; ++i) {
    for (std::size_t bit = 0; bit < config_.vlen_bytes; ++bit) {
      if (dut_.m(i, bit) == (golden.m(i)[bit] != 0)) continue;
      difference = {kind::kMask, fmt::format("register m{}, bit {}", i, bit),
                    std::to_string(golden.m(i)[bit]), std::to_string(int{dut_.m(i, bit)}), nullptr};
      return false;
    }
  }
  if (dut_.ar() != golden.ar()) {
    difference = {kind::kAr, "register AR", std::to_string(golden.ar()), std::to_string(dut_.ar()),
                  nullptr};
    return false;
  }
  struct Counter {
    const char* name;
    std::uint64_t gsq::Counters::*field;
  };
  constexpr std::array<Counter, 8> kCounters{{{"cycles", &gsq::Counters::cycles},
                                              {"stalls", &gsq::Counters::stalls},
                                              {"commands", &gsq::Counters::commands},
                                              {"bank_cycles", &gsq::Counters::bank_cycles},
                                              {"reads", &gsq::Counters::reads},
                                              {"writes", &gsq::Counters::writes},
                                              {"slots", &gsq::Counters::slots},
                                              {"merged", &gsq::Counters::merged}}};
  for (const auto& [name, field] : kCounters) {
    if (!dut_.counts()) break;
    const std::uint64_t expected = model_.counters().*field;
    const std::uint64_t actual = dut_.counter(name);
    if (expected == actual) continue;
    difference = {std::string("counter ") + name, std::string("counter ") + name,
                  std::to_string(expected), std::to_string(actual), nullptr};
    return false;
  }
  if (!data_ || dut_.ub_equals(golden.ub())) return true;
  for (std::uint32_t word = 0; word < config_.ub_bytes / config_.bank_bytes; ++word) {
    const std::uint8_t* expected = &golden.ub()[std::size_t{word} * config_.bank_bytes];
    const std::uint8_t* actual = dut_.ub_word(word);
    if (std::memcmp(expected, actual, config_.bank_bytes) == 0) continue;
    std::uint32_t at = 0;
    while (expected[at] == actual[at]) ++at;
    difference = {kind::kData,
                  fmt::format("UB byte {:#x}, bank {}", word * config_.bank_bytes + at,
                              gsq::bank_of(config_, word)),
                  hex(expected[at]), hex(actual[at]), nullptr};
    return false;
  }
  return true;
}

}  // namespace tb
