#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds a firmware on a fresh Debian 12, and prunes it: tools/demo.sh [model.pte]
#
# Installs the packages that it needs and builds the tools. Links examples/firmware for a Cortex-M4
# with every kernel. Prunes the firmware for model.pte or, without an argument, for a small CNN
# (test/models/cnn.json). Runs both images in QEMU and compares their outputs. The environment
# variable BUILD_DIR names the build folder; the default is build/.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BuildDir=${BUILD_DIR:-$Root/build}

fail() {
  echo "demo.sh: error: $*" >&2
  exit 1
}
say() { printf '\n== %s\n' "$*"; }
# Runs a command, and prints its output only if it fails.
quietly() {
  "$@" >"$BuildDir/demo.log" 2>&1 || { cat "$BuildDir/demo.log" >&2; fail "failed: $*"; }
}

(($# <= 1)) || fail "usage: tools/demo.sh [model.pte]"
[[ $# == 0 || -f $1 ]] || fail "there is no file '$1'"
mkdir -p "$BuildDir"
BuildDir=$(cd "$BuildDir" && pwd)
readonly Firmware=$BuildDir/demo

"$Root/tools/setup.sh" demo

say "Build et-prune (some minutes)"
quietly cmake -S "$Root" --preset tools -B "$BuildDir"
quietly cmake --build "$BuildDir" --parallel "$(nproc)" --target tools
"$BuildDir/bin/et-prune" --version

if (($#)); then
  Model=$(realpath "$1")
else
  Model=$BuildDir/cnn.pte
  "$BuildDir/bin/et-make-pte" --segments "$Root/test/models/cnn.json" -o "$Model"
fi

say "Link a firmware with every kernel (Cortex-M4, GNU ld, a vendor's linker script)"
quietly cmake -S "$Root/examples/firmware" -B "$Firmware" -G Ninja \
  -DCMAKE_TOOLCHAIN_FILE="$Root/cmake/toolchains/arm-none-eabi.cmake" \
  -DET_PRUNE_ROOT="$BuildDir" -DET_MODEL="$Model" -DFIRMWARE_KERNELS=all
quietly cmake --build "$Firmware" --parallel "$(nproc)"
cp "$Firmware/firmware.elf" "$Firmware/full.elf"
cp "$Firmware/firmware.elf.etl" "$Firmware/full.elf.etl"
arm-none-eabi-size "$Firmware/full.elf"

say "et-prune --model $(basename "$Model") -o pruned.elf full.elf"
(cd "$Firmware" &&
  "$BuildDir/bin/et-prune" --model "$(realpath --relative-to=. "$Model")" -o pruned.elf full.elf)

run() {
  timeout 60 qemu-system-arm -M mps2-an386 -nographic -semihosting -kernel "$1" </dev/null
}
say "Run the full and the pruned image in QEMU"
run "$Firmware/full.elf" >"$Firmware/full.out" ||
  fail "the full firmware failed: $(cat "$Firmware/full.out")"
run "$Firmware/pruned.elf" >"$Firmware/pruned.out" ||
  fail "the pruned firmware failed: $(cat "$Firmware/pruned.out")"
cat "$Firmware/pruned.out"
cmp "$Firmware/full.out" "$Firmware/pruned.out" || fail "the two images print different results"
echo "Both images print the same output."

say "Sizes (text data bss)"
arm-none-eabi-size "$Firmware/full.elf" "$Firmware/pruned.elf"

say "Next"
echo "The images are in $Firmware. docs/tutorial.md shows each step for your own program."
