// SPDX-License-Identifier: Apache-2.0
// The golden model in a SystemC platform, once loosely timed and once cycle by cycle: the same
// commands must give the same answers and the same memory. Exit status 1 if they do not.
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "gsq/tlm/loose_target.hpp"
#include "gsq_cycle.hpp"

namespace {

constexpr std::uint32_t kResult = 0x100;  // where the commands write

/// Every fourth b32 element of the block at 0, side by side, goes to kResult; zeros follow.
std::vector<gsq::Command> commands() {
  std::vector<gsq::Command> list(4);
  list[0].op = gsq::Opcode::CreateMask;
  list[0].width = gsq::Width::B32;
  list[0].pattern = gsq::Pattern::M4;
  list[1].op = gsq::Opcode::LoadAlign;
  list[2].op = gsq::Opcode::Squeeze;
  list[2].width = gsq::Width::B32;
  list[2].vd = 1;
  list[3].op = gsq::Opcode::StoreUnalign;
  list[3].abs = true;
  list[3].addr = kResult;
  list[3].n = 32;
  list[3].vs = 1;
  for (unsigned i = 0; i < list.size(); ++i) list[i].tag = static_cast<std::uint8_t>(i);
  return list;
}

std::vector<std::uint8_t> input() {
  std::vector<std::uint8_t> bytes(32);
  for (unsigned i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i + 1);
  return bytes;
}

struct Outcome {
  std::vector<gsq::ResponseBits> responses;
  std::vector<std::uint8_t> memory;  // one block at kResult
};

/// Software on the loosely timed unit: plain loads and stores.
class Software : public sc_core::sc_module {
 public:
  using Socket = tlm_utils::simple_initiator_socket<Software>;
  Socket buffer{"buffer"};
  Socket control{"control"};

  SC_HAS_PROCESS(Software);

  explicit Software(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

  Outcome outcome;

 private:
  void run() {
    auto data = input();
    transfer(buffer, tlm::TLM_WRITE_COMMAND, 0, data.data(), data.size());
    for (const gsq::Command& command : commands()) {
      auto bits = gsq::pack(command);
      transfer(control, tlm::TLM_WRITE_COMMAND, gsq::kTlmPort, &bits, sizeof bits);
      gsq::ResponseBits response{};
      transfer(control, tlm::TLM_READ_COMMAND, gsq::kTlmPort, &response, sizeof response);
      outcome.responses.push_back(response);
    }
    outcome.memory.resize(gsq::kBlockBytes);
    transfer(buffer, tlm::TLM_READ_COMMAND, kResult, outcome.memory.data(), outcome.memory.size());
  }

  void transfer(Socket& socket, tlm::tlm_command command, std::uint64_t address, void* data,
                std::size_t length) {
    tlm::tlm_generic_payload access;
    access.set_command(command);
    access.set_address(address);
    access.set_data_ptr(static_cast<unsigned char*>(data));
    access.set_data_length(static_cast<unsigned>(length));
    access.set_streaming_width(static_cast<unsigned>(length));
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(access, delay);
    wait(delay);
    if (access.is_response_error()) SC_REPORT_ERROR("software", "an access was refused");
  }
};

/// Hardware around the unit with cycles: offers the commands, takes the responses.
class Hardware : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_out<bool> rst_n{"rst_n"};
  sc_core::sc_out<bool> cmd_valid{"cmd_valid"};
  sc_core::sc_in<bool> cmd_ready{"cmd_ready"};
  sc_core::sc_out<CommandSignal> cmd{"cmd"};
  sc_core::sc_in<bool> rsp_valid{"rsp_valid"};
  sc_core::sc_out<bool> rsp_ready{"rsp_ready"};
  sc_core::sc_in<ResponseSignal> rsp{"rsp"};

  SC_HAS_PROCESS(Hardware);

  explicit Hardware(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_THREAD(offer);
    SC_METHOD(take);
    sensitive << clk.pos();
    dont_initialize();
  }

  Outcome outcome;

 private:
  void offer() {
    rst_n.write(false);
    rsp_ready.write(true);
    wait(clk.posedge_event());
    rst_n.write(true);
    for (const gsq::Command& command : commands()) {
      cmd_valid.write(true);
      cmd.write(to_signal<CommandSignal>(gsq::pack(command)));
      do {
        wait(clk.posedge_event());
      } while (!cmd_ready.read());  // as it was in the cycle that ended
    }
    cmd_valid.write(false);
  }

  void take() {
    if (!rst_n.read() || !rsp_valid.read()) return;
    outcome.responses.push_back(to_words<gsq::ResponseBits>(rsp.read()));
  }
};

}  // namespace

extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
  Software software("software");
  gsq::LooseTarget loose("loose", gsq::named_config("tiny"), sc_core::sc_time(10, sc_core::SC_NS));
  sc_core::sc_signal<bool> irq;
  software.buffer.bind(loose.buffer);
  software.control.bind(loose.control);
  loose.irq(irq);

  sc_core::sc_clock clk("clk", sc_core::sc_time(10, sc_core::SC_NS));
  sc_core::sc_signal<bool> rst_n;
  sc_core::sc_signal<bool> cmd_valid;
  sc_core::sc_signal<bool> cmd_ready;
  sc_core::sc_signal<CommandSignal> cmd;
  sc_core::sc_signal<bool> rsp_valid;
  sc_core::sc_signal<bool> rsp_ready;
  sc_core::sc_signal<ResponseSignal> rsp;
  Hardware hardware("hardware");
  GsqCycle timed("timed", gsq::named_config("tiny"));
  const auto connect = [&](auto& module) {
    module.clk(clk);
    module.rst_n(rst_n);
    module.cmd_valid(cmd_valid);
    module.cmd_ready(cmd_ready);
    module.cmd(cmd);
    module.rsp_valid(rsp_valid);
    module.rsp_ready(rsp_ready);
    module.rsp(rsp);
  };
  connect(hardware);
  connect(timed);
  timed.model().write_ub(0, input());

  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US));

  const auto& ub = timed.model().ub();
  hardware.outcome.memory.assign(ub.begin() + kResult, ub.begin() + kResult + gsq::kBlockBytes);
  const bool same = software.outcome.responses == hardware.outcome.responses &&
                    software.outcome.memory == hardware.outcome.memory &&
                    software.outcome.responses.size() == commands().size();
  std::printf("%zu commands; loosely timed and cycle model %s\n", hardware.outcome.responses.size(),
              same ? "agree on answers and memory" : "DIFFER");
  return same ? 0 : 1;
}
