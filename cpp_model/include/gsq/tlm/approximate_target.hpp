// SPDX-License-Identifier: Apache-2.0
/// The cycle model as an approximately timed TLM-2.0 target.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <systemc>
#include <tlm>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "gsq/tlm/tlm_target.hpp"

namespace gsq {

/// Every clock cycle in which the unit has something to do is one of the cycle model. Accesses have
/// the four phases of the base protocol, each at the begin of a cycle:
///   BEGIN_REQ   in cycle k: from k on the access is at the port of the unit (of registers: takes
///               effect in k)
///   END_REQ     the last command, or block of UB, is transferred in the cycle before
///   BEGIN_RESP  the last answer was taken in the cycle before
/// b_transport works too, through the adapter of the socket, which waits. The payloads need a
/// memory manager. There is no DMI, since it would miss the cycles of the host port.
///
/// The sockets are those of LooseTarget.
class ApproximateTarget final : public TlmTarget {
 public:
  tlm_utils::simple_target_socket<ApproximateTarget> buffer{"buffer"};
  tlm_utils::simple_target_socket<ApproximateTarget> control{"control"};

  SC_HAS_PROCESS(ApproximateTarget);

  /// Throws std::invalid_argument on a bad config, or a period of zero.
  ApproximateTarget(const sc_core::sc_module_name& name, const Config& config,
                    const sc_core::sc_time& period);

  void reset() override;

  [[nodiscard]] const CycleModel& model() const { return cycles_; }

 private:
  using Payload = tlm::tlm_generic_payload;
  using Socket = tlm_utils::simple_target_socket<ApproximateTarget>;

  struct Piece {  // of an access to UB: one request at the host port
    HostRequest host;
    std::uint32_t first{};  // byte of the data
    std::uint32_t count{};
  };
  struct Request {  // between BEGIN_REQ and END_REQ
    Payload* access;
    std::uint64_t cycle;  // in which it arrived
    tlm::tlm_response_status status;
    std::size_t done{};         // words, commands or pieces
    std::vector<Piece> pieces;  // of an access to UB
  };
  struct Side {  // a socket
    Socket* socket;
    std::optional<Request> request;
    std::deque<Payload*> finished;  // wait for the begin of their response phase
    Payload* responding{};          // between BEGIN_RESP and END_RESP
  };
  struct Answer {  // of the host port, that is to come
    Payload* access;
    Piece piece;
    bool last;
  };
  struct PortRead {  // takes responses
    Payload* access;
    std::size_t done;  // bytes
  };

  tlm::tlm_sync_enum nb_control(Payload& access, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_buffer(Payload& access, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void control_phase(Payload& access, const tlm::tlm_phase& phase);
  void buffer_phase(Payload& access, const tlm::tlm_phase& phase);
  unsigned debug_buffer(Payload& access);

  static bool is_legal(const Payload& access, const tlm::tlm_phase& phase);
  void begin_request(Side& side, Payload& access, tlm::tlm_response_status status);
  void end_request(Side& side);
  void finish(Side& side, Payload& access, tlm::tlm_response_status status);
  void begin_responses(Side& side);
  void end_response(Side& side, const Payload& access);
  void abort();

  void wake();
  [[nodiscard]] bool busy() const;
  // End of a cycle.
  void edge();
  const Command* offered_command();
  const HostRequest* offered_host();
  void use_registers();
  void take_host_answer();
  void answer_port_reads();

  // TlmRegisters::Unit
  bool room() override;
  [[nodiscard]] std::size_t in_flight() const override { return in_flight_; }
  bool has_response() override { return port_reads_.empty() && !responses_.empty(); }
  Response response() override { return responses_.front(); }
  void pop() override;
  void push(const CommandBits& command) override;

  CycleModel cycles_;
  std::uint64_t cycle_{};  // the present one, while active_
  bool active_{};
  sc_core::sc_event edge_event_;
  tlm_utils::peq_with_cb_and_phase<ApproximateTarget> control_peq_;
  tlm_utils::peq_with_cb_and_phase<ApproximateTarget> buffer_peq_;
  Side control_side_;
  Side buffer_side_;

  std::optional<Command> held_;  // pushed, waits for the unit
  Command offered_;              // from the port
  std::deque<Response> responses_;
  std::deque<PortRead> port_reads_;
  std::size_t in_flight_{};  // pushed, and neither popped nor waited for by a read of the port
  std::deque<Answer> answers_;
};

}  // namespace gsq
