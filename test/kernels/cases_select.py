# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of where, masked_fill with a Scalar, and clamp with tensors as limits."""

import itertools
import math

import torch

from binary_writer import numbers
from case_writer import (ALL, CHANNELS_LAST, CODES, INVALID, REAL, Calls, Case, Out, changed,
                         in_order, is_exact, misused, name, random, wide)

SHAPES = [((2, 3), (2, 3), (2, 3)), ((2, 3), (3,), ()), ((3,), (2, 1), (2, 3)),
          ((), (4,), (4,)), ((), (), ()), ((0, 3), (3,), (1, 3)), ((2, 1, 3), (4, 1), (3,)),
          ((70,), (70,), (70,)), ((2, 1), (2, 1), (3,))]


def where(condition, a, b, dtype):
    """Returns the expected output of `dtype`; None if the call must fail; NotImplemented if the
    common dtype is ComplexHalf, which no kernel supports."""
    common = torch.result_type(a, b)
    if common not in ALL:
        return NotImplemented
    if not torch.can_cast(common, dtype):
        return None
    return torch.where(condition.bool(), a.to(common), b.to(common)).to(dtype)


def where_cases():
    op = "where.self_out"
    for dtype in ALL:
        case = Calls(op, name(dtype))
        key = f"v1/11;|{CODES[dtype]};|*"
        for shapes in SHAPES:
            condition = random(torch.bool, *shapes[0])
            a, b = random(dtype, *shapes[1]), random(dtype, *shapes[2])
            out = Out(where(condition, a, b, dtype))
            yield case(f"{shapes}", condition, a, b, out)
            yield case(f"{shapes} Byte condition", condition.byte(), a, b, out)
        condition, a, b = random(torch.bool, 2, 3), random(dtype, 2, 3), random(dtype, 2, 3)
        for alias in (1, 2):
            yield case(f"in place {alias}", condition, a, b,
                       Out(torch.where(condition, a, b), alias=alias))
        for wrong in ((3, 2), (6,), (2, 3, 1), (3,)):
            yield case.bad(f"into {wrong}", condition, a, b, Out(random(dtype, *wrong)))
        yield case.bad("shapes", random(torch.bool, 4), a, b, Out(a))
        yield from misused(op, name(dtype), [condition, a, b, Out(a)], key)
        condition, a, b = (random(d, 2, 3, 2, 2) for d in (torch.bool, dtype, dtype))
        args = [condition, a, b, Out(torch.where(condition, a, b))]
        yield case("mixed layouts", *changed(in_order(CHANNELS_LAST, args), (1, a)))
    condition = torch.arange(10) % 3 == 0
    for number, (left, right) in enumerate(itertools.product(ALL, ALL)):
        for shape_a, shape_b in ((10, 10), (10, 0), (0, 10)):
            a, b = numbers(left, shape_a), numbers(right, shape_b)
            outputs = {torch.result_type(a, b), ALL[number % len(ALL)]} & set(ALL)
            for dtype in sorted(outputs, key=name):
                result = where(condition, a, b, dtype)
                if result is NotImplemented:
                    continue
                label = f"{name(left)}[{shape_a}] {name(right)}[{shape_b}] into {name(dtype)}"
                fail = INVALID if result is None else None
                if fail:
                    result = torch.zeros(10, dtype=dtype)
                yield Case(op, label, [condition, a, b, Out(result)], fail)
    floats = numbers(torch.float32, 10)
    for wrong in (torch.int32, torch.float32):
        yield Case(op, f"condition {name(wrong)}",
                   [condition.to(wrong), floats, floats, Out(floats)], INVALID)


