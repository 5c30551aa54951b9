# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""convolution and max_pool2d_with_indices.

PyTorch has no integer kernels for some of these and rounds Half and BFloat16 on the way, so the
expected values are computed in a wider dtype: small integers in Double, where they are exact."""

import torch

from case_writer import (CHANNELS_LAST, CODES, COMPLEX, FLOATS, INVALID, MISSING, REAL, Case, In,
                         Out, is_exact, name, near, random, wide)

# input, weight, stride, padding, dilation, transposed, output padding, groups
CONVOLUTIONS = [
    ((1, 2, 5, 5), (3, 2, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((2, 4, 6, 5), (6, 2, 3, 2), (2, 1), (1, 0), (1, 2), False, (0, 0), 2),
    ((1, 3, 7, 7), (3, 1, 3, 3), (2, 2), (1, 1), (1, 1), False, (0, 0), 3),
    ((1, 2, 4, 4), (2, 2, 1, 1), (1,), (0,), (1,), False, (0,), 1),
    ((1, 1, 2, 2), (1, 1, 3, 3), (1, 1), (2, 2), (1, 1), False, (0, 0), 1),
    ((2, 3, 9), (4, 3, 3), (2,), (1,), (2,), False, (0,), 1),
    ((1, 4, 8), (4, 2, 4), (3,), (0,), (1,), False, (0,), 2),
    ((1, 2, 3, 4, 4), (3, 2, 2, 3, 3), (1, 2, 1), (1, 0, 1), (1, 1, 1), False, (0, 0, 0), 1),
    ((1, 2, 4, 4), (2, 3, 3, 3), (1, 1), (0, 0), (1, 1), True, (0, 0), 1),
    ((2, 4, 3, 4), (4, 3, 3, 2), (2, 3), (1, 0), (1, 2), True, (1, 2), 2),
    ((1, 3, 5), (3, 2, 4), (2,), (1,), (1,), True, (1,), 1),
    ((1, 2, 2, 3, 2), (2, 1, 2, 2, 3), (2, 1, 2), (0, 1, 1), (1, 1, 1), True, (1, 0, 0), 1),
    ((0, 2, 5, 5), (3, 2, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
]

# input, weight, bias, out, stride, padding, dilation, transposed, output padding, groups
BAD_CONVOLUTIONS = [
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 4), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 2), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (2, 3, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 2, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 1, 3, 3), None, (1, 3, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), (2,), (1, 3, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), (3, 1), (1, 3, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (0, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1), (-1, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1), (0, 0), (0, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 0),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 2),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0),
     2**32 + 1),
    ((1, 2, 2, 2), (3, 2, 3, 3), None, (1, 3, 1, 1), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 2, 2), (3, 2, 3, 3), None, (1, 3, 0, 0), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1), (2**31 - 1, 0), (1, 1), False, (0, 0),
     1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1), (0, 0), (2**31 - 1, 1), False, (0, 0),
     1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (2**31 - 1, 1), (0, 0), (1, 1), False, (0, 0),
     1),
    ((1, 2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (2**32 + 1, 1), (0, 0), (1, 1), False, (0, 0),
     1),
    ((1, 3, 5, 5), (2, 1, 3, 3), None, (1, 2, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 2),
    ((2, 5, 5), (3, 2, 3, 3), None, (1, 3, 3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((5, 5), (3, 3), None, (3, 3), (1, 1), (0, 0), (1, 1), False, (0, 0), 1),
    ((1, 1, 2, 2, 2, 2), (1, 1, 1, 1, 1, 1), None, (1, 1, 2, 2, 2, 2), (1,), (0,), (1,), False,
     (0,), 1),
    ((1, 2, 4, 4), (2, 3, 3, 3), None, (1, 3, 10, 10), (2, 2), (1, 1), (1, 1), True, (3, 3), 1),
    ((1, 2, 4, 4), (2, 3, 3, 3), None, (1, 3, 9, 9), (2, 2), (1, 1), (1, 1), True, (2, 2), 1),
    ((1, 2, 4, 4), (2, 3, 3, 3), None, (1, 3, 8, 7), (2, 2), (1, 1), (1, 1), True, (1, 1), 1),
    ((1, 2, 4, 4), (3, 2, 3, 3), None, (1, 2, 6, 6), (1, 1), (0, 0), (1, 1), True, (0, 0), 1),
    ((1, 2, 1, 1), (2, 3, 1, 1), None, (1, 3, 0, 0), (1, 1), (0, 0), (1, 1), True, (0, 0), 1),
]



def convolve(tensor, weight, bias, *arguments):
    work = torch.float64 if is_exact(tensor.dtype) else wide(tensor.dtype)
    parts = [t if t is None else t.to(work) for t in (tensor, weight, bias)]
    result = torch.convolution(*parts, *arguments)
    sizes = [t if t is None else t.double().abs() for t in parts]
    scale = torch.convolution(*sizes, *arguments).max().item() if result.numel() else 0
    if is_exact(tensor.dtype):
        result = result.to(torch.int64)
    return near(result.to(tensor.dtype), 4, scale if not is_exact(tensor.dtype) else 0)


def convolution_cases():
    op = "convolution.out"
    for dtype in REAL:
        key = f"v1/{CODES[dtype]};|*"
        for index, (shape, weight_shape, *arguments) in enumerate(CONVOLUTIONS):
            tensor, weight = random(dtype, *shape), random(dtype, *weight_shape)
            channels = weight_shape[1] * arguments[5] if arguments[3] else weight_shape[0]
            bias = random(dtype, channels)
            label = f"{name(dtype)} number {index}"
            for added in (None, bias):
                out = convolve(tensor, weight, added, *arguments)
                yield Case(op, f"{label} bias {added is not None}",
                           [tensor, weight, added, *arguments, out])
            if len(shape) == 4:
                out.order = CHANNELS_LAST
                yield Case(op, f"{label} channels last",
                           [In(tensor, CHANNELS_LAST), In(weight, CHANNELS_LAST), bias, *arguments,
                            out])
        for index, (*shapes, stride, padding, dilation, transposed, output_padding,
                    groups) in enumerate(
                BAD_CONVOLUTIONS):
            tensor, weight, bias, out = (None if s is None else random(dtype, *s) for s in shapes)
            yield Case(op, f"{name(dtype)} bad number {index}",
                       [tensor, weight, bias, stride, padding, dilation, transposed, output_padding,
                        groups,
                        Out(out)], INVALID)
        good = [random(dtype, 1, 1, 3, 3), random(dtype, 1, 1, 3, 3), random(dtype, 1)]
        plain = [(1, 1), (0, 0), (1, 1), False, (0, 0), 1]
        out = random(dtype, 1, 1, 1, 1)
        for wrong in range(4):
            tensors = [t if i != wrong else t.to(torch.bool) for i, t in enumerate(good + [out])]
            yield Case(op, f"{name(dtype)} kernel, wrong dtype {wrong}",
                       tensors[:3] + plain + [Out(tensors[3])], INVALID, key)
        for index in range(6):
            arguments = list(plain)
            arguments[index] = None
            yield Case(op, f"{name(dtype)} argument {index} missing",
                       good + arguments + [Out(out)], INVALID)
        yield Case(op, f"{name(dtype)} bias of another kind",
                   good[:2] + [1] + plain + [Out(out)], INVALID)
        yield Case(op, f"{name(dtype)} kernel, too few arguments", good, INVALID, key)
        # No input channels at all: only the bias is left.
        yield Case(op, f"{name(dtype)} no channels",
                   [random(dtype, 1, 0, 3, 3), random(dtype, 2, 0, 3, 3),
                    random(dtype, 2)[:2].fill_(3)] +
                   plain + [Out(torch.full((1, 2, 1, 1), 3, dtype=dtype))])
    for dtype in FLOATS:
        tensor, weight = random(dtype, 1, 1, 4, 4), random(dtype, 1, 1, 2, 2)
        tensor[0, 0, 1, 1], tensor[0, 0, 3, 3] = torch.nan, torch.inf
        arguments = [(1, 1), (1, 1), (1, 1), False, (0, 0), 1]
        result = torch.convolution(tensor.to(wide(dtype)), weight.to(wide(dtype)), None, *arguments)
        yield Case(op, f"{name(dtype)} nan and inf",
                   [tensor, weight, None, *arguments, near(result.to(dtype), 4, 20)])
    for dtype in COMPLEX:
        tensor = random(dtype, 1, 1, 1, 1)
        yield Case(op, name(dtype),
                   [tensor, tensor, None, (1,), (0,), (1,), False, (0,), 1, Out(tensor)],
                   MISSING)


# input, kernel, stride, padding, dilation, ceil mode
POOLS = [
    ((1, 2, 4, 4), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((2, 3, 5, 6), (3, 2), (1, 2), (1, 0), (1, 1), False),
    ((2, 3, 5, 5), (2,), (), (0,), (1,), True),
    ((1, 2, 5, 5), (3, 3), (2, 2), (1, 1), (1, 1), True),
    ((3, 7, 7), (3, 3), (2, 3), (1, 1), (2, 1), True),
    ((1, 1, 6, 6), (2, 2), (3, 3), (0, 0), (3, 3), False),
    ((1, 1, 3, 3), (2, 2), (4, 4), (1, 1), (1, 1), True),
    ((1, 1, 1, 1), (1, 1), (1, 1), (0, 0), (1, 1), False),
    ((0, 2, 4, 4), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 6), (5, 6), (1, 1), (2, 3), (1, 1), False),
    ((1, 1, 4, 4), (2**30, 2**30), (1, 1), (2**29, 2**29), (1, 1), False),
]

# input, out, kernel, stride, padding, dilation, ceil mode
BAD_POOLS = [
    ((1, 2, 4, 4), (1, 2, 2, 3), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 4), (1, 2, 1, 2), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 4), (1, 1, 2, 2), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 4), (2, 2, 2, 2), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 4), (2, 2, 2), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 5, 5), (1, 2, 3, 3), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 5, 5), (1, 2, 2, 2), (2, 2), (2, 2), (0, 0), (1, 1), True),
    ((1, 2, 4, 4), (1, 2, 4, 4), (2, 2), (2, 2), (2, 2), (1, 1), False),
    ((1, 2, 4, 4), (1, 2, 6, 6), (3, 3), (1, 1), (2, 2), (1, 1), False),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2), (2, 2), (-1, 0), (1, 1), False),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2), (0, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 4), (1, 2, 2, 2), (0, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2), (2, 2), (0, 0), (0, 1), False),
    ((1, 2, 4, 4), (1, 2, 2, 2), (), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 1, 1), (1, 2, 0, 0), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 1, 1), (1, 2, 1, 1), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 0, 4, 4), (1, 0, 2, 2), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((4, 4), (2, 2), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 2, 2), (1, 2, 1, 1), (2, 2), (1, 1), (1, 1), (3, 3), False),
    ((1, 2, 4, 4), (1, 2, 1, 1), (2, 2), (2**31 - 1, 1), (0, 0), (2**31 - 1, 1), True),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2**31 - 1, 2), (2, 2), (2**30, 0), (1, 1), False),
]


def pool(tensor, *arguments):
    if arguments[0] == (2**30, 2**30):
        # A kernel far beyond the input is as good as one that just covers it, and PyTorch is
        # quicker.
        arguments = ((8, 8), (1, 1), (4, 4), (1, 1), False)
    values, indices = torch.ops.aten.max_pool2d_with_indices(tensor.to(torch.float64), *arguments)
    return values.to(tensor.dtype), indices


def pool_cases():
    op = "max_pool2d_with_indices.out"
    for dtype in REAL:
        for index, (shape, *arguments) in enumerate(POOLS):
            tensor = random(dtype, *shape)
            values, indices = pool(tensor, *arguments)
            yield Case(op, f"{name(dtype)} number {index}",
                       [tensor, *arguments, Out(values), Out(indices)])
            if len(shape) == 4:
                last = CHANNELS_LAST
                yield Case(op, f"{name(dtype)} number {index} channels last",
                           [In(tensor, last), *arguments, Out(values, order=last), Out(indices)])
        # Equal elements: the first counts.
        equal = torch.ones((1, 1, 4, 4), dtype=dtype)
        arguments = [(3, 3), (1, 1), (1, 1), (1, 1), False]
        values, indices = pool(equal, *arguments)
        yield Case(op, f"{name(dtype)} all equal", [equal, *arguments, Out(values), Out(indices)])
        for index, (shape, out, *arguments) in enumerate(BAD_POOLS):
            yield Case(op, f"{name(dtype)} bad number {index}",
                       [random(dtype, *shape), *arguments, Out(random(dtype, *out)),
                        Out(random(torch.int64, *out))], INVALID)
        good = [random(dtype, 1, 1, 2, 2), (2, 2), (2, 2), (0, 0), (1, 1), False]
        out, indices = Out(random(dtype, 1, 1, 1, 1)), Out(random(torch.int64, 1, 1, 1, 1))
        yield Case(op, f"{name(dtype)} indices of another shape",
                   good + [out, Out(random(torch.int64, 1, 1, 1, 2))], INVALID)
        key = f"v1/{CODES[dtype]};|{CODES[dtype]};|4;"
        yield Case(op, f"{name(dtype)} kernel, Int indices",
                   good + [out, Out(random(torch.int32, 1, 1, 1, 1))], INVALID, key)
        yield Case(op, f"{name(dtype)} kernel, wrong dtype",
                   [random(torch.bool, 1, 1, 2, 2)] + good[1:] + [out, indices], INVALID, key)
        for index in range(1, 6):
            arguments = list(good)
            arguments[index] = None
            yield Case(op, f"{name(dtype)} argument {index} missing", arguments + [out, indices],
                       INVALID)
        yield Case(op, f"{name(dtype)} kernel, too few arguments", good, INVALID, key)
    for dtype in FLOATS:
        tensor = random(dtype, 1, 2, 4, 4)
        tensor[0, 0, 0, 1] = tensor[0, 0, 1, 0] = torch.nan
        tensor[0, 0, 2:, 2:] = -torch.inf
        tensor[0, 1, 2, 3] = torch.inf
        arguments = [(2, 2), (1, 1), (0, 0), (1, 1), False]
        values, indices = pool(tensor, *arguments)
        yield Case(op, f"{name(dtype)} nan and inf",
                   [tensor, *arguments, Out(values), Out(indices)])


def cases():
    yield from convolution_cases()
    yield from pool_cases()
