# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of mm, addmm, bmm and linear.

PyTorch computes the expected values: for Half and BFloat16 in Float, with a rounded result, and
otherwise in the dtype of the inputs."""

import dataclasses
import itertools

import torch

from case_writer import (CODES, FLOATS, MISSING, NUMBERS, Calls, Case, In, Out, in_order, is_exact,
                         misused, name, near, random, refused, wide)

TRANSPOSED = (1, 0)


def scale_of(*factors):
    """Returns the largest element of |a| @ |b|, a bound for the intermediate sums of a @ b. The
    rounding errors are proportional to these sums."""
    if is_exact(factors[0].dtype):
        return 0
    a, b = (factor.abs().double() for factor in factors)
    return (a @ b).max().item() if a.numel() and b.numel() else 0


def addmm(self, a, b, beta, alpha):
    work = wide(a.dtype)
    result = torch.addmm(self.to(work), a.to(work), b.to(work), beta=beta, alpha=alpha).to(a.dtype)
    scale = scale_of(a, b) * abs(alpha)
    if not is_exact(a.dtype):
        scale += abs(beta) * self.abs().double().nan_to_num(0).max().item() if self.numel() else 0
    return near(result, 4, scale)


def mm_cases():
    for dtype in NUMBERS:
        case = Calls("mm.out", name(dtype))
        work = wide(dtype)
        for n, k, m in [(2, 3, 4), (1, 1, 1), (5, 17, 3), (1, 40, 2), (0, 3, 2), (2, 0, 3),
                        (2, 3, 0), *([(67, 130, 41), (11, 515, 35)] if dtype in FLOATS else [])]:
            a, b = random(dtype, n, k), random(dtype, k, m)
            expected = near(torch.mm(a.to(work), b.to(work)).to(dtype), 4, scale_of(a, b))
            yield case(f"{n}x{k}x{m}", a, b, expected)
            yield case(f"{n}x{k}x{m} by columns", *in_order(TRANSPOSED, [a, b, expected]))
        for left, right, out in [((2, 3), (4, 3), (2, 3)), ((2, 3), (3, 4), (2, 3)),
                                 ((2, 3), (3, 4), (3, 4)), ((2, 3), (3, 4), (8,)),
                                 ((3,), (3, 4), (1, 4)), ((2, 3), (3,), (2,)),
                                 ((1, 2, 3), (1, 3, 4), (1, 2, 4))]:
            yield case.bad(f"{left} {right} into {out}", random(dtype, *left),
                           random(dtype, *right), Out(random(dtype, *out)))
        four = random(dtype, 2, 2)
        yield from misused("mm.out", name(dtype), [four, four, Out(four)], f"v1/{CODES[dtype]};|*")
    for dtype in FLOATS:
        a, b = random(dtype, 2, 3), random(dtype, 3, 2)
        a[0, 1], b[2, 1] = torch.nan, torch.inf
        work = wide(dtype)
        yield Case("mm.out", f"{name(dtype)} nan and inf",
                   [a, b, near(torch.mm(a.to(work), b.to(work)).to(dtype), 4, 10)])
    four = random(torch.bool, 2, 2)
    yield Case("mm.out", "Bool", [four, four, Out(four)], MISSING)


def addmm_cases():
    for dtype in NUMBERS:
        case = Calls("addmm.out", name(dtype))
        a, b = random(dtype, 3, 5), random(dtype, 5, 4)
        for shape in [(3, 4), (4,), (1, 4), (3, 1), (1,), (), (1, 1)]:
            self = random(dtype, *shape)
            yield case(f"self {shape}", self, a, b, 1, 1, addmm(self, a, b, 1, 1))
        self = random(dtype, 3, 4)
        yield case("by columns", In(self, TRANSPOSED), In(a, TRANSPOSED), In(b, TRANSPOSED), 1, 1,
                   addmm(self, a, b, 1, 1))
        for beta, alpha in itertools.product((0, 1, -2), (0, 1, 3)):
            yield case(f"beta {beta} alpha {alpha}", self, a, b, beta, alpha,
                       addmm(self, a, b, beta, alpha))
        if is_exact(dtype):
            info = torch.iinfo(dtype)
            for beta, alpha in ((0.5, 1), (1, 1.0), (2.0, 3.0), (1, 1.5), (7.99, -0.0),
                                (1.5, 100.25), (float(info.min), 0), (0.75, 0.25),
                                *([] if dtype == torch.uint8 else [(-1.5, 1), (2, -2.75)])):
                yield case(f"beta {beta} alpha {alpha}", self, a, b, beta, alpha,
                           addmm(self, a, b, beta, alpha))
            above = 2.0**63 if dtype == torch.int64 else info.max + 0.5
            for value in (above, float(info.min - 2**11), 1e300, torch.nan, -torch.inf):
                yield case.bad(f"beta {value}", self, a, b, value, 1, Out(self))
                yield case.bad(f"alpha {value}", self, a, b, 1, value, Out(self))
        else:
            yield case("beta 0.5 alpha 1.25", self, a, b, 0.5, 1.25, addmm(self, a, b, 0.5, 1.25))
            nan = torch.full_like(self, torch.nan)
            yield case("beta 0 hides nan", nan, a, b, 0, 2, addmm(nan, a, b, 0, 2))
            yield case("alpha 0 hides nan", self, torch.full_like(a, torch.nan), b, 2, 0,
                       near(self.to(wide(dtype)).mul(2).to(dtype)))
        yield case("beta True", self, a, b, True, 1, addmm(self, a, b, 1, 1))
        nothing = random(dtype, 3, 0), random(dtype, 0, 4)
        yield case("no products", self, *nothing, 2, 1, addmm(self, *nothing, 2, 1))
        for shape, out in [((3, 4), (4, 3)), ((3,), (3, 4)), ((2, 4), (3, 4)), ((1, 3, 4), (3, 4)),
                           ((0, 4), (3, 4)), ((3, 4), (12,))]:
            yield case.bad(f"self {shape} into {out}", random(dtype, *shape), a, b, 1, 1,
                           Out(random(dtype, *out)))
        yield case.bad("inner sizes differ", self, a, random(dtype, 4, 5), 1, 1, Out(self))
        yield from misused("addmm.out", name(dtype), [self, a, b, 1, 1, Out(self)],
                           f"v1/{CODES[dtype]};|*")


def bmm_cases():
    op = "bmm.out"
    case = Calls(op)
    for dtype in NUMBERS:
        key = f"v1/{CODES[dtype]};|*"
        for batch, n, k, m in [(1, 2, 3, 4), (2, 3, 2, 2), (3, 1, 9, 1), (2, 1, 1, 1), (0, 2, 3, 2),
                               (2, 0, 3, 2), (2, 3, 0, 2), (2, 2, 3, 0)]:
            a, b = random(dtype, batch, n, k), random(dtype, batch, k, m)
            expected = near(torch.bmm(a.to(wide(dtype)), b.to(wide(dtype))).to(dtype), 4,
                            scale_of(a, b))
            label = f"{name(dtype)} {batch}x{n}x{k}x{m}"
            yield case(label, a, b, expected)
            for orders in [((0, 2, 1), (0, 1, 2), (2, 1, 0)), ((1, 0, 2), (0, 2, 1), (0, 1, 2))]:
                out = dataclasses.replace(expected, order=orders[2])
                yield case(f"{label} layouts {orders}", In(a, orders[0]), In(b, orders[1]), out)
        for left, right, out in [((2, 2, 3), (2, 4, 3), (2, 2, 3)),
                                 ((2, 2, 3), (1, 3, 4), (2, 2, 4)),
                                 ((2, 2, 3), (2, 3, 4), (2, 4, 2)), ((2, 3), (3, 4), (2, 4)),
                                 ((2, 2, 3), (3, 4), (2, 2, 4)), ((1, 2, 3), (1, 3, 4), (2, 4)),
                                 ((2, 2, 3), (2, 3, 4), (1, 2, 4))]:
            yield case.bad(f"{name(dtype)} {left} {right} into {out}", random(dtype, *left),
                           random(dtype, *right), Out(random(dtype, *out)))
        four = random(dtype, 1, 2, 2)
        yield from misused(op, name(dtype), [four, four, Out(four)], key)
    for dtype in FLOATS:
        a, b = random(dtype, 2, 2, 3), random(dtype, 2, 3, 2)
        a[0, 0, 1], b[1, 2, 1] = torch.nan, torch.inf
        yield case(f"{name(dtype)} nan and inf", a, b,
                   near(torch.bmm(a.to(wide(dtype)), b.to(wide(dtype))).to(dtype), 4, 10))


def linear(tensor, weight, bias):
    work = wide(tensor.dtype)
    result = torch.nn.functional.linear(tensor.to(work), weight.to(work), None)
    if bias is not None:
        result = result.add_(bias.to(work))
    scale = scale_of(tensor, weight.t())
    if bias is not None and not is_exact(bias.dtype):
        scale += bias.abs().double().max().item()
    return near(result.to(tensor.dtype), 4, scale)


def linear_cases():
    for dtype in NUMBERS:
        key = f"v1/{CODES[dtype]};|*"
        for shape, outputs in [((5,), 4), ((1, 5), 4), ((3, 5), 4), ((2, 3, 5), 4), ((0, 5), 4),
                               ((3, 0), 2), ((2, 3, 4, 17), 9), ((1, 40), 1)]:
            tensor, weight = random(dtype, *shape), random(dtype, outputs, shape[-1])
            for bias in (None, random(dtype, outputs)):
                out = linear(tensor, weight, bias)
                label = f"{name(dtype)} {shape} to {outputs} bias {bias is not None}"
                yield Case("linear.out", label, [tensor, weight, bias, out])
                if len(shape) > 1:
                    order = tuple(reversed(range(len(shape))))
                    args = in_order(order, [tensor, In(weight, TRANSPOSED), bias, out])
                    yield Case("linear.out", f"{label} by columns", args)
        for shape, biases in [((5,), [(), (1,)]), ((3, 5), [(), (1,), (1, 4), (3, 4), (3, 1)]),
                              ((2, 3, 5), [(1, 4), (3, 4), (3, 1), (2, 1, 4), (2, 3, 4)]),
                              ((2, 1, 3, 5), [(2, 1, 1, 1), (1, 3, 4)])]:
            tensor, weight = random(dtype, *shape), random(dtype, 4, 5)
            for bias in biases:
                bias = random(dtype, *bias)
                out = linear(tensor, weight, bias)
                label = f"{name(dtype)} {shape} bias {tuple(bias.shape)}"
                yield Case("linear.out", label, [tensor, weight, bias, out])
                args = in_order(tuple(reversed(range(len(shape)))), [tensor, weight, bias, out])
                yield Case("linear.out", f"{label} by columns", args)
        tensor, weight, bias = random(dtype, 2, 3), random(dtype, 4, 3), random(dtype, 4)
        good = [tensor, weight, bias, Out(random(dtype, 2, 4))]
        yield from refused("linear.out", name(dtype), good, [
            (0, random(dtype, 2, 4)), (0, random(dtype)), (1, random(dtype, 3)),
            (1, random(dtype, 1, 4, 3)), (1, random(dtype, 3, 4)), (2, random(dtype, 3)),
            (2, random(dtype, 3, 4)), (2, random(dtype, 1, 1, 4)), (2, random(dtype, 2, 2)),
            (3, Out(random(dtype, 2, 3))), (3, Out(random(dtype, 4)))])
        yield from misused("linear.out", name(dtype), good, key)


CASES = [mm_cases, addmm_cases, bmm_cases, linear_cases]
