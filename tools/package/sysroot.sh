#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sysroot.sh ARCHITECTURE FOLDER: fills FOLDER with Debian's libraries for another architecture,
# such as arm64. package.sh links the tools with these libraries. Later calls reuse the files.
#
# apt and dpkg write only below FOLDER, for two reasons. Most of LLVM's packages cannot be installed
# for two architectures in one system. An installation would need root.
set -euo pipefail
readonly Architecture=$1 Folder=$2
[[ ! -e $Folder/done ]] || exit 0
rm -rf "$Folder" && mkdir -p "$Folder"/{state/lists,cache/archives}/partial
cd "$Folder" && : > status
readonly Settings=(-o APT::Architecture="$Architecture" -o APT::Architectures="$Architecture"
  -o APT::Install-Recommends=false -o Dir::State="$PWD/state" -o Dir::State::status="$PWD/status"
  -o Dir::Cache="$PWD/cache" -o Debug::NoLocking=true)
apt-get "${Settings[@]}" update > log 2>&1 &&
  apt-get "${Settings[@]}" install -y --download-only llvm-19-dev zlib1g-dev libzstd-dev \
    libseccomp-dev libyaml-cpp-dev libflatbuffers-dev libkissfft-dev \
    > log 2>&1 || {
  cat log >&2
  echo "sysroot.sh: error: apt cannot get LLVM 19 and the other libraries for $Architecture" >&2
  exit 1
}
for package in cache/archives/*.deb; do
  dpkg-deb -x "$package" .
done
rm -rf cache state && touch done
