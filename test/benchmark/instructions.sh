#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# instructions.sh [MODEL.pte FEATURES.csv]: prints how many instructions an inference of keyword
# spotting takes, in total and for each operator. QEMU counts for a Cortex-M4 and a Cortex-M55, and
# valgrind counts for this machine. Without arguments, examples/keyword_spotting/make_model.py
# makes the model. The script also prints how much memory the model's method needs on the Cortex-M4.
# The environment variable BUILD_DIR names et-prune's build; the default is build.
set -euo pipefail
readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly Build=$(cd "${BUILD_DIR:-$Root/build}" && pwd)
readonly Example=$Root/examples/keyword_spotting Firmware=$Root/examples/firmware
readonly Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
Model=$Work/own.pte Features=$Work/own/yes.csv
if (($#)); then
  Model=$(realpath "$1") Features=$(realpath "$2")
else
  "$Example/make_model.py" "$Work/own"
  "$Build/bin/et-make-pte" --segments -o "$Model" "$Work/own/model.json"
fi
cd "$Work"

# build <folder> <build type> <compiler with flags> <CMake argument>...: makes <folder>/counted, the
# example with instructions.cpp in place of spot_files.cpp.
build() {
  cmake -S "$Example" -B "$1" -G Ninja -DET_PRUNE_ROOT="$Build" -DKWS_MODEL="$Model" \
    -DCMAKE_BUILD_TYPE="$2" "-DKWS_LIBRARIES=portable;cortex_m" "${@:4}" > "$1.log" &&
    cmake --build "$1" -j"$(nproc)" >> "$1.log" 2>&1 || { cat "$1.log" >&2; exit 1; }
  # shellcheck disable=SC2086,SC2046
  $3 -std=c++17 -fno-exceptions -fno-rtti -ffunction-sections -fdata-sections \
    -I "$Example" -I "$Firmware" -I "$Root/runtime/include" \
    "$Root/test/benchmark/instructions/instructions.cpp" \
    $(find "$1/CMakeFiles/keyword_spotting.dir" -name '*.o*' ! -name 'spot_files.*') \
    "$1"/EtPrune/kernels/*/*.a "$1/EtPrune/runtime/libet_runtime.a" \
    $("$Build/bin/et-prune" --print-link-flags --model "$Model") -Wl,--gc-sections -o "$1/counted"
}
board() { # board <folder> <build type> <board> <MHz> <compiler's flags>
  build "$1" "$2" "arm-none-eabi-g++ $5 -mthumb -mfloat-abi=hard --specs=nano.specs -nostartfiles
    -DCORE_MHZ=$4 -T $Firmware/${3/-/_}.ld" -DBOARD="$3" \
    -DCMAKE_TOOLCHAIN_FILE="$Root/cmake/toolchains/arm-none-eabi.cmake"
  qemu-system-arm -M "$3" -display none -monitor none -serial none -icount shift=6 \
    -semihosting-config enable=on,target=native -kernel "$1/counted" -append "$Features" \
    > "$1.txt" 2> "$1.memory"
}
readonly CortexM4="-mcpu=cortex-m4 -mfpu=fpv4-sp-d16"
board m4-Os MinSizeRel mps2-an386 25 "$CortexM4 -Os"
board m4-O3 Release mps2-an386 25 "$CortexM4 -O3"
board m55-Os MinSizeRel mps3-an547 32 "-mcpu=cortex-m55 -Os"
board m55-O3 Release mps3-an547 32 "-mcpu=cortex-m55 -O3"
build host Release "g++ -O3"
valgrind --tool=callgrind --callgrind-out-file=host/callgrind.out host/counted "$Features" \
  > host.names 2> host.err || { cat host.err >&2; exit 1; }
# valgrind's file host/callgrind.out.1 has only the cost of starting and ending a count.
Number=0
Nothing=$(awk '/^(totals|summary):/ { print $2; exit }' host/callgrind.out.1)
while read -r _ Name; do
  [[ $Name != total ]] || break
  Number=$((Number + 1))
  Count=$(awk '/^(totals|summary):/ { print $2; exit }' host/callgrind.out.$((Number + 1)))
  echo "$((Count - Nothing)) $Name"
done < host.names > host.txt
awk '{ Sum += $1; print } END { print Sum " total" }' host.txt > host.all && mv host.all host.txt

cat m4-Os.memory
echo "| operator | calls | Cortex-M4, -Os | Cortex-M4, -O3 | Cortex-M55, -Os | Cortex-M55, -O3 | host, -O3 |"
echo "|---|---|---|---|---|---|---|"
awk '
  {
    Sum[$2, FILENAME] += $1
    if (FILENAME == "m4-Os.txt") { if (!Calls[$2]++) Order[++Count] = $2 }
  }
  END {
    for (I = 1; I <= Count; ++I)
      printf "| %s | %s | %d | %d | %d | %d | %d |\n", Order[I],
        Order[I] == "total" ? "" : Calls[Order[I]], Sum[Order[I], "m4-Os.txt"],
        Sum[Order[I], "m4-O3.txt"], Sum[Order[I], "m55-Os.txt"],
        Sum[Order[I], "m55-O3.txt"], Sum[Order[I], "host.txt"]
  }' m4-Os.txt m4-O3.txt m55-Os.txt m55-O3.txt host.txt
