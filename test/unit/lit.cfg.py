# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The suite of GoogleTest executables: all files named *-unit-tests in the build's test folder.

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from gtest_cases import GTestCases

config.name = "et-prune-unit"
config.test_format = GTestCases("-unit-tests")
config.test_source_root = config.build_test_dir
config.test_exec_root = config.build_test_dir
# The tests in sanitized/ belong to another suite.
config.excludes = ["CMakeFiles", "Output", "sanitized"]
