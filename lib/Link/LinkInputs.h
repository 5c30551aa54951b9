// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of a link: found as the linker finds them, opened, and read as far as needed.
//
// A link's archives hold thousands of members of which a handful matters. Their symbol indices say
// which, so that nothing else of an archive is looked at: the closure starts from the objects and
// the names that scripts and options use, and follows undefined symbols into the archives, every
// archive at once and whatever their order. That is more than the linker would load, never less,
// for any selection of kernels.

#pragma once

#include "ExecuTorch/StockProgram.h"
#include "Link/LinkCommand.h"
#include "Link/Linker.h"
#include "Registry/KernelRecord.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/MemoryBuffer.h"

#include <functional>
#include <memory>

namespace etprune {

/// An object of the link: a file of its own or an archive's member.
struct LinkMember {
  uint64_t Offset = 0;   ///< of the member's header in its archive
  std::string Name = {}; ///< the member's name; empty for a file of its own, and until it is needed
  llvm::MemoryBufferRef Buffer = {};             ///< empty until it is needed
  std::unique_ptr<InputObject> Object = nullptr; ///< null until it is needed
  bool Needed = false;                           ///< in the closure
};

/// What tells one file's contents from another's: xxh3, in hexadecimal.
std::string hashOfContents(llvm::StringRef Contents);

struct LinkFile {
  enum Kind {
    Object,
    Archive,
    Script,       ///< a linker script, named by an option, included, or in place of a library
    SharedObject, ///< known by name and hash only
    Auxiliary,    ///< read by the linker in a form that does not matter here
  };
  std::string Path; ///< as the linker opens it, relative to the link's directory or absolute
  Kind What;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  bool WholeArchive = false;
  std::unique_ptr<llvm::object::Archive> Library; ///< of an archive
  /// One for an object. Of an archive, in its order, the first and those that its symbol index
  /// names; of a whole archive all.
  std::vector<LinkMember> Members;
  std::string RecordedHash =
      {}; ///< of a shared object that came from a bundle, in place of contents

  llvm::StringRef contents() const { return Buffer->getBuffer(); }
  std::string hash() const {
    return RecordedHash.empty() ? hashOfContents(contents()) : RecordedHash;
  }
};

/// Calls Visit with every entry of an archive's symbol index: a name and its member's offset. The
/// archive must have been opened by LinkInputs.
void forEachArchiveSymbol(const LinkFile &Archive,
                          llvm::function_ref<void(llvm::StringRef, uint64_t)> Visit);

class LinkInputs {
public:
  /// Finds and opens everything the command names, from directory `Cwd`. Files that do not exist
  /// are left to the linker to complain about. `DefaultSearchDirs` is asked for the linker's own
  /// library folders when one of the command's does not do.
  static std::unique_ptr<LinkInputs>
  open(const LinkCommand &Command, llvm::StringRef Cwd,
       const std::function<std::vector<std::string>()> &DefaultSearchDirs,
       LinkerKind Linker = LinkerKind::GnuLd);

  /// The same from files that were captured before.
  static llvm::Expected<std::unique_ptr<LinkInputs>>
  fromFiles(const LinkCommand &Command, std::vector<LinkFile> Files,
            LinkerKind Linker = LinkerKind::GnuLd);

  /// Adds a file that the linker turned out to read although nothing names it.
  llvm::Error addFound(const std::string &Path, llvm::StringRef Cwd);

  std::vector<std::unique_ptr<LinkFile>> Files;
  /// Names that options and scripts may refer to.
  llvm::StringSet<> RootSymbols;
  /// Those of them that nothing but version scripts names, which may say that they are local.
  llvm::StringSet<> VersionedSymbols;
  /// Patterns of the section names that scripts keep whether anything refers to them or not.
  std::vector<std::string> KeptSections;
  /// Those of them that stand for every file's sections, so that whatever has the name is kept.
  std::vector<std::string> KeptOfAllFiles;
  /// Whether the linker keeps all sections NAME while code refers to __start_NAME or __stop_NAME.
  bool KeepsNamedSections = false;
  /// Whether a linker script of the link collects the kernel records.
  bool TableInScript = false;
  /// The linker is LLD, which enters the names that archive members define into its symbol table
  /// before any is loaded: its image depends on members that are not in it.
  bool IsLld = false;

