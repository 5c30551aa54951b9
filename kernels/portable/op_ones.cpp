// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::ones.out: a tensor of the given sizes, filled with 1. The kernel writes the bytes of 1
// without a conversion. In a floating point dtype, all bytes of 1 except the upper two are 0.

#include <cstring>

#include "../common/promotion.h"
#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, ones.out, fallback, ET_KEY(NumbersAndBool),
          "ones.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSize, kOut, kCount };
  Call call(context, args, kCount);
  const ListedSizes sizes = take_sizes(call, kSize);
  const Tensor out = call.any_tensor(kOut);
  if (!call.ok())
    return;
  const ScalarType type = out.scalar_type();
  const NumberKind kind = number_kind(type);
  if (!call.require(kind != NumberKind::None))
    return;
  const size_t size = out.element_size() >> (kind == NumberKind::Complex);
  char element[kMaxElementSize] = {1};
  if (kind >= NumberKind::Float) {
    const uint16_t upper = size == sizeof(double)     ? 0x3ff0
                           : type == ScalarType::Half ? 0x3c00
                                                      : 0x3f80;
    element[0] = 0;
    std::memcpy(element + size - sizeof(upper), &upper, sizeof(upper));
  }
  fill(call, out, sizes, element);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
