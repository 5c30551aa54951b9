// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which members of a link's archives define a symbol.
//
// A link's archives hold thousands of members, of which it loads a handful. Their symbol indices
// say which define a name, so that no other member is opened.

#pragma once

#include "Link/Inputs/LinkFile.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

struct MemberRef {
  LinkFile *File;
  size_t Index;
  LinkMember &member() const { return File->Members[Index]; }
};

/// Reads the header of an archive's member: its name, and where its contents are. The symbol index
/// that gave the offset may be wrong about a member beginning there.
llvm::Error readMember(LinkFile &File, LinkMember &Member);

/// The bytes of an archive's symbol index, where the names stand that its members define;
/// unchecked, and empty where they cannot be found. They can be searched long before the index is
/// read.
llvm::StringRef symbolIndexOf(const LinkFile &Archive);

class ArchiveIndex {
public:
  using Visitor = llvm::function_ref<void(MemberRef)>;
  using Loader = llvm::function_ref<llvm::Error(LinkFile &, LinkMember &)>;

  /// Opens an archive and adds the entries of its symbol index. LLD needs no index, and looks into
  /// every member: for it, `LoadUnindexed` parses the members that the index does not know, as GNU
  /// ar's knows nothing of bitcode. It is null for GNU ld.
  llvm::Error add(LinkFile &File, Loader LoadUnindexed);

  /// Calls Visit with the members that define a symbol.
  void forEachDefinition(llvm::StringRef Name, Visitor Visit) const {
    forEachDefinition(llvm::CachedHashStringRef(Name), Visit);
  }
  /// The same for all symbols that `IsWanted` says yes to.
  void forEachDefinition(llvm::function_ref<bool(llvm::StringRef)> IsWanted, Visitor Visit) const;

  /// The members that define a kernel's function.
  llvm::ArrayRef<MemberRef> kernelMembers() const { return KernelMembers; }

private:
  void forEachDefinition(llvm::CachedHashStringRef Name, Visitor Visit) const;
  void add(llvm::StringRef Name, MemberRef Ref);
  llvm::Error addUnindexed(LinkFile &File, const std::vector<bool> &IsIndexed,
                           Loader LoadUnindexed);

  /// A list per symbol, the last definition first. A C library names tens of thousands of symbols,
  /// of which a link asks for some hundreds.
  struct Definition {
    MemberRef Member;
    uint32_t Next; ///< into Definitions
  };
  static constexpr uint32_t NoDefinition = UINT32_MAX;
  std::vector<Definition> Definitions;
  llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> LastDefinition; ///< by symbol
  std::vector<MemberRef> KernelMembers;
};

/// Calls Visit with every entry of an archive's symbol index: a name and its member's offset. The
/// archive must have been added to an ArchiveIndex, which checks the table.
void forEachArchiveSymbol(const LinkFile &Archive,
                          llvm::function_ref<void(llvm::StringRef, uint64_t)> Visit);

} // namespace etprune
