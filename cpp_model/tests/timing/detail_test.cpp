// SPDX-License-Identifier: Apache-2.0
// The cycle model without values of ports against the one with them, which lockstep compares with
// the RTL: on random commands with stalls and host traffic both must do the same in every cycle.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "gsq/stimulus/port_stimulus.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace {

constexpr std::uint64_t kCommands = 1500;

auto told(const gsq::Whereabouts& where) {
  return std::tie(where.sequence, where.place, where.stage, where.beat, where.cause, where.reg,
                  where.by);
}

class TwoModels {
 public:
  TwoModels(const gsq::Config& config, const std::string& mix, const gsq::Surroundings& given)
      : commands_(config, given.seed, mix),
        ports_(config),
        timing_(config, gsq::Detail::kTiming),
        stimulus_(config, surroundings(given)) {}

  void run() {
    for (std::uint64_t i = 0; i < kCommands && !testing::Test::HasFailure(); ++i) {
      if (i % 250 == 0) {
        while (!at_rest() && !testing::Test::HasFailure()) step();
        expect_equal_state();
        for (const gsq::Fill& fill : commands_.refill()) {
          ports_.write_ub(fill.address, fill.bytes);
          timing_.write_ub(fill.address, fill.bytes);
        }
      }
      stimulus_.submit(commands_.next());
      ++unanswered_;
    }
    while (!at_rest() && !testing::Test::HasFailure()) step();
    expect_equal_state();
    EXPECT_GT(host_accesses_, 100U);
  }

 private:
  gsq::Surroundings surroundings(gsq::Surroundings given) {
    given.host_traffic = commands_.host_region();
    return given;
  }

  [[nodiscard]] bool at_rest() const { return unanswered_ == 0 && ports_.idle(); }

  void step() {
    gsq::PortStimulus::Cycle cycle;
    cycle.number = ports_.cycle();
    cycle.command_taken = command_taken_;
    cycle.host_taken = host_taken_;
    cycle.pause_traffic = unanswered_ == 0;
    stimulus_.next(cycle);
    const gsq::CycleInputs inputs = stimulus_.inputs();
    expect_equal_cycle(inputs);
    command_taken_ = inputs.command != nullptr && ports_.outputs().cmd_ready;
    host_taken_ = inputs.host != nullptr && ports_.outputs().host_gnt;
    if (host_taken_) ++host_accesses_;
    ports_.step(inputs);
    timing_.step(inputs);
    const gsq::Transaction* expected = ports_.retired();
    const gsq::Transaction* found = timing_.retired();
    ASSERT_EQ(expected == nullptr, found == nullptr) << "cycle " << cycle.number;
    if (expected == nullptr) return;
    --unanswered_;
    const auto told = [](const gsq::Transaction& done) {
      return std::make_tuple(gsq::pack(done.response), done.issue, done.retire, done.ub_beats,
                             done.bound, done.merged, done.fault == nullptr);
    };
    EXPECT_EQ(told(*expected), told(*found)) << "command " << expected->sequence;
  }

  void expect_equal_cycle(const gsq::CycleInputs& inputs) {
    const gsq::CycleOutputs& expected = ports_.outputs();
    const gsq::CycleOutputs& found = timing_.outputs();
    EXPECT_EQ(
        std::tie(expected.cmd_ready, expected.rsp_valid, expected.host_gnt, expected.host_rvalid),
        std::tie(found.cmd_ready, found.rsp_valid, found.host_gnt, found.host_rvalid))
        << "cycle " << ports_.cycle();
    std::uint64_t accesses = 0;
    for (const std::uint32_t bits : expected.bank_req) {
      accesses += static_cast<unsigned>(__builtin_popcount(bits));
    }
    EXPECT_EQ(accesses, timing_.bank_accesses()) << "cycle " << ports_.cycle();
    const auto places = ports_.whereabouts(inputs);
    const auto places_found = timing_.whereabouts(inputs);
    ASSERT_EQ(places.size(), places_found.size()) << "cycle " << ports_.cycle();
    for (std::size_t i = 0; i < places.size(); ++i) {
      EXPECT_EQ(told(places[i]), told(places_found[i])) << "cycle " << ports_.cycle();
    }
  }

  void expect_equal_state() {
    EXPECT_EQ(ports_.ub(), timing_.model().ub());
    for (unsigned i = 0; i < gsq::kNumVregs; ++i) EXPECT_EQ(ports_.v(i), timing_.model().v(i));
    for (unsigned i = 0; i < gsq::kNumMregs; ++i) {
      EXPECT_EQ(ports_.model().m(i), timing_.model().m(i));
    }
    EXPECT_EQ(ports_.model().ar(), timing_.model().ar());
    const gsq::Bounds expected = ports_.take_bounds();
    const gsq::Bounds found = timing_.take_bounds();
    EXPECT_EQ(std::tie(expected.bank, expected.window), std::tie(found.bank, found.window));
  }

  gsq::RandomCommands commands_;
  gsq::CycleModel ports_;
  gsq::CycleModel timing_;
  gsq::PortStimulus stimulus_;
  bool command_taken_{};
  bool host_taken_{};
  std::uint64_t unanswered_{};
  std::uint64_t host_accesses_{};
};

TEST(Detail, TimingAloneDoesTheSameInEveryCycle) {
  std::uint64_t seed = 1;
  for (const std::string window :
       {"Places=1,Parts=1", "Places=3,Parts=1", "Places=4,Parts=2", "Places=6,Parts=4"}) {
    for (const std::uint32_t hash : {0, 1, 2}) {
      for (const char* set :
           {"Banks=8", "Banks=4,BankBytes=8,VlenBytes=32,UbBytes=4096,Coalesce=0",
            "Banks=4,BankBytes=8", "Banks=16,Coalesce=0", "Banks=64,VlenBytes=256,UbBytes=65536"}) {
        std::string legal = window;
        if (std::string(set).find("Banks=4,") == 0 && legal.back() == '4') legal.back() = '2';
        const gsq::Config config = gsq::with_overrides(
            gsq::named_config("small"),
            std::string(set) + ",HostPatience=4," + legal + ",BankHash=" + std::to_string(hash));
        for (const char* mix : {"all", "window", "vec"}) {
          gsq::Surroundings surroundings;
          surroundings.seed = ++seed;
          surroundings.stall_percent = seed % 3 * 30;
          SCOPED_TRACE(config.name + ", mix " + mix + ", seed " + std::to_string(seed));
          TwoModels(config, mix, surroundings).run();
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

}  // namespace
