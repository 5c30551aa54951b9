// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that a link reads, and the objects in it.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/xxhash.h"

namespace etprune {

struct LinkMember {
  uint64_t Offset = 0;               ///< of the member's header in its archive
  std::string Name = {};             ///< the member's name; empty for a file, and until it is read
  llvm::MemoryBufferRef Buffer = {}; ///< empty until it is read
  std::unique_ptr<InputObject> Object = nullptr; ///< null until it is parsed
  bool Needed = false;                           ///< in the closure (Closure.h)
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
    SharedObject, ///< a shared library, known only by name and hash
    Auxiliary,    ///< version scripts and symbol lists
  };
  std::string Path; ///< as the linker opens it: absolute, or relative to the link's directory
  Kind What;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  bool WholeArchive = false;
  bool IsLoadedTwice = false; ///< the command names the file twice, as an object or whole archive
  std::unique_ptr<llvm::object::Archive> Library = nullptr; ///< set for an archive
  std::vector<LinkMember> Members = {}; ///< in archive order; an object file has one
  /// The hash of a shared object whose contents are not in the bundle.
  std::string RecordedHash = {};
  /// The undefined symbols of a shared object. Older versions of et-prune did not record them.
  std::optional<std::vector<std::string>> Asks = {};

  llvm::StringRef contents() const { return Buffer->getBuffer(); }
  std::string hash() const { return RecordedHash.empty() ? contentHash(contents()) : RecordedHash; }
  /// True if the linker loads every member, even if nothing refers to its symbols.
  bool isAlwaysLoaded() const { return What == Object || WholeArchive; }
};

} // namespace etprune
