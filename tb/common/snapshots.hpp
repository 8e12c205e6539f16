// SPDX-License-Identifier: Apache-2.0
// Waveforms of the last cycles before a point that is not known in advance.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

namespace tb {

/// The process forks at intervals, and the children sleep. When a waveform is needed, a child that
/// is old enough gets the cycles of interest and a file name. It repeats the simulation with
/// tracing in these cycles, and ends. Two forks a second cost almost nothing, and a simulation
/// without tracing runs at full speed.
///
/// A child continues in the frames of its parent, because only the callers of the simulation know
/// the next commands. It must not leave these frames. Its owner ends it by end_replay(), at the
/// latest where an exception or a destructor would lead out of the simulation; std::terminate,
/// std::exit and fatal signals end it, too. The parent waits for a bounded time.
class Snapshots {
 public:
  /// Order to a child: what to trace.
  struct Order {
    std::uint64_t first{};
    std::uint64_t point{};  // cycle of interest: the run may end after it
    std::uint64_t last{};
    std::array<char, 4096> file{};
  };

  /// `cycles`: number of cycles in a waveform up to the point of interest; 0 switches it off.
  /// `patience`: time limit for a child to write one.
  Snapshots(std::uint64_t cycles, std::chrono::seconds patience)
      : cycles_(cycles), patience_(patience) {}
  Snapshots(const Snapshots&) = delete;
  Snapshots& operator=(const Snapshots&) = delete;
  ~Snapshots();

  /// Call it at the start of every cycle; it forks at intervals.
  void tick(std::uint64_t cycle) {
    if (cycle >= next_check_) check(cycle);
  }

  /// Whether this process is a child that was woken, and its order.
  [[nodiscard]] bool replaying() const { return replaying_; }
  [[nodiscard]] const Order& order() const { return order_; }

  /// Ends a child that was woken. `error`: the reason for which it has no file; empty: it has one.
  [[noreturn]] void end_replay(const std::string& error) const;

  /// Lets a child write the cycles up to `point`, and `after` more, into `file`, waits for it, and
  /// returns the first cycle in the file. Throws std::runtime_error with the reason when that was
  /// not possible, or took too long.
  std::uint64_t write(std::uint64_t point, std::uint64_t after, const std::string& file);

 private:
  struct Child {
    pid_t pid{};
    int socket{-1};
    std::uint64_t cycle{};
  };

  void check(std::uint64_t cycle);
  void fork_child(std::uint64_t cycle);
  static int end(Child& child);

  std::uint64_t cycles_;
  std::chrono::seconds patience_;
  std::uint64_t next_check_{};
  std::chrono::steady_clock::time_point last_fork_;
  std::array<Child, 2> children_;  // [0] is the older one
  bool replaying_{};
  int parent_{-1};  // socket of a child
  Order order_;
};

}  // namespace tb
