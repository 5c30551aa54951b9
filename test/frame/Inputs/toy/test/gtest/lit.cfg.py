import os, sys
sys.path.insert(0, os.path.dirname(__file__))
from gtest_cases import GTestCases
config.name = "toy-unit"
config.test_format = GTestCases("-unit-tests")
config.environment["CASE"] = os.environ.get("CASE", "")
