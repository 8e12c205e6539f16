// SPDX-License-Identifier: Apache-2.0
#include "common/code_coverage.hpp"

#if VM_COVERAGE
#include <unistd.h>
#include <verilated.h>
#include <verilated_cov.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unordered_map>

namespace {

/// The counts of all models of this process by Verilator's name of the point.
class Counts {
 public:
  Counts(const Counts&) = delete;
  Counts& operator=(const Counts&) = delete;

  static Counts& instance() {
    static Counts counts;
    return counts;
  }

  /// All points, or those whose names hold `only`.
  void add(VerilatedContext& context, const char* only = "") {
    if (prefix_.empty()) return;
    // The counters can be read in no other way.
    const std::string file = name(".part");
    context.coveragep()->write(file.c_str());
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
      const std::size_t space = line.rfind("' ");
      if (space == std::string::npos || line.find(only) == std::string::npos) continue;
      counts_[line.substr(0, space + 2)] += std::stoull(line.substr(space + 2));
    }
    stream.close();
    unlink(file.c_str());
  }

 private:
  Counts() {
    if (const char* prefix = std::getenv("GSQ_CODE_COVERAGE")) prefix_ = prefix;
  }

  ~Counts() {
    if (counts_.empty()) return;
    std::ofstream stream(name(".dat"));
    for (const auto& [point, count] : counts_) stream << point << count << '\n';
  }

  [[nodiscard]] std::string name(const char* suffix) const {
    return prefix_ + "-" + std::to_string(getpid()) + suffix;
  }

  std::string prefix_;
  std::unordered_map<std::string, std::uint64_t> counts_;
};

}  // namespace

namespace tb {

void zero_code_coverage(VerilatedContext& context) {
  // The key "o" says what a point is. Verilator counts the begin of a block apart from its
  // statements: that of an always_comb depends on nothing, so it is evaluated once, at the start.
  // One model of a process says it for all.
  static const bool kept = (Counts::instance().add(context, "\001o\002block\001"), true);
  static_cast<void>(kept);
  context.coveragep()->zero();
}
void keep_code_coverage(VerilatedContext& context) { Counts::instance().add(context); }

}  // namespace tb
#else
namespace tb {

void zero_code_coverage(VerilatedContext& /*context*/) {}
void keep_code_coverage(VerilatedContext& /*context*/) {}

}  // namespace tb
#endif
