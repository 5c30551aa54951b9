#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints docs/optimized-times.md: the times of the optimized library, the portable library, PyTorch
on one thread, and ExecuTorch's portable kernels.

    cmake --build build --target et-kernel-times
    test/benchmark/optimized.py [--build DIR] [--executorch FOLDER] [--dtype DTYPE] [--rounds N]
                                [--misses] [REGEX]

The table has a row for each call in optimized_calls.py whose name matches REGEX. The numbers are
microseconds of a call on this machine, in the fastest of many batches. PyTorch's numbers include
the 1 to 3 µs that a call from Python takes. ExecuTorch's kernels come from the build or
installation FOLDER; without FOLDER, their column is empty. For operators of quantized_decomposed::,
the column optimized has the times of the library quantized. For these operators, PyTorch's time
includes a conversion of the weights to floats.

--rounds N is for a busy machine. It measures all libraries in turn, N times, and takes the least
time of each call. --misses prints only the calls that miss an aim. A call marked `heavy` in
optimized_calls.py should be at least five times as fast as the portable kernel. No call should take
more than 1.1 times PyTorch's time.
"""

import argparse
import os
import re
import sys
import tempfile
import time

# OpenBLAS reads these variables when it is loaded. torch.set_num_threads() does not limit OpenBLAS.
os.environ.update({"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})

# pylint: disable=wrong-import-position
import torch

from executorch_kernels import ROOT, ours as our_kernels, prepare, run
from effort import PROGRAM
from optimized_calls import Out, calls

sys.path.insert(0, f"{ROOT}/test/kernels")
import case_writer

DTYPES = {"Float": torch.float32, "Double": torch.float64, "BFloat16": torch.bfloat16}
TIMES_PORTABLE = 5
TIMES_PYTORCH = 1.1
INTRODUCTION = """# Times of the optimized library

How fast are the kernels of `optimized` and `quantized` on a host? A command makes this page. It
needs `libopenblas-dev`, `libkissfft-dev` and, for the column of ExecuTorch, a build of it:

    cmake --preset release && cmake --build build --target et-kernel-times
    test/benchmark/optimized.py --executorch FOLDER > docs/optimized-times.md
    test/benchmark/optimized.py --dtype Double    # or BFloat16
    test/benchmark/optimized.py --rounds 4 --misses    # only calls below the aims

Microseconds of one call, the least of many batches, on one core of an x86-64 server with AVX-512.
`optimized` uses AVX2, except in OpenBLAS and in products of BFloat16. The shapes are those of
models; the dtype is Float unless the row names another. PyTorch is Debian's 1.13 on one thread.
ExecuTorch's portable kernels are compiled at `-Os`. A cell is empty if the library has no kernel or
refuses the call. The rows `mixed_...` are operators of `quantized`."""


def as_written(argument):
    if isinstance(argument, Out):
        return case_writer.Out(argument.tensor(), order=argument.order)
    if isinstance(argument, torch.Tensor) and not argument.is_contiguous():
        return case_writer.In(argument, case_writer.CHANNELS_LAST)
    return argument


def write_cases(path, chosen):
    with open(path, "w") as file:
        for call in chosen:
            arguments = map(as_written, call.arguments)
            op = call.op if "::" in call.op else f"aten::{call.op}"
            file.write(f"case {op}\nop {op}\n")
            for argument in arguments:
                file.write(case_writer.argument_text(argument, False))
            file.write("run\n")


def microseconds(line):
    return None if line == "-" else float(line) / 1000


def ours(build, library, cases):
    program = f"{build}/bin/et-kernel-times-{library}"
    return list(map(microseconds, run([program, cases]).splitlines()))


def is_known_to_stock(call):
    """False for operators of quantized_decomposed::, which ExecuTorch's portable library lacks.
    Also false for channels-last outputs, because ExecuTorch's avg_pool2d refuses them."""
    return "::" not in call.op and not any(isinstance(argument, Out) and argument.order for argument in call.arguments)


