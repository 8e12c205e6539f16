// SPDX-License-Identifier: Apache-2.0
// Software on a processor that uses the unit: it moves data between a memory and the Unified
// Buffer, sends commands, sleeps until the interrupt, and takes the responses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <systemc>
#include <tlm>
#include <variant>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/tlm/tlm_registers.hpp"

/// What the sockets of the processor are bound to.
enum class Bus { kMemory, kBuffer, kControl };

/// The software. How an access travels is up to the processor that runs it.
class PlatformSoftware : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> irq{"irq"};

  SC_HAS_PROCESS(PlatformSoftware);

  /// Commands that are sent together.
  struct Batch {
    std::size_t commands;
    std::uint64_t cycles;
  };

  /// Runs the program `repeat` times. The bytes of its .ub statements lie in the memory, one after
  /// another.
  PlatformSoftware(const sc_core::sc_module_name& name, const gsq::Program& program,
                   unsigned repeat, sc_core::sc_time period)
      : sc_module(name), program_(program), repeat_(repeat), period_(period) {
    for (const gsq::Statement& statement : program) {
      const auto* command = std::get_if<gsq::CommandStatement>(&statement.body);
      if (command != nullptr) packed_.push_back(gsq::pack(command->command));
    }
    SC_THREAD(run);
  }

  [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }
  [[nodiscard]] std::uint64_t checks() const { return checks_; }
  /// Clock cycles from the first command to the last response of every batch.
  [[nodiscard]] const std::vector<Batch>& batches() const { return batches_; }

 protected:
  /// An access that must succeed; local time goes on.
  virtual void access(Bus bus, tlm::tlm_command command, std::uint64_t address, void* data,
                      std::size_t length) = 0;
  /// Local time of the processor.
  virtual sc_core::sc_time local_time() = 0;
  /// Lets the simulation come to the local time.
  virtual void synchronize() = 0;

  void fail(const std::string& text) { failures_.push_back(text); }

 private:
  void write_register(std::uint64_t address, std::uint32_t value) {
    access(Bus::kControl, tlm::TLM_WRITE_COMMAND, address, &value, sizeof value);
  }

  void run() {
    write_register(offsetof(gsq_axi_regs_t, irq_enable), GSQ_AXI_REGS__IRQ_ENABLE__RESPONSE_bm);
    for (unsigned i = 0; i < repeat_; ++i) run_program();
    synchronize();
    sc_core::sc_stop();
  }

  void run_program() {
    std::uint64_t from = 0;  // in the memory
    next_ = packed_.data();
    for (const gsq::Statement& statement : program_) {
      if (std::holds_alternative<gsq::CommandStatement>(statement.body)) {
        batch_.push_back({&statement, {}});
      } else if (const auto* status = std::get_if<gsq::ExpectStatus>(&statement.body)) {
        batch_.back().expected = *status;
      } else {
        run_batch();
        if (const auto* ub = std::get_if<gsq::UbStatement>(&statement.body)) {
          copy_to_buffer(from, *ub);
          from += ub->bytes.size();
        } else if (const auto* data = std::get_if<gsq::ExpectData>(&statement.body)) {
          if (!data->vreg) check(statement, *data);
        }
      }
    }
    run_batch();
  }

  void copy_to_buffer(std::uint64_t from, const gsq::UbStatement& ub) {
    data_.resize(ub.bytes.size());
    access(Bus::kMemory, tlm::TLM_READ_COMMAND, from, data_.data(), data_.size());
    access(Bus::kBuffer, tlm::TLM_WRITE_COMMAND, ub.address, data_.data(), data_.size());
  }

  void check(const gsq::Statement& statement, const gsq::ExpectData& expected) {
    data_.resize(expected.bytes.size());
    access(Bus::kBuffer, tlm::TLM_READ_COMMAND, expected.address, data_.data(), data_.size());
    ++checks_;
    if (data_ != expected.bytes) fail(place(statement) + "other data in the Unified Buffer");
  }

  /// All commands at once, the interrupt, all responses.
  void run_batch() {
    for (std::size_t done = 0; done < batch_.size();) {
      const std::size_t count = std::min(batch_.size() - done, gsq::kTlmMostUnread);
      responses_.resize(count);
      const sc_core::sc_time begin = local_time();
      access(Bus::kControl, tlm::TLM_WRITE_COMMAND, gsq::kTlmPort, next_,
             count * sizeof(gsq::CommandBits));
      synchronize();
      if (!irq.read()) wait(irq.posedge_event());
      access(Bus::kControl, tlm::TLM_READ_COMMAND, gsq::kTlmPort, responses_.data(),
             count * sizeof(gsq::ResponseBits));
      batches_.push_back({count, (local_time() - begin).value() / period_.value()});
      next_ += count;
      for (std::size_t i = 0; i < count; ++i) check(batch_[done + i], responses_[i]);
      done += count;
    }
    batch_.clear();
  }

  struct Sent {
    const gsq::Statement* statement;
    gsq::ExpectStatus expected;  // OK with any info, if the program does not say
  };

  void check(const Sent& sent, const gsq::ResponseBits& bits) {
    const gsq::Response response = gsq::unpack(bits);
    ++checks_;
    if (response.status != sent.expected.status ||
        response.info != sent.expected.info.value_or(response.info)) {
      fail(place(*sent.statement) + "answered with " + std::string(gsq::to_text(response.status)) +
           " info " + std::to_string(response.info));
    }
  }

  static std::string place(const gsq::Statement& statement) {
    return statement.place.file + ":" + std::to_string(statement.place.line) + ": ";
  }

  const gsq::Program& program_;
  unsigned repeat_;
  sc_core::sc_time period_;
  std::vector<Sent> batch_;
  std::vector<gsq::CommandBits> packed_;  // all commands of the program
  gsq::CommandBits* next_{};              // that was not sent
  std::vector<gsq::ResponseBits> responses_;
  std::vector<std::uint8_t> data_;
  std::vector<std::string> failures_;
  std::uint64_t checks_{};
  std::vector<Batch> batches_;
};
