# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The calls that executorch_speed.py and tools/try-executorch measure: common operators of the
portable library. The tensors are as small as in models for microcontrollers. The data is Float
unless a call's name has another dtype. Indices and counts are Long, masks are Bool.

calls() yields (name, operator, arguments). The arguments are lines of a case file. The file
../kernels/case_writer.py describes the format.
"""

import functools
import math
import random
import struct

FORMATS = {"Float": "f", "Int": "i", "Long": "q", "Char": "b", "Byte": "B", "Bool": "B"}


def tensor(kind, *sizes, dtype="Float", limits=None):
    """Returns a line of a case file for a tensor. An input has random numbers within the limits, an
    output has zeros."""
    size = math.prod(sizes)
    low, high = limits or ((-2, 2) if dtype == "Float" else (0, 1))
    draw = random.uniform if dtype == "Float" else random.randint
    numbers = [draw(low, high) if kind == "in" else 0 for _ in range(size)]
    data = struct.pack(f"<{size}{FORMATS[dtype]}", *numbers).hex() or "-"
    extents, order = (",".join(map(str, x)) or "-" for x in (sizes, range(len(sizes))))
    return f"{kind} {dtype} {extents} {order} {'0 0 ' if kind == 'out' else ''}{data}"


given, result = (functools.partial(tensor, kind) for kind in ("in", "out"))


def elementwise():
    x, y, out = given(64, 64), given(64, 64), result(64, 64)
    row, positive = given(64), given(64, 64, limits=(0.1, 4))
    truth = result(64, 64, dtype="Bool")
    ints = [tensor(kind, 64, 64, dtype="Int", limits=(-99, 99)) for kind in ("in", "in", "out")]
    yield "add", "add.out", [x, y, "double 1", out]
    yield "add, broadcast a row", "add.out", [x, row, "double 1", out]
    yield "add, Int", "add.out", [*ints[:2], "int 1", ints[2]]
    yield "add, Int and Float", "add.out", [ints[0], y, "double 1", out]
    for name in ("mul", "div", "maximum", "minimum", "atan2"):
        yield name, f"{name}.out", [x, y, out]
    yield "sub", "sub.out", [x, y, "double 1", out]
    yield "mul.Scalar", "mul.Scalar_out", [x, "double 1.5", out]
    yield "rsub.Scalar", "rsub.Scalar_out", [x, "double 1.5", "int 1", out]
    yield "div, floor", "div.out_mode", [x, y, "string floor", out]
    yield "fmod", "fmod.Tensor_out", [x, y, out]
    yield "remainder", "remainder.Tensor_out", [x, y, out]
    yield "pow.Tensor_Scalar, 2", "pow.Tensor_Scalar_out", [x, "double 2", out]
    yield "pow.Tensor_Scalar, 2.5", "pow.Tensor_Scalar_out", [positive, "double 2.5", out]
    yield "pow.Tensor_Tensor", "pow.Tensor_Tensor_out", [positive, y, out]
    for name in ("abs", "neg", "sign", "ceil", "floor", "round", "trunc", "relu", "reciprocal",
                 "exp", "expm1", "sin", "cos", "tan", "tanh", "sinh", "cosh", "atan", "asinh",
                 "erf", "sigmoid"):
        yield name, f"{name}.out", [x, out]
    for name in ("sqrt", "rsqrt", "log", "log2", "log10", "log1p"):
        yield name, f"{name}.out", [positive, out]
    yield "gelu", "gelu.out", [x, "string none", out]
    yield "gelu, tanh", "gelu.out", [x, "string tanh", out]
    yield "elu", "elu.out", [x, "double 1", "double 1", "double 1", out]
    yield "hardtanh", "hardtanh.out", [x, "double -1", "double 1", out]
    yield "leaky_relu", "leaky_relu.out", [x, "double 0.01", out]
    yield "logit", "logit.out", [x, "double 0.1", out]
    yield "glu", "glu.out", [given(64, 128), "int 1", out]
    yield "clamp", "clamp.out", [x, "double -1", "double 1", out]
    yield "clamp.Tensor", "clamp.Tensor_out", [x, row, y, out]
    yield "where", "where.self_out", [given(64, 64, dtype="Bool"), x, y, out]
    yield "masked_fill", "masked_fill.Scalar_out", [
        x, given(64, 64, dtype="Bool"), "double -1", out]
    yield "eq.Tensor", "eq.Tensor_out", [x, y, truth]
    yield "gt.Scalar", "gt.Scalar_out", [x, "double 0.5", truth]
    masks = [given(64, 64, dtype="Bool") for _ in range(2)]
    yield "logical_and, Bool", "logical_and.out", [*masks, truth]
    yield "logical_and", "logical_and.out", [x, y, truth]
    yield "logical_not, Bool", "logical_not.out", [masks[0], truth]
    yield "logical_not", "logical_not.out", [x, truth]
    yield "isnan", "isnan.out", [x, truth]
    yield "isinf", "isinf.out", [x, truth]
    yield "bitwise_and, Int", "bitwise_and.Tensor_out", ints
    yield "bitwise_not, Int", "bitwise_not.out", [ints[0], ints[2]]


def reductions():
    x, y, out, lines = (given(64, 64), given(64, 64), result(64, 64), result(64))
    longs = result(64, dtype="Long")
    yield "sum", "sum.IntList_out", [x, "ints 1", "bool 0", "none", lines]
    yield "sum, of columns", "sum.IntList_out", [x, "ints 0", "bool 0", "none", lines]
    yield "mean", "mean.out", [x, "ints 1", "bool 0", "none", lines]
    yield "mean, of an image", "mean.out", [
        given(1, 16, 16, 16), "ints 2,3", "bool 0", "none", result(1, 16)]
    yield "prod", "prod.int_out", [x, "int 1", "bool 0", "none", lines]
    yield "amax", "amax.out", [x, "ints 1", "bool 0", lines]
    yield "amax, of columns", "amax.out", [x, "ints 0", "bool 0", lines]
    yield "max.dim", "max.dim_max", [x, "int 1", "bool 0", lines, longs]
    yield "max, of all", "max.unary_out", [x, result()]
    yield "argmax", "argmax.out", [x, "int 1", "bool 0", longs]
    yield "argmax, of columns", "argmax.out", [x, "int 0", "bool 0", longs]
    yield "any, Bool", "any.out", [given(64, 64, dtype="Bool", limits=(0, 0)), "int 1",
                             "bool 0", result(64, dtype="Bool")]
    yield "any, of all, Bool", "any.all_out", [
        given(64, 64, dtype="Bool", limits=(0, 0)), result(dtype="Bool")]
    yield "var", "var.correction_out", [x, "ints 1", "int 1", "bool 0", lines]
    yield "var_mean", "var_mean.correction_out", [x, "ints 1", "int 1", "bool 0", lines, lines]
    yield "cumsum", "cumsum.out", [x, "int 1", "none", out]
    yield "cumsum, of columns", "cumsum.out", [x, "int 0", "none", out]
    yield "softmax", "_softmax.out", [x, "int 1", "bool 0", out]
    yield "softmax, of columns", "_softmax.out", [x, "int 0", "bool 0", out]
    yield "log_softmax", "_log_softmax.out", [x, "int 1", "bool 0", out]
    yield "layer_norm", "native_layer_norm.out", [x, "ints 64", given(64), given(64), "double 1e-5",
        out, *[result(64, 1)] * 2]
    image, filtered = given(1, 16, 16, 16), result(1, 16, 16, 16)
    channels = [given(16), given(16)]
    statistics = [given(16), given(16, limits=(0.1, 4))]
    yield "batch_norm, no training", "_native_batch_norm_legit_no_training.out", [image, *channels,
        *statistics, "double 0.1", "double 1e-5", filtered, *[result(0)] * 2]
    yield "batch_norm, no stats", "_native_batch_norm_legit.no_stats_out", [image, *channels,
        "bool 1", "double 0.1", "double 1e-5", filtered, *[result(16)] * 2]
    yield "group_norm", "native_group_norm.out", [image, *channels, "int 1", "int 16", "int 256",
        "int 4", "double 1e-5", filtered, *[result(1, 4)] * 2]
    yield "topk", "topk.values", [x, "int 5", "int 1", "bool 1", "bool 1", result(64, 5),
                                  result(64, 5, dtype="Long")]
    yield "cdist", "_cdist_forward.out", [
        given(16, 32), given(16, 32), "double 2", "none", result(16, 16)]
    yield "pdist", "_pdist_forward.out", [given(16, 32), "double 2", result(120)]


def products():
    x, y, out, pair = given(64, 64), given(64, 64), result(64, 64), "ints 1,1"
    yield "mm", "mm.out", [x, y, out]
    yield "mm, a row", "mm.out", [given(1, 64), y, result(1, 64)]
    yield "bmm", "bmm.out", [given(4, 32, 32), given(4, 32, 32), result(4, 32, 32)]
    yield "addmm", "addmm.out", [given(64), x, y, "int 1", "int 1", out]
    image, filtered, bias = given(1, 8, 16, 16), result(1, 16, 16, 16), given(16)
    yield "convolution", "convolution.out", [image, given(16, 8, 3, 3), bias, pair, pair, pair,
        "bool 0", "ints 0,0", "int 1", filtered]
    yield "convolution, 1x1", "convolution.out", [image, given(16, 8, 1, 1), bias, pair, "ints 0,0",
        pair, "bool 0", "ints 0,0", "int 1", filtered]
    yield "convolution, depthwise", "convolution.out", [given(1, 16, 16, 16), given(16, 1, 3, 3),
        bias, pair, pair, pair, "bool 0", "ints 0,0", "int 16", filtered]
    yield "convolution, of a line", "convolution.out", [given(1, 8, 64), given(16, 8, 3), bias,
        "ints 1", "ints 1", "ints 1", "bool 0", "ints 0", "int 1", result(1, 16, 64)]
    yield "convolution, transposed", "convolution.out", [image, given(8, 16, 2, 2), bias,
        "ints 2,2", "ints 0,0", pair, "bool 1", "ints 0,0", "int 1", result(1, 16, 32, 32)]
    yield "convolution_backward", "convolution_backward.out", [given(1, 16, 16, 16), image,
        given(16, 8, 3, 3), "ints 16", pair, pair, pair, "bool 0", "ints 0,0", "int 1",
        "bools 1,1,1", result(1, 8, 16, 16), result(16, 8, 3, 3), result(16)]


def images():
    image, half = given(1, 8, 32, 32), result(1, 8, 16, 16)
    pair, none = "ints 2,2", "ints 0,0"
    yield "max_pool2d", "max_pool2d_with_indices.out", [image, pair, pair, none, "ints 1,1",
        "bool 0", half, result(1, 8, 16, 16, dtype="Long")]
    yield "max_pool2d_backward", "max_pool2d_with_indices_backward.grad_input", [
        given(1, 8, 16, 16), image, pair, pair, none, "ints 1,1", "bool 0",
        given(1, 8, 16, 16, dtype="Long", limits=(0, 1023)), result(1, 8, 32, 32)]
    yield "avg_pool2d", "avg_pool2d.out", [
        image, pair, pair, none, "bool 0", "bool 1", "none", half]
    yield "adaptive_avg_pool2d, 1x1", "_adaptive_avg_pool2d.out", [
        image, "ints 1,1", result(1, 8, 1, 1)]
    yield "adaptive_avg_pool2d, 7x7", "_adaptive_avg_pool2d.out", [
        image, "ints 7,7", result(1, 8, 7, 7)]
    small, large = given(1, 8, 16, 16), result(1, 8, 32, 32)
    yield "upsample_bilinear2d", "upsample_bilinear2d.vec_out", [
        small, "ints 32,32", "bool 0", "none", large]
    yield "upsample_bilinear2d_aa", "_upsample_bilinear2d_aa.out", [
        image, "ints 16,16", "bool 0", "none", "none", half]
    yield "upsample_nearest2d", "upsample_nearest2d.vec_out", [small, "ints 32,32", "none", large]
    yield "grid_sampler_2d", "grid_sampler_2d.out", [
        small, given(1, 16, 16, 2, limits=(-1, 1)), "int 0", "int 0", "bool 0", half]
    yield "pixel_shuffle", "pixel_shuffle.out", [small, "int 2", result(1, 2, 32, 32)]
    yield "pixel_unshuffle", "pixel_unshuffle.out", [image, "int 2", result(1, 32, 16, 16)]
    yield "constant_pad_nd", "constant_pad_nd.out", [
        small, "ints 1,1,1,1", "double 0", result(1, 8, 18, 18)]
    for name in ("reflection", "replication"):
        yield f"{name}_pad2d", f"{name}_pad2d.out", [small, "ints 1,1,1,1", result(1, 8, 18, 18)]


def copies():
    x, y, out = given(64, 64), given(64, 64), result(64, 64)
    index = given(64, dtype="Long", limits=(0, 63))
    indices = given(64, 64, dtype="Long", limits=(0, 63))
    half, cube, turned = given(32, 64), given(4, 32, 32), result(32, 4, 32)
    yield "cat, rows", "cat.out", ["tensors 2", half, half, "int 0", out]
    yield "cat, columns", "cat.out", ["tensors 2", *[given(64, 32)] * 2, "int 1", out]
    yield "stack", "stack.out", ["tensors 4", *[given(32, 32)] * 4, "int 1", turned]
    yield "slice_copy, rows", "slice_copy.Tensor_out", [
        x, "int 0", "int 16", "int 48", "int 1", result(32, 64)]
    yield "slice_copy, columns", "slice_copy.Tensor_out", [
        x, "int 1", "int 16", "int 48", "int 1", result(64, 32)]
    yield "select_copy, a row", "select_copy.int_out", [x, "int 0", "int 3", result(64)]
    yield "select_copy, a column", "select_copy.int_out", [x, "int 1", "int 3", result(64)]
    yield "split_copy", "split_copy.Tensor_out", [
        x, "int 32", "int 1", "tensors 2", *[result(64, 32)] * 2]
    yield "unbind_copy", "unbind_copy.int_out", [
        given(4, 1024), "int 0", "tensors 4", *[result(1024)] * 4]
    yield "permute_copy", "permute_copy.out", [x, "ints 1,0", out]
    yield "permute_copy, heads", "permute_copy.out", [cube, "ints 1,0,2", turned]
    yield "transpose_copy", "transpose_copy.int_out", [x, "int 0", "int 1", out]
    yield "view_copy", "view_copy.out", [x, "ints 4096", result(4096)]
    yield "unsqueeze_copy", "unsqueeze_copy.out", [x, "int 0", result(1, 64, 64)]
    yield "squeeze_copy", "squeeze_copy.dims_out", [given(1, 64, 64), "ints 0", out]
    yield "expand_copy", "expand_copy.out", [given(64, 1), "ints 64,64", "bool 0", out]
    yield "expand_copy, rows", "expand_copy.out", [given(1, 64), "ints 64,64", "bool 0", out]
    yield "repeat", "repeat.out", [given(16, 32), "ints 4,2", out]
    yield "repeat_interleave", "repeat_interleave.Tensor_out", [
        given(512, dtype="Long", limits=(2, 2)), "none", result(1024, dtype="Long")]
    yield "flip", "flip.out", [x, "ints 1", out]
    yield "roll", "roll.out", [x, "ints 5", "ints 1", out]
    yield "tril", "tril.out", [x, "int 0", out]
    yield "diagonal_copy", "diagonal_copy.out", [x, "int 0", "int 0", "int 1", result(64)]
    yield "unfold_copy", "unfold_copy.out", [given(1024), "int 0", "int 8", "int 4", result(255, 8)]
    yield "as_strided_copy", "as_strided_copy.out", [x, "ints 64,64", "ints 1,64", "none", out]
    yield "narrow_copy", "narrow_copy.out", [x, "int 1", "int 16", "int 32", result(64, 32)]
    yield "index, rows", "index.Tensor_out", [x, "optionals 1", index, out]
    yield "index, elements", "index.Tensor_out", [x, "optionals 2", index, index, result(64)]
    yield "index_put", "index_put.out", [
        x, "optionals 1", given(32, dtype="Long", limits=(0, 63)), half, "bool 0", out]
    yield "index_select", "index_select.out", [x, "int 0", index, out]
    yield "index_select, columns", "index_select.out", [x, "int 1", index, out]
    yield "embedding", "embedding.out", [x, index, "int -1", "bool 0", "bool 0", out]
    yield "gather", "gather.out", [x, "int 1", indices, "bool 0", out]
    yield "scatter", "scatter.src_out", [x, "int 1", indices, y, out]
    yield "scatter_add", "scatter_add.out", [x, "int 1", indices, y, out]
    yield "select_scatter", "select_scatter.out", [x, given(64), "int 0", "int 3", out]
    yield "slice_scatter", "slice_scatter.out", [
        x, given(64, 32), "int 1", "int 16", "int 48", "int 1", out]
    yield "masked_select", "masked_select.out", [
        x, given(64, 64, dtype="Bool", limits=(1, 1)), result(4096)]
    yield "masked_scatter", "masked_scatter.out", [x, given(64, 64, dtype="Bool"), y, out]
    yield "nonzero", "nonzero.out", [
        given(64, 64, dtype="Bool", limits=(1, 1)), result(4096, 2, dtype="Long")]
    yield "clone", "clone.out", [x, "none", out]
    yield "copy", "copy.out", [x, y, "bool 0", out]
    yield "to_copy, Float to Int", "_to_copy.out", [
        x, "bool 0", "none", result(64, 64, dtype="Int")]
    yield "to_copy, Char to Float", "_to_copy.out", [
        given(64, 64, dtype="Char"), "bool 0", "none", out]
    yield "full", "full.out", ["ints 64,64", "double 1.5", out]
    yield "zeros", "zeros.out", ["ints 64,64", out]
    yield "arange", "arange.start_out", ["int 0", "int 1024", "int 1", result(1024)]
    for name, arguments in (
            ("_clone_dim_order", [x]), ("_to_dim_order_copy", [x])):
        yield name, f"dim_order_ops::{name}.out", [*arguments, "bool 0", "ints 0,1", out]
    yield "_empty_dim_order", "dim_order_ops::_empty_dim_order.out", ["ints 64,64", "ints 0,1", out]


def calls():
    for family in (elementwise, reductions, products, images, copies):
        for name, operator, arguments in family():
            yield name, operator if "::" in operator else f"aten::{operator}", arguments
