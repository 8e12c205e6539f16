// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/unit.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "gsq/kernel/ascend/settings.hpp"
#include "gsq/kernel/ub_space.hpp"
#include "semantics/model_rules.hpp"

namespace gsq::kernel {
namespace {

Unit* current_unit = nullptr;

/// A command in reports of a backend.
PlaceLabel label_of(const Step& step) { return {step.api, step.file, step.line}; }

}  // namespace

Unit::Unit(Backend& backend, std::size_t lookahead)
    : backend_(backend),
      window_bytes_(backend.config().ub_bytes),
      lookahead_(lookahead),
      scratch_(backend.config().vlen_bytes),
      order_(backend.config()),
      registers_(std::make_shared<Registers>(*this)),
      settings_(std::make_shared<ascend::Settings>()),
      ub_(std::make_shared<UbSpace>(backend.config().ub_bytes)) {
  if (lookahead == 0) {
    throw std::invalid_argument("expected a lookahead of at least 1 command, found 0");
  }
  if (current_unit != nullptr) {
    throw std::logic_error("a unit is in use already: end it before the next one begins");
  }
  // With as much on both sides, which nothing else can take: see address().
  void* const window = mmap(nullptr, 3 * window_bytes_, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (window == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "reserving addresses for UB");
  }
  window_ = static_cast<char*>(window) + window_bytes_;
  current_unit = this;
}

Unit::~Unit() {
  squeezed_.reset();
  // Operations refer to what may be gone by now. So those that nobody waited for do not run.
  while (const auto step = order_.take_command()) backend_.submit(step->command, label_of(*step));
  munmap(window_ - window_bytes_, 3 * window_bytes_);
  current_unit = nullptr;
}

Unit* Unit::current_or_none() { return current_unit; }

Unit& Unit::current(const Call& call) {
  if (current_unit == nullptr) {
    throw Error(call,
                "no unit is in use: make a gsq::kernel::Unit first, and keep it while kernels run");
  }
  return *current_unit;
}

void Unit::launch() {
  ++launches_;
  since_launch_ = {};
  end_block();  // of what ran outside of launches
  launched_ = true;
  Command command;
  command.op = Opcode::ClearSpr;
  issue(command, "launch");
}

void Unit::end_block() {
  launched_ = false;
  settings_ = std::make_shared<ascend::Settings>();
  ub_->end_block();
}

void Unit::end_calls() {
  wait();
  if (!launched_) end_block();
}

void Unit::issue(const Command& command, const Call& call, std::string_view part,
                 std::optional<Range> lanes) {
  auto step = new_step(StepKind::kCommand, call, part);
  step->command = command;
  step->uses = uses_of(command, config().vlen_bytes, lanes);
  step->ordinal = ++since_launch_[0];
  registers_->command_queued();
  add(std::move(step));
  // The next store of the stream takes the bytes of a squeeze, whichever API it comes from.
  const bool stores = command.op == Opcode::StoreUnalign && !command.abs;
  if (stores || command.op == Opcode::ClearSpr) squeezed_.reset();
}

void Unit::operate(const Call& call, Operation operation, std::string_view part) {
  registers_->command_queued();
  const bool ends_now = !launched_ && operation.uses.host == Uses::kProgram;
  queue(StepKind::kOperation, call, std::move(operation), part);
  if (ends_now) wait();
}

void Unit::look(const Call& call, Operation operation, std::string_view part) {
  if (!issued_.empty() || !order_.is_free(operation.uses)) {
    return operate(call, std::move(operation), part);
  }
  const auto step = new_step(StepKind::kOperation, call, part);
  step->ordinal = ++since_launch_[1];
  has_calls_ = has_calls_ || !launched_;
  State state(backend_, scratch_, operation.uses, call, [&] { return place_text(*step); });
  operation.run(state);
}

/// Returns the number of the operation.
std::uint64_t Unit::queue(StepKind kind, const Call& call, Operation operation,
                          std::string_view part) {
  auto step = new_step(kind, call, part);
  step->uses = operation.uses;
  step->run = std::move(operation.run);
  step->ordinal = kind == StepKind::kOperation ? ++since_launch_[1] : 0;
  const std::uint64_t number = step->number;
  add(std::move(step));
  return number;
}

/// The next step of the program, without what it does.
std::unique_ptr<Step> Unit::new_step(StepKind kind, const Call& call, std::string_view part) {
  std::unique_ptr<Step> step;
  if (spare_.empty()) {
    step = std::make_unique<Step>();
  } else {
    step = std::move(spare_.back());
    spare_.pop_back();
  }
  step->kind = kind;
  step->api = call.api;
  step->file = call.file;
  step->line = call.line;
  step->part = part;
  step->number = number_++;
  step->launch = launches_;
  return step;
}

void Unit::add(std::unique_ptr<Step> step) {
  has_calls_ = has_calls_ || !launched_;
  order_.add(std::move(step));
  execute_until(lookahead_ - 1);
}

/// Executes steps until `left` wait. Commands that are ready go first. Where only operations are,
/// the unit is drained, and all of them run.
void Unit::execute_until(std::size_t left) {
  while (order_.size() > left) {
    if (auto step = order_.take_command()) {
      ++counts_.commands;
      backend_.submit(step->command, label_of(*step));
      issued_.push_back(std::move(step));
      continue;
    }
    drain();
    ++counts_.drains;
    run_operations();
    // After a failure the steps before it in the program still run: one of them may fail too.
    if (failure_) left = 0;
  }
  if (!failure_) return;
  drain();
  std::rethrow_exception(std::exchange(failure_, {})->error);
}

Response Unit::issue_and_wait(const Command& command, const Call& call) {
  execute_until(0);  // so that its answer is the last one
  issue(command, call);
  wait();
  return completions_.back().response;
}

void Unit::wait() {
  execute_until(0);
  drain();
  if (failure_) std::rethrow_exception(std::exchange(failure_, {})->error);
}

/// Waits until the unit is idle, and looks for commands that failed.
void Unit::drain() {
  std::vector<Completion> done = backend_.drain();
  order_.all_done();
  std::optional<std::size_t> failed;  // the first in the program
  for (std::size_t i = 0; i < done.size(); ++i) {
    if (done[i].response.status == Status::Ok) continue;
    if (!failed || issued_.at(i)->number < issued_.at(*failed)->number) failed = i;
  }
  if (failed) note_failure(issued_[*failed]->number, error_of(*issued_[*failed], done[*failed]));
  std::move(done.begin(), done.end(), std::back_inserter(completions_));
  std::move(issued_.begin(), issued_.end(), std::back_inserter(spare_));
  issued_.clear();
}

/// Runs the operations that are ready, and those that are ready after them.
void Unit::run_operations() {
  while (auto step = order_.take_operation()) {
    switch (step->kind) {
      case StepKind::kCommand:
      case StepKind::kOperation:
        ++counts_.operations;
        break;
      case StepKind::kPutAway:
        ++counts_.put_away;
        break;
      case StepKind::kFetchBack:
        ++counts_.fetched_back;
        break;
    }
    try {
      State state(backend_, scratch_, step->uses, step->call(), [&] { return place_text(*step); });
      step->run(state);
    } catch (...) {
      note_failure(step->number, std::current_exception());
    }
    step->run = nullptr;  // what it holds is not needed any more
    spare_.push_back(std::move(step));
  }
}

/// What is behind a failed step does not run: it would calculate with undefined values.
void Unit::note_failure(std::uint64_t number, std::exception_ptr error) {
  if (failure_ && failure_->number < number) return;
  failure_ = Failure{number, std::move(error)};
  order_.drop_after(number);
}

Unit::Counts Unit::take_counts() {
  const Counts before = std::exchange(taken_counts_, counts_);
  return {counts_.commands - before.commands, counts_.operations - before.operations,
          counts_.put_away - before.put_away, counts_.fetched_back - before.fetched_back,
          counts_.drains - before.drains};
}

std::vector<Completion> Unit::take_completions() {
  wait();
  return std::exchange(completions_, {});
}

std::exception_ptr Unit::error_of(const Step& failed, const Completion& completion) const {
  const Response& response = completion.response;
  const std::string call = failed.part.empty()
                               ? failed.call().text()
                               : fmt::format("{} ({})", failed.call().text(), failed.part);
  std::optional<std::uint32_t> lane;
  if (rules::is_lane_fault(failed.command, response)) lane = response.info;
  std::uint64_t address = failed.command.addr;
  if (completion.fault) address = completion.fault->address.value_or(address);
  return std::make_exception_ptr(
      Error(fmt::format("{}: {} answered {}: {}; it is {}", call, to_text(failed.command.op),
                        to_text(response.status), why_failed(completion), place_text(failed)),
            failed.api, response.status, lane, address));
}

/// "command 3 of 41 since the launch". Blocks of a launch are launches, too: a step may run only
/// after the next one has begun.
std::string Unit::place_text(const Step& step) const {
  const bool command = step.kind == StepKind::kCommand;
  const char* const kind = command ? "command" : "operation";
  if (step.launch != launches_)
    return fmt::format("{} {} of an earlier launch", kind, step.ordinal);
  return fmt::format("{} {} of {} since the launch", kind, step.ordinal,
                     since_launch_.at(command ? 0 : 1));
}

void Unit::check_range(std::uint64_t address, std::uint64_t bytes, const Call& call) const {
  if (address + bytes <= config().ub_bytes) return;
  throw Error(call,
              fmt::format("{} bytes at {:#x} leave UB, which has {:#x} bytes", bytes, address,
                          config().ub_bytes),
              Status::ErrBounds, {}, address);
}

std::vector<std::uint8_t> Unit::read_ub(std::uint64_t address, std::uint64_t bytes,
                                        const Call& call) {
  check_range(address, bytes, call);
  wait();
  return backend_.read_ub(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(bytes));
}

void Unit::write_ub(std::uint64_t address, const std::vector<std::uint8_t>& bytes,
                    const Call& call) {
  check_range(address, bytes.size(), call);
  wait();
  backend_.write_ub(static_cast<std::uint32_t>(address), bytes);
}

std::uint32_t Unit::address(const void* pointer, const Call& call) const {
  const auto at = reinterpret_cast<std::uintptr_t>(pointer);
  const auto base = reinterpret_cast<std::uintptr_t>(window_);
  // A pointer that was moved over one of the ends, by less than UB is long: that is what happened.
  if (at > base + window_bytes_ && at - base < 2 * window_bytes_) {
    throw Error(
        call,
        fmt::format("the pointer is at {:#x} in UB, which ends at {:#x}", at - base, window_bytes_),
        Status::ErrBounds, {}, at - base);
  }
  if (at < base && base - at < window_bytes_) {
    throw Error(call, fmt::format("the pointer is {} bytes before the beginning of UB", base - at),
                Status::ErrBounds);
  }
  if (at < base || at > base + window_bytes_) {
    throw Error(call,
                "expected a pointer into UB, as Session::put, Session::at or asc_get_phy_buf_addr "
                "give it, found one into other memory");
  }
  return static_cast<std::uint32_t>(at - base);
}

std::vector<std::uint8_t> Unit::read_v(unsigned index) {
  registers_->command_queued();
  wait();
  return backend_.read_v(index);
}

}  // namespace gsq::kernel
