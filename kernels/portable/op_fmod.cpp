// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::fmod.Tensor_out, fmod.Scalar_out: the remainder of self / other, with the sign of self. An
// integer division by zero is an error.

#include "../common/dtypes.h"
#include "division.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

using Fmod = RemainderOf<TruncatedRemainder>;

} // namespace

#define FMOD(name, code, type) ET_REMAINDER(fmod.Tensor_out, Fmod, name, code, type)
ET_FORALL_REAL_DTYPES(FMOD)
ET_MIXED_REMAINDER(fmod.Tensor_out, Fmod)

#define FMOD_BY_SCALAR(name, code, type)                                                           \
  ET_REMAINDER_BY_SCALAR(fmod.Scalar_out, Fmod, name, code, type)
ET_FORALL_REAL_DTYPES(FMOD_BY_SCALAR)
ET_MIXED_REMAINDER_BY_SCALAR(fmod.Scalar_out, Fmod)

} // namespace et::kernels::ET_KERNEL_LIBRARY
