# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""_cdist_forward and _pdist_forward. Half and BFloat16 are computed in Float, rounded once."""

import torch

from case_writer import CODES, FLOATS, INVALID, Case, In, Out, name, near, random, wide

NORMS = [0.0, 1.0, 2.0, 3.0, 0.5, 1.5, float("inf")]


def distances(x1, x2, p):
    """In Double, without the shortcuts by products."""
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
                    yield Case(op, f"{name(dtype)} {left} {right} {p} layouts",
                               [In(x1, tuple(reversed(range(len(left))))), x2, p, 1,
                                Out(out.tensor, out.rtol, out.atol,
                                    tuple(reversed(range(out.tensor.dim()))))])
        x1, x2 = random(dtype, 2, 3), random(dtype, 1, 3)
        x1[0, 1], x1[1, 2] = torch.nan, torch.inf
        for p in (1.0, 2.0, 3.0, float("inf")):
            out = torch.tensor([[torch.nan], [torch.inf]], dtype=dtype)
            yield Case(op, f"{name(dtype)} nan and inf {p}", [x1, x2, p, 0, Out(out)])
        good = [random(dtype, 2, 3), random(dtype, 2, 3), 2.0, None]
        out = random(dtype, 2, 2)
        for index, (place, value) in enumerate([
                (0, good[0][0]), (0, good[0].bool()), (0, random(dtype, 2, 4)), (1, good[1][0]),
                (1, good[1].bool()), (2, -1.0), (2, float("nan")), (2, None), (3, 3), (3, -1),
                (3, 1.0), (0, random(dtype, 2, 2, 3))]):
            arguments = list(good)
            arguments[place] = value
            yield Case(op, f"{name(dtype)} kernel, bad number {index}", arguments + [Out(out)],
                       INVALID, key)
        yield Case(op, f"{name(dtype)} batches differ",
                   [random(dtype, 2, 2, 3), random(dtype, 3, 2, 3), 2.0, None,
                    Out(random(dtype, 2, 2, 2))], INVALID)
        for index, bad in enumerate([out[0], out.bool(), random(dtype, 2, 3)]):
            yield Case(op, f"{name(dtype)} kernel, bad output {index}", good + [Out(bad)], INVALID,
                       key)
        yield Case(op, f"{name(dtype)} kernel, too few arguments", good, INVALID, key)


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
        four, out = random(dtype, 2, 2), random(dtype, 1)
        for index, (tensor, p, result) in enumerate([
                (four[0], 2.0, out), (four.reshape(1, 2, 2), 2.0, out), (four.bool(), 2.0, out),
                (four, -1.0, out), (four, float("nan"), out), (four, None, out),
                (four, 2.0, out.bool()), (four, 2.0, random(dtype, 2)), (four, 2.0, four[:1, :1])]):
            yield Case(op, f"{name(dtype)} kernel, bad number {index}", [tensor, p, Out(result)],
                       INVALID, key)
        yield Case(op, f"{name(dtype)} kernel, too few arguments", [four, 2.0], INVALID, key)


def cases():
    yield from cdist_cases()
    yield from pdist_cases()
