# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""convolution, the poolings, and gradients of convolution and max_pool2d_with_indices.

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


def gradient_cases():
    op = "convolution_backward.out"
    for dtype in FLOATS:
        key = f"v1/{CODES[dtype]};|*"
        for index, (shape, kernel, *arguments) in enumerate(CONVOLUTIONS):
            if shape[0] == 0:
                continue  # PyTorch 1.13 has no gradients of it
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
                # What is not asked for stays as it is, like an input.
                outs = [near(r.to(dtype), 8, s.max().item()) if m else random(dtype, *shape)
                        for r, s, m, shape in zip(results, scales, mask, (
                            tensor.shape, weight.shape, bias))]
                yield Case(op, f"{name(dtype)} number {index} {mask}",
                           [gradient, tensor, weight, bias, *arguments, mask, *outs])
            if len(shape) == 4:
                last = CHANNELS_LAST
                outs = [Out(o.tensor, o.rtol, o.atol, last if o.tensor.dim() == 4 else None)
                        for o in outs]
                yield Case(op, f"{name(dtype)} number {index} channels last",
                           [In(gradient, last), In(tensor, last), In(weight, last), bias,
                            *arguments, mask, *outs])
        good = [random(dtype, 1, 3, 2, 2), random(dtype, 1, 2, 3, 3), random(dtype, 3, 2, 2, 2),
                [3], (1, 1), (0, 0), (1, 1), False, (0, 0), 1, [True, True, True]]
        outs = [random(dtype, 1, 2, 3, 3), random(dtype, 3, 2, 2, 2), random(dtype, 3)]
        for index, (place, value) in enumerate([
                (0, random(dtype, 1, 3, 2, 3)), (0, random(dtype, 3, 2, 2)), (0, good[0].bool()),
                (1, random(dtype, 1, 3, 3, 3)), (1, good[1].bool()), (2, good[2].bool()),
                (2, random(dtype, 3, 2, 2)), (4, (0, 1)), (4, ()), (5, (-1, 0)), (6, (0, 1)),
                (7, None), (8, None), (9, 0), (9, 2), (10, [True, True]), (10, None),
                (5, (2**31 - 1, 0)), (6, (2**31 - 1, 1)), (7, 1)]):
            arguments = list(good)
            arguments[place] = value
            yield Case(op, f"{name(dtype)} kernel, bad number {index}",
                       arguments + [Out(o) for o in outs], INVALID, key)
        for index in range(3):
            for bad in (outs[index].bool(), random(dtype, 4, *outs[index].shape[1:])):
                results = list(outs)
                results[index] = bad
                yield Case(op, f"{name(dtype)} kernel, bad output {index} {bad.dtype}",
                           good + [Out(o) for o in results], INVALID, key)
        yield Case(op, f"{name(dtype)} kernel, too few arguments",
                   good + [Out(o) for o in outs[:2]], INVALID, key)


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
    # Longer than what is computed at a time, in both layouts.
    ((1, 67, 3, 5), (3, 3), (1, 1), (1, 1), (1, 1), False),
    ((1, 2, 3, 150), (2, 3), (2, 2), (1, 1), (1, 2), True),
    ((1, 1, 2, 300), (1, 5), (1, 4), (0, 2), (1, 3), False),
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


# input, kernel, stride, padding, ceil mode, count_include_pad, divisor_override
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
    # Longer than what is computed at a time, in both layouts.
    ((1, 67, 3, 5), (3, 3), (1, 1), (1, 1), False, False, None),
    ((1, 2, 3, 150), (2, 3), (2, 2), (1, 1), True, True, None),
    ((1, 1, 2, 300), (1, 5), (1, 4), (0, 2), False, False, None),
    # Channels that are a vector and some more; windows of more elements than are listed.
    ((1, 13, 4, 5), (2, 3), (1, 2), (1, 1), False, False, None),
    ((1, 11, 10, 9), (9, 8), (1, 1), (0, 1), False, True, None),
]

# input, out, kernel, stride, padding, ceil mode, count_include_pad, divisor_override
BAD_AVERAGES = [
    ((1, 2, 4, 4), (1, 2, 2, 3), (2, 2), (2, 2), (0, 0), False, True, None),
    ((1, 2, 4, 4), (1, 1, 2, 2), (2, 2), (2, 2), (0, 0), False, True, None),
    ((1, 2, 4, 4), (2, 2, 2), (2, 2), (2, 2), (0, 0), False, True, None),
    ((1, 2, 5, 5), (1, 2, 2, 2), (2, 2), (2, 2), (0, 0), True, True, None),
    ((1, 2, 4, 4), (1, 2, 4, 4), (2, 2), (2, 2), (2, 2), False, True, None),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2), (2, 2), (-1, 0), False, True, None),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2), (0, 2), (0, 0), False, True, None),
    ((1, 2, 4, 4), (1, 2, 2, 2), (0, 2), (2, 2), (0, 0), False, True, None),
    ((1, 2, 4, 4), (1, 2, 2, 2), (), (2, 2), (0, 0), False, True, None),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2, 2), (2, 2), (0, 0), False, True, None),
    ((1, 2, 1, 1), (1, 2, 0, 0), (2, 2), (2, 2), (0, 0), False, True, None),
    ((1, 0, 4, 4), (1, 0, 2, 2), (2, 2), (2, 2), (0, 0), False, True, None),
    ((4, 4), (2, 2), (2, 2), (2, 2), (0, 0), False, True, None),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2), (2, 2), (0, 0), False, True, 0),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2, 2), (2, 2), (0, 0), False, True, 1.0),
    ((1, 2, 4, 4), (1, 2, 2, 2), (2**31 - 1, 2), (2, 2), (2**30, 0), False, True, None),
]


