// SPDX-License-Identifier: Apache-2.0
#include "gsq/programs/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/semantics/model.hpp"

namespace gsq {
namespace {

constexpr std::size_t kShort = 64;

/// Program text, with a golden model for the responses and the content of UB.
class Writer {
 public:
  Writer(const Config& config, std::filesystem::path file)
      : model_(config), file_(std::move(file)) {}

  void command(const Command& command) {
    const Response response = model_.execute(command);
    const auto text = format_command(command, model_.config());
    if (!text) {
      line("# opcode {}: no program text for these codes, answers {}",
           static_cast<unsigned>(command.op), to_text(response.status));
      return;
    }
    line("{}", *text);
    if (response.status != Status::Ok) {
      line(".expect status {} info {}", to_text(response.status), response.info);
    }
  }

  /// Bytes in the program itself, if they are at most `inlined`.
  void ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes,
          std::size_t inlined = kShort) {
    std::copy(bytes.begin(), bytes.end(),
              model_.ub().begin() + static_cast<std::ptrdiff_t>(address));
    data(fmt::format(".ub {:#x}", address), bytes, inlined);
  }

  /// Expects these bytes at the end of UB from 0 on.
  void expect(const std::vector<std::uint8_t>& bytes) { data(".expect 0x0", bytes, 0); }

  /// Programs have no back door to V. They write it through UB and then restore UB.
  void v(std::uint32_t index, const std::vector<std::uint8_t>& bytes) {
    const std::vector<std::uint8_t> held(
        model_.ub().begin(), model_.ub().begin() + static_cast<std::ptrdiff_t>(bytes.size()));
    line("# v{} through the back door", index);
    ub(0, bytes, bytes.size());
    Command load;
    load.op = Opcode::LoadAlign;
    load.vd = static_cast<std::uint8_t>(index);
    command(load);
    ub(0, held, held.size());
  }

  /// Nor to M. set_mask has one bit for each byte of a vector.
  void m(std::uint32_t index, const std::vector<std::uint8_t>& bits) {
    line("# m{} through the back door", index);
    CommandBits immediate{};  // the lowest bits of the packed command
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (bits[i] != 0) immediate.at(i / 32) |= 1U << (i % 32);
    }
    Command set = unpack(immediate);
    set.op = Opcode::SetMask;
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
  /// Bytes in the program, if they are at most `inlined`, else in a file.
  void data(const std::string& statement, const std::vector<std::uint8_t>& bytes,
            std::size_t inlined) {
    if (std::all_of(bytes.begin(), bytes.end(), [&](auto byte) { return byte == bytes[0]; })) {
      line("{} b8 fill {} {}", statement, bytes.size(), bytes[0]);
    } else if (bytes.size() <= inlined) {
      line("{} b8 {}", statement, fmt::join(bytes, " "));
    } else {
      const std::string name = fmt::format("{}-data-{}.bin", file_.stem().string(), files_++);
      write_file(file_.parent_path() / name,
                 {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      line("{} b8 file \"{}\"", statement, name);
    }
  }

  Model model_;
  std::filesystem::path file_;
  std::string text_;
  unsigned files_{};
};

}  // namespace

std::string Recorder::save(const std::string& file, const Form& form) const {
  if (statements_.size() > most_) {
    throw std::runtime_error(
        fmt::format("{} was not written: expected a run of at most {} statements (commands, and "
                    "writes to UB and registers): record a shorter one",
                    file, most_));
  }
  Writer writer(config_, file);
  std::istringstream comment(form.comment);
  for (std::string line; std::getline(comment, line);) writer.line("# {}", line);
  std::uint64_t commands = form.commands;
  for (const Statement& statement : statements_) {
    if (const auto* command = std::get_if<Command>(&statement)) {
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
  if (!form.ub.empty()) writer.expect(form.ub);
  write_file(file, writer.text());
  return file;
}

}  // namespace gsq
