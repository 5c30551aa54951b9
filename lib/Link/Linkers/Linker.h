// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The behaviour in which linkers differ, as far as it matters to a link that is done again.
//
// Each linker is a class in a file of its own, derived from LinkerKind. Its constructor sets the
// properties below, and its functions read and write the linker's text. A linker is added by such a
// file and a word in ET_LINKERS. All other code asks for a property, never for the linker.

#pragma once

#include "Link/Linkers/LinkerOptions.h"

#include "llvm/Support/Error.h"

namespace etprune {

/// The form of a linker's map. lib/Image has a reader for each.
enum class MapFormat {
  Parts,  ///< parts with headings; output sections start a line, input sections are indented
  Columns ///< a table with a line for each section and symbol
};

/// A section that the linker's garbage collection removed.
struct CollectedSection {
  llvm::StringRef Section, File;
};

class LinkerKind {
public:
  virtual ~LinkerKind() = default;

  //===- Identity ---------------------------------------------------------===//

  const llvm::StringRef Name; ///< as messages name it
  /// A link with kernels is refused, because it cannot be done again.
  bool IsRefused = false;
  /// The program links for every machine. Others have a list of emulations in their file.
  bool LinksForAllMachines = false;

  /// True for the first line that the linker prints for --version.
  virtual bool isVersion(llvm::StringRef Line) const = 0;
  /// True for the name of the linker's program file, without folder.
  virtual bool isProgramName(llvm::StringRef FileName) const = 0;
  /// A program that comes with et-prune and does this linker's links; empty where there is none.
  virtual std::string standIn() const { return ""; }

  //===- Inputs -----------------------------------------------------------===//

  /// Enters the names that archive members define into its symbol table before it loads any member.
  /// The image therefore depends on members that are not in it: the bundle keeps their names. A
  /// linker without this property opens the first member of each archive, loaded or not.
  bool EntersArchiveSymbols = false;
  /// Finds the symbols of archive members that the archive's index does not list, as GNU ar's index
  /// does not list those of bitcode.
  bool ReadsUnindexedMembers = false;
  /// Searches an archive only when it comes to it in the command, for the symbols that are
  /// undefined by then.
  bool SearchesInOrder = false;
  /// Reads the shared libraries that the shared libraries of the link need.
  bool ReadsNeededLibraries = false;
  /// Takes a file that a script names before a section pattern, as in libc.a(.text), for an input.
  bool TakesSectionFiles = false;
  /// Has gcc's and LLVM's plugins compile intermediate code. A linker without this property ignores
  /// -plugin and compiles LLVM's bitcode itself.
  bool LoadsPlugins = false;
  /// Reads `local:*` in a version script as a label and a pattern. Others read one name.
  bool SplitsVersionLabels = false;
  /// --exclude-libs=libx means libx.a, too.
  bool ExcludesLibsByStem = false;

  //===- The image --------------------------------------------------------===//

  /// Keeps all sections NAME while code refers to __start_NAME or __stop_NAME.
  bool KeepsNamedSections = false;
  /// Keeps the exception tables of functions that it removes.
  bool KeepsExceptionTables = false;
  /// --wrap=NAME also renames the references in the object that defines NAME.
  bool WrapsDefinitions = false;
  /// Can fold equal sections of code and constants into one (--icf).
  bool FoldsSections = false;
  /// Merges strings and constants of all objects in a section of its own, which has the name of the
  /// output section.
  bool MergesInOwnSections = false;
  /// Puts the image's name into the image, as the base of symbol versions, unless the command has
  /// -soname.
  bool NamesImage = false;

  //===- Output -----------------------------------------------------------===//

  MapFormat Map = MapFormat::Parts;
  /// Names the map after the image where -Map names a folder, and replaces `%` in the map's name.
  bool ExpandsMapName = false;
  /// The option that keeps removed sections out of the map. Nothing here reads that part of the
  /// map, which can be the larger one. Empty where the linker has no such option.
  llvm::StringRef ShortMapOption;

  /// True for a text that begins as the linker's map does.
  virtual bool isMap(llvm::StringRef Text) const = 0;
  /// The message that a memory region overflows; of several, the one with the most bytes. Empty
  /// where there is none.
  llvm::StringRef overflowMessage(llvm::StringRef Messages) const;
  /// Reads a line of --print-gc-sections. The section is empty where the line is another.
  CollectedSection collectedSection(llvm::StringRef Line) const;

  //===- Bitcode ----------------------------------------------------------===//

  /// Fails if this version cannot do a link with bitcode again.
  virtual llvm::Error checkBitcode(llvm::StringRef /*Version*/) const {
    return llvm::Error::success();
  }
  /// The option that keeps the objects that are made of bitcode. `Folder` may take them.
  virtual std::string keepBitcodeObjects(const std::string &Folder) const = 0;
  /// The beginning of the names of these objects, if the linker writes them beside the image and
  /// its inputs. Empty if it writes them to the folder and its dependency file names them.
  virtual std::string bitcodeObjectPrefix(llvm::StringRef /*ImageName*/) const { return ""; }

  //===- Options ----------------------------------------------------------===//

  /// How the linker reads an option (LinkerOptions.def).
  virtual llvm::StringRef form(const LinkerOption &Option) const = 0;
  bool has(const LinkerOption &Option) const { return form(Option)[0] != '-'; }
  /// Reads a command line without argv[0] and with response files expanded.
  std::vector<LinkArgument> readArguments(llvm::ArrayRef<std::string> Words) const;
  /// Writes arguments in the one spelling that the linker cannot misread.
  void write(const LinkArgument &Argument, std::vector<std::string> &To) const;
  std::vector<std::string> write(llvm::ArrayRef<LinkArgument> Arguments) const;

protected:
  explicit LinkerKind(llvm::StringRef Name) : Name(Name) {}
  virtual std::vector<LinkArgument> read(llvm::ArrayRef<std::string> Words) const = 0;
  /// The words before the name of a region or section in an overflow message.
  virtual llvm::StringRef overflowStart() const = 0;
  /// Splits the rest of a line that says which section was removed.
  virtual CollectedSection splitCollected(llvm::StringRef Text) const = 0;
};

/// All linkers. `linker<Name>()` returns each.
#define ET_LINKERS(LINKER) LINKER(GnuLd) LINKER(Lld) LINKER(Gold) LINKER(Mold)
#define ET_LINKER(Name) const LinkerKind &linker##Name();
ET_LINKERS(ET_LINKER)
#undef ET_LINKER

/// The linker with this first line of --version; null for an unknown one.
const LinkerKind *linkerOfVersion(llvm::StringRef Line);
/// The linker by its program file's name, for want of the version: GNU ld unless the name is
/// another linker's.
const LinkerKind &linkerOfFile(const std::string &Path);
/// The linker whose map begins so; null where none's does.
const LinkerKind *linkerOfMap(llvm::StringRef Text);

/// Fails for gold, mold and any unknown linker (null), and says which linker to take instead.
llvm::Error refuseLinker(const LinkerKind *Kind, llvm::StringRef Path);

} // namespace etprune
