// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/NarrowedKernels.h"

#include "Object/RecordNames.h"

using namespace llvm;

namespace etprune {

std::string narrowedSymbol(const KernelRecord &Original, const CallDtypesSet &Calls) {
  return (KernelSymbolPrefix + Original.Op + "$" + callsText(Calls) + "$" + Original.Library).str();
}

std::optional<CallDtypesSet> callsOfSymbol(StringRef Symbol) {
  if (!isKernelSymbol(Symbol))
    return std::nullopt;
  return readCalls(Symbol.rsplit('$').first.rsplit('$').second);
}

} // namespace etprune
