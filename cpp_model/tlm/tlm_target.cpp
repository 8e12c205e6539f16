// SPDX-License-Identifier: Apache-2.0
#include "gsq/tlm/tlm_target.hpp"

#include <cstring>
#include <stdexcept>

namespace gsq {

TlmTarget::TlmTarget(const sc_core::sc_module_name& name, const Config& config,
                     const sc_core::sc_time& period)
    : sc_module(name), config_(config), period_(period), registers_(config, *this) {
  if (period == sc_core::SC_ZERO_TIME) {
    throw std::invalid_argument(
        "a TLM target needs a clock period above 0, got 0: give that of "
        "the unit, for example sc_time(1, SC_NS)");
  }
}

tlm::tlm_response_status TlmTarget::check_buffer(const tlm::tlm_generic_payload& access) {
  const std::uint64_t length = access.get_data_length();
  const std::uint64_t width = access.get_streaming_width();
  if (access.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  if (length == 0 || width == 0) {
    status = tlm::TLM_BURST_ERROR_RESPONSE;
  } else if (access.get_data_ptr() == nullptr) {
    status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  } else if (access.get_byte_enable_ptr() != nullptr && access.get_byte_enable_length() == 0) {
    status = tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  } else if (const std::uint64_t bytes = std::min(length, width);
             bytes > config_.ub_bytes || access.get_address() > config_.ub_bytes - bytes) {
    status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  if (status != tlm::TLM_OK_RESPONSE) registers_.refuse(GSQ_AXI_REGS__ERROR__BUFFER_bm);
  return status;
}

tlm::tlm_response_status TlmTarget::check_control(const tlm::tlm_generic_payload& access) {
  if (access.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  if (access.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (access.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  const std::uint64_t length = access.get_data_length();
  const std::uint64_t width = access.get_streaming_width();
  if (access.get_address() == kTlmPort) {
    const std::size_t unit = access.is_write() ? sizeof(CommandBits) : sizeof(ResponseBits);
    const bool fits = length != 0 && length % unit == 0 && (width == unit || width >= length);
    if (!fits) return tlm::TLM_BURST_ERROR_RESPONSE;
    const std::size_t count = length / unit;
    if (access.is_write() && in_flight() + count > kTlmMostUnread) {
      registers_.refuse(GSQ_AXI_REGS__ERROR__NO_ROOM_bm);
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
    if (access.is_read() && count > in_flight()) {  // it would wait for ever
      registers_.refuse(GSQ_AXI_REGS__ERROR__NO_RESPONSE_bm);
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
    return tlm::TLM_OK_RESPONSE;
  }
  if (length == 0 || length % 4 != 0 || width < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  for (std::uint64_t at = 0; at < length; at += 4) {
    if (TlmRegisters::exists(access.get_address() + at)) continue;
    if (access.is_write()) registers_.refuse(GSQ_AXI_REGS__ERROR__NO_REGISTER_bm);
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status TlmTarget::access_register(tlm::tlm_generic_payload& access,
                                                    unsigned word) {
  const std::uint64_t address = access.get_address() + std::uint64_t{4} * word;
  unsigned char* data = access.get_data_ptr() + std::size_t{4} * word;
  std::uint32_t value = 0;
  if (access.is_write()) {
    std::memcpy(&value, data, sizeof value);
    return registers_.write(address, value);
  }
  const tlm::tlm_response_status status = registers_.read(address, value);
  std::memcpy(data, &value, sizeof value);
  return status;
}

unsigned TlmTarget::debug_control(tlm::tlm_generic_payload& access) {
  if (!access.is_read()) return 0;
  unsigned done = 0;
  std::uint32_t value = 0;
  while (access.get_data_length() - done >= sizeof value &&
         registers_.peek(access.get_address() + done, value)) {
    std::memcpy(access.get_data_ptr() + done, &value, sizeof value);
    done += sizeof value;
  }
  return done;
}

unsigned TlmTarget::debug_length(const tlm::tlm_generic_payload& access) const {
  if (access.get_command() == tlm::TLM_IGNORE_COMMAND || access.get_address() >= config_.ub_bytes) {
    return 0;
  }
  const std::uint64_t left = config_.ub_bytes - access.get_address();
  return static_cast<unsigned>(std::min<std::uint64_t>(left, access.get_data_length()));
}

}  // namespace gsq
