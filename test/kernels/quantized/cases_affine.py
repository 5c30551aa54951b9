# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of quantising and dequantising with one scale per tensor, channel or token, and of adding
quantised tensors."""

import itertools
import math

import numpy
import torch

import reference
from case_writer import CHANNELS_LAST, CODES, FLOATS, Case, In, Out, changed, name, refused
from reference import DTYPES, dequantize, quantize

HUGE = 2**40
LAYOUTS = (None, CHANNELS_LAST)
SHAPES = ((), (0,), (1,), (2, 0, 3), (5,), (3, 70))
PARAMETERS = ((1.0, 0), (0.5, 5), (2.822781801224, -3), (1e-30, 100), (1e30, 7),
              (0.0078125, -2**31), (0.1, 2**31 - 1))
EDGES = [0.0, -0.0, math.nan, math.inf, -math.inf, 3e38, -3e38, 1e-40, 8388607.5, 8388608.5,
         -8388607.5, 2147483520.0, 2147483648.0, -2147483648.0, -2147483904.0, 2.5, -2.5, 0.49999997,
         -0.49999997, 8388609.0, 255.5, 127.5, -128.5, 65535.5, -0.5, 0.5, 1.5]


def op(operator, overload="out"):
    return f"quantized_decomposed::{operator}.{overload}"


def numbers(dtype):
    halves = torch.arange(-40, 40, dtype=torch.float64) / 4
    return torch.cat([torch.tensor(EDGES, dtype=torch.float64), halves,
                      torch.randn(23, dtype=torch.float64) * 100]).to(dtype)


def limits(dtype, narrow):
    middle = (dtype.low + dtype.high + 1) // 2
    return (middle - 100, middle + 99) if narrow else (dtype.low, dtype.high)


class Quantize:
    def __init__(self, number, integer):
        self.number, self.integer = number, integer
        self.label = f"{name(number)} to {integer.name}"

    def input(self, *shape):
        return (torch.randn(shape, dtype=torch.float64) * 60).to(self.number)

    def elements(self):
        return numbers(self.number)

    def call(self, x, scale, zero_point, low, high, order=None, out_order=None):
        """Returns the input, the arguments after scale and zero point, and the output."""
        out = self.integer.make(quantize(x, scale, zero_point, low, high), Out, order=out_order)
        return In(x, order), [low, high, self.integer.code], out


class Dequantize:
    def __init__(self, number, integer):
        self.number, self.integer = number, integer
        self.label = f"{integer.name} to {name(number)}"

    def input(self, *shape):
        return self.integer.random(*shape)

    def elements(self):
        return self.integer.random(300)

    def call(self, x, scale, zero_point, low, high, order=None, out_order=None):
        out = Out(dequantize(x, scale, zero_point, self.number), order=out_order)
        code = CODES[self.number] if out_order or self.always_dtype else None
        return self.integer.make(x, order=order), [low, high, self.integer.code, code], out

    always_dtype = False


def bad_calls(good, changes):
    return refused(good.op, good.name, good.args, changes)


def bad_limits(made, first):
    yield from ((first + 2, 5), (first + 2, None))
    if isinstance(made, Quantize):
        yield from limit_changes(first, made.integer)


def limit_changes(first, integer):
    """Yields changes of a call's limits. Quantising must refuse the changed calls. `first` is the
    index of the lower limit."""
    if integer.high < 2**31 - 1:
        yield first + 1, integer.high + 1
        yield first, integer.low - 1
    middle = (integer.low + integer.high) // 2
    yield first, middle + 1, first + 1, middle
    yield first, HUGE


def with_other_limits(made, first, good):
    """Yields calls of dequantising with the limits that quantising refuses. The calls succeed,
    because dequantising ignores limits."""
    if isinstance(made, Dequantize):
        for number, change in enumerate(limit_changes(first, made.integer)):
            yield Case(good.op, f"{good.name} limits {number}", changed(good.args, change))


def tensor_parameters(scale, zero_point):
    return torch.tensor(scale, dtype=torch.float64), torch.tensor(zero_point, dtype=torch.int64)


def per_tensor(kind, operator, number, integer):
    """Scale and zero point are numbers, or tensors of one element."""
    made = kind(number, integer)
    low, high = limits(integer, False)

    def call(label, x, scale, zero_point, first=low, last=high, order=None, out_order=None):
        start, rest, out = made.call(x, numpy.float32(scale), zero_point, first, last, order,
                                     out_order)
        yield Case(op(operator), label, [start, float(scale), zero_point, *rest, out])
        for shape in ([1], []) if order is None and x.ndim == 1 else ([1],):
            tensors = tensor_parameters(scale, zero_point)
            yield Case(op(operator, "Tensor_out"), f"{label} {shape}",
                       [start, *(tensor.reshape(shape) for tensor in tensors), *rest, out])

    for scale, zero_point in PARAMETERS:
        for narrow in (False, True):
            first, last = limits(integer, narrow)
            yield from call(f"{made.label} {scale} {zero_point} {narrow}", made.elements(), scale,
                            zero_point, first, last)
    for order, out_order in itertools.product(LAYOUTS, LAYOUTS):
        yield from call(f"{made.label} layouts {order} {out_order}", made.input(2, 3, 4, 2), 0.7, 3,
                        low, high, order, out_order)
    for shape in SHAPES:
        yield from call(f"{made.label} {shape}", made.input(*shape), 0.1, 1)
    yield from bad_per_tensor(made, operator, low, high)


def bad_per_tensor(made, operator, low, high):
    start, rest, out = made.call(made.input(2, 3), 0.5, 1, low, high)
    scales = (0.0, -1.0, math.nan, math.inf, 1e300, 1e-300)
    good = Case(op(operator), made.label, [start, 0.5, 1, *rest, out])
    yield from bad_calls(good, [*bad_limits(made, 3), *((1, scale) for scale in (*scales, 1)),
                                (2, HUGE), (2, None), (2, 1.0)])
    yield from with_other_limits(made, 3, good)
    scale, zero_point = tensor_parameters([0.5], [1])
    good = Case(op(operator, "Tensor_out"), made.label, [start, scale, zero_point, *rest, out])
    yield from bad_calls(good, [
        *bad_limits(made, 3),
        *((1, torch.tensor([scale], dtype=torch.float64)) for scale in scales),
        (2, torch.tensor([HUGE])), (1, torch.ones(2, dtype=torch.float64)),
        (2, torch.ones(0, dtype=torch.int64))])
    yield from with_other_limits(made, 3, good)


def in_place_cases():
    """Int and Float elements have the same size, so the output can use the input's memory."""
    integer = DTYPES[3]
    x = torch.randn(40) * 100
    args = [x, 0.5, 1, integer.low, integer.high, 3]
    out = integer.make(quantize(x, 0.5, 1, integer.low, integer.high), Out, alias=0)
    yield Case(op("quantize_per_tensor"), "in place", [*args, out])
    q = integer.random(40)
    yield Case(op("dequantize_per_tensor"), "in place",
               [integer.make(q), 0.5, 1, integer.low, integer.high, 3, None,
                Out(dequantize(q, 0.5, 1, torch.float32), alias=0)])


