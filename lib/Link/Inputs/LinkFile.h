// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that a link reads, and the objects in it.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <memory>

namespace etprune {

/// An object of the link: a file of its own or an archive's member.
struct LinkMember {
  uint64_t Offset = 0;   ///< of the member's header in its archive
  std::string Name = {}; ///< the member's name; empty for a file of its own, and until it is read
  llvm::MemoryBufferRef Buffer = {};             ///< empty until it is read
  std::unique_ptr<InputObject> Object = nullptr; ///< null until it is parsed
  bool Needed = false;                           ///< in the closure (Closure.h)
};

/// Identifies a file's contents: their xxh3 of 64 bits, in hexadecimal.
inline std::string contentHash(uint64_t Xxh3) {
  return llvm::utohexstr(Xxh3, /*LowerCase=*/true, 16);
}
inline std::string hashOfContents(llvm::StringRef Contents) {
  return contentHash(llvm::xxh3_64bits(Contents));
}

struct LinkFile {
  enum Kind {
    Object,
    Archive,
    Script,       ///< a linker script: of -T, of INCLUDE, or found as an input or a library
    SharedObject, ///< known by name and hash only
    Auxiliary,    ///< version scripts and symbol lists
  };
  std::string Path; ///< as the linker opens it, relative to the link's directory or absolute
  Kind What;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  bool WholeArchive = false;
  /// The command has it twice as an object or after --whole-archive: the linker loads it twice.
  bool IsLoadedTwice = false;
  std::unique_ptr<llvm::object::Archive> Library = nullptr; ///< of an archive
  /// One for an object. Of an archive, in its order, the first and those that its symbol index
  /// names; of a whole archive all.
  std::vector<LinkMember> Members = {};
  /// Of a shared object that a bundle names: the hash that the bundle says instead of contents.
  std::string RecordedHash = {};
  /// Of a shared object: the names of its undefined symbols. None in bundles of older versions,
  /// which do not say them.
  std::optional<std::vector<std::string>> Asks = {};

  llvm::StringRef contents() const { return Buffer->getBuffer(); }
  std::string hash() const {
    return RecordedHash.empty() ? hashOfContents(contents()) : RecordedHash;
  }
  /// True if the linker loads every member, even if nothing refers to its symbols.
  bool isAlwaysLoaded() const { return What == Object || WholeArchive; }
};

} // namespace etprune
