// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/RegisteredKernels.h"

#include "Selection/Names.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace etprune {

namespace {

/// If a key selects all calls of one dtype, returns this dtype; else none. Such a key has one entry
/// without a dim order, and perhaps the entry "*" for all further tensors.
std::optional<uint8_t> dtypeOnly(StringRef Key) {
  const auto Entries = entriesOfKey(Key);
  const bool IsDtype =
      !Entries.empty() && Entries[0].dim == 0 && (Entries.size() == 1 || Entries[1].is_rest);
  return IsDtype ? std::optional(Entries[0].dtype()) : std::nullopt;
}

bool firstTensorIs(StringRef Key, uint8_t Dtype) {
  const auto Entries = entriesOfKey(Key);
  return !Entries.empty() && Entries.front().dtypes == et::kernel_key_dtype(Dtype);
}

bool allTensorsAre(StringRef Key, uint8_t Dtype) {
  const auto Entries = entriesOfKey(Key);
  return !Entries.empty() && llvm::all_of(Entries, [&](const et::KernelKeyEntry &Entry) {
    return Entry.is_rest || Entry.dtypes == et::kernel_key_dtype(Dtype);
  });
}

bool mayTake(const KernelRecord &Kernel, uint8_t Dtype) {
  return !Kernel.Key ||
         llvm::any_of(entriesOfKey(*Kernel.Key), [&](const et::KernelKeyEntry &Entry) {
           return (Entry.dtypes & et::kernel_key_dtype(Dtype)) != 0;
         });
}

/// Compares a kernel's key with `Calls`, a key that describes calls; none if `Calls` is malformed.
std::optional<et::KernelKeyMatcher> compare(StringRef Key, StringRef Calls) {
  et::KernelKeyMatcher Matcher(Key.data(), Key.size());
  return et::feed_kernel_key(Matcher, Calls.data(), Calls.size()) ? std::optional(Matcher)
                                                                  : std::nullopt;
}

/// True if the fallback kernel takes every call that `Calls`, a key of a selection, describes.
/// `Calls` may lack the entry of the output.
bool covers(const KernelRecord &Kernel, StringRef Calls) {
  if (!Kernel.Key)
    return true;
  const auto Compared = compare(*Kernel.Key, Calls);
  return Compared && Compared->agrees();
}

/// True if both are fallback kernels and `Better`, of higher priority, takes all calls of `Other`.
bool hides(const KernelRecord &Better, const KernelRecord &Other) {
  if (Better.Priority <= Other.Priority || !Better.isFallback() || !Other.isFallback())
    return false;
  if (!Better.Key || !Other.Key)
    return !Better.Key;
  auto Compared = compare(*Better.Key, *Other.Key);
  return Compared && Compared->matches();
}

bool isBefore(const KernelRecord *A, const KernelRecord *B) { return *A < *B; }

/// The candidates have the same operator and key.
const KernelRecord *winnerOf(ArrayRef<const KernelRecord *> Candidates, Problems &Found) {
  const KernelRecord &Best =
      **llvm::max_element(Candidates, [](const KernelRecord *A, const KernelRecord *B) {
        return A->Priority < B->Priority;
      });
  std::string Tied;
  for (const KernelRecord *Rival : Candidates)
    if (Rival->Priority == Best.Priority && Rival->id() != Best.id())
      Tied += "\n>>> '" + Rival->id() + "' in " + Rival->Object->Name;
  if (!Tied.empty())
    Found.add("operator '" + Best.Op + "' for dtype " + describeKey(Best.Key) +
              " has several kernels of priority " + Twine(Best.Priority) +
              "; change the key of one kernel, or set another ET_KERNEL_LIBRARY_PRIORITY for one "
              "library\n>>> '" +
              Best.id() + "' in " + Best.Object->Name + Tied);
  return &Best;
}

} // namespace

bool KernelRecord::isFallback() const {
  return !Key || et::is_fallback_key(Key->data(), Key->size());
}

std::string describeKey(const std::optional<std::string> &Key) {
  return Key ? describeKernelKey(*Key) : "any";
}

std::vector<const KernelRecord *> inTableOrder(ArrayRef<KernelRecord> Records) {
  std::vector<const KernelRecord *> Sorted;
  Sorted.reserve(Records.size());
  for (const KernelRecord &Record : Records)
    Sorted.push_back(&Record);
  if (!llvm::is_sorted(Sorted, isBefore)) // a library's records mostly are sorted
    llvm::stable_sort(Sorted, isBefore);
  return Sorted;
}