def random_parameters(count, scale_dtype, zero_dtype=torch.int64):
    scales = (torch.rand(count, dtype=torch.float64) + 0.01).to(scale_dtype)
    return scales, torch.randint(-100, 100, (count,)).to(zero_dtype)


def spread(tensor, shape):
    array = reference.floats(tensor) if tensor.dtype.is_floating_point else tensor.long().numpy()
    return array.reshape(shape)


CHANNELS = (((5,), 0), ((3, 70), 0), ((3, 70), 1), ((3, 7), -1), ((2, 3, 4, 2), 1),
            ((2, 3, 4, 2), -4), ((), 0), ((), -1), ((0, 3), 0), ((0, 3), 1), ((1, 1, 1), 1))


def per_channel(kind, operator, number, integer, scale_dtype, has_zero_points=True):
    made = kind(number, integer)
    low, high = limits(integer, False)
    label = f"{made.label} by {name(scale_dtype)} {has_zero_points}"

    def call(shape, axis, order=None, out_order=None):
        count = shape[axis] if shape else 1
        scales, zero_points = random_parameters(count, scale_dtype)
        wide = [1] * len(shape)
        if shape:
            wide[axis] = count
        start, rest, out = made.call(
            made.input(*shape), spread(scales, wide),
            spread(zero_points, wide) if has_zero_points else 0, low, high, order, out_order)
        return Case(op(operator), f"{label} {shape} {axis} {order} {out_order}",
                    [start, scales, zero_points if has_zero_points else None, axis, *rest, out])

    for shape, axis in CHANNELS:
        yield call(shape, axis)
    for order, out_order in itertools.product(LAYOUTS, LAYOUTS):
        for axis in (0, 1, -1):
            yield call((2, 3, 4, 2), axis, order, out_order)
    good = call((2, 3), 1)
    yield from bad_calls(good, [
        *bad_limits(made, 4), *bad_parameters(good, scale_dtype, has_zero_points, 3),
        *((3, axis) for axis in (2, -3, HUGE, None))])
    yield from with_other_limits(made, 4, good)


