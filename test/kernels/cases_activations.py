# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of activations: leaky_relu, elu, gelu, hardtanh, clamp, logit and glu."""

import itertools
import math

import torch

from binary_writer import numbers as values
from case_writer import (ALL, CHANNELS_LAST, FLOATS, INVALID, REAL, Calls, Case, In, Out,
                         converted, eps, is_exact, name, near, random)
from cases_elementwise import specials
from cases_unary import kernel_cases


def activation_cases(op, dtype, params, function):
    def expected(tensor, **layout):
        if is_exact(dtype):
            return Out(function(tensor, *params), **layout)
        result = function(tensor.double(), *params)
        finite = result[torch.isfinite(result)].abs()
        scale = finite.max().item() if finite.numel() else 0
        return near(result.to(dtype), 4, scale if scale < 100 else 1, **layout)

    label = f"{name(dtype)} {params}"
    for shape in [(2, 3), (), (0, 2), (5, 1, 2), (37,)]:
        tensor = random(dtype, *shape)
        yield Case(op, f"{label} {shape}", [tensor, *params, expected(tensor)])
    tensor = specials(dtype)[1][:11]
    yield Case(op, f"{label} specials", [tensor, *params, expected(tensor)])
    tensor = random(dtype, 2, 3, 2, 2)
    for order in (None, CHANNELS_LAST):
        yield Case(op, f"{label} channels last into {order}",
                   [In(tensor, CHANNELS_LAST), *params, expected(tensor, order=order)],
                   None if order else INVALID)
    yield Case(op, f"{label} wrong shape", [tensor, *params, Out(tensor[0])], INVALID)


def bad_numbers(op, dtype, params, bad):
    tensor = random(dtype, 3)
    for index, value in itertools.product(range(len(params)), bad):
        args = list(params)
        args[index] = value
        yield Case(op, f"{name(dtype)} number {index} is {value}", [tensor, *args, Out(tensor)],
                   INVALID)


def leaky_relu(x, slope):
    return torch.where(x > 0, x, x * slope)


def elu(x, alpha, scale, input_scale):
    return torch.where(x <= 0, torch.expm1(x * input_scale) * (alpha * scale), x * scale)


def gelu(x, approximate):
    return torch.nn.functional.gelu(x, approximate=approximate)


def hardtanh(x, low, high):
    return torch.clamp(x, *(int(limit) if is_exact(x.dtype) else limit for limit in (low, high)))


def number_cases():
    for dtype in FLOATS:
        for op, function, sets in [
                ("leaky_relu.out", leaky_relu, [(0.01,), (0.0,), (-2.5,), (1,), (True,)]),
                ("elu.out", elu, [(1, 1, 1), (0.5, 2.0, 1.5), (1.0, -1.0, 0.25),
                                 (math.inf, 1, 1)]),
                ("gelu.out", gelu, [("none",), ("tanh",)])]:
            for params in sets:
                yield from activation_cases(op, dtype, params, function)
            yield from kernel_cases(op, dtype, params=sets[0])
            bad = [None, [1]] + ([1e300] if dtype != torch.float64 else [])
            if op == "gelu.out":
                bad = [None, "tan", "tanhh", "None", "-"]
            yield from bad_numbers(op, dtype, sets[0], bad)


def limit_cases():
    for dtype in REAL:
        case = Calls("clamp.out", name(dtype))
        limits = [(0, 6), (2, 1), (0.0, 6.0), (1.75, 99.5)]
        if dtype != torch.uint8:
            limits += [(-1, 1), (-1.0, 1.0), (-2.75, 2.5)]
        for params in limits:
            yield from activation_cases("hardtanh.out", dtype, params, hardtanh)
        yield from kernel_cases("hardtanh.out", dtype, params=(0, 1))
        bad = [None, [1], "x"]
        if dtype != torch.int64 and is_exact(dtype):
            bad += [torch.iinfo(dtype).max + 1, 1e20, math.nan, math.inf]
        yield from bad_numbers("hardtanh.out", dtype, (0, 1), bad)
        limits = [(0, 6), (None, 3), (3, None), (5, 2)]
        if dtype == torch.uint8:
            limits += [(-5, None), (None, -5)]
        elif is_exact(dtype):
            limits += [(-3, 3), (torch.iinfo(dtype).min, torch.iinfo(dtype).max)]
        else:
            limits += [(-0.5, 0.5), (math.nan, 1.0), (0.0, math.nan), (-math.inf, math.inf),
                       (math.inf, None), (math.nan, None), (None, math.nan)]
        for params in limits:
            yield from activation_cases("clamp.out", dtype, params, torch.clamp)
        yield from kernel_cases("clamp.out", dtype, params=(0, 1))
        yield from bad_numbers("clamp.out", dtype, (0, 1), [[1], "x"])
        tensor = random(dtype, 3)
        yield case.bad("no limit", tensor, None, None, Out(tensor))
        if is_exact(dtype):
            for params in ((0.5, None), (None, 1.0)):
                yield case.bad(f"{params} into the input's dtype", tensor, *params, Out(tensor))


