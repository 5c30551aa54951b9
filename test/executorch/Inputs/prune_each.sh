# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# prune_each.sh ET-PRUNE APP MODEL... -- COMMAND...: prunes the program to each model and runs it by
# the command. Its output for the model must be that of the full program, or that in the file FULL.
set -euo pipefail
EtPrune=$1 App=$2
shift 2
Models=()
while [[ $1 != -- ]]; do
  Models+=("$1")
  shift
done
shift
[[ ${FULL:-} ]] || "$@" ./"$App" >"$App.full"
Full=${FULL:-$App.full}
for Model in "${Models[@]}"; do
  "$EtPrune" -q --model "$Model.pte" -o "$App-$Model" "$App"
  "$@" ./"$App-$Model" >"$App-$Model.out"
  sed -n '1p' "$App-$Model.out"
  grep "^$Model: " "$App-$Model.out"
  grep "^$Model: " "$App-$Model.out" | cmp - <(grep "^$Model: " "$Full")
done
