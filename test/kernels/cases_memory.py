# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes calls that must fail because a tensor has no memory, like an input that the user has not
set yet."""

import torch

from case_writer import Case, Out, absent_variants, random


def calls():
    for dtype in (torch.float32, torch.float16, torch.int8):
        four = random(dtype, 2, 2)
        out = Out(random(dtype, 2, 2))
        yield "add.out", [four, four, 1, out]
        yield "mul.out", [four, four, out]
        yield "relu.out", [four, out]
        yield "mm.out", [four, four, out]
        yield "addmm.out", [four, four, four, 1, 1, out]
        yield "clone.out", [four, None, out]
        yield "permute_copy.out", [four, (1, 0), out]
        yield "view_copy.out", [four, (2, 2), out]
        image = random(dtype, 1, 1, 2, 2)
        pixel = Out(random(dtype, 1, 1, 1, 1))
        yield "convolution.out", [image, image, random(dtype, 1), (1, 1), (0, 0), (1, 1), False,
                                  (0, 0),
                                  1, pixel]
        yield "max_pool2d_with_indices.out", [image, (2, 2), (2, 2), (0, 0), (1, 1), False, pixel,
                                              Out(random(torch.int64, 1, 1, 1, 1))]
    floats, ints = random(torch.float32, 2, 2), random(torch.int32, 2, 2)
    out = Out(floats)
    yield "add.out", [ints, floats, 1, out]
    yield "mul.out", [ints, floats, out]
    yield "sigmoid.out", [floats, out]
    yield "sigmoid.out", [ints, out]
    yield "_softmax.out", [floats, 1, False, out]
    yield "mean.out", [floats, [0], False, None, Out(floats[0])]
    yield "mean.out", [ints, [0], False, 6, Out(floats[0])]


def cases():
    for index, (op, args) in enumerate(calls()):
        yield from absent_variants(Case(op, f"call {index}", args))
