// SPDX-License-Identifier: Apache-2.0
/// How far a run of the RTL is, and how long it will take.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

/// Writes to standard error: on a terminal a bar, which disappears at the end; elsewhere a line
/// after two seconds, if the run will take long, and one every minute.
class Progress {
 public:
  /// `what` runs `total` commands.
  Progress(std::string what, std::uint64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// One more command is answered.
  void operator()();

  /// Takes the bar away, before something else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t total_;
  std::uint64_t done_{};
  bool terminal_;
  bool shown_{};
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};
