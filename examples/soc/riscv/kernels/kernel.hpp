// SPDX-License-Identifier: Apache-2.0
/// What the kernels of this folder share: each runs on the unit and in plain C++ on the core,
/// prints the cycles of both, and compares what they have written.
#ifndef KERNEL_HPP
#define KERNEL_HPP

#include <stdint.h>
#include <stdio.h>

#include "gsq.h"
#include "soc.h"

/// How much of UB kernels fill: of a large one, what the RAM of the SoC can have several times.
constexpr uint32_t kUsedBytes = UB_BYTES < 0x8000 ? UB_BYTES : 0x8000;

/// Byte `address` of UB, as elements of type T.
template <typename T>
T* ub(uint32_t address) {
  return reinterpret_cast<T*>(UB_BASE + address);
}

inline uint32_t next_random() {
  static uint32_t state = 1;
  state = state * 1664525U + 1013904223U;
  return state >> 16;
}

/// Cycles of a function: not inlined, so that nothing of it is done outside.
template <typename Function>
[[gnu::noinline]] uint32_t cycles_of(const Function& function) {
  const uint32_t start = soc_cycles();
  function();
  return soc_cycles() - start;
}

/// Runs a kernel until the unit is idle, and the same in plain C++, and prints the cycles of both.
/// Between the two syncs are the commands of the kernel. Returns whether one of them has failed.
template <typename Kernel, typename Plain>
bool measure(const char* name, const Kernel& kernel, const Plain& plain) {
  uint32_t error = 0;
  gsq_sync();
  const uint32_t cycles = cycles_of([&] {
    kernel();
    error = gsq_sync();
  });
  const uint32_t alone = cycles_of(plain);
  printf("%s: %lu cycles, in plain C %lu\n", name, static_cast<unsigned long>(cycles),
         static_cast<unsigned long>(alone));
  if (error != 0) printf("%s: a command failed: 0x%lx\n", name, static_cast<unsigned long>(error));
  return error != 0;
}

/// Prints the first element that is wrong. Returns whether there is one. Elements are those of
/// integers, or of types that are bits of them.
template <typename T>
bool differs(const char* what, const T* found, const T* expected, uint32_t count) {
  const auto* const actual = reinterpret_cast<const uint8_t*>(found);
  const auto* const right = reinterpret_cast<const uint8_t*>(expected);
  for (uint32_t i = 0; i < count * sizeof(T); ++i) {
    if (actual[i] == right[i]) continue;
    printf("%s: element %lu, byte %lu: expected 0x%02x, found 0x%02x\n", what,
           static_cast<unsigned long>(i / sizeof(T)), static_cast<unsigned long>(i % sizeof(T)),
           right[i], actual[i]);
    return true;
  }
  return false;
}

/// Copies to or from UB.
template <typename T>
void copy(T* to, const T* from, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) to[i] = from[i];
}

#endif
