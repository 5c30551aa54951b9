# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of operators that fill tensors: full, full_like, zeros, ones, fill, scalar_tensor,
empty, arange, rand, randn and native_dropout. The cases of rand and randn only set bounds for the
elements; test/unit/kernels tests the statistics."""

import functools
import math

import torch

from case_writer import (ALL, CHANNELS_LAST, COMPLEX, FLOATS, INTEGERS, INVALID, MISSING, REAL,
                         SHORT, Calls, Case, In, Out, eps, name, random)

SHAPES = [(), (1,), (5,), (2, 3), (0,), (2, 0, 3), (1, 1, 1), (2, 1, 3, 2)]
NUMBERS = [0, 1, -1, True, False, 100, 255, 256, -128, -129, -255, -256, 32767, 65504, 65536,
           2**31 - 1, 2**31, -2**31, 2**53 + 1, -2**63, 2**63 - 1, 0.0, -0.0, 0.5, -0.5, 1.5,
           -1.25, 3.999, 255.5, 127.5, -128.5, 65504.0, 70000.0, 1e10, -1e10, 3.1e38, 1e300, 1e-300,
           9.3e18, math.inf, -math.inf, math.nan]


@functools.lru_cache(None)
def element(number, written, dtype):
    """Returns a tensor of one element, or None if PyTorch refuses the number. `written` is the
    number's repr, by which the cache distinguishes 1 from True, and 0.0 from -0.0."""
    del written
    try:
        return torch.full((), number, dtype=dtype)
    except RuntimeError:
        return None


def filled(shape, number, dtype):
    value = element(number, repr(number), dtype)
    return value if value is None else value.expand(shape)


def number_cases(op, arguments):
    """Makes calls with all dtypes, numbers and shapes. `arguments` is a function that makes a
    call's arguments from a shape, a number and the expected output."""
    for dtype in ALL:
        for number in NUMBERS:
            want = filled((2, 3), number, dtype)
            out = Out(random(dtype, 2, 3) if want is None else want)
            yield Case(op, f"{name(dtype)} of {number!r}", arguments((2, 3), number, out),
                       INVALID if want is None else None)
        for shape in SHAPES:
            yield Case(op, f"{name(dtype)} {shape}",
                       arguments(shape, 1, Out(torch.ones(shape, dtype=dtype))))


def size_cases(op, rest, without_output=INVALID):
    """Makes calls that must fail. Most have impossible sizes, or other sizes than the output.
    `rest` has the arguments between the sizes and the output. `without_output` is the
    error of a call without an output."""
    out = random(torch.float32, 2, 3)
    for sizes in [(3, 2), (6,), (2, 3, 1), (2, -3), (-1, 3), (2**31, 3), (2**32 + 2, 3),
                  (2**63 - 1, 2**63 - 1), (1,) * 17, (), (2, 2), None, True, 2, 1.5]:
        yield Case(op, f"of sizes {str(sizes)[:24]}", [sizes, *rest, Out(out)], INVALID)
    yield Case(op, "no output", [(2, 3), *rest, 1], without_output)
    yield Case(op, "output without memory", [(2, 3), *rest, Out(out, absent=True)], INVALID)
    yield Case(op, "too few arguments", [(2, 3)],
               SHORT if without_output == INVALID else without_output)


def full_cases():
    op = "full.out"
    yield from number_cases(op, lambda shape, number, out: [shape, number, out])
    yield from size_cases(op, [1.5])
    tensor = torch.full((2, 3, 2, 2), 7, dtype=torch.int16)
    yield Case(op, "channels last", [(2, 3, 2, 2), 7, Out(tensor, order=CHANNELS_LAST)])
    six = torch.zeros(2, 3)
    for number in [None, (1,), "1", six]:
        yield Case(op, f"number of kind {type(number).__name__}", [(2, 3), number, Out(six)],
                   INVALID)


def full_like_cases():
    op = "full_like.out"
    case = Calls(op)
    yield from number_cases(op, lambda shape, number, out: [
        random(torch.float32, *shape), number, None, out])
    for memory_format in (0, 1):
        yield case(f"memory format {memory_format}", random(torch.int8, 2, 3), 5, memory_format,
                   Out(torch.full((2, 3), 5, dtype=torch.int8)))
    four = random(torch.float32, 2, 3, 2, 2)
    yield case("channels last", In(four, CHANNELS_LAST), 2.5, None,
               Out(torch.full_like(four, 2.5), order=CHANNELS_LAST))
    six = torch.full((2, 3), 1.0)
    yield case("self without memory", In(six, absent=True), 1, None, Out(six))
    for shape in [(3, 2), (6,), (2, 3, 1)]:
        yield case.bad(f"(2, 3) into {shape}", six, 1, None, Out(random(torch.float32, *shape)))
    for args in [[1, 1, None, Out(six)], [six, None, None, Out(six)], [six, 1, "x", Out(six)],
                 [six, 1, None, 5], [six, 1], [six, 1, None, Out(six, absent=True)]]:
        yield case(f"bad arguments {len(args)} {type(args[0]).__name__}", *args,
                   fail=INVALID if len(args) == 4 else SHORT)


