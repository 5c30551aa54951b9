#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# program.sh <repository> <folder of the wrapper> <compiler and options>: compiles firmware/ for the
# compiler's target and links app.elf, which tests prune but do not run. The script `link` repeats
# the link.
set -euo pipefail
Source=$(dirname "${BASH_SOURCE[0]}")/firmware
Repository=$1 Wrapper=$2
shift 2
for File in main add mul; do
  "$@" -std=c++17 -Os -fno-exceptions -ffunction-sections -fdata-sections -DET_KERNEL_LIBRARY=toy \
    -I "$Repository/runtime/include" -c "$Source/$File.cpp" -o $File.o
done
ar rcs libkernels.a add.o mul.o
Link=("$@" -nostdlib -static "-B$Wrapper" -Wl,-e,Reset_Handler -Wl,--defsym=_estack=0x20000
  -Wl,--gc-sections -Wl,-Map=app.map main.o libkernels.a)
printf '#!/bin/sh\nexec %s "$@"\n' "${Link[*]@Q}" > link
chmod +x link
./link -o app.elf
