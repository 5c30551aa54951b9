# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test format for .test files whose tools are built with sanitizers.

Many tests expect that a tool fails, and would not notice that a sanitizer stopped the tool.
Therefore sanitizers write their reports to a temporary folder, and a test with a report fails. The
class has its own module because lit's worker processes must import the class to unpickle tests.
"""

import copy
import os
import tempfile

import lit.Test
from temporary_folder import TestsInTemporaryFolder


class ReportedRuns(TestsInTemporaryFolder):
    """Runs the tests whose path is in `chosen`, or all tests if `chosen` is None."""

    def __init__(self, chosen=None):
        super().__init__(execute_external=False)
        self.chosen = chosen

    def getTestsForPath(self, suite, path_in_suite, lit_config, local_config):
        if self.chosen is None or "/".join(path_in_suite) in self.chosen:
            yield from super().getTestsForPath(suite, path_in_suite, lit_config, local_config)

    def execute(self, test, lit_config):
        with tempfile.TemporaryDirectory() as folder:
            test.config = copy.copy(test.config)
            log = "log_path=" + os.path.join(folder, "report")
            options = [
                "detect_leaks=0",  # the tools exit without freeing
                "detect_container_overflow=0",  # LLVM's libraries are not instrumented
                "detect_stack_use_after_return=1",
            ]
            test.config.environment = dict(
                test.config.environment,
                ASAN_OPTIONS=":".join([log, *options]),
                UBSAN_OPTIONS=log + ":print_stacktrace=1",
            )
            result = super().execute(test, lit_config)
            reports = []
            for name in sorted(os.listdir(folder)):
                with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                    reports.append(file.read())
        if not reports:
            return result
        return lit.Test.Result(lit.Test.FAIL, "\n".join(reports + [result.output]))
