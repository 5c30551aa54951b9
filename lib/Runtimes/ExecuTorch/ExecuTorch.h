// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads how programs register kernels with ExecuTorch 0.7 or newer.
//
// A registration file has an array of `Kernel {const char *name; const char *kernel_key; OpFunction
// op;}`. A static initialiser passes the array to `register_kernels(Span<const Kernel>)`, which
// copies the array into the registry's storage. The macro EXECUTORCH_LIBRARY registers a user's own
// operators without an array: for each operator, its code builds a Kernel on the stack and calls
// `register_kernels`. A Kernel and an et-prune record have the same three words in the same order.

#pragma once

#include "Runtimes/ExecuTorch/Names.h"
#include "Runtimes/Runtime.h"

namespace etprune {

class ExecuTorch : public Runtime {
public:
  llvm::StringRef name() const override { return "ExecuTorch"; }
  llvm::StringRef registerFunction() const override { return RegisterKernelsSymbol; }
  llvm::StringRef registerBackendFunction() const override { return RegisterBackendSymbol; }
  bool isOtherRelease(llvm::StringRef Function) const override;
  bool isLookup(llvm::StringRef Function) const override;
  llvm::StringRef startFunction() const override { return "et_pal_init"; }
  bool isOwnSymbol(llvm::StringRef Symbol) const override;
  llvm::Error readCall(CodeState &State, const Value &Pointer, const Value &Count,
                       KernelInitializer &Initializer) const override;
  llvm::Expected<std::string> readBackendCall(CodeState &State,
                                              const Value &Backend) const override;
  void readSignature(KernelRecord &Kernel) const override;
  std::vector<KernelArray> kernelArrays(const InputObject &Object) const override;
  llvm::StringRef howToRegister() const override;
};

} // namespace etprune
