#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# build.sh COMPILER FLAG...: compiles the test program's sources into the current folder. If the
# environment variable BASE names a folder, the script copies the folder's objects, and compiles
# only the sources that the variable FILES names, such as "kernels core".
set -euo pipefail
readonly Here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly Stock=$Here/../../stock/Inputs
Headers=()
if [[ $1 == clang*none-eabi* ]]; then # clang does not search newlib's headers
  read -ra Headers <<< "-nostdinc++ $(bash "$Here/../../lto/Inputs/newlib.sh" headers)"
fi
[[ ! ${BASE:-} ]] || cp "$BASE"/*.o .
for Source in "$Here"/{core,counter,kernels,register,main}.cpp \
  "$Stock"/executorch/runtime/{kernel/operator_registry,platform/platform,platform/abort}.cpp; do
  [[ ! ${BASE:-} || " $FILES " == *" $(basename "$Source" .cpp) "* ]] || continue
  Lto=()
  [[ $Source != */counter.cpp ]] || Lto=(-fno-lto -Wno-unused-command-line-argument)
  $1 -Os -std=c++17 -Wall -Wextra -fno-exceptions -fno-rtti -fno-threadsafe-statics \
    -ffunction-sections -fdata-sections "${Headers[@]}" -I "$Here" -I "$Stock" "${@:2}" "${Lto[@]}" \
    -c "$Source"
done
