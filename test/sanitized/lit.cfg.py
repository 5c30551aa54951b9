# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A part of the tests once more, with tools that are built with ASan and UBSan: those of the build
# that has et-fuzz (tools/fuzz.sh --build), which costs the tools' own files only. tools/test.sh
# --sanitize runs every test so; this part goes through every reader, message and step of the tools
# in the time that each run of the tests can spare. Everything but the tools is the first suite's.
# kernels/with-sanitizers.test is this suite's own.

import os
import sys

lit_config.load_config(config, os.path.join(config.source_dir, "test", "lit.cfg.py"))
sys.path.insert(0, os.path.join(config.source_dir, "test", "sanitized"))
from reported_runs import ReportedRuns

config.name = "et-prune-sanitized"
config.excludes = [*(set(config.excludes) - {"with-sanitizers.test"}), "targets"]
config.available_features.add("sanitized")
config.test_format = ReportedRuns(
    chosen={
        "errors/arguments.test",
        "errors/command.test",
        "errors/edited.test",
        "errors/gc-sections.test",
        "errors/image.test",
        "errors/link-inputs.test",
        "errors/linker.test",
        "errors/missing-inputs.test",
        "errors/modes.test",
        "errors/options.test",
        "errors/output.test",
        "errors/unsupported.test",
        "kernels/with-sanitizers.test",
        "lto/bitcode.test",
        "lto/slim.test",
        "oplist/diff.test",
        "oplist/drop-in.test",
        "oplist/errors.test",
        "oplist/print.test",
        "prune/laws/backends.test",
        "prune/laws/cost.test",
        "prune/laws/diff.test",
        "prune/laws/scripts.test",
        "run/data.test",
        "run/dynamic.test",
        "run/profile.test",
        "selection/check.test",
        "selection/in-the-link.test",
        "selection/models.test",
        "selection/options.test",
        "stock/check.test",
        "stock/fixture.test",
        "stock/registry.test",
        "stock/unknown-caller.test",
    }
)
