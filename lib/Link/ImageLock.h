// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One image, one writer: of two prunes at once, each would write an image and a bundle, and the
// last image may meet the bundle of the other.
//
// The lock is the kernel's (flock), on the bundle itself or, where there is none yet, on the image:
// nothing is created for it, and nothing stays behind a process that is killed. Both files are
// replaced by renames, so a lock that was waited for may be on a file that has no name any more;
// then the one in its place is locked. AtomicFiles locks its new files before they get their names,
// so that there is no moment in which the name leads to an unlocked file. A disk that has no locks
// is worked on without.
//
// A process holds one such lock, and runs nothing under it that takes another: waiting in a circle
// is not possible.
//
// The lock is on the bundle, not on the folder, where links of different images would wait for each
// other, nor on a file of its own, which would stay. A run that writes nothing does not wait: the
// bundle that it meets knows the image that is there.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

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

  /// Locks an image together with its bundle; waits as long as another process has them, and says
  /// so after a second. An error is an interruption.
  static llvm::Expected<ImageLock> take(llvm::StringRef Tool, const std::string &Image,
                                        const std::string &Bundle, Mode Kind);

private:
  int Descriptor = -1;
};

} // namespace etprune
