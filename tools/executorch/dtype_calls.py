# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of every operator with every dtype, for executorch_cases: what we refuse and stock takes.

    dtype_calls.py CASES [EVERY] > CALLS

Takes some cases of each operator that succeed and gives their tensors other dtypes: those that had
the same one get the same one, inputs and outputs apart. Every call is to fail: executorch_cases
says of those that our kernels refuse what ExecuTorch's do, and of the others that they do not fail,
which is no matter here. With EVERY it is each EVERY-th of the calls, each of which takes a process.
"""

import collections
import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "test", "kernels"))
from case_reader import TENSORS, count, read_cases, shape_of

ONE = {"Byte": "01", "Char": "01", "Short": "0100", "Int": "01000000", "Long": "01" + 14 * "0",
       "Half": "003c", "Float": "0000803f", "Double": "000000000000f03f", "Bool": "01",
       "ComplexFloat": "0000803f00000000", "ComplexDouble": "000000000000f03f" + 16 * "0",
       "BFloat16": "803f"}
CASES_EACH = 1
MAX_ELEMENTS = 100


def groups_of(lines):
    """The tensors whose dtypes vary: up to two groups of inputs, and the outputs'."""
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
    counts, seen, calls = collections.Counter(), set(), itertools.count()
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for operator, name, lines in read_cases(sys.argv[1]):
        groups = groups_of(lines)
        shape = (operator, shape_of(lines), len(groups))
        if shape in seen or counts[operator] == CASES_EACH or not is_wanted(lines):
            continue
        seen.add(shape)
        counts[operator] += 1
        for dtypes in itertools.product(ONE, repeat=len(groups)):
            if next(calls) % every:
                continue
            print(f"case {'_'.join(dtypes)}_as_{name}\nop {operator}")
            for words in with_dtypes(lines, dict(zip(groups, dtypes))):
                print(*words)
            print("fail InvalidArgument\nrun")


main()
