#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# status.sh <status> <command>...: fails if the command's exit status is not <status>, or if the
# command changes a file of the current folder.
state() { find . -type f -print0 | sort -z | xargs -0 sha256sum; }
Expected=$1
Before=$(state)
shift
"$@"
Status=$?
[[ $Status == "$Expected" ]] ||
  { echo "status.sh: status $Status instead of $Expected" >&2; exit 1; }
[[ $(state) == "$Before" ]] || { echo "status.sh: files were changed" >&2; exit 1; }
