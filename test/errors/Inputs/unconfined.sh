#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unconfined.sh SHIM et-prune... IMAGE: as on a kernel without Landlock, which the library SHIM
# (no-landlock.c) stands for, with a bundle that is taken for this user's own, and with no filter of
# system calls unless UNFILTERED is empty. STATE is the folder that says whose bundle it is, state/
# without it.
shim=$1
shift
for image; do :; done
XDG_STATE_HOME=${STATE:-$PWD/state}
mkdir -p -m 700 "$XDG_STATE_HOME/et-prune/bundles"
touch "$XDG_STATE_HOME/et-prune/bundles/$(sha256sum "$image.etl" | cut -d ' ' -f 1)"
export XDG_STATE_HOME LD_PRELOAD="$shim" UNFILTERED="${UNFILTERED-1}"
exec "$@"
