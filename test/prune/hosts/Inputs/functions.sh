# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Functions that link small programs. The current folder must have copies of the files in Inputs/.
# ET_PRUNE is the tool, LIBEXEC the wrapper's folder, SRC the repository.

inputs=$PWD

compile() {
  g++ -std=c++17 -Os -fPIC -ffunction-sections -fdata-sections -I "$SRC/runtime/include" \
    -DET_KERNEL_LIBRARY=test -c "$@"
}

prepare() {
  mkdir lib
  compile kernels.cpp helper.cpp main.cpp shared.cpp own.cpp "$SRC/runtime/src/registry.cpp" \
    "$SRC/runtime/src/kernel_lookup.cpp"
  compile -DOWN main.cpp -o main_own.o
  g++ -shared own.o -Wl,-soname,libown.so -o lib/libown.so
  ar rcs libkernels.a kernels.o helper.o
  ar rcsT libthin.a kernels.o helper.o
  ar rcs libet.a registry.o kernel_lookup.o
}

# check LINK-ARGUMENT...: links the full image, prunes it to one operator, and runs both images. A
# selected link must give the same image as pruning. Pruning the selected image with --all-ops must
# give the full image. LINKERS (default: bfd lld) lists the linkers to use. KIND is "shared" if the
# image is a shared library. OUTPUT (default: full) is the name of the image.
check() {
  for linker in ${LINKERS:-bfd lld}; do
    case $linker in
    bfd) driver="g++ -fuse-ld=bfd" ;;
    lld) driver="clang++-19 -fuse-ld=lld" ;;
    esac
    rm -f full* pruned* selected*
    full=${OUTPUT:-full}
    wrapped "$@" -o "$full"
    run full > full.txt
    grep -q 'aten::add.out v1/6;|\*' full.txt
    grep -q 'aten::add.out any' full.txt
    "$ET_PRUNE" -q --op-list aten::relu.out -o pruned full
    test "$(run pruned)" = "aten::relu.out v1/6;|*"
    test "$(wc -c < pruned)" -le "$(wc -c < full)"
    wrapped "$@" -Wl,--et-select="$inputs/relu.yaml" -o "$full"
    cmp full pruned
    "$ET_PRUNE" -q --check-link --all-ops full
    cp full selected
    wrapped "$@" -o "$full"
    cmp full selected
  done
}

# retained_check LINK-ARGUMENT...: like check, with records in sections that have SHF_GNU_RETAIN.
retained_check() {
  compile -S kernels.cpp
  sed 's/section\t*\.et_kernels[^,]*,"aw/&R/' kernels.s > retained.s
  g++ -c retained.s
  llvm-readelf -SW retained.o | grep -q '\.et_kernels\..* WAR '
  check main.o retained.o helper.o registry.o kernel_lookup.o "$@"
}

wrapped() { $driver -B"$LIBEXEC" -Wl,--gc-sections "$@"; }

run() {
  if [ "$KIND" = shared ]; then
    cp "$1" libkernels_test.so
    wrapped "$inputs/use.cpp" ./libkernels_test.so -Wl,-rpath,"$PWD" -o use
    ./use
  else
    "./$1"
  fi
}