def bad_parameters(good, scale_dtype, has_zero_points, count):
    for value in (0.0, -1.0, math.nan, math.inf):
        scales = torch.ones(count, dtype=scale_dtype)
        scales[-1] = value
        yield 1, scales.reshape(good.args[1].shape)
    for other in (count + 1, 0):
        yield 1, torch.ones(other, dtype=scale_dtype)
    if has_zero_points:
        yield 2, torch.tensor([0] * (count - 1) + [HUGE])
        yield 2, torch.zeros(count - 1, dtype=torch.int64)


def per_token(kind, operator, number, integer):
    made = kind(number, integer)
    made.always_dtype = True
    low, high = limits(integer, False)

    def call(shape, order=None, out_order=None):
        wide = [*shape[:-1], 1]
        scales, zero_points = random_parameters(math.prod(shape[:-1]), torch.float64)
        start, rest, out = made.call(made.input(*shape), spread(scales, wide),
                                     spread(zero_points, wide), low, high, order, out_order)
        return Case(op(operator), f"{made.label} {shape} {order} {out_order}",
                    [start, scales.reshape(wide), zero_points.reshape(wide), *rest, out])

    for shape in ((5,), (3, 70), (2, 3, 5), (2, 3, 4, 2), (1, 4), (0, 3), (3, 0), (4, 1)):
        yield call(shape)
    for order, out_order in itertools.product(LAYOUTS, LAYOUTS):
        yield call((2, 3, 4, 2), order, out_order)
    good = call((4, 3))
    without_dims = made.call(made.input(), 1.0, 0, low, high)[0]
    yield from bad_calls(good, [*bad_limits(made, 3), (0, without_dims),
                                *bad_parameters(good, torch.float64, True, 4)])
    yield from with_other_limits(made, 3, good)


def mixed_cases(kind, operator):
    """Combines dtypes of scales, zero points and elements. The fallback kernels serve most of the
    combinations."""
    pairs = itertools.product((torch.float32, torch.float16, torch.bfloat16, torch.float64),
                              (torch.int64, torch.int32), FLOATS, DTYPES[:5])
    for scale_dtype, zero_dtype, number, integer in pairs:
        made = kind(number, integer)
        made.always_dtype = True
        low, high = limits(integer, False)
        label = f"{made.label} by {name(scale_dtype)} and {name(zero_dtype)}"
        scales, zero_points = random_parameters(3, scale_dtype, zero_dtype)
        start, rest, out = made.call(made.input(3, 5), spread(scales, (3, 1)),
                                     spread(zero_points, (3, 1)), low, high)
        yield Case(op(operator + "_per_channel"), label,
                   [start, scales, zero_points, 0, *rest, out])
        yield Case(op(operator + "_per_token"), label, [start, scales, zero_points, *rest, out])
        scale, zero_point = scales[:1], zero_points[:1]
        start, rest, out = made.call(made.input(3, 5), spread(scale, ()), spread(zero_point, ()),
                                     low, high)
        yield Case(op(operator + "_per_tensor", "Tensor_out"), label,
                   [start, scale, zero_point, *rest, out])
    good = Case(op(operator + "_per_tensor", "Tensor_out"), "bad",
                [start, scale, zero_point, *rest, out])
    of_bool = torch.ones(3, 5, dtype=torch.bool)
    yield from bad_calls(good, [
        *((1, scale.to(dtype)) for dtype in (torch.int32, torch.bool, torch.complex64)),
        *((2, zero_point.to(dtype)) for dtype in (torch.int16, torch.bool, torch.float32)),
        (0, of_bool), (-1, Out(of_bool))])


