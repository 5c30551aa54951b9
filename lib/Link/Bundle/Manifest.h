// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest of a link bundle: a JSON file with all data of a captured link, except the contents
// of its files and the linker maps. LinkNames.h explains how the manifest names files.

#pragma once

#include "Link/Command/LinkNames.h"
#include "Link/Inputs/LinkInputs.h"
#include "Link/Linkers/Linker.h"
#include "Link/Lto/GccLto.h"

#include "llvm/Support/JSON.h"

namespace etprune {

/// The only format that this et-prune writes and reads. Increase the number with each change that
/// an older et-prune would misread.
constexpr int64_t BundleFormat = 2;

struct ManifestFile {
  std::string Path;
  LinkFile::Kind What = LinkFile::Object;
  bool WholeArchive = false;
  std::string Hash; ///< of the contents in the bundle, or of a shared object on the disk
  std::optional<std::vector<std::string>> Asks; ///< a shared object's undefined symbols; else none
};

/// An image as the linker wrote it, before the user ran tools such as strip on the image.
struct RecordedImage {
  llvm::json::Value Summary = nullptr; ///< the ImageSummary in JSON
  std::string Map;                     ///< the linker's map of the image
};

struct RecordedLink {
  LinkCommand Command;
  LinkNames Names;                      ///< converts paths of this machine and recorded names
  std::vector<std::string> Environment; ///< NAME=VALUE of the variables that affect the linker
  LinkerIdentity Linker;
  std::optional<GccLto> Gcc;             ///< set if the link uses GNU ld with gcc's plugin
  std::optional<ProgramFile> LlvmPlugin; ///< set if the link uses GNU ld with LLVM's plugin
  std::vector<RecordedImage> Images;
  bool HasFullImage = false; ///< the first image registers all kernels
};

/// Calls Visit with every program of the link except the linker: plugins and gcc's programs.
template <class Link, class VisitProgram> void forEachCompiler(Link &L, VisitProgram Visit) {
  if (L.LlvmPlugin)
    Visit(*L.LlvmPlugin);
  if (!L.Gcc)
    return;
  Visit(L.Gcc->Driver);
  if (L.Gcc->Plugin)
    Visit(*L.Gcc->Plugin);
  for (auto &Program : L.Gcc->Programs)
    Visit(Program);
}

struct Manifest : RecordedLink {
  std::vector<ManifestFile> Files;
};

std::string printManifest(const RecordedLink &Link, llvm::ArrayRef<ManifestFile> Files);

/// Parses a manifest. Checks all but the command line (see checkCommand()). RecordedImage::Map is
/// empty, because the maps are other members of the bundle. Errors call the bundle "it".
llvm::Expected<Manifest> parseManifest(llvm::StringRef Text);

} // namespace etprune
