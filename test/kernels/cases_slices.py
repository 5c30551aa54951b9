# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of operators that copy the elements of one tensor: only some elements, or all elements in
another shape or order."""

import torch

from case_writer import COMPLEX, INVALID, Case, Out, absent_variants, name, random
from copy_cases import calls, flat_calls, layouts, wrong_calls

BIG = 2**63 - 1
ONES = (2, 1, 3, 1)


def by_key(cases, word):
    """Gives a key to cases with `word` in their name. ExecuTorch's kernels crash in these calls, and
    tools that call ExecuTorch's kernels skip cases with a key (read_cases() in case_reader.py)."""
    for case in cases:
        if word in case.name:
            case.key = "fallback"
        yield case


def slices(tensor, dim, start, end, step):
    where = range(*slice(start, end, step).indices(tensor.shape[dim]))
    return tensor.index_select(dim, torch.tensor(where, dtype=torch.int64))


def slice_cases():
    op = "slice_copy.Tensor_out"
    yield from calls(op, slices, [
        ((4, 3), (0, 1, 3, 1)), ((4, 3), (1, None, None, 2)), ((4, 3), (-1, -2, -1, 1)),
        ((4, 3), (-2, 0, BIG, 3)), ((4, 3), (0, -BIG - 1, BIG, BIG)), ((4, 3), (0, 3, 1, 1)),
        ((2, 3, 4), (1, 1, None, 1)), ((2, 3, 4), (-1, 0, 4, 2)), ((2, 2, 3, 2), (2, 0, 3, 2)),
        ((7,), (0, 2, -1, 2)), ((7,), (0, 9, 12, 1)), ((0, 2), (1, 0, 1, 1)),
        ((0, 2), (0, 0, 1, 1))])
    yield from wrong_calls(op, slices, (4, 3), (0, 1, 3, 1), [
        ((), (0, 0, 1, 1), (1,)), ((4, 3), (2, 0, 1, 1), (1, 3)), ((4, 3), (-3, 0, 1, 1), (1, 3)),
        ((4, 3), (0, 0, 4, 0), (4, 3)), ((4, 3), (0, 0, 4, -1), (4, 3)),
        ((4, 3), (0, 0, 4, -BIG - 1), (4, 3)), ((4, 3), (2**32, 0, 4, 1), (4, 3)),
        ((4, 3), (0, 0, 3, 1), (4, 3)), ((4, 3), (0, 0, 4, None), (4, 3))])


def select_cases():
    op = "select_copy.int_out"
    yield from calls(op, torch.select, [
        ((4,), (0, 2)), ((4,), (-1, -4)), ((4, 3), (0, 1)), ((4, 3), (1, -1)), ((4, 3), (-2, 3)),
        ((2, 3, 4), (1, 2)), ((2, 3, 4), (-1, 0)), ((2, 2, 3, 2), (0, 1)), ((2, 2, 3, 2), (1, 0)),
        ((2, 0, 3), (0, 1)), ((2, 1, 2, 1, 2), (2, 1))])
    yield from wrong_calls(op, torch.select, (4, 3), (0, 1), [
        ((), (0, 0), ()), ((4, 3), (2, 0), (4,)), ((4, 3), (-3, 0), (3,)), ((4, 3), (0, 4), (3,)),
        ((4, 3), (0, -5), (3,)), ((4, 3), (0, BIG), (3,)), ((4, 3), (0, -BIG - 1), (3,)),
        ((0, 3), (0, 0), (3,)), ((4, 3), (0, 2**32), (3,))])


