# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of slice_scatter, select_scatter, roll, repeat, tril and repeat_interleave."""

import itertools

import torch

from case_writer import ALL, INVALID, SHORT, Calls, Case, In, Out, absent_variants, name, random
from copy_cases import calls, grid, last_order, wrong_calls

BIG = 2**63 - 1


def scatter_cases():
    for op, part, given in [
            ("slice_scatter.out",
             lambda tensor, dim, start, end, step:
             tensor.movedim(dim, 0)[start:end:step].movedim(0, dim),
             [((4, 3), (0, 1, 3, 1)), ((4, 3), (1, None, None, 2)), ((4, 3), (-1, -2, BIG, 1)),
              ((4, 3), (0, 3, 1, 1)), ((5,), (0, 0, 5, 9)), ((2, 3, 4), (1, 1, None, 2)),
              ((2, 2, 3, 2), (2, 0, 3, 2)), ((0, 3), (1, 0, 1, 1))]),
            ("select_scatter.out", torch.select,
             [((4,), (0, 2)), ((4, 3), (0, 1)), ((4, 3), (1, -1)), ((4, 3), (-2, -4)),
              ((2, 3, 4), (1, 2)), ((2, 2, 3, 2), (-1, 0)), ((2, 0, 3), (0, 1)),
              ((1, 1), (0, 0))])]:
        for dtype, (shape, args) in grid(ALL, given):
            tensor = random(dtype, *shape)
            source = random(dtype, *part(tensor, *args).shape)
            expected = tensor.clone()
            part(expected, *args).copy_(source)
            for orders in [(0, 0, 0), (1, 0, 0), (0, 1, 1)]:
                order = [last_order(each) if last else None
                         for each, last in zip((tensor, source, tensor), orders)]
                yield Case(op, f"{name(dtype)} {shape} {args} {orders}",
                           [In(tensor, order[0]), In(source, order[1]), *args,
                            Out(expected, order=order[2])])
        shape, args = given[1]
        tensor = random(torch.float32, *shape)
        source = part(tensor, *args)
        for index, value in itertools.product(range(2 + len(args)), ("word", 1.5)):
            values = [tensor, source, *args, Out(tensor)]
            values[index] = value
            yield Case(op, f"argument {index} is {value}", values, INVALID)
        yield Case(op, "too few arguments", [tensor, source, *args], SHORT)
        yield Case(op, "no output", [tensor, source, *args, None], INVALID)
        yield from absent_variants(Case(op, "call", [tensor, source, *args, Out(tensor)]))
        for wrong in (source.int(), source[..., :1], source[None], torch.zeros(1),
                      torch.tensor(1.)):
            yield Case(op, f"source of {wrong.dtype} {tuple(wrong.shape)}",
                       [tensor, wrong, *args, Out(tensor)], INVALID)
        for wrong in (tensor.int(), tensor[:2], tensor[None]):
            yield Case(op, f"into {wrong.dtype} {tuple(wrong.shape)}",
                       [tensor, source, *args, Out(wrong)], INVALID)
        yield Case(op, "a bad dim", [tensor, source, 2, *args[1:], Out(tensor)], INVALID)
    tensor = random(torch.float32, 4, 3)
    yield Case("select_scatter.out", "index too large", [tensor, tensor[0], 0, 4, Out(tensor)],
               INVALID)
    yield Case("slice_scatter.out", "step 0", [tensor, tensor, 0, 0, 4, 0, Out(tensor)], INVALID)
    scalar = random(torch.float32)
    yield Case("select_scatter.out", "no dims", [scalar, scalar, 0, 0, Out(scalar)], INVALID)
    yield Case("slice_scatter.out", "no dims", [scalar, scalar, 0, 0, 1, 1, Out(scalar)], INVALID)


