# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of reductions along dimensions: sums, products, extremes, any, mean."""

import itertools
import math

import torch

from case_writer import (ALL, CHANNELS_LAST, CODES, COMPLEX, FLOATS, INVALID, REAL, SHORT, Calls,
                         Case, In, Out, absent_variants, changed, is_exact, misused, name, near,
                         random, wide)


def mean(tensor, dims, keepdim, out=None, dtype=None, **layout):
    """Returns the expected output. If the output has another dtype than `tensor`, converts `tensor`
    to Double or ComplexDouble first. Otherwise, converts Half and BFloat16 to Float, because older
    releases of PyTorch round Half's sums to Half. A rounded sum can be infinite."""
    out = out or tensor.dtype
    compute = torch.complex128 if tensor.dtype.is_complex or out.is_complex else torch.float64
    source = tensor.to(wide(tensor.dtype) if tensor.dtype == out else compute)
    if not dims:
        dims = list(range(tensor.dim()))
    result = torch.mean(source, dims, keepdim) if tensor.dim() else source.clone()
    scale = tensor.to(compute).abs().max().item() if tensor.numel() else 0
    return near(result.to(out), 4, scale, **layout)


def mean_cases():
    for dtype in FLOATS + COMPLEX:
        case = Calls("mean.out", name(dtype))
        tensor = random(dtype, 2, 3, 4, 5)
        for dims, keepdim in itertools.product(
                [None, [], [0], [3], [-1], [1, 3], [0, 1, 2, 3], [2, -4], [-1, -2]], [False, True]):
            yield case(f"{dims} {keepdim}", tensor, dims, keepdim, None,
                       mean(tensor, dims, keepdim))
        yield case("channels last", In(tensor, CHANNELS_LAST), [2, 3], True, CODES[dtype],
                   mean(tensor, [2, 3], True, order=CHANNELS_LAST))
        scalar = random(dtype)
        for dims in (None, [0], [-1]):
            yield case(f"no dims {dims}", scalar, dims, True, None, near(scalar))
        empty = random(dtype, 0, 3)
        yield case("of nothing", empty, [0], False, None, near(torch.mean(empty, [0])))
        yield case("nothing to write", empty, [1], False, None, Out(torch.mean(empty, [1])))
        long = random(dtype, 4000)
        yield case("many", long, [0], False, None, mean(long, [0], False))
        six, out = random(dtype, 2, 3, 4), Out(random(dtype, 2, 4))
        yield from bad_folds("mean.out", six, with_dtype, dtype, name(dtype),
                             f"v1/{CODES[dtype]};|*")
        other = CODES[torch.float32 if dtype != torch.float32 else torch.float64]
        for wrong in (other, 2.0, True):
            yield case.bad(f"bad dtype {wrong}", six, [1], False, wrong, out)
    half = torch.full((64,), 60000.0, dtype=torch.float16)
    yield Case("mean.out", "Half's sum may exceed its range",
               [half, None, False, None, Out(half[0].clone())])


def mixed_mean_cases():
    for dtype, out in itertools.product(ALL, ALL):
        if dtype == out and not is_exact(dtype):
            continue
        tensor = random(dtype, 3, 4)
        for argument in (None, CODES[out]):
            label = f"{name(dtype)} to {name(out)}, dtype {argument}"
            if is_exact(out) or (is_exact(dtype) and argument is None):
                yield Case("mean.out", label, [tensor, [1], False, argument, Out(random(out, 3))],
                           INVALID)
                continue
            expected = mean(tensor, [1], False, out)
            yield Case("mean.out", label, [tensor, [1], False, argument, expected])
    for dtype, out in [(torch.int32, torch.float32), (torch.float16, torch.float64),
                       (torch.uint8, torch.complex64), (torch.float32, torch.bfloat16)]:
        tensor = random(dtype, 2, 3, 4, 50)
        for dims in ([0, 2], [1, 3], [0, 3], [3], [0, 1, 2, 3]):
            yield Case("mean.out", f"{name(dtype)} to {name(out)} along {dims}",
                       [tensor, dims, True, CODES[out], mean(tensor, dims, True, out)])
    tensor = random(torch.int32, 3, 4)
    yield Case("mean.out", "mixed, dtype is not the output's",
               [tensor, [1], False, CODES[torch.float64], Out(random(torch.float32, 3))], INVALID)
    yield Case("mean.out", "mixed, wrong shape",
               [tensor, [1], False, CODES[torch.float32], Out(random(torch.float32, 4))], INVALID)
    yield Case("mean.out", "mixed, no tensor",
               [1, [1], False, CODES[torch.float32], Out(random(torch.float32, 4))], INVALID)