def constant_cases(op, number):
    for dtype in ALL:
        case = Calls(op, name(dtype))
        for shape in SHAPES + [(3,), (4, 4), (1, 7), (2, 2, 2), (3, 0), (1, 2, 1, 2, 1), (17,),
                               (1,) * 16, (9, 1), (1, 9), (3, 3), (2, 5)]:
            yield case(f"{shape}", shape, Out(torch.full(shape, number, dtype=dtype)))
        yield case("channels last", (1, 3, 2, 2),
                   Out(torch.full((1, 3, 2, 2), number, dtype=dtype), order=CHANNELS_LAST))
    yield from size_cases(op, [])


def fill_cases():
    op = "fill.Scalar_out"
    yield from number_cases(op, lambda shape, number, out: [
        random(out.tensor.dtype, *shape), number, out])
    six = torch.full((2, 3), 3.0)
    for op, value in [("fill.Scalar_out", 3), ("fill.Tensor_out", torch.tensor(3))]:
        yield Case(op, "other dtype", [six.to(torch.int32), value, Out(six)], INVALID)
        for shape in [(3, 2), (6,), (2, 3, 1), ()]:
            yield Case(op, f"into {shape}", [six, value, Out(random(torch.float32, *shape))],
                       INVALID)
        for bad in [None, "3", (3,), torch.tensor([3, 3])]:
            yield Case(op, f"value of kind {type(bad).__name__}", [six, bad, Out(six)], INVALID)
        yield Case(op, "too few arguments", [six, value], SHORT)
        yield Case(op, "no self", [3, value, Out(six)], INVALID)
        yield Case(op, "output without memory", [six, value, Out(six, absent=True)], INVALID)
        four = torch.full((2, 3, 2, 2), 3, dtype=torch.float16)
        yield Case(op, "channels last",
                   [In(four, CHANNELS_LAST), value, Out(four, order=CHANNELS_LAST)])
    op = "fill.Tensor_out"
    yield Case(op, "value without memory", [six, In(torch.tensor(3), absent=True), Out(six)],
               INVALID)
    yield Case(op, "value of one dimension", [six, torch.tensor([3]), Out(six)], INVALID)
    for dtype in ALL:
        for source in ALL:
            for number in (1, 0, 77, -3, 300.75, 1e6):
                value = torch.tensor(number, dtype=torch.float64).to(source)
                want = None if source.is_complex else filled((2, 3), value.item(), dtype)
                out = Out(random(dtype, 2, 3) if want is None else want)
                yield Case(op, f"{name(dtype)} of {name(source)} {number}",
                           [random(dtype, 2, 3), value, out], INVALID if want is None else None)
        for number in (math.nan, math.inf, -0.0):
            value = torch.tensor(number, dtype=torch.float32)
            want = filled((3,), number, dtype)
            yield Case(op, f"{name(dtype)} of Float {number}",
                       [random(dtype, 3), value, Out(random(dtype, 3) if want is None else want)],
                       INVALID if want is None else None)


def scalar_tensor_cases():
    op = "scalar_tensor.out"
    for dtype in ALL:
        for number in NUMBERS:
            want = filled((), number, dtype)
            yield Case(op, f"{name(dtype)} of {number!r}",
                       [number, Out(random(dtype) if want is None else want)],
                       INVALID if want is None else None)
    one = torch.tensor(1.0)
    for shape in [(1,), (2,), (0,), (1, 1)]:
        yield Case(op, f"into {shape}", [1, Out(random(torch.float32, *shape))], INVALID)
    for args in [[None, Out(one)], [one, Out(one)], [1, 1], [1], [1, Out(one, absent=True)]]:
        yield Case(op, f"bad arguments {type(args[0]).__name__} {len(args)}", args,
                   INVALID if len(args) == 2 else SHORT)


