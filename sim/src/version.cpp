#include "commands.hpp"

const char* version() { return GSQ_VERSION; }
