// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/KeyDtypes.h"

#include "et/kernel_key.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace etprune {

std::optional<uint8_t> dtypeOnly(StringRef Key) {
  et::KernelKeyReader Reader(Key.data(), Key.size());
  et::KernelKeyEntry First, Second;
  if (!Reader.next(First) || First.dim != 0)
    return std::nullopt;
  if (Reader.next(Second) && !Second.is_rest)
    return std::nullopt;
  return First.dtype();
}

CallDtypesSet dtypesOf(const SelectedOp &Op, StringRef Key, const KernelRecord &Kernel) {
  const std::set<Asker> &Askers = Op.Keys.find(Key.str())->second;
  CallDtypesSet Calls;
  for (const auto &[Call, Callers] : Op.Calls)
    if (llvm::any_of(Callers, [&](const Asker &Who) { return Askers.count(Who) != 0; }))
      Calls.insert(Call);
  const bool IsOfOthers = llvm::any_of(Askers, [&](const Asker &Who) {
    return llvm::none_of(Op.Calls, [&](const auto &Call) { return Call.second.count(Who) != 0; });
  });
  if (!IsOfOthers)
    return Calls;
  DtypeSet Dtypes = 0;
  if (dtypeOnly(Key)) {
    for (const auto &Named : Op.Keys)
      if (std::optional<uint8_t> Dtype = dtypeOnly(Named.first))
        Dtypes |= DtypeSet(1) << *Dtype;
    Calls.insert({{Dtypes}, /*AnyInLists=*/false});
    return Calls;
  }
  et::KernelKeyReader Reader(Key.data(), Key.size());
  et::KernelKeyEntry Entry;
  unsigned Entries = 0;
  for (; Reader.next(Entry); ++Entries)
    Dtypes |= Entry.dtypes;
  const std::optional<unsigned> Plain = Kernel.PlainTensors;
  Calls.insert({{Dtypes}, /*AnyInLists=*/!Plain || Entries <= *Plain});
  return Calls;
}

} // namespace etprune
