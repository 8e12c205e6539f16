// SPDX-License-Identifier: Apache-2.0
// A kernel that the host calls as a function, as tests for simulators of PTO do: rows of a tile go
// to the rows that an index says for each element, and the host waits for the stream.
#include <acl/acl.h>
#ifdef __CCE_AICORE__  // as the original compiler says it for what runs on the device
#include <pto/pto-inst.hpp>
#endif

#include <cstdint>
#include <cstdio>

using namespace pto;

namespace {

constexpr int kSize = 16;

AICORE void scatter(__gm__ float* out, __gm__ float* in, __gm__ std::uint16_t* rows) {
  using Sizes = Shape<1, 1, 1, kSize, kSize>;
  using Steps = Stride<1, 1, 1, kSize, 1>;
  Tile<TileType::Vec, float, kSize, kSize> src;
  Tile<TileType::Vec, float, kSize, kSize> dst;
  Tile<TileType::Vec, std::uint16_t, kSize, kSize> idx;
  TLOAD(src, GlobalTensor<float, Sizes, Steps>(in));
  TLOAD(idx, GlobalTensor<std::uint16_t, Sizes, Steps>(rows));
  TEXPANDS(dst, -1);
  TSCATTER(dst, src, idx);
  TSTORE(GlobalTensor<float, Sizes, Steps>(out), dst);
}

template <typename T>
T* on_device(const T* data) {
  constexpr std::size_t kBytes = sizeof(T) * kSize * kSize;
  void* memory = nullptr;
  aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
  if (data != nullptr) aclrtMemcpy(memory, kBytes, data, kBytes, ACL_MEMCPY_HOST_TO_DEVICE);
  return static_cast<T*>(memory);
}

}  // namespace

int main() {
  float in[kSize * kSize];
  std::uint16_t rows[kSize * kSize];
  float expected[kSize * kSize];
  for (float& number : expected) number = -1;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      in[i * kSize + j] = static_cast<float>(100 * i + j);
      rows[i * kSize + j] = static_cast<std::uint16_t>((3 * i + j) % 13);
      expected[rows[i * kSize + j] * kSize + j] = in[i * kSize + j];
    }
  }
  aclInit(nullptr);
  aclrtStream stream = nullptr;
  aclrtCreateStream(&stream);
  float* const from = on_device(in);
  std::uint16_t* const idx = on_device(rows);
  float* const to = on_device<float>(nullptr);

  scatter(to, from, idx);
  aclrtSynchronizeStream(stream);

  float back[kSize * kSize];
  aclrtMemcpy(back, sizeof back, to, sizeof back, ACL_MEMCPY_DEVICE_TO_HOST);
  int wrong = 0;
  for (int at = 0; at < kSize * kSize; ++at) wrong += back[at] != expected[at];
  std::printf("%d of %d numbers are wrong\n%s\n", wrong, kSize * kSize,
              wrong == 0 ? "test pass" : "test FAILED");
  aclrtDestroyStream(stream);
  return wrong != 0;
}
