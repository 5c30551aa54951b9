#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# two-at-once.sh <command>... -- <command>...: starts the second command half a second after the
# first, which must succeed. What the second one says goes to stdout. Where commands have a "--" of
# their own, the middle one separates them.
set -uo pipefail
Separators=()
for ((I = 1; I <= $#; ++I)); do
  [[ ${!I} != -- ]] || Separators+=("$I")
done
Middle=${Separators[$((${#Separators[@]} / 2))]}
"${@:1:Middle-1}" &
sleep 0.5
"${@:Middle+1}" 2>&1
wait %1 || echo "two-at-once.sh: the first command failed"
