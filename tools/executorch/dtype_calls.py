# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes calls of every operator with every dtype. executorch_cases compares our kernels with
ExecuTorch's in these calls.

    dtype_calls.py CASES [EVERY] > CALLS

Takes a successful case of each operator and changes the dtypes of its tensors. Inputs with the same
dtype change together. Outputs with the same dtype change together, too. With EVERY, only each
EVERY-th call is made, to save time.

Every call is written as a case that must fail, because executorch_cases compares refusals only in
such cases. It prints a difference if our kernel refuses the call and ExecuTorch's does not. It
prints a failure, which ours.py ignores, if our kernel accepts the call.
"""

import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "test", "kernels"))
from case_reader import TENSORS, count, read_cases

ONE = {"Byte": "01", "Char": "01", "Short": "0100", "Int": "01000000", "Long": "01" + 14 * "0",
       "Half": "003c", "Float": "0000803f", "Double": "000000000000f03f", "Bool": "01",
       "ComplexFloat": "0000803f00000000", "ComplexDouble": "000000000000f03f" + 16 * "0",
       "BFloat16": "803f"}
MAX_ELEMENTS = 100


def groups_of(lines):
    """Returns the groups of tensors whose dtypes change, each as "in" or "out" and the old dtype.
    The groups are the inputs of the first two dtypes, and the outputs of the first dtype."""
    inputs = list(dict.fromkeys(words[1] for words in lines if words[0] == "in"))
    outputs = list(dict.fromkeys(words[1] for words in lines if words[0] == "out"))
    return [("in", dtype) for dtype in inputs[:2]] + [("out", dtype) for dtype in outputs[:1]]


def with_dtypes(lines, dtypes):
    for words in lines:
        if words[0] not in TENSORS:
            yield words
            continue
        dtype = dtypes.get((words[0], words[1]), words[1])
        data = words[-1]
        if words[0] == "out":
            data = "-"
        elif dtype != words[1] and data not in ("-", "absent"):
            data = ONE[dtype] * count(words[2])
        yield [words[0], dtype, *words[2:-1], data]


def is_wanted(lines):
    sizes = [count(words[2]) for words in lines if words[0] in TENSORS]
    return all(0 < size < MAX_ELEMENTS for size in sizes) and ["alias"] not in [
        words[:1] for words in lines]


def main():
    done, calls = set(), itertools.count()
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for operator, name, lines in read_cases(sys.argv[1]):
        if operator in done or not is_wanted(lines):
            continue
        done.add(operator)
        groups = groups_of(lines)
        for dtypes in itertools.product(ONE, repeat=len(groups)):
            if next(calls) % every:
                continue
            print(f"case {'_'.join(dtypes)}_as_{name}\nop {operator}")
            for words in with_dtypes(lines, dict(zip(groups, dtypes))):
                print(*words)
            print("fail InvalidArgument\nrun")


main()
