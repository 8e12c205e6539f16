// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace {

constexpr std::chrono::milliseconds kRedraw{200};
constexpr std::chrono::seconds kFirstLine{2};
constexpr std::chrono::seconds kPeriod{60};  // of lines
constexpr double kShort = 10;                // s, which need no line
constexpr unsigned kCommands = 16;           // between two looks at the clock, which take time
constexpr unsigned kBar = 24;                // characters

/// For people: 40 s, 3 min, 2.5 h.
std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60)
                        : fmt::format("{:.1f} h", seconds / 3600);
}

/// Columns of the terminal, 80 if it does not say.
std::size_t columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)), total_(total), terminal_(isatty(STDERR_FILENO) != 0) {
  next_ = start_ + (terminal_ ? Clock::duration(kRedraw) : Clock::duration(kFirstLine));
}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (!terminal_ || !shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

void Progress::operator()() {
  if (++done_ % kCommands != 0) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  const double part = static_cast<double>(done_) / static_cast<double>(std::max(total_, done_));
  const double left = std::chrono::duration<double>(now - start_).count() * (1 - part) / part;
  const std::string text =
      fmt::format("{}: {} of {} commands, about {} left", what_, done_, total_, duration(left));
  if (terminal_) {
    const std::string bar(static_cast<std::size_t>(kBar * part), '#');
    fmt::print(stderr, "\r\x1b[K{}",
               fmt::format("[{:<{}}] {}", bar, kBar, text).substr(0, columns() - 1));
    next_ = now + kRedraw;
  } else {
    if (shown_ || left > kShort) fmt::print(stderr, "{}\n", text);
    next_ = now + kPeriod;
  }
  shown_ = true;
  std::fflush(stderr);
}
