// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Growth.h"

#include "Object/RecordNames.h"

#include "llvm/BinaryFormat/ELF.h"

#include <map>

using namespace llvm;

namespace etprune {

/// The bytes of each section of the image, without padding and veneers: what lies behind a section
/// that was dropped may need more of them.
static StringMap<uint64_t> contentSizes(const LinkMap &Map, const ElfImage &Image, bool IsStock) {
  StringMap<uint64_t> Sizes;
  for (const MapSection &Section : Map.Sections) {
    const ImageSection *Loaded = Image.findSection(Section.Name);
    // LLD fills up to the end of a page.
    if (!Loaded || !Loaded->isAllocated() || Section.Name == ".relro_padding")
      continue;
    for (const Contribution &C : Section.Contributions)
      Sizes[Section.Name] +=
          C.Fill || C.isVeneer() || (IsStock && isTablePart(C.Section)) ? 0 : C.Size;
  }
  return Sizes;
}

/// Relaxation shortens instructions by where their targets lie: one section may grow when
/// everything moves.
static bool isRelaxed(const GrowthRequest &Request) {
  return Request.Program.Image.machine() == ELF::EM_RISCV;
}

static void checkOutputSections(const GrowthRequest &Request, const Complaint &Complain) {
  const ElfImage &Image = Request.Program.Image;
  const StringMap<uint64_t> Before = contentSizes(Request.FullMap, Image, Request.IsStock);
  uint64_t SumBefore = 0, SumAfter = 0;
  for (const auto &Section : Before)
    SumBefore += Section.second;
  for (const auto &Section : contentSizes(Request.Program.Map, Image, Request.IsStock)) {
    SumAfter += Section.second;
    auto Old = Before.find(Section.first());
    // Relative relocations are packed by their places.
    if (!isRelaxed(Request) && !Request.IsCompiled &&
        Image.findSection(Section.first())->Type != ELF::SHT_RELR && Old != Before.end() &&
        Section.second > Old->second)
      Complain("section '" + Section.first() + "' grew from " + Twine(Old->second) + " to " +
               Twine(Section.second) + " bytes");
  }
  if (SumAfter > SumBefore)
    Complain("it grew from " + Twine(SumBefore) + " to " + Twine(SumAfter) + " bytes");
}

/// The memory of common symbols that is each object's.
static std::map<std::pair<StringRef, StringRef>, uint64_t> commonSizes(const LinkMap &Map) {
  std::map<std::pair<StringRef, StringRef>, uint64_t> Sizes;
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions)
      if (C.Section == "COMMON")
        Sizes[{C.File, C.Member}] += C.Size;
  return Sizes;
}

/// Whether the image has anything of the link's inputs that the full image had not.
static bool hasNewSections(const GrowthRequest &Request) {
  const LinkedProgram &Program = Request.Program;
  for (const LinkedObject &Object : Request.Inputs)
    for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I)
      if ((Object.Linked->Sections[I].Flags & ELF::SHF_ALLOC) && Program.isLive(Object, I) &&
          !Program.Full->find(*Object.Captured, I))
        return true;
  auto Before = commonSizes(Request.FullMap);
  return llvm::any_of(commonSizes(Program.Map),
                      [&](const auto &Size) { return Size.second > Before[Size.first]; });
}

static void checkInputSections(const GrowthRequest &Request, const Complaint &Complain) {
  const LinkedProgram &Program = Request.Program;
  for (const LinkedObject &Object : Request.Inputs)
    for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I) {
      const ObjectSection &Section = Object.Linked->Sections[I];
      const bool IsRewritten = Section.isMergeable() || Section.Name == ".eh_frame" ||
                               Section.Name == ".sframe" || Section.Name == ".note.gnu.property" ||
                               Section.Name.starts_with(".ARM.exidx");
      if (!(Section.Flags & ELF::SHF_ALLOC) || IsRewritten ||
          !Program.Live.isAlone(*Object.Captured, I) || !Program.Full->isAlone(*Object.Captured, I))
        continue;
      const uint64_t Before = Program.Full->find(*Object.Captured, I)->Input->Size,
                     After = Program.Live.find(*Object.Captured, I)->Input->Size;
      if (After > Before)
        Complain("section '" + Section.Name + "' of " + Object.Captured->Name + " grew from " +
                 Twine(Before) + " to " + Twine(After) + " bytes");
    }
}

void checkGrowth(const GrowthRequest &Request, const Complaint &Complain) {
  if (!hasNewSections(Request))
    checkOutputSections(Request, Complain);
  else if (!isRelaxed(Request))
    checkInputSections(Request, Complain);
}

} // namespace etprune
