# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computes the operators of cortex_m in another way than the kernels. The functions use PyTorch's
convolutions and poolings of whole tensors, and Python's integers, which never overflow."""

import torch
import torch.nn.functional as F

CHAR = (-128, 127)


def wrap(x):
    """Wraps an integer to the range of int32."""
    return (x + 2**31) % 2**32 - 2**31


def clamp(x, low, high):
    return min(max(x, low), high)


def divide(x, y):
    """x / y, rounded to nearest, ties away from zero."""
    result = (2 * abs(x) + y) // (2 * y)
    return result if x >= 0 else -result


def multiply_high(a, b):
    """a * b / 2^31, rounded to nearest, ties upwards, saturated."""
    return min((2 * a * b + 2**31) // 2**32, 2**31 - 1)


def requantize(x, multiplier, shift):
    return divide(multiply_high(wrap(wrap(x) * 2**max(shift, 0)), multiplier), 2**max(-shift, 0))


def finish(sums, multipliers, shifts, offset, low, high, axis=1):
    """Requantizes sums to Char, adds `offset` and clamps. Each index of `axis` has its own
    multiplier and shift."""
    moved = sums.movedim(axis, 0)
    result = torch.empty(moved.shape, dtype=torch.int8)
    for channel in range(len(moved)):
        values = [clamp(wrap(requantize(x, multipliers[channel], shifts[channel]) + offset), low,
                        high) for x in moved[channel].reshape(-1).tolist()]
        result[channel] = torch.tensor(values, dtype=torch.int8).reshape(moved.shape[1:])
    return result.movedim(0, axis)


def with_offset(function, x, offset):
    """Returns function(x + offset) for a linear function, as function(x) + offset * function(1).
    Nothing is rounded: the function's values are exact in double, and the result in int64."""
    x = x.contiguous().double()
    return function(x).long() + offset * function(torch.ones_like(x)).long()


def add_bias(sums, bias):
    return sums if bias is None else sums + bias.long().reshape(-1, 1, 1)


def convolve(x, weight, bias, stride, padding, dilation, offset):
    """Weights have the shape [output channels, rows, columns, input channels of a group]."""
    kernel = weight.permute(0, 3, 1, 2).contiguous().double()
    groups = x.shape[1] // weight.shape[3]
    return add_bias(with_offset(lambda t: F.conv2d(t, kernel, None, stride, padding, dilation,
                                                   groups), x, offset), bias)


def convolve_depthwise(x, weight, bias, stride, padding, dilation, offset):
    """Weights have the shape [1, rows, columns, output channels]."""
    kernel = weight.permute(3, 0, 1, 2).contiguous().double()
    groups = x.shape[1]
    return add_bias(with_offset(lambda t: F.conv2d(t, kernel, None, stride, padding, dilation,
                                                   groups), x, offset), bias)


def convolve_transposed(x, weight, bias, stride, padding, output_padding, dilation, offset):
    groups = x.shape[1] // weight.shape[3]
    kernel = torch.cat([part.permute(3, 0, 1, 2) for part in weight.chunk(groups)]).double()
    return add_bias(with_offset(lambda t: F.conv_transpose2d(t, kernel, None, stride, padding,
                                                             output_padding,
                                                             groups, dilation), x, offset), bias)


def multiply(a, b, a_offset, b_offset):
    return (a.long() + a_offset) @ (b.long() + b_offset).mT


def average(x, *arguments):
    def total(tensor):
        return F.avg_pool2d(tensor.double(), *arguments, divisor_override=1).long()
    sums, counts = total(x), total(torch.ones_like(x))
    values = [divide(s, c) for s, c in zip(sums.reshape(-1).tolist(), counts.reshape(-1).tolist())]
    return torch.tensor(values, dtype=torch.int8).reshape(sums.shape)


def elementwise(function, *tensors, dtype=torch.int8):
    tensors = torch.broadcast_tensors(*tensors)
    values = [function(*items) for items in zip(*(t.reshape(-1).tolist() for t in tensors))]
    return torch.tensor(values, dtype=dtype).reshape(tensors[0].shape)


def saturating_double(x, times):
    return clamp(x << times, -2**31, 2**31 - 1)


def exp_of_negative(x):
    """gemmlowp's exp_on_negative_values for 5 integer bits. The result has 31 fraction bits."""
    if x == 0:
        return 2**31 - 1
    remainder_step = 2**24
    in_quarter = x % remainder_step - remainder_step
    a = in_quarter * 32 + 2**28
    a2 = multiply_high(a, a)
    a3, a4 = multiply_high(a2, a), multiply_high(a2, a2)
    polynomial = divide(multiply_high(divide(a4, 4) + a3, 715827883) + a2, 2)
    result = 1895147668 + multiply_high(1895147668, a + polynomial)
    steps = (in_quarter - x) // remainder_step
    for bit, factor in enumerate((1672461947, 1302514674, 790015084, 290630308, 39332535, 720401,
                                  242)):
        if steps >> bit & 1:
            result = multiply_high(result, factor)
    return result


def one_over_one_plus(x):
    """gemmlowp's one_over_one_plus_x_for_x_in_0_1. Input and result have 31 fraction bits."""
    half = (x + 2**31) // 2
    y = 1515870810 + multiply_high(half, -1010580540)
    for _ in range(3):
        y += saturating_double(multiply_high(y, 2**29 - multiply_high(half, y)), 2)
    return saturating_double(y, 1)


def softmax_line(line, multiplier, shift, diff_min):
    largest = max(line)

    def power(x):
        return exp_of_negative(multiply_high(wrap((x - largest) * 2**shift), multiplier))
    total = sum(divide(power(x), 2**12) for x in line if x - largest >= diff_min)
    headroom = 32 - total.bit_length()
    scale = one_over_one_plus(total * 2**headroom - 2**31)
    return [clamp(divide(multiply_high(scale, power(x)), 2**(35 - headroom)) - 128, *CHAR)
            if x - largest >= diff_min else -128 for x in line]


def softmax(x, dim, multiplier, shift, diff_min):
    if x.dim() == 0:
        return softmax(x.reshape(1), 0, multiplier, shift, diff_min).reshape(())
    moved = x.movedim(dim, -1)
    lines = [softmax_line(line, multiplier, shift, diff_min)
             for line in moved.reshape(-1, moved.shape[-1]).tolist()] if x.numel() else []
    return torch.tensor(lines, dtype=torch.int8).reshape(moved.shape).movedim(-1, dim)
