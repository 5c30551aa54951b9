#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# newlib.sh headers|libraries <options for the CPU>: prints the options with which clang finds
# the headers or the libraries of arm-none-eabi-gcc.
set -euo pipefail
What=$1
shift
folder() { dirname "$(arm-none-eabi-gcc "$@")"; }
if [[ $What == headers ]]; then
  Headers=$(folder -print-file-name=libc.a)/../include
  Cxx=$Headers/c++/$(arm-none-eabi-gcc -dumpfullversion)
  echo "-nostdlibinc -isystem $Cxx -isystem $Cxx/arm-none-eabi -isystem $Headers"
else
  echo "-L $(folder "$@" -print-file-name=libc_nano.a) -L $(folder "$@" -print-file-name=libgcc.a)"
fi
