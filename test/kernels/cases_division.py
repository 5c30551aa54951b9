# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of div, floor_divide, remainder and fmod."""

import numpy
import torch

from binary_writer import Operator, cases_of, numbers
from case_writer import CODES, COMPLEX, FLOATS, INVALID, REAL, Case, Out, name


def rounded(mode):
    return lambda a, b: torch.div(a, b, rounding_mode=mode)


def divide(a, b):
    """Returns a / b. NumPy divides complex numbers, because PyTorch 1.13 returns NaN for some
    infinite or zero operands. Later releases of PyTorch return the same quotients as NumPy."""
    if not a.is_complex():
        return torch.div(a, b)
    with numpy.errstate(all="ignore"):
        return torch.as_tensor(numpy.divide(a.numpy(), b.numpy()))


def operators():
    quotient = {"fractional": True, "complex_ulps": 3}
    for overload, scalar, true in (("", None, FLOATS + COMPLEX), ("Scalar_", 1, FLOATS)):
        yield Operator(f"div.{overload}out", divide, true, true, scalar, **quotient)
        op = f"div.{overload}mode_out" if overload else "div.out_mode"
        yield Operator(op, divide, true, true, scalar, (None,), **quotient)
        for mode in ("floor", "trunc"):
            yield Operator(op, rounded(mode), REAL, REAL, scalar, (mode,), divides=True)
        overload = overload or "Tensor_"
        for op, function in (("remainder", torch.remainder), ("fmod", torch.fmod)):
            yield Operator(f"{op}.{overload}out", function, REAL, REAL, scalar, divides=True)
    yield Operator("floor_divide.out", rounded("floor"), REAL, REAL, divides=True)


def extreme_cases():
    """The smallest integer divided by -1 must wrap around and not trap. ExecuTorch's kernels would
    end the program in these calls. These cases have a kernel key, because cases with a key are not
    run with ExecuTorch's kernels. The kernels must refuse divisors that become 0 in the common
    dtype, complex numbers and unknown rounding modes."""
    for dtype in (torch.int8, torch.int16, torch.int32, torch.int64):
        low = torch.tensor([torch.iinfo(dtype).min, 5], dtype=dtype)
        ones = torch.full((2,), -1, dtype=dtype)
        rest = torch.zeros_like(low)
        for op, other, extra, value in [
                ("floor_divide.out", ones, [], -low), ("div.out_mode", ones, ["floor"], -low),
                ("div.out_mode", ones, ["trunc"], -low), ("remainder.Tensor_out", ones, [], rest),
                ("fmod.Tensor_out", ones, [], rest), ("div.Scalar_mode_out", -1, ["floor"], -low),
                ("div.Scalar_mode_out", -1, ["trunc"], -low),
                ("remainder.Scalar_out", -1, [], rest), ("fmod.Scalar_out", -1, [], rest)]:
            yield Case(op, f"{name(dtype)} smallest by -1 {extra}",
                       [low, other, *extra, Out(value)], None, f"v1/{CODES[dtype]};|*")
    chars = numbers(torch.int8, 10)
    yield Case("floor_divide.out", "Char by 256", [chars, torch.tensor(256), Out(chars)], INVALID)
    yield Case("remainder.Scalar_out", "Char by 256", [chars, 256, Out(chars)], INVALID)
    nothing = torch.zeros((0, 3), dtype=torch.int32)
    yield Case("floor_divide.out", "nothing by zero",
               [nothing, torch.zeros((1, 3), dtype=torch.int32), Out(nothing)])
    a = numbers(torch.complex64, 10)
    yield Case("div.Scalar_out", "complex", [a, 2, Out(a)], INVALID)
    yield Case("div.Scalar_mode_out", "complex", [a, 2, None, Out(a)], INVALID)
    for mode in ("round", "floo", "floors", "-", True, 1, [1]):
        a = numbers(torch.float32, 10)
        yield Case("div.out_mode", f"mode {mode}", [a, a, mode, Out(a)], INVALID)
        yield Case("div.Scalar_mode_out", f"mode {mode}", [a, 2, mode, Out(a)], INVALID)


def cases():
    for operator in operators():
        for item in cases_of(operator):
            item.name += "".join(f" {mode}" for mode in operator.extra)
            yield item
    yield from extreme_cases()
