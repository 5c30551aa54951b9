#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fetches headers of ExecuTorch's releases for the tests: tools/executorch-headers.sh FOLDER
#
# The headers come from an npm package. executorch-headers.txt has the versions to fetch, and the
# hash of each version's package. The headers of a version are put into FOLDER/VERSION. An existing
# version is not fetched again, so the usual run needs no network and prints nothing. The script
# checks a package's hash, and then unpacks only the headers. A version's folder appears complete or
# not at all.
#
# If npm is missing or cannot fetch a package, the script reports this and exits with status 0.
# The tests that need the headers are then skipped. A wrong hash is an error.
set -euo pipefail

readonly Here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly Package=react-native-executorch

(($# == 1)) || {
  echo "executorch-headers.sh: error: usage: tools/executorch-headers.sh FOLDER" >&2
  exit 1
}
mkdir -p "$1"
readonly Folder=$(cd "$1" && pwd)

# fetch VERSION HASH: status 1 if the package cannot be fetched, 2 if its hash is wrong.
fetch() {
  local New=$Work/$1
  mkdir "$New"
  cd "$New"
  # Keep npm's cache in the temporary folder. npm would otherwise leave a copy of the package in the
  # user's cache.
  npm pack "$Package@$1" --silent --cache "$New/cache" </dev/null >package.txt 2>npm.log || return 1
  local File
  File=$(tail -n 1 package.txt)
  [[ -f $File ]] || return 1
  if ! sha512sum --check --status <<<"$2  $File"; then
    echo "executorch-headers.sh: error: $Package@$1: the downloaded package does not have the" \
      "hash in executorch-headers.txt, so the package was damaged or replaced; run the script" \
      "again" >&2
    return 2
  fi
  mkdir headers
  tar -xzf "$File" -C headers --strip-components=3 --wildcards \
    "package/third-party/include/"{executorch,c10,torch,headeronly}'/*.h'
  # mv fails if another run has made the same folder in the meantime.
  mv -T headers "$Folder/$1" 2>/dev/null || [[ -d $Folder/$1 ]]
}

Work=
Fetching=()
Status=0
while read -r Version _ Hash; do
  [[ $Version && $Version != \#* && ! -d $Folder/$Version ]] || continue
  if ! command -v npm >/dev/null; then
    echo "executorch-headers.sh: no npm, so no headers of ExecuTorch: tests that need them are skipped"
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
  echo "executorch-headers.sh: headers of ExecuTorch cannot be fetched: tests that need them are skipped"
((Status <= 1)) || exit 1
