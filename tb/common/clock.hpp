// The one clock of a SystemC simulation. SystemC itself stays in clock.cpp: its headers and those
// of Verilator do not like each other.
#pragma once

namespace tb {

/// What a clock drives. Reset is the business of the one who is driven.
class Clocked {
 public:
  Clocked() = default;
  Clocked(const Clocked&) = delete;
  Clocked& operator=(const Clocked&) = delete;
  virtual ~Clocked() = default;
  virtual void on_rise() = 0;  ///< a cycle begins
  virtual void on_fall() = 0;  ///< the middle of a cycle
};

/// Connects `clocked` with the clock generator, an SC_MODULE; nobody when it is null. SystemC takes
/// no new modules once a simulation has started, so there is one for the life of the process, and
/// what it drives can change.
void drive_clock_of(Clocked* clocked);

/// Runs the simulation until stop_clock().
void run_clock();

/// To be called from on_rise() or on_fall(): run_clock() returns at the end of it.
void stop_clock();

}  // namespace tb
