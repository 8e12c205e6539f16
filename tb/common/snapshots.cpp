#include "common/snapshots.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <utility>

namespace tb {
namespace {

constexpr std::uint64_t kCheckEvery = 512;  // cycles between two looks at the time
constexpr std::chrono::milliseconds kForkEvery{500};

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Snapshots::~Snapshots() {
  for (auto& child : children_) end(child);
}

void Snapshots::end(Child& child) {
  if (child.pid == 0) return;
  kill(child.pid, SIGKILL);
  wait_for(child.pid);
  close(child.socket);
  child = Child{};
}

void Snapshots::check(std::uint64_t cycle) {
  if (cycles_ == 0 || replaying_) {
    next_check_ = ~std::uint64_t{0};
    return;
  }
  next_check_ = cycle + kCheckEvery;
  const Child& newest = children_[1].pid != 0 ? children_[1] : children_[0];
  const auto now = std::chrono::steady_clock::now();
  if (newest.pid != 0 && (now - last_fork_ < kForkEvery || cycle - newest.cycle < cycles_)) return;
  last_fork_ = now;
  fork_child(cycle);
}

void Snapshots::fork_child(std::uint64_t cycle) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  std::cout.flush();
  std::fflush(nullptr);  // or the child would print it once more
  const pid_t parent = getpid();
  const pid_t pid = fork();
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
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  std::signal(SIGABRT, SIG_DFL);
  if (getppid() != parent) _exit(0);
  close(ends[1]);
  for (auto& sibling : children_) {
    if (sibling.pid != 0) close(sibling.socket);
    sibling = Child{};
  }
  if (read(ends[0], &order_, sizeof order_) != static_cast<ssize_t>(sizeof order_)) _exit(1);
  close(ends[0]);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) _exit(1);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  replaying_ = true;
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
  const bool sent =
      send(child.socket, &order, sizeof order, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof order);
  const int status = sent ? wait_for(child.pid) : -1;
  if (!sent) end(child);
  close(child.socket);
  child = Child{};
  if (status != 0) throw std::runtime_error("the snapshot of the simulation did not write " + file);
  return order.first;
}

}  // namespace tb
