// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A captured link and its file form, the link bundle `<image>.etl`.
//
// The bundle holds what it takes to do a link again with another set of kernels: the linker's
// arguments and identity, every object and script, and of each archive the members that any
// selection can need. It is a tar archive compressed with zstd, so that `tar --zstd -tf` shows what
// is inside; `manifest.json`, its last member, describes the link (docs/architecture.md has the
// format). Shared libraries are not in it: they are found where they were and must have the same
// contents. Nor is the selection: the table in the image says it.
//
// A bundle may be another person's: everything in it is checked when it is read, and no file of
// this machine that it names is used until Relink has compared it with the recorded one.
//
// A bundle knows several images: the full one, the one that is replaced, the new one. It is renamed
// into place before the image, so that a kill between the two leaves a pair that fits.

#pragma once

#include "Link/Bundle/Manifest.h"
#include "Link/Bundle/TarZstd.h"
#include "Link/Inputs/LinkKernels.h"

#include <memory>

namespace etprune {

/// A link whose files are open.
struct CapturedLink : RecordedLink {
  std::unique_ptr<LinkInputs> Inputs;
  std::vector<const InputObject *> Objects; ///< of the closure, in the order of the files
  LinkKernels Kernels;

  std::unique_ptr<llvm::MemoryBuffer> Bundle; ///< the file that was read; null without one
  llvm::SmallVector<char, 0> Unpacked;        ///< of a bundle; the inputs point into it
  // How it is done again.
  bool PluginsChecked = false; ///< both may be loaded, as leaveOutPlugins() found
  bool IsOwnLld = false;       ///< our own does the link again in place of that program

  /// The link that this process was asked for: reads the environment and the command's files. None
  /// where the program does not use kernels. The linker is known by its path only.
  static llvm::Expected<std::optional<CapturedLink>> capture(LinkCommand Command,
                                                             const std::string &LinkerPath);

  /// Refuses another person's bundle where the kernel has no Landlock (OwnBundles.h).
  static llvm::Expected<CapturedLink> read(const std::string &BundlePath);
  /// The same from a bundle's bytes, which must outlive the result. The path is for messages.
  static llvm::Expected<CapturedLink> parse(llvm::StringRef Bytes, llvm::StringRef BundlePath);

  /// Finds the closure of the inputs, and the kernels in it.
  llvm::Error readInputs();
};

/// Packs a captured link. The same link gives the same bytes.
///
/// Most of the work is in the files, which are known before the link is run, so it can be done
/// beside it.
class BundleWriter {
public:
  explicit BundleWriter(const CapturedLink &Link) : Link(Link) {}

  /// Packs the link's files as far as they were not yet.
  llvm::Error addFiles();
  /// Adds the other files, the images and the manifest, and gives the bundle's bytes.
  llvm::Expected<std::string> finish();

private:
  const CapturedLink &Link;
  TarZstdWriter Out;
  std::vector<ManifestFile> Files; ///< those that are packed
};

/// The bundle's path for an image: the image's with ".etl" behind it. Where a file's name would be
/// too long, it is cut off, and its hash tells it from others that begin so.
std::string bundlePath(llvm::StringRef ImagePath);
/// An error where something stands at a bundle's path that is no plain file: it is not written over
/// that, nor through a symbolic link.
llvm::Error checkBundlePlace(const std::string &Path);

} // namespace etprune
