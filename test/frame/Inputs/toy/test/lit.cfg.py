import os

import lit.formats
config.name = "toy"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.excludes = ["gtest"]
learnt = (os.environ.get(name, "") for name in ("ET_TEST_SEED", "ET_TEST_ALL", "ET_TEST_HALF", "ET_EXECUTORCH"))
config.substitutions.append(("%learnt", " ".join(learnt)))
