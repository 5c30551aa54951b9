#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Functions that link the program of test/lto in folders of different depth. The program's objects
# are in ./objects. SRC is the repository, ET_PRUNE the tool, LIBEXEC the wrapper's folder, PYTHON
# the tests' Python. HERMETIC may be `env -i`, which runs et-prune without environment variables.

top=$PWD
first=$top/one
second=$top/a/deep/folder/two

# link OUTPUT ARGUMENT...: links the objects in the folder in/ of the current folder. DRIVER is the
# compiler with its options, WRAPPER the wrapper's folder (default: LIBEXEC).
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

prune() { # IMAGE OUTPUT
  ${HERMETIC:-} "$ET_PRUNE" -q --op-list toy::add.out --report-json "$2.json" \
    --report-html "$2.html" --report-text "$2.txt" -o "$2" "$1"
}

everything() { # FOLDER ARGUMENT...
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

# unnamed FOLDER: fails if a file of FOLDER contains the path $top or $LIBEXEC. Ignores the images.
unnamed() {
  if grep -rl -e "$top" -e "$LIBEXEC" "$1" --exclude=app --exclude=pruned --exclude=selected; then
    return 1
  fi
}

same() { # ARGUMENT...
  rm -rf "$first" "${second%/*/*/*}"
  everything "$first" "$@"
  everything "$second" "$@"
  diff -r "$first/out" "$second/out"
  unnamed "$first/out"
}

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
