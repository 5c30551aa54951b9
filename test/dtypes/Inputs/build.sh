#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# build.sh COMPILER FLAG...: compiles the program's objects into the current folder. With BASE in
# the environment, only FILES are compiled; the other objects come from the folder BASE.
set -euo pipefail
readonly Here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly Stock=$Here/../../stock/Inputs
Headers=()
if [[ $1 == clang*none-eabi* ]]; then # clang does not search newlib's headers
  Newlib=$(dirname "$(arm-none-eabi-gcc -print-file-name=libc.a)")/../include
  Cxx=$Newlib/c++/$(arm-none-eabi-gcc -dumpfullversion)
  Headers=(-nostdlibinc -nostdinc++ -isystem "$Cxx" -isystem "$Cxx/arm-none-eabi"
    -isystem "$Newlib")
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
