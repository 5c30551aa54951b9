# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# each-case.sh FUNCTIONS CASES [EVERY SEED]: runs the lines of the file CASES as shell commands,
# which may call the functions of the file FUNCTIONS. With EVERY, the script runs only each EVERYth
# line, and SEED chooses the first line. The script stops at the first line that fails.
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
