// SPDX-License-Identifier: Apache-2.0
#include "system/command_tracker.hpp"

#include <cstddef>
#include <utility>

namespace tb {

std::string TrackedCommand::short_label() const {
  const std::string text = gsq::to_text(label);
  return text.substr(text.find_last_of(": ", text.find(": ") - 1) + 1);
}

const TrackedCommand& CommandTracker::offer() {
  ++offered_;
  return commands_[accepted_ - answered_];
}

TrackedCommand CommandTracker::answer() {
  TrackedCommand command = std::move(commands_.front());
  commands_.pop_front();
  ++answered_;
  return command;
}

void CommandTracker::discard_accepted() {
  commands_.erase(commands_.begin(),
                  commands_.begin() + static_cast<std::ptrdiff_t>(accepted_ - answered_));
  accepted_ = issued_ = answered_;
}

}  // namespace tb
