# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit test format for GoogleTest executables: one lit test per executable, one result per case.

tools/test.sh must list the skipped cases with their reasons. lit's own GoogleTest format does not
keep these cases for lit's JSON report. GoogleTest's XML has the cases and the reasons, so this
format reads the XML. The format is in a module because lit's worker processes import the module to
unpickle tests.
"""

import os
import tempfile
import xml.etree.ElementTree as ElementTree

import lit.formats
import lit.Test
import lit.util


class GTestCases(lit.formats.TestFormat):
    def __init__(self, suffix):
        self.suffix = suffix

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        folder = suite.getSourcePath(path_in_suite)
        for name in sorted(lit.util.listdir_files(folder, suffixes={self.suffix})):
            yield lit.Test.Test(suite, path_in_suite + (name,), local_config)

    def execute(self, test, lit_config):
        executable = test.getSourcePath()
        if lit_config.noExecute:
            return lit.Test.Result(lit.Test.PASS, "")
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.xml")
            environment = dict(test.config.environment, GTEST_OUTPUT="xml:" + report)
            try:
                out, _, status = lit.util.executeCommand(
                    [executable],
                    cwd=folder,
                    env=environment,
                    timeout=lit_config.maxIndividualTestTime,
                    redirect_stderr=True,
                )
            except lit.util.ExecuteCommandTimeoutException as error:
                return lit.Test.Result(lit.Test.TIMEOUT, error.out)
            try:
                cases = read_report(report)
            except (OSError, ElementTree.ParseError):
                return lit.Test.Result(
                    lit.Test.FAIL, f"{out}\nexit status {status}; GoogleTest wrote no valid report"
                )

        codes = [case.code for case in cases.values()]
        if status != 0 or lit.Test.FAIL in codes:
            result = lit.Test.Result(lit.Test.FAIL, f"{out}\nexit status {status}")
        elif not cases:
            result = lit.Test.Result(lit.Test.FAIL, "the executable has no test case")
        else:
            result = lit.Test.Result(lit.Test.PASS, "")
        for name, case in cases.items():
            result.addMicroResult(name, case)
        return result


def read_report(path):
    """Returns a dictionary from "Suite.Case" to lit's result, read from GoogleTest's XML."""
    cases = {}
    for case in ElementTree.parse(path).iter("testcase"):
        if case.get("status") == "notrun":
            continue
        name = f"{case.get('classname')}.{case.get('name')}"
        failures = [failure.get("message", "") for failure in case.iter("failure")]
        skip = case.find("skipped")
        if failures:
            cases[name] = lit.Test.Result(lit.Test.FAIL, "\n".join(failures))
        elif case.get("result") == "skipped":
            reason = skip.get("message", "") if skip is not None else ""
            cases[name] = lit.Test.Result(lit.Test.UNSUPPORTED, reason)
        else:
            cases[name] = lit.Test.Result(lit.Test.PASS, "")
    return cases
