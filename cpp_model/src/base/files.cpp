// SPDX-License-Identifier: Apache-2.0
#include "gsq/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace gsq {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::runtime_error file_error(const std::string& path, const char* what, int error) {
  return std::runtime_error(
      fmt::format("{}: {}: {}", path, what, std::generic_category().message(error)));
}

}  // namespace

std::vector<std::uint8_t> read_file(const std::string& path, std::size_t limit) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw file_error(path, "cannot be read", errno);
  std::vector<std::uint8_t> bytes;
  std::array<std::uint8_t, 65536> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), file.get())) {
    if (count > limit - bytes.size()) {
      throw std::runtime_error(fmt::format("{}: holds more than {} bytes", path, limit));
    }
    bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (std::ferror(file.get()) != 0) throw file_error(path, "cannot be read", errno);
  return bytes;
}

std::runtime_error write_error(const std::string& path, int error) {
  return file_error(path, "cannot be written", error);
}

void write_file(const std::string& path, std::string_view bytes) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) throw write_error(path, errno);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
      std::fclose(file.release()) != 0) {
    throw write_error(path, errno);
  }
}

}  // namespace gsq
