// SPDX-License-Identifier: Apache-2.0
/// Tensors in global memory, which is memory of the host program, and copies between them and UB.
///
/// The unit has no path to global memory: the processor copies, through the back door. Copies keep
/// their place in the order of the program; they are counted apart and take no time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <vector>

#include "gsq/kernel/ascend/local_tensor.hpp"
#include "gsq/kernel/ascend/settings.hpp"
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/unit.hpp"

#define GM_ADDR __gm__ std::uint8_t*  // NOLINT: the original name

namespace gsq::kernel::ascend {

/// Blocks of bytes in UB: the address of the first, and of each next one `step` bytes later.
struct LocalBlocks {
  std::uint64_t address{};
  std::int64_t step{};
};
/// The same in global memory.
struct GlobalBlocks {
  std::uint8_t* begin{};
  std::int64_t step{};
};

/// Bytes around each block that is copied to UB.
struct Padding {
  std::uint64_t left{};             ///< bytes before it
  std::uint64_t right{};            ///< bytes after it, those up to a multiple of 32 included
  std::vector<std::uint8_t> value;  ///< repeated; empty: the first element of the block
  std::uint32_t element_bytes{1};   ///< length of that element
};

/// Copy `count` blocks of `bytes` bytes. Throw Error when a block lies outside UB or, where it
/// begins in memory of allocate_global(), outside that, or when the UB address of a block is no
/// multiple of 32.
void copy_in(const LocalBlocks& to, const GlobalBlocks& from, std::uint32_t count,
             std::uint64_t bytes, const Padding& padding, const Call& call);
void copy_out(const GlobalBlocks& to, const LocalBlocks& from, std::uint32_t count,
              std::uint64_t bytes, const Call& call);
void copy_inside(const LocalBlocks& to, const LocalBlocks& from, std::uint32_t count,
                 std::uint64_t bytes, const Call& call);

/// Waits until global memory holds what the program has written before.
void wait_for_global(const Call& call);

/// Throws Error when `bytes` bytes from `begin` + `offset` on leave the memory of allocate_global()
/// that `begin` is in.
void check_global(const void* begin, std::int64_t offset, std::uint64_t bytes, const Call& call);

/// Memory of the host as global memory, all bits 0; its bounds are checked. Throws std::bad_alloc.
void* allocate_global(std::size_t bytes);
/// Gives it back. False when it is none, or given back already.
bool free_global(void* begin);

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// Hint to a cache that is not there.
enum class CacheMode : std::uint8_t { CACHE_MODE_DISABLE, CACHE_MODE_NORMAL = 1 };
enum class CacheRwMode : std::uint8_t { READ = 1, WRITE, RW };

/// Elements of type T in global memory: a view, which copies share.
template <typename T>
class GlobalTensor {
  static_assert(std::is_trivially_copyable_v<T>, "GlobalTensor: expected elements of plain data");

 public:
  using PrimType = T;

  /// Where the elements are, and how many; 0: the program does not say.
  void SetGlobalBuffer(__gm__ T* buffer, std::uint64_t size = 0) {
    begin_ = buffer;
    size_ = size;
  }

  [[nodiscard]] std::uint64_t GetSize() const { return size_; }

  /// Pointer to the first element, or to that at `offset`.
  [[nodiscard]] __gm__ T* GetPhyAddr() const { return begin_; }
  [[nodiscard]] __gm__ T* GetPhyAddr(std::uint64_t offset) const { return begin_ + offset; }

  /// The elements from `offset` on.
  GlobalTensor operator[](std::uint64_t offset) const {
    GlobalTensor rest;
    rest.SetGlobalBuffer(begin_ + offset, size_ > offset ? size_ - offset : 0);
    return rest;
  }

  /// The same bytes as elements of another type.
  template <typename U>
  [[nodiscard]] GlobalTensor<U> ReinterpretCast() const {
    GlobalTensor<U> other;
    other.SetGlobalBuffer(reinterpret_cast<U*>(begin_), size_ * sizeof(T) / sizeof(U));
    return other;
  }

  /// An element; waits for the copies before. Throws gsq::kernel::Error of an earlier command that
  /// failed, or when the element leaves its memory.
  [[nodiscard]] T GetValue(std::uint64_t index, const detail::Call& call = detail::Call::here(
                                                    "GlobalTensor::GetValue")) const {
    check(call, index);
    return begin_[index];
  }

  /// Writes an element; waits and throws as GetValue.
  template <typename V>
  void SetValue(std::uint64_t index, V value,
                const detail::Call& call = detail::Call::here("GlobalTensor::SetValue")) const {
    check(call, index);
    begin_[index] = static_cast<T>(value);
  }

  /// An element to read and to assign; waits and throws as GetValue.
  T& operator()(std::uint64_t index,
                const detail::Call& call = detail::Call::here("GlobalTensor::operator()")) const {
    check(call, index);
    return begin_[index];
  }

