// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the archive members of a link that define a symbol. The archives' symbol indices say which
// members define a name, so no other member is opened.

#pragma once

#include "Link/Inputs/LinkFile.h"

#include "llvm/ADT/DenseMap.h"

namespace etprune {

struct MemberRef {
  LinkFile *File;
  size_t Index;
  LinkMember &member() const { return File->Members[Index]; }
};

/// Reads a member's header: its name, and the position of its contents.
llvm::Error readMember(LinkFile &File, LinkMember &Member);

class ArchiveIndex {
public:
  using Visitor = llvm::function_ref<void(MemberRef)>;
  using Loader = llvm::function_ref<llvm::Error(LinkFile &, LinkMember &)>;

  /// Opens an archive and adds the entries of its symbol index. `LoadUnindexed` parses the members
  /// that the index lacks; it is null for linkers that do not use them (ReadsUnindexedMembers).
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

/// Calls Visit with every entry of an archive's symbol index: a name and its member's offset.
/// ArchiveIndex::add() must have checked the index.
void forEachArchiveSymbol(const LinkFile &Archive,
                          llvm::function_ref<void(llvm::StringRef, uint64_t)> Visit);

} // namespace etprune
