#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# refused.sh <command>...: runs a command that is to be refused: exit status 1, something on stderr
# and nothing on stdout, every file in the current folder as it was, no temporary file left behind.
# What it said goes to stdout, for FileCheck.
set -uo pipefail

Scratch=$(mktemp -d)
trap 'rm -rf "$Scratch"' EXIT
mkdir "$Scratch/tmp"

state() {
  find . -printf '%p %y %m %l\n' | sort
  find . -type f -print0 | sort -z | xargs -0 sha256sum
}

state > "$Scratch/before"
TMPDIR=${REFUSED_TMPDIR:-$Scratch/tmp} "$@" > "$Scratch/out" 2> "$Scratch/err"
Status=$?
state > "$Scratch/after"
cat "$Scratch/err"

Bad=0
bad() { echo "refused.sh: $1" >&2; Bad=1; }
[[ $Status == 1 ]] || bad "exit status $Status instead of 1"
[[ -s $Scratch/err ]] || bad "nothing on stderr"
[[ ! -s $Scratch/out ]] || bad "on stdout: $(head -c 300 "$Scratch/out")"
diff "$Scratch/before" "$Scratch/after" >&2 || bad "files were changed"
[[ -z $(ls -A "$Scratch/tmp") ]] || bad "left in TMPDIR: $(ls "$Scratch/tmp")"
exit $Bad
