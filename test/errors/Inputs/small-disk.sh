#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# small-disk.sh <folder> <size> <command>...: runs the command while a small disk with copies of the
# folder's files is mounted over <folder>. If the size is "ro", the folder is read-only instead.
set -euo pipefail
export Folder=$1 Size=$2
shift 2
unshare -m bash -c '
  set -e
  exec 9< "$Folder" # keep the folder open, because the mount hides it
  if [[ $Size == ro ]]; then
    mount --bind "$Folder" "$Folder"
    mount -o remount,bind,ro "$Folder"
  else
    mount -t tmpfs -o "size=$Size" none "$Folder"
    cp -a /proc/self/fd/9/. "$Folder"
  fi
  cd "$Folder"
  exec "$@"
' - "$@"
