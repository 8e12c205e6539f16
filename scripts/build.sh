#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Configures build/cmake if needed and builds targets. Usage: scripts/build.sh TARGET…
# Prints only how far it is, and errors.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ ${GSQ_TASKS:-} ]] || exec python3 scripts/tasks.py scripts/build.sh "$@"  # how it is interrupted
mkdir -p build/cmake
exec 9>build/cmake/lock
flock 9  # two builds in one tree would overwrite each other's log

# CMake, when it has not run yet or its input changed.
{ [[ -e build/cmake/build.ninja ]] && ninja -C build/cmake build.ninja ||
  cmake -G Ninja -B build/cmake; } >build/cmake/configure.log 2>&1 9>&- ||
  { tail -20 build/cmake/configure.log; echo "configuring failed, see build/cmake/configure.log"; exit 1; }
python3 scripts/ninja.py "$@" || { echo "build failed: $*"; exit 1; }
