# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes calls that must fail. Each is a right call with one change: one argument has another kind,
another shape, an invalid value or no memory, or the call has another number of arguments."""

import math

import torch

from case_writer import INVALID, SHORT, Case, In, Out

INTEGERS = (None, 1.0, 2**31, -2**31 - 1, 2**63 - 1, -2**63)
NUMBERS = (None, 1, math.nan, math.inf, 0.0, -1.0, 1e-60, 1e60)
LISTS = (None, 1, (), (1,) * 17, (-2**63, 1), (1, 2**63 - 1), (2**32, 2**32))


def op(operator):
    return f"cortex_m::{operator}.out"


def integer(low, high):
    return int(torch.randint(low, high + 1, ()))


def variants(arg, optional):
    if isinstance(arg, (torch.Tensor, In)):
        tensor = arg if isinstance(arg, torch.Tensor) else arg.tensor
        order = None if isinstance(arg, torch.Tensor) else arg.order
        yield "no tensor", 1
        if not optional:
            yield "none", None
        if tensor.numel():
            yield "no memory", In(tensor, order, absent=True)
        for dtype in (torch.bool, torch.float32, torch.int8):
            if dtype != tensor.dtype:
                yield f"{dtype}", In(tensor.to(dtype), order)
    elif isinstance(arg, Out):
        yield "no tensor", 1
        if arg.tensor.numel():
            yield "no memory", Out(arg.tensor, order=arg.order, absent=True)
        yield "bool", Out(arg.tensor.to(torch.bool), order=arg.order)
        if arg.tensor.dim():
            yield "fewer dims", Out(arg.tensor.reshape(-1)[:1].reshape(()))
            for dim in range(arg.tensor.dim()):
                longer = torch.cat([arg.tensor, arg.tensor.narrow(dim, 0, 1)], dim)
                yield f"longer dim {dim}", Out(longer, order=arg.order)
    elif isinstance(arg, bool):
        yield "none", None
    elif isinstance(arg, int):
        for value in INTEGERS:
            yield str(value), value
    elif isinstance(arg, float):
        for value in NUMBERS:
            yield str(value), value
    elif arg is not None:
        for value in LISTS:
            yield str(value), value


def stack_size(args):
    """Returns the number of values that the kernel gets. A program passes the output twice: as an
    argument, and after the arguments as the call's result."""
    return len(args) + any(isinstance(arg, Out) for arg in args)


def bad_calls(case, key, unused=(), optional=(), allowed=()):
    """Yields calls that the kernel with the key `key` must refuse. Each call is the successful call
    `case` with one change. `unused` has the indices of arguments whose values the kernel ignores.
    `optional` has the indices of arguments that may be None. `allowed` has pairs of an argument's
    index and a list that the kernel accepts as this argument."""

    def bad(label, args):
        is_whole = stack_size(args) == stack_size(case.args)
        return Case(case.op, f"{case.name} {label}".replace(" ", "_"), args,
                    INVALID if is_whole else SHORT, key)

    for index, arg in enumerate(case.args):
        if index in unused:
            continue
        for label, value in variants(arg, index in optional):
            if isinstance(value, tuple) and (index, value) in allowed:
                continue
            args = list(case.args)
            args[index] = value
            yield bad(f"argument {index} {label}", args)
    yield bad("extra argument first", [None] + case.args)
    yield bad("extra argument last", case.args + [None])
    for count in range(len(case.args)):
        yield bad(f"with {count} arguments", case.args[:count])
    # Another version of the operator lacks this argument. The kernel must refuse its programs.
    for index in unused:
        yield bad(f"without argument {index}", case.args[:index] + case.args[index + 1:])
