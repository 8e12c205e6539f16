// SPDX-License-Identifier: Apache-2.0
#include "tlm/tlm_bench.hpp"

#include <cstring>
#include <memory>

namespace gsq {

TlmBench::TlmBench(const sc_core::sc_module_name& name, std::function<void()> run)
    : sc_module(name),
      config(named_config("tiny")),
      loose("loose", config, period),
      approximate("approximate", config, period),
      run_(std::move(run)) {
  instance = this;
  for (int tag = 0; tag < 4; ++tag) {
    auto& socket = sockets_.at(static_cast<std::size_t>(tag));
    socket = std::make_unique<Socket>(("socket_" + std::to_string(tag)).c_str());
    socket->register_nb_transport_bw(this, &TlmBench::transport_bw, tag);
    socket->register_invalidate_direct_mem_ptr(this, &TlmBench::invalidate, tag);
  }
  socket(Style::kLoose, Bus::kBuffer).bind(loose.buffer);
  socket(Style::kLoose, Bus::kControl).bind(loose.control);
  socket(Style::kApproximate, Bus::kBuffer).bind(approximate.buffer);
  socket(Style::kApproximate, Bus::kControl).bind(approximate.control);
  loose.irq(loose_irq);
  approximate.irq(approximate_irq);
  sc_core::sc_spawn_options options;
  options.set_stack_size(1 << 22);
  sc_core::sc_spawn([this] { run_(); }, "tests", &options);
}

void TlmBench::begin(Style style, Bus bus, tlm::tlm_generic_payload& access,
                     sc_core::sc_time delay) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  seen.push_back({"BEGIN_REQ", now() + cycles(delay)});
  EXPECT_EQ(socket(style, bus)->nb_transport_fw(access, phase, delay), tlm::TLM_ACCEPTED);
}

void TlmBench::end_response(Style style, Bus bus, tlm::tlm_generic_payload& access) {
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket(style, bus)->nb_transport_fw(access, phase, delay);
}

tlm::tlm_sync_enum TlmBench::transport_bw(int /*tag*/, tlm::tlm_generic_payload& /*access*/,
                                          tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  std::string name = phase.get_name();
  seen.push_back({name, now() + cycles(delay)});
  if (phase != tlm::BEGIN_RESP || !ends_response_at_once) return tlm::TLM_ACCEPTED;
  phase = tlm::END_RESP;
  return tlm::TLM_COMPLETED;
}

void TlmBench::invalidate(int tag, sc_dt::uint64 start, sc_dt::uint64 end) {
  EXPECT_EQ(tag, 0) << "only the buffer of the loose target grants DMI";
  invalidated.emplace_back(start, end);
}

void TlmTest::SetUp() {
  for (const Style style : kStyles) bench.target(style).reset();
  sc_core::wait(100 * bench.period);
  const std::vector<std::uint8_t> zeros(bench.config.ub_bytes);
  for (const Style style : kStyles) {
    access(style, Bus::kBuffer, tlm::TLM_WRITE_COMMAND, 0, const_cast<std::uint8_t*>(zeros.data()),
           zeros.size());
  }
  align();
  bench.seen.clear();
  bench.invalidated.clear();
  bench.freed = 0;
  bench.ends_response_at_once = true;
}

void TlmTest::align() const {
  const std::uint64_t period = bench.period.value();
  sc_core::wait(sc_core::sc_time::from_value((bench.now() + 10) * period) -
                sc_core::sc_time_stamp());
}

Access TlmTest::transport(Style style, Bus bus, tlm::tlm_generic_payload& access) const {
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const std::uint64_t begin = bench.now();
  bench.socket(style, bus)->b_transport(access, delay);
  sc_core::wait(delay);
  return {access.get_response_status(), bench.now() - begin, access.is_dmi_allowed()};
}

Access TlmTest::access(Style style, Bus bus, tlm::tlm_command command, std::uint64_t address,
                       void* data, std::size_t length) const {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(static_cast<unsigned char*>(data));
  payload.set_data_length(static_cast<unsigned>(length));
  payload.set_streaming_width(static_cast<unsigned>(length));
  return transport(style, bus, payload);
}

void TlmTest::write_register(Style style, std::uint64_t address, std::uint32_t value,
                             tlm::tlm_response_status expected) const {
  const Access done =
      access(style, Bus::kControl, tlm::TLM_WRITE_COMMAND, address, &value, sizeof value);
  EXPECT_EQ(done.status, expected) << "write of register " << address;
  EXPECT_EQ(done.cycles, 1);
}

std::uint32_t TlmTest::read_register(Style style, std::uint64_t address) const {
  std::uint32_t value = 0;
  const Access done =
      access(style, Bus::kControl, tlm::TLM_READ_COMMAND, address, &value, sizeof value);
  EXPECT_EQ(done.status, tlm::TLM_OK_RESPONSE) << "read of register " << address;
  EXPECT_EQ(done.cycles, 1);
  return value;
}

Access TlmTest::send(Style style, const std::vector<Command>& commands) const {
  std::vector<CommandBits> bits;
  bits.reserve(commands.size());
  for (const Command& command : commands) bits.push_back(pack(command));
  return access(style, Bus::kControl, tlm::TLM_WRITE_COMMAND, kTlmPort, bits.data(),
                bits.size() * sizeof(CommandBits));
}

Access TlmTest::receive(Style style, std::size_t count,
                        std::vector<ResponseBits>* responses) const {
  std::vector<ResponseBits> own;
  std::vector<ResponseBits>& to = responses == nullptr ? own : *responses;
  to.resize(count);
  return access(style, Bus::kControl, tlm::TLM_READ_COMMAND, kTlmPort, to.data(),
                count * sizeof(ResponseBits));
}

}  // namespace gsq

extern "C" int sc_main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  int result = 1;
  gsq::TlmBench bench("bench", [&result] {
    result = RUN_ALL_TESTS();
    sc_core::sc_stop();
  });
  sc_core::sc_start();
  return result;
}
