#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# two-at-once.sh [--terminate] <command>... -- <command>...: starts the first command under strace,
# which stops it by a signal and writes that to ../trace. Then starts the second command, and lets
# the first one go on when the second one has ended or says that it waits. With --terminate the
# second one is ended instead. Nothing here depends on how fast the machine is. The words of the
# second command go to stdout. Where commands have a "--" of their own, the middle one separates them.
set -muo pipefail
Terminate=
[[ $1 != --terminate ]] || { Terminate=1 && shift; }
Separators=()
for ((I = 1; I <= $#; ++I)); do
  [[ ${!I} != -- ]] || Separators+=("$I")
done
Middle=${Separators[$((${#Separators[@]} / 2))]}

# until_says <text> <file> <process>: waits until the file has the text or the process has ended.
until_says() {
  until grep -qs "$1" "$2" || ! kill -0 "$3" 2> /dev/null; do sleep 0.02; done
}

rm -f ../trace ../said # what an earlier one said would be taken for its words
strace -o ../trace -e trace=rename -e inject=rename:signal=STOP:when=2 "${@:1:Middle-1}" &
First=$!
until_says 'stopped by SIGSTOP' ../trace $First
"${@:Middle+1}" > ../said 2>&1 &
Second=$!
until_says waiting ../said $Second
[[ -z $Terminate ]] || { kill -TERM -- -$Second && wait $Second; }
kill -CONT -- -$First || echo "two-at-once.sh: the first command did not stop"
wait $Second
cat ../said
wait $First || echo "two-at-once.sh: the first command failed"
