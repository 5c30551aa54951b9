// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that nothing in a pruned image is larger than it was in the full image.
//
// If the full image has every input section of the pruned image, no output section may have grown,
// except by padding and veneers. Some pruned images have new input sections: narrowed kernels, or
// other definitions that the linker chose because the dropped kernels' objects are gone. For new
// sections, the linker may add GOT entries, veneers and merged strings. An output section may
// therefore grow, so only the input sections that both images have are compared. In a relaxed
// program, input sections are not compared, because a section may grow when code moves.

#include "Prune/Verify.h"

#include "Object/RecordNames.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>

using namespace llvm;

namespace etprune {

/// The sizes of a group's sections are added, because pruning may move an entry between them. For
/// example, GNU ld puts a function's entry into .plt.got if code loads the function's address from
/// .got, else into .plt. The entry moves if pruning drops this code.
static StringRef groupOf(StringRef Section) {
  return StringSwitch<StringRef>(Section)
      .Cases(".plt", ".plt.got", ".plt.sec", ".got", ".got.plt", ".plt")
      .Cases(".rela.plt", ".rela.dyn", ".rela.dyn")
      .Cases(".rel.plt", ".rel.dyn", ".rel.dyn")
      .Default(Section);
}

/// The sizes of allocated output sections. Padding and veneers do not count, because moved sections
/// may need more of them.
static StringMap<uint64_t> contentSizes(const LinkMap &Map, const LinkedProgram &Program) {
  StringMap<uint64_t> Sizes;
  for (const MapSection &Section : Map.Sections) {
    const ImageSection *Loaded = Program.Image.findSection(Section.Name);
    // LLD's .relro_padding fills a page, so it grows if the sections before it shrink.
    if (!Loaded || !Loaded->isAllocated() || Section.Name == ".relro_padding")
      continue;
    // An entry may move from .plt.got to .plt, whose entries are twice as large.
    const unsigned Weight = Section.Name == ".plt.got" ? 2 : 1;
    uint64_t &Size = Sizes[groupOf(Section.Name)];
    for (const Contribution &C : Section.Contributions)
      if (!C.Fill && !C.isVeneer() && !(Program.Link.Kernels.Program && isTablePart(C.Section)))
        Size += C.Size * Weight;
  }
  return Sizes;
}

/// The size of the table's relocations if `Section` has dynamic relocations, else 0. `Section` may
/// grow by this size. In the full image, initialisers may write the addresses of kernels without
/// relocations. The pruned image has these addresses in the table, with relocations.
static uint64_t tableRelocations(const LinkMap &Map, StringRef Section) {
  const unsigned Words = Section.starts_with(".rela") ? 3 : Section.starts_with(".rel.") ? 2 : 0;
  uint64_t Bytes = 0;
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions)
      Bytes += C.Section == RelocatedTableSectionName ? C.Size : 0;
  return Words * Bytes; // one relocation for each word of the table
}

static void checkOutputSections(const LinkedProgram &Program, const Complaint &Complain) {
  // LTO may turn data into code. In a relaxed program, a section may grow when code moves.
  // In these links, only the sum of all sections is compared.
  const bool IsCompared = !Program.isRelaxed() && Program.LtoObjects.empty();
  const StringMap<uint64_t> Before = contentSizes(*Program.FullMap, Program);
  uint64_t SumBefore = 0, SumAfter = 0;
  for (const auto &Section : Before)
    SumBefore += Section.second;
  for (const auto &[Name, Size] : contentSizes(Program.Map, Program)) {
    SumAfter += Size;
    auto Old = Before.find(Name);
    if (Old == Before.end() || Size <= Old->second)
      continue;
    uint64_t Grown = Size - Old->second;
    if (Program.Link.Kernels.Program) {
      const uint64_t Allowed = std::min(Grown, tableRelocations(Program.Map, Name));
      Grown -= Allowed;
      SumAfter -= Allowed;
    }
    // .relr.dyn packs relocations by their addresses, so it may grow when sections move.
    if (IsCompared && Name != ".relr.dyn" && Grown != 0)
      Complain("section '" + Name + "' grew from " + Twine(Old->second) + " to " + Twine(Size) +
               " bytes");
  }
  if (SumAfter > SumBefore)
    Complain("it grew from " + Twine(SumBefore) + " to " + Twine(SumAfter) + " bytes");
}

static std::map<std::pair<StringRef, StringRef>, uint64_t> commonSizes(const LinkMap &Map) {
  std::map<std::pair<StringRef, StringRef>, uint64_t> Sizes;
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions)
      if (C.Section == "COMMON")
        Sizes[{C.File, C.Member}] += C.Size;
  return Sizes;
}

static bool hasNewSections(const LinkedProgram &Program) {
  for (const LinkedObject &Object : Program.inputs())
    for (const auto &[I, Section] : llvm::enumerate(Object.sections()))
      if ((Section.Flags & ELF::SHF_ALLOC) && Program.isLive(Object, I) &&
          !Program.Full->contains(*Object.Captured, I))
        return true;
  auto Before = commonSizes(*Program.FullMap);
  return llvm::any_of(commonSizes(Program.Map),
                      [&](const auto &Size) { return Size.second > Before[Size.first]; });
}

static void checkInputSections(const LinkedProgram &Program, const Complaint &Complain) {
  for (const LinkedObject &Object : Program.inputs())
    for (const auto &[I, Section] : llvm::enumerate(Object.sections())) {
      if (!(Section.Flags & ELF::SHF_ALLOC) || isWrittenAnew(Section))
        continue;
      const SectionLocation *Before = Program.Full->uniqueLocation(*Object.Captured, I);
      const SectionLocation *After = Program.Live.uniqueLocation(*Object.Captured, I);
      if (Before && After && After->Input->Size > Before->Input->Size)
        Complain(Object.describe(I) + " grew from " + Twine(Before->Input->Size) + " to " +
                 Twine(After->Input->Size) + " bytes");
    }
}

void checkGrowth(const LinkedProgram &Program, const Complaint &Complain) {
  if (!Program.Full)
    return;
  if (Program.Plan.Narrowed.empty() && !hasNewSections(Program))
    checkOutputSections(Program, Complain);
  else if (!Program.isRelaxed())
    checkInputSections(Program, Complain);
}

} // namespace etprune
