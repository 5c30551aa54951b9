# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The format of a case file, and helpers to make cases.

A case file is a text file. One blank separates the words of a line.

    case NAME                              starts a case
    op OP                                  the operator, e.g. aten::add.out
    key KEY                                call the kernel with this key, even if the arguments
                                           do not match the key; without this line the registry
                                           chooses the kernel
    in DTYPE SIZES ORDER DATA              a tensor argument
    out DTYPE SIZES ORDER RTOL ATOL DATA   an output and its expected contents
    alias N                                the output before this line shares tensor N's
                                           memory; a case's tensors are counted from 0
    alike                                  the kernels of all libraries must give the same bits
    int N | double N | bool 0|1 | none | ints N,N,... | doubles N,N,... | bools 0|1,... |
    string WORD                            other arguments, in the schema's order
    tensors N | optionals N                a list of N items; each of the next N lines is an item, a
                                           tensor or `none`
    fail ERROR                             the call must fail and write nothing; ERROR is
                                           OperatorMissing, InvalidArgument or InvalidProgram
    run                                    ends the case

SIZES and ORDER (the dim order) are numbers separated by commas. DATA is the elements in memory
order, as hex bytes of a little-endian machine. `-` stands for an empty list or no data. The DATA of
a tensor without memory is `absent`. An element may differ from the expected element by at most
ATOL + RTOL * |expected|. If ATOL and RTOL are 0, all bits must agree. If RTOL is -1, any element is
right. All NaNs are equal.
"""

import dataclasses
import math

import torch

DTYPES = {
    torch.uint8: "Byte", torch.int8: "Char", torch.int16: "Short", torch.int32: "Int",
    torch.int64: "Long", torch.float16: "Half", torch.float32: "Float", torch.float64: "Double",
    torch.complex64: "ComplexFloat", torch.complex128: "ComplexDouble", torch.bool: "Bool",
    torch.bfloat16: "BFloat16",
}
CODES = dict(zip(DTYPES, (0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 15)))
INTEGERS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
FLOATS = [torch.float16, torch.float32, torch.float64, torch.bfloat16]
SHORT_FLOATS = [torch.float16, torch.bfloat16]
COMPLEX = [torch.complex64, torch.complex128]
REAL = INTEGERS + FLOATS
NUMBERS = REAL + COMPLEX
ALL = NUMBERS + [torch.bool]

CHANNELS_LAST = (0, 2, 3, 1)
INVALID = "InvalidArgument"
SHORT = "InvalidProgram"  # for missing arguments
MISSING = "OperatorMissing"


@dataclasses.dataclass
class In:
    """`order` is the dim order. If `absent`, the tensor has no memory. `dtype` is only for a dtype
    that PyTorch lacks: `tensor` then has another dtype of the same size, and the right bits."""
    tensor: torch.Tensor
    order: tuple = None
    absent: bool = False
    dtype: str = None


@dataclasses.dataclass
class Out:
    """If the call fails, only the output's shape and dtype matter."""
    tensor: torch.Tensor
    rtol: float = 0
    atol: float = 0
    order: tuple = None
    absent: bool = False
    alias: int = None
    dtype: str = None


@dataclasses.dataclass
class Tensors:
    """If `optional` is true, items may be None."""
    items: list
    optional: bool = False


@dataclasses.dataclass
class Case:
    """In each library, the case calls the kernel with the key `key`. If `key` is None, the registry
    chooses a key for the arguments. With `alike`, the results of all these kernels must have the
    same bits."""
    op: str
    name: str
    args: list
    fail: str = None
    key: str = None
    alike: bool = False


class Calls:
    def __init__(self, op, prefix=""):
        self.op, self.prefix = op, prefix

    def __call__(self, text, *args, **options):
        return Case(self.op, f"{self.prefix} {text}".strip(), list(args), **options)

    def bad(self, text, *args, **options):
        return self(text, *args, fail=INVALID, **options)


def name(dtype):
    return DTYPES[dtype]


def is_exact(dtype):
    return not (dtype.is_floating_point or dtype.is_complex)


def eps(dtype):
    """Returns the distance from 1 to the next number; 0 for dtypes that do not round."""
    return 0 if is_exact(dtype) else torch.finfo(dtype).eps


def near(tensor, ulps=2, scale=0, order=None):
    """Returns an output that permits an error of `ulps` * eps * |element|. If an element is a sum
    whose terms cancel, `scale` is the size of the terms. An error of `ulps` * eps * `scale` is then
    permitted, too. An error of `ulps` times the smallest subnormal number is always permitted."""
    if is_exact(tensor.dtype):
        return Out(tensor, order=order)
    unit = eps(tensor.dtype)
    scale = float(scale) if math.isfinite(scale) else 0
    smallest = torch.finfo(tensor.dtype).tiny * unit
    return Out(tensor, ulps * unit, ulps * (unit * scale + smallest), order)


def converted(expected, dtype):
    return dataclasses.replace(
        expected, tensor=expected.tensor.to(dtype), rtol=max(expected.rtol, eps(dtype)),
        atol=expected.atol + (0 if is_exact(dtype) else torch.finfo(dtype).tiny * eps(dtype)))


def random(dtype, *shape):
    """Returns random numbers. Integers are between -128 and 255, so that the result of a few
    operations on them fits in Int and Long. Other numbers use all bits of the significand, so that
    results must be rounded."""
    if dtype == torch.bool:
        return torch.randint(0, 2, shape).bool()
    if dtype == torch.uint8:
        return torch.randint(0, 256, shape).to(dtype)
    if is_exact(dtype):
        return torch.randint(-128, 128, shape).to(dtype)
    if dtype.is_complex:
        return torch.randn(shape, dtype=torch.complex128).to(dtype)
    return torch.randn(shape, dtype=torch.float64).to(dtype)


