#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sticky-folder.sh <et-prune> <argument>...: refused.sh with the command, as the user nobody, in a
# copy of the current folder where "sticky/report.json" is root's in a sticky folder, but anyone may
# write into it. Not in TMPDIR, which may be closed to that user.
set -euo pipefail
Refused=$(dirname "${BASH_SOURCE[0]}")/refused.sh
Folder=$(mktemp -d /tmp/sticky-folder.XXXXXX)
trap 'rm -rf "$Folder"' EXIT
cp "$1" "$Folder/et-prune"
cp "$Refused" "$Folder/refused.sh"
mkdir "$Folder/work"
cp -a . "$Folder/work"
cd "$Folder/work"
mkdir -m 1777 sticky
touch sticky/report.json
chmod 666 sticky/report.json
chown -R nobody "$Folder" --from=root
chown root sticky sticky/report.json
shift
env -u TMPDIR setpriv --reuid=nobody --clear-groups bash ../refused.sh ../et-prune "$@"
