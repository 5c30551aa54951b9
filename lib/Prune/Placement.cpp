// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check that the registration table lies where the program's constants lie.
//
// A linker puts a section that no rule of a script names wherever it likes: into the first region
// that takes it, which may be ITCM or RAM that nothing fills on the device. Emulators, which load
// an ELF file's segments to where they run, do not show it. So the table must share an output
// section with code or constants of the program, or lie in the same memory as some of them and run
// from where it is stored: a table on its own that start-up code would have to copy is one that no
// start-up code knows of. It is refused even in a second bank of flash: nothing says that something
// is stored there.
//
// A script can also tear an array apart: SUBALIGN overrides the alignment that its parts ask for.
//
// Only code and constants that a rule of the script placed say where the table belongs. Without a
// rule, constants may have gone the same wrong way.

#include "Prune/Verify.h"

#include "Object/RecordNames.h"
#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <limits>
#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// The memories that a section runs in and is stored in, as numbers: of the script's regions, or of
/// the loaded segments where it has none. Segments that are not writable are one memory, as linkers
/// give code and constants a segment each. Minus one is no memory.
struct SectionMemory {
  int Run = -1, Stored = -1;
  bool Copied = false;   ///< runs from another address than it is stored at
  bool Writable = false; ///< and stays so: not RELRO

  bool operator==(const SectionMemory &Other) const {
    return Run == Other.Run && Stored == Other.Stored && Copied == Other.Copied &&
           Writable == Other.Writable;
  }
};

/// The table and the program's constants, going by a map.
struct TableSurroundings {
  /// Bytes of the program's code and constants, by the section of the image.
  std::map<const ImageSection *, uint64_t> Constants;
  /// A linker script collects the records, and these are their bytes within the table.
  bool IsFromScript = false;
  uint64_t RecordBytes = 0;
};

int memoryOf(const LinkMap &Map, uint64_t Address) {
  for (size_t I = 0; I < Map.Regions.size(); ++I)
    if (containsRange(Map.Regions[I].Origin, Map.Regions[I].Length, Address, 1))
      return static_cast<int>(I);
  return -1;
}

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
    Result.Run = memoryOf(Map, Section.Address);
    Result.Stored = memoryOf(Map, Section.LoadAddress);
  }
  return Result;
}

/// "section '.et_kernels' in RAM, stored in FLASH"
std::string describe(const LinkMap &Map, const ImageSection &Section) {
  auto Name = [&](uint64_t Address) {
    int Memory = memoryOf(Map, Address);
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
      if (isRecord(Name) && C.Size > 0) {
        Result.IsFromScript = true;
        if (C.Address >= Table.Start && C.Address < Table.End)
          Result.RecordBytes += C.Size;
      }
      if (C.Fill || C.Size == 0 || isRecord(Name) || isTablePart(Name))
        continue;
      // Where no rule places them, constants may go astray with the table.
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
    return createStringError(
        "the registration table in section '" + Home->Name + "' is not aligned as an array is" +
        "\n>>> in the linker script, leave SUBALIGN out where the section is described");
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
    if (memoriesOf(Image, Map, *Section) == Here && !Here.Copied)
      return Error::success();
    if (Size > Constants.at(Most))
      Most = Section;
  }
  return createStringError(
      "the registration table lies in " + describe(Map, *Home) +
      ", apart from the program's code and constants (" + describe(Map, *Most) + ")\n>>> " +
      (Around.IsFromScript
           ? "in the linker script, write INCLUDE et_kernels.ld into the output section of "
             "*(.rodata*)"
           : "in the linker script, let the rule that takes the program's constants take "
             "*(.rodata.et_kernel_table*), too"));
}

} // namespace etprune
