# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The calls that optimized.py measures. The tensors have sizes as in real models. A Call has the
arguments in the order of the operator's schema. Its member `pytorch` makes the call in PyTorch.
"""

import dataclasses
import typing

import torch
import torch.nn.functional as F

CHANNELS_LAST = (0, 2, 3, 1)


@dataclasses.dataclass
class Out:
    """An output. The default dtype is PyTorch's default dtype, the default order is contiguous."""
    sizes: tuple
    dtype: torch.dtype = None
    order: tuple = None

    def tensor(self):
        tensor = torch.zeros(self.sizes, dtype=self.dtype)
        return tensor if self.order is None else channels_last(tensor)


@dataclasses.dataclass
class Call:
    name: str
    op: str  # the default namespace is aten
    arguments: list
    pytorch: typing.Callable = None
    # True if the optimized kernel should be at least five times as fast as the portable kernel.
    heavy: bool = False


def channels_last(tensor):
    return tensor.contiguous(memory_format=torch.channels_last)


def random(*sizes, low=-2.0, high=2.0):
    return torch.rand(sizes) * (high - low) + low


def elementwise():
    """Operators on the activations of a transformer: 128 tokens, 768 features."""
    size = (128, 768)
    x, y, row, column = random(*size), random(*size), random(768), random(128, 1)
    positive, out = random(*size, low=0.5), Out(size)
    truth = Out(size, torch.bool)
    yield Call("add", "add.out", [x, y, 1, out], lambda a, b, _, o: torch.add(a, b, out=o))
    yield Call("add, alpha 0.5", "add.out", [x, y, 0.5, out],
               lambda a, b, alpha, o: torch.add(a, b, alpha=alpha, out=o))
    yield Call("add, broadcast a row", "add.out", [x, row, 1, out],
               lambda a, b, _, o: torch.add(a, b, out=o))
    yield Call("add.Scalar", "add.Scalar_out", [x, 1.5, 1, out],
               lambda a, b, _, o: torch.add(a, b, out=o))
    yield Call("sub", "sub.out", [x, y, 1, out], lambda a, b, _, o: torch.sub(a, b, out=o))
    yield Call("sub.Scalar", "sub.Scalar_out", [x, 1.5, 1, out],
               lambda a, b, _, o: torch.sub(a, b, out=o))
    yield Call("mul", "mul.out", [x, y, out], lambda a, b, o: torch.mul(a, b, out=o))
    yield Call("mul, broadcast a column", "mul.out", [x, column, out],
               lambda a, b, o: torch.mul(a, b, out=o))
    yield Call("mul.Scalar", "mul.Scalar_out", [x, 1.5, out],
               lambda a, b, o: torch.mul(a, b, out=o))
    yield Call("div", "div.out", [x, positive, out], lambda a, b, o: torch.div(a, b, out=o))
    yield Call("div.Scalar", "div.Scalar_out", [x, 1.5, out],
               lambda a, b, o: torch.div(a, b, out=o))
    yield Call("le.Tensor", "le.Tensor_out", [x, y, truth], lambda a, b, o: torch.le(a, b, out=o))
    yield Call("le.Scalar", "le.Scalar_out", [x, 0.5, truth], lambda a, b, o: torch.le(a, b, out=o))
    yield Call("where", "where.self_out", [x > 0, x, y, out],
               lambda c, a, b, o: torch.ops.aten.where.self_out(c, a, b, out=o))
    for name in ("exp", "sigmoid", "tanh"):
        function = getattr(torch, name)
        yield Call(name, f"{name}.out", [x, out], lambda a, o, f=function: f(a, out=o),
                   heavy=name == "exp")
    for sizes in ((768,), (512, 3072)):
        yield Call(f"gelu, {' x '.join(map(str, sizes))}", "gelu.out",
                   [random(*sizes), "none", Out(sizes)],
                   lambda a, kind, o: torch.ops.aten.gelu.out(a, approximate=kind, out=o),
                   heavy=True)
    for approximate in ("none", "tanh"):
        yield Call("gelu" if approximate == "none" else "gelu, tanh", "gelu.out",
                   [x, approximate, out],
                   lambda a, kind, o: torch.ops.aten.gelu.out(a, approximate=kind, out=o),
                   heavy=True)
    yield Call("elu", "elu.out", [x, 1.0, 1.0, 1.0, out],
               lambda a, *rest: torch.ops.aten.elu.out(a, *rest[:-1], out=rest[-1]))


