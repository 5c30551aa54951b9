#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make_model.py FOLDER: makes a keyword spotting model, for users without a trained one.
#
#     FOLDER/model.json     the program, for et-make-pte --segments
#     FOLDER/<word>.csv     generated features of each word, 49 rows of 10 numbers
#     FOLDER/<word>.txt     the program's expected output for these features
#
# The network is a DS-CNN (depthwise separable convolutional network), which is common for keyword
# spotting. The network is quantised to int8. The first layer is a 10 x 4 convolution. A depthwise
# 3 x 3 and a pointwise convolution follow four times. Each convolution has 64 output channels.
# The last layers are an average pool and a linear layer.
#
# The weights of the convolutions are random. Biases and scales are computed from the convolutions'
# outputs, so that the outputs of a layer are neither all clamped nor all 0. The linear layer is
# fitted to the generated features. The network recognises these features, but no speech.
#
# The script computes the expected scores without the kernels. Thus a comparison with the program's
# output finds a wrong kernel. Random numbers have a fixed seed, so the files are always the same.

import json
import math
import os
import random
import struct
import sys
from operator import mul

WORDS = ["silence", "unknown", "yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go"]
ROWS, COLUMNS = 49, 10
HEIGHT, WIDTH, CHANNELS = 25, 5, 64  # the size of every feature map
INPUT_SCALE, INPUT_ZERO = 2.8, 68
OUTPUT_SCALE, OUTPUT_ZERO = 0.15625, 23


def features(random, word):
    """Returns 49 rows that resemble the features of speech (mfcc.h): the first column is large and
    negative, the other columns are sums of sine waves around 0."""
    waves = [[(random.uniform(4, 40) / (1 + c / 3), random.uniform(0.5, 5), random.uniform(0, 6.3))
              for _ in range(3)] for c in range(COLUMNS)]
    return [[round((-150 if c == 0 else 0) + sum(a * math.sin(f * 6.28 * r / ROWS + p)
                                                  for a, f, p in waves[c]) + random.gauss(0, 2), 4)
             for c in range(COLUMNS)] for r in range(ROWS)]


