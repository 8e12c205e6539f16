// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

const char* version() { return GSQ_VERSION; }
