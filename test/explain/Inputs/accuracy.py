# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the retained bytes that --explain prints for operators. If a link drops the operator,
the image must shrink by these bytes.

    accuracy.py <et-prune> <image> <number of operators> [operator...]

If a program copies its kernels into a registry at its start, the first pruning also replaces the
registry, which changes the size. So the script first drops one operator, and compares all further
links with this smaller image. Each further link drops one operator more. The script checks the
named operators, and <number> operators that are spread evenly over the sorted names. An error is
a difference of more than 1% and more than 64 bytes between the printed and the measured bytes.
"""

import json
import shutil
import subprocess
import sys

tool, image, number = sys.argv[1], sys.argv[2], int(sys.argv[3])


def run(*arguments):
    done = subprocess.run([tool, *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout) if "--report-json" in arguments else None


def linked(*dropped):
    drops = [word for op in dropped for word in ("--drop", op)]
    report = run("--dry-run", "--all-ops", *drops, "--report-json", "-", image)
    return {name: report[name]["after"] for name in ("flash", "ram")}


first = run("--explain", "--report-json", "-", image)["image"]["operators"]
names = sorted(row["op"] for row in first)
base = names.pop(0)
pruned = "explained.elf"
shutil.copy(image, pruned)
shutil.copy(image + ".etl", pruned + ".etl")
run("-q", "--all-ops", "--drop", base, pruned)
account = run("--explain", "--report-json", "-", pruned)["image"]
retained = {row["op"]: row["retained"] for row in account["operators"]}
whole, wrong = linked(base), 0
if whole != account["totals"]:
    sys.exit(f"--explain gives the totals {account['totals']}, but the link has {whole}")
chosen = [names[i * len(names) // number] for i in range(number)] if number < len(names) else names
chosen = sorted({*chosen, *sys.argv[4:]})
for op in chosen:
    said, now = retained[op], linked(base, op)
    for memory in ("flash", "ram"):
        real = whole[memory] - now[memory]
        off = said[memory] - real
        is_wrong = abs(off) > max(64, abs(real) / 100)
        wrong += is_wrong
        if is_wrong or memory == "flash":
            print(f"{'wrong: ' if is_wrong else ''}{op}: {said[memory]} B of {memory}, "
                  f"{off:+d}")
print(f"{len(chosen)} operators, {wrong} wrong")
sys.exit(bool(wrong))
