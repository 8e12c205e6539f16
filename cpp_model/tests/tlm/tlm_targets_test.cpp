// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <systemc>
#include <tlm>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/stimulus/random.hpp"
#include "tlm/tlm_bench.hpp"

namespace gsq {
namespace {

constexpr auto kRead = tlm::TLM_READ_COMMAND;
constexpr auto kWrite = tlm::TLM_WRITE_COMMAND;
constexpr auto kOk = tlm::TLM_OK_RESPONSE;
constexpr std::uint64_t kLoadAnswer = 13;  // from the transfer of a load in a window of one

#define REGISTER(NAME) offsetof(gsq_axi_regs_t, NAME)

Command load(std::uint32_t address = 0, std::uint8_t vd = 0) {
  Command command;
  command.op = Opcode::LoadAlign;
  command.addr = address;
  command.vd = vd;
  return command;
}

Command get_spr() {
  Command command;
  command.op = Opcode::GetSpr;
  return command;
}

std::vector<std::uint8_t> count_up(std::size_t bytes) {
  std::vector<std::uint8_t> data(bytes);
  std::iota(data.begin(), data.end(), std::uint8_t{1});
  return data;
}

tlm::tlm_generic_payload* make(TlmBench& bench, tlm::tlm_command command, std::uint64_t address,
                               void* data, std::size_t length) {
  tlm::tlm_generic_payload* payload = bench.payload();
  payload->acquire();
  payload->set_command(command);
  payload->set_address(address);
  payload->set_data_ptr(static_cast<unsigned char*>(data));
  payload->set_data_length(static_cast<unsigned>(length));
  payload->set_streaming_width(static_cast<unsigned>(length));
  return payload;
}

using Buffer = TlmTest;
using Control = TlmTest;
using Port = TlmTest;
using Dmi = TlmTest;
using Phases = TlmTest;
using Reset = TlmTest;
using Styles = TlmTest;

// -------------------------------------------------------------------------------------------------
// Unified Buffer
// -------------------------------------------------------------------------------------------------

TEST_F(Buffer, TakesAnyAddressAndLengthInTheCyclesOfTheHostPort) {
  for (const Style style : kStyles) {
    std::vector<std::uint8_t> data = count_up(70);
    const Access write = access(style, Bus::kBuffer, kWrite, 0x1f, data.data(), data.size());
    EXPECT_EQ(write.status, kOk);
    EXPECT_EQ(write.cycles, 4 + 3) << "1 byte, 2 blocks, 5 bytes";
    std::vector<std::uint8_t> back(72);
    const Access read = access(style, Bus::kBuffer, kRead, 0x1e, back.data(), back.size());
    EXPECT_EQ(read.status, kOk);
    EXPECT_EQ(read.cycles, 4 + 3);
    EXPECT_EQ(back.front(), 0);
    EXPECT_EQ(back.back(), 0);
    EXPECT_TRUE(std::equal(data.begin(), data.end(), back.begin() + 1));
  }
}

TEST_F(Buffer, TakesByteEnablesAndStreamingWidth) {
  for (const Style style : kStyles) {
    std::vector<std::uint8_t> data = count_up(12);
    std::vector<std::uint8_t> enables{0xff, 0, 0xff};
    tlm::tlm_generic_payload payload;
    payload.set_command(kWrite);
    payload.set_address(0x3e);
    payload.set_data_ptr(data.data());
    payload.set_data_length(12);
    payload.set_streaming_width(4);
    payload.set_byte_enable_ptr(enables.data());
    payload.set_byte_enable_length(3);
    EXPECT_EQ(transport(style, Bus::kBuffer, payload).status, kOk);
    // Enabled are 1, 3, 4, 6, 7, 9, 10, 12 of 1..12; the addresses begin anew after 4 and 8.
    std::vector<std::uint8_t> back(6);
    access(style, Bus::kBuffer, kRead, 0x3d, back.data(), back.size());
    EXPECT_EQ(back, (std::vector<std::uint8_t>{0, 9, 10, 7, 12, 0}));

    std::fill(data.begin(), data.end(), 0xee);
    payload.set_command(kRead);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    EXPECT_EQ(transport(style, Bus::kBuffer, payload).status, kOk);
    EXPECT_EQ(data,
              (std::vector<std::uint8_t>{9, 0xee, 7, 12, 0xee, 10, 7, 0xee, 9, 10, 0xee, 12}));
  }
}

TEST_F(Buffer, RefusesWhatIsNoAccess) {
  for (const Style style : kStyles) {
    std::vector<std::uint8_t> data(64, 0xaa);
    const std::uint32_t end = bench.config.ub_bytes;
    EXPECT_EQ(access(style, Bus::kBuffer, kWrite, end - 63, data.data(), 64).status,
              tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(style, Bus::kBuffer, kRead, ~std::uint64_t{0} - 3, data.data(), 8).status,
              tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(style, Bus::kBuffer, kRead, 0, data.data(), 0).status,
              tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(access(style, Bus::kBuffer, kRead, 0, nullptr, 4).status,
              tlm::TLM_GENERIC_ERROR_RESPONSE);
    tlm::tlm_generic_payload payload;
    payload.set_command(kWrite);
    payload.set_data_ptr(data.data());
    payload.set_data_length(4);
    payload.set_streaming_width(0);
    EXPECT_EQ(transport(style, Bus::kBuffer, payload).status, tlm::TLM_BURST_ERROR_RESPONSE);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    payload.set_streaming_width(4);
    payload.set_byte_enable_ptr(data.data());
    payload.set_byte_enable_length(0);
    EXPECT_EQ(transport(style, Bus::kBuffer, payload).status, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__BUFFER_bm);
    std::vector<std::uint8_t> back(end);
    EXPECT_EQ(access(style, Bus::kBuffer, tlm::TLM_IGNORE_COMMAND, 0, nullptr, 4).status, kOk);
    EXPECT_EQ(access(style, Bus::kBuffer, kRead, 0, back.data(), end).status, kOk);
    EXPECT_EQ(back, std::vector<std::uint8_t>(end)) << "nothing was written";
  }
}

TEST_F(Buffer, RefusesBytesOfACommandInFlight) {
  for (const Style style : kStyles) {
    std::vector<std::uint8_t> data(4, 1);
    send(style, {load(0x40)});
    EXPECT_EQ(access(style, Bus::kBuffer, kRead, 0x40, data.data(), 4).status, kOk) << "two reads";
    send(style, {load(0x40)});
    EXPECT_EQ(access(style, Bus::kBuffer, kWrite, 0x20, data.data(), 4).status, kOk) << "others";
    send(style, {load(0x40)});
    EXPECT_EQ(access(style, Bus::kBuffer, kWrite, 0x5c, data.data(), 4).status,
              tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__BUFFER_bm);
    EXPECT_EQ(receive(style, 3).status, kOk);
    EXPECT_EQ(access(style, Bus::kBuffer, kRead, 0x5c, data.data(), 4).status, kOk);
    EXPECT_EQ(data, std::vector<std::uint8_t>(4)) << "was not written";
    EXPECT_EQ(access(style, Bus::kBuffer, kWrite, 0x5c, data.data(), 4).status, kOk) << "answered";
  }
}

TEST_F(Buffer, ReportsARaceThatNoResponseCanTell) {
  // Both come in one cycle, so that the access was not refused when the command was taken.
  sc_core::sc_report_handler::set_actions("/gsq/race", sc_core::SC_ERROR, sc_core::SC_CACHE_REPORT);
  std::vector<std::uint8_t> data(4);
  CommandBits bits = pack(load());
  auto* write = make(bench, kWrite, 0, data.data(), data.size());
  auto* command = make(bench, kWrite, kTlmPort, &bits, sizeof bits);
  bench.begin(Style::kApproximate, Bus::kBuffer, *write);
  bench.begin(Style::kApproximate, Bus::kControl, *command);
  sc_core::wait(20 * bench.period);
  EXPECT_EQ(sc_core::sc_report_handler::get_count("/gsq/race", sc_core::SC_ERROR), 1);
  EXPECT_EQ(write->get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(command->get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  write->release();
  command->release();
  EXPECT_EQ(bench.freed, 2);
  send(Style::kApproximate, {load()});
  EXPECT_EQ(receive(Style::kApproximate, 1).status, kOk) << "as after a reset";
}

TEST_F(Buffer, HasADebugPort) {
  for (const Style style : kStyles) {
    std::vector<std::uint8_t> data = count_up(8);
    tlm::tlm_generic_payload payload;
    payload.set_command(kWrite);
    payload.set_address(bench.config.ub_bytes - 4);
    payload.set_data_ptr(data.data());
    payload.set_data_length(8);
    EXPECT_EQ(bench.socket(style, Bus::kBuffer)->transport_dbg(payload), 4);
    std::vector<std::uint8_t> back(4);
    access(style, Bus::kBuffer, kRead, bench.config.ub_bytes - 4, back.data(), 4);
    EXPECT_EQ(back, (std::vector<std::uint8_t>{1, 2, 3, 4}));
    payload.set_command(kRead);
    std::fill(data.begin(), data.end(), 0);
    EXPECT_EQ(bench.socket(style, Bus::kBuffer)->transport_dbg(payload), 4);
    EXPECT_EQ(data, (std::vector<std::uint8_t>{1, 2, 3, 4, 0, 0, 0, 0}));
    payload.set_address(bench.config.ub_bytes);
    EXPECT_EQ(bench.socket(style, Bus::kBuffer)->transport_dbg(payload), 0);
    payload.set_address(0);
    EXPECT_EQ(bench.socket(style, Bus::kControl)->transport_dbg(payload), 8) << "id and vlen";
    EXPECT_EQ(data[1], 'Q' + 0 * data[0]);
  }
}

// -------------------------------------------------------------------------------------------------
// Registers
// -------------------------------------------------------------------------------------------------

TEST_F(Control, TakesACommandByRegistersAndSaysWhenItIsAnswered) {
  for (const Style style : kStyles) {
    EXPECT_EQ(read_register(style, REGISTER(id)), GSQ_AXI_REGS__ID__VALUE_reset);
    EXPECT_EQ(read_register(style, REGISTER(vlen)), bench.config.vlen_bytes);
    EXPECT_EQ(read_register(style, REGISTER(ub)), bench.config.ub_bytes);
    EXPECT_EQ(read_register(style, REGISTER(status)), GSQ_AXI_REGS__STATUS__ROOM_bm);
    Command command = load();
    command.tag = 0x5a;
    CommandBits bits = pack(command);
    const Access words =
        access(style, Bus::kControl, kWrite, REGISTER(cmd), bits.data(), sizeof bits);
    EXPECT_EQ(words.status, kOk);
    EXPECT_EQ(words.cycles, 16);
    EXPECT_EQ(read_register(style, REGISTER(cmd) + 60), bits[15]);
    write_register(style, REGISTER(push), 1);
    const std::uint64_t pushed = bench.now();  // the command is at the port from here on
    EXPECT_EQ(read_register(style, REGISTER(status)),
              (1U << GSQ_AXI_REGS__STATUS__IN_FLIGHT_bp) | GSQ_AXI_REGS__STATUS__BUSY_bm);
    EXPECT_EQ(read_register(style, REGISTER(rsp_status)), 0);
    while ((read_register(style, REGISTER(status)) & GSQ_AXI_REGS__STATUS__RESPONSE_bm) == 0) {
    }
    EXPECT_EQ(bench.now() - pushed, kLoadAnswer + 2) << "seen in the cycle after";
    EXPECT_EQ(read_register(style, REGISTER(rsp_status)),
              GSQ_AXI_REGS__RSP_STATUS__VALID_bm | 0x5aU << GSQ_AXI_REGS__RSP_STATUS__TAG_bp);
    EXPECT_EQ(read_register(style, REGISTER(rsp_info)), 0);
    write_register(style, REGISTER(pop), 1);
    EXPECT_EQ(read_register(style, REGISTER(status)), GSQ_AXI_REGS__STATUS__ROOM_bm);
  }
}

TEST_F(Control, RefusesWhatHasNoRoomAndPopsOfNothing) {
  for (const Style style : kStyles) {
    write_register(style, REGISTER(pop), 1, tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__NO_RESPONSE_bm);
    write_register(style, REGISTER(error), GSQ_AXI_REGS__ERROR__NO_RESPONSE_bm);
    EXPECT_EQ(read_register(style, REGISTER(error)), 0);
    write_register(style, REGISTER(push), 1);
    write_register(style, REGISTER(push), 1, tlm::TLM_GENERIC_ERROR_RESPONSE);  // not yet taken
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__NO_ROOM_bm);
    // The unit takes so many without a pop, and one waits.
    const unsigned most = max_unanswered(bench.config) + 1;
    for (unsigned i = 1; i < most; ++i) {
      while ((read_register(style, REGISTER(status)) & GSQ_AXI_REGS__STATUS__ROOM_bm) == 0) {
      }
      write_register(style, REGISTER(push), 1);
    }
    sc_core::wait(100 * bench.period);
    EXPECT_EQ(read_register(style, REGISTER(status)) & GSQ_AXI_REGS__STATUS__ROOM_bm, 0);
    write_register(style, REGISTER(cmd), 0, tlm::TLM_GENERIC_ERROR_RESPONSE);
    write_register(style, REGISTER(pop), 1);
    EXPECT_EQ(read_register(style, REGISTER(status)) & GSQ_AXI_REGS__STATUS__ROOM_bm, 1);
  }
}

TEST_F(Control, RefusesWhatIsNoRegister) {
  for (const Style style : kStyles) {
    std::uint32_t words[2]{};
    const auto status = [&](tlm::tlm_command command, std::uint64_t address, std::size_t length) {
      return access(style, Bus::kControl, command, address, words, length).status;
    };
    EXPECT_EQ(status(kRead, 0x2c, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(status(kRead, REGISTER(error), 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(status(kRead, 0x80, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(status(kRead, 2, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(read_register(style, REGISTER(error)), 0) << "reads have no effects";
    EXPECT_EQ(status(kWrite, 0x80, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__NO_REGISTER_bm);
    write_register(style, REGISTER(error), ~0U);
    EXPECT_EQ(status(kWrite, REGISTER(status), 4), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__NO_REGISTER_bm);
    EXPECT_EQ(status(kRead, 0, 2), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(status(kRead, 0, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(status(kWrite, kTlmPort, 8), tlm::TLM_BURST_ERROR_RESPONSE);
    tlm::tlm_generic_payload payload;
    unsigned char enables[4] = {0xff, 0xff, 0xff, 0xff};
    payload.set_command(kRead);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(words));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    payload.set_byte_enable_ptr(enables);
    payload.set_byte_enable_length(4);
    EXPECT_EQ(transport(style, Bus::kControl, payload).status, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  }
}

TEST_F(Control, InterruptsWhenAResponseComes) {
  for (const Style style : kStyles) {
    sc_core::sc_signal<bool>& irq = bench.irq(style);
    write_register(style, REGISTER(irq_enable), GSQ_AXI_REGS__IRQ_ENABLE__RESPONSE_bm);
    write_register(style, REGISTER(push), 1);  // a create_mask of zeros
    const std::uint64_t pushed = bench.now();
    EXPECT_FALSE(irq.read());
    sc_core::wait(irq.posedge_event());
    EXPECT_EQ(bench.now() - pushed, 4 + 1);
    write_register(style, REGISTER(pop), 1);
    sc_core::wait(sc_core::SC_ZERO_TIME);
    sc_core::wait(sc_core::SC_ZERO_TIME);
    EXPECT_FALSE(irq.read());

    write_register(style, REGISTER(irq_enable), GSQ_AXI_REGS__IRQ_ENABLE__ERROR_bm);
    write_register(style, REGISTER(id), 0, tlm::TLM_COMMAND_ERROR_RESPONSE);
    sc_core::wait(2 * bench.period);
    EXPECT_TRUE(irq.read()) << "an access was refused";
    EXPECT_EQ(read_register(style, REGISTER(irq_pending)),
              GSQ_AXI_REGS__IRQ_PENDING__ERROR_bm | GSQ_AXI_REGS__IRQ_PENDING__ROOM_bm);
    write_register(style, REGISTER(error), ~0U);
    sc_core::wait(2 * bench.period);
    EXPECT_FALSE(irq.read());

    write_register(style, REGISTER(irq_enable), GSQ_AXI_REGS__IRQ_ENABLE__ROOM_bm);
    write_register(style, REGISTER(push), 1);
    sc_core::wait(sc_core::SC_ZERO_TIME);
    sc_core::wait(sc_core::SC_ZERO_TIME);
    EXPECT_FALSE(irq.read());
    sc_core::wait(irq.posedge_event());
    EXPECT_EQ(read_register(style, REGISTER(status)) & GSQ_AXI_REGS__STATUS__ROOM_bm, 1);
  }
}

TEST_F(Control, FlagsACommandThatFailsOnceAndInterrupts) {
  for (const Style style : kStyles) {
    sc_core::sc_signal<bool>& irq = bench.irq(style);
    const auto push = [&](const Command& command) {
      while ((read_register(style, REGISTER(status)) & GSQ_AXI_REGS__STATUS__ROOM_bm) == 0) {
      }
      CommandBits bits = pack(command);
      access(style, Bus::kControl, kWrite, REGISTER(cmd), bits.data(), sizeof bits);
      write_register(style, REGISTER(push), 1);
    };
    write_register(style, REGISTER(irq_enable), GSQ_AXI_REGS__IRQ_ENABLE__ERROR_bm);
    push(get_spr());
    sc_core::wait(100 * bench.period);
    EXPECT_EQ(read_register(style, REGISTER(error)), 0) << "a command that succeeds";
    write_register(style, REGISTER(pop), 1);
    push(load(1));  // not aligned
    EXPECT_FALSE(irq.read());
    sc_core::wait(100 * bench.period, irq.posedge_event());
    EXPECT_TRUE(irq.read());
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__COMMAND_bm);
    write_register(style, REGISTER(error), GSQ_AXI_REGS__ERROR__COMMAND_bm);
    sc_core::wait(2 * bench.period);
    EXPECT_FALSE(irq.read()) << "cleared before the pop";
    EXPECT_EQ(read_register(style, REGISTER(error)), 0);
    write_register(style, REGISTER(pop), 1);
    EXPECT_EQ(read_register(style, REGISTER(error)), 0);
    // Behind each other: each sets it when it becomes the oldest one.
    push(load(1));
    push(load(1));
    push(get_spr());
    sc_core::wait(100 * bench.period);
    for (const std::uint32_t flags :
         {GSQ_AXI_REGS__ERROR__COMMAND_bm, GSQ_AXI_REGS__ERROR__COMMAND_bm, 0}) {
      EXPECT_EQ(read_register(style, REGISTER(error)), flags);
      write_register(style, REGISTER(error), ~0U);
      write_register(style, REGISTER(pop), 1);
    }
    // At the port, where no register shows the response.
    send(style, {load(1), get_spr()});
    receive(style, 2);
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__COMMAND_bm);
    bench.target(style).reset();
    EXPECT_EQ(read_register(style, REGISTER(error)), 0);
  }
}

// -------------------------------------------------------------------------------------------------
// Port
// -------------------------------------------------------------------------------------------------

TEST_F(Port, TakesACommandACycleAndWaitsForResponses) {
  for (const Style style : kStyles) {
    EXPECT_EQ(send(style, {load(0, 0), load(0x20, 1), load(0x40, 2)}).cycles, 3);
    std::vector<ResponseBits> responses;
    const Access received = receive(style, 3, &responses);
    EXPECT_EQ(received.status, kOk);
    // The last command is transferred one cycle before the read; the read ends after its answer.
    EXPECT_EQ(received.cycles, kLoadAnswer);
    for (const ResponseBits& bits : responses) EXPECT_EQ(unpack(bits).status, Status::Ok);
  }
}

TEST_F(Port, RefusesWhatWouldWaitForEver) {
  for (const Style style : kStyles) {
    EXPECT_EQ(receive(style, 1).status, tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(read_register(style, REGISTER(error)), GSQ_AXI_REGS__ERROR__NO_RESPONSE_bm);
    EXPECT_EQ(send(style, std::vector<Command>(kTlmMostUnread, get_spr())).status, kOk);
    EXPECT_EQ(send(style, {get_spr()}).status, tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(read_register(style, REGISTER(error)),
              GSQ_AXI_REGS__ERROR__NO_RESPONSE_bm | GSQ_AXI_REGS__ERROR__NO_ROOM_bm);
    EXPECT_EQ(receive(style, kTlmMostUnread + 1).status, tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(receive(style, kTlmMostUnread).status, kOk);
    EXPECT_EQ(read_register(style, REGISTER(status)), GSQ_AXI_REGS__STATUS__ROOM_bm);
  }
}

TEST_F(Styles, HaveTheSameCyclesAndResultsForRandomCommands) {
  for (const std::string_view mix : random_mixes()) {
    // The state in which the golden model of a RandomCommands begins.
    std::vector<Command> clear(kNumVregs);
    for (unsigned i = 0; i < kNumVregs; ++i) clear[i] = load(0, static_cast<std::uint8_t>(i));
    std::vector<std::uint8_t> zeros(bench.config.ub_bytes);
    for (const Style style : kStyles) {
      bench.target(style).reset();
      access(style, Bus::kBuffer, kWrite, 0, zeros.data(), zeros.size());
      send(style, clear);
      receive(style, clear.size());
      for (unsigned i = 0; i < kNumMregs; ++i) {
        Command mask;
        mask.op = Opcode::CreateMask;
        mask.pattern = Pattern::Allf;
        mask.m = static_cast<std::uint8_t>(i);
        send(style, {mask});
        receive(style, 1);
      }
    }
    RandomCommands random(bench.config, 7, mix);
    for (const Fill& fill : random.refill()) {
      for (const Style style : kStyles) {
        std::vector<std::uint8_t> bytes = fill.bytes;
        ASSERT_EQ(
            access(style, Bus::kBuffer, kWrite, fill.address, bytes.data(), bytes.size()).status,
            kOk);
      }
    }
    Rng rng(3);
    for (unsigned batch = 0; batch < 40; ++batch) {
      std::vector<Command> commands(1 + rng.below(30));
      for (Command& command : commands) command = random.next();
      std::uint64_t cycles[2]{};
      std::vector<ResponseBits> responses[2];
      for (const Style style : kStyles) {
        align();
        const auto i = static_cast<std::size_t>(style);
        cycles[i] = send(style, commands).cycles;
        cycles[i] += receive(style, commands.size(), &responses[i]).cycles;
      }
      ASSERT_EQ(cycles[0], cycles[1]) << mix << ", batch " << batch;
      ASSERT_EQ(responses[0], responses[1]) << mix << ", batch " << batch;
      ASSERT_EQ(unpack(responses[0].back()).status, random.response().status);
    }
    ASSERT_EQ(bench.loose.model().ub(), bench.approximate.model().ub()) << mix;
    ASSERT_EQ(bench.loose.model().ub(), random.model().ub()) << mix;
  }
}

// -------------------------------------------------------------------------------------------------
// DMI
// -------------------------------------------------------------------------------------------------

TEST_F(Dmi, IsGrantedWhileTheUnitRestsAndInvalidatedByCommandsThatUseTheBuffer) {
  std::uint32_t word = 0x1234;
  tlm::tlm_generic_payload payload;
  payload.set_command(kWrite);
  payload.set_address(8);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  auto& socket = bench.socket(Style::kLoose, Bus::kBuffer);
  EXPECT_TRUE(transport(Style::kLoose, Bus::kBuffer, payload).dmi_allowed);
  tlm::tlm_dmi dmi;
  ASSERT_TRUE(socket->get_direct_mem_ptr(payload, dmi));
  EXPECT_TRUE(dmi.is_read_write_allowed());
  EXPECT_EQ(dmi.get_start_address(), 0);
  EXPECT_EQ(dmi.get_end_address(), bench.config.ub_bytes - 1);
  EXPECT_EQ(dmi.get_dmi_ptr()[8], 0x34);
  EXPECT_EQ(dmi.get_read_latency(), 4 * bench.period);

  send(Style::kLoose, {get_spr()});
  EXPECT_TRUE(bench.invalidated.empty()) << "does not use the buffer";
  receive(Style::kLoose, 1);

  dmi.get_dmi_ptr()[0] = 77;
  send(Style::kLoose, {load()});
  ASSERT_EQ(bench.invalidated.size(), 1);
  EXPECT_EQ(bench.invalidated[0].first, 0);
  EXPECT_EQ(bench.invalidated[0].second, bench.config.ub_bytes - 1);
  EXPECT_EQ(bench.loose.model().v(0)[0], 77) << "a write through DMI";
  EXPECT_FALSE(socket->get_direct_mem_ptr(payload, dmi)) << "in flight";
  payload.set_command(kRead);
  payload.set_address(0x80);
  EXPECT_FALSE(transport(Style::kLoose, Bus::kBuffer, payload).dmi_allowed);
  send(Style::kLoose, {load()});
  EXPECT_EQ(bench.invalidated.size(), 1) << "nobody has it";

  receive(Style::kLoose, 2);
  EXPECT_TRUE(transport(Style::kLoose, Bus::kBuffer, payload).dmi_allowed);
  EXPECT_TRUE(socket->get_direct_mem_ptr(payload, dmi));
  write_register(Style::kLoose, REGISTER(cmd) + 60, pack(load())[15]);
  EXPECT_EQ(bench.invalidated.size(), 1);
  write_register(Style::kLoose, REGISTER(push), 1);
  EXPECT_EQ(bench.invalidated.size(), 2) << "by registers";

  receive(Style::kLoose, 1);
  EXPECT_TRUE(socket->get_direct_mem_ptr(payload, dmi));
  bench.loose.reset();
  EXPECT_EQ(bench.invalidated.size(), 3);
}

TEST_F(Dmi, IsGrantedAtTheLocalTimeOfADecoupledInitiator) {
  // The response is in the future of the simulation, but in the past of the initiator.
  const CommandBits bits = pack(load());
  ResponseBits response{};
  tlm::tlm_generic_payload payload;
  payload.set_address(kTlmPort);
  payload.set_command(kWrite);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(const_cast<std::uint32_t*>(bits.data())));
  payload.set_data_length(sizeof bits);
  payload.set_streaming_width(sizeof bits);
  sc_core::sc_time delay = 100 * bench.period;
  const std::uint64_t now = bench.now();
  auto& control = bench.socket(Style::kLoose, Bus::kControl);
  control->b_transport(payload, delay);
  EXPECT_EQ(delay, 101 * bench.period);
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(bench.socket(Style::kLoose, Bus::kBuffer)->get_direct_mem_ptr(payload, dmi));
  payload.set_command(kRead);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(response.data()));
  payload.set_data_length(sizeof response);
  payload.set_streaming_width(sizeof response);
  control->b_transport(payload, delay);
  EXPECT_EQ(delay, (101 + kLoadAnswer) * bench.period);
  EXPECT_TRUE(bench.socket(Style::kLoose, Bus::kBuffer)->get_direct_mem_ptr(payload, dmi));
  EXPECT_EQ(bench.now(), now) << "b_transport does not wait";
}

TEST_F(Dmi, IsNotGrantedWhereItWouldLoseCycles) {
  tlm::tlm_generic_payload payload;
  std::uint32_t word = 0;
  payload.set_command(kRead);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  EXPECT_FALSE(transport(Style::kApproximate, Bus::kBuffer, payload).dmi_allowed);
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(bench.socket(Style::kApproximate, Bus::kBuffer)->get_direct_mem_ptr(payload, dmi));
  EXPECT_FALSE(bench.socket(Style::kLoose, Bus::kControl)->get_direct_mem_ptr(payload, dmi));
}

// -------------------------------------------------------------------------------------------------
// Phases
// -------------------------------------------------------------------------------------------------

TEST_F(Phases, AreFourInTheCyclesOfThePorts) {
  std::vector<std::uint8_t> data = count_up(64);
  const std::uint64_t now = bench.now();
  auto* payload = make(bench, kWrite, 0, data.data(), data.size());
  bench.begin(Style::kApproximate, Bus::kBuffer, *payload);
  sc_core::wait(20 * bench.period);
  EXPECT_EQ(payload->get_response_status(), kOk);
  EXPECT_EQ(bench.seen,
            (std::vector<Seen>{{"BEGIN_REQ", now}, {"END_REQ", now + 2}, {"BEGIN_RESP", now + 5}}));
  EXPECT_EQ(bench.freed, 0);
  payload->release();
  EXPECT_EQ(bench.freed, 1) << "the target has released it, too";
}

TEST_F(Phases, BeginAtTheTimeThatIsAnnotated) {
  std::vector<std::uint8_t> data(512);
  CommandBits bits = pack(get_spr());
  auto* read = make(bench, kRead, 0, data.data(), data.size());  // keeps the clock running
  auto* write = make(bench, kWrite, kTlmPort, &bits, sizeof bits);
  bench.begin(Style::kApproximate, Bus::kBuffer, *read);
  bench.seen.clear();
  const std::uint64_t now = bench.now();
  bench.begin(Style::kApproximate, Bus::kControl, *write, 3 * bench.period);
  sc_core::wait(10 * bench.period);
  EXPECT_EQ(
      bench.seen,
      (std::vector<Seen>{{"BEGIN_REQ", now + 3}, {"END_REQ", now + 4}, {"BEGIN_RESP", now + 4}}));
  sc_core::wait(20 * bench.period);
  read->release();
  write->release();
  EXPECT_EQ(bench.freed, 2);
  EXPECT_EQ(receive(Style::kApproximate, 1).status, kOk);
}

TEST_F(Phases, LetReadsOfThePortWaitWhileCommandsCome) {
  CommandBits bits = pack(load());
  ResponseBits responses[2]{};
  auto* first = make(bench, kWrite, kTlmPort, &bits, sizeof bits);
  auto* read = make(bench, kRead, kTlmPort, responses, sizeof responses[0]);
  auto* second = make(bench, kWrite, kTlmPort, &bits, sizeof bits);
  const std::uint64_t now = bench.now();
  bench.begin(Style::kApproximate, Bus::kControl, *first);
  sc_core::wait(bench.period);
  sc_core::wait(sc_core::SC_ZERO_TIME);
  bench.begin(Style::kApproximate, Bus::kControl, *read);
  sc_core::wait(bench.period);
  sc_core::wait(sc_core::SC_ZERO_TIME);
  bench.begin(Style::kApproximate, Bus::kControl, *second);
  sc_core::wait(40 * bench.period);
  EXPECT_EQ(bench.seen, (std::vector<Seen>{{"BEGIN_REQ", now},
                                           {"END_REQ", now + 1},
                                           {"BEGIN_RESP", now + 1},
                                           {"BEGIN_REQ", now + 1},
                                           {"END_REQ", now + 2},
                                           {"BEGIN_REQ", now + 2},
                                           {"END_REQ", now + 3},
                                           {"BEGIN_RESP", now + 3},
                                           {"BEGIN_RESP", now + kLoadAnswer + 1}}));
  for (auto* payload : {first, read, second}) {
    EXPECT_EQ(payload->get_response_status(), kOk);
    payload->release();
  }
  EXPECT_EQ(bench.freed, 3);
  EXPECT_EQ(receive(Style::kApproximate, 1).status, kOk) << "the answer to the second";
}

TEST_F(Phases, BeginAResponseAfterTheEndOfTheOneBefore) {
  bench.ends_response_at_once = false;
  std::uint32_t words[2]{};
  auto* first = make(bench, kRead, 0, &words[0], 4);
  auto* second = make(bench, kRead, 4, &words[1], 4);
  const std::uint64_t now = bench.now();
  bench.begin(Style::kApproximate, Bus::kControl, *first);
  sc_core::wait(2 * bench.period);
  bench.begin(Style::kApproximate, Bus::kControl, *second);
  sc_core::wait(5 * bench.period);
  bench.end_response(Style::kApproximate, Bus::kControl, *first);
  sc_core::wait(bench.period);
  bench.end_response(Style::kApproximate, Bus::kControl, *second);
  sc_core::wait(bench.period);
  EXPECT_EQ(bench.seen, (std::vector<Seen>{{"BEGIN_REQ", now},
                                           {"END_REQ", now + 1},
                                           {"BEGIN_RESP", now + 1},
                                           {"BEGIN_REQ", now + 2},
                                           {"END_REQ", now + 3},
                                           {"BEGIN_RESP", now + 7}}));
  first->release();
  second->release();
  EXPECT_EQ(bench.freed, 2);
  EXPECT_EQ(words[1], bench.config.vlen_bytes);
}

TEST_F(Phases, WorkOnTheLooselyTimedTargetToo) {
  std::uint32_t word = 0;
  auto* payload = make(bench, kRead, 4, &word, 4);
  bench.begin(Style::kLoose, Bus::kControl, *payload);
  sc_core::wait(20 * bench.period);
  EXPECT_EQ(payload->get_response_status(), kOk);
  EXPECT_EQ(bench.seen.back().what, "BEGIN_RESP");
  EXPECT_EQ(word, bench.config.vlen_bytes);
  payload->release();
  EXPECT_EQ(bench.freed, 1);
}

TEST_F(Phases, OfWrongInitiatorsAreReported) {
  std::uint32_t word = 0;
  auto* payload = make(bench, kRead, 4, &word, 4);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  auto& socket = bench.socket(Style::kApproximate, Bus::kControl);
  EXPECT_THROW(socket->nb_transport_fw(*payload, phase, delay), sc_core::sc_report);
  payload->release();
  tlm::tlm_generic_payload without_manager;
  phase = tlm::BEGIN_REQ;
  EXPECT_THROW(socket->nb_transport_fw(without_manager, phase, delay), sc_core::sc_report);
}

// -------------------------------------------------------------------------------------------------
// Reset
// -------------------------------------------------------------------------------------------------

TEST_F(Reset, AnswersWhatIsUnderWayWithAnError) {
  CommandBits bits = pack(load());
  ResponseBits response{};
  std::vector<std::uint8_t> data(256);
  auto* write = make(bench, kWrite, kTlmPort, &bits, sizeof bits);
  auto* read = make(bench, kRead, kTlmPort, &response, sizeof response);
  auto* ub = make(bench, kRead, 0x100, data.data(), data.size());
  bench.begin(Style::kApproximate, Bus::kControl, *write);
  bench.begin(Style::kApproximate, Bus::kBuffer, *ub);
  sc_core::wait(2 * bench.period);
  bench.begin(Style::kApproximate, Bus::kControl, *read);
  sc_core::wait(2 * bench.period);
  bench.approximate.reset();
  sc_core::wait(2 * bench.period);
  EXPECT_EQ(write->get_response_status(), kOk);
  EXPECT_EQ(read->get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(ub->get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  for (auto* payload : {write, read, ub}) payload->release();
  EXPECT_EQ(bench.freed, 3);
}

TEST_F(Reset, ForgetsResponsesAndRegistersAndKeepsMemory) {
  for (const Style style : kStyles) {
    std::vector<std::uint8_t> data = count_up(32);
    access(style, Bus::kBuffer, kWrite, 0, data.data(), data.size());
    write_register(style, REGISTER(irq_enable), 7);
    send(style, {load(), load()});
    bench.target(style).reset();
    sc_core::wait(2 * bench.period);
    EXPECT_FALSE(bench.irq(style).read());
    EXPECT_EQ(read_register(style, REGISTER(irq_enable)), 0);
    EXPECT_EQ(read_register(style, REGISTER(status)), GSQ_AXI_REGS__STATUS__ROOM_bm);
    EXPECT_EQ(receive(style, 1).status, tlm::TLM_GENERIC_ERROR_RESPONSE);
    std::vector<std::uint8_t> back(32);
    access(style, Bus::kBuffer, kRead, 0, back.data(), back.size());
    EXPECT_EQ(back, data);
    align();
    EXPECT_EQ(send(style, {load()}).cycles, 1);
    EXPECT_EQ(receive(style, 1).cycles, kLoadAnswer);
  }
}

}  // namespace
}  // namespace gsq
