// SPDX-License-Identifier: Apache-2.0
// What random runs seldom do, part of the tests of system_test.cpp: resets in every cycle of a
// program, the host at its highest rate, and the host on the blocks of running commands. Every
// cycle is in lockstep.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "common/code_coverage.hpp"
#include "gsq/stimulus/random.hpp"
#include "system/rtl_backend.hpp"

namespace {

constexpr unsigned kCommands = 60;  // of a program that is reset in each of its cycles

const gsq::Config& config() {
  static const gsq::Config config = gsq::load_config(GSQ_CONFIG_FILE);
  return config;
}

tb::RtlOptions lockstep(std::uint64_t seed) {
  tb::RtlOptions options;
  options.lockstep = true;
  options.seed = seed;
  options.rerun = "this test";
  return options;
}

/// Commands with the contents of UB that they start from.
struct Program {
  Program(std::uint64_t seed, const std::string& mix, unsigned count)
      : random(config(), seed, mix), fills(random.refill()) {
    random.skip_loads();
    while (commands.size() < count) commands.push_back(random.next());
  }

  void start(tb::RtlBackend& backend) const {
    for (const gsq::Fill& fill : fills) backend.write_ub(fill.address, fill.bytes);
    submit(backend, 0);
  }
  void submit(tb::RtlBackend& backend, std::size_t first) const {
    for (std::size_t i = first; i < commands.size(); ++i) {
      backend.submit(commands[i], "random command " + std::to_string(i));
    }
  }

  gsq::RandomCommands random;
  std::vector<gsq::Fill> fills;
  std::vector<gsq::Command> commands;
};

/// When a command issued and was answered, and with what.
struct Answer {
  std::uint64_t issue;
  std::uint64_t retire;
  gsq::Status status;
  std::uint32_t info;
  bool operator==(const Answer& other) const {
    return issue == other.issue && retire == other.retire && status == other.status &&
           info == other.info;
  }
};

/// Runs the commands to their end, and returns the answers but for the first `skip`. Cycles count
/// from now on.
std::vector<Answer> answers(tb::RtlBackend& backend, std::size_t skip) {
  const std::uint64_t start = backend.cycles();
  const std::vector<gsq::Completion> completions = backend.drain();
  std::vector<Answer> answers;
  for (std::size_t i = skip; i < completions.size(); ++i) {
    const gsq::Completion& done = completions[i];
    answers.push_back(
        {done.issue - start, done.retire - start, done.response.status, done.response.info});
  }
  return answers;
}

/// A program that is cut off by resets.
class Cut {
 public:
  Cut(const Program& program, const tb::RtlOptions& options)
      : program_(program), backend_(config(), options) {
    program.start(backend_);
  }

  tb::RtlBackend& backend() { return backend_; }

  void reset(unsigned cycles) {
    discarded_ += backend_.accepted() - backend_.answered();
    backend_.reset(cycles);
    EXPECT_EQ(backend_.accepted(), backend_.answered());
    EXPECT_EQ(backend_.read_ar(), 0U);
  }

  /// What was not accepted before the last reset gets the same answers, in the same cycles, as from
  /// a unit that is new but for UB, V and M.
  void expect_as_new() {
    const std::size_t first = discarded_ + backend_.accepted();
    const std::vector<std::uint8_t> ub = backend_.read_ub(0, config().ub_bytes);
    std::vector<std::vector<std::uint8_t>> v;
    std::vector<std::vector<std::uint8_t>> m;
    for (unsigned i = 0; i < gsq::kNumVregs; ++i) v.push_back(backend_.read_v(i));
    for (unsigned i = 0; i < gsq::kNumMregs; ++i) m.push_back(backend_.read_m(i));
    const std::vector<Answer> found = answers(backend_, backend_.answered());
    EXPECT_EQ(found.size(), program_.commands.size() - first);

    tb::RtlBackend fresh(config(), lockstep(first + 1000));
    fresh.run(2);  // its first reset
    fresh.write_ub(0, ub);
    for (unsigned i = 0; i < v.size(); ++i) fresh.write_v(i, v[i]);
    for (unsigned i = 0; i < m.size(); ++i) fresh.write_m(i, m[i]);
    program_.submit(fresh, first);
    EXPECT_EQ(found, answers(fresh, 0));
  }

