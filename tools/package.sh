#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# package.sh [FOLDER]: makes what users install, in FOLDER, packages/ without it:
#
#     et-prune_VERSION_amd64.deb            depends on no other package
#     et-prune-VERSION-x86_64-linux.tar.zst runs from the folder in which it is unpacked
#     SHA256SUMS
#
# package.sh --layout NAME [FOLDER]: makes runtime and kernels for a project of another build system
# instead; tools/layout.py has the names.
#
# The programs are static, so they run on any Linux for this machine. One commit gives the same bytes
# in any folder. BUILD_DIR is the folder to build in, build-package/ without it.
set -euo pipefail
readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[[ ${1:-} != --layout ]] || exec "$Root/tools/layout.py" "${@:2}"
readonly Output=$(mkdir -p "${1:-$Root/packages}" && cd "${1:-$Root/packages}" && pwd)
readonly Build=${BUILD_DIR:-$Root/build-package}
readonly Version=$(sed -n 's/^set(PACKAGE_VERSION \(.*\))$/\1/p' "$Root/cmake/EtPruneConfigVersion.cmake")
readonly Machine=$(uname -m) Debian=$(dpkg --print-architecture)
readonly Name=et-prune-$Version-$Machine-linux
readonly Time=$(git -C "$Root" log -1 --format=%ct)
readonly Stage=$(mktemp -d)
trap 'rm -rf "$Stage"' EXIT

"$Root/tools/setup.sh" demo
cmake -S "$Root" -B "$Build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DET_PRUNE_STATIC=ON \
  -DET_PRUNE_BUILD_TESTS=OFF -DCMAKE_CXX_FLAGS="-ffile-prefix-map=$Root=." > "$Stage/log" ||
  { cat "$Stage/log" >&2; exit 1; }
cmake --build "$Build" > "$Stage/log" || { cat "$Stage/log" >&2; exit 1; }

# archive <file> <folder> <entry>: a tar of an entry in a folder, with nothing of this machine in it.
archive() {
  tar --sort=name --mtime="@$Time" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
    -C "$2" -cf - "$3" | zstd -q -f -19 -T2 --long=27 -o "$1"
}
umask 022
cmake --install "$Build" --strip --prefix "$Stage/$Name" > /dev/null
archive "$Output/$Name.tar.zst" "$Stage" "$Name"

Package=$Stage/package
cmake --install "$Build" --strip --prefix "$Package/usr" > /dev/null
gzip -9n "$Package"/usr/share/man/man1/*.1
mkdir -p "$Package"/DEBIAN "$Package"/usr/share/{doc/et-prune,lintian/overrides}
# Debian has the Apache license in a file; the exception is the end of ours.
rm "$Package/usr/share/EtPrune/LICENSE"
{
  printf '%s\n' 'Copyright: 2026 the authors of et-prune' '' 'License: Apache-2.0 with LLVM-exception' \
    'The text of Apache-2.0 is in /usr/share/common-licenses/Apache-2.0.' ''
  sed -n '/^---- LLVM Exceptions/,$p' "$Root/LICENSE"
} > "$Package/usr/share/doc/et-prune/copyright"
printf 'et-prune (%s) unstable; urgency=medium\n\n  * The release %s.\n\n -- %s  %s\n' "$Version" \
  "$Version" "$(git -C "$Root" log -1 --format='%an <%ae>')" "$(date -Ru -d "@$Time")" |
  gzip -9n > "$Package/usr/share/doc/et-prune/changelog.gz"
# They are to run where no library of ours is.
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
SOURCE_DATE_EPOCH=$Time dpkg-deb --root-owner-group -Zxz --build "$Package" \
  "$Output/et-prune_${Version}_$Debian.deb" > /dev/null
cd "$Output"
sha256sum "et-prune_${Version}_$Debian.deb" "$Name.tar.zst" | tee SHA256SUMS