def stock(folder, build, work, chosen):
    """Returns the times of ExecuTorch's kernels, with None for calls without a kernel."""
    if not folder:
        return [None] * len(chosen)
    cases = f"{work}/stock-cases"
    write_cases(cases, filter(is_known_to_stock, chosen))
    programs = prepare(folder, build, work)
    program = our_kernels.Libraries(programs, os.cpu_count()).program(PROGRAM)
    none_of_ours = [f"-Wl,--defsym=__et_kernels_{end}=0" for end in ("start", "end")]
    run([*programs.target.driver, *none_of_ours, "-Wl,--gc-sections", "-Wl,--whole-archive", program,
         programs.build.archives["registration"], "-Wl,--no-whole-archive",
         *programs.build.libraries(), "-o", "effort"], work)
    lines = run([f"{work}/effort", cases], work).splitlines()
    times = (microseconds(line.split()[1]) for line in lines)
    return [next(times) if is_known_to_stock(call) else None for call in chosen]


def pytorch(call):
    """Returns the time of a call, or None if PyTorch has no kernel for the dtype."""
    arguments = [argument.tensor() if isinstance(argument, Out) else argument
                 for argument in call.arguments]
    try:
        call.pytorch(*arguments)
    except RuntimeError:
        return None

    def batch(count):
        start = time.perf_counter_ns()
        for _ in range(count):
            call.pytorch(*arguments)
        return (time.perf_counter_ns() - start) / count / 1000

    count = 1
    while batch(count) * count < 100:
        count *= 2
    end = time.perf_counter() + 0.06
    shortest = batch(count)
    while time.perf_counter() < end:
        shortest = min(shortest, batch(count))
    return shortest


def least(*times):
    return min((time for time in times if time is not None), default=None)


def number(value):
    return "" if value is None else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def print_table(rows):
    print(INTRODUCTION + "\n")
    print("| µs | portable | optimized | PyTorch | ExecuTorch's portable | "
          "portable / optimized | optimized / PyTorch |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for call, times in rows:
        portable, optimized, reference, _ = times
        ratios = [f"{portable / optimized:.1f}" if portable and optimized else "",
                  f"{optimized / reference:.2f}" if optimized and reference else ""]
        print(f"| {' | '.join([call.name, *map(number, times), *ratios])} |")


def print_misses(rows):
    misses = 0
    for call, (portable, optimized, reference, _) in rows:
        problems = []
        if optimized is None:
            problems.append("there is no kernel")
        elif call.heavy and portable and portable < TIMES_PORTABLE * optimized:
            problems.append(f"{portable / optimized:.1f} times as fast as portable")
        if optimized and reference and optimized > TIMES_PYTORCH * reference:
            problems.append(f"{optimized / reference:.2f} times PyTorch's time")
        misses += bool(problems)
        if problems:
            print(f"{call.name}: {', '.join(problems)}")
    print(f"{len(rows)} calls, {misses} below the aims")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build")
    parser.add_argument("--executorch", metavar="FOLDER")
    parser.add_argument("--dtype", default="Float", choices=DTYPES)
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("expression", nargs="?", default="")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_default_dtype(DTYPES[options.dtype])
    chosen = [call for call in calls() if re.search(options.expression, call.name)]
    with tempfile.TemporaryDirectory() as work:
        cases = f"{work}/cases"
        write_cases(cases, chosen)
        rounds = [(ours(options.build, "portable", cases),
                   ours(options.build, "optimized", cases), list(map(pytorch, chosen)),
                   stock(options.executorch, options.build, work, chosen))
                  for _ in range(options.rounds)]
        columns = [list(map(least, *times)) for times in zip(*rounds)]
    rows = list(zip(chosen, zip(*columns)))
    (print_misses if options.misses else print_table)(rows)


main()