def average(tensor, *arguments):
    """In integers rounded towards zero, which PyTorch does for Long."""
    arguments = list(arguments)
    arguments[2] = arguments[2] or (0,)
    work = tensor if tensor.dtype == torch.int64 else tensor.to(torch.float64)
    return torch.ops.aten.avg_pool2d(work, *arguments).to(tensor.dtype)


def last_layout(tensor, *arguments):
    """The same call with channels last."""
    return [In(tensor, CHANNELS_LAST), *arguments[:-1],
            Out(arguments[-1].tensor, arguments[-1].rtol, arguments[-1].atol, CHANNELS_LAST)]


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
            yield Case(op, f"{name(dtype)} number {index}", [tensor, *arguments, out])
            if len(shape) == 4:
                yield Case(op, f"{name(dtype)} number {index} channels last",
                           last_layout(tensor, *arguments, out))
        for index, (shape, out, *arguments) in enumerate(BAD_AVERAGES):
            yield Case(op, f"{name(dtype)} bad number {index}",
                       [random(dtype, *shape), *arguments, Out(random(dtype, *out))], INVALID)
        good = [random(dtype, 1, 1, 2, 2), (2, 2), (2, 2), (0, 0), False, True, None]
        out = random(dtype, 1, 1, 1, 1)
        yield Case(op, f"{name(dtype)} kernel, wrong dtype",
                   [random(torch.bool, 1, 1, 2, 2)] + good[1:] + [Out(out)], INVALID, key)
        yield Case(op, f"{name(dtype)} kernel, wrong dtype of out",
                   good + [Out(out.to(torch.bool))], INVALID, key)
        for index in range(1, 6):
            arguments = list(good)
            arguments[index] = None
            yield Case(op, f"{name(dtype)} argument {index} missing", arguments + [Out(out)],
                       INVALID)
        yield Case(op, f"{name(dtype)} kernel, too few arguments", good, INVALID, key)
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
            label = f"{name(dtype)} {shape} to {size}"
            yield Case(op, label, [tensor, size, out])
            if len(shape) == 4:
                yield Case(op, f"{label} channels last", last_layout(tensor, size, out))
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
        yield Case(op, f"{name(dtype)} kernel, wrong dtype", [four.bool(), (1, 1), one], INVALID,
                   key)
        yield Case(op, f"{name(dtype)} kernel, wrong dtype of out",
                   [four, (1, 1), Out(torch.zeros(1, 1, 1).bool())], INVALID, key)
        yield Case(op, f"{name(dtype)} no size", [four, None, one], INVALID)
        yield Case(op, f"{name(dtype)} kernel, too few arguments", [four, (1, 1)], INVALID, key)
        four[0, 0, 1] = torch.nan
        yield Case(op, f"{name(dtype)} nan", [four, (2, 1), near(
            torch.ops.aten._adaptive_avg_pool2d(four.double(), (2, 1)).to(dtype), 3, 3)])


def pool_gradient(gradient, self, indices):
    """Rounded after each addition."""
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
        key = f"v1/{CODES[dtype]};|{CODES[dtype]};|4;|{CODES[dtype]};"
        for index, (shape, *arguments) in enumerate(POOLS):
            tensor = random(dtype, *shape)
            values, indices = pool(tensor, *arguments)
            gradient = random(dtype, *values.shape)
            out = Out(pool_gradient(gradient, tensor, indices))
            yield Case(op, f"{name(dtype)} number {index}",
                       [gradient, tensor, *arguments, indices, out])
            if len(shape) == 4:
                last = CHANNELS_LAST
                yield Case(op, f"{name(dtype)} number {index} channels last",
                           [In(gradient, last), In(tensor, last), *arguments, In(indices, last),
                            Out(out.tensor, order=last)])
        for index, (shape, out, *arguments) in enumerate(BAD_POOLS):
            if arguments[3] == (3, 3):
                continue  # windows that miss the input do not matter here
            yield Case(op, f"{name(dtype)} bad number {index}",
                       [random(dtype, *out), random(dtype, *shape), *arguments,
                        torch.zeros(out, dtype=torch.int64), Out(random(dtype, *shape))], INVALID)
        one, four = random(dtype, 1, 1, 1, 1), random(dtype, 1, 1, 2, 2)
        plain, zero = [(2, 2), (2, 2), (0, 0), (1, 1), False], torch.zeros((1, 1, 1, 1)).long()
        for place in (-1, 4, 2**32, -2**63):
            yield Case(op, f"{name(dtype)} index {place}",
                       [one, four, *plain, torch.full_like(zero, place), Out(four)], INVALID)
        for index, tensors in enumerate([
                (one.bool(), four, zero, four), (one, four.bool(), zero, four),
                (one, four, zero.int(), four), (one, four, zero, four.bool())]):
            yield Case(op, f"{name(dtype)} kernel, wrong dtype {index}",
                       [*tensors[:2], *plain, tensors[2], Out(tensors[3])], INVALID, key)
        yield Case(op, f"{name(dtype)} out of another shape",
                   [one, four, *plain, zero, Out(random(dtype, 1, 1, 2, 3))], INVALID)
        yield Case(op, f"{name(dtype)} kernel, too few arguments", [one, four, *plain, zero],
                   INVALID, key)


def cases():
    yield from convolution_cases()
    yield from pool_cases()
    yield from average_cases()
    yield from adaptive_cases()
    yield from pool_gradient_cases()
    yield from gradient_cases()
