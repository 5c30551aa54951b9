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

/// The linker's inputs that replace the captured ones.
struct PreparedLink {
  EditMap Edits;
  llvm::SmallVector<char, 0> Table; ///< the table object; empty if there is none
  /// The objects that the link can load; none if they are not known.
  std::optional<llvm::DenseSet<const InputObject *>> Loadable;
  /// Symbols that archive members define and that GNU ld may not find (ArchiveOrder.h).
  std::vector<std::string> Unfound;
  std::vector<std::string> Warnings;
};

/// An object of the link. Sections and symbols have the same indices in Captured and Linked.
struct LinkedObject {
  const InputObject *Captured; ///< as in the user's link
  const InputObject *Linked;   ///< as in this link: Captured, or an edited copy
  /// Not an archive member: it is linked even if the map shows no section of it.
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
  std::optional<LinkMap> FullMap; ///< of the image with all kernels, if there was such an image
  std::vector<LinkedObject> Objects;
  MapIndex Live;                ///< the sections of this image, by LinkedObject::Captured
  std::optional<MapIndex> Full; ///< the sections in FullMap

  /// The objects of the user's link. Objects that each link makes anew are not included: the table,
  /// narrowed kernels, and the objects of LTO.
  llvm::ArrayRef<LinkedObject> inputs() const {
    return llvm::ArrayRef(Objects).take_front(NumInputs);
  }
  /// The image's symbols of a name, without versions: local and global, defined and undefined.
  llvm::ArrayRef<const ImageSymbol *> symbolsNamed(llvm::StringRef Name) const;
  /// True if the linker relaxes code in this link: it shortens instructions whose targets are near.
  bool isRelaxed() const;
  /// True if offsets in the image's section differ from offsets in the object.
  bool isRelaxed(const ObjectSection &Section) const {
    return isRelaxed() && (Section.Flags & llvm::ELF::SHF_EXECINSTR);
  }

  bool isLoaded(const LinkedObject &Object) const {
    return Object.IsAlwaysLoaded || Live.contains(*Object.Captured);
  }
  bool isLive(const LinkedObject &Object, uint32_t Section) const {
    // If the object has several sections of the name, the map cannot tell them apart.
    return !(Object.Linked->Sections[Section].Flags & llvm::ELF::SHF_EXCLUDE) &&
           Live.contains(*Object.Captured, Section);
  }
  /// True for a section of the full image that this image lacks.
  bool isGone(const LinkedObject &Object, uint32_t Section) const {
    return Full && Full->contains(*Object.Captured, Section) && !isLive(Object, Section);
  }
  /// The location of a section in the image; none if it is unknown or the section is not live. If
  /// sections of one object share a name, a symbol's address tells which location is the section's.
  std::optional<SectionLocation> locate(const LinkedObject &Object, uint32_t Section) const;
  /// The addresses that an offset of a section may have in the image: in the section itself or, if
  /// the linker folded it, in its copies. `Object` is a LinkedObject's Captured.
  llvm::SmallVector<uint64_t, 1> addresses(const InputObject &Object, uint32_t Section,
                                           uint64_t Offset) const;

  /// Identical code folding (--icf): the addresses of sections in the image with the same bytes,
  /// flags, and offsets and types of relocations. The relocations' symbols may differ. No linker
  /// folds writable sections.
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
  /// if several sections have symbols of the name: Arm objects have a symbol "$t" at the start of
  /// each Thumb function.
  mutable llvm::DenseMap<const InputObject *, SectionsByName> SymbolSections;
  /// By a hash of the sections' bytes. Computed at the first use, because few images need it.
  mutable std::optional<llvm::DenseMap<uint64_t, std::vector<uint64_t>>> CopyAddresses;
};

/// Linkers drop single entries of these sections, with the code that an entry describes.
bool isUnwindTable(llvm::StringRef Section);
/// Sections that the linker composes from all objects.
bool isWrittenAnew(const ObjectSection &Section);

/// The size of the string or constant at `Offset` of a merged section, a string's end included; 0
/// after the last one.
uint64_t mergedPieceSize(llvm::ArrayRef<uint8_t> Data, uint64_t Offset, uint64_t EntrySize,
                         bool IsStrings);

/// Visits the COMDAT groups of an object: each group's name and sections.
void forEachGroup(const InputObject &Object,
                  llvm::function_ref<void(llvm::StringRef, llvm::ArrayRef<uint32_t>)> Visit);

using Complaint = std::function<void(const llvm::Twine &)>;

} // namespace etprune
