#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the speed of our kernels with ExecuTorch's in its programs, as a table in Markdown on
stdout.

    test/benchmark/executorch_speed.py [--opt=-O2] [--match REGEX] FOLDER...

There is a row for each call of kernel_calls.py whose name matches REGEX. A FOLDER is a build or
installation of ExecuTorch, as for tools/try-executorch: one for Cortex-M gives instructions, which
QEMU counts; one for the host gives nanoseconds. Our kernels are compiled at -Os, or as --opt says.
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


def measured(folder, options, work):
    """Returns the unit, the calls' names, and a pair of numbers for each call."""
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
    print_table(columns)


if __name__ == "__main__":
    main()
