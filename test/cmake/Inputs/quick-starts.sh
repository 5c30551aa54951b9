#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# quick-starts.sh ROOT [JOB...]: runs quick starts of README.md, docs/examples.md and
# docs/linker-scripts.md in the current folder. et-prune is installed in the folder ROOT. A JOB is
# cmake, make, linker-script or host.
set -euo pipefail
readonly Root=$1 Sources=$1/share/EtPrune
shift
export PATH=$Root/bin:$PATH

et-make-pte --segments "$Sources/examples/models/cnn.json" -o cnn.pte
cp -r "$Sources"/examples/{firmware,host} .
readonly Model=$PWD/cnn.pte

# pruned <image>: checks that the image has six kernels, because cnn.pte needs six.
pruned() {
  local kernels
  kernels=$(et-prune --list "$1" | grep -c '^  *aten::\|^aten::' || true)
  echo "$1: $kernels kernels, $(stat -c %s "$1") bytes"
  ((kernels == 6))
}

for job in "$@"; do
  case $job in
  cmake)
    cmake -S firmware -B build-firmware -G Ninja -DET_MODEL="$Model" \
      -DCMAKE_TOOLCHAIN_FILE="$Sources/cmake/toolchains/arm-none-eabi.cmake" > log
    cmake --build build-firmware > log
    pruned build-firmware/firmware.elf
    ;;
  make)
    make -C firmware -j2 MODEL="$Model" ET="$Root" all full prune > log
    pruned firmware/build/firmware.elf
    pruned firmware/build/firmware-pruned.elf
    ;;
  linker-script)
    make -C firmware -j2 MODEL="$Model" ET="$Root" plain > log
    Link=$(sed -n '/^arm-none-eabi-g++.* -T /{N;s/\\\n//p}' log)
    (cd firmware && et-prune --model "$Model" -o build/pruned.elf build/firmware-plain.elf -- $Link) > log
    pruned firmware/build/pruned.elf
    ;;
  host)
    cmake -S host -B build-host -G Ninja > log && cmake --build build-host > log
    build-host/run-pte cnn.pte > full.out
    et-prune --model cnn.pte build-host/run-pte > log
    build-host/run-pte cnn.pte | diff full.out -
    pruned build-host/run-pte
    ;;
  esac
done
