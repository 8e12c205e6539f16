// SPDX-License-Identifier: Apache-2.0
/// Scatter and gather as in Mojo: any number of values to or from a vector of addresses, under a
/// mask, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <vector>

#include "gsq/kernel/types.hpp"
#include "gsq/kernel/ub_space.hpp"
#include "gsq/kernel/unit.hpp"

namespace mojo {

/// Elements at a pointer, if they are not in an array or vector.
template <typename T>
class Span {
 public:
  Span(const T* data, std::size_t size) : data_(data), size_(size) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  const T* data_;
  std::size_t size_;
};

/// The part of UB through which scatter and gather transfer values and addresses to registers, and
/// results back. Nothing else gets a place in it. In use from constructor to destructor, at most
/// one at a time.
class StagingArea {
 public:
  /// With a larger area scatter waits less often: a command needs 2 VL bytes. Throws
  /// gsq::kernel::Error when the area leaves UB, is smaller than that, or `address` is not a
  /// multiple of 32, and when something else is taken there; std::logic_error when another area is
  /// in use.
  StagingArea(std::uint32_t address, std::uint32_t bytes,
              const gsq::kernel::Call& call = gsq::kernel::Call::here("StagingArea"));
  StagingArea(const StagingArea&) = delete;
  StagingArea& operator=(const StagingArea&) = delete;
  ~StagingArea();

 private:
  gsq::kernel::UbPart part_;
};

namespace detail {

/// One element, as bits.
struct Element {
  std::uint64_t value;
  std::uint64_t address;
  bool active;
};

void scatter(std::vector<Element> elements, std::uint32_t element_bytes, std::int64_t alignment,
             const gsq::kernel::Call& call);
/// Writes the values of active elements.
void gather(std::vector<Element>& elements, std::uint32_t element_bytes, std::int64_t alignment,
            const gsq::kernel::Call& call);

/// Throws gsq::kernel::Error: `what` has another number of elements than value.
[[noreturn]] void refuse_size(const char* what, std::size_t found, std::size_t expected,
                              const gsq::kernel::Call& call);

template <typename T, typename... Others>
inline constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

template <typename Array>
using ElementOf = std::decay_t<decltype(std::declval<const Array&>()[0])>;

/// The elements of a call, checked: `value` has those to store, or what remains where none is read.
template <typename Value, typename Base, typename Mask>
std::vector<Element> elements_of(const Value& value, const Base& base, const Mask& mask,
                                 const gsq::kernel::Call& call) {
  using T = ElementOf<Value>;
  static_assert(
      (std::is_arithmetic_v<T> && sizeof(T) <= 8) ||
          is_one_of<T, half, bfloat16_t, fp8_e4m3fn_t, fp8_e5m2_t, fp8_e8m0_t, hifloat8_t>,
      "value must hold numbers of 1, 2, 4 or 8 bytes");
  static_assert(std::is_integral_v<ElementOf<Base>>,
                "base must hold integers: byte addresses in UB");
  static_assert(std::is_same_v<ElementOf<Mask>, bool>, "mask must hold bool");
  const std::size_t size = std::size(value);
  if (std::size(base) != size) refuse_size("base", std::size(base), size, call);
  if (std::size(mask) != size) refuse_size("mask", std::size(mask), size, call);

  std::vector<Element> elements(size);
  for (std::size_t i = 0; i < size; ++i) {
    const T number = value[i];
    std::memcpy(&elements[i].value, &number, sizeof number);  // little endian
    elements[i].address = static_cast<std::uint64_t>(base[i]);
    elements[i].active = mask[i];
  }
  return elements;
}

}  // namespace detail

/// Stores value[i] to UB address base[i] for every i with mask[i], from i = 0 upwards: for equal
/// addresses the last value remains.
///
/// The three are arrays, std::array, std::vector or Span of one size, which is not limited. Values
/// are numbers of 1, 2, 4 or 8 bytes, storage types included; addresses are integers, byte
/// addresses in UB; masks are bool. alignment is 0 or a power of two of which every address must be
/// a multiple; it must be one of the size of an element in any case.
///
/// It issues four commands for each VL/4 elements, or VL/8 elements of 8 bytes, and uses eight
/// vector and two mask registers. The call waits for the commands before it, and again whenever the
/// StagingArea in use is full; it does not wait for its own last commands.
///
/// Throws gsq::kernel::Error at once, before any store, for sizes that differ, no StagingArea, a
/// wrong alignment, an active address of more than 32 bits (also a negative one) or one in the
/// staging area. An active address outside UB or misaligned throws, like errors of all commands, at
/// the next point that waits, with its lane and the element in lane 0. The other elements of the
/// same command are not stored, those of other commands are.
template <typename Value, typename Base, typename Mask>
void scatter(const Value& value, const Base& base, const Mask& mask, std::int64_t alignment = 0,
             const gsq::kernel::Call& call = gsq::kernel::Call::here("scatter")) {
  detail::scatter(detail::elements_of(value, base, mask, call), sizeof(detail::ElementOf<Value>),
                  alignment, call);
}

/// Reads UB address base[i] for every i with mask[i]; the result has passthrough[i] for the others.
/// Operands, alignment, errors and cost are those of scatter; but the call waits for its result, so
/// every error is thrown at once.
template <typename Base, typename Mask, typename Value>
std::vector<detail::ElementOf<Value>> gather(
    const Base& base, const Mask& mask, const Value& passthrough, std::int64_t alignment = 0,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("gather")) {
  using T = detail::ElementOf<Value>;
  std::vector<detail::Element> elements = detail::elements_of(passthrough, base, mask, call);
  detail::gather(elements, sizeof(T), alignment, call);
  std::vector<T> result(elements.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::memcpy(static_cast<void*>(&result[i]), &elements[i].value, sizeof(T));
  }
  return result;
}

/// A pointer to elements in UB, whose gather and scatter take numbers of elements from it.
template <typename T>
class UnsafePointer {
 public:
  /// `data` is a pointer into UB, as Session::put gives it.
  explicit UnsafePointer(T* data,
                         const gsq::kernel::Call& call = gsq::kernel::Call::here("UnsafePointer"))
      : address_(gsq::kernel::Unit::current(call).address(data, call)) {}

