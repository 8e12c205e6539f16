// SPDX-License-Identifier: Apache-2.0
#include "system/dut.hpp"

#include <Vgsq_top.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>

#include "common/assertions.hpp"
#include "common/code_coverage.hpp"
#include "gsq/files.hpp"
#include "verilated/fst_writer.hpp"

namespace tb {

Dut::Dut(const gsq::Config& config, std::uint64_t seed)
    : config_(config),
      word_shift_(__builtin_ctz(config.bank_bytes)),
      row_shift_(__builtin_ctz(config.banks)) {
  context_.threads(1);  // the model has one; more would be a pool of idle ones, lost in a fork
  context_.traceEverOn(true);
  context_.randReset(kRegisterStart);
  context_.randSeed(static_cast<int>(seed % 0x7fffffffU) + 1);  // 0 selects a random seed
  top_ = std::make_unique<Vgsq_top>(&context_, "");
  const auto bank = [&](const char* name) { return Signal(context_, "gsq_top", name); };
  banks_ = std::make_unique<BankPorts>(BankPorts{bank("bank_req"), bank("bank_we"),
                                                 bank("bank_addr"), bank("bank_wdata"),
                                                 bank("bank_be"), bank("bank_rdata")});
  for (std::uint32_t i = 0; i < config.banks; ++i) {
    const Signal memory(context_, "gsq_top.u_ub.g_bank[" + std::to_string(i) + "].u_bank", "mem_q");
    if (memory.size() != config.ub_bytes / config.banks) {
      throw std::logic_error("this executable was built for another configuration than " +
                             config.name);
    }
    memory_.push_back(memory.bytes());
  }
  v_ = std::make_unique<Signal>(context_, "gsq_top.u_core.u_vreg", "mem_q");
  m_ = std::make_unique<Signal>(context_, "gsq_top.u_core.u_issue.u_checks.u_masks", "mreg_q");
  ar_ = std::make_unique<Signal>(context_, "gsq_top.u_core.u_issue.u_checks.u_stream", "ar_q");
  issue_ = std::make_unique<Signal>(context_, "gsq_top.u_core.u_issue", "issue");
  // An asynchronous reset is an edge: without one, registers keep their random values until the
  // clock.
  top_->clk_i = 0;
  top_->rst_ni = 1;
  top_->eval();
  top_->rst_ni = 0;
  top_->eval();
  for (std::uint8_t* memory : memory_) std::fill_n(memory, config.ub_bytes / config.banks, 0);
  std::fill_n(v_->bytes(), v_->size(), 0);
  std::fill_n(m_->bytes(), m_->size(), 0);
}

Dut::~Dut() {
  // The scopes of the model take themselves out of the context of this thread, which would be that
  // of another Dut if there was one.
  Verilated::threadContextp(&context_);
  try {
    close_trace();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): close() reports errors
  }
  top_->final();
  keep_code_coverage(context_);
  exit_on_failed_assertion();
}

void Dut::set_reset(bool on) { top_->rst_ni = on ? 0 : 1; }

bool Dut::in_reset() const { return top_->rst_ni == 0; }

void Dut::rise() {
  top_->clk_i = 1;
  settle();
}

void Dut::fall() {
  top_->clk_i = 0;
  if (starting_ && top_->rst_ni != 0) {
    zero_code_coverage(context_);
    starting_ = false;
  }
  settle();
}

void Dut::settle() {
  top_->eval();
  if (trace_) trace_->dump(context_.time());
  context_.timeInc(5);
}

void Dut::open_trace(const std::string& file) {
  trace_ = std::make_unique<VerilatedFstC>();
  top_->trace(trace_.get(), 99);
  trace_->open(file.c_str());
  trace_file_ = file;
  if (trace_->isOpen()) return;
  trace_.reset();
  throw gsq::write_error(file, take_fst_error());
}

void Dut::close_trace() {
  if (!trace_) return;
  trace_->dump(context_.time() + 5);  // a cycle more: viewers show nothing of values at the end
  trace_->close();
  trace_.reset();
  if (const int error = take_fst_error()) throw gsq::write_error(trace_file_, error);
}

/// Calls `use` with the number of bytes before, the place, and the number of bytes of each word, or
/// part of one, of a region of UB.
template <typename Use>
void Dut::for_words(std::uint32_t address, std::uint32_t bytes, Use&& use) const {
  for (std::uint32_t done = 0; done < bytes;) {
    const std::uint32_t first = (address + done) & (config_.bank_bytes - 1);
    const std::uint32_t count = std::min(config_.bank_bytes - first, bytes - done);
    use(done, ub_word((address + done) >> word_shift_) + first, count);
    done += count;
  }
}

std::vector<std::uint8_t> Dut::read_ub(std::uint32_t address, std::uint32_t bytes) const {
  std::vector<std::uint8_t> result(bytes);
  for_words(address, bytes, [&](std::uint32_t done, std::uint8_t* in_ub, std::uint32_t count) {
    std::copy_n(in_ub, count, &result[done]);
  });
  return result;
}

void Dut::write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
  for_words(address, static_cast<std::uint32_t>(bytes.size()),
            [&](std::uint32_t done, std::uint8_t* in_ub, std::uint32_t count) {
              // Whole words are most of them, and copied without a call.
              if (count == 4) {
                std::memcpy(in_ub, &bytes[done], 4);
              } else {
                std::copy_n(&bytes[done], count, in_ub);
              }
            });
}

bool Dut::ub_equals(const std::vector<std::uint8_t>& expected) const {
  return config_.bank_bytes == 4 ? ub_equals_words<std::uint32_t>(expected.data())
                                 : ub_equals_words<std::uint64_t>(expected.data());
}

template <typename Word>
bool Dut::ub_equals_words(const std::uint8_t* expected) const {
  // By cache lines of the banks, whose arrays lie a power of two apart: row after row, each word
  // would be one of another line, and these lines would push each other out of the cache.
  constexpr std::uint32_t kRows = 64 / sizeof(Word);
  const std::uint32_t rows = config_.ub_bytes / config_.bank_bytes / config_.banks;
  const std::uint32_t columns = config_.banks;
  for (std::uint32_t first = 0; first < rows; first += kRows) {
    const std::uint32_t end = std::min(first + kRows, rows);
    Word differs = 0;
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint8_t* bank = memory_[column];
      for (std::uint32_t row = first; row < end; ++row) {
        const std::uint32_t word = row * columns + column;
        if (config_.bank_hash != 0) bank = memory_[gsq::bank_of(config_, word)];
        Word actual = 0;
        Word wanted = 0;
        std::memcpy(&actual, bank + row * sizeof(Word), sizeof actual);
        std::memcpy(&wanted, expected + word * sizeof(Word), sizeof wanted);
        differs |= actual ^ wanted;
      }
    }
    if (differs != 0) return false;
  }
  return true;
}

unsigned Dut::bank_accesses() const {
  unsigned count = 0;
  for (std::uint32_t bank = 0; bank < config_.banks; bank += 32) {
    count += static_cast<unsigned>(__builtin_popcountll(
        banks_->req.get(bank, std::min<std::uint32_t>(32, config_.banks - bank))));
  }
  return count;
}

}  // namespace tb
