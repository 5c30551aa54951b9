# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of view_copy, permute_copy, clone and other operators that copy elements without
changing them."""

import itertools

import torch

from case_writer import ALL, CHANNELS_LAST, INVALID, SHORT, Calls, Case, In, Out, name, random
from copy_cases import wrong_calls

LAYOUTS = (None, CHANNELS_LAST)


def view_cases():
    case = Calls("view_copy.out")
    for dtype in ALL:
        tensor = random(dtype, 2, 3, 4)
        for size in [(6, 4), (24,), (2, 3, 4), (1, 24, 1), (-1, 2), (4, 3, -1), (2, 2, 2, 3)]:
            yield case(f"{name(dtype)} to {size}", tensor, size, Out(tensor.reshape(size)))
    tensor = random(torch.float32, 2, 3, 4, 2)
    for order, out in itertools.product(LAYOUTS, LAYOUTS):
        yield case(f"layout {order} to {out}", In(tensor, order), (4, 3, 2, 2),
                   Out(tensor.reshape(4, 3, 2, 2), order=out),
                   fail=INVALID if order or out else None)
    yield case.bad("layout to fewer dims", In(tensor, CHANNELS_LAST), (48,),
                   Out(tensor.reshape(48)))
    yield case("same layout and shape", In(tensor, CHANNELS_LAST), (2, -1, 4, 2),
               Out(tensor, order=CHANNELS_LAST))
    scalar = random(torch.int16)
    yield case("to no dims", scalar.reshape(1, 1), (), Out(scalar))
    yield case("from no dims", scalar, (1, -1), Out(scalar.reshape(1, 1)))
    column = random(torch.int16, 2, 3, 1, 1)
    yield case("channels last of one pixel", In(column, CHANNELS_LAST), (6,),
               Out(column.reshape(6)))
    empty = random(torch.float32, 0, 3)
    yield case("nothing", empty, (3, 0, 5), Out(empty.reshape(3, 0, 5)))
    yield case("nothing, inferred", empty, (3, -1), Out(empty.reshape(3, 0)))
    yield case.bad("nothing, ambiguous", empty, (0, -1), Out(random(torch.float32, 0, 7)))
    six = random(torch.float32, 2, 3)
    for size, out in [((3, 3), (3, 3)), ((3, 2), (2, 3)), ((6,), (1, 6)), ((-1, -1), (2, 3)),
                      ((7,), (6,)), ((-2, 3), (2, 3)), ((2, 2), (2, 2))]:
        yield case.bad(f"(2, 3) to {size} into {out}", six, size, Out(random(torch.float32, *out)))
    yield case.bad("wrong dtype", six, (6,), Out(random(torch.int32, 6)))
    yield case.bad("no sizes", six, None, Out(six))
    yield case.bad("no tensor", 1, (6,), Out(six))


def permute_cases():
    for dtype in ALL:
        case = Calls("permute_copy.out", name(dtype))
        tensor = random(dtype, 2, 3, 4)
        for dims in itertools.permutations(range(3)):
            yield case(f"by {dims}", tensor, dims, Out(tensor.permute(dims)))
        yield case("from the end", tensor, (-1, 0, -2), Out(tensor.permute(2, 0, 1)))
        # Optimized kernels transpose in tiles. These matrices do not consist of whole tiles.
        for shape, dims in [((35, 18), (1, 0)), ((2, 21, 2, 67), (0, 2, 3, 1)),
                            ((19, 2, 33, 2), (3, 2, 1, 0)), ((3, 2, 9, 40), (2, 0, 3, 1))]:
            tensor = random(dtype, *shape)
            yield case(f"{shape} by {dims}", tensor, dims, Out(tensor.permute(dims)))
    tensor = random(torch.int16, 2, 3, 4, 2)
    for order, out in itertools.product(LAYOUTS, LAYOUTS):
        yield Case("permute_copy.out", f"layout {order} to {out}",
                   [In(tensor, order), (0, 2, 3, 1), Out(tensor.permute(0, 2, 3, 1), order=out)])
    scalar = random(torch.int64)
    yield Case("permute_copy.out", "no dims", [scalar, (), Out(scalar)])
    yield Case("permute_copy.out", "nothing",
               [random(torch.int64, 0, 2), (1, 0), Out(random(torch.int64, 2, 0))])
    many = random(torch.uint8, *([1, 2] * 8))
    dims = tuple(reversed(range(16)))
    yield Case("permute_copy.out", "16 dims", [many, dims, Out(many.permute(dims))])
    six = random(torch.float32, 2, 3)
    for dims, shape in [((0, 0), (2, 2)), ((0,), (2, 3)), ((0, 1, 2), (2, 3)), ((0, 2), (2, 3)),
                        ((-3, 0), (3, 2)), ((1, 0), (2, 3)), ((1, 0), (3, 2, 1)),
                        ((0, -2), (2, 2))]:
        yield Case("permute_copy.out", f"(2, 3) by {dims} into {shape}",
                   [six, dims, Out(random(torch.float32, *shape))], INVALID)
    yield Case("permute_copy.out", "wrong dtype", [six, (0, 1), Out(random(torch.int32, 2, 3))],
               INVALID)
    yield Case("permute_copy.out", "no dims given", [six, None, Out(six)], INVALID)


def clone_cases():
    case = Calls("clone.out")
    for dtype in ALL:
        tensor = random(dtype, 2, 3, 2, 2)
        for order, out in itertools.product(LAYOUTS, LAYOUTS):
            memory_format = 2 if out else 0
            yield case(f"{name(dtype)} layout {order} to {out}", In(tensor, order), memory_format,
                       Out(tensor, order=out), fail=None if order == out else INVALID)
    for shape in [(), (1,), (0, 3), (5,)]:
        tensor = random(torch.float64, *shape)
        yield case(f"{shape}", tensor, None, Out(tensor))
    six = random(torch.float32, 2, 3)
    for shape in [(3, 2), (6,), (2, 3, 1), (2, 1)]:
        yield case.bad(f"(2, 3) into {shape}", six, None, Out(random(torch.float32, *shape)))
    yield case.bad("wrong dtype", six, None, Out(random(torch.int32, 2, 3)))
    yield case("too few arguments", six, fail=SHORT)


def flat_cases():
    for op in ("detach_copy.out", "alias_copy.out", "lift_fresh_copy.out", "et_copy::_h2d_copy.out",
               "et_copy::_d2h_copy.out"):
        for dtype in ALL:
            for shape in [(), (1,), (0, 3), (5,), (2, 3), (1, 1, 4), (2, 1, 2, 1), (3, 2, 2)]:
                tensor = random(dtype, *shape)
                yield Case(op, f"{name(dtype)} {shape}", [tensor, Out(tensor)])
            tensor = random(dtype, 2, 3, 2, 2)
            for order, out in itertools.product(LAYOUTS, LAYOUTS):
                yield Case(op, f"{name(dtype)} layout {order} to {out}",
                           [In(tensor, order), Out(tensor, order=out)],
                           None if order == out else INVALID)
        yield from wrong_calls(op, torch.clone, (2, 3), (), [
            ((2, 3), (), (3, 2)), ((2, 3), (), (6,)), ((2, 3), (), (2, 1))])


CASES = [view_cases, permute_cases, clone_cases, flat_cases]
