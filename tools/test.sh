#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One command from a fresh Debian 12 to the result of every test:
#
#   tools/test.sh [--filter REGEX] [--sanitize]
#
#   --filter REGEX   only the tests whose path matches
#   --sanitize       build with ASan and UBSan, in build-debug/ instead of build/
#
# BUILD_DIR names another build folder. Installs what is missing, configures, builds, runs, counts.
# The last line is `N passed, N failed` or `N passed, N failed, N skipped`, also when it comes to no
# test because the build failed: that is one failure. The exit status is 0 only if something passed
# and nothing failed. With CI=true a test may be skipped for what no package brings, and nothing
# else.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
Filter=()
Preset=release
BuildDir=${BUILD_DIR:-}

while (($#)); do
  case $1 in
  --filter)
    [[ $# -ge 2 ]] || { echo "test.sh: error: --filter needs a regular expression" >&2; exit 1; }
    Filter=(--filter "$2")
    shift
    ;;
  --filter=*) Filter=(--filter "${1#*=}") ;;
  --sanitize) Preset=debug ;;
  -h | --help)
    sed -n '/^# One command/,/^set /{/^#/s/^# \?//p}' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  *)
    echo "test.sh: error: unknown option '$1'; see --help" >&2
    exit 1
    ;;
  esac
  shift
done

if [[ $Preset == debug ]]; then
  BuildDir=${BuildDir:-$Root/build-debug}
  export ET_PRUNE_SANITIZED=1
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}
else
  BuildDir=${BuildDir:-$Root/build}
fi

# Everything before the tests counts as one failure if it fails, so that the last line is always
# the same kind of line.
step() {
  if ! "$@"; then
    echo "test.sh: error: failed: $*" >&2
    echo "0 passed, 1 failed"
    exit 1
  fi
}

mkdir -p "$BuildDir"
BuildDir=$(cd "$BuildDir" && pwd)
step "$Root/tools/setup.sh" test
step cmake -S "$Root" --preset "$Preset" -B "$BuildDir"
step cmake --build "$BuildDir" --parallel "$(nproc)"
Suites=("$BuildDir/test" "$BuildDir/test/gtest")
if ((${#Filter[@]} == 0)) ||
  [[ fuzz/bounded.test =~ ${Filter[1]} || et-prune-sanitized =~ ${Filter[1]} ]]; then
  step env BUILD_DIR="$BuildDir" "$Root/tools/fuzz.sh" --build
  # Where every test runs so, none does twice.
  [[ $Preset == debug ]] || Suites+=("$BuildDir/test/sanitized")
fi

readonly Results=$BuildDir/test-results.json
readonly Lit=$(sed -n 's/^ET_PRUNE_LIT:FILEPATH=//p' "$BuildDir/CMakeCache.txt")
rm -f "$Results"
# lit's exit status says no more than the results do, and where it ends early there are none.
/usr/bin/python3 "$Lit" -j "$(nproc)" -v --no-progress-bar --time-tests \
  --output "$Results" "${Filter[@]}" "${Suites[@]}" </dev/null || true

Strict=()
if [[ ${CI:-} == true ]]; then
  Strict=(--strict --may-skip 'shared|(features( and/or targets)?: |, )((non-)?root|mount)\b')
fi
/usr/bin/python3 "$Root/tools/summarize-tests.py" "${Strict[@]}" "$Results"
