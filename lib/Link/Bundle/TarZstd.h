// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files in a tar archive compressed with zstd, in memory: the container of a link bundle.
//
// The format is a common one, so that users can look into a bundle with `tar --zstd`. Of tar it
// takes the least that every tar reads: plain files with short names in POSIX's ustar form. That is
// little enough to be written and read here: libarchive maps 15 shared libraries, which took 2 ms
// of every link. Writing is reproducible: no name, owner or time of this machine gets into an
// archive. Reading trusts nothing: a few bytes of zstd can stand for any number of gigabytes, so
// the unpacked bytes are counted.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>

struct ZSTD_CCtx_s;

namespace etprune {

/// Packs as it goes: the compressor's work is spread over the calls of add().
///
/// The archive is a sequence of zstd frames of up to 2 MiB, which zstd's tools read as one and
/// unpackTarZstd() unpacks side by side.
class TarZstdWriter {
public:
  /// The longest name that a file can have.
  static constexpr size_t LongestName = 100;

  TarZstdWriter();

  /// Adds a file of so many bytes, which `Write` writes, and gives their hash (xxh3, 64 bits). An
  /// error is reported by finish().
  uint64_t add(llvm::StringRef Name, size_t Size,
               llvm::function_ref<void(llvm::raw_ostream &)> Write);
  uint64_t add(llvm::StringRef Name, llvm::StringRef Contents) {
    return add(Name, Contents.size(), [&](llvm::raw_ostream &OS) { OS << Contents; });
  }
  /// Ends the frame: compresses everything that was added so far.
  void endFrame();
  /// Ends the archive and gives its bytes.
  llvm::Expected<std::string> finish();

private:
  struct FreeContext {
    void operator()(ZSTD_CCtx_s *Context) const;
  };
  class ContentsStream;
  void append(llvm::StringRef Bytes);

  std::unique_ptr<ZSTD_CCtx_s, FreeContext> Context;
  std::string Frame;                     ///< the one that is not full yet, unpacked
  llvm::SmallVector<char, 0> Compressed; ///< the last frame
  std::string Packed;
  std::string Problem;
};

/// An archive's files, by name.
struct UnpackedTar {
  llvm::StringMap<llvm::StringRef> Members; ///< point into Bytes
  llvm::SmallVector<char, 0> Bytes;
};

/// Unpacks an archive of plain files with different names, and of 4 GiB at most. Whatever else tar
/// can hold is an error: other readers would see other files in it.
llvm::Expected<UnpackedTar> unpackTarZstd(llvm::StringRef Packed);

} // namespace etprune
