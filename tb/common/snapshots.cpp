// SPDX-License-Identifier: Apache-2.0
#include "common/snapshots.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tb {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kCheckEvery = 512;  // cycles between two readings of the time
constexpr std::chrono::milliseconds kForkEvery{500};
constexpr std::chrono::seconds kKillTakes{2};  // at most: longer only where the kernel is stuck

[[noreturn]] void die() { _exit(1); }

/// Status of a child that was killed; -1 when it does not end.
int reap(pid_t pid) {
  const auto deadline = Clock::now() + kKillTakes;
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return status;
    if ((ended < 0 && errno != EINTR) || Clock::now() >= deadline) return -1;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

/// Waits until a message, or the end of the other side, can be read; false: neither came in time.
bool readable_within(int socket, std::chrono::seconds patience) {
  const auto deadline = Clock::now() + patience;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd descriptor{socket, POLLIN, 0};
    const int ready = poll(&descriptor, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

/// End of a child without a known reason.
std::string ending(int status) {
  if (WIFSIGNALED(status)) return fmt::format("was ended by signal {}", WTERMSIG(status));
  return fmt::format("ended with status {}", WEXITSTATUS(status));
}

}  // namespace

Snapshots::~Snapshots() {
  for (auto& child : children_) end(child);
}

/// A status that the child had already, stays.
int Snapshots::end(Child& child) {
  if (child.pid == 0) return 0;
  kill(child.pid, SIGKILL);
  const int status = reap(child.pid);
  close(child.socket);
  child = Child{};
  return status;
}

void Snapshots::check(std::uint64_t cycle) {
  if (cycles_ == 0 || replaying_) {
    next_check_ = ~std::uint64_t{0};
    return;
  }
  next_check_ = cycle + kCheckEvery;
  const Child& newest = children_[1].pid != 0 ? children_[1] : children_[0];
  const auto now = Clock::now();
  if (newest.pid != 0 && (now - last_fork_ < kForkEvery || cycle - newest.cycle < cycles_)) return;
  last_fork_ = now;
  fork_child(cycle);
}

void Snapshots::fork_child(std::uint64_t cycle) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  std::cout.flush();
  std::fflush(nullptr);  // or the child would print it once more
  // No signal reaches the child before it has let go of its parent's handlers.
  sigset_t all{};
  sigset_t before{};
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid != 0) sigprocmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    return;
  }
  if (pid > 0) {
    close(ends[0]);
    if (children_[1].pid != 0) {
      end(children_[0]);
      children_[0] = std::exchange(children_[1], Child{});
    }
    children_[children_[0].pid != 0 ? 1 : 0] = Child{pid, ends[1], cycle};
    return;
  }

  // The child: dies with its parent and not before, sleeps until it has an order, prints nothing.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGINT, SIGTERM}) std::signal(number, SIG_IGN);
  for (const int number : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV}) std::signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (getppid() != parent) die();
  close(ends[1]);
  for (auto& sibling : children_) {
    if (sibling.pid != 0) close(sibling.socket);
    sibling = Child{};
  }
  if (read(ends[0], &order_, sizeof order_) != static_cast<ssize_t>(sizeof order_)) die();
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) die();
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  // From here on it returns into the frames of its parent, whose loop gives it the commands of the
  // cycles to come. Whichever way would lead out of them ends the process: end_replay(), these
  // two, or a signal.
  std::set_terminate(die);
  if (std::atexit(die) != 0) die();
  parent_ = ends[0];
  replaying_ = true;
}

void Snapshots::end_replay(const std::string& error) const {
  if (error.empty()) _exit(0);
  send(parent_, error.data(), error.size(), MSG_NOSIGNAL);
  die();
}

std::uint64_t Snapshots::write(std::uint64_t point, std::uint64_t after, const std::string& file) {
  Child& newer = children_[1];
  Child& older = children_[0];
  const std::uint64_t wanted = point + 1 > cycles_ ? point + 1 - cycles_ : 0;
  Child& child = newer.pid != 0 && newer.cycle <= wanted ? newer : older;
  if (child.pid == 0) throw std::runtime_error("no snapshot of the simulation could be taken");
  Order order;
  order.first = std::max(wanted, child.cycle);
  order.point = point;
  order.last = point + after;
  if (file.size() >= order.file.size()) throw std::runtime_error("the file name is too long");
  std::copy(file.begin(), file.end(), order.file.begin());

  // A child that has ended, now or long ago, closed its side of the socket and has its status. One
  // that failed sent the reason first.
  send(child.socket, &order, sizeof order, MSG_NOSIGNAL);
  const bool in_time = readable_within(child.socket, patience_);
  std::string reason(8192, '\0');
  const ssize_t length =
      in_time ? recv(child.socket, reason.data(), reason.size(), MSG_DONTWAIT) : 0;
  const int status = end(child);
  if (length > 0) throw std::runtime_error(reason.substr(0, static_cast<std::size_t>(length)));
  if (status != 0) {
    throw std::runtime_error(fmt::format(
        "the process that was to write {} {}", file,
        in_time ? ending(status) : fmt::format("did not end within {} s", patience_.count())));
  }
  return order.first;
}

}  // namespace tb
