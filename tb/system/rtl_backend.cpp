// SPDX-License-Identifier: Apache-2.0
#include "system/rtl_backend.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "coverage/functional_coverage.hpp"
#include "system/make_rtl_backend.hpp"

namespace tb {
namespace {

RtlBackend* running = nullptr;                  // NOLINT: what a signal handler can see
volatile std::sig_atomic_t interrupted_by = 0;  // NOLINT: a signal, taken at the end of a cycle

/// For a waveform; empty for no command.
std::string text_of(const TrackedCommand* command) {
  return command == nullptr ? "" : command->short_label();
}

}  // namespace

RtlBackend::RtlBackend(gsq::Config config, RtlOptions options)
    : config_(std::move(config)),
      options_(std::move(options)),
      dut_(config_, options_.seed),
      stimulus_(config_, options_),
      port_driver_(config_.ub_bytes, options_.seed),
      planted_(options_, dut_),
      monitor_(dut_, commands_),
      expected_(config_, dut_),
      recorder_(config_),
      waveforms_(options_, dut_),
      report_(config_, options_, recorder_, waveforms_) {
  if (options_.lockstep) {
    model_ = std::make_unique<gsq::CycleModel>(config_);
    checker_ = std::make_unique<Checker>(config_, dut_, *model_, !options_.races);
    if (options_.races) model_->allow_races();
    if (options_.coverage == nullptr) options_.coverage = coverage_of_process(config_);
    if (options_.coverage != nullptr) options_.coverage->begin_run();
  }
  if (options_.host_traffic) monitor_.drop_host_answers();
  drive_clock_of(this);
  running = this;
  for (const int number : {SIGINT, SIGTERM, SIGABRT}) std::signal(number, on_signal);
}

RtlBackend::~RtlBackend() {
  drive_clock_of(nullptr);
  running = nullptr;
  for (const int number : {SIGTERM, SIGABRT}) std::signal(number, SIG_DFL);
  try {
    finish();
  } catch (const std::exception& error) {  // the run has another error: finish() was not called
    fmt::print(stderr, "{}\n", error.what());
  }
  // A second Ctrl-C must cut neither the waveform off nor what is said of the first.
  std::signal(SIGINT, interrupted_by != 0 ? SIG_IGN : SIG_DFL);
  if (!report_.made()) fmt::print(stderr, "{}", planted_.waiting());
}

// -------------------------------------------------------------------------------------------------
// gsq::Backend, and functions for tests
// -------------------------------------------------------------------------------------------------

void RtlBackend::submit(const gsq::Command& command, gsq::Label label) {
  const gsq::Command tagged = stimulus_.submit(command);
  for (const Preload& preload : preloads_) recorder_.v(preload.index, preload.bytes);
  recorder_.command(tagged);
  commands_.submit({std::move(label), std::exchange(preloads_, {})});
}

void RtlBackend::preload_v(unsigned index, std::vector<std::uint8_t> bytes) {
  preloads_.push_back({index, std::move(bytes)});
}

std::vector<gsq::Completion> RtlBackend::drain() {
  monitor_.restart_hang(cycle_);
  monitor_.reserve_completions();
  draining_ = true;
  run_until_stopped();
  draining_ = false;
  Difference difference;
  if (checker_ && !checker_->state_agrees(difference)) {
    difference.where = "no port differs, but at rest " + difference.where;
    --cycle_;  // the last that was simulated
    fail(difference, Now::kAtRest);
    report_.raise();
  }
  return monitor_.take_completions();
}

std::vector<std::uint8_t> RtlBackend::read_ub(std::uint32_t address, std::uint32_t bytes) {
  return dut_.read_ub(address, bytes);
}

void RtlBackend::write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
  dut_.write_ub(address, bytes);
  if (model_) model_->write_ub(address, bytes);
  recorder_.ub(address, bytes);
  planted_.accept();
}

const std::vector<std::uint8_t>& RtlBackend::read_v(unsigned index) {
  read_.assign(dut_.v(index), dut_.v(index) + config_.vlen_bytes);
  return read_;
}

void RtlBackend::write_v(unsigned index, const std::vector<std::uint8_t>& bytes) {
  recorder_.v(index, bytes);
  set_v(index, bytes);
}

const std::vector<std::uint8_t>& RtlBackend::read_m(unsigned index) {
  read_.resize(config_.vlen_bytes);
  for (std::size_t i = 0; i < read_.size(); ++i) read_[i] = dut_.m(index, i) ? 1 : 0;
  return read_;
}

void RtlBackend::write_m(unsigned index, const std::vector<std::uint8_t>& bits) {
  recorder_.m(index, bits);
  for (std::size_t i = 0; i < bits.size(); ++i) dut_.set_m(index, i, bits[i] != 0);
  if (model_) model_->write_m(index, bits);
}

