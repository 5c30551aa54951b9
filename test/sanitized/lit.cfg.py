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
EVERY_DAY = {
    "errors/arguments.test",
    "errors/command.test",
    "errors/edited.test",
    "errors/gc-sections.test",
    "errors/image.test",
    "errors/modes.test",
    "errors/options.test",
    "errors/output.test",
    "errors/unsupported.test",
    "kernels/with-sanitizers.test",
    "lto/slim.test",
    "oplist/drop-in.test",
    "oplist/errors.test",
    "oplist/print.test",
    "prune/laws/diff.test",
    "selection/check.test",
    "selection/in-the-link.test",
    "selection/options.test",
    "stock/check.test",
    "stock/unknown-caller.test",
}
# A quarter of these every day.
IN_TURN = [
    "errors/link-inputs.test",
    "errors/linker.test",
    "lto/bitcode.test",
    "oplist/diff.test",
    "prune/laws/backends.test",
    "prune/laws/cost.test",
    "prune/laws/scripts.test",
    "selection/models.test",
    "stock/fixture.test",
    "stock/registry.test",
]
# The short form builds no et-run with sanitizers.
OF_ET_RUN = {
    "errors/missing-inputs.test",
    "run/data.test",
    "run/dynamic.test",
    "run/profile.test",
}
if config.all:
    chosen = {*EVERY_DAY, *IN_TURN, *OF_ET_RUN}
else:
    chosen = {*EVERY_DAY, *IN_TURN[config.seed % 4::4]}
config.test_format = ReportedRuns(chosen=chosen)
