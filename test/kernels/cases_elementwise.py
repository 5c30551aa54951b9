# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""add and mul on tensors of one dtype: values, broadcasting, layouts, errors."""

import math

import torch

from binary_writer import Operator, case, tensor_cases
from case_writer import (ALL, CHANNELS_LAST, INTEGERS, INVALID, SHORT_FLOATS, Calls, Case, In, Out,
                         is_exact, name, near, random)

# Pairs of shapes that broadcast. A row of 41 or more elements fills at least one vector.
SHAPES = [
    ((1,), (2, 3)), ((1, 1, 1), (1,)), ((2, 1, 2, 1, 2, 1), (3, 1, 2, 1, 2)),
    ((1,) * 15 + (2,), (2,) * 3 + (1,) * 13), ((100,), (100,)), ((3, 75), (75,)), ((75,), (3, 75)),
    ((3, 75), (3, 1)), ((3, 1), (3, 75)), ((41,), ()), ((), (41,)), ((40, 3), (3,)),
]


def specials(dtype):
    """Returns all pairs of a dtype's special numbers, as two tensors."""
    if dtype == torch.bool:
        values = [False, True]
    elif is_exact(dtype):
        info = torch.iinfo(dtype)
        values = [info.min, info.min + 1, 0, 1, 3, info.max - 1, info.max]
    else:
        info = torch.finfo(dtype)
        values = [0.0, -0.0, 1.0, -1.5, math.inf, -math.inf, math.nan, info.max, info.tiny,
                  info.tiny / 4, 3.1]
        if dtype.is_complex:
            values = [complex(a, b) for a in (0.0, 1.0, math.inf, math.nan)
                      for b in (-1.0, 2.0, math.inf)]
    values = torch.tensor(values, dtype=dtype)
    return values.repeat_interleave(len(values)), values.repeat(len(values))


def add(a, b, alpha, **layout):
    scale = 0
    if not is_exact(a.dtype) and a.numel() and b.numel():
        finite = [t[torch.isfinite(t)] for t in (a.abs(), b.abs())]
        scale = sum(t.double().max().item() if t.numel() else 0 for t in finite) * (1 + abs(alpha))
        if scale > 1e30:
            scale = 0
    return near(torch.add(a, b, alpha=alpha), 1, scale, **layout)


ADD = Operator("add.out", torch.add, ALL, ALL, extra=(1,), cancels=True, alike=True)
MUL = Operator("mul.out", torch.mul, ALL, ALL, alike=True)


def binary_cases(operator):
    yield from tensor_cases(operator)
    for dtype in ALL:
        for left, right in SHAPES:
            a, b = random(dtype, *left), random(dtype, *right)
            yield from case(operator, f"{name(dtype)} {left} {right}", a, b, dtype)
        yield from case(operator, f"{name(dtype)} more specials", *specials(dtype), dtype)
        a, b = random(dtype, 3, 37), random(dtype, 3, 37)
        for alias, other in ((0, b), (1, b), (0, b[0])):
            yield from case(operator, f"{name(dtype)} long, in place {alias}", a, other, dtype,
                            alias=alias)
        a, b = random(dtype, 2, 3, 4, 2), random(dtype, 2, 3, 4, 2)
        last = CHANNELS_LAST
        yield from case(operator, f"{name(dtype)} channels last", In(a, last), In(b, last), dtype,
                        order=last)
        yield from case(operator, f"{name(dtype)} mixed layouts of inputs", In(a, last), b, dtype)
        yield from case(operator, f"{name(dtype)} mixed layouts, bias", a,
                        In(b[:, :, :1, :1], last), dtype, order=last)


def alpha_cases():
    for dtype in ALL:
        case = Calls("add.out", name(dtype))
        a, b = random(dtype, 3, 4), random(dtype, 4)
        for alpha in ([0, 1, 2] if dtype == torch.bool else [0, 2, -3, 100]):
            yield case(f"alpha {alpha}", a, b, alpha, add(a, b, alpha))
            a, b = random(dtype, 3, 37), random(dtype, 37)
            yield case(f"long, alpha {alpha}", a, b, alpha, add(a, b, alpha), alike=True)
        a, b = random(dtype, 3, 4), random(dtype, 4)
        for alpha in (0.5, -1e-3):
            result = Out(a) if is_exact(dtype) else add(a, b, alpha)
            yield case(f"alpha {alpha}", a, b, alpha, result,
                       fail=INVALID if is_exact(dtype) else None)
        result = add(a, b, True) if dtype == torch.bool else Out(a)
        yield case("alpha True", a, b, True, result, fail=None if dtype == torch.bool else INVALID)
        for wrong in (None, [1]):
            yield case.bad(f"alpha {wrong}", a, b, wrong, Out(a))
    for dtype in INTEGERS[:-1]:
        a = random(dtype, 3)
        info = torch.iinfo(dtype)
        low = -info.max if dtype == torch.uint8 else info.min
        for alpha in (info.max, low):
            yield Case("add.out", f"{name(dtype)} alpha {alpha}", [a, a, alpha, add(a, a, alpha)])
        for alpha in (info.max + 1, low - 1):
            yield Case("add.out", f"{name(dtype)} alpha {alpha}", [a, a, alpha, Out(a)], INVALID)
    for dtype in [torch.float32, torch.complex64]:
        case = Calls("add.out", name(dtype))
        a = random(dtype, 3)
        yield case.bad("alpha too large", a, a, 1e300, Out(a))
        yield case("alpha inf", a, a, math.inf, near(torch.add(a, a, alpha=math.inf)))
        yield case("alpha nan", a, a, math.nan, near(torch.add(a, a, alpha=math.nan)))
    # Some alphas are about halfway between Floats. Rounding to Double first can give another Float.
    for dtype in (torch.float32, torch.float64):
        zero, one = torch.zeros(2, dtype=dtype), torch.ones(2, dtype=dtype)
        for alpha in (2**24 + 1, 2**33 + 2**9, 2**60 + 2**36, 2**60 + 2**36 + 1, 2**63 - 1, 2**40,
                      -2**60 - 2**36 - 1, -2**63, -2**31 - 129):
            yield Case("add.out", f"{name(dtype)} integer alpha {alpha}",
                       [zero, one, alpha, Out(torch.full((2,), alpha).to(dtype))])
    # Half cannot hold 1e6, and BFloat16 rounds it. Therefore both kernels keep alpha as a Float.
    for dtype in SHORT_FLOATS:
        a, b = random(dtype, 5), random(dtype, 5) / 1024
        result = torch.add(a.float(), b.float(), alpha=1e6).to(dtype)
        yield Case("add.out", f"{name(dtype)} alpha 1e6", [a, b, 1e6, near(result)])


CASES = [(binary_cases, ADD), (binary_cases, MUL), alpha_cases]
