// SPDX-License-Identifier: Apache-2.0
/// Registers of the unit as types, for kernels in C++17 on the core: what gsq_ascend.hpp,
/// gsq_asc.hpp, gsq_pto.hpp and gsq_mojo.hpp share. Freestanding: no exceptions, no RTTI, no heap,
/// no C++ library.
///
/// An instruction names its registers by constants, so the type of a variable has the number of its
/// register: RegTensor<int32_t, 3> is V3, MaskReg<0> is M0, UnalignReg<1> is unaligned-store
/// register 1. Such a variable has no bytes. Its declaration issues nothing, and another variable
/// of the same number, of whatever element type, is the same register. The compiler checks that the
/// register exists and that element types, lengths of lanes and indices fit the call. It does not
/// check that two values of a kernel have two numbers.
#ifndef GSQ_REGISTERS_HPP
#define GSQ_REGISTERS_HPP

#include <stdint.h>

#include "gsq.h"

#define GSQ_CALL [[gnu::always_inline]] inline
#define GSQ_INLINED __attribute__((always_inline))  // of a lambda, behind its parameters

// Where code and data are, in the words of the original APIs: nothing to a compiler for the core.
#define __ubuf__
#define __simd_vf__
#define __simd_callee__
#define __aicore__

/// Floating-point elements of two bytes, as bits: the unit moves them, and nothing calculates.
struct half {
  uint16_t bits;
};
struct bfloat16_t {
  uint16_t bits;
};

namespace gsq {

/// The number of a register that has none yet.
constexpr unsigned kNoRegister = ~0U;

/// A constant as an object: `unrolled` hands it to its function.
template <unsigned number>
struct Number {
  static constexpr unsigned value = number;
  constexpr operator unsigned() const { return number; }
};

/// Calls function(Number<0>), .. function(Number<count - 1>): a loop whose counter is a constant,
/// so that it can number registers: RegTensor<float, 4 + i> in a function of a parameter `auto i`.
template <unsigned count, typename Function>
GSQ_CALL void unrolled(const Function& function) {
  if constexpr (count != 0) {
    unrolled<count - 1>(function);
    function(Number<count - 1>{});
  }
}

/// The address of a command's operand. Commands take addresses where the core sees UB, as well as
/// those in UB itself.
GSQ_CALL uint32_t address(const volatile void* pointer) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pointer));
}

// Properties of types that the standard library would have.
template <typename A, typename B>
inline constexpr bool is_same = false;
template <typename A>
inline constexpr bool is_same<A, A> = true;
template <typename T, typename... Others>
inline constexpr bool is_one_of = (is_same<T, Others> || ...);
template <typename T>
inline constexpr bool is_unsigned = is_one_of<T, uint8_t, uint16_t, uint32_t, uint64_t>;
template <typename T>
inline constexpr bool is_signed = is_one_of<T, int8_t, int16_t, int32_t, int64_t>;
template <typename T>
inline constexpr bool is_integer = is_unsigned<T> || is_signed<T>;

/// Code of the width of lanes of so many bytes.
constexpr uint32_t width_of(unsigned bytes) {
  return bytes == 1   ? GSQ_WIDTH_B8
         : bytes == 2 ? GSQ_WIDTH_B16
         : bytes == 4 ? GSQ_WIDTH_B32
                      : GSQ_WIDTH_B64;
}

/// Code of the form of a gather or scatter, by the bytes of an element in UB and of an index.
constexpr uint32_t form_of(unsigned element, unsigned index) {
  if (element == 1) return index == 2 ? GSQ_FORM_B8 : GSQ_FORM_B8X32;
  if (element == 2) return index == 2 ? GSQ_FORM_B16 : GSQ_FORM_B16X32;
  return element == 4 ? GSQ_FORM_B32 : GSQ_FORM_B64;
}
/// Bytes of a lane of the data register in that form.
constexpr unsigned slot_of(unsigned element, unsigned index) {
  return element > index ? element : index;
}

}  // namespace gsq

#endif
