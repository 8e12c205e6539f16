#include "system/rtl_backend.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "gsq/files.hpp"

namespace tb {
namespace {

constexpr std::uint64_t kFailureCycles = 2000;  // waveform before a mismatch
constexpr std::uint64_t kCyclesAfter = 8;       // and after it
constexpr std::uint64_t kHangCycles = 100000;

std::uint64_t snapshot_cycles(const RtlOptions& options) {
  if (options.wave_last != 0) return options.wave_last;
  return options.lockstep && options.waves.empty() && !options.failures.empty() ? kFailureCycles
                                                                                : 0;
}

RtlBackend* running = nullptr;                  // NOLINT: what a signal handler can see
volatile std::sig_atomic_t interrupted_by = 0;  // NOLINT: a signal, taken at the end of a cycle

}  // namespace

RtlBackend::RtlBackend(gsq::Config config, RtlOptions options)
    : config_(std::move(config)),
      options_(std::move(options)),
      dut_(config_, options_.seed),
      expected_(config_, dut_),
      recorder_(config_),
      snapshots_(snapshot_cycles(options_), options_.wave_patience),
      rng_(options_.seed) {
  if (options_.stall_percent > 99) {
    throw std::invalid_argument(
        fmt::format("stalls must be 0 to 99 percent, found {}", options_.stall_percent));
  }
  if (options_.lockstep) {
    model_ = std::make_unique<gsq::CycleModel>(config_);
    checker_ = std::make_unique<Checker>(config_, dut_, *model_);
  }
  if (!options_.waves.empty() && options_.wave_last == 0) dut_.open_trace(options_.waves);
  drive_clock_of(this);
  running = this;
  for (const int number : {SIGINT, SIGTERM, SIGABRT}) std::signal(number, on_signal);
}

RtlBackend::~RtlBackend() {
  drive_clock_of(nullptr);
  running = nullptr;
  for (const int number : {SIGINT, SIGTERM, SIGABRT}) std::signal(number, SIG_DFL);
  try {
    finish();
  } catch (const std::exception& error) {  // the run has another error: nobody called finish()
    fmt::print(stderr, "{}\n", error.what());
  }
}

// -------------------------------------------------------------------------------------------------
// gsq::Backend
// -------------------------------------------------------------------------------------------------

void RtlBackend::submit(const gsq::Command& command, std::string label) {
  gsq::Command tagged = command;
  tagged.tag = static_cast<std::uint8_t>(rng_.next());
  commands_.push(tagged);
  for (const Preload& preload : preloads_) recorder_.v(preload.index, preload.bytes);
  recorder_.command(tagged);
  pending_.push_back({tagged, std::move(label), std::exchange(preloads_, {}), 0});
}

void RtlBackend::preload_v(unsigned index, std::vector<std::uint8_t> bytes) {
  preloads_.push_back({index, std::move(bytes)});
}

std::vector<gsq::Completion> RtlBackend::drain() {
  last_progress_ = cycle_;
  draining_ = true;
  run_until_stopped();
  draining_ = false;
  Difference difference;
  if (checker_ && !checker_->state_agrees(difference)) {
    difference.where = "no port differs, but at rest " + difference.where;
    --cycle_;  // the last that was simulated
    fail(difference);
    throw gsq::Mismatch(failure_, folder_);
  }
  return std::exchange(completions_, {});
}

std::vector<std::uint8_t> RtlBackend::read_ub(std::uint32_t address, std::uint32_t bytes) {
  return dut_.read_ub(address, bytes);
}

void RtlBackend::write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
  dut_.write_ub(address, bytes);
  if (model_) model_->write_ub(address, bytes);
  recorder_.ub(address, bytes);
  if (options_.plant_fault) planted_byte_ = dut_.read_ub(*options_.plant_fault, 1)[0];
}

std::vector<std::uint8_t> RtlBackend::read_v(unsigned index) {
  return {dut_.v(index), dut_.v(index) + config_.vlen_bytes};
}

void RtlBackend::write_v(unsigned index, const std::vector<std::uint8_t>& bytes) {
  recorder_.v(index, bytes);
  set_v(index, bytes);
}

void RtlBackend::set_v(unsigned index, const std::vector<std::uint8_t>& bytes) {
  std::copy(bytes.begin(), bytes.end(), dut_.v(index));
  if (model_) model_->write_v(index, bytes);
}

