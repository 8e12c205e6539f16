// SPDX-License-Identifier: Apache-2.0
/// Interface of what executes commands: the golden model, the RTL, or both in lockstep.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/fault.hpp"
#include "gsq/timing/bound.hpp"
#include "gsq/timing/cycle_ports.hpp"  // IWYU pragma: export

namespace gsq {

/// What one command did, in the order of acceptance.
struct Completion {
  Response response;
  std::shared_ptr<const Fault> fault;  ///< null where it is Ok, and without a golden model
  std::uint64_t issue{};               ///< cycle of issue, 0 on a backend without time
  std::uint64_t retire{};              ///< cycle in which the response was taken, 0 without time
  std::uint32_t ub_beats{};            ///< cycles with a bank access of it, 0 without time
  std::uint32_t bound{};               ///< minimum of ub_beats, see command_bound()
  std::uint32_t merged{};              ///< lanes that shared an access, see merged_lanes()
};

/// Why a command failed, as one sentence without its full stop.
inline std::string why_failed(const Completion& completion) {
  if (completion.fault) return completion.fault->text;
  return "for the reason, run on a backend with the golden model (golden, lockstep)";
}

/// A name and a place in a source file: a label that takes no time to form.
struct PlaceLabel {
  /// "kernel.cpp:12: asc_gather", as for lines of programs.
  [[nodiscard]] std::string text() const {
    if (file == nullptr) return name;
    const std::string path(file);
    return path.substr(path.rfind('/') + 1) + ":" + std::to_string(line) + ": " + name;
  }

  std::string name;
  const char* file{};  ///< path; null when the place is not known
  unsigned line{};
};

/// What reports call a command, for example "prog.gsq:12: squeeze v1, …": the text, a place, or a
/// function that returns the text, for texts that take long to form. It is called when a report
/// needs the text, which may be at any time in the life of the backend.
using Label = std::variant<std::string, PlaceLabel, std::function<std::string()>>;

/// The text of a label.
inline std::string to_text(const Label& label) {
  if (const auto* text = std::get_if<std::string>(&label)) return *text;
  if (const auto* place = std::get_if<PlaceLabel>(&label)) return place->text();
  return std::get<std::function<std::string()>>(label)();
}

/// Activity of the bank ports over some time. All 0 on a backend without time.
struct BankUse {
  std::uint64_t accesses{};  ///< summed over banks
  std::uint64_t cycles{};    ///< with an access of any bank
  std::uint64_t first{};     ///< cycle of the first access
  std::uint64_t last{};      ///< cycle of the last access
};

/// Files of a failed run.
struct FailureFolder {
  std::string path;       ///< folder with report, waveform and program.gsq; empty without files
  std::string arguments;  ///< of gsq run, for that program
  std::string kind;       ///< of the difference, as the report says it
};

/// Thrown when RTL and golden model differ. what() is the whole report, ready to print.
class Mismatch : public std::runtime_error {
 public:
  explicit Mismatch(const std::string& what, FailureFolder folder = {})
      : std::runtime_error(what), folder_(std::move(folder)) {}

  [[nodiscard]] const FailureFolder& folder() const { return folder_; }

 private:
  FailureFolder folder_;
};

/// A unit that executes commands in order. submit() never waits for a result; drain() does.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  [[nodiscard]] virtual const Config& config() const = 0;

  /// Queues a command. `label` is for reports only. The backend chooses the tag of the command.
  virtual void submit(const Command& command, Label label) = 0;

  /// Back door to V for the command that is submitted next: the register is written just before
  /// that command is offered, without taking a cycle. None of the max_unanswered() commands before
  /// it may write this register, and none of the last kMaxUnread may read it.
  virtual void preload_v(unsigned index, std::vector<std::uint8_t> bytes) = 0;

  /// Runs until every submitted command is answered and the unit is idle; returns the completions
  /// since the last drain, in order. Throws Mismatch.
  virtual std::vector<Completion> drain() = 0;

  // State. Use only on an idle unit (after drain). Addresses and sizes must lie inside UB. What is
  // read of a register is a reference that holds until the next call.
  virtual std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) = 0;
  virtual void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) = 0;
  virtual const std::vector<std::uint8_t>& read_v(unsigned index) = 0;
  virtual void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) = 0;
  /// A mask register: a 0 or 1 for each byte of a vector.
  virtual const std::vector<std::uint8_t>& read_m(unsigned index) = 0;
  virtual void write_m(unsigned index, const std::vector<std::uint8_t>& bits) = 0;
  virtual std::uint32_t read_ar() = 0;

  /// Clock cycles so far (from the release of reset); 0 on a backend without time.
  [[nodiscard]] virtual std::uint64_t cycles() const = 0;

  /// Number of cycles on which RTL and golden model were compared; 0 without a comparison.
  [[nodiscard]] virtual std::uint64_t compared_cycles() const { return 0; }

  /// Activity of the banks since the last call, or since the start.
  virtual BankUse take_bank_use() { return {}; }

  /// Bounds of the commands since the last call, or since the start; all 0 on a backend without a
  /// golden model.
  virtual Bounds take_bounds() { return {}; }

  /// Ends the run: files that it wrote on the way, such as a waveform, are complete when this
  /// returns. Throws std::runtime_error ("PATH: why") when one is not. State can still be read.
  virtual void finish() {}
};

/// The golden model as a backend. Starts from UB, V and M all zero.
std::unique_ptr<Backend> make_golden_backend(const Config& config);

struct Surroundings;

/// The cycle model as a backend, without RTL: results and cycles are those of a run in lockstep
/// with the same surroundings, or with none: no stalls, no host traffic. Starts in reset, from UB,
/// V and M all zero. Throws std::invalid_argument like PortStimulus.
std::unique_ptr<Backend> make_cycle_backend(const Config& config);
std::unique_ptr<Backend> make_cycle_backend(const Config& config, const Surroundings& surroundings);

}  // namespace gsq
