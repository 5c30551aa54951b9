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

/// True if the map's name `Object` looks like the name of an object that was compiled from
/// intermediate code. Another object may have such a name, too.
bool hasLtoName(llvm::StringRef Object);

/// True if `Name`, a file that the linker read, is an object that was compiled during the relink.
bool isLtoFile(const RelinkStage &Stage, llvm::StringRef Name);

/// Fails if LLD would write an object compiled from bitcode to the path of a shared library.
llvm::Error checkLtoNames(const RelinkStage &Stage);

/// The objects that a finished link compiled. `FilesRead` are the names in the dependency file.
llvm::Expected<std::vector<LtoObject>> readLtoObjects(const RelinkStage &Stage,
                                                      llvm::ArrayRef<std::string> FilesRead,
                                                      llvm::StringRef Map);

/// Replaces the random names of gcc's debug-only objects in `Map`, a result of withoutStage().
std::string withoutDebugNames(const RelinkStage &Stage, llvm::ArrayRef<std::string> FilesRead,
                              std::string Map);

} // namespace etprune
