// SPDX-License-Identifier: Apache-2.0
#include "programs/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace gsq {
namespace {

/// The meaning of a letter, its colour, from the palette of Okabe and Ito for colour-blind readers,
/// and the short name of its stage.
struct Legend {
  char letter;
  const char* meaning;
  const char* colour;
  const char* stage;
};
constexpr const char* kBlue = "#56b4e9";
constexpr const char* kGreen = "#009e73";
constexpr const char* kYellow = "#f0e442";
constexpr const char* kOrange = "#e69f00";
constexpr const char* kDark = "#0072b2";
constexpr const char* kPurple = "#cc79a7";
constexpr const char* kRed = "#d55e00";
constexpr const char* kWhite = "#ffffff";  // waits
constexpr std::array<Legend, 38> kLegend{{
    {'T', "transferred at the command port", kBlue, "T"},
    {'t', "waits at the command port", kWhite, "T"},
    {'D', "decode: stage D0", kBlue, "D0"},
    {'E', "decode: stage D1", kBlue, "D1"},
    {'d', "held in stage D0", kWhite, "D0"},
    {'e', "held in stage D1", kWhite, "D1"},
    {'I', "issues", kBlue, "I"},
    {'i', "waits in the issue queue", kWhite, "I"},
    {'0', "compute pipe: stage C0", kGreen, "C0"},
    {'1', "compute pipe: stage C1", kGreen, "C1"},
    {'2', "compute pipe: stage C2", kGreen, "C2"},
    {'3', "compute pipe: stage C3", kGreen, "C3"},
    {'c', "held in the compute pipe", kWhite, "C"},
    {'Q', "leaves the memory queue", kYellow, "Q"},
    {'q', "waits in the memory queue", kWhite, "Q"},
    {'P', "access pipe: stage P", kOrange, "P"},
    {'S', "access pipe: stage S", kOrange, "S"},
    {'A', "access pipe: stage A", kOrange, "A"},
    {'M', "access pipe: stage M", kOrange, "M"},
    {'R', "access pipe: stage R", kOrange, "R"},
    {'G', "access pipe: stage E, at the window", kOrange, "E"},
    {'p', "held in stage P", kWhite, "P"},
    {'s', "held in stage S", kWhite, "S"},
    {'a', "held in stage A", kWhite, "A"},
    {'m', "held in stage M", kWhite, "M"},
    {'r', "held in stage R", kWhite, "R"},
    {'g', "held in stage E", kWhite, "E"},
    {'W', "window: words served, on the banks next", kGreen, "X"},
    {'w', "waits in the window", kWhite, "X"},
    {'X', "banks: first beat of a group", kDark, "X"},
    {'x', "banks: one more beat of it, a bank conflict", kRed, "X"},
    {'N', "passes the banks without an access", kOrange, "X"},
    {'h', "held at the banks by the host", kWhite, "X"},
    {'B', "its last data comes from the banks", kPurple, "V"},
    {'V', "writes its vector register", kPurple, "V"},
    {'o', "done, waits for older responses", kWhite, "Z"},
    {'z', "response offered and not taken", kWhite, "Z"},
    {'Z', "response taken", kBlue, "Z"},
}};

const Legend& legend_of(char letter) {
  return *std::find_if(kLegend.begin(), kLegend.end(),
                       [&](const Legend& legend) { return legend.letter == letter; });
}

/// The command only waits for its turn: the commands ahead have causes of their own, or none.
bool is_turn(Cause cause) {
  return cause == Cause::kIssue || cause == Cause::kHead || cause == Cause::kOlder;
}

/// The text of a cause. `reg`: the name of its register.
std::string words(Cause cause, const std::string& reg) {
  switch (cause) {
    case Cause::kNothing:
      return "nothing";
    case Cause::kMask:
      return reg + " from a compare";
    case Cause::kIssue:
      return "older commands yet to issue";
    case Cause::kResponseQueue:
      return "response queue full";
    case Cause::kMemoryQueue:
      return "memory queue full";
    case Cause::kOverwrite:
      return reg + " yet to be read";
    case Cause::kSecondPort:
      return "second port of V";
    case Cause::kLaneAlu:
      return "lane ALU";
    case Cause::kFromCompute:
      return reg + " from the compute pipe";
    case Cause::kFromMemory:
      return reg + " from memory";
    case Cause::kHead:
      return "head of the memory queue";
    case Cause::kGroups:
      return "more groups in stage P";
    case Cause::kBanks:
      return "beats on the banks";
    case Cause::kConflict:
      return "bank conflicts";
    case Cause::kHost:
      return "host on the banks";
    case Cause::kVecData:
      return "data of a vec write";
    case Cause::kWindow:
      return "window full";
    case Cause::kRegister:
      return reg + " yet to be written";
    case Cause::kTurn:
      return "older words in its banks";
    case Cause::kLanes:
      return "older words in its lanes";
    case Cause::kKind:
      return "older fractions of another kind";
    case Cause::kResult:
      return "fractions and a result for V";
    case Cause::kLeaving:
      return "older groups yet to end";
    case Cause::kOlder:
      return "older responses";
    case Cause::kConsumer:
      return "consumer of responses";
  }
  return "";
}

/// The same with the commands that cause it, if these are others.
std::string words(Cause cause, std::uint8_t reg, std::uint64_t first_by, std::uint64_t last_by,
                  std::uint64_t self) {
  const std::string text =
      words(cause, fmt::format("{}{}", cause == Cause::kMask ? 'm' : 'v', reg));
  if (first_by != last_by) return fmt::format("{} (#{}..#{})", text, first_by + 1, last_by + 1);
  return first_by == self ? text : fmt::format("{} (#{})", text, first_by + 1);
}

std::string shortened(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 2) + "..";
}

