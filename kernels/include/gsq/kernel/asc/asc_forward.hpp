// SPDX-License-Identifier: Apache-2.0
/// The shapes of the calls of the C API that are calls of AscendC::Reg under other names: what they
/// take, for the tables in the other headers. An entry is the name, and the call with its template
/// arguments.
#pragma once

#include <cstdint>

#include "gsq/kernel/asc/asc_registers.hpp"

#define GSQ_ASC_LIST(...) __VA_ARGS__
/// The function NAME(PARAMETERS): the call of AscendC::Reg with these ARGUMENTS. TYPES is the head
/// of a template, or nothing. All three in parentheses.
#define GSQ_ASC_CALL(NAME, TYPES, PARAMETERS, ARGUMENTS, ...)                                    \
  GSQ_ASC_LIST TYPES __simd_callee__ inline void NAME(                                           \
      GSQ_ASC_LIST PARAMETERS, const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) { \
    AscendC::Reg::__VA_ARGS__(GSQ_ASC_LIST ARGUMENTS, call);                                     \
  }

// One source.
#define GSQ_ASC_UNARY(NAME, ...)                                                           \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                              \
               (gsq::kernel::asc::Vector<T> & dst, const gsq::kernel::asc::Vector<T>& src, \
                const vector_bool& mask),                                                  \
               (dst, src, mask), __VA_ARGS__)

// Two sources.
#define GSQ_ASC_BINARY(NAME, ...)                                                           \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                               \
               (gsq::kernel::asc::Vector<T> & dst, const gsq::kernel::asc::Vector<T>& src0, \
                const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask),          \
               (dst, src0, src1, mask), __VA_ARGS__)

// A source and a value.
#define GSQ_ASC_SCALAR(NAME, ...)                                                           \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                               \
               (gsq::kernel::asc::Vector<T> & dst, const gsq::kernel::asc::Vector<T>& src,  \
                typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask), \
               (dst, src, value, mask), __VA_ARGS__)

// Shifts.
#define GSQ_ASC_SHIFT(NAME, ...)                                                            \
  GSQ_ASC_CALL(NAME, (template <typename T, typename U>),                                   \
               (gsq::kernel::asc::Vector<T> & dst, const gsq::kernel::asc::Vector<T>& src0, \
                const gsq::kernel::asc::Vector<U>& src1, const vector_bool& mask),          \
               (dst, src0, src1, mask), __VA_ARGS__)
#define GSQ_ASC_SHIFT_SCALAR(NAME, ...)                                                    \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                              \
               (gsq::kernel::asc::Vector<T> & dst, const gsq::kernel::asc::Vector<T>& src, \
                std::int32_t value, const vector_bool& mask),                              \
               (dst, src, value, mask), __VA_ARGS__)

// With a carry out, and in.
#define GSQ_ASC_CARRY(NAME, ...)                                                                  \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                                     \
               (vector_bool & carry, gsq::kernel::asc::Vector<T> & dst,                           \
                const gsq::kernel::asc::Vector<T>& src0, const gsq::kernel::asc::Vector<T>& src1, \
                const vector_bool& mask),                                                         \
               (carry, dst, src0, src1, mask), __VA_ARGS__)
#define GSQ_ASC_CARRY_IN(NAME, ...)                                                               \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                                     \
               (vector_bool & carry, gsq::kernel::asc::Vector<T> & dst,                           \
                const gsq::kernel::asc::Vector<T>& src0, const gsq::kernel::asc::Vector<T>& src1, \
                const vector_bool& carry_src, const vector_bool& mask),                           \
               (carry, dst, src0, src1, carry_src, mask), __VA_ARGS__)

// Between half and float.
#define GSQ_ASC_TO_FLOAT(NAME, ...)                                                \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                      \
               (vector_float & dst, const gsq::kernel::asc::Vector<T>& src0,       \
                const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask), \
               (dst, src0, src1, mask), __VA_ARGS__)
