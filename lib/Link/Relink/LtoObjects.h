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

/// Fails if LLD would write an object through the stage's symbolic link to a shared library.
llvm::Error checkLtoNames(const RelinkStage &Stage);

/// The objects that a finished link compiled. `FilesRead` are the names in the dependency file.
llvm::Expected<std::vector<LtoObject>> readLtoObjects(const RelinkStage &Stage,
                                                      llvm::ArrayRef<std::string> FilesRead,
                                                      llvm::StringRef Map);

/// Replaces gcc's random names of objects with only debug information. `Map` has no stage paths.
std::string withoutDebugNames(const RelinkStage &Stage, llvm::ArrayRef<std::string> FilesRead,
                              std::string Map);

} // namespace etprune
