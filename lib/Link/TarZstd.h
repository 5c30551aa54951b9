// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files in a tar archive compressed with zstd, in memory: the container of a link bundle.
//
// The format is a common one, so that users can look into a bundle with `tar --zstd`. Writing is
// reproducible: nothing of this machine, user or hour goes into an archive. Reading trusts nothing:
// a few bytes of zstd can stand for any number of gigabytes, so what is unpacked is counted.

#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

struct archive;

namespace etprune {

struct CloseArchive {
  void operator()(struct archive *A) const;
};
using ArchiveHandle = std::unique_ptr<struct archive, CloseArchive>;

/// Packs as it goes: the compressor's work is spread over the calls of add().
class TarZstdWriter {
public:
  TarZstdWriter();
  TarZstdWriter(const TarZstdWriter &) = delete;
  TarZstdWriter &operator=(const TarZstdWriter &) = delete;

  /// Adds a file. What goes wrong is told by finish().
  void add(const std::string &Name, llvm::StringRef Contents);
  /// Ends the archive and gives its bytes.
  llvm::Expected<std::string> finish();

private:
  std::string Bytes; // before the handle, which still writes here when it is freed unfinished
  ArchiveHandle Handle;
  int Status;
};

/// The files of an archive by name; of several with one name, the last. An archive of more than
/// 4 GiB is refused.
llvm::Expected<llvm::StringMap<std::string>> unpackTarZstd(llvm::StringRef Bytes);

} // namespace etprune
