# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make_folder.sh FOLDER COMPILER FLAG...: makes a folder with the file names of an ExecuTorch build.
# The folder has an empty header, and four archives with one small object each.
set -euo pipefail
folder=$1
shift
mkdir -p "$folder/lib" "$folder/include/executorch/runtime/core"
touch "$folder/include/executorch/runtime/core/evalue.h"
echo 'int value() { return 1; }' | "$@" -ffunction-sections -x c++ -c - -o "$folder/part.o"
for name in executorch executorch_core portable_kernels portable_ops_lib; do
  ar rcs "$folder/lib/lib$name.a" "$folder/part.o"
done
rm "$folder/part.o"
