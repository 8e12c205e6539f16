// SPDX-License-Identifier: Apache-2.0
/// What the loosely and the approximately timed target have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <tlm>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/timing/cycle_ports.hpp"
#include "gsq/tlm/tlm_registers.hpp"

namespace gsq {

/// Interrupt, registers and clock of a target. A clock cycle k of the unit is the time from
/// k * period to (k + 1) * period; there is no clock port.
class TlmTarget : public sc_core::sc_module, protected TlmRegisters::Unit {
 public:
  sc_core::sc_out<bool> irq{"irq"};

  [[nodiscard]] const Config& config() const { return config_; }
  [[nodiscard]] const sc_core::sc_time& period() const { return period_; }

  /// A reset of the unit, now: commands in flight and responses are gone, the registers have their
  /// reset values, accesses under way are answered with TLM_GENERIC_ERROR_RESPONSE. V, the mask
  /// registers and UB stay.
  virtual void reset() = 0;

 protected:
  /// Throws std::invalid_argument on a bad config, or a period of zero.
  TlmTarget(const sc_core::sc_module_name& name, const Config& config,
            const sc_core::sc_time& period);

  /// The cycle in which a time lies, and the time in which one begins.
  [[nodiscard]] std::uint64_t cycle_at(const sc_core::sc_time& time) const {
    return time.value() / period_.value();
  }
  [[nodiscard]] sc_core::sc_time begin_of(std::uint64_t cycle) const {
    return sc_core::sc_time::from_value(cycle * period_.value());
  }

  /// Whether an access to UB, and to the registers or the port, is a legal one; its response status
  /// if it is not, and flags in `error`.
  tlm::tlm_response_status check_buffer(const tlm::tlm_generic_payload& access);
  tlm::tlm_response_status check_control(const tlm::tlm_generic_payload& access);

  /// An access of some words of registers, word by word.
  tlm::tlm_response_status access_register(tlm::tlm_generic_payload& access, unsigned word);

  /// Debug access to registers.
  unsigned debug_control(tlm::tlm_generic_payload& access);
  /// Bytes of a debug access that lie in UB.
  [[nodiscard]] unsigned debug_length(const tlm::tlm_generic_payload& access) const;

  TlmRegisters& registers() { return registers_; }

 private:
  Config config_;
  sc_core::sc_time period_;
  TlmRegisters registers_;
};

/// Calls visit(address, first, count) for every piece of an access to UB that lies in one 32-byte
/// block: bytes first .. first + count - 1 of its data, in their order. A streaming width makes
/// addresses begin anew.
template <typename Visit>
void for_each_piece(const tlm::tlm_generic_payload& access, Visit&& visit) {
  const std::uint64_t length = access.get_data_length();
  const std::uint64_t width = access.get_streaming_width();
  for (std::uint64_t first = 0; first < length;) {
    const std::uint64_t address = access.get_address() + first % width;
    const std::uint64_t to_block_end = kBlockBytes - address % kBlockBytes;
    const std::uint64_t to_end = std::min(length - first, width - first % width);
    const std::uint64_t count = std::min(to_block_end, to_end);
    visit(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(first),
          static_cast<std::uint32_t>(count));
    first += count;
  }
}

/// Whether a byte of an access is enabled.
inline bool is_enabled(const tlm::tlm_generic_payload& access, std::uint32_t byte) {
  const unsigned char* enables = access.get_byte_enable_ptr();
  return enables == nullptr || enables[byte % access.get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

/// The request at the host port for a piece of an access.
inline HostRequest host_request(const tlm::tlm_generic_payload& access, std::uint32_t address,
                                std::uint32_t first, std::uint32_t count) {
  HostRequest host;
  host.address = address;
  host.write = access.is_write();
  auto* data = reinterpret_cast<std::uint8_t*>(host.wdata.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!is_enabled(access, first + i)) continue;
    const std::uint32_t place = (address + i) % kBlockBytes;
    host.be |= std::uint32_t{1} << place;
    data[place] = access.get_data_ptr()[first + i];
  }
  return host;
}

}  // namespace gsq
