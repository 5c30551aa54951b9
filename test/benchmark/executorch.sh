#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sizes of ExecuTorch programs with every kernel and pruned to a selection, as a table in Markdown:
#
#     test/benchmark/executorch.sh <selection> <build folder>
#
# The folder is one where programs were built through the linker wrapper (docs/executorch.md); all
# link bundles below it are tried, and nothing in it is changed. The selection is what et-prune
# takes: --model <file>, --ops <file>, --op-list <list>, --ignore-dtypes, --drop-backends. Bytes are
# those that `size` prints. BUILD_DIR is et-prune's build.
#
# A program that cannot be pruned is named on stderr, below et-prune's message. The
# status is 1 if there is one, or no bundle, 2 for a wrong command line.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly Prune=${BUILD_DIR:-$Root/build}/bin/et-prune

fail() {
  printf 'executorch.sh: error: %s\n' "$1" >&2
  [ $# -lt 3 ] || printf '>>> %s\n' "${@:3}" >&2
  exit "$2"
}

Selection=() Folder=
while [ $# -gt 0 ]; do
  case $1 in
    --model | --ops | --op-list)
      [ $# -gt 1 ] || fail "$1 needs an argument" 2
      Selection+=("$1" "$2")
      shift ;;
    --model=* | --ops=* | --op-list=* | --ignore-dtypes | --drop-backends) Selection+=("$1") ;;
    -*) fail "unknown option '$1'" 2 \
      "options are --model, --ops, --op-list, --ignore-dtypes, --drop-backends" ;;
    *)
      [ -z "$Folder" ] || fail "two folders, '$Folder' and '$1'" 2
      Folder=$1 ;;
  esac
  shift
done
[ -n "$Folder" ] || fail "no build folder" 2 \
  "build an ExecuTorch program with -B<et-prune>/libexec/et-prune in its link options" \
  "and give its build folder; docs/executorch.md has the steps"
[ ${#Selection[@]} -gt 0 ] || fail "no selection" 2 \
  "say what the programs run: --model model.pte, --ops selected_operators.yaml or --op-list \
\"aten::add.out,...\""
[ -d "$Folder" ] || fail "'$Folder' is no folder" 1
[ -x "$Prune" ] ||
  fail "there is no '$Prune'" 1 "build et-prune, or set BUILD_DIR to its build folder"

readonly Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT

# kernels, text, data and bss of an image with a selection, as cells
sizes() {
  "$Prune" -o "$Work/image" "${@:2}" "$1" >"$Work/report" &&
    awk '$1 == "kernels:" {printf "%s", $2}' "$Work/report" &&
    size "$Work/image" | awk 'NR == 2 {print " | " $1 " | " $2 " | " $3}'
}

mapfile -d '' Bundles < <(find "$Folder" -name '*.etl' -type f -print0 | sort -z)
[ ${#Bundles[@]} -gt 0 ] || fail "no link bundle (*.etl) below '$Folder'" 1 \
  "its programs were not linked through the wrapper, or have no kernels" \
  "add -B<et-prune>/libexec/et-prune to the link options and link again; docs/executorch.md has \
the steps"

Status=0
echo "| program | full: kernels | text | data | bss | pruned: kernels | text | data | bss |"
echo "|---|---|---|---|---|---|---|---|---|"
for Bundle in "${Bundles[@]}"; do
  Image=${Bundle%.etl}
  if Full=$(sizes "$Image" --all-ops) && Pruned=$(sizes "$Image" "${Selection[@]}"); then
    echo "| ${Image#"${Folder%/}"/} | $Full | $Pruned |"
  else
    printf 'executorch.sh: error: %s cannot be measured: the message above says why\n' \
      "'$Image'" >&2
    Status=1
  fi
done
exit $Status
