# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check.sh ET-PRUNE LIBEXEC KIND LINK-ARGUMENT...: a link in full, pruned, run, pruned to
# everything, and with the selection, by both linkers or those of LINKERS; files must be the same
# where they should. KIND is "shared" for a library. The link calls its image OUTPUT, full without.
set -e
prune=$1 libexec=$2 kind=$3
shift 3
for linker in ${LINKERS:-bfd lld}; do
  case $linker in
  bfd) driver="g++ -fuse-ld=bfd" ;;
  lld) driver="clang++-19 -fuse-ld=lld" ;;
  esac
  link() { $driver -B"$libexec" -Wl,--gc-sections "$@"; }
  run() {
    case $kind in
    shared)
      cp "$1" libkernels_test.so && $driver -B"$libexec" "${0%/*}/use.cpp" ./libkernels_test.so \
        -Wl,-rpath,"$PWD" -o use && ./use ;;
    *) "./$1" ;;
    esac
  }
  rm -f full* pruned* selected*
  link "$@" -o "${OUTPUT:-full}"
  run full > full.txt
  grep -q 'aten::add.out v1/6;|\*' full.txt
  grep -q 'aten::add.out any' full.txt
  "$prune" -q --op-list aten::relu.out -o pruned full
  test "$(run pruned)" = "aten::relu.out v1/6;|*"
  test $(wc -c < pruned) -le $(wc -c < full)
  link "$@" -Wl,--et-select="${0%/*}/relu.yaml" -o "${OUTPUT:-full}"
  cmp full pruned
  "$prune" -q --check-link --all-ops full
  cp full selected
  link "$@" -o "${OUTPUT:-full}"
  cmp full selected
done
