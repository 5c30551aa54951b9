# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of operators that work along one dimension: cumsum, topk, _softmax, _log_softmax."""

import itertools

import torch

from case_writer import (ALL, CHANNELS_LAST, CODES, COMPLEX, FLOATS, INTEGERS, MISSING, REAL, Case,
                         In, Out, absent_variants, is_exact, misused, name, near, random,
                         refused, wide)

LAYOUT = (1, 3, 0, 2)


def cumsum(tensor, dim, out, order=None):
    compute = out if is_exact(out) else torch.complex128 if out.is_complex else torch.float64
    if out == torch.bool:
        tensor, compute = tensor.to(out), torch.int64
    result = torch.cumsum(tensor.to(compute), dim, dtype=compute).to(out)
    if is_exact(out):
        return Out(result, order=order)
    return near(result, 4, tensor.to(compute).abs().sum().item() if tensor.numel() else 0, order)


def cumsum_cases():
    op = "cumsum.out"
    for dtype, out in itertools.product(ALL, ALL):
        usual = out == (torch.int64 if is_exact(dtype) else dtype)
        label = f"{name(dtype)} to {name(out)}"
        small = (torch.randint(0, 6, (3, 4)) / 2).to(dtype)
        if dtype.is_complex and not out.is_complex:
            continue  # no cases: ExecuTorch's kernel would call a null function pointer
        for dim, argument in itertools.product((0, -1), (None, CODES[out])):
            yield Case(op, f"{label} along {dim} dtype {argument}",
                       [small, dim, argument, cumsum(small, dim, out)])
        if not usual:
            many = (torch.randint(-3, 4, (2, 70)) / 2).to(dtype)
            yield Case(op, f"{label} many", [many, 1, None, cumsum(many, 1, out)])
            continue
        for shape in [(3, 5), (2, 3, 4), (7,), (), (1, 1), (0, 3), (3, 0), (2, 1, 3, 2)]:
            tensor = random(dtype, *shape)
            for dim in range(-max(len(shape), 1), max(len(shape), 1)):
                yield Case(op, f"{label} {shape} along {dim}",
                           [tensor, dim, None, cumsum(tensor, dim, out)])
        tensor = random(dtype, 2, 3, 4, 2)
        for order, dim in itertools.product((None, LAYOUT), range(4)):
            yield Case(op, f"{label} channels last into {order} along {dim}",
                       [In(tensor, CHANNELS_LAST), dim, None, cumsum(tensor, dim, out, order)])
        six, fits = random(dtype, 2, 3), Out(random(out, 2, 3))
        good = [six, 1, None, fits]
        yield from refused(op, label, good, [
            (1, 2), (1, -3), (1, 1 << 40), (2, CODES[torch.int16]), (2, 2.0),
            (3, Out(random(out, 3, 2))), (3, Out(random(out, 6))), (1, None), (1, [1]), (1, True)])
        yield from absent_variants(Case(op, label, good))
    special = torch.tensor([[1, torch.inf, 2, -torch.inf], [torch.nan, 1, 2, 3],
                            [1, 2, torch.nan, 1]])
    for dtype in FLOATS:
        yield Case(op, f"{name(dtype)} specials",
                   [special.to(dtype), 1, None, Out(torch.cumsum(special, 1).to(dtype))])


def topk(tensor, k, dim, largest):
    """Returns the expected outputs. Our kernel keeps the order of equal elements. torch.topk does
    not, so this function calls torch.sort."""
    if not tensor.dim():
        values, indices = torch.topk(tensor, k)
        return Out(values), Out(indices)
    if tensor.numel() == 0:
        empty = tensor.narrow(dim, 0, k)
        return Out(empty), Out(empty.to(torch.int64))
    values, indices = torch.sort(tensor.to(torch.float32 if tensor.dtype == torch.float16 else
                                           tensor.dtype), dim=dim, descending=largest, stable=True)
    indices = indices.narrow(dim, 0, k).contiguous()
    return Out(torch.gather(tensor, dim, indices)), Out(indices)


