// SPDX-License-Identifier: Apache-2.0
/// Calls of the APIs by name and place, and the errors that name them.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gsq/isa.hpp"

namespace gsq::kernel {

/// A call of an API: its name, and its place in the source where that is known.
///
/// A name converts to a call without a place. A function of an API gets the place of its caller by
/// a parameter at the end: `Call call = Call::here("asc_gather")`. Valid as long as the name is.
struct Call {
  constexpr Call(const char* name) : api(name) {}       // NOLINT: names are calls
  constexpr Call(std::string_view name) : api(name) {}  // NOLINT
  Call(const std::string& name) : api(name) {}          // NOLINT
  Call(int) = delete;  // a number in the place of a name, where 0 would be a null pointer

  /// With the place of the expression, or, as a default argument, of the call of the function.
  static constexpr Call here(std::string_view name, const char* file = __builtin_FILE(),
                             unsigned line = __builtin_LINE()) {
    Call call(name);
    call.file = file;
    call.line = line;
    return call;
  }

  /// "asc_gather", or "asc_gather at kernel.cpp:12".
  [[nodiscard]] std::string text() const {
    std::string all(api);
    if (file == nullptr) return all;
    const std::string_view path(file);
    return all.append(" at ")
        .append(path.substr(path.rfind('/') + 1))
        .append(":")
        .append(std::to_string(line));
  }

  std::string_view api;
  const char* file{};  ///< null when the place is not known
  unsigned line{};
};

/// A parameter with the place of the call that it belongs to: its value converts to it. For the
/// functions that cannot have a Call as their last parameter: operators with a fixed number of
/// parameters, and functions with any number of them.
template <typename T>
struct Placed {
  template <typename V, typename = std::enable_if_t<std::is_convertible_v<V, T>>>
  Placed(const V& from, const char* its_file = __builtin_FILE(),  // NOLINT: stands for the value
         unsigned its_line = __builtin_LINE())
      : value(static_cast<T>(from)), file(its_file), line(its_line) {}

  [[nodiscard]] Call call(std::string_view name) const { return Call::here(name, file, line); }

  T value;
  const char* file;
  unsigned line;
};

/// An error message with the API and, if there is one, the lane and the address.
class Error : public std::runtime_error {
 public:
  Error(const std::string& text, std::string api, Status status = Status::Ok,
        std::optional<std::uint32_t> lane = {}, std::optional<std::uint64_t> address = {})
      : std::runtime_error(text),
        api_(std::move(api)),
        status_(status),
        lane_(lane),
        address_(address) {}

  /// "asc_gather at kernel.cpp:12: " and the text.
  Error(const Call& call, const std::string& text, Status status = Status::Ok,
        std::optional<std::uint32_t> lane = {}, std::optional<std::uint64_t> address = {})
      : Error(call.text() + ": " + text, std::string(call.api), status, lane, address) {}

  /// Name of the API call, for example "asc_gather".
  [[nodiscard]] const std::string& api() const { return api_; }
  /// Status of the response; Ok when the call was rejected before any command.
  [[nodiscard]] Status status() const { return status_; }
  /// Lowest faulty lane or block of a gather or scatter.
  [[nodiscard]] std::optional<std::uint32_t> lane() const { return lane_; }
  /// UB address of that lane, or base of the command.
  [[nodiscard]] std::optional<std::uint64_t> address() const { return address_; }

 private:
  std::string api_;
  Status status_;
  std::optional<std::uint32_t> lane_;
  std::optional<std::uint64_t> address_;
};

}  // namespace gsq::kernel
