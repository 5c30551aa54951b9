#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unconfined.sh SHIM et-prune... IMAGE: runs et-prune as on a kernel without Landlock, which the
# library SHIM (no-landlock.c) imitates. Without Landlock, et-prune accepts only the user's own
# bundles, so the script records IMAGE's bundle in the folder STATE (default: state/). System calls
# are filtered only if UNFILTERED is set and empty.
shim=$1
shift
for image; do :; done
XDG_STATE_HOME=${STATE:-$PWD/state}
mkdir -p -m 700 "$XDG_STATE_HOME/et-prune/bundles"
touch "$XDG_STATE_HOME/et-prune/bundles/$(sha256sum "$image.etl" | cut -d ' ' -f 1)"
export XDG_STATE_HOME LD_PRELOAD="$shim" UNFILTERED="${UNFILTERED-1}"
exec "$@"
