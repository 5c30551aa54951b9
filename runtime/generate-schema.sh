#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# generate-schema.sh OUTDIR
#
# Writes a folder of headers that C++ code includes to read .pte, .bpte and .ptd files:
#   OUTDIR/program_generated.h, bundled_program_generated.h, data_file_generated.h
#     read the three formats
#   OUTDIR/object_api/program_generated.h
#     reads and writes programs, for host tools. Writes even empty vectors and strings, because
#     ExecuTorch refuses a program that lacks a vector or a string
#   OUTDIR/flatbuffers/
#     a copy of FlatBuffers' headers, so that a cross compiler need not search /usr/include
#
# The variable FLATC names the FlatBuffers compiler (default: flatc). FLATBUFFERS_INCLUDE_DIR names
# the folder of flatbuffers/flatbuffers.h (default: ../include beside flatc, then /usr/include).
set -eu

if [ $# -ne 1 ]; then
  echo "usage: generate-schema.sh OUTDIR" >&2
  exit 2
fi
out=$1
schema=$(dirname "$0")/schema
flatc=${FLATC:-flatc}

if ! flatc_path=$(command -v "$flatc"); then
  echo "generate-schema.sh: error: no FlatBuffers compiler '$flatc':" \
    "install flatbuffers-compiler, or set FLATC" >&2
  exit 1
fi
include=
for dir in ${FLATBUFFERS_INCLUDE_DIR:+"$FLATBUFFERS_INCLUDE_DIR"} \
  "$(dirname "$(dirname "$flatc_path")")/include" /usr/include; do
  if [ -f "$dir/flatbuffers/flatbuffers.h" ]; then
    include=$dir
    break
  fi
done
if [ -z "$include" ]; then
  echo "generate-schema.sh: error: flatbuffers/flatbuffers.h not found:" \
    "install libflatbuffers-dev, or set FLATBUFFERS_INCLUDE_DIR" >&2
  exit 1
fi

# If no file changes, keep the old files and their time stamps, so that nothing is compiled again.
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
mkdir "$new/object_api" "$new/flatbuffers"
"$flatc" --cpp --scoped-enums -o "$new" "$schema/program.fbs" "$schema/bundled_program.fbs" \
  "$schema/data_file.fbs"
"$flatc" --cpp --scoped-enums --gen-object-api --force-empty -o "$new/object_api" "$schema/program.fbs"
cp -R "$include/flatbuffers/." "$new/flatbuffers/"
if ! diff -r "$new" "$out" >/dev/null 2>&1; then
  mkdir -p "$out"
  cp -R "$new/." "$out/"
fi
