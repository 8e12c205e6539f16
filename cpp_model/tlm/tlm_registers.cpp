// SPDX-License-Identifier: Apache-2.0
#include "gsq/tlm/tlm_registers.hpp"

namespace gsq {
namespace {

constexpr std::uint64_t kFirstCommandWord = offsetof(gsq_axi_regs_t, cmd);

bool is_command_word(std::uint64_t address) {
  return address >= kFirstCommandWord && address < kFirstCommandWord + sizeof(gsq_axi_regs_t::cmd);
}

/// A value at the place of a field.
constexpr std::uint32_t field(std::uint32_t value, unsigned place) { return value << place; }

}  // namespace

bool TlmRegisters::exists(std::uint64_t address) {
  return address % 4 == 0 &&
         (address <= offsetof(gsq_axi_regs_t, error) || is_command_word(address));
}

void TlmRegisters::reset() {
  command_ = {};
  enable_ = error_ = 0;
  seen_ = false;
}

void TlmRegisters::note(const Response& response) {
  if (!seen_ && response.status != Status::Ok) error_ |= GSQ_AXI_REGS__ERROR__COMMAND_bm;
  seen_ = true;
}

/// Notes a response that has become the oldest one since the last look.
void TlmRegisters::look() {
  if (unit_.has_response()) note(unit_.response());
}

void TlmRegisters::take(const Response& response) {
  note(response);
  drop_responses();
}

std::uint32_t TlmRegisters::pending() {
  look();
  return field(unit_.has_response() ? 1 : 0, GSQ_AXI_REGS__IRQ_PENDING__RESPONSE_bp) |
         field(unit_.room() ? 1 : 0, GSQ_AXI_REGS__IRQ_PENDING__ROOM_bp) |
         field(error_ != 0 ? 1 : 0, GSQ_AXI_REGS__IRQ_PENDING__ERROR_bp);
}

std::uint32_t TlmRegisters::status() {
  const auto in_flight = static_cast<std::uint32_t>(unit_.in_flight());
  return field(unit_.room() ? 1 : 0, GSQ_AXI_REGS__STATUS__ROOM_bp) |
         field(unit_.has_response() ? 1 : 0, GSQ_AXI_REGS__STATUS__RESPONSE_bp) |
         field(in_flight != 0 ? 1 : 0, GSQ_AXI_REGS__STATUS__BUSY_bp) |
         field(in_flight, GSQ_AXI_REGS__STATUS__IN_FLIGHT_bp);
}

bool TlmRegisters::peek(std::uint64_t address, std::uint32_t& value) {
  if (!exists(address)) return false;
  look();
  value = 0;
  if (is_command_word(address)) {
    value = command_.at((address - kFirstCommandWord) / 4);
    return true;
  }
  switch (address) {
    case offsetof(gsq_axi_regs_t, id):
      value = GSQ_AXI_REGS__ID__VALUE_reset;
      break;
    case offsetof(gsq_axi_regs_t, vlen):
      value = config_.vlen_bytes;
      break;
    case offsetof(gsq_axi_regs_t, ub):
      value = config_.ub_bytes;
      break;
    case offsetof(gsq_axi_regs_t, status):
      value = status();
      break;
    case offsetof(gsq_axi_regs_t, rsp_status):
      if (unit_.has_response()) {
        const Response response = unit_.response();
        value =
            field(response.tag, GSQ_AXI_REGS__RSP_STATUS__TAG_bp) |
            field(static_cast<std::uint32_t>(response.status), GSQ_AXI_REGS__RSP_STATUS__CODE_bp) |
            GSQ_AXI_REGS__RSP_STATUS__VALID_bm;
      }
      break;
    case offsetof(gsq_axi_regs_t, rsp_info):
      if (unit_.has_response()) value = unit_.response().info;
      break;
    case offsetof(gsq_axi_regs_t, irq_enable):
      value = enable_;
      break;
    case offsetof(gsq_axi_regs_t, irq_pending):
      value = pending();
      break;
    case offsetof(gsq_axi_regs_t, error):
      value = error_;
      break;
    default:  // push and pop read as 0
      break;
  }
  return true;
}

tlm::tlm_response_status TlmRegisters::read(std::uint64_t address, std::uint32_t& value) {
  return peek(address, value) ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

tlm::tlm_response_status TlmRegisters::write(std::uint64_t address, std::uint32_t value) {
  look();
  if (!exists(address)) {
    refuse(GSQ_AXI_REGS__ERROR__NO_REGISTER_bm);
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  if ((is_command_word(address) || address == offsetof(gsq_axi_regs_t, push)) && !unit_.room()) {
    refuse(GSQ_AXI_REGS__ERROR__NO_ROOM_bm);
    return tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  if (is_command_word(address)) {
    command_.at((address - kFirstCommandWord) / 4) = value;
    return tlm::TLM_OK_RESPONSE;
  }
  switch (address) {
    case offsetof(gsq_axi_regs_t, push):
      if ((value & GSQ_AXI_REGS__PUSH__GO_bm) != 0) unit_.push(command_);
      break;
    case offsetof(gsq_axi_regs_t, pop):
      if (!unit_.has_response()) {
        refuse(GSQ_AXI_REGS__ERROR__NO_RESPONSE_bm);
        return tlm::TLM_GENERIC_ERROR_RESPONSE;
      }
      if ((value & GSQ_AXI_REGS__POP__GO_bm) != 0) {
        unit_.pop();
        drop_responses();
      }
      break;
    case offsetof(gsq_axi_regs_t, irq_enable):
      enable_ = value & (GSQ_AXI_REGS__IRQ_ENABLE__RESPONSE_bm | GSQ_AXI_REGS__IRQ_ENABLE__ROOM_bm |
                         GSQ_AXI_REGS__IRQ_ENABLE__ERROR_bm);
      break;
    case offsetof(gsq_axi_regs_t, error):
      error_ &= ~value;
      break;
    default:
      refuse(GSQ_AXI_REGS__ERROR__NO_REGISTER_bm);
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace gsq
