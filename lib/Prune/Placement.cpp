// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the registration table is in the memory of the program's constants.
//
// If no rule of a linker script names the table's section, the linker puts the table into the first
// region that accepts the section. This region may be RAM that nothing fills on the device.
// Emulators hide the error, because they load segments to their run addresses.
//
// The table must therefore share an output section with code or constants of the program. If the
// table's output section has neither, another output section with code or constants must be in the
// same memory. The table's run address must then be its load address, because start-up code copies
// only the sections that the start-up code names.

#include "Prune/Verify.h"

#include "Image/Memories.h"
#include "Object/RecordNames.h"
#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <limits>
#include <map>
#include <tuple>

using namespace llvm;

namespace etprune {

namespace {

/// The memories of a section's run address and load address, as indices of the script's regions.
/// If the script has no regions, each writable loaded segment is a memory. All read-only segments
/// are then one memory, because linkers put code and constants into two segments. -1: no memory.
struct SectionMemory {
  int Run = -1, Stored = -1;
  bool Copied = false;   ///< the run address is not the load address
  bool Writable = false; ///< writable at run time, so false for RELRO

  auto fields() const { return std::tuple(Run, Stored, Copied, Writable); }
};

struct TableSurroundings {
  /// For each section of the image, the size of the program's code and constants in the section.
  std::map<const ImageSection *, uint64_t> Constants;
  uint64_t RecordBytes = 0; ///< size of the records that a linker script put into the table
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
  auto Place = [&](uint64_t Address) {
    const int Memory = findRegion(Map.Regions, Address);
    return Memory < 0 ? "at 0x" + utohexstr(Address) : "in " + Map.Regions[Memory].Name;
  };
  std::string Text = "section '" + Section.Name + "' " + Place(Section.Address);
  if (Section.Address != Section.LoadAddress)
    Text += ", stored " + Place(Section.LoadAddress);
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
      // Skip a section such as .rodata.f whose output section has the same name: no rule of the
      // script placed this section, so the linker may have misplaced it like the table.
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
                             "\n>>> SUBALIGN changes the alignment of the table and its records; "
                             "remove SUBALIGN from this output section of the linker script");
  if (Constants.empty() || Constants.count(Home))
    return Error::success();
  const SectionMemory Here = memoriesOf(Image, Map, *Home);
  // The dynamic loader writes a table in RELRO, so such a table may be in any memory. If a
  // position-independent image has no RELRO, the loader may write any segment.
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
