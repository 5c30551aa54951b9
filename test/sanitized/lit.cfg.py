# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs a part of the tests again, with the tools of the build that has et-fuzz (tools/fuzz.sh
# --build): ASan and UBSan instrument them. This part covers the tools' readers, messages and steps;
# the fuzz targets cover the readers of files in depth. tools/test.sh --all runs the whole part and
# all kernels; --sanitize runs every test. Everything but the tools comes from the first suite. Only
# kernels/with-sanitizers.test belongs to this suite alone.

import os
import sys

lit_config.load_config(config, os.path.join(config.source_dir, "test", "lit.cfg.py"))
sys.path.insert(0, os.path.join(config.source_dir, "test", "sanitized"))
from reported_runs import ReportedRuns

config.name = "et-prune-sanitized"
config.excludes = list(set(config.excludes) - {"with-sanitizers.test"})
config.available_features.add("sanitized")
EVERY_DAY = {"kernels/with-sanitizers.test"}
# A run takes a third of these, another one each day.
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
# These need et-run with sanitizers, which only --all builds.
OF_ET_RUN = {"errors/missing-inputs.test", "run/data.test", "run/dynamic.test", "run/profile.test"}
if config.all:
    chosen = {*EVERY_DAY, *IN_TURN, *OF_ET_RUN}
else:
    chosen = {*EVERY_DAY, *IN_TURN[config.seed % 3::3]}
config.test_format = ReportedRuns(chosen=chosen)
