// SPDX-License-Identifier: Apache-2.0
// Gives a fuzzer the files of folders, without libFuzzer: the inputs once found stay tests.
//
// Usage: replay_NAME FOLDER…
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "fuzz.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "replay: expected folders of inputs\n");
    return 2;
  }
  try {
    std::set<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i)
      if (std::filesystem::exists(argv[i]))  // nothing was found by some fuzzers
        for (const auto& entry : std::filesystem::directory_iterator(argv[i]))
          files.insert(entry.path());
    for (const auto& file : files) {
      std::ifstream stream(file, std::ios::binary);
      const std::string input{std::istreambuf_iterator<char>(stream), {}};
      std::printf("%s\n", file.filename().c_str());
      std::fflush(stdout);  // the last line names the input that ended the process
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    }
    std::printf("replayed %zu inputs\n", files.size());
    return files.empty() ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "replay: %s\n", error.what());
    return 1;
  }
}
