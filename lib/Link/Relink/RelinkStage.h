// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stage, which is the temporary folder of a relink, and the paths in it. The root holds the
// inputs, and every path that the link names leads into it. The folder of outputs is beside the
// root, so no path of the link leads there.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Object/RecordNames.h"
#include "Support/TemporaryFolder.h"

namespace etprune {

/// The image's name, if the linker may write it into the image. The wrapper and a relink link such
/// an image under its relative name, because an absolute name would differ in the stage.
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
  const std::string Root;       ///< stands for "/"
  const std::string OutputName; ///< the image's path for the linker

  const std::string &path() const { return Folder.path(); }
  /// The path in the stage for a recorded path.
  std::string staged(llvm::StringRef Path) const;
  /// The path of a file by the linker's name, which may be relative to the link's folder.
  std::string resolve(llvm::StringRef Name) const;
  std::string directory() const { return Root + LinkFolder.str(); }
  std::string image() const { return resolve(OutputName); }
  std::string table() const { return output(TableObjectName); }
  std::string kernels(llvm::StringRef Name) const { return output(Name); }
  std::string map() const { return output("map"); }
  std::string dependencies() const { return output("dependencies"); }
  std::string importLibrary() const { return output("side/implib.o"); }
  /// The folder for the files of compilers of intermediate code.
  std::string ltoFolder() const { return output("made"); }

  bool isInput(llvm::StringRef StagePath) const { return Inputs.contains(StagePath); }
  bool isSharedObject(llvm::StringRef Path) const { return SharedObjects.contains(Path); }
  /// True if a path of this machine is below the root. The root has no symbolic links to folders.
  bool holds(llvm::StringRef Path) const;

  /// Creates every folder of the path as written: "a/../b" also creates a.
  llvm::Error makeFolders(llvm::StringRef Folder) const;
  llvm::Error write(llvm::StringRef Path, llvm::StringRef Contents) const;
  /// The contents of a file; empty if there is none.
  std::string read(llvm::StringRef Path) const;

  /// A linker's message or map, with recorded paths instead of the stage's paths.
  std::string withoutStage(llvm::StringRef Text) const;

private:
  std::string output(llvm::StringRef Name) const { return path() + "/out/" + Name.str(); }
  std::string chooseOutputName() const;

  mutable llvm::StringSet<> Made;          ///< the folders made, by their paths as written
  llvm::StringSet<> Inputs, SharedObjects; ///< paths in the stage; recorded paths
};

} // namespace etprune
