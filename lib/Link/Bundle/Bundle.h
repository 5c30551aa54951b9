// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A captured link and its file, the link bundle `<image>.etl`.
//
// The bundle holds everything needed to link again with another set of kernels: the linker's
// arguments and identity, every object and script, and of each archive the members that any
// selection can need. It is a tar archive compressed with zstd. Its last member, `manifest.json`,
// describes the link (docs/architecture.md has the format). Shared libraries are not in the bundle:
// a relink finds them at their recorded paths and compares their contents.
//
// A bundle may come from another person. So everything in it is checked when it is read. Relink
// compares each file of this machine that it names with the recorded one before any use.
//
// A bundle knows several images: the full one, the replaced one, the new one. It is renamed into
// place before the image, so a kill between the two renames leaves a matching pair.

#pragma once

#include "Link/Bundle/Manifest.h"
#include "Link/Bundle/TarZstd.h"
#include "Link/Inputs/LinkKernels.h"

#include <memory>

namespace etprune {

/// A link whose files are open.
struct CapturedLink : RecordedLink {
  std::unique_ptr<LinkInputs> Inputs;
  std::vector<const InputObject *> Objects; ///< of the closure, in file order
  LinkKernels Kernels;

  std::unique_ptr<llvm::MemoryBuffer> Bundle; ///< the bundle file; null without one
  llvm::SmallVector<char, 0> Unpacked;        ///< of a bundle; the inputs point into this buffer
  bool PluginsChecked = false;                ///< leaveOutPlugins() checked the plugins
  bool IsOwnLld = false;                      ///< et-prune's own LLD replaces the recorded program

  /// The link that this process was asked for, from its environment and the command's files. None
  /// if the program uses no kernels. Of the linker only the path is known.
  static llvm::Expected<std::optional<CapturedLink>> capture(LinkCommand Command,
                                                             const std::string &LinkerPath);

  /// Refuses another person's bundle if the kernel has no Landlock (OwnBundles.h).
  static llvm::Expected<CapturedLink> read(const std::string &BundlePath);
  /// Reads a bundle from bytes, which must outlive the result. The path is for messages.
  static llvm::Expected<CapturedLink> parse(llvm::StringRef Bytes, llvm::StringRef BundlePath);

  /// Finds the closure of the inputs, and its kernels.
  llvm::Error readInputs();
};

/// Packs a captured link. The same link gives the same bytes. Most of the work is packing the
/// files, which can run at the same time as the link.
class BundleWriter {
public:
  explicit BundleWriter(const CapturedLink &Link) : Link(Link) {}

  /// Packs the link's files that are not packed yet.
  llvm::Error addFiles();
  /// Adds the other files, the images and the manifest, and returns the bundle's bytes.
  llvm::Expected<std::string> finish();

private:
  const CapturedLink &Link;
  TarZstdWriter Out;
  std::vector<ManifestFile> Files; ///< the packed files
};

/// The image's path with ".etl" added. If the file name would be too long, it is cut, and a hash of
/// the whole name makes it unique.
std::string bundlePath(llvm::StringRef ImagePath);
/// Fails if the bundle's path exists and is no plain file. The bundle never replaces such a file,
/// and is not written through a symbolic link.
llvm::Error checkBundlePlace(const std::string &Path);

} // namespace etprune
