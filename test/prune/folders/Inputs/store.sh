# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Links the program in two folders. Each folder has its own store: another folder, with copies of
# gcc and the wrapper. The tools in the folder are symbolic links to these copies. toolchain.test
# sources this file after folders.sh.

gcc=$(readlink -f "$(command -v gcc)")
of_gcc=$(dirname "$(gcc -print-libgcc-file-name)")
version=${of_gcc#/usr/lib/gcc/}
linker=tools/gcc/lib/gcc/$version/ld

store() { # FOLDER
  mkdir -p "$1/gcc/bin" "$1/gcc/lib/gcc/$version" "$1/et/libexec/et-prune"
  cp "$gcc" "$1/gcc/bin/gcc"
  cp "$(readlink -f "$(command -v ld)")" "$1/gcc/lib/gcc/$version/ld"
  cp "$of_gcc"/{collect2,lto-wrapper,liblto_plugin.so,libgcc.a,libgcc_eh.a,crtbegin*.o,crtend*.o} \
    "$1/gcc/lib/gcc/$version"
  cp "$of_gcc"/libgcc_s.so "$1/gcc/lib/gcc/$version"
  for name in ld et-lld; do
    ln "$(readlink -f "$LIBEXEC/$name")" "$1/et/libexec/et-prune/$name"
  done
}

action() { # FOLDER STORE
  mkdir -p "$1/out"
  cp -r objects "$1/in"
  cp -rs "$2" "$1/tools"
}

links() { # FOLDER VARIABLE...
  (
    cd "$1"
    shift
    HERMETIC="env -i $*"
    DRIVER="$HERMETIC tools/gcc/bin/gcc" WRAPPER=tools/et/libexec/et-prune
    link out/app
    link out/selected -Wl,--et-op=toy::add.out,--et-report-json=out/selected.json
    prune out/app out/pruned
    cmp out/pruned out/selected
    for name in app selected; do manifest out/$name.etl > out/$name.manifest; done
  )
}

store "$top/store-1"
store "$top/another/store-2"
action "$first" "$top/store-1"
action "$second" "$top/another/store-2"
links "$first"
links "$second" PWD=/proc/self/cwd # as Bazel sets PWD
diff -r "$first/out" "$second/out"
unnamed "$first/out"
grep "\"path\": \"$linker\"" "$first/out/app.manifest"

# An image of the first folder can be pruned in the second, after the first folder was removed.
mkdir -p "$second/bundles"
cp "$first"/out/app{,.etl} "$second/bundles"
cp "$first/out/pruned" pruned
rm -rf "$first" store-1
(cd "$second" && HERMETIC="env -i" prune bundles/app out/again)
cmp "$second/out/again" pruned

# et-prune does not run another program at the path of the recorded linker.
rm "$second/$linker"
cp /bin/true "$second/$linker"
if (cd "$second" && prune bundles/app out/none 2> said); then exit 1; fi
grep "$linker' is not the file that made the image" "$second/said"
