// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/RegisteredKernels.h"

#include "Registry/KeyDtypes.h"
#include "Selection/Names.h"

#include "et/kernel_key.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace etprune {

namespace {

bool firstTensorIs(StringRef Key, uint8_t Dtype) {
  et::KernelKeyReader Reader(Key.data(), Key.size());
  et::KernelKeyEntry Entry;
  return Reader.next(Entry) && Entry.dtypes == et::kernel_key_dtype(Dtype);
}

bool allTensorsAre(StringRef Key, uint8_t Dtype) {
  et::KernelKeyReader Reader(Key.data(), Key.size());
  et::KernelKeyEntry Entry;
  size_t Count = 0;
  for (; Reader.next(Entry); ++Count)
    if (!Entry.is_rest && Entry.dtypes != et::kernel_key_dtype(Dtype))
      return false;
  return Count > 0;
}

/// True if a fallback kernel takes calls with a dtype in any argument.
bool mayTake(const KernelRecord &Kernel, uint8_t Dtype) {
  if (!Kernel.Key)
    return true;
  et::KernelKeyReader Reader(Kernel.Key->data(), Kernel.Key->size());
  et::KernelKeyEntry Entry;
  while (Reader.next(Entry))
    if (Entry.dtypes & et::kernel_key_dtype(Dtype))
      return true;
  return false;
}

/// True if a fallback kernel takes every call that a key of a selection describes. The key may lack
/// the entry of the output.
bool covers(const KernelRecord &Kernel, StringRef Calls) {
  if (!Kernel.Key)
    return true;
  et::KernelKeyMatcher Matcher(Kernel.Key->data(), Kernel.Key->size());
  return et::feed_kernel_key(Matcher, Calls.data(), Calls.size()) && Matcher.agrees();
}

/// True if the fallback kernel `Better` takes all calls of `Other`.
bool hides(const KernelRecord &Better, const KernelRecord &Other) {
  if (Better.Priority <= Other.Priority || !Better.isFallback() || !Other.isFallback())
    return false;
  if (!Better.Key || !Other.Key)
    return !Better.Key;
  et::KernelKeyMatcher Matcher(Better.Key->data(), Better.Key->size());
  return et::feed_kernel_key(Matcher, Other.Key->data(), Other.Key->size()) && Matcher.matches();
}

bool isBefore(const KernelRecord *A, const KernelRecord *B) { return *A < *B; }

/// The winner among one operator's kernels with one key. `Candidates` are in table order.
const KernelRecord *winnerOf(ArrayRef<const KernelRecord *> Candidates, Problems &Found) {
  const KernelRecord &Best =
      **llvm::max_element(Candidates, [](const KernelRecord *A, const KernelRecord *B) {
        return A->Priority < B->Priority;
      });
  std::string Tied;
  bool OfOneLibrary = false;
  for (const KernelRecord *Rival : Candidates)
    if (Rival->Priority == Best.Priority && Rival->id() != Best.id()) {
      Tied += "\n>>> '" + Rival->id() + "' in " + Rival->Object->Name;
      OfOneLibrary |= Rival->Library == Best.Library;
    }
  if (!Tied.empty())
    Found.add("operator '" + Best.Op + "' for dtype " + describeKey(Best.Key) + " has several " +
              (OfOneLibrary ? "kernels in library '" + Best.Library + "'; give one another key"
                            : "kernels of priority " + Twine(Best.Priority) +
                                  "; give one library another ET_KERNEL_LIBRARY_PRIORITY") +
              "\n>>> '" + Best.id() + "' in " + Best.Object->Name + Tied);
  return &Best;
}

} // namespace

std::string describeKey(const std::optional<std::string> &Key) {
  return Key ? describeKernelKey(*Key) : "any";
}

std::vector<const KernelRecord *> inTableOrder(ArrayRef<KernelRecord> Records) {
  std::vector<const KernelRecord *> Sorted;
  Sorted.reserve(Records.size());
  for (const KernelRecord &Record : Records)
    Sorted.push_back(&Record);
  if (!llvm::is_sorted(Sorted, isBefore)) // records of one library mostly are
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

const KernelRecord *fallbackOf(const Winners &Kernels) {
  return fallbackOf(Kernels, [](const KernelRecord &) { return true; });
}

Winners kernelsFor(StringRef Key, const Winners &Kernels, bool ComparesKeys) {
  const std::optional<uint8_t> Dtype = dtypeOnly(Key);
  if (Dtype) {
    for (auto Serves : {allTensorsAre, firstTensorIs}) {
      Winners Serving;
      for (const KernelRecord *Record : Kernels)
        if (Record->Key && Serves(*Record->Key, *Dtype))
          Serving.push_back(Record);
      if (!Serving.empty())
        return Serving;
    }
  } else {
    const KernelRecord *Best = nullptr;
    std::pair<uint32_t, int> BestRank;
    for (const KernelRecord *Record : Kernels) {
      if (Record->isFallback())
        continue;
      if (ComparesKeys && Record->IsSelfRegistered) {
        if (*Record->Key == Key)
          return {Record};
        continue;
      }
      et::KernelKeyMatcher Matcher(Record->Key->data(), Record->Key->size());
      if (!et::feed_kernel_key(Matcher, Key.data(), Key.size()) || !Matcher.matches())
        continue;
      const auto Rank = std::make_pair(Matcher.specificity(), Record->Priority);
      if (!Best || Rank > BestRank) {
        Best = Record;
        BestRank = Rank;
      }
    }
    if (Best)
      return {Best};
  }
  const KernelRecord *Fallback = fallbackOf(Kernels, [&](const KernelRecord &Record) {
    return Dtype ? mayTake(Record, *Dtype) : covers(Record, Key);
  });
  return Fallback ? Winners{Fallback} : Winners();
}

} // namespace etprune