LAYOUT = (1, 3, 0, 2)
with_dtype = lambda tensor, dims, keepdim, out: [tensor, dims, keepdim, None, out]
in_order_given = lambda *arguments: list(arguments)


def sum_shapes(tensor, dims):
    return list(range(tensor.dim())) if not dims else dims


def folded(tensor, dims, keepdim, function):
    """Applies `function` along several dimensions, which are merged into one dimension first."""
    dims = sorted({dim % max(tensor.dim(), 1) for dim in dims}) if tensor.dim() else []
    rest = [d for d in range(tensor.dim()) if d not in dims]
    rows = tensor.permute(rest + dims).reshape(
        [tensor.shape[d] for d in rest] + [math.prod(tensor.shape[d] for d in dims)])
    result = function(rows)
    return result.reshape([1 if d in dims else tensor.shape[d] for d in range(tensor.dim())
                           if keepdim or d not in dims])


def few(dtype, *shape):
    """Returns a random tensor with few different values, so that some elements are equal."""
    if dtype == torch.bool:
        return random(dtype, *shape)
    return torch.randint(0 if dtype == torch.uint8 else -3, 4, shape).to(dtype)


def sum_result(dtype):
    return torch.int64 if is_exact(dtype) else dtype


def sum_of(tensor, dims, keepdim, out, function=torch.sum):
    """Returns the expected output of a sum, or of a product if `function` is torch.prod. Integer
    and Bool outputs are computed in the output's dtype. Other outputs are computed in Double or
    ComplexDouble."""
    compute = (out if is_exact(out) else torch.complex128 if out.is_complex else torch.float64)
    source = tensor.to(compute)
    result = folded(source, sum_shapes(tensor, dims), keepdim,
                    lambda rows: function(rows, -1, dtype=compute)).to(out)
    if is_exact(out):
        return Out(result)
    if function == torch.sum:
        return near(result, 8, tensor.to(compute).abs().sum().item() if tensor.numel() else 0)
    return near(result, 16)


def bad_folds(op, tensor, form, out, label, key=None, one=False):
    """Makes calls that must fail, such as calls with a wrong dim or a wrong output shape. If `one`
    is true, the operator takes one dim, not a list. `form(tensor, dims, keepdim, out)` returns the
    arguments. If `key` is given, misused() adds calls of the kernel with this key."""
    good = 1 if one else [1]
    for shape in [(2, 3, 4), (3, 4), (2, 1, 4), (2, 4, 1)]:
        yield Case(op, f"{label} into {shape}", form(tensor, good, False, Out(random(out, *shape))),
                   INVALID)
    right = form(tensor, good, False, Out(random(out, 2, 4)))
    bad = (3, -4, 1 << 40, 2.0, [1], True) if one else ([3], [-4], [1, 1], [1, -2], 1, 1.0)
    for wrong in bad:
        yield Case(op, f"{label} bad dims {wrong}", changed(right, (1, wrong)), INVALID)
    yield Case(op, f"{label} bad keepdim", changed(right, (2, 0)), INVALID)
    if key:
        yield from misused(op, label, right, key)
    else:
        yield Case(op, f"{label} few arguments", right[:-1], SHORT)
    yield from absent_variants(Case(op, label, right))


