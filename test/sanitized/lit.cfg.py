# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A part of the tests once more, with tools that are built with ASan and UBSan: those of the build
# that has et-fuzz (tools/fuzz.sh --build), which costs the tools' own files and few kernels. The part
# reaches the tools' readers, messages and steps; the fuzz targets reach the readers of files deeper.
# tools/test.sh --all runs all that stands here, and all kernels; --sanitize runs every test so.
# Everything but the tools is the first suite's. kernels/with-sanitizers.test is this suite's
# own.

import os
import sys

lit_config.load_config(config, os.path.join(config.source_dir, "test", "lit.cfg.py"))
sys.path.insert(0, os.path.join(config.source_dir, "test", "sanitized"))
from reported_runs import ReportedRuns

config.name = "et-prune-sanitized"
config.excludes = list(set(config.excludes) - {"with-sanitizers.test"})
config.available_features.add("sanitized")
EVERY_DAY = {"kernels/with-sanitizers.test"}
# A third of these every day.
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
# The short form builds no et-run with sanitizers.
OF_ET_RUN = {"errors/missing-inputs.test", "run/data.test", "run/dynamic.test", "run/profile.test"}
if config.all:
    chosen = {*EVERY_DAY, *IN_TURN, *OF_ET_RUN}
else:
    chosen = {*EVERY_DAY, *IN_TURN[config.seed % 3::3]}
config.test_format = ReportedRuns(chosen=chosen)
