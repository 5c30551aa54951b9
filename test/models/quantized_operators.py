# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Defines the operators of quantised models for PyTorch, because PyTorch 1.13 lacks these
operators. test/kernels/quantized/reference.py computes the results."""

import os
import sys

import numpy
import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "kernels"))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "kernels", "quantized"))
import reference

LIBRARY = torch.library.Library("quantized_decomposed", "DEF")
TYPES = {1: torch.int8}
LIMITS = "int quant_min, int quant_max, ScalarType dtype"


def define(schema):
    def register(function):
        LIBRARY.define(schema)
        LIBRARY.impl(schema[:schema.index("(")], function, "CPU")
        return function
    return register


def integers(array):
    return torch.from_numpy(array).to(torch.int8)


def column(tensor):
    return tensor.double().numpy().reshape(len(tensor.reshape(-1)), 1)


@define(f"quantize_per_tensor(Tensor input, float scale, int zero_point, {LIMITS}) -> Tensor")
def quantize_per_tensor(x, scale, zero_point, low, high, _):
    return integers(reference.quantize(x, scale, zero_point, low, high))


@define(f"dequantize_per_tensor(Tensor input, float scale, int zero_point, {LIMITS}, *, "
        "ScalarType? out_dtype=None) -> Tensor")
def dequantize_per_tensor(q, scale, zero_point, low, high, _, out_dtype=None):
    return reference.dequantize(q.long().numpy(), scale, zero_point, torch.float32)


@define(f"dequantize_per_channel(Tensor input, Tensor scales, Tensor? zero_points, int axis, {LIMITS}, "
        "*, ScalarType? out_dtype=None) -> Tensor")
def dequantize_per_channel(q, scales, zero_points, axis, low, high, _, out_dtype=None):
    shape = [-1] + [1] * (q.dim() - 1)
    return reference.dequantize(q.long().numpy(), scales.numpy().reshape(shape),
                                zero_points.numpy().reshape(shape), torch.float32)


@define("add(Tensor a, float a_scale, int a_zero_point, int a_quant_min, int a_quant_max, Tensor b, "
        "float b_scale, int b_zero_point, int b_quant_min, int b_quant_max, float out_scale, int "
        "out_zero_point, int out_quant_min, int out_quant_max) -> Tensor")
def add(a, a_scale, a_zero, a_low, a_high, b, b_scale, b_zero, b_low, b_high, scale, zero_point,
        low, high):
    total = (reference.dequantized(a.long().numpy(), a_scale, a_zero) +
             reference.dequantized(b.long().numpy(), b_scale, b_zero))
    return integers(reference.quantize(torch.from_numpy(total), scale, zero_point, low, high))


@define("choose_qparams_per_token_asymmetric(Tensor input, ScalarType dtype) -> (Tensor, Tensor)")
def choose_qparams_per_token_asymmetric(x, _):
    lines = x.reshape(-1, x.shape[-1]).numpy()
    found = [reference.choose_qparams(line, -128, 127) for line in lines]
    shape = [*x.shape[:-1], 1]
    return (torch.tensor([scale for scale, _ in found], dtype=torch.float64).reshape(shape),
            torch.tensor([zero_point for _, zero_point in found]).reshape(shape))


@define(f"quantize_per_token(Tensor input, Tensor scales, Tensor zero_points, {LIMITS}) -> Tensor")
def quantize_per_token(x, scales, zero_points, low, high, _):
    return integers(reference.quantize(x, scales.numpy(), zero_points.numpy(), low, high))


@define(f"dequantize_per_token(Tensor input, Tensor scales, Tensor zero_points, {LIMITS}, "
        "ScalarType output_dtype) -> Tensor")
def dequantize_per_token(q, scales, zero_points, low, high, _, output_dtype):
    return reference.dequantize(q.long().numpy(), scales.numpy(), zero_points.numpy(),
                                torch.float32)


@define("embedding_4bit(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int "
        "weight_quant_min, int weight_quant_max, Tensor indices) -> Tensor")
def embedding_4bit(weight, scales, zero_points, low, high, indices):
    return reference.embedding(reference.unpack(weight, 4), scales, zero_points, indices,
                               torch.float32)


@define("mixed_linear(Tensor input, Tensor weight, Tensor weight_scales, Tensor? "
        "weight_zero_points, ScalarType? dtype=None) -> Tensor")
def mixed_linear(x, weight, scales, zero_points, dtype=None):
    groups = scales.shape[1] if scales.dim() == 2 else 1
    wide = reference.weights(weight, scales, zero_points, -(-weight.shape[1] // groups))
    return (x.double() @ wide.T).float()


def quantized(x, scale):
    return torch.ops.quantized_decomposed.quantize_per_tensor(x, scale, 0, -128, 127, torch.int8)


def numbers(q, scale):
    return torch.ops.quantized_decomposed.dequantize_per_tensor(q, scale, 0, -128, 127, torch.int8)
