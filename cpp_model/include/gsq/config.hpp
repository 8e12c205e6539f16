/// Parameters of one build of the unit, as the files in configs/ give them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace gsq {

/// One set of parameters. Named as in configs/ and in RTL, but in snake case.
struct Config {
  std::string name;                ///< name of the file in configs/, for reports
  std::uint32_t vlen_bytes{};      ///< VL, bytes of a vector register: power of two, 32..256
  std::uint32_t ub_bytes{};        ///< bytes of the Unified Buffer: power of two, at least 4096
  std::uint32_t banks{};           ///< banks of the Unified Buffer: power of two
  std::uint32_t bank_bytes{};      ///< bytes of a bank word: 4 or 8
  std::uint32_t bank_hash{};       ///< 0: bank = low word address bits; 1: XOR of all slices
  std::uint32_t row_multiplier{};  ///< 0: only row strides of 0 or a power of two
  std::uint32_t window{};          ///< gathers and scatters in bank arbitration at once: 1
  std::uint32_t squeeze_cuts{};    ///< pipeline cuts inside the compaction network: 0..3
  std::uint32_t xbar_one_hot{};    ///< crossbars 1: of AND-OR trees, for gates; 0: indexed, fast to
                                   ///< simulate. What they do is the same
  std::uint32_t squeeze_radix{2};  ///< of the compaction network: 2 or 4
  std::uint32_t coalesce{1};       ///< 1: lanes of one word share an access; 0: each has its own

  /// Lanes of `width` bytes in a vector.
  [[nodiscard]] constexpr std::uint32_t lanes(std::uint32_t width) const {
    return vlen_bytes / width;
  }
};

/// A parameter: its name in configs/, where Config keeps it, and what is allowed.
struct Parameter {
  const char* name;
  std::uint32_t Config::*field;
  const char* allowed;
};

/// All parameters, in the order of the files in configs/.
inline constexpr std::array<Parameter, 11> kParameters{{
    {"VlenBytes", &Config::vlen_bytes, "a power of two from 32 to 256"},
    {"UbBytes", &Config::ub_bytes, "a power of two from 4096 to 2147483648"},
    {"Banks", &Config::banks, "a power of two with 32 <= Banks * BankBytes <= UbBytes"},
    {"BankBytes", &Config::bank_bytes, "4 or 8"},
    {"BankHash", &Config::bank_hash, "0 or 1"},
    {"RowMultiplier", &Config::row_multiplier, "0 or 1"},
    {"Window", &Config::window, "1 (wider windows do not exist yet)"},
    {"SqueezeCuts", &Config::squeeze_cuts, "0, 1, 2 or 3"},
    {"XbarOneHot", &Config::xbar_one_hot, "0 or 1"},
    {"SqueezeRadix", &Config::squeeze_radix, "2 or 4"},
    {"Coalesce", &Config::coalesce, "0 or 1"},
}};

/// The Config of the JSON text of a file in configs/ (or the same with overrides).
/// Throws std::invalid_argument with a sentence that names the parameter, what is allowed and what
/// was found, when a parameter is missing, unknown or illegal.
Config parse_config(const std::string& name, const std::string& json_text);

/// Throws std::invalid_argument like parse_config when the set is not legal.
void validate(const Config& config);

}  // namespace gsq
