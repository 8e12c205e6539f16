// SPDX-License-Identifier: Apache-2.0
#include "system/expected.hpp"

#include <algorithm>
#include <cstring>

namespace tb {

Expected::Expected(const gsq::Config& config, const Dut& dut)
    : config_(config),
      row_bits_(
          static_cast<unsigned>(__builtin_ctz(config.ub_bytes / config.bank_bytes / config.banks))),
      active_(dut.expected("active")),
      cycle_(dut.expected("cycle")),
      text_offered_(dut.expected("text_offered")),
      text_to_issue_(dut.expected("text_to_issue")),
      text_on_banks_(dut.expected("text_on_banks")),
      text_oldest_(dut.expected("text_oldest")),
      cmd_ready_(dut.expected("cmd_ready")),
      rsp_valid_(dut.expected("rsp_valid")),
      rsp_(dut.expected("rsp")),
      host_gnt_(dut.expected("host_gnt")),
      host_rvalid_(dut.expected("host_rvalid")),
      host_err_(dut.expected("host_err")),
      host_rdata_valid_(dut.expected("host_rdata_valid")),
      host_rdata_(dut.expected("host_rdata")),
      bank_req_(dut.expected("bank_req")),
      bank_we_(dut.expected("bank_we")),
      bank_read_(dut.expected("bank_read")),
      bank_addr_(dut.expected("bank_addr")),
      bank_wdata_(dut.expected("bank_wdata")),
      bank_be_(dut.expected("bank_be")),
      bank_rdata_(dut.expected("bank_rdata")) {
  hide();
}

void Expected::set_text(Signal& signal, const std::string& text) {
  // The first letter is the highest byte.
  const std::size_t count = std::min(text.size(), signal.size());
  std::fill_n(signal.bytes(), signal.size(), 0);
  std::reverse_copy(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(count),
                    signal.bytes() + (signal.size() - count));
}

void Expected::set_bits(Signal& signal, const std::vector<std::uint32_t>& words) {
  std::memcpy(signal.bytes(), words.data(), signal.size());
}

void Expected::show(std::uint64_t cycle, const gsq::CycleOutputs& outputs, const Texts& texts) {
  active_.set(0, 1, 1);
  cycle_.set(0, 32, cycle);
  set_text(text_to_issue_, texts.to_issue);
  set_text(text_on_banks_, texts.on_banks);
  set_text(text_oldest_, texts.oldest);
  cmd_ready_.set(0, 1, outputs.cmd_ready ? 1 : 0);
  rsp_valid_.set(0, 1, outputs.rsp_valid ? 1 : 0);
  std::memcpy(rsp_.bytes(), outputs.rsp.data(), rsp_.size());
  host_gnt_.set(0, 1, outputs.host_gnt ? 1 : 0);
  host_rvalid_.set(0, 1, outputs.host_rvalid ? 1 : 0);
  host_err_.set(0, 1, outputs.host_err ? 1 : 0);
  host_rdata_valid_.set(0, 1, outputs.host_rdata_valid ? 1 : 0);
  std::memcpy(host_rdata_.bytes(), outputs.host_rdata.data(), host_rdata_.size());
  set_bits(bank_req_, outputs.bank_req);
  set_bits(bank_we_, outputs.bank_we);
  set_bits(bank_read_, outputs.bank_read);
  const unsigned data_bits = 8 * config_.bank_bytes;
  for (std::uint32_t bank = 0; bank < config_.banks; ++bank) {
    const gsq::BankAccess& access = outputs.bank[bank];
    const std::size_t at = bank;
    bank_addr_.set(at * row_bits_, row_bits_, access.row);
    bank_wdata_.set(at * data_bits, data_bits, access.wdata);
    bank_be_.set(at * config_.bank_bytes, config_.bank_bytes, access.be);
    bank_rdata_.set(at * data_bits, data_bits, outputs.bank_rdata[bank]);
  }
}

}  // namespace tb
