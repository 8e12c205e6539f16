#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Puts a build/ that was made in another folder aside, before anything is built or installed. CMake
# and virtual environments keep absolute paths: with them, a copy of a checkout would build, test
# and change the original.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$(pwd -P)
exec 8<"$here"
flock 8     # two calls at a time would put aside what the other has just begun
home=$(cat build/home 2>/dev/null ||
       sed -n 's/^CMAKE_HOME_DIRECTORY:[A-Z]*=//p' build/cmake/CMakeCache.txt 2>/dev/null || true)
if [[ $home && $home != "$here" ]]; then
  rm -rf build.aside
  mkdir build.aside
  mv build build.aside/aside
  rm -rf build.aside/aside/aside  # that of an earlier copy
  mv build.aside build
  echo "build: build/ was made in $home; it is now build/aside, and everything is built anew"
fi
mkdir -p build
echo "$here" >build/home
