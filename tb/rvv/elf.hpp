// SPDX-License-Identifier: Apache-2.0
/// Programs for Spike: executables of 32 bits for RISC-V.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tb {

/// Where Spike's memory begins, and the code of programs that are written here.
constexpr std::uint32_t kCode = 0x80000000U;
/// The data of these programs.
constexpr std::uint32_t kData = 0x80800000U;

/// Appends the lowest bytes of a number.
void put(std::string& to, std::uint32_t value, unsigned bytes = 4);

/// Appends lui and addi that bring a number into an x register.
void put_number(std::string& code, std::uint32_t reg, std::uint32_t value);

/// Writes a program whose code begins at kCode and whose data at kData; false, with a message, if
/// the code is too long or the file cannot be written.
bool write_elf(const std::string& path, const std::string& code,
               const std::vector<std::uint8_t>& data);

/// The memory of a program when it begins.
struct Image {
  std::uint32_t base{};  ///< address of the first byte
  std::vector<std::uint8_t> memory;
};

/// Reads a program; memory is empty, with a message, if the file is none.
Image read_elf(const std::string& path);

}  // namespace tb
