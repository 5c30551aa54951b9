#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# two-at-once.sh [--terminate] <command>... -- <command>...: runs two commands at once, and prints
# the output of the second command. strace stops the first command at its second rename(), when only
# some of its outputs are new. Then the second command starts. When the second command ends or
# prints "waiting", the first command continues. With --terminate, SIGTERM ends the second command
# before the first command continues. If both commands have a "--", the middle "--" is between them.
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

rm -f ../trace ../said # old files would look like new output
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