def narrow_cases():
    op = "narrow_copy.out"
    given = calls(op, torch.narrow, [
        ((4,), (0, 1, 2)), ((4,), (-1, -3, 3)), ((4, 3), (0, 0, 4)), ((4, 3), (1, 2, 1)),
        ((4, 3), (-1, 3, 0)), ((2, 3, 4), (1, 1, 2)), ((2, 3, 4), (-1, 0, 3)),
        ((2, 2, 3, 2), (2, 1, 2)), ((2, 2, 3, 2), (1, 1, 1)), ((0, 3), (1, 1, 1))])
    yield from by_key(given, "(-1,")
    yield from wrong_calls(op, torch.narrow, (4, 3), (0, 1, 2), [
        ((), (0, 0, 1), ()), ((4, 3), (2, 0, 1), (1, 3)), ((4, 3), (0, 3, 2), (2, 3)),
        ((4, 3), (0, 5, 0), (0, 3)), ((4, 3), (0, -5, 1), (1, 3)), ((4, 3), (0, 0, -1), (0, 3)),
        ((4, 3), (0, BIG, BIG), (4, 3)), ((4, 3), (0, 1, BIG), (4, 3))])


def squeeze_all(tensor, dims):
    for dim in sorted((dim % max(tensor.dim(), 1) for dim in dims), reverse=True):
        tensor = tensor.squeeze(dim)
    return tensor


def squeeze_cases():
    op = "unsqueeze_copy.out"
    yield from flat_calls(op, torch.unsqueeze, [
        ((), (0,)), ((), (-1,)), ((3,), (0,)), ((3,), (1,)), ((2, 3), (-1,)), ((2, 3), (-3,)),
        ((2, 3), (1,)), ((2, 3, 2), (2,)), ((2, 3, 2), (-2,)), ((2, 2, 3, 2), (4,)),
        ((0, 2), (1,))])
    yield from wrong_calls(op, torch.unsqueeze, (4, 3), (1,), [
        ((), (1,), (1,)), ((2, 3), (3,), (2, 3, 1)), ((2, 3), (-4,), (1, 2, 3)),
        ((1,) * 16, (0,), (1,) * 16), ((2, 3), (2**32,), (1, 2, 3))])
    op = "squeeze_copy.dim_out"
    yield from flat_calls(op, torch.squeeze, [
        ((), (0,)), ((), (-1,)), ((1,), (0,)), ((3,), (0,)), ((1, 3), (0,)), ((1, 3), (-1,)),
        (ONES, (1,)), (ONES, (-1,)), (ONES, (2,)), ((2, 1, 0), (1,)), ((2, 1, 3), (-2,))])
    yield from wrong_calls(op, torch.squeeze, (4, 1), (1,), [
        ((), (1,), ()), ((1, 3), (2,), (1, 3)), ((1, 3), (-3,), (3,)), ((1, 3), (1,), (1,))])
    op = "squeeze_copy.dims_out"
    yield from flat_calls(op, squeeze_all, [
        ((), ((0,),)), ((), ((),)), ((1,), ((-1,),)), ((1, 3), ((0, 1),)), ((1, 3), ((1,),)),
        (ONES, ((1, 3),)), (ONES, ((-1, 0),)), (ONES, ((3, 2, 1, 0),)), (ONES, ((),)),
        ((1, 1, 1), ((0, 2),)), ((2, 1, 0), ((1, 2),))])
    yield from wrong_calls(op, squeeze_all, (4, 1), ((1,),), [
        ((), ((1,),), ()), (ONES, ((1, 1),), (2, 3, 1)), (ONES, ((1, -3),), (2, 3, 1)),
        (ONES, ((4,),), ONES), (ONES, ((1,),), (3, 2, 1))])


