# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of masked_select, masked_scatter and nonzero."""

import math

import torch

from case_writer import ALL, CHANNELS_LAST, COMPLEX, Case, In, Out, name, random
from cases_indexing import INT, LONG, bad_calls, mask


def masked_shapes():
    return [((), ()), ((3,), (3,)), ((2, 3), (2, 3)), ((2, 3), (3,)), ((3,), (2, 3)),
            ((2, 1), (1, 3)), ((2, 3), ()), ((), (4,)), ((0,), (0,)), ((2, 0), (1,)), ((1,), (0,)),
            ((2, 3, 2), (2, 1, 1)), ((2, 1, 2), (3, 1)), ((1, 1), (5,)), ((4, 4), (4, 4))]


def masked_select_cases():
    op = "masked_select.out"
    for dtype in ALL:
        for shape, mask_shape in masked_shapes():
            tensor = random(dtype, *shape)
            for kind, chosen in [("some", mask(*mask_shape)),
                                 ("all", torch.ones(mask_shape, dtype=torch.bool)),
                                 ("none", torch.zeros(mask_shape, dtype=torch.bool))]:
                yield Case(op, f"{name(dtype)} {shape} {mask_shape} {kind}",
                           [tensor, chosen, Out(tensor.masked_select(chosen))])
        four, chosen = random(dtype, 2, 3, 2, 2), mask(2, 3, 2, 2)
        for order, other in [(CHANNELS_LAST, CHANNELS_LAST), (None, CHANNELS_LAST)]:
            yield Case(op, f"{name(dtype)} layout {order} {other}",
                       [In(four, order), In(chosen, other), Out(four.masked_select(chosen))])
    tensor, chosen = random(torch.float32, 2, 3), torch.tensor([True, False, True])
    good = [tensor, chosen, Out(tensor.masked_select(chosen))]
    yield from bad_calls(op, good, [
        (1, chosen[:2]), (1, torch.ones(2, 3, dtype=INT)), (1, torch.ones(2, 3)), (1, None),
        (1, torch.ones(3, 1, dtype=torch.bool)), (0, None), (2, Out(tensor)), (2, 5),
        (2, Out(tensor[0])), (2, Out(tensor.reshape(6))), (2, Out(random(torch.int32, 4)))])


def masked_scatter_cases():
    op = "masked_scatter.out"
    for dtype in ALL:
        for shape, mask_shape in masked_shapes():
            tensor = random(dtype, *shape)
            for extra in (0, 3):
                chosen = mask(*mask_shape)
                both = torch.broadcast_shapes(shape, mask_shape)
                count = int(chosen.expand(both).sum())
                source = random(dtype, count + extra)
                want = tensor.expand(both).clone().masked_scatter_(chosen, source) if count \
                    else tensor.expand(both)
                yield Case(op, f"{name(dtype)} {shape} {mask_shape} {extra} more",
                           [tensor, chosen, source, Out(want)])
        four, chosen, source = random(dtype, 2, 3, 2, 2), mask(2, 3, 2, 2), random(dtype, 4, 6)
        want = four.masked_scatter(chosen, source)
        for order, other in [(CHANNELS_LAST, CHANNELS_LAST), (None, CHANNELS_LAST)]:
            yield Case(op, f"{name(dtype)} layout {order} {other}",
                       [In(four, order), In(chosen, other), source, Out(want, order=other)])
    tensor, chosen = random(torch.float32, 2, 3), torch.tensor([True, False, True])
    source = random(torch.float32, 2, 2)
    good = [tensor, chosen, source, Out(tensor.masked_scatter(chosen, source))]
    yield from bad_calls(op, good, [
        (1, chosen[:2]), (1, torch.ones(2, 3, dtype=INT)), (1, None), (0, None), (2, None),
        (2, source[0]), (2, source.reshape(4)[:3]), (2, source.double()), (2, torch.zeros(0)),
        (3, Out(tensor[:1])), (3, Out(tensor.reshape(6))), (3, Out(tensor.int())), (3, 5),
        (2, In(source, (1, 0)))])


def nonzero_cases():
    op = "nonzero.out"
    for dtype in ALL:
        for shape in [(), (1,), (5,), (2, 3), (0,), (2, 0, 3), (2, 1, 3), (1, 1, 1), (2, 2, 2, 2),
                      (17,), (3, 4)]:
            for kind in ("some", "all", "none"):
                tensor = random(dtype, *shape)
                if kind != "all":
                    tensor = torch.where(mask(*shape), tensor, torch.zeros((), dtype=dtype))
                if kind == "none":
                    tensor = torch.zeros(shape, dtype=dtype)
                yield Case(op, f"{name(dtype)} {shape} {kind}", [tensor, Out(tensor.nonzero())])
        four = random(dtype, 2, 3, 2, 2) * mask(2, 3, 2, 2)
        yield Case(op, f"{name(dtype)} channels last",
                   [In(four, CHANNELS_LAST), Out(four.nonzero())])
        if not dtype.is_floating_point:
            continue
        special = torch.tensor([-0.0, math.nan, 0.0, math.inf, -math.inf, 1e-30, -1e-5],
                               dtype=dtype)
        yield Case(op, f"{name(dtype)} special", [special, Out(special.nonzero())])
    for dtype in COMPLEX:
        special = torch.tensor([complex(-0.0, 0.0), complex(0, -0.0), 1j, -1, complex(0, math.nan)],
                               dtype=dtype)
        yield Case(op, f"{name(dtype)} special", [special, Out(special.nonzero())])
    low = torch.tensor([2**32, 0, -2**63, 256, 128])
    yield Case(op, "Long's bits", [low, Out(low.nonzero())])
    tensor = torch.tensor([[1.0, 0.0, 2.0]])
    good = [tensor, Out(tensor.nonzero())]
    yield from bad_calls(op, good, [
        (0, None), (1, 5), (1, Out(torch.zeros(3, 2, dtype=LONG))),
        (1, Out(torch.zeros(1, 2, dtype=LONG))), (1, Out(torch.zeros(2, 1, dtype=LONG))),
        (1, Out(torch.zeros(4, dtype=LONG))), (1, Out(torch.zeros(2, 2, dtype=INT))),
        (1, Out(torch.zeros(2, 2)))])


CASES = [masked_select_cases, masked_scatter_cases, nonzero_cases]