  template <CacheRwMode rwMode = CacheRwMode::RW>
  void SetL2CacheHint(CacheMode /*mode*/) {}

 private:
  void check(const detail::Call& call, std::uint64_t index) const {
    gsq::kernel::ascend::check_global(begin_, static_cast<std::int64_t>(index * sizeof(T)),
                                      sizeof(T), call);
    gsq::kernel::ascend::wait_for_global(call);
  }

  T* begin_{};
  std::uint64_t size_{};
};

/// `blockCount` blocks of `blockLen` times 32 bytes, with gaps of so many times 32 bytes between
/// the end of one and the begin of the next.
struct DataCopyParams {
  std::uint32_t blockCount = 1;
  std::uint32_t blockLen = 0;
  union {
    std::uint32_t srcGap = 0;
    std::uint32_t srcStride;
  };
  union {
    std::uint32_t dstGap = 0;
    std::uint32_t dstStride;
  };

  DataCopyParams() = default;
  DataCopyParams(std::uint32_t count, std::uint32_t length, std::uint32_t source,
                 std::uint32_t destination)
      : blockCount(count), blockLen(length), srcGap(source), dstGap(destination) {}
};

/// `blockCount` blocks of `blockLen` bytes. Gaps in global memory are in bytes and may be negative,
/// those in UB in 32 bytes.
struct DataCopyExtParams {
  std::uint32_t blockCount = 1;
  std::uint32_t blockLen = 0;
  std::int64_t srcStride = 0;
  std::int64_t dstStride = 0;
  std::uint32_t rsv = 0;

  DataCopyExtParams() = default;
  DataCopyExtParams(std::uint32_t count, std::uint32_t length, std::int64_t source,
                    std::int64_t destination, std::uint32_t reserved)
      : blockCount(count),
        blockLen(length),
        srcStride(source),
        dstStride(destination),
        rsv(reserved) {}
};

/// What surrounds each block in UB: so many elements of `paddingValue` (isPad), or of the value set
/// by SetPadValue, and the same up to a multiple of 32 bytes. With neither isPad nor elements on a
/// side the first element of the block is repeated up to a multiple of 32 bytes.
template <typename T>
struct DataCopyPadExtParams {
  bool isPad = false;
  std::uint32_t leftPadding = 0;
  std::uint32_t rightPadding = 0;
  T paddingValue{};

