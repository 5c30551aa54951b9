// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ImageLock lets only one process write an image at a time. Without the lock, two prunings at once
// could leave an image that does not match its bundle.
//
// The lock is a flock on the bundle, or on the image if there is no bundle yet. A writer replaces
// the bundle or image by renaming a new file. A process that waited may therefore get the lock of
// the replaced file. The process then locks the new file. AtomicFiles locks new files before
// renaming them, so the path always names a locked file until the writer is done.

#pragma once

#include "Support/Descriptor.h"

#include "llvm/Support/Error.h"

#include <chrono>

namespace etprune {

class ImageLock {
public:
  enum Mode { ToRead, ToWrite }; ///< readers share a lock; a writer has a lock alone

  /// Fails if a signal interrupts the wait for the lock, or the wait exceeds `Patience`. The
  /// wait has a limit, because any reader of a file can lock the file forever.
  static llvm::Expected<ImageLock> take(llvm::StringRef Tool, const std::string &Image,
                                        const std::string &Bundle, Mode Kind,
                                        std::chrono::seconds Patience = std::chrono::minutes(10));

private:
  Descriptor File = Descriptor();
};

} // namespace etprune