def lines():
    """Sums, means, norms, and softmax. The inputs of softmax are attention scores or the scores of
    image classes."""
    scores, out = random(8, 128, 128), Out((8, 128, 128))
    for name in ("_softmax", "_log_softmax"):
        function = getattr(torch.ops.aten, name).out
        yield Call(f"{name}, 8 x 128 x 128", f"{name}.out", [scores, -1, False, out],
                   lambda a, d, h, o, f=function: f(a, d, h, out=o), heavy=True)
        yield Call(f"{name}, 1 x 21 x 64 x 64 along 1", f"{name}.out",
                   [random(1, 21, 64, 64), 1, False, Out((1, 21, 64, 64))],
                   lambda a, d, h, o, f=function: f(a, d, h, out=o), heavy=True)
    for sizes, dim in (((64, 10), 1), ((1, 1000), 1), ((1, 2, 32, 32), 1), ((4, 150, 30, 30), 1),
                       ((1, 21, 256, 256), 1), ((512, 100), 0)):
        yield Call(f"_log_softmax, {' x '.join(map(str, sizes))} along {dim}", "_log_softmax.out",
                   [random(*sizes), dim, False, Out(sizes)],
                   lambda a, d, h, o: torch.ops.aten._log_softmax.out(a, d, h, out=o))
    x = random(128, 768)
    yield Call("sum along -1", "sum.IntList_out", [x, [-1], False, None, Out((128,))],
               lambda a, d, k, _, o: torch.sum(a, d, k, out=o))
    yield Call("sum along 0", "sum.IntList_out", [x, [0], False, None, Out((768,))],
               lambda a, d, k, _, o: torch.sum(a, d, k, out=o))
    yield Call("mean along 2, 3", "mean.out",
               [random(1, 256, 14, 14), [2, 3], True, None, Out((1, 256, 1, 1))],
               lambda a, d, k, _, o: torch.mean(a, d, k, out=o))
    yield Call("mean along 1", "mean.out", [random(8, 128, 768), [1], False, None, Out((8, 768))],
               lambda a, d, k, _, o: torch.mean(a, d, k, out=o))
    statistics = Out((128, 1))
    yield Call("native_layer_norm", "native_layer_norm.out",
               [x, [768], random(768), random(768), 1e-5, Out((128, 768)), statistics, statistics],
               lambda a, s, w, b, e, *outs: torch.ops.aten.native_layer_norm.out(
                   a, s, w, b, e, out0=outs[0], out1=outs[1], out2=outs[2]), heavy=True)
    image = random(1, 64, 56, 56)
    yield Call("_native_batch_norm_legit_no_training",
               "_native_batch_norm_legit_no_training.out",
               [image, random(64), random(64), random(64), random(64, low=0.5), 0.1, 1e-5,
                Out((1, 64, 56, 56)), Out((0,)), Out((0,))],
               lambda a, w, b, m, v, momentum, e, *_: F.batch_norm(
                   a, m, v, w, b, False, momentum, e))


def copies():
    def permuted(tensor, dims, out):
        out.copy_(tensor.permute(dims))
    yield Call("permute_copy, a matrix", "permute_copy.out",
               [random(512, 512), [1, 0], Out((512, 512))], permuted)
    yield Call("permute_copy, to channels last", "permute_copy.out",
               [random(1, 64, 56, 56), [0, 2, 3, 1], Out((1, 56, 56, 64))], permuted)
    yield Call("permute_copy, heads", "permute_copy.out",
               [random(1, 128, 12, 64), [0, 2, 1, 3], Out((1, 12, 128, 64))], permuted)


