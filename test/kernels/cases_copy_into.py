# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of copy and copy_, which broadcast src to the shape of self and convert src to the
dtype of self."""

import itertools

import torch

from binary_writer import numbers
from case_writer import (ALL, CHANNELS_LAST, INTEGERS, INVALID, SHORT, Case, In, Out, is_exact,
                         name, random)

SHAPES = [((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 3), (2, 1)), ((2, 3), ()), ((), ()),
          ((0, 3), (3,)), ((2, 0), (1,)), ((4, 2, 3), (2, 1)), ((70,), (70,)),
          ((3, 25), (25,)), ((1,), ())]
MISMATCHED = [((2, 3), (3, 2)), ((2, 3), (1, 2, 3)), ((3,), (2, 3)), ((1, 3), (2, 3)), ((), (1,)),
              ((2, 3), (0, 3))]


def call(self, src, out):
    return [self, src, False, out]


def result(self, src):
    """Returns the expected output. PyTorch does not define the result for floats that an integer
    dtype of self cannot hold. copy_cases() therefore avoids such floats."""
    return src.to(self.dtype).expand(self.shape).contiguous()


def copy_cases(op):
    def out(tensor, **layout):
        return Out(tensor, alias=0 if op == "copy_" else None, **layout)

    for dtype in ALL:
        for left, right in SHAPES:
            self, src = random(dtype, *left), random(dtype, *right)
            yield Case(op, f"{name(dtype)} {left} {right}", call(self, src, out(result(self, src))))
        self, src = random(dtype, 2, 3, 2, 2), random(dtype, 3, 2, 1)
        yield Case(op, f"{name(dtype)} layouts",
                   call(In(self, CHANNELS_LAST), src,
                        out(result(self, src), order=CHANNELS_LAST)))
        for left, right in MISMATCHED:
            self, src = random(dtype, *left), random(dtype, *right)
            yield Case(op, f"{name(dtype)} {left} {right}", call(self, src, Out(self)), INVALID)
    for to, origin in itertools.product(ALL, ALL):
        if to.is_complex != origin.is_complex and not to.is_complex:
            continue  # cases_dim_order.py tests conversions of complex numbers to real ones
        for shape in (10, 0):
            src = numbers(origin, shape)
            if to == torch.uint8 and not is_exact(origin):
                src = src.double().abs().to(origin)
            elif to in INTEGERS and not is_exact(origin):
                src = src.double().clamp(-100, 100).to(origin)
            self = random(to, 10)
            yield Case(op, f"{name(origin)} {shape} into {name(to)}",
                       call(self, src, out(result(self, src))))
    floats = random(torch.float32, 10)
    for blocking in (None, 1, 0.5):
        yield Case(op, f"non_blocking {blocking}", [floats, floats, blocking, Out(floats)], INVALID)
    yield Case(op, "a Scalar", call(floats, 1, Out(floats)), INVALID)
    yield Case(op, "too few arguments", [floats, floats], SHORT, "fallback")
    if op == "copy.out":
        yield Case(op, "another dtype", call(floats, floats, out(floats.double())), INVALID)
        yield Case(op, "another shape", call(floats, floats, out(floats[:9])), INVALID)
        same = random(torch.float32, 3, 4)
        yield Case(op, "in place", call(same, same, Out(same, alias=1)))


CASES = [(copy_cases, "copy.out"), (copy_cases, "copy_")]