std::string label(std::size_t index, const CommandTrace& command) {
  constexpr std::size_t kText = Trace::kLabelWidth - 14;
  return fmt::format("{:>5} {:>5}  {:<{}}", index + 1, command.line, shortened(command.text, kText),
                     kText);
}

/// The ruler of a chart: every tenth cycle at its column, `|120`.
std::string ruler(const Window& window) {
  std::string text;
  for (std::uint64_t cycle = (window.from + 9) / 10 * 10; cycle <= window.to; cycle += 10) {
    text.resize(std::max<std::size_t>(text.size(), cycle - window.from), ' ');
    text += fmt::format("|{}", cycle);
  }
  return text;
}

/// Spans of a command inside a window: first and last cycle of each.
template <typename Use>
void for_spans(const CommandTrace& command, const Window& window, Use use) {
  for (const Span& span : command.spans) {
    const std::uint64_t first = std::max(span.first, window.from);
    const std::uint64_t last = std::min(span.first + span.count - 1, window.to);
    if (first <= last) use(span, first, last);
  }
}

std::vector<Legend> used_letters(const std::vector<CommandTrace>& commands, const Window& window) {
  std::string used;
  for (const std::size_t row : window.rows) {
    for_spans(commands[row], window, [&](const Span& span, auto...) { used += span.letter; });
  }
  std::vector<Legend> found;
  std::copy_if(kLegend.begin(), kLegend.end(), std::back_inserter(found),
               [&](const Legend& legend) { return used.find(legend.letter) != std::string::npos; });
  return found;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '&') {
      out += "&amp;";
    } else if (letter == '<') {
      out += "&lt;";
    } else {
      out += letter;
    }
  }
  return out;
}

}  // namespace

bool waits(const Span& span) { return span.cause != Cause::kNothing; }

std::string_view stage_of(char letter) { return legend_of(letter).stage; }

std::string cause_of(const Span& span, std::size_t index) {
  return words(span.cause, span.reg, span.by, span.by, index);
}

char Trace::letter_of(const Whereabouts& where) const {
  const bool moves = where.cause == Cause::kNothing;
  switch (where.place) {
    case Place::kPort:
      return moves ? 'T' : 't';
    case Place::kDecode:
      return (moves ? "DE" : "de")[where.stage];
    case Place::kIssue:
      return moves ? 'I' : 'i';
    case Place::kCompute:
      if (!moves) return 'c';
      return where.stage == last_stage_ ? 'V' : static_cast<char>('0' + where.stage);
    case Place::kQueue:
      return moves ? 'Q' : 'q';
    case Place::kAccess:
      if (where.stage < 6) return (moves ? "PSAMRG" : "psamrg")[where.stage];
      if (where.cause == Cause::kHost) return 'h';
      if (where.cause == Cause::kConflict) return 'x';
      if (where.beat) return 'X';
      if (where.stage == 6) return moves ? 'W' : 'w';
      return 'N';
    case Place::kData:
      return 'B';
    case Place::kWrite:
      return 'V';
    case Place::kResponse:
      break;
  }
  return moves ? 'Z' : where.cause == Cause::kOlder ? 'o' : 'z';
}

