# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of paddings, pixel_shuffle and pixel_unshuffle, which move elements of any dtype."""

import torch

from case_writer import ALL, CHANNELS_LAST, INVALID, Case, In, Out, is_exact, name, random

# The keys are numbers of spatial dimensions. A pair has the sizes of these dimensions, and a
# padding. LEADING has the sizes of the other dimensions.
EDGES = {
    1: [((4,), (1, 2)), ((4,), (3, 3)), ((5,), (0, 0)), ((5,), (-1, 2)), ((5,), (2, -2)),
        ((5,), (-2, -2)), ((2,), (1, 1)), ((1,), (0, 0)), ((3,), (2, -4)), ((3,), (-4, 2)),
        ((5,), (-7, 4)), ((5,), (4, -5)), ((2,), (-2, 1))],
    2: [((3, 4), (1, 2, 2, 1)), ((2, 3), (2, 0, 0, 1)), ((4, 4), (-1, 1, 2, -2)),
        ((3, 3), (0, 0, 0, 0)), ((2, 2), (1, 1, 1, 1)), ((3, 2), (0, 1, -1, -1)),
        ((4, 3), (2, -4, -6, 3)), ((4, 4), (-5, 3, 3, -4))],
    3: [((2, 3, 2), (1, 1, 2, 0, 1, 1)), ((3, 2, 2), (0, 1, 1, 0, 2, 2)),
        ((2, 2, 3), (-1, 2, 0, 1, 0, -1)), ((2, 2, 2), (0, 0, 0, 0, 0, 0)),
        ((4, 4, 3), (2, -4, -5, 3, 3, -6)), ((4, 4, 3), (-4, 2, 3, -5, -6, 3))],
}
LEADING = [(2,), (2, 3), (1, 1)]


def moved(function, tensor):
    """Returns the elements of `tensor`, moved by `function`. PyTorch's reflection and replication
    support only some dtypes. `function` therefore moves the indices of the elements."""
    numbers = torch.arange(tensor.numel(), dtype=torch.float64).reshape(tensor.shape)
    return tensor.reshape(-1)[function(numbers).long()]


def orders(rank):
    yield None
    if rank == 4:
        yield CHANNELS_LAST
    yield tuple(reversed(range(rank)))


def edge_cases(kind, spatial):
    op = f"{kind}_pad{spatial}d.out"
    function = getattr(torch.ops.aten, f"{kind}_pad{spatial}d")
    for dtype in ALL:
        for shape, padding in EDGES[spatial]:
            for leading in LEADING:
                tensor = random(dtype, *leading, *shape)
                expected = moved(lambda numbers: function(numbers, padding), tensor)
                for order in orders(tensor.dim()):
                    yield Case(op, f"{name(dtype)} {tuple(tensor.shape)} by {padding} {order}",
                               [In(tensor, order), padding, Out(expected, order=order)])
        shape = (2,) * spatial
        none = (0,) * (2 * spatial)
        tensor = random(dtype, 1, 2, *shape)
        yield Case(op, f"{name(dtype)} mixed layouts",
                   [In(tensor, tuple(reversed(range(tensor.dim())))), none, Out(tensor)])
        empty = random(dtype, 0, 2, *shape)
        yield Case(op, f"{name(dtype)} empty batch", [empty, none, Out(empty)])
    dtype = torch.float32
    good, one = random(dtype, 1, 1, *shape), (1,) * (2 * spatial)
    out = random(dtype, 1, 1, *(4,) * spatial)
    wrong = [(good, one[1:], out), (good, one + (1, 1), out), (good, (), out), (good, None, out),
             (good[0], one, out), (good, one, out[..., 1:]), (good.bool(), one, out),
             (good, one, out.bool()), (good, (-2,) + one[1:], out),
             (good, (2**62,) + one[1:], out), (good, (-2**63,) + one[1:], out),
             (good, (2**31 - 1,) * (2 * spatial), out), (random(dtype, *shape), one, out[0, 0]),
             (good.reshape(1, *good.shape), one, out.reshape(1, *out.shape)),
             (good[:, :0], one, out[:, :0]), (good[..., :0], one, out[..., :2]),
             (good, (-1, -1) + one[2:], out[..., :0])]
    if kind == "reflection":
        wrong += [(good, (2,) + one[1:], random(dtype, 1, 1, *(4,) * (spatial - 1), 5)),
                  (good, (1, 2) + one[2:], random(dtype, 1, 1, *(4,) * (spatial - 1), 5))]
    for index, (tensor, padding, result) in enumerate(wrong):
        yield Case(op, f"bad number {index}", [tensor, padding, Out(result)], INVALID)
    yield Case(op, "too few arguments", [good, Out(out)], INVALID)


CONSTANT = [
    ((4,), (1, 2)), ((3, 4), (1, 2)), ((3, 4), (1, 2, 2, 1)), ((2, 3, 2), (0, 1, 1, 0, 2, 2)),
    ((1, 2, 3, 3), (1, 1, 1, 1)), ((2, 2, 3, 2), (-1, 2, 0, -1)), ((2, 3), ()), ((), ()),
    ((3, 4), (-2, -2)), ((3, 4), (-1, -1, -1, 0)), ((0, 2), (1, 1)), ((0, 2), (1, 1, 2, 0)),
    ((2, 2, 2, 2), (0, 0, 0, 0, 1, 0, 0, 1)), ((1, 1, 1, 1, 2), (1, 0) * 5), ((2, 5), (0, 0, 3, 3)),
]


