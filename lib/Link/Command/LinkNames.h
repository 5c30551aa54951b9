// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names by which a link's files are recorded.
//
// A bundle has the same bytes from any folder, because build caches share bundles between sandboxes
// and machines. A file below the link's working folder is therefore recorded relative to that
// folder. A toolchain that the link reached through a symbolic link below that folder is recorded
// relative to it, too: compilers resolve the symbolic link and pass its target. Other absolute
// paths, such as paths in /usr, are recorded unchanged. et-prune adds no ".." to a
// name, because the number of ".." would depend on the depth of the folder.
//
// Patterns of linker scripts can tell an absolute path from a relative one ("*/fast.o"). An
// absolute path in the command therefore stays absolute, but below the made-up folder LinkFolder. A
// relink runs in LinkFolder below the root of its stage.
//
// The real folder is not recorded. et-prune derives it from the image's path: if the command's
// output was "bin/app.elf", the image is in the folder "bin" of the link's folder. If the image was
// moved, the current folder is used.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace etprune {

/// Stands for the folder of every recorded link. It is deep, so that "../../x.o" stays in the
/// stage. It contains no word that a script's pattern could match.
constexpr llvm::StringLiteral LinkFolder = "/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_/_";

/// Makes a path below LinkFolder relative to it; leaves any other path unchanged.
std::string withoutLinkFolder(llvm::StringRef Path);

/// A recorded path as an absolute path without "." and "..". A relative path is below LinkFolder.
std::string fullPath(llvm::StringRef Path);

class LinkNames {
public:
  LinkNames() = default;
  /// The names of a link that runs or ran in `Folder`.
  explicit LinkNames(llvm::StringRef Folder);
  /// The names of the link that this process was asked for.
  static LinkNames ofThisProcess();
  /// The names of a recorded link. The link wrote its bundle under the name `Recorded`.
  static LinkNames ofBundle(llvm::StringRef BundlePath, llvm::StringRef Recorded);

  /// Adds the toolchain of a program. `Program` is the path by which the link called it.
  void addToolchainOf(llvm::StringRef Program);

  const std::string &folder() const { return Folder; }
  /// The recorded name of a file, relative if the file is below the link's folder.
  std::string file(llvm::StringRef Path) const;
  /// The recorded name of a program. A relative name has no "..".
  std::string program(llvm::StringRef Path) const;
  /// The recorded name of an operand of the command. An absolute path stays absolute.
  std::string operand(llvm::StringRef Path) const;
  /// A linker's message or map, with recorded names instead of the paths in it.
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
