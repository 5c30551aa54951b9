// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Targets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace etprune::fuzz {

static constexpr Target Targets[] = {
    {"archive", fuzzArchive},
    {"bundle", fuzzBundle},
    {"bundled-model", fuzzModel},
    {"command", fuzzCommand},
    {"dependency-file", fuzzDependencyFile},
    {"dictionary", fuzzDictionary},
    {"executor", fuzzExecutor},
    {"image", fuzzImage},
    {"manifest", fuzzManifest},
    {"map", fuzzMap},
    {"model", fuzzModel},
    {"object", fuzzObject},
    {"schema", fuzzSchema},
    {"script", fuzzScript},
    {"selection", fuzzSelection},
};

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
