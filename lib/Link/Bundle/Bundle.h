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
// A bundle may come from another person, so et-prune checks all of it when it reads it. Before a
// relink uses a file of this machine that the bundle names, it compares the file's contents with
// the recorded hash.
//
// A bundle describes several images: the full image, and the images before and after the last
// prune. The bundle is renamed into place before the image. If the process is killed between the
// two renames, the old image still matches the new bundle.

#pragma once

#include "Link/Bundle/Manifest.h"
#include "Link/Bundle/TarZstd.h"
#include "Link/Inputs/LinkKernels.h"

#include <memory>

namespace etprune {

/// A link whose files are open.
struct CapturedLink : RecordedLink {
  std::unique_ptr<LinkInputs> Inputs;
  std::vector<const InputObject *> Objects; ///< the objects of the closure, in file order
  LinkKernels Kernels;

  std::unique_ptr<llvm::MemoryBuffer> Bundle; ///< the bundle file; null for a link of this process
  llvm::SmallVector<char, 0> Unpacked;        ///< the bundle's bytes; the inputs point into them
  bool PluginsChecked = false;                ///< leaveOutPlugins() checked the plugins

  /// Captures the link that this process was asked to do, from its environment and the command's
  /// files. Empty if the program uses no kernels. Only the path of the linker is set, not its
  /// identity.
  static llvm::Expected<std::optional<CapturedLink>> capture(LinkCommand Command,
                                                             const std::string &LinkerPath);

  /// Reads a bundle file. Refuses another person's bundle if the kernel has no Landlock
  /// (OwnBundles.h).
  static llvm::Expected<CapturedLink> read(const std::string &BundlePath);
  /// Reads a bundle from bytes, which must outlive the result. The path is for messages.
  static llvm::Expected<CapturedLink> parse(llvm::StringRef Bytes, llvm::StringRef BundlePath);

  /// Finds the closure of the inputs and the kernels in the closure.
  llvm::Error readInputs();
};

/// Packs a captured link. The same link gives the same bytes. Most of the work is packing the
/// files, which can run at the same time as the link.
class BundleWriter {
public:
  explicit BundleWriter(const CapturedLink &Link) : Link(Link) {}

  llvm::Error addFiles();
  /// Packs the files that are not packed yet, adds the images and the manifest, and returns the
  /// bundle's bytes.
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
