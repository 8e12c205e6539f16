// SPDX-License-Identifier: Apache-2.0
// A memory with a TLM-2.0 socket.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>
#include <vector>

/// Addresses from 0 on; every access takes the same time. DMI at any time.
class PlatformMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<PlatformMemory> socket{"socket"};

  PlatformMemory(const sc_core::sc_module_name& name, std::size_t bytes, sc_core::sc_time latency)
      : sc_module(name), bytes_(bytes), latency_(latency) {
    socket.register_b_transport(this, &PlatformMemory::transport);
    socket.register_get_direct_mem_ptr(this, &PlatformMemory::get_dmi);
  }

  /// Contents at the start of the simulation.
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  void transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    delay += latency_;
    const std::uint64_t length = access.get_data_length();
    if (access.get_byte_enable_ptr() != nullptr || access.get_streaming_width() < length) {
      access.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    } else if (length > bytes_.size() || access.get_address() > bytes_.size() - length) {
      access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    } else {
      std::uint8_t* place = bytes_.data() + access.get_address();
      if (access.is_write()) std::memcpy(place, access.get_data_ptr(), length);
      if (access.is_read()) std::memcpy(access.get_data_ptr(), place, length);
      access.set_dmi_allowed(true);
      access.set_response_status(tlm::TLM_OK_RESPONSE);
    }
  }

  bool get_dmi(tlm::tlm_generic_payload& /*access*/, tlm::tlm_dmi& dmi) {
    dmi.init();
    dmi.allow_read_write();
    dmi.set_dmi_ptr(bytes_.data());
    dmi.set_end_address(bytes_.size() - 1);
    dmi.set_read_latency(latency_);
    dmi.set_write_latency(latency_);
    return true;
  }

  std::vector<std::uint8_t> bytes_;
  sc_core::sc_time latency_;
};
