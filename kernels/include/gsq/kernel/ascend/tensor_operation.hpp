// SPDX-License-Identifier: Apache-2.0
/// What calls on tensors share: the elements that an iteration covers, commands of the address
/// generator, and operations of the processor on UB.
///
/// One iteration covers a vector, VL/32 data blocks of 32 bytes, of the operand with the longest
/// elements; where the Ascend C documents say 8 blocks, VL is 256.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/local_tensor.hpp"
#include "gsq/kernel/ascend/vector_mask.hpp"
#include "gsq/kernel/operation.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::ascend {

/// An operand of a call: its address, and strides in blocks of 32 bytes, between the blocks of an
/// iteration and from one iteration to the next.
struct Operand {
  std::uint32_t address{};
  std::uint64_t block_stride{1};
  std::uint64_t repeat_stride{8};
};

/// The elements of a call: `repeat` iterations over so many lanes each, of which a mask selects
/// some; or, where the mask counts, the first elements of as many iterations as that takes. A count
/// of lanes above `lanes` counts as `lanes`. Throws Error as check_amount does.
class Elements {
 public:
  struct Place {
    std::uint32_t iteration;
    std::uint32_t lane;
  };

  Elements(const LaneMask& mask, std::uint32_t repeat, std::uint32_t lanes, const Call& call);

  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] std::uint32_t lanes() const { return lanes_; }
  [[nodiscard]] std::uint32_t iterations() const {
    return places_.empty() ? 0 : places_.back().iteration + 1;
  }

 private:
  std::uint32_t lanes_;
  std::vector<Place> places_;
};

/// Throws Error for more iterations than any kernel has, which are a negative number or the wrong
/// parameter, and for more elements than UB has bytes.
void check_amount(const LaneMask& mask, std::uint32_t repeat, const Call& call);

/// The first `count` elements, of iterations without gaps.
inline Elements first_elements(std::int64_t count, std::uint32_t lanes, const Call& call) {
  return Elements({false, {count_of(count, call), 0}, true}, 0, lanes, call);
}

/// Lanes of an iteration of elements of `bytes` bytes.
std::uint32_t lanes_of_iteration(std::size_t bytes, const Call& call);

/// Byte address of an element of `bytes` bytes of an operand.
inline std::uint64_t place_of(const Operand& operand, const Elements::Place& at,
                              std::size_t bytes) {
  const std::uint64_t byte = std::uint64_t{at.lane} * bytes;
  return operand.address +
         32 * (std::uint64_t{at.iteration} * operand.repeat_stride +
               byte / 32 * operand.block_stride) +
         byte % 32;
}

/// Where an iteration of an operand of a command begins. Throws Error beyond 32 bits.
std::uint32_t iteration_address(const Operand& operand, std::uint32_t iteration, const Call& call);

/// The range that holds all elements of an operand. Throws Error when it leaves UB or the operand
/// does not begin at a multiple of 32 bytes.
Range range_of(const Operand& operand, const Elements& elements, std::size_t bytes,
               const Call& call);
/// The same for `bytes` bytes from an address on.
Range range_of(std::uint32_t address, std::uint64_t bytes, const Call& call);

/// The bytes of UB that an operation uses.
class Image {
 public:
  Image(const State& state, const std::vector<Range>& ranges);

  template <typename T>
  [[nodiscard]] T get(std::uint64_t address) const {
    T value;
    std::memcpy(static_cast<void*>(&value), place(address, sizeof(T)), sizeof(T));
    return value;
  }
  template <typename T>
  void set(std::uint64_t address, const T& value) {
    std::memcpy(const_cast<std::uint8_t*>(place(address, sizeof(T))), &value, sizeof(T));
  }
  [[nodiscard]] bool bit(std::uint64_t address, std::uint64_t number) const {
    return (get<std::uint8_t>(address + number / 8) >> (number % 8) & 1U) != 0;
  }

