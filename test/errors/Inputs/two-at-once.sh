#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# two-at-once.sh [--terminate] <command>... -- <command>...: starts the first command under strace,
# which stops it by a signal and logs to ../trace. Then it starts the second command. The first one
# continues when the second one has ended or says that it waits; with --terminate the second one is
# ended instead. No step depends on the machine's speed. The second command's output goes to stdout.
# If the commands contain "--" themselves, the middle one separates them.
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
