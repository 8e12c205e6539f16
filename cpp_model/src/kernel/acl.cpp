// SPDX-License-Identifier: Apache-2.0
#include "gsq/foreign/acl/acl.h"

#include <fmt/format.h>

#include <cstring>
#include <new>
#include <string>

#include "gsq/kernel/ascend/global_tensor.hpp"
#include "gsq/kernel/types.hpp"

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

aclError release(void* pointer, const char* api) {
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

}  // namespace

aclError aclInit(const char* /*configPath*/) { return ACL_SUCCESS; }
aclError aclFinalize() { return ACL_SUCCESS; }
aclError aclrtSetDevice(std::int32_t /*deviceId*/) { return ACL_SUCCESS; }
aclError aclrtGetDevice(std::int32_t* deviceId) {
  return give(deviceId, std::int32_t{0}, "aclrtGetDevice");
}
aclError aclrtResetDevice(std::int32_t /*deviceId*/) { return ACL_SUCCESS; }
aclError aclrtGetDeviceCount(std::uint32_t* count) {
  return give(count, std::uint32_t{1}, "aclrtGetDeviceCount");
}
aclError aclrtGetDeviceInfo(std::uint32_t /*deviceId*/, aclrtDevAttr /*attr*/,
                            std::int64_t* value) {
  return give(value, std::int64_t{1}, "aclrtGetDeviceInfo");
}
const char* aclrtGetSocName() { return "gsq"; }
aclError aclrtCreateContext(aclrtContext* context, std::int32_t /*deviceId*/) {
  return give(context, aclrtContext{}, "aclrtCreateContext");
}
aclError aclrtDestroyContext(aclrtContext /*context*/) { return ACL_SUCCESS; }
aclError aclrtSetCurrentContext(aclrtContext /*context*/) { return ACL_SUCCESS; }
aclError aclrtCreateStream(aclrtStream* stream) {
  return give(stream, aclrtStream{}, "aclrtCreateStream");
}
aclError aclrtDestroyStream(aclrtStream /*stream*/) { return ACL_SUCCESS; }
aclError aclrtSynchronizeStream(aclrtStream /*stream*/) { return ACL_SUCCESS; }
aclError aclrtSynchronizeDevice() { return ACL_SUCCESS; }
aclError aclrtCreateEvent(aclrtEvent* event) {
  return give(event, aclrtEvent{}, "aclrtCreateEvent");
}
aclError aclrtDestroyEvent(aclrtEvent /*event*/) { return ACL_SUCCESS; }
aclError aclrtRecordEvent(aclrtEvent /*event*/, aclrtStream /*stream*/) { return ACL_SUCCESS; }
aclError aclrtStreamWaitEvent(aclrtStream /*stream*/, aclrtEvent /*event*/) { return ACL_SUCCESS; }

aclError aclrtMalloc(void** devPtr, std::size_t size, aclrtMemMallocPolicy /*policy*/) {
  return allocate(devPtr, size, "aclrtMalloc");
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
  std::memmove(dst, src, count);
  return ACL_SUCCESS;
}
aclError aclrtMemcpyAsync(void* dst, std::size_t destMax, const void* src, std::size_t count,
                          aclrtMemcpyKind kind, aclrtStream /*stream*/) {
  return aclrtMemcpy(dst, destMax, src, count, kind);
}
aclError aclrtMemset(void* devPtr, std::size_t maxCount, std::int32_t value, std::size_t count) {
  if (const aclError wrong = check_range(devPtr, count, maxCount, "aclrtMemset")) return wrong;
  std::memset(devPtr, value, count);
  return ACL_SUCCESS;
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
