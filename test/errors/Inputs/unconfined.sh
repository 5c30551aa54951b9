#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unconfined.sh SHIM et-prune... IMAGE: runs et-prune with the library SHIM (no-landlock.c),
# which imitates a kernel without Landlock. On such a kernel, et-prune accepts only the user's own
# bundles. The script therefore adds IMAGE's bundle to the list of the user's bundles, in the folder
# STATE (default: state/). SHIM also disables et-prune's filter of system calls (seccomp). To keep
# the filter, set the variable UNFILTERED to the empty string.
shim=$1
shift
for image; do :; done # the last argument
XDG_STATE_HOME=${STATE:-$PWD/state}
mkdir -p -m 700 "$XDG_STATE_HOME/et-prune/bundles"
touch "$XDG_STATE_HOME/et-prune/bundles/$(sha256sum "$image.etl" | cut -d ' ' -f 1)"
export XDG_STATE_HOME LD_PRELOAD="$shim" UNFILTERED="${UNFILTERED-1}"
exec "$@"
