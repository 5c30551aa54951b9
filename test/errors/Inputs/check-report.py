# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads from stdin the JSON report of the program firmware/, pruned to aten::add.out. Checks the
totals, and that the bytes of the categories add up to these totals."""

import json
import sys

report = json.load(sys.stdin)
for total in ("flash", "ram"):
    for when in ("before", "after"):
        parts = sum(category[total][when] for category in report["account"]["categories"])
        if parts != report[total][when]:
            sys.exit(f"the categories' {total} bytes {when} pruning add up to {parts}, but the "
                     f"report's total is {report[total][when]}")
if report["flash"] != {"before": 308, "after": 192} or len(report["kept"]) != 2:
    sys.exit(f"flash is {report['flash']}, and {len(report['kept'])} kernels are kept")
regions = {region["name"]: region["used"] for region in report["regions"]}
if regions["FLASH"] != report["flash"]:
    sys.exit(f"FLASH holds {regions['FLASH']}")
