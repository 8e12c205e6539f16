// SPDX-License-Identifier: Apache-2.0
#include "built_config.hpp"

const gsq::Config& built_config() {
  static const gsq::Config config = gsq::parse_config(GSQ_CONFIG_NAME, GSQ_CONFIG_JSON);
  return config;
}
