#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# package.sh [--machine MACHINE] [FOLDER]: makes these packages for users in FOLDER, by default
# packages/:
#
#     et-prune_VERSION_amd64.deb            depends on no other package
#     et-prune-VERSION-x86_64-linux.tar.zst runs from the folder in which it is unpacked
#     et_prune-VERSION-py3-none-....whl     for pip, see package/wheel.py
#     SHA256SUMS
#     RELEASE_NOTES.md                      this version's part of CHANGELOG.md
#
# package.sh --layout NAME [FOLDER]: packs the runtime and the kernels for another build system
# instead. tools/layout.py lists the names.
#
# The programs are for MACHINE, by default this machine. On x86-64, MACHINE may also be aarch64. The
# programs are static, so they run on any Linux distribution. The bytes of the packages depend only
# on the commit, not on any folder. BUILD_DIR is the build folder, by default build-package/, or
# build-package-aarch64/ for aarch64 on x86-64.
set -euo pipefail
readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[[ ${1:-} != --layout ]] || exec "$Root/tools/layout.py" "${@:2}"
readonly Own=$(uname -m)
Machine=$Own
if [[ ${1:-} == --machine ]]; then
  Machine=${2:-}
  shift $(($# < 2 ? 1 : 2))
fi
Build=${BUILD_DIR:-$Root/build-package}
case $Machine-on-$Own in
x86_64-on-x86_64) readonly Debian=amd64 ;;
aarch64-on-aarch64) readonly Debian=arm64 ;;
aarch64-on-x86_64) readonly Debian=arm64 && Build=${BUILD_DIR:-$Root/build-package-aarch64} ;;
*)
  echo "package.sh: error: cannot make packages for '$Machine' on $Own: run package.sh" \
    "on x86_64 for x86_64 or aarch64, or on aarch64 for aarch64" >&2
  exit 1
  ;;
esac
mkdir -p "${1:-$Root/packages}"
readonly Output=$(cd "${1:-$Root/packages}" && pwd)
mkdir -p "$Build"
readonly Machine Build=$(cd "$Build" && pwd)
readonly Version=$(sed -n 's/^set(PACKAGE_VERSION \(.*\))$/\1/p' "$Root/cmake/EtPruneConfigVersion.cmake")
readonly Name=et-prune-$Version-$Machine-linux
readonly Tag=$(git -C "$Root" describe --tags --exact-match --match 'v*' 2> /dev/null || true)
if [[ -n $Tag && $Tag != "v$Version" ]]; then
  echo "package.sh: error: the tag is $Tag, but cmake/EtPruneConfigVersion.cmake says $Version" >&2
  exit 1
fi
readonly Time=$(git -C "$Root" log -1 --format=%ct)
readonly Stage=$(mktemp -d)
trap 'rm -rf "$Stage"' EXIT
export SOURCE_DATE_EPOCH=$Time

quietly() { "$@" > "$Stage/log" 2>&1 || { cat "$Stage/log" >&2; exit 1; }; }

"$Root/tools/setup.sh" demo
# The build runs some of its own programs, in QEMU if they are for another machine.
Sysroot='' Options=()
if [[ $Machine != "$Own" ]]; then
  Sysroot=$Build/sysroot
  "$Root/tools/package/sysroot.sh" "$Debian" "$Sysroot"
  cat > "$Build/toolchain.cmake" <<EOF
include($Root/cmake/toolchains/$Machine-linux-gnu.cmake)
set(CMAKE_FIND_ROOT_PATH $Sysroot)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-$Machine -L $Sysroot)
EOF
  Options=(-DCMAKE_TOOLCHAIN_FILE="$Build/toolchain.cmake" -DET_PRUNE_BUILD_TOOLS=ON
    -DLLVM_DIR="$Sysroot/usr/lib/llvm-19/lib/cmake/llvm" -DLLVM_TBLGEN="$(type -P llvm-tblgen-19)")
