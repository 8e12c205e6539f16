// SPDX-License-Identifier: Apache-2.0
// The extension module gsq._core. Every C++ exception becomes a gsq.Error with the same sentence.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
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

std::vector<std::uint64_t> pattern(const std::string& text) {
  return gsq::parse_spatter_word({text, "gather", {}, {}}).gather.value().pattern;
}

}  // namespace

NB_MODULE(_core, module) {
  nb::register_exception_translator(translate);

  module.attr("SOURCE") = GSQ_SOURCE_DIR;
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

  nb::class_<Session>(module, "Session")
      .def(
          "__init__",
          [](Session* self, const std::string& name, const std::string& json,
             const std::string& backend, nb::object ask) {
            new (self) Session(make_backend(name, json, backend, std::move(ask)));
          },
          nb::arg(), nb::arg(), nb::arg(), nb::arg().none())
      .def("command", &Session::command)
      .def("run", &Session::run)
      .def("wait", &Session::wait)
      .def("read_ub", [](Session& self, std::uint64_t address,
                         std::uint64_t bytes) { return bytes_of(self.read_ub(address, bytes)); })
      .def("write_ub", [](Session& self, std::uint64_t address,
                          const nb::bytes& bytes) { self.write_ub(address, bytes_of(bytes)); })
      .def("read_v",
           [](Session& self, std::uint64_t index) { return bytes_of(self.read_v(index)); })
      .def("write_v", [](Session& self, std::uint64_t index,
                         const nb::bytes& bytes) { self.write_v(index, bytes_of(bytes)); })
      .def("read_m",
           [](Session& self, std::uint64_t index) { return bytes_of(self.read_m(index)); })
      .def("write_m", [](Session& self, std::uint64_t index,
                         const nb::bytes& bits) { self.write_m(index, bytes_of(bits)); })
      .def("ar", &Session::ar)
      .def("info", &Session::info)
      .def("cycles", &Session::cycles)
      .def("statistics", &Session::statistics)
      .def("finish", &Session::finish);
}
