#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints the table of savings in README.md. For each model, the table has the flash of
# examples/firmware, both with every kernel and pruned to the model. test/benchmark/savings.py makes
# the bar chart from the table. The environment variable BUILD_DIR names et-prune's build; the
# default is build.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly Build=$(cd "${BUILD_DIR:-$Root/build}" && pwd)
readonly Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT

flash() { arm-none-eabi-size "$1" | awk 'NR == 2 {print $1 + $2}'; }

echo "| model | kernels | flash with every kernel | pruned | saved |"
echo "|---|---|---|---|---|"
for Model in add mlp cnn; do
  "$Build/bin/et-make-pte" --segments "$Root/test/models/$Model.json" -o "$Work/$Model.pte"
  make -s -C "$Root/examples/firmware" -j"$(nproc)" ET="$Build" BUILD="$Work/b" \
    MODEL="$Work/$Model.pte" full prune >"$Work/log" 2>&1 || { cat "$Work/log" >&2; exit 1; }
  All=$("$Build/bin/et-prune" --list "$Work/b/firmware-full.elf" | awk 'NR == 1 {print $1}')
  Kept=$("$Build/bin/et-prune" --list "$Work/b/firmware-pruned.elf" | awk 'NR == 1 {print $1}')
  awk -v Model="$Model" -v Kernels="$Kept of $All" -v Full="$(flash "$Work/b/firmware-full.elf")" \
    -v Pruned="$(flash "$Work/b/firmware-pruned.elf")" 'BEGIN {
      printf "| %s | %s | %d B | %d B | %.1f%% |\n", Model, Kernels, Full, Pruned,
             100 * (1 - Pruned / Full) }'
done
