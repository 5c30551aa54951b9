#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# configure.sh <et-prune's build folder> <build folder> <options>: configures the project in the
# current folder. The script copies CMake's results about the compilers from et-prune's build,
# because CMake's detection of compilers is slow.
set -euo pipefail
Known=$1 Build=$2
Binutils=$(dirname "$(command -v ar)")
shift 2
if [[ ! -e $Build/CMakeCache.txt ]]; then
  mkdir -p "$Build/CMakeFiles"
  cp -r "$Known"/CMakeFiles/[0-9]* "$Build/CMakeFiles"
  # The copied files name /usr/bin/ar, which loads LLVM's slow plugin. The tests' `ar` does not.
  sed -Ei "s#\"/usr/bin/(ar|ranlib)\"#\"$Binutils/\1\"#" "$Build"/CMakeFiles/[0-9]*/CMake*Compiler.cmake
  mapfile -t Tools < <(grep -oE '^CMAKE_[A-Z]+:FILEPATH=.+' "$Known/CMakeCache.txt")
  set -- --no-warn-unused-cli -DCMAKE_PLATFORM_INFO_INITIALIZED:INTERNAL=1 "${Tools[@]/#/-D}" "$@"
fi
exec cmake -B "$Build" "$@"