def constant_cases():
    op = "constant_pad_nd.out"
    for dtype in ALL:
        value = True if dtype == torch.bool else 3 if is_exact(dtype) else -1.5
        for shape, padding in CONSTANT:
            tensor = random(dtype, *shape)
            kept = tensor
            for d in range(len(padding) // 2):
                before, after = (max(-p, 0) for p in padding[2 * d:2 * d + 2])
                kept = kept.narrow(-1 - d, before, kept.shape[-1 - d] - before - after)
            padded = [max(p, 0) for p in padding]
            expected = torch.constant_pad_nd(kept, padded, value) if padding else tensor.clone()
            for order in orders(tensor.dim()):
                yield Case(op, f"{name(dtype)} {shape} by {padding} {order}",
                           [In(tensor, order), padding, value, Out(expected, order=order)])
        values = [0, 0.0, True, 1]
        if dtype != torch.bool:
            values += [2.75]
        if dtype not in (torch.bool, torch.uint8):
            values += [-3, -2.75]
        if not is_exact(dtype):
            values += [float("nan"), float("inf"), 1e-9]
        for value in values:
            tensor = random(dtype, 2)
            expected = torch.cat([torch.full((1,), value, dtype=dtype), tensor])
            yield Case(op, f"{name(dtype)} value {value}", [tensor, (1, 0), value, Out(expected)])
    for dtype, value in [(torch.uint8, 256), (torch.uint8, 255.5), (torch.uint8, -1.0),
                         (torch.int8, 128), (torch.int8, -129.0), (torch.int16, 2.0**15),
                         (torch.int32, 2.0**31), (torch.int64, 2.0**63), (torch.int32, 2**31),
                         (torch.int64, float("nan")), (torch.int64, float("inf")),
                         (torch.float32, None), (torch.float32, [1]), (torch.float32, 1e300)]:
        yield Case(op, f"{name(dtype)} value {value} too large",
                   [random(dtype, 2), (1, 0), value, Out(random(dtype, 3))], INVALID)
    four = random(torch.float32, 2, 2)
    for padding, out in [((1,), (2, 3)), ((1, 1, 1), (2, 4)), ((1, 0) * 3, (1, 3, 3)),
                         ((-3, 0), (2, 0)), ((-2, -1), (2, 0)), ((-3, 3), (2, 2)),
                         ((2**31, 0), (2, 2)), ((2**31 - 1, 2**31 - 1), (2, 0)),
                         ((-2**63, 2**63 - 1), (2, 1)), ((1, 1), (2, 3)), ((1, 1), (8,)),
                         (None, (2, 2))]:
        yield Case(op, f"{padding} into {out}",
                   [four, padding, 0, Out(random(torch.float32, *out))], INVALID)
    yield Case(op, "another dtype", [four, (0, 0), 0, Out(four.double())], INVALID)
    yield Case(op, "too few arguments", [four, (0, 0), Out(four)], INVALID)


# Pairs of shape and factor. The shape is pixel_shuffle's input or pixel_unshuffle's output.
PIXELS = [((4, 2, 3), 2), ((1, 8, 2, 2), 2), ((2, 9, 1, 2), 3), ((2, 3, 2, 2), 1),
          ((2, 1, 4, 2, 1), 2), ((1, 4, 1, 1), 2), ((0, 4, 2, 2), 2), ((1, 4, 0, 2), 2),
          ((16, 1, 1), 4), ((1, 12, 2, 1), 2)]


def pixel_cases():
    for op, wider in (("pixel_shuffle.out", True), ("pixel_unshuffle.out", False)):
        for dtype in ALL:
            for shape, factor in PIXELS:
                deep = random(dtype, *shape)
                if deep.numel():
                    wide = torch.pixel_shuffle(deep, factor)
                else:
                    wide = deep.reshape(*shape[:-3], shape[-3] // factor**2, shape[-2] * factor,
                                        shape[-1] * factor)
                tensor, out = (deep, wide) if wider else (wide, deep)
                for order in orders(deep.dim()):
                    yield Case(op, f"{name(dtype)} {shape} by {factor} {order}",
                               [In(tensor, order), factor, Out(out, order=order)])
                yield Case(op, f"{name(dtype)} {shape} by {factor} mixed layouts",
                           [In(tensor, tuple(reversed(range(deep.dim())))), factor, Out(out)])
        deep, wide = random(torch.float32, 1, 4, 1, 1), random(torch.float32, 1, 1, 2, 2)
        tensor, out = (deep, wide) if wider else (wide, deep)
        three = random(torch.float32, 1, 3, 3, 3)
        for index, (tensor_, factor, out_) in enumerate([
                (tensor, 0, out), (tensor, -2, out), (tensor, 2**16, out), (tensor, 2**32 + 2, out),
                (tensor, None, out), (tensor, 2.0, out), (three, 2, three),
                (tensor[0, 0], 2, out[0, 0]), (tensor, 2, out[0]), (tensor, 2, out.double()),
                (tensor, 1, out), (tensor, 2, three),
                (random(torch.float32, *(1,) * 16), 1, random(torch.float32, *(1,) * 16))]):
            yield Case(op, f"bad number {index}", [tensor_, factor, Out(out_)], INVALID)
        yield Case(op, "too few arguments", [tensor, Out(out)], INVALID)


def cases():
    for spatial in (1, 2, 3):
        yield from edge_cases("reflection", spatial)
        yield from edge_cases("replication", spatial)
    yield from constant_cases()
    yield from pixel_cases()
