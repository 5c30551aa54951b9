# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of numbers with weights of Char. Sums are floats, in any order."""

import itertools

import torch

import reference
from case_writer import CODES, FLOATS, Case, In, Out, name, near
from cases_affine import op, with_argument

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
    """Right within the roundings of floats, in any order, and one of the output's dtype."""
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
    last = len(good.args) - 1
    scales = good.args[2]
    changes = [
        ("weights of Byte", 1, torch.ones(good.args[1].shape, dtype=torch.uint8)),
        ("weights of other sizes", 1, torch.ones(5, 5, dtype=torch.int8)),
        ("weights without dims", 1, torch.tensor(1, dtype=torch.int8)),
        ("weights in another order", 1, In(good.args[1], (1, 0))),
        ("an input of Double", 0, good.args[0].double()), ("an input of a dim", 0, good.args[0][0]),
        ("an input in another order", 0, In(good.args[0], (1, 0))),
        ("a scale more", 2, torch.ones(scales.shape[0] + 1)),
        ("one scale", 2, torch.tensor(1.0)), ("scales of three dims", 2, scales.reshape(-1, 1, 1)),
        ("no scales", 2, None), ("scales of Int", 2, torch.ones(scales.shape, dtype=torch.int32)),
        ("a zero point more", 3, torch.ones(scales.shape[0] + 1)),
        ("zero points of Int", 3, torch.ones(scales.shape, dtype=torch.int32)),
        ("an output of Int", last, Out(torch.ones(3, 4, dtype=torch.int32))),
        ("an output of another size", last, Out(torch.ones(3, 5)))]
    if is_linear:
        changes += [("another dtype", 4, CODES[torch.float16]), ("a dtype of another kind", 4, 1.0),
                    ("a group too many", 2, torch.ones(4, 6)), ("no groups", 2, torch.ones(4, 0)),
                    ("groups of which the last is empty", 2, torch.ones(4, 4))]
    else:
        changes += [("scales by group", 2, torch.ones(5, 2))]
    for label, index, value in changes:
        yield with_argument(good, index, value, label)


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
