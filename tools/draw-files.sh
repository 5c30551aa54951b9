#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Draws twenty files of code, tests and docs by a seed, for the reading of CONTRIBUTING.md:
# tools/draw-files.sh SEED prints their lines and names. One commit and one seed give the same files.
set -euo pipefail

readonly Seed=${1:?usage: tools/draw-files.sh SEED}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files -- '*.cpp' '*.h' '*.md' '*.py' '*.sh' '*.test' '*.cmake' '*.js' ':!docs/operators.md' \
  ':!docs/sizes.md' ':!docs/calls.md' |
  while read -r File; do echo "$(echo "$Seed $File" | sha256sum) $File"; done |
  sort | head -n 20 | sed 's/^.*  - //' | xargs wc -l
