// SPDX-License-Identifier: Apache-2.0
/// Types of the Ascend Computing Language: errors, handles, types of data, half as bits.
///
/// Calls return ACL_SUCCESS or the number of an error; aclGetRecentErrMsg says the last one.
#pragma once

#include <cstddef>
#include <cstdint>

// The names are those of the original API.
// NOLINTBEGIN(readability-identifier-naming, modernize-use-using)
using aclError = int;
using aclrtStream = void*;
using aclrtContext = void*;
using aclrtEvent = void*;
using aclFloat16 = std::uint16_t;

inline constexpr aclError ACL_SUCCESS = 0;
inline constexpr aclError ACL_ERROR_NONE = 0;
inline constexpr aclError ACL_ERROR_INVALID_PARAM = 100000;
inline constexpr aclError ACL_ERROR_BAD_ALLOC = 200000;

/// Types of elements, by their numbers.
enum aclDataType {
  ACL_DT_UNDEFINED = -1,
  ACL_FLOAT = 0,
  ACL_FLOAT16 = 1,
  ACL_INT8 = 2,
  ACL_INT32 = 3,
  ACL_UINT8 = 4,
  ACL_INT16 = 6,
  ACL_UINT16 = 7,
  ACL_UINT32 = 8,
  ACL_INT64 = 9,
  ACL_UINT64 = 10,
  ACL_DOUBLE = 11,
  ACL_BOOL = 12,
  ACL_STRING = 13,
  ACL_COMPLEX64 = 16,
  ACL_COMPLEX128 = 17,
  ACL_BF16 = 27,
  ACL_INT4 = 29,
  ACL_UINT1 = 30,
  ACL_COMPLEX32 = 33,
  ACL_HIFLOAT8 = 34,
  ACL_FLOAT8_E5M2 = 35,
  ACL_FLOAT8_E4M3FN = 36,
  ACL_FLOAT8_E8M0 = 37,
};

/// Bytes of an element; 0 for a type without whole bytes, or of any length.
std::size_t aclDataTypeSize(aclDataType dataType);

/// The sentence of the last error; empty before the first.
const char* aclGetRecentErrMsg();

/// Conversions of half, given as bits.
float aclFloat16ToFloat(aclFloat16 value);
aclFloat16 aclFloatToFloat16(float value);
// NOLINTEND(readability-identifier-naming, modernize-use-using)
