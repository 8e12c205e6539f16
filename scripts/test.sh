#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs all tests; the last line says how many passed and where the logs are.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ ${GSQ_TASKS:-} ]] || exec python3 scripts/core/tasks.py scripts/test.sh "$@"  # how it is interrupted
SECONDS=0
scripts/build.sh tests
echo "built in $SECONDS s"
status=0
export GSQ_SETUP=all  # tests of their own install what others need
# With several processors one more than these: some tests wait, for a signal or a download.
jobs=${JOBS:-$(nproc)}
python3 scripts/core/tasks.py ctest --test-dir build/cmake -j $((jobs + (jobs > 1))) --progress \
  --output-on-failure --no-tests=error --output-log "$PWD/build/test.log" \
  --output-junit "$PWD/build/test.xml" || status=1
count() { grep -o -m 1 "\b$1=\"[0-9]*\"" build/test.xml | grep -o "[0-9]*"; }
failed=$(count failures)
echo "$(($(count tests) - failed)) tests passed, $failed failed, $SECONDS seconds, logs in build/test.log"
exit $status
