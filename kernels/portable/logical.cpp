// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See logical.h. Elements of 8 bytes are two words of 4 bytes. Machines are little-endian, so the
// last word of a Double has the sign. Format lacks the first word of a Double's 1.0, which is 0.

#include "logical.h"

#include "../common/elementwise.h"
#include "../common/promotion.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct Format {
  uint8_t size;
  bool is_float;
  uint32_t mask; // All bits of the last word, except the sign of a floating point number.
  uint32_t one;  // The number 1. For a Double, the last word of 1.0.
};

Format format_of(Call &call, ScalarType type) {
  const NumberKind kind = number_kind(type);
  call.require(kind <= NumberKind::Float);
  Format format = {static_cast<uint8_t>(element_size(type)), kind == NumberKind::Float, UINT32_MAX,
                   1};
  if (format.is_float) {
    format.mask = format.size == 2 ? 0x7fff : 0x7fffffff;
    format.one = type == ScalarType::Half       ? 0x3c00
                 : type == ScalarType::BFloat16 ? 0x3f80
                 : type == ScalarType::Float    ? 0x3f800000
                                                : 0x3ff00000;
  }
  return format;
}

uint32_t word_at(const char *at) { return *reinterpret_cast<const uint32_t *>(at); }

bool is_true(const char *at, const Format &format) {
  if (format.size == 1)
    return *at != 0;
  if (format.size == 2)
    return (*reinterpret_cast<const uint16_t *>(at) & format.mask) != 0;
  if (format.size == 4)
    return (word_at(at) & format.mask) != 0;
  return (word_at(at) | (word_at(at + 4) & format.mask)) != 0;
}

void store(char *at, const Format &format, bool value) {
  const uint32_t bits = value ? format.one : 0;
  uint32_t *const words = reinterpret_cast<uint32_t *>(at);
  if (format.size == 1)
    *at = static_cast<char>(bits);
  else if (format.size == 2)
    *reinterpret_cast<uint16_t *>(at) = static_cast<uint16_t>(bits);
  else if (format.size == 4)
    words[0] = bits;
  else {
    words[0] = format.is_float ? 0 : bits;
    words[1] = format.is_float ? bits : 0;
  }
}

struct LogicalRun {
  unsigned table;
  Format formats[3];
};

void logical_run(const ElementRun &run) {
  const LogicalRun &how = *static_cast<const LogicalRun *>(run.params);
  char *out = run.data[0];
  const char *a = run.data[1];
  const char *b = run.data[2];
  size_t left = run.count;
  do {
    const unsigned index = is_true(a, how.formats[1]) * 2U + is_true(b, how.formats[2]);
    store(out, how.formats[0], how.table >> index & 1);
    out += run.strides[0];
    a += run.strides[1];
    b += run.strides[2];
  } while (--left != 0);
}

void byte_run(const ElementRun &run) {
  const unsigned table = static_cast<const LogicalRun *>(run.params)->table;
  zip_run<uint8_t>(run, [table](uint8_t a, uint8_t b) {
    return static_cast<uint8_t>(table >> ((a != 0) * 2 + (b != 0)) & 1);
  });
}

} // namespace

void logical(KernelRuntimeContext &context, Args args, LogicalTable table) {
  enum Arguments : size_t { kSelf, kOther, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor operands[] = {call.any_tensor(kOut), call.any_tensor(kSelf),
                             call.any_tensor(kOther)};
  if (!call.ok())
    return;
  LogicalRun how;
  how.table = table;
  unsigned sizes = 0;
  for (size_t i = 0; i < 3; ++i) {
    how.formats[i] = format_of(call, operands[i].scalar_type());
    sizes |= how.formats[i].size;
  }
  for_each_element(call, operands, 3, sizes == 1 ? byte_run : logical_run, &how);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
