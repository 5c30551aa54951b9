// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects that a link compiles from intermediate code, and that a relink makes the linker keep.

#pragma once

#include "Link/Relink/RelinkStage.h"

namespace etprune {

struct LtoObject {
  std::string Name; ///< the name in the map
  std::unique_ptr<llvm::MemoryBuffer> Contents;
};

/// True if an object in a map may be compiled from intermediate code, by its name.
bool hasLtoName(llvm::StringRef Object);

/// True if GNU ld's plugin made a file that GNU ld read.
bool isLtoFile(const RelinkStage &Stage, llvm::StringRef Name);

/// Fails if LLD would write through a symbolic link to a shared library. LLD writes its objects
/// beside the inputs, under names that begin with the image's name.
llvm::Error checkLtoNames(const RelinkStage &Stage);

/// The objects that a finished link compiled.
llvm::Expected<std::vector<LtoObject>> readLtoObjects(const RelinkStage &Stage,
                                                      llvm::ArrayRef<std::string> FilesRead,
                                                      llvm::StringRef Map);

/// The map without the stage's paths, in which all objects with debug information have one name,
/// because gcc gives them random names in the user's link.
std::string withoutDebugNames(const RelinkStage &Stage, llvm::ArrayRef<std::string> FilesRead,
                              std::string Map);

} // namespace etprune
