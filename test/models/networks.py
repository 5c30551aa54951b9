#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes small networks as programs: networks.py OUTDIR [NAME...]

For each network, the script writes the program NAME.json, its inputs NAME.<n>.bin, and PyTorch's
outputs NAME.expected/<n>.npy. NAME-baked.json is the same program with its inputs as constants, for
firmware, which reads no input files. Weights are random numbers from a fixed seed.
"""

import os
import sys
import warnings
from pathlib import Path

import numpy
import torch
from torch import nn
from torch.nn import functional

from export import export
from method import lines
from quantized_operators import numbers, quantized


def convolution(into, out, size=3, stride=1, groups=1):
    return nn.Sequential(nn.Conv2d(into, out, size, stride, size // 2, groups=groups, bias=False),
                         nn.BatchNorm2d(out))


class InvertedResidual(nn.Module):
    def __init__(self, into, out, stride):
        super().__init__()
        wide = 3 * into
        self.body = nn.Sequential(convolution(into, wide, 1), nn.ReLU6(),
                                  convolution(wide, wide, 3, stride, groups=wide), nn.ReLU6(),
                                  convolution(wide, out, 1))
        self.is_residual = stride == 1 and into == out

    def forward(self, x):
        return x + self.body(x) if self.is_residual else self.body(x)


class MobileNetV2(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(convolution(3, 4, 3, 2), nn.ReLU6(), InvertedResidual(4, 4, 1),
                                  InvertedResidual(4, 6, 2), convolution(6, 12, 1), nn.ReLU6())
        self.head = nn.Sequential(nn.Dropout(0.2), nn.Linear(12, 5))

    def forward(self, x):
        return self.head(self.body(x).mean([2, 3]))


class BasicBlock(nn.Module):
    def __init__(self, into, out, stride):
        super().__init__()
        self.first, self.second = convolution(into, out, 3, stride), convolution(out, out)
        self.skip = convolution(into, out, 1, stride) if stride != 1 else nn.Identity()

    def forward(self, x):
        y = self.second(functional.relu(self.first(x)))
        return functional.relu(y + self.skip(x))


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(convolution(3, 4, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1),
                                  BasicBlock(4, 4, 1), BasicBlock(4, 6, 2), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(6, 5)

    def forward(self, x):
        return self.head(torch.flatten(self.body(x), 1))


class KeywordNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(convolution(1, 4, 5, 2), nn.ReLU(),
                                  convolution(4, 4, 3, groups=4), nn.ReLU(), convolution(4, 6, 1),
                                  nn.ReLU(), nn.AvgPool2d(3))
        self.head = nn.Linear(12, 4)

    def forward(self, x):
        return torch.log_softmax(self.head(self.body(x).flatten(1)), 1)


class LstmStep(nn.Module):
    """One step of an LSTM; the outputs are the step's output and the next state."""

    def __init__(self):
        super().__init__()
        self.cell, self.head = nn.LSTMCell(6, 8), nn.Linear(8, 3)

    def forward(self, x, h, c):
        h, c = self.cell(x, (h, c))
        return torch.sigmoid(self.head(h)), h, c


class Transformer(nn.Module):
    """A language model of one block, with embedding, causal attention, norms and a gated
    feed-forward part. The outputs are the logits and the most likely next token."""

    def __init__(self):
        super().__init__()
        width, self.heads = 8, 2
        self.embedding = nn.Embedding(16, width)
        self.position = nn.Parameter(torch.randn(5, width) / 4)
        self.norm, self.scale = nn.LayerNorm(width), nn.Parameter(torch.randn(width))
        self.qkv, self.project = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.gate, self.up, self.down = (nn.Linear(*sizes, bias=False) for sizes in
                                         ((width, 12), (width, 12), (12, width)))
        self.register_buffer("mask", torch.ones(5, 5).triu(1).bool())

    def attention(self, x):
        length, width = x.shape[1:]
        q, k, v = (part.reshape(1, length, self.heads, -1).transpose(1, 2)
                   for part in self.qkv(x).split(width, dim=2))
        scores = q @ k.transpose(2, 3) / (width / self.heads) ** 0.5
        weights = torch.softmax(scores.masked_fill(self.mask, float("-inf")), -1)
        return self.project((weights @ v).transpose(1, 2).reshape(1, length, width))

    def forward(self, tokens):
        x = self.embedding(tokens) + self.position
        x = x + self.attention(self.norm(x))
        y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * self.scale
        x = x + self.down(functional.silu(self.gate(y)) * self.up(y))
        logits = functional.gelu(x) @ self.embedding.weight.t()
        return logits, logits[:, -1].argmax(-1)