  /// Writes a range back to UB.
  void store(State& state, const Range& range) const;

 private:
  struct Piece {
    std::uint64_t begin;
    std::vector<std::uint8_t> bytes;
  };
  [[nodiscard]] const std::uint8_t* place(std::uint64_t address, std::size_t bytes) const;
  std::vector<Piece> pieces_;
};

/// Queues an operation of the processor on an image of the ranges `from` and `to`; then those of
/// `to`, two at most, are written back. `host` is the place outside the unit that it uses.
void operate(const Call& call, const std::vector<Range>& from, const std::vector<Range>& to,
             std::function<void(Image&)> function, std::uint64_t host = Uses::kNone);

/// dst = function(sources...) for all elements, one iteration after the other: each reads what
/// those before it have written. D and S are the types of the elements.
template <typename D, typename... S, typename F, typename... Source>
void elementwise(const Call& call, const Elements& elements, const Operand& dst, F function,
                 const Source&... sources) {
  if (elements.places().empty()) return;
  operate(call, {range_of(sources, elements, sizeof(S), call)...},
          {range_of(dst, elements, sizeof(D), call)}, [=](Image& ub) {
            const auto& places = elements.places();
            std::vector<D> results;
            for (std::size_t begin = 0; begin < places.size(); begin += results.size()) {
              results.clear();
              for (std::size_t i = begin;
                   i < places.size() && places[i].iteration == places[begin].iteration; ++i) {
                results.push_back(static_cast<D>(
                    function(ub.get<S>(place_of(sources, places[i], sizeof(S)))...)));
              }
              for (std::size_t i = 0; i < results.size(); ++i) {
                ub.set(place_of(dst, places[begin + i], sizeof(D)), results[i]);
              }
            }
          });
}

/// Issues vec.copy, vec.abs or vec.add for all elements. A mask without lanes and 0 iterations are
/// no command.
void issue_vec(Opcode op, Width width, const Operand& dst, const Operand& src0, const Operand& src1,
               const LaneMask& mask, std::uint32_t repeat, const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// Strides of a call with two sources, in blocks of 32 bytes: between the blocks of an iteration,
/// and from one iteration to the next.
struct BinaryRepeatParams {
  std::uint32_t dstBlkStride = 1;
  std::uint32_t src0BlkStride = 1;
  std::uint32_t src1BlkStride = 1;
  std::uint32_t dstRepStride = 8;
  std::uint32_t src0RepStride = 8;
  std::uint32_t src1RepStride = 8;
};

/// The same for a call with one source.
struct UnaryRepeatParams {
  std::uint32_t dstBlkStride = 1;
  std::uint32_t srcBlkStride = 1;
  std::uint32_t dstRepStride = 8;
  std::uint32_t srcRepStride = 8;
};

/// The same for Copy, where the members have other names.
struct CopyRepeatParams {
  std::uint32_t dstStride = 1;
  std::uint32_t srcStride = 1;
  std::uint32_t dstRepeatSize = 8;
  std::uint32_t srcRepeatSize = 8;
};

namespace detail {

/// An operand without gaps, in iterations of `lanes` elements.
template <typename T>
gsq::kernel::ascend::Operand dense(const LocalTensor<T>& tensor, std::uint32_t lanes) {
  return {tensor.address(), 1, lanes * static_cast<std::uint32_t>(sizeof(T)) / 32};
}

/// The elements of `repeatTime` iterations of a call whose longest elements have `bytes` bytes.
template <bool isSetMask, typename Mask>
gsq::kernel::ascend::Elements selected(const Mask& mask, std::uint32_t repeatTime,
                                       std::size_t bytes, const gsq::kernel::Call& call) {
  return gsq::kernel::ascend::Elements(lanes_of<isSetMask>(mask, bytes, call), repeatTime,
                                       gsq::kernel::ascend::lanes_of_iteration(bytes, call), call);
}

}  // namespace detail
}  // namespace AscendC
