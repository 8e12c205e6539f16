// SPDX-License-Identifier: Apache-2.0
/// What kernels in Ascend C include, under its original name: registers, tensors, pipes, launches.
///
/// Add the folder of this file to the include path (-I), so that programs written for the original
/// compile unchanged but for their launches; docs/kernels/foreign.md says how.
#pragma once

// Kernels use these without their own includes.
// IWYU pragma: begin_exports
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "gsq/foreign/acl/acl_base_rt.h"
#include "gsq/foreign/core.h"
#include "gsq/foreign/foreign_launch.hpp"
#include "gsq/kernel/ascend.hpp"
// IWYU pragma: end_exports

// NOLINTBEGIN: the original names
/// Assertions of kernels.
#ifndef ASSERT
#define ASSERT(condition) assert(condition)
#endif
/// Kinds of cores of a kernel: here there is one.
#define KERNEL_TASK_TYPE_DEFAULT(value)
#define KERNEL_TASK_TYPE(key, value)
// NOLINTEND

namespace AscendC {

/// Output of kernels.
using ::printf;

/// The part of the standard library that kernels use under this name.
namespace Std {
using namespace std;  // NOLINT: all of it
}

/// Choices by types.
template <bool condition, typename A, typename B>
using Conditional = std::conditional<condition, A, B>;
template <typename A, typename B>
using IsSameType = std::is_same<A, B>;

/// Memory of the host program for kernels to share: the pointer that the launch has given.
__aicore__ inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) { return workspace; }
__aicore__ inline void SetSysWorkspace(GM_ADDR /*workspace*/) {}

/// Calls a vector function; another name of asc_vf_call.
template <auto function, typename... Args>
__aicore__ inline void VF_CALL(Args&&... args) {
  asc_vf_call<function>(std::forward<Args>(args)...);
}

/// Bytes of a block in UB.
__aicore__ constexpr inline std::uint32_t GetDataBlockSizeInBytes() { return 32; }

/// Quotients and multiples, rounded up. `b` is not 0.
template <typename A, typename B>
__aicore__ constexpr inline auto DivCeil(A a, B b) {
  return (a + b - 1) / b;
}
template <typename A, typename B>
__aicore__ constexpr inline auto CeilDivision(A a, B b) {
  return (a + b - 1) / b;
}
template <typename A, typename B>
__aicore__ constexpr inline auto AlignUp(A a, B b) {
  return (a + b - 1) / b * b;
}

/// Bytes of a block in UB, and of a repeat.
inline constexpr std::uint32_t ONE_BLK_SIZE = 32;
inline constexpr std::uint32_t DEFAULT_C0_SIZE = 32;
inline constexpr std::uint32_t ONE_REPEAT_BYTE_SIZE = 256;
inline constexpr std::uint32_t DEFAULT_BLK_STRIDE = 1;
inline constexpr std::uint32_t DEFAULT_REPEAT_STRIDE = 8;

}  // namespace AscendC

/// Kernels call it without its namespace.
using AscendC::GetTPipePtr;
