#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# firmware.sh <repository> [<option of the link>...]: compiles firmware/ into the current folder, if
# that was not done, and links app.elf. The link command is left in the script `link`.
set -euo pipefail
Source=$(dirname "${BASH_SOURCE[0]}")/firmware
Flags=(-mcpu=cortex-m4 -mthumb -std=c++17 -Os -fno-exceptions -ffunction-sections -fdata-sections)
if [[ ! -e libkernels.a ]]; then
  for File in main add mul; do
    arm-none-eabi-g++ "${Flags[@]}" -Wall -Wextra -DET_KERNEL_LIBRARY=toy -I "$1/runtime/include" \
      -c "$Source/$File.cpp" -o $File.o
  done
  cp "$Source/vendor.ld" .
  arm-none-eabi-ar rcs libkernels.a add.o mul.o
fi
shift
Link=(arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -nostdlib -T vendor.ld "$@" main.o libkernels.a)
printf '#!/bin/sh\nexec %s "$@"\n' "${Link[*]@Q}" > link
chmod +x link
./link -o app.elf
