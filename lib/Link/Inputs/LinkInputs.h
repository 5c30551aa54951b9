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
  llvm::StringSet<> RootSymbols; ///< words in options and scripts that may be symbols
  /// RootSymbols that only version scripts name. A symbol that such a script hides is no root.
  llvm::StringSet<> VersionedSymbols;
  /// The symbols in EXTERN(). Before GNU ld reads other files, it loads the archive members that
  /// define these symbols.
  std::vector<std::string> ScriptSymbols;
  /// Patterns in options. The linker loads the archive members that define matching symbols.
  std::vector<llvm::GlobPattern> RootGlobs;
  std::vector<std::string> KeptSections;   ///< section name patterns in KEEP()
  std::vector<std::string> KeptOfAllFiles; ///< the kept patterns that apply to every file
  bool KeepsNamedSections = false;         ///< a reference to __start_NAME keeps sections NAME
  /// True if CapturedLink::readInputs() replaced objects by copies without intermediate code. The
  /// user's command links the original objects, so its image differs from a relink's image.
  bool IsChanged = false;
  bool TableInScript = false;         ///< a linker script of the link collects the kernel records
  llvm::StringSet<> AskedByLibraries; ///< names that shared libraries refer to (LinkFile::Asks)
  bool KnowsAskedByLibraries = true;  ///< false if an old bundle lacks a library's `Asks`
  const LinkerKind &Linker;
  bool AreOfBundle = false; ///< the archives are a bundle's, without unneeded members

  /// The entry symbol. Empty if there is none, or if several are possible.
  llvm::StringRef entrySymbol() const {
    return Entries.size() == 1 ? llvm::StringRef(Entries.front()) : "";
  }

  /// The file at a path, in any spelling such as "./a.o"; null if there is none.
  LinkFile *find(llvm::StringRef Path) const;
  llvm::Error addFile(LinkFile File);
  llvm::Error indexNewArchives();
  const ArchiveIndex &index() const { return Index; }
  llvm::Error load(LinkFile &File, LinkMember &Member);

  std::vector<std::pair<const LinkFile *, const InputObject *>> objects() const;

  /// Parses all members without intermediate code, in parallel. Skips members with errors,
  /// because load() reports these errors.
  void loadAll();

  std::vector<MemoryRegion> memoryRegions(const LinkCommand &Command) const;

  /// Fails for unreadable files. Not called without kernels: then only the linker needs the files.
  llvm::Error checkReadable() const;
  void noteUnreadable(llvm::Error E) { Unreadable.push_back(llvm::toString(std::move(E))); }

  /// Fails for objects with intermediate code whose kernels or symbols cannot be read. The message
  /// says how to build the objects instead.
  llvm::Error checkKernelsVisible() const;

  /// True if the link compiles intermediate code of the kind `Which` in a member of the closure.
  bool hasIntermediate(IntermediateCode Which) const;

  /// The target for objects that et-prune adds, taken from an object of the link. Prefers machine
  /// code to bitcode, then an object that the linker always loads.
  llvm::Expected<TargetInfo> target() const;

  /// The argument before which the table's object is inserted. The first object stays first,
  /// because it decides the image's ABI. 0, the command's start, if the first input is no object.
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
  /// True if the link compiles gcc's or LLVM's intermediate code. If an object also has machine
  /// code, the link then ignores the machine code.
  bool TakesGccCode = false, TakesLlvmCode = false;
};

} // namespace etprune
