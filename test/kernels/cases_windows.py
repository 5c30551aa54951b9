# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the cases of convolution, of the poolings, and of the gradients of convolution and
max_pool2d_with_indices.

PyTorch has no integer kernels for some operators, and rounds intermediate results of Half and
BFloat16. Therefore PyTorch computes the expected values in a wider dtype. Convolutions and maxima
of integers are computed in Double; the results are exact because the integers are small."""

import torch

from case_writer import (CHANNELS_LAST, CODES, COMPLEX, FLOATS, INVALID, MISSING, REAL, Calls, Case,
                         Out, both_layouts, changed, in_order, is_exact, misused, name, near,
                         random, refused, tensors_of, wide)

# Shape of input, shape of weight, stride, padding, dilation, transposed, output padding, groups.
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

# A good call, with shapes for tensors. Each bad call changes the arguments at the given indices.
PLAIN_CONVOLUTION = [(1, 2, 5, 5), (3, 2, 3, 3), None, (1, 1), (0, 0), (1, 1), False, (0, 0), 1,
                     (1, 3, 3, 3)]
LARGE = 2**31 - 1
BAD_CONVOLUTIONS = [
    (9, (1, 3, 3, 4)), (9, (1, 3, 3, 2)), (9, (2, 3, 3, 3)), (9, (1, 2, 3, 3)), (1, (3, 1, 3, 3)),
    (2, (2,)), (2, (3, 1)), (3, (0, 1)), (4, (-1, 0)), (5, (0, 1)), (3, (1, 1, 1)), (3, ()), (8, 0),
    (8, 2), (8, 2**32 + 1), (0, (1, 2, 2, 2), 9, (1, 3, 1, 1)), (0, (1, 2, 2, 2), 9, (1, 3, 0, 0)),
    (4, (LARGE, 0)), (5, (LARGE, 1)), (3, (LARGE, 1)), (3, (2**32 + 1, 1)),
    (0, (1, 3, 5, 5), 1, (2, 1, 3, 3), 9, (1, 2, 3, 3), 8, 2), (0, (2, 5, 5)),
    (0, (5, 5), 1, (3, 3), 9, (3, 3)),
    (0, (1, 1, 2, 2, 2, 2), 1, (1,) * 6, 9, (1, 1, 2, 2, 2, 2), 3, (1,), 4, (0,), 5, (1,), 7, (0,)),
    *((0, (1, 2, 4, 4), 1, (2, 3, 3, 3), 3, (2, 2), 4, (1, 1), 6, True, 7, more, 9, (1, 3, *size))
      for more, size in (((3, 3), (10, 10)), ((2, 2), (9, 9)), ((1, 1), (8, 7)))),
    (0, (1, 2, 4, 4), 1, (3, 2, 3, 3), 6, True, 9, (1, 2, 6, 6)),
    (0, (1, 2, 1, 1), 1, (2, 3, 1, 1), 6, True, 9, (1, 3, 0, 0)),
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
        case = Calls(op, name(dtype))
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
                yield Case(op, f"{label} channels last",
                           in_order(CHANNELS_LAST, [tensor, weight, bias, *arguments, out]))
        for index, change in enumerate(BAD_CONVOLUTIONS):
            args = changed(PLAIN_CONVOLUTION, change)
            yield case.bad(f"bad number {index}", *tensors_of(dtype, args, (0, 1, 2), 9))
        good = changed(PLAIN_CONVOLUTION, (2, (3,)))
        yield from misused(op, name(dtype), tensors_of(dtype, good, (0, 1, 2), 9), key)
        yield case("no channels", random(dtype, 1, 0, 3, 3), random(dtype, 2, 0, 3, 3),
                   torch.full((2,), 3).to(dtype), *PLAIN_CONVOLUTION[3:9],
                   Out(torch.full((1, 2, 1, 1), 3, dtype=dtype)))
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


def gradient_cases():
    op = "convolution_backward.out"
    for dtype in FLOATS:
        key = f"v1/{CODES[dtype]};|*"
        for index, (shape, kernel, *arguments) in enumerate(CONVOLUTIONS):
            if shape[0] == 0:
                continue  # PyTorch 1.13 has no gradients of an empty batch
            tensor, weight = random(dtype, *shape), random(dtype, *kernel)
            gradient = random(dtype, *torch.convolution(tensor.double(), weight.double(), None,
                                                        *arguments).shape)
            for mask in ([True, False, False], [False, True, False], [False, False, True],
                         [False, True, True], [True, True, True]):
                bias = [gradient.shape[1]]
                parts = [t.double() for t in (gradient, tensor, weight)]
                results = torch.ops.aten.convolution_backward(*parts, bias, *arguments, mask)
                scales = torch.ops.aten.convolution_backward(*(t.abs() for t in parts), bias,
                                                             *arguments, mask)
                # An output that the mask excludes keeps its old contents.
                outs = [near(r.to(dtype), 8, s.max().item()) if m else random(dtype, *shape)
                        for r, s, m, shape in zip(results, scales, mask, (
                            tensor.shape, weight.shape, bias))]
                yield Case(op, f"{name(dtype)} number {index} {mask}",
                           [gradient, tensor, weight, bias, *arguments, mask, *outs])
            if len(shape) == 4:
                args = [gradient, tensor, weight, bias, *arguments, mask, *outs]
                yield Case(op, f"{name(dtype)} number {index} channels last",
                           in_order(CHANNELS_LAST, args))
        good = tensors_of(dtype, [
            (1, 3, 2, 2), (1, 2, 3, 3), (3, 2, 2, 2), [3], (1, 1), (0, 0), (1, 1), False, (0, 0), 1,
            [True, True, True], (1, 2, 3, 3), (3, 2, 2, 2), (3,)], (0, 1, 2), 11, 12, 13)
        yield from misused(op, name(dtype), good, key, unused=(3,))
        outs = [out.tensor for out in good[11:]]
        yield from refused(op, f"{name(dtype)} kernel,", good, [
            (0, random(dtype, 1, 3, 2, 3)), (0, random(dtype, 3, 2, 2)),
            (1, random(dtype, 1, 3, 3, 3)), (2, random(dtype, 3, 2, 2)), (4, (0, 1)), (4, ()),
            (5, (-1, 0)), (6, (0, 1)), (9, 0), (9, 2), (10, [True, True]), (5, (LARGE, 0)),
            (6, (LARGE, 1)), (7, 1),
            *((11 + index, Out(random(dtype, 4, *out.shape[1:]))) for index, out in enumerate(outs))
        ], key)


# The shape of the input, then kernel, stride, padding, dilation, ceil mode.
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
    # A case with many channels, then two cases with output rows longer than kPoolStrip (pool.h).
    ((1, 67, 3, 5), (3, 3), (1, 1), (1, 1), (1, 1), False),
    ((1, 2, 3, 150), (2, 3), (2, 2), (1, 1), (1, 2), True),
    ((1, 1, 2, 300), (1, 5), (1, 4), (0, 2), (1, 3), False),
]

# A good call: input, kernel, stride, padding, dilation, ceil mode, output.
PLAIN_POOL = [(1, 2, 4, 4), (2, 2), (2, 2), (0, 0), (1, 1), False, (1, 2, 2, 2)]
BAD_POOLS = [
    (6, (1, 2, 2, 3)), (6, (1, 2, 1, 2)), (6, (1, 1, 2, 2)), (6, (2, 2, 2, 2)), (6, (2, 2, 2)),
    (0, (1, 2, 5, 5), 6, (1, 2, 3, 3)), (0, (1, 2, 5, 5), 5, True),
    (3, (2, 2), 6, (1, 2, 4, 4)), (1, (3, 3), 2, (1, 1), 3, (2, 2), 6, (1, 2, 6, 6)), (3, (-1, 0)),
    (2, (0, 2)), (1, (0, 2)), (4, (0, 1)), (1, ()), (1, (2, 2, 2)),
    (0, (1, 2, 1, 1), 6, (1, 2, 0, 0)), (0, (1, 2, 1, 1), 6, (1, 2, 1, 1)),
    (0, (1, 0, 4, 4), 6, (1, 0, 2, 2)), (0, (4, 4), 6, (2, 2)),
    (0, (1, 2, 2, 2), 2, (1, 1), 3, (1, 1), 4, (3, 3), 6, (1, 2, 1, 1)),
    (2, (LARGE, 1), 4, (LARGE, 1), 5, True, 6, (1, 2, 1, 1)), (1, (LARGE, 2), 3, (2**30, 0)),
]


def pool(tensor, *arguments):
    if arguments[0] == (2**30, 2**30):
        # An 8 x 8 window also covers the whole input, and PyTorch is faster with it.
        arguments = ((8, 8), (1, 1), (4, 4), (1, 1), False)
    values, indices = torch.ops.aten.max_pool2d_with_indices(tensor.to(torch.float64), *arguments)
    return values.to(tensor.dtype), indices


def pool_cases():
    op = "max_pool2d_with_indices.out"
    for dtype in REAL:
        case = Calls(op, name(dtype))
        for index, (shape, *arguments) in enumerate(POOLS):
            tensor = random(dtype, *shape)
            values, indices = pool(tensor, *arguments)
            yield case(f"number {index}", tensor, *arguments, Out(values), Out(indices))
            if len(shape) == 4:
                channels_last = in_order(CHANNELS_LAST,
                                         [tensor, *arguments, Out(values), Out(indices)])
                yield case(f"number {index} channels last", *channels_last)
                yield case(f"number {index} channels last, but not the indices",
                           *channels_last[:-1], Out(indices))
        equal = torch.ones((1, 1, 4, 4), dtype=dtype)
        arguments = [(3, 3), (1, 1), (1, 1), (1, 1), False]
        values, indices = pool(equal, *arguments)
        yield case("all equal", equal, *arguments, Out(values), Out(indices))
        for index, change in enumerate(BAD_POOLS):
            args = changed(PLAIN_POOL, change)
            yield case.bad(f"bad number {index}", *tensors_of(dtype, args, (0,), 6),
                           Out(random(torch.int64, *args[6])))
        good = [*tensors_of(dtype, PLAIN_POOL, (0,), 6), Out(random(torch.int64, 1, 2, 2, 2))]
        yield case.bad("indices of another shape", *good[:7], Out(random(torch.int64, 1, 2, 2, 3)))
        yield from misused(op, name(dtype), good, f"v1/{CODES[dtype]};|{CODES[dtype]};|4;")
    for dtype in FLOATS:
        tensor = random(dtype, 1, 2, 4, 4)
        tensor[0, 0, 0, 1] = tensor[0, 0, 1, 0] = torch.nan
        tensor[0, 0, 2:, 2:] = -torch.inf
        tensor[0, 1, 2, 3] = torch.inf
        arguments = [(2, 2), (1, 1), (0, 0), (1, 1), False]
        values, indices = pool(tensor, *arguments)
        yield Case(op, f"{name(dtype)} nan and inf",
                   [tensor, *arguments, Out(values), Out(indices)])
        many = tensor.repeat(1, 23, 1, 1)
        values, indices = pool(many, *arguments)
        yield Case(op, f"{name(dtype)} nan and inf in many channels",
                   in_order(CHANNELS_LAST, [many, *arguments, Out(values), Out(indices)]))


# Input shape, kernel, stride, padding, ceil mode, count_include_pad, divisor_override.
AVERAGES = [
    ((1, 2, 4, 4), (2, 2), (2, 2), (0, 0), False, True, None),
    ((2, 3, 5, 6), (3, 2), (1, 2), (1, 0), False, True, None),
    ((2, 3, 5, 6), (3, 2), (1, 2), (1, 1), False, False, None),
    ((2, 3, 5, 5), (2,), (), (0,), True, True, None),
    ((1, 2, 5, 5), (3, 3), (2, 2), (1, 1), True, True, None),
    ((1, 2, 6, 6), (3, 3), (2, 2), (1, 1), True, False, None),
    ((1, 2, 6, 6), (4, 3), (3, 2), (2, 1), True, True, 5),
    ((3, 7, 7), (3, 3), (2, 3), (1, 1), True, False, -3),
    ((3, 4, 4), (2, 2), (1, 1), (1, 1), False, True, -1),
    ((1, 1, 3, 3), (2, 2), (4, 4), (1, 1), True, True, None),
    ((1, 1, 1, 1), (1, 1), (1, 1), (0, 0), False, True, None),
    ((0, 2, 4, 4), (2, 2), (2, 2), (0, 0), False, True, None),
    ((1, 2, 4, 6), (5, 6), (1, 1), (2, 3), False, True, 2**40),
    ((1, 2, 4, 6), (4, 6), (), (), False, True, None),
    # As in POOLS: a case with many channels, then two cases with long output rows.
    ((1, 67, 3, 5), (3, 3), (1, 1), (1, 1), False, False, None),
    ((1, 2, 3, 150), (2, 3), (2, 2), (1, 1), True, True, None),
    ((1, 1, 2, 300), (1, 5), (1, 4), (0, 2), False, False, None),
    # The channels do not fill vectors. The windows of the second case are large.
    ((1, 13, 4, 5), (2, 3), (1, 2), (1, 1), False, False, None),
    ((1, 11, 10, 9), (9, 8), (1, 1), (0, 1), False, True, None),
]

PLAIN_AVERAGE = [(1, 2, 4, 4), (2, 2), (2, 2), (0, 0), False, True, None, (1, 2, 2, 2)]
BAD_AVERAGES = [
    (7, (1, 2, 2, 3)), (7, (1, 1, 2, 2)), (7, (2, 2, 2)), (0, (1, 2, 5, 5), 4, True),
    (3, (2, 2), 7, (1, 2, 4, 4)), (3, (-1, 0)), (2, (0, 2)), (1, (0, 2)), (1, ()), (1, (2, 2, 2)),
    (0, (1, 2, 1, 1), 7, (1, 2, 0, 0)), (0, (1, 0, 4, 4), 7, (1, 0, 2, 2)), (0, (4, 4), 7, (2, 2)),
    (6, 0), (6, 1.0), (1, (LARGE, 2), 3, (2**30, 0)),
]


def average(tensor, *arguments):
    """Averages floats in Double, and Long in Long. PyTorch rounds averages of Long towards zero."""
    arguments = list(arguments)
    arguments[2] = arguments[2] or (0,)
    work = tensor if tensor.dtype == torch.int64 else tensor.to(torch.float64)
    return torch.ops.aten.avg_pool2d(work, *arguments).to(tensor.dtype)


def average_cases():
    op = "avg_pool2d.out"
    for dtype in FLOATS + [torch.int64]:
        key = f"v1/{CODES[dtype]};|*"
        for index, (shape, kernel, stride, padding, *rest) in enumerate(AVERAGES):
            if not padding:
                padding = (0, 0)
            tensor = random(dtype, *shape)
            arguments = [kernel, stride, padding, *rest]
            out = near(average(tensor, *arguments), 3, 3)
            yield from both_layouts(op, f"{name(dtype)} number {index}", [tensor, *arguments, out])
        for index, change in enumerate(BAD_AVERAGES):
            yield Case(op, f"{name(dtype)} bad number {index}",
                       tensors_of(dtype, changed(PLAIN_AVERAGE, change), (0,), 7), INVALID)
        yield from misused(op, name(dtype), tensors_of(dtype, PLAIN_AVERAGE, (0,), 7), key)
    for dtype in FLOATS:
        tensor = random(dtype, 1, 1, 4, 4)
        tensor[0, 0, 0, 1], tensor[0, 0, 3, 3] = torch.nan, torch.inf
        arguments = [(2, 2), (2, 2), (0, 0), False, True, None]
        yield Case(op, f"{name(dtype)} nan and inf",
                   [tensor, *arguments, near(average(tensor, *arguments), 3, 3)])
    extreme = torch.tensor([[[2**63 - 1, -2**63], [2**63 - 1, 2**63 - 1]]])
    for divisor in (None, -1, 1, 2**63 - 1, -2**63):
        arguments = [(1, 1), (1, 1), (0, 0), False, True, divisor]
        if divisor in (None, 1):
            result = extreme
        elif divisor == -1:
            extreme = extreme.clamp(min=1 - 2**63)
            result = -extreme
        else:
            result = torch.tensor([abs(v) // abs(divisor) * (1 if (v > 0) == (divisor > 0) else -1)
                                   for v in extreme.flatten().tolist()]).reshape(extreme.shape)
        yield Case(op, f"Long extreme by {divisor}", [extreme, *arguments, Out(result)])


def adaptive_cases():
    op = "_adaptive_avg_pool2d.out"
    for dtype in FLOATS:
        key = f"v1/{CODES[dtype]};|*"
        for shape, size in [((1, 2, 4, 4), (1, 1)), ((2, 3, 5, 7), (2, 3)), ((3, 4, 6), (2, 3)),
                            ((3, 3, 3), (5, 4)), ((1, 1, 1, 1), (1, 1)), ((1, 2, 7, 5), (7, 5)),
                            ((0, 2, 4, 4), (2, 2)), ((1, 2, 4, 4), (0, 2)), ((2, 4, 3, 3), (1, 2)),
                            ((2, 8, 1), (3, 1)), ((1, 2, 5, 5), (3, 3)), ((1, 3, 2, 3), (1, 1))]:
            tensor = random(dtype, *shape)
            out = near(torch.ops.aten._adaptive_avg_pool2d(tensor.double(), size).to(dtype), 3, 3)
            yield from both_layouts(op, f"{name(dtype)} {shape} to {size}", [tensor, size, out])
        for shape, size, out in [((1, 2, 4, 4), (1,), (1, 2, 1, 1)), ((4, 4), (1, 1), (1, 1)),
                                 ((1, 2, 4, 4), (1, 1), (1, 2, 1, 2)),
                                 ((1, 2, 4, 4), (-1, 1), (1, 2, 1, 1)),
                                 ((1, 2, 4, 4), (2**32 + 1, 1), (1, 2, 1, 1)),
                                 ((1, 0, 4, 4), (1, 1), (1, 0, 1, 1)),
                                 ((1, 2, 0, 4), (1, 1), (1, 2, 1, 1)),
                                 ((1, 2, 4, 4), (1, 1), (2, 1, 1)),
                                 ((1, 1, 1, 2, 2), (1, 1), (1, 1, 1, 1, 1))]:
            yield Case(op, f"{name(dtype)} {shape} to {size} into {out}",
                       [random(dtype, *shape), size, Out(random(dtype, *out))], INVALID)
        four, one = random(dtype, 1, 2, 2), Out(random(dtype, 1, 1, 1))
        yield from misused(op, name(dtype), [four, (1, 1), one], key)
        four[0, 0, 1] = torch.nan
        yield Case(op, f"{name(dtype)} nan", [four, (2, 1), near(
            torch.ops.aten._adaptive_avg_pool2d(four.double(), (2, 1)).to(dtype), 3, 3)])


def pool_gradient(gradient, self, indices):
    result = torch.zeros(self.shape, dtype=self.dtype)
    to, rows = result.reshape(-1, self.shape[-2] * self.shape[-1]), gradient.shape[-2:].numel()
    from_, at = gradient.reshape(-1, rows), indices.reshape(-1, rows)
    for plane in range(to.shape[0]):
        for i in range(rows):
            to[plane, at[plane, i]] += from_[plane, i]
    return result


def pool_gradient_cases():
    op = "max_pool2d_with_indices_backward.grad_input"
    for dtype in FLOATS:
        case = Calls(op, name(dtype))
        key = f"v1/{CODES[dtype]};|{CODES[dtype]};|4;|{CODES[dtype]};"
        for index, (shape, *arguments) in enumerate(POOLS):
            tensor = random(dtype, *shape)
            values, indices = pool(tensor, *arguments)
            gradient = random(dtype, *values.shape)
            out = Out(pool_gradient(gradient, tensor, indices))
            yield from both_layouts(op, f"{name(dtype)} number {index}",
                                    [gradient, tensor, *arguments, indices, out])
        for index, change in enumerate(BAD_POOLS):
            shape, *arguments, out = changed(PLAIN_POOL, change)
            if arguments[3] == (3, 3):
                continue  # only the forward operator refuses windows that cover only padding
            yield case.bad(f"bad number {index}", random(dtype, *out), random(dtype, *shape),
                           *arguments, torch.zeros(out, dtype=torch.int64),
                           Out(random(dtype, *shape)))
        one, four = random(dtype, 1, 1, 1, 1), random(dtype, 1, 1, 2, 2)
        plain, zero = [(2, 2), (2, 2), (0, 0), (1, 1), False], torch.zeros((1, 1, 1, 1)).long()
        for place in (-1, 4, 2**32, -2**63):
            yield case.bad(f"index {place}", one, four, *plain, torch.full_like(zero, place),
                           Out(four))
        good = [one, four, *plain, zero, Out(four)]
        # Argument 1 may be without memory, because the kernel reads only its dtype and shape.
        yield from misused(op, name(dtype), good, key, unused=(1,))
        yield from refused(op, f"{name(dtype)} kernel,", good, [
            (1, four.bool()), (8, Out(random(dtype, 1, 1, 2, 3)))], key)


CASES = [convolution_cases, pool_cases, average_cases, adaptive_cases, pool_gradient_cases,
         gradient_cases]
