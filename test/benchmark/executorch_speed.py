#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints docs/calls.md: the times of kernels, ours and ExecuTorch's, in ExecuTorch's programs.

    test/benchmark/executorch_speed.py [--opt=-O2] [--match REGEX] FOLDER...

The table has a row for each call in kernel_calls.py whose name matches REGEX. A FOLDER is a build
or installation of ExecuTorch, as for tools/try-executorch. For Cortex-M, QEMU counts instructions;
for the host, the numbers are nanoseconds. --opt is the compiler's option for our kernels, by
default -Os.
"""

import argparse
import math
import os
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/tools/executorch")
import effort
import ours
from programs import prepare

INTRODUCTION = """# What a call takes

How fast are et-prune's portable kernels beside ExecuTorch's, in ExecuTorch's programs? A command
makes this page from builds of ExecuTorch, everything at `-Os`:

    test/benchmark/executorch_speed.py <folder for Cortex-M4> <folder for x86-64> > docs/calls.md
    test/benchmark/executorch_speed.py --opt=-O2 --match softmax <folder>    # ours at -O2, some calls
    tools/try-executorch --only speed <folder for Cortex-M4>    # calls slower than ExecuTorch's by over 10%

| column | meaning |
|---|---|
| call | mostly 64 x 64 elements of Float, or images of 8 or 16 channels: `test/benchmark/kernel_calls.py` |
| instructions | of one call on a Cortex-M4, counted by QEMU |
| ns | nanoseconds of one call on x86-64, the least of 200 rounds in which the two kernels take turns |

[performance.md](performance.md#what-a-call-takes) explains the differences."""


def measured(folder, options, work):
    """Returns the unit, the calls' names, and a pair for each call: ExecuTorch's number, ours."""
    programs = prepare(folder, options.build, work)
    libraries = ours.Libraries(programs, os.cpu_count(), options.opt)
    names = effort.write_cases(f"{work}/effort.cases", options.match)
    unit = "instructions" if programs.target.is_arm else "ns"
    return unit, names, effort.measure(programs, libraries, f"{work}/effort.cases", len(names))


def print_table(columns):
    units = " | ".join(f"{unit}, stock | ours | ours / stock" for unit, _, _ in columns)
    print(f"| call | {units} |\n|---|{'---:|' * (3 * len(columns))}")
    for number, name in enumerate(columns[0][1]):
        pairs = [pairs[number] for _, _, pairs in columns]
        cells = [f"{stock} | {own} | {own / max(stock, 1):.2f}" for stock, own in pairs]
        print(f"| {name} | {' | '.join(cells)} |")
    means = [math.exp(sum(math.log(max(own, 1) / max(stock, 1)) for stock, own in pairs)
                      / len(pairs)) for _, _, pairs in columns]
    print(f"| geometric mean | {' | '.join(f' | | {mean:.2f}' for mean in means)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build")
    parser.add_argument("--opt", default="-Os")
    parser.add_argument("--match", default="", metavar="REGEX")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    columns = []
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as work:
            columns.append(measured(folder, options, work))
    print(INTRODUCTION + "\n")
    print_table(columns)


main()
