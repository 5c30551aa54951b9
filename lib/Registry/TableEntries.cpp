// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/TableEntries.h"

#include "et/kernel_key.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// The key of a call without tensors. ExecuTorch looks such calls up without a key.
constexpr StringLiteral NoTensors = "v1/";

/// The key with its last `Count` entries repeated.
std::string repeatLast(StringRef Key, size_t Count) {
  SmallVector<StringRef> Entries;
  Key.drop_front(NoTensors.size()).split(Entries, '|');
  const size_t Size = Entries.size();
  for (size_t I = Size - std::min(Count, Size); I < Size; ++I)
    Entries.push_back(Entries[I]);
  return NoTensors.str() + join(Entries, "|");
}

/// The table's entries of one operator.
class OperatorEntries {
public:
  explicit OperatorEntries(ArrayRef<PlannedKernel> Kept)
      : Kept(Kept), NumFallbacks(llvm::count_if(Kept, [](const PlannedKernel &Kernel) {
          return Kernel.Record->isFallback();
        })) {}

  void add(std::vector<TableEntry> &Table) const {
    std::set<std::optional<std::string>> Known; // if two kernels match a call, the first wins
    for (const PlannedKernel &Kernel : Kept) {
      if (!hasOtherKey(Kernel)) {
        Table.push_back({Kernel.Record, Kernel.Record->Key});
      } else if (servesTheRest(Kernel)) {
        Table.push_back({Kernel.Record, std::nullopt});
      } else {
        for (const std::string &Call : Kernel.Calls) {
          const auto Key = Call == NoTensors ? std::nullopt : std::optional<std::string>(Call);
          if (Known.insert(Key).second)
            Table.push_back({Kernel.Record, Key});
        }
      }
    }
  }

  /// An asker that needs exact calls here but names none; null if there is no such asker.
  const Asker *whoNamesNoCalls() const {
    for (const PlannedKernel &Kernel : Kept)
      if (!servesTheRest(Kernel) && hasOtherKey(Kernel) && !Kernel.WithoutCalls.empty())
        return &*Kernel.WithoutCalls.begin();
    return nullptr;
  }

private:
  /// ExecuTorch's arrays have keys in the form that its registry looks up.
  static bool hasOtherKey(const PlannedKernel &Kernel) {
    return Kernel.Record->Key && !Kernel.Record->IsSelfRegistered;
  }

  /// True for the only fallback kernel: its calls need not be known.
  bool servesTheRest(const PlannedKernel &Kernel) const {
    return Kept.size() == 1 || (NumFallbacks == 1 && Kernel.Record->isFallback());
  }

  const ArrayRef<PlannedKernel> Kept;
  const size_t NumFallbacks;
};

} // namespace

bool isKeyOfCall(StringRef Key) {
  et::KernelKeyReader Reader(Key.data(), Key.size());
  et::KernelKeyEntry Entry;
  while (Reader.next(Entry))
    if (Entry.is_rest || Entry.dim == 0)
      return false;
  return !Reader.malformed();
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
  // Several results may come as one list, which has no entry in the key.
  if (!Taken || Count >= Always + 1 || Results > 1)
    Texts.push_back(Key.str());
  if (!Taken || Count <= Always + Optional)
    Texts.push_back(repeatLast(Key, Results));
  return Texts;
}

std::vector<TableEntry> fullTable(ArrayRef<PlannedKernel> Kept) {
  std::vector<TableEntry> Table;
  for (const PlannedKernel &Kernel : Kept)
    if (!Kernel.Record->IsSelfRegistered)
      Table.push_back({Kernel.Record, Kernel.Record->Key});
  return Table;
}

Expected<std::vector<TableEntry>> tableEntries(ArrayRef<PlannedKernel> Kept, bool ComparesKeys) {
  std::vector<TableEntry> Table;
  std::map<std::string, std::vector<std::string>> Unknown; // operators by asker
  while (!Kept.empty()) {
    const auto Operator =
        Kept.take_while([Op = StringRef(Kept.front().Record->Op)](const PlannedKernel &Kernel) {
          return Kernel.Record->Op == Op;
        });
    Kept = Kept.drop_front(Operator.size());
    if (!ComparesKeys) {
      for (const PlannedKernel &Kernel : Operator)
        Table.push_back({Kernel.Record, Kernel.Record->Key});
      continue;
    }
    const OperatorEntries Entries(Operator);
    Entries.add(Table);
    if (const Asker *Who = Entries.whoNamesNoCalls())
      Unknown[Who->Text].push_back("'" + Operator.front().Record->Op + "'");
  }
  if (Unknown.empty())
    return Table;
  std::string Message =
      "ExecuTorch's own registry finds one of several kernels only by the exact key of a call, "
      "and the selection has no calls of these operators; select by the models that the program "
      "runs, without --ignore-dtypes, or use runtime/executorch/operator_registry.cpp instead of "
      "that registry";
  for (const auto &[Who, Operators] : Unknown)
    Message += "\n>>> " + Who + ": " + join(Operators, ", ");
  return createStringError(Message);
}

} // namespace etprune
