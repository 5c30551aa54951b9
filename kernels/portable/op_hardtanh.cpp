// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::hardtanh.out: self limited to the range from min_val to max_val. For integer dtypes, the
// limits lose their fractions. As in PyTorch, Bool is an error, and negative limits are an error
// for Byte.

#include "../common/dtypes.h"
#include "clamp.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kMinVal, kMaxVal, kOut };

template <typename T>
constexpr ActivationKernel kHardtanh =
    activation<T>(kOut, clamp_run<T>, std::is_integral_v<T> ? read_truncated : kScalarReader<T>);

} // namespace

#define HARDTANH(name, code, type)                                                                 \
  ET_KERNEL(aten, hardtanh.out, name, "v1/" #code ";|*",                                           \
            "hardtanh.out(Tensor self, Scalar min_val=-1, Scalar max_val=1, *, Tensor(a!) out) "   \
            "-> Tensor(a!)") {                                                                     \
    activate(context, args, kHardtanh<type>);                                                      \
  }
ET_FORALL_REAL_DTYPES(HARDTANH)

} // namespace et::kernels::ET_KERNEL_LIBRARY
