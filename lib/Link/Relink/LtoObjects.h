// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the objects that the linker compiles from intermediate code. A relink makes the linker keep
// these objects.

#pragma once

#include "Link/Relink/RelinkStage.h"

namespace etprune {

struct LtoObject {
  std::string Name; ///< the name in the map
  std::unique_ptr<llvm::MemoryBuffer> Contents;
};

/// True if `Object` has the form of the names that a map gives to objects compiled from
/// intermediate code. The name of another object may have this form, too.
bool hasLtoName(llvm::StringRef Object);

/// True if `Name`, a file that the linker read, is an object that was compiled during the relink.
bool isLtoFile(const RelinkStage &Stage, llvm::StringRef Name);

/// Fails if LLD would overwrite a shared library. LLD writes objects into the stage, under names
/// that begin with the image's name. The stage has symbolic links to shared libraries. If a
/// symbolic link has such a name, LLD would write through the link.
llvm::Error checkLtoNames(const RelinkStage &Stage);

/// The objects that a finished link compiled. `FilesRead` are the names in the dependency file.
llvm::Expected<std::vector<LtoObject>> readLtoObjects(const RelinkStage &Stage,
                                                      llvm::ArrayRef<std::string> FilesRead,
                                                      llvm::StringRef Map);

/// Some objects that gcc makes contain only debug information. gcc gives these objects random names
/// in the user's link, so this function replaces each of the names by the same name. `Map` already
/// has no path of the stage.
std::string withoutDebugNames(const RelinkStage &Stage, llvm::ArrayRef<std::string> FilesRead,
                              std::string Map);

} // namespace etprune
