# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mean and _softmax.

Half and BFloat16 are compared with PyTorch's float result, rounded: its own Half mean rounds the
sum, too, and overflows where ours does not."""

import itertools

import torch

from case_writer import (ALL, CHANNELS_LAST, CODES, COMPLEX, FLOATS, INTEGERS, INVALID, MISSING,
                         Case, In,
                         Out, is_exact, name, near, random, wide)


def mean(tensor, dims, keepdim, out=None, dtype=None, **layout):
    out = out or tensor.dtype
    compute = torch.complex128 if tensor.dtype.is_complex or out.is_complex else torch.float64
    source = tensor.to(wide(tensor.dtype) if tensor.dtype == out else compute)
    if not dims:
        dims = list(range(tensor.dim()))
    result = torch.mean(source, dims, keepdim) if tensor.dim() else source.clone()
    scale = tensor.to(compute).abs().max().item() if tensor.numel() else 0
    return near(result.to(out), 4, scale, **layout)


def mean_cases():
    for dtype in FLOATS + COMPLEX:
        tensor = random(dtype, 2, 3, 4, 5)
        for dims, keepdim in itertools.product(
                [None, [], [0], [3], [-1], [1, 3], [0, 1, 2, 3], [2, -4], [-1, -2]], [False, True]):
            yield Case("mean.out", f"{name(dtype)} {dims} {keepdim}",
                       [tensor, dims, keepdim, None, mean(tensor, dims, keepdim)])
        yield Case("mean.out", f"{name(dtype)} channels last",
                   [In(tensor, CHANNELS_LAST), [2, 3], True, CODES[dtype],
                    mean(tensor, [2, 3], True, order=CHANNELS_LAST)])
        scalar = random(dtype)
        for dims in (None, [0], [-1]):
            yield Case("mean.out", f"{name(dtype)} no dims {dims}",
                       [scalar, dims, True, None, near(scalar)])
        empty = random(dtype, 0, 3)
        yield Case("mean.out", f"{name(dtype)} of nothing",
                   [empty, [0], False, None, near(torch.mean(empty, [0]))])
        yield Case("mean.out", f"{name(dtype)} nothing to write",
                   [empty, [1], False, None, Out(torch.mean(empty, [1]))])
        long = random(dtype, 4000)
        yield Case("mean.out", f"{name(dtype)} many",
                   [long, [0], False, None, mean(long, [0], False)])
        for shape in [(2, 3, 4), (3, 4, 5), (2, 1, 4, 5), (2, 4, 5, 1)]:
            yield Case("mean.out", f"{name(dtype)} [1] into {shape}",
                       [tensor, [1], False, None, Out(random(dtype, *shape))], INVALID)
        out = Out(random(dtype, 2, 4, 5))
        for dims in ([4], [-5], [1, 1], [1, -3], 1):
            yield Case("mean.out", f"{name(dtype)} bad dims {dims}",
                       [tensor, dims, False, None, out],
                       INVALID)
        other = CODES[torch.float32 if dtype != torch.float32 else torch.float64]
        for wrong in (other, 2.0, True):
            yield Case("mean.out", f"{name(dtype)} bad dtype {wrong}",
                       [tensor, [1], False, wrong, out], INVALID)
        yield Case("mean.out", f"{name(dtype)} bad keepdim", [tensor, [1], 0, None, out], INVALID)
        yield Case("mean.out", f"{name(dtype)} kernel, wrong dtype",
                   [tensor.to(torch.bool), [1], False, None, out], INVALID, f"v1/{CODES[dtype]};|*")
    half = torch.full((64,), 60000.0, dtype=torch.float16)
    yield Case("mean.out", "Half's sum may exceed its range",
               [half, None, False, None, Out(half[0].clone())])


def mixed_mean_cases():
    for dtype, out in itertools.product(ALL, ALL):
        if dtype == out and not is_exact(dtype):
            continue
        tensor = random(dtype, 3, 4)
        for argument in (None, CODES[out]):
            label = f"{name(dtype)} to {name(out)}, dtype {argument}"
            if is_exact(out) or (is_exact(dtype) and argument is None):
                yield Case("mean.out", label, [tensor, [1], False, argument, Out(random(out, 3))],
                           INVALID)
                continue
            expected = mean(tensor, [1], False, out)
            yield Case("mean.out", label, [tensor, [1], False, argument, expected])
    for dtype, out in [(torch.int32, torch.float32), (torch.float16, torch.float64),
                       (torch.uint8, torch.complex64), (torch.float32, torch.bfloat16)]:
        tensor = random(dtype, 2, 3, 4, 50)
        for dims in ([0, 2], [1, 3], [0, 3], [3], [0, 1, 2, 3]):
            yield Case("mean.out", f"{name(dtype)} to {name(out)} along {dims}",
                       [tensor, dims, True, CODES[out], mean(tensor, dims, True, out)])
    tensor = random(torch.int32, 3, 4)
    yield Case("mean.out", "mixed, dtype is not the output's",
               [tensor, [1], False, CODES[torch.float64], Out(random(torch.float32, 3))], INVALID)
    yield Case("mean.out", "mixed, wrong shape",
               [tensor, [1], False, CODES[torch.float32], Out(random(torch.float32, 4))], INVALID)
    yield Case("mean.out", "mixed, no tensor",
               [1, [1], False, CODES[torch.float32], Out(random(torch.float32, 4))], INVALID)


def softmax_cases():
    op = "_softmax.out"
    infinity = torch.inf
    for dtype in FLOATS:
        def softmax(tensor, dim, **layout):
            return near(torch._softmax(tensor.to(wide(dtype)), dim, False).to(dtype), 4, **layout)

        for shape in [(3, 5), (2, 3, 4), (7,), (), (1, 1), (0, 3), (2, 1, 3, 2)]:
            tensor = random(dtype, *shape) * 4
            for dim in range(-max(len(shape), 1), max(len(shape), 1)):
                yield Case(op, f"{name(dtype)} {shape} along {dim}",
                           [tensor, dim, False, softmax(tensor, dim)])
        empty = random(dtype, 2, 0)
        yield Case(op, f"{name(dtype)} nothing", [empty, 1, False, Out(empty)])
        special = torch.tensor([[infinity, 1, 2], [-infinity] * 3, [-infinity, 1, 2],
                                [torch.nan, 1, 2], [1, torch.nan, 2], [1, 2, torch.nan],
                                [60000, 60000, 0], [-60000, 0, 1]]).to(dtype)
        yield Case(op, f"{name(dtype)} specials", [special, 1, False, softmax(special, 1)])
        tensor = random(dtype, 2, 3, 4, 2)
        for order, dim in itertools.product((None, CHANNELS_LAST), range(4)):
            yield Case(op, f"{name(dtype)} channels last into {order} along {dim}",
                       [In(tensor, CHANNELS_LAST), dim, False, softmax(tensor, dim, order=order)])
        six, out = random(dtype, 2, 3), Out(random(dtype, 2, 3))
        for args in ([six, 2, False, out], [six, -3, False, out], [six, 1, True, out],
                     [six, 1, False, Out(random(dtype, 3, 2))],
                     [six, 1, False, Out(random(dtype, 6))],
                     [six, 1, False, Out(random(dtype, 2, 3, 1))], [six, None, False, out],
                     [six, 1, 0, out]):
            yield Case(op, f"{name(dtype)} bad arguments", args, INVALID)
        yield Case(op, f"{name(dtype)} kernel, wrong dtype", [six.to(torch.bool), 1, False, out],
                   INVALID, f"v1/{CODES[dtype]};|*")
    for dtype in INTEGERS + COMPLEX:
        yield Case(op, f"{name(dtype)}", [random(dtype, 2), 0, False, Out(random(dtype, 2))],
                   MISSING)


def cases():
    yield from mean_cases()
    yield from mixed_mean_cases()
    yield from softmax_cases()
