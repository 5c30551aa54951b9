// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names under which a bundle records a link's files. Build caches share bundles, so a build
// must give the same bundle in any folder. Files below the link's working folder are therefore
// recorded relative to the working folder. A build may call the compiler through a symlink in the
// working folder, for example `tools/bin/gcc`. The toolchain's files are then recorded as files
// below `tools`. Other absolute paths, such as paths in /usr, are recorded unchanged.
//
// A pattern of a linker script, such as "*/fast.o", can match the absolute path of a file but not
// its relative path. An absolute path in the command therefore stays absolute, but the path
// LinkFolder replaces the working folder. A relink runs in the folder LinkFolder below the stage's
// root folder.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace etprune {

/// The path that a bundle has instead of the link's working folder. The path is deep, so that
/// "../../x.o" stays in the stage. It contains no word that a script's pattern could match.
constexpr llvm::StringLiteral LinkFolder = "/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_";

llvm::StringRef withoutLinkFolder(llvm::StringRef Path);

/// True if a "/" after the text `Before` starts a path. False if the "/" continues a path.
bool startsPath(llvm::StringRef Before);

/// A recorded path as an absolute path without "." and "..". A relative path is below LinkFolder.
std::string fullPath(llvm::StringRef Path);

class LinkNames {
public:
  LinkNames() = default;
  explicit LinkNames(llvm::StringRef Folder);
  static LinkNames ofThisProcess();
  /// The names of a link that was read from a bundle. `Recorded` is the path to which the link
  /// wrote the bundle. The bundle does not record the link's folder. If `BundlePath` ends with
  /// `Recorded`, the rest is the link's folder. Otherwise the bundle was moved, and the link's
  /// folder is the current folder.
  static LinkNames ofBundle(llvm::StringRef BundlePath, llvm::StringRef Recorded);

  /// If `Program` is a path below the link's folder that leads through a symlink to a toolchain
  /// elsewhere, gives the toolchain's folder a recorded name below the link's folder.
  void addToolchainOf(llvm::StringRef Program);

  const std::string &folder() const { return Folder; }
  /// The recorded name of a file, relative if the file is below the link's folder.
  std::string file(llvm::StringRef Path) const;
  /// The recorded name of a program. Not relative if ".." would lead out of the link's folder.
  std::string program(llvm::StringRef Path) const;
  /// The recorded name of an operand of the command. An absolute path stays absolute.
  std::string operand(llvm::StringRef Path) const;
  /// Replaces the paths in a linker's message or map by recorded names.
  std::string text(llvm::StringRef Text) const;
  /// The path on this machine of a file with a recorded name.
  std::string onMachine(llvm::StringRef Name) const;

private:
  struct NamedFolder {
    std::string Path; ///< on this machine, absolute
    std::string Name; ///< relative to the link's folder; empty for that folder itself
  };
  void add(llvm::StringRef Path, llvm::StringRef Name);
  /// Removes a known folder from the front of a path and returns the folder's name. Null if the
  /// path is in no known folder.
  const std::string *consumeFolder(llvm::StringRef &Path) const;

  std::string Folder;
  std::vector<NamedFolder> Folders; ///< the longest path first
};

} // namespace etprune
