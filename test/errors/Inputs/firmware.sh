#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# firmware.sh <repository> [<option of the link command>...]: links app.elf from the sources in
# firmware/, and writes the script `link`, which repeats the link. If the current folder has no
# libkernels.a, firmware.sh makes the library. The first test compiles the objects, and keeps them
# for the other tests in lit's folder Output/firmware-<hash of the sources>.
set -euo pipefail
Source=$(dirname "${BASH_SOURCE[0]}")/firmware
Flags=(-mcpu=cortex-m4 -mthumb -std=c++17 -Os -fno-exceptions -ffunction-sections -fdata-sections)
if [[ ! -e libkernels.a ]]; then
  Hash=$(cat "$Source"/*.cpp "$1"/runtime/include/et/*.h | sha256sum | cut -c 1-16)
  Objects=${PWD%%/Output/*}/Output/firmware-$Hash
  if ! cp "$Objects"/*.o . 2> /dev/null; then
    for File in main add mul; do
      arm-none-eabi-g++ "${Flags[@]}" -Wall -Wextra -DET_KERNEL_LIBRARY=toy -I "$1/runtime/include" \
        -c "$Source/$File.cpp" -o $File.o
    done
    if [[ $PWD == */Output/* ]] && New=$(mktemp -d "$Objects.XXXXXX"); then
      cp main.o add.o mul.o "$New"
      mv -T "$New" "$Objects" 2> /dev/null || rm -r "$New"
    fi
  fi
  cp "$Source/vendor.ld" .
  arm-none-eabi-ar rcs libkernels.a add.o mul.o
fi
shift
Link=(arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -nostdlib -T vendor.ld "$@" main.o libkernels.a)
printf '#!/bin/sh\nexec %s "$@"\n' "${Link[*]@Q}" > link
chmod +x link
./link -o app.elf
