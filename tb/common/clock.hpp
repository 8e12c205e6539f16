// SPDX-License-Identifier: Apache-2.0
// The clock of a SystemC simulation. Only clock.cpp includes SystemC, because its headers conflict
// with those of Verilator.
#pragma once

namespace tb {

/// Interface of an object that a clock drives. The implementation handles its own reset.
class Clocked {
 public:
  Clocked() = default;
  Clocked(const Clocked&) = delete;
  Clocked& operator=(const Clocked&) = delete;
  virtual ~Clocked() = default;
  virtual void on_rise() = 0;  ///< a cycle begins
  virtual void on_fall() = 0;  ///< the middle of a cycle
};

/// Connects `clocked` with the clock generator, an SC_MODULE; null disconnects it. SystemC accepts
/// no new modules after the start of a simulation, so there is one generator for the life of the
/// process, and the object that it drives can change.
void drive_clock_of(Clocked* clocked);

/// Runs the simulation of what is connected until stop_clock().
void run_clock();

/// Call it from on_rise() or on_fall(): run_clock() returns after that call. A cycle that stops in
/// on_rise() has no on_fall().
void stop_clock();

}  // namespace tb
