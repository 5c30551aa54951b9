#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Attacks the tools with hostile files, and disturbs the tools by signals and failing system calls.
# After every run, this script checks the invariants of test/hostile/invariants.py:
#
#   tools/hostile.sh [--minutes N | --runs N] [--seed N] [--only KIND:INDEX] [--release] [KIND...]
#
#   --minutes N        time in total (default: 5)
#   --runs N           number of runs of each kind, instead of a time; builds nothing
#   --seed N           chooses the runs (default: 1)
#   --only KIND:INDEX  repeats one run, which the report of a fault names; builds nothing
#   --release          gives damaged and malicious inputs to the tools of BUILD_DIR, instead of the
#                      sanitized tools; builds nothing. Other kinds always use BUILD_DIR's tools
#
# Kinds are damaged inputs (object, archive, script, image, bundle, manifest, map, list, yaml,
# dictionary, model, bundled-model), malicious ones (arguments, programs, scripts, paths, command),
# signals (kill, kill-link), failing system calls (fault, linker-fault), little memory (memory), a
# full disk (disk) and two prunes at once (two). BUILD_DIR is a finished build, build/ by default.
# tools/fuzz.sh builds the sanitized tools in BUILD_DIR/fuzz/. This script needs strace and a
# Cortex-M compiler. The exit status is 1 if there was a fault.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly BuildDir=$(realpath "${BUILD_DIR:-$Root/build}")
Limit=300s Seed=1 Build=1 Arguments=(--sanitized)

while (($#)); do
  case $1 in
  --minutes) Limit=$((60 * $2))s && shift ;;
  --runs) Limit=$2 Build= && shift ;;
  --seed) Seed=$2 && shift ;;
  --only) Arguments+=(--only "$2") Build= && shift ;;
  --release) Arguments=("${Arguments[@]:1}") Build= ;;
  -h | --help)
    sed -n '/^# Attacks/,/^set /{/^#/s/^# \?//p}' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  -*)
    echo "hostile.sh: error: unknown option '$1'; see --help" >&2
    exit 1
    ;;
  *) Arguments+=("$1") ;;
  esac
  shift
done

[[ -z $Build ]] || BUILD_DIR=$BuildDir "$Root/tools/fuzz.sh" --build > "$BuildDir/fuzz-build.log" ||
  { cat "$BuildDir/fuzz-build.log"; exit 1; }
exec /usr/bin/python3 -B "$Root/test/hostile/campaign.py" "$BuildDir" "$Seed" "$Limit" \
  "${Arguments[@]}"
