// SPDX-License-Identifier: Apache-2.0
// What the cycle model says of its stages, from which functional coverage is counted, against the
// places of its commands, which charts show: in every cycle of random commands both must fit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/stimulus/port_stimulus.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace {

using gsq::Place;
using gsq::Whereabouts;

constexpr unsigned kStageK = 6;  // of Whereabouts: the first stage behind those of the access pipe
constexpr unsigned kMany = 40;   // cycles; each kind of stage must be seen more often

/// How often each kind of stage held something.
struct Seen {
  unsigned decode{}, compute{}, queue{}, access{}, window{}, x{}, data{}, write{};
};

void expect_fit(const gsq::Occupancy& now, const std::vector<Whereabouts>& all, Seen& seen) {
  const auto count = [&](auto&& which) {
    return static_cast<unsigned>(std::count_if(all.begin(), all.end(), which));
  };
  const auto at = [&](Place place) {
    return count([&](const Whereabouts& where) { return where.place == place; });
  };
  const auto decodes = [&](unsigned stage) {
    return count([&](const Whereabouts& where) {
      return where.place == Place::kDecode && where.stage == stage;
    });
  };
  EXPECT_EQ(now.d0, decodes(0) == 1);
  EXPECT_EQ(now.d1, decodes(1) == 1);
  EXPECT_EQ(now.issue_queue, at(Place::kIssue));
  EXPECT_EQ(now.memory_queue, at(Place::kQueue));
  EXPECT_EQ(now.data, at(Place::kData) == 1);
  EXPECT_EQ(now.write, at(Place::kWrite) == 1);
  EXPECT_EQ(now.responses, count([](const Whereabouts& where) {
              return where.place > Place::kIssue && where.place != Place::kPort;
            }));
  unsigned compute = 0;
  unsigned access = 0;  // stages of the oldest groups
  unsigned oldest = 0;  // one past the last stage with an oldest group
  bool in_window = false;
  bool beat = false;
  for (const Whereabouts& where : all) {
    if (where.place == Place::kCompute) compute |= 1U << where.stage;
    beat = beat || where.beat;
    if (where.place != Place::kAccess) continue;
    if (where.stage < kStageK) access |= 1U << where.stage;
    in_window = in_window || where.stage == kStageK;
    oldest = std::max(oldest, where.stage + 1U);
  }
  EXPECT_EQ(now.compute, compute);
  // Younger groups of a command are behind its oldest one.
  EXPECT_EQ(now.access & access, access);
  EXPECT_EQ(now.access >> std::min(oldest, kStageK), 0U);
  if (in_window) {
    EXPECT_GT(now.window, 0U);
  }
  if (now.window != 0) {
    EXPECT_GE(oldest, kStageK);
  }
  if (beat) {
    EXPECT_TRUE(now.x);
  }
  seen.decode += now.d0 && now.d1 ? 1 : 0;
  seen.compute += compute != 0 ? 1 : 0;
  seen.queue += now.memory_queue != 0 && now.issue_queue != 0 ? 1 : 0;
  seen.access += access != 0 ? 1 : 0;
  seen.window += now.window != 0 ? 1 : 0;
  seen.x += now.x ? 1 : 0;
  seen.data += now.data ? 1 : 0;
  seen.write += now.write ? 1 : 0;
}

TEST(Occupancy, FitsThePlacesOfTheCommands) {
  for (const std::uint32_t places : {1, 4}) {
    SCOPED_TRACE("Places " + std::to_string(places));
    gsq::Config config = gsq::named_config("tiny");
    config.places = places;
    gsq::RandomCommands commands(config, 7 + places, "all");
    gsq::Surroundings surroundings;
    Seen seen;
    surroundings.observer = [&](std::uint64_t cycle, const gsq::CycleModel& model,
                                const gsq::CycleInputs& inputs) {
      if (testing::Test::HasFailure()) return;
      SCOPED_TRACE("cycle " + std::to_string(cycle));
      expect_fit(model.occupancy(), model.whereabouts(inputs), seen);
    };
    const auto backend = gsq::make_cycle_backend(config, surroundings);
    for (unsigned part = 0; part < 8; ++part) {
      for (const gsq::Fill& fill : commands.refill()) backend->write_ub(fill.address, fill.bytes);
      for (unsigned i = 0; i < 250; ++i) backend->submit(commands.next(), {});
      backend->drain();
    }
    for (const unsigned often : {seen.decode, seen.compute, seen.queue, seen.access, seen.window,
                                 seen.x, seen.data, seen.write}) {
      EXPECT_GT(often, kMany);
    }
  }
}

}  // namespace
