// SPDX-License-Identifier: Apache-2.0
// gsq serve: the RTL for a program in another process, such as the Python package.
//
// A request is a line of JSON on standard input, {"do": NAME, …}; the answer is one on standard
// output, {"error": SENTENCE} if it failed. Bytes are hexadecimal text. The end of the input ends
// the process. python/src/remote_backend.cpp is the other side.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/backend_checks.hpp"
#include "commands.hpp"
#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/hex.hpp"
#include "gsq/programs/statistics.hpp"

namespace {

using Json = nlohmann::ordered_json;

struct ServeOptions {
  std::string backend = "lockstep";
  tb::RtlOptions rtl;
};

Json completion_json(const gsq::Completion& completion) {
  Json json{{"tag", completion.response.tag},
            {"status", static_cast<unsigned>(completion.response.status)},
            {"info", completion.response.info},
            {"issue", completion.issue},
            {"retire", completion.retire},
            {"ub_beats", completion.ub_beats},
            {"bound", completion.bound},
            {"merged", completion.merged}};
  if (const gsq::Fault* fault = completion.fault.get()) {
    json["fault"] = {{"text", fault->text}, {"bytes", fault->bytes}, {"limit", fault->limit}};
    if (fault->lane) json["fault"]["lane"] = *fault->lane;
    if (fault->address) json["fault"]["address"] = *fault->address;
  }
  return json;
}

/// The requests on standard input, for this process and for its replays.
///
/// A replay is a fork of this process that simulates the cycles before a mismatch again, with a
/// waveform. Standard input has nothing for it: it takes the requests from a file that the process
/// itself keeps.
class Requests {
 public:
  Requests() : kept_(std::tmpfile()) {
    if (kept_ == nullptr) throw gsq::write_error("a temporary file", errno);
  }
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;
  ~Requests() { std::fclose(kept_); }

  [[nodiscard]] bool replaying() const { return getpid() != process_; }

  /// The next one; false at the end.
  bool next(std::string& line) {
    if (replaying()) return next_kept(line);
    if (!std::getline(std::cin, line)) return false;
    if (std::fwrite((line + "\n").data(), 1, line.size() + 1, kept_) != line.size() + 1 ||
        std::fflush(kept_) != 0) {
      throw gsq::write_error("a temporary file", errno);
    }
    read_ += static_cast<off_t>(line.size() + 1);
    return true;
  }

 private:
  bool next_kept(std::string& line) {
    line.clear();
    for (char letter = 0; pread(fileno(kept_), &letter, 1, read_) == 1; line += letter) {
      ++read_;
      if (letter == '\n') return true;
    }
    return false;
  }

  pid_t process_ = getpid();
  std::FILE* kept_;
  off_t read_{};  // bytes of it that this process or replay has taken
};

/// Answers requests for one backend.
class Server {
 public:
  explicit Server(gsq::Backend& backend) : backend_(backend) {}

  Json answer(const Json& request) {
    using Action = Json (Server::*)(const Json&);
    static const std::map<std::string, Action> kActions = {
        {"hello", &Server::hello},     {"drain", &Server::drain},
        {"read_ub", &Server::read_ub}, {"write_ub", &Server::write_ub},
        {"read_v", &Server::read_v},   {"write_v", &Server::write_v},
        {"read_m", &Server::read_m},   {"write_m", &Server::write_m},
        {"read_ar", &Server::read_ar}, {"bank_use", &Server::bank_use},
        {"bounds", &Server::bounds},   {"finish", &Server::finish}};
    const auto found = kActions.find(request.at("do").get<std::string>());
    if (found == kActions.end()) {
      throw UsageError(fmt::format("expected a request of gsq serve, found {}", request.dump()));
    }
    if (!mismatch_.empty() && found->second != &Server::finish) {
      throw UsageError("RTL and golden model have differed: expected a new run. " + mismatch_);
    }
    try {
      return (this->*found->second)(request);
    } catch (const gsq::Mismatch& mismatch) {
      mismatch_ = mismatch.what();
      throw;
    }
  }

 private:
  Json hello(const Json& /*request*/) {
    return {{"version", version()},
            {"configuration", unit_config().name},
            {"parameters", gsq::parameters_json(unit_config())}};
  }

