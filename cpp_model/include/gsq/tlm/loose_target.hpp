// SPDX-License-Identifier: Apache-2.0
/// The golden model as a loosely timed TLM-2.0 target.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <optional>
#include <systemc>
#include <tlm>

#include "gsq/config.hpp"
#include "gsq/timing/timed_model.hpp"
#include "gsq/tlm/tlm_target.hpp"

namespace gsq {

/// Commands are executed when they are written, whatever the local time of the initiator, and
/// b_transport never waits: it adds to the delay the cycles that the access takes, and at the port
/// those for which it waits there. nb_transport works too, through the adapter of the socket.
///
/// `buffer` is UB, addresses 0 to ub_bytes - 1, any length, byte enables and streaming width, with
/// DMI while the unit rests. `control` has the registers (TlmRegisters) and the port (kTlmPort).
class LooseTarget final : public TlmTarget {
 public:
  tlm_utils::simple_target_socket<LooseTarget> buffer{"buffer"};
  tlm_utils::simple_target_socket<LooseTarget> control{"control"};

  /// Cycles of an access to UB, less those of its further 32-byte blocks, of which each takes one.
  static constexpr std::uint64_t kHostCycles = 4;

  SC_HAS_PROCESS(LooseTarget);

  /// Throws std::invalid_argument on a bad config, or a period of zero.
  LooseTarget(const sc_core::sc_module_name& name, const Config& config,
              const sc_core::sc_time& period);

  void reset() override;

  /// The golden model: all commands that were written are executed.
  [[nodiscard]] const Model& model() const { return timed_.model(); }

 private:
  void b_buffer(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  void b_control(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  bool get_dmi(tlm::tlm_generic_payload& access, tlm::tlm_dmi& dmi);
  unsigned debug_buffer(tlm::tlm_generic_payload& access);

  // Ends an access at the begin of a cycle.
  void end(tlm::tlm_generic_payload& access, tlm::tlm_response_status status, std::uint64_t cycle,
           sc_core::sc_time& delay);
  tlm::tlm_response_status use_buffer(tlm::tlm_generic_payload& access);
  void use_port(tlm::tlm_generic_payload& access);
  std::uint64_t execute(const CommandBits& command, std::uint64_t cycle);
  void invalidate_dmi();
  void update_irq();

  // TlmRegisters::Unit, in cycle_
  bool room() override;
  [[nodiscard]] std::size_t in_flight() const override { return timed_.unread(); }
  bool has_response() override;
  Response response() override { return timed_.response(); }
  void pop() override { timed_.pop(); }
  void push(const CommandBits& command) override;

  TimedModel timed_;
  std::uint64_t cycle_{};              // of the access
  std::optional<std::uint64_t> held_;  // when the unit accepts the command pushed last
  sc_core::sc_time latest_;            // local time that an initiator has seen
  bool dmi_granted_{};
  bool irq_is_high_{};
  sc_core::sc_event irq_event_;
};

}  // namespace gsq
