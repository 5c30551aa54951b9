// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces several files. If a step fails, each file is whole, and all files are still the old
// files. For exceptions, see commit().
//
// add() writes the new contents to a temporary file beside the old file. commit() makes hard links
// to the old files and then renames the temporary files. If a rename fails, commit() undoes the
// earlier renames by means of the hard links. RENAME_EXCHANGE would need no hard links, but network
// file systems lack it.
//
// SIGKILL between two renames leaves some files new and some old. Callers therefore add the bundle
// before the image. The new bundle also describes the old image, so bundle and image match.

#pragma once

#include "Support/Descriptor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace etprune {

class AtomicFiles {
public:
  /// Durable files survive a power cut, because commit() and add() wait until the disk has them.
  /// LikeALinker does not wait, as linkers do not.
  enum Durability { Durable, LikeALinker };
  explicit AtomicFiles(Durability Kind) : Kind(Kind) {}
  AtomicFiles(const AtomicFiles &) = delete;
  AtomicFiles &operator=(const AtomicFiles &) = delete;
  ~AtomicFiles(); ///< removes temporary files and the hard links to old files

  /// Writes the contents to a temporary file. The temporary file will replace `Path`, or the target
  /// of the symbolic link `Path`. The new file gets the old file's permissions, except setuid and
  /// setgid. `Executable` matters only if there is no old file. The new file is locked until this
  /// object is destroyed, so that another et-prune waits (ImageLock).
  llvm::Error add(const std::string &Path, llvm::StringRef Contents, bool Executable = false);

  /// Renames the new files to their paths, in the order of add(). Calls `Last` before the first
  /// rename; `Last` is for output that cannot be undone. After an error, all files are the old
  /// files, except those that the error names.
  llvm::Error commit(llvm::function_ref<llvm::Error()> Last = nullptr);

  static llvm::Error write(Durability Kind, const std::string &Path, llvm::StringRef Contents,
                           bool Executable = false) {
    AtomicFiles Files(Kind);
    llvm::Error E = Files.add(Path, Contents, Executable);
    return E ? std::move(E) : Files.commit();
  }

private:
  struct Entry {
    std::string Name;            ///< as passed to add()
    std::string Path, Temporary; ///< with symbolic links resolved
    mode_t Mode = 0;
    std::string Old;               ///< the hard link to the old file, or its copy; empty if none
    std::optional<mode_t> OldMode; ///< none if there is no old file
    std::string DeviceContents;    ///< for a device or pipe, which is written directly
    Descriptor Lock = Descriptor();
    bool isDevice() const { return Temporary.empty(); }
  };
  llvm::Error writeAndClose(const Entry &E, int File, llvm::StringRef Contents) const;
  static llvm::Error keepOld(Entry &E);
  std::string putBack(size_t Count);
  void syncFolders(size_t Count) const;

  Durability Kind;
  std::vector<Entry> Entries;
  size_t NumRenamed = 0; ///< commit() has renamed the first NumRenamed entries
};

} // namespace etprune
