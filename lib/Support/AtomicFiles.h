// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces several files. A failure at any moment leaves each file whole, and all files old or all
// files new.
//
// add() writes the new contents beside the old file. commit() first gives every old file a second
// name, and then only renames. If a rename fails, it undoes the earlier renames from the second
// names. (RENAME_EXCHANGE would not need them, but network disks lack it.) SIGKILL between two
// renames leaves some files new and some old. So the bundle is added first, because a new bundle is
// valid with old and with new other files.

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
  /// Durable files survive a power cut: they are forced to the disk before anything is replaced.
  enum Durability { Durable, LikeALinker };
  explicit AtomicFiles(Durability Kind) : Kind(Kind) {}
  AtomicFiles(const AtomicFiles &) = delete;
  AtomicFiles &operator=(const AtomicFiles &) = delete;
  ~AtomicFiles(); ///< removes the files that were not committed

  /// An existing file keeps its permissions, except setuid and setgid, and a symbolic link stays a
  /// link. `Executable` is for new files. ImageLocks of other processes wait for a new file until
  /// this object is destroyed.
  llvm::Error add(const std::string &Path, llvm::StringRef Contents, bool Executable = false);

  /// Puts the new files in place, in the order of add(). Calls `Last` before the first rename, for
  /// output that cannot be undone. After an error all files are the old files, except the new files
  /// that the error names.
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
    std::string Path, Temporary; ///< without symbolic links
    mode_t Mode = 0;
    std::string Old;               ///< the second name of the file that is replaced
    std::optional<mode_t> OldMode; ///< none if there is no old file
    std::string DeviceContents;    ///< for a device, which has no Temporary
    Descriptor Lock = Descriptor();
    bool isDevice() const { return Temporary.empty(); }
  };
  llvm::Error writeAndClose(const Entry &E, int File, llvm::StringRef Contents) const;
  static llvm::Error keepOld(Entry &E);
  std::string putBack(size_t Count);
  void syncFolders(size_t Count) const;

  Durability Kind;
  std::vector<Entry> Entries;
  size_t NumRenamed = 0; ///< the first entries, which are in place
};

} // namespace etprune