def mixed_clamp_cases():
    case = Calls("clamp.out")
    for dtype, out in itertools.product(ALL, ALL):
        for params in [(1, None), (0.5, 2.5), (0, 2.5)]:
            floating = any(isinstance(limit, float) for limit in params)
            tensor = values(dtype, 10)
            common = dtype
            if is_exact(dtype) and floating:
                common = torch.float32
            elif dtype == torch.bool:
                common = torch.int64
            if dtype == out and common == dtype and dtype != torch.bool:
                continue
            label = f"{name(dtype)} {params} into {name(out)}"
            if common.is_complex or not torch.can_cast(common, out) or out == torch.bool:
                yield case.bad(label, tensor, *params, Out(torch.zeros(10, dtype=out)))
                continue
            wide = common if is_exact(common) else torch.float64
            # The kernel rounds the limits instead. The values agree, because rounding keeps order.
            result = torch.clamp(tensor.to(common).to(wide), *params).to(common).to(out)
            yield case(label, tensor, *params, Out(result))
    tensor = values(torch.uint8, 10)
    out = Out(torch.clamp(tensor, -5, None).to(torch.int32))
    yield case("limit -5 wraps in Byte", tensor, -5, None, out)


def logit_cases():
    for dtype in FLOATS:
        for params in [(None,), (0.1,), (0.0,), (-1.0,), (0.5,)]:
            yield from activation_cases("logit.out", dtype, params, torch.logit)
            tensor = torch.rand(30, dtype=torch.float64).to(dtype)
            yield Case("logit.out", f"{name(dtype)} {params} below 1",
                       [tensor, *params,
                        near(torch.logit(tensor.double(), *params).to(dtype), 4, 4)])
        yield from kernel_cases("logit.out", dtype, params=(None,))
        yield from bad_numbers("logit.out", dtype, (0.1,), [[1], "x"])
    for dtype, out in itertools.product(ALL, ALL):
        if dtype == out and not is_exact(dtype):
            continue
        tensor = values(dtype, 10)
        common = torch.float32 if is_exact(dtype) else dtype
        for params in ((None,), (0.25,)):
            label = f"{name(dtype)} {params} into {name(out)}"
            if is_exact(out) or common.is_complex:
                yield Case("logit.out", label, [tensor, *params, Out(torch.zeros(10, dtype=out))],
                           INVALID)
                continue
            result = torch.logit(tensor.to(common).double(), *params).to(common).to(out)
            coarse = max(eps(common), eps(out))
            yield Case("logit.out", label, [tensor, *params, Out(result, 4 * coarse, 4 * coarse)])


def glu_cases():
    for dtype in FLOATS:
        def expected(tensor, dim, **layout):
            result = torch.nn.functional.glu(tensor.double(), dim)
            return near(result.to(dtype), 4, **layout)

        for shape, dim in [((2, 4), 1), ((2, 4), -1), ((4, 3), 0), ((4, 3), -2), ((6,), 0),
                           ((2, 6, 3), 1), ((3, 1, 2), 2), ((0, 4), 1), ((2, 0), 1), ((4, 0), 0),
                           ((2, 2, 2, 2, 2), 2), ((74,), 0)]:
            tensor = random(dtype, *shape)
            yield Case("glu.out", f"{name(dtype)} {shape} {dim}",
                       [tensor, dim, expected(tensor, dim)])
        tensor = specials(dtype)[1][:22].reshape(2, 11)
        yield Case("glu.out", f"{name(dtype)} specials", [tensor, 0, expected(tensor, 0)])
        tensor = random(dtype, 2, 4, 2, 2)
        for left, right, dim in itertools.product((None, CHANNELS_LAST), (None, CHANNELS_LAST),
                                                  (0, 1, -1)):
            yield Case("glu.out", f"{name(dtype)} layout {left} to {right} by {dim}",
                       [In(tensor, left), dim, expected(tensor, dim, order=right)])
        for shape, dim, out in [((2, 3), 1, (2, 1)), ((2, 4), 2, (2, 2)), ((2, 4), -3, (2, 2)),
                                ((), 0, ()), ((2, 4), 1, (2, 4)), ((2, 4), 1, (1, 4)),
                                ((2, 4), 1, (4,)), ((2, 4), None, (2, 2)), ((2, 4), 1.0, (2, 2))]:
            yield Case("glu.out", f"{name(dtype)} {shape} {dim} into {out}",
                       [random(dtype, *shape), dim, Out(random(dtype, *out))], INVALID)
        yield from kernel_cases("glu.out", dtype, params=(0,))


def mixed_glu_cases():
    for dtype, out in itertools.product(ALL, ALL):
        if dtype == out and dtype in FLOATS:
            continue
        case = Calls("glu.out", f"{name(dtype)} into {name(out)}")
        if dtype not in FLOATS or is_exact(out):
            yield case.bad("refused", random(dtype, 2, 4), -1, Out(random(out, 2, 2)))
            continue
        for shape, dim, order in [((2, 4), 1, None), ((4, 3), 0, (1, 0)), ((150,), 0, None),
                                  ((0, 4), 1, None), ((2, 2, 6, 2), 2, CHANNELS_LAST)]:
            tensor = random(dtype, *shape)
            result = torch.nn.functional.glu(tensor.double(), dim)
            yield case(f"{shape} {order}", In(tensor, order), dim,
                       converted(near(result.to(dtype), 4, order=order), out))
        yield case.bad("wrong shape", random(dtype, 2, 4), -1, Out(random(out, 2, 3)))


CASES = [number_cases, limit_cases, mixed_clamp_cases, logit_cases, glu_cases,
         mixed_glu_cases]