  DataCopyPadExtParams() = default;
  template <typename V>
  DataCopyPadExtParams(bool pad, std::uint32_t left, std::uint32_t right, V value)
      : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(static_cast<T>(value)) {}
};
template <typename T>
DataCopyPadExtParams(bool, std::uint32_t, std::uint32_t, T) -> DataCopyPadExtParams<T>;
struct DataCopyPadParams {
  bool isPad = false;
  std::uint32_t leftPadding = 0;
  std::uint32_t rightPadding = 0;
  std::uint64_t paddingValue = 0;
};

/// Whether each block in UB begins at a multiple of 32 bytes, or all follow without gaps.
enum class PaddingMode : std::uint8_t { Normal, Compact };

namespace detail {

inline constexpr std::int64_t kBlock = 32;

template <typename T>
std::vector<std::uint8_t> bytes_of_value(const T& value) {
  std::vector<std::uint8_t> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

template <typename T>
gsq::kernel::ascend::GlobalBlocks blocks_of(const GlobalTensor<T>& tensor, std::int64_t step) {
  return {const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(tensor.GetPhyAddr())),
          step};
}

constexpr std::uint64_t up_to_blocks(std::uint64_t bytes) { return (bytes + 31) / 32 * 32; }

/// Bytes of `count` elements, rounded down to a multiple of 32.
template <typename T>
constexpr std::uint64_t whole_blocks(std::uint32_t count) {
  return std::uint64_t{count} * sizeof(T) / 32 * 32;
}

template <typename T, PaddingMode mode>
void copy_pad_in(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                 const DataCopyExtParams& params, const DataCopyPadExtParams<T>& pad,
                 const Call& call) {
  if (params.blockCount == 0 || params.blockLen == 0) return;
  const auto from = blocks_of(src, params.blockLen + params.srcStride);
  gsq::kernel::ascend::Padding padding;
  padding.element_bytes = sizeof(T);
  if (mode == PaddingMode::Compact) {
    const std::uint64_t all = std::uint64_t{params.blockCount} * params.blockLen;
    padding.value = pad.isPad ? bytes_of_value(pad.paddingValue)
                              : gsq::kernel::ascend::settings(call).pad_value;
    gsq::kernel::ascend::copy_in({dst.address(), params.blockLen}, from, params.blockCount,
                                 params.blockLen, {}, call);
    padding.right = up_to_blocks(all) - all;
    if (padding.right != 0) {
      gsq::kernel::ascend::copy_in({dst.address() + all, 0}, from, 1, 0, padding, call);
    }
    return;
  }
  padding.left = pad.leftPadding * sizeof(T);
  const std::uint64_t right = pad.rightPadding * sizeof(T);
  const std::uint64_t block = up_to_blocks(padding.left + params.blockLen + right);
  padding.right = block - padding.left - params.blockLen;
  if (pad.isPad || padding.left != 0 || right != 0) {
    padding.value = pad.isPad ? bytes_of_value(pad.paddingValue)
                              : gsq::kernel::ascend::settings(call).pad_value;
  }
  const std::int64_t step = static_cast<std::int64_t>(block) + params.dstStride * kBlock;
  gsq::kernel::ascend::copy_in({dst.address(), step}, from, params.blockCount, params.blockLen,
                               padding, call);
}

}  // namespace detail

/// The value around blocks of DataCopyPad without one of their own; 0 at first.
template <typename T>
__aicore__ inline void SetPadValue(T paddingValue,
                                   const detail::Call& call = detail::Call::here("SetPadValue")) {
  gsq::kernel::ascend::settings(call).pad_value = detail::bytes_of_value(paddingValue);
}

/// Copies `count` elements from global memory to UB, rounded down to a multiple of 32 bytes. By the
/// processor.
template <typename T>
__aicore__ inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                                std::uint32_t count,
                                const detail::Call& call = detail::Call::here("DataCopy")) {
  gsq::kernel::ascend::copy_in({dst.address(), 0}, detail::blocks_of(src, 0), 1,
                               detail::whole_blocks<T>(count), {}, call);
}
/// The same from UB to global memory.
template <typename T>
__aicore__ inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                std::uint32_t count,
                                const detail::Call& call = detail::Call::here("DataCopy")) {
  gsq::kernel::ascend::copy_out(detail::blocks_of(dst, 0), {src.address(), 0}, 1,
                                detail::whole_blocks<T>(count), call);
}
/// The same inside UB.
template <typename T>
__aicore__ inline void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                std::uint32_t count,
                                const detail::Call& call = detail::Call::here("DataCopy")) {
  gsq::kernel::ascend::copy_inside({dst.address(), 0}, {src.address(), 0}, 1,
                                   detail::whole_blocks<T>(count), call);
}

/// Copies blocks of 32 bytes from global memory to UB. By the processor.
template <typename T>
__aicore__ inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                                const DataCopyParams& params,
                                const detail::Call& call = detail::Call::here("DataCopy")) {
  const std::int64_t bytes = params.blockLen * detail::kBlock;
  gsq::kernel::ascend::copy_in({dst.address(), bytes + params.dstGap * detail::kBlock},
                               detail::blocks_of(src, bytes + params.srcGap * detail::kBlock),
                               params.blockCount, static_cast<std::uint64_t>(bytes), {}, call);
}
/// The same from UB to global memory.
template <typename T>
__aicore__ inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                const DataCopyParams& params,
                                const detail::Call& call = detail::Call::here("DataCopy")) {
  const std::int64_t bytes = params.blockLen * detail::kBlock;
  gsq::kernel::ascend::copy_out(detail::blocks_of(dst, bytes + params.dstGap * detail::kBlock),
                                {src.address(), bytes + params.srcGap * detail::kBlock},
                                params.blockCount, static_cast<std::uint64_t>(bytes), call);
}
/// The same inside UB.
template <typename T>
__aicore__ inline void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                const DataCopyParams& params,
                                const detail::Call& call = detail::Call::here("DataCopy")) {
  const std::int64_t bytes = params.blockLen * detail::kBlock;
  gsq::kernel::ascend::copy_inside({dst.address(), bytes + params.dstGap * detail::kBlock},
                                   {src.address(), bytes + params.srcGap * detail::kBlock},
                                   params.blockCount, static_cast<std::uint64_t>(bytes), call);
}

/// Copies blocks of bytes from global memory to UB and pads them. By the processor.
template <typename T, PaddingMode mode = PaddingMode::Normal>
__aicore__ inline void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                                   const DataCopyExtParams& params,
                                   const DataCopyPadExtParams<T>& padParams,
                                   const detail::Call& call = detail::Call::here("DataCopyPad")) {
  detail::copy_pad_in<T, mode>(dst, src, params, padParams, call);
}
template <typename T, PaddingMode mode = PaddingMode::Normal>
__aicore__ inline void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                                   const DataCopyParams& params, const DataCopyPadParams& padParams,
                                   const detail::Call& call = detail::Call::here("DataCopyPad")) {
  T value;
  std::memcpy(&value, &padParams.paddingValue, sizeof(T));
  detail::copy_pad_in<T, mode>(
      dst, src, {params.blockCount, params.blockLen, params.srcStride, params.dstStride, 0},
      {padParams.isPad, padParams.leftPadding, padParams.rightPadding, value}, call);
}

