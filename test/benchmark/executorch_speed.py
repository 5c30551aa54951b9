#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast our kernels are beside ExecuTorch's in its programs: a table in Markdown, on stdout.

    test/benchmark/executorch_speed.py [--shared DIR] [--opt=-O2] [--check] [--every=N] [REGEX]

A row for each call of kernel_calls.py whose name the expression is found in: instructions on a
Cortex-M4, which QEMU counts, and microseconds on x86-64, the least of many rounds in which the two
kernels take turns. ExecuTorch's are the objects of SHARED/data/executorch, ../shared without the
option, which are compiled at -Os, as ours are unless --opt says otherwise.

--check prints, instead of the table, the calls that take over a tenth more instructions than
ExecuTorch's, and fails if there are any. It runs nothing on the host, where
times vary. --every=N leaves out all but each Nth call.
"""

import argparse
import math
import os
import random
import re
import sys
import tempfile

from executorch_kernels import ROOT, Machine, run
from kernel_calls import calls

BOARD = f"{ROOT}/test/kernels/Inputs"
LIMIT = 1.1


def write_cases(path, expression, every):
    """Gives the calls' names."""
    random.seed(17)
    names = []
    with open(path, "w") as file:
        for number, (name, operator, arguments) in enumerate(calls()):
            if re.search(expression, name) and number % every == 0:
                names.append(name)
                file.write("\n".join([f"case {operator}", f"op {operator}", *arguments, "run\n"]))
    return names


def effort(machine, cases, count):
    """What so many calls take, of ExecuTorch's kernel and of ours: instructions or nanoseconds."""
    machine.make("benchmark.a")
    kernels = ["-Wl,--whole-archive", "benchmark.a", "libportable.a",
               f"{machine.data}/libportable_ops_lib.a", "-Wl,--no-whole-archive", "libcommon.a",
               f"{machine.data}/libportable_kernels.a", f"{machine.data}/libexecutorch_core.a"]
    if machine.is_arm:
        with open(f"{BOARD}/board.ld") as file:
            script = file.read().replace("*(.eh_frame)", "*(.eh_frame) INCLUDE et_kernels.ld")
        with open(f"{machine.work}/board.ld", "w") as file:
            file.write(script)
        link = ["--specs=rdimon.specs", "-T", "board.ld", "-L", f"{ROOT}/linker-scripts",
                "-Wl,--defsym=getentropy=0", f"{BOARD}/start.s"]
        command = ["qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-monitor", "none",
                   "-serial", "none", "-icount", "shift=10", "-semihosting-config",
                   f"enable=on,target=native,arg=effort,arg={cases}", "-kernel", "effort"]
    else:
        link = [f"-Wl,-T,{ROOT}/linker-scripts/et_kernels_host.ld"]
        command = ["./effort", cases]
    run([*machine.link, *link, *kernels, "-o", "effort"], cwd=machine.work)
    lines = run(command, cwd=machine.work).splitlines()
    if len(lines) != count:
        sys.exit(f"executorch_speed.py: error: {len(lines)} of {count} calls were measured")
    return [tuple(map(int, line.split()[1:])) for line in lines]


def print_table(names, instructions, times):
    print("| call | instructions, stock | ours | ours / stock | µs, stock | ours | ours / stock |")
    print("|---|---|---|---|---|---|---|")
    for name, counts, nanoseconds in zip(names, instructions, times):
        cells = [name, *map(str, counts), f"{counts[1] / counts[0]:.2f}",
                 *(f"{time / 1000:.2f}" for time in nanoseconds),
                 f"{nanoseconds[1] / max(nanoseconds[0], 1):.2f}"]
        print(f"| {' | '.join(cells)} |")
    means = [math.exp(sum(math.log(max(ours, 1) / max(stock, 1)) for stock, ours in pairs)
                      / len(pairs)) for pairs in (instructions, times)]
    print(f"| geometric mean | | | {means[0]:.2f} | | | {means[1]:.2f} |")


def check(names, instructions):
    slow = [f"{name}: {ours} instructions, {stock} in ExecuTorch's"
            for name, (stock, ours) in zip(names, instructions)
            if ours > LIMIT * stock]
    print("\n".join([*slow, f"{len(names)} calls, {len(slow)} wrong"]))
    sys.exit(bool(slow))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default=f"{ROOT}/../shared")
    parser.add_argument("--opt", default="-Os")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("expression", nargs="?", default="")
    options = parser.parse_args()
    shared = os.path.abspath(options.shared)
    with tempfile.TemporaryDirectory() as work:
        names = write_cases(f"{work}/cases", options.expression, options.every)
        results = [effort(Machine(shared, work, machine, options.opt), f"{work}/cases", len(names))
                   for machine in ["cortex-m4", *([] if options.check else ["x86-64"])]]
        (check if options.check else print_table)(names, *results)


if __name__ == "__main__":
    main()