#define GSQ_ASC_TO_HALF(NAME, ...)                                                                 \
  GSQ_ASC_CALL(NAME, (),                                                                           \
               (vector_half & dst, const vector_float& src, float value, const vector_bool& mask), \
               (dst, src, value, mask), __VA_ARGS__)

// Comparisons.
#define GSQ_ASC_COMPARE(NAME, ...)                                                 \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                      \
               (vector_bool & dst, const gsq::kernel::asc::Vector<T>& src0,        \
                const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask), \
               (dst, src0, src1, mask), __VA_ARGS__)
#define GSQ_ASC_COMPARE_SCALAR(NAME, ...)                                                   \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                               \
               (vector_bool & dst, const gsq::kernel::asc::Vector<T>& src,                  \
                typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask), \
               (dst, src, value, mask), __VA_ARGS__)

// A value in all lanes.
#define GSQ_ASC_FILL(NAME, ...)                                                              \
  GSQ_ASC_CALL(                                                                              \
      NAME, (template <typename T>),                                                         \
      (gsq::kernel::asc::Vector<T> & dst, typename gsq::kernel::asc::Scalar<T>::Type value), \
      (dst, value), __VA_ARGS__)

// Two results.
#define GSQ_ASC_PAIR(NAME, ...)                                                                    \
  GSQ_ASC_CALL(NAME, (template <typename T>),                                                      \
               (gsq::kernel::asc::Vector<T> & dst0, gsq::kernel::asc::Vector<T> & dst1,            \
                const gsq::kernel::asc::Vector<T>& src0, const gsq::kernel::asc::Vector<T>& src1), \
               (dst0, dst1, src0, src1), __VA_ARGS__)

// Lanes of another length.
#define GSQ_ASC_RESIZE(NAME, ...)                                                           \
  GSQ_ASC_CALL(NAME, (template <typename D, typename T>),                                   \
               (gsq::kernel::asc::Vector<D> & dst, const gsq::kernel::asc::Vector<T>& src), \
               (dst, src), __VA_ARGS__)
#define GSQ_ASC_REDUCE(NAME, ...)                                                          \
  GSQ_ASC_CALL(NAME, (template <typename D, typename T>),                                  \
               (gsq::kernel::asc::Vector<D> & dst, const gsq::kernel::asc::Vector<T>& src, \
                const vector_bool& mask),                                                  \
               (dst, src, mask), __VA_ARGS__)
#define GSQ_ASC_HISTOGRAM(NAME, ...)                                                        \
  GSQ_ASC_CALL(NAME, (),                                                                    \
               (vector_uint16_t & dst, const vector_uint8_t& src, const vector_bool& mask), \
               (dst, src, mask), __VA_ARGS__)

// Masks.
#define GSQ_ASC_MASK_UNARY(NAME, ...)                                                          \
  GSQ_ASC_CALL(NAME, (), (vector_bool & dst, const vector_bool& src, const vector_bool& mask), \
               (dst, src, mask), __VA_ARGS__)
#define GSQ_ASC_MASK_BINARY(NAME, ...)                                               \
  GSQ_ASC_CALL(NAME, (),                                                             \
               (vector_bool & dst, const vector_bool& src0, const vector_bool& src1, \
                const vector_bool& mask),                                            \
               (dst, src0, src1, mask), __VA_ARGS__)
#define GSQ_ASC_MASK_PAIR(NAME, ...)                                                              \
  GSQ_ASC_CALL(                                                                                   \
      NAME, (),                                                                                   \
      (vector_bool & dst0, vector_bool & dst1, const vector_bool& src0, const vector_bool& src1), \
      (dst0, dst1, src0, src1), __VA_ARGS__)
#define GSQ_ASC_MASK_RESIZE(NAME, ...) \
  GSQ_ASC_CALL(NAME, (), (vector_bool & dst, const vector_bool& src), (dst, src), __VA_ARGS__)
