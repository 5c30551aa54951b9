# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with some dtypes beside the same with all: the same calls, the same bytes.

    narrowed.py ET_PRUNE CASES IMAGE [--every=N] [--sets=Float,Float+Long,...]

IMAGE is stock_calls.cpp with every kernel of ExecuTorch, linked through the wrapper. For each set of
dtypes it is pruned to these of all operators, and gets the cases again: of those of an operator with
the same dtypes each N-th, and ten times as many where all are of one of the sets.
Calls of which every tensor has a dtype of the set must give what they gave; every other call must
end in the context's error, unless the report says that the kernel keeps its dtypes, and leave its
outputs as they were. Calls that end the program are left out. --every=1 without --sets, each dtype for itself, is the whole campaign.
"""

import collections
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "kernels"))
from case_reader import TENSORS

CODES = {"Byte": 0, "Char": 1, "Short": 2, "Int": 3, "Long": 4, "Half": 5, "Float": 6, "Double": 7,
         "ComplexFloat": 9, "ComplexDouble": 10, "Bool": 11, "BFloat16": 15, "UInt16": 27,
         "UInt32": 28, "UInt64": 29}
REFUSED = "10 untouched"  # Error::NotSupported


def thin_out(cases, every, sets):
    """Writes some cases of each operator and its dtypes to a file of its own."""
    counts, block = collections.Counter(), []
    with open(cases, encoding="ascii") as file, open("thinned", "w", encoding="ascii") as out:
        for line in file:
            block = [line] if line.startswith("case ") else [*block, line]
            if line.strip() != "run":
                continue
            lines = [words.split() for words in block]
            alike = lines[1][1], *(words[1] for words in lines if words[0] in TENSORS)
            is_inside = any(set(alike[1:]) <= names for names in sets)
            if counts[alike] % (max(every // 10, 1) if is_inside else every) == 0:
                out.writelines(block)
            counts[alike] += 1
    return os.path.abspath("thinned")


def results_of(image, cases):
    """By operator and case: the dtypes, and what the call gave."""
    output = subprocess.run([os.path.abspath(image), cases], capture_output=True, text=True,
                            check=True).stdout
    results = {}
    for line in output.splitlines():
        call, _, given = line.partition(": ")
        operator, case, *dtypes = call.split()
        if given.startswith("ended"):
            continue
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
    sets = [text.split("+") for text in options.get("sets", ",".join(CODES)).split(",")]
    cases = thin_out(cases, int(options.get("every", 1)), [set(names) for names in sets])
    full = results_of(image, cases)
    operators = sorted({operator for operator, _ in full})
    compared = refused = 0
    problems = []
    for names in sets:
        text = "+".join(names)
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
