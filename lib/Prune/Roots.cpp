// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the image still has everything that a linker keeps without a reference: vectors,
// constructors and notes. If such a section is in the full image and the pruned image still has the
// section's object, the pruned image must have the section, too.
//
// Sections that may differ between two correct links are not checked: unwind tables, mergeable
// sections, and property notes, which linkers merge into one note. A section of a COMDAT group may
// be missing if the link took another object's copy. A KEEP() with a file pattern or EXCLUDE_FILE
// makes no root here, because it may exclude the section's file.

#include "Prune/Verify.h"

#include "Link/Inputs/LinkInputs.h"
#include "Object/Arch/Arch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

/// The default scripts of linkers have KEEP() for these sections.
static bool isConstructor(StringRef Name) {
  return Name == ".init" || Name == ".fini" || Name == ".ctors" || Name == ".dtors" ||
         Name.starts_with(".ctors.") || Name.starts_with(".dtors.");
}

RootRules::RootRules(const LinkInputs &Inputs) {
  for (const std::string &Pattern : Inputs.KeptOfAllFiles)
    if (auto Glob = GlobPattern::create(Pattern))
      Kept.push_back(std::move(*Glob));
    else // the linker reports an invalid pattern
      consumeError(Glob.takeError());
}

/// False for sections that are not in memory, that linkers rewrite, or that linkers keep only
/// together with another section.
static bool canBeRoot(const ObjectSection &Section) {
  return (Section.Flags & (ELF::SHF_ALLOC | ELF::SHF_EXCLUDE | ELF::SHF_LINK_ORDER)) ==
             ELF::SHF_ALLOC &&
         Section.Size != 0 && !isWrittenAnew(Section);
}

const char *RootRules::whyKept(const ObjectSection &Section) const {
  if (!canBeRoot(Section))
    return nullptr;
  if (Section.Flags & ELF::SHF_GNU_RETAIN)
    return "its source says retain";
  switch (Section.Type) {
  case ELF::SHT_INIT_ARRAY:
  case ELF::SHT_PREINIT_ARRAY:
    return "it runs before main";
  case ELF::SHT_FINI_ARRAY:
    return "it runs after main";
  case ELF::SHT_NOTE: // linkers keep or drop a group's note together with the group
    return Section.Flags & ELF::SHF_GROUP ? nullptr : "linkers keep notes";
  }
  if (llvm::any_of(Kept, [&](const GlobPattern &Glob) { return Glob.match(Section.Name); }))
    return "KEEP in the linker script";
  return Kept.empty() && isConstructor(Section.Name) ? "start-up code runs it" : nullptr;
}

StringRef sectionOfBorder(StringRef Symbol) {
  return Symbol.consume_front("__start_") || Symbol.consume_front("__stop_") ? Symbol : "";
}

namespace {

struct RootCheck {
  void checkSections();
  void checkEntry(ChosenDefinitions &Definitions);
  bool isRoot(const ObjectSection &Section) const {
    return Rules.whyKept(Section) || (NamedSections.contains(Section.Name) && canBeRoot(Section));
  }
  void findNamedSections();
  bool hasLiveGroupCopy(const LinkedObject &Object, uint32_t Section) const;

  const LinkedProgram &Program;
  const Complaint &Complain;
  const LinkInputs &Inputs = Program.Inputs;
  const RootRules Rules{Inputs};
  StringSet<> NamedSections = {}; ///< NAME, if the image refers to __start_NAME or __stop_NAME
};

/// GNU ld keeps all sections NAME if a live section refers to __start_NAME or __stop_NAME. LLD does
/// not.
void RootCheck::findNamedSections() {
  if (!Inputs.KeepsNamedSections)
    return;
  for (const LinkedObject &Object : Program.Objects)
    for (const auto &[I, Section] : llvm::enumerate(Object.sections())) {
      if (!Program.isLive(Object, I))
        continue;
      for (const ObjectRelocation &R : Section.Relocations) {
        const ObjectSymbol &Symbol = Object.Linked->Symbols[R.Symbol];
        const StringRef Name = sectionOfBorder(Symbol.Name);
        if (Symbol.isUndefined() && !Name.empty() && !Inputs.RootSymbols.contains(Symbol.Name))
          NamedSections.insert(Name);
      }
    }
}

/// True if the link took another object's copy of the section's COMDAT group.
bool RootCheck::hasLiveGroupCopy(const LinkedObject &Object, uint32_t Section) const {
  const StringRef Name = Object.sections()[Section].Name;
  std::optional<StringRef> Group;
  forEachGroup(*Object.Linked, [&](StringRef Signature, ArrayRef<uint32_t> Members) {
    if (llvm::is_contained(Members, Section))
      Group = Signature;
  });
  if (!Group)
    return false;
  return llvm::any_of(Program.Objects, [&](const LinkedObject &Other) {
    bool IsCopy = false;
    if (Other.Captured != Object.Captured && Program.Live.contains(*Other.Captured))
      forEachGroup(*Other.Linked, [&](StringRef Signature, ArrayRef<uint32_t> Members) {
        for (uint32_t I : Members)
          IsCopy |= Signature == *Group && I < Other.sections().size() &&
                    Other.sections()[I].Name == Name && Program.isLive(Other, I);
      });
    return IsCopy;
  });
}

void RootCheck::checkSections() {
  findNamedSections();
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object) || !Program.Full->contains(*Object.Captured))
      continue;
    for (const auto &[I, Section] : llvm::enumerate(Object.sections()))
      if (isRoot(Section) && Program.isGone(Object, I) && !hasLiveGroupCopy(Object, I))
        Complain(Object.describe(I) + " is missing, although its object is linked");
  }
}

/// Checks that execution starts at the entry symbol, if the link names a symbol and not an address.
void RootCheck::checkEntry(ChosenDefinitions &Definitions) {
  const StringRef Name = Inputs.entrySymbol();
  if (Name.empty())
    return;
  const ChosenDefinition &Entry = Definitions.find(Name);
  const uint64_t Thumb = Arch::hasThumb(Program.Image.machine());
  if (Entry.What == ChosenDefinition::Gone)
    Complain("its entry point '" + Name + "' is not in the image");
  else if (Entry.What == ChosenDefinition::Misplaced ||
           (Entry.What == ChosenDefinition::Here && Entry.IsAddress &&
            llvm::none_of(Entry.Addresses, [&](uint64_t Address) {
              return (Address | Thumb) == (Program.Image.entry() | Thumb);
            })))
    Complain("its entry point is 0x" + utohexstr(Program.Image.entry()) + " instead of '" + Name +
             "', which is at 0x" + utohexstr(Entry.Addresses.front()));
}

} // namespace

void checkRoots(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                const Complaint &Complain) {
  RootCheck Check{Program, Complain};
  if (Program.Full)
    Check.checkSections();
  Check.checkEntry(Definitions);
}

} // namespace etprune
