// SPDX-License-Identifier: Apache-2.0
// The software on a loosely timed processor: b_transport, DMI, temporal decoupling.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstring>
#include <systemc>
#include <tlm>

#include "platform_software.hpp"

class LooseProcessor : public PlatformSoftware {
 public:
  using Socket = tlm_utils::simple_initiator_socket_tagged<LooseProcessor>;
  Socket memory{"memory"};
  Socket buffer{"buffer"};
  Socket control{"control"};

  LooseProcessor(const sc_core::sc_module_name& name, const gsq::Program& program, unsigned repeat,
                 sc_core::sc_time period)
      : PlatformSoftware(name, program, repeat, period) {
    for (const Bus bus : {Bus::kMemory, Bus::kBuffer, Bus::kControl}) {
      socket_of(bus).register_invalidate_direct_mem_ptr(this, &LooseProcessor::invalidate,
                                                        static_cast<int>(bus));
    }
  }

 protected:
  void access(Bus bus, tlm::tlm_command command, std::uint64_t address, void* data,
              std::size_t length) override {
    if (!access_directly(bus, command, address, data, length)) {
      transport(bus, command, address, data, length);
    }
    if (time_.need_sync()) time_.sync();
  }

  sc_core::sc_time local_time() override { return time_.get_current_time(); }
  void synchronize() override { time_.sync(); }

 private:
  bool access_directly(Bus bus, tlm::tlm_command command, std::uint64_t address, void* data,
                       std::size_t length) {
    const Direct& direct = direct_[static_cast<int>(bus)];
    const tlm::tlm_dmi& dmi = direct.dmi;
    if (!direct.valid || address < dmi.get_start_address() ||
        address + length - 1 > dmi.get_end_address()) {
      return false;
    }
    unsigned char* place = dmi.get_dmi_ptr() + (address - dmi.get_start_address());
    if (command == tlm::TLM_WRITE_COMMAND) {
      std::memcpy(place, data, length);
      time_.inc(dmi.get_write_latency());
    } else {
      std::memcpy(data, place, length);
      time_.inc(dmi.get_read_latency());
    }
    return true;
  }

  void transport(Bus bus, tlm::tlm_command command, std::uint64_t address, void* data,
                 std::size_t length) {
    tlm::tlm_generic_payload access;
    access.set_command(command);
    access.set_address(address);
    access.set_data_ptr(static_cast<unsigned char*>(data));
    access.set_data_length(static_cast<unsigned>(length));
    access.set_streaming_width(static_cast<unsigned>(length));
    sc_core::sc_time delay = time_.get_local_time();
    socket_of(bus)->b_transport(access, delay);
    time_.set(delay);
    if (access.is_response_error()) fail(access.get_response_string());
    if (access.is_dmi_allowed()) {
      Direct& direct = direct_[static_cast<int>(bus)];
      direct.valid = socket_of(bus)->get_direct_mem_ptr(access, direct.dmi);
    }
  }

  void invalidate(int bus, sc_dt::uint64 /*start*/, sc_dt::uint64 /*end*/) {
    direct_[bus].valid = false;
  }

  Socket& socket_of(Bus bus) {
    return bus == Bus::kMemory ? memory : bus == Bus::kBuffer ? buffer : control;
  }

  struct Direct {
    tlm::tlm_dmi dmi;
    bool valid{};
  };

  tlm_utils::tlm_quantumkeeper time_;
  Direct direct_[3];
};
