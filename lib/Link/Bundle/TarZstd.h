// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files in a tar archive compressed with zstd, in memory: the container of a link bundle. It uses
// the part of tar that every tar reads: plain files with short names in POSIX's ustar form, without
// times and owners.

#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

struct ZSTD_CCtx_s;

namespace etprune {

/// Writes a sequence of zstd frames of up to 2 MiB, which unpackTarZstd() unpacks in parallel.
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
  std::string Frame;                     ///< the current frame, unpacked
  llvm::SmallVector<char, 0> Compressed; ///< the last frame, compressed
  std::string Packed;
};

struct UnpackedTar {
  llvm::StringMap<llvm::StringRef> Members; ///< the contents, which point into Bytes
  llvm::SmallVector<char, 0> Bytes;
};

/// Unpacks an archive of at most 4 GiB. Fails if a frame does not state its size, a member is no
/// plain file, or two members have the same name: other tar programs could then see other files.
llvm::Expected<UnpackedTar> unpackTarZstd(llvm::StringRef Packed);

} // namespace etprune