class Detector(nn.Module):
    """A detector like YOLO: the outputs are a box and the best score for each cell of a grid."""

    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(convolution(3, 4, 3, 2), nn.SiLU())
        self.second = nn.Sequential(convolution(4, 6, 3, 2), nn.SiLU())
        self.pool, self.up = nn.MaxPool2d(3, 1, 1), nn.Upsample(scale_factor=2.0)
        self.head = nn.Conv2d(16, 6, 1)
        grid = torch.stack(torch.meshgrid(torch.arange(4.0), torch.arange(4.0), indexing="ij"))
        self.register_buffer("grid", grid[None])

    def forward(self, x):
        first = self.first(x)
        second = self.second(first)
        x = self.head(torch.cat([first, self.up(torch.cat([second, self.pool(second)], 1))], 1))
        x = torch.sigmoid(x)
        center, size, scores = x.split([2, 2, 2], 1)
        boxes = torch.cat([(center * 2 - 0.5 + self.grid) * 4, (size * 2) ** 2], 1)
        return boxes.flatten(2).permute(0, 2, 1), scores.flatten(2).amax(1)


class Autoencoder(nn.Module):
    """An autoencoder for sensor data; the outputs are the reconstruction and its error."""

    def __init__(self):
        super().__init__()
        self.encode = nn.Sequential(nn.Conv1d(3, 4, 3, 2, 1), nn.ELU(), nn.Conv1d(4, 2, 3, 2, 1),
                                    nn.Hardtanh())
        self.decode = nn.Sequential(nn.ConvTranspose1d(2, 4, 4, 2, 1), nn.LeakyReLU(0.1),
                                    nn.ConvTranspose1d(4, 3, 4, 2, 1), nn.Tanh())

    def forward(self, x):
        y = self.decode(self.encode(x))
        error = x - y
        return y, (error * error).sum([1, 2]).sqrt(), torch.maximum(error, -error).amax()


