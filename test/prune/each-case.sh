# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# each-case.sh FUNCTIONS CASES [EVERY SEED]: runs lines of the file CASES, which are shell commands
# and may call the functions of the file FUNCTIONS. With EVERY, runs each EVERYth line; SEED chooses
# which. The first line that fails ends the run.
set -e
. "$1"
number=${4:-0}
while read -r line <&3; do
  case $line in '' | '#'*) continue ;; esac
  number=$((number + 1))
  if [ $((number % ${3:-1})) = 0 ]; then
    echo "+ $line"
    (eval "$line")
  fi
done 3< "$2"