void RtlBackend::set_v(unsigned index, const std::vector<std::uint8_t>& bytes) {
  std::copy(bytes.begin(), bytes.end(), dut_.v(index));
  if (model_) model_->write_v(index, bytes);
  planted_.accept();
}

void RtlBackend::start_host_traffic(gsq::Region region) {
  stimulus_.start_traffic(region);
  monitor_.drop_host_answers();
}

void RtlBackend::run(std::uint64_t cycles) {
  run_until_ = cycle_ + cycles;
  run_until_stopped();
  run_until_.reset();
}

void RtlBackend::reset(unsigned cycles) {
  if (options_.coverage != nullptr && model_) options_.coverage->reset(*model_);
  reset_left_ = cycles;
  while (reset_left_ != 0) run(1);
}

// -------------------------------------------------------------------------------------------------
// Ways out of the simulation
//
// A replay, see Snapshots, is a forked copy of this process. It starts in begin_cycle() and returns
// into the frames of whoever called drain() or run(), since only the callers know the commands of
// the cycles to come. It must not go further than the original process has, and no exception of it
// may reach the callers, whose clean-up could wait for threads that a fork does not copy. So every
// way out of the simulation ends a replay, in _exit:
//   - end_cycle() after the last cycle of its waveform,
//   - fail(), when the failure that it is to show comes again,
//   - guarded(), on an exception in a half cycle,
//   - run_until_stopped(), when the run stops at or behind the point of interest,
//   - finish(), also from the destructor, when it came to another end than the original process,
//   - and Snapshots on std::exit, std::terminate and fatal signals.
// -------------------------------------------------------------------------------------------------

void RtlBackend::run_until_stopped() {
  tb::run_clock();
  if (waveforms_.replaying() && waveforms_.past_point(cycle_)) waveforms_.end_replay();
  if (error_) std::rethrow_exception(error_);
  if (report_.made()) report_.raise();
}

/// Half a cycle. An exception does not pass through SystemC, which would convert it, and ends a
/// replay.
template <typename Step>
void RtlBackend::guarded(Step&& step) {
  try {
    step();
  } catch (...) {
    if (waveforms_.replaying()) waveforms_.end_replay(std::current_exception());
    error_ = std::current_exception();
    stop_clock();
  }
}

/// Reports the first failure, and stops the clock.
void RtlBackend::fail(const Difference& difference, Now now) {
  if (report_.made()) return;
  if (waveforms_.replaying()) waveforms_.end_replay();  // the same failure again
  FailureReport::Involved involved;
  if (model_) involved.culprit = tracked(difference.command);
  involved.oldest = commands_.at(0);
  if (difference.vreg) involved.writer = &monitor_.writer(*difference.vreg);
  involved.offered = commands_.offered();
  if (model_ && now != Now::kStuck) {
    involved.first_wrong = [&] { return first_wrong(difference, now); };
  }
  report_.make(cycle_, difference, involved);
  stop_clock();
}

/// The unit goes on from the middle of a cycle: behind its rising edge, or at its end.
WrongCommand RtlBackend::first_wrong(const Difference& difference, Now now) {
  Aftermath aftermath(config_, dut_, *model_, !options_.races, commands_, monitor_);
  const auto end_cycle = [&] {
    planted_.plant();
    drive(true);
    dut_.fall();
    return stimulus_.inputs().command;
  };
  if (now != Now::kAtRest) {
    aftermath.run(now == Now::kRisen ? end_cycle() : stimulus_.inputs().command, [&] {
      dut_.rise();
      take_failed_assertion();  // what fails now is no news
      return end_cycle();
    });
  }
  return aftermath.first_wrong(difference);
}

/// Assertions look at a cycle as it ends: when they fail, the next one has begun.
void RtlBackend::fail_in_last_cycle(const FailedAssertion& assertion) {
  --cycle_;
  fail({"assertion " + assertion.name,
        fmt::format("none yet, an assertion failed: {} ({})", assertion.name, assertion.place),
        assertion.expression, "not so", nullptr},
       Now::kRisen);
  ++cycle_;
}

/// An interrupted run ends at the end of the cycle, an aborted one at once; both leave waveforms
/// that can be read.
void RtlBackend::on_signal(int number) {
  interrupted_by = number;
  if (number != SIGABRT || running == nullptr) return;
  std::signal(SIGABRT, SIG_DFL);
  alarm(10);  // in case memory cannot be allocated at the time of the abort
  running->fail({"abort", "the simulation", "to go on", "an abort"}, Now::kStuck);
  fmt::print(stderr, "{}\n", running->report_.text());
}

// -------------------------------------------------------------------------------------------------
// First half of a cycle: the inputs change
// -------------------------------------------------------------------------------------------------

