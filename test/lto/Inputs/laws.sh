#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# laws.sh <repository> <build> <driver and options of the link>: checks the laws of pruning on the
# program that compile.sh left in the current folder. Environment:
#     RUN     the command that runs an image
#     PYTHON  the Python that the tests use
#     TABLE   three numbers ("8 1 1"): the word size; 1 if the target is hosted; 1 if the loader
#             relocates the table
#     LIBS    inputs at the end of the link
# The images `full` and `pruned` and their reports stay in the folder, where the test reads them.
set -euo pipefail
Source=$1 Build=$2
shift 2
Here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
Prune=$Build/bin/et-prune
Wrap=-B$Build/libexec/et-prune
Objects=(main.o say.o $(ls startup.o semihosting.o 2> /dev/null || true))
fail() { echo "laws.sh: $*" >&2; exit 1; }
same() { cmp "$1" "$2" || fail "$1 and $2 differ"; }
symbols() { llvm-nm "$1" | sed -n 's/.* \(et_kernel\$\)/\1/p' | sort; }
Link=("$@" -ffunction-sections -fdata-sections -Wl,--gc-sections)
link() { "${Link[@]}" "${@:2}" "$PWD/libkernels.a" ${LIBS:-} -o "$1"; }
mkdir -p temporary
export TMPDIR=$PWD/temporary

## The full link runs every kernel.
link full "$Wrap" "${Objects[@]}" -Wl,-Map=full.map -Wl,--dependency-file=full.d
cat > expected << END
toy::add.out v1/6;|*
  add of floats
toy::add.out v1/3;|*
  add of ints
toy::look.out v1/6;|*
  look at floats
toy::look.out v1/3;|*
  look at ints
toy::mul.out v1/6;|*
  mul of floats
END
$RUN ./full > said
same said expected

## The pruned image runs the planned kernels, and has no other kernel.
cat > floats.yaml << END
operators: {toy::look.out: {}, toy::mul.out: {}}
et_kernel_metadata: {toy::look.out: [v1/6;], toy::mul.out: [v1/6;]}
END
"$Prune" --ops floats.yaml --report-json report.json -o pruned full > report
grep -E -A 1 'look.out v1/6|mul.out' expected | grep -v -e -- > expected-pruned
$RUN ./pruned > said
same said expected-pruned
if [[ " $* " != *" -s "* ]]; then
  [[ $(symbols full | wc -l) == 5 ]] || fail "symbols of full: $(symbols full)"
  [[ $(symbols pruned) == 'et_kernel$toy$look.out$Float$toy
et_kernel$toy$mul.out$Float$toy' ]] || fail "symbols of pruned: $(symbols pruned)"
fi

## Selection in the link gives the same file as pruning. Pruning this file again changes nothing.
link selected "$Wrap" -Wl,--et-select=floats.yaml "${Objects[@]}"
same selected pruned
"$Prune" -q --ops floats.yaml selected
same selected pruned

## --all-ops restores the full image and its map.
"$Prune" -q --all-ops selected
same selected full
"$Prune" -q --all-ops -o all full
same all full
# The bundle's archives lack unneeded members, so the offsets of members in LLD's map differ.
for Map in all full; do
  sed 's/ at [0-9]*)/)/' $Map.map > $Map.plain.map
done
same all.plain.map full.plain.map

echo 'operators: {}' > none.yaml
"$Prune" -q --ops none.yaml -o none full
$RUN ./none > said
[[ ! -s said ]] || fail "none says $(cat said)"

## The pruned image equals a plain link of the same objects with a table written by hand.
read -r WordSize Hosted Writable <<< "$TABLE"
cat > table.S << END
        .set word_size, $WordSize
        .set hosted, $Hosted
        .set writable, $Writable
        .include "table.inc"
        et_table
        et_kernel toy, look.out, Float, toy, "v1/6;|*"
        et_kernel toy, mul.out, Float, toy, "v1/6;|*"
        et_table_end
END
"${Link[@]}" -fno-lto -Wa,-I"$Source/test/laws" -c table.S -o table.o 2> /dev/null
llvm-objcopy -R .text -R .data -R .bss table.o
# et-ld puts its table after the first object: the driver's crt1.o, or else our first object.
case "$*" in
  *-nostartfiles* | *-nostdlib*) link by-hand "${Objects[0]}" table.o "${Objects[@]:1}" ;;
  *) link by-hand table.o "${Objects[@]}" ;;
esac
# LLD orders sections by the first appearance of their names. Another table may change the order.
Order=
[[ $* != *lld* ]] || Order=--any-order
"$PYTHON" "$Source/test/prune/laws/Inputs/same_image.py" $Order pruned by-hand

## The outputs name no temporary file or folder.
for File in full pruned full.map pruned.map full.d pruned.d; do
  if strings -a $File | grep -E 'et-(link|ld)-|et-out|/cc[A-Za-z0-9]{6}|tmp\.|\.res$'; then
    fail "a temporary name is in $File"
  fi
done
[[ -z $(ls temporary) ]] || fail "left over: $(ls temporary)"

## Linking again gives the same image and link bundle.
cp full.etl first.etl
link full "$Wrap" "${Objects[@]}" -Wl,-Map=full.map -Wl,--dependency-file=full.d
same full all
same full.etl first.etl
