# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The edge values of an argument, computed from its type and name in the operator's schema.

values() yields pairs of a label and a value. The values are values that PyTorch's documentation
permits, and the first values outside of the permitted range. A call's name includes the labels. The
patterns in tools/executorch/differences.py match these names.
"""

import math

import torch

from case_writer import ALL, CHANNELS_LAST, In, is_exact, name

DIMS = {"dim", "dims", "dim0", "dim1", "dim2", "dimension"}
CHOICES = {"interpolation_mode", "padding_mode", "normalization", "compute_mode"}
TEXTS = {"approximate": ["none", "tanh", "word"], "rounding_mode": ["floor", "trunc", "word"]}
INDICES = {"index", "indices"}
LARGE = [2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63)]
INTEGERS = [0, 1, -1, 2, -2, 3, 7, *LARGE]
ITEMS = [0, 1, -1, 2, -2, 5, 2**31, 2**63 - 1]
# The list has no Bool. PyTorch's dispatcher converts Bool to a number; our kernels would get Bool.
SCALARS = [0, 1, -1, 2, 3, 300, -129, 2**31, 2**40, 2**63 - 1, 0.0, 2.0, 1.5, -0.5, 1e-3, 1e30,
           math.nan, math.inf, -math.inf]
FLOATS = [0.0, 1.0, -1.0, 0.5, 1e-5, 1e30, 1e-300, math.nan, math.inf, -math.inf]


def resized(tensor, shape):
    count = math.prod(shape)
    flat = tensor.reshape(-1) if tensor.numel() else torch.ones(1).to(tensor.dtype)
    return flat.repeat(count // flat.numel() + 1)[:count].reshape(shape)


def shapes(shape):
    shape = list(shape)
    for place, size in enumerate(shape):
        for label, other in (("empty", 0), ("one", 1), ("longer", size + 1)):
            if other != size:
                yield f"{label}{place}", shape[:place] + [other] + shape[place + 1:]
    yield "ones", [1] * len(shape)
    yield "no-dims", []
    yield "one-dim", [math.prod(shape)]
    yield "deeper", [1, *shape]
    yield "shallower", shape[1:]
    yield "no-elements", [0]


def specials(dtype):
    """Returns special values of the dtype, by label: the limits, and values such as NaN and -0."""
    if dtype == torch.bool:
        return {}
    if is_exact(dtype):
        return {"largest": torch.iinfo(dtype).max, "lowest": torch.iinfo(dtype).min, "zero": 0}
    return {"nan": math.nan, "inf": math.inf, "-inf": -math.inf, "-0": -0.0,
            "largest": torch.finfo(dtype).max}


def with_first(tensor, value):
    changed = tensor.contiguous().clone()
    changed.view(-1)[:1] = value
    return changed


def tensors(base, is_index):
    tensor = base.tensor
    for label, shape in shapes(tensor.shape):
        if shape != list(tensor.shape):
            order = base.order if len(shape) == tensor.dim() else None
            yield label, In(resized(tensor, shape), order)
    for dtype in ALL:
        if dtype != tensor.dtype:
            yield f"as-{name(dtype)}", In(tensor.real.to(dtype) if tensor.is_complex() and
                                          not dtype.is_complex else tensor.to(dtype), base.order)
    if is_index and tensor.dtype != torch.bool:
        for index in (-1, 0, 1000):
            if tensor.dtype != torch.uint8 or index == 0:
                yield f"all-{index}", In(torch.full_like(tensor, index))
    else:
        for label, value in specials(tensor.dtype).items():
            yield label, In(with_first(tensor, value), base.order)
    yield from layouts(base)


def layouts(base):
    """Yields the tensor with another dim order. If the tensor has fewer than two dimensions, it has
    no other order."""
    dims = base.tensor.dim()
    order = CHANNELS_LAST if dims == 4 else tuple(reversed(range(dims)))
    if dims > 1:
        label = "channels-last" if dims == 4 else "by-columns"
        yield label, In(base.tensor, order if base.order != order else None)


def tensor_lists(base):
    if not base:
        return
    yield "none-of-them", []
    yield "without-last", base[:-1]
    yield "twice", base + base
    for place, item in enumerate(base[:2]):
        if item is not None:
            for label, value in tensors(item, False):
                yield f"item{place}-{label}", base[:place] + [value] + base[place + 1:]


def integer_lists(base, items):
    base = list(base)
    for place, item in enumerate(base[:4]):
        for other in items:
            if other != item:
                changed = base[:place] + [other] + base[place + 1:]
                yield f"{changed}", changed
    for changed in ([], base[:1], base[:-1], base[1:], base + [1], base + base, base[::-1]):
        if changed != base:
            yield f"{changed}", changed


def float_lists(base):
    for value in (0.0, 0.5, 1.0, 2.5, -1.0, math.nan, math.inf):
        yield f"{[value] * len(base)}", [value] * len(base)
    yield f"{base[:1]}", base[:1]
    yield "[]", []


def bool_lists(base):
    for place in range(len(base)):
        changed = [value != (place == at) for at, value in enumerate(base)]
        yield f"{changed}", changed
    yield "[]", []


def numbers(argument, dims):
    if argument.name in DIMS:
        return [*range(-dims - 1, dims + 2), 2**31, -(2**63)]
    if argument.name in CHOICES:
        return list(range(-1, 4))
    if argument.name == "dtype":
        return [*range(-1, 13), 15]
    if argument.name == "memory_format":
        return list(range(-1, 5))
    return INTEGERS


def labelled(items, base):
    for item in items:
        if item is not base and not (type(item) is type(base) and item == base):
            yield f"{item}", item


def values(argument, base, dims):
    """Yields pairs of a label and a value. `base` is the argument of a normal call, `dims` the
    number of dimensions of the call's first tensor."""
    kind = str(argument.type)
    if kind.startswith("Optional["):
        kind = kind[len("Optional["):-1]
        if base is not None:
            yield "None", None
    if kind == "Tensor":
        yield from tensors(base if base is not None else In(torch.ones(3)),
                           argument.name in INDICES)
    elif kind.endswith("Tensor]") or kind.endswith("Tensor]]"):
        yield from tensor_lists(base)
    elif kind == "List[int]":
        yield from integer_lists(base or [1, 1], range(-dims - 1, dims + 1)
                                 if argument.name in DIMS else ITEMS)
    elif kind == "List[float]":
        yield from float_lists(base or [2.0, 2.0])
    elif kind == "List[bool]":
        yield from bool_lists(base)
    elif kind == "bool":
        yield from labelled([True, False], base)
    elif kind == "str":
        yield from labelled(TEXTS[argument.name], base)
    elif kind in ("number", "float", "int"):
        yield from labelled({"number": SCALARS, "float": FLOATS}.get(kind) or
                            numbers(argument, dims), base)
    else:
        raise ValueError(f"no edge values for {argument.name} of type {kind}")