def as_float(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


# --- The arithmetic of cortex_m's operators ------------------------------------------------------

def clamp(x):
    return max(-128, min(127, x))


def quantize(x):
    # Divide, because a product with the inverse would round differently.
    return clamp(round(as_float(as_float(x) / as_float(INPUT_SCALE))) + INPUT_ZERO)


def requantize(x, multiplier, shift):
    x = (x << max(shift, 0)) * multiplier
    high = (x + (1 << 30)) >> 31
    right = max(-shift, 0)
    mask = (1 << right) - 1
    return (high >> right) + ((high & mask) > (mask >> 1) + (high < 0))


def multiplier_of(scale):
    """Returns multiplier and shift: scale = multiplier / 2^31 * 2^shift."""
    mantissa, shift = math.frexp(scale)
    multiplier = round(mantissa * (1 << 31))
    return (multiplier // 2, shift + 1) if multiplier == 1 << 31 else (multiplier, shift)


class Convolution:
    """A map is a list of positions. A position is a list with the value of each channel. sums()
    adds input_offset to each value. Positions in the padding add nothing to a sum."""

    def __init__(self, random, depthwise, kernel, stride, padding, input_offset):
        self.depthwise, self.kernel = depthwise, kernel
        self.stride, self.padding, self.input_offset = stride, padding, input_offset
        # The weights' shape is [kh * kw][channels] if depthwise, else [channels][in].
        size = (kernel[0] * kernel[1], CHANNELS) if depthwise else (CHANNELS, CHANNELS)
        self.weights = [[clamp(round(random.gauss(0, 40))) for _ in range(size[1])]
                        for _ in range(size[0])]

    def sums(self, maps, height, width):
        maps = [[x + self.input_offset for x in position] for position in maps]
        if not self.depthwise:
            return [[sum(map(mul, position, row)) for row in self.weights] for position in maps]
        sums = []
        for i in range(HEIGHT * WIDTH):
            top = i // WIDTH * self.stride[0] - self.padding[0]
            left = i % WIDTH * self.stride[1] - self.padding[1]
            total = [0] * CHANNELS
            for k, weights in enumerate(self.weights):
                y, x = top + k // self.kernel[1], left + k % self.kernel[1]
                if 0 <= y < height and 0 <= x < width:
                    position = maps[y * width + x]
                    if len(position) == 1:  # one input channel for all output channels
                        position = position * CHANNELS
                    total = [t + p * w for t, p, w in zip(total, position, weights)]
            sums.append(total)
        return sums

    def calibrate(self, all_sums):
        """Chooses the bias and scale that map each channel's mean sum to 0, and its largest sum to
        240. outputs() then adds the zero point, -128. So the mean becomes -128, and the largest
        output 112. Sums below the mean, about half of them, are clamped to -128."""
        self.biases, self.multipliers, self.shifts = [], [], []
        for channel in range(CHANNELS):
            values = [position[channel] for sums in all_sums for position in sums]
            bias = -sum(values) // len(values)
            multiplier, shift = multiplier_of(240 / max(1, max(values) + bias))
            self.biases.append(bias)
            self.multipliers.append(multiplier)
            self.shifts.append(shift)

    def outputs(self, sums):
        parameters = list(zip(self.biases, self.multipliers, self.shifts))
        return [[clamp(requantize(x + b, m, s) - 128) for x, (b, m, s) in zip(position, parameters)]
                for position in sums]


class Linear:
    def __init__(self, vectors):
        """The weights of a word are the difference of the word's vector from the mean vector."""
        centre = [sum(column) / len(column) for column in zip(*vectors)]
        differences = [[x - c for x, c in zip(vector, centre)] for vector in vectors]
        largest = max(abs(x) for row in differences for x in row)
        self.weights = [[round(127 * x / largest) for x in row] for row in differences]
        # The bias makes a word's sum 0 halfway between the word's vector and the mean.
        self.biases = [-round(sum(w * (x + c) / 2 for w, x, c in zip(row, vector, centre)))
                       for row, vector in zip(self.weights, vectors)]
        top = max(self.sums(v)[i] for i, v in enumerate(vectors))
        self.multiplier, self.shift = multiplier_of(100 / top)

    def sums(self, vector):
        return [sum(map(mul, vector, row)) + b for row, b in zip(self.weights, self.biases)]

    def outputs(self, vector):
        return [clamp(requantize(x, self.multiplier, self.shift) + OUTPUT_ZERO)
                for x in self.sums(vector)]


def average(maps):
    """Averages the first 24 of 25 rows, because the pool's window has 24 rows and fits only once.
    Halves are rounded away from zero."""
    count = (HEIGHT - 1) * WIDTH
    sums = [sum(column) for column in zip(*maps[:count])]
    return [(s + count // 2) // count if s > 0 else -((-s + count // 2) // count) for s in sums]


def make_network(random, inputs):
    layers = [Convolution(random, True, (10, 4), (2, 2), (5, 1), -INPUT_ZERO)]
    for _ in range(4):
        layers.append(Convolution(random, True, (3, 3), (1, 1), (1, 1), 128))
        layers.append(Convolution(random, False, (1, 1), (1, 1), (0, 0), 128))
    maps = [[[quantize(x)] for row in one for x in row] for one in inputs]
    height, width = ROWS, COLUMNS
    for layer in layers:
        sums = [layer.sums(one, height, width) for one in maps]
        layer.calibrate(sums)
        maps = [layer.outputs(one) for one in sums]
        height, width = HEIGHT, WIDTH
    vectors = [[x + 128 for x in average(one)] for one in maps]
    linear = Linear(vectors)
    return layers, linear, [linear.outputs(vector) for vector in vectors]


# --- The program ---------------------------------------------------------------------------------

class Program:
    def __init__(self):
        self.values, self.buffers, self.operators, self.calls = [], [{"storage": []}], [], []

    def value(self, kind, **fields):
        self.values.append({"val_type": kind, "val": fields})
        return len(self.values) - 1

    def integer(self, number):
        return self.value("Int", int_val=number)

    def integers(self, *numbers):
        return self.value("IntList", items=[self.integer(n) for n in numbers])

    def constant(self, dtype, sizes, numbers):
        code = {"Char": "b", "Int": "i"}[dtype]
        self.buffers.append({"storage": list(struct.pack("<%d%s" % (len(numbers), code), *numbers))})
        return self.value("Tensor", scalar_type=dtype, sizes=sizes, dim_order=list(range(len(sizes))),
                          data_buffer_idx=len(self.buffers) - 1)

    def planned(self, dtype, sizes, offset, dim_order=None):
        return self.value("Tensor", scalar_type=dtype, sizes=sizes,
                          dim_order=dim_order or list(range(len(sizes))),
                          allocation_info={"memory_id": 1, "memory_offset_low": offset})

    def call(self, name, *args):
        operator = {"name": name, "overload": "out"}
        if operator not in self.operators:
            self.operators.append(operator)
        # A .pte call lists the schema's arguments and then the result. The schema's last argument,
        # `out`, is also the result, so `out` is listed twice.
        self.calls.append({"instr_args_type": "KernelCall", "instr_args": {
            "op_index": self.operators.index(operator), "args": list(args) + [args[-1]]}})
        return args[-1]


def make_program(layers, linear):
    p = Program()
    # Feature maps use two buffers of 8000 B in turn. `place` is the next map's offset.
    channels_last, size = [0, 2, 3, 1], HEIGHT * WIDTH * CHANNELS
    features = p.planned("Float", [1, 1, ROWS, COLUMNS], 0, [0, 2, 1, 3])
    x = p.call("cortex_m::quantize_per_tensor", features, p.value("Double", double_val=INPUT_SCALE),
               p.integer(INPUT_ZERO), p.integer(-128), p.integer(127), p.integer(1),
               p.planned("Char", [1, 1, ROWS, COLUMNS], 1968, [0, 2, 1, 3]))
    place = size

    def feature_map():
        return p.planned("Char", [1, CHANNELS, HEIGHT, WIDTH], place, channels_last)

    def clone(x):
        return p.call("dim_order_ops::_clone_dim_order", x, p.value("Bool", bool_val=False),
                      p.integers(*channels_last), feature_map())

    for number, layer in enumerate(layers):
        weights = [w for row in layer.weights for w in row]
        shape = [1, *layer.kernel, CHANNELS] if layer.depthwise else [CHANNELS, 1, 1, CHANNELS]
        name = "quantized_depthwise_conv2d" if layer.depthwise else "quantized_conv2d"
        multiplier = [p.integer(CHANNELS if number == 0 else 1)] if layer.depthwise else []
        x = p.call("cortex_m::" + name, x, p.constant("Char", shape, weights),
                   p.constant("Int", [CHANNELS], layer.biases), p.integers(*layer.stride),
                   p.integers(*layer.padding), p.integers(1, 1), *multiplier,
                   p.integer(layer.input_offset), p.integer(-128),
                   p.constant("Int", [CHANNELS], layer.multipliers),
                   p.constant("Int", [CHANNELS], layer.shifts), p.integer(-128), p.integer(127),
                   p.planned("Byte", [0], place), feature_map())
        place = size - place
        if number == 0:
            x = clone(x)
            place = size - place
    x = clone(x)
    place = size - place
    x = p.call("cortex_m::pad", x, p.integers(0, 0, 0, 0), p.integers(0, 0, 0, 0), p.integer(-128),
               feature_map())
    place = size - place
    p.call("cortex_m::quantized_avg_pool2d", x, p.integers(HEIGHT - 1, WIDTH),
           p.integers(HEIGHT - 1, WIDTH), p.integers(0, 0), p.value("Bool", bool_val=False),
           p.integer(-128), p.integer(2077939072), p.integer(-4),
           p.planned("Byte", [256], place),
           p.planned("Char", [1, CHANNELS, 1, 1], place + 256, channels_last))
    # This tensor is the pool's output, seen as a vector.
    x = p.planned("Char", [1, CHANNELS], place + 256)
    place = size - place
    x = p.call("cortex_m::quantized_linear", x,
               p.constant("Char", [len(WORDS), CHANNELS], [w for row in linear.weights for w in row]),
               p.constant("Int", [len(WORDS)], linear.biases), p.value("Null"), p.integer(128),
               p.integer(0), p.integer(OUTPUT_ZERO), p.integers(linear.multiplier),
               p.integers(linear.shift), p.integer(127), p.integer(-128),
               p.planned("Char", [1, len(WORDS)], place + 48))
    scores = p.call("cortex_m::dequantize_per_tensor", x, p.value("Double", double_val=OUTPUT_SCALE),
                    p.integer(OUTPUT_ZERO), p.integer(-128), p.integer(127), p.integer(1),
                    p.planned("Float", [1, len(WORDS)], place))
    plan = {"name": "forward", "values": p.values, "inputs": [features], "outputs": [scores],
            "chains": [{"inputs": [], "outputs": [], "instructions": p.calls}],
            "operators": p.operators, "delegates": [], "non_const_buffer_sizes": [0, 2 * size]}
    return {"version": 0, "execution_plan": [plan], "constant_buffer": p.buffers}


def main(folder):
    os.makedirs(folder, exist_ok=True)
    numbers = random.Random(1)
    inputs = [features(numbers, word) for word in WORDS]
    layers, linear, scores = make_network(numbers, inputs)

    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)

    write("model.json", json.dumps(make_program(layers, linear)))
    for word, rows, quantized in zip(WORDS, inputs, scores):
        write(word + ".csv", "".join(",".join("%.6f" % x for x in row) + "\n" for row in rows))
        scaled = [as_float((q - OUTPUT_ZERO) * as_float(OUTPUT_SCALE)) for q in quantized]
        best = WORDS[quantized.index(max(quantized))]
        write(word + ".txt", "".join("%s %.9g\n" % pair for pair in zip(WORDS, scaled)) +
              "word: %s\n" % best)
        if best != word:
            sys.exit("make_model.py: error: the features of '%s' are taken for '%s'" % (word, best))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make_model.py FOLDER")
    main(sys.argv[1])
