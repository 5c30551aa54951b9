#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# two-at-once.sh <command>... -- <command>...: starts the second command once the first, which must
# succeed, has locked app.elf or its bundle. What the second one says goes to stdout. Where commands
# have a "--" of their own, the middle one separates them.
set -uo pipefail
Separators=()
for ((I = 1; I <= $#; ++I)); do
  [[ ${!I} != -- ]] || Separators+=("$I")
done
Middle=${Separators[$((${#Separators[@]} / 2))]}

isLocked() {
  local Inode
  for Inode in $(stat -c %i app.elf app.elf.etl 2>/dev/null); do
    ! grep -q "FLOCK .* WRITE .*:$Inode " /proc/locks || return 0
  done
  return 1
}

"${@:1:Middle-1}" &
for ((I = 0; I < 600; ++I)); do
  ! isLocked && kill -0 %1 2>/dev/null || break
  sleep 0.02
done
"${@:Middle+1}" 2>&1
wait %1 || echo "two-at-once.sh: the first command failed"
