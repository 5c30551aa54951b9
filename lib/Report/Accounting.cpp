// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds every allocated section of an image in its map and divides the section into contributions.
// Then compares the two images. Fails if the map lacks a section, if contributions do not add up to
// their section, or if the totals are not imageTotals(). Each of these errors means that image and
// map are from different links, or that the map has an unknown form.

#include "Report/Accounting.h"

#include "Image/Sizes.h"
#include "Object/RecordNames.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace etprune {
namespace {

/// The category of sections that register kernels (docs/record-format.md); none for others.
std::optional<ByteCategory> registrationCategory(StringRef Section) {
  if (isKernelCode(Section))
    return ByteCategory::KernelCode;
  if (isNameOrKey(Section))
    return ByteCategory::NamesAndKeys;
  if (isRegistration(Section))
    return ByteCategory::RegistrationTable;
  return std::nullopt;
}

/// Scripts for firmware often put .rodata into .text, so the input section's name says more than
/// the flags of the output section.
ByteCategory categoryOf(const Contribution &C, const SectionSummary &Output) {
  if (C.Fill) // without content, the fill is a stack or heap
    return Output.hasContent() ? ByteCategory::Padding : ByteCategory::Bss;
  StringRef Name = C.Section;
  if (std::optional<ByteCategory> Category = registrationCategory(Name))
    return C.File == LldInternalFile ? ByteCategory::ReadOnlyData : *Category;
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

/// Category, section, name of the file, member.
using InputKey = std::tuple<unsigned, StringRef, StringRef, StringRef>;
using InputSizes = DenseMap<InputKey, SizeChange>;

/// Finds the sections of a map by name, in their order.
class SectionFinder {
public:
  explicit SectionFinder(const LinkMap &Map) {
    for (const MapSection &Section : reverse(Map.Sections))
      Sections[Section.Name].push_back(&Section);
  }

  /// The next section of the name and size; null without one.
  const MapSection *take(StringRef Name, uint64_t Size) {
    std::vector<const MapSection *> &List = Sections[Name];
    while (!List.empty()) {
      const MapSection *Section = List.back();
      List.pop_back();
      if (Section->Size == Size)
        return Section;
    }
    return nullptr;
  }

private:
  std::map<StringRef, std::vector<const MapSection *>> Sections;
};

/// Adds the gaps between the sections of one image to the padding. Fails if the categories then do
/// not add up to the image.
Error finishSide(uint64_t SizeChange::*Side, const ImageTotals &Totals,
                 std::vector<CategoryChange> &Categories) {
  CategoryChange &Padding = Categories[static_cast<unsigned>(ByteCategory::Padding)];
  Padding.Stored.*Side += Totals.StoredGaps;
  Padding.Ram.*Side += Totals.RamGaps;
  uint64_t Stored = 0, Ram = 0;
  for (const CategoryChange &Bytes : Categories) {
    Stored += Bytes.Stored.*Side;
    Ram += Bytes.Ram.*Side;
  }
  if (Stored == Totals.Stored && Ram == Totals.Ram)
    return Error::success();
  return createStringError("its parts add up to " + Twine(Stored) + " stored and " + Twine(Ram) +
                           " RAM bytes instead of " + Twine(Totals.Stored) + " and " +
                           Twine(Totals.Ram));
}

/// Adds the bytes of one image, Before or After, to the account's categories and to Inputs.
Error addSide(uint64_t SizeChange::*Side, LinkedImage Linked, const Memories &Device,
              function_ref<StringRef(StringRef)> NameOf, DifferenceAccount &Account,
              InputSizes &Inputs) {
  SectionFinder Finder(Linked.Map);
  Problems Found;
  auto Complain = [&](const Twine &Message) {
    const char *When = Side == &SizeChange::Before ? "before" : "after";
    Found.add(Twine("link map of the image ") + When +
              " pruning: cannot account for its bytes: " + Message);
  };

  for (const SectionSummary &Section : Linked.Image.Sections) {
    if (!occupiesMemory(Section))
      continue;
    const MapSection *InMap = Finder.take(Section.Name, Section.Size);
    if (!InMap) {
      Complain("it has no section '" + Section.Name + "' of " + Twine(Section.Size) + " bytes");
      continue;
    }
    if (int64_t Missing = InMap->unaccountedBytes()) {
      Complain("the parts of section '" + Section.Name + "' add up to " +
               Twine(static_cast<int64_t>(Section.Size) - Missing) + " bytes instead of " +
               Twine(Section.Size));
      continue;
    }
    const auto Taken = Device.occupiedBy(Section);
    const uint64_t TimesRam =
        llvm::count_if(Taken, [](const Occupancy &O) { return O.Kind == MemoryKind::Ram; });
    const uint64_t TimesStored = Taken.size() - TimesRam;
    for (const Contribution &C : InMap->Contributions) {
      if (C.Size == 0)
        continue;
      ByteCategory Category = categoryOf(C, Section);
      CategoryChange &Bytes = Account.Categories[static_cast<unsigned>(Category)];
      Bytes.Stored.*Side += TimesStored * C.Size;
      Bytes.Ram.*Side += TimesRam * C.Size;
      if (!C.Fill)
        Inputs[{static_cast<unsigned>(Category), C.Section, NameOf(C.File), C.Member}].*Side +=
            C.Size;
    }
  }
  if (Found)
    return Found.take();

  if (Error E = finishSide(Side, imageTotals(Linked.Image, Device), Account.Categories))
    Complain(toString(std::move(E)));
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
  auto sortKey = [](const InputChange &I) {
    // negated: the largest first
    const uint64_t Bytes = AbsoluteDifference(I.Size.Before, I.Size.After);
    return std::tuple(~Bytes, I.Category, StringRef(I.Section), StringRef(I.File),
                      StringRef(I.Member));
  };
  llvm::sort(Account.Inputs,
             [&](const InputChange &A, const InputChange &B) { return sortKey(A) < sortKey(B); });
  return Account;
}

} // namespace etprune
