// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces several files so that a failure, at any moment, leaves each of them whole.
//
// add() writes the new contents beside the old file; that is where a full disk or a read-only
// folder shows, and nothing has changed yet. commit() then only renames.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

class AtomicFiles {
public:
  /// Durable: forced to the disk before anything is replaced, so that a power cut is survived, too.
  /// A link's outputs are not, as no linker's are: they can be made again.
  enum Durability { Durable, LikeALinker };
  explicit AtomicFiles(Durability Kind) : Kind(Kind) {}
  AtomicFiles(const AtomicFiles &) = delete;
  AtomicFiles &operator=(const AtomicFiles &) = delete;
  ~AtomicFiles(); ///< removes what was not committed

  /// Prepares new contents for `Path`. A file that exists keeps its permissions, and a symbolic
  /// link stays one; a new file is executable where `Executable` says so. Devices are written
  /// directly by commit().
  llvm::Error add(const std::string &Path, llvm::StringRef Contents, bool Executable = false);

  /// Puts the new files in place, in the order of add().
  llvm::Error commit();

private:
  struct Entry {
    std::string Path, Temporary;
    llvm::StringRef Contents; ///< for a device
  };
  Durability Kind;
  std::vector<Entry> Entries;
};

} // namespace etprune