 private:
  const Program& program_;
  tb::RtlBackend backend_;
  std::size_t discarded_{};  // accepted commands that resets have discarded
};

/// Cycles of a program from the end of the first reset on.
std::uint64_t length_of(const Program& program, const tb::RtlOptions& options) {
  Cut whole(program, options);
  whole.backend().drain();
  return whole.backend().cycles();
}

/// One reset, or two that begin two cycles apart.
TEST(Edges, AfterAResetInAnyCycleTheUnitIsAsNew) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Program program(seed, seed == 1 ? "all" : "window", kCommands);
    const std::uint64_t length = length_of(program, lockstep(seed));
    for (std::uint64_t cycle = 2; cycle < length; cycle += tb::kCaseStep) {
      for (const bool twice : {false, true}) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", cycle " << cycle << (twice ? " and two later" : ""));
        Cut cut(program, lockstep(seed));
        cut.backend().run(cycle);
        cut.reset(1);
        if (twice) {
          cut.backend().run(1);
          cut.reset(1);
        }
        cut.expect_as_new();
        if (HasFailure()) return;
      }
    }
  }
}

/// With stalls and host accesses, which a reset discards, too.
TEST(Edges, LockstepGoesOnAfterAResetInAnyCycle) {
  std::uint64_t seed = 10;
  for (const char* mix : {"all", "window", "gather", "vec", "stream", "corners"}) {
    const Program program(++seed, mix, kCommands);
    tb::RtlOptions options = lockstep(seed);
    options.stall_percent = 30;
    options.host_traffic = program.random.host_region();
    const std::uint64_t length = length_of(program, options);
    for (std::uint64_t cycle = 2; cycle < length; cycle += tb::kCaseStep) {
      SCOPED_TRACE(testing::Message() << mix << ", cycle " << cycle);
      Cut cut(program, options);
      cut.backend().run(cycle);
      cut.reset(1 + cycle % 2);
      if (cycle % 3 == 0) {
        cut.backend().run(1);
        cut.reset(1);
      }
      cut.backend().drain();
    }
  }
}

/// A host access, at random.
gsq::HostRequest random_request(gsq::Rng& rng, std::uint32_t address) {
  gsq::HostRequest request;
  request.address = address;
  request.write = rng.percent(50);
  request.be = static_cast<std::uint32_t>(rng.next());
  if (rng.percent(20)) request.be = ~std::uint32_t{0};
  for (auto& word : request.wdata) word = static_cast<std::uint32_t>(rng.next());
  return request;
}

/// A request in every cycle, to blocks of its own.
TEST(Edges, HostAsksInEveryCycle) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Program program(seed, seed % 2 == 0 ? "all" : "dense", 3000);
    const gsq::Region region = program.random.host_region();
    tb::RtlBackend backend(config(), lockstep(seed));
    gsq::Rng rng(seed);
    program.start(backend);
    std::uint64_t asked = 0;
    while (backend.answered() < program.commands.size()) {
      for (; asked < backend.host_answers().size() + 8; ++asked) {
        backend.host_access(random_request(rng, region.base + rng.below(region.bytes)));
      }
      backend.run(1);
    }
    backend.drain();
    EXPECT_EQ(backend.host_answers().size(), asked);
    EXPECT_GT(asked, backend.cycles() / 8);
  }
}

/// Registers of V whose values no race can change: tables that nobody writes. Only they may be
/// indices, since cycles depend on these, or make masks.
class Tables {
 public:
  explicit Tables(gsq::Region tables) : tables_(tables) {}

