// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest of a link bundle: everything about a captured link but the contents of its files, as
// JSON (docs/architecture.md has the fields).
//
// Files have the names of LinkNames.h, which are the same from any folder.
//
// The command is kept as words, in the spelling in which it would be run. Words that are read
// become options again before a linker sees them.

#pragma once

#include "Link/Command/LinkNames.h"
#include "Link/Inputs/LinkInputs.h"
#include "Link/Linkers/LinkerProgram.h"
#include "Link/Lto/GccLto.h"

#include "llvm/Support/JSON.h"

namespace etprune {

/// The format of the bundles that this program writes, and the only one that it reads. It rises
/// when an older program would misread a bundle; CHANGELOG.md has the formats by release.
constexpr int64_t BundleFormat = 2;

/// One of LinkInputs::Files.
struct ManifestFile {
  std::string Path;
  LinkFile::Kind What = LinkFile::Object;
  bool WholeArchive = false;
  std::string Hash;                             ///< of the contents in the bundle
  std::optional<std::vector<std::string>> Asks; ///< LinkFile::Asks
};

/// An image that came out of this link and is known to be unedited.
struct RecordedImage {
  llvm::json::Value Summary = nullptr; ///< Image/ImageSummary in JSON
  std::string Map;                     ///< the linker's map of it
};

/// A link as data: what is recorded of it besides its files.
struct RecordedLink {
  LinkCommand Command;
  LinkNames Names;                      ///< of the files that are not in a bundle
  std::vector<std::string> Environment; ///< NAME=VALUE, those that matter to the linker
  LinkerIdentity Linker;
  std::optional<GccLto> Gcc;             ///< of a link by GNU ld with gcc's plugin
  std::optional<ProgramFile> LlvmPlugin; ///< of a link by GNU ld with LLVM's plugin
  std::vector<RecordedImage> Images;
  bool HasFullImage = false; ///< the first image registers all kernels
};

/// Calls Visit with the link's plugins and gcc's programs: every program but the linker.
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

/// Reads a manifest, which has no maps, and checks its form; the error calls the bundle "it".
/// CommandRules.h checks the command line.
llvm::Expected<Manifest> parseManifest(llvm::StringRef Text);

} // namespace etprune
