# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes edge calls of an operator, and computes PyTorch's results.

A base is a successful call from the case files. An edge call is a base in which one or two
arguments have other values (edge_values.py). Each edge call becomes a case (case_writer.py) with
PyTorch's outputs. If PyTorch refuses the call, the kernel must refuse it, too. FORMULAS has
functions for the operators that Debian's PyTorch lacks.
"""

import math

import torch

import edge_values
from case_reader import numbers
from case_writer import (ALL, CHANNELS_LAST, DTYPES, INVALID, Case, In, Out, Tensors, eps, name,
                         near)

TORCH = {word: dtype for dtype, word in DTYPES.items()}
MAX_OUTPUT = 20000
# Operators with random or undefined elements: only shapes and dtypes of the outputs are compared.
UNKNOWN = {"aten::rand.out", "aten::randn.out", "aten::native_dropout.out", "aten::empty.out"}
ROUNDINGS = 64 # the permitted error, in multiples of the dtype's eps
PRESERVE, LAST = 1, 2 # values of the argument memory_format
LAYOUTS = ("channels-last", "by-columns")


class Refused(Exception):
    """PyTorch refuses the call."""


class Unsure(Exception):
    """No case can be made of the call, for example because PyTorch's result is too large."""


REFUSALS = (Refused, RuntimeError, IndexError, ValueError, TypeError, NotImplementedError,
            MemoryError, OverflowError, AttributeError)


def each_dim(x, dims):
    places = [dim + x.dim() * (dim < 0) for dim in dims]
    limit = max(x.dim(), 1)
    if len(set(places)) != len(places) or any(not 0 <= place < limit for place in places):
        raise Refused
    return sorted(places, reverse=True) if x.dim() else []


def any_dims(x, dims, keepdim):
    result = x != 0
    for place in each_dim(x, range(x.dim()) if dims is None else dims):
        result = result.any(place, keepdim)
    return result


def squeeze_dims(x, dims):
    result = x
    for place in each_dim(x, dims):
        result = result.squeeze(place)
    return result.clone()


def norm_without_stats(x, weight, bias, training, momentum, epsilon):
    return torch.native_batch_norm(x, weight, bias, None, None, training, momentum, epsilon)


def norm_without_training(x, weight, bias, mean, var, momentum, epsilon):
    return torch.native_batch_norm(x, weight, bias, mean, var, False, momentum, epsilon)


OUT = "*, Tensor(a!) out) -> Tensor(a!)"
OUTS = ("*, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> "
        "(Tensor(a!), Tensor(b!), Tensor(c!))")
NORM = "Tensor input, Tensor? weight, Tensor? bias, "
FORMULAS = {
    "aten::mean.dtype_out": (f"(Tensor self, *, int? dtype=None, {OUT[3:]}",
                             lambda x, dtype: torch.ops.aten.mean.default(x, dtype=dtype)),
    "aten::max.unary_out": (f"(Tensor self, {OUT}", torch.ops.aten.max.default),
    "aten::min.unary_out": (f"(Tensor self, {OUT}", torch.ops.aten.min.default),
    "aten::any.dims_out": (f"(Tensor self, int[]? dim=None, bool keepdim=False, {OUT}", any_dims),
    "aten::squeeze_copy.dims_out": (f"(Tensor self, int[] dim, {OUT}", squeeze_dims),
    "aten::_native_batch_norm_legit.no_stats_out": (
        f"({NORM}bool training, float momentum, float eps, {OUTS}", norm_without_stats),
    "aten::_native_batch_norm_legit_no_training.out": (
        f"({NORM}Tensor running_mean, Tensor running_var, float momentum, float eps, {OUTS}",
        norm_without_training),
}


class Operator:
    def __init__(self, full_name):
        self.name = full_name
        space, _, rest = full_name.partition("::")
        base, _, overload = rest.partition(".")
        if full_name in FORMULAS:
            arguments, self.function = FORMULAS[full_name]
            schema = torch._C.parse_schema(full_name + arguments)
        else:
            schemas = torch._C._jit_get_schemas_for_operator(f"{space}::{base}")
            found = [schema for schema in schemas if schema.overload_name == overload]
            if not found:
                raise LookupError
            schema = found[0]
            overloads = getattr(getattr(torch.ops, space), base)
            self.function = getattr(overloads, overload or "default")
            wanted = [(argument.name, str(argument.type)) for argument in schema.arguments
                      if not argument.is_out]
            alike = [other.overload_name for other in schemas if wanted == [
                (argument.name, str(argument.type)) for argument in other.arguments]]
            self.functional = getattr(overloads, alike[0] or "default") if alike else None
        self.arguments = [argument for argument in schema.arguments if not argument.is_out]
        self.outs = [argument for argument in schema.arguments if argument.is_out]
        self.is_in_place = not self.outs

    def split(self, args):
        kinds = [(argument, plain(arg)) for argument, arg in zip(self.arguments, args)]
        ordered = [arg for argument, arg in kinds if not argument.kwarg_only]
        return ordered, {argument.name: arg for argument, arg in kinds if argument.kwarg_only}

    def dtypes(self, args):
        """Returns the dtypes that PyTorch chooses for new outputs. Returns None if the call fails,
        or if the operator has no overload that makes new outputs."""
        function = self.function if self.name in FORMULAS else self.functional
        if self.is_in_place or not function:
            return None
        try:
            ordered, named = self.split(args)
            results = in_list(function(*ordered, **named))
            return [result.dtype for result in results]
        except REFUSALS:
            return None

    def call(self, args, outs):
        """Returns PyTorch's outputs. `outs` are the dtypes that the outputs must have."""
        ordered, named = self.split(args)
        if self.is_in_place:
            self.function(*ordered, **named)
            return [ordered[0]]
        if self.name in FORMULAS:
            return cast(self.function(*ordered, **named), outs)
        if str(self.outs[0].type).startswith("List"):
            return cast(self.functional(*ordered, **named), outs)
        # Some overloads do not resize their outputs, so take the shapes of the functional overload.
        results = self.functional(*ordered, **named) if self.functional else [torch.empty(0)]
        shapes = [() if result is None else result.shape for result in in_list(results)] * len(outs)
        targets = {out.name: torch.empty(shape, dtype=dtype)
                   for out, shape, dtype in zip(self.outs, shapes, outs)}
        self.function(*ordered, **named, **targets)
        return list(targets.values())


