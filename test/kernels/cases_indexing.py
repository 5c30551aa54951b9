# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that find elements by indices: index_select, gather, scatter, scatter_add, embedding,
index, index_put."""

import dataclasses
import math

import torch

from case_writer import (ALL, CHANNELS_LAST, COMPLEX, INVALID, MISSING, REAL, SHORT, Calls, Case,
                         In, Out, Tensors, absent, absent_variants, changed, in_order, misused,
                         name, near, random, refused, wide)

LONG, INT = torch.int64, torch.int32


def indices(limit, *shape, dtype=LONG, low=0):
    return torch.randint(low, limit, shape).to(dtype)


def tensor_of(*values, dtype=LONG):
    return torch.tensor(values, dtype=dtype)


def bad_calls(op, good, wrong=()):
    yield from refused(op, "", good, wrong)
    yield Case(op, "too few arguments", good[:-1], SHORT)
    yield from absent_variants(Case(op, "", good))


# shape of self, dim, indices
SELECTIONS = [((4,), 0, (3, 0, 0, 2)), ((4,), -1, ()), ((2, 3), 0, (1, 0)),
              ((2, 3), 1, (2, 2, 0, 1)),
              ((2, 3), -2, (0,)), ((2, 3, 4), 1, (1,)), ((2, 3, 4), -1, (3, 0, 3)),
              ((2, 3, 4), 0, (1, 1, 0)), ((0, 3), 1, (2, 0)), ((2, 0), 0, (1,)), ((1, 5), 1, (4,)),
              ((), 0, (0,)), ((), -1, (0,)), ((2, 1, 2, 3), 2, (1, 0, 1))]


def index_select_cases():
    op = "index_select.out"
    for dtype in ALL:
        for number, (shape, dim, chosen) in enumerate(SELECTIONS):
            tensor = random(dtype, *shape)
            for kind in (LONG, INT):
                index = tensor_of(*chosen, dtype=kind)
                yield Case(op, f"{name(dtype)} {shape} along {dim} number {number} {name(kind)}",
                           [tensor, dim, index, Out(tensor.index_select(dim, index))])
        tensor, index = random(dtype, 2, 3, 2, 2), tensor_of(2, 0)
        for dim in range(4):
            chosen = index if dim == 1 else index // 2
            want = tensor.index_select(dim, chosen)
            for order, out in [(CHANNELS_LAST, CHANNELS_LAST), (None, CHANNELS_LAST)]:
                yield Case(op, f"{name(dtype)} layout {order} to {out} along {dim}",
                           [In(tensor, order), dim, chosen, Out(want, order=out)])
    tensor = random(torch.float32, 2, 3)
    yield Case(op, "index without dimensions", [tensor, 1, torch.tensor(2), Out(tensor[:, 2:])])
    good = [tensor, 1, tensor_of(2, 0), Out(tensor[:, [2, 0]])]
    yield from bad_calls(op, good, [
        (1, 2), (1, -3), (1, 2**32 + 1), (1, None), (2, tensor_of(3, 0)), (2, tensor_of(0, -1)),
        (2, tensor_of(2**32, 0)), (2, tensor_of(-2**32, 0)), (2, tensor_of(-2**63, 2**63 - 1)),
        (2, tensor_of(2, 0, dtype=INT) - 1), (2, tensor_of(3, 0, dtype=INT)),
        (2, tensor_of(2, 0, dtype=torch.int16)), (2, tensor_of(2, 0).float()),
        (2, tensor_of(2, 0).reshape(1, 2)), (2, None), (3, Out(tensor)), (3, 5), (0, 5),
        (3, Out(random(torch.int32, 2, 2))), (3, Out(random(torch.float32, 2, 2, 1)))])
    yield Case(op, "no dimensions, two indices",
               [torch.tensor(1.0), 0, tensor_of(0, 0), Out(torch.tensor(1.0))], INVALID)


# shape of self, shape of index, dim
GATHERS = [((4,), (4,), 0), ((4,), (7,), -1), ((2, 3), (2, 3), 0), ((2, 3), (2, 3), 1),
           ((2, 3), (1, 2), 0), ((2, 3), (2, 5), 1), ((2, 3), (5, 1), -2),
           ((2, 3, 4), (2, 2, 3), 2),
           ((2, 3, 4), (1, 6, 4), 1), ((3, 1, 2), (2, 1, 2), 0), ((), (), 0), ((), (1,), -1),
           ((1,), (), 0), ((), (3,), 0), ((2, 3), (0, 3), 0), ((2, 3), (2, 0), 1),
           ((0, 3), (0, 2), 1), ((2, 3, 2, 2), (2, 4, 2, 2), 1)]


def limit_of(tensor, dim):
    return tensor.shape[dim] if tensor.dim() else 1


def gather_cases():
    op = "gather.out"
    for dtype in ALL:
        for number, (shape, index_shape, dim) in enumerate(GATHERS):
            tensor = random(dtype, *shape)
            index = indices(max(limit_of(tensor, dim), 1), *index_shape)
            for sparse in (False, True):
                yield Case(op, f"{name(dtype)} {number} along {dim} {sparse}",
                           [tensor, dim, index, sparse, Out(tensor.gather(dim, index))])
        tensor, index = random(dtype, 2, 3, 2, 2), indices(2, 2, 3, 2, 2)
        for dim in range(4):
            args = [tensor, dim, index, False, Out(tensor.gather(dim, index))]
            yield Case(op, f"{name(dtype)} channels last along {dim}",
                       in_order(CHANNELS_LAST, args))
    tensor, index = random(torch.float32, 2, 3), tensor_of(2, 0, 1, 1).reshape(2, 2)
    good = [tensor, 1, index, False, Out(tensor.gather(1, index))]
    yield from bad_calls(op, good, [
        (1, 2), (1, -3), (1, None), (2, index + 1), (2, index - 1), (2, index + 2**32),
        (2, index.to(INT)), (2, index.float()), (2, index.reshape(4)), (2, index.reshape(2, 2, 1)),
        (2, torch.zeros(3, 2, dtype=LONG)), (2, None), (3, None), (4, Out(tensor)), (4, 5), (0, 5),
        (4, Out(random(torch.int32, 2, 2))), (4, Out(random(torch.float32, 4)))])


# shape of self, shape of index, shape of src, dim
SCATTERS = [((4,), (4,), (4,), 0), ((4,), (2,), (3,), -1), ((2, 3), (2, 3), (2, 3), 0),
            ((2, 3), (2, 3), (2, 3), 1), ((2, 3), (1, 2), (2, 3), 0), ((2, 3), (2, 2), (3, 4), 1),
            ((2, 3, 4), (2, 2, 3), (2, 3, 3), 2), ((3, 1, 2), (2, 1, 2), (2, 1, 2), -3),
            ((), (), (), 0), ((), (1,), (1,), -1), ((1,), (), (), 0), ((2, 3), (0, 3), (2, 3), 0),
            ((2, 3), (2, 0), (2, 0), 1), ((0, 3), (0, 2), (0, 2), 1),
            ((2, 3), (0,), (5,), 1), ((4,), (1,), (4,), 0), ((1, 1), (1, 1), (1, 1), 1),
            ((2, 3, 2, 2), (2, 3, 2, 2), (2, 3, 2, 2), 1)]


def distinct(limit, dim, shape):
    """Returns indices without duplicates. If a call wrote an element twice, the result would be
    undefined."""
    if not shape:
        return torch.zeros((), dtype=LONG)
    order = torch.randperm(max(limit, shape[dim]))[:shape[dim]] % max(limit, 1)
    view = [1] * len(shape)
    view[dim] = shape[dim]
    return order.reshape(view).expand(shape).contiguous()


def scatter_cases():
    case = Calls("scatter.src_out")
    for dtype in ALL:
        for number, (shape, index_shape, src_shape, dim) in enumerate(SCATTERS):
            tensor, source = random(dtype, *shape), random(dtype, *src_shape)
            if len(index_shape) != len(shape) and 0 in index_shape:
                index = torch.zeros(index_shape, dtype=LONG)
            else:
                index = distinct(limit_of(tensor, dim), dim, index_shape)
            yield case(f"{name(dtype)} {number} along {dim}", tensor, dim, index, source,
                       Out(tensor.scatter(dim, index, source)))
            for value in (1, 2.75) if dtype.is_floating_point else (True, 3):
                yield Case("scatter.value_out", f"{name(dtype)} {number} along {dim} {value}",
                           [tensor, dim, index, value, Out(tensor.scatter(dim, index, value))])
        four, source = random(dtype, 2, 3, 2, 2), random(dtype, 2, 3, 2, 2)
        for dim in range(4):
            index = distinct(four.shape[dim], dim, four.shape)
            args = [four, dim, index, source, Out(four.scatter(dim, index, source))]
            yield case(f"{name(dtype)} channels last along {dim}", *in_order(CHANNELS_LAST, args))
        tensor, index = random(dtype, 3), tensor_of(1)
        for value in [256, -256, -255, 300.5, -0.5, 70000.0, math.inf, math.nan, 2**40, 1e300,
                      -129, 0.0]:
            try:
                want = tensor.scatter(0, index, value)
            except RuntimeError:
                want = None
            yield Case("scatter.value_out", f"{name(dtype)} value {value}",
                       [tensor, 0, index, value, Out(tensor if want is None else want)],
                       INVALID if want is None else None)
    tensor, source = random(torch.float32, 2, 3), random(torch.float32, 2, 2)
    index = tensor_of(2, 0, 1, 0).reshape(2, 2)
    for op, value in [("scatter.src_out", source), ("scatter.value_out", 2),
                      ("scatter_add.out", source)]:
        good = [tensor, 1, index, value, Out(tensor)]
        wrong = [(1, 2), (1, -3), (1, None), (2, index + 1), (2, index - 1), (2, index + 2**32),
                 (2, index.reshape(4)), (2, index.reshape(2, 2, 1)),
                 (2, torch.zeros(3, 2, dtype=LONG)), (3, None),
                 (4, Out(random(torch.float32, 2, 2))), (4, Out(tensor.reshape(6)))]
        if op != "scatter.value_out":
            wrong += [(3, source[:, :1]), (3, source[:1]), (3, source.reshape(4)),
                      (3, source.reshape(2, 2, 1))]
        if op == "scatter_add.out":
            yield from refused(op, "", good, wrong)
            continue
        yield from bad_calls(op, good, wrong + [
            (2, index.to(INT)), (2, index.float()), (2, None), (4, 5), (0, 5),
            (4, Out(random(torch.int32, 2, 3)))])
    yield case.bad("src of another dtype", tensor, 1, index, source.double(), Out(tensor))


def scatter_add_cases():
    op = "scatter_add.out"
    for dtype in REAL + [torch.bool]:
        case = Calls(op, name(dtype))
        for number, (shape, index_shape, src_shape, dim) in enumerate(SCATTERS):
            if len(index_shape) != len(shape) and 0 in index_shape:
                continue
            tensor, source = random(dtype, *shape), random(dtype, *src_shape)
            index = indices(max(limit_of(tensor, dim), 1), *index_shape)
            want = tensor.scatter_add(dim, index, source)
            yield case(f"{number} along {dim}", tensor, dim, index, source, near(want, 8, 8))
        four, source = random(dtype, 2, 3, 2, 2), random(dtype, 2, 3, 2, 2)
        for dim in range(4):
            index = indices(2, 2, 3, 2, 2)
            args = [four, dim, index, source, near(four.scatter_add(dim, index, source), 8, 8)]
            yield case(f"channels last along {dim}", *in_order(CHANNELS_LAST, args))
    for dtype in (torch.float32, torch.float16):
        tensor = torch.tensor([math.nan, math.inf, 1, -0.0], dtype=dtype)
        source = torch.tensor([1, -math.inf, math.inf, -0.0], dtype=dtype)
        index = tensor_of(0, 1, 2, 3)
        yield Case(op, f"{name(dtype)} nan and inf",
                   [tensor, 0, index, source, Out(tensor.scatter_add(0, index, source))])
    tensor, index = random(torch.float32, 3), tensor_of(0, 1)
    good = [tensor, 0, index, tensor[:2], Out(tensor)]
    yield from misused(op, "Float", good, "v1/6;|4;|6;|*")
    yield from absent_variants(Case(op, "", good))
    for dtype in COMPLEX:
        tensor = random(dtype, 3)
        yield Case(op, name(dtype), [tensor, 0, index, tensor[:2], Out(tensor)], MISSING)


def embedding_cases():
    op = "embedding.out"
    rest = [-1, False, False]
    for dtype in ALL:
        case = Calls(op, name(dtype))
        weight = random(dtype, 5, 3)
        for kind in (LONG, INT):
            for shape in [(), (1,), (4,), (2, 3), (0,), (2, 0), (1, 2, 2), (2, 1, 2, 1)]:
                index = indices(5, *shape, dtype=kind)
                want = weight[index.long()]
                yield case(f"{name(kind)} {shape}", weight, index, *rest, Out(want))
        for columns in (0, 1, 8):
            weight, index = random(dtype, 4, columns), indices(4, 3)
            yield case(f"of {columns} columns", weight, index, 2, True, True, Out(weight[index]))
        weight, index = random(dtype, 3, 2), indices(3, 2, 2)
        want = weight[index]
        for arguments in ([In(weight, (1, 0)), index, *rest, Out(want)],
                          [weight, In(index, (1, 0)), *rest, Out(want)],
                          [weight, index, *rest, Out(want, order=(2, 0, 1))]):
            yield case.bad("layout", *arguments)
    weight, index = random(torch.float32, 5, 3), tensor_of(4, 0)
    good = [weight, index, *rest, Out(weight[index])]
    yield from bad_calls(op, good, [
        (0, random(torch.float32, 5)), (0, random(torch.float32, 5, 3, 1)), (0, 5),
        (0, random(torch.float32, 0, 3)), (0, random(torch.float32, 5, 4)),
        (0, random(torch.int32, 5, 3)), (1, tensor_of(5, 0)), (1, tensor_of(0, -1)),
        (1, tensor_of(-2**32, 0)), (1, tensor_of(2**32, 0)), (1, tensor_of(5, 0, dtype=INT)),
        (1, tensor_of(0, -1, dtype=INT)), (1, index.float()), (1, index.to(torch.int16)),
        (1, index.bool()), (1, None), (2, None), (3, None), (4, None), (5, Out(weight)), (5, 5),
        (5, Out(weight[index].reshape(6)))])


def mask(*shape):
    return torch.rand(shape) < 0.5


def index_lists():
    """Yields pairs: a shape of self, and a list whose items are index tensors, masks or None."""
    yield (4,), [tensor_of(3, -1, 0, -4)]
    yield (4,), [torch.tensor(2)]
    yield (4,), [tensor_of()]
    yield (4,), [mask(4)]
    yield (4,), [mask(4).to(torch.uint8)]
    yield (4,), [torch.zeros(4, dtype=torch.bool)]
    yield (2, 3), [tensor_of(1, 0, 1)]
    yield (2, 3), [None, tensor_of(2, 0, -1, 1)]
    yield (2, 3), [tensor_of(1, 0), tensor_of(2, 0, dtype=LONG)]
    yield (2, 3), [tensor_of(1, 0).reshape(2, 1), tensor_of(2, 0, 1)]
    yield (2, 3), [mask(2, 3)]
    yield (2, 3), [mask(2), None]
    yield (2, 3), [None, mask(3)]
    yield (2, 3), [mask(2), tensor_of(1)]
    yield (2, 3, 4), [tensor_of(1, 0), None, tensor_of(3, 0)]
    yield (2, 3, 4), [None, tensor_of(2, 0), tensor_of(3, -1)]
    yield (2, 3, 4), [None, tensor_of(2, 0, 1, 1).reshape(2, 2), None]
    yield (2, 3, 4), [mask(2, 3), tensor_of(2)]
    yield (2, 3, 4), [None, mask(3, 4)]
    yield (2, 3, 4), [torch.tensor([True, False]), None, tensor_of(1, 2, 0)]
    yield (2, 3, 4), [torch.tensor([True, True]), tensor_of(0, 2),
                      torch.tensor([True, False, True, False])]
    yield (2, 3, 4), [torch.tensor([True, True]), tensor_of(0, 2, 1).reshape(3, 1)]
    yield (2, 3, 4), [tensor_of(0, 1, dtype=LONG).reshape(2, 1), tensor_of(2, 2, 0)]
    yield (2, 0, 3), [tensor_of(1)]
    yield (0, 3), [None, tensor_of(2)]
    yield (1, 5), [torch.tensor(0), tensor_of(4, 4)]
    yield (2, 2, 2, 3), [None, tensor_of(1, 0), None, tensor_of(2, 0)]
    yield (2, 2, 2, 3), [None, tensor_of(1, 0), tensor_of(1, 1), None]


def numbered(items):
    """Converts masks to the indices of their true elements."""
    for item in items:
        if item is not None and item.dtype in (torch.bool, torch.uint8):
            yield from item.nonzero().unbind(1)
        else:
            yield item


def indexed(tensor, items):
    return torch.ops.aten.index(tensor, list(numbered(items)))


def as_list(items):
    return Tensors(list(items), optional=True)


def index_cases():
    op = "index.Tensor_out"
    for dtype in ALL:
        for number, (shape, items) in enumerate(index_lists()):
            tensor = random(dtype, *shape)
            yield Case(op, f"{name(dtype)} {shape} number {number}",
                       [tensor, as_list(items), Out(indexed(tensor, items))])
    for number, (shape, items) in enumerate(index_lists()):
        tensor = random(torch.float32, *shape)
        narrow = [i if i is None or i.dtype != LONG else i.to(INT) for i in items]
        yield Case(op, f"Int indices number {number}",
                   [tensor, as_list(narrow), Out(indexed(tensor, items))])
    four = random(torch.int16, 2, 3, 2, 2)
    for items in [[tensor_of(1, 0)], [None, tensor_of(2, 0)], [mask(2, 3)]]:
        want = indexed(four, items)
        yield Case(op, f"layout {len(items)} {items[-1].dtype}",
                   [In(four, CHANNELS_LAST), as_list(items),
                    Out(want, order=CHANNELS_LAST if want.dim() == 4 else None)])
    square = tensor_of(1, 0, 0, 1).reshape(2, 2)
    tensor = random(torch.float32, 2, 3)
    yield Case(op, "indices by columns",
               [tensor, as_list([In(square, (1, 0))]), Out(tensor[square])])
    yield Case(op, "nothing indexed", [tensor, as_list([None]), Out(tensor)])
    yield Case(op, "no indices", [tensor, as_list([]), Out(tensor)])
    good = [tensor, as_list([tensor_of(1, 0)]), Out(tensor[[1, 0]])]
    yield from bad_calls(op, good, [*bad_lists(), (0, 5), (2, 5), (2, Out(tensor[:1])),
                                    (2, Out(tensor.reshape(6))), (2, Out(tensor.int())),
                                    (1, as_list([absent(tensor_of(1, 0))]))])


def bad_lists():
    """Yields changes for refused(): argument 1 becomes a list of indices that is wrong for a tensor
    of shape (2, 3). The last three changes replace the list by None, by integers or by a tensor."""
    for items in [[tensor_of(2, 0)], [tensor_of(-3, 0)], [tensor_of(2**32, 0)],
                  [tensor_of(-2**63, 0)], [tensor_of(2, 0, dtype=INT)], [tensor_of(1, 0).float()],
                  [tensor_of(1, 0).to(torch.int16)], [None, tensor_of(3, 0)],
                  [tensor_of(1, 0), tensor_of(1, 0, 2)], [tensor_of(1, 0), None, None],
                  [tensor_of(1, 0), tensor_of(1, 0), tensor_of(0)], [mask(3)], [mask(2, 2)],
                  [mask(2, 3), tensor_of(0)], [mask(2, 3, 1)], [None] * 40,
                  [torch.tensor(True), tensor_of(1, 0)],
                  [torch.tensor([True, True]), tensor_of(0, 1, 2)]]:
        yield 1, as_list(items)
    yield 1, None
    yield 1, (1, 0)
    yield 1, tensor_of(1, 0)


def put_values(tensor, items, dtype):
    shape = indexed(tensor, items).shape
    yield random(dtype, *shape)
    yield random(dtype)
    if shape:
        yield random(dtype, *shape[1:])
        yield random(dtype, 1, *shape[1:])
        yield random(dtype, *shape[:-1], 1)


def has_duplicates(tensor, items):
    places = indexed(torch.arange(tensor.numel()).reshape(tensor.shape), items).reshape(-1)
    return places.unique().numel() != places.numel()


def index_put_calls():
    """Yields name, self, list of indices, values, accumulate, and the expected output."""
    for dtype in ALL:
        for number, (shape, items) in enumerate(index_lists()):
            tensor = random(dtype, *shape)
            duplicates = has_duplicates(tensor, items)
            for which, values in enumerate(put_values(tensor, items, dtype)):
                for accumulate in (False, True):
                    if (duplicates and not accumulate) or (which + number) % 3 == 2 - accumulate:
                        continue
                    if accumulate and dtype.is_floating_point:
                        want = tensor.to(wide(dtype)).clone()
                    else:
                        want = tensor.clone()
                    want = torch.ops.aten.index_put(want, list(numbered(items)),
                                                    values.to(want.dtype), accumulate).to(dtype)
                    yield (f"{name(dtype)} {number} values {which} {accumulate}", tensor, items,
                           values, accumulate, near(want, 8, 8) if accumulate else Out(want))


def cache_cases():
    """Makes calls with one index tensor, which has one dimension, and without accumulation.
    ExecuTorch's index_put_ accepts only such calls. Models use them to write rows of a cache."""
    for dtype in ALL:
        for dim, rows in ((0, [2]), (1, [3, 0]), (2, [1, 2, 0])):
            tensor, places = random(dtype, 3, 4, 3), (slice(None),) * dim + (tensor_of(*rows),)
            values = random(dtype, *tensor[places].shape)
            want = tensor.clone()
            want[places] = values
            yield Case("index_put_", f"{name(dtype)} rows of {dim}",
                       [tensor, as_list([None] * dim + [places[-1]]), values, False,
                        Out(want, alias=0)])


