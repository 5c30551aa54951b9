# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators with one input and no other arguments: values, dtypes, layouts, errors."""

import dataclasses
import itertools

import torch

from binary_writer import numbers as values
from case_writer import (ALL, CHANNELS_LAST, CODES, COMPLEX, FLOATS, INTEGERS, INVALID, MISSING,
                         REAL, SHORT, SHORT_FLOATS, Case, In, Out, absent_variants, eps, is_exact,
                         misused, name, near, random, wide)
from cases_elementwise import specials


def log1p(tensor):
    """Corrects PyTorch's log1p, which is infinite for the largest numbers."""
    return torch.where(tensor > 1e100, tensor.log(), tensor.log1p())


FORMULAS = {
    "acos": torch.acos, "acosh": torch.acosh, "asin": torch.asin, "asinh": torch.asinh,
    "atan": torch.atan, "atanh": torch.atanh, "cos": torch.cos, "cosh": torch.cosh,
    "erf": torch.erf, "exp": torch.exp, "expm1": torch.expm1, "log": torch.log,
    "log10": torch.log10, "log1p": log1p, "log2": torch.log2,
    "reciprocal": torch.reciprocal, "rsqrt": torch.rsqrt, "sigmoid": torch.sigmoid,
    "sin": torch.sin, "sinh": torch.sinh, "sqrt": torch.sqrt, "tan": torch.tan,
    "tanh": torch.tanh,
}
SHAPES = [(2, 3), (), (0, 2), (5, 1, 2), (1,), (37,)]


def in_wide(function):
    return lambda tensor: function(tensor.to(wide(tensor.dtype))).to(tensor.dtype)


def unary_cases(op, dtype, result, expected):
    """`result` computes the expected tensor from the input. `expected` wraps this tensor in an
    `Out`, which also has the tolerance of the comparison."""
    def outputs(tensor, **layout):
        return expected(result(tensor), **layout)

    inputs = {str(shape): random(dtype, *shape) * (1 if is_exact(dtype) else 3) for shape in SHAPES}
    inputs["specials"] = specials(dtype)[1][:12]
    if not is_exact(dtype) and not dtype.is_complex:
        inputs["below 1"] = (torch.rand(20, dtype=torch.float64) * 2 - 1).to(dtype)
        inputs["above 1"] = (torch.rand(20, dtype=torch.float64) * 7 + 1).to(dtype)
    if dtype == torch.bool:
        inputs.update((str(count), random(dtype, count)) for count in range(7, 12))
    for label, tensor in inputs.items():
        yield Case(op, f"{name(dtype)} {label}", [tensor, outputs(tensor)])
    tensor = random(dtype, 2, 3, 2, 2)
    for order in (None, CHANNELS_LAST):
        yield Case(op, f"{name(dtype)} channels last into {order}",
                   [In(tensor, CHANNELS_LAST), outputs(tensor, order=order)],
                   None if order else INVALID)
    pixel = random(dtype, 2, 3, 1, 1)
    yield Case(op, f"{name(dtype)} channels last of one pixel",
               [In(pixel, CHANNELS_LAST), outputs(pixel)])
    tensor = random(dtype, 7)
    whole = [tensor, outputs(tensor)]
    if whole[1].tensor.dtype == dtype:
        yield Case(op, f"{name(dtype)} in place", [tensor, dataclasses.replace(whole[1], alias=0)])
    yield from absent_variants(Case(op, name(dtype), whole))
    out = outputs(random(dtype, 2, 3)).tensor
    for shape in [(3, 2), (6,), (1, 2, 3), (2, 1)]:
        yield Case(op, f"{name(dtype)} (2, 3) into {shape}",
                   [random(dtype, 2, 3), Out(random(out.dtype, *shape))], INVALID)


def kernel_cases(op, dtype, result=None, params=()):
    """Calls the kernel of one dtype with arguments that it must refuse."""
    result = result or dtype
    key = f"v1/{CODES[dtype]};|" + ("*" if result == dtype else f"{CODES[result]};")
    tensor = random(dtype, 4)
    yield from misused(op, name(dtype), [tensor, *params, Out(tensor.to(result))], key)


def formula_cases(formula):
    op, function = f"{formula}.out", FORMULAS[formula]

    def result(tensor):
        return function(tensor.double()).to(tensor.dtype)

    def expected(tensor, **layout):
        return near(tensor, 4, **layout)

    for dtype in FLOATS:
        yield from unary_cases(op, dtype, result, expected)
        yield from kernel_cases(op, dtype)
    some = formula not in ("sigmoid", "exp")
    for dtype, out in itertools.product(ALL, ALL):
        if dtype == out and not is_exact(dtype):
            continue
        # All formulas share the code that checks dtypes, so only two formulas get all dtype pairs.
        if some and (out in (torch.uint8, torch.int16, torch.int32) and dtype != out or
                     dtype.is_complex and out.is_complex):
            continue
        tensor = values(dtype, 10)
        common = torch.float32 if is_exact(dtype) else dtype
        label = f"{name(dtype)} into {name(out)}"
        if is_exact(out) or common.is_complex:
            yield Case(op, label, [tensor, Out(torch.zeros(10, dtype=out))], INVALID)
            continue
        result = function(tensor.to(common).double()).to(common).to(out)
        coarse = max(eps(common), eps(out))
        yield Case(op, label, [tensor, Out(result, 4 * coarse, coarse / 1e6)])


