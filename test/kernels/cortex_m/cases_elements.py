# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the cases of the elementwise operators, and of pad, transpose and softmax."""

import itertools
import math

import torch

import reference
from bad_calls import bad_calls, integer, op
from case_writer import CHANNELS_LAST, INVALID, Calls, Case, In, Out, name, random, refused
from reference import clamp, elementwise, requantize, wrap

LAYOUTS = (None, CHANNELS_LAST)
# Large, small and negative multipliers. Powers of two give ties, halfway between two integers.
MULTIPLIERS = (2**30, 2**31 - 1, 1518500250, 1073741825, 2**29, 1, 0, -2**30, -1234567890,
               -2**31 + 1)
SHAPES = [((5,), (5,)), ((2, 3, 4, 2), (2, 3, 4, 2)), ((2, 3, 4, 2), (1, 3, 1, 1)),
          ((3, 1, 1), (2, 3, 4, 2)),
          ((2, 3, 4, 2), (4, 1)), ((), (3, 2)), ((2, 1, 3), (1, 4, 1)), ((0, 3), (1, 3)), ((), ())]
ALL_CHARS = torch.arange(-128, 128, dtype=torch.int8)


def pairs():
    for a, b in SHAPES:
        yield f"{a} and {b}", random(torch.int8, *a), random(torch.int8, *b), None, None, None
    a, b = random(torch.int8, 2, 3, 4, 2), random(torch.int8, 2, 3, 4, 2)
    for orders in itertools.product(LAYOUTS, repeat=3):
        yield f"orders {orders}", a, b, *orders
    channels = random(torch.int8, 1, 3, 1, 1)
    yield "channels last, per channel", a, channels, CHANNELS_LAST, CHANNELS_LAST, CHANNELS_LAST
    yield "all", ALL_CHARS.reshape(256, 1), torch.tensor([-128, -127, -3, -1, 0, 1, 2, 126, 127],
                                                         dtype=torch.int8), None, None, None


def binary_cases(operator, function, parameters):
    """Yields a label, the two inputs, the output and the other arguments of each call. `parameters`
    yields pairs of a label and the other arguments. function(a, b, *arguments) computes one element
    of the output."""
    for label, arguments in parameters:
        for shapes, a, b, order_a, order_b, order in pairs():
            result = elementwise(lambda x, y: function(x, y, *arguments), a, b)
            yield f"{label} {shapes}", In(a, order_a), In(b, order_b), Out(result,
                                                                           order=order), arguments


def not_broadcast(operator, make):
    for a, b, out in [((2, 3), (2, 2), (2, 3)), ((2, 3), (3,), (3, 3)), ((3,), (3,), (1, 3)),
                      ((1,), (1,), (2,)),
                      ((2, 3), (0, 3), (2, 3))]:
        a, b, out = (random(torch.int8, *s) for s in (a, b, out))
        yield Case(op(operator), f"{tuple(a.shape)} and {tuple(b.shape)} into {tuple(out.shape)}",
                   make(a, b, Out(out)), INVALID)


KINDS = ((torch.int8, 1, -128, 127), (torch.int16, 2, -2**15, 2**15 - 1))


def layouts_and_shapes(operator, dtype, call, make, key, bad):
    """Yields calls of quantize or dequantize with several dim orders and shapes. Also yields calls
    that must fail; `bad` has changes that the kernel must refuse. make(*shape) returns a tensor.
    call(tensor, scale, zero point, dim orders) returns the arguments of a call."""
    values = make(2, 3, 4, 2)
    for order, out in itertools.product(LAYOUTS, LAYOUTS):
        yield Case(operator, f"{name(dtype)} layouts {order} to {out}",
                   call(values, 0.7, 3, order, out))
    for shape in [(), (0,), (1,), (2, 0, 3)]:
        yield Case(operator, f"{name(dtype)} {shape}", call(make(*shape), 0.1, 0))
    good = Case(operator, name(dtype), call(make(2, 3), 0.5, 0))
    yield from bad_calls(good, key)
    yield from refused(operator, name(dtype), good.args, bad, key)