void RtlBackend::finish() {
  if (snapshots_.replaying()) snapshots_.end_replay("the run came to another end than before");
  if (std::exchange(finished_, true)) return;
  if (dut_.tracing()) dut_.close_trace();
  if (options_.wave_last == 0 || !failure_.empty() || cycle_ == 0) return;
  const std::string file = options_.waves.empty() ? "gsq-last.fst" : options_.waves;
  const std::uint64_t first = snapshots_.write(cycle_ - 1, 0, file);
  fmt::print(stderr, "waveform of cycles {} to {}: {}\n", first, cycle_ - 1, file);
}

void RtlBackend::run(std::uint64_t cycles) {
  run_until_ = cycle_ + cycles;
  run_until_stopped();
  run_until_.reset();
}

void RtlBackend::reset(unsigned cycles) {
  reset_left_ = cycles;
  while (reset_left_ != 0) run(1);
}

/// The waveform is complete or impossible, and nothing else is a replay's to write.
void RtlBackend::end_replay() {
  try {
    if (error_) std::rethrow_exception(error_);
    dut_.close_trace();
    snapshots_.end_replay("");
  } catch (const std::exception& error) {
    snapshots_.end_replay(error.what());
  } catch (...) {
    snapshots_.end_replay("an exception of an unknown type");
  }
}

void RtlBackend::run_until_stopped() {
  tb::run_clock();
  if (snapshots_.replaying() && cycle_ > snapshots_.order().point) end_replay();
  if (error_) std::rethrow_exception(error_);
  if (!failure_.empty()) throw gsq::Mismatch(failure_, folder_);
}

/// Half a cycle. What it throws does not go through SystemC, which would make something else of it,
/// and ends a replay.
template <typename Step>
void RtlBackend::guarded(Step&& step) {
  try {
    step();
  } catch (...) {
    error_ = std::current_exception();
    if (snapshots_.replaying()) end_replay();
    stop_clock();
  }
}

/// An interrupted run ends at the end of the cycle, an aborted one at once; both leave waveforms
/// that can be read.
void RtlBackend::on_signal(int number) {
  interrupted_by = number;
  if (number != SIGABRT || running == nullptr) return;
  std::signal(SIGABRT, SIG_DFL);
  alarm(10);  // should the abort have come at a moment when memory cannot be had
  running->fail({"the simulation", "to go on", "an abort", nullptr});
  fmt::print(stderr, "{}\n", running->failure_);
}

// -------------------------------------------------------------------------------------------------
// Drivers: the first half of a cycle
// -------------------------------------------------------------------------------------------------

void RtlBackend::on_rise() {
  guarded([this] { begin_cycle(); });
}

void RtlBackend::begin_cycle() {
  snapshots_.tick(cycle_);
  if (snapshots_.replaying() && !dut_.tracing() && cycle_ >= snapshots_.order().first) {
    dut_.open_trace(snapshots_.order().file.data());
  }
  if (model_ && dut_.tracing()) show_expected();
  dut_.rise();
  if (const auto assertion = take_failed_assertion(); assertion && !snapshots_.replaying()) {
    return fail_in_last_cycle(*assertion);
  }
  if (options_.plant_fault) plant_fault();
  drive();
  if (model_ && dut_.tracing()) {
    expected_.show_offered(
        text_of(command_shown_ == nullptr ? nullptr : &pending_[accepted_ - answered_]));
  }
}

/// Spoils the byte when the unit has just written another value to it.
void RtlBackend::plant_fault() {
  if (dut_.read_ub(*options_.plant_fault, 1)[0] == planted_byte_) return;
  dut_.flip_ub_bit(*options_.plant_fault);
  planted_byte_ = dut_.read_ub(*options_.plant_fault, 1)[0];
}

void RtlBackend::show_expected() {
  const bool waiting = accepted_ != issued_;
  expected_.show(cycle_, model_->outputs(),
                 {text_of(waiting ? &pending_[issued_ - answered_] : nullptr),
                  text_of(pending_of(model_->on_banks())),
                  text_of(accepted_ != answered_ ? &pending_.front() : nullptr)});
}

const RtlBackend::Pending* RtlBackend::pending_of(const gsq::Transaction* transaction) const {
  if (transaction == nullptr || model_->oldest() == nullptr) return nullptr;
  const std::uint64_t place = transaction->sequence - model_->oldest()->sequence;
  return place < pending_.size() ? &pending_[place] : nullptr;
}