def products():
    def product(rows, terms, columns):
        return random(rows, terms), random(terms, columns), Out((rows, columns))
    for rows, terms, columns in ((128, 768, 768), (256, 256, 256), (1, 768, 768)):
        yield Call(f"mm, {rows} x {terms} x {columns}", "mm.out", [*product(rows, terms, columns)],
                   lambda a, b, o: torch.mm(a, b, out=o), heavy=rows > 1)
    a, b = (tensor.bfloat16() for tensor in product(128, 768, 768)[:2])
    yield Call("mm of BFloat16, 128 x 768 x 768", "mm.out", [a, b, Out((128, 768), torch.bfloat16)],
               lambda a, b, o: torch.mm(a, b, out=o), heavy=True)
    a, b, out = product(128, 768, 768)
    yield Call("addmm", "addmm.out", [random(768), a, b, 1, 1, out],
               lambda bias, a, b, _, __, o: torch.addmm(bias, a, b, out=o), heavy=True)
    yield Call("linear", "linear.out", [a, random(768, 768), random(768), out],
               lambda a, w, b, o: F.linear(a, w, b), heavy=True)
    yield Call("bmm", "bmm.out", [random(12, 128, 64), random(12, 64, 128), Out((12, 128, 128))],
               lambda a, b, o: torch.bmm(a, b, out=o), heavy=True)