  [[nodiscard]] bool allow(const gsq::Command& command) const {
    if (!gsq::known(command.op)) return true;
    const gsq::CommandFacts& row = gsq::facts(command.op);
    if (row.mask == gsq::MaskUse::Compare && !there_[command.vs]) return false;
    return !row.reads_vi || there_[command.vi];
  }
  void take(const gsq::Command& command, const gsq::Response& response) {
    if (!gsq::known(command.op) || !gsq::facts(command.op).writes_vd) return;
    there_[command.vd] = command.op == gsq::Opcode::LoadAlign &&
                         response.status == gsq::Status::Ok && command.addr >= tables_.base &&
                         command.addr < tables_.base + tables_.bytes;
  }

 private:
  gsq::Region tables_;
  std::array<bool, gsq::kNumVregs> there_{};
};

/// The same blocks for host and commands. Cycles are those of the model; a host access finds and
/// leaves the words of the banks of the cycle in which it is served, two before its answer.
TEST(Edges, HostRacesWithCommands) {
  unsigned races = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    gsq::RandomCommands random(config(), seed, seed % 2 == 0 ? "all" : "window");
    tb::RtlOptions options = lockstep(seed);
    options.races = true;
    options.stall_percent = seed % 3 == 0 ? 30 : 0;
    tb::RtlBackend backend(config(), options);
    for (const gsq::Fill& fill : random.refill()) backend.write_ub(fill.address, fill.bytes);
    Tables tables(random.table_region());
    for (unsigned i = 0; i < 2000; ++i) {
      const auto score = [&](const gsq::Command& command, const gsq::Response&, const gsq::Model&) {
        return std::size_t{tables.allow(command)};
      };
      const auto chosen = [](const gsq::Command&, const gsq::Response&, const gsq::Model&) {};
      const gsq::Command command = random.next(score, 8, chosen);
      if (!tables.allow(command)) continue;
      tables.take(command, random.response());
      backend.submit(command, "random command " + std::to_string(i));
    }

    gsq::Rng rng(seed);
    const gsq::Region kept = random.table_region();
    std::uint32_t near = 0;
    std::deque<gsq::HostRequest> asked;  // and not answered
    std::size_t answered = 0;
    std::array<std::vector<std::uint8_t>, 2> ub;  // in the last cycle and in the one before
    while (backend.model().oldest() != nullptr || backend.answered() == 0) {
      if (asked.size() < 4 && rng.percent(60)) {
        const gsq::Transaction* oldest = backend.model().oldest();
        if (oldest != nullptr && !oldest->accesses.empty()) {
          const auto count = static_cast<std::uint32_t>(oldest->accesses.size());
          near = oldest->accesses[rng.below(count)].address;
        }
        const std::uint32_t address = rng.percent(90) ? near : rng.below(2 * config().ub_bytes);
        gsq::HostRequest request = random_request(rng, address);
        request.write &= address < kept.base || address >= kept.base + kept.bytes;
        races += backend.model().race(request) ? 1 : 0;
        asked.push_back(request);
        backend.host_access(request);
      }
      ub[1] = std::move(ub[0]);
      ub[0] = backend.read_ub(0, config().ub_bytes);
      backend.run(1);
      if (backend.host_answers().size() == answered) continue;
      const tb::HostAnswer& answer = backend.host_answers()[answered++];
      const gsq::HostRequest request = asked.front();
      asked.pop_front();
      ASSERT_EQ(answer.err, request.address >= config().ub_bytes);
      if (answer.err) continue;
      const std::size_t block = request.address / gsq::kBlockBytes * gsq::kBlockBytes;
      const auto* data = reinterpret_cast<const std::uint8_t*>(request.write ? request.wdata.data()
                                                                             : answer.rdata.data());
      for (std::size_t i = 0; i < gsq::kBlockBytes; ++i) {
        if (request.write && (request.be >> i & 1U) == 0) continue;
        ASSERT_EQ(ub[request.write ? 0 : 1][block + i], data[i])
            << (request.write ? "write" : "read") << " of byte " << block + i
            << " answered in cycle " << answer.cycle;
      }
    }
    backend.drain();
  }
  EXPECT_GT(races, 1000U);
}

}  // namespace
