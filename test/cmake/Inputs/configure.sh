#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# configure.sh <et-prune's build folder> <build folder> <options>: configures the project of the
# current folder. CMake takes from et-prune's own build what it found out about the compilers there,
# because that takes ten times as long as everything else in a small project.
set -euo pipefail
Known=$1 Build=$2
Binutils=$(dirname "$(command -v ar)")
shift 2
if [[ ! -e $Build/CMakeCache.txt ]]; then
  mkdir -p "$Build/CMakeFiles"
  cp -r "$Known"/CMakeFiles/[0-9]* "$Build/CMakeFiles"
  # The archiver of the path is quicker (test/lit.cfg.py).
  sed -Ei "s#\"/usr/bin/(ar|ranlib)\"#\"$Binutils/\1\"#" "$Build"/CMakeFiles/[0-9]*/CMake*Compiler.cmake
  # CMAKE_OBJCOPY and so on are in the cache alone.
  mapfile -t Tools < <(grep -oE '^CMAKE_[A-Z]+:FILEPATH=.+' "$Known/CMakeCache.txt")
  set -- --no-warn-unused-cli -DCMAKE_PLATFORM_INFO_INITIALIZED:INTERNAL=1 "${Tools[@]/#/-D}" "$@"
fi
exec cmake -B "$Build" "$@"
