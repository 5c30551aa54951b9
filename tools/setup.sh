#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tools/setup.sh demo|test: installs this set of packages, from tools/packages.txt, on Debian 12.
#
# tools/demo.sh and tools/test.sh call this script in every run. Usually no package is missing; the
# script then runs only dpkg-query and prints nothing. Otherwise, the script prints the missing
# packages and installs them. The installation needs root, or a sudo that asks for no password.
# Without root and sudo, the script prints the command to run and fails. On other systems, the
# script only checks that the necessary programs are in PATH.
#
# For the set "test", the script then runs executorch-headers.sh, which fetches headers into the
# build folder BUILD_DIR, build/ by default.
set -euo pipefail

readonly Here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly OsRelease=${OS_RELEASE_FILE:-/etc/os-release}

fail() {
  echo "setup.sh: error: $*" >&2
  exit 1
}

[[ $# == 1 && $1 =~ ^(demo|test)$ ]] || fail "usage: tools/setup.sh demo|test"
readonly Set=$1

# Does the last step, after the packages are installed, and ends the script.
finish() {
  [[ $Set != test ]] ||
    "$Here/executorch-headers.sh" "${BUILD_DIR:-$Here/../build}/executorch-headers"
  exit
}

Packages=()
while IFS=: read -r Sets Names; do
  [[ $Sets != \#* && " $Sets " == *" $Set "* ]] || continue
  [[ $Sets != *" unless "* ]] || ! command -v "${Sets##* unless }" >/dev/null || continue
  Packages+=($Names)
done <"$Here/packages.txt"
((${#Packages[@]})) || fail "$Here/packages.txt names no package for the set '$Set'"

osField() { sed -n "s/^$1=//p" "$OsRelease" 2>/dev/null | tr -d "\"'"; }

if [[ $(osField ID) != debian || $(osField VERSION_ID) != 12 ]]; then
  echo "setup.sh: this script installs packages on Debian 12 only, and this is" \
    "'$(osField PRETTY_NAME)'"
  echo ">>> needed packages, with Debian's names: ${Packages[*]}"
  Absent=()
  Programs=(cmake ninja g++ make flatc arm-none-eabi-g++ qemu-system-arm)
  [[ $Set == demo ]] || Programs+=(clang-19 ld.lld-19 FileCheck-19 clang-format-19)
  for Program in "${Programs[@]}"; do
    command -v "$Program" >/dev/null || Absent+=("$Program")
  done
  ((!${#Absent[@]})) || fail "not found in PATH: ${Absent[*]}"
  finish
fi

# If a package is unknown, dpkg-query fails, but still prints the other packages.
Installed=$(dpkg-query -W -f '${Package}:${db:Status-Abbrev}' "${Packages[@]}" 2>/dev/null || true)
Installed=" $Installed "
Missing=()
for Package in "${Packages[@]}"; do
  [[ $Installed == *[\ ]"$Package:ii "* ]] || Missing+=("$Package")
done
((${#Missing[@]})) || finish

readonly Install="apt-get install -y --no-install-recommends ${Missing[*]}"
AsRoot=()
if [[ $(id -u) != 0 ]]; then
  if ! sudo -n true 2>/dev/null; then
    echo "setup.sh: error: packages are missing and installing them needs root; please run:" >&2
    echo "sudo apt-get update && sudo $Install" >&2
    exit 1
  fi
  AsRoot=(sudo -n)
fi

echo "setup.sh: installing ${Missing[*]}"
# Go on after a failed update: other package sources may have the missing packages.
"${AsRoot[@]}" apt-get update || echo "setup.sh: warning: apt-get update failed" >&2
"${AsRoot[@]}" env DEBIAN_FRONTEND=noninteractive $Install ||
  fail "the packages could not be installed: ${Missing[*]}"
finish
