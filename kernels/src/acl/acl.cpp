// SPDX-License-Identifier: Apache-2.0
#include "gsq/foreign/acl/acl.h"

#include <fmt/format.h>

#include <cstring>
#include <new>
#include <string>

#include "gsq/kernel/ascend/global_tensor.hpp"
#include "gsq/kernel/types.hpp"
#include "gsq/kernel/unit.hpp"

namespace {

using gsq::kernel::ascend::allocate_global;
using gsq::kernel::ascend::check_global;
using gsq::kernel::ascend::free_global;

std::string& last_error() {
  static std::string text;
  return text;
}

aclError error(aclError number, std::string text) {
  last_error() = std::move(text);
  return number;
}

aclError allocate(void** pointer, std::size_t bytes, const char* api) {
  if (pointer == nullptr) {
    return error(ACL_ERROR_INVALID_PARAM,
                 fmt::format("{}: expected a place for the pointer, found a null pointer", api));
  }
  try {
    *pointer = allocate_global(bytes);
    return ACL_SUCCESS;
  } catch (const std::bad_alloc&) {
    return error(ACL_ERROR_BAD_ALLOC, fmt::format("{}: no memory for {} bytes", api, bytes));
  }
}

/// Waits for kernels that were called as functions: those of a launch have ended.
aclError finish_calls() {
  if (gsq::kernel::Unit* const unit = gsq::kernel::Unit::current_or_none()) unit->end_calls();
  return ACL_SUCCESS;
}

aclError release(void* pointer, const char* api) {
  finish_calls();
  if (free_global(pointer)) return ACL_SUCCESS;
  return error(ACL_ERROR_INVALID_PARAM,
               fmt::format("{}: expected memory that is not given back yet, found {}", api,
                           fmt::ptr(pointer)));
}

/// Gives a result to the program.
template <typename T>
aclError give(T* to, T value, const char* api) {
  if (to == nullptr) {
    return error(ACL_ERROR_INVALID_PARAM,
                 fmt::format("{}: expected a place for the result, found a null pointer", api));
  }
  *to = value;
  return ACL_SUCCESS;
}

aclError check_range(const void* begin, std::size_t bytes, std::size_t most, const char* api) {
  if (bytes > most) {
    return error(ACL_ERROR_INVALID_PARAM,
                 fmt::format("{}: expected at most {} bytes, found {}", api, most, bytes));
  }
  try {
    check_global(begin, 0, bytes, api);
    return ACL_SUCCESS;
  } catch (const gsq::kernel::Error& wrong) {
    return error(ACL_ERROR_INVALID_PARAM, wrong.what());
  }
}

/// Copies rows that begin a pitch apart; one row of any pitch.
aclError copy_rows(void* dst, std::size_t dst_pitch, const void* src, std::size_t src_pitch,
                   std::size_t width, std::size_t height, const char* api) {
  if (height > 1 && (width > dst_pitch || width > src_pitch)) {
    return error(
        ACL_ERROR_INVALID_PARAM,
        fmt::format("{}: expected rows of at most their pitches, {} and {}, found {} bytes", api,
                    dst_pitch, src_pitch, width));
  }
  const std::size_t last = height == 0 ? 0 : height - 1;
  const std::size_t to_bytes = height == 0 ? 0 : last * dst_pitch + width;
  const std::size_t from_bytes = height == 0 ? 0 : last * src_pitch + width;
  if (const aclError wrong = check_range(dst, to_bytes, to_bytes, api)) return wrong;
  if (const aclError wrong = check_range(src, from_bytes, from_bytes, api)) return wrong;
  finish_calls();
  for (std::size_t row = 0; row < height; ++row) {
    std::memmove(static_cast<char*>(dst) + row * dst_pitch,
                 static_cast<const char*>(src) + row * src_pitch, width);
  }
  return ACL_SUCCESS;
}

}  // namespace