def sum_cases():
    op = "sum.IntList_out"
    for dtype in ALL:
        case = Calls(op, name(dtype))
        out = sum_result(dtype)
        tensor = random(dtype, 2, 3, 2, 4)
        for dims, keepdim in itertools.product(
                [None, [], [0], [-1], [1, 3], [0, 1, 2, 3], [2, -4]], [False, True]):
            yield case(f"{dims} {keepdim}", tensor, dims, keepdim, None,
                       sum_of(tensor, dims, keepdim, out))
        for order in (CHANNELS_LAST, LAYOUT):
            yield case(f"layout {order}", In(tensor, order), [1, 2], False, CODES[out],
                       sum_of(tensor, [1, 2], False, out))
        scalar, empty = random(dtype), random(dtype, 0, 3)
        for dims in (None, [0], [-1]):
            yield case(f"no dims {dims}", scalar, dims, True, None, sum_of(scalar, dims, True, out))
        yield case("of nothing", empty, [0], False, None, sum_of(empty, [0], False, out))
        yield case("of nothing at all", empty, None, False, None, sum_of(empty, None, False, out))
        yield case("nothing to write", empty, [1], False, None, sum_of(empty, [1], False, out))
        yield from bad_folds(op, random(dtype, 2, 3, 4), with_dtype, out, name(dtype))
        yield case.bad("bad dtype", tensor, None, False, CODES[torch.int16],
                       sum_of(tensor, None, False, out))
    top = torch.tensor([[2 ** 63 - 1, 2, 5], [-2 ** 63, -1, 0]])
    yield Case(op, "Long wraps", with_dtype(top, [1], False, sum_of(top, [1], False, torch.int64)))
    half = torch.full((64,), 3000.0, dtype=torch.float16)
    yield Case(op, "Half overflows",
               with_dtype(half, None, False, Out(torch.tensor(torch.inf, dtype=torch.float16))))
    special = torch.tensor([[torch.inf, 1], [torch.inf, -torch.inf], [torch.nan, 1]])
    for dtype in FLOATS:
        yield Case(op, f"{name(dtype)} specials",
                   with_dtype(special.to(dtype), [1], False, Out(special.sum(1).to(dtype))))
    yield from mixed_sum_cases(op, torch.sum)


def fractions(dtype, *shape):
    numbers = few(dtype, *shape)
    return numbers if is_exact(dtype) else numbers / 2


def mixed_sum_cases(op, function):
    for dtype, out in itertools.product(ALL, ALL):
        if dtype == out and not is_exact(dtype):
            continue
        tensor = fractions(dtype, 3, 4)
        for argument, dim in itertools.product((None, CODES[out]), (0, 1)):
            yield Case(op, f"{name(dtype)} to {name(out)}, dtype {argument} along {dim}",
                       [tensor, [dim] if function == torch.sum else dim, False, argument,
                        sum_of(tensor, [dim], False, out, function)])
        tensor = fractions(dtype, 2, 70)
        yield Case(op, f"{name(dtype)} to {name(out)} many",
                   [tensor, [1] if function == torch.sum else 1, False, None,
                    sum_of(tensor, [1], False, out, function)])


def prod_cases():
    op = "prod.int_out"
    for dtype in ALL:
        case = Calls(op, name(dtype))
        out = sum_result(dtype)
        tensor = random(dtype, 2, 3, 2, 4)
        for dim, keepdim in itertools.product([0, 1, -1, -2], [False, True]):
            yield case(f"{dim} {keepdim}", tensor, dim, keepdim, None,
                       sum_of(tensor, [dim], keepdim, out, torch.prod))
        for order in (CHANNELS_LAST, LAYOUT):
            yield case(f"layout {order}", In(tensor, order), 1, False, CODES[out],
                       sum_of(tensor, [1], False, out, torch.prod))
        scalar, empty = random(dtype), random(dtype, 0, 3)
        for dim in (0, -1):
            yield case(f"no dims {dim}", scalar, dim, True, None,
                       sum_of(scalar, [0], True, out, torch.prod))
        for dim in (0, 1):
            yield case(f"of nothing {dim}", empty, dim, False, None,
                       sum_of(empty, [dim], False, out, torch.prod))
        yield from bad_folds(op, random(dtype, 2, 3, 4), with_dtype, out, name(dtype), one=True)
    yield from mixed_sum_cases(op, torch.prod)


def all_cases():
    for op, function in (("mean.dtype_out", torch.mean), ("prod.out", torch.prod)):
        for dtype, out in itertools.product(ALL, ALL):
            case = Calls(op, name(dtype))
            if function == torch.mean and is_exact(out):
                continue
            usual = out == (sum_result(dtype) if function == torch.prod else dtype)
            for shape in [(2, 3), (), (4,), (0,), (2, 1, 3, 2)] * (3 if usual else 1):
                tensor = random(dtype, *shape) if usual else fractions(dtype, *shape)
                if function == torch.mean:
                    expected = mean(tensor, None, False, out)
                else:
                    expected = sum_of(tensor, None, False, out, torch.prod)
                codes = (CODES[out],) if function == torch.mean and is_exact(dtype) else (
                    None, CODES[out])
                for code in codes:
                    yield case(f"to {name(out)} {shape} {code}", tensor, code, expected)
                if len(shape) == 4:
                    yield case(f"to {name(out)} layout", In(tensor, LAYOUT), codes[0], expected)
            good = case(f"to {name(out)}", random(dtype, 3), CODES[out], Out(random(out)))
            if usual:
                yield from absent_variants(good)
                for wrong in (2.0, True, CODES[torch.int32], [1]):
                    yield case.bad(f"to {name(out)} bad dtype {wrong}", random(dtype, 3), wrong,
                                   Out(random(out)))
                yield case.bad(f"to {name(out)} keeps a dim", random(dtype, 3), CODES[out],
                               Out(random(out, 1)))


