// SPDX-License-Identifier: Apache-2.0
#include "gsq/tlm/loose_target.hpp"

#include <algorithm>
#include <cstring>

#include "gsq/backend.hpp"

namespace gsq {

LooseTarget::LooseTarget(const sc_core::sc_module_name& name, const Config& config,
                         const sc_core::sc_time& period)
    : TlmTarget(name, config, period), timed_(config) {
  buffer.register_b_transport(this, &LooseTarget::b_buffer);
  buffer.register_get_direct_mem_ptr(this, &LooseTarget::get_dmi);
  buffer.register_transport_dbg(this, &LooseTarget::debug_buffer);
  control.register_b_transport(this, &LooseTarget::b_control);
  control.register_transport_dbg(this, &LooseTarget::debug_control);
  SC_METHOD(update_irq);
  sensitive << irq_event_;
}

void LooseTarget::reset() {
  invalidate_dmi();
  timed_.reset();
  registers().reset();
  held_.reset();
  irq_event_.notify(sc_core::SC_ZERO_TIME);
}

void LooseTarget::end(tlm::tlm_generic_payload& access, tlm::tlm_response_status status,
                      std::uint64_t cycle, sc_core::sc_time& delay) {
  access.set_response_status(status);
  const sc_core::sc_time end = begin_of(cycle);
  latest_ = std::max(latest_, end);
  delay = end - sc_core::sc_time_stamp();
}

// -------------------------------------------------------------------------------------------------
// Unified Buffer
// -------------------------------------------------------------------------------------------------

void LooseTarget::b_buffer(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  cycle_ = cycle_at(sc_core::sc_time_stamp() + delay);
  std::uint64_t cycles = 1;
  tlm::tlm_response_status status = check_buffer(access);
  if (status == tlm::TLM_OK_RESPONSE && access.get_command() != tlm::TLM_IGNORE_COMMAND) {
    status = use_buffer(access);
    cycles = kHostCycles - 1;
    for_each_piece(access, [&](auto...) { ++cycles; });
  }
  end(access, status, cycle_ + cycles, delay);
  access.set_dmi_allowed(timed_.rests(cycle_ + cycles));
}

tlm::tlm_response_status LooseTarget::use_buffer(tlm::tlm_generic_payload& access) {
  if (!timed_.rests(cycle_)) {
    bool races = false;
    for_each_piece(access, [&](std::uint32_t address, std::uint32_t first, std::uint32_t count) {
      races = races || timed_.race(host_request(access, address, first, count), cycle_);
    });
    if (races) {
      registers().refuse(GSQ_AXI_REGS__ERROR__BUFFER_bm);
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
  }
  std::uint8_t* ub = timed_.model().ub().data();
  for_each_piece(access, [&](std::uint32_t address, std::uint32_t first, std::uint32_t count) {
    std::uint8_t* place = ub + address;
    unsigned char* data = access.get_data_ptr() + first;
    if (access.get_byte_enable_ptr() == nullptr) {
      std::memcpy(access.is_write() ? place : data, access.is_write() ? data : place, count);
      return;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      if (is_enabled(access, first + i))
        (access.is_write() ? place[i] : data[i]) = access.is_write() ? data[i] : place[i];
    }
  });
  return tlm::TLM_OK_RESPONSE;
}

bool LooseTarget::get_dmi(tlm::tlm_generic_payload& /*access*/, tlm::tlm_dmi& dmi) {
  dmi.init();
  dmi.set_start_address(0);
  dmi.set_end_address(config().ub_bytes - 1);
  dmi_granted_ = timed_.rests(cycle_at(std::max(latest_, sc_core::sc_time_stamp())));
  if (!dmi_granted_) return false;
  dmi.allow_read_write();
  dmi.set_dmi_ptr(timed_.model().ub().data());
  dmi.set_read_latency(begin_of(kHostCycles));
  dmi.set_write_latency(begin_of(kHostCycles));
  return true;
}

void LooseTarget::invalidate_dmi() {
  if (!dmi_granted_) return;
  dmi_granted_ = false;
  buffer->invalidate_direct_mem_ptr(0, config().ub_bytes - 1);
}

unsigned LooseTarget::debug_buffer(tlm::tlm_generic_payload& access) {
  const unsigned length = debug_length(access);
  if (length == 0) return 0;
  std::uint8_t* place = timed_.model().ub().data() + access.get_address();
  if (access.is_write()) {
    std::memcpy(place, access.get_data_ptr(), length);
  } else {
    std::memcpy(access.get_data_ptr(), place, length);
  }
  return length;
}

// -------------------------------------------------------------------------------------------------
// Registers and port
// -------------------------------------------------------------------------------------------------

void LooseTarget::b_control(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  cycle_ = cycle_at(sc_core::sc_time_stamp() + delay);
  tlm::tlm_response_status status = check_control(access);
  if (status != tlm::TLM_OK_RESPONSE || access.get_command() == tlm::TLM_IGNORE_COMMAND) {
    ++cycle_;
  } else if (access.get_address() == kTlmPort) {
    use_port(access);
  } else {
    const unsigned words = access.get_data_length() / 4;
    for (unsigned word = 0; word < words && status == tlm::TLM_OK_RESPONSE; ++word, ++cycle_) {
      status = access_register(access, word);
    }
  }
  end(access, status, cycle_, delay);
  if (registers().enabled() != 0 || irq_is_high_) irq_event_.notify(delay);
}

void LooseTarget::use_port(tlm::tlm_generic_payload& access) {
  const std::size_t length = access.get_data_length();
  if (access.is_write()) {
    CommandBits command;
    for (std::size_t at = 0; at < length; at += sizeof command) {
      std::memcpy(command.data(), access.get_data_ptr() + at, sizeof command);
      cycle_ = execute(command, cycle_) + 1;
    }
    return;
  }
  for (std::size_t at = 0; at < length; at += sizeof(ResponseBits)) {
    cycle_ = std::max(cycle_, timed_.answer_cycle(0));
    const Response response = timed_.pop();
    registers().take(response);
    const ResponseBits bits = pack(response);
    std::memcpy(access.get_data_ptr() + at, bits.data(), sizeof bits);
  }
  ++cycle_;
}

std::uint64_t LooseTarget::execute(const CommandBits& command, std::uint64_t cycle) {
  const TimedModel::Accepted accepted = timed_.push(command, cycle);
  if (accepted.uses_ub) invalidate_dmi();
  return accepted.cycle;
}

bool LooseTarget::room() {
  return (!held_ || *held_ < cycle_) && timed_.unread() <= max_unanswered(config());
}

bool LooseTarget::has_response() {
  return timed_.unread() != 0 && cycle_ != 0 && timed_.answered(0, cycle_ - 1);
}

void LooseTarget::push(const CommandBits& command) { held_ = execute(command, cycle_ + 1); }

void LooseTarget::update_irq() {
  cycle_ = cycle_at(sc_core::sc_time_stamp());
  irq_is_high_ = registers().irq();
  irq.write(irq_is_high_);
  // Changes that no access causes.
  const auto at_end_of = [&](std::uint64_t cycle) {
    irq_event_.notify(begin_of(cycle + 1) - sc_core::sc_time_stamp());
  };
  if (held_ && *held_ >= cycle_) at_end_of(*held_);
  const bool waits = (registers().enabled() & (GSQ_AXI_REGS__IRQ_ENABLE__RESPONSE_bm |
                                               GSQ_AXI_REGS__IRQ_ENABLE__ERROR_bm)) != 0;
  if (waits && timed_.unread() != 0 && !has_response()) at_end_of(timed_.answer_cycle(0));
}

}  // namespace gsq
