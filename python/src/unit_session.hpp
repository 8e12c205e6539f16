// SPDX-License-Identifier: Apache-2.0
/// What Python's gsq.Unit does on a backend, without Python.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/programs/statistics.hpp"

namespace gsq::python {

/// A command that failed. what() is "FILE:LINE: error: expected OK, got …", as of gsq run.
class CommandError : public std::runtime_error {
 public:
  CommandError(const std::string& what, std::string text, std::string its_place,
               const Completion& completion)
      : std::runtime_error(what),
        command(std::move(text)),
        place(std::move(its_place)),
        response(completion.response),
        fault(completion.fault) {}

  std::string command;  ///< its text
  std::string place;    ///< FILE:LINE of the call
  Response response;
  std::shared_ptr<const Fault> fault;  ///< null without a golden model
};

/// A unit on a backend. Commands are queued; every other function waits until they are done, and
/// throws the CommandError of the first one that failed. All throw std::exception with a sentence.
class Session {
 public:
  explicit Session(std::unique_ptr<Backend> backend) : backend_(std::move(backend)) {}

  /// Queues the command of a text form, which the line of a file gave. Throws ProgramError.
  void command(const std::string& text, const std::string& file, unsigned line);

  /// Runs a program. Throws std::runtime_error with all expectations that were not met, a line
  /// each.
  void run(const std::string& text, const std::string& file);

  /// Waits.
  void wait();

  std::vector<std::uint8_t> read_ub(std::uint64_t address, std::uint64_t bytes);
  void write_ub(std::uint64_t address, const std::vector<std::uint8_t>& bytes);
  std::vector<std::uint8_t> read_v(std::uint64_t index);
  void write_v(std::uint64_t index, const std::vector<std::uint8_t>& bytes);
  std::vector<std::uint8_t> read_m(std::uint64_t index);
  void write_m(std::uint64_t index, const std::vector<std::uint8_t>& bits);
  std::uint32_t ar();

  /// The info word of the last command. Throws std::logic_error when there was none.
  std::uint32_t info();

  /// The object of statistics_json() for everything since the last call, and the cycles that RTL
  /// and model were compared in.
  std::string statistics();

  std::uint64_t cycles();

  /// Ends the run: files of it are complete.
  void finish();

 private:
  struct Queued {
    Command command;
    std::string file;
    unsigned line{};

    [[nodiscard]] std::string place() const { return file + ":" + std::to_string(line); }
  };

  std::unique_ptr<Backend> backend_;
  std::vector<Queued> queued_;  // since the last wait
  bool idle_{};                 // state may be read; at first the unit is still before its reset
  std::vector<ExecutedCommand> executed_;  // since the last statistics
  std::uint64_t counted_cycles_{};         // at the last statistics
  std::uint64_t counted_compared_{};
  std::optional<std::uint32_t> info_;
};

}  // namespace gsq::python
