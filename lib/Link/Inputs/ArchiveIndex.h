// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LinkFile is an input file of a link. ArchiveIndex finds the archive members that define a symbol.
// ArchiveIndex uses the symbol indices of the archives, so most members need not be parsed.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/xxhash.h"

namespace etprune {

struct LinkMember {
  uint64_t Offset = 0;               ///< of the member's header in its archive
  std::string Name = {};             ///< empty before readMember(), and for an object file
  llvm::MemoryBufferRef Buffer = {}; ///< the contents; empty before readMember()
  std::unique_ptr<InputObject> Object = nullptr; ///< null until it is parsed
  bool Needed = false;                           ///< a bundle must keep the member (Closure.h)
};

/// The identity of a file's contents: their 64-bit xxh3 hash, in hexadecimal.
inline std::string contentHash(uint64_t Xxh3) {
  return llvm::utohexstr(Xxh3, /*LowerCase=*/true, 16);
}
inline std::string contentHash(llvm::StringRef Contents) {
  return contentHash(llvm::xxh3_64bits(Contents));
}

struct LinkFile {
  enum Kind {
    Object,
    Archive,
    Script,       ///< a linker script, named by -T or INCLUDE, or as an input or library
    SharedObject, ///< a shared library; a bundle has only its path, hash and undefined symbols
    Auxiliary,    ///< version scripts and symbol lists
  };
  std::string Path; ///< as the linker opens it: absolute, or relative to the link's directory
  Kind What;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  bool WholeArchive = false;
  bool IsLoadedTwice = false; ///< isAlwaysLoaded(), and the command names the file twice
  std::unique_ptr<llvm::object::Archive> Library = nullptr; ///< set for an archive
  std::vector<LinkMember> Members = {}; ///< in archive order; an object file has one member
  /// The hash of a shared object, from the manifest. A bundle has no contents of shared objects.
  std::string RecordedHash = {};
  /// The undefined symbols of a shared object. None for other files and in old bundles.
  std::optional<std::vector<std::string>> Asks = {};

  llvm::StringRef contents() const { return Buffer->getBuffer(); }
  std::string hash() const { return RecordedHash.empty() ? contentHash(contents()) : RecordedHash; }
  /// True if the linker loads every member, even if nothing refers to its symbols.
  bool isAlwaysLoaded() const { return What == Object || WholeArchive; }
};

struct MemberRef {
  LinkFile *File;
  size_t Index;
  LinkMember &member() const { return File->Members[Index]; }
};

/// Fills `Member.Name` and `Member.Buffer` from the archive, if this was not done before.
llvm::Error readMember(LinkFile &File, LinkMember &Member);

class ArchiveIndex {
public:
  using Visitor = llvm::function_ref<void(MemberRef)>;
  using Loader = llvm::function_ref<llvm::Error(LinkFile &, LinkMember &)>;

  /// `LoadUnindexed` parses members that the index lacks. Null if the linker ignores these members.
  llvm::Error add(LinkFile &File, Loader LoadUnindexed);

  void forEachDefinition(llvm::StringRef Name, Visitor Visit) const;
  void forEachDefinition(llvm::function_ref<bool(llvm::StringRef)> IsWanted, Visitor Visit) const;

  llvm::ArrayRef<MemberRef> kernelMembers() const { return KernelMembers; }

private:
  void add(llvm::StringRef Name, MemberRef Ref);
  llvm::Error addUnindexed(LinkFile &File, const std::vector<bool> &IsIndexed,
                           Loader LoadUnindexed);

  /// The definitions of a symbol are a linked list, the last definition first.
  struct Definition {
    MemberRef Member;
    uint32_t Next; ///< an index in Definitions
  };
  static constexpr uint32_t NoDefinition = UINT32_MAX;
  std::vector<Definition> Definitions;
  llvm::DenseMap<llvm::StringRef, uint32_t> LastDefinition; ///< the last definition of each symbol
  std::vector<MemberRef> KernelMembers;
};

/// Calls Visit with every entry of an archive's symbol index: a name and its member's offset. Call
/// ArchiveIndex::add() first, because only add() checks the index for damage.
void forEachArchiveSymbol(const LinkFile &Archive,
                          llvm::function_ref<void(llvm::StringRef, uint64_t)> Visit);

} // namespace etprune
