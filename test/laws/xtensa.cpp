// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs examples/firmware on QEMU's `sim` board with an lx106, the core of the ESP8266. This file
// has the start-up code, the output, and arithmetic functions. Debian's libgcc lacks these
// functions, because the ESP8266 has them in its ROM. Floating-point results are rounded to the
// nearest number. Denormal numbers become zero, and NaN is not supported.

#include "semihosting.h"

#include <stdint.h>

// QEMU starts at the ROM's first byte. There, set_stack's constants would precede its instructions.
asm(R"(
        .section .reset, "ax"
        .global _start
_start: j       set_stack
        .section .text.set_stack, "ax"
        .align 4
set_stack:
        movi    a1, stack_end
        movi    a0, start_program
        jx      a0
)");

namespace {

/// Makes a system call of the simulator: 1 is exit(), 4 is write().
long simulator(long call, long first, long second, long third) {
  register long a2 asm("a2") = call;
  register long a3 asm("a3") = first;
  register long a4 asm("a4") = second;
  register long a5 asm("a5") = third;
  asm volatile("simcall" : "+r"(a2), "+r"(a3) : "r"(a4), "r"(a5) : "memory");
  return a2;
}

/// The number mantissa * 2^exponent. A normalized mantissa is zero or has the highest bit set.
struct Number {
  bool negative;
  int exponent;
  uint64_t mantissa;
};

Number normalized(Number n) {
  for (; n.mantissa && !(n.mantissa >> 63); n.mantissa <<= 1)
    --n.exponent;
  return n;
}

/// A floating-point format that stores `Bits` bits of the mantissa. `bias` is the exponent's bias.
template <class Word, int Bits, int bias> struct Format {
  static constexpr int width = 8 * sizeof(Word);
  static constexpr uint32_t infinite = (1u << (width - 1 - Bits)) - 1;

  static Number unpack(Word word) {
    const uint32_t exponent = static_cast<uint32_t>(word >> Bits) & infinite;
    const Word mantissa = (word & ((Word(1) << Bits) - 1)) | Word(exponent != 0) << Bits;
    return normalized({word >> (width - 1) != 0, static_cast<int>(exponent) - bias - Bits,
                       exponent ? mantissa : 0});
  }
  static Word pack(Number n) {
    const Word sign = Word(n.negative) << (width - 1);
    n = normalized(n);
    constexpr int dropped = 63 - Bits;
    constexpr uint64_t half = uint64_t(1) << (dropped - 1);
    const uint64_t rest = n.mantissa & (2 * half - 1);
    uint64_t kept = n.mantissa >> dropped;
    kept += rest > half || (rest == half && kept & 1);
    int exponent = n.exponent + 63 + bias;
    if (kept >> (Bits + 1)) {
      kept >>= 1;
      ++exponent;
    }
    if (kept == 0 || exponent <= 0)
      return sign;
    if (exponent >= static_cast<int>(infinite))
      return sign | Word(infinite) << Bits;
    return sign | Word(exponent) << Bits | (Word(kept) & ((Word(1) << Bits) - 1));
  }
};
using Single = Format<uint32_t, 23, 127>;
using Double = Format<uint64_t, 52, 1023>;

uint64_t product(uint32_t a, uint32_t b) {
  const uint32_t al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
  return (uint64_t(ah * bh) << 32) + (uint64_t(al * bh) << 16) + (uint64_t(ah * bl) << 16) +
         al * bl;
}

// A result's lowest bit is sticky: it is 1 if any dropped bit was 1. pack() rounds with this bit.

Number multiplied(Number a, Number b) {
  const uint32_t al = a.mantissa, ah = a.mantissa >> 32, bl = b.mantissa, bh = b.mantissa >> 32;
  const uint64_t low = product(al, bl), first = product(ah, bl), second = product(al, bh);
  const uint64_t middle = (low >> 32) + uint32_t(first) + uint32_t(second);
  const uint64_t high = product(ah, bh) + (first >> 32) + (second >> 32) + (middle >> 32);
  const bool rest = uint32_t(low) | uint32_t(middle);
  return {a.negative != b.negative, a.exponent + b.exponent + 64, high | rest};
}

Number divided(Number a, Number b) {
  const bool negative = a.negative != b.negative;
  if (b.mantissa == 0)
    return {negative, 2000, uint64_t(1) << 63}; // pack() returns infinity
  uint64_t quotient = 0, rest = a.mantissa >> 1;
  const uint64_t divisor = b.mantissa >> 1;
  for (int i = 0; i < 62; ++i) {
    quotient <<= 1;
    if (rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
    rest <<= 1;
  }
  return {negative, a.exponent - b.exponent - 62, quotient << 1 | (rest != 0)};
}

Number sum(Number a, Number b) {
  if (a.mantissa == 0 || b.mantissa == 0)
    return a.mantissa ? a : b;
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.mantissa < b.mantissa)) {
    const Number larger = b;
    b = a;
    a = larger;
  }
  const int distance = a.exponent - b.exponent + 1;
  a.mantissa >>= 1;
  ++a.exponent;
  const uint64_t rest = distance > 63 ? b.mantissa : b.mantissa & ((uint64_t(1) << distance) - 1);
  b.mantissa = (distance > 63 ? 0 : b.mantissa >> distance) | (rest != 0);
  if (a.negative == b.negative)
    a.mantissa += b.mantissa;
  else
    a.mantissa -= b.mantissa;
  return a.mantissa ? a : Number{};
}