def topk_cases():
    op = "topk.values"
    for dtype in REAL:
        key = f"v1/{CODES[dtype]};|{CODES[dtype]};|4;"
        for shape in [(3, 7), (2, 3, 4), (9,), (), (1, 1), (0, 3), (2, 1, 3, 2)]:
            tensor = random(dtype, *shape)
            for dim in range(-max(len(shape), 1), max(len(shape), 1)):
                size = shape[dim] if shape else 1
                for k, largest in itertools.product(sorted({0, 1, size // 2, size}), (True, False)):
                    if (k > size or (not shape and k == 0)
                            or dim >= 0 and k in (0, 1) and len(shape) > 1):
                        continue
                    yield Case(op, f"{name(dtype)} {shape} {k} along {dim} {largest}",
                               [tensor, k, dim, largest, k != 1, *topk(tensor, k, dim, largest)])
        ties = torch.randint(0, 4, (2, 30)).to(dtype)
        for k, largest in itertools.product((1, 5, 29, 30), (True, False)):
            yield Case(op, f"{name(dtype)} ties {k} {largest}",
                       [ties, k, 1, largest, True, *topk(ties, k, 1, largest)])
        if not is_exact(dtype):
            special = torch.tensor([1, torch.nan, torch.inf, -torch.inf, 2, torch.nan, -0.0, 0.0],
                                   dtype=dtype)
            for k, largest in itertools.product((1, 3, 8), (True, False)):
                yield Case(op, f"{name(dtype)} specials {k} {largest}",
                           [special, k, 0, largest, True, *topk(special, k, 0, largest)])
        tensor = random(dtype, 2, 3, 4, 2)
        for order, dim in itertools.product((CHANNELS_LAST, LAYOUT), range(4)):
            yield Case(op, f"{name(dtype)} layout {order} along {dim}",
                       [In(tensor, order), 2, dim, True, True, *topk(tensor, 2, dim, True)])
        small = random(dtype, 2, 5)
        good = [small, 2, 1, True, True, Out(random(dtype, 2, 2)), Out(random(torch.int64, 2, 2))]
        yield from refused(op, f"{name(dtype)} kernel,", good, [
            (1, 6), (1, -1), (1, 1 << 40), (1, 2.0), (2, 2), (2, -3), (2, None), (3, 1), (4, 1),
            (5, Out(random(dtype, 2, 3))), (6, Out(random(torch.int64, 4)))], key)
        yield from misused(op, name(dtype), good, key)
        yield from absent_variants(Case(op, name(dtype), good))


def softmax(tensor, dim, order=None):
    return near(torch._softmax(tensor.to(wide(tensor.dtype)), dim, False).to(tensor.dtype), 4,
                order=order)


def log_softmax(tensor, dim, order=None):
    result = torch._log_softmax(tensor.to(torch.float64), dim, False).to(tensor.dtype)
    finite = tensor.to(torch.float64).nan_to_num(0, 0, 0)
    return near(result, 4, finite.abs().max() if tensor.numel() else 0, order)


def softmax_cases(op, function):
    infinity = torch.inf
    for dtype in FLOATS:
        for shape in [(3, 5), (2, 3, 4), (7,), (), (1, 1), (0, 3), (2, 1, 3, 2)]:
            tensor = random(dtype, *shape) * 4
            for dim in range(-max(len(shape), 1), max(len(shape), 1)):
                yield Case(op, f"{name(dtype)} {shape} along {dim}",
                           [tensor, dim, False, function(tensor, dim)])
        empty = random(dtype, 2, 0)
        yield Case(op, f"{name(dtype)} nothing", [empty, 1, False, Out(empty)])
        special = torch.tensor([[infinity, 1, 2], [-infinity] * 3, [-infinity, 1, 2],
                                [torch.nan, 1, 2], [1, torch.nan, 2], [1, 2, torch.nan],
                                [60000, 60000, 0], [-60000, 0, 1]]).to(dtype)
        yield Case(op, f"{name(dtype)} specials", [special, 1, False, function(special, 1)])
        tensor = random(dtype, 2, 3, 4, 2)
        for order, dim in itertools.product((None, CHANNELS_LAST), range(4)):
            yield Case(op, f"{name(dtype)} channels last into {order} along {dim}",
                       [In(tensor, CHANNELS_LAST), dim, False, function(tensor, dim, order)])
        six, out = random(dtype, 2, 3), Out(random(dtype, 2, 3))
        good = [six, 1, False, out]
        yield from refused(op, name(dtype), good, [
            (1, 2), (1, -3), (2, True), (3, Out(random(dtype, 3, 2))), (3, Out(random(dtype, 6))),
            (3, Out(random(dtype, 2, 3, 1))), (1, None), (2, 0)])
        yield from misused(op, name(dtype), good, f"v1/{CODES[dtype]};|*")
        yield from absent_variants(Case(op, name(dtype), good))
    for dtype in INTEGERS + COMPLEX:
        yield Case(op, f"{name(dtype)}", [random(dtype, 2), 0, False, Out(random(dtype, 2))],
                   MISSING)


CASES = [cumsum_cases, topk_cases, (softmax_cases, "_softmax.out", softmax),
         (softmax_cases, "_log_softmax.out", log_softmax)]
