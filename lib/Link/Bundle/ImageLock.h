// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets only one process write an image at a time. Without the lock, two prunes at once could leave
// the image of one and the bundle of the other.
//
// The lock is the kernel's (flock), on the bundle itself, or on the image if there is no bundle
// yet. So no lock file is created, and a killed process leaves none. A lock on the folder would
// make links of different images wait for each other. Renames replace both files. So a process that
// waited may get a lock on a file that has no name any more; it then locks the file in its place.
// AtomicFiles locks its new files before they get their names, so the name never leads to an
// unlocked file. On a file system without locks, no lock is taken.
//
// A process holds one such lock, and runs no program under it that takes another. So a deadlock is
// impossible. A run that writes nothing does not wait: the bundle it finds knows the image that is
// there.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <string>
#include <utility>

namespace etprune {

class ImageLock {
public:
  enum Mode {
    ToRead, ///< shared with other readers
    ToWrite
  };
  ImageLock() = default;
  ImageLock(ImageLock &&Other) noexcept : Descriptor(std::exchange(Other.Descriptor, -1)) {}
  ImageLock &operator=(ImageLock &&Other) noexcept {
    std::swap(Descriptor, Other.Descriptor);
    return *this;
  }
  ~ImageLock();

  /// Locks an image together with its bundle. Waits while another process has the lock, and reports
  /// this on stderr after a second. Fails if a signal interrupts it, and after a time limit: any
  /// reader of a file can lock it forever.
  static llvm::Expected<ImageLock> take(llvm::StringRef Tool, const std::string &Image,
                                        const std::string &Bundle, Mode Kind,
                                        std::chrono::seconds Patience = std::chrono::minutes(10));

private:
  int Descriptor = -1;
};

} // namespace etprune
