# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of operators with two inputs: tensors that broadcast, or a tensor and a Scalar.

PyTorch's CPU kernels lack some dtypes. Therefore this module converts the inputs to their common
dtype before it calls PyTorch. If the common dtype is Half or BFloat16, the inputs are then
converted to Float. PyTorch's own kernels also compute Half and BFloat16 in Float.
"""

import dataclasses
import itertools
import math
import typing

import torch

from case_writer import (ALL, CHANNELS_LAST, CODES, INVALID, SHORT, Case, In, Out, is_exact,
                         misused, name, near, random, wide)

SHAPES = [((2, 3), (2, 3)), ((2, 3), (3,)), ((3, 1), (4,)), ((), (2, 2)), ((), ()),
          ((2, 1, 4), (3, 1)), ((0, 3), (1, 3)), ((2, 0), (1,)), ((70,), (70,)), ((21,), ())]
MISMATCHED = [((2, 3), (2, 3), (3, 2)), ((2, 3), (4,), (2, 3)), ((1, 3), (1, 3), (2, 3)),
              ((2, 3), (2, 3), ())]
NUMBERS = [0, 1, 2, 3, 100, 127, -1, -2.5, 200, 0.1]
SCALARS = [0, 1, 2, -1, 3, 300, True, False, 0.5, -2.0, 1e-3, 1e300, math.inf, math.nan]


@dataclasses.dataclass
class Operator:
    op: str
    compute: typing.Callable
    dtypes: list                # dtypes that have kernels of their own
    common: list                # common dtypes of the inputs that the operator accepts
    scalar: int = None          # index of the argument that is a Scalar
    extra: tuple = ()           # arguments between inputs and output
    fractional: bool = False    # integers are computed in Float
    predicate: bool = False     # the result is Bool
    refuses: typing.Callable = lambda a, b: False  # true: the call must fail
    divides: bool = False       # dividing an integer by zero is refused
    ulps: float = 1             # permitted error, see near()
    complex_ulps: float = None  # `ulps` of complex numbers; None: the same
    key: str = "v1/{code};|*"   # None if there is only a fallback kernel
    outputs: list = None        # dtypes of the output; None: all to which PyTorch can cast
    cancels: bool = False       # terms cancel, so large inputs permit a larger error
    alike: bool = False         # Case.alike: all libraries' kernels give the same bits


def specials(dtype):
    if dtype == torch.bool:
        values = [False, True]
    elif is_exact(dtype):
        info = torch.iinfo(dtype)
        values = [info.min, info.min + 1, 0, 1, 3, info.max - 1, info.max, 7, 2]
        values += [-1, -3, -7] if info.min else [200]
    else:
        info = torch.finfo(dtype)
        values = [0.0, -0.0, 1.0, -1.5, math.inf, -math.inf, math.nan, 1e4, 0.5, 3.1, 2]
        if dtype.is_complex:
            values = [complex(a, b) for a in (0.0, 1.0) for b in (-1.0, 2.0)]
    values = torch.tensor(values, dtype=dtype)
    return values.repeat_interleave(len(values)), values.repeat(len(values))


def numbers(dtype, shape):
    values = [value > 1 for value in NUMBERS] if dtype == torch.bool else NUMBERS
    if is_exact(dtype):
        values = [int(value) for value in values]
    tensor = torch.tensor(values, dtype=torch.int64 if is_exact(dtype) else dtype).to(dtype)
    return tensor if shape else tensor[3].clone()


def result(operator, a, b, dtype):
    """Returns the expected output of `dtype`, or None if the call must fail. Returns NotImplemented
    if the common dtype of the inputs is ComplexHalf, because no kernel computes in this dtype."""
    common = torch.result_type(a, b)
    if operator.fractional and is_exact(common):
        common = torch.float32
    if common == torch.float16 and any(
            torch.is_tensor(t) and t.is_complex() for t in (a, b)) or common not in ALL:
        return NotImplemented
    if common not in operator.common or not operator.predicate and not torch.can_cast(
            common, dtype):
        return None
    if not is_exact(common) and is_exact(dtype) and not operator.predicate:
        return None
    if operator.outputs and dtype not in operator.outputs:
        return None
    compute = wide(common)

    def operand(value):
        if torch.is_tensor(value):
            return value.to(common).to(compute)
        if is_exact(common):
            return torch.tensor(value).to(common)
        return torch.tensor(value, dtype=torch.float64).to(compute)

    x, y = operand(a), operand(b)
    if operator.refuses(a, b) or operator.divides and is_exact(common) and x.numel() and bool(
            (y == 0).any()):
        return None
    value = operator.compute(x, y)
    if not operator.predicate:
        value = value.to(common)
    ulps = common.is_complex and operator.complex_ulps or operator.ulps
    expected = near(value.to(dtype), ulps)
    if not is_exact(dtype) and not is_exact(common):
        coarse = max(torch.finfo(common).eps, torch.finfo(dtype).eps)
        expected.rtol = ulps * coarse
        if operator.cancels:
            size = max([1] + [t.abs()[t.isfinite()].max().item() for t in (x, y)
                              if t.numel() and t.isfinite().any()])
            expected.atol = ulps * coarse * (size if size < 1e30 else 1)
    return expected


def call(operator, a, b, out):
    return [a, b, *operator.extra, out]


def case(operator, label, a, b, dtype, key=None, **layout):
    """Yields one case, or nothing if the common dtype of the inputs is ComplexHalf."""
    numbers = [arg.tensor if isinstance(arg, In) else arg for arg in (a, b)]
    expected = result(operator, *numbers, dtype)
    if expected is NotImplemented:
        return
    fail = None
    if expected is None:
        shapes = [t.shape for t in numbers if torch.is_tensor(t)]
        expected = Out(torch.zeros(torch.broadcast_shapes(*shapes), dtype=dtype))
        fail = INVALID
    for field, value in layout.items():
        setattr(expected, field, value)
    yield Case(operator.op, label, call(operator, a, b, expected), fail, key,
               operator.alike and not fail)


def result_dtype(operator, dtype):
    return torch.bool if operator.predicate else dtype


def divisible(operator, tensor):
    if operator.divides and is_exact(tensor.dtype):
        return torch.where(tensor == 0, torch.ones((), dtype=tensor.dtype), tensor)
    return tensor


def special_cases(operator, dtype, out):
    a, b = specials(dtype)
    if operator.divides and is_exact(dtype):
        yield from case(operator, f"{name(dtype)} by zero", a, b, out)
        keep = b != 0
        a, b = a[keep], b[keep]
        if dtype != torch.uint8:  # PyTorch's division min / -1 would trap
            keep = ~((b == -1) & (a == torch.iinfo(dtype).min))
            a, b = a[keep], b[keep]
    yield from case(operator, f"{name(dtype)} specials", a, b, out)


def tensor_cases(operator):
    for dtype in operator.dtypes:
        out = result_dtype(operator, dtype)
        for left, right in SHAPES:
            a, b = random(dtype, *left), divisible(operator, random(dtype, *right))
            yield from case(operator, f"{name(dtype)} {left} {right}", a, b, out)
        # If alpha is 2, PyTorch may round the product with alpha before the addition, or not.
        # Special values then have no single right result.
        if 2 not in operator.extra:
            yield from special_cases(operator, dtype, out)
        for alias in (0, 1) if out == dtype else ():
            a, b = random(dtype, 3, 5), divisible(operator, random(dtype, 3, 5))
            yield from case(operator, f"{name(dtype)} in place {alias}", a, b, out, alias=alias)
        a, b = random(dtype, 2, 3, 2, 2), divisible(operator, random(dtype, 2, 3, 2, 2))
        yield from case(operator, f"{name(dtype)} mixed layouts", In(a, CHANNELS_LAST), b, out,
                        order=CHANNELS_LAST)
        for left, right, shape in MISMATCHED:
            yield Case(operator.op, f"{name(dtype)} {left} {right} into {shape}",
                       call(operator, random(dtype, *left), divisible(operator,
                                                                      random(dtype, *right)),
                            Out(random(out, *shape))), INVALID)
        if not operator.key:
            continue
        key = operator.key.format(code=CODES[dtype])
        good = divisible(operator, random(dtype, 4))
        yield from misused(operator.op, name(dtype),
                           call(operator, good, good, Out(random(out, 4))), key)


def mixed_cases(operator):
    first = sum(map(ord, operator.op))  # so that operators take different pairs
    for number, (left, right) in enumerate(itertools.product(ALL, ALL)):
        if (number + first) % 3:
            continue
        shapes = [(10, 10), (10, 0), (0, 10), (0, 0)]
        for shape_a, shape_b in (shapes[0], shapes[1 + number // 3 % 3]):
            a, b = numbers(left, shape_a), divisible(operator, numbers(right, shape_b))
            common = torch.float64 if torch.result_type(a, b) not in ALL else torch.result_type(
                a, b)
            if operator.fractional and is_exact(common):
                common = torch.float32
            outputs = {torch.bool if operator.predicate else common}
            if shape_a == shape_b:
                outputs |= {ALL[number % len(ALL)], torch.float32}
            for dtype in sorted(outputs, key=name):
                label = f"{name(left)}[{shape_a}] {name(right)}[{shape_b}] into {name(dtype)}"
                yield from case(operator, label, a, b, dtype)
    for left, right, out in [(torch.int32, torch.float32, torch.float32),
                             (torch.uint8, torch.int64, torch.int64),
                             (torch.float16, torch.float32, torch.float64)]:
        for shape_a, shape_b in [((200,), (200,)), ((3, 50), (50,)), ((50,), (3, 1))]:
            a, b = random(left, *shape_a), divisible(operator, random(right, *shape_b))
            yield from case(operator, f"{name(left)} {shape_a} {name(right)} {shape_b}, long", a, b,
                            out)
    yield Case(operator.op, "fallback, too few arguments", [numbers(torch.int32, 1)], SHORT,
               "fallback")


def ordered(operator, tensor, number):
    return (number, tensor) if operator.scalar == 0 else (tensor, number)


def scalar_cases(operator):
    for index, dtype in enumerate(ALL):
        for at, number in enumerate(SCALARS):
            if operator.op == "pow.Tensor_Scalar_out" and number != number:
                continue  # in newlib, -1 to the power of NaN is 1
            tensor = numbers(dtype, (10, 0)[at % 5 == 4])
            if operator.scalar == 0:
                tensor = divisible(operator, tensor)
            pair = ordered(operator, tensor, number)
            common = torch.result_type(*pair)
            if operator.fractional and is_exact(common):
                common = torch.float32
            out = torch.bool if operator.predicate else common
            for into in sorted({out, dtype, ALL[(index + at) % len(ALL)]}, key=name):
                yield from case(operator, f"{name(dtype)} {number} into {name(into)}", *pair, into)
        if dtype not in operator.dtypes:
            continue
        out = result_dtype(operator, dtype)
        three = dtype == torch.bool or 3
        for shape in [(), (0, 3), (2, 3), (70,), (1,), (3, 1, 2), (5,)]:
            pair = ordered(operator, divisible(operator, random(dtype, *shape)), three)
            yield from case(operator, f"{name(dtype)} {shape}", *pair, out)
        if out == dtype:
            pair = ordered(operator, random(dtype, 2, 3), three)
            yield from case(operator, f"{name(dtype)} in place", *pair, out, alias=0)
        tensor = random(dtype, 2, 3, 2, 2)
        yield from case(operator, f"{name(dtype)} channels last",
                        *ordered(operator, In(tensor, CHANNELS_LAST), three), out,
                        order=CHANNELS_LAST)
        yield Case(operator.op, f"{name(dtype)} wrong shape",
                   call(operator, *ordered(operator, tensor, 3), Out(tensor[0].to(out))), INVALID)
        good = call(operator, *ordered(operator, tensor, three), Out(tensor.to(out)))
        yield from misused(operator.op, name(dtype), good, operator.key.format(code=CODES[dtype]))


def cases_of(operator):
    if operator.scalar is None:
        yield from tensor_cases(operator)
        yield from mixed_cases(operator)
    else:
        yield from scalar_cases(operator)
