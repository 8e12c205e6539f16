// SPDX-License-Identifier: Apache-2.0
// A virtual platform: a processor, a memory, and the unit with its interrupt. Runs a program on it,
// loosely or approximately timed. Exit status 1 if something is not as the program expects, 2 for a
// wrong command line.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <systemc>
#include <tlm>

#include "approximate_processor.hpp"
#include "gsq/config.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/tlm/approximate_target.hpp"
#include "gsq/tlm/loose_target.hpp"
#include "loose_processor.hpp"
#include "platform_memory.hpp"

namespace {

template <typename Processor, typename Unit>
int run(const gsq::Config& config, const gsq::Program& program, unsigned repeat) {
  const sc_core::sc_time period(1, sc_core::SC_NS);
  std::vector<std::uint8_t> contents;
  for (const gsq::Statement& statement : program) {
    const auto* ub = std::get_if<gsq::UbStatement>(&statement.body);
    if (ub != nullptr) contents.insert(contents.end(), ub->bytes.begin(), ub->bytes.end());
  }

  Processor processor("processor", program, repeat, period);
  PlatformMemory memory("memory", std::max<std::size_t>(contents.size(), 1), 10 * period);
  std::copy(contents.begin(), contents.end(), memory.bytes().begin());
  Unit unit("unit", config, period);
  sc_core::sc_signal<bool> irq;
  processor.memory.bind(memory.socket);
  processor.buffer.bind(unit.buffer);
  processor.control.bind(unit.control);
  processor.irq(irq);
  unit.irq(irq);

  tlm::tlm_global_quantum::instance().set(1000 * period);
  sc_core::sc_start();

  for (const std::string& failure : processor.failures()) fmt::print("{}\n", failure);
  std::uint64_t cycles = 0;
  for (const auto& batch : processor.batches()) cycles += batch.cycles;
  if (repeat == 1) {
    for (const auto& batch : processor.batches()) {
      fmt::print("{} commands answered after {} cycles\n", batch.commands, batch.cycles);
    }
  }
  fmt::print("{} batches, {} cycles; {} checks, {} failures\n", processor.batches().size(), cycles,
             processor.checks(), processor.failures().size());
  return processor.failures().empty() ? 0 : 1;
}

}  // namespace

extern "C" int sc_main(int argc, char** argv) {
  const std::string timing = argc > 1 ? argv[1] : "";
  if (argc != 5 || (timing != "loose" && timing != "approximate") || std::atoi(argv[4]) < 1) {
    fmt::print(stderr, "usage: {} loose|approximate CONFIG PROGRAM.gsq TIMES\n", argv[0]);
    return 2;
  }
  try {
    const gsq::Config config = gsq::named_config(argv[2]);
    const gsq::Program program = gsq::load_program(argv[3], config);
    const auto repeat = static_cast<unsigned>(std::atoi(argv[4]));
    return timing == "loose"
               ? run<LooseProcessor, gsq::LooseTarget>(config, program, repeat)
               : run<ApproximateProcessor, gsq::ApproximateTarget>(config, program, repeat);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