/// The label of a command from its line or number on, since waveforms are narrow; empty for none.
std::string RtlBackend::text_of(const Pending* pending) {
  if (pending == nullptr) return "";
  const std::string& label = pending->label;
  return label.substr(label.find_last_of(": ", label.find(": ") - 1) + 1);
}

void RtlBackend::drive() {
  Vgsq_top& ports = dut_.ports();
  ports.rst_ni = reset_left_ == 0;
  const auto stall = [&] {
    return reset_left_ != 0 ||
           (options_.stall_percent != 0 && rng_.percent(options_.stall_percent));
  };
  const gsq::Command* before = command_taken_ ? nullptr : command_shown_;
  commands_.next(command_taken_, stall());
  if (reset_left_ != 0) commands_.withdraw();
  command_shown_ = commands_.offer();
  ports.cmd_valid_i = command_shown_ != nullptr;
  if (command_shown_ == nullptr) {  // whatever is there must be ignored
    for (std::size_t i = 0; i < gsq::CommandBits{}.size(); ++i) {
      ports.cmd_i[i] = static_cast<std::uint32_t>(rng_.next());
    }
  } else if (command_shown_ != before) {
    ++offered_;
    for (const Preload& preload : pending_[accepted_ - answered_].preloads) {
      set_v(preload.index, preload.bytes);
    }
    const gsq::CommandBits bits = gsq::pack(*command_shown_);
    std::copy(bits.begin(), bits.end(), &ports.cmd_i[0]);
  }
  ports.rsp_ready_i = !hold_responses_ && !stall();
  drive_host();
}

void RtlBackend::drive_host() {
  Vgsq_top& ports = dut_.ports();
  if (traffic_ && host_.empty()) make_host_traffic();
  const bool stall = reset_left_ != 0 || (options_.stall_percent != 0 && !host_.empty() &&
                                          rng_.percent(options_.stall_percent));
  host_.next(host_taken_, stall);
  if (reset_left_ != 0) host_.withdraw();
  host_shown_ = host_.offer();
  ports.host_req_i = host_shown_ != nullptr;
  if (host_shown_ != nullptr) {
    ports.host_addr_i = host_shown_->address;
    ports.host_we_i = host_shown_->write;
    ports.host_be_i = host_shown_->be;
    std::copy(host_shown_->wdata.begin(), host_shown_->wdata.end(), &ports.host_wdata_i[0]);
  } else {
    const std::uint64_t garbage = rng_.next();
    ports.host_addr_i = static_cast<std::uint32_t>(garbage) % config_.ub_bytes;
    ports.host_we_i = garbage >> 63U;
    ports.host_be_i = static_cast<std::uint32_t>(garbage >> 16U);
    ports.host_wdata_i[garbage % 8] = static_cast<std::uint32_t>(garbage >> 32U);
  }
}

void RtlBackend::make_host_traffic() {
  if (cycle_ % 256 == 0) {
    constexpr std::array<std::uint32_t, 4> kLoads{0, 5, 50, 100};
    traffic_percent_ = kLoads[rng_.below(kLoads.size())];
  }
  if (draining_ && pending_.empty()) return;  // or it would never be idle
  if (traffic_percent_ == 0 || !rng_.percent(traffic_percent_)) return;
  gsq::HostRequest request;
  request.address = traffic_->base + rng_.below(traffic_->bytes);
  if (rng_.percent(5)) {
    request.address = config_.ub_bytes + static_cast<std::uint32_t>(rng_.next()) / 2;
  }
  request.write = rng_.percent(50);
  request.be = static_cast<std::uint32_t>(rng_.next());
  if (rng_.percent(30)) request.be = rng_.percent(50) ? ~std::uint32_t{0} : 0;
  for (auto& word : request.wdata) word = static_cast<std::uint32_t>(rng_.next());
  host_.push(request);
}

// -------------------------------------------------------------------------------------------------
// Monitors and checker: the second half of a cycle, when all has settled
// -------------------------------------------------------------------------------------------------

void RtlBackend::on_fall() {
  guarded([this] { end_cycle(); });
}