  /// The elements at these offsets; `standard` where the mask is not set.
  template <typename Offset, typename Mask>
  [[nodiscard]] std::vector<T> gather(
      const Offset& offset, const Mask& mask, T standard = T{}, std::int64_t alignment = 0,
      const gsq::kernel::Call& call = gsq::kernel::Call::here("UnsafePointer::gather")) const {
    return mojo::gather(addresses(offset), mask, std::vector<T>(std::size(offset), standard),
                        alignment, call);
  }
  /// All of them.
  template <typename Offset>
  [[nodiscard]] std::vector<T> gather(
      const Offset& offset,
      const gsq::kernel::Call& call = gsq::kernel::Call::here("UnsafePointer::gather")) const {
    return gather(offset, std::vector<bool>(std::size(offset), true), T{}, 0, call);
  }

  /// Stores values to the elements at these offsets, in order, where the mask is set.
  template <typename Offset, typename Value, typename Mask>
  void scatter(
      const Offset& offset, const Value& value, const Mask& mask, std::int64_t alignment = 0,
      const gsq::kernel::Call& call = gsq::kernel::Call::here("UnsafePointer::scatter")) const {
    static_assert(std::is_same_v<detail::ElementOf<Value>, T>,
                  "value must hold elements of the pointer");
    mojo::scatter(value, addresses(offset), mask, alignment, call);
  }
  /// All of them.
  template <typename Offset, typename Value>
  void scatter(
      const Offset& offset, const Value& value,
      const gsq::kernel::Call& call = gsq::kernel::Call::here("UnsafePointer::scatter")) const {
    scatter(offset, value, std::vector<bool>(std::size(offset), true), 0, call);
  }

 private:
  /// A negative offset may lead to before UB: an address of more than 32 bits, which is refused.
  template <typename Offset>
  std::vector<std::int64_t> addresses(const Offset& offset) const {
    static_assert(std::is_integral_v<detail::ElementOf<Offset>>, "offset must hold integers");
    std::vector<std::int64_t> all(std::size(offset));
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = address_ + static_cast<std::int64_t>(offset[i]) * std::int64_t{sizeof(T)};
    }
    return all;
  }

  std::int64_t address_;
};

}  // namespace mojo
