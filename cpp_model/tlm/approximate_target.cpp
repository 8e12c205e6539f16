// SPDX-License-Identifier: Apache-2.0
#include "gsq/tlm/approximate_target.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>

#include "gsq/backend.hpp"

namespace gsq {

ApproximateTarget::ApproximateTarget(const sc_core::sc_module_name& name, const Config& config,
                                     const sc_core::sc_time& period)
    : TlmTarget(name, config, period),
      cycles_(config),
      control_peq_(this, &ApproximateTarget::control_phase),
      buffer_peq_(this, &ApproximateTarget::buffer_phase),
      control_side_{&control, {}, {}},
      buffer_side_{&buffer, {}, {}} {
  buffer.register_nb_transport_fw(this, &ApproximateTarget::nb_buffer);
  buffer.register_transport_dbg(this, &ApproximateTarget::debug_buffer);
  control.register_nb_transport_fw(this, &ApproximateTarget::nb_control);
  control.register_transport_dbg(this, &ApproximateTarget::debug_control);
  SC_METHOD(edge);
  sensitive << edge_event_;
  dont_initialize();
}

void ApproximateTarget::reset() {
  cycles_.reset();
  registers().reset();
  abort();
  wake();
}

/// Answers all that is under way with an error.
void ApproximateTarget::abort() {
  held_.reset();
  responses_.clear();
  registers().drop_responses();
  in_flight_ = 0;
  for (Side* side : {&control_side_, &buffer_side_}) {
    if (!side->request) continue;
    Payload& access = *side->request->access;
    const bool answers =
        side != &buffer_side_ || answers_.empty() || answers_.back().access != &access;
    end_request(*side);
    if (answers) finish(*side, access, tlm::TLM_GENERIC_ERROR_RESPONSE);
  }
  for (const PortRead& read : std::exchange(port_reads_, {})) {
    finish(control_side_, *read.access, tlm::TLM_GENERIC_ERROR_RESPONSE);
  }
  Payload* last = nullptr;
  for (const Answer& answer : std::exchange(answers_, {})) {
    if (answer.access != last) {
      finish(buffer_side_, *answer.access, tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
    last = answer.access;
  }
}

// -------------------------------------------------------------------------------------------------
// Phases
// -------------------------------------------------------------------------------------------------

/// Errors of the initiator, against the rules of the base protocol.
bool ApproximateTarget::is_legal(const Payload& access, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ && !access.has_mm()) {
    SC_REPORT_ERROR("/gsq/tlm",
                    "expected a payload with a memory manager in nb_transport_fw, "
                    "found one without: call set_mm() before BEGIN_REQ");
    return false;
  }
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP || phase == tlm::UNINITIALIZED_PHASE) {
    SC_REPORT_ERROR("/gsq/tlm",
                    "expected the phase BEGIN_REQ or END_RESP in nb_transport_fw, "
                    "found one that only a target begins");
    return false;
  }
  return phase == tlm::BEGIN_REQ || phase == tlm::END_RESP;  // others may be ignored
}

tlm::tlm_sync_enum ApproximateTarget::nb_control(Payload& access, tlm::tlm_phase& phase,
                                                 sc_core::sc_time& delay) {
  if (!is_legal(access, phase)) return tlm::TLM_ACCEPTED;
  if (phase == tlm::BEGIN_REQ) access.acquire();
  control_peq_.notify(access, phase, delay);
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum ApproximateTarget::nb_buffer(Payload& access, tlm::tlm_phase& phase,
                                                sc_core::sc_time& delay) {
  if (!is_legal(access, phase)) return tlm::TLM_ACCEPTED;
  if (phase == tlm::BEGIN_REQ) access.acquire();
  buffer_peq_.notify(access, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void ApproximateTarget::control_phase(Payload& access, const tlm::tlm_phase& phase) {
  if (phase == tlm::END_RESP) {
    end_response(control_side_, access);
  } else {
    begin_request(control_side_, access, check_control(access));
  }
}

void ApproximateTarget::buffer_phase(Payload& access, const tlm::tlm_phase& phase) {
  if (phase == tlm::END_RESP) return end_response(buffer_side_, access);
  begin_request(buffer_side_, access, check_buffer(access));
  Request& request = *buffer_side_.request;
  if (request.status != tlm::TLM_OK_RESPONSE || access.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return;
  }
  for_each_piece(access, [&](std::uint32_t address, std::uint32_t first, std::uint32_t count) {
    request.pieces.push_back({host_request(access, address, first, count), first, count});
  });
}

void ApproximateTarget::begin_request(Side& side, Payload& access,
                                      tlm::tlm_response_status status) {
  if (side.request) {
    SC_REPORT_ERROR("/gsq/tlm",
                    "expected BEGIN_REQ after the END_REQ of the access before, found "
                    "it earlier");
  }
  access.set_dmi_allowed(false);
  access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  wake();
  side.request = Request{&access, cycle_at(sc_core::sc_time_stamp()), status, 0, {}};
}

void ApproximateTarget::end_request(Side& side) {
  Payload& access = *side.request->access;
  side.request.reset();
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  (*side.socket)->nb_transport_bw(access, phase, delay);
}

void ApproximateTarget::finish(Side& side, Payload& access, tlm::tlm_response_status status) {
  access.set_response_status(status);
  side.finished.push_back(&access);
  begin_responses(side);
}

void ApproximateTarget::begin_responses(Side& side) {
  while (side.responding == nullptr && !side.finished.empty()) {
    side.responding = side.finished.front();
    side.finished.pop_front();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    Payload& access = *side.responding;
    const tlm::tlm_sync_enum sync = (*side.socket)->nb_transport_bw(access, phase, delay);
    if (sync == tlm::TLM_COMPLETED || (sync == tlm::TLM_UPDATED && phase == tlm::END_RESP)) {
      side.responding = nullptr;
      access.release();
    }
  }
}

void ApproximateTarget::end_response(Side& side, const Payload& access) {
  if (side.responding != &access) {
    SC_REPORT_ERROR("/gsq/tlm",
                    "expected END_RESP of the access whose response has begun, found "
                    "that of another one");
    return;
  }
  std::exchange(side.responding, nullptr)->release();
  begin_responses(side);
}

// -------------------------------------------------------------------------------------------------
// Cycles
// -------------------------------------------------------------------------------------------------

void ApproximateTarget::wake() {
  if (std::exchange(active_, true)) return;
  cycle_ = cycle_at(sc_core::sc_time_stamp());
  edge_event_.notify(begin_of(cycle_ + 1) - sc_core::sc_time_stamp());
}

bool ApproximateTarget::busy() const {
  return !cycles_.idle() || held_ || control_side_.request || buffer_side_.request;
}

void ApproximateTarget::edge() {
  CycleInputs inputs;
  inputs.rsp_ready = true;
  inputs.command = offered_command();
  inputs.host = offered_host();
  const CycleOutputs& outputs = cycles_.outputs();
  const bool takes_command = inputs.command != nullptr && outputs.cmd_ready;
  const bool takes_host = inputs.host != nullptr && outputs.host_gnt;
  const bool takes_held = takes_command && held_;
  use_registers();
  if (outputs.rsp_valid) responses_.push_back(unpack(outputs.rsp));
  take_host_answer();
  try {
    cycles_.step(inputs);
  } catch (const std::logic_error& race) {
    cycles_.reset();
    active_ = false;
    abort();
    irq.write(registers().irq());
    SC_REPORT_ERROR("/gsq/race", race.what());
    return;
  }
  ++cycle_;
  if (takes_held) {
    held_.reset();
  } else if (takes_command) {
    Request& request = *control_side_.request;
    ++in_flight_;
    if (++request.done * sizeof(CommandBits) == request.access->get_data_length()) {
      Payload& access = *request.access;
      end_request(control_side_);
      finish(control_side_, access, tlm::TLM_OK_RESPONSE);
    }
  }
  if (takes_host) {
    Request& request = *buffer_side_.request;
    const bool last = ++request.done == request.pieces.size();
    answers_.push_back({request.access, request.pieces[request.done - 1], last});
    if (last) end_request(buffer_side_);
  }
  answer_port_reads();
  irq.write(registers().irq());
  active_ = busy();
  if (active_) edge_event_.notify(period());
}

const Command* ApproximateTarget::offered_command() {
  if (held_) return &*held_;
  const auto& request = control_side_.request;
  if (!request || request->cycle > cycle_ || request->status != tlm::TLM_OK_RESPONSE ||
      !request->access->is_write() || request->access->get_address() != kTlmPort) {
    return nullptr;
  }
  CommandBits bits;
  std::memcpy(bits.data(), request->access->get_data_ptr() + request->done * sizeof bits,
              sizeof bits);
  offered_ = unpack(bits);
  return &offered_;
}

/// The next piece of an access to UB. An access that is refused ends here.
const HostRequest* ApproximateTarget::offered_host() {
  auto& request = buffer_side_.request;
  if (!request || request->cycle > cycle_) return nullptr;
  if (!request->pieces.empty()) {
    const Piece& piece = request->pieces[request->done];
    if (!cycles_.race(piece.host)) return &piece.host;
    registers().refuse(GSQ_AXI_REGS__ERROR__BUFFER_bm);
    request->status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  Payload& access = *request->access;
  const tlm::tlm_response_status status = request->status;
  const bool waits = !answers_.empty() && answers_.back().access == &access;
  if (waits) {
    answers_.back().last = true;
    access.set_response_status(status);
  }
  end_request(buffer_side_);
  if (!waits) finish(buffer_side_, access, status);
  return nullptr;
}

/// A word of registers, and the begin of a read at the port.
void ApproximateTarget::use_registers() {
  auto& request = control_side_.request;
  if (!request || request->cycle > cycle_) return;
  Payload& access = *request->access;
  const bool is_ok =
      request->status == tlm::TLM_OK_RESPONSE && access.get_command() != tlm::TLM_IGNORE_COMMAND;
  if (is_ok && access.get_address() == kTlmPort) {
    if (access.is_write()) return;
    in_flight_ -= access.get_data_length() / sizeof(ResponseBits);
    port_reads_.push_back({&access, 0});
    end_request(control_side_);
    return;
  }
  if (is_ok) {
    request->status = access_register(access, static_cast<unsigned>(request->done));
    const bool more = ++request->done * 4 != access.get_data_length();
    if (more && request->status == tlm::TLM_OK_RESPONSE) return;
  }
  const tlm::tlm_response_status status = request->status;
  end_request(control_side_);
  finish(control_side_, access, status);
}

void ApproximateTarget::take_host_answer() {
  const CycleOutputs& outputs = cycles_.outputs();
  if (!outputs.host_rvalid) return;
  const Answer answer = answers_.front();
  answers_.pop_front();
  Payload& access = *answer.access;
  if (outputs.host_rdata_valid) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(outputs.host_rdata.data());
    for (std::uint32_t i = 0; i < answer.piece.count; ++i) {
      if (!is_enabled(access, answer.piece.first + i)) continue;
      access.get_data_ptr()[answer.piece.first + i] =
          data[(answer.piece.host.address + i) % kBlockBytes];
    }
  }
  if (!answer.last) return;
  const bool refused = access.get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE;
  finish(buffer_side_, access, refused ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
}

void ApproximateTarget::answer_port_reads() {
  while (!port_reads_.empty() && !responses_.empty()) {
    PortRead& read = port_reads_.front();
    registers().take(responses_.front());
    const ResponseBits bits = pack(responses_.front());
    responses_.pop_front();
    std::memcpy(read.access->get_data_ptr() + read.done, bits.data(), sizeof bits);
    read.done += sizeof bits;
    if (read.done != read.access->get_data_length()) continue;
    Payload& access = *read.access;
    port_reads_.pop_front();
    finish(control_side_, access, tlm::TLM_OK_RESPONSE);
  }
}

// -------------------------------------------------------------------------------------------------
// Registers
// -------------------------------------------------------------------------------------------------

bool ApproximateTarget::room() { return !held_ && in_flight_ <= max_unanswered(config()); }

void ApproximateTarget::pop() {
  responses_.pop_front();
  --in_flight_;
}

void ApproximateTarget::push(const CommandBits& command) {
  held_ = unpack(command);
  ++in_flight_;
}

unsigned ApproximateTarget::debug_buffer(Payload& access) {
  const unsigned length = debug_length(access);
  if (length == 0) return 0;
  const auto address = static_cast<std::uint32_t>(access.get_address());
  unsigned char* data = access.get_data_ptr();
  if (access.is_write()) {
    cycles_.write_ub(address, {data, data + length});
  } else {
    std::memcpy(data, &cycles_.ub()[address], length);
  }
  return length;
}

}  // namespace gsq
