#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Copies fat objects as a build with -flto alone would have made them: bitcode_alone.sh INTO FILE...
# Archives stay archives, with LLVM's index; the members of equal names stay apart.
set -euo pipefail

readonly Into=$1 Objcopy=llvm-objcopy-19
shift
mkdir -p "$Into"
for File in "$@"; do
  Name=$(basename "$File")
  if [[ $File != *.a ]]; then
    "$Objcopy" --dump-section ".llvm.lto=$Into/$Name" "$File" /dev/null
    continue
  fi
  Members=$(mktemp -d)
  llvm-ar-19 x --output "$Members" "$File"
  for Member in "$Members"/*.o; do
    "$Objcopy" --dump-section ".llvm.lto=$Member.bc" "$Member" /dev/null
    mv "$Member.bc" "$Member"
  done
  llvm-ar-19 rcs "$Into/$Name" "$Members"/*.o
  rm -r "$Members"
done
