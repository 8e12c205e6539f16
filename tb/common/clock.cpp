// SPDX-License-Identifier: Apache-2.0
#include "common/clock.hpp"

#include <systemc>

namespace tb {
namespace {

constexpr int kSlice = 1024;  // cycles of one sc_start

class Clock : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Clock);

  static Clock& instance() {
    static Clock clock("clock");
    return clock;
  }

  void drive(Clocked* clocked) { clocked_ = clocked; }

  void run() {
    stopped_ = false;
    while (!stopped_) sc_core::sc_start(period_ * kSlice);
  }

  void stop() {
    stopped_ = true;
    sc_core::sc_pause();
  }

 private:
  explicit Clock(const sc_core::sc_module_name& name) : sc_module(name) { SC_METHOD(cycle); }

  // Triggers itself: an sc_clock is a signal, whose update and events the kernel would have to
  // process at every edge. Both edges are in one activation, since nothing else happens between
  // them.
  void cycle() {
    next_trigger(period_);
    clocked_->on_rise();
    if (!stopped_) clocked_->on_fall();
  }

  const sc_core::sc_time period_{10, sc_core::SC_NS};
  Clocked* clocked_{};
  bool stopped_{};
};

}  // namespace

void drive_clock_of(Clocked* clocked) { Clock::instance().drive(clocked); }
void run_clock() { Clock::instance().run(); }
void stop_clock() { Clock::instance().stop(); }

}  // namespace tb
