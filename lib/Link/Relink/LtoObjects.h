// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects that a link makes of intermediate code and links in its place: a link that is done
// again is told to keep them.

#pragma once

#include "Link/Relink/RelinkPaths.h"

namespace etprune {

struct LtoObject {
  std::string Name; ///< as the map has it
  std::unique_ptr<llvm::MemoryBuffer> Contents;
};

/// True if an object that a map names may be one of these, going by its name. An input may have
/// such a name, too.
bool hasLtoName(llvm::StringRef Object);

/// True if a file that GNU ld read is one that its plugin made for it.
bool isLtoFile(const RelinkPaths &Paths, llvm::StringRef Name);

/// An error where LLD would write through a link to a shared library: it leaves the objects that it
/// makes of bitcode beside the inputs, under names that begin with the image's.
llvm::Error checkLtoNames(const RelinkPaths &Paths);

/// The objects of a finished link, by the files that its linker read and its map.
llvm::Expected<std::vector<LtoObject>> readLtoObjects(const RelinkPaths &Paths,
                                                      llvm::ArrayRef<std::string> FilesRead,
                                                      llvm::StringRef Map);

/// The map, which has the stage's paths no more, with one name for all objects of debug
/// information: gcc names them after their origins here, and at random in the user's link.
std::string withoutDebugNames(const RelinkPaths &Paths, llvm::ArrayRef<std::string> FilesRead,
                              std::string Map);

} // namespace etprune