def in_list(results):
    return [results] if isinstance(results, torch.Tensor) else list(results)


def cast(results, dtypes):
    results = in_list(results)
    if len(dtypes) == 1:
        dtypes = dtypes * len(results)
    if len(dtypes) != len(results):
        raise Unsure
    for result, dtype in zip(results, dtypes):
        if not torch.can_cast(result.dtype, dtype):
            raise Refused
    return [result.to(dtype) for result, dtype in zip(results, dtypes)]


def plain(arg):
    """Converts an argument for PyTorch. A tensor is copied, because an in-place operator writes to
    its argument. The copy has the tensor's dim order."""
    if isinstance(arg, In):
        tensor = arg.tensor
        if arg.order and len(arg.order) > 1:
            inverse = [arg.order.index(dim) for dim in range(len(arg.order))]
            return tensor.permute(arg.order).contiguous().clone().permute(inverse)
        return tensor.contiguous().clone()
    if isinstance(arg, list):
        return [plain(item) for item in arg]
    return arg


def tensor_of(words):
    """Reads a tensor from the words of a line in a case file. If the line has no data, all elements
    are 0."""
    dtype, sizes, order, data = words[1], numbers(words[2]), numbers(words[3]), words[-1]
    if dtype not in TORCH or data == "absent":
        raise Unsure
    memory = [sizes[dim] for dim in order]
    if data == "-":
        tensor = torch.zeros(memory, dtype=TORCH[dtype])
    else:
        tensor = torch.frombuffer(bytearray.fromhex(data), dtype=TORCH[dtype]).reshape(memory)
    tensor = tensor.permute([order.index(dim) for dim in range(len(order))])
    return In(tensor, None if order == sorted(order) else tuple(order))


def argument_of(words):
    kind, word = words[0], words[-1]
    if kind == "none":
        return None
    if kind in ("int", "bool"):
        return bool(int(word)) if kind == "bool" else int(word)
    if kind == "double":
        return float(word)
    if kind == "string":
        return "" if word == "-" else word
    if kind == "doubles":
        return [float(item) for item in word.split(",")] if word != "-" else []
    return [bool(item) if kind == "bools" else item for item in numbers(word)]


class Base:
    def __init__(self, case_name, lines):
        self.name, self.args, self.outs, self.is_list = case_name, [], [], False
        lines = [words for words in lines if words[0] != "alias"]
        while lines:
            words = lines.pop(0)
            if words[0] in ("tensors", "optionals"):
                count = int(words[1])
                items = [None if item[0] == "none" else tensor_of(item) for item in lines[:count]]
                self.is_list = any(item[0] == "out" for item in lines[:count])
                (self.outs.extend if self.is_list else self.args.append)(items)
                del lines[:count]
            elif words[0] == "out":
                self.outs.append(tensor_of(words))
            else:
                self.args.append(tensor_of(words) if words[0] == "in" else argument_of(words))

    def is_natural(self, operator):
        """True if the outputs have the dtypes that PyTorch chooses for new outputs."""
        return [out.tensor.dtype for out in self.outs] == operator.dtypes(self.args)

    def dims(self):
        return first_tensor(self.args).tensor.dim() if first_tensor(self.args) else 2


