# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of _cdist_forward and _pdist_forward."""

import torch

from case_writer import (CODES, FLOATS, INVALID, Case, In, Out, misused, name, near, random,
                         refused)

NORMS = [0.0, 1.0, 2.0, 3.0, 0.5, 1.5, float("inf")]


def distances(x1, x2, p):
    """Returns the expected distances, computed in Double. Mode 2 forbids PyTorch to use a
    matrix product, which is less exact."""
    return torch.ops.aten._cdist_forward(x1.double(), x2.double(), p, 2).to(x1.dtype)


def cdist_cases():
    op = "_cdist_forward.out"
    for dtype in FLOATS:
        key = f"v1/{CODES[dtype]};|*"
        for left, right in [((2, 3), (4, 3)), ((2, 2, 3), (2, 1, 3)), ((2, 1, 2, 5), (3, 3, 5)),
                            ((1, 1), (1, 1)), ((2, 0), (3, 0)), ((0, 3), (2, 3)),
                            ((3, 2, 2), (1, 2, 2)), ((0, 2, 3), (0, 1, 3))]:
            for p in NORMS:
                x1, x2 = random(dtype, *left), random(dtype, *right)
                x2.view(-1)[:1] = x1.view(-1)[:1] if x1.numel() and x2.numel() else 0
                out = near(distances(x1, x2, p), 8)
                yield Case(op, f"{name(dtype)} {left} {right} {p}", [x1, x2, p, None, out])
                if p < 2:
                    out.order = tuple(reversed(range(out.tensor.dim())))
                    yield Case(op, f"{name(dtype)} {left} {right} {p} layouts",
                               [In(x1, tuple(reversed(range(len(left))))), x2, p, 1, out])
        x1, x2 = random(dtype, 2, 3), random(dtype, 1, 3)
        x1[0, 1], x1[1, 2] = torch.nan, torch.inf
        for p in (1.0, 2.0, 3.0, float("inf")):
            out = torch.tensor([[torch.nan], [torch.inf]], dtype=dtype)
            yield Case(op, f"{name(dtype)} nan and inf {p}", [x1, x2, p, 0, Out(out)])
        good = [random(dtype, 2, 3), random(dtype, 2, 3), 2.0, None, Out(random(dtype, 2, 2))]
        yield from refused(op, f"{name(dtype)} kernel,", good, [
            (0, good[0][0]), (0, random(dtype, 2, 4)), (1, good[1][0]), (2, -1.0),
            (2, float("nan")), (3, 3), (3, -1), (3, 1.0), (0, random(dtype, 2, 2, 3)),
            (4, Out(random(dtype, 2))), (4, Out(random(dtype, 2, 3)))], key)
        yield from misused(op, name(dtype), good, key)
        yield Case(op, f"{name(dtype)} batches differ",
                   [random(dtype, 2, 2, 3), random(dtype, 3, 2, 3), 2.0, None,
                    Out(random(dtype, 2, 2, 2))], INVALID)


def pdist_cases():
    op = "_pdist_forward.out"
    for dtype in FLOATS:
        key = f"v1/{CODES[dtype]};|*"
        for shape in [(4, 3), (2, 5), (1, 3), (0, 3), (3, 0), (5, 1)]:
            rows, columns = torch.triu_indices(shape[0], shape[0], 1)
            for p in NORMS:
                tensor = random(dtype, *shape)
                out = near(distances(tensor, tensor, p)[rows, columns], 8)
                yield Case(op, f"{name(dtype)} {shape} {p}", [tensor, p, out])
                if p < 2:
                    yield Case(op, f"{name(dtype)} {shape} {p} by columns",
                               [In(tensor, (1, 0)), p, out])
        four = random(dtype, 2, 2)
        good = [four, 2.0, Out(random(dtype, 1))]
        yield from refused(op, f"{name(dtype)} kernel,", good, [
            (0, four[0]), (0, four.reshape(1, 2, 2)), (1, -1.0), (1, float("nan")),
            (2, Out(random(dtype, 2))), (2, Out(four[:1, :1]))], key)
        yield from misused(op, name(dtype), good, key)


CASES = [cdist_cases, pdist_cases]
