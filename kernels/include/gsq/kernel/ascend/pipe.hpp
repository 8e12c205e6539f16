// SPDX-License-Identifier: Apache-2.0
/// Memory management of kernels: buffers in UB, and queues of them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "gsq/kernel/ascend/local_tensor.hpp"
#include "gsq/kernel/ascend/sync.hpp"
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/ub_space.hpp"

namespace gsq::kernel::ascend {

/// Takes `bytes` bytes of UB, which are free again at the end of the block. Throws Error when UB
/// has no such part left.
UbPart allocate(std::uint64_t bytes, const Call& call);

/// Buffers in UB of one length that go round: free, in use by the program, or waiting in a queue.
class BufferRing {
 public:
  void init(std::uint32_t address, std::uint32_t count, std::uint32_t bytes);
  [[nodiscard]] std::uint32_t bytes() const { return bytes_; }

  /// Address of a free buffer. Throws Error when none is free.
  std::uint32_t take(const Call& call);
  /// Gives back the buffer that holds `address`. Throws Error when none in use does.
  void give_back(std::uint32_t address, const Call& call);
  /// Appends to the queue a buffer in use, at `address` inside it; pop gives the first of the
  /// queue. Throws Error when there is none.
  void push(std::uint32_t address, const Call& call);
  std::uint32_t pop(const Call& call);

  [[nodiscard]] std::size_t waiting() const { return queue_.size(); }
  [[nodiscard]] bool any_free() const;

 private:
  std::size_t buffer_of(std::uint32_t address, const Call& call) const;

  std::uint32_t address_{};
  std::uint32_t bytes_{};
  std::size_t next_{};
  std::vector<bool> in_use_;
  std::deque<std::uint32_t> queue_;
};

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// Where a LocalMemAllocator allocates.
enum class Hardware : std::uint8_t { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };

/// Allocates tensors in UB, each at the lowest free address, until it goes out of scope or the
/// block ends. Throws gsq::kernel::Error when it is full.
template <Hardware hard = Hardware::UB>
class LocalMemAllocator {
  static_assert(hard == Hardware::UB, "LocalMemAllocator: expected UB, the memory of the unit");

 public:
  /// A tensor of `tileSize` elements.
  template <typename T, std::uint32_t tileSize>
  LocalTensor<T> Alloc(const detail::Call& call = detail::Call::here("Alloc")) {
    return Alloc<TPosition::VECCALC, T>(tileSize, call);
  }
  template <TPosition pos, typename T, std::uint32_t tileSize>
  LocalTensor<T> Alloc(const detail::Call& call = detail::Call::here("Alloc")) {
    return Alloc<pos, T>(tileSize, call);
  }
  template <typename T>
  LocalTensor<T> Alloc(std::uint32_t tileSize,
                       const detail::Call& call = detail::Call::here("Alloc")) {
    return Alloc<TPosition::VECCALC, T>(tileSize, call);
  }
  template <TPosition pos, typename T>
  LocalTensor<T> Alloc(std::uint32_t tileSize,
                       const detail::Call& call = detail::Call::here("Alloc")) {
    tensors_->push_back(gsq::kernel::ascend::allocate(std::uint64_t{tileSize} * sizeof(T), call));
    return LocalTensor<T>(pos, tensors_->back().address(), tileSize, call);
  }

  /// Address of the next tensor.
  [[nodiscard]] std::uint32_t GetCurAddr(
      const detail::Call& call = detail::Call::here("GetCurAddr")) const {
    return gsq::kernel::Unit::current(call).ub()->lowest_free();
  }

 private:
  using Tensors = std::vector<gsq::kernel::UbPart>;
  std::shared_ptr<Tensors> tensors_ =
      std::make_shared<Tensors>();  // copies go on with the same ones
};

class TPipe;

/// A queue of tensors between two steps of a kernel. TPipe::InitBuffer gives it its buffers.
template <TPosition src, TPosition dst, std::int32_t depth = 1, auto mask = 0>
class TQueBind {
  static_assert(is_in_ub(src) || src == TPosition::GM, "TQue: expected a position in UB");

 public:
  /// A tensor in a free buffer. Throws gsq::kernel::Error when all are in use.
  template <typename T>
  LocalTensor<T> AllocTensor(const detail::Call& call = detail::Call::here("AllocTensor")) {
    return tensor<T>(ring_.take(call), call);
  }
  template <typename T>
  void AllocTensor(LocalTensor<T>& tensor,
                   const detail::Call& call = detail::Call::here("AllocTensor")) {
    tensor = AllocTensor<T>(call);
  }

  /// Gives the buffer of a tensor back. Throws gsq::kernel::Error when it is none of this queue.
  template <typename T>
  void FreeTensor(const LocalTensor<T>& tensor,
                  const detail::Call& call = detail::Call::here("FreeTensor")) {
    ring_.give_back(tensor.address(), call);
  }

  /// Appends a tensor to the queue; DeQue gives the first one. Throw gsq::kernel::Error when the
  /// tensor is none of this queue, or the queue is empty.
  template <typename T>
  bool EnQue(const LocalTensor<T>& tensor, const detail::Call& call = detail::Call::here("EnQue")) {
    ring_.push(tensor.address(), call);
    return true;
  }
  template <TPosition srcUserPos, TPosition dstUserPos, typename T>
  bool EnQue(const LocalTensor<T>& tensor, const detail::Call& call = detail::Call::here("EnQue")) {
    return EnQue(tensor, call);
  }
  template <typename T>
  LocalTensor<T> DeQue(const detail::Call& call = detail::Call::here("DeQue")) {
    return tensor<T>(ring_.pop(call), call);
  }
  template <typename T>
  void DeQue(LocalTensor<T>& tensor, const detail::Call& call = detail::Call::here("DeQue")) {
    tensor = DeQue<T>(call);
  }
  template <TPosition srcUserPos, TPosition dstUserPos, typename T>
  LocalTensor<T> DeQue(const detail::Call& call = detail::Call::here("DeQue")) {
    return DeQue<T>(call);
  }

