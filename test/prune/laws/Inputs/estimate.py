# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""estimate.py ET_PRUNE IMAGE SELECTION...: compares a dry run with the pruning that follows.

Input sections must go and stay as the estimate said, but those that linkers make of many objects'
or of the table; the gap that the report of the pruning states must be the difference of the two.
Prints the totals, "same" or the gap.
"""

import json
import os
import subprocess
import sys

tool, image, *selection = sys.argv[1:]
reports = []
for action in ("--dry-run", "--output=estimate.out"):
    result = subprocess.run([tool, action, "--report-json=-", *selection, image],
                            capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    reports.append(json.loads(result.stdout))
for name in os.listdir("."):
    if name.startswith("estimate.out"):
        os.remove(name)
estimated, linked = reports
if not estimated["estimated"]:
    sys.exit("no estimate: " + str(estimated["notes"]))
if linked["estimated"]:
    sys.exit("a link that is an estimate")

MADE = (".eh_frame", ".rela.", ".relr.", ".rel.", ".hash", ".gnu.hash", ".dynsym", ".dynstr", ".got",
        ".plt", ".ARM.exidx", ".dynamic", ".gnu.version", ".init_array")


def inputs(report):
    sizes = {}
    for part in report["account"]["inputs"]:
        name = part["section"]
        if (part["category"] in ("registration table", "operator names and keys")
                or name.startswith(MADE) or ".str" in name or ".cst" in name
                or part["file"] in ("<internal>", "linker stubs")):
            continue
        key = name, part["file"], part["member"]
        sizes[key] = sizes.get(key, 0) + part["size"]["after"] - part["size"]["before"]
    return sizes


expected, found = inputs(estimated), inputs(linked)
wrong = [(key, expected.get(key, 0), found.get(key, 0)) for key in sorted({*expected, *found})
         if expected.get(key, 0) != found.get(key, 0)]
for key, before, after in wrong:
    print("estimated", before, "linked", after, *key)
gaps = []
for memory in ("flash", "ram"):
    gap = linked[memory]["after"] - estimated[memory]["after"]
    if linked["estimate"][memory] != estimated[memory]["after"] or linked["estimate"][memory + "_gap"] != gap:
        wrong.append((memory, "the stated gap is wrong", linked["estimate"]))
        print(*wrong[-1])
    gaps.append(gap)
names = [kernel["op"] + kernel["variant"] for kernel in estimated["leftover"]]
if names != [kernel["op"] + kernel["variant"] for kernel in linked["leftover"]]:
    wrong.append("leftovers")
    print("other leftovers:", names)
before, after = linked["flash"]["before"], linked["flash"]["after"]
print("gap", *gaps, "of", before - after)
sys.exit(bool(wrong))