class Call:
    """A call of an operator: a base with edges. An edge replaces an argument, or the dtype or dim
    order of an output."""

    def __init__(self, operator, base, edges, natural):
        self.operator, self.base = operator, base
        self.args, self.dtypes = list(base.args), [out.tensor.dtype for out in base.outs]
        for place, label, value in edges:
            if place < len(self.args):
                self.args[place] = value
            elif label not in LAYOUTS:
                self.dtypes[place - len(self.args)] = value
        self.orders = [out.order for out in base.outs]
        for place, label, value in edges:
            if place >= len(self.args) and label in LAYOUTS:
                self.orders[place - len(self.args)] = value
        self.is_natural = natural and self.dtypes == [out.tensor.dtype for out in base.outs]
        words = [f"{labels(operator, base)[place]}={label}" for place, label, _ in edges]
        self.name = "/".join([base.name, *words]).replace(" ", "")

    def case(self):
        operator = self.operator
        if self.is_natural:
            self.dtypes = operator.dtypes(self.args) or self.dtypes
        try:
            results = operator.call(self.args, self.dtypes)
        except Unsure:
            raise
        except REFUSALS:
            outs = [Out(out.tensor.to(dtype), order=order) for out, dtype, order in
                    zip(self.base.outs, self.dtypes, self.orders)]
            return self.with_outs(outs, INVALID)
        if any(result.numel() > MAX_OUTPUT or result.dtype not in DTYPES for result in results):
            raise Unsure
        scale, unit = largest(self.args), coarsest(self.args)
        outs = []
        for place, result in enumerate(results):
            out = near(result.detach(), ROUNDINGS, scale)
            if out.rtol and unit > eps(result.dtype):
                out.rtol, out.atol = ROUNDINGS * unit, ROUNDINGS * unit * scale
            out.order = self.order(result, min(place, len(self.base.outs) - 1))
            if operator.name in UNKNOWN:
                out.rtol = -1
            outs.append(out)
        return self.with_outs(outs)

    def with_outs(self, outs, fail=None):
        if self.base.is_list:
            outs = [Tensors(outs)]
        elif self.operator.is_in_place:
            outs[0].alias = 0
        args = [Tensors(arg, any(item is None for item in arg)) if is_tensors(arg, argument) else
                arg for arg, argument in zip(self.args, self.operator.arguments)]
        return Case(self.operator.name, self.name, args + outs, fail)

    def order(self, result, place):
        """Returns the dim order of an output: an edge's order, else the order that memory_format
        names. Otherwise the output gets the first input's order if memory_format preserves orders,
        or if that input and the output have the same order in the base. Otherwise the output keeps
        the base's order. Returns None if the result has other dimensions than the order."""
        named = dict(zip([argument.name for argument in self.operator.arguments], self.args))
        wanted = self.orders[place]
        if wanted == self.base.outs[place].order:
            first, before = first_tensor(self.args), first_tensor(self.base.args)
            form = named.get("memory_format", PRESERVE)
            if form == LAST:
                wanted = CHANNELS_LAST
            elif form == 0:
                wanted = None
            elif first and (wanted == before.order or "memory_format" in named):
                wanted = first.order
        return wanted if wanted and len(wanted) == result.dim() else None


def first_tensor(args):
    return next((arg for arg in args if isinstance(arg, In)), None)


def is_tensors(arg, argument):
    return isinstance(arg, list) and "Tensor" in str(argument.type)


def tensors_in(args):
    for arg in args:
        for item in arg if isinstance(arg, list) else [arg]:
            if isinstance(item, In):
                yield item.tensor


def largest(args):
    sizes = [abs(float(arg)) for arg in args if isinstance(arg, (int, float))]
    sizes += [float(tensor.abs().double().nan_to_num(0, 0, 0).max())
              for tensor in tensors_in(args) if tensor.numel() and tensor.dtype != torch.bool]
    return max([size for size in sizes if math.isfinite(size)], default=1.0)


def coarsest(args):
    """Returns the largest rounding unit of the inputs' dtypes. Integers count as Float, because
    PyTorch converts integers to Float."""
    return max([eps(tensor.dtype) or eps(torch.float32) for tensor in tensors_in(args)], default=0)


def labels(operator, base):
    names = [argument.name for argument in operator.arguments]
    outs = [out.name for out in operator.outs] or ["out"]
    return names + (outs if len(outs) == len(base.outs) else [outs[0]] * len(base.outs))


def edges_of(operator, base):
    """Yields a list of edges for each argument, and for each of the first three outputs. An edge is
    an index, a label and a value."""
    for place, (argument, arg) in enumerate(zip(operator.arguments, base.args)):
        if operator.is_in_place and place == 0:
            continue
        yield [(place, *edge) for edge in edge_values.values(argument, arg, base.dims())]
    if not operator.is_in_place:
        for number, out in enumerate(base.outs[:3]):
            dtypes = [(f"as-{name(dtype)}", dtype) for dtype in ALL if dtype != out.tensor.dtype]
            layouts = [(label, other.order) for label, other in edge_values.layouts(out)]
            yield [(len(base.args) + number, *edge) for edge in dtypes + layouts]


def edge_calls(operator, base, chance, pairs, natural):
    """Yields the base itself, a call for each edge, and `pairs` calls with two edges each. The
    random generator `chance` chooses these edges."""
    groups = [group for group in edges_of(operator, base) if group]
    yield Call(operator, base, [], natural)
    for group in groups:
        for edge in group:
            yield Call(operator, base, [edge], natural)
    for _ in range(pairs if len(groups) > 1 else 0):
        two = sorted(chance.sample(groups, 2), key=lambda group: group[0][0])
        yield Call(operator, base, [chance.choice(group) for group in two], natural)