def quantize_cases():
    operator = op("quantize_per_tensor")
    halves = torch.arange(-600, 600) / 4
    edges = torch.tensor([0.0, -0.0, math.nan, math.inf, -math.inf, 3e38, -3e38, 1e-40, 131071.4,
                          131072.6, -131073, 65535.5, 2.5, -2.5, 0.49999997, -0.49999997,
                          8388609.0])
    for dtype, code, low, high in KINDS:
        def call(x, scale, zero_point, order=None, out_order=None, first=low, last=high):
            steps = torch.round(x / torch.tensor(scale, dtype=torch.float32)).double() + zero_point
            out = torch.nan_to_num(steps, first).clamp(first, last).to(dtype)
            return [In(x, order), scale, zero_point, first, last, code, Out(out, order=out_order)]
        for scale, zero_point, (first, last) in itertools.product(
                (1.0, 0.5, 2.822781801224, 0.0078125, 1e-30, 1e30), (0, -128, 127, 5, low, high),
                ((low, high), (-100, 99))):
            for label, values in (("halves", halves), ("edges", edges),
                                  ("random", torch.randn(40) * 100 * scale)):
                yield Case(operator, f"{name(dtype)} {scale} {zero_point} {first} {last} {label}",
                           call(values, scale, zero_point, first=first, last=last))
        yield from layouts_and_shapes(
            operator, dtype, call, lambda *shape: torch.randn(shape) * 50, f"v1/6;|{code};",
            [(2, high + 1), (2, low - 1), (3, low - 1), (4, high + 1), (5, 3 - code), (5, 6)])


def dequantize_cases():
    operator = op("dequantize_per_tensor")
    for dtype, code, low, high in KINDS:
        def call(q, scale, zero_point, order=None, out_order=None):
            out = (q.int() - zero_point).float() * torch.tensor(scale, dtype=torch.float32)
            return [In(q, order), scale, zero_point, low, high, code, Out(out, order=out_order)]
        values = torch.randint(low, high + 1, (300,), dtype=dtype)
        values[:2] = torch.tensor([low, high])
        for scale, zero_point in itertools.product((1.0, 0.154293164611, 1e-30, 3e38, 0.1),
                                                   (0, 23, low, high)):
            yield Case(operator, f"{name(dtype)} {scale} {zero_point}",
                       call(values, scale, zero_point))
        yield from layouts_and_shapes(
            operator, dtype, call, lambda *shape: random(dtype, *shape), f"v1/{code};|6;",
            [(2, high + 1), (2, low - 1), (5, 3 - code), (5, 6)])


def add_parameters():
    yield "plain", [0, 2**30, -19, 0, 2**30, -19, 0, 2**30, 1, -128, 127]
    yield "extreme", [-128, 2**31 - 1, 30, 127, -2**31 + 1, 30, 127, 2**31 - 1, 30, -128, 127]
    yield "nothing left", [127, 2**30, -31, -128, 1, -31, -5, 2**31 - 1, -31, -128, 127]
    yield "limits crossed", [0, 2**30, -18, 0, 2**30, -18, 0, 2**30, 0, 100, -100]
    for index, multiplier in enumerate(MULTIPLIERS):
        yield f"random {index}", [
            integer(-128, 127), multiplier, integer(-3, 0), integer(-128, 127),
            integer(2**30, 2**31 - 1),
            integer(-3, 0), integer(-128, 127), integer(2**30, 2**31 - 1), integer(-20, -15),
            integer(-128, 0),
            integer(1, 127)]
        # The exact result is a + b / 2 + index, which is halfway between two integers if b is odd.
        yield f"ties {index}", [0, 2**30, -index, 0, 2**30, -1 - index, index, 2**30, -18 + index,
                                -128, 127]


def add(a, b, za, ma, sa, zb, mb, sb, zo, mo, so, low, high):
    total = requantize((a - za) << 20, ma, sa) + requantize((b - zb) << 20, mb, sb)
    return clamp(wrap(requantize(total, mo, so) + zo), low, high) if low <= high else high


def add_cases():
    def make(a, b, out, arguments=(0, 2**30, -19, 0, 2**30, -19, 0, 2**30, 1, -128, 127)):
        return [a, *arguments[:3], b, *arguments[3:], out]
    for label, a, b, out, arguments in binary_cases("quantized_add", add, add_parameters()):
        yield Case(op("quantized_add"), label, make(a, b, out, arguments))
    yield from not_broadcast("quantized_add", make)
    six = random(torch.int8, 2, 3)
    good = make(six, six, Out(six))
    yield from bad_calls(Case(op("quantized_add"), "call", good), "fallback")
    yield from refused(op("quantized_add"), "", good, [
        *itertools.product((1, 5, 8, 11, 12), (-129, 128)),
        *itertools.product((2, 6, 9), (-2**31,)), *itertools.product((3, 7, 10), (-32, 31))])