class QuantizedConvolution(nn.Module):
    """A convolution with Char weights and one scale for each output channel. The scales of weights
    and inputs are powers of two, so the sums of products are exact in Float, in any order."""

    def __init__(self, into, out, size=3, stride=1, groups=1):
        super().__init__()
        self.register_buffer("weight", torch.randint(-32, 32, (out, into // groups, size, size)).to(torch.int8))
        self.register_buffer("scales", 2.0 ** torch.randint(-8, -5, (out,)))
        self.register_buffer("zero_points", torch.zeros(out, dtype=torch.int64))
        self.stride, self.groups = stride, groups

    def forward(self, x):
        weight = torch.ops.quantized_decomposed.dequantize_per_channel(
            self.weight, self.scales, self.zero_points, 0, -127, 127, torch.int8)
        return functional.conv2d(x, weight, None, self.stride, weight.shape[2] // 2, 1, self.groups)


class QuantizedMobileNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.wide = QuantizedConvolution(3, 4, 3, 2), QuantizedConvolution(4, 8, 1)
        self.depth, self.narrow = QuantizedConvolution(8, 8, 3, 1, 8), QuantizedConvolution(8, 4, 1)
        self.head = nn.Linear(4, 5)

    def forward(self, x):
        x = numbers(quantized(x, 1 / 32), 1 / 32)
        q = quantized(functional.relu(self.first(x)), 1 / 16)
        y = quantized(functional.relu(self.wide(numbers(q, 1 / 16))), 1 / 16)
        y = quantized(functional.relu(self.depth(numbers(y, 1 / 16))), 1 / 16)
        y = quantized(self.narrow(numbers(y, 1 / 16)), 1 / 16)
        q = torch.ops.quantized_decomposed.add(q, 1 / 16, 0, -128, 127, y, 1 / 16, 0, -128, 127,
                                               1 / 8, -8, -128, 127)
        x = torch.ops.quantized_decomposed.dequantize_per_tensor(q, 1 / 8, -8, -128, 127, torch.int8)
        return self.head(x.mean([2, 3]))


class QuantizedTransformer(nn.Module):
    """A block of a language model. The elements of the embedding table have 4 bits. Linear layers
    have Char weights, and a scale for every 4 weights of a row. The inputs of linear layers are
    quantised at run time, with a scale and a zero point for each token."""

    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.randint(0, 256, (16, 4)).to(torch.uint8))
        self.register_buffer("table_scales", torch.rand(16, 2) / 4 + 0.1)
        self.norm = nn.LayerNorm(8)
        for name, out, into in (("qkv", 24, 8), ("project", 8, 8), ("up", 12, 8), ("down", 8, 12)):
            self.register_buffer(name, torch.randint(-128, 128, (out, into)).to(torch.int8))
            self.register_buffer(name + "_scales", torch.rand(out, into // 4) / 300 + 0.001)

    def linear(self, x, name):
        ops = torch.ops.quantized_decomposed
        scales, zero_points = ops.choose_qparams_per_token_asymmetric(x, torch.int8)
        q = ops.quantize_per_token(x, scales, zero_points, -128, 127, torch.int8)
        x = ops.dequantize_per_token(q, scales, zero_points, -128, 127, torch.int8, torch.float32)
        return ops.mixed_linear(x, getattr(self, name), getattr(self, name + "_scales"), None)

    def forward(self, tokens):
        x = torch.ops.quantized_decomposed.embedding_4bit(self.table, self.table_scales, None, -8, 7,
                                                          tokens)
        q, k, v = self.linear(self.norm(x), "qkv").split(8, dim=1)
        x = x + self.linear(torch.softmax(q @ k.t() / 8 ** 0.5, -1) @ v, "project")
        return x + self.linear(functional.gelu(self.linear(x, "up")), "down")


NETWORKS = {
    "quantized-mobilenet": (QuantizedMobileNet, [(1, 3, 16, 16)]),
    "quantized-transformer": (QuantizedTransformer, [torch.tensor([3, 1, 4, 1, 5])]),
    "mobilenet-v2": (MobileNetV2, [(1, 3, 16, 16)]),
    "resnet": (ResNet, [(1, 3, 16, 16)]),
    "ds-cnn": (KeywordNet, [(1, 1, 12, 10)]),
    "lstm-step": (LstmStep, [(2, 6), (2, 8), (2, 8)]),
    "transformer": (Transformer, [torch.tensor([[3, 1, 4, 1, 5]])]),
    "detector": (Detector, [(1, 3, 8, 8)]),
    "autoencoder": (Autoencoder, [(2, 3, 16)]),
}


def write(folder, name):
    torch.manual_seed(7)
    make, shapes = NETWORKS[name]
    network = make().eval()
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.normal_()
            module.running_var.uniform_(0.5, 2)
    inputs = [shape if isinstance(shape, torch.Tensor) else torch.randn(shape) for shape in shapes]
    program, expected = export(network, inputs)
    baked, _ = export(network, inputs, True)
    Path(folder, f"{name}.json").write_text(lines(program) + "\n")
    Path(folder, f"{name}-baked.json").write_text(lines(baked) + "\n")
    os.makedirs(f"{folder}/{name}.expected", exist_ok=True)
    for number, tensor in enumerate(inputs):
        tensor.numpy().tofile(f"{folder}/{name}.{number}.bin")
    for number, tensor in enumerate(expected):
        numpy.save(f"{folder}/{name}.expected/{number}.npy", tensor.numpy())


def main():
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    for name in sys.argv[2:] or NETWORKS:
        write(sys.argv[1], name)


main()
