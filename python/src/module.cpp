// SPDX-License-Identifier: Apache-2.0
// The extension module gsq._core. Every C++ exception becomes a gsq.Error with the same sentence.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/statistics.hpp"
#include "gsq/stimulus/spatter.hpp"
#include "remote_backend.hpp"
#include "unit_session.hpp"

namespace nb = nanobind;

namespace {

using gsq::python::Session;

std::vector<std::uint8_t> bytes_of(const nb::bytes& bytes) {
  const auto* const begin = static_cast<const std::uint8_t*>(bytes.data());
  return {begin, begin + bytes.size()};
}

nb::bytes bytes_of(const std::vector<std::uint8_t>& bytes) {
  return nb::bytes(bytes.data(), bytes.size());
}

void raise(const char* sentence, const nb::dict& fields) {
  const nb::object type = nb::module_::import_("gsq._error").attr("Error");
  const nb::object error = type(nb::str(sentence), **fields);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(const std::exception_ptr& thrown, void* /*unused*/) {
  nb::dict fields;
  try {
    std::rethrow_exception(thrown);
  } catch (const gsq::python::CommandError& error) {
    fields["command"] = nb::str(error.command.c_str());
    fields["place"] = nb::str(error.place.c_str());
    const std::string_view status = to_text(error.response.status);
    fields["status"] = nb::str(status.data(), status.size());
    fields["info"] = error.response.info;
    if (error.fault) {
      fields["reason"] = nb::str(error.fault->text.c_str());
      if (error.fault->lane) fields["lane"] = *error.fault->lane;
      if (error.fault->address) fields["address"] = *error.fault->address;
    }
    raise(error.what(), fields);
  } catch (const nb::python_error&) {
    throw;  // of Python code that was called from here
  } catch (const nb::builtin_exception&) {
    throw;
  } catch (const std::exception& error) {
    raise(error.what(), fields);
  }
}

std::unique_ptr<gsq::Backend> make_backend(const std::string& name, const std::string& json,
                                           const std::string& backend, nb::object ask) {
  const gsq::Config config = gsq::parse_config(name, json);
  if (backend == "golden") return gsq::make_golden_backend(config);
  if (backend == "cycle") return gsq::make_cycle_backend(config);
  return gsq::python::make_remote_backend(config, [ask = std::move(ask)](const std::string& line) {
    return nb::cast<std::string>(ask(line));
  });
}

/// What Python passes for an argument, and gets for a result: bytes where C++ has vectors.
template <typename Type>
struct InPython {
  using Argument = std::decay_t<Type>;
  static Argument in(Argument value) { return value; }
  static Argument out(Argument value) { return value; }
};
template <>
struct InPython<std::vector<std::uint8_t>> {
  using Argument = nb::bytes;
  static std::vector<std::uint8_t> in(const nb::bytes& bytes) { return bytes_of(bytes); }
  static nb::bytes out(const std::vector<std::uint8_t>& bytes) { return bytes_of(bytes); }
};

/// A session that several threads of Python may know. The lock of Python lets in one at a time, and
/// only what waits for the process of the RTL gives it away: then others find the session busy.
class Shared {
 public:
  explicit Shared(std::unique_ptr<gsq::Backend> backend) : session_(std::move(backend)) {}

  /// A member function of the session as a function of Python.
  template <typename Result, typename... Arguments>
  static auto call(Result (Session::*function)(Arguments...)) {
    return [function](Shared& self, typename InPython<std::decay_t<Arguments>>::Argument... given) {
      if (self.busy_) {
        throw std::logic_error(
            "the unit is in use by another thread: use a unit from one thread at a time, or make "
            "one for each thread");
      }
      const Busy busy(self.busy_);
      if constexpr (std::is_void_v<Result>) {
        (self.session_.*function)(InPython<std::decay_t<Arguments>>::in(std::move(given))...);
      } else {
        return InPython<Result>::out(
            (self.session_.*function)(InPython<std::decay_t<Arguments>>::in(std::move(given))...));
      }
    };
  }

 private:
  class Busy {
   public:
    explicit Busy(bool& flag) : flag_(flag) { flag_ = true; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    ~Busy() { flag_ = false; }

   private:
    bool& flag_;
  };

  Session session_;
  bool busy_{};
};

std::vector<std::uint64_t> pattern(const std::string& text) {
  return gsq::parse_spatter_word({text, "gather", {}, {}}).gather.value().pattern;
}

}  // namespace

NB_MODULE(_core, module) {
  nb::register_exception_translator(translate);

  module.attr("SOURCE") = GSQ_SOURCE_DIR;
  module.attr("VERSION") = GSQ_VERSION;
  module.def("named_parameters", [](const std::string& name) {
    return gsq::parameters_json(gsq::named_config(name)).dump();
  });
  module.def("loaded_parameters", [](const std::string& file) {
    return gsq::parameters_json(gsq::load_config(file)).dump();
  });
  module.def("check_parameters", [](const std::string& name, const std::string& json) {
    return gsq::parameters_json(gsq::parse_config(name, json)).dump();
  });
  module.def("pattern", &pattern);

  nb::class_<Shared>(module, "Session")
      .def(
          "__init__",
          [](Shared* self, const std::string& name, const std::string& json,
             const std::string& backend, nb::object ask) {
            new (self) Shared(make_backend(name, json, backend, std::move(ask)));
          },
          nb::arg(), nb::arg(), nb::arg(), nb::arg().none())
      .def("command", Shared::call(&Session::command))
      .def("run", Shared::call(&Session::run))
      .def("wait", Shared::call(&Session::wait))
      .def("read_ub", Shared::call(&Session::read_ub))
      .def("write_ub", Shared::call(&Session::write_ub))
      .def("read_v", Shared::call(&Session::read_v))
      .def("write_v", Shared::call(&Session::write_v))
      .def("read_m", Shared::call(&Session::read_m))
      .def("write_m", Shared::call(&Session::write_m))
      .def("ar", Shared::call(&Session::ar))
      .def("info", Shared::call(&Session::info))
      .def("cycles", Shared::call(&Session::cycles))
      .def("statistics", Shared::call(&Session::statistics))
      .def("finish", Shared::call(&Session::finish));
}