void Trace::watch(std::uint64_t cycle, const CycleModel& model, const CycleInputs& inputs) {
  last_stage_ = model.model().config().squeeze_cuts + 1;
  for (const Whereabouts& where : model.whereabouts(inputs)) {
    if (where.sequence == commands_.size()) commands_.emplace_back();
    CommandTrace& command = commands_[where.sequence];
    const char letter = letter_of(where);
    if (letter == 'I') command.issue = cycle;
    if (where.beat) {
      if (command.beats++ == 0) command.first_bank = cycle;
      command.last_bank = cycle;
    }
    if (!command.spans.empty()) {
      Span& last = command.spans.back();
      if (std::tie(last.letter, last.cause, last.reg, last.by) ==
          std::tie(letter, where.cause, where.reg, where.by)) {
        ++last.count;
        continue;
      }
    }
    command.spans.push_back({letter, where.cause, where.reg, where.by, cycle, 1});
  }
}

std::string Trace::chart(const Window& window) const {
  std::string text = fmt::format("{:>5} {:>5}  {:<{}}{}\n", "#", "line", "command",
                                 kLabelWidth - 13, ruler(window));
  for (const std::size_t row : window.rows) {
    const CommandTrace& command = commands_[row];
    std::string letters;
    for_spans(command, window, [&](const Span& span, std::uint64_t first, std::uint64_t last) {
      letters.resize(first - window.from, ' ');
      letters.append(last - first + 1, span.letter);
    });
    text += fmt::format("{} {}\n", label(row, command), letters);
  }
  text += "\nA small letter waits.\n";
  const std::vector<Legend> used = used_letters(commands_, window);
  for (std::size_t i = 0; i < used.size(); i += 2) {
    text += fmt::format("  {} {}", used[i].letter, used[i].meaning);
    if (i + 1 < used.size()) {
      text.resize(text.rfind('\n') + 49, ' ');
      text += fmt::format("  {} {}", used[i + 1].letter, used[i + 1].meaning);
    }
    text += '\n';
  }
  return text;
}

std::string Trace::table(const Window& window) const {
  std::string text = fmt::format("{:>5} {:>5}  {:<{}}{:>7} {:>13} {:>6} {:>6} {:>7} {:>7}  {}\n",
                                 "#", "line", "command", kLabelWidth - 13, "issue", "banks",
                                 "beats", "bound", "retire", "waited", "for");
  for (const std::size_t row : window.rows) {
    const CommandTrace& command = commands_[row];
    struct Sum {
      Cause cause;
      std::uint8_t reg;
      std::uint64_t cycles, first_by, last_by;
    };
    std::vector<Sum> sums;
    std::uint64_t waited = 0;
    for (const Span& span : command.spans) {
      if (!waits(span)) continue;
      waited += span.count;
      auto sum = std::find_if(sums.begin(), sums.end(), [&](const Sum& known) {
        return known.cause == span.cause && known.reg == span.reg;
      });
      if (sum == sums.end()) sum = sums.insert(sum, {span.cause, span.reg, 0, span.by, span.by});
      sum->cycles += span.count;
      sum->first_by = std::min(sum->first_by, span.by);
      sum->last_by = std::max(sum->last_by, span.by);
    }
    std::string causes;
    for (const Sum& sum : sums) {
      causes += fmt::format("{}{}: {}", causes.empty() ? "" : ", ",
                            words(sum.cause, sum.reg, sum.first_by, sum.last_by, row), sum.cycles);
    }
    const std::string banks =
        command.beats == 0 ? "-" : fmt::format("{}..{}", command.first_bank, command.last_bank);
    const auto known = [](const auto& number) {
      return number ? fmt::format("{}", *number) : std::string("-");
    };
    const std::string retire = command.retired() ? std::to_string(command.last()) : "-";
    text += fmt::format("{} {:>7} {:>13} {:>6} {:>6} {:>7} {:>7}  {}\n", label(row, command),
                        known(command.issue), banks, command.beats, known(command.bound), retire,
                        waited, causes.empty() ? "-" : causes);
  }
  return text;
}