void RtlBackend::on_rise() {
  guarded([this] { begin_cycle(); });
}

void RtlBackend::begin_cycle() {
  waveforms_.begin_cycle(cycle_);
  const bool show = model_ && dut_.tracing();
  if (show) show_expected();
  const bool in_reset = cycle_ == 0 || dut_.in_reset();
  dut_.rise();
  // Before and during reset registers may have any value, also one that no enumerator has.
  if (const auto assertion = take_failed_assertion();
      assertion && !in_reset && !waveforms_.replaying()) {
    return fail_in_last_cycle(*assertion);
  }
  planted_.plant();
  drive(false);
  if (show) {
    expected_.show_offered(
        text_of(stimulus_.inputs().command == nullptr ? nullptr : commands_.next()));
  }
}

void RtlBackend::drive(bool wind_down) {
  gsq::PortStimulus::Cycle cycle;
  cycle.number = cycle_;
  cycle.command_taken = monitor_.command_taken();
  cycle.host_taken = monitor_.host_taken();
  cycle.reset = reset_left_ != 0;
  cycle.hold_responses = hold_responses_;
  cycle.wind_down = wind_down;
  // Traffic without an end would keep drain() from one.
  cycle.pause_traffic = draining_ && commands_.empty();
  const bool fresh = stimulus_.next(cycle);
  if (fresh) {
    for (const Preload& preload : commands_.offer().preloads) set_v(preload.index, preload.bytes);
  }
  dut_.set_reset(cycle.reset);
  gsq::CycleInputs inputs = stimulus_.inputs();
  if (fresh) inputs.command = planted_.corrupted(inputs.command);
  port_driver_.drive(dut_.ports(), inputs, fresh);
}

/// Shows in the waveform what the model expects, and where the commands are.
void RtlBackend::show_expected() {
  expected_.show(cycle_, model_->outputs(),
                 {text_of(commands_.next_to_issue()), text_of(tracked(model_->on_banks())),
                  text_of(commands_.oldest_accepted())});
}

/// The command of one of the model's transactions, null if there is none.
const TrackedCommand* RtlBackend::tracked(const gsq::Transaction* transaction) const {
  if (transaction == nullptr || model_->oldest() == nullptr) return nullptr;
  return commands_.at(transaction->sequence - model_->oldest()->sequence);
}

// -------------------------------------------------------------------------------------------------
// Second half of a cycle: all signals have settled
// -------------------------------------------------------------------------------------------------

void RtlBackend::on_fall() {
  guarded([this] { end_cycle(); });
}

void RtlBackend::end_cycle() {
  dut_.fall();
  if (waveforms_.replaying() && waveforms_.replay_complete(cycle_)) waveforms_.end_replay();
  if (reset_left_ != 0 && model_) model_->reset();
  if (checker_ && !waveforms_.replaying()) {
    if (!checker_->ports_agree()) {
      observe(stimulus_.inputs());
      return fail(checker_->first_difference(), reset_left_ == 0 ? Now::kSettled : Now::kStuck);
    }
    ++compared_;
  }
  const bool was_idle = idle();
  if (reset_left_ != 0) {
    monitor_.reset();
    --reset_left_;
  } else {
    const std::size_t unanswered = commands_.unanswered();
    if (const auto broken = monitor_.watch(cycle_)) return fail(*broken, Now::kStuck);
    if (options_.answered && commands_.unanswered() < unanswered && !waveforms_.replaying()) {
      options_.answered();
    }
    if (model_) step_model();
  }
  ++cycle_;
  if (interrupted_by != 0) {
    throw Interrupted(interrupted_by, fmt::format("interrupted after {} cycles", cycle_));
  }
  if (run_until_ ? cycle_ >= *run_until_ : was_idle) return stop_clock();
  if (hold_responses_) return;
  if (const auto hang = monitor_.hang(cycle_, model_ ? model_->oldest() : nullptr))
    fail(*hang, Now::kStuck);
}

void RtlBackend::observe(const gsq::CycleInputs& inputs) const {
  if (options_.observer && reset_left_ == 0) options_.observer(cycle_, *model_, inputs);
}

void RtlBackend::step_model() {
  const gsq::CycleInputs inputs = stimulus_.inputs();
  observe(inputs);
  if (options_.coverage != nullptr && !waveforms_.replaying()) {
    options_.coverage->cycle(*model_, inputs);
  }
  model_->step(inputs);
  if (const gsq::Transaction* done = model_->retired()) monitor_.add(*done);
}

bool RtlBackend::idle() const {
  return commands_.empty() && stimulus_.host_idle() && monitor_.host_idle();
}

std::unique_ptr<gsq::Backend> make_rtl_backend(const gsq::Config& config,
                                               const RtlOptions& options) {
  return std::make_unique<RtlBackend>(config, options);
}

}  // namespace tb
