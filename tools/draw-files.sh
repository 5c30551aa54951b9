#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Draws twenty random files of code, tests and docs: tools/draw-files.sh SEED. Prints the number of
# lines and the name of each file. A newcomer reads these files, as CONTRIBUTING.md describes. The
# same seed in the same commit gives the same files.
set -euo pipefail

readonly Seed=${1:?usage: tools/draw-files.sh SEED}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files -- '*.cpp' '*.h' '*.md' '*.py' '*.sh' '*.test' '*.cmake' '*.js' ':!docs/operators.md' \
  ':!docs/sizes.md' ':!docs/calls.md' ':!docs/optimized-times.md' |
  /usr/bin/python3 -c 'import random, sys
print(*random.Random(sys.argv[1]).sample(sys.stdin.read().splitlines(), 20), sep="\n")' "$Seed" |
  xargs wc -l