def empty_cases():
    """The kernel does not write elements, so most outputs have no elements to compare."""
    op = "empty.out"
    for dtype in ALL:
        for shape in [(0,), (0, 0), (2, 0), (0, 5), (1, 0, 1), (3, 0, 2), (0, 1), (7, 0), (0, 2, 2),
                      (1, 1, 0), (0,) * 16, (9, 0)]:
            for memory_format in (None, 0):
                yield Case(op, f"{name(dtype)} {shape} {memory_format}",
                           [shape, memory_format, Out(torch.empty(shape, dtype=dtype))])
    yield from size_cases(op, [None])
    yield Case(op, "memory format of another kind", [(0,), "x", Out(torch.empty(0))], INVALID)
    for dtype in FLOATS:
        for shape in [(), (1,), (2, 3)]:
            # The output keeps its old elements: NaN, because call.h fills outputs with 0xff.
            yield Case(op, f"{name(dtype)} of some {shape}",
                       [shape, None, Out(torch.full(shape, math.nan, dtype=dtype))])


RANGES = [(0, 0, 1), (0, 1, 1), (0, 5, 1), (2, 9, 3), (2, 8, 3), (5, 0, -1), (5, -6, -4), (7, 7, 2),
          (0, 40, 1), (100, 140, 9), (0, 1, 0.125), (0.0, 5.0, 1.0), (0.5, 5, 1), (1, 0, -0.25),
          (-3.5, 4.25, 1.5), (0, 5.5, 1), (1.9, 9.9, 2.9), (0, 1, 0.1), (-1, 1, 0.25), (0, 7, 10),
          (3, 4.5, 1), (True, 4, True), (0, 2.5, 1.25), (-20, -10, 3), (0, 1e-3, 2e-4)]
BAD_RANGES = [(0, 5, 0), (0, 5, -1), (5, 0, 1), (0.0, math.inf, 1.0), (0.0, math.nan, 1.0),
              (math.nan, 1.0, 1.0), (0.0, 1.0, math.nan), (0, 2**40, 1), (-2**63, 2**63 - 1, 1),
              (2**63 - 1, -2**63, -1), (0, -2**63, -1), (0.0, 1.0, 0.0), (0, 1e300, 1e-300),
              (0, 2**63 - 1, -2**63), (0.0, -1.0, 0.5)]


def arange(start, end, step, dtype):
    try:
        return torch.arange(start, end, step, dtype=dtype)
    except RuntimeError:
        return None


def near_range(tensor, *numbers):
    """Returns the expected output. PyTorch also rounds start and step, but our kernel rounds only
    the elements. Therefore the allowed error grows with the largest of `numbers`."""
    size = max(abs(float(number)) for number in numbers)
    unit = eps(tensor.dtype)
    return Out(tensor, unit, 4 * unit * size)


def arange_cases():
    for dtype in REAL:
        case = Calls("arange.out", name(dtype))
        for start, end, step in RANGES:
            want = arange(start, end, step, dtype)
            bad = want is None
            out = Out(random(dtype, 3)) if bad else near_range(want, start, end, step)
            yield Case("arange.start_out", f"{name(dtype)} {start} {end} {step}",
                       [start, end, step, out], INVALID if bad else None)
        for end in [0, 1, 2, 5, 10, 31, 0.5, 1.0, 2.5, 3.0, 6.999, 7.001, True, False, 12, 20, 17,
                    3, 0.0, 40]:
            want = torch.arange(end, dtype=dtype)
            yield case(f"{end!r}", end, near_range(want, end))
        for end in [-1, -0.5, math.inf, math.nan, 2**40, 1e300]:
            yield case.bad(f"{end!r}", end, Out(random(dtype, 3)))
        for start, end, step in BAD_RANGES:
            yield Case("arange.start_out", f"{name(dtype)} bad {start} {end} {step}",
                       [start, end, step, Out(random(dtype, 3))], INVALID)
        yield case.bad("one too short", 4, Out(random(dtype, 3)))
        yield case.bad("two dimensions", 4, Out(random(dtype, 2, 2)))
    yield Case("arange.start_out", "large",
               [2**62, 2**62 + 3, 1, Out(torch.arange(2**62, 2**62 + 3))])
    yield Case("arange.start_out", "low bits",
               [250, 260, 1, Out(torch.arange(250, 260).to(torch.uint8))])
    for dtype in COMPLEX + [torch.bool]:
        yield Case("arange.out", name(dtype), [3, Out(random(dtype, 3))], INVALID)
        yield Case("arange.start_out", name(dtype), [0, 3, 1, Out(random(dtype, 3))], INVALID)
    three = torch.arange(3)
    for args in [[None, Out(three)], [three, Out(three)], [3, 3], [3],
                 [3, Out(three, absent=True)]]:
        yield Case("arange.out", f"bad {type(args[0]).__name__} {len(args)}", args,
                   INVALID if len(args) == 2 else SHORT)
    for args in [[0, None, 1, Out(three)], [0, 3, "1", Out(three)], [0, 3, 1, 3], [0, 3, 1]]:
        yield Case("arange.start_out", f"bad {type(args[1]).__name__} {len(args)}", args,
                   INVALID if len(args) == 4 else SHORT)


