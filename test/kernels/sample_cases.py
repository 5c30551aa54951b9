# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies a part of make_cases.py's cases to OUT, for slow machines and slow tests.

    sample_cases.py [--every=N] [--seed=S] [--operators=FILE] OUT CASES...

Copies every Nth case of each operator, starting with case S modulo N. Cases whose call must
fail are counted separately. Also copies the first successful case of each kernel, so that no kernel
lacks a case. FILE has the names of the wanted operators, one per line. Prints the number of cases.
"""

import argparse
import collections
import re

TENSOR = re.compile(r"^(in|out) (\S+)", re.MULTILINE)
FIELD = re.compile(r"^(op|key|fail) (\S+)", re.MULTILINE)
# The dtypes of the real and imaginary parts of complex numbers.
PARTS = {"ComplexFloat": "Float", "ComplexDouble": "Double"}


def read_cases(path):
    with open(path, encoding="ascii") as file:
        for text in file.read().split("\nrun\n")[:-1]:
            yield text + "\nrun\n"


def kernel_of(fields, text):
    """Returns a value that identifies the kernel that serves a case: the operator, the case's key
    and the dtypes of the call. For one operator and key, all calls with mixed dtypes count as one
    kernel. Bool and Long tensors (conditions and indices) do not make a call mixed. A call with
    ComplexFloat and Float tensors, or with ComplexDouble and Double tensors, is not mixed, either.
    For a quantised operator, each combination of dtypes counts as a kernel."""
    op, key = fields["op"], fields.get("key")
    tensors = TENSOR.findall(text)
    if op.startswith("quantized_decomposed::"):
        return op, tuple(dtype for _, dtype in tensors)
    inputs = [dtype for kind, dtype in tensors if kind == "in"]
    outputs = [dtype for kind, dtype in tensors if kind == "out"]
    numbers = {PARTS.get(dtype, dtype) for dtype in inputs + outputs} - {"Bool", "Long"}
    if inputs and len(numbers) > 1:
        return op, key, None
    return op, key, tuple(inputs[:2]), tuple(outputs)


class Sample:
    def __init__(self, every, seed=0):
        self.every, self.start, self.counts = every, seed % every, collections.Counter()

    def takes(self, text):
        if self.every == 1:
            return True
        fields = dict(FIELD.findall(text))
        group = fields["op"], "fail" in fields
        number = self.counts[group]
        self.counts[group] += 1
        is_chosen = number % self.every == self.start
        if "fail" in fields:
            return is_chosen
        kernel = kernel_of(fields, text)
        self.counts[kernel] += 1
        return self.counts[kernel] == 1 or is_chosen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--operators")
    parser.add_argument("out")
    parser.add_argument("cases", nargs="+")
    options = parser.parse_args()
    operators = None
    if options.operators:
        with open(options.operators, encoding="ascii") as file:
            names = [line.strip() for line in file]
        operators = {name if "::" in name else f"aten::{name}" for name in names}
    sample = Sample(options.every, options.seed)
    count = 0
    with open(options.out, "w", encoding="ascii") as out:
        for path in options.cases:
            for text in read_cases(path):
                if operators and re.search(r"^op (\S+)", text, re.MULTILINE)[1] not in operators:
                    continue
                if sample.takes(text):
                    out.write(text)
                    count += 1
    print(f"{count} cases written, with --every={options.every} --seed={options.seed}")


if __name__ == "__main__":
    main()
