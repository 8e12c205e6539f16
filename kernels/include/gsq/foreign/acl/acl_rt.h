// SPDX-License-Identifier: Apache-2.0
/// The calls of the Ascend Computing Language with which host programs prepare memory and launch
/// kernels. The device is this process: its memory is memory of the host whose bounds copies of
/// kernels check, and a launch runs at once.
///
/// A kernel that is called as a function instead of launched may still have commands under way. All
/// calls that wait, copy, set or free memory, or end something wait for it; where one of its
/// commands has failed they throw gsq::kernel::Error, as a launch does.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gsq/foreign/acl/acl_base_rt.h"   // IWYU pragma: export
#include "gsq/foreign/foreign_launch.hpp"  // IWYU pragma: export

// The names are those of the original API.
// NOLINTBEGIN(readability-identifier-naming, modernize-use-using)
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

/// Where the program runs, and what became of a stream or an event: everything behind a wait.
enum aclrtRunMode { ACL_DEVICE, ACL_HOST };
enum aclrtStreamStatus { ACL_STREAM_STATUS_COMPLETE = 0, ACL_STREAM_STATUS_NOT_READY = 1 };
enum aclrtEventRecordedStatus {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
};

// Start; a device, its contexts, streams and events. They have nothing to do.
aclError aclInit(const char* configPath);
aclError aclrtSetDevice(std::int32_t deviceId);
aclError aclrtGetDevice(std::int32_t* deviceId);
aclError aclrtGetDeviceCount(std::uint32_t* count);
aclError aclrtGetDeviceInfo(std::uint32_t deviceId, aclrtDevAttr attr, std::int64_t* value);
const char* aclrtGetSocName();
aclError aclrtGetRunMode(aclrtRunMode* runMode);
aclError aclrtCreateContext(aclrtContext* context, std::int32_t deviceId);
aclError aclrtSetCurrentContext(aclrtContext context);
aclError aclrtCreateStream(aclrtStream* stream);
aclError aclrtCreateStreamWithConfig(aclrtStream* stream, std::uint32_t priority,
                                     std::uint32_t flag);
aclError aclrtCreateEvent(aclrtEvent* event);
aclError aclrtCreateEventWithFlag(aclrtEvent* event, std::uint32_t flag);
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

// Waits for kernels that were called. A time limit, in milliseconds, is none: nothing runs beside.
aclError aclrtSynchronizeStream(aclrtStream stream);
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, std::int32_t timeout);
aclError aclrtSynchronizeDevice();
aclError aclrtSynchronizeDeviceWithTimeout(std::int32_t timeout);
aclError aclrtSynchronizeEvent(aclrtEvent event);
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, std::int32_t timeout);
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);
aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);

// Ends, which wait too.
aclError aclrtDestroyEvent(aclrtEvent event);
aclError aclrtDestroyStream(aclrtStream stream);
aclError aclrtDestroyStreamForce(aclrtStream stream);
aclError aclrtDestroyContext(aclrtContext context);
aclError aclrtResetDevice(std::int32_t deviceId);
aclError aclFinalize();

/// Memory, all bits 0. Errors: no pointer to write to, no memory.
aclError aclrtMalloc(void** devPtr, std::size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocAlign32(void** devPtr, std::size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocHost(void** hostPtr, std::size_t size);
/// They wait. Errors: not memory of those calls.
aclError aclrtFree(void* devPtr);
aclError aclrtFreeHost(void* hostPtr);

/// They wait, then copy or set `count` bytes, or rows of `width` bytes whose begins are a pitch
/// apart. Errors: more than `destMax`, a null pointer, or a range that
/// leaves its memory.
aclError aclrtMemcpy(void* dst, std::size_t destMax, const void* src, std::size_t count,
                     aclrtMemcpyKind kind);
aclError aclrtMemcpyAsync(void* dst, std::size_t destMax, const void* src, std::size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpy2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                       std::size_t width, std::size_t height, aclrtMemcpyKind kind);
aclError aclrtMemcpy2dAsync(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                            std::size_t width, std::size_t height, aclrtMemcpyKind kind,
                            aclrtStream stream);
aclError aclrtMemset(void* devPtr, std::size_t maxCount, std::int32_t value, std::size_t count);
aclError aclrtMemsetAsync(void* devPtr, std::size_t maxCount, std::int32_t value, std::size_t count,
                          aclrtStream stream);
// NOLINTEND(readability-identifier-naming, modernize-use-using)