def transpose_cases():
    op = "transpose_copy.int_out"
    yield from calls(op, torch.transpose, [
        ((), (0, -1)), ((3,), (0, 0)), ((2, 3), (0, 1)), ((2, 3), (-1, -2)), ((2, 3), (1, 1)),
        ((2, 3, 4), (0, 2)), ((2, 3, 4), (1, -1)), ((2, 2, 3, 2), (1, 3)), ((2, 2, 3, 2), (-4, 2)),
        ((2, 0, 3), (0, 2)), ((3, 1, 4), (0, 1))])
    yield from wrong_calls(op, torch.transpose, (4, 3), (0, 1), [
        ((), (0, 1), ()), ((2, 3), (0, 2), (2, 3)), ((2, 3), (-3, 1), (3, 2)),
        ((2, 3), (0, 1), (2, 3)), ((2, 3), (0, 2**32 + 1), (3, 2))])
    op = "t_copy.out"
    yield from calls(op, torch.t, [((), ()), ((3,), ()), ((2, 3), ()), ((3, 3), ()), ((1, 4), ()),
                                   ((5, 2), ()), ((0, 3), ())])
    yield from wrong_calls(op, torch.t, (4, 3), (), [
        ((2, 3, 1), (), (3, 2, 1)), ((2, 3), (), (2, 3)), ((1, 1, 1, 1), (), (1, 1, 1, 1))])


def expand_cases():
    op = "expand_copy.out"
    expand = lambda tensor, size, _: tensor.expand(size)
    yield from calls(op, expand, [
        ((), ((), False)), ((), ((3,), False)), ((1,), ((4,), False)), ((3,), ((2, 3), True)),
        ((2, 1), ((2, 4), False)), ((2, 1), ((-1, 3), False)), ((1, 3), ((2, 2, -1), False)),
        ((2, 1, 3, 1), ((2, 2, 3, 2), False)), ((2, 1, 3, 1), ((-1, 3, -1, 1), False)),
        ((1, 2), ((0, 2), False)), ((1,), ((2, 0), False)), ((0,), ((2, 0), False))])
    yield from wrong_calls(op, expand, (4, 1), ((4, 2), False), [
        ((2, 1), ((2,), False), (2,)), ((2, 1), ((3, 1), False), (3, 1)),
        ((3,), ((-1, 3), False), (1, 3)), ((2, 1), ((2, -2), False), (2, 2)),
        ((1,), ((2**32 + 2,), False), (2,)), ((1,), ((2**31,), False), (2,)),
        ((0,), ((1,), False), (1,)), ((1,), ((1,) * 17, False), (1,) * 16),
        ((1, 1), ((2**31 - 1,) * 2, False), (1, 1))])


def flip_cases():
    op = "flip.out"
    yield from calls(op, torch.flip, [
        ((), ((),)), ((), ((0,),)), ((5,), ((0,),)), ((5,), ((),)), ((2, 3), ((1,),)),
        ((2, 3), ((0, -1),)), ((2, 3, 4), ((-2,),)), ((2, 3, 4), ((2, 0),)),
        ((2, 2, 3, 2), ((1, 2),)), ((2, 2, 3, 2), ((0, 1, 2, 3),)), ((0, 3), ((0, 1),))])
    yield from wrong_calls(op, torch.flip, (4, 3), ((0,),), [
        ((), ((1,),), ()), ((2, 3), ((0, 0),), (2, 3)), ((2, 3), ((1, -1),), (2, 3)),
        ((2, 3), ((2,),), (2, 3)), ((2, 3), ((-3,),), (2, 3))])


