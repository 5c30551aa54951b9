#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fetches the headers of ExecuTorch releases for the tests: tools/executorch-headers.sh FOLDER
#
# An npm package brings them; executorch-headers.txt names its versions and their hashes. The
# headers of a version become FOLDER/VERSION. A version that is there is not fetched again, so the
# usual run has no network and no output. A package is compared with its hash before it is unpacked,
# only headers are unpacked, and a version's folder appears whole or not at all.
#
# Without npm, or without an answer from its registry, a line says so and the status is 0: the tests
# that need headers are skipped. A wrong hash is an error.
set -euo pipefail

readonly Here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly Package=react-native-executorch

(($# == 1)) || {
  echo "executorch-headers.sh: error: usage: tools/executorch-headers.sh FOLDER" >&2
  exit 1
}
mkdir -p "$1"
readonly Folder=$(cd "$1" && pwd)

# fetch VERSION HASH: status 1 when the package cannot be fetched, 2 when it is another one.
fetch() {
  local New=$Work/$1
  mkdir "$New"
  cd "$New"
  # npm works in a cache of its own: what it keeps there is as large as the package.
  npm pack "$Package@$1" --silent --cache "$New/cache" </dev/null >package.txt 2>npm.log || return 1
  local File
  File=$(tail -n 1 package.txt)
  [[ -f $File ]] || return 1
  if ! sha512sum --check --status <<<"$2  $File"; then
    echo "executorch-headers.sh: error: $Package@$1 is not the package whose hash" \
      "executorch-headers.txt has" >&2
    return 2
  fi
  mkdir headers
  tar -xzf "$File" -C headers --strip-components=3 --wildcards \
    "package/third-party/include/"{executorch,c10,torch,headeronly}'/*.h'
  # Another run may have been quicker.
  mv -T headers "$Folder/$1" 2>/dev/null || [[ -d $Folder/$1 ]]
}

Work=
Fetching=()
Status=0
while read -r Version _ Hash; do
  [[ $Version && $Version != \#* && ! -d $Folder/$Version ]] || continue
  if ! command -v npm >/dev/null; then
    echo "executorch-headers.sh: no npm, so no headers of ExecuTorch: tests of them are skipped"
    exit 0
  fi
  if [[ ! $Work ]]; then
    Work=$(mktemp -d "$Folder/.new-XXXXXX")
    trap 'rm -rf "$Work"' EXIT
    echo "executorch-headers.sh: fetching headers of ExecuTorch releases"
  fi
  fetch "$Version" "$Hash" &
  Fetching+=($!)
done <"$Here/executorch-headers.txt"

for Process in "${Fetching[@]}"; do
  Result=0
  wait "$Process" || Result=$?
  ((Result <= Status)) || Status=$Result
done
((Status != 1)) ||
  echo "executorch-headers.sh: headers of ExecuTorch cannot be fetched: tests of them are skipped"
((Status <= 1)) || exit 1
