# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of upsampling and of grid_sampler_2d. For Half and BFloat16, PyTorch computes the expected
results in Float, and the results are rounded once.

In PyTorch 2, Byte is the only integer dtype of bilinear upsampling. Older releases have no integer
dtype. Therefore resized_bytes() computes the results of Byte as PyTorch 2 does. The results of
other integers are rounded or truncated Float results."""

import torch

from case_writer import (ALL, CHANNELS_LAST, CODES, FLOATS, INVALID, REAL, SHORT, Calls, Case, Out,
                         in_order, is_exact, misused, name, near, random, refused, wide)

# input shape, arguments output_size and scale_factors
SIZES = [
    ((1, 2, 2, 3), (4, 6), None), ((2, 1, 3, 3), (5, 4), None), ((1, 3, 4, 4), (2, 3), None),
    ((1, 1, 1, 1), (2, 3), None), ((1, 2, 3, 2), (3, 2), None), ((1, 2, 5, 4), (1, 1), None),
    ((0, 2, 2, 2), (3, 3), None), ((1, 2, 2, 3), None, (2.0, 2.0)),
    ((1, 1, 3, 4), None, (1.5, 0.8)),
    ((2, 2, 3, 3), None, (1.2, 3.0)), ((1, 2, 4, 5), None, (0.5, 0.7)),
]

# input shape, arguments output_size and scale_factors, output shape
BAD_SIZES = [
    ((1, 2, 2, 3), None, None, (1, 2, 4, 6)), ((1, 2, 2, 3), (4, 6), (2.0, 2.0), (1, 2, 4, 6)),
    ((1, 2, 2, 3), (4,), None, (1, 2, 4, 4)), ((1, 2, 2, 3), (0, 6), None, (1, 2, 0, 6)),
    ((1, 2, 2, 3), (-4, 6), None, (1, 2, 4, 6)), ((1, 2, 2, 3), (2**32 + 4, 6), None, (1, 2, 4, 6)),
    ((1, 2, 2, 3), None, (2.0,), (1, 2, 4, 6)), ((1, 2, 2, 3), None, (0.1, 2.0), (1, 2, 0, 6)),
    ((1, 2, 2, 3), None, (-2.0, 2.0), (1, 2, 4, 6)),
    ((1, 2, 2, 3), None, (1e30, 2.0), (1, 2, 4, 6)),
    ((1, 2, 2, 3), None, (float("nan"), 2.0), (1, 2, 4, 6)),
    ((1, 2, 2, 3), (4, 6), None, (1, 2, 4, 5)),
    ((2, 2, 3), (4, 6), None, (2, 4, 6)), ((1, 2, 0, 3), (4, 6), None, (1, 2, 4, 6)),
    ((1, 0, 2, 3), (4, 6), None, (1, 0, 4, 6)), ((1, 2, 2, 3), (4, 6), None, (2, 4, 6)),
    ((1, 2, 2, 3), 4, None, (1, 2, 4, 6)), ((1, 2, 2, 3), None, 2.0, (1, 2, 4, 6)),
]


def layouts(tensor, arguments, out):
    yield "", [tensor, *arguments, out]
    yield " channels last", in_order(CHANNELS_LAST, [tensor, *arguments, out])


def nearest_cases():
    op = "upsample_nearest2d.vec_out"
    for dtype in ALL:
        for shape, size, factors in SIZES:
            tensor = random(dtype, *shape)
            numbers = torch.arange(tensor.numel(), dtype=torch.float32).reshape(shape)
            places = torch.ops.aten.upsample_nearest2d(numbers, size, factors).long()
            out = Out(tensor.reshape(-1)[places])
            for layout, arguments in layouts(tensor, [size, factors], out):
                yield Case(op, f"{name(dtype)} {shape} to {size or factors}{layout}", arguments)
    for index, (shape, size, factors, out) in enumerate(BAD_SIZES):
        yield Case(op, f"bad number {index}",
                   [random(torch.float32, *shape), size, factors, Out(random(torch.float32, *out))],
                   INVALID)
    four = random(torch.float32, 1, 1, 2, 2)
    yield Case(op, "another dtype", [four, (2, 2), None, Out(four.double())], INVALID)
    yield Case(op, "too few arguments", [four, (2, 2), None], SHORT)


def placed(tensor, steps):
    """Returns an output with a tolerance that grows with `steps`, a measure of the input's size. A
    kernel rounds positions in the input, and larger positions have larger rounding errors."""
    return near(tensor, 8, 4 * steps)


def byte_weights(size, out, factor, align, antialias):
    """Returns a matrix of integer weights for one axis, and `bits`: a weight w means w / 2**bits. A
    row of the matrix is an output position, and a column is an input element."""
    scale = 1 / factor if factor else size / out
    if align:
        scale = (size - 1) / (out - 1) if out > 1 else 0.0
    shares = torch.zeros(out, size, dtype=torch.float64)
    for i in range(out):
        if size == out:
            shares[i, i] = 1
        elif antialias:
            reach, center = max(scale, 1.0), scale * (i + 0.5)
            for k in range(max(int(center - reach + 0.5), 0), min(int(center + reach + 0.5), size)):
                shares[i, k] = max(1 - abs((k - center + 0.5) * (1 / reach)), 0)
            shares[i] /= shares[i].sum() or 1
        else:
            place = i * scale if align else max((i + 0.5) * scale - 0.5, 0)
            first = min(int(place), size - 1)
            second = min(place - first, 1)
            shares[i, first] += 1 - second
            shares[i, min(first + 1, size - 1)] += second
    bits = 0
    while bits < 22 and int(0.5 + shares.max().item() * 2**(bits + 1)) < 2**15:
        bits += 1
    return (shares * 2**bits + 0.5).long(), bits


def resized_bytes(tensor, floats, factors, align, antialias=False):
    """Returns the expected output of Byte. Resizes each row and rounds to Byte, then resizes each
    column and rounds again. `floats` are PyTorch's Float results, which serve as a check."""
    result = tensor.long()
    for dim in (3, 2):
        weights, bits = byte_weights(tensor.shape[dim], floats.shape[dim], factors[dim - 2], align,
                                     antialias)
        sums = result.movedim(dim, -1) @ weights.t()
        result = (sums + (1 << bits - 1) >> bits).clamp(max=255).movedim(-1, dim)
    assert not floats.numel() or (floats - result).abs().max() < 1.01
    return Out(result.byte())


