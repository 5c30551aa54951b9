// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image together with all inputs of its link, for the verification and for the report.

#pragma once

#include "Image/ElfImage.h"
#include "Image/MapIndex.h"
#include "Link/Bundle/Bundle.h"
#include "Link/Linkers/Linker.h"
#include "Link/Relink/Relink.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/TinyPtrVector.h"
#include "llvm/BinaryFormat/ELF.h"

#include <deque>
#include <functional>

namespace etprune {

/// The changes that a relink makes to the captured inputs, and the warnings about these changes.
struct PreparedLink {
  EditMap Edits;
  llvm::SmallVector<char, 0> Table; ///< the table object; empty if there is none
  /// The objects that the link can load. The relink leaves out other archive members. Nullopt if
  /// the relink leaves out nothing, for example if it is unknown what shared libraries need.
  std::optional<llvm::DenseSet<const InputObject *>> Loadable;
  /// Symbols that archive members define, but that GNU ld may leave undefined because of the order
  /// of the inputs (ArchiveOrder.h).
  std::vector<std::string> Unfound;
  std::vector<std::string> Warnings;
};

/// An object of the link. Sections and symbols have the same indices in Captured and Linked.
struct LinkedObject {
  const InputObject *Captured; ///< as in the user's link
  const InputObject *Linked;   ///< as in this link: Captured, or an edited copy
  /// True for an object file on the command line and for a member of a whole archive. The linker
  /// loads this object even if the map shows none of its sections.
  bool IsAlwaysLoaded = false;

  const std::vector<ObjectSection> &sections() const { return Linked->Sections; }
  /// "section '.text' of main.o".
  std::string describe(uint32_t Section) const {
    return ("section '" + sections()[Section].Name + "' of " + Captured->Name).str();
  }
};

/// "memcpy@@GLIBC_2.14" is a definition of memcpy.
inline llvm::StringRef withoutVersion(llvm::StringRef Symbol) {
  return Symbol.take_front(Symbol.find('@'));
}

class LinkedProgram {
public:
  /// The link, the plan, and the texts of image and map must outlive the result. Fails if one of
  /// the inputs cannot be parsed.
  static llvm::Expected<std::unique_ptr<LinkedProgram>>
  read(const CapturedLink &Link, const PrunePlan &Plan, PreparedLink Prepared,
       llvm::StringRef ImageBytes, LinkMap Map, llvm::ArrayRef<LtoObject> LtoObjects = {});

  const CapturedLink &Link;
  const LinkInputs &Inputs;
  const PrunePlan &Plan;
  const PreparedLink Prepared;
  const LinkMap Map;
  ElfImage Image;
  std::vector<std::unique_ptr<InputObject>> LtoObjects;
  std::optional<LinkMap> FullMap; ///< the full image's map, if the bundle has it
  std::vector<LinkedObject> Objects;
  MapIndex Live;                ///< the sections in Map, by LinkedObject::Captured
  std::optional<MapIndex> Full; ///< the sections in FullMap

  /// The objects of the user's link, without a relink's table, narrowed kernels and LTO objects.
  llvm::ArrayRef<LinkedObject> inputs() const {
    return llvm::ArrayRef(Objects).take_front(NumInputs);
  }
  /// The image's symbols called `Name`: local and global, defined and undefined. Ignores versions.
  llvm::ArrayRef<const ImageSymbol *> symbolsNamed(llvm::StringRef Name) const;
  /// True if the linker relaxes code in this link: it shortens instructions whose targets are near.
  bool isRelaxed() const;
  /// True if offsets in the image's section may differ from offsets in the object.
  bool isRelaxed(const ObjectSection &Section) const {
    return isRelaxed() && (Section.Flags & llvm::ELF::SHF_EXECINSTR);
  }

