# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of add and mul with mixed dtypes: every pair of input dtypes with every output dtype.

Kernels must convert Half and BFloat16 to Float, and Float to Half and BFloat16, with the same bits
as PyTorch."""

import dataclasses
import itertools

import torch

from binary_writer import Operator, case, numbers as values
from case_writer import ALL, INVALID, SHORT, Case, Out, name, near, random

# With inputs from values(), add and mul round at most once, so all bits must agree (ulps=0).
OPERATORS = [Operator("add.out", lambda a, b: torch.add(a, b, alpha=2), ALL, ALL, extra=(2,),
                      ulps=0),
             Operator("mul.out", torch.mul, ALL, ALL, ulps=0)]


def binary_cases(operator):
    shapes = [(10, 10), (10, 0), (0, 10), (0, 0)]
    for left, right in itertools.product(ALL, ALL):
        for dims, (shape_a, shape_b) in enumerate(shapes):
            a, b = values(left, shape_a), values(right, shape_b)
            common = torch.result_type(a, b)
            outputs = ALL if dims == 0 else {common, torch.int64, torch.float64, torch.complex128}
            for dtype in sorted(outputs & set(ALL) if dims else outputs, key=name):
                if not left == right == dtype:
                    label = f"{name(left)}[{shape_a}] {name(right)}[{shape_b}] into {name(dtype)}"
                    yield from case(operator, label, a, b, dtype)


def portion_cases(operator):
    """Makes calls with more elements than fit in Slots (element.h), the buffer for the converted
    elements of a fallback kernel. The inputs have the same shape, or they broadcast."""
    operator = dataclasses.replace(operator, complex_ulps=2, cancels=True)
    for left, right, out in [(torch.int32, torch.float32, torch.float32),
                             (torch.bool, torch.int64, torch.int64),
                             (torch.float16, torch.float32, torch.float64),
                             (torch.float16, torch.int16, torch.float32),
                             (torch.uint8, torch.int8, torch.float64),
                             (torch.float64, torch.complex64, torch.complex128),
                             (torch.complex64, torch.int64, torch.complex64)]:
        for shape_a, shape_b in [((300,), (300,)), ((3, 75), (75,)), ((75,), (3, 1)), ((), (130,))]:
            yield from case(operator, f"{name(left)} {shape_a} {name(right)} {shape_b} into "
                            f"{name(out)}, long", random(left, *shape_a), random(right, *shape_b),
                            out)


def argument_cases():
    ints, floats = values(torch.int32, 10), values(torch.float32, 10)
    longs = values(torch.int64, 10)
    yield Case("add.out", "mixed, alpha 1.5, integers", [ints, longs, 1.5, Out(longs)], INVALID)
    yield Case("add.out", "mixed, alpha True", [ints, longs, True, Out(longs)], INVALID)
    yield Case("add.out", "mixed, alpha 0.5",
               [ints, floats, 0.5, near(torch.add(ints, floats, alpha=0.5), 2, 200)])
    yield Case("add.out", "mixed, alpha too large", [ints, floats, 1e300, Out(floats)], INVALID)
    chars, bytes_ = values(torch.int8, 10), values(torch.uint8, 10)
    yield Case("add.out", "mixed, alpha beyond Char", [chars, chars, 128, Out(ints)], INVALID)
    yield Case("add.out", "mixed, alpha -128 for Byte",
               [bytes_, bytes_, -128, Out(torch.add(bytes_, bytes_, alpha=-128).int())])
    yield Case("add.out", "Byte and Char make Short",
               [bytes_, chars, 300, Out(torch.add(bytes_, chars, alpha=300).long())])
    yield Case("add.out", "mixed, wrong shape", [ints, floats, 1, Out(floats[:9])], INVALID)
    yield Case("mul.out", "mixed, wrong shape", [ints, floats[:3], Out(floats)], INVALID)
    yield Case("mul.out", "mixed, no tensor", [ints, 3, Out(floats)], INVALID)
    yield Case("mul.out", "mixed, too few arguments", [ints], SHORT, "fallback")
    big = torch.tensor([2**24 + 1, 2**31 - 1, -2**31], dtype=torch.int32)
    half = torch.tensor([1.0, 0.5, 1.0])
    yield Case("add.out", "Int is rounded to Float first", [big, half, 1, Out(big + half, 1e-30)])
    wide = torch.tensor([2**62 + 1, -2**63, 2**53 + 1], dtype=torch.int64)
    yield Case("add.out", "Long keeps all bits", [wide, values(torch.int32, 0), 1, Out(wide + 3)])


def conversion_cases():
    """Multiplies by 1, so that the kernel only converts the elements: to the common dtype, then to
    the output's dtype."""
    for dtype in (torch.float16, torch.bfloat16):
        every = torch.arange(-2**15, 2**15).to(torch.int16).view(dtype)
        yield Case("mul.out", f"every {name(dtype)} to Float",
                   [every, torch.ones(()), Out(every.float())])
        # Numbers of the dtype, midpoints between neighbours, and the Floats next to the midpoints.
        finite = every.float()[torch.isfinite(every.float())].unique()
        middle = ((finite[:-1].double() + finite[1:].double()) / 2).float()[::37]
        infinity = torch.full_like(middle, torch.inf)
        edges = [65504, 65519.99, 65520, 65536, 1e9, -65520, 3.3895e38, 3.3961e38, 3.4e38, 2**-24,
                 2**-25, 2**-25 * 1.0001, 2**-26, 1e-45, -1e-45, 0.0, -0.0, torch.inf, torch.nan]
        floats = torch.cat([finite[::37], middle, torch.nextafter(middle, infinity),
                            torch.nextafter(middle, -infinity), torch.tensor(edges)])
        yield Case("mul.out", f"Float to {name(dtype)}",
                   [floats, torch.ones((), dtype=dtype), Out(floats.to(dtype))])


def cases():
    for operator in OPERATORS:
        yield from binary_cases(operator)
        yield from portion_cases(operator)
    yield from argument_cases()
    yield from conversion_cases()
