// SPDX-License-Identifier: Apache-2.0
/// The RTL in another process, `gsq serve`, as a backend.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gsq/backend.hpp"

namespace gsq::python {

/// Sends a line of JSON and returns the line that answers it. Throws when the process has ended.
using Ask = std::function<std::string(const std::string&)>;

/// A backend on the other end of `ask`, whose configuration must be `config`. Its functions throw
/// std::runtime_error with the sentence that the process answers.
std::unique_ptr<Backend> make_remote_backend(const Config& config, Ask ask);

}  // namespace gsq::python
