// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ExecuTorch, from 0.7 on.
//
// A registration file has an array of `Kernel {const char *name; const char *kernel_key; OpFunction
// op;}` and a static initialiser that passes it to `register_kernels(Span<const Kernel>)`, which
// copies it into the registry's storage. EXECUTORCH_LIBRARY, for operators of one's own, builds a
// Kernel on the stack instead, one for each call. The three words of a Kernel are those of a record
// of ours, in the same order.

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
