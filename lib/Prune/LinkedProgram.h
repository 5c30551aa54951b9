// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image together with all inputs of its link.

#pragma once

#include "Image/ElfImage.h"
#include "Image/MapIndex.h"
#include "Link/Linkers/Linker.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/TinyPtrVector.h"
#include "llvm/BinaryFormat/ELF.h"

#include <deque>
#include <functional>

namespace etprune {

class LinkInputs;

struct FinishedLink {
  const LinkInputs &Inputs;
  const PrunePlan &Plan;
  const EditMap &Edits;
  const ElfImage &Image;
  const LinkMap &Map;
  /// The object of the registration table; empty if the link has none.
  llvm::ArrayRef<char> Table;
  /// The objects that the linker compiled from inputs with intermediate code (LTO).
  llvm::ArrayRef<std::unique_ptr<InputObject>> LtoObjects = {};
  /// The map of the image with all kernels; null if there never was such an image.
  const LinkMap *FullMap = nullptr;
  /// The command has --start-lib, so the linker may leave out object files.
  bool HasLazyObjects = false;
  /// The program fills a registry when it starts. In the full image, arrays may hold the kernels
  /// that are in the table now, so the table may have grown.
  bool HasRegistry = false;
  unsigned EntryWords = 3; ///< the number of words of a table entry
  bool HasNoRelax = false; ///< the command has --no-relax
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

class LinkedProgram : public FinishedLink {
public:
  /// Fails if the table or an edited object cannot be parsed.
  static llvm::Expected<std::unique_ptr<LinkedProgram>> read(const FinishedLink &Link);

  std::vector<LinkedObject> Objects;
  /// The sections of this image. Look them up with LinkedObject::Captured.
  MapIndex Live;
  /// The sections of the image with all kernels; none if FullMap is null.
  std::optional<MapIndex> Full;

  /// The objects of the user's link. Objects that each link makes anew are not included: the table,
  /// narrowed kernels, and the objects of LTO.
  llvm::ArrayRef<LinkedObject> inputs() const {
    return llvm::ArrayRef(Objects).take_front(NumInputs);
  }
  /// The image's symbols of a name, without versions: local and global, defined and undefined.
  llvm::ArrayRef<const ImageSymbol *> symbolsNamed(llvm::StringRef Name) const;
  /// Names that linker scripts and options refer to or define.
  const llvm::StringSet<> &rootSymbols() const;
  const LinkerKind &linker() const;
  /// True if the linker relaxes code in this link: it shortens instructions whose targets are near.
  bool isRelaxed() const;
  /// True for a section that this link relaxes, so that offsets in the image differ from offsets in
  /// the object.
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
  /// In the full image and not in this one.
  bool isGone(const LinkedObject &Object, uint32_t Section) const {
    return Full && Full->contains(*Object.Captured, Section) && !isLive(Object, Section);
  }
  /// The location of a section in the image; none if it is unknown or the section is not live. If
  /// sections of one object share a name, only the address of a symbol can tell which location is
  /// the section's.
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
  explicit LinkedProgram(const FinishedLink &Link) : FinishedLink(Link) {}
  llvm::Error addInputs();
  llvm::Expected<const InputObject *> parse(llvm::ArrayRef<char> Bytes, llvm::StringRef Name);

  size_t NumInputs = 0;
  std::deque<llvm::SmallVector<char, 0>> EditedBytes;   ///< the contents of the edited copies
  std::vector<std::unique_ptr<InputObject>> OwnObjects; ///< edited copies and the table
  llvm::DenseMap<llvm::CachedHashStringRef, llvm::TinyPtrVector<const ImageSymbol *>> Symbols;
  /// For each symbol name of an object, the symbol's section. The value is ObjectSymbol::Elsewhere
  /// if several sections have symbols of the name: Arm objects have a symbol "$t" at the start of
  /// each Thumb function.
  const llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> &
  sectionsByName(const InputObject &Object) const;
  mutable llvm::DenseMap<const InputObject *, llvm::DenseMap<llvm::CachedHashStringRef, uint32_t>>
      SectionsByName;
  /// The addresses of sections by a hash of their bytes. Computed at the first use, because few
  /// images need it.
  mutable std::optional<llvm::DenseMap<uint64_t, std::vector<uint64_t>>> CopyAddresses;
};

/// Sections from which linkers drop single entries, together with the code that an entry describes.
bool isUnwindTable(llvm::StringRef Section);
/// Sections that the linker composes from all objects: unwind tables, merged strings and constants,
/// and the property note.
bool isWrittenAnew(const ObjectSection &Section);

/// The sections of an object's COMDAT groups, group by group, with the groups' names.
void forEachGroup(const InputObject &Object,
                  llvm::function_ref<void(llvm::StringRef, llvm::ArrayRef<uint32_t>)> Visit);

/// Reports one error in an image.
using Complaint = std::function<void(const llvm::Twine &)>;

} // namespace etprune
