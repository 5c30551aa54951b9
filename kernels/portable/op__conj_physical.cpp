// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_conj_physical.out: the complex conjugate. The kernel flips the sign bit of the imaginary
// part: the highest bit of an element's last byte. Real numbers are copied. One kernel serves all
// dtypes.

#include "../common/elementwise.h"
#include "../common/promotion.h"
#include "number_bits.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void conj_run(const ElementRun &run) {
  keep_run(run);
  char *last = run.data[0] - 1;
  for (size_t left = run.count; left != 0; --left) {
    last += run.strides[0];
    *last = static_cast<char>(*last ^ 0x80);
  }
}

} // namespace

ET_KERNEL(aten, _conj_physical.out, fallback, ET_KEY(NumbersAndBool, Rest),
          "_conj_physical.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  if (!call.ok())
    return;
  const ScalarType type = self.scalar_type();
  const NumberKind kind = number_kind(type);
  call.require(kind != NumberKind::None);
  map(call, call.output(kOut, type), self, kind == NumberKind::Complex ? conj_run : keep_run,
      nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
