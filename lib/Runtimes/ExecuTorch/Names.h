// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mangled names of ExecuTorch functions. et-prune uses the names to recognise programs and
// kernels of ExecuTorch.

#pragma once

#include "llvm/ADT/StringRef.h"

namespace etprune {

/// The functions that register kernels and backends, in ExecuTorch of August 2026.
constexpr llvm::StringLiteral RegisterKernelsSymbol =
    "_ZN10executorch7runtime16register_kernelsENS0_4SpanIKNS0_6KernelEEE";
constexpr llvm::StringLiteral RegisterBackendSymbol =
    "_ZN10executorch7runtime16register_backendERKNS0_7BackendE";

/// True for a function that reads a list of tensors from the arguments of a boxed function.
inline bool unpacksTensorList(llvm::StringRef Function) {
  return Function.contains("TensorList") || Function.contains("ListOptionalTensor") ||
         (Function.contains("BoxedEvalueList") && Function.contains("Tensor"));
}
/// True for a function that makes a tensor and gets the dtype of the tensor as an argument.
inline bool isTensorConstructor(llvm::StringRef Function) {
  return Function.contains("10TensorImplC1E") || Function.contains("10TensorImplC2E");
}

} // namespace etprune
