# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of _to_copy, and of the operators of dim_order_ops: copies with another dim order or
dtype, and empty tensors."""

import itertools
import math

import torch

from case_writer import (ALL, CHANNELS_LAST, FLOATS, INVALID, SHORT, Case, In, Out,
                         absent_variants, is_exact, name, random)

LAYOUTS = (None, CHANNELS_LAST)
CLONE = "dim_order_ops::_clone_dim_order.out"
TO = "dim_order_ops::_to_dim_order_copy.out"
TO_COPY = "_to_copy.out"
EMPTY = "dim_order_ops::_empty_dim_order.out"


def layout_cases():
    for op, dtype in itertools.product((CLONE, TO), ALL):
        tensor = random(dtype, 2, 3, 2, 2)
        for order, out in itertools.product(LAYOUTS, LAYOUTS):
            yield Case(op, f"{name(dtype)} layout {order} to {out}",
                       [In(tensor, order), False, out or (0, 1, 2, 3), Out(tensor, order=out)])
    for op in (CLONE, TO, TO_COPY):
        for shape in [(), (1,), (0, 3), (5,)]:
            tensor = random(torch.float64, *shape)
            yield Case(op, f"{shape}", [tensor, True, None, Out(tensor)])
        six = random(torch.float32, 2, 3)
        for shape in [(3, 2), (6,), (2, 3, 1), (2, 1)]:
            yield Case(op, f"(2, 3) into {shape}",
                       [six, False, None, Out(random(torch.float32, *shape))], INVALID)
        yield Case(op, "non_blocking of another kind", [six, None, None, Out(six)], INVALID)
        if op != TO_COPY:
            yield Case(op, "dim order of another kind", [six, False, 1, Out(six)], INVALID)
        yield Case(op, "no tensor", [1, False, None, Out(six)], INVALID)
        yield Case(op, "too few arguments", [six, False, None], SHORT)
        yield from absent_variants(Case(op, "call", [six, False, None, Out(six)]))
    yield Case(CLONE, "another dtype", [six, False, None, Out(six.to(torch.int32))], INVALID)


def conversion_cases():
    for source, target in itertools.permutations(ALL, 2):
        tensor = random(source, 3, 7)
        if not is_exact(source):
            tensor = tensor * 10
        tensor[0, 0] = 0
        for op in (TO, TO_COPY):
            yield Case(op, f"{name(source)} to {name(target)}",
                       [tensor, False, None, Out(tensor.to(target))])
        tensor = random(source, 2, 3, 2, 2)
        for op, order in ((TO, CHANNELS_LAST), (TO_COPY, 2)):
            yield Case(op, f"{name(source)} to {name(target)}, channels last",
                       [tensor, False, order, Out(tensor.to(target), order=CHANNELS_LAST)])
    # Some of these integers give a different Float if they are rounded to Double first.
    edges = torch.tensor([2**63 - 1, -2**63, 2**53 + 1, 2**60 + 2**36 + 1, -2**60 - 2**36 - 1,
                          2**24 + 1, 65504, 65520, -1, 255, 256])
    for target in ALL:
        yield Case(TO, f"large integers to {name(target)}",
                   [edges, False, None, Out(edges.to(target))])
    for source in FLOATS:
        odd = torch.tensor([0.0, -0.0, torch.nan, torch.inf, -torch.inf, 0.5, -0.99, 127.99,
                            -128.99], dtype=source)
        for target in FLOATS + [torch.bool, torch.complex64]:
            yield Case(TO, f"{name(source)} special values to {name(target)}",
                       [odd, False, None, Out(odd.to(target))])
        finite = odd[5:]
        for target in (torch.int8, torch.int32, torch.int64):
            yield Case(TO, f"{name(source)} fractions to {name(target)}",
                       [finite, False, None, Out(finite.to(target))])
    # PyTorch does not define the integer for NaN, an infinity or -1e30. Our kernels give the
    # smallest Long. Char gets the low byte of this Long, which is 0.
    lost = torch.tensor([torch.nan, torch.inf, -1e30])
    yield Case(TO, "no integer", [lost, False, None, Out(torch.full((3,), -2**63))])
    yield Case(TO, "no small integer", [lost, False, None, Out(torch.zeros(3, dtype=torch.int8))])
    imaginary = torch.tensor([0 + 1j, 0j, 1 + 0j, complex(0, torch.nan)])
    yield Case(TO, "complex to Bool", [imaginary, False, None, Out(imaginary.to(torch.bool))])


def empty_cases():
    for dtype, size in itertools.product(ALL, [(2, 3), (), (0, 4), (1, 2, 3, 4)]):
        width = torch.empty(0, dtype=dtype).element_size()
        # The kernel writes no elements, so the output keeps the byte with which the test filled it.
        byte = 0x7f if dtype == torch.bool else -1
        untouched = torch.full((math.prod(size) * width,), byte, dtype=torch.int8)
        out = untouched.view(dtype).reshape(size)
        yield Case(EMPTY, f"{name(dtype)} {size}", [size, None, Out(out)])
        yield Case(EMPTY, f"{name(dtype)} {size} with dim order",
                   [size, range(len(size)), Out(out)])
    out = Out(random(torch.float32, 2, 3))
    for size in [(2, 4), (6,), (2, 3, 1), (-2, 3), (2**32 + 2, 3), (-2**63, 3), (1,) * 17]:
        yield Case(EMPTY, f"{size}", [size, None, out], INVALID)
    yield Case(EMPTY, "no size", [None, None, out], INVALID)
    yield Case(EMPTY, "no tensor", [(2, 3), None, 1], INVALID)
    yield Case(EMPTY, "too few arguments", [(2, 3)], SHORT)


CASES = [layout_cases, conversion_cases, empty_cases]
