// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The opened files of a link, and the symbols and sections that the command and its scripts name.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/ArchiveIndex.h"
#include "Link/Script/MemoryRegions.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"

namespace etprune {

class LinkInputs {
public:
  explicit LinkInputs(const LinkCommand &Command); ///< creates inputs without files
  static llvm::Expected<std::unique_ptr<LinkInputs>> fromFiles(const LinkCommand &Command,
                                                               std::vector<LinkFile> Files);

  std::vector<std::unique_ptr<LinkFile>> Files;
  llvm::StringSet<> RootSymbols; ///< names that options and scripts may refer to
  /// The root symbols that only version scripts name. A version script may make them local.
  llvm::StringSet<> VersionedSymbols;
  /// The symbols in EXTERN(). GNU ld loads the members that define them first.
  std::vector<std::string> ScriptSymbols;
  std::vector<llvm::GlobPattern> RootGlobs; ///< archive members load for all matching symbols
  std::vector<std::string> KeptSections;    ///< section name patterns in KEEP()
  std::vector<std::string> KeptOfAllFiles;  ///< the kept patterns that apply to every file
  bool KeepsNamedSections = false;          ///< see LinkerKind; -z may say otherwise
  /// Some files have other contents than the user's, so the user's own link makes another image.
  bool IsChanged = false;
  bool TableInScript = false;         ///< a linker script of the link collects the kernel records
  llvm::StringSet<> AskedByLibraries; ///< names that shared libraries refer to (LinkFile::Asks)
  bool KnowsAskedByLibraries = true;  ///< false if a library's undefined symbols are not known
  const LinkerKind &Linker;           ///< the linker of the command
  bool AreOfBundle = false;           ///< archives have only the members that a selection can need

  /// The entry symbol; empty if the link does not name one.
  llvm::StringRef entrySymbol() const {
    return Entries.size() == 1 ? llvm::StringRef(Entries.front()) : "";
  }

  /// The file at a path, in any spelling such as "./a.o"; null if there is none.
  LinkFile *find(llvm::StringRef Path) const;
  llvm::Error addFile(LinkFile File);
  llvm::Error indexNewArchives();
  const ArchiveIndex &index() const { return Index; }
  /// Reads and parses a member, once.
  llvm::Error load(LinkFile &File, LinkMember &Member);

  std::vector<std::pair<const LinkFile *, const InputObject *>> objects() const;

  /// Parses all members without intermediate code, in parallel. Errors are left to load().
  void loadAll();

  std::vector<MemoryRegion> memoryRegions(const LinkCommand &Command) const;

  /// Fails with an error for each unreadable file. Linkers can read more files than et-prune.
  llvm::Error checkReadable() const;
  void noteUnreadable(llvm::Error E) { Unreadable.push_back(llvm::toString(std::move(E))); }

  /// Fails for objects whose kernels or symbols cannot be read, with advice.
  llvm::Error checkKernelsVisible() const;

  /// True if a member of the closure has intermediate code of this kind that the link compiles.
  bool hasIntermediate(IntermediateCode Which) const;

  /// The target of the first object that is certainly in the image, for objects that et-prune adds.
  llvm::Expected<TargetInfo> target() const;

  /// The index at which the table object enters the command's arguments. It follows the first
  /// object, which decides the image's ABI. The index is 0 if the link begins with another input.
  size_t tableArgument(const LinkCommand &Command) const;

private:
  void addScript(const LinkFile &File);
  void addShared(LinkFile &File);
  llvm::Expected<std::unique_ptr<InputObject>> parse(LinkFile &File, LinkMember &Member) const;
  bool usesIntermediateCode(const InputObject &Object) const;

  std::vector<std::string> Entries; ///< the command's entry, or else the scripts' entries
  const bool HasOwnEntry;           ///< the command has an entry; the scripts' entries are ignored
  ArchiveIndex Index;
  size_t IndexedFiles = 0;            ///< the number of Files that are indexed
  llvm::StringMap<LinkFile *> ByPath; ///< by absolute path
  std::vector<std::string> Unreadable;
  llvm::StringSet<> VersionScripts; ///< the paths of version scripts
  /// True if the link uses intermediate code even in objects with machine code.
  bool TakesGccCode = false, TakesLlvmCode = false;
};

bool refersToTable(const InputObject &Object);

} // namespace etprune
