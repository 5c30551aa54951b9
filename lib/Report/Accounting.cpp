// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each error here means that image and map are from different links, or that the map has an unknown
// form.

#include "Report/Report.h"

#include "Image/Sizes.h"
#include "Object/RecordNames.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace etprune {
namespace {

/// Scripts for firmware often put .rodata into .text, so the input section's name says more than
/// the flags of the output section.
ByteCategory categoryOf(const Contribution &C, const SectionSummary &Output) {
  if (C.Fill) // without content, the fill is a stack or heap
    return Output.hasContent() ? ByteCategory::Padding : ByteCategory::Bss;
  const StringRef Name = C.Section;
  if (isKernelCode(Name) || isNameOrKey(Name) || isRegistration(Name))
    return C.File == LldInternalFile ? ByteCategory::ReadOnlyData
           : isKernelCode(Name)      ? ByteCategory::KernelCode
           : isNameOrKey(Name)       ? ByteCategory::NamesAndKeys
                                     : ByteCategory::RegistrationTable;
  if (!Output.hasContent())
    return ByteCategory::Bss;
  if (Name == ".text" || Name.starts_with(".text."))
    return ByteCategory::OtherCode;
  if (Name == ".rodata" || Name.starts_with(".rodata."))
    return ByteCategory::ReadOnlyData;
  if (Output.isExecutable())
    return ByteCategory::OtherCode;
  return Output.isWritable() ? ByteCategory::Data : ByteCategory::ReadOnlyData;
}

using InputKey = std::tuple<unsigned, StringRef, StringRef, StringRef>;
using InputSizes = DenseMap<InputKey, SizeChange>;

Error addSide(uint64_t SizeChange::*Side, LinkedImage Linked, const Memories &Device,
              function_ref<StringRef(StringRef)> NameOf, DifferenceAccount &Account,
              InputSizes &Inputs) {
  Problems Found;
  auto Complain = [&](const Twine &Message) {
    const char *When = Side == &SizeChange::Before ? "before" : "after";
    Found.add(Twine("link map of the image ") + When +
              " pruning: cannot account for its bytes: " + Message);
  };
  uint64_t Stored = 0, Ram = 0;
  auto Add = [&](ByteCategory Category, uint64_t MoreStored, uint64_t MoreRam) {
    CategoryChange &Bytes = Account.Categories[static_cast<unsigned>(Category)];
    Stored += MoreStored, Bytes.Stored.*Side += MoreStored;
    Ram += MoreRam, Bytes.Ram.*Side += MoreRam;
  };
  std::multimap<std::pair<StringRef, uint64_t>, const MapSection *> InMap; // not matched yet
  for (const MapSection &Section : Linked.Map.Sections)
    InMap.insert({{Section.Name, Section.Size}, &Section});

  for (const SectionSummary &Section : make_filter_range(Linked.Image.Sections, occupiesMemory)) {
    const auto At = InMap.find({Section.Name, Section.Size});
    if (At == InMap.end()) {
      Complain("it has no section '" + Section.Name + "' of " + Twine(Section.Size) + " bytes");
      continue;
    }
    const MapSection &Parts = *At->second;
    InMap.erase(At);
    if (int64_t Missing = Parts.unaccountedBytes())
      Complain("the parts of section '" + Section.Name + "' add up to " +
               Twine(static_cast<int64_t>(Section.Size) - Missing) + " bytes instead of " +
               Twine(Section.Size));
    const auto Taken = Device.occupiedBy(Section);
    const uint64_t TimesRam =
        llvm::count_if(Taken, [](const Occupancy &O) { return O.Kind == MemoryKind::Ram; });
    for (const Contribution &C : Parts.Contributions) {
      const ByteCategory Category = categoryOf(C, Section);
      Add(Category, (Taken.size() - TimesRam) * C.Size, TimesRam * C.Size);
      if (!C.Fill && C.Size != 0)
        Inputs[{static_cast<unsigned>(Category), C.Section, NameOf(C.File), C.Member}].*Side +=
            C.Size;
    }
  }
  if (Found)
    return Found.take();
  const ImageTotals Totals = imageTotals(Linked.Image, Device);
  Add(ByteCategory::Padding, Totals.StoredGaps, Totals.RamGaps);
  if (Stored != Totals.Stored || Ram != Totals.Ram)
    Complain("its parts add up to " + Twine(Stored) + " stored and " + Twine(Ram) +
             " RAM bytes instead of " + Twine(Totals.Stored) + " and " + Twine(Totals.Ram));
  return Found.take();
}

} // namespace

StringRef categoryName(ByteCategory Category) {
  constexpr StringLiteral Names[NumByteCategories] = {
      "kernel code", "registration table",   "operator names and keys",
      "other code",  "read-only data",       "data",
      "bss",         "alignment and padding"};
  return Names[static_cast<unsigned>(Category)];
}

Expected<DifferenceAccount> accountDifference(LinkedImage Before, LinkedImage After,
                                              const Memories &Device,
                                              function_ref<StringRef(StringRef)> NameOf) {
  DifferenceAccount Account;
  for (unsigned I = 0; I < NumByteCategories; ++I)
    Account.Categories.push_back({static_cast<ByteCategory>(I), {}, {}});
  InputSizes Inputs;
  RETURN_IF_ERROR(addSide(&SizeChange::Before, Before, Device, NameOf, Account, Inputs));
  RETURN_IF_ERROR(addSide(&SizeChange::After, After, Device, NameOf, Account, Inputs));
  for (const auto &[Key, Size] : Inputs)
    if (Size.Before != Size.After) {
      const auto &[Category, Section, File, Member] = Key;
      Account.Inputs.push_back(
          {static_cast<ByteCategory>(Category), Section.str(), File.str(), Member.str(), Size});
    }
  llvm::sort(Account.Inputs, [](const InputChange &A, const InputChange &B) {
    auto Key = [](const InputChange &I) {
      return std::tie(I.Category, I.Section, I.File, I.Member);
    };
    const uint64_t OfA = AbsoluteDifference(A.Size.Before, A.Size.After),
                   OfB = AbsoluteDifference(B.Size.Before, B.Size.After);
    return OfA != OfB ? OfA > OfB : Key(A) < Key(B);
  });
  return Account;
}

} // namespace etprune
