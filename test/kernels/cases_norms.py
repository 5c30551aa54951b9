# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes cases of var, var_mean, layer norm, group norm and batch norm. The expected results are
computed in Double: batch norm by PyTorch, and the other operators by formulas in this module."""

import itertools
import math

import torch

from case_writer import (ALL, CHANNELS_LAST, CODES, COMPLEX, FLOATS, INVALID, Calls, Case, In, Out,
                         absent_variants, converted, misused, name, near, random, refused)

LAYOUT = (1, 3, 0, 2)
EPS = 1e-5


def variances(tensor, dims, keepdim, correction, out=None):
    out = out or tensor.dtype
    source = tensor.to(torch.float64)
    dims = dims or list(range(tensor.dim()))
    count = math.prod(tensor.shape[dim] for dim in dims) if tensor.dim() else 1
    mean = source.mean(dims, True) if tensor.dim() else source
    squares = (source - mean).square()
    if tensor.dim():
        squares = squares.sum(dims, keepdim)
        mean = source.mean(dims, keepdim)
    freedom = torch.tensor(max(count - (1 if correction is None else correction), 0.0),
                           dtype=torch.float64)
    scale = source.abs().max().item() if tensor.numel() else 0
    return near((squares / freedom).to(out), 16), near(mean.to(out), 8, scale)


def variance_cases(op):
    count = 2 if op.startswith("var_mean") else 1
    corrections = (True, False) if op == "var.out" else (None, 0, 1, 2, 0.5)
    usual = [corrections[0], False]
    for dtype in FLOATS:
        case = Calls(op, name(dtype))

        def right(label, tensor, dims, correction=usual[0], keepdim=False, order=None):
            return case(label, In(tensor, order), dims, correction, keepdim,
                        *variances(tensor, dims, keepdim, correction)[:count])

        tensor = random(dtype, 2, 3, 2, 4)
        for dims, keepdim, correction in itertools.product(
                [None, [], [0], [-1], [1, 3], [0, 1, 2, 3], [2, -4]], [False, True], corrections):
            yield right(f"{dims} {keepdim} {correction}", tensor, dims, correction, keepdim)
        for order, dims in itertools.product((CHANNELS_LAST, LAYOUT), ([1, 2], [0], None)):
            yield right(f"layout {order} {dims}", tensor, dims, order=order)
        scalar, empty, one = random(dtype), random(dtype, 0, 3), random(dtype, 3, 1)
        for dims, keepdim in itertools.product((None, [0], [-1]), (False, True)):
            yield case(f"no dims {dims} {keepdim}", scalar, dims, usual[0], keepdim,
                       *variances(scalar, None, keepdim, usual[0])[:count])
        for correction in corrections:
            yield right(f"of nothing {correction}", empty, [0], correction)
            yield right(f"of one {correction}", one, [1], correction)
        special = torch.tensor([[1, torch.nan, 3], [torch.inf, 1, 2], [2, 2, 2]], dtype=dtype)
        yield right("specials", special, [1])
        far = random(dtype, 64) + 1000
        yield case("far from zero", far, None, *usual,
                   *(near(part.tensor, 64, part.tensor.item())
                     for part in variances(far, None, False, usual[0])[:count]))
        small, outs = random(dtype, 2, 3, 4), [Out(random(dtype, 2, 4)) for _ in range(count)]
        for dims in ([3], [-4], [1, 1], [1, -2], 1, 1.0):
            yield case.bad(f"bad dims {dims}", small, dims, *usual, *outs)
        for shape in [(2, 3, 4), (3, 4), (2, 1, 4)]:
            yield case.bad(f"into {shape}", small, [1], *usual, *outs[1:],
                           Out(random(dtype, *shape)))
        for wrong in ([1, False], ["x", False], [usual[0], 0]):
            if wrong != [1, False] or op == "var.out":
                yield case.bad(f"bad arguments {wrong}", small, [1], *wrong, *outs)
        good = [small, [1], *usual, *outs]
        yield from misused(op, name(dtype), good, f"v1/{CODES[dtype]};|*")
        yield from absent_variants(case("", *good))


def mixed_variance_cases(op, correction):
    case = Calls(op)
    targets = FLOATS
    expected = lambda *arguments: [variances(*arguments)[0]]
    if op.startswith("var_mean"):
        targets = FLOATS + COMPLEX
        expected = lambda *arguments: [converted(part, arguments[-1])
                                       for part in variances(*arguments[:-1])]
        yield case.bad("means of a third dtype", random(torch.float32, 3), None, None, False,
                       Out(random(torch.float64)), Out(random(torch.float16)))
    for dtype, out in itertools.product(ALL, ALL):
        if dtype == out and dtype in FLOATS:
            continue
        for dims in ([1], [0, 1], None):
            tensor = random(dtype, 3, 40) if dtype in FLOATS else random(dtype, 3, 4)
            label = f"{name(dtype)} to {name(out)} {dims}"
            if dtype in FLOATS and out in targets:
                for order in (None, (1, 0)):
                    yield case(f"{label} {order}", In(tensor, order), dims, correction, False,
                               *expected(tensor, dims, False, correction, out))
            elif dims is None:
                outs = [Out(random(out))] * (2 if op.startswith("var_mean") else 1)
                yield case.bad(label, tensor, dims, correction, False, *outs)
        tensor = random(dtype, 2, 3, 2, 40)
        if dtype in FLOATS and out in targets:
            for dims in ([0, 2], [1, 3], [0, 3], [3]):
                yield case(f"{name(dtype)} to {name(out)} {dims}", tensor, dims, correction, True,
                           *expected(tensor, dims, True, correction, out))


def norm_out(tensor, dtype, scale):
    return near(tensor.to(dtype), 8, scale)


def normalised(rows, weight, bias, eps, dtype):
    """Normalises each row. Returns the expected outputs: the normalised rows, and the mean and the
    reciprocal of the standard deviation of each row."""
    source = rows.to(torch.float64)
    mean = source.mean(-1, True)
    rstd = 1 / ((source - mean).square().mean(-1, True) + eps).sqrt()
    result = (source - mean) * rstd
    scale = 1
    if weight is not None:
        result = result * weight.to(torch.float64)
        scale = max(scale, weight.abs().max().item()) if weight.numel() else 1
    if bias is not None:
        result = result + bias.to(torch.float64)
    scale *= 1 + (source * rstd).abs().max().nan_to_num(0).item() if source.numel() else 1
    size = source.abs().max().item() if source.numel() else 0
    return (norm_out(result, dtype, scale), norm_out(mean, dtype, size), near(rstd.to(dtype), 32))


def optional_pairs(label, dtype, *shape):
    for weight, bias in itertools.product((None, random(dtype, *shape)),
                                          (None, random(dtype, *shape))):
        yield f"{label} weight {weight is not None} bias {bias is not None}", weight, bias


def bad_norms(op, dtype, good, layout, changes):
    label, key = name(dtype), f"v1/{CODES[dtype]};|*"
    yield from refused(op, f"{label} kernel,", good, changes, key)
    yield Case(op, f"{label} layout", [In(good[0], layout)] + good[1:], INVALID)
    yield from misused(op, label, good, key)
    yield from absent_variants(Case(op, label, good))


def shaped(out, *shape):
    return Out(out.tensor.reshape(shape), out.rtol, out.atol)


def layer_norm_cases():
    op = "native_layer_norm.out"
    for dtype in FLOATS:
        def args(tensor, shape, weight, bias, eps=EPS):
            leading = list(tensor.shape[:tensor.dim() - len(shape)])
            flat = [None if one is None else one.reshape(-1) for one in (weight, bias)]
            outs = normalised(tensor.reshape(leading + [math.prod(shape)]), *flat, eps, dtype)
            ones = leading + [1] * len(shape)
            return [tensor, list(shape), weight, bias, eps, shaped(outs[0], *tensor.shape),
                    shaped(outs[1], *ones), shaped(outs[2], *ones)]

        for sizes, count in [((3, 5), 1), ((2, 3, 4), 2), ((7,), 1), ((2, 3, 4), 3), ((2, 3, 4), 1),
                             ((4, 1), 1), ((0, 3), 1), ((1, 2, 2, 3), 2)]:
            tensor, shape = random(dtype, *sizes), sizes[len(sizes) - count:]
            for label, weight, bias in optional_pairs(f"{name(dtype)} {sizes} {shape}", dtype,
                                                      *shape):
                yield Case(op, label, args(tensor, shape, weight, bias))
        tensor, weight, bias = random(dtype, 2, 6), random(dtype, 6), random(dtype, 6)
        for eps in (0.0, 1.0, 1e-3):
            yield Case(op, f"{name(dtype)} eps {eps}", args(tensor, (6,), weight, bias, eps))
        special = torch.tensor([[1, torch.nan, 3], [torch.inf, 1, 2], [2, 2, 2]], dtype=dtype)
        yield Case(op, f"{name(dtype)} specials", args(special, (3,), None, None))
        good = args(tensor, (6,), weight, bias)
        yield from bad_norms(op, dtype, good, (1, 0), [
            (1, [5]), (1, []), (1, [2, 2, 6]), (2, random(dtype, 5)), (2, random(dtype, 1, 6)),
            (3, random(dtype, 2, 6)), (4, None), (5, Out(random(dtype, 6, 2))),
            (5, Out(random(dtype, 12))), (6, Out(random(dtype, 2))), (7, Out(random(dtype, 1, 2))),
            (0, random(dtype, 5, 2))])


def group_norm_cases():
    op = "native_group_norm.out"
    for dtype in FLOATS:
        def args(tensor, groups, weight, bias, eps=EPS):
            batch, channels = tensor.shape[:2]
            pixels = math.prod(tensor.shape[2:])
            of_group = channels // groups
            spread = [None if one is None else
                      one.reshape(groups, of_group, 1).expand(groups, of_group, pixels)
                      .reshape(groups, -1) for one in (weight, bias)]
            outs = normalised(tensor.reshape(batch, groups, of_group * pixels), *spread, eps, dtype)
            return [tensor, weight, bias, batch, channels, pixels, groups, eps,
                    shaped(outs[0], *tensor.shape), shaped(outs[1], batch, groups),
                    shaped(outs[2], batch, groups)]

        for sizes, groups in [((2, 4, 3), 2), ((1, 6, 2, 2), 3), ((2, 3, 2), 1), ((2, 4, 2), 4),
                              ((3, 4), 2), ((0, 4, 2), 2), ((1, 2, 2, 2, 2), 1)]:
            tensor = random(dtype, *sizes)
            for label, weight, bias in optional_pairs(f"{name(dtype)} {sizes} {groups}", dtype,
                                                      sizes[1]):
                yield Case(op, label, args(tensor, groups, weight, bias))
        tensor, weight, bias = random(dtype, 2, 4, 3), random(dtype, 4), random(dtype, 4)
        good = args(tensor, 2, weight, bias)
        yield from bad_norms(op, dtype, good, (0, 2, 1), [
            (1, random(dtype, 5)), (1, random(dtype, 1, 4)), (2, random(dtype, 3)), (3, 1), (3, -2),
            (4, 2), (5, 4), (5, 1 << 40), (6, 3), (6, 0), (6, -2), (7, None),
            (8, Out(random(dtype, 2, 12))), (9, Out(random(dtype, 4))),
            (10, Out(random(dtype, 2, 4))), (0, random(dtype, 24))])


class BatchNorm:
    def __init__(self, dtype, sizes, has_weight=True, has_bias=True, order=None):
        self.dtype, self.order = dtype, order
        channels = sizes[1]
        self.input = random(dtype, *sizes)
        self.weight = random(dtype, channels) if has_weight else None
        self.bias = random(dtype, channels) if has_bias else None
        self.mean, self.var = random(dtype, channels), random(dtype, channels).abs() + 0.5

    def outs(self, training, momentum, eps):
        """Returns the three outputs, and the running statistics after the call."""
        if not self.input.numel():  # PyTorch would divide by 0, the number of elements
            empty = Out(random(self.dtype, 0))
            return [Out(self.input), empty, empty], []
        wide = [None if one is None else one.to(torch.float64)
                for one in (self.input, self.weight, self.bias, self.mean.clone(),
                            self.var.clone())]
        out, mean, rstd = torch.native_batch_norm(*wide, training, momentum, eps)
        used = 1 / (self.var.to(torch.float64) + eps).sqrt() if not training else rstd
        scale = ((self.input.abs().max().item() + self.mean.abs().max().item() + 1)
                 * used.max().item())
        if self.weight is not None:
            scale *= 1 + self.weight.abs().max().item()
        empty = random(self.dtype, 0)
        result = norm_out(out, self.dtype, scale)
        result.order = self.order
        return ([result, norm_out(mean, self.dtype, 1) if training else Out(empty),
                 near(rstd.to(self.dtype), 32) if training else Out(empty)],
                [norm_out(wide[3], self.dtype, 1), norm_out(wide[4], self.dtype, 1)])

    def begin(self):
        return [In(self.input, self.order), self.weight, self.bias]

    def no_training(self, momentum=0.1, eps=EPS):
        return self.begin() + [self.mean, self.var, momentum, eps] + self.outs(
            False, momentum, eps)[0]

    def legit(self, training=False, momentum=0.1, eps=EPS):
        if not training:
            return self.begin() + [self.mean, self.var, False, momentum, eps] + self.outs(
                False, momentum, eps)[0]
        # Training updates mean and var, so these are outputs with initial elements. A case can give
        # these only by `alias`, so mean and var share the memory of bias and weight.
        self.bias, self.weight = self.mean, self.var
        outs, (mean, var) = self.outs(True, momentum, eps)
        mean.alias, var.alias = 2, 1
        return self.begin() + [mean, var, True, momentum, eps] + outs

    def no_stats(self, momentum=0.1, eps=EPS):
        return self.begin() + [True, momentum, eps] + self.outs(True, momentum, eps)[0]


OPERATORS = [("_native_batch_norm_legit_no_training.out", BatchNorm.no_training),
             ("_native_batch_norm_legit.out", lambda norm, *args: norm.legit(False, *args)),
             ("_native_batch_norm_legit.out", lambda norm, *args: norm.legit(True, *args)),
             ("_native_batch_norm_legit.no_stats_out", BatchNorm.no_stats)]


def batch_norm_cases():
    for dtype, (number, (op, arguments)) in itertools.product(FLOATS, enumerate(OPERATORS)):
        key, label = f"v1/{CODES[dtype]};|*", f"{name(dtype)} {number}"
        for sizes in [(2, 3, 2, 2), (4, 2), (2, 3, 4), (3, 1, 2), (2, 2, 2, 1, 3)]:
            for weight, bias in itertools.product((False, True), (False, True)):
                norm = BatchNorm(dtype, sizes, weight, bias)
                yield Case(op, f"{label} {sizes} weight {weight} bias {bias}", arguments(norm))
        for order in (CHANNELS_LAST, LAYOUT):
            norm = BatchNorm(dtype, (2, 3, 2, 4), order=order)
            yield Case(op, f"{label} layout {order}", arguments(norm))
        norm = BatchNorm(dtype, (2, 3, 2, 4), order=CHANNELS_LAST)
        args = arguments(norm)
        args[-3].order = None
        yield Case(op, f"{label} from channels last", args)
        norm = BatchNorm(dtype, (2, 3, 4))
        for momentum, eps in [(0.0, 0.0), (1.0, 1.0), (0.5, 1e-3)]:
            yield Case(op, f"{label} momentum {momentum} eps {eps}", arguments(norm, momentum, eps))
        if number < 2:
            yield Case(op, f"{label} nothing", arguments(BatchNorm(dtype, (0, 3, 2))))
        good = arguments(norm)
        if number == 2:
            good[3].alias = good[4].alias = None
        last = len(good)
        bad = [(1, random(dtype, 2)), (1, random(dtype, 1, 3)), (2, random(dtype, 4)),
               (last - 4, None), (last - 3, Out(random(dtype, 2, 4, 3))),
               (last - 3, Out(random(dtype, 24))), (last - 2, Out(random(dtype, 2))),
               (last - 1, Out(random(dtype, 3, 1))), (0, random(dtype, 3))]
        bad += [(3, False)] if number == 3 else [
            (3, random(dtype, 2)), (4, random(dtype, 3, 1)), (3, None), (4, None)]
        yield from refused(op, f"{label} kernel,", good, bad, key)
        yield from misused(op, label, good, key)
        if number > 1:
            yield from absent_variants(Case(op, label, good))


CASES = [(variance_cases, "var.correction_out"), (variance_cases, "var.out"),
         (variance_cases, "var_mean.correction_out"),
         (mixed_variance_cases, "var.correction_out", None),
         (mixed_variance_cases, "var.out", True),
         (mixed_variance_cases, "var_mean.correction_out", None), layer_norm_cases,
         group_norm_cases, batch_norm_cases]