def extreme_values(dtype, *shape):
    """Returns a random tensor in which some elements are equal. More than four integers include the
    dtype's least and largest number. More than four floats include both infinities. More than eight
    floats include two NaNs. In a tensor of 10, 11, 16 or 17 floats, one NaN replaces +inf."""
    tensor = few(dtype, *shape)
    flat = tensor.reshape(-1)
    if flat.numel() > 4 and dtype != torch.bool:
        if is_exact(dtype):
            info = torch.iinfo(dtype)
            flat[0], flat[flat.numel() // 2] = info.min, info.max
        else:
            flat[1], flat[flat.numel() // 2] = -torch.inf, torch.inf
            if flat.numel() > 8:
                flat[5] = flat[8] = torch.nan
    return flat.reshape(shape)


def nan_first(rows, largest):
    """Returns the values and the indices of the extremes along the last dimension. If several
    elements are extreme, the first one counts. NaN is more extreme than any number."""
    if rows.dtype == torch.bool:
        rows = rows.to(torch.uint8)
    key = rows.to(torch.float64) if not is_exact(rows.dtype) else rows
    best = (key.amax(-1, True) if largest else key.amin(-1, True))
    hits = (key == best) | ((key != key) & (best != best))
    indices = hits.to(torch.uint8).argmax(-1)
    return torch.gather(rows, -1, indices.unsqueeze(-1)).squeeze(-1), indices


def extremes(tensor, dims, keepdim, largest):
    dims = sum_shapes(tensor, dims)
    parts = [folded(tensor, dims, keepdim, lambda rows: nan_first(rows, largest)[part])
             for part in (0, 1)]
    return Out(parts[0].to(tensor.dtype)), Out(parts[1])


def extreme_cases():
    for largest, word in ((True, "max"), (False, "min")):
        yield from several_dims_cases(f"a{word}.out", largest)
        yield from one_dim_cases(f"arg{word}.out", largest, lambda pair: [pair[1]])
        yield from one_dim_cases(f"{word}.dim_{word}", largest, list)
        yield from all_extremes_cases(f"{word}.unary_out", largest)


def several_dims_cases(op, largest):
    for dtype in REAL + [torch.bool]:
        case = Calls(op, name(dtype))
        tensor = extreme_values(dtype, 2, 3, 2, 4)
        for dims, keepdim in itertools.product(
                [[], [0], [-1], [1, 3], [0, 1, 2, 3], [2, -4]], [False, True]):
            yield case(f"{dims} {keepdim}", tensor, dims, keepdim,
                       extremes(tensor, dims, keepdim, largest)[0])
        for order in (CHANNELS_LAST, LAYOUT):
            yield case(f"layout {order}", In(tensor, order), [0, 2], True,
                       extremes(tensor, [0, 2], True, largest)[0])
        scalar, empty = extreme_values(dtype), random(dtype, 0, 3)
        for dims in ([], [0], [-1]):
            yield case(f"no dims {dims}", scalar, dims, True, Out(scalar))
        for dims in ([], [0], [0, 1]):
            yield case.bad(f"of nothing {dims}", empty, dims, False,
                           Out(random(dtype, 3) if dims == [0] else random(dtype)))
        yield case("nothing to write", empty, [1], False, Out(random(dtype, 0)))
        yield from bad_folds(op, random(dtype, 2, 3, 4), in_order_given, dtype, name(dtype),
                             f"v1/{CODES[dtype]};|*")


def one_dim_cases(op, largest, outs):
    """`outs` is a function. Its argument is the pair of the expected values and the expected
    indices. It returns the list of the operator's outputs."""
    optional = op.startswith("arg")
    form = lambda tensor, dim, keepdim, out: [tensor, dim, keepdim] + (
        [out] if optional else [Out(random(tensor.dtype, *out.tensor.shape), absent=out.absent),
                                Out(random(torch.int64, 2, 4))])
    for dtype in REAL + ([] if optional else [torch.bool]):
        case = Calls(op, name(dtype))
        tensor = extreme_values(dtype, 2, 3, 2, 4)
        for dim, keepdim in itertools.product(
                [0, 1, -1, -2] + ([None] if optional else []), [False, True]):
            result = extremes(tensor, [] if dim is None else [dim], keepdim, largest)
            yield case(f"{dim} {keepdim}", *[tensor, dim, keepdim] + outs(result))
        for dim in (0, 3) + ((None,) if optional else ()):
            result = extremes(tensor, [] if dim is None else [dim], False, largest)
            for order in (CHANNELS_LAST, LAYOUT):
                yield case(f"layout {order} {dim}", *[In(tensor, order), dim, False] + outs(result))
        scalar, empty = extreme_values(dtype), random(dtype, 0, 3)
        zero = (Out(scalar), Out(torch.tensor(0)))
        for dim, keepdim in itertools.product((0, -1), (False, True)):
            yield case(f"no dims {dim} {keepdim}", *[scalar, dim, keepdim] + outs(zero))
        nothing = (Out(random(dtype, 3)), Out(random(torch.int64, 3)))
        yield case.bad("of nothing", *[empty, 0, False] + outs(nothing))
        nothing = (Out(random(dtype, 0)), Out(random(torch.int64, 0)))
        yield case("nothing to write", *[empty, 1, False] + outs(nothing))
        if not is_exact(dtype):
            special = torch.tensor([[1, torch.nan, 3, torch.nan], [torch.nan, 1, 2, torch.inf],
                                    [-torch.inf] * 4, [torch.inf] * 4, [0.0, -0.0, 0.0, -0.0]],
                                   dtype=dtype)
            for dim in (0, 1):
                yield case(f"specials {dim}",
                           *[special, dim, False] + outs(extremes(special, [dim], False, largest)))
        key = f"v1/{CODES[dtype]};|4;" if optional else f"v1/{CODES[dtype]};|{CODES[dtype]};|4;"
        yield from bad_folds(op, random(dtype, 2, 3, 4), form, torch.int64, name(dtype), key, True)


def all_extremes_cases(op, largest):
    for dtype in REAL + [torch.bool]:
        case = Calls(op, name(dtype))
        for shape in [(), (1,), (7,), (9,), (10,), (2, 3), (3, 4), (1, 1, 1), (2, 3, 2),
                      (2, 1, 3, 2), (2, 2, 2, 2), (3, 1, 2, 3)]:
            tensor = extreme_values(dtype, *shape)
            expected = extremes(tensor, [], False, largest)[0]
            yield case(f"{shape}", tensor, expected)
            if len(shape) == 4:
                yield case(f"layout {shape}", In(tensor, LAYOUT), expected)
        tensor = random(dtype, 2, 3)
        yield case.bad("of nothing", random(dtype, 0, 3), Out(random(dtype)))
        for shape in [(1,), (2, 3), (0,)]:
            yield case.bad(f"into {shape}", tensor, Out(random(dtype, *shape)))
        yield from absent_variants(case("", tensor, Out(random(dtype))))
        yield Case(op, f"{name(dtype)} no tensor", [tensor, 1], INVALID, f"v1/{CODES[dtype]};|*")
    yield from mixed_extremes_cases(op, largest)


def mixed_extremes_cases(op, largest):
    for dtype, out in itertools.product(ALL, ALL):
        if dtype == out and not dtype.is_complex:
            continue
        case = Calls(op, f"{name(dtype)} into {name(out)}")
        if dtype.is_complex or not torch.can_cast(dtype, out):
            yield case.bad("refused", random(dtype, 3), Out(random(out)))
            continue
        for shape, order in [((), None), ((70,), None), ((2, 3, 2, 4), CHANNELS_LAST)]:
            tensor = few(dtype, *shape)
            result = tensor.double().max() if largest else tensor.double().min()
            if out == torch.uint8 and result < 0:
                tensor, result = tensor.abs(), tensor.abs().min()
            label = f"{shape}{' channels last' if order else ''}"
            yield case(label, In(tensor, order), Out(result.to(out)))
        if not is_exact(dtype):
            tensor = torch.tensor([1, torch.nan, 2, torch.inf, -torch.inf], dtype=dtype)
            yield case("nan", tensor, Out(torch.tensor(torch.nan).to(out)))
            yield case("infinity", tensor[2:], Out(tensor[3 if largest else 4].to(out)))
        yield case.bad("of nothing", random(dtype, 0, 3), Out(random(out)))
        yield case.bad("into (1)", random(dtype, 3), Out(random(out, 1)))
    for dtype, value, out in [
            (torch.int32, 300, torch.uint8), (torch.int16, -300, torch.int8),
            (torch.int64, 1 << 40, torch.int32), (torch.float32, 1e6, torch.float16),
            (torch.float64, 1e300, torch.float32)]:
        yield Case(op, f"{value} into {name(out)}",
                   [torch.tensor([value], dtype=dtype), Out(random(out))], INVALID)


def any_values(dtype, *shape):
    """Returns a tensor of mostly zeros. A tensor of more than three floats also has -0 and NaN."""
    tensor = few(dtype, *shape) * (torch.rand(shape) < 0.15).to(dtype)
    if not is_exact(dtype) and tensor.numel() > 3:
        flat = tensor.reshape(-1)
        flat[0], flat[2] = -0.0, torch.nan
        if dtype.is_complex:
            flat[3] = -0.0 + 2j
    return tensor


def any_cases():
    def whether(tensor, dims, keepdim, out):
        zeros = tensor != 0
        return Out(folded(zeros, dims, keepdim, lambda rows: rows.any(-1)).to(out))

    for dtype, out in itertools.product(ALL, (torch.bool, torch.uint8)):
        label = f"{name(dtype)} to {name(out)}"
        case = Calls("any.all_out", label)
        tensor = any_values(dtype, 2, 3, 2, 4)
        every = [0, 1, 2, 3]
        for dim, keepdim in itertools.product([0, 1, -1, -2], [False, True]):
            yield Case("any.out", f"{label} {dim} {keepdim}",
                       [tensor, dim, keepdim, whether(tensor, [dim], keepdim, out)])
        for dims, keepdim in itertools.product(
                [None, [], [0], [-1], [1, 3], [0, 1, 2, 3], [2, -4]], [False, True]):
            expected = whether(tensor, every if dims is None else dims, keepdim, out)
            if dims == []:
                expected = Out((tensor != 0).to(out))
            yield Case("any.dims_out", f"{label} {dims} {keepdim}",
                       [tensor, dims, keepdim, expected])
        for order in (CHANNELS_LAST, LAYOUT):
            yield Case("any.out", f"{label} layout {order}",
                       [In(tensor, order), 1, False, whether(tensor, [1], False, out)])
            yield Case("any.dims_out", f"{label} layout {order}",
                       [In(tensor, order), [0, 2], False, whether(tensor, [0, 2], False, out)])
            yield case(f"layout {order}", In(tensor, order), whether(tensor, every, False, out))
        for shape in [(), (1,), (3,), (2, 2), (0,), (0, 3), (3, 4), (2, 3, 4)]:
            for tensor in (any_values(dtype, *shape), torch.zeros(shape, dtype=dtype)):
                yield case(f"{shape}", tensor, whether(tensor, range(len(shape)), False, out))
        scalar, empty = any_values(dtype), random(dtype, 0, 3)
        for dim in (0, -1):
            yield Case("any.out", f"{label} no dims {dim}",
                       [scalar, dim, True, Out((scalar != 0).to(out))])
        yield Case("any.out", f"{label} of nothing",
                   [empty, 0, False, Out(torch.zeros(3, dtype=out))])
        tensor = random(dtype, 2, 3, 4)
        yield from bad_folds("any.out", tensor, in_order_given, out, label, one=True)
        yield from bad_folds("any.dims_out", tensor, in_order_given, out, label)
        for wrong in (torch.int32, torch.float32, torch.int8):
            yield case.bad(f"into {name(wrong)}", tensor, Out(random(wrong)))
        yield case.bad("into (1)", tensor, Out(random(out, 1)))
        yield from absent_variants(case("", tensor, Out(random(out))))


CASES = [mean_cases, mixed_mean_cases, sum_cases, prod_cases, all_cases, extreme_cases, any_cases]
