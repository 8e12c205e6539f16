// SPDX-License-Identifier: Apache-2.0
/// Scatter as in Mojo: any number of values to a vector of addresses, under a mask, in order.
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

/// The part of UB through which scatter transfers values and addresses to registers. Nothing else
/// gets a place in it. In use from constructor to destructor, at most one at a time.
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

void scatter(const std::vector<Element>& elements, std::uint32_t element_bytes,
             std::int64_t alignment, const gsq::kernel::Call& call);

/// Throws gsq::kernel::Error: `what` has another number of elements than value.
[[noreturn]] void refuse_size(const char* what, std::size_t found, std::size_t expected,
                              const gsq::kernel::Call& call);

template <typename T, typename... Others>
inline constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

template <typename Array>
using ElementOf = std::decay_t<decltype(std::declval<const Array&>()[0])>;

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
  using T = detail::ElementOf<Value>;
  static_assert(
      (std::is_arithmetic_v<T> && sizeof(T) <= 8) ||
          detail::is_one_of<T, half, bfloat16_t, fp8_e4m3fn_t, fp8_e5m2_t, fp8_e8m0_t, hifloat8_t>,
      "value must hold numbers of 1, 2, 4 or 8 bytes");
  static_assert(std::is_integral_v<detail::ElementOf<Base>>,
                "base must hold integers: byte addresses in UB");
  static_assert(std::is_same_v<detail::ElementOf<Mask>, bool>, "mask must hold bool");
  const std::size_t size = std::size(value);
  if (std::size(base) != size) detail::refuse_size("base", std::size(base), size, call);
  if (std::size(mask) != size) detail::refuse_size("mask", std::size(mask), size, call);

  std::vector<detail::Element> elements(size);
  for (std::size_t i = 0; i < size; ++i) {
    const T number = value[i];
    std::memcpy(&elements[i].value, &number, sizeof number);  // little endian
    elements[i].address = static_cast<std::uint64_t>(base[i]);
    elements[i].active = mask[i];
  }
  detail::scatter(elements, sizeof(T), alignment, call);
}

}  // namespace mojo
