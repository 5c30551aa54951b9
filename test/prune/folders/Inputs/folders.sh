#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Links of one program in folders of different depth. The program of test/lto is in ./objects; SRC,
# ET_PRUNE and LIBEXEC are the repository, the tool and the wrapper's folder, PYTHON is Python.

top=$PWD
first=$top/one
second=$top/a/deep/folder/two

# link OUTPUT ARGUMENT...: in the current folder, which has the objects in in/. Some inputs have an
# absolute path. DRIVER is the command, with options; WRAPPER is the wrapper's folder.
link() {
  local out=$1
  shift
  $DRIVER -B"${WRAPPER:-$LIBEXEC}" in/main.o "$PWD/in/say.o" -L"$PWD/in" -lkernels \
    -Wl,--gc-sections,-Map="$out.map",--dependency-file="$PWD/$out.d" -o "$out" "$@"
}

manifest() { # BUNDLE
  "$PYTHON" -c 'import sys; sys.path.insert(0, sys.argv[2]); import bundle
sys.stdout.buffer.write(bundle.unpack(sys.argv[1])["manifest.json"])' \
    "$1" "$SRC/test/errors/Inputs"
}

# prune IMAGE OUTPUT: with reports of every kind, beside the output.
prune() {
  ${HERMETIC:-} "$ET_PRUNE" -q --op-list toy::add.out --report-json "$2.json" \
    --report-html "$2.html" --report-text "$2.txt" -o "$2" "$1"
}

# everything FOLDER ARGUMENT...: the link in full, pruned, and with the selection.
everything() {
  (
    mkdir -p "$1/out"
    cp -r "$top/objects" "$1/in"
    cd "$1"
    shift
    link out/app "$@"
    prune out/app out/pruned
    link out/selected "$@" -Wl,--et-op=toy::add.out,--et-report-json=out/selected.json
    cmp out/pruned out/selected
    for name in app selected; do manifest out/$name.etl > out/$name.manifest; done
  )
}

# unnamed FOLDER: what is in it names no folder of this machine. Not images: they may have debug
# information, as the compiler made it.
unnamed() {
  if grep -rl -e "$top" -e "$LIBEXEC" "$1" --exclude=app --exclude=pruned --exclude=selected; then
    return 1
  fi
}

# same ARGUMENT...: what is written is the same in both folders, and names neither.
same() {
  rm -rf "$first" "${second%/*/*/*}"
  everything "$first" "$@"
  everything "$second" "$@"
  diff -r "$first/out" "$second/out"
  unnamed "$first/out"
}

# moved: the second folder's link is pruned from other folders, where it is and where it is moved
# to, with nothing left where it was.
moved() {
  (cd / && prune "$second/out/app" "$second/out/again")
  cmp "$second/out/again" "$first/out/pruned"
  mkdir -p moved
  mv "$second" moved/to
  rm -rf a
  (cd moved/to/out && prune app again)
  cmp moved/to/out/again "$first/out/pruned"
  (cd moved && "$ET_PRUNE" -q --check-link --all-ops to/out/selected)
  cmp moved/to/out/selected "$first/out/app"
  rm -rf moved
}
