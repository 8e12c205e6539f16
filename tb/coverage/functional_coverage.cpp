// SPDX-License-Identifier: Apache-2.0
#include "coverage/functional_coverage.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "gsq/files.hpp"

namespace tb {
namespace {

const std::string kFormat = "gsq functional coverage 1";
constexpr std::size_t kMostBytes = 64U << 20U;  // of a file

}  // namespace

FunctionalCoverage::FunctionalCoverage(gsq::Config config) : config_(std::move(config)) {}

void FunctionalCoverage::begin_run() {
  ++runs_;
  flight_.clear();
  hits_.clear();
  command_cover_.forget();
  pipe_cover_.begin_run();
}

void FunctionalCoverage::count_answer(const gsq::CycleModel& model) {
  const gsq::Transaction* done = model.retired();
  if (done == nullptr) return;
  if (flight_.empty() || flight_.front().response.status != done->response.status ||
      flight_.front().response.info != done->response.info) {
    throw std::logic_error("coverage counts another command than the one that was answered");
  }
  ++commands_;
  count(hits_.front());
  pipe_cover_.answer(flight_.front());
  flight_.pop_front();
  hits_.pop_front();
}

void FunctionalCoverage::cycle(const gsq::CycleModel& model, const gsq::CycleInputs& inputs) {
  ++cycles_;
  count_answer(model);
  pipe_cover_.cycle(model, inputs, flight_);
  if (inputs.command == nullptr || !model.outputs().cmd_ready) return;
  const gsq::Model& before = model.model();
  SeenCommand seen = see(*inputs.command, before.judge(*inputs.command), before);
  hits_.push_back(command_cover_.hits(seen, before));
  pipe_cover_.accept(seen);
  flight_.push_back(seen);
  command_cover_.remember(std::move(seen));
}

void FunctionalCoverage::reset(const gsq::CycleModel& model) {
  count_answer(model);
  pipe_cover_.reset(model, flight_);
  flight_.clear();
  hits_.clear();
  command_cover_.forget();
}

void FunctionalCoverage::load(const std::string& file) {
  if (!std::filesystem::exists(file)) return;
  try {
    const nlohmann::json all = nlohmann::json::parse(gsq::read_file(file, kMostBytes));
    if (all.at("format") != kFormat) throw std::invalid_argument("expected the format " + kFormat);
    const nlohmann::json& known = all.at("configurations").at(config_.name);
    bins_.add_counts(known.at("groups"));
    runs_ += known.at("runs").get<std::uint64_t>();
    cycles_ += known.at("cycles").get<std::uint64_t>();
    commands_ += known.at("commands").get<std::uint64_t>();
  } catch (const std::exception& error) {
    throw std::runtime_error(
        fmt::format("{}: no coverage of {} and this version ({}); remove it, or name another file",
                    file, config_.name, error.what()));
  }
}

nlohmann::ordered_json FunctionalCoverage::json() const {
  nlohmann::ordered_json parameters;
  for (const gsq::Parameter& parameter : gsq::kParameters) {
    parameters[parameter.name] = config_.*parameter.field;
  }
  nlohmann::ordered_json of_config{{"parameters", std::move(parameters)},
                                   {"runs", runs_},
                                   {"cycles", cycles_},
                                   {"commands", commands_},
                                   {"groups", bins_.json()}};
  return {{"format", kFormat}, {"configurations", {{config_.name, std::move(of_config)}}}};
}

FunctionalCoverage* coverage_of_process(const gsq::Config& config) {
  struct Kept {
    explicit Kept(const gsq::Config& config) : coverage(config) { coverage.load(file); }
    ~Kept() {
      try {
        gsq::write_file(file, coverage.json().dump(1) + "\n");
      } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
      }
    }
    std::string file = std::getenv("GSQ_COVERAGE");  // NOLINT(concurrency-mt-unsafe)
    FunctionalCoverage coverage;
  };
  if (std::getenv("GSQ_COVERAGE") == nullptr) return nullptr;  // NOLINT(concurrency-mt-unsafe)
  static Kept kept(config);
  return &kept.coverage;
}

}  // namespace tb
