#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# core-size.sh [--symbols | NAME...]: prints the flash and RAM of the runtime without kernels on a
# Cortex-M4 at -Os. The numbers include parts of the C library and libgcc. With NAMEs, for example
# no-verifier, the script prints only the rows with these names. --symbols prints all rows, and then
# the largest symbols of the first row, `whole`. For another core, set the environment variable
# ET_CXX to a compiler and the compiler's flags.
#
# RAM is the sum of the sizes of the symbols in `.data` and `.bss`. The size of the section `.bss`
# would include the padding that GNU ld adds.
set -euo pipefail
readonly Here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
readonly Root=$(realpath "$Here/../..")
readonly CortexM4="arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
readonly Compiler=${ET_CXX:-$CortexM4}
readonly Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
"$Root/runtime/generate-schema.sh" "$Work/schema"

readonly Wanted=" $* "
link() { # link <name> <definition>...
  [[ -z ${Wanted// } || $Wanted == *--symbols* || $Wanted == *" $1 "* ]] || return 0
  $Compiler --specs=nano.specs -Os -DNDEBUG -std=c++17 -fno-exceptions -fno-rtti \
    -ffunction-sections -fdata-sections -I "$Root/runtime/include" -isystem "$Work/schema" \
    "${@:2}" \
    "$Root"/runtime/src/*.cpp "$Here/core/core.cpp" -nostartfiles -Wl,--gc-sections -Wl,-e,core \
    -Wl,--defsym=__et_kernels_start=0,--defsym=__et_kernels_end=0 \
    -Wl,--defsym=__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld=0 -o "$Work/$1.elf"
  local Ram
  Ram=$(arm-none-eabi-nm -S "$Work/$1.elf" | awk '$3 ~ /^[bBdD]$/ { print "0x" $2 }' | paste -sd+)
  printf '%-24s %6d %6d\n' "$1" \
    "$(arm-none-eabi-size "$Work/$1.elf" | awk 'NR == 2 { print $1 }')" \
    $((${Ram:-0}))
}

printf '%-24s %6s %6s\n' '' flash RAM
link whole
link no-messages -DET_LOG_ENABLED=0
link no-verifier -DVERIFICATION=Minimal
link no-messages-no-verifier -DET_LOG_ENABLED=0 -DVERIFICATION=Minimal
if [[ ${1:-} == --symbols ]]; then
  arm-none-eabi-nm -CS --size-sort -r "$Work/whole.elf" | cut -c10- | head -60
fi
