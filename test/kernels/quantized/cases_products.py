# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of products of floating-point tensors with Char weights. The outputs have a tolerance,
because kernels may sum floats in any order."""

import itertools

import torch

import reference
from case_writer import CODES, FLOATS, Case, In, Out, name, near
from cases_affine import bad_calls, op

INPUTS = [torch.float16, torch.float32, torch.bfloat16]
# Rows, depth, columns, groups.
SIZES = ((1, 1, 1, 1), (1, 64, 8, 1), (3, 7, 5, 2), (2, 70, 33, 4), (17, 33, 9, 3), (1, 600, 3, 5),
         (2, 1030, 17, 1), (5, 300, 130, 10), (0, 3, 4, 1), (3, 0, 4, 1), (3, 4, 0, 2), (33, 12, 40, 12))


def group_size(depth, groups):
    return -(-depth // groups) if groups else depth


def parameters(shape, dtype, zero_dtype=None):
    return ((torch.rand(shape) / 8 + 0.01).to(dtype),
            torch.randint(-16, 16, shape).to(zero_dtype or dtype))


def product(x, wide, dtype):
    """Returns the output. The tolerance is for Float sums in any order, and for the rounding to the
    output's dtype."""
    exact = x.double() @ wide
    size = float((x.double().abs() @ wide.abs()).max()) if exact.numel() else 0
    out = near(exact.to(dtype), 2)
    out.atol += (8 + x.shape[1] ** 0.5) * torch.finfo(torch.float32).eps * size
    return out


def linear_case(label, sizes, dtypes, with_zero_points, code=None):
    rows, depth, columns, groups = sizes
    dtype, scale_dtype, zero_dtype, out_dtype = dtypes
    x = torch.randn(rows, depth).to(dtype)
    weight = torch.randint(-128, 128, (columns, depth)).to(torch.int8)
    scales, zero_points = parameters((columns, groups) if groups > 1 else (columns,), scale_dtype,
                                     zero_dtype)
    zero_points = zero_points if with_zero_points else None
    wide = reference.weights(weight, scales, zero_points, group_size(depth, groups))
    return Case(op("mixed_linear"), f"{label} {sizes} {with_zero_points} {code}",
                [x, weight, scales, zero_points, code, product(x, wide.T, out_dtype)])


def mm_case(label, sizes, dtypes, with_zero_points):
    rows, depth, columns, _ = sizes
    dtype, scale_dtype, zero_dtype, out_dtype = dtypes
    x = torch.randn(rows, depth).to(dtype)
    weight = torch.randint(-128, 128, (depth, columns)).to(torch.int8)
    scales, zero_points = parameters((depth,), scale_dtype, zero_dtype)
    zero_points = zero_points if with_zero_points else None
    wide = reference.weights(weight, scales, zero_points, columns)
    return Case(op("mixed_mm"), f"{label} {sizes} {with_zero_points}",
                [x, weight, scales, zero_points, product(x, wide, out_dtype)])


def bad_cases(good, is_linear):
    x, weights, scales = good.args[:3]
    yield from bad_calls(good, [
        (1, torch.ones(weights.shape, dtype=torch.uint8)), (1, torch.ones(5, 5, dtype=torch.int8)),
        (1, torch.tensor(1, dtype=torch.int8)), (1, In(weights, (1, 0))),
        (0, x.double()), (0, x[0]), (0, In(x, (1, 0))),
        (2, torch.ones(scales.shape[0] + 1)), (2, torch.tensor(1.0)), (2, scales.reshape(-1, 1, 1)),
        (2, None), (2, torch.ones(scales.shape, dtype=torch.int32)),
        (3, torch.ones(scales.shape[0] + 1)), (3, torch.ones(scales.shape, dtype=torch.int32)),
        (-1, Out(torch.ones(3, 4, dtype=torch.int32))), (-1, Out(torch.ones(3, 5))),
        # mixed_linear refuses a wrong `dtype`, and 6, 0 or 4 groups for rows of 5 weights. In 4
        # groups of 2 weights (5/4 rounded up), the last is empty. mixed_mm refuses groups.
        *([(4, CODES[torch.float16]), (4, 1.0), (2, torch.ones(4, 6)), (2, torch.ones(4, 0)),
           (2, torch.ones(4, 4))] if is_linear else [(2, torch.ones(5, 2))])])


def cases():
    for dtype, sizes, with_zero_points in itertools.product(INPUTS, SIZES, (False, True)):
        dtypes = (dtype,) * 4
        yield linear_case(name(dtype), sizes, dtypes, with_zero_points)
        yield linear_case(name(dtype), sizes, dtypes, with_zero_points, CODES[dtype])
        yield mm_case(name(dtype), sizes, dtypes, with_zero_points)
    for dtypes in itertools.product(INPUTS, FLOATS, FLOATS, FLOATS):
        label = " ".join(map(name, dtypes))
        yield linear_case(label, (3, 5, 4, 2), dtypes, True, CODES[dtypes[3]])
        yield mm_case(label, (3, 5, 4, 1), dtypes, True)
    floats = (torch.float32,) * 4
    yield from bad_cases(linear_case("bad", (3, 5, 4, 1), floats, False), True)
    yield from bad_cases(mm_case("bad", (3, 5, 4, 1), floats, True), False)
