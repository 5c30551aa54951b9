# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test format for .test files that gives each test its own TMPDIR.

Some tests kill et-prune, which then cannot remove its temporary folders. The class is not in
lit.cfg.py, because lit's worker processes must import the class to unpickle tests.
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