  /// The symbol where the program begins; empty where the link does not say it.
  llvm::StringRef entrySymbol() const {
    return Entries.size() == 1 ? llvm::StringRef(Entries.front()) : "";
  }

  /// Whether the program refers to the registration table, or registers kernels when it starts,
  /// going by everything that it would load without any kernels.
  bool usesKernels();

  /// Whether an archive offers kernels, used or not.
  bool hasKernels() const;

  /// The files that open() could not make sense of, an error each. Linkers read more than this tool
  /// does, so they matter only in a link that has to do with kernels.
  llvm::Error checkReadable() const;

  /// Objects in which kernels, or anything, cannot be seen: an error each that says what to do.
  llvm::Error checkKernelsVisible() const;

  /// Whether the link compiles anything anew, going by the closure; where it does, by which
  /// compiler's intermediate code.
  bool hasIntermediate(IntermediateCode Which) const;

  /// All objects that some selection can need, in the order of the files. Marks their members.
  llvm::Expected<std::vector<const InputObject *>> closure();

  /// The records of all kernels in the link. The objects are those of the closure.
  llvm::Expected<std::vector<KernelRecord>> kernelRecords();

  /// The program where it registers its kernels when it starts, else null. Known once
  /// kernelRecords() was called.
  const StockProgram *stockProgram() const { return Stock.get(); }

  /// What an object that is added to this link must say about itself: what the first object says
  /// that is certain to be in the image. In a link of archives alone that is the one that looks
  /// into the registration table.
  llvm::Expected<TargetInfo> target() const;

  /// Where an object that is added goes among the command's arguments: behind the first object,
  /// which so decides the image's ABI as before, and before every archive. At the front, where the
  /// link begins with something else.
  size_t placeForObject(const LinkCommand &Command) const;

private:
  struct MemberRef {
    LinkFile *File;
    size_t Index;
  };
  class Search;
  std::vector<std::string> Entries; ///< the command's, or else those of its scripts
  bool HasOwnEntry = false;         ///< the command's, which counts whatever a script says

  llvm::Error keepOtherDefinitions();
  llvm::Error keepFirstMembers();
  /// Calls Visit with the archive members that define a symbol.
  void forEachDefinition(llvm::CachedHashStringRef Name,
                         llvm::function_ref<void(MemberRef)> Visit) const;

  static std::unique_ptr<LinkInputs> forCommand(const LinkCommand &Command, LinkerKind Linker);
  llvm::Error addFile(LinkFile File);
  LinkFile *find(const std::string &Path, llvm::StringRef Cwd);
  llvm::Error indexNewArchives();
  llvm::Error indexArchive(LinkFile &File);
  llvm::Error indexBitcode(LinkFile &File, const std::vector<bool> &IsIndexed);
  void addDefinition(llvm::StringRef Name, MemberRef Ref);
  llvm::Error listMembers(LinkFile &File);
  llvm::Error readMember(LinkFile &File, LinkMember &Member);
  llvm::Error loadMember(LinkFile &File, LinkMember &Member);
  void addScript(const LinkFile &File);
  bool isReplaced(const InputObject &Object) const;
  void addCompilerCalls(llvm::function_ref<void(MemberRef)> Add);
  llvm::Error follow(bool WithKernels, std::vector<const InputObject *> &Loaded);

  /// What the archives' symbol indices say: a list per symbol, the last definition first. A C
  /// library and its like name tens of thousands, of which a link asks for some hundreds.
  struct Definition {
    MemberRef Member;
    uint32_t Next; ///< into Definitions
  };
  static constexpr uint32_t NoDefinition = UINT32_MAX;
  std::vector<Definition> Definitions;
  llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> LastDefinition; ///< by symbol
  std::vector<MemberRef> KernelMembers; ///< those that define a kernel's function

  size_t IndexedFiles = 0; ///< of Files
  std::unique_ptr<StockProgram> Stock;
  /// What closure() found, until another file is added.
  std::optional<std::vector<const InputObject *>> Closure;
  llvm::StringMap<LinkFile *> ByPath;
  size_t PlacedFiles = 0;              ///< of Files
  llvm::StringMap<LinkFile *> ByPlace; ///< by their absolute paths
  std::vector<std::string> Unreadable;
  llvm::StringSet<> VersionScripts; ///< paths
  /// Whether the link takes intermediate code although there is machine code beside it.
  bool TakesGccCode = false, TakesLlvmCode = false;
};

} // namespace etprune
