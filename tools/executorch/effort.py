# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the calls of test/benchmark/kernel_calls.py with ExecuTorch's kernels and with ours.

On a Cortex-M4, the unit is instructions. QEMU counts instructions, so every run gives the same
numbers. On a host, the unit is nanoseconds. The two kernels of a call run in turn for many rounds,
and the least time of each kernel counts.
"""

import os
import random
import re
import sys

import ours
from builds import ROOT
from programs import Failure, run

sys.path.insert(0, os.path.join(ROOT, "test", "benchmark"))
from kernel_calls import calls

PROGRAM = ["benchmark/executorch/executorch_kernels", "kernels/case_file", "kernels/compare"]
LIMIT = 1.1


def write_cases(path, expression="", every=1, seed=0):
    """Writes each `every`-th call, counted from `seed`, to a case file if the call's name matches
    `expression`. Returns the names of the written calls."""
    random.seed(17)
    names = []
    with open(path, "w", encoding="ascii") as file:
        for number, (name, operator, arguments) in enumerate(calls()):
            if re.search(expression, name) and number % every == seed % every:
                names.append(name)
                file.write("\n".join([f"case {operator}", f"op {operator}", *arguments, "run\n"]))
    return names


def measure(programs, libraries, cases, count):
    """Returns a pair of numbers for each call: for ExecuTorch's kernel, and for ours."""
    image = os.path.join(programs.folder, "effort")
    own = [libraries.library("portable"), libraries.library("common")]
    ours.link_cases(programs, image, libraries.program(PROGRAM), own, stock=True)
    command = programs.target.command(image, [os.path.basename(cases)])
    if programs.target.is_arm:
        command[1:1] = ["-icount", "shift=10"]
    lines = run(command, programs.folder).splitlines()
    if len(lines) != count:
        raise Failure(f"{len(lines)} of {count} calls were measured")
    return [tuple(map(int, line.split()[1:])) for line in lines]


def check(programs, options, page):
    """Checks that each call needs at most 10% more instructions with our kernel than with
    ExecuTorch's kernel. Times on hosts vary too much for this check."""
    if not programs.target.is_arm:
        page.skipped("instructions of calls", "only programs for Cortex-M run in QEMU's system "
                     "emulator, which can count instructions")
        return
    libraries = ours.Libraries(programs, options.jobs)
    cases = os.path.join(programs.folder, "effort.cases")
    names = write_cases(cases, every=options.every, seed=options.seed)
    slow = [f"{name}: {own} instructions with our kernel, {stock} with ExecuTorch's kernel"
            for name, (stock, own) in
            zip(names, measure(programs, libraries, cases, len(names))) if own > LIMIT * stock]
    page.check(f"instructions of {len(names)} calls: {len(slow)} take over 10% more than "
               "with ExecuTorch's kernel", slow)
