// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of archives that hold only the members that some selection of kernels can need.
//
// Members keep their names and their order, and those that stay keep their part of the archive's
// symbol index as it was. So a linker takes from the copy what it takes from the original, also
// where the index says other things than the members' ELF symbols do: `gcc-ar` indexes intermediate
// code. LLVM's archive writer would make a new index, for which it reads bitcode, and with other
// names than GNU `ar` and `gcc-ar` give. LLD looks into archives without an index for bitcode; so
// does ArchiveIndex.

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// A copy that is not laid out in memory yet. Refers to the contents of its members.
class ReducedArchive {
public:
  /// The members of the closure, each with the contents that it is to have; without those that are
  /// to have none. A linker cannot load a member that is not indexed.
  static llvm::Expected<ReducedArchive> create(
      const LinkFile &Archive,
      llvm::function_ref<std::optional<llvm::MemoryBufferRef>(const LinkMember &)> Contents,
      llvm::function_ref<bool(const LinkMember &)> IsIndexed = [](const LinkMember &) {
        return true;
      });

  uint64_t size() const { return Size; }
  void write(llvm::raw_ostream &Text) const;
  /// All of it, under a name.
  std::unique_ptr<llvm::MemoryBuffer> buffer(llvm::StringRef Name) const;

private:
  struct Member {
    std::string HeaderName;
    llvm::StringRef Bytes;
    uint64_t Offset = 0; ///< in the copy
  };
  /// Gives each member its offset.
  void layOut();

  std::vector<Member> Members;
  std::string LongNames;
  std::vector<size_t> Defining; ///< of each symbol of the index, into Members
  std::string Symbols;
  size_t IndexSize = 0;
  uint64_t Size = 0;
};

} // namespace etprune