  Json drain(const Json& request) {
    for (const Json& one : request.at("commands")) {
      gsq::CommandBits bits{};
      const auto bytes = gsq::from_hex(one.at("bits").get<std::string>());
      for (std::size_t i = 0; i < std::min(bytes.size(), 4 * bits.size()); ++i) {
        bits.at(i / 4) |= std::uint32_t{bytes[i]} << (8 * (i % 4));
      }
      backend_.submit(gsq::unpack(bits), one.at("label").get<std::string>());
    }
    auto completions = Json::array();
    for (const gsq::Completion& done : backend_.drain()) {
      completions.push_back(completion_json(done));
    }
    return {{"completions", std::move(completions)},
            {"cycles", backend_.cycles()},
            {"compared", backend_.compared_cycles()}};
  }

  Json read_ub(const Json& request) {
    const auto address = request.at("address").get<std::uint32_t>();
    const auto size = request.at("size").get<std::uint32_t>();
    gsq::check_range(unit_config(), address, size);
    return {{"bytes", gsq::to_hex(backend_.read_ub(address, size))}};
  }

  Json write_ub(const Json& request) {
    const auto address = request.at("address").get<std::uint32_t>();
    const auto bytes = bytes_of(request);
    gsq::check_range(unit_config(), address, bytes.size());
    backend_.write_ub(address, bytes);
    return Json::object();
  }

  Json read_v(const Json& request) {
    const unsigned index = index_of(request);
    gsq::check_register('v', index);
    return {{"bytes", gsq::to_hex(backend_.read_v(index))}};
  }

  Json write_v(const Json& request) {
    const unsigned index = index_of(request);
    const auto bytes = bytes_of(request);
    gsq::check_register(unit_config(), 'v', index, bytes.size());
    backend_.write_v(index, bytes);
    return Json::object();
  }

  Json read_m(const Json& request) {
    const unsigned index = index_of(request);
    gsq::check_register('m', index);
    return {{"bytes", gsq::to_hex(backend_.read_m(index))}};
  }

  Json write_m(const Json& request) {
    const unsigned index = index_of(request);
    const auto bits = bytes_of(request);
    gsq::check_register(unit_config(), 'm', index, bits.size());
    backend_.write_m(index, bits);
    return Json::object();
  }

  Json read_ar(const Json& /*request*/) { return {{"ar", backend_.read_ar()}}; }

  Json bank_use(const Json& /*request*/) {
    const gsq::BankUse use = backend_.take_bank_use();
    return {{"accesses", use.accesses},
            {"cycles", use.cycles},
            {"first", use.first},
            {"last", use.last}};
  }
  Json bounds(const Json& /*request*/) {
    const gsq::Bounds bounds = backend_.take_bounds();
    return {{"bank", bounds.bank}, {"window", bounds.window}};
  }
  Json finish(const Json& /*request*/) {
    backend_.finish();
    return Json::object();
  }

  static unsigned index_of(const Json& request) { return request.at("index").get<unsigned>(); }
  static std::vector<std::uint8_t> bytes_of(const Json& request) {
    return gsq::from_hex(request.at("bytes").get<std::string>());
  }

  gsq::Backend& backend_;
  std::string mismatch_;  // the report of one: the RTL cannot go on
};

int serve(const ServeOptions& options) {
  if (!options.rtl.waves.empty()) check_writable(options.rtl.waves);
  tb::RtlOptions rtl = options.rtl;
  rtl.name = "serve";
  const auto backend = make_backend(options.backend, rtl);
  Server server(*backend);
  Requests requests;
  for (std::string line; requests.next(line);) {
    Json answer;
    try {
      answer = server.answer(Json::parse(line));
    } catch (const std::exception& error) {
      answer = {{"error", error.what()}};
    }
    if (!requests.replaying()) std::cout << json_text(answer, -1) << std::flush;
  }
  return kAsExpected;
}

}  // namespace

void add_serve(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command =
      add_command(app, "serve", "Run commands that another program sends, such as Python's gsq");
  add_backend_option(*command, options->backend, {"rtl", "lockstep"});
  command->add_option("--waves", options->rtl.waves, "Waveform")->type_name("FILE.fst");
  add_stall_options(*command, options->rtl);
  add_failure_options(*command, options->rtl);
  command->callback([options, &exit_status] { exit_status = serve(*options); });
}