  [[nodiscard]] bool VacantInQue() const { return ring_.any_free(); }
  [[nodiscard]] bool HasIdleBuffer() const { return ring_.any_free(); }
  [[nodiscard]] bool HasTensorInQue() const { return ring_.waiting() != 0; }
  [[nodiscard]] std::int32_t GetTensorCountInQue() const {
    return static_cast<std::int32_t>(ring_.waiting());
  }
  /// Flags of the buffers: no effect.
  void FreeAllEvent() {}

 private:
  friend class TPipe;

  template <typename T>
  LocalTensor<T> tensor(std::uint32_t address, const detail::Call& call) const {
    return LocalTensor<T>(position_in_ub(src, dst), address,
                          ring_.bytes() / static_cast<std::uint32_t>(sizeof(T)), call);
  }

  gsq::kernel::ascend::BufferRing ring_;
};

template <TPosition pos, std::int32_t depth = 1, auto mask = 0>
using TQue = TQueBind<pos, pos, depth, mask>;

/// A buffer in UB. TPipe::InitBuffer gives it its memory.
template <TPosition pos = TPosition::VECCALC>
class TBuf {
  static_assert(is_in_ub(pos), "TBuf: expected a position in UB");

 public:
  /// The buffer as a tensor: all of it, `len` elements, or `size` elements from `offset` bytes on.
  /// Throws gsq::kernel::Error beyond UB.
  template <typename T>
  LocalTensor<T> Get(const detail::Call& call = detail::Call::here("TBuf::Get")) const {
    return Get<T>(bytes_ / static_cast<std::uint32_t>(sizeof(T)), call);
  }
  template <typename T>
  LocalTensor<T> Get(std::uint32_t len,
                     const detail::Call& call = detail::Call::here("TBuf::Get")) const {
    return LocalTensor<T>(pos, address_, len, call);
  }
  template <typename T>
  LocalTensor<T> GetWithOffset(
      std::uint32_t size, std::uint32_t offset,
      const detail::Call& call = detail::Call::here("TBuf::GetWithOffset")) const {
    gsq::kernel::ascend::check_tensor(std::uint64_t{address_} + offset, size, sizeof(T), call);
    return LocalTensor<T>(pos, address_ + offset, size, call);
  }
  /// The buffer is not given back.
  template <typename T>
  void FreeTensor(const LocalTensor<T>& /*tensor*/) {}

 private:
  friend class TPipe;

  std::uint32_t address_{};
  std::uint32_t bytes_{};
};

/// Allocates the buffers of queues and buffers in UB, each at the lowest free address. The one made
/// last is that of GetTPipePtr.
class TPipe {
 public:
  TPipe();
  TPipe(const TPipe&) = delete;
  TPipe& operator=(const TPipe&) = delete;
  ~TPipe();

  /// Gives a queue `num` buffers of `len` bytes, or a buffer `len` bytes, rounded up to a multiple
  /// of 32. Throws gsq::kernel::Error when UB is full.
  template <TPosition src, TPosition dst, std::int32_t depth, auto mask>
  bool InitBuffer(TQueBind<src, dst, depth, mask>& que, std::uint32_t num, std::uint32_t len,
                  const detail::Call& call = detail::Call::here("InitBuffer")) {
    const std::uint64_t bytes = whole_blocks(len);
    const std::uint32_t address = take(num * bytes, call);
    que.ring_.init(address, num, static_cast<std::uint32_t>(bytes));
    return true;
  }
  template <TPosition pos>
  bool InitBuffer(TBuf<pos>& buf, std::uint32_t len,
                  const detail::Call& call = detail::Call::here("InitBuffer")) {
    const std::uint64_t bytes = whole_blocks(len);
    buf.address_ = take(bytes, call);
    buf.bytes_ = static_cast<std::uint32_t>(bytes);
    return true;
  }

  /// Becomes the one of GetTPipePtr.
  void Init(const detail::Call& call = detail::Call::here("Init"));
  /// Free all buffers.
  void Reset() { buffers_.clear(); }
  void Destroy() { buffers_.clear(); }

  /// Numbers of flags: as flags have no effect, always the same one.
  template <HardEvent evt>
  TEventID AllocEventID() {
    return 0;
  }
  template <HardEvent evt>
  void ReleaseEventID(TEventID /*id*/) {}
  TEventID FetchEventID(HardEvent /*evt*/) { return 0; }
  template <HardEvent evt>
  TEventID FetchEventID() {
    return 0;
  }

 private:
  /// `len` bytes in whole blocks of 32 bytes: more than 32 bits for the largest lengths.
  static constexpr std::uint64_t whole_blocks(std::uint32_t len) {
    return (std::uint64_t{len} + 31) / 32 * 32;
  }
  std::uint32_t take(std::uint64_t bytes, const detail::Call& call);

  std::vector<gsq::kernel::UbPart> buffers_;
};

/// The TPipe made last in this block. One without buffers when the block has made none.
TPipe* GetTPipePtr(const detail::Call& call = detail::Call::here("GetTPipePtr"));

}  // namespace AscendC
