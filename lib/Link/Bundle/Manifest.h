// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest of a link bundle, in JSON: all data of a captured link except the contents of its
// files (docs/architecture.md has the fields). Files have the names of LinkNames.h.

#pragma once

#include "Link/Command/LinkNames.h"
#include "Link/Inputs/LinkInputs.h"
#include "Link/Linkers/Linker.h"
#include "Link/Lto/GccLto.h"

#include "llvm/Support/JSON.h"

namespace etprune {

/// The only format that this program reads. It rises when an older program would misread a bundle.
constexpr int64_t BundleFormat = 2;

struct ManifestFile {
  std::string Path;
  LinkFile::Kind What = LinkFile::Object;
  bool WholeArchive = false;
  std::string Hash;                             ///< the hash of the file's contents in the bundle
  std::optional<std::vector<std::string>> Asks; ///< see LinkFile::Asks
};

/// An image that this link made, without later edits.
struct RecordedImage {
  llvm::json::Value Summary = nullptr; ///< the ImageSummary in JSON
  std::string Map;                     ///< the linker's map of the image
};

/// A link as data: everything that is recorded except its files.
struct RecordedLink {
  LinkCommand Command;
  LinkNames Names;                      ///< the names of files that are not in the bundle
  std::vector<std::string> Environment; ///< NAME=VALUE of the variables that affect the linker
  LinkerIdentity Linker;
  std::optional<GccLto> Gcc;             ///< set if the link uses GNU ld with gcc's plugin
  std::optional<ProgramFile> LlvmPlugin; ///< set if the link uses GNU ld with LLVM's plugin
  std::vector<RecordedImage> Images;
  bool HasFullImage = false; ///< the first image registers all kernels
};

/// Calls Visit with every program of the link except the linker: its plugins and gcc's programs.
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

/// Parses a manifest without maps and checks its form, but not the command line (Trust.h). Errors
/// call the bundle "it".
llvm::Expected<Manifest> parseManifest(llvm::StringRef Text);

} // namespace etprune
