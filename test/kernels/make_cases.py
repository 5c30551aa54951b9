# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the cases that et-kernel-cases runs: inputs and what PyTorch makes of them.

    make_cases.py [--library=LIBRARY] [--every=N] OUT [OPERATOR...]

With operators, e.g. mm.out, only theirs. With --every each Nth of an operator, those that succeed
and those that fail counted apart, and the first of each kernel, for slow machines. Every module
named cases_*.py yields cases: those beside this file for the portable and the optimized library,
those in a folder for the library of its name. case_writer.py has the file's format. The same seed
every time: the same PyTorch writes the same file.
"""

import argparse
import collections
import importlib
import pathlib
import sys
import warnings

import torch

import case_writer


def tensors(args):
    for arg in args:
        if isinstance(arg, case_writer.Tensors):
            yield from tensors(arg.items)
        elif isinstance(arg, torch.Tensor):
            yield case_writer.In(arg)
        elif isinstance(arg, (case_writer.In, case_writer.Out)):
            yield arg


def kernel_of(case):
    """What is different for each kernel, and for few other cases: an operator and the dtypes of a
    call. Of mixed dtypes only those with conditions or indices, of complex numbers and their parts,
    or of quantised tensors have kernels of their own."""
    if case.op.startswith("quantized_decomposed::"):
        return case.op, tuple(arg.dtype or arg.tensor.dtype for arg in tensors(case.args))
    dtypes = {False: [], True: []}
    for tensor in tensors(case.args):
        dtypes[isinstance(tensor, case_writer.Out)].append(tensor.tensor.dtype)
    inputs, outputs = dtypes[False], dtypes[True]
    parts = {torch.complex64: torch.float32, torch.complex128: torch.float64}
    numbers = {parts.get(dtype, dtype) for dtype in inputs + outputs} - {torch.bool, torch.int64}
    if inputs and len(numbers) > 1:
        return case.op, case.key, None
    return case.op, case.key, tuple(inputs[:2]), tuple(outputs)


class Sample:
    """Chooses every Nth case, and the first of each kernel."""

    def __init__(self, every):
        self.every, self.counts = every, collections.Counter()

    def takes(self, case):
        if self.every == 1:
            return True
        number = self.counts[case.op, bool(case.fail)]
        self.counts[case.op, bool(case.fail)] += 1
        if case.fail:
            return number % self.every == 0
        kernel = kernel_of(case)
        self.counts[kernel] += 1
        return self.counts[kernel] == 1 or number % self.every == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", default=".")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("out")
    parser.add_argument("operators", nargs="*")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    folder = pathlib.Path(__file__).parent / options.library
    sys.path.insert(0, str(folder))
    sample = Sample(options.every)
    with open(options.out, "w", encoding="ascii") as file:
        case_writer.write_header(file)
        for path in sorted(folder.glob("cases_*.py")):
            torch.manual_seed(2)
            for case in importlib.import_module(path.stem).cases():
                is_wanted = not options.operators or case.op in options.operators
                if is_wanted and sample.takes(case):
                    case_writer.write_case(file, case)


if __name__ == "__main__":
    main()
