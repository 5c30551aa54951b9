#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the Debian 12 packages that a set of tools/packages.txt names: tools/setup.sh demo|test
#
# tools/demo.sh and tools/test.sh call it in every run. Usually nothing is missing, which costs one
# dpkg-query and prints nothing. Packages are printed before their installation. Without root and
# without a sudo that asks no password, it prints the command to run and fails. On other systems it
# installs nothing: if the tools are there, the build goes on.
#
# For the set "test", executorch-headers.sh then fetches headers into a folder of the build folder
# BUILD_DIR, build/ by default.
set -euo pipefail

readonly Here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly OsRelease=${OS_RELEASE_FILE:-/etc/os-release}

fail() {
  echo "setup.sh: error: $*" >&2
  exit 1
}

[[ $# == 1 && $1 =~ ^(demo|test)$ ]] || fail "usage: tools/setup.sh demo|test"
readonly Set=$1

# Ends the script after the packages are there.
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

# Package names differ on other systems, so search the programs instead.
if [[ $(osField ID) != debian || $(osField VERSION_ID) != 12 ]]; then
  echo "setup.sh: this script installs packages on Debian 12 only, and this is" \
    "'$(osField PRETTY_NAME)'"
  echo ">>> needed, by Debian's names: ${Packages[*]}"
  Absent=()
  Programs=(cmake ninja g++ make flatc arm-none-eabi-g++ qemu-system-arm)
  [[ $Set == demo ]] || Programs+=(clang-19 ld.lld-19 FileCheck-19 clang-format-19)
  for Program in "${Programs[@]}"; do
    command -v "$Program" >/dev/null || Absent+=("$Program")
  done
  ((!${#Absent[@]})) || fail "not found in PATH: ${Absent[*]}"
  finish
fi

# dpkg-query fails if it does not know a name, but prints the others.
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
# A third party's broken package source fails the update, but the installation may still work.
"${AsRoot[@]}" apt-get update || echo "setup.sh: warning: apt-get update failed" >&2
"${AsRoot[@]}" env DEBIAN_FRONTEND=noninteractive $Install ||
  fail "the packages could not be installed: ${Missing[*]}"
finish
