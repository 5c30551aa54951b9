// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces several files so that a failure, at any moment, leaves each of them whole, and all of
// them old or all of them new.
//
// add() writes the new contents beside the old file; that is where a full disk or a read-only
// folder shows, and nothing has changed yet. commit() keeps every old file under a second name and
// then only renames. Where a rename fails (a file that is immutable, a disk with errors), those
// before it are undone from the second names. No order of renames is safe from SIGKILL between two
// of them; so the file that makes sense with the old and with the new state of all others, the
// bundle, is added first.
//
// Renames are undone from hard links, not by exchanging names (RENAME_EXCHANGE), which network
// disks lack; where there are no hard links, from a copy.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <sys/stat.h>
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
  ~AtomicFiles(); ///< removes the files that were not committed

  /// Prepares new contents for `Path`. A file that exists keeps its permissions, but no setuid and
  /// setgid, and a symbolic link stays one; a new file is executable where `Executable` says so.
  /// Devices are written directly by commit(). Other processes' ImageLock waits for a new file
  /// until this object is gone.
  llvm::Error add(const std::string &Path, llvm::StringRef Contents, bool Executable = false);

  /// Puts the new files in place, in the order of add(). `Last` is called before the first rename:
  /// for output that cannot be taken back, and may fail. After an error all files are as they were;
  /// the error says so where they are not.
  llvm::Error commit(llvm::function_ref<llvm::Error()> Last = nullptr);

  /// Writes one file.
  static llvm::Error write(Durability Kind, const std::string &Path, llvm::StringRef Contents,
                           bool Executable = false) {
    AtomicFiles Files(Kind);
    llvm::Error E = Files.add(Path, Contents, Executable);
    return E ? std::move(E) : Files.commit();
  }

private:
  struct Entry {
    std::string Name;            ///< as add() was told it
    std::string Path, Temporary; ///< without symbolic links
    mode_t Mode = 0;
    std::string Old;               ///< the second name of the file that is replaced
    std::optional<mode_t> OldMode; ///< none where there is no such file
    std::string DeviceContents;    ///< for a device, which has no Temporary
    int Lock = -1;
    bool isDevice() const { return Temporary.empty(); }
  };
  /// Writes to the end of an entry's new file, which is open, and closes it.
  llvm::Error write(const Entry &E, int Descriptor, llvm::StringRef Contents) const;
  static llvm::Error keepOld(Entry &E);
  std::string putBack(size_t Count);
  void syncFolders(size_t Count) const;

  Durability Kind;
  std::vector<Entry> Entries;
  size_t NumRenamed = 0; ///< the entries, from the first, that are in place
};

} // namespace etprune
