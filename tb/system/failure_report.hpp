// SPDX-License-Identifier: Apache-2.0
// The report of a failure: its text and its folder.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "gsq/backend.hpp"
#include "gsq/config.hpp"
#include "gsq/programs/recorder.hpp"
#include "system/command_tracker.hpp"
#include "system/difference.hpp"
#include "system/monitor.hpp"
#include "system/rtl_options.hpp"
#include "system/waveforms.hpp"

namespace tb {

/// Describes the failure of a run and, if the options name a place for it, leaves a folder with the
/// report, a program that repeats it, and a waveform. If a file cannot be written, the report gives
/// the reason; that is not an error.
class FailureReport {
 public:
  /// Facts that the report adds to the difference; null if there is none.
  struct Involved {
    const TrackedCommand* culprit{};  ///< caused the difference
    const TrackedCommand* oldest{};   ///< in flight
    const Writer* writer{};           ///< last writer of the register that differs
    std::uint64_t offered{};          ///< number of commands in the program that repeats it
    /// Finds the first wrong command. That answers commands in flight: it is called when the
    /// others are not needed any more. Empty where it cannot be found.
    std::function<WrongCommand()> first_wrong;
  };

  /// Keeps the references.
  FailureReport(const gsq::Config& config, const RtlOptions& options, const gsq::Recorder& recorder,
                Waveforms& waveforms)
      : config_(config), options_(options), recorder_(recorder), waveforms_(waveforms) {}

  /// Makes the report and its files.
  void make(std::uint64_t cycle, const Difference& difference, const Involved& involved);

  /// Whether there is a report.
  [[nodiscard]] bool made() const { return !text_.empty(); }
  /// The report, ready to print.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Throws Mismatch with the report.
  [[noreturn]] void raise() const { throw gsq::Mismatch(text_, folder_); }

 private:
  [[nodiscard]] static std::string describe(const Difference& difference, const Involved& involved);
  std::string make_folder(std::uint64_t cycle, std::uint64_t commands);

  const gsq::Config& config_;
  const RtlOptions& options_;
  const gsq::Recorder& recorder_;
  Waveforms& waveforms_;
  std::string text_;
  gsq::FailureFolder folder_;
};

}  // namespace tb
