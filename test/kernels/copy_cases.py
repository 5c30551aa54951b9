# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the cases of operators that only move elements, such as permute_copy."""

import itertools

import torch

from case_writer import ALL, INVALID, SHORT, Case, In, Out, absent_variants, name, random


def last_order(tensor):
    """Returns a dim order that is not the default: column-major for two dimensions, and
    channels-last for more. Returns None for fewer than two dimensions."""
    dims = tensor.dim()
    if dims < 2:
        return None
    return (1, 0) if dims == 2 else (0, *range(2, dims), 1)


def layouts(op, title, tensor, args, expected):
    """Yields up to three calls. In the first call, all tensors have the default dim order. In the
    second call, the input has the order of last_order(). In the third call, the output has the
    order of last_order(), and the input also has it if the number of `args` is odd."""
    columns, out_columns = last_order(tensor), last_order(expected)
    orders = {(None, None): 0, (columns, None): 0,
              (columns if len(args) % 2 else None, out_columns): 0}
    for order, out in orders:
        words = "".join(f" {word} {which}" for word, which in (("from", order), ("to", out))
                        if which)
        yield Case(op, f"{title}{words}", [In(tensor, order), *args, Out(expected, order=out)])


# One dtype of each size.
SIZES = (torch.uint8, torch.float16, torch.float32, torch.int64, torch.complex128)


def grid(dtypes, given):
    """Yields pairs of a dtype and an item of `given`: all pairs with the dtypes in SIZES, but only
    every third pair with other dtypes."""
    for number, (dtype, each) in enumerate(itertools.product(dtypes, given)):
        if dtype in SIZES or number % 3 == 0:
            yield dtype, each


def calls(op, function, given, dtypes=ALL):
    """Yields calls of the operator. Each item of `given` has the input's shape and the other
    arguments. `function` computes the expected output. Only the dtypes in SIZES get all items."""
    for dtype, (shape, args) in grid(dtypes, given):
        tensor = random(dtype, *shape)
        yield from layouts(op, f"{name(dtype)} {shape} {args}", tensor, args,
                           function(tensor, *args))


def strides(arg):
    """Returns the strides, in elements, of all dimensions except dimensions of size 1."""
    order, shape, distance, result = arg.order or range(arg.tensor.dim()), arg.tensor.shape, 1, {}
    for dim in reversed(order):
        result[dim] = distance
        distance *= max(shape[dim], 1)
    return [result[dim] for dim in range(len(shape)) if shape[dim] != 1]


def flat_calls(op, function, given):
    """Like calls(), for an operator that does not change the dim order. A call must fail if the
    strides of its input and output differ."""
    for case in calls(op, function, given):
        if strides(case.args[0]) != strides(case.args[-1]):
            case.fail = INVALID
        yield case


def wrong_calls(op, function, shape, args, given, dtype=torch.float32):
    """Yields one successful call: an input of `shape`, with the arguments `args`. All other calls
    must fail. Each item of `given` has the input's shape, the arguments and the output's shape of a
    failing call. The other failing calls are the successful call with one change each."""
    tensor = random(dtype, *shape)
    expected = function(tensor, *args)
    for wrong_shape, wrong, out in given:
        yield Case(op, f"{wrong_shape} {wrong} into {out}",
                   [random(dtype, *wrong_shape), *wrong, Out(random(dtype, *out))], INVALID)
    right = Case(op, "call", [tensor, *args, Out(expected)])
    yield right
    yield from absent_variants(right)
    yield Case(op, "wrong dtype", [tensor, *args, Out(torch.zeros(expected.shape).bool())], INVALID)
    for wrong in [(*expected.shape, 1), (2, *expected.shape), (5, *expected.shape[1:])]:
        yield Case(op, f"into {wrong}", [tensor, *args, Out(torch.zeros(wrong, dtype=dtype))],
                   INVALID)
    for index, value in itertools.product(range(len(args) + 1), ("word", 1.5)):
        values = [tensor, *args, Out(expected)]
        values[index] = value
        yield Case(op, f"argument {index} is {value}", values, INVALID)
    yield Case(op, "too few arguments", [tensor, *args], SHORT)
    yield Case(op, "no output", [tensor, *args, None], INVALID)