def means(function, shape, dtype, antialias=False):
    """Returns a random input of this shape, and the expected output, which `function` computes.

    Integers are computed in Float. For Byte, the Float results are returned (see resized_bytes()).
    Results of other integers are rounded if `antialias` is true, otherwise truncated. Rounding
    errors of Float must not change an integer result. Therefore an input is rejected if a Float
    result is too near to a number at which the integer result changes. After 20 rejected random
    inputs, all elements of the input are equal."""
    half = 0.5 if antialias else 0
    for number in range(21):
        tensor = random(dtype, *shape) if number < 20 else torch.full(shape, 64, dtype=dtype)
        result = function(tensor.to(torch.float32 if is_exact(dtype) else wide(dtype)))
        if not is_exact(dtype):
            return tensor, placed(result.to(dtype), max(shape[2:]))
        if dtype == torch.uint8:
            return tensor, result
        step = (result + half).round()
        if not (result * 64).frac().any() or ((result + half - step).abs() > 1e-3).all():
            break
    return tensor, Out(((result.abs() + half).floor() * result.sign()).to(dtype))


# The Byte kernels store the first 32 weights of a mean. Some antialiased means have more weights.
INTEGER_SIZES = [
    ((1, 2, 2, 3), (4, 6), None), ((2, 1, 4, 2), (2, 4), None), ((1, 3, 2, 5), (4, 5), None),
    ((1, 3, 75, 9), (2, 4), None), ((2, 5, 7, 11), (13, 3), None), ((1, 4, 1, 90), (3, 2), None),
]


def bilinear_cases():
    op = "upsample_bilinear2d.vec_out"
    for dtype in REAL:
        case = Calls(op, name(dtype))
        key = f"v1/{CODES[dtype]};|*"
        for shape, size, factors in SIZES + (INTEGER_SIZES if is_exact(dtype) else []):
            for align in (False, True):
                tensor, out = means(lambda floats: torch.ops.aten.upsample_bilinear2d(
                    floats, size, align, factors), shape, dtype)
                if dtype == torch.uint8:
                    out = resized_bytes(tensor, out, factors or (None, None), align)
                for layout, arguments in layouts(tensor, [size, align, factors], out):
                    yield case(f"{shape} to {size or factors} {align}{layout}", *arguments)
        for index, (shape, size, factors, out) in enumerate(BAD_SIZES):
            yield case.bad(f"bad number {index}", random(dtype, *shape), size, False, factors,
                           Out(random(dtype, *out)))
        four = random(dtype, 1, 1, 2, 2)
        yield from misused(op, name(dtype), [four, (2, 2), True, None, Out(four)], key)


