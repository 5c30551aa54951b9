// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::view_as_real_copy.out: copies complex numbers as pairs of real numbers. The output has a
// new last dimension for the two numbers of a pair.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void copy(KernelRuntimeContext &context, Args args, ScalarType type, ScalarType part) {
  enum Arguments : size_t { kSelf, kOut, kCount };
  ViewCopy call(context, args, kCount);
  if (!call.require(call.dtype == type))
    return;
  call.dtype = part;
  call.require(call.view.insert(call.view.dim, 2, static_cast<ptrdiff_t>(element_size(part))));
  call.copy_to(kOut);
}

} // namespace

#define VIEW_AS_REAL_COPY(name, key, part)                                                         \
  ET_KERNEL(aten, view_as_real_copy.out, name, key,                                                \
            "view_as_real_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {               \
    copy(context, args, ScalarType::name, ScalarType::part);                                       \
  }
VIEW_AS_REAL_COPY(ComplexFloat, "v1/9;|6;", Float)
VIEW_AS_REAL_COPY(ComplexDouble, "v1/10;|7;", Double)

} // namespace et::kernels::ET_KERNEL_LIBRARY
