// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/KeyDtypes.h"

#include "Selection/Names.h"

#include "et/kernel_key.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>

using namespace llvm;

namespace etprune {

std::optional<uint8_t> dtypeOnly(StringRef Key) {
  et::KernelKeyReader Reader(Key.data(), Key.size());
  et::KernelKeyEntry First, Second;
  if (!Reader.next(First) || First.dim != 0)
    return std::nullopt;
  if (Reader.next(Second) && !Second.is_rest)
    return std::nullopt;
  return First.dtype;
}

/// The most entries that a key has for the plain tensors of a kernel's arguments, in which a call
/// repeats the results. The name of the function tells its parameters. None for other functions.
static std::optional<unsigned> plainEntries(StringRef Function) {
  ItaniumPartialDemangler Name;
  if (Name.partialDemangle(Function.str().c_str()) || !Name.isFunction())
    return std::nullopt;
  size_t Size = 0;
  char *Text = Name.getFunctionParameters(nullptr, &Size);
  const std::string Parameters = Text ? Text : "";
  std::free(Text);
  // "(…::KernelRuntimeContext&, …::Tensor const&, …::ArrayRef<…::Tensor>, long, …::Tensor&)"
  SmallVector<StringRef> Types;
  StringRef(Parameters).trim("()").split(Types, ", ");
  if (!Types.front().ends_with("::KernelRuntimeContext&"))
    return std::nullopt;
  unsigned Entries = 0;
  for (StringRef Type : Types) {
    const bool IsList = Type.contains("ArrayRef<") || Type.contains("Span<");
    if (Type.ends_with("::Tensor&"))
      Entries += 2;
    else if (Type.ends_with("::Tensor const&") ||
             (!IsList && Type.contains("optional<") && Type.contains("::Tensor>")))
      Entries += 1;
  }
  return Entries;
}

/// Whether a key of so many entries has some for the lists of a kernel that the program registers:
/// its boxed function refers to the function that computes.
static bool tellsLists(const KernelRecord &Kernel, unsigned Entries) {
  const FunctionLocation &Boxed = Kernel.Function;
  if (!Kernel.IsSelfRegistered || !Boxed.Object)
    return false;
  std::optional<unsigned> Plain;
  for (const ObjectRelocation &R : Boxed.Object->Sections[Boxed.Section].Relocations)
    if (auto Of = plainEntries(Boxed.Object->Symbols[R.Symbol].Name); Of > Plain)
      Plain = Of;
  return Plain && Entries > *Plain;
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
    Dtypes |= DtypeSet(1) << Entry.dtype;
  Calls.insert({{Dtypes}, /*AnyInLists=*/!tellsLists(Kernel, Entries)});
  return Calls;
}

} // namespace etprune
