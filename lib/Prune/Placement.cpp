// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Placement.h"

#include "Object/RecordNames.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <limits>
#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// Where a section runs and where it is stored, as numbers of memories: the script's regions, or
/// the loaded segments where it has none, of which those that nothing writes to are one memory:
/// linkers give code and constants a segment each. Minus one is no memory.
struct Place {
  int Run = -1, Stored = -1;
  bool Copied = false;   ///< runs from another address than it is stored at
  bool Writable = false; ///< and stays so: not RELRO

  bool operator==(const Place &Other) const {
    return Run == Other.Run && Stored == Other.Stored && Copied == Other.Copied &&
           Writable == Other.Writable;
  }
};

class Placement {
public:
  Placement(const ElfImage &Image, const LinkMap &Map) : Image(Image), Map(Map) {}
  Error check(KernelTableRange Table) const;

private:
  int memoryOf(uint64_t Address) const;
  Place placeOf(const ImageSection &Section) const;
  std::string describe(const ImageSection &Section) const;

  const ElfImage &Image;
  const LinkMap &Map;
};

int Placement::memoryOf(uint64_t Address) const {
  for (size_t I = 0; I < Map.Regions.size(); ++I)
    if (Address >= Map.Regions[I].Origin && Address - Map.Regions[I].Origin < Map.Regions[I].Length)
      return static_cast<int>(I);
  return -1;
}

Place Placement::placeOf(const ImageSection &Section) const {
  auto Within = [&](const ImageSegment &Segment) {
    return Section.Address >= Segment.VirtualAddress &&
           Section.Address - Segment.VirtualAddress < Segment.MemorySize;
  };
  Place Result;
  Result.Copied = Section.Address != Section.LoadAddress;
  Result.Writable = Section.isWritable();
  for (size_t I = 0; I < Image.segments().size(); ++I) {
    const ImageSegment &Segment = Image.segments()[I];
    if (Segment.Type == ELF::PT_LOAD && Map.Regions.empty() && Within(Segment))
      Result.Run = Result.Stored =
          Segment.Flags & ELF::PF_W ? static_cast<int>(I) : std::numeric_limits<int>::max();
    Result.Writable &= Segment.Type != ELF::PT_GNU_RELRO || !Within(Segment);
  }
  if (!Map.Regions.empty()) {
    Result.Run = memoryOf(Section.Address);
    Result.Stored = memoryOf(Section.LoadAddress);
  }
  return Result;
}

/// "section '.et_kernels' in RAM, stored in FLASH"
std::string Placement::describe(const ImageSection &Section) const {
  auto Name = [&](uint64_t Address) {
    int Memory = memoryOf(Address);
    return Memory < 0 ? "0x" + utohexstr(Address) : Map.Regions[Memory].Name;
  };
  std::string Text = "section '" + Section.Name + "' in " + Name(Section.Address);
  if (Section.Address != Section.LoadAddress)
    Text += ", stored in " + Name(Section.LoadAddress);
  return Text;
}

Error Placement::check(KernelTableRange Table) const {
  const ImageSection *Home = Image.sectionAt(Table.Start);
  if (!Home)
    return createStringError("the registration table lies in no section");
  if (!Home->hasContent())
    return createStringError("the registration table lies in section '" + Home->Name +
                             "', which is not loaded");
  // Code and constants of the program, by the section they went to, and how many bytes.
  std::map<const ImageSection *, uint64_t> Constants;
  bool FromScript = false;
  uint64_t Records = 0;
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      StringRef Name = C.Section;
      bool IsRecord = isRecord(Name);
      FromScript |= IsRecord && C.Size > 0;
      if (IsRecord && C.Address >= Table.Start && C.Address < Table.End)
        Records += C.Size;
      if (C.Fill || C.Size == 0 || IsRecord || isTablePart(Name))
        continue; // the table itself, in .rodata or .data.rel.ro, and its strings
      // Where no rule places them, constants may go astray with the table.
      if (Name == Output.Name && Name.drop_front().contains('.') && Name != ".data.rel.ro")
        continue;
      if (Name.starts_with(".rodata") || Name.starts_with(".data.rel.ro") ||
          Name.starts_with(".text"))
        if (const ImageSection *Section = Image.sectionAt(C.Address))
          Constants[Section] += C.Size;
    }
  if (Table.Start % Image.wordSize() != 0 || (Records != 0 && Records != Table.End - Table.Start))
    return createStringError(
        "the registration table in section '" + Home->Name + "' is not aligned as an array is" +
        "\n>>> in the linker script, leave SUBALIGN out where the section is described");
  if (Constants.empty() || Constants.count(Home))
    return Error::success();
  const Place Here = placeOf(*Home);
  // RELRO is what a loader fills in and then closes; without it, a loader still fills every
  // segment.
  const bool HasRelro = llvm::any_of(
      Image.segments(), [](const ImageSegment &S) { return S.Type == ELF::PT_GNU_RELRO; });
  if ((Home->isWritable() && !Here.Writable) || (Image.type() == ELF::ET_DYN && !HasRelro))
    return Error::success();
  const ImageSection *Most = Constants.begin()->first;
  for (const auto &[Section, Size] : Constants) {
    if (placeOf(*Section) == Here && !Here.Copied)
      return Error::success();
    if (Size > Constants[Most])
      Most = Section;
  }
  return createStringError(
      "the registration table lies in " + describe(*Home) +
      ", apart from the program's code and constants (" + describe(*Most) + ")\n>>> " +
      (FromScript ? "in the linker script, write INCLUDE et_kernels.ld into the output section of "
                    "*(.rodata*)"
                  : "in the linker script, let the rule that takes the program's constants take "
                    "*(.rodata.et_kernel_table*), too"));
}

} // namespace

Error checkTablePlacement(const ElfImage &Image, const LinkMap &Map, KernelTableRange Table) {
  if (Table.Start == Table.End)
    return Error::success();
  return Placement(Image, Map).check(Table);
}

} // namespace etprune
