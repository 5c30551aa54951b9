# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with some dtypes beside the same with all: the same calls, the same bytes.

    narrowed.py ET_PRUNE CASES IMAGE [--every=N] [--sets=Float,Float+Long,...]

IMAGE is stock_calls.cpp with every kernel of ExecuTorch, linked through the wrapper. For each set of
dtypes it is pruned to these of all operators, and gets the cases again, each N-th of an operator.
Calls of which every tensor has a dtype of the set must give what they gave; every other call must
end in the context's error, unless the report says that the kernel keeps its dtypes, and leave its
outputs as they were. --every=1 without --sets, each dtype for itself, is the whole campaign.
"""

import collections
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "kernels"))

CODES = {"Byte": 0, "Char": 1, "Short": 2, "Int": 3, "Long": 4, "Half": 5, "Float": 6, "Double": 7,
         "ComplexFloat": 9, "ComplexDouble": 10, "Bool": 11, "BFloat16": 15, "UInt16": 27,
         "UInt32": 28, "UInt64": 29}
REFUSED = "10 untouched"  # Error::NotSupported


def thin_out(cases, every):
    """Writes each N-th case of an operator to a file of its own."""
    counts, block = collections.Counter(), []
    with open(cases, encoding="ascii") as file, open("thinned", "w", encoding="ascii") as out:
        for line in file:
            block = [line] if line.startswith("case ") else [*block, line]
            if line.strip() != "run":
                continue
            operator = block[1].split()[1]
            if counts[operator] % every == 0:
                out.writelines(block)
            counts[operator] += 1
    return os.path.abspath("thinned")


def results_of(image, cases):
    """By operator and case: the dtypes, and what the call gave."""
    output = subprocess.run([os.path.abspath(image), cases], capture_output=True, text=True,
                            check=True).stdout
    results = {}
    for line in output.splitlines():
        call, _, given = line.partition(": ")
        operator, case, *dtypes = call.split()
        results[operator, case] = {int(d) for d in ",".join(dtypes).split(",") if d}, given
    return results


def prune(et_prune, image, operators, names):
    with open("selection.yaml", "w", encoding="ascii") as file:
        for operator in operators:
            file.write(f"{operator}: [{', '.join(names)}]\n")
    subprocess.run([et_prune, "--quiet", "--ops-dict=selection.yaml", "--report-json=report.json",
                    "-o", "narrowed", image], check=True)
    with open("report.json", encoding="utf-8") as file:
        report = json.load(file)
    return {kernel["op"] for kernel in report["kept"] if kernel["variant"] == "any"}


def main():
    et_prune, cases, image, *options = sys.argv[1:]
    options = dict(option.lstrip("-").split("=") for option in options)
    cases = thin_out(cases, int(options.get("every", 1)))
    full = results_of(image, cases)
    operators = sorted({operator for operator, _ in full})
    compared = refused = 0
    problems = []
    for text in options.get("sets", ",".join(CODES)).split(","):
        names = text.split("+")
        kept = prune(et_prune, image, operators, names)
        narrowed = results_of("narrowed", cases)
        wanted = {CODES[name] for name in names}
        for call, (dtypes, before) in full.items():
            _, now = narrowed.get(call, (None, "no line"))
            if call[0] in kept or dtypes <= wanted:
                compared += 1
                if now != before:
                    problems.append(f"{text}: {' '.join(call)}: {before}, now {now}")
            else:
                refused += 1
                if now != REFUSED:
                    problems.append(f"{text}: {' '.join(call)}: not refused, {now}")
        print(f"{text}: {len(operators)} operators, {len(kept)} of them with all dtypes")
    for problem in problems[:50]:
        print(problem)
    print(f"{compared} calls compared, {refused} refused, {len(problems)} wrong")
    return 1 if problems else 0


sys.exit(main())
