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

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

struct ZSTD_CCtx_s;

namespace etprune {

/// Packs as it goes: the compressor's work is spread over the calls of add().
class TarZstdWriter {
public:
  /// The longest name that a file can have.
  static constexpr size_t LongestName = 100;

  TarZstdWriter();

  /// Adds a file. An error is reported by finish().
  void add(llvm::StringRef Name, llvm::StringRef Contents);
  /// Ends the archive and gives its bytes.
  llvm::Expected<std::string> finish();

private:
  struct FreeContext {
    void operator()(ZSTD_CCtx_s *Context) const;
  };
  void compress(llvm::StringRef Bytes, bool End = false);

  std::unique_ptr<ZSTD_CCtx_s, FreeContext> Context;
  std::string Packed;
  std::string Problem;
};

/// An archive's files, by name; of several with one name, the last.
struct UnpackedTar {
  llvm::StringMap<llvm::StringRef> Members; ///< point into Bytes
  llvm::SmallVector<char, 0> Bytes;
};

/// Unpacks an archive, one of more than 4 GiB excepted. Directories and the like are passed over.
llvm::Expected<UnpackedTar> unpackTarZstd(llvm::StringRef Packed);

} // namespace etprune