def exact_cases(op, dtypes, function, refused):
    """Makes cases of an operator whose results are exact and have the input's dtype. The operator
    has one kernel for each of `dtypes`, and no kernel for the dtypes in `refused`."""
    for dtype in dtypes:
        yield from unary_cases(op, dtype, in_wide(function), Out)
        yield from kernel_cases(op, dtype)
        if not is_exact(dtype):
            halves = torch.arange(-13, 14) / 2
            top = 2.0 / eps(dtype)
            large = torch.tensor([top / 4 + 0.5, top / 2, -top / 2 - 1, top + 2, 0.49, -0.49, 0.501],
                                 dtype=torch.float64)
            tensor = torch.cat([halves.double(), large]).to(dtype)
            yield Case(op, f"{name(dtype)} halves", [tensor, Out(in_wide(function)(tensor))])
        if dtype in SHORT_FLOATS:
            every = torch.arange(-2**15, 2**15).to(torch.int16).view(dtype)
            yield Case(op, f"every {name(dtype)}", [every, Out(in_wide(function)(every))])
    for dtype in refused:
        yield Case(op, name(dtype), [random(dtype, 2), Out(random(dtype, 2))], MISSING)


def complex_abs_cases():
    def absolute(tensor):
        return torch.hypot(tensor.real, tensor.imag)

    for dtype, real in ((torch.complex64, torch.float32), (torch.complex128, torch.float64)):
        yield from unary_cases("abs.out", dtype, absolute, near)
        yield from kernel_cases("abs.out", dtype, real)
        yield Case("abs.out", f"{name(dtype)} into itself",
                   [random(dtype, 2), Out(random(dtype, 2))], MISSING)


def one_kernel_cases(op, dtypes, function):
    """Makes cases of an operator whose results are exact and have the input's dtype. The operator
    has one kernel, which serves `dtypes` and must refuse all other dtypes."""
    for dtype in ALL:
        if dtype not in dtypes:
            yield Case(op, name(dtype), [random(dtype, 2), Out(random(dtype, 2))], INVALID)
            continue
        yield from unary_cases(op, dtype, function, Out)
        for count in (2, 3, 5):
            tensor = random(dtype, count)
            yield Case(op, f"{name(dtype)} {count}", [tensor, Out(function(tensor))])
        tensor = random(dtype, 3)
        for other in sorted({torch.int8, torch.float32, torch.complex64} - {dtype}, key=name):
            yield Case(op, f"{name(dtype)} into {name(other)}",
                       [tensor, Out(random(other, 3))], INVALID)
        yield from misused(op, name(dtype), [tensor, Out(tensor)], "fallback")


def bool_cases(op, function):
    for dtype in REAL + [torch.bool]:
        yield from unary_cases(op, dtype, function, Out)
        tensor = random(dtype, 70)
        tensor[::3] = 0
        yield Case(op, f"{name(dtype)} zeros", [tensor, Out(function(tensor))])
        if not is_exact(dtype) or op == "logical_not.out":
            yield from kernel_cases(op, dtype, torch.bool)
        for out in ALL:
            result = Out(function(tensor).to(out))
            if out != torch.bool:
                yield Case(op, f"{name(dtype)} into {name(out)}", [tensor, result],
                           None if op == "logical_not.out" else INVALID)
    for dtype in COMPLEX:
        yield Case(op, name(dtype), [random(dtype, 2), Out(random(torch.bool, 2))], INVALID)
    yield Case(op, "no input", [3, Out(random(torch.bool, 3))], INVALID)
    yield Case(op, "no output", [random(torch.int8, 3), 3], INVALID)
    yield Case(op, "too few arguments", [random(torch.int8, 3)], SHORT, "fallback")


def cases():
    for formula in FORMULAS:
        yield from formula_cases(formula)
    for op, function in (("relu", torch.relu), ("neg", torch.neg)):
        yield from exact_cases(f"{op}.out", REAL, function, COMPLEX + [torch.bool])
    yield from exact_cases("abs.out", REAL, torch.abs, [torch.bool])
    yield from complex_abs_cases()
    yield from exact_cases("sign.out", REAL + [torch.bool], torch.sign, COMPLEX)
    for op in ("ceil", "floor", "round", "trunc"):
        yield from exact_cases(f"{op}.out", REAL, getattr(torch, op), COMPLEX + [torch.bool])
    yield from one_kernel_cases("bitwise_not.out", INTEGERS + [torch.bool], torch.bitwise_not)
    yield from one_kernel_cases("_conj_physical.out", ALL, torch.conj_physical)
    for op in ("isinf", "isnan", "logical_not"):
        yield from bool_cases(f"{op}.out", getattr(torch, op))
