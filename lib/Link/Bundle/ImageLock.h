// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets only one process write an image at a time. Without the lock, two prunes at once could leave
// the image of one and the bundle of the other.
//
// The lock is a flock on the bundle, or on the image if there is no bundle yet. A new bundle or
// image replaces the old file by a rename. So a process that waited may get a lock on the old file,
// which has no name any more; it then locks the new file. AtomicFiles locks its new files before it
// renames them, so the name never leads to an unlocked file.

#pragma once

#include "Support/Descriptor.h"

#include "llvm/Support/Error.h"

#include <chrono>

namespace etprune {

class ImageLock {
public:
  enum Mode { ToRead, ToWrite }; ///< readers share a lock

  /// Locks an image together with its bundle. Waits while another process has the lock. Fails if a
  /// signal interrupts the wait, and after a time limit, because every process that can read a file
  /// can lock it forever.
  static llvm::Expected<ImageLock> take(llvm::StringRef Tool, const std::string &Image,
                                        const std::string &Bundle, Mode Kind,
                                        std::chrono::seconds Patience = std::chrono::minutes(10));

private:
  Descriptor File = Descriptor();
};

} // namespace etprune