  bool isLoaded(const LinkedObject &Object) const {
    return Object.IsAlwaysLoaded || Live.contains(*Object.Captured);
  }
  bool isLive(const LinkedObject &Object, uint32_t Section) const {
    // The linker drops a section with SHF_EXCLUDE. The map does not show this if the object has a
    // live section of the same name.
    return !(Object.Linked->Sections[Section].Flags & llvm::ELF::SHF_EXCLUDE) &&
           Live.contains(*Object.Captured, Section);
  }
  /// True for a section of the full image that this image lacks.
  bool isGone(const LinkedObject &Object, uint32_t Section) const {
    return Full && Full->contains(*Object.Captured, Section) && !isLive(Object, Section);
  }
  /// The location of a section in the image; none if it is unknown or the section is not live. If
  /// sections of one object share a name, the address of the section's symbol decides.
  std::optional<SectionLocation> locate(const LinkedObject &Object, uint32_t Section) const;
  /// The addresses that an offset in a section may have in the image. If the image lacks the
  /// section, these are addresses in equal sections, into which the linker may have folded the
  /// section. `Object` is a LinkedObject's Captured.
  llvm::SmallVector<uint64_t, 1> addresses(const InputObject &Object, uint32_t Section,
                                           uint64_t Offset) const;

  /// The addresses of the image's sections into which the linker may have folded `Section` (--icf).
  /// These sections have the same bytes and flags, and the same offsets and types of relocations.
  /// The relocations' symbols may differ. No linker folds writable sections.
  llvm::ArrayRef<uint64_t> copiesOf(const ObjectSection &Section) const;

private:
  LinkedProgram(const CapturedLink &Link, const PrunePlan &Plan, PreparedLink Prepared, LinkMap Map)
      : Link(Link), Inputs(*Link.Inputs), Plan(Plan), Prepared(std::move(Prepared)),
        Map(std::move(Map)), ImageName(Link.Command.output()) {}
  llvm::Error addObjects(llvm::ArrayRef<LtoObject> Lto);
  llvm::Expected<const InputObject *> parse(llvm::ArrayRef<char> Bytes, llvm::StringRef Name);

  using SectionsByName = llvm::DenseMap<llvm::CachedHashStringRef, uint32_t>;
  const SectionsByName &sectionsByName(const InputObject &Object) const;

  const std::string ImageName; ///< for messages
  size_t NumInputs = 0;
  std::deque<llvm::SmallVector<char, 0>> EditedBytes;   ///< the contents of the edited copies
  std::vector<std::unique_ptr<InputObject>> OwnObjects; ///< edited copies and the table
  llvm::DenseMap<llvm::CachedHashStringRef, llvm::TinyPtrVector<const ImageSymbol *>> Symbols;
  /// For each symbol name of an object, the symbol's section. The value is ObjectSymbol::Elsewhere
  /// if several sections have symbols of this name. For example, Arm objects have a symbol "$t" at
  /// the start of each Thumb function.
  mutable llvm::DenseMap<const InputObject *, SectionsByName> SymbolSections;
  /// For copiesOf(): the addresses of sections, by a hash of the content. Computed at first use,
  /// because few links fold sections.
  mutable std::optional<llvm::DenseMap<uint64_t, std::vector<uint64_t>>> CopyAddresses;
};

/// True for the sections with unwind information. If linkers drop code, they also drop the code's
/// entries in these sections.
bool isUnwindTable(llvm::StringRef Section);
/// True for a section that the linker does not copy as a whole. The linker combines the entries of
/// all objects.
bool isWrittenAnew(const ObjectSection &Section);

/// The number of bytes from `Offset` to the end of the string or constant in a mergeable section. A
/// string's null terminator counts. 0 if `Offset` is outside the section.
uint64_t mergedPieceSize(llvm::ArrayRef<uint8_t> Data, uint64_t Offset, uint64_t EntrySize,
                         bool IsStrings);

/// Visits the COMDAT groups of an object: each group's name and sections.
void forEachGroup(const InputObject &Object,
                  llvm::function_ref<void(llvm::StringRef, llvm::ArrayRef<uint32_t>)> Visit);

using Complaint = std::function<void(const llvm::Twine &)>;

} // namespace etprune
