// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A captured link and its file, the link bundle `<image>.etl`.
//
// The bundle holds everything needed to link again with another set of kernels, except shared
// libraries and programs. A relink finds these files at recorded paths, and compares them with
// recorded hashes. docs/architecture.md has the format. A bundle may come from another person, so
// its content is not trusted (docs/security.md).
//
// A bundle describes several images: the full image, and the images before and after the last
// prune. The bundle is renamed into place before the image. If the process is killed between the
// two renames, the old image still matches the new bundle.

#pragma once

#include "Link/Bundle/Manifest.h"
#include "Link/Bundle/TarZstd.h"
#include "Link/Inputs/LinkKernels.h"

namespace etprune {

/// A link whose files are open.
struct CapturedLink : RecordedLink {
  std::unique_ptr<LinkInputs> Inputs;
  std::vector<const InputObject *> Objects; ///< the objects of the closure, in file order
  LinkKernels Kernels;

  std::unique_ptr<llvm::MemoryBuffer> Bundle; ///< the bundle file; null for a link of this process
  llvm::SmallVector<char, 0> Unpacked;        ///< the bundle's bytes; the inputs point into them

  /// Captures the link that this process was asked to do; none if the program uses no kernels. Of
  /// the member Linker, only the path is set; et-ld's identify() sets the rest.
  static llvm::Expected<std::optional<CapturedLink>> capture(LinkCommand Command,
                                                             const std::string &LinkerPath);

  /// Reads a bundle. If linkers cannot be confined, refuses strangers' bundles: they may attack.
  static llvm::Expected<CapturedLink> read(const std::string &BundlePath);
  /// Reads a bundle from bytes, which must outlive the result. The path is for messages.
  static llvm::Expected<CapturedLink> parse(llvm::StringRef Bytes, llvm::StringRef BundlePath);

  /// Finds the closure of the inputs (Closure.h) and the kernels in the closure.
  llvm::Error readInputs();
};

/// Packs a captured link. The same link gives the same bytes.
class BundleWriter {
public:
  explicit BundleWriter(const CapturedLink &Link) : Link(Link) {}

  /// Packs the files that are not packed yet. Can run in parallel with the linker.
  llvm::Error addFiles();
  llvm::Expected<std::string> finish();

private:
  const CapturedLink &Link;
  TarZstdWriter Out;
  std::vector<ManifestFile> Files; ///< the packed files
};

/// The image's path with ".etl" added. A hash replaces the end of a name that would be too long.
std::string bundlePath(llvm::StringRef ImagePath);
/// Fails if the bundle's path exists and is no plain file, which et-prune must not replace.
llvm::Error checkBundlePlace(const std::string &Path);

} // namespace etprune
