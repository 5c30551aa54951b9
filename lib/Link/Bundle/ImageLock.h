// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets only one process write an image at a time. Without the lock, two prunes at once could leave
// the image of one and the bundle of the other.
//
// The lock is the kernel's (flock), on the bundle itself, or on the image if there is no bundle
// yet. So a killed process leaves no lock. Renames replace both files. So a process that waited may
// get a lock on a file that has no name any more; it then locks the file in its place. AtomicFiles
// locks its new files before they get their names, so the name never leads to an unlocked file. On
// a file system without locks, no lock is taken.
//
// A process holds one such lock, and runs no program under it that takes another. So a deadlock is
// impossible.

#pragma once

#include "Support/Descriptor.h"

#include "llvm/Support/Error.h"

#include <chrono>
#include <string>

namespace etprune {

class ImageLock {
public:
  enum Mode { ToRead, ToWrite }; ///< readers share a lock

  /// Locks an image together with its bundle. Waits while another process has the lock, and reports
  /// this on stderr after a second. Fails if a signal interrupts it, and after a time limit: any
  /// reader of a file can lock it forever.
  static llvm::Expected<ImageLock> take(llvm::StringRef Tool, const std::string &Image,
                                        const std::string &Bundle, Mode Kind,
                                        std::chrono::seconds Patience = std::chrono::minutes(10));

private:
  Descriptor File = Descriptor();
};

} // namespace etprune
