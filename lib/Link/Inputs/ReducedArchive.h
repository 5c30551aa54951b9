// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of archives with only the members that some selection of kernels can need.
//
// Members keep their names and order, and their entries in the archive's symbol index. So a linker
// loads the same members from the copy as from the original, even if the index differs from the
// members' ELF symbols: `gcc-ar` indexes intermediate code. LLVM's archive writer would read
// bitcode to make a new index, with other names than GNU `ar` and `gcc-ar`. In archives without an
// index, LLD reads members to find bitcode; so does ArchiveIndex.

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// A copy before its layout in memory. Refers to the contents of its members.
class ReducedArchive {
public:
  /// The closure's members, each with its new contents; members without new contents are left out.
  /// A linker cannot load a member that is not in the index.
  static llvm::Expected<ReducedArchive> create(
      const LinkFile &Archive,
      llvm::function_ref<std::optional<llvm::MemoryBufferRef>(const LinkMember &)> Contents,
      llvm::function_ref<bool(const LinkMember &)> IsIndexed = [](const LinkMember &) {
        return true;
      });

  uint64_t size() const { return Size; }
  void write(llvm::raw_ostream &Text) const;
  /// The archive's bytes, as a buffer with this name.
  std::unique_ptr<llvm::MemoryBuffer> buffer(llvm::StringRef Name) const;

private:
  struct Member {
    std::string HeaderName;
    llvm::StringRef Bytes;
    uint64_t Offset = 0; ///< in the copy
  };
  std::vector<Member> Members;
  std::string LongNames;
  std::vector<size_t> Defining; ///< by symbol of the index: an index into Members
  std::string Symbols;
  size_t IndexSize = 0;
  uint64_t Size = 0;
};

} // namespace etprune
