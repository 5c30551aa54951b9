// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/Resolver.h"

#include "Selection/Names.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// The key of a call without tensors. ExecuTorch looks such calls up without a key.
constexpr StringLiteral NoTensors = "v1/";

std::string repeatLast(StringRef Key, size_t Count) {
  SmallVector<StringRef> Entries;
  Key.drop_front(NoTensors.size()).split(Entries, '|');
  const size_t Size = Entries.size();
  for (size_t I = Size - std::min(Count, Size); I < Size; ++I)
    Entries.push_back(Entries[I]);
  return NoTensors.str() + join(Entries, "|");
}

/// Adds one operator's entries to a table for ExecuTorch's own registry. Some kernels need an entry
/// for each selected call, with the call's text. Returns an asker of such a kernel if the asker's
/// calls are unknown; else null.
const Asker *addTexts(ArrayRef<PlannedKernel> Kept, std::vector<TableEntry> &Table) {
  const Asker *NamesNoCalls = nullptr;
  const size_t NumFallbacks =
      llvm::count_if(Kept, [](const PlannedKernel &Kernel) { return Kernel.Record->isFallback(); });
  std::set<std::optional<std::string>> Known; // if two kernels match a call, the first wins
  for (const PlannedKernel &Kernel : Kept) {
    const KernelRecord &Record = *Kernel.Record;
    if (!Record.Key || Record.IsSelfRegistered) { // no text of a call is needed
      Table.push_back({&Record, Record.Key});
    } else if (Kept.size() == 1 || (NumFallbacks == 1 && Record.isFallback())) {
      Table.push_back({&Record, std::nullopt}); // serves all other calls
    } else {
      for (const std::string &Call : Kernel.Calls) {
        const auto Key = Call == NoTensors ? std::nullopt : std::optional(Call);
        if (Known.insert(Key).second)
          Table.push_back({&Record, Key});
      }
      if (!NamesNoCalls && !Kernel.WithoutCalls.empty())
        NamesNoCalls = &*Kernel.WithoutCalls.begin();
    }
  }
  return NamesNoCalls;
}

} // namespace

bool isKeyOfCall(StringRef Key) {
  return llvm::none_of(entriesOfKey(Key), [](const et::KernelKeyEntry &Entry) {
    return Entry.is_rest || Entry.dim == 0;
  });
}

std::vector<std::string> textsOfCalls(StringRef Key, const std::optional<CallArguments> &Taken) {
  if (Key == NoTensors)
    return {Key.str()};
  // Lists of tensors have no entry in a key.
  const size_t Always = Taken ? llvm::count(Taken->Kinds, "t") : 0;
  const size_t Optional = Taken ? llvm::count(Taken->Kinds, "tn") : 0;
  const size_t Count = Key.count('|') + 1;
  const size_t Results = Taken ? Taken->Most - Taken->Kinds.size() : 1;
  std::vector<std::string> Texts;
  // A call may pass several results as one list, which has no entry in the key.
  if (!Taken || Count >= Always + 1 || Results > 1)
    Texts.push_back(Key.str());
  if (!Taken || Count <= Always + Optional)
    Texts.push_back(repeatLast(Key, Results));
  return Texts;
}

Expected<std::vector<TableEntry>> tableEntries(const PrunePlan &Plan, bool ComparesKeys) {
  std::vector<TableEntry> Table;
  ArrayRef<PlannedKernel> Kept = Plan.Kept;
  if (Plan.Everything || !ComparesKeys) {
    for (const PlannedKernel &Kernel : Kept)
      if (!Plan.Everything || !Kernel.Record->IsSelfRegistered)
        Table.push_back({Kernel.Record, Kernel.Record->Key});
    return Table;
  }
  std::map<std::string, std::vector<std::string>> Unknown; // operators by asker
  while (!Kept.empty()) {
    const auto Operator =
        Kept.take_while([Op = StringRef(Kept.front().Record->Op)](const PlannedKernel &Kernel) {
          return Kernel.Record->Op == Op;
        });
    Kept = Kept.drop_front(Operator.size());
    if (const Asker *Who = addTexts(Operator, Table))
      Unknown[Who->Text].push_back("'" + Operator.front().Record->Op + "'");
  }
  if (Unknown.empty())
    return Table;
  std::string Message =
      "these operators have several kernels, but the selection lacks the exact keys of the "
      "operators' calls; ExecuTorch's own registry finds such kernels only by these keys; select "
      "by the models that the program runs, without --ignore-dtypes, or replace ExecuTorch's "
      "registry by runtime/executorch/operator_registry.cpp";
  for (const auto &[Who, Operators] : Unknown)
    Message += "\n>>> " + Who + ": " + join(Operators, ", ");
  return createStringError(Message);
}

} // namespace etprune