def random_cases():
    shapes = [(), (1,), (2,), (3,), (0,), (2, 3), (4, 0), (1, 1), (5, 5), (2, 2, 2), (7,), (8,),
              (31,), (3, 3), (1, 9), (2, 1, 2, 1), (64,), (6, 7), (13,), (1,) * 16]
    for op, middle, bound in [("rand.out", 0.5, 0.5), ("randn.out", 0, 13)]:
        for dtype in FLOATS:
            for shape in shapes:
                yield Case(op, f"{name(dtype)} {shape}",
                           [shape, Out(torch.full(shape, middle, dtype=dtype), 0, bound)])
        yield Case(op, "channels last",
                   [(2, 3, 2, 2), Out(torch.full((2, 3, 2, 2), middle, dtype=torch.float32), 0,
                                      bound, CHANNELS_LAST)])
        yield from size_cases(op, [], MISSING)
        yield Case(op, "kernel, too few arguments", [(2, 3)], SHORT, "v1/6;|*")
        yield Case(op, "kernel, wrong dtype", [(3,), Out(random(torch.int32, 3))], INVALID,
                   "v1/6;|*")
        for dtype in INTEGERS + COMPLEX + [torch.bool]:
            yield Case(op, name(dtype), [(3,), Out(random(dtype, 3))], MISSING)


def dropout(tensor, probability, train):
    out, mask = torch.native_dropout(tensor, probability, train)
    return [Out(out), Out(mask.bool())]  # PyTorch's empty masks are not Bool


def dropout_cases():
    op = "native_dropout.out"
    case = Calls(op)
    shapes = [(), (1,), (5,), (2, 3), (0,), (2, 0), (2, 1, 3), (17,)]
    for dtype in FLOATS:
        for shape in shapes:
            tensor = random(dtype, *shape)
            for probability, train in [(0.0, True), (1.0, True), (0.5, False), (0.0, None),
                                       (1.0, False)]:
                yield case(f"{name(dtype)} {shape} {probability} {train}", tensor, probability,
                           train, *dropout(tensor, probability, train is not False))
        special = torch.tensor([math.nan, math.inf, -math.inf, -0.0, 1], dtype=dtype)
        for probability, train in [(0.0, True), (1.0, True), (0.25, False)]:
            yield case(f"{name(dtype)} special {probability} {train}", special, probability, train,
                       *dropout(special, probability, train))
        four = random(dtype, 1, 2, 2, 2)
        outs = dropout(four, 0.0, True)
        for out in outs:
            out.order = CHANNELS_LAST
        yield case(f"{name(dtype)} channels last", In(four, CHANNELS_LAST), 0.0, True, *outs)
    six = random(torch.float32, 2, 3)
    mask = torch.ones(2, 3, dtype=torch.bool)
    for probability in (-0.5, 1.5, math.nan, math.inf, None, "x"):
        yield case.bad(f"p {probability}", six, probability, True, Out(six), Out(mask))
    for args in [[six, 0.5, 1, Out(six), Out(mask)],
                 [six, 0.5, True, Out(six.reshape(6)), Out(mask)],
                 [six, 0.5, True, Out(six), Out(mask.reshape(6))],
                 [In(six, absent=True), 0.5, True, Out(six), Out(mask)],
                 [six, 0.5, True, Out(six, absent=True), Out(mask)],
                 [six, 0.5, True, Out(six), Out(mask, absent=True)]]:
        yield case.bad(f"bad {args[2]} {args[3].tensor.dim()} {args[4].tensor.dim()}", *args)
    yield case("few arguments", six, 0.5, True, fail=MISSING)
    yield case("kernel, too few arguments", six, 0.5, True, fail=SHORT, key="v1/6;|6;|11;")
    for wrong in range(3):
        tensors = [six, six, mask]
        tensors[wrong] = torch.zeros(2, 3, dtype=torch.int32)
        yield case.bad(f"kernel, wrong dtype {wrong}", tensors[0], 0.5, True, Out(tensors[1]),
                       Out(tensors[2]), key="v1/6;|6;|11;")
    for dtype in INTEGERS + COMPLEX:
        tensor = random(dtype, 2, 3)
        yield case(name(dtype), tensor, 0.5, True, Out(tensor), Out(mask), fail=MISSING)


CASES = [full_cases, full_like_cases, (constant_cases, "zeros.out", 0),
         (constant_cases, "ones.out", 1), fill_cases, scalar_tensor_cases, empty_cases,
         arange_cases, random_cases, dropout_cases]