/// Copies blocks of bytes from UB, where each begins at a multiple of 32 bytes (Compact: where they
/// follow without gaps), to global memory. By the processor.
template <typename T, PaddingMode mode = PaddingMode::Normal>
__aicore__ inline void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                   const DataCopyExtParams& params,
                                   const detail::Call& call = detail::Call::here("DataCopyPad")) {
  const auto block = static_cast<std::int64_t>(detail::up_to_blocks(params.blockLen));
  const std::int64_t step = mode == PaddingMode::Compact
                                ? std::int64_t{params.blockLen}
                                : block + params.srcStride * detail::kBlock;
  gsq::kernel::ascend::copy_out(detail::blocks_of(dst, params.blockLen + params.dstStride),
                                {src.address(), step}, params.blockCount, params.blockLen, call);
}
template <typename T, PaddingMode mode = PaddingMode::Normal>
__aicore__ inline void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                   const DataCopyParams& params,
                                   const detail::Call& call = detail::Call::here("DataCopyPad")) {
  DataCopyPad<T, mode>(
      dst, src,
      DataCopyExtParams{params.blockCount, params.blockLen, params.srcStride, params.dstStride, 0},
      call);
}

/// Loops around copies: turns, and offsets in bytes from one turn to the next.
struct LoopModeParams {
  std::uint32_t loop1Size = 0;
  std::uint32_t loop2Size = 0;
  std::uint64_t loop1SrcStride = 0;
  std::uint64_t loop1DstStride = 0;
  std::uint64_t loop2SrcStride = 0;
  std::uint64_t loop2DstStride = 0;
};
enum class DataCopyMVType : std::uint8_t { UB_TO_OUT, OUT_TO_UB };

namespace detail {

inline gsq::kernel::ascend::CopyLoops& loops_of(DataCopyMVType type, const Call& call) {
  auto& settings = gsq::kernel::ascend::settings(call);
  return type == DataCopyMVType::OUT_TO_UB ? settings.loops_in : settings.loops_out;
}

}  // namespace detail

/// Copies of this direction are done once for each turn of an inner and an outer loop, until
/// ResetLoopModePara.
__aicore__ inline void SetLoopModePara(
    const LoopModeParams& loopParams, DataCopyMVType type,
    const detail::Call& call = detail::Call::here("SetLoopModePara")) {
  detail::loops_of(type, call) = {loopParams.loop1Size,      loopParams.loop2Size,
                                  loopParams.loop1SrcStride, loopParams.loop1DstStride,
                                  loopParams.loop2SrcStride, loopParams.loop2DstStride};
}
__aicore__ inline void ResetLoopModePara(
    DataCopyMVType type, const detail::Call& call = detail::Call::here("ResetLoopModePara")) {
  detail::loops_of(type, call) = {};
}

namespace detail {

template <typename T, typename Combine>
void update_by(Combine combine, const Call& call) {
  gsq::kernel::ascend::settings(call).update =
      [combine](std::uint8_t* global, const std::uint8_t* local, std::size_t bytes) {
        for (std::size_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
          T old{};
          T value{};
          std::memcpy(&old, global + at, sizeof(T));
          std::memcpy(&value, local + at, sizeof(T));
          const T result = static_cast<T>(combine(old, value));
          std::memcpy(global + at, &result, sizeof(T));
        }
      };
}

}  // namespace detail

/// Copies from UB to global memory add to what is there, or keep the larger or the smaller value,
/// until DisableDmaAtomic or, by its older name, SetAtomicNone.
template <typename T>
__aicore__ inline void SetAtomicAdd(const detail::Call& call = detail::Call::here("SetAtomicAdd")) {
  detail::update_by<T>([](const T& a, const T& b) { return a + b; }, call);
}
template <typename T>
__aicore__ inline void SetAtomicMax(const detail::Call& call = detail::Call::here("SetAtomicMax")) {
  detail::update_by<T>([](const T& a, const T& b) { return a < b ? b : a; }, call);
}
template <typename T>
__aicore__ inline void SetAtomicMin(const detail::Call& call = detail::Call::here("SetAtomicMin")) {
  detail::update_by<T>([](const T& a, const T& b) { return b < a ? b : a; }, call);
}
__aicore__ inline void DisableDmaAtomic(
    const detail::Call& call = detail::Call::here("DisableDmaAtomic")) {
  gsq::kernel::ascend::settings(call).update = {};
}
__aicore__ inline void SetAtomicNone(
    const detail::Call& call = detail::Call::here("SetAtomicNone")) {
  DisableDmaAtomic(call);
}

}  // namespace AscendC
