#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fuzzes every reader of untrusted files with libFuzzer, ASan and UBSan:
#
#   tools/fuzz.sh [--minutes N | --runs N] [--seed N] [--build] [TARGET...]
#
#   --minutes N   time for each target (default: 1)
#   --runs N      number of inputs for each target, instead of a time. Runs with the same N and seed
#                 have the same inputs. Builds nothing
#   --seed N      with --runs: chooses the inputs (default: 1)
#   --build       only builds et-fuzz, et-fuzz-replay, the tools, and the programs that run the
#                 kernels' cases. All except et-fuzz-replay have sanitizers. Unless ET_TEST_ALL is
#                 set, et-run is not built, and programs with sanitizers have only a few kernels.
#                 ET_TEST_SEED, by default the number of days since 1970, chooses some of these
#                 kernels
#
# BUILD_DIR is a finished build, build/ by default. et-fuzz is built in BUILD_DIR/fuzz/. A run
# without --runs starts from the corpus in BUILD_DIR/fuzz/corpus/, and adds inputs to the corpus.
# Each input with a finding is kept in BUILD_DIR/fuzz/findings/TARGET/. After the fix, move the
# input to test/fuzz/corpus/TARGET/. The last lines are a summary. The exit status is 1 if there are
# findings.
set -euo pipefail

readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly BuildDir=$(realpath "${BUILD_DIR:-$Root/build}")
readonly Fuzz=$BuildDir/fuzz Fuzzer=$BuildDir/fuzz/bin/et-fuzz
AllTargets=(archive bundle bundled-model command dependency-file dictionary executor image manifest
  map model object schema script selection)
Minutes=1 Runs= Seed=1
Targets=()
BuildOnly=

while (($#)); do
  case $1 in
  --minutes) Minutes=$2 && shift ;;
  --runs) Runs=$2 && shift ;;
  --seed) Seed=$2 && shift ;;
  --build) BuildOnly=1 ;;
  -h | --help)
    sed -n '/^# Fuzzes every/,/^set /{/^#/s/^# \?//p}' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  -*)
    echo "fuzz.sh: error: unknown option '$1'; see --help" >&2
    exit 1
    ;;
  *) Targets+=("$1") ;;
  esac
  shift
done
((${#Targets[@]})) || Targets=("${AllTargets[@]}")

# With --runs, nothing is built, because the tests use --runs with a finished et-fuzz.
if [[ -z $Runs ]]; then
  Programs=(et-fuzz)
  Few= Options= Flags=
  if [[ $BuildOnly && ! ${ET_TEST_ALL:-} ]]; then
    Few=${ET_TEST_SEED:-$(($(date +%s) / 86400))}
    # These options leave out optimization, three checks and libFuzzer's coverage, which short runs
    # of the tests do not need. The compilation then takes only a third of the time.
    Options="-O0;-fno-sanitize=null,alignment,object-size"
    Flags=-fno-sanitize=fuzzer-no-link
    Programs+=(et-prune et-ld et-oplist et-kernel-cases-few)
  elif [[ $BuildOnly ]]; then
    Programs+=(et-prune et-ld et-oplist et-run kernel-cases)
  fi
  # Only the first configuration gets the preset. CMake's cache then has the compiler's path. The
  # preset has only the compiler's name, and CMake would take the name for another compiler.
  Preset=(--preset fuzz)
  [[ ! -e $Fuzz/build.ninja ]] || Preset=()
  cmake -S "$Root" "${Preset[@]}" -B "$Fuzz" -DET_FUZZ_SEED="$Few" \
    -DET_PRUNE_TOOL_OPTIONS="$Options" -DCMAKE_CXX_FLAGS_NONE="$Flags" > "$Fuzz.log" ||
    { cat "$Fuzz.log"; exit 1; }
  cmake --build "$Fuzz" --parallel "$(nproc)" --target "${Programs[@]}"
  if [[ $BuildOnly ]]; then
    cmake --build "$BuildDir" --parallel "$(nproc)" --target et-fuzz-replay
    exit 0
  fi
fi

Corpus=$Fuzz/corpus
if [[ -n $Runs ]]; then
  Corpus=$(mktemp -d)
  trap 'rm -rf "$Corpus"' EXIT
fi
mkdir -p "$Fuzz/log"
# FUZZ_SEEDS is a folder made by test/fuzz/seeds.sh. Runs with --runs leave out the operators'
# seeds, which take longest to make.
Seeds=${FUZZ_SEEDS:-$Fuzz/seeds}
if [[ -z ${FUZZ_SEEDS:-} ]]; then
  Parts=(links texts)
  [[ -n $Runs ]] || Parts+=(operators)
  "$Root/test/fuzz/seeds.sh" "$BuildDir" "$Seeds" "${Parts[@]}"
fi

# Prints the fuzzer's error message and the lines after the message. A killed fuzzer writes no
# message; then the last lines of the log are printed.
tell() { grep -aE -m 2 -A 30 '^et-fuzz: |ERROR: |runtime error: ' "$1" || tail -n 60 "$1"; }

# ASan would report container overflows falsely, because LLVM's libraries are not instrumented. ASan
# would also report leaks, because the tools exit without freeing their memory.
export ASAN_OPTIONS=detect_container_overflow=0:detect_leaks=0:${ASAN_OPTIONS:-}
Status=0
Summary=
for Target in "${Targets[@]}"; do
  mkdir -p "$Corpus/$Target" "$Fuzz/findings/$Target"
  Corpora=("$Corpus/$Target")
  for Folder in "$Seeds/$Target" "$Root/test/fuzz/corpus/$Target"; do
    [[ ! -d $Folder ]] || Corpora+=("$Folder")
  done
  Limit=(-max_total_time=$((60 * Minutes)))
  [[ -z $Runs ]] || Limit=(-runs="$Runs" -seed="$Seed")
  Log=$Fuzz/log/$Target
  Found="nothing found"
  TIMEFORMAT='%U %S'
  { time "$Fuzzer" --target="$Target" "${Limit[@]}" -max_len=65536 -timeout=30 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$Fuzz/findings/$Target/" "${Corpora[@]}" \
    > "$Log" 2>&1; } 2> "$Log.time" || { Status=1 Found="a finding, see $Log"; tell "$Log"; }
  Inputs=$(awk '/^stat::number_of_executed_units/ { print $2 }' "$Log")
  Summary+=$(awk -v Inputs="${Inputs:-some}" -v Target="$Target" -v Found="$Found" \
    '{ printf "%-16s %10s inputs %7.0f s of CPU  %s", Target, Inputs, $1 + $2, Found }' "$Log.time"
  )$'\n'
done
printf '%s' "$Summary"
exit $Status
