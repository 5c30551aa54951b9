// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Targets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace etprune::fuzz {

#define ET_FUZZ_TARGET(name, function) {name, function},
static constexpr Target Targets[] = {ET_FUZZ_TARGETS(ET_FUZZ_TARGET)};

ArrayRef<Target> allTargets() { return Targets; }

const Target *findTarget(StringRef Name) {
  const auto *Found = llvm::find_if(Targets, [&](const Target &T) { return T.Name == Name; });
  return Found == std::end(Targets) ? nullptr : Found;
}

void require(bool Holds, StringRef What) {
  if (Holds)
    return;
  errs() << "et-fuzz: " << What << "\n";
  std::abort();
}

} // namespace etprune::fuzz
