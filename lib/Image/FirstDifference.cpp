// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/FirstDifference.h"

#include "Object/Arch/Arch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"

#include <algorithm>

using namespace llvm;

namespace etprune {

/// The function or variable at an address, and the byte there: "0x4b in 'memcpy'".
static std::string describe(const ElfImage &Image, uint8_t Byte, uint64_t Address) {
  std::string Text = "0x" + utohexstr(Byte, /*LowerCase=*/true, /*Width=*/2);
  const ImageSymbol *Holder = nullptr;
  for (const ImageSymbol &Symbol : Image.symbols()) {
    const bool IsThumb = Arch::hasThumb(Image.machine()) && Symbol.Type == ELF::STT_FUNC;
    const uint64_t Start = IsThumb ? Symbol.Value & ~uint64_t(1) : Symbol.Value;
    if (Symbol.Section && Start <= Address && Address - Start < Symbol.Size)
      Holder = &Symbol;
  }
  if (Holder)
    Text += " in '" + demangle(Holder->Name) + "'";
  return Text;
}

std::string firstDifference(const ElfImage &Again, const ElfImage &Image) {
  std::vector<const ImageSection *> Sections;
  for (const ImageSection &Section : Image.sections())
    if (Section.isAllocated() && Section.hasContent())
      Sections.push_back(&Section);
  llvm::stable_sort(Sections, [](const ImageSection *A, const ImageSection *B) {
    return A->Address < B->Address;
  });
  for (const ImageSection *Section : Sections) {
    const ImageSection *Other = Again.findSection(Section->Name);
    if (!Other || !Other->hasContent())
      continue;
    ArrayRef<uint8_t> New = Again.contentOf(*Other), Old = Image.contentOf(*Section);
    const size_t Common = std::min(New.size(), Old.size());
    const size_t At =
        std::mismatch(Old.begin(), Old.begin() + Common, New.begin()).first - Old.begin();
    if (At == Common)
      continue;
    return "first at 0x" + utohexstr(Section->Address + At, /*LowerCase=*/true) + ", 0x" +
           utohexstr(At, /*LowerCase=*/true) + " into '" + Section->Name +
           "': " + describe(Image, Old[At], Section->Address + At) + "; linked again " +
           describe(Again, New[At], Other->Address + At);
  }
  return "";
}

} // namespace etprune
