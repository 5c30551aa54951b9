# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the successful cases of case files (case_writer.py describes the format).

Some scripts turn the cases into test programs, for example test/fuzz/operator_seeds.py.
"""

SIZES = {"Byte": 1, "Char": 1, "Short": 2, "Int": 4, "Long": 8, "Half": 2, "Float": 4, "Double": 8,
         "ComplexFloat": 8, "ComplexDouble": 16, "Bool": 1, "BFloat16": 2, "Bits16": 2, "UInt16": 2}
TENSORS = ("in", "out")


def read_cases(path):
    """Yields the operator, the name and the arguments' lines of each successful case that has no
    kernel key. A line is a list of words."""
    with open(path, encoding="ascii") as file:
        lines = []
        for line in file:
            words = line.split()
            if words[0] == "case":
                lines = []
            lines.append(words)
            if words[0] == "run" and not {"key", "fail"} & {line[0] for line in lines}:
                yield lines[1][1], lines[0][1], [line for line in lines[2:-1] if line != ["alike"]]


def numbers(word):
    return [] if word == "-" else [int(item) for item in word.split(",")]


def count(sizes):
    product = 1
    for size in numbers(sizes):
        product *= size
    return product


def shape_of(lines):
    return tuple((words[0], len(numbers(words[2])) if words[0] in TENSORS else 0)
                 for words in lines)
