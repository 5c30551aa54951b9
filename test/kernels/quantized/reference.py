# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A reference for the quantized library's operators, written from their definitions with NumPy and
PyTorch. affine_agrees() asserts that PyTorch quantises and dequantises Byte and Char in the same
way."""

import dataclasses

import numpy
import torch

import case_writer


@dataclasses.dataclass(frozen=True)
class Quantized:
    """A dtype of quantised elements. PyTorch lacks some of these dtypes, so a tensor of the dtype
    `bits`, which has the same size, holds the elements."""
    name: str
    code: int
    low: int
    high: int
    bits: torch.dtype

    def make(self, values, kind=case_writer.In, **more):
        bits = torch.from_numpy(numpy.asarray(values, numpy.int64)).to(self.bits)
        return kind(bits, dtype=self.name, **more)

    def random(self, *shape):
        low, high = max(self.low, -2**24), min(self.high, 2**24)
        values = torch.randint(low, high + 1, shape).numpy()
        values.reshape(-1)[:2] = [self.low, self.high][:values.size]
        return values


DTYPES = [Quantized("Byte", 0, 0, 255, torch.uint8), Quantized("Char", 1, -128, 127, torch.int8),
          Quantized("Short", 2, -2**15, 2**15 - 1, torch.int16),
          Quantized("Int", 3, -2**31, 2**31 - 1, torch.int32),
          Quantized("Bits16", 22, 0, 2**16 - 1, torch.int16),
          Quantized("UInt16", 27, 0, 2**16 - 1, torch.int16)]
BYTE, CHAR = DTYPES[:2]


def floats(tensor):
    """Returns a NumPy array; Half and BFloat16 become float32."""
    return (tensor if tensor.dtype == torch.float64 else tensor.float()).numpy()


def wrap(x):
    """Returns x modulo 2**32 as a signed 32-bit integer."""
    return (x + 2**31) % 2**32 - 2**31


def quantize(x, scale, zero_point, low, high):
    """`scale` and `zero_point` are numbers, or arrays that broadcast to the shape of x."""
    inverse = numpy.float32(1) / numpy.asarray(scale, numpy.float32)
    numbers = floats(x)
    scaled = (inverse.astype(numbers.dtype) * numbers).astype(numpy.float32)
    steps = numpy.asarray(zero_point).astype(numpy.float32) + numpy.rint(scaled)
    steps = numpy.where(numpy.isnan(steps), low, steps).astype(numpy.float64)
    return numpy.clip(steps, low, high).astype(numpy.int64)


def dequantized(q, scale, zero_point):
    return wrap(q - numpy.asarray(zero_point, numpy.int64)).astype(numpy.float32) * numpy.asarray(
        scale, numpy.float32)


def dequantize(q, scale, zero_point, dtype):
    return torch.from_numpy(numpy.asarray(dequantized(q, scale, zero_point))).to(dtype)


def affine_agrees():
    x = torch.cat([torch.randn(400) * 20, torch.arange(-300, 300) / 4])
    for dtype, kind in ((BYTE, torch.quint8), (CHAR, torch.qint8)):
        for scale, zero_point in ((1.0, 5), (0.5, 0), (0.3, 77), (2.822781801224, 3)):
            q = torch.quantize_per_tensor(x, scale, zero_point, kind)
            ours = quantize(x, scale, zero_point, dtype.low, dtype.high)
            assert numpy.array_equal(q.int_repr().long().numpy(), ours)
            assert torch.equal(q.dequantize(), dequantize(ours, scale, zero_point, torch.float32))
    rows, scales = x[:400].reshape(4, 100), torch.tensor([0.1, 1.0, 0.5, 3.0])
    q = torch.quantize_per_channel(rows, scales, torch.tensor([1, 2, 3, 4]), 0, torch.quint8)
    ours = quantize(rows, scales.reshape(4, 1), numpy.array([[1], [2], [3], [4]]), 0, 255)
    assert numpy.array_equal(q.int_repr().long().numpy(), ours)


def choose_qparams(numbers, low, high):
    """Returns scale and zero point. Rounds an intermediate result to single precision where
    ExecuTorch's kernel rounds it."""
    single = numpy.float32
    first, last = min(numbers.min(), single(0)), max(numbers.max(), single(0))
    scale = (float(last) - float(first)) / (high - low)
    least = single(6.1e-5)
    with numpy.errstate(divide="ignore", over="ignore"):
        if single(scale) == 0 or numpy.isinf(single(1) / single(scale)):
            scale = 0.1
    if scale < least:
        amplifier = least / single(scale)
        scale = float(least)
        if first == 0:
            last = least * single(high - low)
        elif last == 0:
            first = -least * single(high - low)
        else:
            first, last = first * amplifier, last * amplifier
    from_first, from_last = low - float(first) / scale, high - float(last) / scale
    first_error = abs(low) - abs(float(first) / scale)
    last_error = abs(high) - abs(float(last) / scale)
    zero_point = from_first if first_error < last_error else from_last
    return scale, int(min(max(numpy.rint(single(zero_point)), low), high))


def unpack(weight, bits):
    """Unpacks the integers that the exporter packed into bytes. For 4 bits, the first integer is in
    the upper half of the byte; for 2 bits, in the lowest bits. The exporter adds 2**(bits - 1) to
    each integer, so that no packed integer is negative."""
    if bits == 4:
        parts = [weight >> 4, weight & 15]
    else:
        parts = [weight & 3, weight >> 2 & 3, weight >> 4 & 3, weight >> 6]
    return torch.stack(parts, -1).reshape(weight.shape[0], -1).int() - 2**(bits - 1)


def embedding(weight, scales, zero_points, indices, dtype):
    scales = scales.reshape(len(scales), -1)
    length = weight.shape[1] // max(scales.shape[1], 1)

    def spread(numbers):
        return numbers.float().reshape(scales.shape).repeat_interleave(length, 1)

    numbers = weight.float() - (0 if zero_points is None else spread(zero_points))
    return (numbers * spread(scales)).to(dtype)[indices.long()]


def weights(weight, scales, zero_points, group):
    """Returns the dequantised weights. Each `group` consecutive elements of a row share a scale and
    a zero point; a row's last group may be shorter."""
    def spread(numbers):
        numbers = numbers.double() if numbers.dim() == 2 else numbers.double()[:, None]
        return numbers.repeat_interleave(group, 1)[:, :weight.shape[1]]

    numbers = weight.double() - (0 if zero_points is None else spread(zero_points))
    return numbers * spread(scales)
