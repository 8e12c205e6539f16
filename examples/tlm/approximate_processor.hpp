// SPDX-License-Identifier: Apache-2.0
// The software on an approximately timed processor: the four phases of the base protocol.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <systemc>
#include <tlm>
#include <vector>

#include "platform_software.hpp"

/// A memory manager that keeps payloads for the next access.
class PayloadPool : public tlm::tlm_mm_interface {
 public:
  PayloadPool() = default;
  PayloadPool(const PayloadPool&) = delete;
  PayloadPool& operator=(const PayloadPool&) = delete;
  ~PayloadPool() override {
    for (tlm::tlm_generic_payload* payload : free_) delete payload;
  }

  /// A payload with one reference.
  tlm::tlm_generic_payload* take() {
    if (free_.empty()) free_.push_back(new tlm::tlm_generic_payload(this));
    tlm::tlm_generic_payload* payload = free_.back();
    free_.pop_back();
    payload->acquire();
    return payload;
  }

  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(payload);
  }

 private:
  std::vector<tlm::tlm_generic_payload*> free_;
};

class ApproximateProcessor : public PlatformSoftware {
 public:
  using Socket = tlm_utils::simple_initiator_socket<ApproximateProcessor>;
  Socket memory{"memory"};
  Socket buffer{"buffer"};
  Socket control{"control"};

  ApproximateProcessor(const sc_core::sc_module_name& name, const gsq::Program& program,
                       unsigned repeat, sc_core::sc_time period)
      : PlatformSoftware(name, program, repeat, period) {
    for (Socket* socket : {&memory, &buffer, &control}) {
      socket->register_nb_transport_bw(this, &ApproximateProcessor::transport_bw);
    }
  }

 protected:
  void access(Bus bus, tlm::tlm_command command, std::uint64_t address, void* data,
              std::size_t length) override {
    tlm::tlm_generic_payload* access = payloads_.take();
    access->set_command(command);
    access->set_address(address);
    access->set_data_ptr(static_cast<unsigned char*>(data));
    access->set_data_length(static_cast<unsigned>(length));
    access->set_streaming_width(static_cast<unsigned>(length));
    access->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    done_ = false;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    Socket& socket = bus == Bus::kMemory ? memory : bus == Bus::kBuffer ? buffer : control;
    if (socket->nb_transport_fw(*access, phase, delay) == tlm::TLM_COMPLETED) {
      wait(delay);
    } else if (!done_) {
      wait(response_event_);
    }
    if (access->is_response_error()) fail(access->get_response_string());
    access->release();
  }

  sc_core::sc_time local_time() override { return sc_core::sc_time_stamp(); }
  void synchronize() override {}

 private:
  /// END_REQ needs no answer, since there is one access at a time. BEGIN_RESP ends at once.
  tlm::tlm_sync_enum transport_bw(tlm::tlm_generic_payload& /*access*/, tlm::tlm_phase& phase,
                                  sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    done_ = true;
    response_event_.notify(delay);
    phase = tlm::END_RESP;
    return tlm::TLM_COMPLETED;
  }

  PayloadPool payloads_;
  bool done_{};
  sc_core::sc_event response_event_;
};