def fill_cases():
    op = "masked_fill.Scalar_out"
    for dtype in ALL:
        case = Calls(op, name(dtype))
        key = f"v1/{CODES[dtype]};|11;|{CODES[dtype]};"
        for value in (0, 1, True, -2, 1.5, -0.75, 2.0, 255.5, 127.5, -128.5, -math.inf, math.nan,
                      -1e9, 1e300, 1000, 1 << 40, None):
            tensor, mask = random(dtype, 2, 3), random(torch.bool, 3)
            args = [tensor, mask, value]
            exact = is_exact(dtype)
            fits = value is not None
            if fits and exact and dtype != torch.bool:
                info = torch.iinfo(dtype)
                low = -info.max if dtype == torch.uint8 and isinstance(value, int) else info.min
                fits = low <= value <= info.max
            elif fits and wide(dtype) in (torch.float32, torch.complex64):
                fits = value != 1e300
            label = f"{name(dtype)} with {value}"
            if not fits:
                yield Case(op, label, args + [Out(tensor)], INVALID)
                continue
            number = torch.tensor(value).to(dtype) if exact else torch.tensor(
                value, dtype=torch.float64).to(wide(dtype)).to(dtype)
            yield Case(op, label, args + [Out(torch.where(mask, number, tensor))])
        three = torch.tensor(1).to(dtype)
        for left, right in [((2, 3), (2, 3)), ((3,), (2, 1)), ((), (2,)), ((), ()), ((0, 3), (3,)),
                            ((70,), (70,)), ((2, 1, 2), (3, 1))]:
            tensor, mask = random(dtype, *left), random(torch.bool, *right)
            yield case(f"{left} {right}", tensor, mask, 1, Out(torch.where(mask, three, tensor)))
        tensor, mask = random(dtype, 2, 3), random(torch.bool, 2, 3)
        yield case("in place", tensor, mask, 1, Out(torch.where(mask, three, tensor), alias=0))
        yield case.bad("wrong shape", tensor, mask, 1, Out(tensor[0]))
        yield from misused(op, name(dtype), [tensor, mask, 1, Out(tensor)], key)


def clamp(tensors, dtype):
    """Returns the expected output of `dtype`, or None if the call must fail."""
    present = [t for t in tensors if t is not None]
    parts = [[t for t in present if (t.dim() == 0) == zero] for zero in (False, True)]
    types = []
    for part in parts:
        if part:
            common = part[0].dtype
            for t in part[1:]:
                common = torch.promote_types(common, t.dtype)
            types.append(common)
    common = types[0]
    if len(types) == 2:
        common = torch.result_type(torch.zeros(1, dtype=types[0]), torch.zeros((), dtype=types[1]))
    if common not in REAL or not torch.can_cast(common, dtype):
        return None
    self, low, high = (None if t is None else t.to(common).to(wide(common)) for t in tensors)
    if low is not None:
        self = torch.maximum(self, low)
    if high is not None:
        self = torch.minimum(self, high)
    return self.to(common).to(dtype)


def clamp_cases():
    op = "clamp.Tensor_out"
    for dtype in REAL:
        case = Calls(op, name(dtype))
        key = f"v1/{CODES[dtype]};|*"
        for shapes in SHAPES:
            tensors = [random(dtype, *shape) for shape in shapes]
            for without in (None, 1, 2):
                args = [None if i == without else t for i, t in enumerate(tensors)]
                yield case(f"{shapes} without {without}", *args + [Out(clamp(args, dtype))])
        tensors = [random(dtype, 2, 3) for _ in range(3)]
        if not is_exact(dtype):
            tensors[0][0, 0] = tensors[1][0, 1] = tensors[2][1, 1] = math.nan
            tensors[0][1, 0] = -math.inf
        yield case("nan", *tensors + [Out(clamp(tensors, dtype))])
        for alias in range(3):
            yield case(f"in place {alias}", *tensors + [Out(clamp(tensors, dtype), alias=alias)])
        yield case.bad("without both", tensors[0], None, None, Out(tensors[0]))
        yield case.bad("wrong shape", *tensors + [Out(tensors[0][0])])
        yield from misused(op, name(dtype), [*tensors, Out(tensors[0])], key)
    for number, types in enumerate(itertools.product(ALL, ALL, ALL)):
        if number % 11:
            continue
        shapes = [(10, 10, 10), (10, 0, 0), (0, 10, 0), (10, 10, 0)][number // 11 % 4]
        args = [numbers(d, shape) for d, shape in zip(types, shapes)]
        if number % 3:
            args[number % 3] = None
        for dtype in sorted({types[0], torch.float32}, key=name):
            if len({dtype, *(t.dtype for t in args if t is not None)}) == 1:
                continue
            result = clamp(args, dtype)
            label = f"{number} {' '.join(map(name, types))} into {name(dtype)}"
            fail = INVALID if result is None else None
            if fail:
                result = torch.zeros(10, dtype=dtype)
            yield Case(op, label, args + [Out(result)], fail)


CASES = [where_cases, fill_cases, clamp_cases]
