# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# prune.sh <et-prune> <wrapper's folder> <operator> <arguments of the link>: links with all kernels
# and prunes the image to the operator. A link with the operator as the selection must give the same
# image. The command RUN then runs the pruned image. CXX is the compiler (default: g++).
set -e
prune=$1 wrap=-B$2 operator=$3
shift 3
link="${CXX:-g++} -Wl,--gc-sections $wrap"
$link "$@" -o full
$prune --quiet --op-list "$operator" -o pruned full
$link "$@" "-Wl,--et-op=$operator" -o direct
cmp pruned direct
${RUN:-} ./pruned
