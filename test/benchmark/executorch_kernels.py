#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints docs/sizes.md: the sizes of kernels, ours and ExecuTorch's, in ExecuTorch's programs.

    test/benchmark/executorch_kernels.py [--build DIR] FOLDER...

A FOLDER is a build or installation of ExecuTorch, as for tools/try-executorch. All code is
compiled at -Os. For each operator, a table has the bytes of text that ExecuTorch's kernel adds to
an image without kernels, the bytes of all our kernels, and the bytes of our kernel for Float.
Another table has the sizes of whole images. DIR is et-prune's build folder.
"""

import argparse
import concurrent.futures
import json
import os
import re
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/tools/executorch")
import ours
from ours import NINE
from programs import prepare, run

MODELS = ("cnn", "mlp")
INTRODUCTION = """# Sizes in ExecuTorch's programs

How large are et-prune's portable kernels beside ExecuTorch's own, in programs with ExecuTorch's
runtime? A command makes this page from builds of ExecuTorch, everything at `-Os`:

    test/benchmark/executorch_kernels.py <folder for Cortex-M4> <folder for x86-64> > docs/sizes.md
    tools/try-executorch --only ours <folder>    # prints only operators that are larger for no known reason

The figures are for ExecuTorch's main (August 2026), built by its CMake with gcc 12 and
`EXECUTORCH_OPTIMIZE_SIZE`; "Arm" is a Cortex-M4.

| column or row | meaning |
|---|---|
| stock, ours | bytes of text that the operator adds to an image without kernels. ExecuTorch has one function for all dtypes. "Ours" is the sum of our kernels: one for each dtype, and one for calls that mix dtypes |
| ours, Float | only the kernel for Float; empty for operators without one |
| "the nine" | the nine operators of a network for images: convolution, batch norm, hardtanh, add, mean, view_copy, permute_copy, addmm, clone |

The images are whole programs: ExecuTorch's runtime, a program that reads a model and prints its
outputs, and newlib on the Cortex-M4. `cnn` and `mlp` are models in `test/models`: stock is pruned to
their operators, ours to their operators and dtypes. bss contains the program's own buffers. With
both kernels the results equal PyTorch's, except for
[listed calls](operators.md#beside-executorch-and-pytorch)."""


def floats_of(sizes, operators):
    """Returns the option that selects kernels for Float or any dtype. None if none exists."""
    floats = {operator: ["Float"] for operator in operators if any(
        " any dtype " in line or re.search(r"\bFloat\b", line) and "Complex" not in line
        for line in sizes.kernels["ours"][operator])}
    return f"--ops-dict={json.dumps(floats)}" if floats else None


def text_of(sizes, operators):
    names, floats = "--op-list=" + ",".join(operators), floats_of(sizes, operators)
    return [sizes.added("stock", names), sizes.added("ours", names),
            sizes.added("ours", floats) if floats else ""]


def print_operators(sizes, machine):
    with concurrent.futures.ThreadPoolExecutor() as pool:
        cells = list(pool.map(lambda operator: text_of(sizes, [operator]), sizes.operators))
    rows = dict(zip(sizes.operators, cells))
    larger = ours.LARGER.get(machine, {})
    print(f"| {machine}, -Os | stock | ours | ours, Float |\n|---|---|---|---|")
    for name, numbers in {**rows, "the nine": text_of(sizes, NINE),
                          f"all {len(rows)}": text_of(sizes, sizes.operators)}.items():
        name = name.removeprefix("aten::").removesuffix(".out")
        print(f"| {name} | {' | '.join(map(str, numbers))} |")
    print(f"\n| larger than stock on {machine} | by | because |\n|---|---|---|")
    for operator, reason in larger.items():
        if operator in rows and rows[operator][1] > rows[operator][0]:
            print(f"| {operator} | {rows[operator][1] - rows[operator][0]} | {reason} |")
    print()


def print_images(sizes, machine, tools, work):
    print("| image | kernels | text | data | bss |\n|---|---|---|---|---|")
    for model in MODELS:
        run([f"{tools}/bin/et-make-pte", "--segments", "-o", f"{work}/{model}.pte",
             f"{ROOT}/test/models/{model}.json"])
    everything = sorted(sizes.kernels["ours"].keys() & sizes.kernels["stock"].keys())
    for name, selection, floats in (
            *((model, f"--model={work}/{model}.pte", None) for model in MODELS),
            ("the nine", "--op-list=" + ",".join(NINE), floats_of(sizes, NINE)),
            (f"all {len(everything)}", "--op-list=" + ",".join(everything), None)):
        for what, program, chosen in (("stock", "stock", selection), ("ours", "ours", selection),
                                      ("ours, Float", "ours", floats)):
            if chosen:
                numbers = map(str, sizes.pruned(program, chosen))
                print(f"| {name}, {machine} | {what} | {' | '.join(numbers)} |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    print(INTRODUCTION + "\n")
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as work:
            programs = prepare(folder, os.path.abspath(options.build), work)
            libraries = ours.Libraries(programs, os.cpu_count())
            machine = programs.build.machine.split(",")[0]
            sizes = ours.Sizes(programs, libraries, f"{work}/sizes")
            print_operators(sizes, machine)
            print_images(sizes, machine, programs.target.tools, work)


if __name__ == "__main__":
    main()
