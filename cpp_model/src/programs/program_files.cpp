#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "gsq/files.hpp"

namespace gsq {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw std::runtime_error(
      fmt::format("{}: {}: {}", path, what, std::generic_category().message(errno)));
}

}  // namespace

std::vector<std::uint8_t> read_file(const std::string& path, std::size_t limit) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(path, "cannot be read");
  std::vector<std::uint8_t> bytes;
  std::array<std::uint8_t, 65536> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), file.get())) {
    if (count > limit - bytes.size()) {
      throw std::runtime_error(fmt::format("{}: holds more than {} bytes", path, limit));
    }
    bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (std::ferror(file.get()) != 0) fail(path, "cannot be read");
  return bytes;
}

void write_file(const std::string& path, std::string_view bytes) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) fail(path, "cannot be written");
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
      std::fclose(file.release()) != 0) {
    fail(path, "cannot be written");
  }
}

}  // namespace gsq
