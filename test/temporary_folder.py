# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test format for .test files that gives each test its own TMPDIR.

et-prune reports leftovers of killed runs in TMPDIR. Some tests kill it. Other tests must not
report their leftovers. This is a module because lit's workers must import it to unpickle tests.
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
