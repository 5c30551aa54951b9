# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs some tests again, with tools that have ASan and UBSan. tools/fuzz.sh --build makes these
# tools. The tests cover the tools' options and messages; the fuzz targets cover the readers of
# files. Images that the tests link have the runtime and the kernels of the ordinary build, without
# sanitizers. kernels/with-sanitizers.test, which no other suite has, runs sanitized kernels.

import os
import sys

lit_config.load_config(config, os.path.join(config.source_dir, "test", "lit.cfg.py"))
sys.path.insert(0, os.path.join(config.source_dir, "test", "sanitized"))
from reported_runs import ReportedRuns

config.name = "et-prune-sanitized"
config.excludes = list(set(config.excludes) - {"with-sanitizers.test"})
config.available_features.add("sanitized")
EVERY_DAY = {"kernels/with-sanitizers.test"}
# Without --all, each day runs a third of the tests in PARTS. Three days run all these tests.
PARTS = {
    "errors": "arguments command edited gc-sections image link-inputs linker modes options output "
              "unsupported",
    "lto": "bitcode slim",
    "oplist": "diff drop-in errors print",
    "prune/laws": "backends cost diff scripts",
    "selection": "check in-the-link models options",
    "stock": "check fixture registry unknown-caller",
}
IN_TURN = [f"{folder}/{name}.test" for folder, names in PARTS.items() for name in names.split()]
# These tests need an et-run with sanitizers, which is built only for --all.
OF_ET_RUN = {"errors/missing-inputs.test", "run/data.test", "run/dynamic.test", "run/profile.test"}
if config.all:
    chosen = {*EVERY_DAY, *IN_TURN, *OF_ET_RUN}
else:
    chosen = {*EVERY_DAY, *IN_TURN[config.seed % 3::3]}
config.test_format = ReportedRuns(chosen=chosen)
