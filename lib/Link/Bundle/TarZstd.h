// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes and reads a link bundle's container in memory: a tar archive compressed with zstd. The
// archive has only plain files with short names, in POSIX's ustar format, which every tar program
// reads. Times and owners are zero, so that equal files give equal bundles.

#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

struct ZSTD_CCtx_s;

namespace etprune {

/// Compresses the archive in frames of up to 2 MiB, so that unpackTarZstd() can work in parallel.
class TarZstdWriter {
public:
  static constexpr size_t LongestName = 100;

  TarZstdWriter();

  void add(llvm::StringRef Name, llvm::StringRef Contents);
  void endFrame();
  std::string finish();

private:
  struct FreeContext {
    void operator()(ZSTD_CCtx_s *Context) const;
  };
  void append(llvm::StringRef Bytes);

  std::unique_ptr<ZSTD_CCtx_s, FreeContext> Context;
  std::string Frame;                     ///< the bytes of the current frame, not yet compressed
  llvm::SmallVector<char, 0> Compressed; ///< a buffer of endFrame()
  std::string Packed;
};

struct UnpackedTar {
  llvm::StringMap<llvm::StringRef> Members; ///< name to contents, which point into Bytes
  llvm::SmallVector<char, 0> Bytes;
};

/// Fails if the tar archive has more than 4 GiB, if a frame does not record its unpacked size, or
/// if different tar programs could unpack different files.
llvm::Expected<UnpackedTar> unpackTarZstd(llvm::StringRef Packed);

} // namespace etprune