aclError aclInit(const char* /*configPath*/) { return ACL_SUCCESS; }
aclError aclFinalize() { return finish_calls(); }
aclError aclrtSetDevice(std::int32_t /*deviceId*/) { return ACL_SUCCESS; }
aclError aclrtGetDevice(std::int32_t* deviceId) {
  return give(deviceId, std::int32_t{0}, "aclrtGetDevice");
}
aclError aclrtResetDevice(std::int32_t /*deviceId*/) { return finish_calls(); }
aclError aclrtGetDeviceCount(std::uint32_t* count) {
  return give(count, std::uint32_t{1}, "aclrtGetDeviceCount");
}
aclError aclrtGetDeviceInfo(std::uint32_t /*deviceId*/, aclrtDevAttr /*attr*/,
                            std::int64_t* value) {
  return give(value, std::int64_t{1}, "aclrtGetDeviceInfo");
}
const char* aclrtGetSocName() { return "gsq"; }
aclError aclrtGetRunMode(aclrtRunMode* runMode) {
  return give(runMode, ACL_HOST, "aclrtGetRunMode");
}
aclError aclrtCreateContext(aclrtContext* context, std::int32_t /*deviceId*/) {
  return give(context, aclrtContext{}, "aclrtCreateContext");
}
aclError aclrtDestroyContext(aclrtContext /*context*/) { return finish_calls(); }
aclError aclrtSetCurrentContext(aclrtContext /*context*/) { return ACL_SUCCESS; }
aclError aclrtCreateStream(aclrtStream* stream) {
  return give(stream, aclrtStream{}, "aclrtCreateStream");
}
aclError aclrtCreateStreamWithConfig(aclrtStream* stream, std::uint32_t /*priority*/,
                                     std::uint32_t /*flag*/) {
  return give(stream, aclrtStream{}, "aclrtCreateStreamWithConfig");
}
aclError aclrtDestroyStream(aclrtStream /*stream*/) { return finish_calls(); }
aclError aclrtDestroyStreamForce(aclrtStream /*stream*/) { return finish_calls(); }
aclError aclrtSynchronizeStream(aclrtStream /*stream*/) { return finish_calls(); }
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream /*stream*/, std::int32_t /*timeout*/) {
  return finish_calls();
}
aclError aclrtStreamQuery(aclrtStream /*stream*/, aclrtStreamStatus* status) {
  finish_calls();
  return give(status, ACL_STREAM_STATUS_COMPLETE, "aclrtStreamQuery");
}
aclError aclrtSynchronizeDevice() { return finish_calls(); }
aclError aclrtSynchronizeDeviceWithTimeout(std::int32_t /*timeout*/) { return finish_calls(); }
aclError aclrtCreateEvent(aclrtEvent* event) {
  return give(event, aclrtEvent{}, "aclrtCreateEvent");
}
aclError aclrtCreateEventWithFlag(aclrtEvent* event, std::uint32_t /*flag*/) {
  return give(event, aclrtEvent{}, "aclrtCreateEventWithFlag");
}
aclError aclrtDestroyEvent(aclrtEvent /*event*/) { return finish_calls(); }
aclError aclrtRecordEvent(aclrtEvent /*event*/, aclrtStream /*stream*/) { return ACL_SUCCESS; }
aclError aclrtStreamWaitEvent(aclrtStream /*stream*/, aclrtEvent /*event*/) { return ACL_SUCCESS; }
aclError aclrtSynchronizeEvent(aclrtEvent /*event*/) { return finish_calls(); }
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent /*event*/, std::int32_t /*timeout*/) {
  return finish_calls();
}
aclError aclrtQueryEventStatus(aclrtEvent /*event*/, aclrtEventRecordedStatus* status) {
  finish_calls();
  return give(status, ACL_EVENT_RECORDED_STATUS_COMPLETE, "aclrtQueryEventStatus");
}

aclError aclrtMalloc(void** devPtr, std::size_t size, aclrtMemMallocPolicy /*policy*/) {
  return allocate(devPtr, size, "aclrtMalloc");
}
aclError aclrtMallocAlign32(void** devPtr, std::size_t size, aclrtMemMallocPolicy /*policy*/) {
  return allocate(devPtr, size, "aclrtMallocAlign32");
}
aclError aclrtMallocHost(void** hostPtr, std::size_t size) {
  return allocate(hostPtr, size, "aclrtMallocHost");
}
aclError aclrtFree(void* devPtr) { return release(devPtr, "aclrtFree"); }
aclError aclrtFreeHost(void* hostPtr) { return release(hostPtr, "aclrtFreeHost"); }

aclError aclrtMemcpy(void* dst, std::size_t destMax, const void* src, std::size_t count,
                     aclrtMemcpyKind /*kind*/) {
  if (const aclError wrong = check_range(dst, count, destMax, "aclrtMemcpy")) return wrong;
  if (const aclError wrong = check_range(src, count, count, "aclrtMemcpy")) return wrong;
  finish_calls();
  std::memmove(dst, src, count);
  return ACL_SUCCESS;
}
aclError aclrtMemcpyAsync(void* dst, std::size_t destMax, const void* src, std::size_t count,
                          aclrtMemcpyKind kind, aclrtStream /*stream*/) {
  return aclrtMemcpy(dst, destMax, src, count, kind);
}
aclError aclrtMemcpy2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                       std::size_t width, std::size_t height, aclrtMemcpyKind /*kind*/) {
  return copy_rows(dst, dpitch, src, spitch, width, height, "aclrtMemcpy2d");
}
aclError aclrtMemcpy2dAsync(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                            std::size_t width, std::size_t height, aclrtMemcpyKind /*kind*/,
                            aclrtStream /*stream*/) {
  return copy_rows(dst, dpitch, src, spitch, width, height, "aclrtMemcpy2dAsync");
}
aclError aclrtMemset(void* devPtr, std::size_t maxCount, std::int32_t value, std::size_t count) {
  if (const aclError wrong = check_range(devPtr, count, maxCount, "aclrtMemset")) return wrong;
  finish_calls();
  std::memset(devPtr, value, count);
  return ACL_SUCCESS;
}
aclError aclrtMemsetAsync(void* devPtr, std::size_t maxCount, std::int32_t value, std::size_t count,
                          aclrtStream /*stream*/) {
  return aclrtMemset(devPtr, maxCount, value, count);
}

std::size_t aclDataTypeSize(aclDataType dataType) {
  switch (dataType) {
    case ACL_BOOL:
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
      return 4;
    case ACL_DOUBLE:
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_COMPLEX64:
      return 8;
    case ACL_COMPLEX128:
      return 16;
    case ACL_DT_UNDEFINED:
    case ACL_STRING:
    case ACL_INT4:
    case ACL_UINT1:
      break;
  }
  return 0;
}

const char* aclGetRecentErrMsg() { return last_error().c_str(); }

float aclFloat16ToFloat(aclFloat16 value) {
  half number;
  std::memcpy(static_cast<void*>(&number), &value, sizeof number);
  return static_cast<float>(number);
}
aclFloat16 aclFloatToFloat16(float value) {
  const half number(value);
  aclFloat16 bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}
