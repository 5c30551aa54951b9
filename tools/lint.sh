#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks the layout of every C and C++ file with clang-format. Runs clang-tidy on every C++ file
# that the build compiles:
#
#   tools/lint.sh [--format-only]
#
# The script checks the files that git tracks in the folders that `Folders` lists. Without git, the
# script checks all files in these folders. clang-tidy needs a build of the preset `debug` in
# BUILD_DIR, build-debug/ by default. The file .clang-tidy lists the checks.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly Folders=(lib tools runtime kernels test examples)

# git refuses to read a clone of another user, unless safe.directory permits the clone.
sources() {
  local List
  List=$(git -c safe.directory='*' ls-files -- "${Folders[@]}" 2>/dev/null) ||
    List=$(find "${Folders[@]}" -type f 2>/dev/null | sort)
  grep -E '\.(cpp|h|c)$' <<<"$List" | while read -r File; do
    [[ ! -e $File ]] || echo "$File"
  done
}

readonly LlvmTools=/usr/lib/llvm-19/bin
find_tool() {
  command -v "$1-19" || command -v "$LlvmTools/$1" || {
    echo "lint.sh: error: $1-19 is not installed; see tools/setup.sh test" >&2
    exit 1
  }
}
ClangFormat=$(find_tool clang-format)

Status=0
mapfile -t Files < <(sources)
((${#Files[@]})) || { echo "lint.sh: error: no source files found" >&2; exit 1; }
"$ClangFormat" --dry-run -Werror "${Files[@]}" || Status=1
[[ ${1:-} != --format-only ]] || exit $Status

ClangTidy=$(find_tool clang-tidy)
# Only the preset `debug` has a compile command for each file. Other builds are unity builds.
readonly Database=${BUILD_DIR:-build-debug}/compile_commands.json
if ! grep -qsF "\"file\": \"$PWD/tools/et-prune/et-prune.cpp\"" "$Database"; then
  echo "lint.sh: error: no $Database with a command for each file; build the preset 'debug'" >&2
  exit 1
fi

# Files without a compile command, such as the sources of firmware, are left out.
Compiled=()
for File in "${Files[@]}"; do
  if [[ $File == *.cpp ]] && grep -qF "\"file\": \"$PWD/$File\"" "$Database"; then
    Compiled+=("$File")
  fi
done
printf '%s\0' "${Compiled[@]}" |
  xargs -0 -n 1 -P "$(nproc)" "$ClangTidy" --quiet -p "${Database%/*}" || Status=1
exit $Status
