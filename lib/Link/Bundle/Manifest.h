// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest of a link bundle: everything about a captured link but the contents of its files,
// as JSON (docs/architecture.md has the fields).
//
// Absolute paths are written as {root}/rest, so that a manifest says what is the user's and what
// the toolchain's, and two checkouts give manifests that differ in the roots only.
//
// The manifest keeps the command as words, in the spelling in which it would be run. Whoever reads
// it reads options, so that a bundle of an older version, with the user's words, serves as well,
// and none has to be believed.

#pragma once

#include "Link/LinkInputs.h"
#include "Link/Linker.h"
#include "Link/Lto/GccLto.h"

#include "llvm/Support/JSON.h"

namespace etprune {

/// One of LinkInputs::Files.
struct ManifestFile {
  std::string Path;
  LinkFile::Kind What;
  bool WholeArchive = false;
  std::string Hash; ///< of the contents in the bundle
};

struct Manifest {
  // As in CapturedLink.
  LinkCommand Command;
  std::string Directory;
  std::vector<std::string> Environment;
  LinkerIdentity Linker;
  std::optional<GccLto> Gcc;
  std::optional<ProgramFile> LlvmPlugin;
  bool HasFullImage = false;

  std::vector<ManifestFile> Files;
  llvm::json::Array Images; ///< RecordedImage::Summary of each
};

std::string printManifest(const Manifest &M);

/// Reads a manifest and checks its form; the error says what is wrong with "it", the bundle.
/// Whether its command line may be run is for CommandRules.h.
llvm::Expected<Manifest> parseManifest(llvm::StringRef Text);

} // namespace etprune
