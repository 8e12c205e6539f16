// SPDX-License-Identifier: Apache-2.0
/// Checks of options and the words for wrong command lines, shared by gsq and programs of kernels.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gsq::command_line {

/// Accepts one of these words.
CLI::Validator word_of(std::vector<std::string> words);

/// Accepts a whole number, decimal or 0x…, from `least` to `most`. For CLI::Option::transform,
/// since it turns the text into plain decimal.
CLI::Validator number(std::uint64_t least = 0,
                      std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// Accepts whole numbers from -2^63 to 2^63 - 1, separated by commas, decimal or 0x…. For
/// CLI::Option::transform, since it turns them into plain decimal.
CLI::Validator deltas();

/// Accepts a number of seconds from 0 to 1e6, which may have a fraction.
CLI::Validator seconds();

/// Accepts a number of nanoseconds, from 1e-6 to 1e6, which may have a fraction.
CLI::Validator nanoseconds();

/// Accepts the name of a file; not whether there is one.
CLI::Validator file_name();

/// What is wrong with a command line that CLI11 rejects, as a sentence without its full stop. The
/// options of `app` and of its subcommands have checks with their own words: those above.
std::string sentence(const CLI::App& app, const CLI::ParseError& error);

}  // namespace gsq::command_line
