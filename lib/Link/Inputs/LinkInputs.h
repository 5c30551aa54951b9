// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of a link, opened and read as far as needed, and the symbols and sections that the
// command and its scripts name. InputSearch finds the files, ArchiveIndex reads the archives'
// symbol tables, and Closure says which members the link can need.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/ArchiveIndex.h"
#include "Link/Inputs/LinkFile.h"
#include "Link/Script/MemoryRegions.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"

#include <memory>

namespace etprune {

class LinkInputs {
public:
  /// A link without files yet.
  explicit LinkInputs(const LinkCommand &Command);

  /// A link of files that were captured before.
  static llvm::Expected<std::unique_ptr<LinkInputs>> fromFiles(const LinkCommand &Command,
                                                               std::vector<LinkFile> Files);

  std::vector<std::unique_ptr<LinkFile>> Files;
  /// Names that options and scripts may refer to.
  llvm::StringSet<> RootSymbols;
  /// Those of them that only version scripts name, which may say that they are local.
  llvm::StringSet<> VersionedSymbols;
  /// The names in EXTERN() of scripts: GNU ld loads members for them before any other symbol.
  std::vector<std::string> ScriptSymbols;
  /// Patterns of further symbols for which a link loads archive members.
  std::vector<llvm::GlobPattern> RootGlobs;
  /// Patterns of the section names that scripts keep whether anything refers to them or not.
  std::vector<std::string> KeptSections;
  /// Those of them that stand for every file's sections: any section of such a name is kept.
  std::vector<std::string> KeptOfAllFiles;
  /// True if the linker keeps all sections NAME while code refers to __start_NAME or __stop_NAME.
  bool KeepsNamedSections = false;
  /// Files have other contents than the user's (RegistrationCode.h): the user's own link command
  /// makes another image.
  bool IsChanged = false;
  /// True if a linker script of the link collects the kernel records.
  bool TableInScript = false;
  /// Names that shared libraries ask for (LinkFile::Asks). Few of them are the program's to define.
  llvm::StringSet<> AskedByLibraries;
  bool KnowsAskedByLibraries = true; ///< false where a bundle does not say it of one
  const LinkerKind &Linker;          ///< the command's
  bool AreOfBundle = false; ///< archives have no members but those that a selection can need

  /// The symbol where the program begins; empty where the link does not say it.
  llvm::StringRef entrySymbol() const {
    return Entries.size() == 1 ? llvm::StringRef(Entries.front()) : "";
  }

  /// The file at a path, however it is spelled; null where there is none.
  LinkFile *find(const std::string &Path);
  llvm::Error addFile(LinkFile File);
  /// Opens the archives among the files that were added since the last call.
  llvm::Error indexNewArchives();
  const ArchiveIndex &index() const { return Index; }
  /// Reads and parses a member, once.
  llvm::Error load(LinkFile &File, LinkMember &Member);

  /// Reads and parses all members, side by side. What cannot be read, and intermediate code, is
  /// left to load().
  void loadAll();

  /// The memories of the device, as the link's scripts describe them.
  std::vector<MemoryRegion> memoryRegions(const LinkCommand &Command) const;

  /// True if an archive offers kernels, used or not.
  bool hasKernels() const { return !Index.kernelMembers().empty(); }

  /// The files that could not be read, an error each. Linkers read more than this tool does, so
  /// they matter only in a link that has to do with kernels.
  llvm::Error checkReadable() const;
  void noteUnreadable(llvm::Error E) { Unreadable.push_back(llvm::toString(std::move(E))); }

  /// An error for objects whose kernels, or whose symbols at all, cannot be seen, with advice.
  llvm::Error checkKernelsVisible() const;

  /// True if the link compiles intermediate code of this kind in a member of the closure.
  bool hasIntermediate(IntermediateCode Which) const;

  /// The target of an object that is added to this link: that of the first object that is certain
  /// to be in the image. In a link of archives alone it is the one that refers to the registration
  /// table.
  llvm::Expected<TargetInfo> target() const;

  /// The index at which the table object is inserted into the command's arguments: behind the first
  /// object, which so decides the image's ABI as before, and before every archive. At the front,
  /// where the link begins with something else.
  size_t tableArgument(const LinkCommand &Command) const;

private:
  void addScript(const LinkFile &File);
  void addShared(LinkFile &File);
  llvm::Expected<std::unique_ptr<InputObject>> parse(LinkFile &File, LinkMember &Member) const;
  bool usesIntermediateCode(const InputObject &Object) const;

  std::vector<std::string> Entries; ///< the command's, or else those of its scripts
  const bool HasOwnEntry;           ///< the command's; those of the scripts do not count
  ArchiveIndex Index;
  size_t IndexedFiles = 0; ///< of Files
  llvm::StringMap<LinkFile *> ByPath;
  size_t FilesByFullPath = 0; ///< of Files, those in ByFullPath
  llvm::StringMap<LinkFile *> ByFullPath;
  std::vector<std::string> Unreadable;
  llvm::StringSet<> VersionScripts; ///< paths
  /// True if the link takes intermediate code although there is machine code beside it.
  bool TakesGccCode = false, TakesLlvmCode = false;
};

/// True if an object refers to the registration table.
bool refersToTable(const InputObject &Object);

} // namespace etprune
