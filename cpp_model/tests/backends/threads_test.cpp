// SPDX-License-Identifier: Apache-2.0
// Models in several threads, an object for each: programs, random commands, results and cycles are
// those of one thread.
#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/stimulus/spatter.hpp"

namespace gsq {
namespace {

/// All that a run leaves.
struct Outcome {
  std::vector<std::uint8_t> ub;
  std::vector<std::vector<std::uint8_t>> v;
  std::vector<Status> statuses;
  std::uint64_t cycles{};
  std::string text;

  bool operator==(const Outcome& other) const {
    return ub == other.ub && v == other.v && statuses == other.statuses && cycles == other.cycles &&
           text == other.text;
  }
};

/// Random commands and a program on a backend of its own, texts and patterns read beside it.
Outcome outcome_of(const std::string& name, bool timed, std::uint64_t seed) {
  const Config config = named_config(name);
  const auto backend = timed ? make_cycle_backend(config) : make_golden_backend(config);
  RandomCommands random(config, seed, "all");
  Outcome outcome;
  for (unsigned round = 0; round < 10; ++round) {  // long enough for threads to take turns
    for (const Fill& fill : random.refill()) backend->write_ub(fill.address, fill.bytes);
    for (unsigned i = 0; i < 300; ++i) {
      const Command command = random.next();
      outcome.text += format_command(command, config).value_or("none") + "\n";
      backend->submit(command, "random");
    }
    for (const Completion& done : backend->drain()) {
      outcome.statuses.push_back(done.response.status);
    }
  }
  const Program program = parse_program(
      ".ub 0 b32 3 2 1 0\ncreate_mask m0, b32, VL4\nload_align v0, [0], norm\n"
      "gather v1, [0], v0, m0, b32\n.expect status OK\n",
      "p.gsq", config);
  const RunResult result = run_program(program, *backend);
  outcome.text += std::to_string(result.failures.size()) +
                  parse_spatter_word({"LAPLACIAN:2:1:100", "gather", {}, {}}).name;
  outcome.ub = backend->read_ub(0, config.ub_bytes);
  for (unsigned i = 0; i < kNumVregs; ++i) outcome.v.push_back(backend->read_v(i));
  outcome.cycles = backend->cycles();
  return outcome;
}

TEST(Threads, EachWithAModelOfItsOwn) {
  const std::vector<std::string> names{"tiny", "small", "full", "tiny"};
  std::vector<std::function<Outcome()>> work;
  for (std::size_t i = 0; i < 8; ++i) {
    work.emplace_back(
        [name = names[i % names.size()], i] { return outcome_of(name, i % 2 == 0, i / 2); });
  }
  // At first in threads, which begin together: what is made once in a process is made there.
  std::promise<void> begin;
  const std::shared_future<void> begun = begin.get_future().share();
  std::vector<std::future<Outcome>> running;
  running.reserve(work.size());
  for (const auto& run : work) {
    running.push_back(std::async(std::launch::async, [begun, run] {
      begun.wait();
      return run();
    }));
  }
  begin.set_value();
  std::vector<Outcome> found;
  found.reserve(running.size());
  for (auto& one : running) found.push_back(one.get());
  for (std::size_t i = 0; i < work.size(); ++i) {
    EXPECT_TRUE(found[i] == work[i]()) << i;
    EXPECT_EQ(found[i].cycles != 0, i % 2 == 0);
    EXPECT_FALSE(found[i] == found[(i + 1) % work.size()]);
  }
}

}  // namespace
}  // namespace gsq
