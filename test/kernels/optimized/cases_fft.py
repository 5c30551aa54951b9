# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""_fft_r2c and _fft_c2r, which the portable library lacks."""

import math

import torch

from case_writer import MISSING, Case, Out, both_layouts, misused, near, random, refused

PARTS = {torch.float32: torch.complex64, torch.float64: torch.complex128}

# The sizes of the real signal, and the dims along which it is transformed.
SIGNALS = [
    ((1,), (0,)), ((2,), (0,)), ((3,), (-1,)), ((4,), (0,)), ((5,), (0,)), ((7,), (0,)),
    ((8,), (0,)), ((11,), (0,)), ((12,), (0,)), ((30,), (0,)), ((64,), (0,)), ((77,), (0,)),
    ((400,), (0,)), ((9, 16), (1,)), ((6, 10), (0,)), ((3, 5, 14), (1,)), ((2, 9, 6), (1, 2)),
    ((4, 5, 6), (2, 0)), ((3, 4, 5), (0, 1, 2)), ((5, 3, 4, 2), (-2, 1)), ((0, 8), (1,)),
    ((2, 0, 4), (0, 2)), ((1, 3, 8, 6), (2, 3)),
]


def spectrum_size(shape, dims, more=0):
    sizes = list(shape)
    sizes[dims[-1]] = sizes[dims[-1]] // 2 + 1 + more
    return sizes


def result_of(values, dtype, normalization, points):
    """Returns the output, with a tolerance for the size of its elements. An element is a sum of
    `points` random numbers, so the sum's size is about points**0.5. The normalization multiplies
    the sum by 1, points**-0.5 or 1 / points."""
    size = [1, points**-0.5, 1 / points][normalization] * points**0.5
    return near(values.to(dtype), 16, 4 * size)


def points_of(shape, dims):
    return math.prod(shape[d] for d in dims)


def real_cases():
    op = "_fft_r2c.out"
    for dtype, parts in PARTS.items():
        for shape, dims in SIGNALS:
            tensor = random(dtype, *shape)
            for normalization in range(3):
                for onesided in (True, False):
                    if tensor.numel():
                        out = torch._fft_r2c(tensor.double(), [d % len(shape) for d in dims],
                                             normalization, onesided)
                    else:
                        out = torch.zeros(spectrum_size(shape, dims) if onesided else shape)
                    out = result_of(out, parts, normalization, points_of(shape, dims))
                    label = f"{dtype} {shape} along {dims} {normalization} {onesided}"
                    yield from both_layouts(op, label,
                                            [tensor, dims, normalization, onesided, out])
        yield from real_failures(op, dtype, parts)


def real_failures(op, dtype, parts):
    key = {torch.float32: "v1/6;|9;", torch.float64: "v1/7;|10;"}[dtype]
    good = [random(dtype, 2, 4), (1,), 0, True, Out(random(parts, 2, 3))]
    yield from refused(op, f"{dtype} kernel,", good, [
        (0, random(dtype)), (0, random(dtype, 2, 0)), (0, random(dtype, 2)), (1, ()), (1, (2,)),
        (1, (-3,)), (1, (1, 1)), (1, (1, -1)), (1, (0, 1, 0)), (2, 3), (2, -1), (3, False), (3, 1),
        (4, Out(random(parts, 2, 2))), (4, Out(random(parts, 3, 2))), (4, Out(good[0])),
        (4, Out(random(parts, 6)))], key)
    yield from misused(op, f"{dtype}", good, key)
    yield Case(op, f"{dtype} of integers", [good[0].int(), *good[1:]], MISSING)
    tensor = random(dtype, 5, 7)
    out = torch._fft_r2c(tensor, [1], 0, True)
    tensor[1], tensor[3] = torch.nan, torch.nan
    out[1] = out[3] = complex(torch.nan, torch.nan)
    yield Case(op, f"{dtype} nan in other rows",
               [tensor, (1,), 0, True, result_of(out, parts, 0, 7)])


def inverse_cases():
    op = "_fft_c2r.out"
    for dtype, parts in PARTS.items():
        more = [(shape, dims, count) for shape, dims in SIGNALS[3::4] for count in (1, 5)]
        for shape, dims, *more in SIGNALS + more:
            tensor = random(parts, *spectrum_size(shape, dims, *more))
            size = shape[dims[-1]]
            for normalization in range(3):
                out = torch.zeros(shape)
                if tensor.numel():
                    out = torch._fft_c2r(tensor.to(torch.complex128), [d % len(shape) for d in dims],
                                         normalization, size)
                out = result_of(out, dtype, normalization, points_of(shape, dims))
                label = f"{parts} {shape} along {dims} {normalization} {more}"
                yield from both_layouts(op, label, [tensor, dims, normalization, size, out])
        key = {torch.float32: "v1/9;|6;", torch.float64: "v1/10;|7;"}[dtype]
        good = [random(parts, 2, 3), (1,), 0, 4, Out(random(dtype, 2, 4))]
        yield from refused(op, f"{parts} kernel,", good, [
            (0, random(parts)), (0, random(parts, 2, 0)), (0, random(parts, 2, 2)),
            (0, random(parts, 2, 1)), (0, random(dtype, 2, 3)), (1, ()), (1, (2,)), (1, (-3,)),
            (1, (1, 1)), (1, (0, -1, 0)), (2, 3), (2, -1), (3, 0), (3, -4), (3, 6), (3, 2**31),
            (4, Out(random(dtype, 2, 5))), (4, Out(random(dtype, 8))), (4, Out(random(parts, 2, 4)))
        ], key)
        yield from misused(op, f"{parts}", good, key)


CASES = [real_cases, inverse_cases]