def convolutions():
    def convolution(x, w, b, stride, padding, dilation, transposed, output_padding, groups, o):
        return F.conv2d(x, w, b, stride, padding, dilation, groups)
    for name, x, weight, padding, groups, stride, order in (
            ("3 x 3", (1, 64, 28, 28), (64, 64, 3, 3), 1, 1, 1, None),
            ("3 x 3, 64 x 56 x 56", (1, 64, 56, 56), (64, 64, 3, 3), 1, 1, 1, None),
            ("3 x 3, 256 x 14 x 14", (1, 256, 14, 14), (256, 256, 3, 3), 1, 1, 1, None),
            ("3 x 3, 512 x 7 x 7", (1, 512, 7, 7), (512, 512, 3, 3), 1, 1, 1, None),
            ("3 x 3, 16 x 32 x 32", (1, 16, 32, 32), (16, 16, 3, 3), 1, 1, 1, None),
            ("3 x 3, of 4 images", (4, 32, 28, 28), (64, 32, 3, 3), 1, 1, 1, None),
            ("3 x 3, channels last", (1, 64, 28, 28), (64, 64, 3, 3), 1, 1, 1, CHANNELS_LAST),
            ("3 x 3, stride 2, 3 x 224 x 224", (1, 3, 224, 224), (32, 3, 3, 3), 1, 1, 2, None),
            ("3 x 3, stride 2, 128 x 28 x 28", (1, 128, 28, 28), (256, 128, 3, 3), 1, 1, 2, None),
            ("1 x 1", (1, 64, 28, 28), (128, 64, 1, 1), 0, 1, 1, None),
            ("depthwise", (1, 128, 28, 28), (128, 1, 3, 3), 1, 128, 1, None)):
        image = random(*x)
        yield Call(f"convolution, {name}", "convolution.out",
                   [image if order is None else channels_last(image), random(*weight),
                    random(weight[0]), [stride] * 2, [padding] * 2, [1, 1], False, [0, 0], groups,
                    Out((x[0], weight[0], x[2] // stride, x[3] // stride), order=order)],
                   convolution, heavy=True)


def pools():
    def pool(kind, name, image, order, size, stride, padding):
        sizes = (*image.shape[:2], *(side // stride for side in image.shape[2:]))
        window, out = [[size] * 2, [stride] * 2, [padding] * 2], Out(sizes, order=order)
        if kind == "avg_pool2d":
            return Call(f"{kind}, {name}", f"{kind}.out", [image, *window, False, True, None, out],
                        lambda *a: torch.ops.aten.avg_pool2d.out(*a[:-1], out=a[-1]))
        return Call(f"{kind}, {name}", f"{kind}.out",
                    [image, *window, [1, 1], False, out, Out(sizes, torch.int64, order)],
                    lambda *a: torch.ops.aten.max_pool2d_with_indices.out(
                        *a[:-2], out=a[-2], indices=a[-1]))
    kinds = ("max_pool2d_with_indices", "avg_pool2d")
    image = random(1, 64, 56, 56)
    for label, tensor, order in (("", image, None),
                                 (", channels last", channels_last(image), CHANNELS_LAST)):
        for size, padding in ((2, 0), (3, 1)):
            for kind in kinds:
                yield pool(kind, f"{size} x {size}{label}", tensor, order, size, 2, padding)
    for channels, side, size, stride in ((3, 64, 2, 2), (16, 8, 2, 2), (24, 32, 3, 2),
                                         (64, 112, 3, 2), (256, 14, 3, 1), (512, 14, 2, 2)):
        image = channels_last(random(1, channels, side, side))
        for kind in kinds:
            yield pool(kind, f"{size} x {size} of {channels} x {side} x {side}, stride {stride}, "
                       "channels last", image, CHANNELS_LAST, size, stride, size - 2)


def samples():
    for mode, interpolation in enumerate(("bilinear", "nearest", "bicubic")):
        yield Call(f"grid_sampler_2d, {interpolation}", "grid_sampler_2d.out",
                   [random(1, 32, 56, 56), random(1, 56, 56, 2, low=-1.0, high=1.0), mode, 0, False,
                    Out((1, 32, 56, 56))],
                   lambda *a: torch.grid_sampler_2d(*a[:-1]))


def transforms():
    for sizes, dim in (((64, 512), 1), ((1, 512), 1), ((100, 400), 1), ((16, 4096), 1),
                       ((512, 64), 0)):
        signal = random(*sizes).float()
        spectrum = torch.fft.rfft(signal, dim=dim)
        name = f", {' x '.join(map(str, sizes))} along {dim}" if sizes != (64, 512) else ""
        yield Call(f"_fft_r2c{name}", "_fft_r2c.out",
                   [signal, [dim], 0, True, Out(tuple(spectrum.shape), torch.complex64)],
                   lambda a, d, n, one, o: torch._fft_r2c(a, d, n, one, out=o))
        yield Call(f"_fft_c2r{name}", "_fft_c2r.out",
                   [spectrum, [dim], 2, sizes[dim], Out(sizes, torch.float32)],
                   lambda a, d, n, last, o: torch._fft_c2r(a, d, n, last, out=o))


def mixed_products():
    for rows in (1, 128):
        x, output = random(rows, 768), Out((rows, 768))
        weights = torch.randint(-128, 128, (768, 768), dtype=torch.int8)
        scales = random(768)
        yield Call(f"mixed_mm, {rows} x 768 x 768", "quantized_decomposed::mixed_mm.out",
                   [x, weights, scales, None, output],
                   lambda x, w, s, _, o: torch.mm(x, w.to(s.dtype).mul_(s[:, None]), out=o))
        yield Call(f"mixed_linear, {rows} x 768 x 768", "quantized_decomposed::mixed_linear.out",
                   [x, weights, scales, None, None, output],
                   lambda x, w, s, _, __, o: torch.mm(x, w.to(s.dtype).mul_(s[:, None]).t(), out=o))


def calls():
    torch.manual_seed(1)
    for group in (elementwise, lines, copies, products, convolutions, pools, samples, transforms,
                  mixed_products):
        yield from group()
