// SPDX-License-Identifier: Apache-2.0
// The golden model without time, as a TLM-2.0 target.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <systemc>
#include <tlm>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"

/// A memory-mapped unit. Addresses below ub_bytes are the Unified Buffer, any length. At
/// kCommandPort a write of a gsq::CommandBits executes a command, a read of a gsq::ResponseBits
/// takes the oldest response. No time passes; a command is done when its write returns.
class GsqTlm : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kCommandPort = 0x80000000;

  tlm_utils::simple_target_socket<GsqTlm> socket{"socket"};

  GsqTlm(const sc_core::sc_module_name& name, const gsq::Config& config)
      : sc_module(name), model_(config) {
    socket.register_b_transport(this, &GsqTlm::transport);
  }

 private:
  void transport(tlm::tlm_generic_payload& access, sc_core::sc_time& /*delay*/) {
    if (access.get_byte_enable_ptr() != nullptr) {
      access.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    } else if (access.get_address() == kCommandPort) {
      access.set_response_status(command_port(access));
    } else {
      access.set_response_status(buffer(access));
    }
  }

  tlm::tlm_response_status command_port(tlm::tlm_generic_payload& access) {
    if (access.is_write()) {
      gsq::CommandBits bits{};
      if (access.get_data_length() != sizeof bits) return tlm::TLM_BURST_ERROR_RESPONSE;
      std::memcpy(&bits, access.get_data_ptr(), sizeof bits);
      responses_.push_back(gsq::pack(model_.execute(gsq::unpack(bits))));
      return tlm::TLM_OK_RESPONSE;
    }
    if (access.get_data_length() != sizeof(gsq::ResponseBits)) return tlm::TLM_BURST_ERROR_RESPONSE;
    if (responses_.empty()) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    std::memcpy(access.get_data_ptr(), &responses_.front(), sizeof(gsq::ResponseBits));
    responses_.pop_front();
    return tlm::TLM_OK_RESPONSE;
  }

  tlm::tlm_response_status buffer(tlm::tlm_generic_payload& access) {
    auto& ub = model_.ub();
    const std::uint64_t length = access.get_data_length();
    if (length > ub.size() || access.get_address() > ub.size() - length) {
      return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    std::uint8_t* place = ub.data() + access.get_address();
    if (access.is_write()) {
      std::memcpy(place, access.get_data_ptr(), length);
    } else {
      std::memcpy(access.get_data_ptr(), place, length);
    }
    return tlm::TLM_OK_RESPONSE;
  }

  gsq::Model model_;
  std::deque<gsq::ResponseBits> responses_;
};
