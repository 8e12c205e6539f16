// SPDX-License-Identifier: Apache-2.0
#include "gsq/ring/copy.hpp"

#include <algorithm>
#include <optional>

namespace gsq::ring {
namespace {

using Wide = __int128;  // holds every product and sum of the fields

constexpr std::uint32_t kIndexed = 1U << 8;
constexpr std::uint32_t kHalf = 1U << 9;
constexpr std::uint32_t kSkip = 1U << 10;
constexpr std::uint32_t kAfter = 1U << 11;

/// Whether `rows` rows of `bytes` bytes lie in a window, and below `end`, where addresses end.
bool inside(const Window& window, Wide end, std::uint64_t first, std::uint32_t rows,
            std::int32_t stride, std::uint64_t bytes) {
  const Wide last = Wide{first} + Wide{stride} * (Wide{rows} - 1);
  return std::min(Wide{first}, last) >= Wide{window.base} &&
         std::max(Wide{first}, last) + bytes <= std::min(Wide{window.limit}, end);
}

enum class Way { In, Out };

/// Why a descriptor is refused.
std::optional<Completion> refusal(const CopySetup& setup, const Descriptor& d, Way way,
                                  std::size_t ub_bytes) {
  const auto allows = [&](const Window& window, bool write) {
    return write ? window.write : window.read;
  };
  const std::uint64_t padding = way == Way::In ? std::uint64_t{d.left} + d.right : 0;
  const bool indexed = d.indexed && d.bytes != 0;
  const std::uint32_t rows = indexed ? d.table_rows : d.rows;
  if (d.bytes != 0 && rows != 0) {
    const Wide end = Wide{1} << setup.address_bits;
    const bool good =
        std::any_of(setup.memory.begin(), setup.memory.end(), [&](const Window& window) {
          return allows(window, way == Way::Out) &&
                 inside(window, end, d.mem_addr, rows, d.mem_stride, d.bytes);
        });
    if (!good) return Completion{d.tag, CopyStatus::MemWindow, d.mem_addr, 0};
  }
  if (!allows(setup.ub, way == Way::In) ||
      !inside(setup.ub, ub_bytes, d.ub_addr, d.rows, d.ub_stride, d.bytes + padding)) {
    return Completion{d.tag, CopyStatus::UbWindow, d.ub_addr, 0};
  }
  const std::uint32_t width = d.half ? 2 : 4;
  if (indexed && (!setup.ub.read || d.index_addr % width != 0 ||
                  !inside(setup.ub, ub_bytes, d.index_addr, d.rows,
                          static_cast<std::int32_t>(width), width))) {
    return Completion{d.tag, CopyStatus::IndexWindow, d.index_addr, 0};
  }
  return std::nullopt;
}

std::uint32_t index_of(const Descriptor& d, std::uint32_t row,
                       const std::vector<std::uint8_t>& ub) {
  const std::uint32_t width = d.half ? 2 : 4;
  std::uint32_t index = 0;
  for (std::uint32_t i = 0; i < width; ++i) {
    index |= std::uint32_t{ub.at(d.index_addr + std::size_t{row} * width + i)} << (8 * i);
  }
  return index;
}

/// What is copied row by row. `Row` carries out a row: nullopt: left out; returns whether it goes
/// on.
template <typename Row>
Completion each_row(const CopySetup& setup, const Descriptor& d, Way way,
                    const std::vector<std::uint8_t>& ub, const Row& row) {
  Completion done{d.tag, CopyStatus::Ok, 0, 0};
  const std::uint64_t padding = way == Way::In ? std::uint64_t{d.left} + d.right : 0;
  if (d.rows == 0 || d.bytes + padding == 0) return done;
  if (const auto refused = refusal(setup, d, way, ub.size())) return *refused;
  for (std::uint32_t r = 0; r < d.rows; ++r) {
    const auto ub_addr = static_cast<std::uint64_t>(d.ub_addr + std::int64_t{r} * d.ub_stride);
    std::int64_t place = r;
    if (d.indexed && d.bytes != 0) {
      place = index_of(d, r, ub);
      if (place >= std::int64_t{d.table_rows}) {
        if (!d.skip) {
          done.status = CopyStatus::Index;
          done.addr = static_cast<std::uint64_t>(place);
          return done;
        }
        row(std::nullopt, ub_addr, done);
        continue;
      }
    }
    const auto address = static_cast<std::uint64_t>(static_cast<Wide>(d.mem_addr) +
                                                    static_cast<Wide>(place) * d.mem_stride);
    if (!row(std::optional(address), ub_addr, done)) return done;
  }
  return done;
}

CopyStatus status_of(Memory::Response response) {
  return response == 2 ? CopyStatus::SlvErr : CopyStatus::DecErr;
}

}  // namespace

DescriptorWords to_words(const Descriptor& d) {
  return {d.tag | (d.indexed ? kIndexed : 0) | (d.half ? kHalf : 0) | (d.skip ? kSkip : 0) |
              (d.after ? kAfter : 0),
          d.rows,
          static_cast<std::uint32_t>(d.mem_addr),
          static_cast<std::uint32_t>(d.mem_addr >> 32),
          static_cast<std::uint32_t>(d.mem_stride),
          d.ub_addr,
          static_cast<std::uint32_t>(d.ub_stride),
          d.bytes,
          d.left | std::uint32_t{d.right} << 16,
          d.value,
          d.index_addr,
          d.table_rows};
}

Descriptor from_words(const DescriptorWords& words) {
  Descriptor d;
  d.tag = words[0] & 0xff;
  d.indexed = (words[0] & kIndexed) != 0;
  d.half = (words[0] & kHalf) != 0;
  d.skip = (words[0] & kSkip) != 0;
  d.after = (words[0] & kAfter) != 0;
  d.rows = words[1];
  d.mem_addr = words[2] | std::uint64_t{words[3]} << 32;
  d.mem_stride = static_cast<std::int32_t>(words[4]);
  d.ub_addr = words[5];
  d.ub_stride = static_cast<std::int32_t>(words[6]);
  d.bytes = words[7];
  d.left = words[8] & 0xffff;
  d.right = words[8] >> 16;
  d.value = words[9];
  d.index_addr = words[10];
  d.table_rows = words[11];
  return d;
}

Completion copy_in(const CopySetup& setup, const Descriptor& d, Memory& memory,
                   std::vector<std::uint8_t>& ub) {
  const auto pad = [&](std::uint64_t& to, std::uint64_t count) {
    for (; count != 0; --count, ++to) {
      ub.at(to) = static_cast<std::uint8_t>(d.value >> (8 * (to % 4)));
    }
  };
  return each_row(setup, d, Way::In, ub,
                  [&](std::optional<std::uint64_t> from, std::uint64_t to, Completion& done) {
                    pad(to, d.left);
                    if (!from) pad(to, d.bytes);
                    for (std::uint32_t left = from ? d.bytes : 0; left != 0;) {
                      const auto size = static_cast<std::uint32_t>(
                          std::min<std::uint64_t>(left, setup.bus_bytes - *from % setup.bus_bytes));
                      std::vector<std::uint8_t> data(size);
                      if (const auto response = memory.read(*from, data.data(), size)) {
                        done.status = status_of(response);
                        done.addr = *from;
                        return false;
                      }
                      std::copy(data.begin(), data.end(),
                                ub.begin() + static_cast<std::ptrdiff_t>(to));
                      *from += size;
                      to += size;
                      left -= size;
                      done.bytes += size;
                    }
                    pad(to, d.right);
                    return true;
                  });
}

Completion copy_out(const CopySetup& setup, const Descriptor& d, Memory& memory,
                    std::vector<std::uint8_t>& ub) {
  if (d.bytes == 0) return {d.tag, CopyStatus::Ok, 0, 0};
  return each_row(setup, d, Way::Out, ub,
                  [&](std::optional<std::uint64_t> to, std::uint64_t from, Completion& done) {
                    for (std::uint32_t left = to ? d.bytes : 0; left != 0;) {
                      const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(
                          left, setup.burst_bytes - *to % setup.burst_bytes));
                      if (const auto response = memory.write(*to, ub.data() + from, size)) {
                        done.status = status_of(response);
                        done.addr = *to;
                        return false;
                      }
                      *to += size;
                      from += size;
                      left -= size;
                      done.bytes += size;
                    }
                    return true;
                  });
}

}  // namespace gsq::ring
