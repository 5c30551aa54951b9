// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Runtimes/ExecuTorch/ExecuTorch.h"

using namespace llvm;

namespace etprune {

static std::vector<const Runtime *> &list() {
  static const ExecuTorch First;
  static std::vector<const Runtime *> List{&First};
  return List;
}

void addRuntime(const Runtime &Kind) { list().push_back(&Kind); }

ArrayRef<const Runtime *> runtimes() { return list(); }

bool registersKernels(StringRef Function) {
  return llvm::any_of(runtimes(), [&](const Runtime *Kind) {
    return Function == Kind->registerFunction() || Kind->isOtherRelease(Function);
  });
}

} // namespace etprune