std::string Trace::summary() const {
  struct Sum {
    std::uint64_t cycles{};
    std::uint64_t commands{};
    std::size_t last{};
  };
  std::array<Sum, kNumCauses> sums{};
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    for (const Span& span : commands_[i].spans) {
      Sum& sum = sums.at(static_cast<std::size_t>(span.cause));
      if (sum.commands == 0 || sum.last != i) ++sum.commands;
      sum.last = i;
      sum.cycles += span.count;
    }
  }
  std::vector<Cause> order;
  for (std::size_t i = 1; i < sums.size(); ++i) {
    if (sums.at(i).cycles != 0) order.push_back(static_cast<Cause>(i));
  }
  const auto cycles = [&](Cause cause) { return sums.at(static_cast<std::size_t>(cause)).cycles; };
  std::stable_sort(order.begin(), order.end(),
                   [&](Cause a, Cause b) { return cycles(a) > cycles(b); });
  std::string text;
  for (const bool turn : {false, true}) {
    text += fmt::format("{:<48}{:>10} {:>10}\n", turn ? "waited for their turn" : "waited for",
                        "cycles", "commands");
    bool any = false;
    for (const Cause cause : order) {
      if (is_turn(cause) != turn) continue;
      any = true;
      const Sum& sum = sums.at(static_cast<std::size_t>(cause));
      text += fmt::format("  {:<46}{:>10} {:>10}\n", words(cause, "register"), sum.cycles,
                          sum.commands);
    }
    if (!any) text += "  nothing\n";
  }
  return text;
}

std::string Trace::svg(const Window& window, const std::string& title) const {
  constexpr unsigned kCell = 12;
  constexpr unsigned kLetter = 7;  // at most
  constexpr unsigned kRow = 18;
  constexpr unsigned kTop = 40;
  constexpr unsigned kLeft = 360;
  const auto x = [&](std::uint64_t cycle) { return kLeft + kCell * (cycle - window.from); };
  const std::vector<Legend> used = used_letters(commands_, window);
  const std::size_t bottom = kTop + kRow * window.rows.size();
  const std::uint64_t width = std::max<std::uint64_t>(x(window.to + 1), 720) + 10;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"monospace\" font-size=\"11\">\n"
      "<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
      "<text x=\"8\" y=\"16\" font-weight=\"bold\">{2}</text>\n",
      width, bottom + 20 + kRow * ((used.size() + 1) / 2), escaped(title));
  for (std::uint64_t cycle = (window.from + 9) / 10 * 10; cycle <= window.to; cycle += 10) {
    text += fmt::format(
        "<path d=\"M{0} {1}V{2}\" stroke=\"#999999\"/><text x=\"{3}\" y=\"{4}\">{5}</text>\n",
        x(cycle), kTop - 10, bottom, x(cycle) + 2, kTop - 4, cycle);
  }
  const auto box = [&](std::uint64_t left, std::size_t top, std::uint64_t cells,
                       const Legend& legend, const std::string& tip, const std::string& inside) {
    const bool waiting = legend.letter >= 'a';
    text += fmt::format(
        "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
        "stroke=\"#000000\" stroke-width=\"{}\"/><text x=\"{}\" y=\"{}\" "
        "text-anchor=\"middle\" fill=\"{}\">{}</text></g>\n",
        escaped(tip), left, top + 2, kCell * cells, kRow - 4, legend.colour, waiting ? 0.3 : 0.6,
        left + kCell * cells / 2, top + 13, legend.letter == 'X' ? "#ffffff" : "#000000", inside);
  };
  for (std::size_t i = 0; i < window.rows.size(); ++i) {
    const CommandTrace& command = commands_[window.rows[i]];
    const std::size_t top = kTop + kRow * i;
    text += fmt::format("<text x=\"8\" y=\"{}\" xml:space=\"preserve\">{}</text>\n", top + 13,
                        escaped(label(window.rows[i], command)));
    for_spans(command, window, [&](const Span& span, std::uint64_t first, std::uint64_t last) {
      const Legend& legend = legend_of(span.letter);
      const std::uint64_t cells = last - first + 1;
      std::string tip = fmt::format("cycles {} to {}: {}", first, last, legend.meaning);
      std::string inside(1, span.letter);
      if (waits(span)) {
        const std::string why = cause_of(span, window.rows[i]);
        tip += ": " + why;
        if (kLetter * (why.size() + 4) <= kCell * cells) inside += ": " + why;
      }
      box(x(first), top, cells, legend, tip, inside);
    });
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    const std::size_t top = bottom + 10 + kRow * (i / 2);
    const std::size_t left = 8 + 350 * (i % 2);
    box(left, top, 1, used[i], used[i].meaning, {used[i].letter});
    text +=
        fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", left + 20, top + 13, used[i].meaning);
  }
  return text + "</svg>\n";
}

}  // namespace gsq
