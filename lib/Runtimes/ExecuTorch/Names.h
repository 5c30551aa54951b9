// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mangled names of the ExecuTorch functions by which tools recognise its programs and kernels.

#pragma once

#include "llvm/ADT/StringRef.h"

namespace etprune {

/// The functions that register kernels and delegates, as in ExecuTorch of August 2026.
constexpr llvm::StringLiteral RegisterKernelsSymbol =
    "_ZN10executorch7runtime16register_kernelsENS0_4SpanIKNS0_6KernelEEE";
constexpr llvm::StringLiteral RegisterBackendSymbol =
    "_ZN10executorch7runtime16register_backendERKNS0_7BackendE";

/// True if a function of this name reads a list of tensors from a boxed function's arguments.
inline bool unpacksTensorList(llvm::StringRef Function) {
  return Function.contains("TensorList") || Function.contains("ListOptionalTensor") ||
         (Function.contains("BoxedEvalueList") && Function.contains("Tensor"));
}
/// True if a function makes a tensor of the dtype that is passed to it.
inline bool isTensorConstructor(llvm::StringRef Function) {
  return Function.contains("10TensorImplC1E") || Function.contains("10TensorImplC2E");
}

} // namespace etprune
