// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names by which a link's files are recorded. A bundle has the same bytes from any folder,
// because build caches share bundles. A file below the link's working folder is therefore recorded
// relative to that folder. So is a toolchain that the link reached through a symbolic link below
// that folder. Other absolute paths, such as paths in /usr, are recorded unchanged.
//
// Patterns of linker scripts can tell an absolute path from a relative one ("*/fast.o"). An
// absolute path in the command therefore stays absolute, but below the made-up folder LinkFolder. A
// relink runs in LinkFolder below the root of its stage.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace etprune {

/// Stands for the folder of every recorded link. It is deep, so that "../../x.o" stays in the
/// stage. It contains no word that a script's pattern could match.
constexpr llvm::StringLiteral LinkFolder = "/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_";

/// Makes a path below LinkFolder relative to it; leaves any other path unchanged.
llvm::StringRef withoutLinkFolder(llvm::StringRef Path);

/// True if a "/" after the text `Before` starts a path, and is not in its middle.
bool startsPath(llvm::StringRef Before);

/// A recorded path as an absolute path without "." and "..". A relative path is below LinkFolder.
std::string fullPath(llvm::StringRef Path);

class LinkNames {
public:
  LinkNames() = default;
  explicit LinkNames(llvm::StringRef Folder);
  static LinkNames ofThisProcess();
  /// The names of a recorded link. The link's folder is not recorded: it follows from the bundle's
  /// path and the name `Recorded`, under which the link wrote the bundle. If the bundle was moved,
  /// it is the current folder.
  static LinkNames ofBundle(llvm::StringRef BundlePath, llvm::StringRef Recorded);

  /// Adds the toolchain of a program, by the path with which the link called the program.
  void addToolchainOf(llvm::StringRef Program);

  const std::string &folder() const { return Folder; }
  /// The recorded name of a file, relative if the file is below the link's folder.
  std::string file(llvm::StringRef Path) const;
  /// The recorded name of a program. A relative name has no "..".
  std::string program(llvm::StringRef Path) const;
  /// The recorded name of an operand of the command. An absolute path stays absolute.
  std::string operand(llvm::StringRef Path) const;
  /// A linker's message or map with recorded names.
  std::string text(llvm::StringRef Text) const;
  /// The absolute path of a recorded name on this machine.
  std::string onMachine(llvm::StringRef Name) const;

private:
  struct NamedFolder {
    std::string Path; ///< on this machine, absolute
    std::string Name; ///< relative to the link's folder; empty for that folder itself
  };
  void add(llvm::StringRef Path, llvm::StringRef Name);
  /// Removes a known folder from the front of a path and returns its name; null if there is none.
  const std::string *consumeFolder(llvm::StringRef &Path) const;

  std::string Folder;
  std::vector<NamedFolder> Folders; ///< the longest path first
};

} // namespace etprune
