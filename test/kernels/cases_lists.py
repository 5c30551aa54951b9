# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators with a list of tensors as input or output: cat, stack, split and unbind."""

import itertools

import torch

from case_writer import (ALL, COMPLEX, FLOATS, INTEGERS, INVALID, SHORT, Calls, Case, In, Out,
                         Tensors, name, random)
from copy_cases import grid, last_order

BIG = 2**63 - 1


def joined(op, title, tensors, dim, expected):
    for first, out in itertools.product((False, True), repeat=2):
        items = [In(tensor, last_order(tensor) if first and index == 0 else None)
                 for index, tensor in enumerate(tensors)]
        words = ", first input column-major" * first + ", output column-major" * out
        yield Case(op, f"{title}{words}",
                   [Tensors(items), dim,
                    Out(expected, order=last_order(expected) if out else None)])


def wrong_lists(op, tensors, dim, expected):
    out = Out(expected)
    yield Case(op, "call", [Tensors(tensors), dim, out])
    yield Case(op, "too few arguments", [Tensors(tensors), dim], SHORT)
    yield Case(op, "no list", [tensors[0], dim, out], INVALID)
    yield Case(op, "no dim", [Tensors(tensors), None, out], INVALID)
    yield Case(op, "no output", [Tensors(tensors), dim, None], INVALID)
    yield Case(op, "nothing in the list", [Tensors([]), dim, out], INVALID)
    yield Case(op, "an item without memory",
               [Tensors([*tensors[:-1], In(tensors[-1], absent=True)]), dim, out], INVALID)
    yield Case(op, "an output without memory", [Tensors(tensors), dim, Out(expected, absent=True)],
               INVALID)
    for shape in [(*expected.shape, 1), (7, *expected.shape[1:])]:
        yield Case(op, f"into {shape}", [Tensors(tensors), dim, Out(torch.zeros(shape))], INVALID)
    for wrong in (expected.dim(), -expected.dim() - 1, BIG, 2**32):
        yield Case(op, f"dim {wrong}", [Tensors(tensors), wrong, out], INVALID)


def promoted(op, function):
    kinds = [torch.bool], INTEGERS, FLOATS, COMPLEX
    rank = {dtype: index for index, kind in enumerate(kinds) for dtype in kind}
    for source, out in itertools.permutations(ALL, 2):
        first, second = random(source, 2, 3), random(out, 2, 3)
        if rank[source] > rank[out]:
            yield Case(op, f"{name(source)} into {name(out)}",
                       [Tensors([second, first]), 0, Out(function([second, second], 0))], INVALID)
            continue
        converted = first.to(out)
        yield from joined(op, f"{name(source)} into {name(out)}", [first, second], 1,
                          function([converted, second], 1))


def join_cases():
    for op, function, given in [
            ("cat.out", torch.cat, [
                ([(2, 3)], 0), ([(2, 3), (1, 3)], 0), ([(2, 3), (2, 1), (2, 2)], -1),
                ([(3,), (0,), (2,)], 0), ([(0,), (2, 3), (0,), (2, 3)], 1), ([(0,), (0,)], 0),
                ([(2, 2, 3, 1), (2, 1, 3, 1)], 1), ([(2, 0), (2, 2)], 1), ([(0, 2), (0, 3)], -1),
                ([(1, 2, 2), (1, 2, 2), (2, 2, 2)], -3)]),
            ("stack.out", torch.stack, [
                ([()], 0), ([(), ()], -1), ([(3,), (3,)], 0), ([(3,), (3,)], 1), ([(2, 3)] * 3, 1),
                ([(2, 3)] * 2, -1), ([(2, 3)] * 2, 0), ([(2, 2, 3)] * 2, 1), ([(0,)] * 2, 0),
                ([(1, 2, 2)] * 3, -2)])]:
        for dtype, (shapes, dim) in grid(ALL, given):
            tensors = [random(dtype, *shape) for shape in shapes]
            yield from joined(op, f"{name(dtype)} {shapes} along {dim}", tensors, dim,
                              function(tensors, dim))
        yield from promoted(op, function)
        tensors = [random(torch.float32, 2, 3), random(torch.float32, 2, 3)]
        yield from wrong_lists(op, tensors, 1, function(tensors, 1))
    for op, shapes, dim, out in [
            ("cat.out", [(2, 3), (3, 2)], 0, (4, 3)), ("cat.out", [(2, 3), (2, 3, 1)], 0, (4, 3)),
            ("cat.out", [(2, 3), (3,)], 0, (3, 3)), ("cat.out", [(), ()], 0, (2,)),
            ("cat.out", [(2, 3), ()], 0, (3, 3)), ("cat.out", [(2, 3), (1, 2)], 0, (3, 3)),
            ("cat.out", [(0,), (0,)], 1, (0,)), ("cat.out", [(2, 3), (0, 2)], 0, (2, 3)),
            ("stack.out", [(2, 3), (2, 2)], 0, (2, 2, 3)), ("stack.out", [(2,), (2, 1)], 0, (2, 2)),
            ("stack.out", [(3,), (0,)], 0, (2, 3)), ("stack.out", [(1,) * 16] * 2, 0, (1,) * 16),
            ("stack.out", [(2,), ()], 0, (2, 2))]:
        tensors = [random(torch.float32, *shape) for shape in shapes]
        yield Case(op, f"{shapes} along {dim} into {out}",
                   [Tensors(tensors), dim, Out(torch.zeros(out))], INVALID)


