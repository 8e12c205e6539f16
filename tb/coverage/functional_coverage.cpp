// SPDX-License-Identifier: Apache-2.0
#include "coverage/functional_coverage.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace tb {

FunctionalCoverage::FunctionalCoverage(const gsq::Config& config) : config_(config) {}

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
  return {{"format", "gsq functional coverage 1"},
          {"configurations", {{config_.name, std::move(of_config)}}}};
}

}  // namespace tb
