# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of comparisons, logical operators, bitwise operators and shifts."""

import torch

from binary_writer import Operator, cases_of
from case_writer import INTEGERS, REAL

KEY = "v1/{code};|{code};|11;"
REAL_AND_BOOL = REAL + [torch.bool]


def left_shift(a, b):
    bits = torch.iinfo(a.dtype).bits
    fits = (b.long() >= 0) & (b.long() < bits)
    shifted = (a.long() << torch.where(fits, b.long(), 0)).to(a.dtype)
    return torch.where(fits, shifted, 0).to(a.dtype)


def right_shift(a, b):
    last = torch.iinfo(a.dtype).bits - (1 if a.dtype != torch.uint8 else 0)
    fits = (b.long() >= 0) & (b.long() < last)
    return (a.long() >> torch.where(fits, b.long(), min(last, 63))).to(a.dtype)


def operators():
    for op in ("eq", "ne", "lt", "le", "gt", "ge"):
        function = getattr(torch, op)
        yield Operator(f"{op}.Tensor_out", function, REAL_AND_BOOL, REAL_AND_BOOL, predicate=True,
                       key=KEY)
        yield Operator(f"{op}.Scalar_out", function, REAL, REAL_AND_BOOL, 1, predicate=True,
                       key="v1/{code};|11;")
    for op in ("and", "or", "xor"):
        yield Operator(f"logical_{op}.out", getattr(torch, f"logical_{op}"), REAL_AND_BOOL,
                       REAL_AND_BOOL, predicate=True, key=None, outputs=REAL_AND_BOOL)
        bits = INTEGERS + [torch.bool]
        yield Operator(f"bitwise_{op}.Tensor_out", getattr(torch, f"bitwise_{op}"), bits, bits)
        yield Operator(f"bitwise_{op}.Scalar_out", getattr(torch, f"bitwise_{op}"), bits, bits, 1)
    for op, function in (("left", left_shift), ("right", right_shift)):
        yield Operator(f"bitwise_{op}_shift.Tensor_out", function, INTEGERS, INTEGERS)
        yield Operator(f"bitwise_{op}_shift.Tensor_Scalar_out", function, INTEGERS, INTEGERS, 1)


def cases():
    for operator in operators():
        yield from cases_of(operator)
