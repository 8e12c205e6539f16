// SPDX-License-Identifier: Apache-2.0
#include "rvv/elf.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace tb {
namespace {

const std::string kIdentity(  // NOLINT(cert-err58-cpp): of 32 bits, lowest byte first
    "\x7f"
    "ELF\x01\x01\x01",
    7);
constexpr std::uint32_t kRiscv = 243;
constexpr std::uint32_t kLoaded = 1;         // type of a segment
constexpr std::uint32_t kMost = 256U << 20;  // bytes from the first to the last of a program

std::uint32_t number_at(const std::string& text, std::size_t at, unsigned bytes = 4) {
  std::uint32_t value = 0;
  for (unsigned b = bytes; b-- > 0;) {
    value = value << 8U | static_cast<std::uint8_t>(text.at(at + b));
  }
  return value;
}

}  // namespace

void put(std::string& to, std::uint32_t value, unsigned bytes) {
  for (unsigned b = 0; b < bytes; ++b) to.push_back(static_cast<char>(value >> (8 * b)));
}

void put_number(std::string& code, std::uint32_t reg, std::uint32_t value) {
  const std::uint32_t high = (value + 0x800U) & 0xfffff000U;
  put(code, high | reg << 7U | 0x37U);
  put(code, (value - high) << 20U | reg << 15U | reg << 7U | 0x13U);
}

bool write_elf(const std::string& path, const std::string& code,
               const std::vector<std::uint8_t>& data) {
  if (code.size() > kData - kCode) {
    std::fprintf(stderr, "rvv_tandem: expected at most %u bytes of code, found %zu\n",
                 kData - kCode, code.size());
    return false;
  }
  std::string elf = kIdentity;
  elf.resize(16);
  put(elf, 2, 2);  // executable
  put(elf, kRiscv, 2);
  put(elf, 1);
  put(elf, kCode);        // entry
  put(elf, 52);           // program headers
  put(elf, 52 + 2 * 32);  // headers of sections: Spike wants one
  put(elf, 0);
  put(elf, 52, 2);
  put(elf, 32, 2);
  put(elf, 2, 2);  // two of them
  put(elf, 40, 2);
  put(elf, 1, 2);  // one of these
  put(elf, 0, 2);
  const std::uint32_t begin = 52 + 2 * 32 + 40;
  const auto segment = [&](std::uint32_t offset, std::uint32_t address, std::uint32_t bytes) {
    for (const std::uint32_t value : {kLoaded, offset, address, address, bytes, bytes, 7U, 4U}) {
      put(elf, value);
    }
  };
  const auto code_bytes = static_cast<std::uint32_t>(code.size());
  segment(begin, kCode, code_bytes);
  segment(begin + code_bytes, kData, static_cast<std::uint32_t>(data.size()));
  // Names of sections: none, the zeros at the end of the first 16 bytes.
  for (const std::uint32_t value : {0U, 3U, 0U, 0U, 8U, 8U, 0U, 0U, 1U, 0U}) put(elf, value);
  elf += code;
  elf.append(data.begin(), data.end());
  std::ofstream file(path, std::ios::binary);
  file << elf;
  if (!file.flush()) {
    std::fprintf(stderr, "rvv_tandem: cannot write %s\n", path.c_str());
    return false;
  }
  return true;
}

Image read_elf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string elf((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto wrong = [&](const char* what) {
    std::fprintf(stderr, "rvv_tandem: %s: expected a program of 32 bits for RISC-V, found %s\n",
                 path.c_str(), what);
    return Image{};
  };
  if (elf.size() < 52 || elf.compare(0, 6, kIdentity, 0, 6) != 0) return wrong("no such header");
  if (number_at(elf, 18, 2) != kRiscv) return wrong("one for another processor");
  const std::size_t headers = number_at(elf, 28);
  const std::uint32_t count = number_at(elf, 44, 2);
  if (headers + std::size_t{32} * count > elf.size()) return wrong("only a part of it");
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t end = 0;
  const auto each = [&](auto function) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::size_t header = headers + std::size_t{32} * i;
      const std::uint32_t memory = number_at(elf, header + 20);
      if (number_at(elf, header) != kLoaded || memory == 0) continue;
      function(number_at(elf, header + 4), number_at(elf, header + 8),
               std::min(number_at(elf, header + 16), memory), memory);
    }
  };
  each([&](std::size_t /*offset*/, std::uint64_t address, std::size_t /*bytes*/,
           std::uint64_t memory) {
    first = std::min(first, address);
    end = std::max(end, address + memory);
  });
  if (end <= first || end - first > kMost) return wrong("no memory, or too much");
  Image image{static_cast<std::uint32_t>(first), std::vector<std::uint8_t>(end - first)};
  each([&](std::size_t offset, std::uint64_t address, std::size_t bytes, std::uint64_t /*memory*/) {
    const std::string part = elf.substr(std::min(offset, elf.size()), bytes);
    std::copy(part.begin(), part.end(),
              image.memory.begin() + static_cast<std::ptrdiff_t>(address - first));
  });
  return image;
}

}  // namespace tb
