// SPDX-License-Identifier: Apache-2.0
#include "system/coverage_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "coverage/functional_coverage.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/stimulus/random.hpp"
#include "system/rtl_backend.hpp"

namespace tb {
namespace {

/// What surrounds the commands of an episode.
enum class Around {
  kTraffic,  ///< random host accesses to a region of their own
  kSharing,  ///< host accesses to blocks of commands, once no more commands come
  kResets,   ///< the same, and a reset soon after
};

/// A kind of episode.
struct Setting {
  const char* mix;
  unsigned stall_percent;
  Around around;
  unsigned tries;          ///< commands to choose the next one from
  std::uint32_t batch;     ///< commands before all state is compared
  std::uint32_t commands;  ///< of the episode
};

// Few tries leave runs of commands as dense as the mix makes them: for bins of cycles.
constexpr std::array<Setting, 19> kSettings{{
    {"corners", 0, Around::kTraffic, 24, 100, 1000},
    {"corners", 30, Around::kTraffic, 12, 100, 1000},
    {"corners", 0, Around::kSharing, 16, 20, 500},
    {"all", 0, Around::kTraffic, 12, 200, 1000},
    {"all", 70, Around::kTraffic, 4, 200, 1000},
    {"all", 0, Around::kSharing, 2, 30, 500},
    {"all", 0, Around::kResets, 2, 30, 600},
    {"window", 0, Around::kResets, 1, 40, 600},
    {"corners", 40, Around::kResets, 4, 20, 400},
    {"window", 0, Around::kTraffic, 1, 250, 1000},
    {"window", 90, Around::kTraffic, 1, 250, 500},
    {"dense", 0, Around::kTraffic, 1, 500, 1500},
    {"dense", 1, Around::kTraffic, 1, 500, 1500},
    {"dense", 3, Around::kTraffic, 1, 500, 1500},
    {"gather", 0, Around::kTraffic, 2, 250, 1000},
    {"stream", 0, Around::kTraffic, 12, 200, 1000},
    {"memory", 0, Around::kTraffic, 6, 200, 1000},
    {"squeeze", 0, Around::kTraffic, 4, 200, 1000},
    {"vec", 0, Around::kTraffic, 6, 200, 500},
}};

/// Chooses settings by what they found: every one now and then, a good one often.
class Choice {
 public:
  explicit Choice(gsq::Rng& rng) : rng_(rng) { found_.fill(kFirst); }

  std::size_t next() {
    std::uint32_t sum = 0;
    for (const std::uint32_t found : found_) sum += 1 + found;
    std::uint32_t left = rng_.below(sum);
    std::size_t at = 0;
    while (left > found_[at]) left -= 1 + found_[at++];
    return at;
  }
  void learn(std::size_t setting, std::size_t new_bins) {
    const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(new_bins, kFirst));
    found_.at(setting) = (found_.at(setting) + most) / 2;
  }

 private:
  static constexpr std::uint32_t kFirst = 100;  // tries each one early

  gsq::Rng& rng_;
  std::array<std::uint32_t, kSettings.size()> found_{};
};

/// One unit from its first cycle to its last.
class Episode {
 public:
  Episode(const gsq::Config& config, const RtlOptions& options, const Setting& setting,
          std::uint64_t seed)
      : config_(config),
        setting_(setting),
        rng_(seed),
        random_(config, seed, setting.mix),
        backend_(config, of_setting(options, setting, seed)),
        planned_(config) {}

  void run(FunctionalCoverage& coverage) {
    if (setting_.around == Around::kTraffic) backend_.start_host_traffic(random_.host_region());
    if (setting_.around == Around::kResets) random_.skip_loads();
    while (submitted_ < setting_.commands) {
      for (const gsq::Fill& fill : random_.refill()) backend_.write_ub(fill.address, fill.bytes);
      planned_.begin(coverage.bins());
      const std::uint32_t batch =
          setting_.around == Around::kTraffic ? setting_.batch : 1 + rng_.below(setting_.batch);
      for (std::uint32_t i = 0; i < batch; ++i) submit();
      if (setting_.around != Around::kTraffic) disturb(batch);
      backend_.drain();
      if (setting_.around != Around::kTraffic) random_.adopt(backend_.model().model());
    }
    backend_.finish();
  }

  [[nodiscard]] std::uint64_t submitted() const { return submitted_; }
  [[nodiscard]] std::uint64_t cycles() const { return backend_.cycles(); }

 private:
  /// Bins of commands that are submitted and not yet answered: goals no more.
  class Planned {
   public:
    explicit Planned(const gsq::Config& config) : cover_(config, bins_) {}