def mul_parameters():
    for index, multiplier in enumerate(MULTIPLIERS):
        for shift in (0, -1, -7, 1, 30, -31):
            yield f"{multiplier} {shift}", [integer(-128, 127) if index % 2 else 0,
                                            integer(-128, 127) if index % 3 else 0,
                                            integer(-128, 127), multiplier, shift]


def mul(a, b, za, zb, zo, multiplier, shift):
    return clamp(wrap(requantize((a - za) * (b - zb), multiplier, shift) + zo), -128, 127)


def mul_cases():
    def make(a, b, out, arguments=(0, 0, 0, 2**30, -1)):
        return [a, arguments[0], b, *arguments[1:], out]
    for label, a, b, out, arguments in binary_cases("quantized_mul", mul, mul_parameters()):
        yield Case(op("quantized_mul"), label, make(a, b, out, arguments))
    yield from not_broadcast("quantized_mul", make)
    six = random(torch.int8, 2, 3)
    good = make(six, six, Out(six))
    yield from bad_calls(Case(op("quantized_mul"), "call", good), "fallback")
    yield from refused(op("quantized_mul"), "", good, [
        *itertools.product((1, 3, 4), (-129, 128)), (5, -2**31), (6, -32), (6, 31)])


def div_cases():
    operator = op("quantized_div")
    for dtype, code in ((torch.int8, 1), (torch.int16, 2)):
        low, high = torch.iinfo(dtype).min, torch.iinfo(dtype).max

        def result(a, b, za, zb, zo, scale):
            a, b = torch.broadcast_tensors(a.int() - za, b.int() - zb)
            quotient = torch.where(b == 0, torch.zeros(()), a.float() / b.float())
            quotient = quotient * torch.tensor(scale, dtype=torch.float32)
            values = [low if x == -math.inf else high if x == math.inf else
                      clamp(int(math.copysign(math.floor(abs(x) + 0.5), x)) + zo, low, high)
                      for x in quotient.reshape(-1).tolist()]
            return torch.tensor(values, dtype=dtype).reshape(quotient.shape)
        for scale, (za, zb, zo) in itertools.product(
                (1.0, 0.5, 13.7, 1e-6, 3e38),
                ((0, 0, 0), (3, -7, 20), (low, high, high), (high, low, low))):
            for label, a, b, order_a, order_b, order in pairs():
                a, b = a.to(dtype), b.to(dtype)
                if dtype == torch.int16:
                    a = a * 251
                out = result(a, b, za, zb, zo, scale)
                yield Case(operator, f"{name(dtype)} {scale} {za} {zb} {zo} {label}",
                           [In(a, order_a), za, In(b, order_b), zb, zo, scale,
                            Out(out, order=order)])
        six = random(dtype, 2, 3)
        good = [six, 0, six, 0, 0, 1.0, Out(six)]
        key = f"v1/{code};|*"
        yield from bad_calls(Case(operator, name(dtype), good), key)
        yield from refused(operator, name(dtype), good,
                           itertools.product((1, 3, 4), (low - 1, high + 1)), key)


def extremum_cases():
    for operator, function in (("minimum", min), ("maximum", max)):
        for label, a, b, out, _ in binary_cases(operator, function, [("", [])]):
            yield Case(op(operator), label, [a, b, out])
        yield from not_broadcast(operator, lambda a, b, out: [a, b, out])
        six = random(torch.int8, 2, 3)
        yield from bad_calls(Case(op(operator), "call", [six, six, Out(six)]), "fallback")


def activation_cases():
    operator = op("quantized_activation")
    case = Calls(operator)
    for index in range(4):
        table = random(torch.int8, 256)
        for label, values in (("all", ALL_CHARS), ("nothing", ALL_CHARS[:0]),
                              ("one", ALL_CHARS[0])):
            yield case(f"{label} {index}", values, table, Out(table[values.long() + 128]))
        values = random(torch.int8, 2, 3, 4, 2)
        for order, out in itertools.product(LAYOUTS, LAYOUTS):
            yield case(f"layouts {order} to {out} {index}", In(values, order), table,
                       Out(table[values.long() + 128], order=out))
    six = random(torch.int8, 2, 3)
    yield from bad_calls(case("call", six, table, Out(six)), "fallback")
    for count in (0, 255, 257):
        yield case.bad(f"table of {count}", six, random(torch.int8, count), Out(six))


def padded(x, pre, post, value):
    out = torch.full([a + n + b for a, n, b in zip(pre, x.shape, post)], value, dtype=x.dtype)
    out[tuple(slice(a, a + n) for a, n in zip(pre, x.shape))] = x
    return out


