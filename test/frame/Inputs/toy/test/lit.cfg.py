import lit.formats
config.name = "toy"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.excludes = ["gtest"]