ADD_SHAPES = (((5,), (5,)), ((300,), (300,)), ((2, 3, 4, 2), (1, 3, 1, 1)), ((3, 1), (1, 4)),
              ((), (3,)), ((0, 3), (1, 3)), ((), ()))
ADD_PARAMETERS = (((0.5, 0), (0.25, 0), (0.5, 0)), ((0.1, 5), (0.37, -9), (0.22, 17)),
                  ((1e30, 0), (1e-30, 0), (1.0, 100)))


def add_case(label, integer, a, b, parameters, a_order=None, order=None, alias=None):
    low, high = integer.low, integer.high
    first, second, last = parameters
    total = reference.dequantized(a, *first) + reference.dequantized(b, *second)
    result = quantize(torch.from_numpy(numpy.asarray(total)), *last, low, high)
    return Case(op("add"), f"{integer.name} {label}",
                [integer.make(a, order=a_order), *first, low, high, integer.make(b), *second, low,
                 high, *last, low, high, integer.make(result, Out, order=order, alias=alias)])


def add_cases():
    for integer in DTYPES:
        for (left, right), parameters in itertools.product(ADD_SHAPES, ADD_PARAMETERS):
            yield add_case(f"{left} {right} {parameters}", integer, integer.random(*left),
                           integer.random(*right), parameters)
        a, b = integer.random(2, 3, 4, 2), integer.random(2, 3, 4, 2)
        for orders in itertools.product(LAYOUTS, LAYOUTS):
            yield add_case(f"{orders}", integer, a, b, ADD_PARAMETERS[1], *orders)
        for alias in (0, 1):
            yield add_case(f"in place {alias}", integer, a, b, ADD_PARAMETERS[1], alias=alias)
        good = add_case("", integer, a, b, ADD_PARAMETERS[1])
        yield from bad_calls(good, [
            *itertools.product((1, 6, 10), (0.0, math.nan, -1.0, math.inf)),
            *((zero_point, HUGE) for zero_point in (2, 7, 11)), *limit_changes(12, integer),
            (5, integer.make(integer.random(2, 3, 4, 3)))])
        for first in (3, 8):
            yield Case(good.op, f"{good.name} limits {first}",
                       changed(good.args, (first, HUGE, first + 1, -HUGE)))


def cases():
    reference.affine_agrees()
    for number, integer in itertools.product(FLOATS, DTYPES):
        for kind, operator in ((Quantize, "quantize"), (Dequantize, "dequantize")):
            yield from per_tensor(kind, f"{operator}_per_tensor", number, integer)
            yield from per_token(kind, f"{operator}_per_token", number, integer)
            for scale_dtype in (torch.float64, torch.float32):
                yield from per_channel(kind, f"{operator}_per_channel", number, integer,
                                       scale_dtype)
        for scale_dtype in (torch.float64, torch.float32):
            yield from per_channel(Dequantize, "dequantize_per_channel", number, integer,
                                   scale_dtype, False)
    yield from in_place_cases()
    yield from mixed_cases(Quantize, "quantize")
    yield from mixed_cases(Dequantize, "dequantize")
    yield from add_cases()
