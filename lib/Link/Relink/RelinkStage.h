// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stage is the temporary folder of a relink. The stage's root folder stands for "/" and holds
// the inputs: every recorded path leads into the root. The folder of outputs is beside the root, so
// no recorded path leads into the folder of outputs.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Object/RecordNames.h"
#include "Support/TemporaryFolder.h"

namespace etprune {

/// If a link writes the image's path into the image, returns this path, relative to the link's
/// folder; else none. The wrapper and a relink give the linker the relative path, because absolute
/// paths would differ: the relink writes to the stage.
std::optional<std::string> nameInImage(const RecordedLink &Link);

class RelinkStage {
public:
  /// Creates a stage for inputs of `Bytes`, in memory if possible.
  static llvm::Expected<std::unique_ptr<RelinkStage>> create(const CapturedLink &Link,
                                                             uint64_t Bytes);

private:
  RelinkStage(const CapturedLink &Link, TemporaryFolder Folder);
  const TemporaryFolder Folder;

public:
  const CapturedLink &Link;
  const std::string Root;       ///< the folder that stands for "/"
  const std::string OutputName; ///< the image's path for the linker

  const std::string &path() const { return Folder.path(); }
  /// The path in the stage for a recorded path.
  std::string staged(llvm::StringRef Path) const;
  /// The absolute path of a file that the linker names. Relative names start at directory().
  std::string resolve(llvm::StringRef Name) const;
  std::string directory() const { return Root + LinkFolder.str(); }
  std::string image() const { return resolve(OutputName); }
  std::string table() const { return output(TableObjectName); }
  std::string kernels(llvm::StringRef Name) const { return output(Name); }
  std::string map() const { return output("map"); }
  std::string dependencies() const { return output("dependencies"); }
  std::string importLibrary() const { return output("side/implib.o"); }
  std::string ltoFolder() const { return output("made"); }

  bool isInput(llvm::StringRef StagePath) const { return Inputs.contains(StagePath); }
  bool isSharedObject(llvm::StringRef Path) const { return SharedObjects.contains(Path); }
  /// True if an absolute path is below the root. Compares only the text of the paths, because the
  /// root has no symbolic links to folders.
  bool holds(llvm::StringRef Path) const;

  /// Creates every folder of the path as written: "a/../b" also creates a.
  llvm::Error makeFolders(llvm::StringRef Folder) const;
  llvm::Error write(llvm::StringRef Path, llvm::StringRef Contents) const;
  /// The contents of a file; empty if the file cannot be read.
  std::string read(llvm::StringRef Path) const;

  /// A linker's message or map, with recorded paths instead of the stage's paths.
  std::string withoutStage(llvm::StringRef Text) const;

private:
  std::string output(llvm::StringRef Name) const { return path() + "/out/" + Name.str(); }
  std::string chooseOutputName() const;

  mutable llvm::StringSet<> Made; ///< the paths that makeFolders() has created
  /// `Inputs` has paths in the stage. `SharedObjects` has recorded paths.
  llvm::StringSet<> Inputs, SharedObjects;
};

} // namespace etprune
