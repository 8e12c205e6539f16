// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_bank_mux: random accesses of the unit, and of the host in a column that the unit
// does not use. Words of a host's block are found by bank numbers of the timing contract.
#include <array>
#include <cstdint>
#include <string>

#include "Vgsq_bank_mux.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kBanks = PARAM_Banks;
constexpr unsigned kWord = PARAM_BankBytes;
constexpr unsigned kWords = 32 / kWord;  // of a block
constexpr unsigned kCols = kBanks / kWords;
constexpr unsigned kRows = PARAM_UbBytes / kWord / kBanks;
constexpr unsigned kCases = 20'000;

class BankMuxBench : public tb::Bench<Vgsq_bank_mux> {
 public:
  BankMuxBench(int argc, char** argv)
      : Bench("access to " + std::to_string(kBanks) + " banks of " + std::to_string(kWord), argc,
              argv) {}

 private:
  struct Access {
    bool req{};
    bool we{};
    unsigned row{};
    unsigned be{};
    std::array<std::uint8_t, kWord> data{};
  };

  template <typename Bytes>
  void randomize(Bytes& bytes) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random().below(256));
  }

  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    read_ = next_read_;
    read_col_ = col_;
    read_swizzle_ = swizzle_;
    host_ = random().percent(60);
    we_ = random().percent(50);
    col_ = random().below(kCols);
    swizzle_ = random().below(kWords);
    row_ = random().below(kRows);
    next_read_ = host_ && !we_;
    randomize(block_);
    const unsigned full = random().below(5) * 25;
    for (unsigned i = 0; i < 32; ++i) be_.at(i) = random().percent(full);
    dut().host_req_i = host_;
    dut().host_we_i = we_;
    dut().host_col_i = static_cast<std::uint8_t>(col_);
    dut().host_swizzle_i = static_cast<std::uint8_t>(swizzle_);
    dut().host_row_i = row_;
    for (unsigned i = 0; i < 32; ++i) {
      tb::bytes_of(dut().host_wdata_i)[i] = block_.at(i);
      tb::set_bit(dut().host_be_i, i, be_.at(i));
    }
    const unsigned busy = random().below(5) * 25;
    for (unsigned i = 0; i < kBanks; ++i) {
      Access& unit = unit_.at(i);
      unit.req = random().percent(busy) && !(host_ && i / kWords == col_);
      unit.we = random().percent(50);
      unit.row = random().below(kRows);
      unit.be = random().below(1U << kWord);
      randomize(unit.data);
      std::uint64_t data = 0;
      for (unsigned j = kWord; j-- > 0;) data = data << 8U | unit.data.at(j);
      tb::set_bit(dut().unit_req_i, i, unit.req);
      tb::set_bit(dut().unit_we_i, i, unit.we);
      dut().unit_row_i[i] = unit.row;
      dut().unit_be_i[i] = static_cast<std::uint8_t>(unit.be);
      dut().unit_wdata_i[i] = data;
      randomize(rdata_.at(i));
      for (unsigned j = 0; j < kWord; ++j) {
        tb::bytes_of(dut().bank_rdata_i)[kWord * i + j] = rdata_.at(i).at(j);
      }
    }
  }

  /// The bank of word i of a block, whose first word is in bank col*kWords + swizzle.
  static unsigned bank(unsigned col, unsigned swizzle, unsigned i) {
    return col * kWords + (i ^ swizzle);
  }

  void posedge() override {
    std::array<Access, kBanks> expected = unit_;
    for (unsigned i = 0; host_ && i < kWords; ++i) {
      Access& access = expected.at(bank(col_, swizzle_, i));
      access = {false, we_, row_, 0, {}};
      for (unsigned j = 0; j < kWord; ++j) {
        if (!we_ || be_.at(kWord * i + j)) access.be |= 1U << j;
        access.data.at(j) = block_.at(kWord * i + j);
      }
      access.req = access.be != 0;
    }
    for (unsigned i = 0; i < kBanks; ++i) {
      const Access& access = expected.at(i);
      expect("bank_req_o", i, access.req, tb::get_bits(dut().bank_req_o, i, 1), what());
      if (!access.req) continue;
      expect("bank_we_o", i, access.we, tb::get_bits(dut().bank_we_o, i, 1), what());
      expect("bank_addr_o", i, access.row,
             tb::get_bits(dut().bank_addr_o, i * row_bits(), row_bits()), what());
      expect("bank_be_o", i, access.be, tb::get_bits(dut().bank_be_o, i * kWord, kWord), what());
      for (unsigned j = 0; access.we && j < kWord; ++j) {
        if ((access.be >> j & 1U) == 0) continue;
        expect("bank_wdata_o", i, access.data.at(j),
               tb::bytes_of(dut().bank_wdata_o)[kWord * i + j], what());
      }
    }
    // Nothing is known of the cycle before the first.
    for (unsigned i = 0; case_ > 1 && i < kWords; ++i) {
      for (unsigned j = 0; j < kWord; ++j) {
        const unsigned word = bank(read_col_, read_swizzle_, i);
        expect("host_rdata_o", kWord * i + j, read_ ? rdata_.at(word).at(j) : 0U,
               tb::bytes_of(dut().host_rdata_o)[kWord * i + j], what());
      }
    }
  }

  static unsigned row_bits() {
    unsigned count = 0;
    while ((kRows >> count) > 1) ++count;
    return count;
  }

  [[nodiscard]] std::string what() const {
    return host_ ? std::string("a ") + (we_ ? "write" : "read") + " of the host in column " +
                       std::to_string(col_) + ", swizzle " + std::to_string(swizzle_)
                 : "no request of the host";
  }

  unsigned case_{};
  bool host_{};
  bool we_{};
  unsigned col_{};
  unsigned swizzle_{};
  unsigned row_{};
  std::array<std::uint8_t, 32> block_{};
  std::array<bool, 32> be_{};
  std::array<Access, kBanks> unit_{};
  std::array<std::array<std::uint8_t, kWord>, kBanks> rdata_{};
  bool next_read_{};
  bool read_{};  // the host read in the cycle before
  unsigned read_col_{};
  unsigned read_swizzle_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return BankMuxBench(argc, argv).run(); }