    void begin(const Coverage& hit) { bins_.copy_counts(hit); }
    std::size_t worth(const gsq::Command& command, const gsq::Response& response,
                      const gsq::Model& before) {
      BinHits hits = cover_.hits(see(command, response, before), before);
      return missing_bins(hits);
    }
    void take(const gsq::Command& command, const gsq::Response& response,
              const gsq::Model& before) {
      SeenCommand seen = see(command, response, before);
      count(cover_.hits(seen, before));
      cover_.remember(std::move(seen));
    }

   private:
    Coverage bins_;
    CommandCover cover_;
  };

  static RtlOptions of_setting(RtlOptions options, const Setting& setting, std::uint64_t seed) {
    options.lockstep = true;
    options.stall_percent = setting.stall_percent;
    options.seed = seed;
    return options;
  }

  void submit() {
    const gsq::Command command = random_.next(
        [this](const gsq::Command& one, const gsq::Response& response, const gsq::Model& before) {
          return planned_.worth(one, response, before);
        },
        setting_.tries,
        [this](const gsq::Command& one, const gsq::Response& response, const gsq::Model& before) {
          planned_.take(one, response, before);
        });
    const std::uint64_t number = submitted_++;
    backend_.submit(command, [this, command, number] {
      const auto text = gsq::format_command(command, config_);
      return fmt::format("random command {}: {}", number,
                         text ? *text : "no program text for these codes");
    });
  }

  /// Lets the unit accept the commands, or some of them; then host accesses and a reset.
  void disturb(std::uint32_t batch) {
    const bool resets = setting_.around == Around::kResets;
    const std::uint64_t all = backend_.accepted() + batch;
    std::uint64_t patience = resets ? rng_.below(40 + 8 * batch) : ~std::uint64_t{0};
    while (backend_.accepted() < all && patience-- != 0) backend_.run(1);
    if (backend_.accepted() == all) {
      // No command comes any more that could race with a request that is granted later.
      std::uint32_t cycles = rng_.below(resets ? 12 : 60);
      const std::uint32_t percent = rng_.below(101);
      while (cycles-- != 0 && backend_.model().oldest() != nullptr) {
        if (rng_.percent(percent)) share();
        backend_.run(1);
      }
    }
    if (resets) backend_.reset(1 + rng_.below(3));
  }

  /// A host access to a block of a command in flight, or of one just answered, that is no race.
  void share() {
    gsq::HostRequest request;
    const gsq::Transaction* oldest = backend_.model().oldest();
    const auto& accesses = oldest->accesses;
    if (!accesses.empty() && rng_.percent(80)) {
      near_ = accesses[rng_.below(static_cast<std::uint32_t>(accesses.size()))].address;
    }
    request.address = near_;
    if (rng_.percent(5)) request.address = config_.ub_bytes;
    request.write = rng_.percent(60);
    request.be = static_cast<std::uint32_t>(rng_.next());
    if (rng_.percent(50)) request.be &= static_cast<std::uint32_t>(rng_.next() & rng_.next());
    if (rng_.percent(10)) request.be = rng_.percent(50) ? ~std::uint32_t{0} : 0;
    if (rng_.percent(10)) request.be = std::uint32_t{1} << rng_.below(32);
    for (auto& word : request.wdata) word = static_cast<std::uint32_t>(rng_.next());
    if (!backend_.model().race(request)) backend_.host_access(request);
  }

  const gsq::Config& config_;
  const Setting& setting_;
  gsq::Rng rng_;
  gsq::RandomCommands random_;
  RtlBackend backend_;
  Planned planned_;
  std::uint32_t near_{};  // where the last access was
  std::uint64_t submitted_{};
};

}  // namespace

CoverageRun run_for_coverage(const gsq::Config& config, const RtlOptions& options,
                             const std::string& file, std::uint64_t commands) {
  FunctionalCoverage coverage(config);
  coverage.load(file);
  RtlOptions counted = options;
  counted.coverage = &coverage;
  gsq::Rng rng(options.seed);
  Choice choice(rng);
  CoverageRun run;
  while (run.commands < commands) {
    const std::size_t setting = choice.next();
    const std::size_t before = coverage.bins().bins_hit();
    Episode episode(config, counted, kSettings.at(setting), rng.next());
    episode.run(coverage);
    choice.learn(setting, coverage.bins().bins_hit() - before);
    ++run.episodes;
    run.commands += episode.submitted();
    run.cycles += episode.cycles();
  }
  run.bins = coverage.bins().bins();
  run.bins_hit = coverage.bins().bins_hit();
  run.json = coverage.json().dump(1) + "\n";
  return run;
}

CoverageCounts open_coverage(const gsq::Config& config, const std::string& file) {
  auto counts = std::make_shared<FunctionalCoverage>(config);
  counts->load(file);
  return {counts, [counts] { return counts->json().dump(1) + "\n"; },
          [counts] {
            return fmt::format("{} of {} bins hit", counts->bins().bins_hit(),
                               counts->bins().bins());
          }};
}

}  // namespace tb