def divided(op, title, tensor, args, parts):
    for order, out in itertools.product((False, True), repeat=2):
        words = ", input column-major" * order + ", outputs column-major" * out
        yield Case(op, f"{title}{words}",
                   [In(tensor, last_order(tensor) if order else None), *args,
                    Tensors([Out(part, order=last_order(part) if out else None)
                             for part in parts])])


def split_cases():
    for op, function, given, wrong in [
            ("split_copy.Tensor_out", torch.split, [
                ((5,), (2, 0)), ((5,), (5, -1)), ((5,), (BIG, 0)), ((4, 3), (1, 0)),
                ((4, 3), (2, 1)),
                ((2, 2, 3, 2), (2, 2)), ((2, 3, 2), (3, -2)), ((0, 2), (0, 0)), ((0, 2), (3, 0)),
                ((2, 0), (1, 0))],
             [((4, 3), (0, 0)), ((4, 3), (-1, 0)), ((4, 3), (1, 2)), ((4, 3), (1, 0)),
              ((4, 3), (4, 0)), ((), (1, 0)), ((4, 3), (2, -3)), ((4, 3), (-BIG - 1, 0))]),
            ("split_with_sizes_copy.out", torch.split, [
                ((5,), ((2, 3), 0)), ((5,), ((0, 5, 0), -1)), ((4, 3), ((1, 3), 0)),
                ((4, 3), ((1, 1, 1), 1)), ((2, 2, 3, 2), ((2, 1), 2)), ((2, 3, 2), ((1, 2), -2)),
                ((0, 2), ((0, 0), 0)), ((4, 3), ((4,), 0)), ((3, 4), ((1, 0, 3), 1)),
                ((1, 6), ((2, 4), 1))],
             [((4, 3), ((2, 1), 0)), ((4, 3), ((2, 3), 0)), ((4, 3), ((5, -1), 0)),
              ((4, 3), ((2, 2), 1)), ((4, 3), ((2, 1, 1), 0)), ((4, 3), ((4,), 0)),
              ((4, 3), ((2, 2), 2)), ((4, 3), ((2, 2**32 + 2), 0)), ((), ((1, 0), 0)),
              ((4, 3), ((BIG, BIG), 0))]),
            ("unbind_copy.int_out", torch.unbind, [
                ((3,), (0,)), ((3,), (-1,)), ((4, 3), (0,)), ((4, 3), (1,)), ((4, 3), (-2,)),
                ((2, 2, 3, 2), (1,)), ((2, 3, 2), (2,)), ((1, 2), (0,)), ((2, 0), (0,)),
                ((2, 3, 1, 2), (0,))],
             [((4, 3), (2,)), ((4, 3), (-3,)), ((3, 3), (0,)), ((), (0,)), ((2, 4), (0,))])]:
        case = Calls(op)
        for dtype, (shape, args) in grid(ALL, given):
            tensor = random(dtype, *shape)
            yield from divided(op, f"{name(dtype)} {shape} {args}", tensor, args,
                               function(tensor, *args))
        for shape, args in wrong:
            parts = Tensors([Out(torch.zeros(2, 3)), Out(torch.zeros(2, 3))])
            yield case.bad(f"{shape} {args} into two", random(torch.float32, *shape), *args, parts)
        tensor = random(torch.float32, 2, 3)
        args = {"split_copy.Tensor_out": (1, 0), "split_with_sizes_copy.out": ((1, 1), 0),
                "unbind_copy.int_out": (0,)}[op]
        parts = [Out(part) for part in function(tensor, *args)]
        yield case("too few arguments", tensor, *args, fail=SHORT)
        yield case.bad("no list", tensor, *args, Out(tensor))
        yield case.bad("no tensor", 1, *args, Tensors(parts))
        yield case.bad("no memory", In(tensor, absent=True), *args, Tensors(parts))
        yield case.bad("too few outputs", tensor, *args, Tensors(parts[:1]))
        yield case.bad("too many outputs", tensor, *args, Tensors([*parts, parts[0]]))
        yield case.bad("wrong dtype", tensor, *args,
                       Tensors([parts[0], Out(parts[1].tensor.int())]))
        yield case.bad("wrong shape", tensor, *args, Tensors([parts[0], Out(torch.zeros(7))]))
        yield case.bad("an output without memory", tensor, *args,
                       Tensors([parts[0], Out(parts[1].tensor, absent=True)]))


CASES = [join_cases, split_cases]