fi
quietly cmake -S "$Root" -B "$Build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DET_PRUNE_STATIC=ON \
  -DET_PRUNE_BUILD_TESTS=OFF -DET_OPTIMIZED_FFT=ON -DET_OPTIMIZED_BLAS=OFF \
  -DCMAKE_CXX_FLAGS="-ffile-prefix-map=$Root=." "${Options[@]}"
quietly cmake --build "$Build"

# Writes the authors and licenses of the code in the static programs.
copyrights() {
  printf '%s\n' 'Copyright: 2026 the authors of et-prune' '' 'License: Apache-2.0 with LLVM-exception' \
    'The text of Apache-2.0 is in /usr/share/common-licenses/Apache-2.0.' ''
  sed -n '/^---- LLVM Exceptions/,$p' "$Root/LICENSE"
  printf '\nThe programs contain code of other projects, each under its own license:\n'
  local package
  for package in libc6-dev libstdc++-12-dev llvm-19-dev libflatbuffers-dev libkissfft-dev \
    libseccomp-dev libyaml-cpp-dev libzstd-dev zlib1g-dev node-d3-hierarchy; do
    printf '\n---- %s\n\n' "$package"
    cat "/usr/share/doc/$package/copyright"
  done
}

umask 022
readonly Prefix=$Stage/$Name Package=$Stage/package
quietly cmake --install "$Build" --strip --prefix "$Prefix"
mkdir -p "$Prefix/share/doc/et-prune"
copyrights > "$Prefix/share/doc/et-prune/copyright"
find "$Prefix" -exec touch -h -d "@$Time" {} +
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw -C "$Stage" -cf - "$Name" |
  zstd -q -f -19 -T2 --long=27 -o "$Output/$Name.tar.zst"
/usr/bin/python3 "$Root/tools/package/wheel.py" "$Prefix" "$Build/tools/package/launcher" \
  "$Version" "$Machine" "$Output"

mkdir -p "$Package/DEBIAN" && mv "$Prefix" "$Package/usr"
gzip -9n "$Package"/usr/share/man/man1/*.1
mkdir -p "$Package/usr/share/lintian/overrides"
# A Debian package has no copy of the Apache license, because every Debian system has the text. The
# LLVM exception is in the copyright file.
rm "$Package/usr/share/EtPrune/LICENSE"
printf 'et-prune (%s) unstable; urgency=medium\n\n  * The release %s.\n\n -- %s  %s\n' "$Version" \
  "$Version" "$(git -C "$Root" log -1 --format='%an <%ae>')" "$(date -Ru -d "@$Time")" |
  gzip -9n > "$Package/usr/share/doc/et-prune/changelog.gz"
# lintian warns of static programs and of libraries inside programs. Here, both are intended.
(cd "$Package" && find usr/bin usr/libexec -type f) |
  sed 's|.*|et-prune: statically-linked-binary [&]\net-prune: embedded-library *|' |
  sort -u > "$Package/usr/share/lintian/overrides/et-prune"
cat > "$Package/DEBIAN/control" <<EOF
Package: et-prune
Version: $Version
Architecture: $Debian
Maintainer: $(git -C "$Root" log -1 --format='%an <%ae>')
Installed-Size: $(du -sk --apparent-size "$Package/usr" | cut -f1)
Section: devel
Priority: optional
Description: shrink firmware to the ML kernels that its models call
 et-prune removes from a linked program the kernels of ExecuTorch, or of
 its own small runtime, that the program's models do not call, without
 compiling anything again.
EOF
(cd "$Package" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)
find "$Package" -exec touch -h -d "@$Time" {} +
quietly dpkg-deb --root-owner-group -Zxz --build "$Package" "$Output/et-prune_${Version}_$Debian.deb"
# SHA256SUMS also lists the packages that earlier runs made in this folder for other machines.
cd "$Output"
"$Root/tools/release-notes.sh" > RELEASE_NOTES.md
sha256sum et-prune[_-]"$Version"[_-]* et_prune-"$Version"-* | tee SHA256SUMS
