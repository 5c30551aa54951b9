# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Defines a lit test for each target of targets.py and each kind of program. The test runs laws.py.

The class is in a module because lit's worker processes must import the class to unpickle it.
"""

import os

import lit.formats
import lit.Test
import lit.util
from targets import TARGETS

ALWAYS = ("x86_64-gcc-bfd-pie", "arm-gcc-bfd")


class TargetTests(lit.formats.TestFormat):
    """A short run tests the targets ALWAYS and one other target. The seed chooses this target."""

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        others = [target for target in TARGETS if target.name not in ALWAYS]
        chosen = (*ALWAYS, others[local_config.seed % len(others)].name)
        for target in TARGETS:
            if local_config.all or target.name in chosen:
                for kind in target.kinds:
                    path = path_in_suite + (target.name, kind)
                    test = lit.Test.Test(suite, path, local_config)
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
            os.path.join(config.source_dir, "test", "laws", "laws.py"),
            *test.path_in_suite[-2:],
            config.source_dir,
            config.build_dir,
            test.getExecPath() + ".tmp",
            str(config.seed),
            *(["--all"] if config.all else []),
        ]
        sanitized = {"SANITIZED": "1"} if "sanitized" in config.available_features else {}
        try:
            out, _, status = lit.util.executeCommand(
                command,
                env={**config.environment, **sanitized},
                timeout=lit_config.maxIndividualTestTime,
                redirect_stderr=True,
            )
        except lit.util.ExecuteCommandTimeoutException as error:
            return lit.Test.Result(lit.Test.TIMEOUT, error.out)
        return lit.Test.Result(lit.Test.PASS if status == 0 else lit.Test.FAIL, out)
