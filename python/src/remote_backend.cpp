// SPDX-License-Identifier: Apache-2.0
// The other side of sim/src/cmd_serve.cpp.
#include "remote_backend.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gsq/programs/hex.hpp"

namespace gsq::python {
namespace {

using Json = nlohmann::json;

Completion completion_of(const Json& json) {
  Completion completion;
  completion.response.tag = json.at("tag").get<std::uint8_t>();
  completion.response.status = static_cast<Status>(json.at("status").get<unsigned>());
  completion.response.info = json.at("info").get<std::uint32_t>();
  completion.issue = json.at("issue").get<std::uint64_t>();
  completion.retire = json.at("retire").get<std::uint64_t>();
  completion.ub_beats = json.at("ub_beats").get<std::uint32_t>();
  completion.bound = json.at("bound").get<std::uint32_t>();
  completion.merged = json.at("merged").get<std::uint32_t>();
  if (const auto found = json.find("fault"); found != json.end()) {
    auto fault = std::make_shared<Fault>();
    fault->text = found->at("text").get<std::string>();
    fault->bytes = found->at("bytes").get<std::uint64_t>();
    fault->limit = found->at("limit").get<std::uint64_t>();
    if (found->contains("lane")) fault->lane = found->at("lane").get<std::uint32_t>();
    if (found->contains("address")) fault->address = found->at("address").get<std::uint64_t>();
    completion.fault = std::move(fault);
  }
  return completion;
}

class RemoteBackend final : public Backend {
 public:
  RemoteBackend(Config config, Ask ask) : config_(std::move(config)), ask_(std::move(ask)) {
    const Json served = request({{"do", "hello"}});
    for (const Parameter& parameter : kParameters) {
      const auto built = served.at("parameters").value(parameter.name, std::uint64_t{0});
      if (built == config_.*parameter.field) continue;
      throw std::runtime_error(fmt::format(
          "expected RTL with {} {}, found RTL of the configuration {} with {}: build it "
          "again",
          parameter.name, config_.*parameter.field, served.at("configuration").get<std::string>(),
          built));
    }
  }

  [[nodiscard]] const Config& config() const override { return config_; }

  void submit(const Command& command, Label label) override {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : pack(command)) {
      for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
    }
    commands_.push_back({{"bits", to_hex(bytes)}, {"label", to_text(label)}});
  }

  /// Nobody calls it here.
  void preload_v(unsigned index, std::vector<std::uint8_t> bytes) override {
    static_cast<void>(drain());
    write_v(index, bytes);
  }

  std::vector<Completion> drain() override {
    const Json done =
        request({{"do", "drain"}, {"commands", std::exchange(commands_, Json::array())}});
    cycles_ = done.at("cycles").get<std::uint64_t>();
    compared_ = done.at("compared").get<std::uint64_t>();
    std::vector<Completion> completions;
    for (const Json& one : done.at("completions")) completions.push_back(completion_of(one));
    return completions;
  }

  std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) override {
    return bytes_of({{"do", "read_ub"}, {"address", address}, {"size", bytes}});
  }
  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) override {
    request({{"do", "write_ub"}, {"address", address}, {"bytes", to_hex(bytes)}});
  }
  const std::vector<std::uint8_t>& read_v(unsigned index) override {
    return read_ = bytes_of({{"do", "read_v"}, {"index", index}});
  }
  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) override {
    request({{"do", "write_v"}, {"index", index}, {"bytes", to_hex(bytes)}});
  }
  const std::vector<std::uint8_t>& read_m(unsigned index) override {
    return read_ = bytes_of({{"do", "read_m"}, {"index", index}});
  }
  void write_m(unsigned index, const std::vector<std::uint8_t>& bits) override {
    request({{"do", "write_m"}, {"index", index}, {"bytes", to_hex(bits)}});
  }
  std::uint32_t read_ar() override {
    return request({{"do", "read_ar"}}).at("ar").get<std::uint32_t>();
  }

  [[nodiscard]] std::uint64_t cycles() const override { return cycles_; }
  [[nodiscard]] std::uint64_t compared_cycles() const override { return compared_; }

  BankUse take_bank_use() override {
    const Json use = request({{"do", "bank_use"}});
    return {use.at("accesses").get<std::uint64_t>(), use.at("cycles").get<std::uint64_t>(),
            use.at("first").get<std::uint64_t>(), use.at("last").get<std::uint64_t>()};
  }
  Bounds take_bounds() override {
    const Json bounds = request({{"do", "bounds"}});
    return {bounds.at("bank").get<std::uint64_t>(), bounds.at("window").get<std::uint64_t>()};
  }
  void finish() override { request({{"do", "finish"}}); }

 private:
  Json request(const Json& json) {
    const std::string line = ask_(json.dump(-1, ' ', true, Json::error_handler_t::replace));
    Json answer = Json::parse(line, nullptr, false);
    if (!answer.is_object()) {
      throw std::runtime_error(
          fmt::format("expected an answer of gsq serve, found '{:.60}'", line));
    }
    if (const auto error = answer.find("error"); error != answer.end()) {
      throw std::runtime_error(error->get<std::string>());
    }
    return answer;
  }

  std::vector<std::uint8_t> bytes_of(const Json& json) {
    return from_hex(request(json).at("bytes").get<std::string>());
  }

  Config config_;
  Ask ask_;
  Json commands_ = Json::array();   // since the last drain
  std::vector<std::uint8_t> read_;  // the register that was read last
  std::uint64_t cycles_{};
  std::uint64_t compared_{};
};

}  // namespace

std::unique_ptr<Backend> make_remote_backend(const Config& config, Ask ask) {
  return std::make_unique<RemoteBackend>(config, std::move(ask));
}

}  // namespace gsq::python
