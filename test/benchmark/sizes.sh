#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints the table of sizes in README.md: examples/firmware with every kernel and pruned, for each
# model. BUILD_DIR is et-prune's build.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly Build=$(cd "${BUILD_DIR:-$Root/build}" && pwd)
readonly Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT

# Prints text, data and bss of an image as cells of a row.
sizes() { arm-none-eabi-size "$1" | awk 'NR == 2 {print $1 " | " $2 " | " $3}'; }

echo "| model | kernels | full: text | data | bss | pruned: text | data | bss |"
echo "|---|---|---|---|---|---|---|---|"
for Model in add mlp cnn; do
  "$Build/bin/et-make-pte" --segments "$Root/test/models/$Model.json" -o "$Work/$Model.pte"
  make -s -C "$Root/examples/firmware" -j"$(nproc)" ET="$Build" BUILD="$Work/b" \
    MODEL="$Work/$Model.pte" full prune >"$Work/log" 2>&1 || { cat "$Work/log" >&2; exit 1; }
  Full=$("$Build/bin/et-prune" --list "$Work/b/firmware-full.elf" | awk 'NR == 1 {print $1}')
  Kept=$("$Build/bin/et-prune" --list "$Work/b/firmware-pruned.elf" | awk 'NR == 1 {print $1}')
  FullSizes=$(sizes "$Work/b/firmware-full.elf") Sizes=$(sizes "$Work/b/firmware-pruned.elf")
  echo "| $Model | $Kept of $Full | $FullSizes | $Sizes |"
done
