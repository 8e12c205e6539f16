#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Configures build/cmake if needed and builds targets. Usage: scripts/build.sh TARGET…
# Prints only how far it is, and errors.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ ${GSQ_TASKS:-} ]] || exec python3 scripts/core/tasks.py scripts/build.sh "$@"  # how it is interrupted
scripts/core/home.sh
mkdir -p build/cmake
exec 9>build/cmake/lock
flock 9  # two builds in one tree would overwrite each other's log

python3 -m scripts ninja "$@" || { echo "build failed: $*"; exit 1; }