Number negated(Number a) { return {!a.negative, a.exponent, a.mantissa}; }
Number signed_number(int64_t n) { return {n < 0, 0, n < 0 ? 0 - uint64_t(n) : uint64_t(n)}; }

uint64_t quotient(uint64_t a, uint64_t b, uint64_t &rest) {
  uint64_t result = 0;
  rest = 0;
  for (int i = 63; i >= 0; --i) {
    rest = rest << 1 | (a >> i & 1);
    result <<= 1;
    if (rest >= b) {
      rest -= b;
      result |= 1;
    }
  }
  return result;
}

} // namespace

extern "C" {
extern char data_begin[], data_end[], bss_begin[], bss_end[];
extern const char data_image[];
int main();
[[noreturn]] void start_program();

void semihosting_write(int file, const char *data, size_t size) {
  simulator(4, file, reinterpret_cast<long>(data), static_cast<long>(size));
}

void _exit(int status) {
  for (;;)
    simulator(1, status, 0, 0);
}

void start_program() {
  for (volatile char *to = data_begin; to < data_end; ++to)
    *to = data_image[to - data_begin];
  for (volatile char *to = bss_begin; to < bss_end; ++to)
    *to = 0;
  _exit(main());
}

uint64_t __muldi3(uint64_t a, uint64_t b) {
  const uint32_t al = a, ah = a >> 32, bl = b, bh = b >> 32;
  return product(al, bl) + (uint64_t(al * bh + ah * bl) << 32);
}
uint64_t __udivdi3(uint64_t a, uint64_t b) {
  uint64_t rest;
  return quotient(a, b, rest);
}
uint64_t __umoddi3(uint64_t a, uint64_t b) {
  uint64_t rest;
  quotient(a, b, rest);
  return rest;
}
uint32_t __udivsi3(uint32_t a, uint32_t b) { return __udivdi3(a, b); }
uint32_t __umodsi3(uint32_t a, uint32_t b) { return __umoddi3(a, b); }
int32_t __divsi3(int32_t a, int32_t b) {
  const uint32_t result = __udivsi3(a < 0 ? 0u - a : a, b < 0 ? 0u - b : b);
  return static_cast<int32_t>((a < 0) != (b < 0) ? 0 - result : result);
}
int64_t __divdi3(int64_t a, int64_t b) {
  const uint64_t result = __udivdi3(a < 0 ? 0ull - a : a, b < 0 ? 0ull - b : b);
  return static_cast<int64_t>((a < 0) != (b < 0) ? 0 - result : result);
}

#define ARITHMETIC(suffix, format, word)                                                           \
  word __add##suffix(word a, word b) {                                                             \
    return format::pack(sum(format::unpack(a), format::unpack(b)));                                \
  }                                                                                                \
  word __sub##suffix(word a, word b) {                                                             \
    return format::pack(sum(format::unpack(a), negated(format::unpack(b))));                       \
  }                                                                                                \
  word __mul##suffix(word a, word b) {                                                             \
    return format::pack(multiplied(format::unpack(a), format::unpack(b)));                         \
  }                                                                                                \
  word __div##suffix(word a, word b) {                                                             \
    return format::pack(divided(format::unpack(a), format::unpack(b)));                            \
  }
ARITHMETIC(sf3, Single, uint32_t)
ARITHMETIC(df3, Double, uint64_t)

uint64_t __extendsfdf2(uint32_t a) { return Double::pack(Single::unpack(a)); }
uint32_t __truncdfsf2(uint64_t a) { return Single::pack(Double::unpack(a)); }
uint32_t __fixunsdfsi(uint64_t a) {
  const Number n = Double::unpack(a);
  const int distance = -n.exponent;
  return distance > 63 ? 0 : uint32_t(n.mantissa >> distance);
}
int32_t __fixdfsi(uint64_t a) {
  const uint32_t size = __fixunsdfsi(a & ~(uint64_t(1) << 63));
  return static_cast<int32_t>(a >> 63 ? 0 - size : size);
}
uint32_t __floatsisf(int32_t n) { return Single::pack(signed_number(n)); }
uint64_t __floatsidf(int32_t n) { return Double::pack(signed_number(n)); }
uint32_t __floatunsisf(uint32_t n) { return Single::pack({false, 0, n}); }
uint64_t __floatunsidf(uint32_t n) { return Double::pack({false, 0, n}); }
}
