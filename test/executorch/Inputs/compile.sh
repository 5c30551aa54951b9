# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compile.sh SOURCE COMMAND...: runs the command for every source file of every kernel library, with the
# library's name and an object <library>-<file>.o.
set -euo pipefail
kernels=$1/kernels
shift
for folder in "$kernels"/*/; do
  library=$(basename "$folder")
  for file in "$folder"*.cpp; do
    printf '%s\0' "-DET_KERNEL_LIBRARY=$library" -o "$library-$(basename "$file" .cpp).o" "$file"
  done
done | xargs -0 -P2 -n4 "$@"
