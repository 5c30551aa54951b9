// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the registration table is in the memory of the program's constants.
//
// If no rule of a script names a section, the linker puts it into the first region that accepts it.
// This may be RAM that nothing fills on the device; emulators hide the error, because they load
// segments to their run addresses. So the table must share an output section with code or constants
// of the program. Otherwise it must be in the same memory as some of them, and run at the address
// where it is stored: start-up code does not copy a section that it does not know.
//
// Only code and constants that a rule of the script placed show where the table belongs.

#include "Prune/Verify.h"

#include "Image/Memories.h"
#include "Object/RecordNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <limits>
#include <map>
#include <tuple>

using namespace llvm;

namespace etprune {

namespace {

/// The memories that a section runs in and is stored in, as numbers of the script's regions.
/// Without regions, they are numbers of loaded segments. All segments that are not writable are
/// then one memory, because linkers give code and constants a segment each. -1 is no memory.
struct SectionMemory {
  int Run = -1, Stored = -1;
  bool Copied = false;   ///< runs from another address than it is stored at
  bool Writable = false; ///< at run time: false for RELRO

  auto fields() const { return std::tuple(Run, Stored, Copied, Writable); }
};

struct TableSurroundings {
  /// Bytes of the program's code and constants, by the section of the image.
  std::map<const ImageSection *, uint64_t> Constants;
  uint64_t RecordBytes = 0; ///< of the records in the table, if a linker script collects them
};

SectionMemory memoriesOf(const ElfImage &Image, const LinkMap &Map, const ImageSection &Section) {
  auto Within = [&](const ImageSegment &Segment) {
    return containsRange(Segment.VirtualAddress, Segment.MemorySize, Section.Address, 1);
  };
  SectionMemory Result;
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
    Result.Run = findRegion(Map.Regions, Section.Address);
    Result.Stored = findRegion(Map.Regions, Section.LoadAddress);
  }
  return Result;
}

/// "section '.et_kernels' in RAM, stored in FLASH"
std::string describe(const LinkMap &Map, const ImageSection &Section) {
  auto Name = [&](uint64_t Address) {
    const int Memory = findRegion(Map.Regions, Address);
    return Memory < 0 ? "0x" + utohexstr(Address) : Map.Regions[Memory].Name;
  };
  std::string Text = "section '" + Section.Name + "' in " + Name(Section.Address);
  if (Section.Address != Section.LoadAddress)
    Text += ", stored in " + Name(Section.LoadAddress);
  return Text;
}

TableSurroundings surroundingsOf(const ElfImage &Image, const LinkMap &Map,
                                 KernelTableRange Table) {
  TableSurroundings Result;
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      const StringRef Name = C.Section;
      if (isRecord(Name) && C.Address >= Table.Start && C.Address < Table.End)
        Result.RecordBytes += C.Size;
      if (C.Fill || C.Size == 0 || isRecord(Name) || isTablePart(Name))
        continue;
      // Without a rule, the linker may misplace constants together with the table.
      if (Name == Output.Name && Name.drop_front().contains('.') && Name != ".data.rel.ro")
        continue;
      if (Name.starts_with(".rodata") || Name.starts_with(".data.rel.ro") ||
          Name.starts_with(".text"))
        if (const ImageSection *Section = Image.sectionAt(C.Address))
          Result.Constants[Section] += C.Size;
    }
  return Result;
}

} // namespace

Error checkTablePlacement(const ElfImage &Image, const LinkMap &Map, KernelTableRange Table) {
  if (Table.Start == Table.End)
    return Error::success();
  const ImageSection *Home = Image.sectionAt(Table.Start);
  if (!Home)
    return createStringError("the registration table lies in no section");
  if (!Home->hasContent())
    return createStringError("the registration table lies in section '" + Home->Name +
                             "', which is not loaded");
  const TableSurroundings Around = surroundingsOf(Image, Map, Table);
  const auto &Constants = Around.Constants;
  if (Table.Start % Image.wordSize() != 0 ||
      (Around.RecordBytes != 0 && Around.RecordBytes != Table.End - Table.Start))
    return createStringError("the registration table in section '" + Home->Name +
                             "' is misaligned or has gaps" +
                             "\n>>> remove SUBALIGN from this output section of the linker script");
  if (Constants.empty() || Constants.count(Home))
    return Error::success();
  const SectionMemory Here = memoriesOf(Image, Map, *Home);
  // A loader fills RELRO and then makes it read-only. Without RELRO it may fill every segment.
  const bool HasRelro = llvm::any_of(
      Image.segments(), [](const ImageSegment &S) { return S.Type == ELF::PT_GNU_RELRO; });
  if ((Home->isWritable() && !Here.Writable) || (Image.type() == ELF::ET_DYN && !HasRelro))
    return Error::success();
  const ImageSection *Most = Constants.begin()->first;
  for (const auto &[Section, Size] : Constants) {
    if (memoriesOf(Image, Map, *Section).fields() == Here.fields() && !Here.Copied)
      return Error::success();
    if (Size > Constants.at(Most))
      Most = Section;
  }
  return createStringError(
      "the registration table lies in " + describe(Map, *Home) +
      ", not with the program's code and constants (" + describe(Map, *Most) + ")\n>>> " +
      (Around.RecordBytes != 0
           ? "in the linker script, write INCLUDE et_kernels.ld into the output section of "
             "*(.rodata*)"
           : "in the linker script, add *(.rodata.et_kernel_table*) to the rule for the program's "
             "constants"));
}

} // namespace etprune