def wide(dtype):
    """Returns the dtype in which an operator computes: Float for Half and BFloat16."""
    return torch.float32 if dtype in SHORT_FLOATS else dtype


def absent(arg):
    return dataclasses.replace(In(arg) if isinstance(arg, torch.Tensor) else arg, absent=True)


def absent_variants(case):
    """Each of the case's tensors in turn is without memory, so the call must fail."""
    for index, arg in enumerate(case.args):
        if isinstance(arg, (torch.Tensor, In, Out)):
            args = case.args[:index] + [absent(arg)] + case.args[index + 1:]
            yield Case(case.op, f"{case.name} argument {index} without memory", args, INVALID)


def in_order(order, args):
    """Gives the dim order `order` to every tensor with len(order) dimensions."""
    args = [In(arg) if isinstance(arg, torch.Tensor) else arg for arg in args]
    return [dataclasses.replace(arg, order=order)
            if isinstance(arg, (In, Out)) and arg.tensor.dim() == len(order) else arg
            for arg in args]


def both_layouts(op, label, args):
    yield Case(op, label, args)
    if args[0].dim() == 4:
        yield Case(op, f"{label} channels last", in_order(CHANNELS_LAST, args))


def changed(args, change):
    """`change` is an index, the new argument, another index, and so on."""
    args = list(args)
    for place, value in zip(change[::2], change[1::2]):
        args[place] = value
    return args


def refused(op, label, good, changes, key=None):
    """Yields calls that must fail. Each is the successful call `good` with one of `changes`."""
    for number, change in enumerate(changes):
        yield Case(op, f"{label} bad number {number}".strip(), changed(good, change), INVALID, key)


def tensors_of(dtype, args, inputs, *outputs):
    """Replaces shapes in `args` by random tensors. `inputs` and `outputs` are the indices of
    these shapes."""
    return [arg if place not in (*inputs, *outputs) or arg is None
            else random(dtype, *arg) if place in inputs else Out(random(dtype, *arg))
            for place, arg in enumerate(args)]


def misused(op, label, good, key, unused=()):
    """Makes calls that the kernel with this key must refuse. Each is a correct call with one
    change: an argument of another kind, a tensor of another dtype, a tensor without memory, or no
    outputs.
    `unused` are the indices of arguments that the kernel ignores."""
    changes = []
    for place, arg in enumerate(good):
        if place in unused:
            continue
        changes.append((place, 7 if isinstance(arg, str) else "word"))
        if isinstance(arg, (torch.Tensor, In, Out)):
            tensor = arg if isinstance(arg, torch.Tensor) else arg.tensor
            other = tensor.to(torch.int8 if tensor.dtype == torch.float64 else torch.float64)
            changes.append((place, Out(other) if isinstance(arg, Out) else other))
            if tensor.numel():
                changes.append((place, absent(arg)))
    yield from refused(op, f"{label} misused", good, changes, key)
    inputs = [arg for arg in good if not isinstance(arg, Out)]
    yield Case(op, f"{label} without outputs", inputs, SHORT, key)


def memory_bytes(arg):
    if arg.absent:
        return "absent"
    tensor, order = arg.tensor.detach(), arg.order
    if order and len(order) > 1:
        tensor = tensor.permute(order)
    tensor = tensor.contiguous().reshape(-1)
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.view(torch.int16)
    return tensor.numpy().tobytes().hex() or "-"


def numbers(values):
    return ",".join(str(int(value)) for value in values) or "-"


def tensor_words(arg):
    order = arg.order or tuple(range(arg.tensor.dim()))
    dtype = arg.dtype or name(arg.tensor.dtype)
    return f"{dtype} {numbers(arg.tensor.shape)} {numbers(order)}"


def argument_text(arg, fails):
    if isinstance(arg, torch.Tensor):
        arg = In(arg)
    if isinstance(arg, In):
        return f"in {tensor_words(arg)} {memory_bytes(arg)}\n"
    if isinstance(arg, Out):
        data = "-" if fails and not arg.absent else memory_bytes(arg)
        alias = "" if arg.alias is None else f"alias {arg.alias}\n"
        return f"out {tensor_words(arg)} {arg.rtol!r} {arg.atol!r} {data}\n{alias}"
    if isinstance(arg, Tensors):
        kind = "optionals" if arg.optional else "tensors"
        items = "".join(argument_text(item, fails) for item in arg.items)
        return f"{kind} {len(arg.items)}\n{items}"
    if arg is None:
        return "none\n"
    if isinstance(arg, bool):
        return f"bool {int(arg)}\n"
    if isinstance(arg, int):
        return f"int {arg}\n"
    if isinstance(arg, float):
        return f"double {arg!r}\n"
    if isinstance(arg, str):
        return f"string {arg or '-'}\n"
    if arg and isinstance(arg[0], float):
        return f"doubles {','.join(map(repr, arg))}\n"
    return f"{'bools' if arg and isinstance(arg[0], bool) else 'ints'} {numbers(arg)}\n"


def case_text(case):
    op = case.op if "::" in case.op else f"aten::{case.op}"
    key = f"key {case.key}\n" if case.key else ""
    arguments = "".join(argument_text(arg, case.fail is not None) for arg in case.args)
    end = ("alike\n" if case.alike else "") + (f"fail {case.fail}\n" if case.fail else "")
    return f"case {case.name.replace(' ', '_')}\nop {op}\n{key}{arguments}{end}run\n"
