# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for the vector loops of the optimized kernels: matrix products, softmax, elementwise
functions, sums, means and convolutions. The number of elements in a vector depends on the machine.
On every machine, some sizes are no multiple of this number."""

import dataclasses
import itertools

import torch
import torch.nn.functional as F

from case_writer import CHANNELS_LAST, FLOATS, Calls, Case, In, in_order, name, near, random, wide

BY_COLUMNS = (1, 0)


def mm_case(dtype, n, k, m, orders=(None, None, None)):
    a, b = random(dtype, n, k), random(dtype, k, m)
    work = wide(dtype)
    expected = torch.mm(a.to(work), b.to(work)).to(dtype)
    scale = (a.abs().double() @ b.abs().double()).max().item()
    return Case("mm.out", f"{name(dtype)} {n}x{k}x{m} {orders}",
                [In(a, orders[0]), In(b, orders[1]), near(expected, 4, scale, order=orders[2])])


def mm_cases():
    for dtype in FLOATS:
        for n, k, m in [(7, 300, 37), (150, 5, 9), (3, 260, 40), (1, 70, 33), (1, 70, 3),
                        (40, 70, 1), (1, 3, 1), (5, 3, 70), (13, 17, 19)]:
            yield mm_case(dtype, n, k, m)
        for orders in itertools.product((None, BY_COLUMNS), repeat=3):
            for n, k, m in [(9, 20, 11), (2, 20, 11), (9, 20, 2), (1, 20, 11), (9, 20, 1),
                            (9, 1, 11)]:
                yield mm_case(dtype, n, k, m, orders)


def products(dtype, a, b, add=0, scale=0):
    work = wide(dtype)
    scale += (a.abs().double() @ b.abs().double()).max().item()
    return near((a.to(work) @ b.to(work) + add).to(dtype), 4, scale)


def other_product_cases():
    for dtype in FLOATS:
        for batch, n, k, m in [(3, 9, 20, 11), (2, 1, 270, 33), (5, 7, 3, 2), (2, 20, 300, 70)]:
            a, b = random(dtype, batch, n, k), random(dtype, batch, k, m)
            out = products(dtype, a, b)
            yield Case("bmm.out", f"{name(dtype)} {batch} {n}x{k}x{m}", [a, b, out])
            for orders in [(0, 2, 1), (1, 0, 2), (2, 1, 0)]:
                yield Case("bmm.out", f"{name(dtype)} {batch} {n}x{k}x{m} {orders}",
                           in_order(orders, [a, b, out]))
        for n, k, m in [(9, 300, 40), (1, 70, 33), (70, 20, 1), (150, 5, 9)]:
            a, b = random(dtype, n, k), random(dtype, k, m)
            for beta, alpha in [(1, 1), (0.5, -2.0), (0, 3.0), (2.0, 0)]:
                self = random(dtype, n, m)
                out = products(dtype, a, alpha * b, beta * self.to(wide(dtype)),
                               abs(beta) * self.abs().max().item())
                label = f"{name(dtype)} {n}x{k}x{m} {beta} {alpha}"
                yield Case("addmm.out", label, [self, a, b, beta, alpha, out])
                yield Case("addmm.out", f"{label} in place",
                           [self, a, b, beta, alpha, dataclasses.replace(out, alias=0)])
            weight, bias = random(dtype, m, k), random(dtype, m)
            out = products(dtype, a, weight.t(), bias.to(wide(dtype)), bias.abs().max().item())
            yield Case("linear.out", f"{name(dtype)} {n}x{k}x{m}", [a, weight, bias, out])


def softmax(tensor, dim, **layout):
    return near(torch._softmax(tensor.to(wide(tensor.dtype)), dim, False).to(tensor.dtype), 4,
                **layout)


def softmax_cases():
    for dtype in FLOATS:
        case = Calls("_softmax.out", name(dtype))
        for shape in [(5, 37), (3, 4, 21), (9, 2), (9, 3), (9, 7), (3,), (5,), (33,), (2, 5, 1, 3),
                      (3, 150)]:
            tensor = random(dtype, *shape) * 4
            for dim in range(len(shape)):
                yield case(f"{shape} along {dim}", tensor, dim, False, softmax(tensor, dim))
                out = softmax(tensor, dim)
                out.alias = 0
                yield case(f"{shape} along {dim} in place", tensor, dim, False, out)
        tensor = random(dtype, 2, 9, 3, 5)
        for orders in itertools.product((None, CHANNELS_LAST), repeat=2):
            for dim in range(4):
                yield case(f"{orders} along {dim}", In(tensor, orders[0]), dim, False,
                           softmax(tensor, dim, order=orders[1]))
        # Some results are subnormal numbers, and some results are 0.
        far = torch.linspace(0, -760 if dtype == torch.float64 else -115, 400, dtype=dtype)
        far = far.reshape(20, 20).t().contiguous()
        for tensor in (far.reshape(400), far.reshape(400, 1).expand(400, 3).contiguous()):
            yield case(f"far {tuple(tensor.shape)}", tensor, 0, False, softmax(tensor, 0))
        for place, value in itertools.product((0, 6, 18), (torch.nan, torch.inf, -torch.inf)):
            tensor = random(dtype, 19)
            tensor[place] = value
            for special in (tensor, tensor.reshape(19, 1).expand(19, 2).contiguous()):
                yield case(f"{value} at {place} of {tuple(special.shape)}", special, 0, False,
                           softmax(special, 0))


def map_cases():
    """Makes cases of 16 elements, which fill whole vectors, and of 83 elements, which do not. The
    inputs of exp reach from -95 to 95, so Float has subnormal and infinite results."""
    functions = {"exp.out": torch.exp, "sigmoid.out": torch.sigmoid, "tanh.out": torch.tanh}
    for (op, function), dtype, size in itertools.product(functions.items(), FLOATS, (16, 83)):
        tensor = (torch.linspace(-1, 1, size, dtype=torch.float64) ** 3 * 95).to(dtype)
        expected = function(tensor.to(torch.float64)).to(dtype)
        yield Case(op, f"{name(dtype)} {size}", [tensor, near(expected, 8, 1e-34)])
    for dtype, size in itertools.product(FLOATS, (16, 83)):
        tensor = (torch.linspace(-1, 1, size, dtype=torch.float64) ** 3 * 12).to(dtype)
        work = tensor.to(torch.float64)
        for kind in ("none", "tanh"):
            expected = F.gelu(work, approximate=kind).to(dtype)
            yield Case("gelu.out", f"{name(dtype)} {size} {kind}",
                       [tensor, kind, near(expected, 8, 12)])
        yield Case("elu.out", f"{name(dtype)} {size}",
                   [tensor, 1.5, 1.0, 0.5, near((1.5 * torch.expm1(work * 0.5)).where(work < 0, work)
                                                .to(dtype), 8)])
        rows = random(dtype, 3, size)
        for op, function in (("sum.IntList_out", torch.sum), ("mean.out", torch.mean)):
            for dim in (0, 1):
                expected = function(rows.to(torch.float64), dim).to(dtype)
                yield Case(op, f"{name(dtype)} {size} along {dim}",
                           [rows, [dim], False, None,
                            near(expected, 8, rows.abs().double().sum(dim).max().item())])


# Input shape, weight shape, stride, padding, dilation.
CONVOLUTIONS = [
    # Depthwise convolutions, also with two output channels for each input channel.
    ((2, 3, 9, 69), (3, 1, 3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 18, 11, 13), (18, 1, 3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 11, 7, 7), (11, 1, 5, 5), (1, 1), (2, 2), (1, 1)),
    ((1, 21, 9, 41), (21, 1, 3, 3), (2, 2), (1, 1), (1, 1)),
    ((1, 3, 10, 50), (6, 1, 3, 4), (1, 3), (4, 6), (2, 3)),
    ((1, 3, 10, 30), (3, 1, 2, 3), (3, 2), (0, 5), (1, 3)),
    # The kernel computes these outputs in parts, because their rows are long or many (depthwise.h).
    ((1, 2, 3, 600), (2, 1, 3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 2, 70, 90), (2, 1, 3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 2, 40, 80), (2, 1, 3, 3), (2, 2), (1, 1), (1, 1)),
    # One each: windows in the padding, gaps between windows, more taps than kMostTaps, 1 dimension.
    ((1, 2, 3, 3), (2, 1, 2, 2), (1, 1), (4, 4), (2, 5)),
    ((1, 2, 1, 90), (2, 1, 1, 2), (1, 40), (0, 0), (1, 30)),
    ((1, 2, 13, 13), (2, 1, 12, 12), (1, 1), (1, 1), (1, 1)),
    ((1, 9, 100), (9, 1, 5), (1,), (2,), (1,)),
    # Tiles compute two of these (convolution_tiles.h). The third is computed as a matrix product.
    ((1, 30, 9, 11), (13, 30, 3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 10, 9, 37), (8, 5, 3, 3), (1, 2), (1, 1), (1, 1)),
    ((1, 19, 5, 7), (17, 19, 1, 1), (1, 1), (0, 0), (1, 1)),
    # Two convolutions with strides. The third has sums of 450 products, more than kSumBlock.
    ((2, 3, 7, 83), (7, 3, 3, 3), (2, 2), (1, 1), (1, 1)),
    ((1, 2, 8, 130), (3, 2, 3, 4), (1, 3), (3, 5), (2, 3)),
    ((1, 50, 6, 19), (9, 50, 3, 3), (1, 1), (0, 0), (1, 1)),
]


def convolution_cases():
    for dtype in (torch.float32, torch.float64):
        for index, (shape, weight_shape, *steps) in enumerate(CONVOLUTIONS):
            tensor, weight = random(dtype, *shape), random(dtype, *weight_shape)
            bias = random(dtype, weight_shape[0])
            more = [False, [0] * len(steps[0]), shape[1] // weight_shape[1]]
            expected = torch.convolution(tensor.double(), weight.double(), bias.double(), *steps,
                                         *more).to(dtype)
            scale = torch.convolution(tensor.double().abs(), weight.double().abs(),
                                      bias.double().abs(), *steps, *more).max().item()
            for order in (None, CHANNELS_LAST) if len(shape) == 4 else (None,):
                yield Case("convolution.out", f"{name(dtype)} vectors {index} {order}",
                           [In(tensor, order), weight, bias, *steps, *more,
                            near(expected, 4, scale, order=order)])


CASES = [convolution_cases, mm_cases, other_product_cases, softmax_cases, map_cases]
