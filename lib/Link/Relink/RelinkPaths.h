// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The paths of one link in its stage: the recorded paths below the stage's root, and the outputs
// beside the root.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Link/Relink/StageFolder.h"
#include "Object/RecordNames.h"

namespace etprune {

/// The image's name, if the linker may write it into the image. It is relative to the link's
/// folder, because only a relative name means the same file in another folder.
std::optional<std::string> nameInImage(const RecordedLink &Link);

class RelinkPaths {
public:
  RelinkPaths(const CapturedLink &Link, const StageFolder &Stage);

  const CapturedLink &Link;
  const StageFolder &Stage;
  const std::string OutputName; ///< of the image, for the linker

  /// The stage's path for a recorded path.
  std::string staged(llvm::StringRef Path) const;
  /// The path of a file that the linker names, relative to the link's folder.
  std::string resolve(llvm::StringRef Name) const;
  std::string directory() const { return Stage.Root + LinkFolder.str(); }
  std::string image() const { return resolve(OutputName); }
  std::string table() const { return output(TableObjectName); }
  std::string kernels(llvm::StringRef Name) const { return output(Name); }
  std::string map() const { return output("map"); }
  std::string dependencies() const { return output("dependencies"); }
  std::string importLibrary() const { return output("side/implib.o"); }
  /// The folder for files that compilers of intermediate code make.
  std::string ltoFolder() const { return output("made"); }

  bool isInput(llvm::StringRef StagePath) const { return Inputs.contains(StagePath); }
  bool isSharedObject(llvm::StringRef Path) const { return SharedObjects.contains(Path); }

  /// A text from the linker with recorded paths instead of the stage's.
  std::string withoutStage(llvm::StringRef Text) const;

private:
  std::string output(llvm::StringRef Name) const { return Stage.Outputs + "/" + Name.str(); }
  std::string chooseOutputName() const;

  llvm::StringSet<> Inputs, SharedObjects; ///< paths in the stage; recorded paths
};

} // namespace etprune
