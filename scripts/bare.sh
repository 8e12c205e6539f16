#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command in a clone of this checkout (its last commit) on a bare Debian 12: a new root file
# system with apt, git and make and nothing else, so that what set-up forgets is missing.
# Usage: scripts/bare.sh COMMAND…      e.g. scripts/bare.sh make test
#
# The base system, made by mmdebstrap from the package sources of this machine, the root of the last
# call and the caches of packages and compiled files are kept in BARE (default: ~/.cache/gsq-bare).
# BARE_COLD=1: without the cache of compiled files. The command's status is that of this script; 3 if
# the root cannot be made. All mounts and processes are in namespaces of their own, so none outlives
# this script, however it ends.
set -euo pipefail
cd "$(dirname "$0")/.."

refuse() { echo "bare: $*" >&2; exit 3; }

[[ $# -gt 0 ]] || { echo "usage: scripts/bare.sh COMMAND…   (make bare RUN='make test')" >&2; exit 2; }
[[ $(id -u) == 0 ]] || refuse "a root file system can only be made by root; run it as root or through sudo"
[[ ! -e /etc/gsq-bare ]] || refuse "this is a bare system already; run '$*' as it is"
unshare --mount true 2>/dev/null ||
  refuse "this machine does not allow mounts (a container without CAP_SYS_ADMIN); run '$*' as it is"
bare=$(realpath -m "${BARE:-${HOME:-/root}/.cache/gsq-bare}"); root=$bare/root
mkdir -p "$bare"

# All of it runs in namespaces of its own, this script once more as their first process: when that
# ends, the kernel ends all processes and mounts in them. unshare alone does not act on signals.
if [[ ! ${BARE_INSIDE:-} ]]; then
  trap 'kill -KILL $child; exit 130' INT
  trap 'kill -KILL $child; exit 143' TERM HUP
  BARE_INSIDE=1 setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc \
    scripts/bare.sh "$@" <&0 & child=$!
  wait $child
  exit
fi
exec 9>"$bare/lock"
flock -n 9 || refuse "another call is running in $bare; wait for it, or set BARE to another folder"

# What apt of this machine does that the one in the root must do, too.
settings=$(apt-config dump |
  grep -E '^Acquire::([a-z]*::)?(Check-Valid-Until|Check-Date|Proxy|Retries|Timeout)' || true)
sources=()
for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
  ! grep -qsE '^(deb |URIs:)' "$file" || sources+=("$file")
done
[[ ${#sources[@]} -gt 0 ]] ||
  refuse "found no package sources in /etc/apt/sources.list or sources.list.d/debian.sources"

packages=apt,ca-certificates,git,make
base=$bare/base-$({ echo "$packages $settings"; cat "${sources[@]}"; } | sha256sum | head -c 12).tar
if [[ ! -f $base ]]; then
  scripts/setup.sh bare
  echo "bare: making the base system (about 2 minutes, once; log: $bare/base.log)"
  rm -f "$bare"/base-*.tar
  options=()
  while IFS= read -r line; do options+=("--aptopt=$line"); done <<<"$settings"
  mmdebstrap --mode=root --variant=apt --include="$packages" ${settings:+"${options[@]}"} bookworm \
      "$base.part.tar" "${sources[@]}" >"$bare/base.log" 2>&1 </dev/null || {
    tail -3 "$bare/base.log" >&2
    rm -f "$base.part.tar"
    refuse "the base system cannot be made from ${sources[*]}: is the package registry within reach?" \
           "See $bare/base.log"
  }
  mv "$base.part.tar" "$base"
fi

[[ -z $(git status --porcelain) ]] ||
  echo "bare: there are changes that are not committed; they are not in the clone" >&2
rm -rf --one-file-system "$root"
mkdir "$root"
tar -xf "$base" -C "$root"
git clone -q . "$root/gsq"
commit=$(git -C "$root/gsq" rev-parse HEAD)
echo "$commit" >"$root/etc/gsq-bare"
# How this machine reaches its registries
[[ -z $settings ]] || echo "$settings" >"$root/etc/apt/apt.conf.d/99machine"
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
  [[ ! -e $file ]] || cp -L "$file" "$root$file"
done
for folder in apt/partial pip ccache; do mkdir -p "$bare/cache/$folder"; done

share() { mkdir -p "$root/$2"; mount --bind "$bare/cache/$1" "$root/$2"; }
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
share apt var/cache/apt/archives
share pip root/.cache/pip
[[ ${BARE_COLD:-} == 1 ]] || share ccache root/.cache/ccache
environment=(HOME=/root TERM="${TERM:-dumb}" LANG=C.UTF-8
             PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
for name in CI JOBS http_proxy https_proxy no_proxy PIP_INDEX_URL PIP_DEFAULT_TIMEOUT; do
  [[ ! -v $name ]] || environment+=("$name=${!name}")
done
SECONDS=0 status=0
chroot "$root" /usr/bin/env -i "${environment[@]}" bash -c 'cd /gsq && "$@"' bare "$@" || status=$?
echo "bare: '$*' at ${commit:0:7} ended with status $status after $SECONDS s; its tree is $root/gsq"
exit $status
