#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps of action.yml, comment/action.yml and gitlab.yml.

    size-report.py install     fetches et-prune and puts its programs in PATH
    size-report.py measure     reports an image's sizes and their changes since the base commit
    size-report.py comment     writes the result on the pull request or merge request

docs/ci.md describes their use. The inputs are environment variables, ET_ELF and so on, so that no
text of a pull request becomes a part of a shell command. Each step is a file of size_report/.
"""

import sys

sys.dont_write_bytecode = True  # writes nothing into the installation

# pylint: disable=wrong-import-position
from size_report.comment import comment_github, comment_gitlab
from size_report.install import install
from size_report.measure import measure
from size_report.service import Problem, on_github


def main():
    steps = {"install": install, "measure": measure,
             "comment": comment_github if on_github() else comment_gitlab}
    if len(sys.argv) != 2 or sys.argv[1] not in steps:
        print(__doc__, file=sys.stderr)
        return 1
    try:
        return steps[sys.argv[1]]()
    except (Problem, OSError, ValueError, KeyError, TypeError) as error:
        what = error if isinstance(error, (Problem, OSError)) else f"unexpected data: {error!r}"
        text = " ".join(str(what).split())
        print(f"::error::size-report: {text}" if on_github() else f"size-report: error: {text}",
              flush=True)
        return 1


if __name__ == "__main__":
    sys.exit(main())