void RtlBackend::end_cycle() {
  dut_.fall();
  if (snapshots_.replaying() && cycle_ >= snapshots_.order().last) {
    end_replay();
  }
  const Vgsq_top& ports = dut_.ports();
  if (reset_left_ != 0 && model_) model_->reset();
  if (checker_ && !snapshots_.replaying()) {
    if (!checker_->ports_agree()) return fail(checker_->first_difference());
    ++compared_;
  }
  const bool was_idle = idle();
  if (reset_left_ != 0) {
    // What was accepted and not answered is gone.
    pending_.erase(pending_.begin(),
                   pending_.begin() + static_cast<std::ptrdiff_t>(accepted_ - answered_));
    accepted_ = issued_ = answered_;
    host_in_flight_ = 0;
    command_taken_ = host_taken_ = false;
    response_monitor_.reset();
    --reset_left_;
  } else {
    command_taken_ = ports.cmd_valid_i && ports.cmd_ready_o;
    host_taken_ = ports.host_req_i && ports.host_gnt_o;
    watch();
    if (model_) step_model();
  }
  ++cycle_;
  if (interrupted_by != 0) {
    throw std::runtime_error(fmt::format("interrupted after {} cycles", cycle_));
  }
  if (!failure_.empty()) return;
  if (run_until_ ? cycle_ >= *run_until_ : was_idle) return stop_clock();
  check_hang();
}

void RtlBackend::watch() {
  const Vgsq_top& ports = dut_.ports();
  watch_handshakes();
  if (const unsigned accesses = dut_.bank_accesses()) {
    if (bank_use_.cycles++ == 0) bank_use_.first = cycle_;
    bank_use_.last = cycle_;
    bank_use_.accesses += accesses;
  }
  // A command is in the intake register from the cycle after its transfer on; it issues when the
  // register becomes free.
  if (issued_ != accepted_ && ports.cmd_ready_o) pending_[issued_++ - answered_].issue = cycle_;
  if (command_taken_) ++accepted_;
  if (ports.rsp_valid_o && ports.rsp_ready_i) take_response();
  if (host_taken_) ++host_in_flight_;
  if (ports.host_rvalid_o) {
    if (host_in_flight_ == 0) return fail({"host_rvalid_o", "0", "1", nullptr});
    --host_in_flight_;
    if (!traffic_) {
      HostAnswer answer{cycle_, ports.host_err_o != 0, {}};
      std::copy_n(&ports.host_rdata_o[0], answer.rdata.size(), answer.rdata.begin());
      host_answers_.push_back(answer);
    }
  }
}

void RtlBackend::watch_handshakes() {
  const Vgsq_top& ports = dut_.ports();
  const char* broken = response_monitor_.watch(ports.rsp_valid_o, ports.rsp_ready_i, ports.rsp_o);
  if (broken != nullptr) fail({"response port", "the handshake kept", broken, nullptr});
}

void RtlBackend::take_response() {
  if (answered_ == issued_) {
    return fail({"rsp_valid_o", "0, nothing is unanswered", "1", nullptr});
  }
  gsq::ResponseBits bits{};
  std::memcpy(bits.data(), &dut_.ports().rsp_o, sizeof bits);
  gsq::Completion completion;
  completion.response = gsq::unpack(bits);
  completion.issue = pending_.front().issue;
  completion.retire = cycle_;
  completions_.push_back(completion);
  answered_label_ = std::move(pending_.front().label);
  pending_.pop_front();
  ++answered_;
  last_progress_ = cycle_;
}

void RtlBackend::step_model() {
  gsq::CycleInputs inputs;
  inputs.command = command_shown_;
  inputs.host = host_shown_;
  inputs.rsp_ready = dut_.ports().rsp_ready_i != 0;
  if (options_.observer) options_.observer(cycle_, *model_, inputs);
  model_->step(inputs);
  const gsq::Transaction* done = model_->retired();
  if (done != nullptr && !completions_.empty()) {  // none when the RTL has gone astray
    if (done->plan.dest != gsq::Plan::kNone) {
      writers_[done->plan.dest] = {std::move(answered_label_), done->retire};
    }
    completions_.back().ub_beats = done->ub_beats;
    completions_.back().bound = done->bound;
    completions_.back().merged = done->merged;
  }
}

bool RtlBackend::idle() const {
  return pending_.empty() && host_.empty() && host_shown_ == nullptr && host_in_flight_ == 0;
}

void RtlBackend::check_hang() {
  if (command_taken_) last_progress_ = cycle_;
  if (hold_responses_ || pending_.empty() || cycle_ - last_progress_ < kHangCycles) return;
  fail({fmt::format("nothing moved for {} cycles, {} commands wait for their answer", kHangCycles,
                    accepted_ - answered_),
        "an answer", "none", model_ ? model_->oldest() : nullptr});
}

