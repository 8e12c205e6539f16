// SPDX-License-Identifier: Apache-2.0
#include "system/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/semantics/model.hpp"

namespace tb {
namespace {

/// Program text, with a golden model for the responses and the content of UB.
class Writer {
 public:
  Writer(const gsq::Config& config, std::filesystem::path folder)
      : model_(config), folder_(std::move(folder)) {}

  void command(const gsq::Command& command) {
    const gsq::Response response = model_.execute(command);
    const auto text = gsq::format_command(command, model_.config());
    if (!text) {
      line("# opcode {}: no program text for these codes, answers {}",
           static_cast<unsigned>(command.op), gsq::to_text(response.status));
      return;
    }
    line("{}", *text);
    if (response.status != gsq::Status::Ok) {
      line(".expect status {} info {}", gsq::to_text(response.status), response.info);
    }
  }

  void ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
    std::copy(bytes.begin(), bytes.end(),
              model_.ub().begin() + static_cast<std::ptrdiff_t>(address));
    constexpr std::size_t kShort = 64;
    if (std::all_of(bytes.begin(), bytes.end(), [&](auto byte) { return byte == bytes[0]; })) {
      line(".ub {:#x} b8 fill {} {}", address, bytes.size(), bytes[0]);
    } else if (bytes.size() <= kShort) {
      line(".ub {:#x} b8 {}", address, fmt::join(bytes, " "));
    } else {
      const std::string name = fmt::format("data-{}.bin", files_++);
      gsq::write_file(folder_ / name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      line(".ub {:#x} b8 file \"{}\"", address, name);
    }
  }

  /// Programs have no back door to V. They write it through UB and then restore UB.
  void v(std::uint32_t index, const std::vector<std::uint8_t>& bytes) {
    const std::vector<std::uint8_t> held(
        model_.ub().begin(), model_.ub().begin() + static_cast<std::ptrdiff_t>(bytes.size()));
    line("# v{} through the back door", index);
    ub(0, bytes);
    gsq::Command load;
    load.op = gsq::Opcode::LoadAlign;
    load.vd = static_cast<std::uint8_t>(index);
    command(load);
    ub(0, held);
  }

  /// Nor to M. set_mask has one bit for each byte of a vector.
  void m(std::uint32_t index, const std::vector<std::uint8_t>& bits) {
    line("# m{} through the back door", index);
    gsq::CommandBits immediate{};  // the lowest bits of the packed command
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (bits[i] != 0) immediate.at(i / 32) |= 1U << (i % 32);
    }
    gsq::Command set = gsq::unpack(immediate);
    set.op = gsq::Opcode::SetMask;
    set.m = static_cast<std::uint8_t>(index);
    command(set);
  }

  template <typename... T>
  void line(fmt::format_string<T...> format, T&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(arguments)...);
    text_ += '\n';
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  gsq::Model model_;
  std::filesystem::path folder_;
  std::string text_;
  unsigned files_{};
};

}  // namespace

std::string Recorder::save(const std::string& folder, std::uint64_t commands) const {
  if (statements_.size() > kMost) return fmt::format("(none: over {} statements)", kMost);
  Writer writer(config_, folder);
  writer.line("# What ran until RTL and golden model differed, on configuration {}. Host accesses",
              config_.name);
  writer.line("# and stalls of that run are not part of it.");
  for (const Statement& statement : statements_) {
    if (const auto* command = std::get_if<gsq::Command>(&statement)) {
      if (commands-- == 0) break;
      writer.command(*command);
    } else {
      const auto& data = std::get<Bytes>(statement);
      switch (data.to) {
        case Place::kUb:
          writer.ub(data.place, data.bytes);
          break;
        case Place::kV:
          writer.v(data.place, data.bytes);
          break;
        case Place::kM:
          writer.m(data.place, data.bytes);
          break;
      }
    }
  }
  std::string file = folder + "/program.gsq";
  gsq::write_file(file, writer.text());
  return file;
}

}  // namespace tb
