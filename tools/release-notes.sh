#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# release-notes.sh [TAG]: prints the section of CHANGELOG.md for the version of TAG, for example
# v1.2.3. The default is the version of the sources. A missing or empty section is an error.
set -euo pipefail
readonly Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly Tag=${1:-v$(sed -n 's/^set(PACKAGE_VERSION \(.*\))$/\1/p' "$Root/cmake/EtPruneConfigVersion.cmake")}
readonly Notes=$(awk -v heading="## ${Tag#v}" '
  /^## / { inside = $0 == heading; next }
  inside' "$Root/CHANGELOG.md")
if [[ -z $Notes ]]; then
  echo "release-notes.sh: CHANGELOG.md has no text below '## ${Tag#v}': describe the changes" >&2
  exit 1
fi
printf '%s\n' "$Notes" | sed '/./,$!d'
