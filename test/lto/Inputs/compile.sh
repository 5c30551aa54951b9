#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compile.sh <repository> <compiler and options>: compiles this folder's program. Writes main.o,
# say.o and libkernels.a into the current folder, and for Arm also startup.o and semihosting.o. The
# environment variable AR names the archiver. SLIM names objects that get only intermediate code.
set -euo pipefail
Here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
Source=$1
shift
Flags=(-ffunction-sections -fdata-sections -I "$Source/examples/firmware")
for File in main say unneeded add mul look table; do
  Slim=()
  [[ " ${SLIM:-} " != *" $File "* ]] || Slim=(-fno-fat-lto-objects)
  "$@" "${Flags[@]}" "${Slim[@]}" -std=c++17 -fno-exceptions -fno-rtti -Wall -Wextra \
    -DET_KERNEL_LIBRARY=toy \
    -I "$Source/runtime/include" -c "$Here/$File.cpp" -o $File.o
done
if [[ $* == *arm* ]]; then
  for File in startup semihosting; do
    "$@" -x c "${Flags[@]}" -c "$Source/examples/firmware/$File.c" -o $File.o
  done
fi
rm -f libkernels.a
"${AR:-ar}" rcs libkernels.a unneeded.o add.o mul.o look.o table.o