def roll_cases():
    op = "roll.out"
    by_dim = [((5,), ((2,), (0,))), ((5,), ((-1,), (-1,))), ((4, 3), ((1,), (0,))),
              ((4, 3), ((5, -7), (0, 1))), ((4, 3), ((1, 1), (1, 1))), ((4, 3), ((0,), (1,))),
              ((2, 3, 4), ((1, 1, 1), (0, 1, 2))), ((2, 2, 3, 2), ((-1, 3), (2, 1))),
              ((0, 3), ((1,), (1,))), ((3,), ((BIG,), (0,))), ((3,), ((-10**18,), (0,)))]
    yield from calls(op, torch.roll, by_dim)
    for dtype, (shape, by) in itertools.product(ALL, [((4, 3), 2), ((2, 3, 2), -5), ((), 3),
                                                      ((0, 2), 1), ((5,), BIG)]):
        tensor = random(dtype, *shape)
        yield Case(op, f"{name(dtype)} {shape} all by {by}",
                   [tensor, (by,), (), Out(torch.roll(tensor, by))])
    tensor = random(torch.float32, 4, 3)
    yield Case(op, "column-major input without dims",
               [In(tensor, (1, 0)), (2,), (), Out(tensor)], INVALID)
    yield from wrong_calls(op, torch.roll, (4, 3), ((1,), (0,)), [
        ((4, 3), ((1, 2), ()), (4, 3)), ((4, 3), ((1, 2), (0,)), (4, 3)),
        ((4, 3), ((), ()), (4, 3)), ((4, 3), ((1,), (2,)), (4, 3)),
        ((4, 3), ((1,), (0, 1)), (4, 3)), ((), ((1,), (0,)), ())])


def repeat_cases():
    op = "repeat.out"
    yield from calls(op, torch.Tensor.repeat, [
        ((), ((),)), ((), ((3,),)), ((3,), ((2,),)), ((3,), ((2, 1),)), ((2, 3), ((1, 1),)),
        ((2, 3), ((3, 2),)), ((2, 3), ((1, 5),)), ((2, 1), ((2, 7, 2),)), ((2, 3), ((0, 2),)),
        ((0, 3), ((2, 2),)), ((2, 1, 2, 2), ((1, 3, 2, 1),))])
    yield from wrong_calls(op, torch.Tensor.repeat, (2, 3), ((2, 2),), [
        ((2, 3), ((2,),), (4,)), ((2, 3), ((2, -1),), (4, 3)), ((2, 3), ((BIG, 1),), (2, 3)),
        ((2, 3), ((2**31, 1),), (2, 3)), ((2, 3), ((1, 2**32 + 1),), (2, 3)),
        ((1,), ((1,) * 17,), (1,) * 16), ((1, 1), ((2**31 - 1,) * 2,), (1, 1))])


def tril_cases():
    op = "tril.out"
    yield from calls(op, torch.tril, [
        ((3, 3), (0,)), ((3, 4), (1,)), ((4, 3), (-1,)), ((4, 3), (5,)), ((4, 3), (-5,)),
        ((3, 3), (-4,)), ((3, 3), (2,)), ((2, 3, 3), (0,)), ((2, 2, 3, 2), (-1,)), ((0, 3), (0,)),
        ((2, 0, 3), (0,)), ((1, 1), (-1,))])
    tensor = random(torch.float32, 3, 3)
    for diagonal, expected in ((BIG, tensor), (-BIG - 1, torch.zeros(3, 3))):
        yield Case(op, f"diagonal {diagonal}", [tensor, diagonal, Out(expected)])
    yield from wrong_calls(op, torch.tril, (4, 3), (0,), [
        ((), (0,), ()), ((3,), (0,), (3,)), ((4, 3), (0,), (3, 4))])


def interleave_cases():
    op = "repeat_interleave.Tensor_out"
    for dtype in (torch.int32, torch.int64):
        case = Calls(op, name(dtype))
        for repeats in [[1], [0], [], [3, 0, 2], [0, 0, 5], [1] * 9, [7, 1], [2, 2, 2],
                        [0, 1, 0, 1], [11]]:
            tensor = torch.tensor(repeats, dtype=dtype)
            expected = torch.repeat_interleave(tensor.long()).to(dtype)
            for size in (None, len(expected)):
                yield case(f"{repeats} size {size}", tensor, size, Out(expected))
        three = torch.tensor([1, 2], dtype=dtype)
        out = Out(torch.zeros(3, dtype=dtype))
        for repeats in ([4, -1], [2**31 - 1, 2**31 - 1], [-2**31, 3], [1, 1], [3, 1]):
            yield case.bad(f"{repeats} into three elements", torch.tensor(repeats, dtype=dtype),
                           None, out)
        yield case.bad("wrong output_size", three, 4, out)
        yield case.bad("matrix", three[None], None, out)
        yield case.bad("scalar", torch.tensor(3, dtype=dtype), None, out)
        yield case.bad("size of another kind", three, 3.0, out)
        yield case("too few arguments", three, None, fail=SHORT)
        yield from absent_variants(case("call", three, None, out))


CASES = [scatter_cases, roll_cases, repeat_cases, tril_cases, interleave_cases]
