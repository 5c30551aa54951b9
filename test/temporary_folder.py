# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test format for .test files, each with a TMPDIR of its own.

et-prune reports what a killed run left in TMPDIR, and some tests kill it: the others are not to see
that. A module of its own, because lit's workers must be able to import what they unpickle.
"""

import copy
import tempfile

import lit.formats


class TestsInTemporaryFolder(lit.formats.ShTest):
    def execute(self, test, lit_config):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            test.config = copy.copy(test.config)
            test.config.environment = dict(test.config.environment, TMPDIR=folder)
            return super().execute(test, lit_config)
