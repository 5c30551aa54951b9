# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test format: one test per target of targets.py, done by laws.py.

A module of its own, because lit's workers must be able to import what they unpickle.
"""

import os

import lit.formats
import lit.Test
import lit.util
from targets import TARGETS


# A host and a firmware, in every run.
ALWAYS = ("x86_64-gcc-bfd-pie", "arm-gcc-bfd")


class TargetTests(lit.formats.TestFormat):
    """One test per target: laws.py in a folder of its own. Of the targets that are not in every run,
    a run has a share, so that each has its turn within so many days; with tools/test.sh --all every
    target, and laws.py is told so.
    """

    def __init__(self, days):
        self.days = days

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        others = [target for target in TARGETS if target.name not in ALWAYS]
        share = others[local_config.seed % self.days::self.days]
        for target in TARGETS:
            if not local_config.all and target.name not in ALWAYS and target not in share:
                continue
            test = lit.Test.Test(suite, path_in_suite + (target.name,), local_config)
            test.requires = list(target.needs)
            yield test

    def execute(self, test, lit_config):
        missing = test.getMissingRequiredFeatures()
        if missing:
            names = ", ".join(missing)
            return lit.Test.Result(
                lit.Test.UNSUPPORTED,
                f"Test requires the following unavailable features: {names}",
            )
        config = test.config
        command = [
            config.python,
            os.path.join(os.path.dirname(test.getSourcePath()), "laws.py"),
            test.path_in_suite[-1],
            config.source_dir,
            config.build_dir,
            test.getExecPath() + ".tmp",
            *(["--all"] if config.all else []),
        ]
        try:
            out, _, status = lit.util.executeCommand(
                command,
                env=config.environment,
                timeout=lit_config.maxIndividualTestTime,
                redirect_stderr=True,
            )
        except lit.util.ExecuteCommandTimeoutException as error:
            return lit.Test.Result(lit.Test.TIMEOUT, error.out)
        return lit.Test.Result(lit.Test.PASS if status == 0 else lit.Test.FAIL, out)
