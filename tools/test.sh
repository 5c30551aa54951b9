#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs all tests, also on a fresh Debian 12:
#
#   tools/test.sh [--all] [--filter REGEX] [--executorch FOLDER]... [--seed N] [--sanitize] [--times]
#
#   --all                 run every test in full, not only a part of it; takes about three hours
#   --filter REGEX        run only the tests whose path matches REGEX
#   --executorch FOLDER   also try et-prune on a build or an installation of ExecuTorch
#   --seed N              choose which parts of the long tests run without --all. The default is the
#                         number of days since 1970, so each day runs other parts. For three days,
#                         the long tests with sanitizers run. For the next three days, other long
#                         tests run instead, such as the tests of other machines, LTO and CMake
#   --sanitize            build with ASan and UBSan, in build-debug/ instead of build/
#   --times               print the slowest tests, and the time of each folder
#
# The environment variable BUILD_DIR names another build folder. The script installs missing
# packages, configures, builds, runs the tests and counts the results. The last line is
# `N passed, N failed` or `N passed, N failed, N skipped`. If the build fails, that counts as one
# failure. The exit status is 0 only if a test passed and none failed. With CI=true in the
# environment, a skipped test counts as failed, because a package may be missing. Tests may still be
# skipped if they need the data in ../shared, a root or non-root user, the right to mount,
# --executorch or --all.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Seconds. With --all, lit gets --max-time: the seconds that are left after the build. LLVM 19's lit
# applies the limit to the wait for each test, so the whole run may take longer.
readonly AllTime=$((165 * 60))
Filter=()
Folders=()
Preset=release
Times=()
BuildDir=${BUILD_DIR:-}
export ET_TEST_SEED=${ET_TEST_SEED:-$(($(date +%s) / 86400))}
export ET_TEST_ALL=${ET_TEST_ALL:-}

fail() {
  echo "test.sh: error: $*" >&2
  exit 1
}

while (($#)); do
  # --option=VALUE means --option VALUE.
  if [[ $1 == --*=* ]]; then
    set -- "${1%%=*}" "${1#*=}" "${@:2}"
  fi
  case $1 in
  --filter | --executorch | --seed)
    (($# >= 2)) || fail "$1 needs a value; see --help"
    case $1 in
    --filter) Filter=(--filter "$2") ;;
    --executorch)
      [[ -d $2 ]] || fail "there is no folder '$2'"
      Folders+=("$(realpath "$2")")
      ;;
    --seed)
      [[ $2 =~ ^[0-9]+$ ]] || fail "--seed needs a number, not '$2'"
      ET_TEST_SEED=$2
      ;;
    esac
    shift
    ;;
  --all) ET_TEST_ALL=1 ;;
  --sanitize) Preset=debug ;;
  --times) Times=(--times) ;;
  -h | --help)
    sed -n '/^# Runs all tests/,/^set /{/^#/s/^# \?//p}' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  *) fail "unknown option '$1'; see --help" ;;
  esac
  shift
done
ET_EXECUTORCH=$(IFS=: && echo "${Folders[*]}")
export ET_EXECUTORCH

if [[ $Preset == debug ]]; then
  BuildDir=${BuildDir:-$Root/build-debug}
  export ET_PRUNE_SANITIZED=1
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}
else
  BuildDir=${BuildDir:-$Root/build}
fi

# Runs a step before the tests. If it fails, the last line says "0 passed, 1 failed".
step() {
  if ! "$@"; then
    echo "test.sh: error: failed: $*" >&2
    echo "0 passed, 1 failed"
    exit 1
  fi
}

mkdir -p "$BuildDir"
BuildDir=$(cd "$BuildDir" && pwd)
step env BUILD_DIR="$BuildDir" "$Root/tools/setup.sh" test
step cmake -S "$Root" --preset "$Preset" -B "$BuildDir"
step cmake --build "$BuildDir" --parallel "$(nproc)"
Suites=("$BuildDir/test" "$BuildDir/test/gtest")
# Without --filter, --all and --sanitize, the seed chooses one of two halves of the long tests.
export ET_TEST_HALF=both
WithSanitizers=
if ((${#Filter[@]} == 0)); then
  if [[ ! $ET_TEST_ALL && $Preset == release ]]; then
    # The half changes every three days, not every day. Some tests run one part on odd days and
    # another part on even days. A half that runs only on odd days would never run the other part.
    ET_TEST_HALF=$( ((ET_TEST_SEED / 3 % 2)) && echo sanitizers || echo machines)
  fi
  [[ $ET_TEST_HALF != machines ]] && WithSanitizers=1
elif [[ fuzz/replay.test =~ ${Filter[1]} || et-prune-sanitized =~ ${Filter[1]} ]]; then
  WithSanitizers=1
fi
if [[ $WithSanitizers ]]; then
  step env BUILD_DIR="$BuildDir" "$Root/tools/fuzz.sh" --build
  # With --sanitize, every test has sanitizers already.
  [[ $Preset == debug ]] || Suites+=("$BuildDir/test/sanitized")
fi

readonly Results=$BuildDir/test-results.json
readonly Lit=$(sed -n 's/^ET_PRUNE_LIT:FILEPATH=//p' "$BuildDir/CMakeCache.txt")
rm -f "$Results"
Limit=()
if [[ $ET_TEST_ALL ]]; then
  Limit=(--max-time $((AllTime > SECONDS ? AllTime - SECONDS : 1)))
else
  echo "test.sh: long tests run in part; to run the same parts again: --seed $ET_TEST_SEED"
fi
# Ignore lit's exit status: summarize-tests.py fails if a test failed or lit wrote no results.
/usr/bin/python3 "$Lit" -j "$(nproc)" -v --no-progress-bar --time-tests "${Limit[@]}" \
  --output "$Results" "${Filter[@]}" "${Suites[@]}" </dev/null || true

Strict=()
if [[ ${CI:-} == true ]]; then
  Strict=(--strict
    --may-skip 'shared|(features( and/or targets)?: |, )((non-)?root|mount|executorch$|all$)\b')
fi
/usr/bin/python3 "$Root/tools/summarize-tests.py" "${Strict[@]}" "${Times[@]}" "$Results"