def antialias_cases():
    op = "_upsample_bilinear2d_aa.out"
    sizes = [((1, 2, 2, 3), (4, 6), None, None), ((2, 1, 5, 6), (2, 3), None, None),
             ((1, 3, 4, 4), (1, 3), None, None), ((1, 1, 1, 1), (2, 3), None, None),
             ((1, 2, 3, 2), (3, 2), None, None), ((1, 1, 8, 5), (1, 1), None, None),
             ((0, 2, 2, 2), (3, 3), None, None), ((1, 2, 6, 5), (3, 3), 0.5, 0.6),
             ((1, 2, 2, 3), (3, 4), 1.5, 1.4)]
    integer_sizes = [(shape, size, None, None) for shape, size, _ in INTEGER_SIZES]
    for dtype in REAL:
        case = Calls(op, name(dtype))
        key = f"v1/{CODES[dtype]};|*"
        for shape, size, *factors in sizes + (integer_sizes if is_exact(dtype) else []):
            for align in (False, True):
                tensor, out = means(lambda floats: torch.ops.aten._upsample_bilinear2d_aa(
                    floats, size, align, *factors) if floats.numel() else torch.zeros(
                        *shape[:2], *size), shape, dtype, True)
                if dtype == torch.uint8:
                    out = resized_bytes(tensor, out, factors, align, True)
                for layout, arguments in layouts(tensor, [size, align, *factors], out):
                    yield case(f"{shape} to {size} {factors} {align}{layout}", *arguments)
        for index, (shape, size, factors, out) in enumerate(BAD_SIZES):
            if factors is None:
                yield case.bad(f"bad number {index}", random(dtype, *shape), size, False, None,
                               None, Out(random(dtype, *out)))
        four = random(dtype, 1, 1, 2, 2)
        good = [four, (2, 2), True, None, None, Out(four)]
        yield from refused(op, f"{name(dtype)} kernel,", good, [(3, 2)], key)
        yield from misused(op, name(dtype), good, key)


def grid_cases():
    op = "grid_sampler_2d.out"
    for dtype in FLOATS:
        key = f"v1/{CODES[dtype]};|*"
        for shape, size in [((1, 2, 3, 4), (2, 3)), ((2, 1, 4, 2), (3, 2)), ((1, 1, 1, 1), (2, 2)),
                            ((1, 3, 2, 5), (1, 1)), ((0, 1, 2, 2), (1, 2)), ((1, 2, 3, 3), (0, 2)),
                            ((2, 2, 5, 3), (2, 35))]:
            for mode in range(9):
                for align in (False, True):
                    tensor = random(dtype, *shape)
                    grid = (torch.rand(shape[0], *size, 2) * 4 - 2).to(dtype)
                    if grid.numel() > 2 and mode % 3:
                        grid[0, 0, 0] = torch.tensor([-1, 1])
                    arguments = [mode % 3, mode // 3, align]
                    out = random(dtype, *shape[:2], *size)
                    if out.numel():
                        out = torch.grid_sampler_2d(tensor.to(wide(dtype)), grid.to(wide(dtype)),
                                                    *arguments).to(dtype)
                    out = placed(out, 4 * max(shape))
                    label = f"{name(dtype)} {shape} by {size} {mode % 3} {mode // 3} {align}"
                    yield Case(op, label, [tensor, grid, *arguments, out])
                    if mode % 4 == 0:
                        yield Case(op, f"{label} channels last",
                                   in_order(CHANNELS_LAST, [tensor, grid, *arguments, out]))
        tensor, grid = random(dtype, 1, 1, 2, 2), torch.zeros((1, 1, 4, 2), dtype=dtype)
        grid[0, 0, :, 0] = torch.tensor([torch.nan, torch.inf, -torch.inf, 60000])
        for mode in range(9):
            arguments = [mode % 3, mode // 3, True]
            out = torch.grid_sampler_2d(tensor.to(wide(dtype)), grid.to(wide(dtype)),
                                        *arguments).to(dtype)
            yield Case(op, f"{name(dtype)} far off {mode % 3} {mode // 3}",
                       [tensor, grid, *arguments, placed(out, 4)])
        good = [tensor, torch.zeros((1, 1, 1, 2), dtype=dtype), 0, 0, False,
                Out(random(dtype, 1, 1, 1, 1))]
        yield from refused(op, f"{name(dtype)} kernel,", good, [
            (0, tensor[0]), (0, tensor[..., :0]), (1, good[1][0]), (1, grid.reshape(1, 1, 2, 4)),
            (1, grid.reshape(4, 1, 1, 2)), (2, 3), (2, -1), (3, 3), (3, -1), (3, 0.0), (4, 0),
            (5, Out(random(dtype, 1, 1, 1))), (5, Out(random(dtype, 1, 1, 1, 2)))], key)
        yield from misused(op, name(dtype), good, key)


CASES = [nearest_cases, bilinear_cases, antialias_cases, grid_cases]
