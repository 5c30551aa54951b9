# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of the operators that choose scales and zero points."""

import itertools
import math

import numpy
import torch

import reference
from case_writer import CHANNELS_LAST, FLOATS, INVALID, Case, In, Out, changed, name
from cases_affine import bad_calls, op
from reference import BYTE, CHAR, DTYPES

OUTPUTS = ((torch.float64, torch.int64), (torch.float32, torch.int64), (torch.float64, torch.int32),
           (torch.float32, torch.int32))
RANGES = ((0, 1), (-1, 1), (-3, 0.5), (2, 5), (-5, -2), (0, 0), (1e-6, 1e-5), (-1e-6, 0),
          (-1e-6, 2e-5), (-1e-20, 1e-20), (0, 1e-39), (-1e4, 3e4), (-6e4, 6e4), (0.1, 25.6))


def singles(x):
    return reference.floats(x).astype(numpy.float32)


def outputs(found, shape, dtypes=OUTPUTS[0]):
    scales = torch.tensor([scale for scale, _ in found], dtype=torch.float64)
    zero_points = torch.tensor([zero_point for _, zero_point in found], dtype=torch.int64)
    return [Out(values.reshape(shape).to(dtype)) for values, dtype in
            zip((scales, zero_points), dtypes)]


def tensor_case(label, x, low, high, code, order=None, dtypes=OUTPUTS[0]):
    found = reference.choose_qparams(singles(x), low, high)
    return Case(op("choose_qparams", "Tensor_out"), label,
                [In(x, order), low, high, 1e-7, code, *outputs([found], [1], dtypes)])


def token_case(label, x, dtypes=OUTPUTS[0]):
    lines = singles(x).reshape(math.prod(x.shape[:-1]), x.shape[-1])
    found = [reference.choose_qparams(line, -128, 127) for line in lines]
    return Case(op("choose_qparams_per_token_asymmetric"), label,
                [x, 1, *outputs(found, [*x.shape[:-1], 1], dtypes)])


def spread_between(low, high, dtype, *shape):
    return (torch.rand(shape, dtype=torch.float64) * (high - low) + low).to(dtype)


def good_cases(dtype):
    for (low, high), integer in itertools.product(RANGES, DTYPES):
        yield tensor_case(f"{name(dtype)} {low} {high} {integer.name}",
                          spread_between(low, high, dtype, 37), integer.low, integer.high,
                          integer.code)
    x = torch.randn(2, 3, 4, 2).to(dtype)
    for low, high in ((-128, 127), (-127, 127), (3, 4), (-128, -100), (100, 127)):
        for order in (None, CHANNELS_LAST):
            yield tensor_case(f"{name(dtype)} {low} {high} {order}", x, low, high, CHAR.code, order)
    for shape in ((), (1,), (100,), (16,), (17,)):
        yield tensor_case(f"{name(dtype)} {shape}", torch.randn(shape).to(dtype), 0, 255, BYTE.code)
    for low, high in RANGES:
        yield token_case(f"{name(dtype)} tokens {low} {high}",
                         spread_between(low, high, dtype, 5, 19))
    for shape in ((7,), (1, 1), (2, 3, 5), (0, 3), (2, 0, 3), (1, 100)):
        yield token_case(f"{name(dtype)} tokens {shape}", torch.randn(shape).to(dtype))
    for dtypes, low in itertools.product(OUTPUTS, range(-8, 0)):
        x = spread_between(low, 3, dtype, 4, 9)
        yield tensor_case(f"{name(dtype)} into {dtypes} {low}", x, 0, 255, BYTE.code, dtypes=dtypes)
        yield token_case(f"{name(dtype)} tokens into {dtypes} {low}", x, dtypes)


def bad_cases(dtype):
    good = tensor_case(name(dtype), torch.randn(2, 3).to(dtype), -128, 127, CHAR.code)
    tokens = token_case(f"{name(dtype)} tokens", torch.randn(2, 3).to(dtype))
    wrong = [(0, torch.ones(2, 0, dtype=dtype)), (-2, Out(torch.ones(1, dtype=torch.float16))),
             (-1, Out(torch.ones(1, dtype=torch.int16)))]
    for value in (math.nan, math.inf, -math.inf):
        x = torch.randn(2, 3).to(dtype)
        x[1, 2] = value
        wrong.append((0, x))
    yield from bad_calls(good, wrong + [
        (1, 127), (1, -129), (2, 128), (2, -129), (1, 2**40), (1, None), (3, None), (3, 1), (4, 6),
        (4, 4), (4, None), (4, 2**40), (5, Out(torch.ones(2, dtype=torch.float64)))])
    yield from bad_calls(tokens, wrong + [
        (0, torch.tensor(1, dtype=dtype)), (3, Out(torch.ones(2, dtype=torch.int64)))])
    for code in (0, 4, 6, 2**40):
        yield Case(tokens.op, f"{name(dtype)} tokens dtype {code}", changed(tokens.args, (1, code)))


def cases():
    for dtype in FLOATS:
        yield from good_cases(dtype)
        yield from bad_cases(dtype)
    for dtype in (torch.int32, torch.bool, torch.complex64):
        yield Case(op("choose_qparams", "Tensor_out"), f"{dtype}",
                   [torch.ones(3).to(dtype), 0, 255, 1e-7, BYTE.code,
                    *outputs([(1.0, 0)], [1])], INVALID)
