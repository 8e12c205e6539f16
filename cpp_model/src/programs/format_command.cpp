// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "gsq/programs/program.hpp"
#include "programs/program_syntax.hpp"

namespace gsq {
namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): the grammar this file writes by

/// A number as hex, highest word first in the text, lowest first in `words`.
template <typename Words>
std::string hex(const Words& words) {
  std::string text;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    text += fmt::format("{:0{}x}", *word, 2 * sizeof(*word));
  }
  return "0x" + text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
}

/// The text of one operand, std::nullopt if its value has none.
struct Writer {
  const Command& command;
  const Config& config;
  using Text = std::optional<std::string>;

  Text operator()(const Register& reg) const {
    const unsigned field = command.*reg.field;
    const unsigned index = reg.low_bits ? field % reg.count : field;
    if (index >= reg.count) return std::nullopt;
    return fmt::format("{}{}", reg.letter, index);
  }
  Text operator()(const Address& /*operand*/) const {
    return fmt::format("[0x{:04x}]", command.addr);
  }
  template <typename Code>
  Text operator()(const Name<Code>& operand) const {
    const std::string_view text = to_text(command.*operand.field);
    if (text == "?") return std::nullopt;
    return std::string(text);
  }
  Text operator()(const Switch& operand) const {
    return std::string(command.*operand.field ? operand.on : operand.off);
  }
  template <typename Int>
  Text operator()(const Number<Int>& operand) const {
    return fmt::format("{}", command.*operand.field);
  }
  Text operator()(const Signed& operand) const {
    return fmt::format("{}", static_cast<std::int32_t>(command.*operand.field));
  }
  Text operator()(const MaskImmediate& /*operand*/) const {
    Immediate value = immediate(command);
    std::fill(value.begin() + config.vlen_bytes / 32, value.end(), 0);
    return hex(value);
  }
  Text operator()(const LaneMask& /*operand*/) const {
    if (command.bitwise) return fmt::format("0x{:x},0x{:x}", command.mask[0], command.mask[1]);
    return command.mask[1] == 0 ? fmt::format("{}", command.mask[0]) : hex(command.mask);
  }
  Text operator()(const SpecialRegister& /*operand*/) const { return "ar"; }
  Text operator()(const StreamForm& /*operand*/) const {
    if (command.abs) return fmt::format("n={}", command.n);
    return command.post ? "post" : "normal";
  }
  Text operator()(const SecondOperand& operand) const {
    if (operand.may_be_vector && !command.scalar) {
      return (*this)(Register{'v', kNumVregs, &Command::vi});
    }
    return fmt::format("n={}", command.n);
  }
  Text operator()(const AbsWord& /*operand*/) const { return command.abs ? "abs" : ""; }
  Text operator()(const MergeWord& /*operand*/) const {
    return command.merge && config.lane_ops != 0 ? "merge" : "";
  }
};

}  // namespace

std::optional<std::string> format_command(const Command& command, const Config& config) {
  const Row* row = find_row(command.op);
  if (row == nullptr) return std::nullopt;
  std::string text(to_text(command.op));
  const char* separator = " ";
  const Writer writer{command, config};
  const Command defaults = default_command(*row, config);
  const Writer default_writer{defaults, config};
  const auto append = [&](std::string_view key, const Operand& operand) {
    const auto written = std::visit(writer, operand);
    if (written && !written->empty()) {
      text += fmt::format("{}{}{}", separator, key, *written);
      separator = ", ";
    }
    return written.has_value();
  };

  for (const Operand& operand : row->operands) {
    if (!append("", operand)) return std::nullopt;
  }
  for (const Option& option : row->options) {
    if (!required(option, command) &&
        std::visit(writer, option.value) == std::visit(default_writer, option.value)) {
      continue;
    }
    const bool word = std::holds_alternative<MergeWord>(option.value);
    if (!append(word ? "" : fmt::format("{}=", option.key), option.value)) return std::nullopt;
  }
  return text;
}

std::string form_text(const Command& command) {
  if (!known(command.op)) return "";
  const std::uint32_t fields = facts(command.op).fields;
  if (has(fields, CmdField::Width) && has(fields, CmdField::Form)) {
    return fmt::format("{} {}", to_text(command.width), to_text(command.form));
  }
  if (has(fields, CmdField::Width)) return std::string{to_text(command.width)};
  if (has(fields, CmdField::Form)) return std::string{to_text(command.form)};
  if (has(fields, CmdField::Distr)) return std::string{to_text(command.distr)};
  return "";
}

}  // namespace gsq
