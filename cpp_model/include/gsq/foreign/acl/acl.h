// SPDX-License-Identifier: Apache-2.0
/// The calls of the Ascend Computing Language with which host programs prepare memory and launch
/// kernels. The device is this process: its memory is memory of the host whose bounds copies of
/// kernels check, a launch runs at once, and a stream has nothing to wait for.
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

/// Kinds of memory: all the same here.
enum aclrtMemMallocPolicy {
  ACL_MEM_MALLOC_HUGE_FIRST,
  ACL_MEM_MALLOC_HUGE_ONLY,
  ACL_MEM_MALLOC_NORMAL_ONLY
};

/// Directions of a copy: all the same here.
enum aclrtMemcpyKind {
  ACL_MEMCPY_HOST_TO_HOST,
  ACL_MEMCPY_HOST_TO_DEVICE,
  ACL_MEMCPY_DEVICE_TO_HOST,
  ACL_MEMCPY_DEVICE_TO_DEVICE,
  ACL_MEMCPY_DEFAULT
};

/// Facts about the device.
enum aclrtDevAttr {
  ACL_DEV_ATTR_AICORE_CORE_NUM,
  ACL_DEV_ATTR_CUBE_CORE_NUM,
  ACL_DEV_ATTR_VECTOR_CORE_NUM
};

// Start and end; a device, its contexts, streams and events. They have nothing to do.
aclError aclInit(const char* configPath);
aclError aclFinalize();
aclError aclrtSetDevice(std::int32_t deviceId);
aclError aclrtGetDevice(std::int32_t* deviceId);
aclError aclrtResetDevice(std::int32_t deviceId);
aclError aclrtGetDeviceCount(std::uint32_t* count);
aclError aclrtGetDeviceInfo(std::uint32_t deviceId, aclrtDevAttr attr, std::int64_t* value);
const char* aclrtGetSocName();
aclError aclrtCreateContext(aclrtContext* context, std::int32_t deviceId);
aclError aclrtDestroyContext(aclrtContext context);
aclError aclrtSetCurrentContext(aclrtContext context);
aclError aclrtCreateStream(aclrtStream* stream);
aclError aclrtDestroyStream(aclrtStream stream);
aclError aclrtSynchronizeStream(aclrtStream stream);
aclError aclrtSynchronizeDevice();
aclError aclrtCreateEvent(aclrtEvent* event);
aclError aclrtDestroyEvent(aclrtEvent event);
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

/// Memory, all bits 0. Errors: no pointer to write to, no memory.
aclError aclrtMalloc(void** devPtr, std::size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocHost(void** hostPtr, std::size_t size);
/// Errors: not memory of those calls.
aclError aclrtFree(void* devPtr);
aclError aclrtFreeHost(void* hostPtr);

/// Copies and sets `count` bytes. Errors: more than `destMax`, a null pointer, or a range that
/// leaves its memory.
aclError aclrtMemcpy(void* dst, std::size_t destMax, const void* src, std::size_t count,
                     aclrtMemcpyKind kind);
aclError aclrtMemcpyAsync(void* dst, std::size_t destMax, const void* src, std::size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemset(void* devPtr, std::size_t maxCount, std::int32_t value, std::size_t count);

/// The sentence of the last error; empty before the first.
const char* aclGetRecentErrMsg();

/// Conversions of half, given as bits.
float aclFloat16ToFloat(aclFloat16 value);
aclFloat16 aclFloatToFloat16(float value);
// NOLINTEND(readability-identifier-naming, modernize-use-using)

#include "gsq/foreign/foreign_launch.hpp"  // IWYU pragma: export
