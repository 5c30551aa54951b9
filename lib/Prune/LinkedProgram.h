// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image together with everything that it was linked from: what the checks of Verify share.

#pragma once

#include "Image/ElfImage.h"
#include "Image/MapIndex.h"
#include "Link/Linkers/Linker.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/TinyPtrVector.h"
#include "llvm/BinaryFormat/ELF.h"

#include <deque>
#include <functional>
#include <optional>

namespace etprune {

class LinkInputs;

/// A link that was done: what it was given, and its image.
struct VerifyRequest {
  const LinkInputs &Inputs;
  const PrunePlan &Plan;
  const EditMap &Edits;
  const ElfImage &Image;
  const LinkMap &Map;
  /// The object of the registration table; empty where the link has none.
  llvm::ArrayRef<char> Table;
  /// The objects that the link compiled. They replace the inputs with intermediate code.
  llvm::ArrayRef<std::unique_ptr<InputObject>> LtoObjects = {};
  /// The map of the image with all kernels; null where there never was one.
  const LinkMap *FullMap = nullptr;
  /// Objects of the command line may not be in the link.
  bool HasLazyObjects = false;
  /// The program has a registry that is filled when it starts: before it was pruned, kernels may
  /// have been in arrays instead of the table.
  bool HasRegistry = false;
  unsigned EntryWords = 3; ///< of an entry of the table
  bool HasNoRelax = false; ///< the command has --no-relax
};

/// An object of the link. Sections and symbols have the same indices in both forms.
struct LinkedObject {
  const InputObject *Captured; ///< as the user's link had it
  const InputObject *Linked;   ///< as this link had it: captured, or an edited copy
  /// No archive member: it is linked even where the map shows no section of it.
  bool IsAlwaysLoaded = false;
};

/// "memcpy@@GLIBC_2.14" is a definition of memcpy.
inline llvm::StringRef withoutVersion(llvm::StringRef Symbol) {
  return Symbol.take_front(Symbol.find('@'));
}

class LinkedProgram {
public:
  /// Finds what the linker read: the objects with their edits, the table, the objects of LTO.
  /// `Request` must outlive the result.
  static llvm::Expected<std::unique_ptr<LinkedProgram>> read(const VerifyRequest &Request);

  const VerifyRequest &Request;
  const ElfImage &Image;
  const LinkMap &Map;
  std::vector<LinkedObject> Objects;
  /// The sections of the image, by the captured objects.
  MapIndex Live;
  /// Those of the full image; none where there never was one.
  std::optional<MapIndex> Full;

  /// The objects without the table and those of LTO, which are named anew in each link.
  llvm::ArrayRef<LinkedObject> inputs() const {
    return llvm::ArrayRef(Objects).take_front(NumInputs);
  }
  /// The image's symbols of a name, without versions: local and global, defined and undefined.
  llvm::ArrayRef<const ImageSymbol *> symbolsNamed(llvm::StringRef Name) const;
  /// Names that scripts and options use, and may define.
  const llvm::StringSet<> &rootSymbols() const;
  const LinkerKind &linker() const;
  /// True if the linker relaxes code in this link: it shortens instructions whose targets are near.
  bool isRelaxed() const;
  /// True for a section that this link relaxes: an offset in the image is not the object's.
  bool isRelaxed(const ObjectSection &Section) const {
    return isRelaxed() && (Section.Flags & llvm::ELF::SHF_EXECINSTR);
  }

  bool isLoaded(const LinkedObject &Object) const {
    return Object.IsAlwaysLoaded || Live.contains(*Object.Captured);
  }
  bool isLive(const LinkedObject &Object, uint32_t Section) const {
    // Where the object has several sections of the name, the map does not tell which one it is.
    return !(Object.Linked->Sections[Section].Flags & llvm::ELF::SHF_EXCLUDE) &&
           Live.contains(*Object.Captured, Section);
  }
  /// In the full image and not in this one.
  bool isGone(const LinkedObject &Object, uint32_t Section) const {
    return Full && Full->contains(*Object.Captured, Section) && !isLive(Object, Section);
  }
  /// The location of a section that is certainly in the image; none for other sections. If sections
  /// of one object share a name, a symbol must tell their locations.
  std::optional<SectionLocation> locate(const LinkedObject &Object, uint32_t Section) const;
  /// The addresses that an offset of a section may have in the image: in the section itself, or
  /// where the linker folded it, in its copies. `Object` is captured.
  llvm::SmallVector<uint64_t, 1> addresses(const InputObject &Object, uint32_t Section,
                                           uint64_t Offset) const;

  /// Identical code folding (--icf): the addresses of sections in the image with the same bytes and
  /// relocations. No linker folds writable sections.
  llvm::ArrayRef<uint64_t> copiesOf(const ObjectSection &Section) const;

private:
  explicit LinkedProgram(const VerifyRequest &Request)
      : Request(Request), Image(Request.Image), Map(Request.Map) {}
  void addSymbols();
  llvm::Error addInputs();
  llvm::Expected<const InputObject *> parse(llvm::ArrayRef<char> Bytes, llvm::StringRef Name);

  size_t NumInputs = 0;
  std::deque<llvm::SmallVector<char, 0>> EditedBytes;   ///< which the edited copies point into
  std::vector<std::unique_ptr<InputObject>> OwnObjects; ///< edited copies and the table
  llvm::DenseMap<llvm::CachedHashStringRef, llvm::TinyPtrVector<const ImageSymbol *>> Symbols;
  /// The sections of an object's symbols, by their names; Elsewhere for a name that symbols of
  /// several sections have: a static function's, or "$t", which on Arm stands where code begins.
  const llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> &
  sectionsByName(const InputObject &Object) const;
  mutable llvm::DenseMap<const InputObject *, llvm::DenseMap<llvm::CachedHashStringRef, uint32_t>>
      SectionsByName;
  /// Of the sections that may be copies, by hash; made when it is first asked for, which is seldom.
  mutable std::optional<llvm::DenseMap<uint64_t, std::vector<uint64_t>>> CopyAddresses;
};

/// Sections that linkers write anew, entry by entry: an entry goes with what it describes.
bool isUnwindTable(llvm::StringRef Section);
/// Sections of which the image has a new form, from all objects: those, merged strings and
/// constants, and the property note.
bool isWrittenAnew(const ObjectSection &Section);

/// The sections of an object's COMDAT groups, group by group, with the groups' names.
void forEachGroup(const InputObject &Object,
                  llvm::function_ref<void(llvm::StringRef, llvm::ArrayRef<uint32_t>)> Visit);

/// Takes what is wrong with an image, in words.
using Complaint = std::function<void(const llvm::Twine &)>;

} // namespace etprune