def pad_cases():
    operator = op("pad")
    pads = [((0, 0, 0, 0), (0, 0, 0, 0)), ((0, 1, 2, 0), (0, 0, 1, 0)),
            ((1, 2, 0, 3), (2, 0, 1, 1)),
            ((0, 0, 0, 5), (0, 0, 0, 0)), ((0, 0, 0, 0), (3, 0, 0, 0)),
            ((0, 0, 3, 0), (0, 0, 3, 0))]
    for (pre, post), shape, order, value in itertools.product(
            pads, [(1, 2, 3, 4), (2, 3, 2, 2), (1, 1, 1, 1), (1, 0, 2, 3), (2, 3, 4, 0)],
            (None, CHANNELS_LAST, (0, 2, 1, 3), (3, 1, 2, 0)), (-128, 0, 127)):
        x = random(torch.int8, *shape)
        physical = order or (0, 1, 2, 3)
        by_dim = [[amounts[physical.index(dim)] for dim in range(4)] for amounts in (pre, post)]
        yield Case(operator, f"{shape} order {order} by {pre} and {post} {value}",
                   [In(x, order), pre, post, value, Out(padded(x, *by_dim, value), order=order)])
    for shape in [(), (3,), (2, 3), (2, 3, 4)]:
        x = random(torch.int8, *shape)
        missing = [0] * (4 - len(shape))
        pre, post = ([integer(0, 3) for _ in shape] for _ in range(2))
        yield Case(operator, f"{shape}",
                   [x, missing + pre, missing + post, 7, Out(padded(x, pre, post, 7))])
    x = random(torch.int8, 2, 3)
    good = Case(operator, "call", [x, (0, 0, 0, 1), (0, 0, 1, 0), 7, Out(random(torch.int8, 3, 4))])
    yield from bad_calls(good, "fallback")
    image, five = random(torch.int8, 1, 2, 3, 4), random(torch.int8, 1, 1, 1, 1, 2)
    yield from refused(operator, "", [x, (0,) * 4, (0,) * 4, 0, Out(x)], [
        (1, (1, 0, 0, 0)), (2, (0, 1, 0, 0)), (1, (0, 0, -1, 0), 2, (0, 0, 1, 0)),
        (1, (0, 0, 0, 2**31 - 1), 2, (0, 0, 0, 2**31 - 1)), (1, (0,) * 3, 2, (0,) * 3),
        (1, (0,) * 5, 2, (0,) * 5), (1, (0, 0, 2**63 - 1, 0), 2, (0, 0, 2**63 - 1, 0)),
        (1, (0, 0, 1, 0)), (3, -129), (3, 128),
        (0, image, 4, Out(image, order=CHANNELS_LAST)), (0, five, 4, Out(five))])


def transpose_cases():
    operator = op("transpose")
    for shape in [(), (3,), (2, 3), (2, 3, 4), (2, 3, 4, 2), (1, 5, 1, 2), (2, 0, 3)]:
        x = random(torch.int8, *shape)
        for perm in itertools.permutations(range(len(shape))):
            yield Case(operator, f"{shape} by {perm}", [x, perm, Out(x.permute(perm).contiguous())])
    x = random(torch.int8, 2, 3, 4, 2)
    for order, out in itertools.product(LAYOUTS, LAYOUTS):
        yield Case(operator, f"orders {order} to {out}",
                   [In(x, order), (0, 2, 3, 1), Out(x.permute(0, 2, 3, 1).contiguous(), order=out)])
    yield Case(operator, "from the end",
               [x, (-4, -1, 1, -2), Out(x.permute(0, 3, 1, 2).contiguous())])
    x = random(torch.int8, 2, 3)
    yield from bad_calls(Case(operator, "call", [x, (1, 0), Out(x.T.contiguous())]), "fallback")
    square = random(torch.int8, 3, 3)
    for x, perms in [(x, [(0, 0), (0, 2), (-3, 0), (1,), (0, 1, 2)]),
                     (square, [(0, 0), (1, -1), (0, 2), (0, -3)])]:
        for perm in perms:
            yield Case(operator, f"{tuple(x.shape)} by {perm} refused", [x, perm, Out(x)], INVALID)


