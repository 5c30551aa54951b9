# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# prune_each.sh ET-PRUNE APP MODEL... -- COMMAND...: prunes the program APP for each MODEL.pte, and
# runs the pruned program with COMMAND, for example an emulator. The pruned program must print the
# same lines for this model as the full program. If the variable FULL is set, it names a file with
# the full program's output. Otherwise the script also runs the full program with COMMAND.
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
