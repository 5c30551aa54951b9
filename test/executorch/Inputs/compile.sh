# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compile.sh SOURCE HOW COMPILER FLAG...: compiles every source file of every kernel library, with the
# library's name, as HOW says: -c to objects <library>-<file>.o, -fsyntax-only to nothing. Headers are
# read once for a library.
set -euo pipefail
kernels=$1/kernels how=$2
shift 2
[[ $1 == clang* ]] && precompiled=pch || precompiled=gch
for folder in "$kernels"/*/; do
  library=$(basename "$folder")
  name=-DET_KERNEL_LIBRARY=$library header=$library-kernel.h
  echo '#include "et/kernel.h"' > "$header"
  "$@" "$name" -x c++-header "$header" -o "$header.$precompiled"
  for file in "$folder"*.cpp; do
    printf '%s\0' "$name" -include "$header" -o "$library-$(basename "$file" .cpp).o" "$file"
  done
done | xargs -0 -P2 -n6 "$@" "$how"
