// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One image, one writer: of two prunes at once, each would write an image and a bundle, and the
// image of one could end beside the bundle of the other.
//
// The lock is the kernel's (flock), on the bundle itself or, where there is none yet, on the image:
// nothing is created for it, and nothing stays behind a process that is killed. A lock on the
// folder would make links of different images wait for each other. Both files are replaced by
// renames, so a lock that was waited for may be on a file that has no name any more; then the one
// in its place is locked. AtomicFiles locks its new files before they get their names, so that
// there is no moment in which the name leads to an unlocked file. Where the file system has no
// locks, none is taken.
//
// A process holds one such lock, and runs nothing under it that takes another: waiting in a circle
// is not possible. A run that writes nothing does not wait: the bundle that it meets knows the
// image that is there.

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
    ToRead, ///< beside others that read
    ToWrite
  };
  ImageLock() = default;
  ImageLock(ImageLock &&Other) noexcept : Descriptor(std::exchange(Other.Descriptor, -1)) {}
  ImageLock &operator=(ImageLock &&Other) noexcept {
    std::swap(Descriptor, Other.Descriptor);
    return *this;
  }
  ~ImageLock();

  /// Locks an image together with its bundle. Waits while another process has them, and says so on
  /// stderr after a second. Fails where a signal interrupts it, and at the end of its patience: who
  /// can read a file can lock it, and for ever.
  static llvm::Expected<ImageLock> take(llvm::StringRef Tool, const std::string &Image,
                                        const std::string &Bundle, Mode Kind,
                                        std::chrono::seconds Patience = std::chrono::minutes(10));

private:
  int Descriptor = -1;
};

} // namespace etprune
