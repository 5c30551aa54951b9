# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the cases of operators with windows or matrices: convolutions, poolings, linear and
batch_matmul."""

import itertools

import torch
import torch.nn.functional as F

import reference
from bad_calls import bad_calls, integer, op
from case_writer import CHANNELS_LAST, INVALID, Calls, Case, In, Out, random, refused

SCRATCH = torch.zeros(0, dtype=torch.uint8)
# If there is only one channel, this dim order means the same order of elements as channels-last.
ONE_CHANNEL = (0, 2, 1, 3)


def image(tensor, kind=In):
    return kind(tensor, order=CHANNELS_LAST)


def ints(low, high, count):
    return torch.randint(low, high + 1, (count,)).to(torch.int32)


def scales(channels, index):
    """Returns a multiplier and a shift for each channel. They scale sums of several thousand to
    about the range of Char. If `index` is a multiple of 3, they can have any valid value."""
    multipliers, shifts = ints(2**30, 2**31 - 1, channels), ints(-12, -5, channels)
    if index % 3 == 0:
        multipliers = ints(-2**31 + 1, 2**31 - 1, channels)
        shifts = ints(-31, 30, channels)
        multipliers[0], shifts[0] = 2**31 - 1, (-31, 30)[index % 2]
    return multipliers, shifts


def limits(index):
    return ((-128, 127), (-128, 127), (-20, 30), (50, -50))[index % 4]


def offsets(index):
    return (integer(-127, 128), integer(-128, 127)) if index % 5 else (128, -128)


# Input shape, output channels, input channels of a group, kernel, stride, padding, dilation.
CONVOLUTIONS = [
    ((1, 3, 4, 5), 2, 3, (2, 2), (1, 1), (0, 0), (1, 1)),
    ((1, 8, 5, 5), 7, 8, (1, 1), (1, 1), (0, 0), (1, 1)),
    ((2, 5, 3, 3), 4, 5, (1, 1), (2, 2), (0, 0), (1, 1)),
    ((1, 4, 6, 5), 8, 4, (3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 4, 6, 5), 5, 4, (3, 3), (2, 2), (1, 1), (1, 1)),
    ((1, 2, 7, 9), 3, 2, (3, 2), (1, 2), (2, 1), (1, 2)),
    ((1, 2, 9, 7), 4, 2, (2, 3), (2, 1), (1, 3), (3, 2)),
    ((1, 6, 4, 4), 4, 3, (3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 4, 4, 4), 8, 1, (2, 2), (1, 1), (0, 0), (1, 1)),
    ((1, 12, 3, 3), 10, 6, (1, 1), (1, 1), (0, 0), (1, 1)),
    ((1, 3, 5, 5), 4, 3, (2, 2), (4, 5), (0, 0), (1, 1)),
    ((1, 2, 2, 2), 3, 2, (2, 2), (1, 1), (3, 4), (1, 1)),
    ((1, 2, 3, 3), 3, 2, (2, 2), (1, 1), (2, 2), (3, 3)),
    ((1, 1, 49, 10), 4, 1, (10, 4), (2, 2), (5, 1), (1, 1)),
    ((1, 1, 1, 1), 1, 1, (1, 1), (1, 1), (0, 0), (1, 1)),
    ((1, 3, 1, 8), 5, 3, (1, 3), (1, 1), (0, 1), (1, 1)),
    ((0, 3, 4, 4), 2, 3, (2, 2), (1, 1), (0, 0), (1, 1)),
    ((1, 3, 4, 4), 0, 3, (2, 2), (1, 1), (0, 0), (1, 1)),
    # The kernel computes the next four in parts, because a window has more than 128 elements, or a
    # group has more than 64 output channels.
    ((1, 64, 2, 2), 65, 64, (1, 1), (1, 1), (0, 0), (1, 1)),
    ((1, 130, 1, 3), 67, 130, (1, 1), (1, 1), (0, 0), (1, 1)),
    ((1, 20, 4, 3), 5, 20, (3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 4, 3, 3), 132, 2, (2, 2), (1, 1), (0, 1), (1, 1)),
    ((1, 2, 4, 4), 4, 2, (2, 2), (1,), (1,), (2,)),
    ((1, 2, 3, 3), 3, 2, (1, 1), (1, 2**31 - 1), (0, 0), (2**31 - 1, 2**31 - 1)),
]

# The shape of the input, then kernel, depth multiplier, stride, padding, dilation.
DEPTHWISE = [
    ((1, 4, 5, 5), (3, 3), 1, (1, 1), (1, 1), (1, 1)),
    ((1, 7, 5, 6), (3, 3), 1, (2, 2), (1, 1), (1, 1)),
    ((2, 9, 4, 4), (2, 3), 1, (1, 2), (1, 0), (2, 1)),
    ((1, 1, 6, 6), (3, 3), 8, (1, 1), (1, 1), (1, 1)),
    ((1, 1, 6, 6), (3, 3), 6, (2, 1), (0, 2), (1, 2)),
    ((1, 3, 4, 4), (2, 2), 2, (1, 1), (0, 0), (1, 1)),
    ((1, 3, 4, 4), (2, 2), 5, (1, 1), (1, 1), (2, 2)),
    ((1, 2, 3, 3), (1, 1), 4, (1, 1), (0, 0), (1, 1)),
    ((1, 1, 1, 1), (1, 1), 1, (1, 1), (0, 0), (1, 1)),
    ((1, 5, 3, 3), (3, 3), 1, (5, 5), (1, 1), (1, 1)),
    ((1, 5, 2, 2), (2, 2), 1, (1, 1), (3, 3), (1, 1)),
    ((1, 1, 49, 10), (10, 4), 8, (2, 2), (5, 1), (1, 1)),
    ((1, 2, 5, 4), (3, 2), 3, (1, 1), (1, 1), (1, 1)),
    ((2, 3, 3, 3), (2, 2), 8, (1, 1), (1, 0), (1, 1)),
    # The kernel computes the next four in parts, because there are more than 64 output channels, or
    # more than 1280 weights for an input channel.
    ((1, 1, 3, 3), (2, 2), 67, (1, 1), (1, 1), (1, 1)),
    ((1, 67, 3, 2), (2, 2), 1, (1, 1), (1, 1), (1, 1)),
    ((1, 1, 8, 8), (8, 8), 25, (1, 1), (1, 2), (1, 1)),
    ((1, 2, 36, 37), (36, 36), 2, (1, 1), (0, 1), (1, 1)),
    ((0, 4, 3, 3), (2, 2), 1, (1, 1), (0, 0), (1, 1)),
    ((1, 4, 3, 3), (2, 2), 1, (1,), (1,), (1,)),
    ((1, 4, 3, 2), (1, 1), 1, (2**31 - 1, 1), (0, 0), (2**31 - 1, 2**31 - 1)),
]

# The same columns as in CONVOLUTIONS, with the output padding before the dilation.
TRANSPOSED = [
    ((1, 3, 3, 4), 4, 3, (2, 2), (1, 1), (0, 0), (0, 0), (1, 1)),
    ((1, 3, 3, 4), 5, 3, (3, 3), (2, 2), (1, 1), (1, 1), (1, 1)),
    ((1, 4, 3, 3), 4, 4, (2, 2), (2, 2), (0, 0), (0, 0), (1, 1)),
    ((2, 2, 3, 2), 3, 2, (3, 2), (3, 2), (1, 0), (2, 1), (1, 2)),
    ((1, 2, 3, 3), 3, 2, (3, 3), (2, 3), (2, 2), (0, 1), (2, 3)),
    ((1, 2, 3, 3), 3, 2, (3, 3), (2, 4), (0, 1), (1, 0), (3, 6)),
    ((1, 2, 4, 4), 2, 2, (4, 4), (6, 6), (0, 0), (0, 0), (4, 4)),
    ((1, 4, 2, 3), 6, 2, (2, 2), (2, 1), (0, 0), (0, 0), (1, 1)),
    ((1, 2, 2, 2), 2, 2, (1, 1), (3, 3), (0, 0), (2, 1), (1, 1)),
    ((1, 1, 1, 1), 1, 1, (1, 1), (1, 1), (0, 0), (0, 0), (1, 1)),
    ((1, 8, 2, 2), 4, 8, (5, 5), (2, 2), (2, 2), (1, 0), (1, 1)),
    ((0, 3, 3, 4), 4, 3, (2, 2), (1, 1), (0, 0), (0, 0), (1, 1)),
    ((1, 2, 2, 3), 3, 2, (2, 2), (2,), (0,), (1,), (1,)),
    ((1, 2, 1, 2), 3, 2, (1, 1), (2**20, 1), (0, 0), (3, 4), (2**31 - 1, 2**31 - 1)),
]


# Biases, shifts, multipliers. The M4's faster loop takes biases in [-2^29, 2^29) and shifts <= 0.
EDGES = [
    ((2**29 - 1, -2**29), (0, -31), (2**31 - 1, 2**30)),
    ((2**29, -2**29 - 1), (-1, 0), (2**9, 2**10)),
    ((2**30 - 3, 3 - 2**30), (-20, -22), (2**30, 2**31 - 1)),
    ((2**31 - 1, -2**31), (-22, -1), (2**31 - 1, 2**9)),
    ((-3, 4), (0, 1), (2**22 + 1, 2**21 - 1)),
    ((-3, 4, 5), (-8, -9, 2), (2**30, 2**31 - 1, 2**20 + 1)),
    ((100, -100), (3, 30), (2**19 - 1, -2**20)),
]


def two(values):
    return tuple(values) * (2 // len(values))


def convolution_case(operator, index, sums, x, weight, geometry, channels, with_bias,
                     convert=image, offset=None, edge=None):
    """Makes a case. sums(bias, input offset) computes the sums that the kernel then requantizes.
    `geometry` has the arguments between the bias and the input offset. `offset` has the offsets of
    input and output. `edge`, an item of EDGES, replaces the random bias, shifts and multipliers."""
    bias = ints(-20000, 20000, channels) if with_bias else None
    multipliers, shifts = scales(channels, index) if channels else (ints(0, 1, 0), ints(0, 1, 0))
    drawn = offsets(index)
    input_offset, output_offset = offset or drawn
    if edge:
        bias, shifts, multipliers = (torch.tensor((values * channels)[:channels]).to(torch.int32)
                        for values in edge)
    low, high = limits(index)
    out = reference.finish(sums(bias, input_offset), multipliers.tolist(), shifts.tolist(),
                           output_offset, low, high)
    return Case(op(operator), f"{tuple(x.shape)} number {index} bias {with_bias}",
                [convert(x), weight, bias, *geometry, input_offset, output_offset, multipliers,
                 shifts, low, high,
                 SCRATCH, *([SCRATCH] if "transpose" in operator else []), image(out, Out)])


def conv_case(index, config, with_bias, **options):
    shape, channels, depth, kernel, stride, padding, dilation = config
    x, weight = random(torch.int8, *shape), random(torch.int8, channels, *kernel, depth)

    def sums(bias, offset):
        if channels == 0:
            return torch.zeros(shape[0], 0, 3, 3).long()
        return reference.convolve(x, weight, bias, stride, padding, dilation, offset)
    return convolution_case("quantized_conv2d", index, sums, x, weight, (stride, padding, dilation),
                            channels, with_bias, **options)


def depthwise_case(index, config, with_bias, **options):
    shape, kernel, multiplier, stride, padding, dilation = config
    x, weight = random(torch.int8, *shape), random(torch.int8, 1, *kernel, shape[1] * multiplier)

    def sums(bias, offset):
        return reference.convolve_depthwise(x, weight, bias, stride, padding, dilation, offset)
    return convolution_case("quantized_depthwise_conv2d", index, sums, x, weight,
                            (stride, padding, dilation, multiplier), shape[1] * multiplier,
                            with_bias, **options)


def transposed_case(index, config, with_bias, **options):
    shape, channels, depth, kernel, stride, padding, output_padding, dilation = config
    x, weight = random(torch.int8, *shape), random(torch.int8, channels, *kernel, depth)

    def sums(bias, offset):
        return reference.convolve_transposed(x, weight, bias, stride, padding, output_padding,
                                             dilation, offset)
    return convolution_case("quantized_transpose_conv2d", index, sums, x, weight,
                            (stride, padding, output_padding, dilation), channels, with_bias,
                            **options)


def bad_convolutions(good, first, specific):
    """Yields calls that must fail. Each is the successful call `good` with one change. `first` is
    the index of the input offset. `specific` has more changes: indices and new arguments."""
    yield from bad_calls(good, "fallback", unused=range(first + 6, len(good.args) - 1),
                         optional=(2,))

    channels, x, weights = len(good.args[first + 2]), good.args[0].tensor, good.args[1]
    last_of = [(place, good.args[place].clone(), value) for place, value in [
        (first + 2, -2**31), (first + 3, 31), (first + 3, -32), (first + 3, 2**31 - 1)]]
    for _, values, value in last_of:
        values[-1] = value
    yield from refused(good.op, "", good.args, [
        *itertools.product((first + 4, first + 5), (-129, 128)),
        *((place, ints(0, 1, count)) for place in (2, first + 2, first + 3)
          for count in (0, channels - 1, channels + 1)),
        *((place, values) for place, values, _ in last_of),
        (0, In(x)), (-1, Out(good.args[-1].tensor)), (1, image(weights)), (0, image(x[:, :, :0])),
        (1, weights[:, :0]), (1, weights[..., :0]), (1, weights[0]), *specific])


def convolution_cases():
    kinds = [(CONVOLUTIONS, conv_case), (DEPTHWISE, depthwise_case), (TRANSPOSED, transposed_case)]
    for configs, make in kinds:
        for number, (config, with_bias) in enumerate(itertools.product(configs * 3, (False, True))):
            yield make(number, config, with_bias)
        # A hostile program can have offsets that overflow the sums. The sums must then wrap around.
        for number, offset in enumerate([(2**31 - 1, -2**31), (-2**31, 2**31 - 1), (2**30, -2**31),
                                         (12345678, 77)]):
            yield make(3 * number, configs[0], True, offset=offset)
        for number, (edge, config) in enumerate(itertools.product(EDGES, configs[:2])):
            yield make(number % 2 + 4, config, True, edge=edge)
        # With one channel, the kernel must also take contiguous images and ONE_CHANNEL.
        single = [config for config in configs if config[0][1] == 1][:2]
        for number, config in enumerate(single):
            for order in (None, ONE_CHANNEL):
                yield make(number + 1, config, True, convert=lambda x: In(x, order=order))
    good = conv_case(1, ((1, 4, 3, 3), 4, 2, (2, 2), (1, 1), (0, 0), (1, 1)), True)
    far = [(3, (0, 1)), (3, (-1, 1)), (4, (-1, 0)), (5, (0, 1)), (3, (1, 1, 1)), (5, (3, 1)),
           (4, (2**30, 2**30)), (5, (2**31 - 1, 1)), (3, (2, 2)), (4, (1, 1))]
    yield from bad_convolutions(good, 6, far + [
        *((1, random(torch.int8, *shape)) for shape in ((4, 2, 2, 3), (3, 2, 2, 2), (4, 2, 2, 8))),
        # Only the groups are wrong: 3 output channels cannot be divided into 2 groups.
        (1, random(torch.int8, 3, 2, 2, 2), 2, None, 8, ints(1, 9, 3), 9, ints(0, 1, 3),
         13, image(random(torch.int8, 1, 3, 2, 2), Out))])
    good = depthwise_case(1, ((1, 2, 3, 3), (2, 2), 2, (1, 1), (0, 0), (1, 1)), True)
    yield from bad_convolutions(good, 7, far + [
        (6, 1), (6, 0), (6, -2), (6, 4), (1, random(torch.int8, 1, 2, 2, 3)),
        (1, random(torch.int8, 2, 2, 2, 2))])
    good = transposed_case(1, ((1, 4, 2, 2), 4, 2, (2, 2), (2, 2), (0, 0), (1, 1), (1, 1)), True)
    yield from bad_convolutions(good, 7, [
        (3, (0, 1)), (4, (-1, 0)), (5, (-1, 0)), (5, (2, 0)), (5, (0, 2)), (6, (0, 1)),
        (3, (2**31 - 1, 1)), (6, (2**31 - 1, 1)), (4, (2**31 - 1, 0)), (4, (3, 3)),
        (5, (2**31 - 1, 0)), (3, (1, 1)), (1, random(torch.int8, 4, 2, 2, 3)),
        (5, (2, 1), -1, image(random(torch.int8, 1, 4, 6, 5), Out))])


# The shape of the input, then kernel, stride, padding, dilation, ceil mode.
POOLS = [
    ((1, 3, 4, 4), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((2, 5, 5, 6), (3, 2), (1, 2), (1, 0), (1, 1), False),
    ((1, 2, 5, 5), (2,), (), (0,), (1,), True),
    ((1, 2, 5, 5), (3, 3), (2, 2), (1, 1), (1, 1), True),
    ((1, 3, 7, 7), (3, 3), (2, 3), (1, 1), (2, 1), True),
    ((1, 1, 6, 6), (2, 2), (3, 3), (0, 0), (3, 3), False),
    ((1, 1, 3, 3), (2, 2), (4, 4), (1, 1), (1, 1), True),
    ((1, 1, 1, 1), (1, 1), (1, 1), (0, 0), (1, 1), False),
    ((0, 2, 4, 4), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((1, 2, 4, 6), (5, 6), (1, 1), (2, 3), (1, 1), False),
    ((1, 64, 6, 5), (6, 5), (6, 5), (0, 0), (1, 1), False),
    ((1, 3, 5, 4), (1, 3), (2, 1), (0, 1), (1, 1), True),
    ((1, 4, 5, 5), (3, 3), (2, 1), (1, 1), (1, 1), False),
    ((2, 9, 4, 3), (4, 2), (1, 1), (2, 1), (1, 1), False),
]


def pool_cases():
    average, largest = op("quantized_avg_pool2d"), op("quantized_max_pool2d")
    case = Calls(largest)

    def call(x, config, out, ceil_mode=False):
        return [image(x), *config, ceil_mode, -128, 2**30, -1, SCRATCH, out]
    for index, (shape, kernel, stride, padding, dilation, ceil_mode) in enumerate(POOLS * 6):
        x = random(torch.int8, *shape)
        if index % 3 == 1: # few values, so that many averages end in .5
            x = (x % 3) - 1
        config = (kernel, stride, padding)
        if dilation in ((1, 1), (1,)):
            out = reference.average(x, *(two(c) if c else two(kernel) for c in config), ceil_mode)
            yield Case(average, f"number {index}", call(x, config, image(out, Out), ceil_mode))
        out = F.max_pool2d(x.double(), *(two(c) if c else two(kernel) for c in config),
                           two(dilation), ceil_mode).to(torch.int8)
        low, high = limits(index)
        out = out.clamp(low, high) if low < high else torch.full_like(out, high)
        yield case(f"number {index}", image(x), *config, dilation, ceil_mode, 5, 5, low, high,
                   image(out, Out))
    x = random(torch.int8, 1, 2, 3, 3)
    config = ((2**30, 2**30), (1, 1), (2**29, 2**29))
    everything = x.double().amax((2, 3), True).to(torch.int8).expand(1, 2, 4, 4)
    out = reference.average(x, (8, 8), (1, 1), (4, 4))
    yield Case(average, "huge window", call(x, config, image(out, Out)))
    yield case("huge window", image(x), *config, (1, 1), False, 0, 0, -128, 127,
               image(everything, Out))
    x = torch.full((1, 1, 2, 2), 50, dtype=torch.int8)
    yield case("nothing in the window", image(x), (2, 2), (1, 1), (1, 1), (3, 3), False, 0, 0, -100,
               127, image(torch.full((1, 1, 1, 1), -100, dtype=torch.int8), Out))
    x, out = random(torch.int8, 1, 0, 4, 4), image(random(torch.int8, 1, 0, 2, 2), Out)
    yield Case(average, "no channels", call(x, ((2, 2), (2, 2), (0, 0)), out))
    # Rounding adds half the count to a sum. Here this could overflow, so the kernel must refuse.
    x, out = random(torch.int8, 1, 0, 4096, 4095), image(random(torch.int8, 1, 0, 1, 1), Out)
    yield Case(average, "too many elements", call(x, ((4096, 4095), (1, 1), (0, 0)), out), INVALID)
    for dims in ((1, 1, 4, 4), (1, 4, 1, 1)):
        x = random(torch.int8, *dims)
        yield case(f"another order {dims}", x, (1, 1), (1, 1), (0, 0), (1, 1), False, 0, 0, -128,
                   127, Out(x))

    x = random(torch.int8, 1, 2, 4, 4)
    out = image(random(torch.int8, 1, 2, 2, 2), Out)
    bad = [((2, 2), (2, 2), (2, 2)), ((5, 2), (2, 2), (0, 0)), ((0, 2), (2, 2), (0, 0)),
           ((2, 2), (0, 2), (0, 0)), ((2, 2), (2, 2), (-1, 0)), ((2, 2, 2), (2, 2), (0, 0)),
           ((), (2, 2), (0, 0)), ((2, 2), (2, 2), (1, 1)), ((2, 2), (1, 1), (0, 0)),
           ((2**31 - 1, 2), (2, 2), (2**30, 0)),
           ((2, 2), (2**31 - 1,) * 2, (0, 0))]
    for config in bad:
        for ceil_mode in (False, True):
            yield Case(average, f"{config} {ceil_mode}", call(x, config, out, ceil_mode), INVALID)
            yield case.bad(f"{config} {ceil_mode}", image(x), *config, (1, 1), ceil_mode, 0, 0,
                           -128, 127, out)
    config = ((2, 2), (2, 2), (0, 0))
    yield from bad_calls(Case(average, "call", call(x, config, out)), "fallback", unused=(8,),
                         allowed=[(2, ())])
    good = case("call", image(x), *config, (1, 1), False, 0, 0, -128, 127, out)
    yield from bad_calls(good, "fallback", allowed=[(2, ())])
    yield from refused(largest, "", good.args, [
        (4, (0, 1)), (4, (2**31 - 1, 1)), (8, -129), (8, 128), (9, 128), (9, -129), (0, In(x)),
        (0, image(x[:, :, :0])), (10, Out(out.tensor)), (0, x[0])])
    yield Case(average, "input not channels-last", [x, *call(x, config, out)[1:]], INVALID)
    yield Case(average, "output not channels-last", call(x, config, Out(out.tensor)), INVALID)


def linear_cases():
    operator = op("quantized_linear")
    shapes = [((1, 64), 12), ((3, 5), 4), ((2, 3, 7), 5), ((4,), 3), ((2, 1), 1), ((0, 4), 3),
              ((2, 0), 3), ((2, 3), 0),
              ((2, 2, 2, 3), 9), ((1, 1), 8), ((3, 131), 66)]
    for index, ((shape, rows), with_bias, filter_offset) in enumerate(itertools.product(
            shapes * 3, (False, True), (0, 5, -128))):
        x, weights = random(torch.int8, *shape), random(torch.int8, rows, shape[-1])
        bias = ints(-20000, 20000, rows) if with_bias else None
        (multiplier, *_), (shift, *_) = (t.tolist() for t in scales(1, index))
        input_offset, output_offset = offsets(index)
        if index % 7 == 0:
            input_offset = (2**31 - 1, -2**31, 2**30)[index % 3]
        low, high = limits(index)
        sums = reference.multiply(x, weights, input_offset,
                                  filter_offset) + (0 if bias is None else bias.long())

        def finished(sums):
            return Out(reference.finish(sums.unsqueeze(0), [multiplier], [shift], output_offset,
                                        low, high, 0)[0])
        rest = [input_offset, filter_offset, output_offset, [multiplier] * (1 + index % 2),
                [shift, 99][:1 + index % 2],
                high, low]
        yield Case(operator, f"number {index}", [x, weights, bias, None, *rest, finished(sums)])
        if filter_offset == 5:
            # With `kernel_sum`, the kernel must ignore the bias and the input offset.
            kernel_sum = ints(-2**31, 2**31 - 1, rows)
            sums = reference.multiply(x, weights, 0, filter_offset) + kernel_sum.long()
            yield Case(operator, f"number {index} kernel sum",
                       [x, weights, bias, kernel_sum, *rest, finished(sums)])
    x, weights, bias = random(torch.int8, 2, 3), random(torch.int8, 4, 3), ints(-100, 100, 4)
    good = Case(operator, "call", [x, weights, bias, bias, 1, 2, 3, (2**30,), (-3,), 127, -128,
                                   Out(random(torch.int8, 2, 4))])
    # The kernel uses only the first multiplier and the first shift, so the others may be invalid.
    yield from bad_calls(good, "fallback", optional=(2, 3),
                         allowed=list(itertools.product((7, 8), ((1,) * 17, (1, 2**63 - 1)))))
    out = good.args[-1].tensor
    yield from refused(operator, "", good.args, [
        (2, bias[:3]), (2, ints(0, 1, 5)), (3, bias[:3]), (3, ints(0, 1, 0)), (7, (-2**31,)),
        (7, (2**31,)), (8, (31,)), (8, (-32,)), (9, 128), (9, -129), (10, -129), (10, 128),
        (1, random(torch.int8, 4, 2)), (1, random(torch.int8, 3)), (1, random(torch.int8, 1, 4, 3)),
        (0, x[0, 0]), (0, In(x, (1, 0))), (1, In(weights, (1, 0))), (11, Out(out, order=(1, 0)))])


def matmul_cases():
    operator = op("quantized_batch_matmul")
    for index, (batch, rows, depth, columns) in enumerate(
            [(1, 2, 3, 4), (2, 3, 5, 4), (3, 1, 8, 9), (1, 1, 1, 1), (0, 2, 3, 4), (2, 0, 3, 4),
             (2, 3, 0, 4),
             (2, 3, 4, 0), (2, 4, 16, 7), (2, 3, 18, 66)] * 8):
        lhs, rhs = random(torch.int8, batch, rows, depth), random(torch.int8, batch, columns, depth)
        left, right, zero = (integer(-128, 127) for _ in range(3))
        if index % 4 == 0:
            left = right = 0
        (multiplier, *_), (shift, *_) = (t.tolist() for t in scales(1, index))
        sums = reference.multiply(lhs, rhs, -left, -right)
        out = reference.finish(sums.unsqueeze(0), [multiplier], [shift], zero, -128, 127, 0)[0]
        yield Case(operator, f"number {index}",
                   [lhs, left, rhs, right, zero, multiplier, shift, SCRATCH, Out(out)])
    lhs, rhs = random(torch.int8, 2, 3, 4), random(torch.int8, 2, 5, 4)
    good = Case(operator, "call",
                [lhs, 0, rhs, 0, 0, 2**30, -3, SCRATCH, Out(random(torch.int8, 2, 3, 5))])
    yield from bad_calls(good, "fallback", unused=(7,))
    order = (0, 2, 1)
    yield from refused(operator, "", good.args, [
        (1, 128), (1, -129), (3, 128), (4, -129), (5, -2**31), (6, 31), (6, -32), (2, rhs[:1]),
        (2, rhs[..., :3]), (2, rhs[0]), (0, lhs[0]), (0, In(lhs, order=order)),
        (2, In(rhs, order=order)), (8, Out(good.args[8].tensor, order=order))])


CASES = [convolution_cases, pool_cases, linear_cases, matmul_cases]