RegisteredKernels registeredKernels(ArrayRef<const KernelRecord *> Sorted, bool OnlySelfRegistered,
                                    Problems &Found) {
  RegisteredKernels Ops;
  while (!Sorted.empty()) {
    const std::string &Op = Sorted.front()->Op;
    const auto OfOp =
        Sorted.take_while([&](const KernelRecord *Record) { return Record->Op == Op; });
    Sorted = Sorted.drop_front(OfOp.size());
    std::map<std::optional<StringRef>, Winners> Rivals;
    for (const KernelRecord *Record : OfOp)
      if (!OnlySelfRegistered || Record->IsSelfRegistered)
        Rivals[Record->Key].push_back(Record);
    if (Rivals.empty())
      continue;
    Winners &Kernels = Ops.try_emplace(Ops.end(), Op)->second;
    Winners OfKeys;
    for (auto &OfKey : Rivals)
      OfKeys.push_back(winnerOf(OfKey.second, Found));
    llvm::copy_if(OfKeys, std::back_inserter(Kernels), [&](const KernelRecord *Record) {
      return llvm::none_of(OfKeys,
                           [&](const KernelRecord *Other) { return hides(*Other, *Record); });
    });
    llvm::sort(Kernels, isBefore);
  }
  return Ops;
}

const KernelRecord *fallbackOf(const Winners &Kernels,
                               function_ref<bool(const KernelRecord &)> Serves) {
  const KernelRecord *Best = nullptr;
  for (const KernelRecord *Record : Kernels)
    if (Record->isFallback() && (!Best || Best->Priority < Record->Priority) && Serves(*Record))
      Best = Record;
  return Best;
}

/// The kernels whose keys have the dtype for all tensors. If there are none, the kernels whose keys
/// have the dtype for the first tensor.
static Winners kernelsOfDtype(uint8_t Dtype, const Winners &Kernels) {
  Winners Serving;
  for (auto Serves : {allTensorsAre, firstTensorIs})
    if (Serving.empty())
      llvm::copy_if(Kernels, std::back_inserter(Serving), [&](const KernelRecord *Record) {
        return Record->Key && Serves(*Record->Key, Dtype);
      });
  return Serving;
}

/// The kernel whose key matches the calls most closely. Null if only fallback kernels, or no
/// kernels, match.
static const KernelRecord *kernelOfCalls(StringRef Key, const Winners &Kernels, bool ComparesKeys) {
  const KernelRecord *Best = nullptr;
  std::pair<uint32_t, int> BestRank;
  for (const KernelRecord *Record : Kernels) {
    if (Record->isFallback())
      continue;
    const bool IsExact = ComparesKeys && Record->IsSelfRegistered;
    if (IsExact && *Record->Key == Key)
      return Record;
    auto Compared = IsExact ? std::nullopt : compare(*Record->Key, Key);
    if (!Compared || !Compared->matches())
      continue;
    const std::pair Rank(Compared->specificity(), Record->Priority);
    if (!Best || Rank > BestRank)
      std::tie(Best, BestRank) = std::pair(Record, Rank);
  }
  return Best;
}

Winners kernelsFor(StringRef Key, const Winners &Kernels, bool ComparesKeys) {
  const std::optional<uint8_t> Dtype = dtypeOnly(Key);
  if (Dtype) {
    if (Winners Serving = kernelsOfDtype(*Dtype, Kernels); !Serving.empty())
      return Serving;
  } else if (const KernelRecord *Best = kernelOfCalls(Key, Kernels, ComparesKeys)) {
    return {Best};
  }
  const KernelRecord *Fallback = fallbackOf(Kernels, [&](const KernelRecord &Record) {
    return Dtype ? mayTake(Record, *Dtype) : covers(Record, Key);
  });
  return Fallback ? Winners{Fallback} : Winners();
}

CallDtypesSet dtypesOf(const SelectedOp &Op, StringRef Key, const KernelRecord &Kernel) {
  const std::set<Asker> &Askers = Op.Keys.find(Key.str())->second;
  CallDtypesSet Calls;
  for (const auto &[Call, Callers] : Op.Calls)
    if (llvm::any_of(Callers, [&](const Asker &Who) { return Askers.count(Who) != 0; }))
      Calls.insert(Call);
  if (llvm::all_of(Askers, [&](const Asker &Who) {
        return llvm::any_of(Op.Calls,
                            [&](const auto &Call) { return Call.second.count(Who) != 0; });
      }))
    return Calls; // each asker is a model, because only models have calls; `Calls` has all of them
  DtypeSet Dtypes = 0;
  if (dtypeOnly(Key)) {
    for (const auto &Named : Op.Keys)
      if (std::optional<uint8_t> Dtype = dtypeOnly(Named.first))
        Dtypes |= DtypeSet(1) << *Dtype;
    Calls.insert({{Dtypes}, /*AnyInLists=*/false});
    return Calls;
  }
  const auto Entries = entriesOfKey(Key);
  for (const et::KernelKeyEntry &Entry : Entries)
    Dtypes |= Entry.dtypes;
  const std::optional<unsigned> Plain = Kernel.PlainTensors;
  Calls.insert({{Dtypes}, /*AnyInLists=*/!Plain || Entries.size() <= *Plain});
  return Calls;
}

} // namespace etprune