// -------------------------------------------------------------------------------------------------
// Reports
// -------------------------------------------------------------------------------------------------

/// Assertions look at a cycle as it ends: when they fail, the next one has begun.
void RtlBackend::fail_in_last_cycle(const FailedAssertion& assertion) {
  --cycle_;
  fail({fmt::format("none yet, an assertion failed: {} ({})", assertion.name, assertion.place),
        assertion.expression, "not so", nullptr});
  ++cycle_;
}

void RtlBackend::fail(const Difference& difference) {
  if (!failure_.empty()) return;
  if (snapshots_.replaying()) end_replay();  // the same failure again
  failure_ = describe(difference);
  leave_folder();
  stop_clock();
}

std::string RtlBackend::describe(const Difference& difference) {
  std::string text = fmt::format(
      "mismatch in cycle {}: {}\n"
      "  port      {}\n"
      "  expected  {}\n"
      "  actual    {}\n",
      cycle_, options_.lockstep ? "RTL and golden model differ" : "the RTL breaks its contract",
      difference.where, difference.expected, difference.actual);
  const Pending* culprit = model_ ? pending_of(difference.command) : nullptr;
  // Where no command is known to be involved, the oldest of those in flight.
  const char* role = culprit != nullptr ? "command " : "oldest  ";
  if (culprit == nullptr && !pending_.empty()) culprit = &pending_.front();
  if (culprit != nullptr) text += fmt::format("  {}  {}\n", role, culprit->label);
  if (difference.vreg && !writers_[*difference.vreg].label.empty()) {
    const Writer& writer = writers_[*difference.vreg];
    text += fmt::format("  command   {} (the last that wrote v{}, answered in cycle {})\n",
                        writer.label, *difference.vreg, writer.answered);
  }
  text += fmt::format("  seed      {}, stalls {} %, configuration {}\n", options_.seed,
                      options_.stall_percent, config_.name);
  if (!options_.rerun.empty()) text += fmt::format("  rerun     {}\n", options_.rerun);
  return text;
}

/// All that is needed to look into the failure. The last lines of the report say what there is.
void RtlBackend::leave_folder() {
  std::string name = options_.name.empty() ? "run" : options_.name;
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char letter) { return std::isalnum(letter) == 0 && letter != '_'; }, '-');
  std::string program = "(none)";
  try {
    if (!options_.failures.empty()) {
      folder_.path = fmt::format("{}/{}-{}-seed{}-cycle{}", options_.failures, config_.name, name,
                                 options_.seed, cycle_);
      folder_.arguments = run_arguments(options_);
      std::filesystem::remove_all(folder_.path);
      std::filesystem::create_directories(folder_.path);
      program = recorder_.save(folder_.path, offered_);
    }
  } catch (const std::exception& error) {
    program = fmt::format("(none: {})", error.what());
  }
  failure_ += fmt::format("  waveform  {}\n  program   {}", failure_waveform(), program);
  if (folder_.path.empty()) return;
  try {
    gsq::write_file(folder_.path + "/report.txt", failure_ + "\n");
  } catch (const std::exception& error) {
    failure_ += fmt::format("\n  report    (none: {})", error.what());
  }
}

std::string RtlBackend::failure_waveform() {
  try {
    if (dut_.tracing()) {
      dut_.close_trace();
      return options_.waves;
    }
    if (snapshot_cycles(options_) == 0) return "(none: run with --waves FILE)";
    const std::string file = options_.waves.empty() ? folder_.path + "/waves.fst" : options_.waves;
    const std::uint64_t first = snapshots_.write(cycle_, kCyclesAfter, file);
    return fmt::format("{} (from cycle {} on)", file, first);
  } catch (const std::exception& error) {
    return fmt::format("(none: {})", error.what());
  }
}

}  // namespace tb

std::string default_failures() {
  return std::filesystem::is_directory("build") ? "build/failures" : "gsq-failures";
}

std::string run_arguments(const RtlOptions& options) {
  std::string text = fmt::format("--stall {} --seed {}", options.stall_percent, options.seed);
  if (options.plant_fault) text += fmt::format(" --plant-fault {}", *options.plant_fault);
  return text;
}

std::unique_ptr<gsq::Backend> make_rtl_backend(const gsq::Config& config,
                                               const RtlOptions& options) {
  return std::make_unique<tb::RtlBackend>(config, options);
}