def softmax_cases():
    operator = op("softmax")
    # Multiplier, shift and diff_min, for input scales from 1/256 to 8, and for scales of about 0.
    # The exponential of an element counts as 0 if element - largest < diff_min.
    scales = [(2**30, 19, -7936), (2**30, 22, -992), (1518500250, 23, -350), (2**31 - 1, 26, -15),
              (1, 0, -255),
              (2**30, 30, -10), (1717986918, 24, -124), (1234567890, 20, -100), (0, 22, -50),
              (2**30, 22, 0)]
    for multiplier, shift, diff_min in scales:
        arguments = [3, -128, multiplier, shift, diff_min]
        for shape, dim in [((12,), 0), ((2, 5), 1), ((2, 5), 0), ((2, 3, 4), 1), ((3, 1), -1),
                           ((), 0), ((), -1),
                           ((2, 0), 1), ((0, 2), 1), ((1, 40), 1)]:
            x = random(torch.int8, *shape)
            out = reference.softmax(x, dim, multiplier, shift, diff_min)
            yield Case(operator, f"{multiplier} {shift} {diff_min} {shape} {dim}",
                       [x, dim, *arguments, Out(out)])
        x = random(torch.int8, 2, 3, 4, 2)
        for dim, order in itertools.product(range(-4, 4), LAYOUTS):
            out = reference.softmax(x, dim, multiplier, shift, diff_min)
            yield Case(operator, f"{multiplier} {shift} {diff_min} dim {dim} order {order}",
                       [In(x, order), dim, *arguments, Out(out, order=order)])
        x = ALL_CHARS
        yield Case(operator, f"{multiplier} {shift} {diff_min} all",
                   [x, 0, *arguments, Out(reference.softmax(x, 0, multiplier, shift, diff_min))])
        # Each element adds 2^19 to the sum. The sum of 5000 exceeds 2^31, and of 8193 exceeds 2^32.
        for count in (1, 2, 255, 511, 600) + ((5000, 8193) if multiplier == 1 else ()):
            x = torch.full((count,), 17, dtype=torch.int8)
            value = round(256 / count) - 128 if count > 2 else (127 if count == 1 else 0)
            if count <= 511:
                expected = reference.softmax(x, 0, multiplier, shift, diff_min)
            else:
                # 600 or more elements give -128. The reference cannot compute a sum above 2^32.
                expected = torch.full((count,), -128, dtype=torch.int8)
            assert abs(int(expected[0]) - value) <= 1, (count, expected[0], value)
            yield Case(operator, f"{multiplier} {shift} {diff_min} {count} alike",
                       [x, 0, *arguments, Out(expected)])
    # The reference and the exact softmax must differ by at most one step of the output.
    x = random(torch.int8, 20)
    near = torch.softmax(x.double() / 16, 0) * 256 - 128
    assert (near - reference.softmax(x, 0, 2**30, 23, -500).double()).abs().max() <= 1
    x = random(torch.int8, 2, 3)
    good = Case(operator, "call", [x, 1, 0, -128, 2**30, 22, -992, Out(x)])
    yield from bad_calls(good, "fallback")
    yield from refused(operator, "", good.args, [
        (1, 2), (1, -3), (2, 128), (3, -127), (3, 0), (4, -1), (4, -2**31), (5, -1), (5, 31),
        (6, 1)])


def in_place_cases():
    a, b = random(torch.int8, 2, 3, 4, 2), random(torch.int8, 2, 3, 4, 2)
    table = random(torch.int8, 256)
    scales = [0, 2**30, -19, 0, 2**30, -19, 3, 2**30, 1, -128, 127]
    for index in (0, 1):
        def into(result):
            return Out(result, alias=index)
        yield Case(op("minimum"), f"into {index}", [a, b, into(torch.minimum(a, b))])
        yield Case(op("maximum"), f"into {index}", [a, b, into(torch.maximum(a, b))])
        yield Case(op("quantized_mul"), f"into {index}",
                   [a, 5, b, -7, 9, 2**30, -7,
                    into(elementwise(lambda x, y: mul(x, y, 5, -7, 9, 2**30, -7), a, b))])
        yield Case(op("quantized_add"), f"into {index}",
                   [a, *scales[:3], b, *scales[3:],
                    into(elementwise(lambda x, y: add(x, y, *scales), a, b))])
    yield Case(op("quantized_activation"), "in place",
               [a, table, Out(table[a.long() + 128], alias=0)])
    yield Case(op("softmax"), "in place",
               [a, 1, 0, -128, 2**30, 22, -992,
                Out(reference.softmax(a, 1, 2**30, 22, -992), alias=0)])


CASES = [quantize_cases, dequantize_cases, add_cases, mul_cases, div_cases, extremum_cases,
         activation_cases, pad_cases, transpose_cases, softmax_cases, in_place_cases]
