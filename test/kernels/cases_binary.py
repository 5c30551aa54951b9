# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of sub, rsub, minimum, maximum, atan2 and pow, and of add and mul with a Scalar."""

import torch

from binary_writer import Operator, cases_of, numbers
from case_writer import ALL, FLOATS, INVALID, NUMBERS, REAL, Case, Out, is_exact, name


def subtracts_bool(a, b):
    return any(isinstance(t, bool) or torch.is_tensor(t) and t.dtype == torch.bool for t in (a, b))


def alpha_operators():
    """Yields the operators with alpha, except add.out, which cases_elementwise.py tests."""
    for alpha in (1, 2):
        def add(a, b, alpha=alpha):
            return torch.add(a, b, alpha=alpha)

        def sub(a, b, alpha=alpha):
            return torch.sub(a, b, alpha=alpha)

        def rsub(b, a, alpha=alpha):
            return torch.sub(b, a, alpha=alpha)

        common = {"extra": (alpha,), "cancels": True}
        yield Operator("sub.out", sub, NUMBERS, NUMBERS, refuses=subtracts_bool, **common)
        yield Operator("add.Scalar_out", add, ALL, ALL, 1, **common)
        yield Operator("sub.Scalar_out", sub, NUMBERS, NUMBERS, 1, refuses=subtracts_bool, **common)
        yield Operator("rsub.Scalar_out", rsub, NUMBERS, NUMBERS, 0, refuses=subtracts_bool,
                       **common)


def swapped(args):
    """Swaps the Scalar and the tensor. cases_of() puts the Scalar first, because rsub computes
    Scalar - alpha * tensor, but the operator takes the tensor first."""
    return [args[1], args[0], *args[2:]]


def alpha_cases():
    for operator in alpha_operators():
        for item in cases_of(operator):
            if operator.op == "rsub.Scalar_out" and len(item.args) > 1:
                item.args = swapped(item.args)
            item.name += f" alpha {operator.extra[0]}"
            yield item
    for op in ("sub.out", "add.Scalar_out", "sub.Scalar_out", "rsub.Scalar_out"):
        for dtype in (torch.int32, torch.int8, torch.float32):
            a = numbers(dtype, 10)
            other = a if op == "sub.out" else 1
            for alpha in (0.5, True, None, 1 << 40):
                if dtype == torch.float32 and alpha in (0.5, 1 << 40) and alpha is not True:
                    continue
                yield Case(op, f"{name(dtype)} alpha {alpha}", [a, other, alpha, Out(a)], INVALID)


def negative_exponent(a, b):
    return isinstance(b, int) and not isinstance(b, bool) and b < 0 and torch.is_tensor(
        a) and is_exact(a.dtype)


def power(a, b):
    """Returns torch.pow(a, b) with a correction: where b is 1, the result is a. The vector code of
    torch.pow computes a wrong result if a is the largest Double and b is 1."""
    return torch.where(b == 1, a, torch.pow(a, b))


def operators():
    yield Operator("mul.Scalar_out", torch.mul, ALL, ALL, 1)
    real = REAL + [torch.bool]
    yield Operator("minimum.out", torch.minimum, real, real)
    yield Operator("maximum.out", torch.maximum, real, real)
    yield Operator("atan2.out", torch.atan2, FLOATS, FLOATS, fractional=True, ulps=4)
    yield Operator("pow.Tensor_Tensor_out", power, REAL, REAL, ulps=4)
    yield Operator("pow.Tensor_Scalar_out", power, REAL, REAL, 1, refuses=negative_exponent, ulps=4)
    yield Operator("pow.Scalar_out", power, REAL, REAL, 0, ulps=4)


def cases():
    yield from alpha_cases()
    for operator in operators():
        yield from cases_of(operator)
