// SPDX-License-Identifier: Apache-2.0
/// Scatter and gather as in Mojo on the core: any number of values to or from a vector of
/// addresses, under a mask, in order.
///
/// Names and the order of parameters are those of gsq/kernel/mojo.hpp. Here the vectors lie in UB,
/// so nothing is staged, and the mask has a bit for each element. Elements have 1, 2 or 4 bytes. No
/// call waits or throws. The calls use V0 to V8 and M0 to M4, and the cfg register align.
#ifndef GSQ_MOJO_HPP
#define GSQ_MOJO_HPP

#include "gsq_registers.hpp"

#ifndef VLEN_BYTES
#error "gsq_mojo.hpp: expected VLEN_BYTES, the bytes of a vector of the unit"
#endif

namespace mojo {

/// `size` elements of type T in UB, at a multiple of sizeof(T). Nothing owns them.
template <typename T, unsigned size>
class SIMD {
 public:
  static constexpr unsigned kSize = size;
  using Element = T;
  GSQ_CALL explicit SIMD(__ubuf__ T* data) : address_(gsq::address(data)) {}
  [[nodiscard]] GSQ_CALL uint32_t address() const { return address_; }

 private:
  uint32_t address_;
};

/// A mask of `size` elements in memory of the core: element i is bit i % 32 of word i / 32.
template <unsigned size>
class SIMD<bool, size> {
 public:
  static constexpr unsigned kSize = size;
  GSQ_CALL explicit SIMD(const uint32_t* words) : words_(words) {}

  /// The bits of the elements i to i + 7; i is a multiple of 8.
  [[nodiscard]] GSQ_CALL uint32_t eight(unsigned i) const {
    return words_[i / 32] >> i % 32 & 0xffU;
  }

 private:
  const uint32_t* words_;
};

namespace detail {

constexpr unsigned kLanes = VLEN_BYTES / 4;
constexpr unsigned kTogether = 4;  // vectors whose values and addresses are loaded ahead

/// A bit for each of 8 elements as bits of their lanes, which are four apart.
GSQ_CALL uint32_t spread(uint32_t bits) {
  bits = (bits | bits << 12) & 0x000f000fU;
  bits = (bits | bits << 6) & 0x03030303U;
  return (bits | bits << 3) & 0x11111111U;
}

/// Mask register `m` selects elements from `first` on, those below `size` whose bit is set.
template <unsigned m, unsigned size>
GSQ_CALL void set_mask(const SIMD<bool, size>& mask, unsigned first) {
  const auto word = [&](unsigned w) GSQ_INLINED -> uint32_t {
    const unsigned at = first + 8 * w;
    if (w >= VLEN_BYTES / 32 || at >= size) return 0;
    const uint32_t bits = mask.eight(at);
    return spread(size - at < 8 ? bits & ((1U << (size - at)) - 1) : bits);
  };
  if constexpr (VLEN_BYTES > 64) gsq_cfg_pair(GSQ_CFG_MASK2, word(2), word(3));
  if constexpr (VLEN_BYTES > 128) {
    gsq_cfg_pair(GSQ_CFG_MASK4, word(4), word(5));
    gsq_cfg_pair(GSQ_CFG_MASK6, word(6), word(7));
  }
  gsq_set_mask(m, word(0), word(1));
}

/// Moves elements: `scatter` from `value` to the addresses in `base`, otherwise back.
template <bool scatter, typename T, typename Index, unsigned size>
GSQ_CALL void move(const SIMD<T, size>& value, const SIMD<Index, size>& base,
                   const SIMD<bool, size>& mask, uint32_t alignment) {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4,
                "value must hold elements of 1, 2 or 4 bytes");
  static_assert(gsq::is_integer<Index> && sizeof(Index) == 4,
                "base must hold integers of 4 bytes: byte addresses in UB");
  constexpr uint32_t kForm = gsq::form_of(sizeof(T), 4);
  gsq_create_mask(0, GSQ_WIDTH_B32, GSQ_PATTERN_ALL);
  gsq_unsqueeze(0, 0, GSQ_WIDTH_B32);
  const auto vectors = [&](unsigned first, auto count) GSQ_INLINED {
    constexpr unsigned kCount = decltype(count)::value;
    gsq::unrolled<kCount>([&](auto i) GSQ_INLINED {
      const unsigned at = first + i * kLanes;
      set_mask<1 + decltype(i)::value>(mask, at);
      gsq_gather(1 + i, base.address() + 4 * at, 0, 1 + i, GSQ_FORM_B32, 0, GSQ_MODE_ELEM);
      if constexpr (scatter) {
        gsq_gather(5 + i, value.address() + sizeof(T) * at, 0, 1 + i, kForm, 0, GSQ_MODE_ELEM);
      }
    });
    // Only the elements at the addresses have to be aligned.
    if (alignment != 0) gsq_cfg_write(GSQ_CFG_ALIGN, alignment);
    gsq::unrolled<kCount>([&](auto i) GSQ_INLINED {
      if constexpr (scatter) {
        gsq_scatter(0, 5 + i, 1 + i, 1 + i, kForm, GSQ_MODE_BYTE);
      } else {
        gsq_gather(5 + i, 0, 1 + i, 1 + i, kForm, 0, GSQ_MODE_BYTE);
      }
    });
    if (alignment != 0) gsq_cfg_write(GSQ_CFG_ALIGN, 0);
    if constexpr (!scatter) {
      gsq::unrolled<kCount>([&](auto i) GSQ_INLINED {
        const unsigned at = first + i * kLanes;
        gsq_scatter(value.address() + sizeof(T) * at, 5 + i, 0, 1 + i, kForm, GSQ_MODE_ELEM);
      });
    }
  };
  constexpr unsigned kVectors = (size + kLanes - 1) / kLanes;
  constexpr unsigned kStep = kTogether * kLanes;
  constexpr unsigned kWhole = kVectors / kTogether * kStep;
  for (unsigned first = 0; first < kWhole; first += kStep) vectors(first, gsq::Number<kTogether>{});
  if constexpr (kVectors % kTogether != 0) vectors(kWhole, gsq::Number<kVectors % kTogether>{});
}

}  // namespace detail

/// Stores value[i] to UB address base[i] for every i with mask[i], from i = 0 upwards: for equal
/// addresses the last value remains. `alignment` is 0 or a power of two of which every active
/// address must be a multiple; it must be one of the size of an element in any case. Issues four
/// commands for each VL/4 elements. The core spreads the bits of the mask.
///
/// A command with an active address outside UB or misaligned stores nothing, and fails.
template <typename T, typename Index, unsigned size>
GSQ_CALL void scatter(const SIMD<T, size>& value, const SIMD<Index, size>& base,
                      const SIMD<bool, size>& mask, uint32_t alignment = 0) {
  detail::move<true>(value, base, mask, alignment);
}

/// Loads UB address base[i] into passthrough[i] for every i with mask[i]; the others keep theirs.
/// What the result is elsewhere is written where `passthrough` is. Otherwise as scatter.
template <typename T, typename Index, unsigned size>
GSQ_CALL void gather(const SIMD<Index, size>& base, const SIMD<bool, size>& mask,
                     const SIMD<T, size>& passthrough, uint32_t alignment = 0) {
  detail::move<false>(passthrough, base, mask, alignment);
}

}  // namespace mojo

#endif