def window_cases():
    op = "unfold_copy.out"
    given = calls(op, torch.Tensor.unfold, [
        ((), (0, 1, 1)), ((), (-1, 0, 2)), ((5,), (0, 2, 1)), ((5,), (-1, 3, 2)), ((5,), (0, 5, 9)),
        ((4, 3), (0, 2, 2)), ((4, 3), (-1, 1, 1)), ((4, 3), (1, 0, 2)), ((2, 4, 3), (1, 2, 1)),
        ((0, 3), (1, 2, 1)), ((5,), (0, 1, BIG))])
    yield from by_key(given, " () ")
    yield from wrong_calls(op, torch.Tensor.unfold, (4, 3), (0, 2, 1), [
        ((), (0, 2, 1), (2,)), ((5,), (0, 6, 1), (0, 6)), ((5,), (0, -1, 1), (7, 0)),
        ((5,), (0, 2, 0), (4, 2)), ((5,), (0, 2, -1), (4, 2)), ((5,), (1, 2, 1), (4, 2)),
        ((1,) * 16, (0, 1, 1), (1,) * 16)])
    op = "diagonal_copy.out"
    yield from calls(op, torch.diagonal, [
        ((3, 3), (0, 0, 1)), ((3, 4), (1, 0, 1)), ((3, 4), (-1, 0, 1)), ((3, 4), (2, 1, 0)),
        ((4, 3), (-3, 0, 1)), ((4, 3), (5, 0, 1)), ((4, 3), (-BIG - 1, 0, 1)),
        ((4, 3), (BIG, 0, 1)), ((2, 3, 4), (0, -2, -1)), ((2, 3, 4), (1, 2, 0)),
        ((2, 3, 2, 2), (-1, 1, 3)), ((0, 3), (0, 0, 1))])
    yield from wrong_calls(op, torch.diagonal, (4, 3), (0, 0, 1), [
        ((), (0, 0, -1), ()), ((3,), (0, 0, 0), (3,)), ((3, 3), (0, 1, 1), (3,)),
        ((3, 3), (0, 1, -1), (3,)), ((3, 3), (0, 0, 2), (3,)), ((3, 3), (0, 0, 1), (2,))])


def strided_cases():
    op = "as_strided_copy.out"
    given = [((6,), ((2, 3), (3, 1), None)), ((6,), ((2, 2), (1, 2), 1)),
             ((2, 3), ((3, 2), (1, 3), 0)),
             ((2, 3), ((), (), 5)), ((2, 3), ((4,), (0,), 2)), ((2, 3, 4), ((3, 3), (7, 2), 4)),
             ((5,), ((0, 2), (1, 1), 3)), ((5,), ((3, 3), (1, 1), None)),
             ((5,), ((1, 2), (BIG, 1), 3)), ((2, 2, 2), ((2, 2, 2, 2), (4, 0, 2, 1), None))]
    # The result depends on the input's memory layout. Skip inputs in other dim orders.
    for case in calls(op, torch.as_strided, given):
        if " from (" not in case.name:
            yield case
    yield from wrong_calls(op, torch.as_strided, (4, 3), ((2, 2), (3, 1), 1), [
        ((6,), ((2, 3), (3,), None), (2, 3)), ((6,), ((2, 3), (3, 1), 1), (2, 3)),
        ((6,), ((7,), (1,), None), (7,)), ((6,), ((2,), (6,), None), (2,)),
        ((6,), ((2,), (-1,), 3), (2,)), ((6,), ((-1,), (1,), 0), (1,)),
        ((6,), ((2,), (1,), -1), (2,)),
        ((6,), ((3,), (BIG,), None), (3,)), ((6,), ((3, 3), (2**62, 2**62), None), (3, 3)),
        ((6,), ((2,), (1,), BIG), (2,)), ((6,), ((2**32 + 1,), (0,), None), (1,)),
        ((6,), ((1,) * 17, (1,) * 17, None), (1,) * 16), ((6,), ((), (), 6), ()),
        ((0,), ((1,), (1,), None), (1,))])


def real_cases():
    op = "view_as_real_copy.out"
    shapes = [(), (3,), (2, 3), (2, 3, 2), (1, 5), (4, 1), (0, 2), (1,), (2, 2, 2), (3, 3), (7,)]
    for dtype in COMPLEX:
        for shape in shapes:
            tensor = random(dtype, *shape)
            yield from layouts(op, f"{name(dtype)} {shape}", tensor, [], torch.view_as_real(tensor))
    tensor = random(torch.complex64, 2, 3)
    yield Case(op, "into another shape", [tensor, Out(torch.zeros(2, 2, 3))], INVALID)
    yield from absent_variants(Case(op, "call", [tensor, Out(torch.view_as_real(tensor))]))


CASES = [slice_cases, select_cases, narrow_cases, squeeze_cases, transpose_cases, expand_cases,
         flip_cases, window_cases, strided_cases, real_cases]
