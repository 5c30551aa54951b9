#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# refused.sh <configure command> < CASES: CMake must refuse each case with one error. A case is a
# line `OPTIONS => MESSAGE`. MESSAGE is a shell pattern, which a part of CMake's output must match.
# Before the match, the script replaces line breaks in the output with spaces.
set -euo pipefail
while IFS= read -r Case; do
  eval "Options=(${Case%% => *})"
  if Said=$("$@" "${Options[@]}" 2>&1) ||
    [[ $(tr -s '\n ' ' ' <<< "$Said") != *${Case#* => }* ]] ||
    [[ $(grep -c '^CMake Error' <<< "$Said") != 1 ]]; then
    echo "refused.sh: $Case"$'\n'"$Said" >&2
    exit 1
  fi
done
