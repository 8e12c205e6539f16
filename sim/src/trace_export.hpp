// SPDX-License-Identifier: Apache-2.0
/// A recorded run in the formats of other people's viewers. Both show the whole run: such viewers
/// zoom.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "programs/chart.hpp"

/// A Kanata log, version 4, for the pipeline viewer Konata. Lane 0 has the stages; lane 1 has stage
/// `wait` while a command waits, with the cause as its label. Register dependencies are arrows.
/// Format: https://github.com/shioyadan/Konata/blob/master/docs/kanata-log-format.md
std::string konata_of(const gsq::Trace& trace);

/// Trace events as JSON, for Perfetto and chrome://tracing. A microsecond stands for a cycle. Each
/// command is a slice on the first free row, its stages and waits are slices inside; counters say
/// how many commands are in a queue. Format: "Trace Event Format" of the Chromium project.
/// `title`: the name of the process.
nlohmann::ordered_json trace_events_of(const gsq::Trace& trace, const std::string& title);