def index_put_cases():
    yield from cache_cases()
    op = "index_put.out"
    for label, tensor, items, values, accumulate, out in index_put_calls():
        yield Case(op, label, [tensor, as_list(items), values, accumulate, out])
        yield Case("index_put_", label, [tensor, as_list(items), values, accumulate,
                                         dataclasses.replace(out, alias=0)])
    tensor = random(torch.float32, 2, 3)
    good = [tensor, as_list([tensor_of(1, 0)]), tensor, False, Out(tensor)]
    *lists, no_list = bad_lists()
    yield from refused("index_put_", "", good, lists + [
        (0, tensor.reshape(3, 2)), (2, tensor.reshape(3, 2)), (3, None), (0, absent(tensor)),
        (2, absent(tensor))])
    four, values = random(torch.float32, 2, 3, 2, 2), random(torch.float32, 2, 2, 2, 2)
    items = [None, tensor_of(2, 0)]
    want = four.index_put([torch.arange(2).reshape(2, 1), tensor_of(2, 0)], values)
    yield Case(op, "channels last",
               in_order(CHANNELS_LAST, [four, as_list(items), values, False, Out(want)]))
    tensor = random(torch.float32, 2, 3)
    good = [tensor, as_list([tensor_of(1, 0)]), tensor, False, Out(tensor[[1, 0]])]
    yield Case(op, "good", good)
    yield from refused(op, "", good, lists + [
        (2, tensor.reshape(3, 2)), (2, tensor.reshape(1, 2, 3)), (2, tensor[:, :2]),
        (2, torch.zeros(0, 3)), (3, None), (3, 1), (4, Out(tensor[:1])),
        (4, Out(tensor.reshape(6)))])
    yield Case(op, "a tensor instead of the list", changed(good, no_list), MISSING)
    yield from misused(op, "Float", good, "v1/6;|*")
    for wrong in ((0, tensor.int()), (2, tensor.int()), (4, Out(tensor.int()))):
        yield Case(op, f"wrong dtype {wrong[0]}", changed(good, wrong), MISSING)
    yield from absent_variants(Case(op, "", good))


CASES = [index_select_cases, gather_cases, scatter_cases, scatter_add_cases, embedding_cases,
         index_cases, index_put_cases]
