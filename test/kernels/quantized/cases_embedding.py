# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of embeddings whose weights have 8, 4 or 2 bits."""

import itertools

import torch

import reference
from case_writer import CODES, FLOATS, INVALID, Case, In, Out, changed, name
from cases_affine import bad_calls, op

OPERATORS = {8: "embedding_byte", 4: "embedding_4bit", 2: "embedding_2bit"}
INDICES = (torch.tensor([0, 5, 2, 2]), torch.tensor([[1, 3], [4, 0]]), torch.tensor(3),
           torch.zeros(0, dtype=torch.int64))


def weights(bits, dtype, rows, columns):
    """Returns random weights twice: in packed bytes, for the operator, and as integers, for the
    reference."""
    low = -128 if dtype == torch.int8 else 0
    packed = torch.randint(low, low + 256, (rows, columns)).to(dtype)
    return packed, packed.int() if bits == 8 else reference.unpack(packed, bits)


class Embedding:
    def __init__(self, bits, weight_dtype, columns=6):
        self.bits, self.label = bits, f"{bits} bits of {name(weight_dtype)}"
        self.packed, self.integers = weights(bits, weight_dtype, 6, columns)

    def cases(self, label, scales, zero_points, indices, dtype):
        out = Out(reference.embedding(self.integers, scales, zero_points, indices, dtype))
        args = [self.packed, scales, zero_points, -(1 << self.bits), 1 << self.bits, indices]
        label = f"{self.label} {label}"
        yield Case(op(OPERATORS[self.bits]), label, [*args, out])
        for code in (None, CODES[dtype]):
            yield Case(op(OPERATORS[self.bits], "dtype_out"), f"{label} {code}", [*args, code, out])

    def parameters(self, shape, dtype, zero_dtype=None):
        zero_points = torch.randint(-9, 9, shape) + torch.randint(0, 2, shape) / 2
        return (torch.rand(shape) + 0.01).to(dtype), zero_points.to(zero_dtype or dtype)


def good_cases(bits, weight_dtype):
    table = Embedding(bits, weight_dtype)
    for dtype, indices in itertools.product(FLOATS, INDICES):
        for groups in ((), (1,), (2,), (3,)):
            scales, zero_points = table.parameters((6, *groups), dtype)
            label = f"{name(dtype)} {tuple(indices.shape)} {groups}"
            yield from table.cases(label, scales, None, indices, dtype)
            yield from table.cases(f"{label} zero points", scales, zero_points, indices, dtype)
        scales, zero_points = table.parameters((6,), dtype)
        scales[2] = float("nan")
        label = f"{name(dtype)} {tuple(indices.shape)} not a number"
        yield from table.cases(label, scales, None, indices, dtype)
        yield from table.cases(f"{label} zero points", scales, zero_points, indices, dtype)
    for params, zeros, dtype, index in itertools.product(FLOATS, FLOATS, FLOATS,
                                                         (torch.int32, torch.int64)):
        scales, zero_points = table.parameters((6, 2), params, zeros)
        label = f"{name(params)} {name(zeros)} {name(dtype)} {name(index)}"
        yield from table.cases(label, scales, zero_points, INDICES[1].to(index), dtype)
    empty = Embedding(bits, weight_dtype, 0)
    scales, zero_points = empty.parameters((6,), torch.float32)
    yield from empty.cases("no columns", scales, zero_points, INDICES[0], torch.float32)


def bad_cases(bits, weight_dtype):
    table = Embedding(bits, weight_dtype)
    scales, zero_points = table.parameters((6, 2), torch.float32)
    for good in table.cases("bad", scales, zero_points, INDICES[0], torch.float32):
        ints = torch.int32
        yield from bad_calls(good, [
            *((5, indices) for indices in (
                torch.tensor([0, 6, 2, 2]), torch.tensor([0, -1, 2, 2]),
                torch.tensor([0, 2**32, 2, 2]), torch.ones(4))),
            *((1, scales) for scales in (
                torch.ones(6, 5), torch.ones(6, 0), torch.ones(5, 2), torch.ones(6, 2, 1), None,
                torch.tensor(1.0), torch.ones(6, 2, dtype=ints))),
            *((2, zero_points) for zero_points in (
                torch.ones(6, 1), torch.ones(5, 2), torch.ones(6), torch.ones(6, 2, dtype=ints))),
            (0, table.packed.int()), (0, table.packed[0]), (0, In(table.packed, (1, 0))),
            (-1, Out(torch.ones(4, 6, dtype=ints))), (-1, Out(torch.ones(4, 5))),
            *([(6, 5)] if len(good.args) == 8 else [])])
        yield Case(good.op, f"{good.name} limits", changed(good.args, (3, 1000, 4, -2**40)))
    huge = In(torch.ones(0, 2**30, dtype=weight_dtype))
    if bits != 8:
        yield Case(op(OPERATORS[bits]), "rows with more elements than int32 can count",
                   [huge, torch.ones(0), None, 0, 1, torch.zeros(0, dtype=torch.int64),
                    Out(torch.ones(0, 1))], INVALID)


def cases():
    for bits, dtype in ((8, torch.uint8), (8, torch.int8), (4, torch.uint8), (2, torch.uint8)):
        yield from good_cases(bits, dtype)
        yield from bad_cases(bits, dtype)
