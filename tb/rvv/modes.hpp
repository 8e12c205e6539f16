// SPDX-License-Identifier: Apache-2.0
/// What rvv_tandem does, each a function that returns the exit status.
#pragma once

#include <cstdint>
#include <string>

#include "common/rvv_reference.hpp"
#include "common/rvv_stimulus.hpp"

namespace tb {

constexpr std::uint32_t kMemory = 16384;  // bytes of data of programs that are written here
constexpr std::uint32_t kBoot = 5;        // instructions of Spike before a program

/// A random program: written, and compared with what Spike says.
int write_random(std::uint64_t seed, std::uint32_t commands, std::uint32_t vlen_bytes,
                 const std::string& elf);
int check_random(std::uint64_t seed, std::uint32_t commands, std::uint32_t vlen_bytes,
                 const std::string& log);

/// A program with the subset only: every vector instruction of it, with the x registers that Spike
/// had.
int follow(std::uint32_t vlen_bytes, const std::string& elf, const std::string& log);

/// A test of others: where the reference has no result, it takes Spike's. `most`: the number of
/// instructions at which Spike gives up.
int follow_test(std::uint32_t vlen_bytes, const std::string& elf, const std::string& log,
                std::uint64_t most);

/// Random words: a program with them, and which of them are instructions here and in Spike.
int write_words(std::uint64_t seed, std::uint32_t words, std::uint32_t vlen_bytes,
                const std::string& elf);
int judge_words(std::uint64_t seed, std::uint32_t words, std::uint32_t vlen_bytes,
                const std::string& log);

/// The name of a word in rvv.toml.
const char* name_of(std::uint32_t word);

/// An instruction, with the state before it, for messages.
std::string described(std::uint32_t number, const RvvInstruction& one, std::uint32_t pc,
                      std::uint32_t vl, std::uint32_t vtype);

}  // namespace tb
