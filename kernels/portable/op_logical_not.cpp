// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::logical_not.out: a Bool for each number, true if the number is 0. The fallback serves
// outputs of other dtypes than Bool, which get 1 or 0. As in ExecuTorch, the call fails if self is
// complex.

#include <algorithm>
#include <cstring>

#include "../common/dtypes.h"
#include "../common/element.h"
#include "bit_range.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> constexpr auto kNot = bit_range_kernel<T>(0, 1);

/// Negates all Bools of a word at once. Adding 0x7f to a byte's low 7 bits sets the byte's top bit
/// unless all 7 bits are 0.
void not_bool_run(const ElementRun &run) {
  constexpr size_t ones = ~size_t(0) / 255;
  char *out = run.data[0];
  const char *in = run.data[1];
  size_t left = run.count;
  size_t word;
  for (; left >= sizeof(word); left -= sizeof(word)) {
    std::memcpy(&word, in, sizeof(word));
    word = ((((word & ones * 0x7f) + ones * 0x7f) | word) >> 7 & ones) ^ ones;
    std::memcpy(out, &word, sizeof(word));
    in += sizeof(word);
    out += sizeof(word);
  }
  for (; left != 0; --left)
    *out++ = *in++ == 0;
}
constexpr ElementwiseKernel kNotBool = elementwise<bool>(kUnaryOut, not_bool_run);

struct MixedNot {
  const ElementwiseKernel *kernel;
  ScalarType out;
};

void mixed_not_run(const ElementRun &run) {
  const MixedNot &mixed = *static_cast<const MixedNot *>(run.params);
  constexpr size_t portion = Slots::kSize / 16;
  char flags[portion];
  Slots slots;
  const ptrdiff_t slot = slot_size(mixed.out);
  ElementRun part = {{flags, run.data[1]}, {1, run.strides[1]}, 0, mixed.kernel};
  char *out = run.data[0];
  for (size_t left = run.count; left != 0; left -= part.count) {
    part.count = std::min(left, portion);
    mixed.kernel->run(part);
    const WideElements elements = {slots.data, slot, part.count};
    load_elements(ScalarType::Bool, mixed.out, elements, flags, 1);
    store_elements(mixed.out, mixed.out, out, run.strides[0], elements);
    out += run.strides[0] * static_cast<ptrdiff_t>(part.count);
    part.data[1] += run.strides[1] * static_cast<ptrdiff_t>(part.count);
  }
}

} // namespace

#define NOT_SCHEMA "logical_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define NOT(name, code, type)                                                                      \
  ET_KERNEL(aten, logical_not.out, name, "v1/" #code ";|11;", NOT_SCHEMA) {                        \
    map(context, args, kNot<type>);                                                                \
  }
ET_FORALL_REAL_DTYPES(NOT)
ET_KERNEL(aten, logical_not.out, Bool, "v1/11;|*", NOT_SCHEMA) { map(context, args, kNotBool); }

ET_KERNEL(aten, logical_not.out, fallback, ET_KEY(RealsAndBool, NumbersAndBool), NOT_SCHEMA) {
  enum Arguments : size_t { kSelf, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor out = call.any_tensor(kOut);
  if (!call.ok())
    return;
  MixedNot mixed = {nullptr, out.scalar_type()};
  switch (self.scalar_type()) {
#define NOT_CASE(name, code, type)                                                                 \
  case ScalarType::name:                                                                           \
    mixed.kernel = &kNot<type>;                                                                    \
    break;
    ET_FORALL_REAL_DTYPES(NOT_CASE)
    ET_FORALL_BOOL_DTYPE(NOT_CASE)
  default:
    break;
  }
  call.require(mixed.kernel && wide_type(mixed.out) != Wide::None);
  map(call, out, self, mixed_not_run, &mixed);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
